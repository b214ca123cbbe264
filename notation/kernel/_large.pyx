# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel once more, for boards of more than 128 cells: the same sources, whose sets have four words (core/cells.h)."""

include "_core.pyx"
