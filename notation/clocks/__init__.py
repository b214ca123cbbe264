"""Time: what comments say of it, what a TimeControl allows, and who overstepped."""
