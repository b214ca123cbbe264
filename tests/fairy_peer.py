"""Fairy-Stockfish as another program that plays a game, where its Python binding `pyffish` is installed."""

from __future__ import annotations

import importlib
import importlib.util
import re
from typing import Any, NamedTuple

DIFFERENT: tuple[dict[str, str], ...] = (
    {"flagPieceSafe": "true"},
    {"flagMove": "true"},
    {"extinctionPseudoRoyal": "true", "pieceDrops": "true"},
    {"wallingRule": "arrow|duck|edge", "king": ".+"},
    {"wallingRule": "arrow|duck|edge", "parent": ".+"},
    {"pass(White|Black)?": "true", "parent": ".+"},
    {"pass(White|Black)?": "true", "startFen": ".* w [A-Za-z]+ .*"},
    {"king": ".*:.*[pg].*"},
    {"janggiCannon": "[a-z]", "extinctionPseudoRoyal": "true"},
    {"parent": "janggi", "extinctionPseudoRoyal": "true"},
)
"""Settings together with which the engine has other moves, on purpose of ours, as patterns of their names and values;
`parent` is the game that a section is based on. docs/variant-files.md says why."""


class FairyPeer(NamedTuple):
    """A game in Fairy-Stockfish."""

    engine: Any
    name: str
    start: str

    def moves(self, line: list[str]) -> set[str]:
        """The legal moves behind a line from the start, in its notation; none where the game is over."""
        is_over, _ = self.engine.is_immediate_game_end(self.name, self.start, line)
        return set() if is_over else set(self.engine.legal_moves(self.name, self.start, line))


def _says(settings: dict[str, str], name: str, value: str) -> bool:
    return any(re.fullmatch(name, key) and re.fullmatch(value, given) for key, given in settings.items())


def peer_of(name: str, section: str) -> FairyPeer | None:
    """The game of a section of a `variants.ini`; None where there is no engine, or where it plays another game."""
    settings = dict(re.findall(r"(?m)^(\w+) = (.*)$", section))
    settings["parent"] = "".join(re.findall(r"^\[\w+:(\w+)\]", section))
    if any(all(_says(settings, *pattern) for pattern in different.items()) for different in DIFFERENT):
        return None
    if importlib.util.find_spec("pyffish") is None:
        return None
    engine = importlib.import_module("pyffish")
    engine.load_variant_config(section)
    if name not in engine.variants():
        return None
    return FairyPeer(engine, name, engine.start_fen(name))
