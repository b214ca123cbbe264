"""Where the fields of each kind of board lie on paper; `known.layout` finds the layout of a board."""
