"""Tournaments: their games, cross tables and tie-breaks, pairings, and the file that an arbiter writes."""
