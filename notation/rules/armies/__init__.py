"""Games of several armies that face the middle of the board, each from its own side: four-player chess."""
