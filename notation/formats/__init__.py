"""Formats of game files, one or a family a file, reader beside writer; `registry` finds them by name and content."""
