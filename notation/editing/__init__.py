"""Whole games, once they are judged: written anew, converted, compared, continued, repaired."""
