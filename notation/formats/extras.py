"""Packages that only some formats need, and that are installed on request."""

from __future__ import annotations


class MissingExtra(ImportError):
    """A package that is not installed; the message says how to install it, fit for a terminal.

    >>> print(MissingExtra("parquet"))
    this needs a package that is not installed: pip install 'fairyscore[parquet]'
    """

    def __init__(self, extra: str) -> None:
        self.extra = extra
        self.install = f"pip install 'fairyscore[{extra}]'"
        super().__init__(f"this needs a package that is not installed: {self.install}")
