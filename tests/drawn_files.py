"""Variant files drawn at random: every key that says how a game is played, on boards of all shapes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Final

from fairyscore.notation.variants.document import toml

SIZES = ((8, 8), (6, 6), (5, 7), (4, 5), (9, 10), (7, 7), (26, 4), (24, 5), (5, 12), (12, 8), (3, 6))
SHAPES = ("rectangle", "rectangle", "rectangle", "rectangle", "cylinder", "torus", "rings", "hexagon")
RINGS: Final = (9, 8)  # files and ranks of the FENs of boards of rings
USES = ("", "", "", "m", "c")
WHERE = ("", "", "f", "b", "v", "s", "fs", "l", "fr")
GOES = (
    *("W", "F", "D", "N", "A", "C", "K", "R", "B", "Q", "R3", "B2", "NN", "DD", "(3,2)", "(4,1)", "W3"),
    *("pR", "pB", "gQ", "pR3", "gB", "nN", "nA", "nZ", "nD", "nNN", "nnC", "nnN", "[F?R]", "[W-B]", "[F-B]", "hN"),
    *("wR", "wB", "wF3"),
)
STRAIGHT = tuple(way for way in GOES if not set(way) & set("nw[") or way == "nD")
"""Those that go on as they begin."""

RESULTS = ("loses", "wins", "draws")
WAYS = (
    "rifle",
    "swap",
    "own",
    "none",
    "over",
    "withdraw",
    "approach",
    "custodian",
    "coordinate",
    "mimic",
    *("shoot", "leap", "pushpull", "either"),
)
RELATIONS = ("beside", "with", "backed", "attacked", "faced", "protected", "protecting", "mated")
WALLS = ("duck", "arrow", "past", "edge", "static")
Entry = dict[str, Any]
WORDS: Final = frozenset(
    {
        *("title", "language", "inventor", "year", "aim", "description", "history", "strategy", "sample", "page"),
        *("aliases", "uci_variant", "rule", "edition", "since", "reading", "rules", "words", "example", "told", "text"),
        *("repetition", "cell", "names", "river", "palaces", "piece_shape", "red", "blue", "idiom", "rim", "character"),
        *("glyph", "option", "says", "based_on", "remove", "side", "letters", "levels"),
    }
)
"""Keys that say nothing of how a game is played, those that put a file together of others, and boards whose starts have
another form."""


def movement(chance: random.Random, ways: Sequence[str] = GOES) -> str:
    """One way to go, in Betza's notation."""
    goes = chance.choice(ways)
    use, where = chance.choice(USES), chance.choice(WHERE)
    if goes == "hN":
        return f"{use}{chance.choice('fblr')}hN"
    return use + where + goes


def moves(chance: random.Random, ways: Sequence[str] = GOES) -> str:
    found = "".join(movement(chance, ways) for _ in range(chance.choice((1, 1, 2, 3))))
    return found + chance.choice(("", "", "", "ifmnD", "imN", "feF"))


class _Drawing:
    """One game that is being drawn."""

    def __init__(self, seed: str) -> None:
        self.chance = chance = random.Random(seed)
        self.aside = random.Random(f"{seed} aside")  # for later keys; the older ones are drawn as before
        self.shape = chance.choice(SHAPES)
        self.twist = random.Random(f"{seed} twist").choice((0, 0, 0, 1, 2, 3))
        if self.shape == "torus" and self.twist:
            self.shape = "strip"
        self.goes = STRAIGHT if self.shape == "strip" else GOES
        self.voids = chance.randint(1, 3)
        self.files, self.ranks = RINGS if self.shape == "rings" else chance.choice(SIZES)
        letters = list("ABCDEFGHIJLMNOQRSTUVWXYZ")
        chance.shuffle(letters)
        self.kinds = letters[: chance.randint(1, 5)]
        if self.often(0.1):
            self.kinds[0] = self.kinds[0] + letters[-1]
        self.plus = [f"+{letter}" for letter in self.kinds if len(letter) == 1 and self.often(0.3)]
        self.pawn = "P" if self.often(0.7) else ""
        self.king = "K" if self.often(0.8) else ""
        self.marks = [*self.kinds, *self.plus, *filter(None, (self.pawn, self.king))]
        self.hand = self.often(0.35)
        self.waits = not self.hand and self.often(0.1)  # captured pieces come back by promotion
        self.castles = self.king and self.files > 6 and self.shape != "rings" and self.often(0.3)
        self.arrows = self.shape in ("rectangle", "cylinder", "torus") and self.often(0.08)
        self.special = self.often(0.25)  # rules of captures, conditions, effects and turns
        self.compiled = self.special and self.often(0.4)  # only such as the core plays too
        self.ways = ("rifle", "own", "none") if self.compiled else WAYS
        self.gating = self.often(0.05) and self.shape != "rings"
        self.spare, self.gone = letters[-2], letters[-3]  # stands for nothing; what becomes it leaves the board

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def keys(self, *drawn: tuple[str, float, Callable[[], Any]]) -> Entry:
        """Keys, each with its share of all games and what gives its value."""
        return {key: value() for key, share, value in drawn if self.often(share)}

    def one(self, *values: Any) -> Callable[[], Any]:
        return lambda: self.chance.choice(values)

    def number(self, least: int, most: int) -> Callable[[], int]:
        return lambda: self.chance.randint(least, most)

    def some(self, of: list[str] | None = None) -> str:
        marks = of or self.marks
        return " ".join(self.chance.sample(marks, self.chance.randint(1, min(3, len(marks)))))

    def some_by_side(self) -> Any:
        return {"white": self.some(), "black": self.some()} if self.often(0.3) else self.some()

    # -- cells ------

    def cells(self) -> str:
        """Some cells: ranks, files, blocks or one by one."""
        return " ".join(self._cells() for _ in range(self.chance.randint(1, 3)))

    def _cells(self) -> str:
        rank, file = self.chance.randint(1, self.ranks), self.chance.choice(ascii_lowercase[: self.files])
        known = ["zone"] if self.named else []
        one = f"{file}{rank}" if self.shape != "rings" else f"*{rank}"  # some are voids
        return self.chance.choice([f"*{rank}", f"{file}*", f"a1-{file}{rank}", one, *known])

    named = False

    def region(self) -> Any:
        return {"white": self.cells(), "black": self.cells()} if self.often(0.5) else self.cells()

    def extra(self) -> Entry:
        """Moves that a piece has besides, everywhere or from region to region."""
        places = {"from": self.region(), "to": self.region()} if self.often(0.7) else {}
        unmoved = {"unmoved": True} if not self.gating and self.often(0.2) else {}
        if self.shape == "rectangle" and self.often(0.2):
            return {**places, **unmoved, "moves": self.chance.choice(("mD", "mAmD", "mN", "fmC")), "safe": True}
        return {**places, **unmoved, "moves": movement(self.chance, self.goes)}

    def last(self) -> Any:
        return {"white": f"*{self.ranks}", "black": "*1"}

    # -- the start ------

    def start(self, holes: list[tuple[int, int]]) -> str:
        """holes: file and rank of each, from 0."""
        row = [self.chance.choice([*self.kinds, "1"]) for _ in range(self.files)]
        if self.king:
            row[self.files // 2] = self.king
        if self.castles:
            row[0] = row[-1] = self.kinds[-1]
        second = [self.pawn or self.chance.choice([*self.kinds, "1"]) if self.often(0.8) else "1" for _ in row]
        pairs = [row, second] if self.ranks > 4 else [row]
        empty = [["1"] * self.files for _ in range(self.ranks - 2 * len(pairs))]
        grid = [*[[mark.lower() for mark in one] for one in pairs], *empty, *[one[:] for one in reversed(pairs)]]
        for file, rank in holes:
            grid[self.ranks - 1 - rank][file] = "*"
        rows = [re.sub("1+", lambda gap: str(len(gap[0])), "".join(map(_written, row))) for row in grid]
        held = "".join(_written(self.chance.choice(self.kinds)) for _ in range(2)) if self.often(0.5) else ""
        hand = f"[{held}{held.lower()}]" if self.hand or self.gating else ""
        rights = "KQkq" if self.castles else "-"
        if self.gating:
            files = ascii_lowercase[: self.files]
            rights = f"{files.upper()}{files}"
        return f"{'/'.join(rows)}{hand} w {rights} - 0 1"

    def holes(self) -> list[tuple[int, int]]:
        """Cells that are not there; of rings the voids that their size brings."""
        if self.shape == "rings":
            last = self.ranks - 1
            return [(self.files - 1, rank) for rank in range(self.ranks) if min(rank, last - rank) < self.voids]
        if self.ranks < 6 or not self.often(0.15):
            return []
        middle = range(2, self.ranks - 2)
        spots = [(file, rank) for file in range(self.files) for rank in middle]
        return self.chance.sample(spots, min(len(spots), self.chance.randint(1, 4)))

    # -- pieces ------

    def piece(self, mark: str) -> Entry:
        piece: Entry = {"letter": mark, "name": f"kind {mark}", "moves": moves(self.chance, self.goes)}
        if mark.startswith("+") and self.often(0.5):
            piece |= {"letter": mark[1:], "mark": mark}
        if mark == self.king:
            ways = self.chance.choice(("K", "K", "W", "F", "KN"))
            return {**piece, "name": "king", "moves": ways, "royal": True, **self.keys(("stays", 0.08, self.home))}
        if mark == self.pawn:
            text = self.chance.choice(("fmWfceFifmnD", "fmWfcF", "fW", "mfFcfWimfnA"))
            return {**piece, "name": "pawn", "moves": text, "pawn": True, **self.keys(("passed", 0.1, self.region))}
        others = [other for other in self.marks if other not in (mark, self.king)]
        piece |= self.keys(
            ("stays", 0.08, self.region),
            ("not_takes", 0.08, self.some),
            ("not_over", 0.05, self.some),
            ("first", 0.1, self.region),
            ("extra", 0.08, lambda: [self.extra()]),
            ("moves_in", 0.4 if self.named else 0, lambda: {"zone": moves(self.chance, self.goes)}),
            ("arrows", 0.5 if self.arrows else 0, self.one(True)),
            ("pawn", 0.05, self.one(True)),
            ("en_passant", 0.05, self.one(True, False)),
            ("passed", 0.05, self.region),
            ("also", 0.05, lambda: [self.spare]),
            ("captures", 0.5 if self.special else 0, self.one("displace", *self.ways)),
            ("takes_own", 0.2 if self.special else 0, self.some),
            ("anti", 0.1 if self.special else 0, self.one(True)),
            ("touches", 0.2 if self.special and not self.compiled else 0, self.some),
            ("trades", 0.2 if self.special and not self.compiled else 0, self.one(self.gone)),
        )
        if self.special and self.aside.random() < 0.1:
            piece["switches"] = self.aside.choice(self.marks)
        if others:
            piece |= self.keys(
                ("counts_as", 0.05, lambda: self.chance.choice(others)),
                ("hand_as", 0.2 if self.hand else 0, lambda: self.chance.choice(others)),
            )
        return piece

    def home(self) -> Entry:
        half = (self.ranks + 1) // 2
        last = ascii_lowercase[self.files - 1]
        return {"white": f"a1-{last}{half}", "black": f"a{self.ranks + 1 - half}-{last}{self.ranks}"}

    def promotions(self) -> Iterator[Entry]:
        into = [*self.kinds, *self.plus]
        for mark in filter(None, [self.pawn, *self.kinds]):
            targets = [other for other in into if other != mark]
            if targets and self.often(0.8 if mark == self.pawn else 0.3):
                to = self.some(targets)
                on = self.region() if self.often(0.3) else self.last()
                yield {"piece": mark, "to": to, "on": on, **self.how_promoted(to.split())}
                plain = self.chance.choice(targets)
                if self.often(0.1) and "+" in plain:
                    yield {"piece": plain, "to": mark, "on": "*", "demotion": True}

    def how_promoted(self, to: list[str]) -> Entry:
        return self.keys(
            ("must", 0.2, self.one(False)),
            ("touch", 0.12, self.one(True)),
            ("capture_only", 0.12, self.one(True)),
            ("implied", 0.12, self.one(True)),
            ("silent", 0.12, self.one(True)),
            ("in_place", 0.05, self.one(True)),
            ("from", 0.08, self.region),
            ("enemy", 0.1 if self.special else 0, self.one(True)),
            ("limit", 0.08, lambda: {self.chance.choice(to): self.chance.randint(1, 3)}),
            ("captured", 0.5 if self.waits else 0, self.one(True)),
        )

    # -- tables ------

    def data(self) -> Entry:
        holes = self.holes()
        board: Entry = {"files": self.files, "ranks": self.ranks, "shape": self.shape}
        if self.shape == "rings":
            board = {"shape": "rings", "voids": self.voids}
        elif holes and self.often(0.5):
            board["holes"] = " ".join(f"{ascii_lowercase[file]}{rank + 1}" for file, rank in holes)
        if self.shape == "strip" and self.twist > 1:
            board["twist"] = self.twist
        if self.shape == "hexagon" and self.often(0.5):
            board["straight"] = self.chance.choice(("files", "ranks"))
        if self.arrows:
            board["arrows"] = {
                way: self.cells() for way in self.chance.sample(("n", "ne", "e", "se", "s", "sw", "w", "nw"), 3)
            }
        data: Entry = {"title": "Drawn", "board": board, "first": {"white": "*2", "black": f"*{self.ranks - 1}"}}
        if self.often(0.25):
            data["region"] = {"zone": self.region()}
            self.named = True
        data |= {"piece": [self.piece(mark) for mark in self.marks], "promotion": list(self.promotions())}
        if self.special:
            data["piece"].append({"letter": self.gone, "name": "nothing", "moves": "", "gone": True})
        data |= {"start": self.start(holes), "end": self.ends()}
        if self.waits:
            data["pool"] = self.some(self.kinds)
        if self.castles:
            data["castling"] = self.castling_moves() if self.often(0.3) else self.castling()
        if self.gating:
            data["gating"] = self.chance.choice(("seirawan", "cambodian"))
        if self.hand or self.gating:
            data["hand"] = self.in_hand() if self.hand else {"drops": False}
        if self.compiled and self.aside.random() < 0.5:
            data["turn"] = self.series()
        return self.doubling(
            self.leaving(data)
            | self.keys(
                ("capture", 0.2, self.captures),
                ("check", 0.08, self.checks),
                (
                    "wall",
                    0 if self.compiled or data.get("gating") == "seirawan" else 0.12,
                    lambda: {"rule": self.chance.choice(WALLS), **self.walls()},
                ),
                ("pass", 0.08, self.passes),
                ("condition", 0.1 if self.king else 0, lambda: [self.of_kings()]),
                ("stuck", 0.1, self.one(False)),
                ("bikjang", 0.05, self.one(True)),
                ("course", 0.15, self.course),
                ("condition", 0.4 if self.special else 0, lambda: [self.condition()]),
                ("effect", 0.4 if self.special else 0.15, self.effects),
                ("turn", 0.6 if self.special and not self.compiled else 0, self.turns),
            )
        )

    def of_kings(self) -> Entry:
        """A condition that the core plays: kings that may not be faced, or pieces that have to take what attacks them."""
        if self.often(0.5):
            return {"piece": self.one("K", self.some())(), "while": "attacked", "then": "takes", **self.by()}
        return {"piece": "K", "while": "faced", "then": "avoided", **self.by(), **self.lines()}

    def by(self) -> Entry:
        return self.keys(("by", 0.5, self.one("*", self.some())))

    def lines(self) -> Entry:
        ways = ("vertical", "horizontal", "diagonal")
        return self.keys(("ways", 0.4, lambda: " ".join(self.chance.sample(ways, self.chance.randint(1, 2)))))

    def condition(self) -> Entry:
        then = self.chance.choice(("frozen", "frozen", "moves", "avoided", "safe"))
        relation = self.chance.choice(RELATIONS)
        if self.compiled:
            then, relation = then if then in ("avoided", "moves") else "frozen", "attacked"
            relation = self.aside.choice(("protected", "protecting", relation)) if then == "moves" else relation
        found = {"piece": self.some(), "while": relation, "then": then, **self.by()}
        found |= self.lines() if relation == "faced" else {}
        if then == "frozen" and not self.compiled:
            found |= self.keys(("leaves", 0.4, self.one(self.gone)))
        if then == "moves":
            found |= self.keys(("like", 0.5, self.some), ("to", 0.3, self.region), ("steps", 0.6, self.number(1, 3)))
            found |= {"instead": True} if not self.compiled and self.aside.random() < 0.4 else {}
        return found

    def effects(self) -> list[Entry]:
        """Rows of any kind; often such as make an explosion, where no king would be in it."""
        if self.king or self.often(0.4):
            return [self.effect() for _ in range(self.chance.choice((1, 1, 2)))]
        around = self.chance.choice(("gone", "gone", "wall"))
        rows: list[Entry] = [
            {"when": "capture", "becomes": "gone"},
            {"when": "capture", "becomes": around, "on": "around"},
        ]
        return [row | self.keys(("spares", 0.5, self.some)) for row in rows]

    def effect(self) -> Entry:
        drawn = ("pulled", "pushed") if self.special and not self.compiled else ()
        becomes = self.chance.choice(("gone", "wall", "taken", "joined", "owner", "hole", *drawn))
        becomes = "owner" if becomes == "hole" and self.compiled else becomes
        when = self.one("capture") if becomes in ("taken", "joined") else self.one("move", "capture", "capture")
        on = self.chance.choice(("mover", "mover", "around", "attacked" if self.special else "mover"))
        if becomes == "gone" and self.special and not self.compiled and self.often(0.2):
            on = "mated"
        if becomes in ("pulled", "pushed"):
            on = "faced"
        if becomes == "hole":
            return {"when": when(), "becomes": becomes, "on": "left"}
        found: Entry = {"when": when(), "becomes": becomes, "on": on}
        if becomes == "joined":
            pair = self.chance.sample(self.kinds, 2) if len(self.kinds) > 1 else [self.kinds[0]] * 2
            found["joins"] = {" ".join(pair): self.chance.choice(self.marks)}
        return found | self.keys(
            ("piece", 0.7, self.some),
            ("spares", 0.3, self.some),
            ("whose", 0.5 if on == "faced" else 0, self.one("enemy", "own")),
            ("taken", 0.3, self.some),
            ("own_kind", 0.1, self.one(True)),
            ("region", 0.2, self.region),
        )

    def leaving(self, data: Entry) -> Entry:
        """The game, in some cases with a piece that may leave the board instead of a move."""
        chance = random.Random(f"{data['start']} leaving")
        if not self.special or self.compiled or chance.random() < 0.5:
            return data
        leaver = chance.choice([piece for piece in data["piece"] if not piece.get("royal") and not piece.get("gone")])
        leaver["leaves"] = {"as": self.gone}
        if chance.random() < 0.5:
            leaver["leaves"]["to"] = chance.choice(("*", "*1", {"white": "*2"}))
        if data.get("hand") and chance.random() < 0.5:
            leaver["leaves"] |= {"needs": chance.choice(self.kinds), "either": True}
        row = {"when": "leave", "on": chance.choice(("mover", "around")), "becomes": chance.choice(("gone", "owner"))}
        kept = {"piece": leaver.get("mark", leaver["letter"]), "while": "attacked", "by": "*", "then": "kept"}
        return data | {"effect": [row]} | ({"condition": [kept]} if chance.random() < 0.3 else {})

    def doubling(self, data: Entry) -> Entry:
        """The game, in some cases with a piece that goes twice in one move, and others that are not exchanged."""
        chance = random.Random(f"{data['start']} twice")
        if not self.special or self.compiled or chance.random() < 0.75:
            return data
        left = {
            key: value for key, value in data.items() if key not in ("wall", "condition", "effect", "turn", "bikjang")
        }
        if "gating" in left or (self.king and chance.random() < 0.5):
            return data
        turned = {row["piece"] for row in data["promotion"]}
        plain = [
            piece
            for piece in data["piece"]
            if piece.get("mark", piece["letter"]) not in turned | {self.pawn, self.gone}
        ]
        goer = chance.choice(plain) if plain else None
        if goer is not None:
            for key in ("captures", "leaves"):
                goer.pop(key, None)
            goer["twice"] = chance.choice(("K", "W", "fW", ["flF", "frF"]))
            kept: Entry = {"pieces": chance.choice(self.marks)}
            kept |= {"light": chance.choice(self.marks)} if chance.random() < 0.5 else {"strict": True}
            left["capture"] = {"exchange": kept}
        return left

    def turns(self) -> Entry:
        found = self.keys(
            ("first", 0.5, self.number(1, 3)),
            ("moves", 0.6, self.number(1, 3)),
            ("rising", 0.4, self.one(True)),
            ("makes", 0.2, self.one(True)),
            ("completes", 0.2, self.one(False)),
            ("then", 0.2, self.some),
            ("plain", 0.2, self.one(True)),
            ("check", 0.4, self.one("ends", "last", "free")),
        )
        if not self.king and self.aside.random() < 0.5:  # a king that is captured on the way would change sides
            found["released"] = True
        return found

    def series(self) -> Entry:
        """Turns of several moves that the core plays too."""
        found = {"first": self.aside.randint(1, 3), "check": self.aside.choice(("ends", "last", "free"))}
        return found | self.aside.choice(({"rising": True}, {"moves": self.aside.randint(1, 3)}, {"moves": 2}))

    def castling(self) -> Entry:
        files = ascii_lowercase[: self.files]
        outer = {"kingside": files[-1], "queenside": files[0]}
        king_to = {"kingside": self.chance.choice(files[-3:-1]), "queenside": self.chance.choice(files[1:4])}
        return {"king": "K", "rooks": self.kinds[-1], "king_to": king_to} | self.keys(
            ("king_from", 0.2, lambda: files[self.files // 2]),
            ("rook_from", 0.3, lambda: outer),
            ("rank", 0.2, self.one(1)),
            ("chess960", 0.15, self.one(True)),
            ("opposite", 0.15, self.one(True)),
            ("dropped", 0.3 if self.hand else 0, self.one(True)),
            ("wins", 0.1, self.one("KQkq", "Kk")),
        )

    def castling_moves(self) -> list[Entry]:
        files, found = ascii_lowercase[: self.files], []
        king = files[self.files // 2]
        for side, (king_to, rook, rook_to) in enumerate(((files[-2], files[-1], files[-3]), (files[1], "a", files[2]))):
            for letter, rank in (("KQ"[side], 1), ("kq"[side], self.ranks)):
                between = " ".join(f"{file}{rank}" for file in files[1:-1] if file != king)
                castling: Entry = {"letter": letter, "side": side, "partner": self.kinds[-1]}
                castling |= {"king": f"{king}{rank}-{king_to}{rank}", "rook": f"{rook}{rank}-{rook_to}{rank}"}
                found.append(castling | self.keys(("safe", 0.1, self.cells), ("empty", 0.1, lambda: between)))  # noqa: B023
        return found

    def in_hand(self) -> Entry:
        hand = {"takes": self.some() if self.often(0.2) else self.often(0.7)}
        return hand | self.keys(
            ("loop", 0.2, self.one(True)),
            ("takes_own", 0.2 if self.special else 0, self.some),
            ("promoted_mark", 0.2, self.one("~")),
            ("drops", 0.05, self.one(False)),
            ("region", 0.15, self.region),
            ("drop", 0.15, lambda: {self.chance.choice(self.kinds): self.region()}),
            ("no_double", 0.1, lambda: self.some(self.kinds)),
            ("no_double_count", 0.15, self.number(1, 2)),
            ("no_drop_mate", 0.1, lambda: self.some(self.kinds)),
            ("no_drop_check", 0.1, self.one(True)),
            ("must_drop", 0.1, lambda: self.some(self.kinds) if self.often(0.5) else True),
            ("promoted", 0.1, self.one(True)),
            ("opposite_bishops", 0.08, lambda: self.some(self.kinds)),
        )

    def ends(self) -> Entry:
        needed = 1 if not self.king else 0.1
        return self.keys(
            ("stalemate", 1, self.one(*RESULTS, "counts")),
            ("mate", 0.1, self.one(*RESULTS)),
            ("extinct", needed, self.extinct),
            ("goal", 0.15, lambda: [self.goal() for _ in range(self.chance.randint(1, 2))]),
            ("line", 0.1, self.line),
            ("checks", 0.1 if self.king else 0, self.number(1, 3)),
            ("counts", 0.04, self.one(True)),
            ("points", 0.08, lambda: {mark: self.chance.randint(1, 9) for mark in self.kinds}),
            ("black_points", 0.05, self.number(0, 5)),
            ("moves", 0.03, self.one("After fifty moves of each side the game may be drawn.")),
        )

    def extinct(self) -> Any:
        found = [self._extinct() for _ in range(self.chance.choice((1, 1, 2)))]
        return found if len(found) > 1 or self.often(0.2) else found[0]

    def _extinct(self) -> Entry:
        return {"pieces": self.some()} | self.keys(
            ("at", 0.15, self.number(0, 2)),
            ("result", 0.3, self.one(*RESULTS)),
            ("together", 0.2, self.one(True, False)),
            ("opponent_at_least", 0.1, self.number(1, 3)),
            ("pseudo_royal", 0.3, self.one(True)),
            ("duple", 0.1, self.one(True)),
            ("claim", 0.1, self.one(True)),
        )

    def goal(self) -> Entry:
        return {"region": self.region()} | self.keys(
            ("piece", 0.8, self.some_by_side),
            ("count", 0.15, self.number(1, 3)),
            ("blocked_counts", 0.15, self.one(True)),
            ("safe", 0.15, self.one(True)),
            ("reply", 0.15, self.one(True)),
            ("result", 0.15, self.one(*RESULTS)),
        )

    def line(self) -> Entry:
        return {"length": self.chance.randint(3, 6), **self.lines()} | self.keys(
            ("pieces", 0.4, self.some),
            ("result", 0.3, self.one(*RESULTS)),
        )

    def captures(self) -> Entry:
        further = 0.2 if self.special and not self.compiled else 0
        return self.keys(
            ("how", 0.3 if self.special else 0, self.one("displace", *self.ways)),
            ("must", 0.3, self.one(True)),
            ("undo", further, self.one(False)),
            ("edge", further, self.cells),
            ("single", further, self.region),
            ("mutual_immune", 0.3, self.some),
        )

    def checks(self) -> Entry:
        return self.keys(
            ("allowed", 0.4, self.one(False)),
            ("mating", 0.2, self.one(True)),
            ("shatar", 0.1, self.one(True)),
        )

    def walls(self) -> Entry:
        flat = self.shape in ("rectangle", "cylinder", "torus") and not self.gating
        return self.keys(
            ("region", 0.3, self.region),
            ("or_move", 0.2, self.one(True)),
            ("through", 0.3 if flat else 0, self.one(True)),
        )

    def passes(self) -> Any:
        when = self.one("never", "always", "stalemate")
        return {"white": when(), "black": when()} if self.often(0.3) else when()

    def course(self) -> Entry:
        return self.keys(
            ("claim_repetition", 0.3, self.number(0, 4)),
            ("end_repetition", 0.3, self.number(0, 5)),
            ("lost_repetition", 0.2, self.number(0, 4)),
            ("perpetual_check", 0.3, self.number(0, 4)),
            ("claim_moves", 0.3, self.number(0, 12)),
            ("end_moves", 0.3, self.number(0, 12)),
            ("longest", 0.2, self.number(0, 12)),
            ("counting", 0.2, self.counting),
            ("chase", 0.2, self.chase),
            ("impasse", 0.2, self.impasse),
            ("ruled", 0.2, self.one(True)),
        )

    def counting(self) -> Entry:
        return self.keys(
            ("board", 0.5, self.number(0, 20)),
            ("few", 0.3, self.number(0, 9)),
            ("bare", 0.5, lambda: {self.some(self.kinds): self.chance.randint(1, 20)}),
            ("rest", 0.5, self.number(0, 20)),
            ("from_pieces", 0.6, self.one(True)),
            ("beyond", 0.3, self.number(0, 2)),
            ("shorter", 0.3, self.one(True)),
        )

    def chase(self) -> Entry:
        return {"by": self.some(), "of": self.some()} | self.keys(
            ("crossed", 0.3, lambda: {self.chance.choice(self.kinds): self.region()}),
            ("worth_more", 0.3, lambda: {self.chance.choice(self.kinds): self.some()}),
        )

    def impasse(self) -> Entry:
        return {"zone": self.region()} | self.keys(
            ("pieces", 0.5, self.number(0, 9)),
            ("five", 0.5, self.some),
            ("first", 0.5, self.number(1, 20)),
            ("second", 0.5, self.number(1, 20)),
            ("draw", 0.5, self.number(1, 20)),
        )


def _written(mark: str) -> str:
    """A piece in a FEN."""
    return f"{{{mark}}}" if len(mark) > 1 and mark.isalpha() else mark


def drawn(seed: str) -> str:
    """The text of a variant file."""
    return toml(_Drawing(seed).data())
