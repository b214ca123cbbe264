"""Books of annotated games: what they contain as data, and how typst sets it."""
