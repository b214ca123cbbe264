"""Mistakes in variant files, each with its place."""

from collections.abc import Iterable
from typing import NamedTuple

from fairyscore.notation.rules.variant import UnknownVariant


class Mistake(NamedTuple):
    """A mistake in a variant file, and where: line and column count from 1, 0 where they are not known."""

    file: str
    line: int
    column: int
    message: str

    @property
    def where(self) -> str:
        """File, line and column as far as they are known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class VariantFileError(UnknownVariant):
    """A variant file with mistakes. `mistakes` has all of them, the message the first ones.

    >>> from fairyscore.notation.variants.registry import variant_from_text
    >>> try:
    ...     variant_from_text("title = ")
    ... except VariantFileError as fault:
    ...     print(fault)
    variant.toml:1: this is not TOML: Invalid value (at end of document)
    """

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(map(str, self.mistakes[:5])))
