"""Games on painted squares, where the colour that a man stands on makes it what it is."""
