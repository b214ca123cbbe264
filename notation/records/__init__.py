"""Files of games: bytes, text, single games, tokens, and what is found in them."""
