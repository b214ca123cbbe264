"""Why a move is refused, as values: a code with its facts. The sentence is made from them and never parsed.

One table, `EXPLAINED` (`reasons.ini`), holds for each code the sentence, what to do about it and an example;
`docs/diagnostics.md` is made from it.

>>> print(Reason(Code.NOTHING_THERE, {"cell": "e3"}))
nothing stands on e3
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from fairyscore.notation.package_data import data_sections

Fact = str | int | tuple[str, ...]
"""A field, a piece, a number, or several names."""

Facts = dict[str, Fact]
"""What a reason tells, by the names in its sentence."""


class Code(StrEnum):
    """A code for a reason to refuse a written move."""

    UNREADABLE = "unreadable-move"
    NO_SUCH_CELL = "no-such-cell"
    NO_SUCH_PIECE = "no-such-piece"
    LINE_GONE = "line-gone"
    NOTHING_THERE = "nothing-there"
    NOT_YOUR_PIECE = "not-your-piece"
    WRONG_PIECE = "wrong-piece"
    WRONG_VICTIM = "wrong-victim"
    NO_PIECE_REACHES = "no-piece-reaches"
    NONE_SO_PLACED = "none-so-placed"
    CANNOT_REACH = "cannot-reach"
    PATH_BLOCKED = "path-blocked"
    OWN_PIECE = "own-piece"
    NOTHING_TO_TAKE = "nothing-to-take"
    CANNOT_TAKE = "cannot-take"
    TOO_FEW_STEPS = "too-few-steps"
    TOO_MANY_STEPS = "too-many-steps"
    CIRCLES_CROSSED = "circles-crossed"
    TAKEN_BACK = "taken-back"
    REPEATED_MOVE = "repeated-move"
    LEAVES_CHECK = "leaves-check"
    ACROSS_RIVER = "across-river"
    CASTLING = "castling"
    FIRST_MOVE = "first-move"
    PROMOTION_MISSING = "promotion-missing"
    PROMOTION_NOT_ALLOWED = "promotion-not-allowed"
    CAPTURE_MARK = "capture-mark"
    GAME_OVER = "game-over"
    WRONG_THROW = "wrong-throw"
    THROW_MISSING = "throw-missing"
    NO_DICE = "no-dice"
    MUST_PASS = "must-pass"
    MUST_NOT_PASS = "must-not-pass"
    AMBIGUOUS = "ambiguous"
    DROP_ON_PIECE = "drop-on-piece"
    NOT_IN_HAND = "not-in-hand"
    MUST_DROP = "must-drop"
    NO_DROPS = "no-drops"
    NOT_HELD = "not-held"
    NO_DROP_THERE = "no-drop-there"
    MUST_CAPTURE = "must-capture"
    MAY_NOT_TAKE = "may-not-take"
    OUT_OF_REGION = "out-of-region"
    NO_SCREEN = "no-screen"
    KINGS_FACE = "kings-face"
    KING_STAYS = "king-stays"
    NO_CHECKS = "no-checks"
    EXPLODES = "explodes"
    STUCK = "stuck"
    WALL = "wall"
    FROZEN = "frozen"
    ATTACKED_BY_LIKE = "attacked-by-like"
    NOT_ATTACKED = "not-attacked"
    MUST_GO_ON = "must-go-on"
    CANNOT_GO_ON = "cannot-go-on"
    GOES_AS_OTHER = "goes-as-other"
    NO_SECOND_STEP = "no-second-step"
    NO_EXCHANGE = "no-exchange"
    MUST_PLAY = "must-play"


_ARTICLE = re.compile(r"\ba (?=\{(\w+)\})")
"""The article of a fact, which depends on its first letter."""


class _Template(NamedTuple):
    """A sentence over facts that is taken apart once. articled: the facts that stand in `text` behind `{a NAME}`."""

    text: str
    articled: tuple[str, ...]

    @classmethod
    def of(cls, sentence: str) -> "_Template":
        """The template of a sentence in which articles are written as `a {NAME}`."""
        return cls(_ARTICLE.sub(r"{a \1} ", sentence), tuple(dict.fromkeys(_ARTICLE.findall(sentence))))

    def filled(self, facts: Mapping[str, Fact]) -> str:
        """The sentence about some facts."""
        spoken = {name: fact if fact.__class__ is str else spelled(fact) for name, fact in facts.items()}
        for name in self.articled:
            spoken[f"a {name}"] = "an" if spoken[name][:1] in _VOWELS else "a"
        return self.text.format_map(spoken)


_VOWELS = frozenset("aeiou")


class Reason(NamedTuple):
    """One thing that is wrong, with its facts by name; `rule` is the id in the rule sheet or the page's own heading.

    case: which of the code's advices fits the game, as `absent` where it has no castling; empty for the usual one.

    >>> from fairyscore.notation.position import Position
    >>> (reason,) = Position.start("chess").explain("a1-a5")
    >>> reason.code.value, reason.facts["paths"]
    ('path-blocked', ('a2 a3 a4: a white pawn on a2',))
    """

    code: Code
    facts: Mapping[str, Fact] = {}
    rule: str = ""
    case: str = ""

    @property
    def advice(self) -> str:
        """The advice of the reason, one sentence that is true of the game."""
        explained = EXPLAINED[self.code]
        return explained.advices.get(self.case, explained.advice)

    def __str__(self) -> str:
        return _TEMPLATES[self.code].filled(self.facts).replace(" is 1 steps ", " is 1 step ")


def spelled(fact: Fact) -> str:
    """A fact in a sentence: several names divided by commas, clauses with commas or colons inside by semicolons."""
    if not isinstance(fact, tuple):
        return str(fact)
    return ("; " if any("," in part or ":" in part for part in fact) else ", ").join(fact)


class Explanation(NamedTuple):
    """The explanation of a code. `sentence` is a template over the facts; `example` a command that shows it.

    advices: what to do about it in the games or circumstances where the usual advice would be false, by `Reason.case`.
    """

    sentence: str
    advice: str
    example: str
    advices: Mapping[str, str]


_TEXTS = data_sections("fairyscore.notation.rules", "reasons.ini")


def _explanation(section: Mapping[str, str]) -> Explanation:
    advices = {key.partition(" ")[2]: text for key, text in section.items() if key.startswith("advice ")}
    return Explanation(section["sentence"], section["advice"], section["example"], advices)


EXPLAINED = {code: _explanation(_TEXTS[code.value]) for code in Code}

_TEMPLATES = {code: _Template.of(explained.sentence) for code, explained in EXPLAINED.items()}
