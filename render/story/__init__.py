"""A game as it is shown: heading, moves, words and pictures in their order, for no medium in particular."""
