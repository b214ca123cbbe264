"""Sections of a `variants.ini` drawn at random: games of their own and children of built-in ones, with any settings."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

SIZES = ((8, 8), (8, 8), (6, 6), (5, 6), (7, 7), (9, 9), (9, 10), (10, 8), (5, 5), (4, 8), (12, 8))
PARENTS = (
    *("chess", "chess", "crazyhouse", "antichess", "atomic", "extinction", "horde", "placement", "seirawan", "duck"),
    *("makruk", "shogi", "xiangqi", "capablanca", "racingkings", "grand", "3check", "kingofthehill", "threekings"),
    *("torpedo", "losers", "petrified", "janggi", "sittuyin", "cambodian", "knightmate", "minishogi", "shouse"),
)
TAKEN: Final = "pnbrqkgslmcwahfeu"
"""Letters of the pieces of built-in games."""
NAMED = (
    *("knight", "bishop", "rook", "queen", "fers", "alfil", "silver", "gold", "lance", "shogiKnight", "shogiPawn"),
    *("cannon", "horse", "elephant", "soldier", "archbishop", "chancellor", "amazon", "centaur", "commoner", "wazir"),
    *("kniroo", "knibis", "breakthrough", "clobber", "janggiCannon", "banner", "bers", "aiwok", "immobile"),
)
LEAPS = ("", "f", "b", "fs", "v", "s", "l", "r", "fb")
SLIDES = ("R", "B", "Q", "R2", "R3", "B2", "B3", "W3", "F2", "NN", "W0")
Settings = dict[str, str]
FLAGS = (
    *("piecePromotionOnCapture", "mandatoryPiecePromotion", "pieceDemotion", "blastOnCapture", "petrifyBlastPieces"),
    *("mustCapture", "mustDrop", "dropLoop", "firstRankPawnDrops", "promotionZonePawnDrops", "immobilityIllegal"),
    *("dropPromoted", "dropOppositeColoredBishop", "seirawanGating", "gating", "wallOrMove", "makpongRule"),
    *("flyingGeneral", "bikjangRule", "stalematePieceCount", "checkCounting", "oppositeCastling", "chess960"),
    *("castlingDroppedPiece", "cambodianMoves", "sittuyinRookDrop", "sittuyinPromotion", "shogiPawnDropMateIllegal"),
    *("pass", "passWhite", "passOnStalemate", "passOnStalemateBlack"),
)
"""Settings that are usually off."""
OFF = ("mandatoryPawnPromotion", "doubleStep", "dropChecks", "checking", "castling")
"""Settings that are usually on."""
CHOICES: dict[str, tuple[str, ...]] = {
    "wallingRule": ("duck", "arrow", "past", "edge", "static"),
    "soldierPromotionRank": ("3", "4"),
    "stalemateValue": ("win", "loss"),
    "checkmateValue": ("win", "draw"),
    "castlingKingsideFile": ("f", "b"),
    "castlingQueensideFile": ("d", "b"),
    "castlingRookKingsideFile": ("g", "h"),
    "castlingRookQueensideFile": ("a", "b"),
    "castlingKingFile": ("d", "e"),
    "castlingRank": ("1", "2"),
    "castlingWins": ("KQkq", "k"),
    "diagonalLines": ("d1 e2 f3 d3 f1",),
    "nMoveRule": ("20", "0"),
    "nFoldRule": ("2", "4"),
    "nFoldValue": ("loss",),
    "materialCounting": ("janggi",),
    "countingRule": ("makruk",),
    "perpetualCheckIllegal": ("true",),
    "moveRepetitionIllegal": ("true",),
    "adjudicateFullBoard": ("true",),
    "dropNoDoubledCount": ("2",),
}
ONLY_PIECES = (  # name one piece, or several
    *("mutuallyImmuneTypes", "blastImmuneTypes", "petrifyOnCaptureTypes", "pawnTypes", "enPassantTypes"),
    *("nMoveRuleTypes", "castlingRookPieces", "castlingRookPiecesWhite", "castlingRookPiecesBlack"),
)
ONE_PIECE = ("dropNoDoubled", "castlingKingPiece", "castlingKingPieceWhite", "castlingKingPieceBlack", "mustDropType")


def drawn(name: str, seed: str) -> str:
    """The text of a section."""
    return _Drawing(name, random.Random(seed)).text()


class _Drawing:
    """One section that is being drawn."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.parent = chance.choice(PARENTS) if chance.random() < 0.45 else ""
        self.files, self.ranks = (8, 8) if self.parent else chance.choice(SIZES)
        self.letters: list[str] = []
        self.kinds: list[str] = []  # letters of pieces that are neither king nor pawn
        self.settings: Settings = {}

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def some(self, most: int = 3) -> str:
        return "".join(self.chance.sample(self.letters, min(len(self.letters), self.chance.randint(1, most))))

    def text(self) -> str:
        self.pieces()
        if not self.parent:
            self.board()
        for settings in (self.simple(), self.of_sides(), self.ends()):
            self.settings |= settings
        head = f"[{self.name}:{self.parent}]" if self.parent else f"[{self.name}]"
        return f"{head}\n" + "".join(f"{key} = {value}\n" for key, value in self.settings.items())

    # -- pieces and board ------

    def betza(self) -> str:
        return "".join(self._way() for _ in range(self.chance.choice((1, 1, 2, 2, 3))))

    def _way(self) -> str:
        chance = self.chance
        use, kind = chance.choice(("", "", "m", "c")), chance.random()
        if kind < 0.3:
            return use + chance.choice(LEAPS) + chance.choice("WFDA")
        if kind < 0.45:
            return use + chance.choice(("", "f", "b", "v", "s", "fh")) + chance.choice("NCZ")
        if kind < 0.7:
            return use + chance.choice(("", "f", "b", "v", "s", "fs")) + chance.choice(SLIDES)
        if kind < 0.85:
            return use + chance.choice(("p", "g", "p", "fp", "vp")) + chance.choice(("R", "B", "Q", "R3", "B4"))
        if kind < 0.91:
            return use + "n" + chance.choice("NADZ")
        if kind < 0.94:
            return "fceF"
        return "m" + chance.choice(("f", "", "fs")) + "i" + chance.choice(("n", "")) + chance.choice(("D", "A", "N"))

    def pieces(self) -> None:
        chance, taken = self.chance, TAKEN if self.parent else ""
        letters = [letter for letter in ascii_lowercase if letter not in f"{taken}kp"]
        chance.shuffle(letters)
        if not self.parent and self.often(0.85):
            self.settings["king"] = "k" + chance.choice(("", "", "", f":{self.betza()}"))
            self.letters.append("k")
        if not self.parent and self.often(0.7):
            self.settings["pawn"] = "p"
            self.letters.append("p")
        for number in range(1, chance.randint(1, 3 if self.parent else 5) + 1):
            letter, named = letters.pop(), chance.choice(NAMED)
            if self.parent or named in self.settings or self.often(0.6):
                self.settings[f"customPiece{number}"] = f"{letter}:{self.betza()}"
            else:
                self.settings[named] = letter
            self.kinds.append(letter)
        self.letters += self.kinds

    def board(self) -> None:
        self.settings |= {"maxFile": str(self.files), "maxRank": str(self.ranks)}
        king, pawn = "king" in self.settings, "pawn" in self.settings
        back = [self.chance.choice([*self.kinds, *self.kinds, "1"]) for _ in range(self.files)]
        if king:
            back[self.files // 2] = "k"
        castles = king and self.files > 6 and self.often(0.4)
        if castles:
            back[0] = back[-1] = self.kinds[0]
            self.settings["castlingRookPieces"] = self.kinds[0]
        second = ["p" if pawn else self.chance.choice(self.kinds) for _ in back]
        second = [mark if self.often(0.8) else "1" for mark in second]
        black = [back, second, *[["1"] * self.files] * (self.ranks // 2 - 2)]
        rows = ["".join(row) for row in black]
        middle = ["1" * self.files] * (self.ranks - 2 * len(rows))
        fen = "/".join([*rows, *middle, *[row.upper() for row in reversed(rows)]])
        fen = re.sub("1+", lambda gap: str(len(gap[0])), fen)
        drops = self.often(0.35)
        held = "".join(self.chance.choice(self.kinds) for _ in range(2)) if drops and self.often(0.4) else ""
        hand = f"[{held.upper()}{held}]" if drops else ""
        self.settings["startFen"] = f"{fen}{hand} w {'KQkq' if castles else '-'} - 0 1"
        if drops:
            self.settings["pieceDrops"] = "true"
            if self.often(0.8):
                self.settings["capturesToHand"] = "true"
        if pawn and self.often(0.8):
            self.settings["promotionPieceTypes"] = self.some()

    # -- settings ------

    def simple(self) -> Settings:
        found = {flag: "true" for flag in FLAGS if self.often(0.05)}
        found |= {flag: "false" for flag in OFF if self.often(0.05)}
        found |= {key: self.chance.choice(values) for key, values in CHOICES.items() if self.often(0.05)}
        found |= {key: self.some() for key in ONLY_PIECES if self.often(0.05)}
        found |= {key: self.chance.choice(self.letters) for key in ONE_PIECE if self.often(0.03)}
        if self.often(0.2):
            found["promotedPieceType"] = f"{self.chance.choice(self.kinds)}:{self.chance.choice(self.letters)}"
        if self.often(0.05):
            found["promotionLimit"] = " ".join(f"{letter}:{self.chance.choice('012')}" for letter in self.some(2))
        return found

    def of_sides(self) -> Settings:
        found: Settings = {}
        regions = ("promotion", "doubleStep", "drop", "enPassant", "walling", "tripleStep")
        types = ("promotionPieceTypes", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
        for side in ("White", "Black"):
            found |= {f"{name}Region{side}": self.region() for name in regions if self.often(0.07)}
            found |= {name + side: self.some() for name in types if self.often(0.03)}
            if self.often(0.07):
                found[f"mobilityRegion{side}CustomPiece1"] = f"{self.region()} {self.region()}"
        return found

    def region(self) -> str:
        kind, files = self.chance.random(), ascii_lowercase[: self.files]
        if kind < 0.6:
            ranks = self.chance.sample(range(1, self.ranks + 1), self.chance.choice((1, 1, 2)))
            return " ".join(f"*{rank}" for rank in ranks)
        if kind < 0.8:
            return " ".join(f"{file}*" for file in self.chance.sample(files, self.chance.choice((1, 2))))
        cells = range(self.chance.randint(1, 6))
        return " ".join(f"{self.chance.choice(files)}{self.chance.randint(1, self.ranks)}" for _ in cells)

    def ends(self) -> Settings:
        return dict([*self._extinction(), *self._flag(), *self._line()])

    def _extinction(self) -> Iterator[tuple[str, str]]:
        if not self.often(0.12 if "king" in self.settings or self.parent else 0.6):
            return
        yield "extinctionValue", self.chance.choice(("loss", "loss", "win"))
        yield "extinctionPieceTypes", self.some(2)
        for key, value in (
            *(("extinctionPieceCount", "1"), ("extinctionOpponentPieceCount", "2"), ("extinctionClaim", "true")),
            *(("extinctionPseudoRoyal", "true"), ("extinctionPseudoRoyal", "true"), ("dupleCheck", "true")),
        ):
            if self.often(0.12):
                yield key, value

    def _flag(self) -> Iterator[tuple[str, str]]:
        if not self.often(0.12):
            return
        yield "flagPiece", self.chance.choice([*self.letters, "*"])
        yield from ((f"flagRegion{side}", self.region()) for side in ("White", "Black"))
        for key in ("flagPieceCount", "flagPieceBlockedWin", "flagMove", "flagPieceSafe"):
            if self.often(0.1):
                yield key, "2" if key == "flagPieceCount" else "true"

    def _line(self) -> Iterator[tuple[str, str]]:
        if not self.often(0.06):
            return
        yield "connectN", self.chance.choice("345")
        for key in ("connectDiagonal", "connectHorizontal", "connectVertical"):
            if self.often(0.1):
                yield key, "false"
        if self.often(0.2):
            yield "connectValue", "loss"
        if self.often(0.2):
            yield "connectPieceTypes", self.some()
