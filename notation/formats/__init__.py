"""Formats of game files, one a file, reader beside writer; `known` finds them by name, ending and content."""
