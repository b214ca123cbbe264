"""Games that the general engine plays, for tests."""

from functools import lru_cache

from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import catalog, sources, variant
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.variant_file import rules_of


@lru_cache
def general(name: str) -> Variant:
    """A shipped game, played by the general engine whatever plays it else."""
    source = sources.shipped(name)
    rules = rules_of(document_in(source, sources.shipped))
    return described_game(name, source.game.title, "", rules, strict=False)


@lru_cache
def general_in_python(name: str) -> Variant:
    """The same game, played without the compiled core."""
    source = sources.shipped(name)
    game = described_game(name, source.game.title, "", rules_of(document_in(source, sources.shipped)), strict=False)
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None  # all positions of the game share the tables
    return game


@lru_cache
def strict_in_python(name: str) -> Variant:
    """A shipped game as it is, played without the compiled core."""
    state = variant(name).initial_state()
    assert isinstance(state, GeneralState)
    game = described_game(name, name, "", state.tables.rules)
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None
    return game


@lru_cache
def described(text: str) -> Variant:
    """The game of a variant file."""
    return described_game("test", "Test", "", rules_of_text(text), strict=False)


def rules_of_text(text: str) -> GameRules:
    """The rules in a variant file."""
    return rules_of(document_in(sources.VariantSource("test", "test.toml", text), catalog.find_shipped))


CALIPH_QI = """
title = "Caliph Qi"
board = { files = 6, ranks = 9 }
start = "mcqkcm/pppppp/6/6/6/6/6/PPPPPP/MCQKCM w - - 0 1"
first = { white = "*2", black = "*8" }
pool = "C M Q"
piece = [
  { letter = "P", name = "pawn", moves = "fmWfcFifmnD", pawn = true, en_passant = true },
  { letter = "W", name = "wazir", moves = "W" },
  { letter = "C", name = "caliph", moves = "BC" },
  { letter = "M", name = "marshal", moves = "RN" },
  { letter = "Q", name = "queen", moves = "Q", stays = { white = "a1-f6", black = "a4-f9" } },
  { letter = "K", name = "king", moves = "K", royal = true, stays = { white = "a1-f6", black = "a4-f9" } },
]
[[promotion]]
piece = "P"
to = "W"
implied = true
from = { white = "*6", black = "*4" }
on = { white = "*7", black = "*3" }
[[promotion]]
piece = "W"
to = "C M Q"
must = false
captured = true
from = { white = "*3", black = "*6" }
on = { white = "*4", black = "*7" }
[[promotion]]
piece = "W"
to = "C M Q"
must = false
captured = true
from = { white = "*4", black = "*7" }
on = { white = "*3", black = "*6" }
"""

CYLINDRICAL = """
title = "Cylindrical"
board = { shape = "cylinder", files = 7, ranks = 8 }
start = "bcdkdcb/ppppppp/7/7/7/7/PPPPPPP/BCDKDCB w - - 0 1"
piece = [
  { letter = "P", name = "pawn", moves = "fF", pawn = true },
  { letter = "C", name = "camel", moves = "C" },
  { letter = "D", name = "dababah-rider", moves = "DD" },
  { letter = "B", name = "bishop", moves = "B" },
  { letter = "BC", name = "caliph", moves = "BC" },
  { letter = "BD", name = "bishop-dababah-rider", moves = "BDD" },
  { letter = "CD", name = "camel-dababah-rider", moves = "CDD" },
  { letter = "K", name = "kyrin-king", moves = "FD", royal = true },
]
promotion = [{ piece = "P", to = "BC BD CD", on = { white = "*8", black = "*1" } }]
"""
