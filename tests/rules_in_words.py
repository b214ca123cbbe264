"""Which sentences the rules of each game have: `python tests/rules_in_words.py` renews the table; read the diff."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fairyscore.notation.rules.general.definition import Ends, Extinction, GameRules, Goal, Hand, Walls
from fairyscore.notation.rules.general.rows import Effect, PieceCondition
from fairyscore.notation.rules.readings import RuleText
from fairyscore.notation.rules.wording.text import rule_text
from fairyscore.notation.variants.chess import CHESS
from fairyscore.notation.variants.registry import variant, variant_names

TABLE = Path(__file__).resolve().parent / "data" / "rules_in_words.tsv"


@cache
def rules_of(name: str) -> GameRules | None:
    tables = getattr(variant(name).initial_state(), "tables", None)
    rules = getattr(getattr(tables, "general", tables), "rules", None)
    return rules if isinstance(rules, GameRules) else None


@cache
def text_of(name: str, code: str) -> RuleText:
    """The rules of a game in a language."""
    rules = rules_of(name)
    assert rules is not None
    return rule_text(rules, code, variant(name).scenery.rivers)


GAMES = [name for name in variant_names() if rules_of(name) is not None]


def lines(text: RuleText) -> Iterator[str]:
    yield from (*text.aim, *text.board, *text.pieces_in_general)
    yield from (line for piece in text.pieces for line in piece.lines)
    yield from (line for chapter in text.special for line in chapter.lines)
    yield from (*text.ends, *text.notation)


BLOWN = Effect("capture", "gone")
QUEENS = frozenset("Q")
FACED = PieceCondition(frozenset("K"), "faced", then="avoided")
ALL = frozenset("PNBRQK")
CORNERED = PieceCondition(frozenset("K"), "attacked", ALL, "takes")
WHOLE = (1 << 64) - 1  # the board
CHANGES: dict[str, dict[str, Any]] = {
    "mate": {"ends": Ends(mate="draws")},
    "stalemate": {"ends": Ends(stalemate="loses")},
    "counts": {"ends": Ends(counts=True)},
    "goal": {"ends": Ends(goals=(Goal((QUEENS, QUEENS), (1 << 27, 1 << 27)),))},
    "goal safe": {"ends": Ends(goals=(Goal((QUEENS, QUEENS), (1 << 27, 1 << 27), safe=True),))},
    "goal reply": {"ends": Ends(goals=(Goal((QUEENS, QUEENS), (1 << 27, 1 << 27), reply=True),))},
    "goal of two": {"ends": Ends(goals=(Goal((ALL, ALL), (3 << 27, 3 << 27), needed=2),))},
    "goal blocked": {"ends": Ends(goals=(Goal((ALL, ALL), (3 << 27, 3 << 27), needed=2, blocked=True),))},
    "last queen": {"ends": Ends(extinction=(Extinction(QUEENS),))},
    "bare king": {"ends": Ends(extinction=(Extinction(ALL, at=1, together=True),))},
    "bare king draws": {"ends": Ends(extinction=(Extinction(ALL, at=1, together=True, result="draws"),))},
    "bare king, opponent": {"ends": Ends(extinction=(Extinction(ALL, at=1, together=True, opponent=2),))},
    "bare king, claim": {"ends": Ends(extinction=(Extinction(ALL, at=1, together=True, claim=True),))},
    "checks": {"ends": Ends(checks=3)},
    "line": {"ends": Ends(line=4)},
    "line of queens": {"ends": Ends(line=4, line_pieces=QUEENS)},
    "line on ranks": {"ends": Ends(line=4, line_ways=(2,))},
    "line on files": {"ends": Ends(line=4, line_ways=(0,))},
    "line loses": {"ends": Ends(line=4, line_result="loses")},
    "castling wins": {"ends": Ends(castling="KQkq")},
    "bikjang": {"ends": Ends(bikjang=True)},
    "points": {"ends": Ends(bikjang=True, points={"Q": 9})},
    "points of Black": {"ends": Ends(bikjang=True, points={"Q": 9}, black_points=1.5)},
    "chess960": {"chess960": True},
    "opposite castling": {"opposite_castling": True},
    "no castling": {"castlings": ()},
    "checking": {"checking": False},
    "must capture": {"must_capture": True},
    "blast": {"effects": (BLOWN, Effect("capture", "gone", on="around"))},
    "blast, immune": {
        "effects": (BLOWN._replace(spares=QUEENS), Effect("capture", "gone", on="around", spares=QUEENS)),
    },
    "blast, spared": {"effects": (BLOWN, Effect("capture", "gone", on="around", spares=QUEENS))},
    "petrify": {"effects": (Effect("capture", "wall", QUEENS),)},
    "petrify blast": {"effects": (BLOWN, Effect("capture", "wall", on="around"))},
    "captor gone": {"effects": (Effect("capture", "gone", QUEENS),)},
    "captor of queens gone": {"effects": (Effect("capture", "gone", taken=QUEENS),)},
    "around gone": {"effects": (Effect("move", "gone", QUEENS, on="around", spares=QUEENS),)},
    "around change sides": {"effects": (Effect("capture", "owner", on="around"),)},
    "attacked gone": {"effects": (Effect("move", "gone", QUEENS, on="attacked"),)},
    "left to holes": {"effects": (Effect("move", "hole", on="left"),)},
    "attacked to stone": {"effects": (Effect("capture", "wall", on="attacked"),)},
    "facing": {"conditions": (FACED,)},
    "facing on diagonals": {"conditions": (FACED._replace(ways=(0, 1, 2, 3)),)},
    "facing queens": {"conditions": (FACED._replace(by=QUEENS),)},
    "duck": {"walls": Walls("duck")},
    "arrow": {"walls": Walls("arrow")},
    "wall or move": {"walls": Walls("static", or_move=True)},
    "wall where": {"walls": Walls("static", cells=(255, 255))},
    "pass": {"passing": ("always", "always")},
    "pass, White": {"passing": ("always", "never")},
    "pass, stalemate": {"passing": ("stalemate", "stalemate")},
    "gating": {"gating": "seirawan"},
    "makpong": {"conditions": (CORNERED,)},
    "cornered by queens": {"conditions": (CORNERED._replace(by=QUEENS),)},
    "cornered by their like": {"conditions": (CORNERED._replace(pieces=QUEENS, by=frozenset()),)},
    "hand": {"hand": Hand(takes=ALL)},
    "hand, loop": {"hand": Hand(takes=ALL, mark="~", loop=True)},
    "hand, region": {"hand": Hand(takes=ALL, regions={"": (255, 255 << 56)})},
    "hand, other armies": {"hand": Hand(takes=ALL), "start": "4k3/8/8/8/8/8/8/R3K3[QQr] w - - 0 1"},
    "hand, all but one": {"hand": Hand(takes=ALL, regions={"": ((1 << 64) - 2, (1 << 64) - 2)})},
    "hand, a few": {"hand": Hand(takes=ALL, regions={"": (7 << 26, 7 << 26)})},
    "hand, a block": {"hand": Hand(takes=ALL, regions={"": (0x3C3C3C0000, 0x3C3C3C0000)})},
    "hand, not a player's own": {"hand": Hand(takes=ALL, regions={"": (1 << 27, 1 << 36)})},
    "hand, queens elsewhere": {"hand": Hand(takes=ALL, regions={"": (7 << 26, 7 << 26), "Q": (255 << 8, 255 << 48)})},
    "hand, queens anywhere": {"hand": Hand(takes=ALL, regions={"": (255, 255 << 56), "Q": (WHOLE, WHOLE)})},
    "hand, two on a rank": {"hand": Hand(takes=ALL, regions=dict.fromkeys("QR", (255 << 8, 255 << 48)))},
    "promotion, demotion": {"promotions": (CHESS.promotions[0]._replace(demotion=True),)},
    "promotion, only White's": {"promotions": (CHESS.promotions[0]._replace(on=(255 << 56, 0)),)},
    "hand, doubles": {"hand": Hand(takes=ALL, no_double=QUEENS)},
    "hand, two": {"hand": Hand(takes=ALL, no_double=QUEENS, doubles=2)},
    "hand, mate": {"hand": Hand(takes=ALL, no_mate=QUEENS)},
    "hand, check": {"hand": Hand(takes=ALL, no_check=True)},
    "hand, must": {"hand": Hand(takes=ALL, must=True)},
    "hand, must first": {"hand": Hand(takes=ALL, must=True, must_first=QUEENS)},
    "hand, promoted": {"hand": Hand(takes=ALL, promoted=True)},
    "hand, opposite": {"hand": Hand(takes=ALL, opposite=frozenset("B"))},
    "hand, castle": {"hand": Hand(takes=ALL, castle=True)},
    "stuck": {"hand": Hand(takes=ALL), "immobile": False},
    "promotion": {"promotions": (CHESS.promotions[0]._replace(must=False),)},
    "promotion, capture": {"promotions": (CHESS.promotions[0]._replace(capture_only=True),)},
    "promotion, captured": {"promotions": (CHESS.promotions[0]._replace(captured=True),)},
    "promotion, captured or not": {"promotions": (CHESS.promotions[0]._replace(captured=True, must=False),)},
    "hand, kept": {"hand": Hand(takes=ALL, drops=False)},
    "promotion, zone": {"promotions": (CHESS.promotions[0]._replace(touch=True),)},
    "promotion, limit": {"promotions": (CHESS.promotions[0]._replace(limit={"Q": 1}),)},
    "promotion, in place": {"promotions": (CHESS.promotions[0]._replace(in_place=True),)},
    "promotion, origins": {"promotions": (CHESS.promotions[0]._replace(origins=(255, 255)),)},
}
"""Changes of the rules of chess."""


def words_of(game: str) -> set[str]:
    """The sentences of a game."""
    return {*lines(text_of(game, "en"))}


def difference_of(change: str) -> dict[str, set[str]]:
    """The sentences that a change adds to those of chess, and those that it takes away; by the name in the table."""
    before, after = words_of("chess"), {*lines(rule_text(CHESS._replace(**CHANGES[change])))}
    return {f"+{change}": after - before, f"-{change}": before - after}


def table() -> dict[str, set[str]]:
    """The sentences of the table, by the name of a game, or of a change with its sign."""
    found: dict[str, set[str]] = {}
    for row in TABLE.read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            sentence, names = row.split("\t")
            for name in names.split("; "):
                found.setdefault(name, set()).add(sentence)
    return found


HEADING = """\
# The sentences of all rules, each with the games that have it.
# +change, -change: chess with a change of `tests/rules_in_words.py` has it too, or has it not.
"""


def main() -> None:
    found = {game: words_of(game) for game in GAMES}
    for change in CHANGES:
        found |= difference_of(change)
    names: dict[str, list[str]] = {}
    for name, sentences in found.items():
        for sentence in sorted(sentences):
            names.setdefault(sentence, []).append(name)
    rows = "".join(f"{sentence}\t{'; '.join(having)}\n" for sentence, having in names.items())
    TABLE.write_text(HEADING + rows, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
