"""One kind of work over many files: cut into ranges, done by one process, several or a cluster, reported in order."""
