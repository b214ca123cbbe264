"""Where the fields of each kind of board lie on paper; `registry.layout` finds the layout of a board."""
