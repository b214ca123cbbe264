"""A document as settings of Fairy-Stockfish's `variants.ini`, with what they cannot say.

Used to convert variant files, and for built-in games that sections of a `variants.ini` inherit from.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple

from fairyscore.notation.variants.betza import BetzaError, parse_betza
from fairyscore.notation.variants.explosions import explosions_in
from fairyscore.notation.variants.fairy_ini import (
    BUILT_IN_KING,
    CAMBODIAN,
    DEFAULTS,
    NOT_JUDGED,
    OUTCOMES,
    PIECES,
    SAME,
    SIDES,
    STEPPING,
    WRITTEN,
)
from fairyscore.notation.variants.file_schema import BLOCK, mark_of
from fairyscore.notation.variants.former_keys import with_settings

VALUES = {ours: theirs for theirs, ours in OUTCOMES.items()}


class Written(NamedTuple):
    """settings: key -> value. lost: what they do not say, a sentence each."""

    settings: dict[str, str]
    lost: tuple[str, ...]

    def section(self, name: str) -> str:
        """The text of a section."""
        return f"[{name}]\n" + "".join(
            f"{key} = {value}\n" for key, value in self.settings.items() if key != BUILT_IN_KING
        )


Pairs = Iterator[tuple[str, str | bool | None]]  # settings; values that are usual or None are left out


def settings_of(data: Mapping[str, Any], spare: str = "zyxwvutjoihgfedcba") -> Written:
    """The settings that say what a document says, those left out that are usual.

    spare: letters for promoted pieces whose moves no other piece has.
    """
    writer = _IniWriter(data, spare)
    usual = DEFAULTS | {key: entry[0] for key, entry in NOT_JUDGED.items()}
    settings: dict[str, str] = {}
    for key, value in writer.settings():
        text = str(value).lower() if isinstance(value, bool) else value
        if text is not None and text != usual.get(key, ""):
            settings[key] = text
    return Written(settings, tuple(dict.fromkeys(writer.lost)))


class _IniWriter:
    """Writes one document."""

    def __init__(self, data: Mapping[str, Any], spare: str) -> None:
        self.data = data = with_settings(data)
        self.spare = iter(spare)
        self.lost: list[str] = []
        self.pieces = [piece for piece in data.get("piece", ()) if not mark_of(piece).startswith("+")]
        self.strong = {mark_of(piece): piece for piece in data.get("piece", ()) if mark_of(piece).startswith("+")}
        self.promotions: list[Mapping[str, Any]] = data.get("promotion", [])
        self.stand_in: dict[str, str] = {}

    def settings(self) -> Pairs:
        data, board = self.data, self.data.get("board", {})
        for table in ("board", "castling", "check", "piece"):
            tables = data.get(table, {})
            for entry in tables if isinstance(tables, list) else [tables]:
                keys = (f"{table}.{key}" for key in entry)
                self.lost += [f"{key} is not written" for key in keys if key not in WRITTEN]
        if data.get("option"):
            self.lost.append("options are not written; the game is the usual one")
        if board.get("shape", "rectangle") != "rectangle":
            self.lost.append(f"a board of the shape {board['shape']} cannot be written")
        yield from (("maxFile", str(board.get("files", 8))), ("maxRank", str(board.get("ranks", 8))))
        yield from self._pieces()
        yield "startFen", data.get("start")
        yield from self._promotions()
        yield from self._castling(data.get("castling"))
        yield from self._hand(data.get("hand"))
        yield from self._end(data.get("end", {}))
        for table in ("capture", "check", "wall"):
            yield from self._same(table, data.get(table, {}))
        yield from self._effects(data.get("effect", ()))
        if data["condition"]:
            self.lost.append("conditions other than kings that may not face each other are not written")
        yield from self._same("game", data)
        if len({str(promotion["on"]) for promotion in self.promotions}) > 1:
            yield "immobilityIllegal", "true"  # where promotion must come only at the last rank, pawns get stuck there
        if "gating" in data:
            yield "gating", "true"
            yield {"seirawan": "seirawanGating", "cambodian": "cambodianMoves"}[data["gating"]], "true"
        passing = data.get("pass", "never")
        for side in SIDES:
            when = _of_side(passing, side, "never")
            if when != "never":
                yield ("pass" if when == "always" else "passOnStalemate") + side.capitalize(), "true"

    def _effects(self, rows: Sequence[Mapping[str, Any]]) -> Pairs:
        """The settings of what follows from captures."""
        explosions = explosions_in(rows)
        if explosions is None:
            self.lost.append("effects other than explosions and pieces that turn to stone are not written")
            return
        yield "blastOnCapture", explosions.blasts
        yield "blastImmuneTypes", self._letters(explosions.immune) if explosions.immune else None
        yield "petrifyOnCaptureTypes", self._letters(explosions.petrified) if explosions.petrified else None
        yield "petrifyBlastPieces", explosions.to_walls

    def _same(self, table: str, entry: Mapping[str, Any]) -> Pairs:
        """The settings that say a key each of a table."""
        for key, (kind, setting) in SAME[table].items():
            if key not in entry:
                continue
            value = entry[key]
            if kind == "region":
                yield from self._sides(setting, value)
            elif kind == "pieces by side":
                yield from ((setting + side.capitalize(), self._letters(_of_side(value, side))) for side in SIDES)
            elif kind in ("flag", "unlike"):
                yield setting, value is (kind == "flag")
            elif kind == "pieces":
                yield setting, self._letters(value)
            elif kind == "has" or kind.startswith("of "):
                yield setting, value is not False
            else:
                yield setting, VALUES[value] if kind == "result" else str(value)

    def region(self, text: str, seat: int) -> str:
        """A region of ours as one of theirs, which has neither names nor blocks."""
        words: list[str] = []
        for word in text.split():
            named = self.data.get("region", {}).get(word.removeprefix("@"))
            block = BLOCK.fullmatch(word)
            if named is not None:
                words.append(self.region(_of_side(named, SIDES[seat]), seat))
            elif block:
                (first, last), (low, high) = sorted((block[1], block[3])), sorted((int(block[2]), int(block[4])))
                files = [file for file in ascii_lowercase if first <= file <= last]
                words += [f"{file}{rank}" for rank in range(low, high + 1) for file in files]
            elif word == "*":
                words += [f"*{rank}" for rank in range(1, self.data["board"]["ranks"] + 1)]
            else:
                words.append(word)
        return " ".join(words) or "-"

    def _sides(self, key: str, value: Any) -> Pairs:
        """The settings of both sides for a region. key: with `{}` for White and Black, else they come after it."""
        for seat, side in enumerate(SIDES):
            wanted = value.get(side) if isinstance(value, dict) else value
            own = (key if "{}" in key else f"{key}{{}}").format(side.capitalize())
            if wanted is not None and not (wanted == "*" and DEFAULTS.get(key, DEFAULTS.get(own, "*")) == "*"):
                yield own, self.region(wanted, seat)

    def _letters(self, marks: str) -> str:
        if marks.strip() == "*":
            return "*"
        return "".join(self.stand_in.get(mark, mark).lower() for mark in marks.split() if mark != "-") or "-"

    def _pieces(self) -> Pairs:
        names = {key: set(_movements(text)) for key, text in PIECES.items()}
        used = {str(piece["letter"]).lower() for piece in self.pieces}
        marks = {mark_of(piece) for piece in self.pieces}
        custom, taken, pawns, takers = 0, set[str](), "", ""
        for piece in [*self.pieces, *self.strong.values()]:
            mark, letter = mark_of(piece), str(piece["letter"]).lower()
            if mark in self.strong and piece.get("counts_as") in marks:
                self.stand_in[mark] = piece["counts_as"]
                continue
            if mark in self.strong or len(letter) != 1:
                letter = next((free for free in self.spare if free not in used), "?")
                used.add(letter)
                self.stand_in[mark] = letter
            name = self._type(piece, names, taken)
            taken.add(name)
            king_type = self._king_type(piece) if name == "king" else ""
            plain = name in names and (name != "king" or self._is_usual_king(piece, names) or king_type != "")
            yield BUILT_IN_KING, king_type
            if name == "custom":
                custom += 1
                name = f"customPiece{custom}"
            yield name, letter if plain else f"{letter}:{piece['moves']}"
            pawns += letter if piece.get("pawn") else ""
            passing = any(movement.en_passant for movement in _movements(piece["moves"]))
            takers += letter if piece.get("en_passant", passing) else ""
            yield from self._sides_of_piece(piece, name)
        plain_pawns = (piece for piece in self.pieces if self._type(piece, names, set()) == "pawn")
        if pawns != "".join(str(piece["letter"]).lower() for piece in plain_pawns):
            yield "pawnTypes", pawns or "-"
        if takers != pawns:
            yield "enPassantTypes", takers or "-"
        if "first" in self.data and self.data["first"] != "-":
            yield from self._sides("doubleStepRegion", self.data["first"])
        else:
            yield "doubleStep", "false"

    def _type(self, piece: Mapping[str, Any], names: Mapping[str, set[Any]], taken: set[str]) -> str:
        if piece.get("royal"):
            return "king"
        moves = set(_movements(piece["moves"]))
        if self.data.get("gating") == "cambodian" and piece["moves"] == CAMBODIAN["fers"]:
            return "fers"
        if piece.get("pawn"):
            stepping = self.data.get("first", "-") == "-" and moves == set(_movements(STEPPING))
            return "pawn" if "pawn" not in taken and (moves == names["pawn"] or stepping) else "custom"
        if piece["moves"] == "fsW" and "moves_in" in piece:
            return "soldier"
        free = (name for name in names if name not in ("pawn", "king") and name not in taken)
        return next((name for name in free if names[name] == moves), "custom")

    def _is_usual_king(self, piece: Mapping[str, Any], names: Mapping[str, set[Any]]) -> bool:
        """True if a king goes as that of chess, or as that of Ouk, whose leap comes with the gates."""
        by_gates = self.data.get("gating") == "cambodian" and piece["moves"] == CAMBODIAN["king"]
        return by_gates or set(_movements(piece["moves"])) == names["king"]

    def _king_type(self, king: Mapping[str, Any]) -> str:
        """The letter of the wazirs as which a king goes along the lines of a palace, as no king of its own kind does."""
        if "extra" not in king:
            return ""
        alike = (mark_of(piece).lower() for piece in self.pieces if _goes_alike(piece, king))
        return next(alike, "")

    def _sides_of_piece(self, piece: Mapping[str, Any], name: str) -> Pairs:
        if "first" in piece and self.data.get("gating") != "cambodian":
            self.lost.append(f"piece {mark_of(piece)}: first is not written")
        if name == "king" and "extra" in piece:
            self.lost.append(f"piece {mark_of(piece)}: extra is not written; engines know it of their own games only")
        if "stays" in piece:
            yield from self._sides(f"mobilityRegion{{}}{name[0].upper()}{name[1:]}", piece["stays"])
        for region, moves in piece.get("moves_in", {}).items():
            ranks = re.findall(r"\*(\d+)", self.region(region, 0))
            if name == "soldier" and moves == "fW":
                yield "soldierPromotionRank", str(int(ranks[-1]) + 1) if ranks else "1"
            else:
                self.lost.append(f"piece {mark_of(piece)}: moves_in is not written")
        for extra in piece.get("extra", ()):
            if isinstance(extra.get("from", "-"), str):
                yield "diagonalLines", self.region(extra.get("from", "-"), 0)
            else:
                yield from self._sides("tripleStepRegion", extra["from"])

    def _promotions(self) -> Pairs:
        strong: dict[str, str] = {}
        plain: list[Mapping[str, Any]] = []
        for promotion in self.promotions:
            if promotion.get("demotion"):
                yield "pieceDemotion", "true"
            elif promotion["to"] == "+" + promotion["piece"]:
                strong[promotion["piece"]] = promotion["to"]
                yield "mandatoryPiecePromotion", promotion.get("must", True)
                yield "piecePromotionOnCapture", promotion.get("capture_only", False)
            else:
                plain.append(promotion)
            unwritten = (key for key in ("from", "captured", "silent") if promotion.get(key))
            self.lost += [f"promotion.{key} is not written" for key in unwritten]
        for seat, side in enumerate(SIDES if self.promotions else ()):  # all zones of promotion together
            zones = (self.region(_of_side(promotion["on"], side), seat) for promotion in self.promotions)
            words = dict.fromkeys(word for zone in zones for word in zone.split() if word != "-")
            yield f"promotionRegion{side.capitalize()}", " ".join(words)
        if strong:
            yield "promotedPieceType", " ".join(f"{self._letters(a)}:{self._letters(b)}" for a, b in strong.items())
        yield from self._pawn_promotions(plain)

    def _pawn_promotions(self, plain: list[Mapping[str, Any]]) -> Pairs:
        if not plain:
            yield "promotionPieceTypes", "-"
            return
        to = plain[0]["to"]
        by_side = {side: _of_side(to, side) for side in SIDES} if isinstance(to, dict) else {"": to}
        for side, letters in by_side.items():
            yield f"promotionPieceTypes{side.capitalize()}", self._letters(letters)
        pawns = dict.fromkeys(self._letters(promotion["piece"]) for promotion in plain)
        usual = {str(piece["letter"]).lower() for piece in self.pieces if piece.get("pawn")}
        if set(pawns) != usual:
            yield "promotionPawnTypes", "".join(pawns)
        must = all(promotion.get("must", True) for promotion in plain)
        yield from self._same("pawn_promotion", {**plain[0], "must": must})
        limit = plain[0].get("limit", {})
        yield "promotionLimit", " ".join(f"{self._letters(mark)}:{most}" for mark, most in limit.items())

    def _castling(self, entry: Any) -> Pairs:
        if entry is None:
            yield "castling", "false"
            return
        if isinstance(entry, list):
            self.lost.append("castling move by move is not written")
            return
        yield "castlingKingPiece", self._letters(entry.get("king", "K"))
        yield "castlingRookPieces", self._letters(entry.get("rooks", "R"))
        for side, usual in (("kingside", "g"), ("queenside", "c")):
            yield f"castling{side.capitalize()}File", entry.get("king_to", {}).get(side, usual)
        for side in ("kingside", "queenside"):
            yield f"castlingRook{side.capitalize()}File", entry.get("rook_from", {}).get(side)
        yield from self._same("castling", entry)

    def _hand(self, entry: Mapping[str, Any] | None) -> Pairs:
        if entry is None:
            return
        yield "pieceDrops", entry.get("drops", True)
        yield "capturesToHand", bool(entry.get("takes", False))
        yield from self._same("hand", entry)
        must = entry.get("must_drop", False)
        yield "mustDrop", bool(must)
        if isinstance(must, str) and must != "*":
            yield "mustDropType", self._letters(must)
        for mark, region in entry.get("drop", {}).items():
            cells = region if isinstance(region, str) else region.get("white", "")
            ranks = re.findall(r"\*(\d+)", self.region(cells, 0))
            piece: Mapping[str, Any] = next((piece for piece in self.pieces if mark_of(piece) == mark), {})
            if piece.get("pawn"):
                yield "firstRankPawnDrops", "1" in ranks
                yield "promotionZonePawnDrops", str(self.data["board"]["ranks"]) in ranks
            elif piece.get("moves") == "R" and ranks == ["1"]:
                yield "sittuyinRookDrop", "true"
            else:
                self.lost.append(f"hand.drop.{mark} is not written")

    def _end(self, entry: Mapping[str, Any]) -> Pairs:
        fewer = {"stalemate": "wins", "counts": True} if entry.get("stalemate") == "counts" else {}
        yield from self._same("end", {**entry, **fewer})
        yield "materialCounting", "janggi" if "points" in entry else None
        goals = entry.get("goal", [])
        if len(goals) > 1:
            self.lost.append("more than one goal is not written")
        for goal in goals[:1]:
            yield from self._same("goal", {"piece": "*", **goal})
        extinct = entry.get("extinct")
        if isinstance(extinct, list):
            self.lost.append("more than one rule of extinction is not written")
        elif extinct:
            yield from self._same("extinct", {"result": "loses", **extinct})
        line = entry.get("line")
        if line:
            yield from self._same("line", line)
            yield "connectPieceTypes", self._letters(line.get("pieces", "*"))
            for way in ("vertical", "horizontal", "diagonal"):
                yield f"connect{way.capitalize()}", way in line.get("ways", way)


def _goes_alike(piece: Mapping[str, Any], king: Mapping[str, Any]) -> bool:
    """True if a piece goes as a king, though nothing happens when it is attacked."""
    return not piece.get("royal") and all(piece.get(key) == king.get(key) for key in ("moves", "extra"))


def _of_side(value: Any, side: str, usual: str = "-") -> str:
    return str(value.get(side, usual) if isinstance(value, dict) else value)


def _movements(text: str) -> tuple[Any, ...]:
    try:
        return parse_betza(text)
    except BetzaError:
        return ()
