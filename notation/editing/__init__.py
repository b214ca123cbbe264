"""Whole games, once they are judged: rewritten, converted, compared, continued, repaired."""
