"""The engine of the games that are won by mate."""
