"""The men as SVG path data, drawn for this project."""
