"""A game in motion: its pieces go their ways over one board, as an SVG that animates itself or as a film (GIF, WebP)."""
