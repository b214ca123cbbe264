"""From a document to the typed rules that the general engine plays; what cannot be understood is a mistake with its place.

A file is understood whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import Any

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rectangle import grid, rectangle
from fairyscore.notation.boards.rings import rings
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    NOWHERE,
    Blast,
    CastlingRule,
    Cells,
    Ends,
    Extinction,
    GameRules,
    GeneralPieceType,
    Goal,
    Hand,
    Marks,
    Mobility,
    Movement,
    PromotionRule,
    Walls,
)
from fairyscore.notation.text import shown
from fairyscore.notation.variants.betza import BetzaError, parse_betza
from fairyscore.notation.variants.document import Document, VariantFileError, mark_of
from fairyscore.notation.variants.file_schema import Path, SchemaFault
from fairyscore.notation.variants.variant_keys import MOST_CELLS

SIDES = ("white", "black")
BLOCK = re.compile(r"([a-z])(\d+)-([a-z])(\d+)")
CELL = re.compile(r"([a-z*])(\d+|\*)|\*")
WAYS = {"vertical": (0,), "horizontal": (2,), "diagonal": (1, 3)}
ALL_WAYS = (0, 1, 2, 3)


def rules_of(document: Document) -> GameRules:
    """The rules in a document. Raises `VariantFileError` with every mistake found."""
    reader = _DocumentReader(document)
    rules = reader.rules()
    if reader.faults or rules is None:
        raise VariantFileError(document.mistake(fault) for fault in reader.faults)
    return rules


class _DocumentReader:
    """Reads one document; mistakes are kept in `faults`, and what is wrong counts as absent."""

    def __init__(self, document: Document) -> None:
        self.data = document.data
        self.faults: list[SchemaFault] = []
        self.regions: dict[str, Cells] = {}
        self.marks: dict[str, int] = {}
        self.board = rectangle(1, 1)

    def rules(self) -> GameRules | None:
        """The rules; None where there is no board to speak of."""
        data = self.data
        board = self._board()
        if board is None:
            return None
        self.board = board
        self.all = (1 << len(board.cells)) - 1
        for name, value in data.get("region", {}).items():
            self.regions[name] = self.cells(value, ("region", name))
        self._marks()
        pieces = tuple(self._piece(piece, ("piece", number)) for number, piece in enumerate(data.get("piece", ())))
        capture, check, hand = data.get("capture", {}), data.get("check", {}), self._hand()
        castlings, castling = self._castlings(), data.get("castling", {})
        form: Mapping[str, Any] = castling if isinstance(castling, dict) else {}
        return GameRules(
            board=board,
            pieces=pieces,
            start=data.get("start", ""),
            promotions=tuple(self._promotion(p, ("promotion", n)) for n, p in enumerate(data.get("promotion", ()))),
            pool=self.pieces(data.get("pool"), ("pool",)),
            castlings=castlings,
            chess960=form.get("chess960", False),
            opposite_castling=form.get("opposite", False),
            hand=hand,
            ends=self._ends(data.get("end", {}), form),
            checking=check.get("allowed", True),
            must_capture=capture.get("must", False),
            blast=self._blast(capture.get("blast")),
            petrify=self.pieces(capture.get("petrify"), ("capture", "petrify")),
            petrify_blast=capture.get("petrify_blast", False),
            facing=self.pieces(data.get("facing"), ("facing",)),
            walls=self._walls(data.get("wall")),
            passing=self._by_side(data.get("pass", "never")),
            gating=data.get("gating", ""),
            immobile=data.get("stuck", True),
            makpong=check.get("makpong", False),
            told=tuple(self._told()),
        )

    def fault(self, path: Path, message: str, column: int = 0) -> None:
        """Keeps a mistake."""
        self.faults.append(SchemaFault(path, message, column))

    # -- the board

    def _board(self) -> HeadedBoard | None:
        said = self.data.get("board")
        if said is None:
            self.fault((), "the file has no [board], with its files and ranks")
            return None
        if said.get("shape") == "rings":
            return rings(said.get("voids", 1))
        if "files" not in said or "ranks" not in said:
            self.fault(("board",), "the board must say its files and ranks")
            return None
        files, ranks = said["files"], said["ranks"]
        if files * ranks > MOST_CELLS:
            self.fault(("board",), f"a board of {files} x {ranks} has {files * ranks} cells; {MOST_CELLS} are the most")
            return None
        start = self.data.get("start", "").partition(" ")[0].partition("[")[0]
        rows = [list(_row(row)) for row in start.split("/")] if start else []
        if not start:
            self.fault((), "the file has no start, a FEN of the first position")
        elif len(rows) != ranks:
            self.fault(("start",), f"the start has {len(rows)} ranks; the board has {ranks}")
        for number, row in enumerate(rows):
            if len(rows) == ranks and len(row) != files:
                self.fault(
                    ("start",), f"rank {ranks - number} of the start has {len(row)} cells; the board has {files} files"
                )
        holes = set(self._names(said.get("holes", "-"), rectangle(files, ranks).cells, ("board", "holes")))
        if "wall" not in self.data and "petrify" not in self.data.get("capture", {}):
            holes |= {
                f"{ascii_lowercase[file]}{ranks - number}"
                for number, row in enumerate(rows[:ranks])
                for file, text in enumerate(row[:files])
                if text == "*"
            }  # fmt: skip
        return grid(files, ranks, said.get("shape", "rectangle"), frozenset(holes))

    # -- cells

    def cells(self, value: Any, path: Path, default: Cells = NOWHERE) -> Cells:
        """A region by side; `default` where nothing is said."""
        if value is None:
            return default
        if isinstance(value, dict):
            white = self._mask(value["white"], (*path, "white"), 0) if "white" in value else default[0]
            return white, self._mask(value["black"], (*path, "black"), 1) if "black" in value else default[1]
        return self._mask(value, path, 0), self._mask(
            value, path, 1
        ) if value in self.regions or "@" in value else self._mask(value, path, 0, True)

    def _mask(self, text: str, path: Path, seat: int, again: bool = False) -> int:
        """again: mistakes in this text are known already."""
        mask = 0
        words = []
        for word in text.split():
            name = word.removeprefix("@")
            if name in self.regions:
                mask |= self.regions[name][seat]
            else:
                words.append(word)
        for name in self._names(" ".join(words), self.board.cells, None if again else path):
            mask |= 1 << self.board.index[name]
        return mask & self.all

    def _names(self, text: str, cells: tuple[str, ...], path: Path | None) -> Iterator[str]:
        for word in text.split():
            block, one = BLOCK.fullmatch(word), CELL.fullmatch(word)
            if word == "-":
                continue
            if block:
                (f, g), (r, s) = sorted((block[1], block[3])), sorted((int(block[2]), int(block[4])))
                found = [cell for cell in cells if f <= cell[0] <= g and r <= int(cell[1:]) <= s]
            elif one:
                found = [cell for cell in cells if one[1] in (None, "*", cell[0]) and one[2] in (None, "*", cell[1:])]
            else:
                found = []
            if not found and path is not None:
                known = f"; the regions are {', '.join(self.regions)}" if self.regions else ""
                self.fault(
                    path,
                    f"'{word}' names no cell of this board; cells are written e4, blocks a1-c3, ranks *8, files d*{known}",
                )
            yield from found

    # -- pieces

    def _marks(self) -> None:
        seen: dict[str, int] = {}
        for number, piece in enumerate(self.data.get("piece", ())):
            letter, mark = piece.get("letter", ""), mark_of(piece)
            if not re.fullmatch(r"[A-Z][a-z]?|[A-Z]{2}|\+?[A-Z]'?", letter):
                self.fault(("piece", number, "letter"), f"the letter of a piece is a capital, or two; not '{letter}'")
            if "mark" in piece and not re.fullmatch(r"\+?[A-Z]{1,2}'?", mark):
                self.fault(("piece", number, "mark"), f"a mark is a capital, or + and a capital; not '{mark}'")
            seen[mark] = number
        self.marks = seen
        if not seen:
            self.fault((), "the file has no [[piece]]")

    def pieces(self, value: Any, path: Path) -> Marks:
        """The marks in a list of pieces, all for `*`."""
        return frozenset(self._list(value, path))

    def _list(self, value: str | None, path: Path) -> tuple[str, ...]:
        if value is None or value.strip() == "-":
            return ()
        if value.strip() == "*":
            return tuple(self.marks)
        return tuple(mark for mark in value.split() if self._known(mark, path))

    def _known(self, mark: str, path: Path) -> bool:
        if mark in self.marks:
            return True
        self.fault(path, f"there is no piece {mark}; the pieces are {' '.join(self.marks)}")
        return False

    def _one(self, piece: Mapping[str, Any], key: str, path: Path) -> str:
        mark = piece.get(key, "")
        return mark if mark and self._known(mark, (*path, key)) else ""

    def _movements(self, text: str, path: Path, en_passant: bool | None) -> tuple[Movement, ...]:
        try:
            found = parse_betza(text)
        except BetzaError as fault:
            self.fault(path, f"'{shown(text)}' at {fault.column}: {fault}", fault.column)
            return ()
        if en_passant is None:
            return found
        marked = any(movement.en_passant for movement in found)
        return tuple(
            movement._replace(en_passant=en_passant and movement.captures and (movement.en_passant or not marked))
            for movement in found
        )

    def _piece(self, piece: Mapping[str, Any], path: Path) -> GeneralPieceType:
        mark, takes = mark_of(piece), self.data.get("capture", {}).get("mutual_immune")
        en_passant = piece.get("en_passant")
        special = [(name, text, (*path, "moves_in", name)) for name, text in piece.get("moves_in", {}).items()]
        usual = [self.all, self.all]
        mobility = []
        for name, text, where in special:
            if name not in self.regions:
                self.fault(where, f"there is no region '{name}'; the regions are {', '.join(self.regions) or 'none'}")
                continue
            region = self.regions[name]
            usual = [usual[0] & ~region[0], usual[1] & ~region[1]]
            mobility.append(Mobility(self._movements(text, where, en_passant), region))
        moves = self._movements(piece.get("moves", ""), (*path, "moves"), en_passant)
        mobility.insert(0, Mobility(moves, (usual[0], usual[1]) if special else ANYWHERE))
        for number, extra in enumerate(piece.get("extra", ())):
            here = (*path, "extra", number)
            mobility.append(
                Mobility(
                    self._movements(extra.get("moves", ""), (*here, "moves"), en_passant),
                    self.cells(extra.get("from"), (*here, "from"), ANYWHERE),
                    self.cells(extra.get("to"), (*here, "to"), ANYWHERE),
                )
            )
        immune = self.pieces(takes, ("capture", "mutual_immune"))
        return GeneralPieceType(
            letter=piece.get("letter", ""),
            name=piece.get("name", ""),
            mark=mark,
            mobility=tuple(mobility),
            also=tuple(piece.get("also", ())),
            stays=self.cells(piece.get("stays"), (*path, "stays"), ANYWHERE),
            stays_in=_named_region(piece.get("stays"), self.regions),
            first=self.cells(
                piece.get("first", self.data.get("first")), (*path, "first") if "first" in piece else ("first",)
            ),
            passed=self.cells(piece.get("passed"), (*path, "passed"), ANYWHERE),
            pawn=piece.get("pawn", False),
            royal=piece.get("royal", False),
            counts_as=self._one(piece, "counts_as", path),
            hand_as=self._one(piece, "hand_as", path) or self._in_hand(mark),
            not_takes=self.pieces(piece.get("not_takes"), (*path, "not_takes")) | (immune & {mark}),
            not_over=self.pieces(piece.get("not_over"), (*path, "not_over")),
            rule=piece.get("rule", ""),
        )

    def _in_hand(self, mark: str) -> str:
        if "hand" not in self.data:
            return ""
        plain = mark.removeprefix("+")
        return mark if self.data["hand"].get("loop") or plain not in self.marks else plain

    # -- rules

    def _promotion(self, said: Mapping[str, Any], path: Path) -> PromotionRule:
        to = said["to"] if isinstance(said["to"], dict) else dict.fromkeys(SIDES, said["to"])
        limit = {
            mark: most for mark, most in said.get("limit", {}).items() if self._known(mark, (*path, "limit", mark))
        }
        return PromotionRule(
            piece=said["piece"] if self._known(said["piece"], (*path, "piece")) else "",
            to=(self._list(to.get("white"), (*path, "to")), self._list(to.get("black"), (*path, "to"))),
            on=self.cells(said["on"], (*path, "on")),
            origins=self.cells(said.get("from"), (*path, "from"), ANYWHERE),
            limit=limit,
            must=said.get("must", True),
            **{
                key: said[key]
                for key in ("touch", "capture_only", "captured", "implied", "silent", "demotion", "in_place", "rule")
                if key in said
            },
        )

    def _hand(self) -> Hand | None:
        said = self.data.get("hand")
        if said is None:
            return None
        here: Path = ("hand",)
        takes, must = said.get("takes", False), said.get("must_drop", False)
        regions = {"": self.cells(said["region"], (*here, "region"))} if "region" in said else {}
        for mark, value in said.get("drop", {}).items():
            if self._known(mark, (*here, "drop", mark)):
                regions[mark] = self.cells(value, (*here, "drop", mark))
        return Hand(
            drops=said.get("drops", True),
            takes=(frozenset(self.marks) if takes else frozenset())
            if isinstance(takes, bool)
            else self.pieces(takes, (*here, "takes")),
            regions=regions,
            no_double=self.pieces(said.get("no_double"), (*here, "no_double")),
            doubles=said.get("no_double_count", 1),
            no_mate=self.pieces(said.get("no_drop_mate"), (*here, "no_drop_mate")),
            no_check=said.get("no_drop_check", False),
            must=bool(must),
            must_first=self.pieces(must, (*here, "must_drop"))
            if isinstance(must, str) and must != "*"
            else frozenset(),
            promoted=said.get("promoted", False),
            opposite=self.pieces(said.get("opposite_bishops"), (*here, "opposite_bishops")),
            mark=said.get("promoted_mark", ""),
            loop=said.get("loop", False),
            castle=isinstance(self.data.get("castling"), dict) and self.data["castling"].get("dropped", False),
            rule=said.get("rule", ""),
        )

    def _blast(self, said: Mapping[str, Any] | None) -> Blast | None:
        if said is None:
            return None
        pawns = frozenset(mark_of(piece) for piece in self.data.get("piece", ()) if piece.get("pawn"))
        here: Path = ("capture", "blast")
        spared = self.pieces(said["spares"], (*here, "spares")) if "spares" in said else pawns
        return Blast(self.pieces(said.get("immune"), (*here, "immune")), spared, said.get("rule", ""))

    def _walls(self, said: Mapping[str, Any] | None) -> Walls | None:
        if said is None:
            return None
        return Walls(
            said["rule"], self.cells(said.get("region"), ("wall", "region"), ANYWHERE), said.get("or_move", False)
        )

    def _ends(self, said: Mapping[str, Any], castling: Mapping[str, Any]) -> Ends:
        line = said.get("line", {})
        ways = tuple(heading for way in line.get("ways", "").split() for heading in WAYS.get(way, ()))
        for way in line.get("ways", "").split():
            if way not in WAYS:
                self.fault(("end", "line", "ways"), f"'{way}' is no way of a line; there are {', '.join(WAYS)}")
        extinct = said.get("extinct", ())
        several = extinct if isinstance(extinct, (list, tuple)) else [extinct]
        stalemate = said.get("stalemate", "draws")
        return Ends(
            mate=said.get("mate", "loses"),
            stalemate="wins" if stalemate == "counts" else stalemate,
            goals=tuple(self._goal(goal, ("end", "goal", number)) for number, goal in enumerate(said.get("goal", ()))),
            extinction=tuple(self._extinction(item, ("end", "extinct")) for item in several),
            checks=said.get("checks", 0),
            line=line.get("length", 0),
            line_pieces=self.pieces(line.get("pieces"), ("end", "line", "pieces")),
            line_ways=ways or ALL_WAYS,
            line_result=line.get("result", "wins"),
            castling=castling.get("wins", ""),
            counts=stalemate == "counts" or said.get("counts", False),
            bikjang=self.data.get("bikjang", False),
            points={
                mark: worth
                for mark, worth in said.get("points", {}).items()
                if self._known(mark, ("end", "points", mark))
            },
            black_points=said.get("black_points", 0) / 2,
        )

    def _goal(self, said: Mapping[str, Any], path: Path) -> Goal:
        piece = said.get("piece", "*")
        both = piece if isinstance(piece, dict) else dict.fromkeys(SIDES, piece)
        return Goal(
            (self.pieces(both.get("white"), (*path, "piece")), self.pieces(both.get("black"), (*path, "piece"))),
            self.cells(said["region"], (*path, "region")),
            said.get("count", 1),
            said.get("blocked_counts", False),
            said.get("safe", False),
            said.get("reply", False),
            said.get("rule", ""),
        )

    def _extinction(self, said: Mapping[str, Any], path: Path) -> Extinction:
        return Extinction(
            self.pieces(said["pieces"], (*path, "pieces")),
            together=said.get("together", said["pieces"].strip() == "*"),
            opponent=said.get("opponent_at_least", 0),
            **{key: said[key] for key in ("at", "result", "pseudo_royal", "duple", "claim", "rule") if key in said},
        )

    def _told(self) -> Iterator[str]:
        yield from self.data.get("told", ())
        for key in ("repetition", "moves", "counting"):
            if key in self.data.get("end", {}):
                yield self.data["end"][key]

    def _by_side(self, value: Any) -> tuple[Any, Any]:
        if isinstance(value, dict):
            return value.get("white", "never"), value.get("black", "never")
        return value, value

    # -- castling

    def _castlings(self) -> tuple[CastlingRule, ...]:
        said = self.data.get("castling")
        if said is None:
            return ()
        if isinstance(said, list):
            letters = [move["letter"] for move in said]
            for number, letter in enumerate(letters):
                if letter in letters[:number]:
                    why = f"{letter} is the right of another castling; O-O and O-O-O could not say which one is made"
                    self.fault(("castling", number, "letter"), why)
            found = (self._castling_move(move, ("castling", number)) for number, move in enumerate(said))
            return tuple(castling for castling in found if castling is not None)
        return tuple(self._castling_by_files(said))

    def _cell(self, name: str, path: Path) -> int:
        if name in self.board.index:
            return self.board.index[name]
        self.fault(path, f"'{name}' is no cell of this board")
        return -1

    def _castling_move(self, said: Mapping[str, Any], path: Path) -> CastlingRule | None:
        ways = []
        for key in ("king", "rook"):
            ends = said[key].split("-")
            if len(ends) != 2:
                self.fault((*path, key), f"'{said[key]}' is no way from cell to cell, as e1-g1")
                return None
            ways.append([self._cell(end, (*path, key)) for end in ends])
        (king_from, king_to), (rook_from, rook_to) = ways
        seat = int(said["letter"].islower())
        partner = said.get("partner", "R")
        self._known(partner, (*path, "partner"))
        king = self._placed().get((seat, king_from), "K")
        masks = {key: self.cells(said[key], (*path, key))[seat] for key in ("empty", "safe") if key in said}
        return CastlingRule(
            seat,
            said["side"],
            king,
            frozenset({partner}),
            king_to,
            rook_to,
            king_from,
            rook_from,
            **masks,
            rule=said.get("rule", ""),
        )

    def _castling_by_files(self, said: Mapping[str, Any]) -> Iterator[CastlingRule]:
        king = said.get("king", "K")
        partners = self.pieces(said.get("rooks", "R"), ("castling", "rooks"))
        if not self._known(king, ("castling", "king")):
            return
        for seat in range(2):
            ranks = self.data["board"]["ranks"]
            rank = said.get("rank", 1) if seat == 0 else ranks + 1 - said.get("rank", 1)
            king_from = (
                self._cell(f"{said['king_from']}{rank}", ("castling", "king_from")) if "king_from" in said else -1
            )
            for side, (name, usual, inward) in enumerate((("kingside", "g", -1), ("queenside", "c", 1))):
                file = said.get("king_to", {}).get(name, usual)
                rook = said.get("rook_from", {}).get(name)
                king_to = self._cell(f"{file}{rank}", ("castling", "king_to", name))
                rook_from = self._cell(f"{rook}{rank}", ("castling", "rook_from", name)) if rook else -1
                if king_to >= 0:
                    yield CastlingRule(
                        seat,
                        side,
                        king,
                        partners,
                        king_to,
                        king_to + inward,
                        king_from,
                        rook_from,
                        rule=said.get("rule", ""),
                    )

    def _placed(self) -> dict[tuple[int, int], str]:
        """What stands on the cells of the start: (seat, cell) -> mark."""
        rows = self.data.get("start", "").partition(" ")[0].partition("[")[0].split("/")
        found = {}
        for cells, row in zip(self.board.rows, rows, strict=False):
            for cell, text in zip(cells, _row(row), strict=False):
                mark = text.rstrip("~").upper()
                if cell is not None and mark in self.marks:
                    found[int(text.lstrip("+")[0].islower()), cell] = mark
        return found


def _named_region(value: Any, regions: Mapping[str, Cells]) -> str:
    """The name of a region with its article, where a value is one; empty for cells."""
    name = value.removeprefix("@") if isinstance(value, str) else ""
    return f"the {name}" if name in regions else ""


def _row(text: str) -> Iterator[str]:
    """The cells of a rank of a FEN: a mark, `*`, or nothing where the cell is empty."""
    for token in re.findall(r"\d+|\+?[A-Za-z]~?'?|\*|\([^)]*\)|.", text):
        if token.isdigit():
            yield from [""] * min(int(token), MOST_CELLS)
        else:
            yield token
