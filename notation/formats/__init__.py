"""Formats of game files, one a file, reader beside writer; `registry` finds them by name, suffix and content."""
