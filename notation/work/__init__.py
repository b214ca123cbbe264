"""What the commands do with whole games and files, as functions; one task a module."""
