"""The general engine: plays any game that a variant file describes; slower than the engines made for one kind of game."""
