"""When two records are of one game: by their moves, whatever the notation, format and coordinates, and what else they say.

Long games are not played twice: from `LONG` plies on the same moves are the same game unless the players or the result
say otherwise. Short ones are (an agreed draw, a trap that many fall into), so dates and rounds must agree as well, and a
player must be known. What one record does not say, it does not deny.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> judge = Validator(variant="chess")
>>> short, long_ = (identity_of(judge.judge(GameText(1, text, 1))) for text in ("1. e4 e5 *", "1. e2-e4 {!} e7-e5 *"))
>>> short.key == long_.key, short.text == long_.text, short.rich < long_.rich
(True, False, True)
>>> a = Facts(("Carlsen, Magnus", "Anand, V"), "2013.11.22", "10", "1/2-1/2")
>>> b = Facts(("Magnus Carlsen", "Anand"), "2013.??.??", "?", "*")
>>> alike(a, b, 12), alike(a, b._replace(date="2014.11.22"), 12), alike(a, b._replace(date="2014.11.22"), 60)
(True, False, True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, zip_longest
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import Comment, MoveLine, canonical_tags
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.openings import MOVE
from fairyscore.notation.stats.summary import name_of, names_by_seat
from fairyscore.notation.variants.registry import variant

LONG: Final = 30
"""Plies."""

_WORD = re.compile(r"[^\W_]+")
_DATE = re.compile(r"([0-9?]{1,4})(?:[.\-/]([0-9?]{1,2}))?(?:[.\-/]([0-9?]{1,2}))?")


class Facts(NamedTuple):
    """The facts by which a record identifies its game.

    names: of the players by seat, empty where not known; the rest as in the tags.
    """

    names: tuple[str, ...]
    date: str = ""
    round: str = ""
    result: str = "*"

    @property
    def anonymous(self) -> bool:
        """True if no player is known."""
        return not any(self.names)

    @property
    def text(self) -> str:
        """All of it, a line each: no tag has a line end."""
        return "\n".join((*self.names, self.date, self.round, self.result))

    @classmethod
    def of_text(cls, text: str) -> Facts:
        """The facts of a `text`."""
        *names, date, round_, result = text.split("\n")
        return cls(tuple(names), date, round_, result)


class Identity(NamedTuple):
    """The identity of a game: the same for all its copies.

    key: digest of variant, start and moves; of the text where not all of it could be read. head: of variant and start;
    moves: one after the other, `MOVE` each. sign: what else says which game it is, in small letters; the same key and
    sign are the same game. facts: that as it is said, None where not all could be read. rich: how much the record says.
    text, tags, notes: digests of the text, the tags, and all that stands between the moves.
    """

    key: bytes
    head: bytes
    moves: bytes
    plies: int
    sign: bytes
    facts: Facts | None
    rich: int
    text: bytes
    tags: bytes
    notes: bytes


def identity_of(verdict: Verdict) -> Identity:
    """The identity of a judged game."""
    text = _hash(verdict.game_text.text.strip().encode(errors="replace"))
    scanned, game = verdict.scanned, verdict.game
    if scanned is not None and game is not None and not verdict.refused:
        variant, result, tags = game.name, scanned.result, canonical_tags(game.name, scanned.result, scanned.tags)
        moves, remarks, things = scanned.moves, scanned.remarks, scanned.things
    elif verdict.whole and (record := verdict.record) is not None:
        game, variant, result, tags = record.game, record.variant, record.result, record.tags
        moves = _packed_moves(record.line)
        parts, things = _remarks(record.line)
        remarks = b"".join(parts)
    else:
        return Identity(digest(b"text", text), b"", b"", verdict.plies, b"", None, 0, text, text, b"")
    by_name, plies = dict(tags), len(moves) // MOVE.size
    facts = Facts(names_by_seat(by_name, game.seats), by_name.get("Date", ""), by_name.get("Round", ""), result)
    head = _head(variant, by_name.get("FEN", ""))
    all_tags = _hash("\n".join(chain.from_iterable(tags)).encode(errors="replace"))
    if facts.anonymous and plies < LONG:  # nothing is known of it unless all its tags are the same
        sign = all_tags + result.encode()
    else:
        sign = facts.text.casefold().encode(errors="replace")
    rich = things + len(tags) + (result != "*")
    beside = _hash(remarks) if remarks else b""
    return Identity(digest(head, moves), head, moves, plies, sign, facts, rich, text, all_tags, beside)


def digest(*parts: bytes) -> bytes:
    """A digest of several texts, which do not run into each other."""
    return _hash(b"".join([len(part).to_bytes(8, "big") + part for part in parts]))


def _hash(text: bytes) -> bytes:
    """The digest of a text. Two of 10^12 games would share one by chance once in 10^14 archives."""
    return blake2b(text, digest_size=16).digest()


@lru_cache(maxsize=256)
def _head(name: str, position: str) -> bytes:
    """A game and where it begins: the same in all coordinates, and for a usual start that is spelled out."""
    named = variant(name)
    game, start = variant(name_of(named)), ""
    if position not in UNKNOWN:
        start = game.write_position(named.read_position(position))
        start = "" if start == game.write_position(game.initial_state()) else start
    return digest(game.name.encode(), start.encode(errors="replace"))


@lru_cache(maxsize=1 << 16)
def _packed(move: Move) -> bytes:
    return MOVE.pack(*move)


def _packed_moves(line: MoveLine) -> bytes:
    return b"".join([_packed(ply.move) for ply in line.plies])


def _remarks(line: MoveLine) -> tuple[list[bytes], int]:
    """The texts between the moves, parted by NUL, and their number; moves aside are among them.

    `writer.pxi` of the kernel makes the same bytes.
    """
    found = [_remark(comment) for comment in line.intro]
    things = len(found)
    for at, ply in enumerate(line.plies):
        if ply.nags or ply.annotations:
            found.append(f"\0{at}:{','.join(map(str, ply.nags))}".encode())
            things += len(ply.nags) + len(ply.annotations)
            for item in ply.annotations:
                if isinstance(item, Comment):
                    found.append(_remark(item))
                else:
                    inner, more = _remarks(item)
                    found += [b"\0(%d:" % len(item.plies), _packed_moves(item), *inner, b"\0)"]
                    things += len(item.plies) + more - 1
    return found, things


def _remark(comment: Comment) -> bytes:
    return f"\0{comment.aside:d}{comment.text}".encode(errors="replace")


# -- what else records with the same moves say ------------------------------------------------------------------------


def alike(one: Facts, other: Facts, plies: int) -> bool:
    """True if two records with the same moves, so many plies, may be of one game."""
    return not differences(one, other, plies)


def differences(one: Facts, other: Facts, plies: int) -> tuple[str, ...]:
    """The differences between two games with the same moves; empty where they are one."""
    found = []
    if "*" not in (one.result, other.result) and one.result != other.result:
        found.append("results")
    if not all(same_name(a, b) for a, b in zip_longest(one.names, other.names, fillvalue="")):
        found.append("players")
    if plies < LONG:
        if not any(a and b for a, b in zip(one.names, other.names, strict=False)) and not found:
            found.append("players, who are not known")
        if not _agree(*(date.groups("") if (date := _DATE.match(facts.date)) else () for facts in (one, other))):
            found.append("dates")
        if not _agree((one.round,), (other.round,)):
            found.append("rounds")
    return tuple(found)


def same_name(one: str, other: str) -> bool:
    """True if two texts may be the name of one player: each word of the shorter one is in the other, or begins one there.

    >>> same_name("Carlsen, M.", "Magnus Carlsen"), same_name("Anna Smith", "Bob Smith"), same_name("", "Anna")
    (True, False, True)
    """
    few, many = sorted((_words(one), _words(other)), key=len)
    return all(any(word.startswith(part) or part.startswith(word) for word in many) for part in few)


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without accents and letter case."""
    plain = "".join(char for char in normalize("NFKD", name[:200]) if not combining(char))
    return tuple(_WORD.findall(plain.casefold()))


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if no part that both say is another."""
    known_pairs = ((a, b) for a, b in zip(one, other, strict=False) if a.strip("?-. ") and b.strip("?-. "))
    return all(a == b for a, b in known_pairs)
