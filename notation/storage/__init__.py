"""From paths to streams of bytes: files, folders, compressed files and the members of archives."""
