"""`variants.ini`, the definitions of Fairy-Stockfish and pychess, as documents of our own form.

A section is settings over those of the section or built-in game that it inherits from; built-in games are described by the
variant files that come along. Of a setting that is not understood the game's document tells the name, and nobody judges it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple

from fairyscore.notation.package_data import data_text

Settings = Mapping[str, str]
"""Keys and values of a section, with what it inherits."""

_TABLES = tomllib.loads(data_text("fairyscore.notation.variants", "fairy_settings.toml"))

PIECES: dict[str, str] = _TABLES["pieces"]
"""The moves of the piece types that have a name there, in Betza's notation."""

DEFAULTS: dict[str, str] = _TABLES["usual"]
"""What holds where a section and its parents say nothing."""

TOLD: dict[str, tuple[str, str]] = _TABLES["told"]
"""Rules that are told and not judged: the usual value, and the sentence."""

FORMER: dict[str, str] = _TABLES["former"]
"""Earlier names of settings."""

CUSTOM = re.compile(r"customPiece([1-9]|1\d|2[0-5])")
PIECE_KEY = re.compile(rf"{'|'.join(PIECES)}|{CUSTOM.pattern}")
MOBILITY = re.compile(r"mobilityRegion(White|Black)([A-Z]\w*)")

SAME: dict[str, dict[str, tuple[str, str]]] = _TABLES["same"]
"""By table the keys that one setting each says: kind and setting."""

_WORDS: dict[str, list[str]] = _TABLES["words"]
_SIDES = ("", "White", "Black")

BY_SIDE = _WORDS["by_side"]
"""Settings that may end in White or Black."""

KNOWN = {
    "pawnTypes",
    "castlingKingFile",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    *DEFAULTS,
    *_WORDS["for_programs"],
    *TOLD,
    *(name + side for name in BY_SIDE for side in _SIDES),
}

BY_TYPE = (*(name + side for name in _WORDS["types_by_side"] for side in _SIDES), *_WORDS["types"])
"""Settings that name kinds of pieces."""

WRITTEN = frozenset(_WORDS["written"])
"""Keys of tables that settings can say, as `castling.rank`."""

ADDED = ("promotedPieceType", "promotionLimit")
"""Settings of which a section inherits the pairs that it does not name."""

LAME = re.compile(r"n[a-z]*[CLJHGWF]")
"""Lame leaps that engines of this file do not know, whatever they take them for."""

OUTCOMES = {"win": "wins", "loss": "loses", "draw": "draws"}


class Section(NamedTuple):
    """A section as it stands in the file. settings: key -> value and line."""

    name: str
    parent: str
    line: int
    settings: dict[str, tuple[str, int]]


class IniError(ValueError):
    """A line that is no setting. line: its number."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def sections(text: str) -> list[Section]:
    """The sections of a file; later ones of the same name replace earlier ones. Raises `IniError`."""
    found: dict[str, Section] = {}
    current: Section | None = None
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if not said or said[0] in "#;":
            continue
        header = re.fullmatch(r"\[\s*([^\]:\s]+)\s*(?::\s*([^\]:\s]+)\s*)?\]\s*(?:[#;].*)?", said)
        if header:
            current = found[header[1]] = Section(header[1], header[2] or "", number, {})
        elif current is None or "=" not in said:
            raise IniError(f"'{said[:40]}' is no section as [name:parent] and no setting as key = value", number)
        else:
            key, _, value = said.partition("=")
            current.settings[key.strip()] = re.split(r"\s+[#;]", value.strip())[0].strip(), number
    return list(found.values())


def inherited(name: str, known: Mapping[str, Section], built_in: Callable[[str], Settings]) -> dict[str, str]:
    """The settings of a section over those of its parents. Raises `KeyError` of a parent that there is not."""
    chain: list[Section] = []
    while name in known and all(section.name != name for section in chain):
        chain.append(known[name])
        name = known[name].parent
        if not name:
            break
    settings = dict(built_in(name)) if name and (name not in known or chain[-1].parent == name) else {}
    for section in reversed(chain):
        said = _renamed({key: value for key, (value, _line) in section.settings.items()}, settings)
        for key, value in sorted(said.items(), key=lambda item: _order(item[0])):
            settings = _set(settings, key, value)
    return settings


def _order(key: str) -> tuple[bool, ...]:
    """Pieces come first, and what is said for both sides before what is said for one."""
    return not PIECE_KEY.fullmatch(key), key != "pawnTypes", key not in BY_SIDE


def _renamed(said: dict[str, str], before: Settings) -> dict[str, str]:
    """A section's settings with those of earlier releases under their present names, which count where both are there."""
    said = {key: value for key, value in said.items() if value}  # an engine passes over a key without a value
    found = {FORMER.get(key, key): value for key, value in sorted(said.items(), key=lambda item: item[0] not in FORMER)}
    ranks = found.get("maxRank", before.get("maxRank", DEFAULTS["maxRank"]))
    zones = {"promotionRegion": ("promotionRank", ranks), "doubleStepRegion": ("doubleStepRankMin", "doubleStepRank")}
    for key, (first, last) in zones.items():
        ends = said.get(first, "2"), ranks if last == ranks else said.get(last, "2")
        if (first in said or last in said) and all(map(str.isdigit, (*ends, ranks))):
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
    if key == "pawnTypes":  # says all three at once
        settings = {k: v for k, v in settings.items() if not k.startswith(("promotionPawnTypes", "enPassantTypes"))}
    if key in BY_TYPE:
        value = _known_types(value, {_letter(v) for k, v in settings.items() if PIECE_KEY.fullmatch(k)})
    if key in ADDED:
        value = " ".join(f"{a}:{b}" for a, b in {**_pairs(settings.get(key, "")), **_pairs(value)}.items())
    return {**settings, key: value}


def _known_types(value: str, known: set[str]) -> str:
    """The value as engines read it, up to the first letter that is no piece's."""
    for place, letter in enumerate(value.lower()):
        if letter not in known and letter not in "*:0123456789 \t-":
            return value[:place] or "-"
    return value


def _letter(piece: str) -> str:
    return piece.partition(":")[0].strip().lower()


def _relettered(settings: dict[str, str], letter: str, new: str) -> dict[str, str]:
    """What a section inherits names types, not letters: with those of a type that has another letter now, or none."""
    found = dict(settings)
    for key in BY_TYPE:
        said = settings.get(key, DEFAULTS.get(key, ""))
        if letter in said.lower() and said != "none":
            ends = key == "extinctionPieceTypes" and "*" not in said  # without such a piece the game would be over
            words = [word.lower().replace(letter, new or "?" * ends) for word in said.split()]
            found[key] = " ".join(word for word in words if word.strip(":0123456789") and word[0] != ":") or "-"
    return found


def not_understood(settings: Settings) -> dict[str, str]:
    """The settings that we do not know, or not with this value, and how to name them."""
    found = [
        key for key in settings if key not in KNOWN and not PIECE_KEY.fullmatch(key) and not MOBILITY.fullmatch(key)
    ]
    found += [
        key for key, value in settings.items() if PIECE_KEY.fullmatch(key) and LAME.search(value.partition(":")[2])
    ]
    found += _at_odds(settings)
    odd = {key: f"{key} = {value}" for key, value in settings.items() if not _FORMS[_form(key)].fullmatch(value)}
    return {key: odd.get(key, key) for key in sorted({*found, *odd})}


def _at_odds(settings: Settings) -> Iterator[str]:
    """Settings that do not go with the others: engines then play what nobody would expect, or nothing at all."""
    if settings.get("blastOnCapture") == "true" and "king" in settings:
        yield "blastOnCapture"  # kings that may not be taken, and blow up
    rights = [*settings.get("startFen", DEFAULTS["startFen"]).split(), "-", "-"][2]
    if set(settings.get("castlingWins", "-")) - {*rights, "-"} or (
        "castlingWins" in settings and not _SettingsReader("", settings).castling()
    ):
        yield "castlingWins"  # who has no such right has lost
    if settings.get("cambodianMoves") == "true" and (
        "i" not in settings.get("king", "") or settings.get("pawnTypes") != "p" or settings.get("pieceDrops") == "true"
    ):
        yield "cambodianMoves"
    walls = settings.get("wallingRule", "none") != "none" or settings.get("petrifyOnCaptureTypes", "-") != "-"
    if walls and settings.get("immobilityIllegal") == "true":
        yield "immobilityIllegal"  # pieces that a wall shuts in
    if walls and settings.get("checking") == "false":
        yield "checking"  # checks that the new wall keeps off
    if settings.get("wallOrMove") == "true" and settings.get("wallingRule", "edge") != "edge":
        yield "wallOrMove"
    for key in ("mutuallyImmuneTypes", "blastImmuneTypes", "petrifyOnCaptureTypes"):
        if "*" in settings.get(key, ""):
            yield key


_FORMS = {
    "": re.compile(".*"),
    "switch": re.compile("true|false"),
    "number": re.compile(r"\d{1,3}"),
    "file": re.compile(r"\d{1,2}|[a-zA-Z]"),
    "region": re.compile(r"|-|[a-zA-Z*](\d+|\*)(\s+[a-zA-Z*](\d+|\*))*"),
    "result": re.compile("win|loss|draw|none"),
    "piece": re.compile(r"[^\s-]|-|"),
    "pieces": re.compile(r"[^?]*"),
    "walls": re.compile("none|arrow|duck|edge|past|static"),
}
"""What values look like. Engines take others for something else than they say, or for nothing."""


def _form(key: str) -> str:
    """The form in `_FORMS` of a setting's value; empty for any."""
    plain = re.sub("(White|Black)$", "", key)
    usual = DEFAULTS.get(plain, DEFAULTS.get(key, ""))
    if "Region" in key or key == "diagonalLines":
        return "region"
    if plain in ("flagPiece", "castlingKingPiece", "mustDropType", "dropNoDoubled"):
        return "piece"
    if key == "extinctionPieceTypes":
        return "pieces"
    if (plain.startswith("castling") and plain.endswith("File")) or key == "maxFile":
        return "file"
    if key == "wallingRule":
        return "walls"
    if key.endswith("Value") and key in DEFAULTS:
        return "result"
    return "switch" if usual in ("true", "false") else "number" if usual.isdigit() else ""


def document_data(name: str, settings: Settings) -> dict[str, Any]:
    """The document, as TOML would give it. What is wrong with it `variant_file` finds."""
    return _SettingsReader(name, settings).data()


@dataclass(frozen=True)
class _Types:
    """Piece types by letter: their name there and their moves."""

    names: dict[str, str]
    moves: dict[str, str]


class _SettingsReader:
    """One game's settings."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.settings = settings
        self.files = self._file_count()
        self.ranks = int(self["maxRank"])
        self.types = _types(settings)
        self.by_type = {name: letter for letter, name in self.types.names.items()}
        self.promoted = _pairs(self["promotedPieceType"])

    def __getitem__(self, key: str) -> str:
        return self.settings.get(key, DEFAULTS.get(key, ""))

    def yes(self, key: str) -> bool:
        """A switch."""
        return self[key].lower() == "true"

    def _file_count(self) -> int:
        said = self["maxFile"]
        return int(said) if said.isdigit() else ascii_lowercase.index(said[0].lower()) + 1

    def side(self, key: str, seat: int) -> str:
        """A setting of one side."""
        return self.settings.get(
            key + ("White", "Black")[seat], self[key] or DEFAULTS.get(key + ("White", "Black")[seat], "")
        )

    def both(self, key: str, read: Callable[[str], str]) -> Any:
        """A setting by side, as a document has it."""
        white, black = read(self.side(key, 0)), read(self.side(key, 1))
        return white if white == black else {"white": white, "black": black}

    def marks(self, letters: str) -> str:
        """`nbrq` as `N B R Q`."""
        if letters.strip() == "*":
            return "*"
        return " ".join(
            dict.fromkeys(
                letter.upper() for letter in letters if letter.isalpha() and letter.lower() in self.types.moves
            )
        )

    def squares(self, text: str) -> set[str]:
        """The cells of a region of theirs."""
        found = set()
        for word in text.replace(",", " ").lower().split():
            match = re.fullmatch(r"([a-z*])(\d+|\*)|\*", word)
            if match:
                files = ascii_lowercase[: self.files] if match[1] in (None, "*") else match[1]
                ranks = range(1, self.ranks + 1) if match[2] in (None, "*") else [int(match[2])]
                found |= {f"{f}{r}" for f in files for r in ranks}
        return {cell for cell in found if cell[0] in ascii_lowercase[: self.files] and int(cell[1:]) <= self.ranks}

    def region(self, cells: Iterable[str]) -> str:
        """Cells as a document writes them: whole ranks first."""
        left = set(cells)
        words = []
        for rank in range(1, self.ranks + 1):
            row = {f"{f}{rank}" for f in ascii_lowercase[: self.files]}
            if row <= left:
                words.append(f"*{rank}")
                left -= row
        if len(words) == self.ranks:
            return "*"
        return " ".join([*words, *sorted(left, key=lambda cell: (int(cell[1:]), cell[0]))]) or "-"

    def tidy(self, text: str) -> str:
        """A region of theirs as one of ours."""
        return self.region(self.squares(text))

    def types_of(self, key: str, seat: int) -> set[str]:
        """Letters of the pieces that a setting names, the usual pawn where nothing is said."""
        side = ("White", "Black")[seat]
        said = self.settings.get(
            key + side, self.settings.get(key, self.settings.get("pawnTypes", self.by_type.get("pawn", "")))
        )
        return {letter for letter in said.lower() if letter in self.types.moves}

    def same(self, table: str) -> dict[str, Any]:
        """The keys of a table that one setting each says, as far as it is not usual."""
        found: dict[str, Any] = {}
        for key, (kind, setting) in SAME[table].items():
            said = self[setting]
            if said == DEFAULTS[setting]:
                continue
            if kind in ("flag", "unlike"):
                found[key] = self.yes(setting) is (kind == "flag")
            elif kind == "pieces":
                found[key] = self.marks(said) or None
            else:
                found[key] = int(said) if kind == "number" else said
        return _table(**found)

    def data(self) -> dict[str, Any]:
        """The whole document."""
        data: dict[str, Any] = {
            "title": self.name,
            "uci_variant": self.name,
            "board": {"files": self.files, "ranks": self.ranks},
            "start": self._start(),
            "first": self._first(),
            "region": self._regions(),
            "piece": [*map(self._piece, filter(str.isascii, self.types.moves)), *self._promoted_pieces()],
            "promotion": [*self._pawn_promotions(), *self._piece_promotions()],
            "castling": self.castling(),
            "hand": self._hand(),
            "end": self._end(),
            "check": self.same("check"),
            "capture": self._capture(),
            "wall": self._wall(),
            "facing": self.marks(self.by_type.get("king", "")) if self.yes("flyingGeneral") else None,
            "pass": self._pass(),
            "gating": "seirawan" if self.yes("seirawanGating") else "cambodian" if self.yes("cambodianMoves") else None,
            "stuck": False if self.yes("immobilityIllegal") else None,
            **self.same("game"),
            "told": [
                says.format(self[key]) for key, (usual, says) in TOLD.items() if self.settings.get(key, usual) != usual
            ],
        }
        return {key: value for key, value in data.items() if value not in (None, {}, [])}

    def _start(self) -> str:
        fields = self["startFen"].split()
        if len(fields) == 1:
            fields.append("w")
        return " ".join(fields)

    def _first(self) -> Any:
        if not self.yes("doubleStep") and not any(
            key in self.settings for key in ("doubleStepRegionWhite", "doubleStepRegionBlack")
        ):
            return None
        return self.both("doubleStepRegion", self.tidy)

    def _regions(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        rank = int(self["soldierPromotionRank"])
        if rank > 1 and "soldier" in self.by_type:
            home = range(1, rank)
            found["home"] = {
                "white": " ".join(f"*{r}" for r in home),
                "black": " ".join(f"*{self.ranks + 1 - r}" for r in home),
            }
        if self["diagonalLines"] and self["diagonalLines"] != "-":
            found["lines"] = self.tidy(self["diagonalLines"])
        return found

    def _piece(self, letter: str) -> dict[str, Any]:
        name, moves = self.types.names[letter], self.types.moves[letter]
        pawn = any(letter in self.types_of("pawnTypes", seat) for seat in range(2))
        takes = any(letter in self.types_of("enPassantTypes", seat) for seat in range(2))
        regions = {
            ("white", "black")[seat]: self.tidy(self.settings[key])
            for seat, side in enumerate(("White", "Black"))
            if (key := f"mobilityRegion{side}{name[0].upper()}{name[1:]}") in self.settings
        }
        extra = self._lines(name)
        if name == "pawn" and self.side("tripleStepRegion", 0) + self.side("tripleStepRegion", 1) != "--":
            extra = [*(extra or ()), {"from": self.both("tripleStepRegion", self.tidy), "moves": "ifmnH"}]
        return _table(
            letter=letter.upper(),
            name=_words(name, letter),
            moves=moves.replace("e", "") if name != "pawn" else moves,
            moves_in={"home": "fW"} if name == "soldier" and "home" in self._regions() else None,
            extra=extra,
            stays={"white": "*", "black": "*", **regions} if regions else None,
            pawn=pawn or None,
            en_passant=None if takes == (name == "pawn") else takes,
            passed=self._passed() if "i" in moves else None,
            royal=True if name == "king" else None,
            not_takes=letter.upper() if name == "janggiCannon" else None,
            not_over=letter.upper() if name == "janggiCannon" else None,
        )

    def _passed(self) -> Any:
        regions = [self.side("enPassantRegion", 1 - seat) for seat in range(2)]
        if regions == ["*", "*"]:
            return None
        return {"white": self.tidy(regions[0]), "black": self.tidy(regions[1])}

    def _lines(self, name: str) -> list[dict[str, Any]] | None:
        """The moves along the lines of Janggi's palaces."""
        along = {"rook": "B", "janggiCannon": "pB", "soldier": "fF", "king": "F", "wazir": "F"}.get(name)
        if "lines" not in self._regions() or along is None:
            return None
        return [{"from": "lines", "to": "lines", "moves": along}]

    def _promoted_pieces(self) -> list[dict[str, Any]]:
        found = []
        for plain, strong in self.promoted.items():
            if plain in self.types.moves and strong in self.types.moves:
                base = self._piece(strong)
                found.append(
                    {
                        **{key: value for key, value in base.items() if key not in ("pawn",)},
                        "letter": "+" + plain.upper(),
                        "name": f"promoted {_words(self.types.names[plain], plain)}",
                        **({"counts_as": strong.upper()} if strong.isascii() else {}),
                    }
                )
        return found

    def _zone(self) -> Any:
        return self.both("promotionRegion", self.tidy)

    def _pawn_promotions(self) -> list[dict[str, Any]]:
        found = []
        types = [self.types_of("promotionPawnTypes", seat) for seat in range(2)]
        to = [self.marks(self.side("promotionPieceTypes", seat)) or "-" for seat in range(2)]
        limit = {letter.upper(): int(most) for letter, most in _pairs(self["promotionLimit"]).items() if most != "0"}
        for letter in sorted(types[0] | types[1]):
            by_seat = {side: to[seat] if letter in types[seat] else "-" for seat, side in enumerate(("white", "black"))}
            if any(value.strip("- ") for value in by_seat.values()):
                found.append(
                    _table(
                        piece=letter.upper(),
                        to=by_seat["white"] if by_seat["white"] == by_seat["black"] else by_seat,
                        on=self._zone(),
                        limit=limit or None,
                        **self.same("pawn_promotion"),
                    )
                )
            elif self.yes("mandatoryPawnPromotion"):
                # It would have to be promoted, and to nothing: so it never gets there.
                found.append(
                    {"piece": letter.upper(), "to": letter.upper(), "on": self._zone(), "limit": {letter.upper(): 0}}
                )
        return found

    def _piece_promotions(self) -> list[dict[str, Any]]:
        found = []
        limit = {letter.upper(): int(most) for letter, most in _pairs(self["promotionLimit"]).items() if most != "0"}
        for plain, strong in self.promoted.items():
            if plain not in self.types.moves or strong not in self.types.moves:
                continue
            common = _table(
                on=self._zone(),
                touch=True,
                must=self.yes("mandatoryPiecePromotion"),
                capture_only=self.yes("piecePromotionOnCapture") or None,
                limit=limit or None,
            )
            found.append({"piece": plain.upper(), "to": "+" + plain.upper(), **common})
            if self.yes("pieceDemotion"):
                found.append({"piece": "+" + plain.upper(), "to": plain.upper(), **common, "demotion": True})
        return found

    def castling(self) -> dict[str, Any] | None:
        """The castlings, None where there are none."""
        rights = [*self._start().split(), "-", "-"][2]
        king = self.settings.get("castlingKingPiece", self.by_type.get("king", "")).lower()
        partners = self.marks(self.settings.get("castlingRookPieces", self.by_type.get("rook", "")))
        if not self.yes("castling") or king not in self.types.moves or not partners:
            return None
        if not re.search("[KQkqA-Ha-h]", rights) and not self.yes("castlingDroppedPiece") and not self.yes("chess960"):
            return None
        kingside, queenside = self["castlingKingsideFile"], self["castlingQueensideFile"]
        rooks = {
            side: self.settings[key]
            for side, key in (("kingside", "castlingRookKingsideFile"), ("queenside", "castlingRookQueensideFile"))
            if key in self.settings
        }
        return _table(
            king=king.upper(),
            rooks=partners,
            king_to={"kingside": _file(kingside), "queenside": _file(queenside)},
            rook_from=rooks or None,
            **self.same("castling"),
        )

    def _hand(self) -> dict[str, Any] | None:
        if not self.yes("pieceDrops") and not self.yes("seirawanGating") and not self.yes("capturesToHand"):
            return None
        must: Any = True if self["mustDropType"] == "*" else self.marks(self["mustDropType"])
        takes = self.yes("capturesToHand") and not self.yes("twoBoards")
        mating = self.marks(self.by_type.get("shogiPawn", ""))
        return _table(
            drops=None if self.yes("pieceDrops") else False,
            takes=takes or None,
            promoted_mark="~" if takes and not self.yes("dropLoop") else None,
            region=self.both("dropRegion", self.tidy),
            drop=self._drops() or None,
            no_drop_mate=mating if self.yes("shogiPawnDropMateIllegal") and mating else None,
            must_drop=must if self.yes("mustDrop") else None,
            opposite_bishops=self.marks(self.by_type.get("bishop", ""))
            if self.yes("dropOppositeColoredBishop")
            else None,
            **self.same("hand"),
        )

    def _drops(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        regions = [self.squares(self.side("dropRegion", seat)) for seat in range(2)]
        homes = [self.squares("*1"), self.squares(f"*{self.ranks}")]
        zones = [self.squares(self.side("promotionRegion", seat)) for seat in range(2)]
        if "pawn" in self.by_type:
            cells = [
                regions[s] - (set() if self.yes("firstRankPawnDrops") else homes[s])
                - (set() if self.yes("promotionZonePawnDrops") else zones[s])
                for s in range(2)
            ]  # fmt: skip
            found[self.by_type["pawn"].upper()] = {"white": self.region(cells[0]), "black": self.region(cells[1])}
        if self.yes("sittuyinRookDrop") and "rook" in self.by_type:
            found[self.by_type["rook"].upper()] = {
                side: self.region(regions[s] & homes[s]) for s, side in enumerate(("white", "black"))
            }
        return found

    def _end(self) -> dict[str, Any]:
        return _table(
            mate=OUTCOMES.get(self["checkmateValue"]) if self["checkmateValue"] != "loss" else None,
            stalemate=OUTCOMES.get(self["stalemateValue"]),
            counts=self.yes("stalematePieceCount") or None,
            goal=self._goals(),
            extinct=self._extinct(),
            checks=self._checks(),
            line=self._line(),
            points=self._points() if self["materialCounting"] == "janggi" else None,
            black_points=3 if self["materialCounting"] == "janggi" else None,
        )

    def _checks(self) -> int | None:
        counted = re.search(r"\s(\d+)\+(\d+)", self["startFen"])
        return (int(counted[1]) if counted else 3) if self.yes("checkCounting") else None

    def _goals(self) -> list[dict[str, Any]] | None:
        region = self.both("flagRegion", self.tidy)
        if region == "-":
            return None
        return [{"piece": self.both("flagPiece", self.marks), "region": region, **self.same("goal")}]

    def _extinct(self) -> dict[str, Any] | None:
        value, pieces = self["extinctionValue"], self.marks(self["extinctionPieceTypes"])
        if not pieces or (value == "none" and not self.yes("extinctionPseudoRoyal")):
            return None
        return _table(pieces=pieces, result=OUTCOMES.get(value), **self.same("extinct"))

    def _points(self) -> dict[str, int]:
        return {
            self.by_type[name].upper(): worth
            for name, worth in _TABLES["janggi_points"].items()
            if name in self.by_type
        }

    def _line(self) -> dict[str, Any] | None:
        length = int(self["connectN"])
        if not length:
            return None
        ways = [way for way in ("vertical", "horizontal", "diagonal") if self.yes(f"connect{way.capitalize()}")]
        return _table(
            length=length,
            pieces=self.marks(self["connectPieceTypes"]),
            ways=" ".join(ways),
            result=OUTCOMES.get(self["connectValue"]),
        )

    def _capture(self) -> dict[str, Any]:
        blast = _table(spares=self.marks(self.by_type.get("pawn", "-")) or None, **self.same("blast"))
        return _table(blast=blast if self.yes("blastOnCapture") else None, **self.same("capture"))

    def _wall(self) -> dict[str, Any] | None:
        walls = self.same("wall")
        return {"region": self.both("wallingRegion", self.tidy), **walls} if "rule" in walls else None

    def _pass(self) -> Any:
        words = {"passOnStalemate": "stalemate", "pass": "always"}
        when = [
            next((word for key, word in words.items() if self.side(key, seat) == "true"), "never") for seat in range(2)
        ]
        return None if when == ["never", "never"] else {"white": when[0], "black": when[1]}


def _table(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _types(settings: Settings) -> _Types:
    names, moves = {}, {}
    for key, value in settings.items():
        if PIECE_KEY.fullmatch(key):
            letter, _, betza = (part.strip() for part in value.partition(":"))
            if letter and letter != "-":
                names[letter[0].lower()] = key
                moves[letter[0].lower()] = betza if betza else PIECES.get(key, "")
    return _Types(names, moves)


def _words(name: str, letter: str) -> str:
    """`shogiPawn` as `shogi pawn`."""
    return (
        f"piece {letter.upper()}"
        if CUSTOM.fullmatch(name)
        else re.sub(r"([A-Z])", lambda match: " " + match[1].lower(), name)
    )


def _pairs(text: str) -> dict[str, str]:
    """`p:g s:g` by letter."""
    return {a.lower(): b.lower() for a, _, b in (word.partition(":") for word in text.split()) if b}


def _file(text: str) -> str:
    return ascii_lowercase[int(text) - 1] if text.isdigit() else text.lower()
