"""The pieces as SVG path data, drawn for this project."""
