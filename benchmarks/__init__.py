"""Measurements of speed and memory, which are no tests: nothing here fails because a computer is slow."""
