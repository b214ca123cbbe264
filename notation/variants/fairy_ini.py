"""`variants.ini`, the definitions of Fairy-Stockfish and pychess, as documents of our own form.

A section is settings over those of the section or built-in game that it inherits from; built-in games are described by the
variant files that come along. Of a setting that is not understood the game's document tells the name, and nobody judges it.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from string import ascii_lowercase
from typing import Any, NamedTuple

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import suggestion
from fairyscore.notation.variants.explosions import Explosions
from fairyscore.notation.variants.fairy_checks import conflicts, has_known_form, misread
from fairyscore.notation.variants.file_schema import Path
from fairyscore.notation.variants.former_keys import renewed
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.toml_places import TomlPlace

Settings = Mapping[str, str]  # keys and values of a section, with what it inherits

_TABLES = tomllib.loads(data_text("fairyscore.notation.variants", "fairy_settings.toml"))
_WORDS: dict[str, list[str]] = _TABLES["words"]

PIECES: dict[str, str] = _TABLES["pieces"]  # the moves of the piece types that have a name there, in Betza's notation
DEFAULTS: dict[str, str] = _TABLES["usual"]  # what holds where a section and its parents say nothing
NOT_JUDGED: dict[str, tuple[str, str]] = _TABLES[
    "not_judged"
]  # rules that are not judged: the usual value, and the sentence
NEEDS: dict[str, str] = _TABLES["needs"]  # what settings would need that no key of a document can say
SAME: dict[str, dict[str, tuple[str, str]]] = _TABLES["same"]  # keys that one setting each says, by table
WRITTEN = frozenset(_WORDS["written"])  # keys of tables that settings can say, as `castling.rank`
OUTCOMES = {"win": "wins", "loss": "loses", "draw": "draws"}
SIDES = ("white", "black")
WINGS = ("Kingside", "Queenside")
BUILT_IN_KING = "builtInKingType"  # a setting of built-in games only
STEPPING = "fmWfcF"  # a pawn that makes no double step
CAMBODIAN = {"king": "KimfsN", "fers": "FimfD"}  # what goes by gates instead, with `cambodianMoves`
SYNONYMS = {("horse", "N"): "H", ("elephant", "B"): "E", ("janggiElephant", "B"): "E"}
"""Letters that games which descend from xiangqi and janggi inherit beside those of their pieces."""
OF_SHOGI = {"dragonHorse": "H", "bers": "D"}
"""Letters of promoted pieces that descendants of shogi inherit; the names of built-in games have others for them."""
ALONG_LINES = {"rook": "B", "janggiCannon": "pB", "soldier": "fF", "wazir": "F"}  # of the palaces of Janggi

CUSTOM = re.compile(r"customPiece([1-9]|1\d|2[0-5])")
PIECE_KEY = re.compile(rf"{'|'.join(PIECES)}|{CUSTOM.pattern}")
MOBILITY = re.compile(r"mobilityRegion(White|Black)([A-Z]\w*)")

_SIDES = ("", "White", "Black")
BY_SIDE = _WORDS["by_side"]  # settings that may end in White or Black
BY_TYPE = (*(name + side for name in _WORDS["types_by_side"] for side in _SIDES), *_WORDS["types"])  # name piece types
_PAWN_TYPES = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
ADDED = ("promotedPieceType", "promotionLimit")  # of which a section inherits the pairs that it does not name
SETTINGS = {
    *("pawnTypes", "castlingKingFile", "castlingRookKingsideFile", "castlingRookQueensideFile"),
    *(*DEFAULTS, *_WORDS["for_programs"], *NOT_JUDGED),
    *(name + side for name in BY_SIDE for side in _SIDES),
}


_TABLE_PATHS: dict[str, Path] = {
    "game": (),
    "check": ("check",),
    "capture": ("capture",),
    "pawn_promotion": ("promotion",),
    "castling": ("castling",),
    "hand": ("hand",),
    "end": ("end",),
    "goal": ("end", "goal", 0),
    "extinct": ("end", "extinct"),
    "line": ("end", "line"),
    "wall": ("wall",),
}
_OTHER_PLACES: dict[Path, Iterable[str]] = {
    ("start",): ("startFen",),
    ("board",): ("maxFile", "maxRank"),
    ("first",): ("doubleStepRegion", "doubleStep"),
    ("castling",): ("castling", "castlingKingPiece", "castlingRookPieces", "castlingKingFile"),
    ("hand",): ("pieceDrops", "capturesToHand", "seirawanGating"),
    ("effect",): ("blastOnCapture", "petrifyOnCaptureTypes", "blastImmuneTypes", "petrifyBlastPieces"),
    ("condition",): ("flyingGeneral", "makpongRule"),
    ("pass",): ("pass", "passOnStalemate"),
    ("gating",): ("seirawanGating", "gating", "cambodianMoves"),
    ("end", "goal"): ("flagRegion", "flagPiece"),
}
_PROMOTION_PLACES = ("promotionPieceTypes", "promotionPawnTypes", "pawnTypes", "promotionRegion")


class Section(NamedTuple):
    """A section as it stands in the file. settings: key -> value and line."""

    name: str
    parent: str
    line: int
    settings: dict[str, tuple[str, int]]


def sections(text: str, file: str = "") -> list[Section]:
    """The sections of a file; later ones of the same name replace earlier ones.

    file: what messages call it. Raises `VariantFileError` with all lines that are no settings.
    """
    found: dict[str, Section] = {}
    current: Section | None = None
    mistakes = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped[0] in "#;":
            continue
        header = re.fullmatch(r"\[\s*([^\]:\s]+)\s*(?::\s*([^\]:\s]+)\s*)?\]\s*(?:[#;].*)?", stripped)
        if header:
            current = found[header[1]] = Section(header[1], header[2] or "", number, {})
        elif current is None or "=" not in stripped:
            why = f"'{stripped[:40]}' is not a section as [name:parent] and no setting as key = value"
            mistakes.append(Mistake(file, number, 1, why))
        else:
            key, _, value = stripped.partition("=")
            current.settings[key.strip()] = re.split(r"\s+[#;]", value.strip())[0].strip(), number
    if mistakes:
        raise VariantFileError(mistakes)
    return list(found.values())


def inherited(name: str, known: Mapping[str, Section], built_in: Callable[[str], Settings]) -> dict[str, str]:
    """The settings of a section over those of its parents. Raises `KeyError` if a parent is missing."""
    if name not in known:
        return dict(built_in(name))
    section = known[name]
    others = {other: known[other] for other in known if other != name}  # its parent may be built in under its name
    settings = inherited(section.parent, others, built_in) if section.parent else {}
    values = _renamed({key: value for key, (value, _line) in section.settings.items()}, settings)
    # Pieces come first, and what is said for both sides before what is said for one.
    for key in sorted(values, key=lambda key: (not PIECE_KEY.fullmatch(key), key != "pawnTypes", key not in BY_SIDE)):
        settings = _set(settings, key, values[key])
    return settings


def _renamed(values: dict[str, str], before: Settings) -> dict[str, str]:
    """A section's settings with those of earlier releases under their present names, which count where both are there."""
    values = {key: value for key, value in values.items() if value}  # an engine passes over a key without a value
    former: dict[str, str] = _TABLES["former"]
    former_first = sorted(values.items(), key=lambda item: item[0] not in former)
    found = {former.get(key, key): value for key, value in former_first}
    ranks = found.get("maxRank", before.get("maxRank", DEFAULTS["maxRank"]))
    zones = {"promotionRegion": ("promotionRank", ranks), "doubleStepRegion": ("doubleStepRankMin", "doubleStepRank")}
    for key, (first, last) in zones.items():
        ends = values.get(first, "2"), ranks if last == ranks else values.get(last, "2")
        if (first in values or last in values) and all(map(str.isdigit, (*ends, ranks))):
            rows = range(int(ends[0]), int(ends[1]) + 1)
            found.setdefault(f"{key}White", " ".join(f"*{rank}" for rank in rows) or "-")
            found.setdefault(f"{key}Black", " ".join(f"*{int(ranks) + 1 - rank}" for rank in rows) or "-")
            found = {key: value for key, value in found.items() if key not in (first, last)}
    return found


def _set(before: Settings, key: str, value: str) -> dict[str, str]:
    """With one setting more: a letter belongs to one piece, and a setting for both sides replaces those of each."""
    settings = dict(before)
    if PIECE_KEY.fullmatch(key):
        letter = _letter(value)
        pieces = {k: _letter(v) for k, v in settings.items() if PIECE_KEY.fullmatch(k)}
        for other in (k for k, theirs in pieces.items() if theirs == letter != "-" and k != key):
            del settings[other]
            settings = _relettered(settings, letter, "")
        if pieces.get(key, "-") not in ("-", letter):
            settings = _relettered(settings, pieces[key], letter.strip("-"))
    if key in BY_SIDE:
        settings = {k: v for k, v in settings.items() if k not in (key + "White", key + "Black")}
    if key == "pawnTypes":  # says all of them at once
        settings = {k: v for k, v in settings.items() if not k.startswith(_PAWN_TYPES)}
    if key in BY_TYPE:
        known = "".join(_letter(v) for k, v in settings.items() if PIECE_KEY.fullmatch(k) and len(_letter(v)) == 1)
        read = re.match(rf"[{re.escape(known)}*:0-9 \t-]*", value, re.IGNORECASE)  # engines stop at other letters
        value = value if read is None or read.end() == len(value) else read[0] or "-"
    if key in ADDED:
        value = " ".join(f"{a}:{b}" for a, b in {**_pairs(settings.get(key, "")), **_pairs(value)}.items())
    return {**settings, key: value}


def _letter(piece: str) -> str:
    return piece.partition(":")[0].strip().lower()


def _relettered(settings: dict[str, str], letter: str, new: str) -> dict[str, str]:
    """Inherited settings with the present letters of their piece types: a section inherits types, not letters."""
    found = dict(settings)
    for key in BY_TYPE:
        values = settings.get(key, DEFAULTS.get(key, ""))
        if letter in values.lower() and values != "none":
            ends = key == "extinctionPieceTypes" and "*" not in values  # without such a piece the game would be over
            words = [word.lower().replace(letter, new or "?" * ends) for word in values.split()]
            found[key] = " ".join(word for word in words if word.strip(":0123456789") and word[0] != ":") or "-"
    return found


def not_understood(settings: Settings) -> dict[str, str]:
    """The settings that we do not know, or not with this value, each with a sentence about it."""
    found = {
        key: f"{key} = {value} is not understood" for key, value in settings.items() if not _has_known_form(key, value)
    }
    if not found:
        told = (*conflicts(settings), *_castling_conflict(settings), *_piece_conflicts(settings))
        found = {key: f"{key} is not understood: {why}" for key, why in told}
    for key, value in settings.items():
        if PIECE_KEY.fullmatch(key):
            why = misread(value.partition(":")[2])
            if why:
                found[key] = f"{key} is not understood: {why}"
        elif key not in SETTINGS and not MOBILITY.fullmatch(key):
            why = f": it needs {NEEDS[key]}" if key in NEEDS else suggestion(key, (*SETTINGS, *PIECES))
            found.setdefault(key, f"{key} is not understood{why}")
    return found


def _has_known_form(key: str, value: str) -> bool:
    name = re.sub("(White|Black)$", "", key)
    return has_known_form(name, value, DEFAULTS.get(name, ""))


def _castling_conflict(settings: Settings) -> Iterator[tuple[str, str]]:
    """`castlingWins` of castlings that the start does not have: who has no such right has lost."""
    rights = [*settings.get("startFen", DEFAULTS["startFen"]).split(), "-", "-"][2]
    reader = _SettingsReader("", settings)
    homes = reader.castling_homes()
    if reader.yes("castlingDroppedPiece") and homes and homes != {_number(settings.get("castlingKingFile", "e"))}:
        yield "castlingDroppedPiece", "engines have it for a king on castlingKingFile, which is e if not said"
    if isinstance(reader.castling(), list):  # a castling each, of which such a rule cannot be told
        also = [key for key in ("chess960", "castlingDroppedPiece", "oppositeCastling") if reader.yes(key)]
        also += ["castlingWins"] * (reader["castlingWins"] != DEFAULTS["castlingWins"])
        yield from ((key, "it cannot be together with other castling pieces for White than for Black") for key in also)
    castles = set(rights) & set("KQkq") if reader.gating == "seirawan" and reader["castlingRank"] == "1" else ()
    if any(map(reader.lacks_partner, castles)):
        key = next((key for key in settings if key.startswith("castlingRookPieces")), "startFen")
        yield key, "engines let pieces be brought in on the corners for castlings that the start does not have"
    wins = settings.get("castlingWins")
    if wins is not None and (set(wins) - {*rights, "-"} or not reader.castling()):
        yield "castlingWins", "the start has no such castling, so its side would have lost"


def _piece_conflicts(settings: Settings) -> Iterator[tuple[str, str]]:
    """Settings that conflict with those that name pieces."""
    pieces = {_letter(value): key for key, value in settings.items() if PIECE_KEY.fullmatch(key)}
    king = _letter(settings.get("king", "-"))
    last = settings.get("extinctionPieceTypes", "") if settings.get("extinctionPseudoRoyal") == "true" else ""
    kings = {king, *last.lower()} - {*"-* "}
    if kings & set(settings.get("petrifyOnCaptureTypes", "").lower()):
        yield "petrifyOnCaptureTypes", "a king that captures would be gone"
    promoted = ("promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack", "pawnTypes")
    for key in promoted if king != "-" else ():
        if king in settings.get(key, "").lower():
            yield key, "a king is not promoted"
    if any(plain == strong for plain, strong in _pairs(settings.get("promotedPieceType", "")).items()):
        yield "promotedPieceType", "a piece that is promoted to its own kind looks promoted, and is not"
    for name, taken in OF_SHOGI.items():
        if not _letter(settings.get(name, "-")).isascii() and taken.lower() in pieces:
            yield pieces[taken.lower()], f"{taken.lower()} is a promoted piece of shogi, which engines would forget"
    reader = _SettingsReader("", settings)
    rights = [*reader.start.split(), "-", "-"][2]
    if reader.gating == "cambodian" and (reader.king_type != "king" or set(rights) & set("KQkq")):
        yield "cambodianMoves", "it is for the kings of Makruk, which do not castle"
    if settings.get("sittuyinPromotion") == "true":
        into = "".join(reader.side("promotionPieceTypes", seat).lower() for seat in range(2))
        if set(into) != {_letter(settings.get("fers", "-"))}:
            yield "sittuyinPromotion", "pawns are promoted in place to a fers only"
    captures = settings.get("capturesToHand") == "true"
    if (
        captures
        and settings.get("dropOppositeColoredBishop") == "true"
        and any("dropRegion" in key for key in settings)
    ):
        yield "dropOppositeColoredBishop", "it cannot be together with capturesToHand and a dropRegion"
    if captures and len({reader.pawn_in_hand(seat) for seat in range(2)}) > 1:
        key = next(key for key in settings if re.fullmatch("promotionPawnTypes(White|Black)", key))
        yield key, "promoted pawns of both sides come to the hand as one pawn here"
    if reader.types_of("enPassantTypes", 0) != reader.types_of("enPassantTypes", 1):
        key = next(key for key in settings if re.fullmatch("(enPassant|pawn)Types(White|Black)", key))
        yield key, "pieces of both sides capture in passing alike here"
    if settings.get("wallingRule") == "arrow" and (reader.king_type != "king" or ":" in settings.get("king", "")):
        yield "wallingRule", "engines take the arrow of any king for that of a usual king"
    if settings.get("wallingRule", "none") != "none" and any(_hops(settings[key], key) for key in pieces.values()):
        yield "wallingRule", "engines do not see what a new wall is for pieces that hop"
    to = "".join(value for key, value in settings.items() if key.startswith("promotionPieceTypes")).lower()
    to = to if settings.get("promotionPawnTypes", settings.get("pawnTypes", "p")) != "-" else ""
    if settings.get("pieceDemotion") == "true" and set(to) & set(pieces):
        yield "pieceDemotion", "engines turn pawns back that were promoted; it is for pieces of promotedPieceType only"


def _hops(piece: str, key: str) -> bool:
    moves = piece.partition(":")[2] or PIECES.get(key, "")
    return bool({"p", "g"} & set(moves))


def document_data(name: str, settings: Settings) -> dict[str, Any]:
    """The document, as TOML would give it. What is wrong with it `variant_file` finds."""
    return _SettingsReader(name, settings).data()


def setting_places(data: Mapping[str, Any], settings: Settings, section: Section) -> dict[Path, TomlPlace]:
    """Where the settings of a section stand that say the keys of its document; what is inherited is in its first line."""
    keys: dict[Path, Iterable[str]] = {
        **{(*_TABLE_PATHS[table], key): (name,) for table, said in SAME.items() for key, (_, name) in said.items()},
        **_OTHER_PLACES,
    }
    by_letter = {_letter(value).upper(): key for key, value in settings.items() if PIECE_KEY.fullmatch(key)}
    for number, piece in enumerate(data.get("piece", ())):
        mark = piece["letter"]
        keys["piece", number] = (by_letter.get(mark, "promotedPieceType"),)
    for number, rule in enumerate(data.get("promotion", ())):
        keys["promotion", number] = ("promotedPieceType",) if rule.get("touch") else _PROMOTION_PLACES
    found: dict[Path, TomlPlace] = {(): TomlPlace(section.line, 1)}
    for path, names in keys.items():
        there = [section.settings[own] for name in names for own in _with_sides(name) if own in section.settings]
        if there:
            found[path] = TomlPlace(there[0][1], 1)
    return found


def _with_sides(name: str) -> tuple[str, ...]:
    return tuple(name + side for side in _SIDES)


class _SettingsReader:
    """One game's settings. Pieces are known by their letters, `names`, `moves` by letter; `promoted`: plain -> strong;
    `gating`: what first moves allow, as in a document, which engines know with `gating = true` only."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.settings = settings
        self.files = _number(self["maxFile"])
        self.ranks = int(self["maxRank"])
        self.cells = [f"{file}{rank}" for rank in range(1, self.ranks + 1) for file in ascii_lowercase[: self.files]]
        fields = self["startFen"].split()
        self.start = " ".join(fields if len(fields) > 1 else [*fields, "w"])
        modes = ("seirawan", "seirawanGating"), ("cambodian", "cambodianMoves")
        self.gating = next((mode for mode, key in modes if self.yes(key) and self.yes("gating")), "")
        self.names: dict[str, str] = {}
        self.moves: dict[str, str] = {}
        for key, value in settings.items():
            letter, _, betza = value.partition(":")
            if PIECE_KEY.fullmatch(key) and letter.strip(" \t-"):
                mark = letter.strip()[0].lower()
                self.names[mark] = key
                self.moves[mark] = betza.strip() or PIECES.get(key, "")
        self.by_type = {name: letter.upper() for letter, name in self.names.items()}
        self.king_type = self.names.get(self[BUILT_IN_KING], "king")
        self.steps = self.yes("doubleStep") and any(self.squares(self.side("doubleStepRegion", s)) for s in range(2))
        for letter, kind in self.names.items():
            self.moves[letter] = self._moves(letter, kind)
        pairs = _pairs(self["promotedPieceType"])
        self.promoted = {a: b for a, b in pairs.items() if a in self.moves and b in self.moves}
        self.zone = self.both("promotionRegion", self.tidy)
        limits = _pairs(self["promotionLimit"]).items()  # how many of a kind a side may have
        self.limit = {letter.upper(): int(most) for letter, most in limits if most != "0"} or None

    def __getitem__(self, key: str) -> str:
        return self.settings.get(key, DEFAULTS.get(key, ""))

    def _moves(self, letter: str, name: str) -> str:
        """The moves of a piece, as far as other settings have a say in them."""
        if self.gating == "cambodian" and name in CAMBODIAN:
            return CAMBODIAN[name]
        if name == "king" and self.king_type != "king":
            return self.moves[self[BUILT_IN_KING]]
        if name == "pawn" and not self.steps and self.moves[letter] == PIECES["pawn"]:
            return STEPPING
        return self.moves[letter]

    def yes(self, key: str) -> bool:
        return self[key].lower() == "true"

    def side(self, key: str, seat: int) -> str:
        own = key + _SIDES[seat + 1]
        return self.settings.get(own, self[key] or DEFAULTS.get(own, ""))

    def both(self, key: str, read: Callable[[str], str]) -> Any:
        """A setting by side, as a document has it."""
        return _by_side([read(self.side(key, seat)) for seat in range(2)])

    def marks(self, letters: str) -> str:
        """`nbrq` as `N B R Q`."""
        if letters.strip() == "*":
            return "*"
        return " ".join(dict.fromkeys(letter.upper() for letter in letters if letter.lower() in self.moves))

    def squares(self, text: str) -> set[str]:
        """The cells of a region of theirs."""
        words = set(text.replace(",", " ").lower().split())
        return {cell for cell in self.cells if words & {cell, f"*{cell[1:]}", f"{cell[0]}*", "*", "**"}}

    def region(self, cells: set[str]) -> str:
        """Cells as a document writes them: whole ranks first."""
        rows = {rank: {cell for cell in self.cells if cell[1:] == str(rank)} for rank in range(1, self.ranks + 1)}
        whole = [rank for rank, row in rows.items() if row <= cells]
        if len(whole) == self.ranks:
            return "*"
        rest = [cell for cell in self.cells if cell in cells and int(cell[1:]) not in whole]
        return " ".join([*(f"*{rank}" for rank in whole), *rest]) or "-"

    def tidy(self, text: str) -> str:
        """A region of theirs as one of ours."""
        return self.region(self.squares(text))

    def types_of(self, key: str, seat: int) -> set[str]:
        """Letters of the pieces that a setting names, the usual pawn where nothing is said."""
        letters = self._named_types(key, seat)
        if key == "enPassantTypes":
            letters += self._marked_in_passing(seat)
        if key in ("enPassantTypes", "promotionPawnTypes"):
            letters += self.by_type.get("pawn", "")  # whatever they say
        return {letter for letter in letters.lower() if letter in self.moves}

    def _named_types(self, key: str, seat: int) -> str:
        usual = self.settings.get(key, self.settings.get("pawnTypes", self.by_type.get("pawn", "")))
        return self.settings.get(key + _SIDES[seat + 1], usual)

    def pawn_in_hand(self, seat: int) -> str:
        """The pawn as which a promoted one is taken into a hand: the last that is named, whichever pawn it was."""
        return self._named_types("promotionPawnTypes", seat)[-1:].lower()

    def _marked_in_passing(self, seat: int) -> str:
        """The pieces whose moves capture in passing, where `enPassantTypes` says nothing."""
        given = {"enPassantTypes", "enPassantTypes" + _SIDES[seat + 1], "pawnTypes"} & self.settings.keys()
        return "" if given else "".join(letter for letter, moves in self.moves.items() if "e" in moves)

    def same(self, table: str) -> dict[str, Any]:
        """The keys of a table that one setting each says, as far as it is not usual."""
        return _table(**{key: self._value(kind, setting) for key, (kind, setting) in SAME[table].items()})

    def _value(self, kind: str, setting: str) -> Any:
        if kind in ("region", "pieces by side"):
            return self.both(setting, self.tidy if kind == "region" else self.marks)
        value = self[setting]
        if kind == "has" or value == DEFAULTS[setting]:
            return None
        if kind in ("flag", "unlike"):
            return self.yes(setting) is (kind == "flag")
        if kind == "pieces":
            return self.marks(value) or None
        if kind.startswith("of "):
            return self.by_type.get(kind[3:]) if self.yes(setting) else None
        if kind == "result":
            return OUTCOMES.get(value)
        return int(value) if kind == "number" else value

    def data(self) -> dict[str, Any]:
        passing = [self._passing(seat) for seat in range(2)]
        data: dict[str, Any] = {
            "title": self.name,
            "uci_variant": self.name,
            "board": {"files": self.files, "ranks": self.ranks},
            "start": self.start,
            "first": self.both("doubleStepRegion", self.tidy) if self.steps else None,
            "region": self.regions,
            "piece": [*map(self._piece, filter(str.isascii, self.moves)), *self._promoted_pieces()],
            "promotion": list(self._promotions()),
            "castling": self.castling(),
            "hand": self._hand(),
            "end": self._end(),
            "check": self.same("check"),
            "capture": self.same("capture"),
            "effect": self._effects(),
            "wall": self.same("wall") if self["wallingRule"] != "none" else None,
            "pass": _by_side(passing) if passing != ["never", "never"] else None,
            "gating": self.gating or None,
            **self.same("game"),
            "told": [
                says.format(self[key])
                for key, (usual, says) in NOT_JUDGED.items()
                if self.settings.get(key, usual) != usual
            ],
        }
        return renewed({key: value for key, value in data.items() if value not in (None, {}, [])}, {})

    def _effects(self) -> list[dict[str, Any]]:
        """The effects of captures. No blast spares a piece of another type than the built-in pawn that goes like one."""
        explosions = Explosions(
            blasts=self.yes("blastOnCapture"),
            immune=self._value("pieces", "blastImmuneTypes") or "",
            spared=self.by_type.get("pawn", ""),
            petrified=self._value("pieces", "petrifyOnCaptureTypes") or "",
            to_walls=self.yes("petrifyBlastPieces"),
        )
        return explosions.rows()

    @cached_property
    def regions(self) -> dict[str, Any]:
        """Regions with a name: where soldiers do not go sideways yet, and the lines of palaces."""
        found: dict[str, Any] = {}
        home = range(1, int(self["soldierPromotionRank"]))
        if home and "soldier" in self.by_type:
            rows = home, [self.ranks + 1 - rank for rank in home]
            found["home"] = _by_side([" ".join(f"*{rank}" for rank in ranks) for ranks in rows])
        if self["diagonalLines"].strip("-"):
            found["lines"] = self.tidy(self["diagonalLines"])
        return found

    def _piece(self, letter: str) -> dict[str, Any]:
        name, moves, mark = self.names[letter], self.moves[letter], letter.upper()
        triple = self.side("tripleStepRegion", 0) + self.side("tripleStepRegion", 1) != "--"
        passes = (self.steps or triple) and any("i" in moves for moves in self.moves.values())
        takes = passes and any(letter in self.types_of("enPassantTypes", seat) for seat in range(2))
        text = moves if name == "pawn" else moves.replace("e", "")
        keys = {side: f"mobilityRegion{side.capitalize()}{name[0].upper()}{name[1:]}" for side in SIDES}
        stays = {side: self.tidy(self.settings[key]) for side, key in keys.items() if key in self.settings}
        passed = _by_side([self.tidy(self.side("enPassantRegion", 1 - seat)) for seat in range(2)])
        cannon = mark if name == "janggiCannon" else None
        other = SYNONYMS.get((name, mark), "")
        extra: list[dict[str, Any]] = []
        along = ALONG_LINES.get(self.king_type if name == "king" else name)
        if along and "lines" in self.regions:  # of the palaces of Janggi
            extra.append({"from": "lines", "to": "lines", "moves": along})
        if name == "pawn" and triple:
            extra.append({"from": self.both("tripleStepRegion", self.tidy), "moves": "ifmnH"})
        return _table(
            letter=mark,
            also=[other] if other and other.lower() not in self.names else None,
            name=_words(name, letter),
            moves=text,
            moves_in={"home": "fW"} if name == "soldier" and "home" in self.regions else None,
            extra=extra or None,
            stays={"white": "*", "black": "*", **stays} if stays else None,
            pawn=any(letter in self.types_of("nMoveRuleTypes", seat) for seat in range(2)) or None,
            en_passant=None if takes == ("e" in text) else takes,
            first="*" if self.gating == "cambodian" and name in CAMBODIAN else None,
            passed=passed if "i" in moves and passed != "*" else None,
            royal=True if name == "king" else None,
            not_takes=cannon,
            not_over=cannon,
        )

    def _promoted_pieces(self) -> Iterator[dict[str, Any]]:
        for plain, strong in self.promoted.items():
            piece = {key: value for key, value in self._piece(strong).items() if key != "pawn"}
            name = f"promoted {_words(self.names[plain], plain)}"
            counts_as = {"counts_as": strong.upper()} if strong.isascii() else {}
            letter = strong.upper() if strong.isascii() else OF_SHOGI.get(self.names[strong], "")
            also = {"also": [letter]} if letter else {}
            yield {**piece, "letter": "+" + plain.upper(), "name": name, **also, **counts_as}

    def _promotions(self) -> Iterator[dict[str, Any]]:
        types = [self.types_of("promotionPawnTypes", seat) for seat in range(2)]
        to = [self.marks(self.side("promotionPieceTypes", seat)) or "-" for seat in range(2)]
        for letter in sorted(types[0] | types[1], key=lambda letter: (letter != self.pawn_in_hand(0), letter)):
            mark = letter.upper()
            into = [to[seat] if letter in types[seat] else "-" for seat in range(2)]
            if self.zone == "-":
                continue
            if into != ["-", "-"]:
                rules = self.same("pawn_promotion")
                yield _table(piece=mark, to=_by_side(into), on=self.zone, limit=self.limit, **rules)
            # Who has to be promoted, and to nothing, never gets there.
            never = [mark if letter in types[seat] and to[seat] == "-" else "-" for seat in range(2)]
            if never != ["-", "-"] and self.yes("mandatoryPawnPromotion"):
                yield {"piece": mark, "to": _by_side(never), "on": self.zone, "limit": {mark: 0}}
        for letter in self.promoted if self.zone != "-" else ():
            plain, strong = letter.upper(), "+" + letter.upper()
            must, captures = self.yes("mandatoryPiecePromotion"), self.yes("piecePromotionOnCapture") or None
            common = _table(on=self.zone, touch=True, must=must, capture_only=captures, limit=self.limit)
            yield {"piece": plain, "to": strong, **common}
            if self.yes("pieceDemotion"):
                yield {"piece": strong, "to": plain, **common, "demotion": True}

    def castling(self) -> Any:
        """Castling by files; move by move where the sides castle with other pieces."""
        rights = [*self.start.split(), "-", "-"][2]
        free = self.yes("castlingDroppedPiece") or self.yes("chess960") or re.search("[KQkqA-Ha-h]", rights)
        kings, partners = ([read(seat) for seat in range(2)] for read in (self._castling_king, self._castling_partners))
        if not self.yes("castling") or not any(map(all, zip(kings, partners, strict=True))) or not free:
            return None
        named = [side for side, word in enumerate(WINGS) if f"castlingRook{word}File" in self.settings]
        rooks = {side: {self._partner_file(seat, side) for seat in range(2)} - {0} for side in named}
        if any(len(set(by_seat)) > 1 for by_seat in (kings, partners, *rooks.values())):
            return list(self._castling_moves(rights)) or None
        is_one = len(self.castling_homes()) == 1  # the king's file is asked for only where several kings stand there
        outer = {side: max(files, default=self._outer_file(side)) for side, files in rooks.items()}
        return _table(
            king=kings[0].upper(),
            rooks=partners[0],
            king_to={word.lower(): _file(_number(self[f"castling{word}File"])) for word in WINGS},
            rook_from={WINGS[side].lower(): _file(file) for side, file in outer.items()} or None,
            **{key: value for key, value in self.same("castling").items() if key != "king_from" or not is_one},
        )

    def _castling_king(self, seat: int) -> str:
        """The letter of what castles as king; empty for none."""
        letter = (self.side("castlingKingPiece", seat) or self.by_type.get("king", "")).lower()
        return letter if letter in self.moves else ""

    def _castling_partners(self, seat: int) -> str:
        return self.marks(self.side("castlingRookPieces", seat) or self.by_type.get("rook", ""))

    def lacks_partner(self, right: str) -> bool:
        """True if the start has nothing with which a king could castle by a right, `K`."""
        return not self._partner_file(int(right.islower()), "KQ".index(right.upper()))

    def castling_homes(self) -> set[int]:
        """The files, from 1, on which castling kings stand at the start."""
        return {
            file
            for seat in range(2)
            for file, letter in self._first_rank(seat).items()
            if letter == self._castling_king(seat)
        }

    def _castling_moves(self, rights: str) -> Iterator[dict[str, Any]]:
        """Each castling that the start has a right for."""
        for seat, row in enumerate(self._castling_rows()):
            rank, king = self._first_rank(seat), self._castling_home(seat)
            for side, word in enumerate(WINGS if king else ()):
                letter = "KQ"[side] if seat == 0 else "kq"[side]
                rook = self._partner_file(seat, side)
                king_to = _number(self[f"castling{word}File"])
                if letter in rights and rook:
                    yield {
                        "letter": letter,
                        "side": side,
                        "king": f"{_cell(king, row)}-{_cell(king_to, row)}",
                        "rook": f"{_cell(rook, row)}-{_cell(king_to + (-1, 1)[side], row)}",
                        "partner": rank[rook].upper(),
                    }

    def _castling_home(self, seat: int) -> int:
        """The file, from 1, of the king that castles at the start; 0 for none."""
        kings = [file for file, letter in self._first_rank(seat).items() if letter == self._castling_king(seat)]
        usual = _number(self["castlingKingFile"] or "e")
        return kings[0] if len(kings) == 1 else usual if usual in kings else 0

    def _outer_file(self, side: int) -> int:
        """The file, from 1, where the search for a castling partner begins: the one that is named, or the last."""
        return _number(self[f"castlingRook{WINGS[side]}File"] or str((self.files, 1)[side]))

    def _partner_file(self, seat: int, side: int) -> int:
        """The file, from 1, of the first castling partner from there towards the king at the start; 0 for none."""
        rank, king, outer = self._first_rank(seat), self._castling_home(seat), self._outer_file(side)
        partners = self._castling_partners(seat).lower().split()
        files = range(outer, king, -1) if side == 0 else range(outer, king)
        return next((file for file in files if king and rank.get(file) in partners), 0)

    def _castling_rows(self) -> tuple[int, int]:
        """The ranks on which White and Black castle."""
        rank = int(self["castlingRank"])
        return rank, self.ranks + 1 - rank

    def _first_rank(self, seat: int) -> dict[int, str]:
        """The letters of a side's pieces on the rank where it castles, by file, from 1."""
        rows = self.start.split()[0].partition("[")[0].split("/")
        row = self._castling_rows()[seat]
        found, file = {}, 1
        for token in re.findall(r"\d+|\+?[A-Za-z]~?|.", rows[-row] if row <= len(rows) else ""):
            if token.isdigit():
                file += int(token)
                continue
            if token[0].isalpha() and token[0].islower() == bool(seat):
                found[file] = token[0].lower()
            file += 1
        return found

    def _passing(self, seat: int) -> str:
        """When a side may pass."""
        if self.side("passOnStalemate", seat) == "true":
            return "stalemate"
        return "always" if self.side("pass", seat) == "true" else "never"

    def _hand(self) -> dict[str, Any] | None:
        if not self.yes("pieceDrops") and self.gating != "seirawan" and not self.yes("capturesToHand"):
            return None
        drops: dict[str, Any] = {}
        regions = [self.squares(self.side("dropRegion", seat)) for seat in range(2)]
        homes = [self.squares("*1"), self.squares(f"*{self.ranks}")]
        if "pawn" in self.by_type:
            zones = [self.squares(self.side("promotionRegion", seat)) for seat in range(2)]
            first, last = self.yes("firstRankPawnDrops"), self.yes("promotionZonePawnDrops")
            allowed = []
            for region, home, zone in zip(regions, homes, zones, strict=True):
                without_home = region if first else region - home
                allowed.append(without_home if last else without_home - zone)
            drops[self.by_type["pawn"]] = _by_side(list(map(self.region, allowed)))
        if self.yes("sittuyinRookDrop") and "rook" in self.by_type:
            drops[self.by_type["rook"]] = _by_side([self.region(regions[s] & homes[s]) for s in range(2)])
        must = True if self["mustDropType"] == "*" else self.marks(self["mustDropType"])
        takes = self.yes("capturesToHand")
        marked = (takes and not self.yes("dropLoop")) or self.yes("twoBoards")
        return _table(
            drops=None if self.yes("pieceDrops") else False,
            takes=takes or None,
            promoted_mark="~" if marked else None,
            drop=drops or None,
            must_drop=must if self.yes("mustDrop") else None,
            **self.same("hand"),
        )

    def _end(self) -> dict[str, Any]:
        counted = re.search(r"\s(\d+)\+\d+", self["startFen"])
        points = {self.by_type[name]: worth for name, worth in _TABLES["janggi_points"].items() if name in self.by_type}
        janggi = self["materialCounting"] == "janggi"
        goal, extinct = self.same("goal"), self.same("extinct")
        counts = self["extinctionValue"] != "none" or self.yes("extinctionPseudoRoyal")
        ways = " ".join(way for way in ("vertical", "horizontal", "diagonal") if self.yes(f"connect{way.capitalize()}"))
        line = {**self.same("line"), "pieces": self.marks(self["connectPieceTypes"]), "ways": ways}
        checks = int(counted[1]) if counted else 1  # as engines have it
        return _table(
            goal=[goal] if goal["region"] != "-" else None,
            extinct=extinct if counts and "pieces" in extinct else None,
            checks=checks if self.yes("checkCounting") else None,
            line=line if "length" in line else None,
            points=points if janggi else None,
            black_points=3 if janggi else None,
            **self.same("end"),
        )


def _table(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _by_side(values: list[str]) -> Any:
    """One value for both sides where they are the same."""
    return values[0] if values[0] == values[1] else dict(zip(SIDES, values, strict=True))


def _words(name: str, letter: str) -> str:
    """`shogiPawn` as `shogi pawn`."""
    if CUSTOM.fullmatch(name):
        return f"piece {letter.upper()}"
    return re.sub(r"([A-Z])", lambda match: " " + match[1].lower(), name)


def _pairs(text: str) -> dict[str, str]:
    """`p:g s:g` by letter."""
    return {a.lower(): b.lower() for a, _, b in (word.partition(":") for word in text.split()) if b}


def _file(number: int) -> str:
    return ascii_lowercase[number - 1]


def _cell(file: int, rank: int) -> str:
    return f"{_file(file)}{rank}"


def _number(file: str) -> int:
    """The number of a file, which may be said by its letter."""
    return int(file) if file.isdigit() else ascii_lowercase.index(file.lower()) + 1
