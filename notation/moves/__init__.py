"""How moves are written: a notation a file, its reader beside its writer."""
