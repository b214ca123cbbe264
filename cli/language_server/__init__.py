"""What editors ask of a record while it is written; `cli/lsp.py` starts the server."""
