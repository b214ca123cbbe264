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
from struct import Struct
from typing import Final, NamedTuple

from fairyscore.notation.records.tree import UNKNOWN, Comment, MoveLine, Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.similarity import LONG, Facts, facts_of
from fairyscore.notation.stats.summary import name_of
from fairyscore.notation.variants.registry import variant

SIZE: Final = 16
"""Bytes of a digest: two of 10^12 games would share one by chance once in 10^14 archives."""

MOVE: Final = Struct(f">{len(Move._fields)}h")


class Identity(NamedTuple):
    """What a game is known by.

    key: digest of variant, start and moves; of the text where not all of it could be read. head: of variant and start;
    moves: one after the other, `MOVE` each. sign: digest of what else says which game it is; the same key and sign are the
    same game. facts: that as it is said, None where not all could be read. rich: how much the record says.
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
    head = _head(record)
    moves = b"".join(map(_packed, [ply.move for ply in record.line.plies]))
    facts, tags = facts_of(record), digest(repr(record.tags).encode(errors="replace"))
    return Identity(
        digest(head, moves),
        head,
        moves,
        len(record.line.plies),
        _sign(facts, tags, len(record.line.plies)),
        facts,
        _richness(record),
        text,
        tags,
        _notes(record),
    )


@lru_cache(maxsize=1 << 15)
def _packed(move: Move) -> bytes:
    return MOVE.pack(*move)


def digest(*parts: bytes) -> bytes:
    """A digest of several texts, which do not run into each other."""
    made = blake2b(digest_size=SIZE)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.digest()


def _head(record: Record) -> bytes:
    """The game and where it begins: the same text in all coordinates, and for a usual start that is spelled out."""
    game = variant(name_of(record.game))
    start = ""
    if record.tag("FEN") not in UNKNOWN:
        start = game.write_position(record.start())
        start = "" if start == game.write_position(game.initial_state()) else start
    return digest(game.name.encode(), start.encode(errors="replace"))


def _sign(facts: Facts, tags: bytes, plies: int) -> bytes:
    """Of a short game by unknown players nothing is known unless all its tags are the same."""
    if facts.anonymous and plies < LONG:
        return digest(b"tags", tags, facts.result.encode())
    return digest(*(name.casefold().encode(errors="replace") for name in (*facts.names, *facts[1:])))


def _richness(record: Record) -> int:
    """How many things a record says: tags, glyphs, comments, moves of variations."""
    things = len(record.tags) + (record.result != "*")
    return things + _annotations(record.line)


def _annotations(line: MoveLine) -> int:
    things = len(line.intro)
    for ply in line.plies:
        if ply.nags or ply.behind:
            things += len(ply.nags)
            things += sum(
                1 if isinstance(item, Comment) else len(item.plies) + _annotations(item) for item in ply.behind
            )
    return things


def _notes(record: Record) -> bytes:
    """A digest of what stands between the moves; empty where nothing does."""
    line = record.line
    said = [(at, ply.nags, ply.behind) for at, ply in enumerate(line.plies) if ply.nags or ply.behind]
    return digest(repr((line.intro, said)).encode(errors="replace")) if said or line.intro else b""
