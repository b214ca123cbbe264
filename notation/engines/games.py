"""Which games an engine plays, and by which name; games that it does not know are written for it as a `variants.ini`.

A game is known by the name that its variant file gives it among engines. A game in a file of the user is always written,
also where it has the name of another one; so is a shipped game that the engine does not list. What is written is read back
first, and its moves are compared with those of the game (`variants.exporting`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fairyscore.notation.engines.protocols import Offer, Protocol
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import source_of
from fairyscore.notation.variants.sources import VariantSource

if TYPE_CHECKING:
    from fairyscore.notation.variants.document import Document

VARIANT: Final = ("UCI_Variant", "USI_Variant", "UCCI_Variant")
"""The option that names the game, one of them."""

SETTINGS: Final = "VariantPath"
"""The option for a file of settings."""

CHESS960: Final = "UCI_Chess960"

_USUAL: Final = {"uci": "chess", "usi": "shogi", "ucci": "xiangqi"}
"""By protocol, the game that an engine plays which has no option for another one."""


class EngineGame(NamedTuple):
    """A game as an engine plays it.

    option: the name of the option for games, empty where the engine has one game only.
    name: of the game, the value of that option.
    settings: a section of a `variants.ini` that the engine has to read first, empty where it knows the game.
    chess960: whether kings and rooks may begin anywhere.
    refusal: why it cannot play the game; empty where it can.
    """

    option: str = ""
    name: str = ""
    settings: str = ""
    chess960: bool = False
    refusal: str = ""


def engine_game(game: Variant, protocol: Protocol, options: Mapping[str, Offer]) -> EngineGame:
    """A game as an engine with these options plays it.

    >>> from fairyscore.notation.engines.protocols import UCI
    >>> from fairyscore.notation.variants.registry import variant
    >>> offers = {"UCI_Variant": Offer("combo", "chess", ("chess", "karouk"))}
    >>> engine_game(variant("kar-ouk"), UCI, offers).name
    'karouk'
    >>> engine_game(variant("atomic"), UCI, offers).refusal
    'it does not know Atomic Chess, and takes no games from files'
    """
    if refusal := protocol.notation.refusal(game):
        return EngineGame(refusal=f"its moves cannot be written in {protocol.name.upper()}: {refusal}")
    option = next((name for name in VARIANT if name in options), "")
    source = source_of(game)
    if not option:
        return _only_game(game, protocol, options, source)
    choices = options[option].choices
    if source is not None and not source.is_supplied:
        known = next((name for name in (source.game.uci_variant, game.name) if name and name in choices), "")
        if known:
            return EngineGame(option, known, chess960=_is_chess960(source) and CHESS960 in options)
    elif source is None and game.name in choices:
        return EngineGame(option, game.name)
    if SETTINGS not in options:
        return EngineGame(refusal=f"it does not know {game.title}, and takes no games from files")
    if source is None:
        return EngineGame(refusal=f"it does not know {game.title}, which no file describes")
    return _written(game, source, option, choices, chess960=CHESS960 in options)


def _only_game(
    game: Variant, protocol: Protocol, options: Mapping[str, Offer], source: VariantSource | None
) -> EngineGame:
    """A game for an engine that has no option for games."""
    usual = _USUAL[protocol.name]
    chess960 = source is not None and CHESS960 in options and _is_chess960(source)
    based_on = _document(source).stated.get("based_on") if source is not None and chess960 else ""
    if usual in (game.name, based_on):
        return EngineGame(chess960=chess960)
    return EngineGame(refusal=f"it does not know {game.title}, and has no option for games but its usual one")


def _written(
    game: Variant, source: VariantSource, option: str, choices: tuple[str, ...], *, chess960: bool
) -> EngineGame:
    name, settings, different = settings_for(source)
    if different:
        return EngineGame(refusal=f"it does not know {game.title}, which cannot be written for it: {different}")
    if name in choices:  # of another game that the engine knows
        settings = settings.replace(f"[{name}", f"[{name}-here", 1)
        name = f"{name}-here"
    return EngineGame(option, name, settings, chess960=chess960 and _is_chess960(source))


@lru_cache(maxsize=64)
def settings_for(source: VariantSource) -> tuple[str, str, str]:
    """The name of a game and its section of a `variants.ini`; third, why it would be another game there."""
    if source.ini:
        return source.name, source.text, ""
    from fairyscore.notation.variants.exporting import difference
    from fairyscore.notation.variants.ini_writer import settings_of

    data = {key: value for key, value in _document(source).data.items() if key not in ("based_on", "remove")}
    written = settings_of(data)
    different = "; ".join(written.lost) or difference(source.name, data, written)
    return source.name, written.section(source.name), different


def _document(source: VariantSource) -> Document:
    from fairyscore.notation.variants.file_reader import document

    return document(source)


@lru_cache(maxsize=256)
def _is_chess960(source: VariantSource) -> bool:
    castling = _document(source).data.get("castling", {})
    return isinstance(castling, dict) and bool(castling.get("chess960"))
