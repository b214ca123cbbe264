"""Games drawn at random: any keys of variant files on any board, played by the compiled core and in plain Python.

`python tests/drawn_games.py 2000 [SEED]` draws so many. Tests take a few.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

from fairyscore.notation.moves import uci
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import catalog
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.document import Document, VariantFileError, document_in, toml
from fairyscore.notation.variants.file_game import build
from fairyscore.notation.variants.variant_file import rules_of

PLIES = 25

SIZES = ((8, 8), (6, 6), (5, 7), (4, 5), (9, 10), (7, 7), (26, 4), (24, 5), (5, 12), (12, 8), (3, 6))
SHAPES = ("rectangle", "rectangle", "rectangle", "cylinder", "torus")
USES = ("", "", "", "m", "c")
WHERE = ("", "", "f", "b", "v", "s", "fs", "l", "fr")
GOES = (
    *("W", "F", "D", "N", "A", "C", "K", "R", "B", "Q", "R3", "B2", "NN", "DD", "(3,2)", "(4,1)", "W3"),
    *("pR", "pB", "gQ", "pR3", "gB", "nN", "nA", "nZ", "nD", "nNN", "[F?R]", "[W-B]", "[F-B]", "hN"),
)


def movement(chance: random.Random) -> str:
    """One way to go, in Betza's notation."""
    goes = chance.choice(GOES)
    use, where = chance.choice(USES), chance.choice(WHERE)
    if goes == "hN":
        return f"{use}{chance.choice('fblr')}hN"
    return use + where + goes


def moves(chance: random.Random) -> str:
    found = "".join(movement(chance) for _ in range(chance.choice((1, 1, 2, 3))))
    return found + chance.choice(("", "", "", "ifmnD", "imN", "feF"))


class _Drawing:
    """One game that is being drawn."""

    def __init__(self, seed: str) -> None:
        self.chance = chance = random.Random(seed)
        self.files, self.ranks = chance.choice(SIZES)
        letters = list("ABCDEFGHIJLMNOQRSTUVWXYZ")
        chance.shuffle(letters)
        self.kinds = letters[: chance.randint(1, 5)]
        self.plus = [f"+{letter}" for letter in self.kinds if chance.random() < 0.3]
        self.pawn = "P" if chance.random() < 0.7 else ""
        self.king = "K" if chance.random() < 0.8 else ""
        self.marks = [*self.kinds, *self.plus, *filter(None, (self.pawn, self.king))]

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def some(self, of: list[str]) -> str:
        return " ".join(self.chance.sample(of, self.chance.randint(1, min(3, len(of)))))

    def cells(self) -> str:
        """Some cells: ranks, files, blocks or one by one."""
        return " ".join(self._cells() for _ in range(self.chance.randint(1, 3)))

    def _cells(self) -> str:
        rank, file = self.chance.randint(1, self.ranks), self.chance.choice(ascii_lowercase[: self.files])
        return self.chance.choice((f"*{rank}", f"{file}*", f"a1-{file}{rank}", f"{file}{rank}"))

    def region(self) -> Any:
        return {"white": self.cells(), "black": self.cells()} if self.often(0.5) else self.cells()

    def start(self, *, hand: bool) -> str:
        row = [self.chance.choice([*self.kinds, "1"]) for _ in range(self.files)]
        if self.king:
            row[self.files // 2] = self.king
        second = [self.pawn or self.chance.choice([*self.kinds, "1"]) if self.often(0.8) else "1" for _ in row]
        empty = ["1" * self.files] * (self.ranks - (4 if self.ranks > 4 else 2))
        black = ["".join(row).lower(), "".join(second).lower()] if self.ranks > 4 else ["".join(row).lower()]
        white = ["".join(second), "".join(row)] if self.ranks > 4 else ["".join(row)]
        held = "".join(self.chance.choice(self.kinds) for _ in range(2)) if self.often(0.5) else ""
        rows = [re.sub("1+", lambda gap: str(len(gap[0])), row) for row in (*black, *empty, *white)]
        return f"{'/'.join(rows)}{f'[{held}{held.lower()}]' if hand else ''} w - - 0 1"

    def piece(self, mark: str) -> dict[str, Any]:
        piece: dict[str, Any] = {"letter": mark, "name": f"kind {mark}", "moves": moves(self.chance)}
        if mark == self.king:
            return {**piece, "name": "king", "moves": self.chance.choice(("K", "K", "W", "F", "KN")), "royal": True}
        if mark == self.pawn:
            text = self.chance.choice(("fmWfceFifmnD", "fmWfcF", "fW", "mfFcfWimfnA"))
            return {**piece, "name": "pawn", "moves": text, "pawn": True}
        for key, share, value in (
            ("stays", 0.08, self.region),
            ("not_takes", 0.08, lambda: self.some(self.marks)),
            ("not_over", 0.05, lambda: self.some(self.marks)),
            ("first", 0.1, self.region),
            ("extra", 0.08, lambda: [{"from": self.region(), "to": self.region(), "moves": movement(self.chance)}]),
        ):
            if self.often(share):
                piece[key] = value()
        return piece

    def promotions(self) -> Iterator[dict[str, Any]]:
        into = [*self.kinds, *self.plus]
        for mark in filter(None, [self.pawn, *self.kinds]):
            targets = [other for other in into if other != mark]
            if targets and self.often(0.8 if mark == self.pawn else 0.3):
                last = {"white": f"*{self.ranks}", "black": "*1"}
                rule = {"piece": mark, "to": self.some(targets), "on": self.region() if self.often(0.3) else last}
                flags = {"must": False, "touch": True, "capture_only": True, "implied": True, "silent": True}
                yield {**rule, **{key: value for key, value in flags.items() if self.often(0.12)}}

    def data(self) -> dict[str, Any]:
        hand = self.often(0.35)
        data: dict[str, Any] = {
            "title": "Drawn",
            "board": {"files": self.files, "ranks": self.ranks, "shape": self.chance.choice(SHAPES)},
            "first": {"white": "*2", "black": f"*{self.ranks - 1}"},
            "piece": [self.piece(mark) for mark in self.marks],
            "promotion": list(self.promotions()),
            "start": self.start(hand=hand),
        }
        tables: dict[str, tuple[float, Any]] = {
            "end": (1, self.ends()),
            "capture": (0.2, self.captures()),
            "check": (0.08, {"allowed": False}),
            "wall": (0.12, {"rule": self.chance.choice(("duck", "arrow", "past", "edge", "static"))}),
            "pass": (0.08, self.chance.choice(("always", "stalemate"))),
            "facing": (0.05, self.some(self.marks)),
            "stuck": (0.1, False),
        }
        data |= {key: value for key, (share, value) in tables.items() if self.often(share)}
        if hand:
            data["hand"] = {"takes": True, "loop": True} if self.often(0.3) else {"takes": self.often(0.7)}
            data["hand"] |= {key: True for key in ("must_drop", "no_drop_check", "promoted") if self.often(0.1)}
        return data

    def ends(self) -> dict[str, Any]:
        ends: dict[str, Any] = {"stalemate": self.chance.choice(("draws", "loses", "wins"))}
        if not self.king or self.often(0.15):
            ends["extinct"] = {"pieces": self.some(self.marks), "pseudo_royal": self.often(0.3)}
        if self.often(0.15):
            ends["goal"] = [{"piece": self.some(self.marks), "region": self.region()}]
        if self.often(0.1):
            ends["line"] = {"length": self.chance.randint(2, 6)}
        if self.king and self.often(0.1):
            ends["checks"] = self.chance.randint(1, 3)
        return ends

    def captures(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"must": True, "mutual_immune": self.some(self.marks), "petrify": self.some(self.kinds)}
        if not self.king:
            keys["blast"] = {"immune": self.some(self.marks)}
        name = self.chance.choice(list(keys))
        return {name: keys[name]}


def drawn(seed: str) -> str:
    """The text of a variant file."""
    return toml(_Drawing(seed).data())


def document(text: str) -> Document:
    return document_in(catalog.VariantSource("drawn", "drawn.toml", text), catalog.find_shipped)


def compiled_and_plain(described: Document) -> tuple[Variant, Variant]:
    """The game as it is played, and in plain Python. Raises `VariantFileError`."""
    game = build("drawn", described)
    plain = described_game("drawn", "Drawn", "", rules_of(described), strict=False)
    state = plain.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None
    return game, plain


def differences(text: str, seed: str) -> Iterator[str]:
    """What is wrong with a game in random play. Raises `VariantFileError` for a game that is refused."""
    game, plain = compiled_and_plain(document(text))
    game.rules.text("en")
    chance = random.Random(seed)
    state, reference = game.initial_state(), plain.initial_state()
    for _ in range(PLIES):
        legal = state.moves()
        texts = {uci.write(state, move, game): move for move in legal}
        where = game.write_position(state)
        if len(texts) != len(legal):
            yield f"{where}: two moves with one text"
        theirs = {uci.write(reference, move, plain) for move in reference.moves()}
        if set(texts) != theirs:
            yield f"{where}: {sorted(set(texts) ^ theirs)[:8]}"
            return
        if not state.rested if isinstance(state, GeneralState) else True:
            again = game.read_position(where)
            if game.write_position(again) != where or again.moves() != legal:
                yield f"{where}: read again as {game.write_position(again)}"
        for move in chance.sample(legal, min(2, len(legal))):
            yield from _unread(game, state, reference, move)
        if not legal:
            return
        loud = [move for move in legal if state.takes(move) or move.becomes >= 0]
        move = chance.choice(loud if loud and chance.random() < 0.3 else legal)
        state.push_unchecked(move)
        reference.push_unchecked(move)


def _unread(game: Variant, state: State, reference: State, move: Move) -> Iterator[str]:
    """The notations in which a legal move is not read back as itself."""
    for notation in game.writing.notations:
        text = notation.write(state, move, game)
        parsed = notation.read(text, game) or parse_move(text, game)  # `fairy` leaves to SAN what both write alike
        where = f"{game.write_position(state)}: {notation.name} {text}"
        if not isinstance(parsed, ParsedMove):
            yield f"{where} is not read: {parsed}"
        elif state.find(parsed) != move or reference.find(parsed) != move:
            yield f"{where} is read as another move"
        elif state.reasons(parsed, text):
            yield f"{where} is refused: {state.reasons(parsed, text)}"


if __name__ == "__main__":
    count = Counter[str]()
    first = int(sys.argv[2]) if sys.argv[2:] else 1
    for number in range(first, first + int(sys.argv[1])):
        try:
            found = list(differences(drawn(str(number)), str(number)))
        except VariantFileError:
            count["refused"] += 1
            continue
        except Exception as fault:
            found = [repr(fault)]
        count["faulty" if found else "played"] += 1
        for difference in found[:2]:
            print(number, difference[:400], flush=True)  # noqa: T201
    print(dict(count))  # noqa: T201
    sys.exit(count["faulty"] > 0)
