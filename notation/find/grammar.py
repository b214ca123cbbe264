"""The language of queries: a table of its words, and the grammar that is made of it.

>>> str(read_query('white "Anand" and (move { takes Q } then within 4 plies check)'))
'white "Anand" and (move { takes Q } then within 4 plies check)'
>>> read_query("plies 20 and")
Traceback (most recent call last):
fairyscore.notation.find.query.QueryError: column 13: a condition is expected, but the query ends
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, reduce
from operator import and_, or_
from typing import Any, Final, NamedTuple

import pyparsing as pp

from fairyscore.notation.clocks.times import read_duration
from fairyscore.notation.find import moves, naming, patterns, positions, records
from fairyscore.notation.find.binding import CELL, PIECE, RESERVED, SEATS
from fairyscore.notation.find.query import COURSES, InCourse, Lasting, Not, Query, QueryError, Then
from fairyscore.notation.find.spans import OPERATORS, NumberRange, date_span
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.endings import table
from fairyscore.notation.records.nags import nag_of
from fairyscore.notation.rules.outcome import REASONS
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import PositionError, UnknownVariant
from fairyscore.notation.text import nearest, shown, suggestion
from fairyscore.notation.variants.registry import variant

LONGEST: Final = 4000
"""Characters of a query."""

MOST_NESTED: Final = 40
"""Brackets, and words that stand before a query, one in the other."""

Token = pp.ParserElement
Make = Callable[[int, list[Any]], Query]


class QueryWord(NamedTuple):
    """A word that begins a condition.

    group: what it is about, a heading of the documentation.
    name: the word, or several.
    usage: how it is written, with what stands behind it.
    says: what it means.
    arguments: the grammar of what stands behind it.
    make: gives the condition, of its column and the values of the arguments.
    """

    group: str
    name: str
    usage: str
    says: str
    arguments: Token
    make: Make


# -- what words are followed by -------------------------------------------------------------------------------------------


def _fault(text: str, at: int, message: str) -> pp.ParseFatalException:
    """The fault that something at a place has no meaning."""
    return pp.ParseFatalException(text, at, f"={message}")


def _checked(element: Token, check: Callable[[str], Any], wrong: Callable[[str], str]) -> Token:
    """An element whose text has a meaning. check: gives it, or None. wrong: what is said where there is none."""

    def action(text: str, at: int, tokens: pp.ParseResults) -> list[Any]:
        found = check(tokens[0])
        if found is None:
            raise _fault(text, at, wrong(tokens[0]))
        return [found]

    return element.copy().add_parse_action(action)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


TEXT = pp.Regex(r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'").set_name("a text in quotes")
TEXT.set_parse_action(lambda tokens: _unquoted(tokens[0]))
EQUALS = pp.Opt(pp.Literal("="), default="")
SEAT = pp.one_of(SEATS, as_keyword=True).set_name(f"a player ({', '.join(SEATS)})")
ANY_SEAT = pp.Opt(SEAT, default="")
NO_WORD = rf"(?!(?:{'|'.join(sorted(RESERVED))})(?![\w-]))"
"""What stands before the pattern of a name, so that no word of the language is taken for one."""

PIECE_NAME = (pp.Regex(f"{NO_WORD}{PIECE}").set_name("a piece") | TEXT).set_name("a piece")
CELL_NAME = pp.Regex(f"{NO_WORD}{CELL}").set_name("a cell")
TARGET = (pp.Regex(f"{NO_WORD}(?:{PIECE}|{CELL})").set_name("a piece or a cell") | TEXT).set_name("a piece or a cell")
COUNT = pp.Regex(r"[0-9]{1,9}(?![0-9A-Za-z.])").set_name("a whole number")
COUNT.set_parse_action(lambda tokens: int(tokens[0]))


def _spans(value: Token, read: Callable[[str], NumberRange | None], name: str, examples: str) -> Token:
    """A range of values: one, two with dots between, or a comparison. The value of it is a `NumberRange`."""
    element = _checked(value, read, lambda text: f"'{shown(text)}' is not {name}").set_name(name)
    compared = pp.one_of(OPERATORS) - element
    ranged = element + pp.Opt(pp.Suppress("..") - pp.Opt(element, default=NumberRange()))
    upto = pp.Suppress("..") - element
    compared.set_parse_action(lambda tokens: [NumberRange.compared(tokens[0], tokens[1])])
    ranged.set_parse_action(_range)
    upto.set_parse_action(lambda tokens: [NumberRange(None, tokens[0].high)])
    return (compared | upto | ranged).set_name(f"{name}, {examples}")


def _range(text: str, at: int, tokens: pp.ParseResults) -> list[NumberRange]:
    """From the first of two values to the last, which may be one."""
    first, last = tokens[0], tokens[-1]
    if last.high is not None and last.high < first.low:
        raise _fault(text, at, "the range ends before it begins")
    return [NumberRange(first.low, last.high)]


def _number_span(text: str) -> NumberRange:
    return NumberRange(int(text), int(text))


NUMBERS = _spans(pp.Regex("-?[0-9]{1,9}"), _number_span, "a number", "or a range as 20..60 or >= 20")
DATES = _spans(
    pp.Regex(r"[0-9]{4}(?:[.-][0-9]{1,2}){0,2}"), date_span, "a date", "or a range as 1990..2000 or >= 2008.05"
)
TIMES = _spans(
    pp.Regex(r"[0-9]+(?::[0-9]{2}){0,2}(?:\.[0-9]+)?(?![0-9:])"),
    lambda text: None if (found := read_duration(text)) is None else NumberRange(found, found),
    "a time",
    "or a range as < 0:10",
)
RESULT = pp.Regex(r"\*|(?:1/2|[01])(?:-(?:1/2|[01]))+").set_name("a result as 1-0, 1/2-1/2 or *")
TAG = pp.Regex(r"\w+").set_name("the name of a tag")

CODES: Final = frozenset([*(code.value for code in RecordCode), *(code.value for code in Code)])
ENDINGS: Final = frozenset([*REASONS.values(), *(reason.replace(" ", "-") for reason in table())])


def _one_of(words: frozenset[str], what: str) -> Token:
    """A word of a list; what is near is proposed."""
    element = pp.Regex(rf"{NO_WORD}[a-z][a-z-]*").set_name(what)
    return _checked(
        element,
        lambda text: text if text in words else None,
        lambda text: f"'{shown(text)}' is not {what}{suggestion(text, words)}",
    ).set_name(what)


def _variant_name(text: str) -> str | None:
    try:
        return variant(text).name
    except (UnknownVariant, PositionError):
        return None


def _why_no_variant(text: str) -> str:
    try:
        variant(text)
    except (UnknownVariant, PositionError) as fault:
        return str(fault)
    return ""


VARIANT = _checked(TEXT | pp.Regex(r"[\w:=-]+"), _variant_name, _why_no_variant).set_name("a variant")
NAG = _checked(
    pp.Regex(r"\$[0-9]{1,4}|[^\s\w(){}\"',]+|N\b|D\b") | TEXT, nag_of, lambda text: f"'{shown(text)}' is not a NAG"
).set_name("a NAG as ?? or $14")


# -- boards and moves -----------------------------------------------------------------------------------------------------

CELLS = pp.OneOrMore(CELL_NAME)


def _named(tokens: pp.ParseResults, name: str, default: Any = "") -> Any:
    """The value of a named part; the default where it is not there."""
    found = [value for part, value in tokens.items() if part == name]  # type: ignore[no-untyped-call]
    value = found[0] if found else default
    if isinstance(value, pp.ParseResults):
        return value[0] if value else default
    return value


def _item(tokens: pp.ParseResults) -> patterns.PatternItem:
    return patterns.PatternItem(
        _named(tokens, "seat"),
        _named(tokens, "piece", patterns.EMPTY),
        tuple(tokens["cells"]),
        no="no" in tokens,
        somewhere="somewhere" in tokens,
    )


EMPTY_CELLS = pp.Suppress(pp.Keyword(patterns.EMPTY)) - CELLS("cells")
STANDING = (
    pp.Opt(pp.Keyword("no"))("no")
    + pp.Opt(SEAT)("seat")
    + (pp.And([PIECE_NAME("piece"), pp.And._ErrorStop(), pp.Opt(pp.Keyword("in"))("somewhere"), CELLS("cells")]))
)
ITEM = (EMPTY_CELLS | STANDING).set_name("`empty` or a piece with cells").add_parse_action(_item)
COMMA, OPEN, CLOSE = (pp.Suppress(sign).set_name(f"`{sign}`") for sign in ",{}")


def _keywords(name: str) -> Token:
    """One word or several, as one value: a pattern, because most of all words are tried in vain."""
    pattern = r"\s+".join(map(re.escape, name.split()))
    return pp.Regex(rf"{pattern}(?![\w.])").set_name(f"`{name}`").set_parse_action(lambda: name)


CHANGE = pp.MatchFirst(list(map(_keywords, patterns.CHANGES)))
BOARD = OPEN - pp.Group(ITEM + pp.ZeroOrMore(COMMA - ITEM)) - CLOSE + pp.Group(pp.ZeroOrMore(CHANGE))

MOVE_ARGUMENTS: Final[dict[str, Token]] = {
    "by": SEAT("seat"),
    "piece": PIECE_NAME("text"),
    "takes": pp.Opt(SEAT)("seat") + pp.Opt(PIECE_NAME)("text"),
    "from": pp.OneOrMore(CELL_NAME)("cells"),
    "to": pp.OneOrMore(CELL_NAME)("cells"),
    "drops": pp.Opt(PIECE_NAME)("text"),
    "promotes": pp.Opt(PIECE_NAME)("text"),
    "throw": NUMBERS("span"),
    "removes": NUMBERS("span"),
    "is": TEXT("text"),
}
"""What stands behind the words of a move, where anything does."""


def _fact(word: str) -> Token:
    arguments = MOVE_ARGUMENTS.get(word, pp.Empty())

    def action(tokens: pp.ParseResults) -> moves.MoveFact:
        seat, text, span = _named(tokens, "seat"), _named(tokens, "text"), _named(tokens, "span", NumberRange())
        cells = tuple(tokens["cells"]) if "cells" in tokens else ()
        return moves.MoveFact(word, seat, text, span, cells, no="no" in tokens)

    return (pp.Opt(pp.Keyword("not"))("no") + _keywords(word) + pp.And([pp.Empty() - arguments])).add_parse_action(
        action
    )


FACT = pp.MatchFirst([_fact(word) for word in moves.MOVE_WORDS]).set_name(
    f"a word of moves ({', '.join(moves.MOVE_WORDS)})"
)
MOVE = OPEN - pp.Group(FACT + pp.ZeroOrMore(COMMA - FACT)) - CLOSE


# -- the table ------------------------------------------------------------------------------------------------------------

RECORD, GAME, POSITION, MOVES = "The record", "The game", "The position", "The move and what stands beside it"


def _player(who: str, says: str) -> QueryWord:
    def make(at: int, values: list[Any]) -> Query:
        return records.PlayerNamed(who, values[1], bool(values[0]), column=at)

    return QueryWord(RECORD, who, f"{who} [=] TEXT", says, EQUALS + TEXT, make)


def _tag_text(word: str, tag: str) -> QueryWord:
    def make(at: int, values: list[Any]) -> Query:
        return records.TagText(tag, values[1], bool(values[0]), column=at)

    return QueryWord(
        RECORD,
        word,
        f"{word} [=] TEXT",
        f"the tag {tag} has the text in it; with `=` it is the text",
        EQUALS + TEXT,
        make,
    )


def _rating(seat: str) -> QueryWord:
    name = f"{seat}.rating" if seat else "rating"
    whose = f"of {seat}" if seat else "of each player"
    return QueryWord(
        RECORD, name, f"{name} NUMBERS", f"the rating {whose} is in the range (tags WhiteElo, BlackElo, ...)",
        NUMBERS, lambda at, values: records.Rating(seat, values[0], column=at),
    )  # fmt: skip


def _any_tag(at: int, values: list[Any]) -> Query:
    tag, *rest = values
    if not rest:
        return records.TagText(tag, column=at)
    if isinstance(rest[-1], NumberRange):
        return records.TagNumber(tag, rest[-1], column=at)
    return records.TagText(tag, rest[-1], len(rest) == 2, column=at)


def _quantity(word: str, says: str) -> QueryWord:
    return QueryWord(
        POSITION, word, f"{word} NUMBERS", says, NUMBERS,
        lambda at, values: positions.Quantity(word, values[0], column=at),
    )  # fmt: skip


def _count(at: int, values: list[Any], *, in_hand: bool = False) -> Query:
    seat, piece, cells, span = values
    return positions.Number(seat, piece, span, tuple(cells), in_hand, column=at)


IN_CELLS = pp.Group(pp.Opt(pp.Suppress(pp.Keyword("in")) - CELLS))
NO_CELLS = pp.Group(pp.Empty())
ONE_OR_MORE = pp.Opt(NUMBERS, default=positions.ONE_OR_MORE)

WORDS: Final[tuple[QueryWord, ...]] = (
    _player("player", "a player's name has the text in it, in any letter case, accents left out; with `=` it is the text"),
    *(_player(seat, f"the same of the player called {seat}") for seat in SEATS),
    _player("winner", "the same of who won"),
    _player("loser", "the same of who lost"),
    *(_tag_text(word, tag) for word, tag in records.TEXT_TAGS.items()),
    QueryWord(
        RECORD, "tag", "tag NAME [[=] TEXT or NUMBERS]",
        "a tag has the text in it, is the text, or begins with such a number; alone: it says something",
        TAG - pp.Opt(pp.Literal("=") + TEXT | TEXT | NUMBERS), _any_tag,
    ),
    _rating(""),
    *map(_rating, SEATS),
    QueryWord(
        RECORD, "date", "date DATES", "the day of the game, as far as it is known, is in the range",
        DATES, lambda at, values: records.Dated(values[0], column=at),
    ),
    QueryWord(
        RECORD, "result", "result RESULT", "the result is this one, as the moves end or the tag says",
        RESULT, lambda at, values: records.Result(values[0], column=at),
    ),
    QueryWord(
        RECORD, "variant", "variant NAME", "the game is of this variant; without options of any options",
        VARIANT, lambda at, values: records.OfVariant(values[0], column=at),
    ),
    QueryWord(
        RECORD, "fault", "fault [CODE]", "the record has this diagnostic (docs/diagnostics.md); alone: an error",
        pp.Opt(_one_of(CODES, "a code of a diagnostic"), default=""),
        lambda at, values: records.Faulty(values[0], column=at),
    ),
    QueryWord(
        GAME, "plies", "plies NUMBERS", "the main line has so many plies, as far as it is legal",
        NUMBERS, lambda at, values: records.Plies(values[0], column=at),
    ),
    QueryWord(
        GAME, "ends by", "ends by REASON",
        "how the game ended by the rules (`checkmate`, `stalemate`, ...), else as its tag Termination says (`time`, ...)",
        _one_of(ENDINGS, "a way in which games end"), lambda at, values: records.EndsBy(values[0], column=at),
    ),
    QueryWord(
        GAME, "line", "line TEXT", "the game began with these moves, in any notation; true from their end on",
        TEXT, lambda at, values: positions.BeginsWith(values[0], column=at),
    ),
    QueryWord(
        GAME, "reaches", "reaches TEXT",
        "the game has come to the position after these moves, on any way; true from there on",
        TEXT, lambda at, values: positions.Reaches(values[0], column=at),
    ),
    QueryWord(
        GAME, "opening", "opening TEXT",
        "the game has come to a position of an opening with this text in its name, or whose ECO code begins so (`B9`), on "
        "any way; true from there on",
        TEXT, lambda at, values: naming.OpeningReached(values[0], column=at),
    ),
    QueryWord(
        POSITION, "position", "position FEN",
        "the position is this one, as repetitions are counted; of a FEN's first field alone, the pieces are these",
        TEXT, lambda at, values: positions.At(values[0], column=at),
    ),
    QueryWord(
        POSITION, "ply", "ply NUMBERS", "so many plies have been made", NUMBERS,
        lambda at, values: positions.PlyNumber(values[0], column=at),
    ),
    QueryWord(
        POSITION, "turn", "turn PLAYER", "this player is to move", SEAT,
        lambda at, values: positions.Turn(values[0], column=at),
    ),
    QueryWord(
        POSITION, "pieces", "pieces [exactly or at least] TEXT [flip]",
        "these pieces are on the board and no others, as `K R P : k r`, the players in turn; `flip`: or changed",
        pp.Opt(pp.Suppress(pp.Keyword("exactly")) | pp.Combine(pp.Keyword("at") - pp.Keyword("least"), adjacent=False))
        .set_name("`exactly`, `at least` or a text in quotes").set_parse_action(lambda tokens: [bool(tokens)])
        + TEXT + pp.Opt(pp.Keyword("flip"), default=""),
        lambda at, values: positions.Material(values[1], values[0], bool(values[2]), column=at),
    ),
    QueryWord(
        POSITION, "count", "count [PLAYER] PIECE [in CELLS] NUMBERS",
        "so many such pieces are on the board, or on these cells; `piece` is any piece",
        ANY_SEAT + PIECE_NAME + IN_CELLS + NUMBERS, _count,
    ),
    QueryWord(
        POSITION, "hand", "hand [PLAYER] PIECE [NUMBERS]",
        "so many such pieces are in hand, one or more if no number is given",
        ANY_SEAT + PIECE_NAME + NO_CELLS + ONE_OR_MORE, lambda at, values: _count(at, values, in_hand=True),
    ),
    QueryWord(
        POSITION, "board", "board { ITEM, ... } [mirror] [flip] [any file] [anywhere]",
        "what stands on some cells: `white P d4 e5` on each, `R in *7` on one of them, `no black P c5 c6` on none, "
        "`empty e4`; also left for right, with the players changed, shifted to the sides, shifted in all directions",
        BOARD, lambda at, values: patterns.Pattern(tuple(values[0]), _in_order(values[1]), column=at),
    ),
    QueryWord(
        POSITION, "attacks", "attacks [PLAYER] PIECE on [PLAYER] PIECE or CELL",
        "such a piece attacks such a piece of another player, or a cell, by the rules of the game, also if it is pinned",
        ANY_SEAT + PIECE_NAME + pp.Suppress(pp.Keyword("on")) + ANY_SEAT + TARGET,
        lambda at, values: positions.Attacks(*values, column=at),
    ),
    QueryWord(
        POSITION, "check", "check", "who is to move is in check", pp.Empty(),
        lambda at, values: positions.Fact("check", column=at),
    ),
    QueryWord(
        POSITION, "mate", "mate", "who is to move is in check and has no legal move", pp.Empty(),
        lambda at, values: positions.Fact("mate", column=at),
    ),
    _quantity("legal moves", "who is to move has so many legal moves"),
    _quantity("quiet plies", "so many plies have been made without a capture or pawn move"),
    _quantity("repeated", "the position is there for the so-manyth time"),
    _quantity("players left", "so many players are still in the game"),
    _quantity("files left", "the board has so many files, or rings, that are not gone"),
    _quantity("ranks left", "the board has so many ranks that are not gone"),
    QueryWord(
        POSITION, "checks by", "checks by PLAYER NUMBERS", "the player has given so many of the checks that win the game",
        SEAT + NUMBERS, lambda at, values: positions.ChecksGiven(values[0], values[1], column=at),
    ),
    QueryWord(
        POSITION, "castle", "castle CELL held by PLAYER", "a piece of the player stands in this castle",
        CELL_NAME + pp.Suppress(pp.Keyword("held")) - pp.Suppress(pp.Keyword("by")) - SEAT,
        lambda at, values: positions.CastleHeld(values[1], values[0], column=at),
    ),
    QueryWord(
        POSITION, "castles held by", "castles held by PLAYER NUMBERS", "pieces of the player stand in so many castles",
        SEAT + NUMBERS, lambda at, values: positions.CastleHeld(values[0], span=values[1], column=at),
    ),
    QueryWord(
        MOVES, "move", "move { FACT, ... }",
        "the move that led here: `by white`, `piece N`, `takes [black] Q`, `from e2 d2`, `to e*`, `drops [P]`, "
        "`promotes [Q]`, `castles`, `in passing`, `passes`, `gives check`, `throw 5`, `puts` (a wall or a further piece), "
        "`removes >= 2` (pieces that leave the board), `is \"Nf3\"`; each with `not` before it for the opposite",
        MOVE, lambda at, values: moves.Moved(tuple(values[0]), column=at),
    ),
    QueryWord(
        MOVES, "comment", "comment [TEXT]", "a comment on the move, or in a variation in its place, has the text in it",
        pp.Opt(TEXT, default=None), lambda at, values: records.Commented(values[0], column=at),
    ),
    QueryWord(
        MOVES, "nag", "nag NAG", "the move, or one in a variation in its place, has this glyph or NAG",
        NAG, lambda at, values: records.HasNag(values[0], column=at),
    ),
    QueryWord(
        MOVES, "variation", "variation", "a variation stands in place of the move", pp.Empty(),
        lambda at, values: records.HasVariation(column=at),
    ),
    QueryWord(
        MOVES, "clock", "clock TIMES", "who moved has so much time left, as the comment says (`[%clk]`)",
        TIMES, lambda at, values: records.Clock("clock", values[0], column=at),
    ),
    QueryWord(
        MOVES, "used", "used TIMES", "who moved has used so much time on the move (`[%emt]`)",
        TIMES, lambda at, values: records.Clock("used", values[0], column=at),
    ),
)  # fmt: skip
"""All words, in the order of the documentation."""

JOINS: Final[tuple[tuple[str, str], ...]] = (
    ("A and B", "both are true at the same position"),
    ("A or B", "one of them is true there"),
    ("not A", "A is not true there"),
    ("A then B", "A is true here, and B at a later position"),
    ("A then within 10 plies B", "A is true here, and B at most so many plies later"),
    ("A for 6 plies", "A is true at so many positions in a row, of which this is the first"),
    *((f"{word} A", f"A is {says}") for word, says in COURSES.items()),
    ("( A )", "brackets; `not`, `ever` and the like bind tightest, then `for`, `and`, `or`, `then`"),
)
"""How queries are joined, and what that means."""


def _in_order(words: Any) -> tuple[str, ...]:
    return tuple(word for word in patterns.CHANGES if word in list(words))


# -- the grammar ----------------------------------------------------------------------------------------------------------


@cache
def _condition(word: QueryWord) -> Token:
    def action(text: str, at: int, tokens: pp.ParseResults) -> Query:
        return word.make(at + 1, list(tokens)[1:])

    return (_keywords(word.name) + pp.And([pp.Empty() - word.arguments])).add_parse_action(action)


def _unknown(text: str, at: int, tokens: pp.ParseResults) -> None:
    names = [*(word.name for word in WORDS), *COURSES, "not"]
    word = tokens[0]
    near = nearest(word, names)
    meant = (
        f"; did you mean {near}?" if near else "; a condition begins with a word as player, date, line, board or move"
    )
    raise _fault(text, at, f"there is no word '{shown(word)}'{meant}")


def _prefixed(text: str, at: int, tokens: pp.ParseResults) -> Query:
    *words, query = tokens
    _nested(text, at, len(words))
    for word in reversed(words):
        query = Not(query) if word == "not" else InCourse(word, query)
    return query  # type: ignore[no-any-return]


def _nested(text: str, at: int, number: int) -> None:
    if number > MOST_NESTED:
        raise _fault(text, at, f"more than {MOST_NESTED} queries stand one in the other")


def _lasting(tokens: pp.ParseResults) -> Query:
    query, *plies = tokens
    for number in plies:
        query = Lasting(query, number)
    return query  # type: ignore[no-any-return]


def _sequence(text: str, at: int, tokens: pp.ParseResults) -> Query:
    _nested(text, at, len(tokens) // 2)
    query = tokens[-1]
    for place in range(len(tokens) - 3, -1, -2):
        query = Then(tokens[place], query, tokens[place + 1])
    return query  # type: ignore[no-any-return]


def _words_in(text: str) -> tuple[QueryWord, ...]:
    """The words that may stand in a text, the longest first."""
    return tuple(sorted((word for word in WORDS if word.name.split()[0] in text), key=lambda word: -len(word.name)))


@lru_cache(maxsize=64)
def grammar(words: tuple[QueryWord, ...]) -> Token:
    """The grammar of a query in which no other words stand: to make it for all takes longer than to read a file."""
    query = pp.Forward()
    query.set_name("a condition")
    conditions = [_condition(word) for word in words]
    prefix = pp.one_of(["not", *COURSES], as_keyword=True)
    unknown = pp.Regex(r"[A-Za-z][\w.]*").add_parse_action(_unknown)
    brackets = pp.Suppress("(") - query - pp.Suppress(")")
    atom = pp.MatchFirst([*conditions, brackets, unknown]).set_name("a condition")
    number = COUNT - pp.Suppress(pp.one_of(["plies", "ply"], as_keyword=True).set_name("`plies`"))
    tight = (pp.ZeroOrMore(prefix) + atom).add_parse_action(_prefixed)
    lasting = (tight + pp.ZeroOrMore(pp.Suppress(pp.Keyword("for")) - number)).add_parse_action(_lasting)
    every = (lasting + pp.ZeroOrMore(pp.Suppress(pp.Keyword("and")) - lasting)).add_parse_action(
        lambda tokens: reduce(and_, tokens)
    )
    some = (every + pp.ZeroOrMore(pp.Suppress(pp.Keyword("or")) - every)).add_parse_action(
        lambda tokens: reduce(or_, tokens)
    )
    within = pp.Opt(pp.Suppress(pp.Keyword("within")) - number, default=0)
    query <<= (some + pp.ZeroOrMore(pp.Suppress(pp.Keyword("then")) - within - some)).add_parse_action(_sequence)
    return query + pp.StringEnd()


def read_query(text: str) -> Query:
    """The query that a text says. Raises `QueryError`."""
    if len(text) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST:,} characters, this one has {len(text):,}")
    deepest = depth = 0
    for char in re.sub(r'"(?:[^"\\]|\\.)*"', "", text):
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    if deepest > MOST_NESTED:
        raise QueryError(f"more than {MOST_NESTED} brackets stand one in the other")
    try:
        found: Query = grammar(_words_in(text)).parse_string(text)[0]
    except pp.ParseBaseException as fault:
        raise QueryError(_message(fault, text), _place(fault, text) + 1) from None
    return found


def _place(fault: pp.ParseBaseException, text: str) -> int:
    """Where something is wrong: behind the blanks."""
    rest = text[fault.loc :]
    return fault.loc + len(rest) - len(rest.lstrip())


def _message(fault: pp.ParseBaseException, text: str) -> str:
    """The message of a fault, with the words that may stand there."""
    if fault.msg.startswith("="):
        return fault.msg[1:]
    wanted = re.sub(r"Keyword '(\w+)'", r"`\1`", fault.msg.removeprefix("Expected "))
    wanted = wanted.replace("end of text", "`and`, `or`, `then`, `for` or the end of the query")
    wanted = wanted.replace("')'", "`and`, `or`, `then`, `for` or `)`")
    found = re.match(r"\S+", text[_place(fault, text) :])
    there = f"not '{shown(found[0], 30)}'" if found else "but the query ends"
    return f"{wanted} is expected, {there}"
