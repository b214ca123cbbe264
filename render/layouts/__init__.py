"""Where the fields of each kind of board lie on paper; `registry.layout_of` finds the layout of a board."""
