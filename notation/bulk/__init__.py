"""One kind of work over many files: cut into ranges, done by this process, by several or by a cluster, told in order."""
