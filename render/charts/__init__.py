"""Bar charts in the colours of the drawings: panels on a page, every number written beside its bar."""
