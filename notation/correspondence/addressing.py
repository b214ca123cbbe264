"""Which game a letter is about: by what it calls it, the letter it answers, who writes to whom, and what is due.

>>> from fairyscore.notation.mail.message import read_letter
>>> from fairyscore.notation.records.tree import Record
>>> games = [FolderGame(f"club-{number}.pgn", 1, Record("chess")) for number in (7, 8)]
>>> letter = read_letter(b"From: a@b\\n\\nGame 7: 6. Be3\\nGame 8\\n4. d4", "a.eml")
>>> [part.game.name for part in parts_of(letter, GameNames(games))]
['club-7.pgn', 'club-8.pgn']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePath
from typing import Final, NamedTuple

from fairyscore.notation.correspondence.game_so_far import NUMBER_TAGS, GameSoFar
from fairyscore.notation.correspondence.reading import addresses_of, same_name
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.message import MailLetter
from fairyscore.notation.mail.phrases import frame
from fairyscore.notation.mail.sender_text import LetterLine, LineKind, lines_of
from fairyscore.notation.records.tree import Record

"""Tags that hold the number of a game at its server or in its tournament."""

SHORTEST = 4
"""Characters of a name that is looked for without a word such as `game` in front of it."""

_HEADING_END = re.compile(r"\)?[ \t]*(?:[:;,.–—-]+[ \t]*|\Z)")
_SIGNS = " ,;.-–—()[]|/"
_BETWEEN = re.compile(r"[\s,;:()–—-]*")
_OPENING = re.compile(r"[\s*#_=–—-]*")


@dataclass(eq=False)
class FolderGame:
    """A game of the folder. path: relative to that; number: in its file; record: as it is now."""

    path: str
    number: int
    record: Record
    several: bool = False
    _so_far: list[GameSoFar] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The game's name in messages and in the log."""
        return f"{self.path}#{self.number}" if self.several else self.path

    @property
    def so_far(self) -> GameSoFar:
        """The game as it was played until now."""
        if not self._so_far or self._so_far[0].record is not self.record:
            self._so_far[:] = [GameSoFar(self.record)]
        return self._so_far[0]

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The mailboxes of its players."""
        known = addresses_of(self.record, self.record.game)
        return frozenset(box for seat in known.values() for box in seat)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Its numbers, of the tags or at the end of the name of its file."""
        found = {self.record.tag(tag).strip() for tag in NUMBER_TAGS}
        ending = re.search(r"(\d+)\Z", PurePath(self.path).stem)
        if ending and not self.several:
            found |= {ending[1], ending[1].lstrip("0")}
        return frozenset(found - {"", "?", "-"})

    @cached_property
    def titles(self) -> frozenset[str]:
        """Its names: of its file, of its event."""
        found = {self.record.tag("Event")}
        event, part = self.record.tag("Event"), self.record.tag("Round")
        found |= {f"{event}, round {part}", f"{event} {part}"} if event and part.isdigit() else set()
        found |= set() if self.several else {PurePath(self.path).stem, PurePath(self.path).name}
        return frozenset(title for title in found if len(title) >= SHORTEST and re.search(r"[^\W_]", title))

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """The family name of its first player, and the pattern of both in the order of their colours: `Berg - Keller`.

        None where it has no two players with names.
        """
        names = [self.record.tag(seat.name.capitalize()) for seat in self.record.game.seats]
        if len(names) != _PLAYERS or not all(map(_WORD.search, names)):
            return None
        return _family_name(names[0]), _AGAINST.join(map(_named, names))


_PLAYERS: Final = 2
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_AGAINST: Final = r"\s*(?:[-–—:/]|\b(?:vs?\.?|gegen|contre|contra|contro|tegen|against)(?=\s))\s*"
"""What stands between the names of two players."""


def _family_name(name: str) -> str:
    """The family name of a player: before a comma, else the last word."""
    family = name.partition(",")[0] if "," in name else name
    words: list[str] = _WORD.findall(family) or _WORD.findall(name)
    return words[-1]


def _named(name: str) -> str:
    """The pattern of a player's name: the family name, with others of his names or their first letters or without.

    >>> pattern = re.compile(_named("Berg, Karl"))
    >>> [bool(pattern.fullmatch(name)) for name in ("Berg", "K. Berg", "Karl Berg", "Berg, Karl", "Hans Berg")]
    [True, True, True, True, False]
    """
    family = _family_name(name)
    others = [word for word in _WORD.findall(name) if word != family]
    given = "|".join(f"{re.escape(word)}|{re.escape(word[0])}\\.?" for word in others) or "(?!)"
    return rf"(?<!\w)(?:(?:{given})\s+)*{re.escape(family)}(?:,?\s+(?:{given})(?!\w))*(?!\w)"


class NamedGame(NamedTuple):
    """A place of a text that names a game. shared: others have the name too."""

    game: FolderGame
    start: int
    end: int
    shared: bool


class GameNames:
    """The names of a folder's games, looked up in letters.

    >>> from fairyscore.notation.records.tree import Record
    >>> games = [FolderGame(f"club-{number}.pgn", 1, Record("chess", (("Event", "Club"),))) for number in (7, 8)]
    >>> [(found.game.name, found.shared) for found in GameNames(games).places("In game 8 and club-7 of the Club")]
    [('club-8.pgn', False), ('club-7.pgn', False), ('club-7.pgn', True), ('club-8.pgn', True)]
    """

    def __init__(self, games: Iterable[FolderGame]) -> None:
        owners: dict[tuple[str, str], list[FolderGame]] = {}
        for game in games:
            for number in game.numbers:
                owners.setdefault((number.casefold(), _numbered(number)), []).append(game)
            for title in game.titles:
                pattern = rf"(?<!\w){re.escape(title)}(?!\w)"
                owners.setdefault((title.casefold(), pattern), []).append(game)
            if game.pair is not None:
                family, pattern = game.pair
                owners.setdefault((family.casefold(), pattern), []).append(game)
        self._labels = [
            (piece, re.compile(pattern, re.IGNORECASE), found) for (piece, pattern), found in owners.items()
        ]

    def places(self, text: str) -> list[NamedGame]:
        """Where a text names games, in its order; the longest names first, and none inside another."""
        found: list[NamedGame] = []
        folded = text.casefold()
        for piece, pattern, owners in self._labels:
            places = [(place.start(), place.end()) for place in pattern.finditer(text)] if piece in folded else []
            found += [NamedGame(game, *place, len(owners) > 1) for place in places for game in owners]
        found.sort(key=lambda one: (one.start - one.end, one.start))
        chosen: list[NamedGame] = []
        for one in found:
            outside = all(one.end <= other.start or other.end <= one.start for other in chosen)
            beside = any((one.start, one.end) == (other.start, other.end) for other in chosen)
            if beside or outside:
                chosen.append(one)
        return sorted(chosen, key=lambda one: one.start)

    def without(self, text: str) -> str:
        """A text without the names of games in it, and without the signs around them; a colon stays after `Re`."""
        for place in reversed(self.places(text)):
            text = text[: place.start] + " " + text[place.end :]
        return text.lstrip(_SIGNS + ":").rstrip(_SIGNS)


def _numbered(number: str) -> str:
    """The pattern of a game's number in a letter: after a word or a sign; a long one also alone."""
    words = frame("game_number").pattern
    bare = rf"|(?<![\w.-]){re.escape(number)}(?![\w.-])" if len(number) > SHORTEST else ""
    return rf"(?:{words}\s*[#№]?\s*|#\s?|№\s?){re.escape(number)}(?!\w|\.\d){bare}"


def played_by(letter: MailLetter, games: Iterable[FolderGame]) -> list[FolderGame]:
    """The games in which the sender plays: by address, by name where the record has no address of a seat."""
    found = []
    for game in games:
        known = addresses_of(game.record, game.record.game)
        unknown = [game.record.tag(seat.capitalize()) for seat in known if not known[seat]]
        by_name = any(same_name(letter.sender.name, player) for player in unknown)
        if letter.sender.mailbox in game.addresses or by_name:
            found.append(game)
    return found


def written_to(letter: MailLetter, games: Iterable[FolderGame]) -> list[FolderGame]:
    """The games whose other player is among the recipients; all of them where no recipient is a player."""
    games = list(games)
    found = []
    for game in games:
        if (game.addresses - {letter.sender.mailbox}) & set(letter.recipients):
            found.append(game)
    return found or games


# -- a letter about several games -------------------------------------------------------------------------------------


class PartOfLetter(NamedTuple):
    """The part of a letter about one game: the letter with blanks for the rest, and for the names of the game."""

    game: FolderGame
    letter: MailLetter


def parts_of(letter: MailLetter, names: GameNames) -> list[PartOfLetter]:
    """A letter cut at the lines that begin with the name of a game; empty where there is none.

    What stands in front of the first such line belongs to all parts. A name that several games share starts no new part.
    """
    headings = [_headings(text, names) for text in letter.bodies]
    found = list(dict.fromkeys(game for one in headings for _, _, game in one))
    parts = []
    for game in found:
        pairs = zip(letter.bodies, headings, strict=True)
        bodies = tuple(_section(text, heads, game) for text, heads in pairs)
        parts.append(PartOfLetter(game, replace(letter, bodies=bodies, subject=names.without(letter.subject))))
    return parts


def _headings(text: LocatedText, names: GameNames) -> list[tuple[int, int, FolderGame]]:
    """The number of each line that begins with the name of a game, how far the name goes, and the game."""
    found = []
    for number, line in enumerate(lines_of(text)):
        named = names.places(line.text) if line.kind is LineKind.OWN and line.text.strip() else []
        end = _OPENING.match(line.text).end()  # type: ignore[union-attr]
        owners: list[NamedGame] = []
        for place in named:
            first = place.start == end or (owners and place.start == owners[-1].start)
            if first or (owners and _BETWEEN.fullmatch(line.text, owners[-1].end, place.start)):
                owners.append(place)
        last = _HEADING_END.match(line.text, owners[-1].end) if owners else None
        counted = Counter(place.game for place in owners)
        most = max(counted.values(), default=0)
        meant = [game for game, count in counted.items() if count == most]
        if last and len(meant) == 1:
            found.append((number, last.end(), meant[0]))
    return found


def _section(text: LocatedText, headings: list[tuple[int, int, FolderGame]], game: FolderGame) -> LocatedText:
    starts = {number: (end, owner) for number, end, owner in headings}
    chunks, here = [], game
    lines = lines_of(text)
    for number, line in enumerate(lines):
        end, here = starts.get(number, (0, here))
        words = " " * end + line.text[end:]
        chunks.append((line.number, (words if here is game or not _is_own(line) else " " * len(words)) + "\n"))
    return LocatedText(chunks)


def _is_own(line: LetterLine) -> bool:
    return line.kind is LineKind.OWN
