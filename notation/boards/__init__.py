"""Topology only: cells, headings, neighbours. No rule and no coordinate of a picture."""
