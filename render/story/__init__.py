"""A game as it is told: heading, moves, words and pictures in their order, for no medium in particular."""
