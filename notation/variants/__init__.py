"""The games. `variant("kaleidochess:players=4,dice")` gives one; each has its rules in a file of its own."""

from fairyscore.notation.variants.registry import GAMES, UnknownVariant, canonical, in_scheme, variant

__all__ = ["GAMES", "UnknownVariant", "canonical", "in_scheme", "variant"]
