"""A game known by its moves, in whatever notation, format and coordinates it is written.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> judge = Validator(variant="chess", keep=True)
>>> short, long_ = (identity_of(judge.judge(GameText(1, text, 1))) for text in ("1. e4 e5 *", "1. e2-e4 {!} e7-e5 *"))
>>> short.key == long_.key, short.text == long_.text, short.rich < long_.rich
(True, False, True)
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from struct import Struct
from typing import Final, NamedTuple

from fairyscore.notation.records.tree import UNKNOWN, Comment, MoveLine
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.similarity import LONG, Facts, facts_of
from fairyscore.notation.stats.summary import name_of
from fairyscore.notation.variants.registry import variant

SIZE: Final = 16
"""Bytes of a digest: two of 10^12 games would share one by chance once in 10^14 archives."""

MOVE: Final = Struct(f">{len(Move._fields)}h")

MOST_PACKED: Final = 1 << 16
"""Moves that are kept as bytes."""


class Identity(NamedTuple):
    """What a game is known by.

    key: digest of variant, start and moves; of the text where not all of it could be read. head: of variant and start;
    moves: one after the other, `MOVE` each. sign: digest of what else says which game it is; the same key and
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
    """What a game is known by (`Validator.keep`)."""
    text = digest(verdict.game_text.text.strip().encode(errors="replace"))
    record = verdict.record
    if record is None or not verdict.whole:
        return Identity(digest(b"text", text), b"", b"", verdict.plies, b"", None, 0, text, text, b"")
    plies = record.line.plies
    head = _head(record.variant, record.tag("FEN"))
    moves = b"".join(map(_PACKED.__getitem__, [ply.move for ply in plies]))
    facts, tags = facts_of(record), digest(repr(record.tags).encode(errors="replace"))
    notes, rich = _notes(record.line)
    return Identity(
        digest(head, moves),
        head,
        moves,
        len(plies),
        _sign(facts, tags, len(plies)),
        facts,
        len(record.tags) + (record.result != "*") + rich,
        text,
        tags,
        digest("".join(notes).encode(errors="replace")) if notes else b"",
    )


def digest(*parts: bytes) -> bytes:
    """A digest of several texts, which do not run into each other."""
    framed = [piece for part in parts for piece in (len(part).to_bytes(8, "big"), part)]
    return blake2b(b"".join(framed), digest_size=SIZE).digest()


@lru_cache(maxsize=256)
def _head(name: str, position: str) -> bytes:
    """A game and where it begins: the same in all coordinates, and for a usual start that is spelled out."""
    named = variant(name)
    game, start = variant(name_of(named)), ""
    if position not in UNKNOWN:
        start = game.write_position(named.read_position(position))
        start = "" if start == game.write_position(game.initial_state()) else start
    return digest(game.name.encode(), start.encode(errors="replace"))


class _PackedMoves(dict[Move, bytes]):
    """Moves as bytes, each packed once."""

    def __missing__(self, move: Move) -> bytes:
        if len(self) >= MOST_PACKED:
            self.clear()
        packed = self[move] = MOVE.pack(*move)
        return packed


_PACKED = _PackedMoves()


def _sign(facts: Facts, tags: bytes, plies: int) -> bytes:
    """Of a short game by unknown players nothing is known unless all its tags are the same."""
    if facts.anonymous and plies < LONG:
        return digest(b"tags", tags, facts.result.encode())
    return digest(*[name.casefold().encode(errors="replace") for name in (*facts.names, *facts[1:])])


def _notes(line: MoveLine) -> tuple[list[str], int]:
    """What stands between the moves of a line, in texts that are its alone, and how many things that are.

    Each move of a variation is one. No comment has a NUL, which tells the texts apart.
    """
    found = [f"\0{comment.aside:d}{comment.text}" for comment in line.intro]
    things = len(found)
    for at, ply in enumerate(line.plies):
        if ply.nags or ply.behind:
            found.append(f"\0{at}:{ply.nags}" if ply.nags else f"\0{at}:")
            things += len(ply.nags) + len(ply.behind)
            for item in ply.behind:
                if isinstance(item, Comment):
                    found.append(f"\0{item.aside:d}{item.text}")
                else:
                    notes, more = _notes(item)
                    found += [f"\0({[*chain.from_iterable([inner.move for inner in item.plies])]}", *notes, "\0)"]
                    things += len(item.plies) + more - 1
    return found, things
