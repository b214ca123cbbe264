"""Games on painted squares, where the colour that a piece stands on makes it what it is."""
