"""The order of the house: what may import what, where games are known by name, and what is shipped."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [path for package in ("api", "notation", "render", "cli") for path in sorted((ROOT / package).rglob("*.py"))]

# From low to high. A module imports from its own entry and from lower rows; the entries of one row stand beside each
# other and do not meet. A name belongs to the longest entry that it begins with.
LAYERS = (
    ("notation.storage",),
