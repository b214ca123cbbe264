"""From a document to the typed rules that the general engine plays; what cannot be understood is a mistake with its place.

A file is understood completely or not at all. What a key says becomes the field of the definition that
`variant_keys.ini` gives for it; only what depends on other keys is read by itself.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from fairyscore.notation.boards import (
    ALPHABET,
    HEADINGS,
    SHIFTS,
    HeadedBoard,
    apart,
    cube,
    hexagon,
    rectangle,
    rings,
    slanted,
)
from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general import definition, rows
from fairyscore.notation.rules.general.definition import ANYWHERE, NOWHERE, Cells, GameRules, Mobility, Movement
from fairyscore.notation.rules.variant import Idiom
from fairyscore.notation.text import shown
from fairyscore.notation.variants.betza import BetzaError, parse_betza
from fairyscore.notation.variants.document import Document
from fairyscore.notation.variants.file_schema import (
    BLOCK,
    CELLS,
    MARK,
    PIECES,
    VARIANT,
    Fault,
    Kind,
    Path,
    by_side,
    mark_of,
    table,
)
from fairyscore.notation.variants.idioms import idiom_of
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.soundness import unsound

T = TypeVar("T")

MOST_CELLS = 256  # boards are no larger
LONGEST_NAME = 16  # characters of the name of a cell: it stands in the cell
SIDES = ("white", "black")
CELL = re.compile(r"([A-Z*]?)([a-z*])(\d+|\*)|\*")
OF_SHAPE = {
    "voids": "rings",
    "side": "hexagon",
    "straight": "hexagon",
    "letters": "hexagon",
    "levels": "levels boards",
    "twist": "strip",
}
"""The shape of board that a key of its table is about."""
WAYS = {"vertical": (0,), "horizontal": (2,), "diagonal": (1, 3)}


def rules_of(document: Document) -> GameRules:
    """The rules in a document. Raises `VariantFileError` with every mistake found."""
    reader = _DocumentReader(document.data)
    rules = reader.rules()
    faults = reader.faults
    if not faults and rules is not None:
        faults = list(dict.fromkeys(unsound(document.data, rules)))  # one of both sides is told once
    if faults or rules is None:
        raise VariantFileError(document.mistake(*fault) for fault in faults)
    return rules


class _DocumentReader:
    """Reads one document; mistakes are kept in `faults`, and what is wrong counts as absent."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.faults: list[Fault] = []
        self.regions: dict[str, Cells] = {}
        self.marks: dict[str, int] = {}
        self.board = rectangle(1, 1)
        placement = data.get("start", "").partition(" ")[0].partition("[")[0]
        self.rows = [list(_row(row)) for row in placement.split("/")] if placement else []

    def rules(self) -> GameRules | None:
        """The rules; None where there is no board to speak of."""
        data = self.data
        board = self._board()
        if board is None:
            return None
        self.board = board
        for name, value in data.get("region", {}).items():
            self.regions[name] = self._cells(value, ("region", name))
        self._marks()
        castling, capture, end = data.get("castling", {}), data.get("capture", {}), data.get("end", {})
        files = castling if isinstance(castling, dict) else {}
        special = {
            "board": board,
            "pieces": tuple(self._piece(piece, ("piece", n)) for n, piece in enumerate(data.get("piece", ()))),
            "promotions": tuple(self._promotion(p, ("promotion", n)) for n, p in enumerate(data.get("promotion", ()))),
            "castlings": tuple(self._castlings(castling)),
            "hand": self._hand(data["hand"], files.get("dropped", False)) if "hand" in data else None,
            "ends": self._ends(end, files),
            "course": self._course(data.get("course", {})),
            "walls": self._row(definition.Walls, "wall", data["wall"], ("wall",)) if "wall" in data else None,
            "conditions": tuple(
                self._condition(entry, ("condition", n)) for n, entry in enumerate(data.get("condition", ()))
            ),
            "effects": tuple(self._effect(entry, ("effect", n)) for n, entry in enumerate(data.get("effect", ()))),
            "exchange": (
                self._row(rows.Exchange, "exchange", capture["exchange"], ("capture", "exchange"))
                if "exchange" in capture
                else None
            ),
            "turns": self._row(rows.Turns, "turn", data["turn"], ("turn",)) if "turn" in data else None,
            "unjudged": (*data.get("told", ()), *(end[key] for key in ("repetition", "moves") if key in end)),
            "cell": data["board"].get("cell", "square"),
            "sides": _sides(idiom_of(data)),
            "regions": self.regions,
            "arrows": self._arrows(),
        }
        fields = self._fields(GameRules, VARIANT, data, (), special)
        for name, entry in (("check", data.get("check", {})), ("capture", capture), ("castling", files)):
            fields |= self._fields(GameRules, table(name), entry, (name,), special)
        return GameRules(**{"start": "", **fields, **special})

    def fault(self, path: Path, message: str) -> None:
        """Keeps a mistake, once."""
        if (path, message) not in self.faults:
            self.faults.append((path, message))

    def _row(self, what: type[T], section: str, entry: Mapping[str, Any], path: Path, **other: Any) -> T:
        """A part of the rules: what the keys of a table say, and other fields."""
        return what(**self._fields(what, table(section), entry, path, other), **other)

    def _fields(
        self, what: Any, keys: Kind, entry: Mapping[str, Any], path: Path, other: Mapping[str, Any] = {}
    ) -> dict[str, Any]:
        """The fields of a part of the rules, a class, that keys fill by themselves. other: fields that are known."""
        found = {}
        for key, value in entry.items():
            known = keys.keys[key]
            if known.field in what._fields and known.field not in other:
                usual = what._field_defaults.get(known.field, NOWHERE)
                found[known.field] = self._value(known.kind, value, (*path, key), usual)
        return found

    def _value(self, kind: Kind, value: Any, path: Path, usual: Any = NOWHERE, seat: int = 0) -> Any:
        """The meaning of a value. usual: of a value by side, that of a side that is not named."""
        if kind is CELLS:
            return self._mask(value, path, seat)
        if kind is PIECES:
            return frozenset(self._list(value, path))
        if kind is MARK:
            return value if self._is_mark(value, path) else ""
        if kind.type is list:
            return tuple(value)
        if kind.type is dict:  # by marks
            return {mark: item for mark, item in value.items() if self._is_mark(mark, (*path, mark))}
        if kind.kinds:
            if not isinstance(value, dict):
                return tuple(self._value(kind.kinds[0], value, path, seat=seat) for seat in range(2))
            return tuple(
                self._value(kind.kinds[0], value[side], (*path, side), seat=seat) if side in value else usual[seat]
                for seat, side in enumerate(SIDES)
            )
        return value

    def _cells(self, value: Any, path: Path) -> Cells:
        """A region by side."""
        return cast(Cells, self._value(by_side(CELLS), value, path))

    def _board(self) -> HeadedBoard | None:
        """The board with the names of its cells."""
        board = self._bare_board()
        names = self.data.get("board", {}).get("names", {})
        if board is None or not names:
            return board
        for cell, name in names.items():
            if cell not in board.index:
                self.fault(("board", "names", cell), f"the board has no cell {shown(cell)}")
            elif not 0 < len(name.strip()) <= LONGEST_NAME:
                self.fault(
                    ("board", "names", cell), f"a name has 1 to {LONGEST_NAME} characters; this one has {len(name)}"
                )
        known = {cell: name.strip() for cell, name in names.items() if cell in board.index}
        return board.with_names(known)

    def _bare_board(self) -> HeadedBoard | None:
        entry = self.data.get("board")
        if entry is None:
            self.fault((), "the file has no [board], with its files and ranks")
            return None
        shape = entry.get("shape", "rectangle")
        for key in sorted(entry.keys() & OF_SHAPE.keys()):
            if shape not in OF_SHAPE[key].split():
                shapes = " or ".join(OF_SHAPE[key].split())
                self.fault(("board", key), f"{key} is for boards of the shape {shapes}; this one is a {shape}")
        if shape == "rings":
            for key in entry.keys() & {"files", "ranks", "holes"}:
                self.fault(("board", key), f"boards of rings have no {key}; their sizes are voids = 1, 2 or 3")
            return rings(entry.get("voids", 1))
        if shape == "hexagon" and "side" in entry:
            return self._hexagon(entry)
        if "files" not in entry or "ranks" not in entry:
            sizes = "side, or its files and ranks" if shape == "hexagon" else "files and ranks"
            self.fault(("board",), f"the board must say its {sizes}")
            return None
        files, ranks = entry["files"], entry["ranks"]
        if files * ranks > MOST_CELLS:
            self.fault(("board",), f"a board of {files} x {ranks} has {files * ranks} cells; {MOST_CELLS} are the most")
            return None
        rows = self.rows
        if not rows:
            self.fault((), "the file has no start, a FEN of the first position")
        if shape in ("hexagon", "levels", "boards"):
            return self._fitting(self._slanted(entry) if shape == "hexagon" else self._cube(entry))
        if not rows:
            pass
        elif len(rows) != ranks:
            self.fault(("start",), f"the start has {len(rows)} ranks; the board has {ranks}")
        gaps: set[str] = set()
        for rank, row in zip(range(ranks, 0, -1), rows, strict=False):
            if len(rows) == ranks and len(row) != files:
                self.fault(("start",), f"rank {rank} of the start has {len(row)} cells; the board has {files} files")
            gaps |= {f"{file}{rank}" for file, cell in zip(ALPHABET[:files], row, strict=False) if cell == "*"}
        holes = set(self._names(entry.get("holes", "-"), rectangle(files, ranks).cells, ("board", "holes")))
        effects = self.data.get("effect", ())
        if "wall" not in self.data and all(effect["becomes"] != "wall" for effect in effects):
            holes |= gaps
        return rectangle(files, ranks, shape, frozenset(holes), entry.get("twist", 0))

    def _hexagon(self, entry: Mapping[str, Any]) -> HeadedBoard | None:
        for key in sorted(entry.keys() & {"files", "ranks", "holes"}):
            self.fault(("board", key), f"a hexagon with a side has no {key} beside it")
        side, letters = entry["side"], entry.get("letters", ALPHABET)
        if len(letters) < 2 * side - 1 or not re.fullmatch("[a-z]+", letters) or len(set(letters)) < len(letters):
            why = f"a hexagon of side {side} has {2 * side - 1} files; its letters are as many different small ones"
            self.fault(("board", "letters"), why)
            return None
        if not self.rows:
            self.fault((), "the file has no start, a FEN of the first position")
        return self._fitting(hexagon(side, straight=entry.get("straight", "files"), letters=letters))

    def _slanted(self, entry: Mapping[str, Any]) -> HeadedBoard:
        files, ranks = entry["files"], entry["ranks"]
        holes = self._names(entry.get("holes", "-"), slanted(files, ranks).cells, ("board", "holes"))
        return slanted(files, ranks, straight=entry.get("straight", "files"), holes=frozenset(holes))

    def _cube(self, entry: Mapping[str, Any]) -> HeadedBoard | None:
        files, ranks, height = entry["files"], entry["ranks"], entry.get("levels", 1)
        if "levels" not in entry:
            shape = entry.get("shape")
            self.fault(("board",), f"a board of the shape {shape} must say how many there are: levels = 2")
        if files * ranks * height > MOST_CELLS:
            why = f"{height} boards of {files} x {ranks} have {files * ranks * height} cells; {MOST_CELLS} are the most"
            self.fault(("board",), why)
            return None
        if "holes" in entry:
            self.fault(("board", "holes"), "boards above each other have no holes")
        return (cube if entry.get("shape") == "levels" else apart)(files, ranks, height)

    def _fitting(self, board: HeadedBoard | None) -> HeadedBoard | None:
        """A board of which the start names each row; what does not fit is a fault."""
        if board is not None and self.rows:
            if len(self.rows) != len(board.rows):
                why = f"the start has {len(self.rows)} rows; the board has {len(board.rows)}"
                self.fault(("start",), why)
            for number, (row, cells) in enumerate(zip(self.rows, board.rows, strict=False), 1):
                if len(row) != len(cells):
                    why = f"row {number} of the start has {len(row)} cells; the board has {len(cells)} there"
                    self.fault(("start",), why)
        return board

    def _mask(self, text: str, path: Path, seat: int) -> int:
        mask = 0
        words = []
        for word in text.split():
            name = word.removeprefix("@")
            if name in self.regions:
                mask |= self.regions[name][seat]
            else:
                words.append(word)
        return mask | self.board.mask(self._names(" ".join(words), self.board.cells, path))

    def _names(self, text: str, cells: tuple[str, ...], path: Path) -> Iterator[str]:
        """The cells that words name: one by one, blocks, ranks and files."""
        for word in text.split():
            block, one = BLOCK.fullmatch(word), CELL.fullmatch(word)
            found: list[str] = []
            if block:
                (f, g), (r, s) = sorted((block[1], block[3])), sorted((int(block[2]), int(block[4])))
                found = [cell for cell in cells if f <= _place(cell)[0] <= g and r <= _place(cell)[1] <= s]
            elif one:
                found = [cell for cell in cells if _named(cell, one)]
            if not found and word != "-":
                known = f"; the regions are {', '.join(self.regions)}" if self.regions else ""
                how = "cells are written e4, blocks a1-c3, ranks *8, files d*"
                self.fault(path, f"'{word}' names no cell of this board; {how}{known}")
            yield from found

    def _marks(self) -> None:
        for number, piece in enumerate(self.data.get("piece", ())):
            letter, mark = piece.get("letter", ""), mark_of(piece)
            if not re.fullmatch(r"[A-Z][a-z]?|[A-Z]{2}|\+?[A-Z]'?", letter):
                self.fault(("piece", number, "letter"), f"the letter of a piece is a capital, or two; not '{letter}'")
            if "mark" in piece and not re.fullmatch(r"\+?[A-Z]{1,2}'?", mark):
                self.fault(("piece", number, "mark"), f"a mark is a capital, or + and a capital; not '{mark}'")
            self.marks[mark] = number
        if not self.marks:
            self.fault((), "the file has no [[piece]]")

    def _list(self, value: str, path: Path) -> tuple[str, ...]:
        """The marks in a list of pieces, all for `*`."""
        if value.strip() in ("-", "*"):
            return tuple(self.marks) if value.strip() == "*" else ()
        return tuple(mark for mark in value.split() if self._is_mark(mark, path))

    def _is_mark(self, mark: str, path: Path) -> bool:
        if mark not in self.marks:
            self.fault(path, f"there is no piece {mark}; the pieces are {' '.join(self.marks)}")
        return mark in self.marks

    def _movements(self, text: str, path: Path, en_passant: bool | None) -> tuple[Movement, ...]:
        try:
            found = parse_betza(text, self.board.lattice)
        except BetzaError as error:
            self.fault(path, f"'{shown(text)}' at {error.column}: {error}")
            return ()
        if en_passant is None:
            return found
        marked = any(movement.en_passant for movement in found)
        return tuple(
            movement._replace(en_passant=en_passant and movement.captures and (movement.en_passant or not marked))
            for movement in found
        )

    def _piece(self, piece: Mapping[str, Any], path: Path) -> definition.GeneralPieceType:
        mark, own, hand = mark_of(piece), piece.get("hand_as", ""), self.data.get("hand")
        plain = mark.removeprefix("+")
        usual = ""
        if hand is not None:
            usual = mark if hand.get("loop") or plain not in self.marks else plain
        capture = self.data.get("capture", {})
        immune = self._list(capture.get("mutual_immune", "-"), ("capture", "mutual_immune"))
        not_takes = frozenset(self._list(piece.get("not_takes", "-"), (*path, "not_takes")))
        anti = {mark_of(other) for other in self.data["piece"] if other.get("anti")}
        self._check_gone(piece, "trades", path)
        leaves = None
        if "leaves" in piece:
            self._check_gone(piece["leaves"], "as", (*path, "leaves"))
            leaves = self._row(rows.Leaving, "leaving", piece["leaves"], (*path, "leaves"))
        stays = piece.get("stays")
        region = stays.removeprefix("@") if isinstance(stays, str) else ""
        return self._row(
            definition.GeneralPieceType,
            "piece",
            {"first": self.data.get("first", "-"), "captures": capture.get("how", "displace"), **piece},
            path,
            mark=mark,
            mobility=tuple(self._mobility(piece, path)),
            arrows=self._movements(piece["moves"], (*path, "moves"), None) if piece.get("arrows") else (),
            twice=tuple(self._movements(text, (*path, "twice"), None) for text in _texts(piece.get("twice", []))),
            hand_as=own if own and self._is_mark(own, (*path, "hand_as")) else usual,
            not_takes=not_takes | ({piece.get("counts_as", mark)} & set(immune)) | anti,
            stays_in=f"the {region}" if region in self.regions else "",
            leaves=leaves,
        )

    def _check_gone(self, entry: Mapping[str, Any], key: str, path: Path) -> None:
        """That a key names a kind that leaves the board."""
        gone = [mark_of(piece) for piece in self.data.get("piece", ()) if piece.get("gone")]
        if key in entry and entry[key] not in gone:
            known = f"of those that do there are {', '.join(gone)}" if gone else "there is none with gone = true"
            self.fault((*path, key), f"{entry[key]} is not a piece that leaves the board; {known}")

    def _mobility(self, piece: Mapping[str, Any], path: Path) -> Iterator[Mobility]:
        """The usual moves, those in regions, where they are not made, and those that are made besides."""
        en_passant, usual, special = piece.get("en_passant"), ANYWHERE, []
        for name, text in piece.get("moves_in", {}).items():
            where = (*path, "moves_in", name)
            if name in self.regions:
                region = self.regions[name]
                usual = usual[0] & ~region[0], usual[1] & ~region[1]
                special.append(Mobility(self._movements(text, where, en_passant), region))
            else:
                self.fault(where, f"there is no region '{name}'; the regions are {', '.join(self.regions) or 'none'}")
        movements = self._movements(piece["moves"], (*path, "moves"), en_passant)
        yield from self._along_arrows(movements, path) if piece.get("arrows") else (Mobility(movements, usual),)
        yield from special
        for number, extra in enumerate(piece.get("extra", ())):
            here = (*path, "extra", number)
            movements = self._movements(extra["moves"], (*here, "moves"), en_passant)
            yield self._row(Mobility, "extra", extra, here, movements=movements)

    def _along_arrows(self, movements: tuple[Movement, ...], path: Path) -> Iterator[Mobility]:
        """Movements from where arrows point in their direction."""
        arrows = self._arrows()
        if not any(arrows):
            self.fault((*path, "arrows"), "the board has no arrows; say in [board.arrows] where they point")
        for heading, shift in enumerate(SHIFTS):
            along = [[leap for leap in movement.leaps if _pointing(leap) == shift] for movement in movements]
            parts = zip(movements, along, strict=True)
            going = tuple(movement._replace(leaps=tuple(leaps)) for movement, leaps in parts if leaps)
            yield Mobility(going, (arrows[heading], arrows[heading ^ 4]))

    def _arrows(self) -> tuple[int, ...]:
        entry = self.data["board"].get("arrows", {})
        masks = (self._mask(entry.get(name, "-"), ("board", "arrows", name), 0) for name in HEADINGS)
        return tuple(masks) if entry else ()

    def _promotion(self, entry: Mapping[str, Any], path: Path) -> definition.PromotionRule:
        to = entry["to"] if isinstance(entry["to"], dict) else dict.fromkeys(SIDES, entry["to"])
        lists = tuple(self._list(to.get(side, "-"), (*path, "to")) for side in SIDES)
        return self._row(definition.PromotionRule, "promotion", entry, path, to=lists)

    def _effect(self, entry: Mapping[str, Any], path: Path) -> rows.Effect:
        for pair in entry.get("joins", {}):
            for mark in pair.split():
                self._is_mark(mark, (*path, "joins", pair))
        joins = {
            pair: mark for pair, mark in entry.get("joins", {}).items() if self._is_mark(mark, (*path, "joins", pair))
        }
        return self._row(rows.Effect, "effect", entry, path, joins=joins)

    def _hand(self, entry: Mapping[str, Any], castle: bool) -> definition.Hand:
        here: Path = ("hand",)
        takes, must = entry.get("takes", False), entry.get("must_drop", False)
        regions = {"": self._cells(entry["region"], (*here, "region"))} if "region" in entry else {}
        for mark, value in entry.get("drop", {}).items():
            if self._is_mark(mark, (*here, "drop", mark)):
                regions[mark] = self._cells(value, (*here, "drop", mark))
        lists = {False: "-", True: "*"}  # all pieces or none
        first = "-" if isinstance(must, bool) or must == "*" else must
        return self._row(
            definition.Hand,
            "hand",
            entry,
            here,
            takes=frozenset(self._list(lists.get(takes, takes), (*here, "takes"))),
            regions=regions,
            must=bool(must),
            must_first=frozenset(self._list(first, (*here, "must_drop"))),
            castle=castle,
        )

    def _course(self, course: Mapping[str, Any]) -> definition.CourseRules:
        counting = self._counting(course["counting"]) if "counting" in course else None
        chase = self._chase(course["chase"]) if "chase" in course else None
        impasse = self._impasse(course["impasse"]) if "impasse" in course else None
        rules: dict[str, Any] = {"counting": counting, "chase": chase, "impasse": impasse}
        return self._row(definition.CourseRules, "course", course, ("course",), **rules)

    def _impasse(self, table: Mapping[str, Any]) -> definition.ImpasseRule:
        here: Path = ("course", "impasse")
        zone = self._cells(table["zone"], (*here, "zone")) if "zone" in table else definition.ANYWHERE
        return self._row(definition.ImpasseRule, "impasse", table, here, zone=zone)

    def _counting(self, table: Mapping[str, Any]) -> definition.CountingRule:
        here: Path = ("course", "counting")
        bare = tuple(
            (self._list(pieces, (*here, "bare", pieces)), limit) for pieces, limit in table.get("bare", {}).items()
        )
        return self._row(definition.CountingRule, "counting", table, here, bare=bare)

    def _chase(self, table: Mapping[str, Any]) -> definition.ChaseRule:
        here: Path = ("course", "chase")
        crossed = {
            mark: self._cells(region, (*here, "crossed", mark))
            for mark, region in table.get("crossed", {}).items()
            if self._is_mark(mark, (*here, "crossed", mark))
        }
        worth_more = {
            mark: frozenset(self._list(pieces, (*here, "worth_more", mark)))
            for mark, pieces in table.get("worth_more", {}).items()
            if self._is_mark(mark, (*here, "worth_more", mark))
        }
        return self._row(definition.ChaseRule, "chase", table, here, crossed=crossed, worth_more=worth_more)

    def _ends(self, entry: Mapping[str, Any], castling: Mapping[str, Any]) -> definition.Ends:
        line, here = entry.get("line", {}), ("end", "line")
        extinct = entry.get("extinct", ())
        several = extinct if isinstance(extinct, (list, tuple)) else [extinct]
        several = [{"together": one["pieces"].strip() == "*", **one} for one in several]
        stalemate = entry.get("stalemate", "draws")
        goals = [{"piece": "*", **goal} for goal in entry.get("goal", ())]
        return self._row(
            definition.Ends,
            "end",
            entry,
            ("end",),
            stalemate="wins" if stalemate == "counts" else stalemate,
            goals=tuple(self._row(definition.Goal, "goal", goal, ("end", "goal", n)) for n, goal in enumerate(goals)),
            extinction=tuple(self._row(definition.Extinction, "extinct", one, ("end", "extinct")) for one in several),
            castling=castling.get("wins", ""),
            counts=stalemate == "counts" or entry.get("counts", False),
            bikjang=self.data.get("bikjang", False),
            black_points=entry.get("black_points", 0) / 2,
            **{"line": 0, **self._fields(definition.Ends, table("line"), line, here)},
            **({"line_ways": ways} if (ways := self._ways(line, here)) else {}),
        )

    def _condition(self, entry: Mapping[str, Any], path: Path) -> rows.PieceCondition:
        ways = self._ways(entry, path)
        self._check_gone(entry, "leaves", path)
        return self._row(rows.PieceCondition, "condition", entry, path, **({"ways": ways} if ways else {}))

    def _ways(self, entry: Mapping[str, Any], path: Path) -> tuple[int, ...]:
        """The headings of the lines that a table names; none where it names none."""
        named = entry.get("ways", "").split()
        for way in named:
            if way not in WAYS:
                self.fault((*path, "ways"), f"'{way}' is not a way of a line; there are {', '.join(WAYS)}")
        return tuple(heading for way in named for heading in WAYS.get(way, ()))

    def _castlings(self, entry: Any) -> Iterator[definition.CastlingRule]:
        if isinstance(entry, list):
            letters = [move["letter"] for move in entry]
            for number, (letter, move) in enumerate(zip(letters, entry, strict=True)):
                alike = [other for other in entry[:number] if other["letter"] == letter]
                if any(_ends(other, "king") == _ends(move, "king") for other in alike):
                    why = f"{letter} is the right of another castling that leads to the same cell"
                    self.fault(("castling", number, "letter"), why)
                elif any(_starts(other) != _starts(move) or other["side"] != move["side"] for other in alike):
                    why = f"{letter} is the right of a castling that begins elsewhere or goes to the other side"
                    self.fault(("castling", number, "letter"), why)
                yield from self._castling_move(move, ("castling", number))
        elif entry:
            yield from self._castling_by_files(entry)

    def _cell(self, name: str, path: Path) -> int:
        if name not in self.board.index:
            self.fault(path, f"'{name}' is not a cell of this board")
        return self.board.index.get(name, -1)

    def _castling_move(self, entry: Mapping[str, Any], path: Path) -> Iterator[definition.CastlingRule]:
        ways = []
        for key in ("king", "rook"):
            ends = entry[key].split("-")
            if len(ends) != 2:
                self.fault((*path, key), f"'{entry[key]}' is not a way from cell to cell, as e1-g1")
                return
            ways.append([self._cell(end, (*path, key)) for end in ends])
        (king_from, king_to), (rook_from, rook_to) = ways
        seat, partner = int(entry["letter"].islower()), entry.get("partner", "R")
        self._is_mark(partner, (*path, "partner"))
        yield definition.CastlingRule(
            seat,
            entry["side"],
            self._placed().get((seat, king_from), "K"),
            frozenset({partner}),
            king_to,
            rook_to,
            king_from,
            rook_from,
            **{key: self._mask(entry[key], (*path, key), seat) for key in ("empty", "safe") if key in entry},
            rule=entry.get("rule", ""),
        )

    def _castling_by_files(self, entry: Mapping[str, Any]) -> Iterator[definition.CastlingRule]:
        king, here = entry.get("king", "K"), ("castling",)
        if self.board.lattice is not SQUARES:
            self.fault(
                here, f"on boards of {self.board.lattice.name} castling is a list of moves: letter, side, king, rook"
            )
            return
        partners = frozenset(self._list(entry.get("rooks", "R"), (*here, "rooks")))
        if not self._is_mark(king, (*here, "king")):
            return
        rank = entry.get("rank", 1)
        for seat, row in enumerate((rank, self.data["board"]["ranks"] + 1 - rank)):
            king_from = self._cell(f"{entry['king_from']}{row}", (*here, "king_from")) if "king_from" in entry else -1
            for side, (name, usual, inward) in enumerate((("kingside", "g", -1), ("queenside", "c", 1))):
                rook = entry.get("rook_from", {}).get(name)
                rook_from = self._cell(f"{rook}{row}", (*here, "rook_from", name)) if rook else -1
                for file in entry.get("king_to", {}).get(name, usual).split():
                    king_to = self._cell(f"{file}{row}", (*here, "king_to", name))
                    if king_to < 0:
                        continue
                    rook_to = king_to + inward
                    if not self._beside(king_to, rook_to):
                        beside = self.board.cells[king_to]
                        why = f"the board has no cell beside {beside} for the rook; name another, or remove castling"
                        self.fault((*here, "king_to", name), why)
                        continue
                    cells = king_to, rook_to, king_from, rook_from
                    yield definition.CastlingRule(seat, side, king, partners, *cells, rule=entry.get("rule", ""))

    def _beside(self, cell: int, other: int) -> bool:
        """True if two cells are neighbours on one rank: a board may have gaps."""
        spots = self.board.spots
        if not 0 <= other < len(spots):
            return False
        (file, rank), (other_file, other_rank) = spots[cell], spots[other]
        return rank == other_rank and abs(file - other_file) == 1

    def _placed(self) -> dict[tuple[int, int], str]:
        """The pieces on the cells of the start: (seat, cell) -> mark."""
        found = {}
        for cells, row in zip(self.board.rows, self.rows, strict=False):
            for cell, text in zip(cells, row, strict=False):
                mark = text.strip("{}~").upper()
                if cell is not None and mark in self.marks:
                    found[int(text.lstrip("+{")[0].islower()), cell] = mark
        return found


def _ends(castling: Mapping[str, Any], who: str) -> str:
    """Where the way of a castling's king or rook leads, as it is written."""
    return str(castling[who]).partition("-")[2]


def _starts(castling: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(castling[who]).partition("-")[0] for who in ("king", "rook"))


def _texts(value: str | list[str]) -> list[str]:
    """The texts of a key that may say one or several."""
    return [value] if isinstance(value, str) else value


def _pointing(leap: tuple[int, int]) -> tuple[int, int]:
    """The direction of a leap, a step of a king."""
    return (leap[0] > 0) - (leap[0] < 0), (leap[1] > 0) - (leap[1] < 0)


def _place(cell: str) -> tuple[str, int]:
    """The file and rank in the name of a cell, whatever its level."""
    parts = CELL.fullmatch(cell)
    return (parts[2], int(parts[3])) if parts is not None else ("", 0)


def _named(cell: str, pattern: re.Match[str]) -> bool:
    """True if a word that `CELL` reads names a cell; a level that is not said is any."""
    parts = CELL.fullmatch(cell)
    return parts is not None and all(pattern[part] in (None, "", "*", parts[part]) for part in (1, 2, 3))


def _sides(idiom: Idiom) -> tuple[str, str]:
    """The players' names in the rules."""
    first, second = idiom.players or ("white", "black")
    return first.lower(), second.lower()


def _row(text: str) -> Iterator[str]:
    """The cells of a rank of a FEN: a mark, `*`, or nothing where the cell is empty."""
    for token in re.findall(r"\d+|\{\w+\}|\+?[A-Za-z]~?'?|\*|\([^)]*\)|.", text):
        if token.isdigit():
            yield from [""] * min(int(token), MOST_CELLS)
        else:
            yield token
