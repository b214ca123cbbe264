"""What stands above a game, from its tags.

>>> record = Record("chess", (("White", "Anna"), ("WhiteTitle", "WGM"), ("WhiteElo", "2400"), ("Date", "2026.03.??")))
>>> heading = heading_of(record)
>>> heading.title, heading.players, heading.details[-1]
('WGM Anna (2400) against an unknown player', ('WGM Anna (2400)', ''), ('Date', 'March 2026'))
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from fairyscore.notation.clocks.control import read_control
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Seat
from fairyscore.render.language import current, translated
from fairyscore.render.story.model import Heading

NOBODY: Final = ("", "?", "-")  # values of tags that say nothing to people

RATINGS: Final = ("Elo", "Rating", "USCF")
"""What follows the seat in the tag of a player's rating, as in `WhiteElo` (PGN 9.1.2). The first that is there counts."""

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)

_DATE: Final = re.compile(r"([0-9?]{4})[.\-/]([0-9?]{1,2})[.\-/]([0-9?]{1,2})")


def heading_of(record: Record) -> Heading:
    """The heading of a game."""
    players = tuple(_player(record, seat) for seat in record.game.seats)
    title = _tag_text(record, "Event") or _against(players) or translated(record.game.title)
    return Heading(title, players, tuple((name, value) for name, value in details(record) if value))


def details(record: Record) -> Iterator[tuple[str, str]]:
    """The name and value of each detail besides event and players; the value is empty where it is not known."""
    tag = partial(_tag_text, record)
    yield "Game", translated(record.game.title)
    yield "Rules", _options(record.variant.partition(":")[2])
    yield "Site", tag("Site")
    first, last = date(record.tag("Date") or record.tag("UTCDate")), date(record.tag("EndDate"))
    both = first and last and first != last  # correspondence takes from one day to another
    yield "Date", translated("{first} to {last}", first=first, last=last) if both else first or last
    yield "Section", tag("Section") or tag("Stage")
    board = tag("Board") and translated("board {number}", number=tag("Board"))
    yield "Round", _joined(", ", tag("Round"), board)
    opening, code = _joined(", ", tag("Opening"), tag("Variation"), tag("SubVariation")), tag("ECO")
    yield "Opening", _joined(" ", opening, f"({code})" if opening and code else code)
    # In words where it can be read and the words are English (PGN 9.6.1).
    control = read_control(tag("TimeControl")) if current().code == "en" else None
    yield "Time control", tag("TimeControl") if control is None else str(control)
    yield "Mode", tag("Mode")
    yield "Start", record.set_up
    yield "Annotator", tag("Annotator")


def _tag_text(record: Record, tag: str) -> str:
    value = record.tag(tag).strip()
    return "" if value in NOBODY else value


def _joined(between: str, *parts: str) -> str:
    return between.join(filter(None, parts))


def _player(record: Record, seat: Seat) -> str:
    """A player with his title and rating, as `GM Anna (2400)`; empty where he has no name."""
    colour = seat.name.capitalize()
    name = _tag_text(record, colour)
    if not name:
        return ""
    rating = next(filter(None, (_tag_text(record, f"{colour}{kind}") for kind in RATINGS)), "")
    return _joined(" ", _tag_text(record, f"{colour}Title"), name, rating and f"({rating})")


def _against(players: tuple[str, ...]) -> str:
    """The names of the players as a title; empty where none is known."""
    if not any(players):
        return ""
    named = [player or translated("an unknown player") for player in players]
    form = "{first} against {second}" if len(named) == 2 else "{first} and {second}"
    return translated(form, first=", ".join(named[:-1]), second=named[-1])


def date(value: str) -> str:
    """A date of a tag for people, as far as it is known; what is not a date stays as it is.

    >>> date("1910.??.??"), date("2026.03.14"), date("2026.??.05"), date("spring"), date("????.??.??"), date("2026.13.01")
    ('1910', '14 March 2026', '2026', 'spring', '', '2026.13.01')
    """
    found = _DATE.fullmatch(value.strip())
    if found is None:
        return "" if value in NOBODY else value
    year, month, day = found.groups()
    if "?" in year:
        return ""
    if "?" in month:
        return year
    if not 1 <= int(month) <= 12:
        return value
    name = translated(MONTHS[int(month) - 1])
    return f"{name} {year}" if "?" in day else translated("{day} {month} {year}", day=int(day), month=name, year=year)


TAGS: Final = frozenset(
    {
        *("Event", "Site", "Date", "UTCDate", "EndDate", "Section", "Stage", "Round", "Board", "ECO", "Opening"),
        *("Variation", "SubVariation", "TimeControl", "Mode", "FEN", "SetUp", "Annotator", "Result", "Termination"),
    }
)
"""The tags that a heading shows, besides those of the players; the last two are shown at the end of the game."""

NUMBERS: Final = {"2": "two", "3": "three", "4": "four"}


def _options(text: str) -> str:
    """The options of a variant's name in words: `four players, dice, max moves: 40`."""
    parts = []
    for option in filter(None, text.split(",")):
        name, _, value = option.partition("=")
        if name == "players":
            parts.append(translated("{number} players", number=translated(NUMBERS.get(value, value))))
        else:
            parts.append(_joined(": ", translated(name.replace("-", " ")), value))
    return ", ".join(parts)
