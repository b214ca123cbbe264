"""Measurements of speed and memory: `make bench`, or `make bench PGN=games.pgn` on records of your own.

They are no tests: nothing here fails because a computer is slow.
"""
