"""Position texts: a family of games a file, its reader beside its writer."""
