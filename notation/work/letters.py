"""What a letter says to a game of correspondence."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import read_for_game
from fairyscore.notation.game import Game
from fairyscore.notation.mail import message
from fairyscore.notation.records.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a letter about a game of correspondence.

    sender: name of the player who sent it (`white`), empty where nobody can say.
    date: when it was sent, as `2026-11-02T10:00:00+01:00`, empty where it does not say.
    move: in the game's usual notation, empty where it states none.
    offers_draw, accepts_draw, resigns, claims_draw: what it states beside that.
    conditions: announced answers, in the letter's words.
    proposal: what it would do where it is not certain.
    is_certain: whether nothing speaks against doing what it states.
    diagnostics: what does, with its places in the letter.

    >>> letter = read_letter(b"From: Anna <anna@example.org>\\n\\n1. e4\\n", Game.new("chess", White="Anna", Black="Bert"))
    >>> letter.sender, letter.move, letter.resigns
    ('white', 'e4', False)
    """

    sender: str
    date: str
    move: str
    offers_draw: bool
    accepts_draw: bool
    resigns: bool
    claims_draw: bool
    conditions: tuple[str, ...]
    proposal: str
    is_certain: bool
    diagnostics: tuple[Diagnostic, ...]


def read_letter(source: str | os.PathLike[str] | bytes, game: Game, *, any_sender: bool = False) -> Letter:
    """Read a letter about a game of correspondence: its move, offers and conditions, and whether they are certain.

    Nothing is played: `game.push(letter.move)` does that.

    source: the path of an e-mail or text, or its bytes.
    game: the game so far.
    any_sender: accept it from any sender.

    Nothing in a letter is opened or run; attachments that are not text are left alone. Raises `OSError` where the file
    cannot be read, and `PositionError` where the game could not begin.

    >>> game = Game.new("chess", White="Anna Berg", Black="Bert Adler")
    >>> letter = read_letter(b"From: Anna Berg <anna@example.org>\\n\\nDear Bert,\\n\\n1. e4\\n\\nAnna\\n", game)
    >>> letter.sender, letter.move, letter.is_certain
    ('white', 'e4', True)
    """
    named = "-" if isinstance(source, bytes) else os.fspath(source)
    raw = source if isinstance(source, bytes) else Path(named).read_bytes()
    letter = message.read_letter(raw, named)
    reading = read_for_game(letter, GameSoFar(game.record), any_sender=any_sender)
    stated = reading.statement
    return Letter(
        sender=reading.seat,
        date=letter.date.isoformat() if letter.date else "",
        move=stated.move.spelling if stated.move else "",
        offers_draw=bool(stated.offers),
        accepts_draw=bool(stated.accepts),
        resigns=bool(stated.resigns),
        claims_draw=bool(stated.claims),
        conditions=tuple(condition.text for condition in stated.conditions),
        proposal=reading.proposal,
        is_certain=not (reading.refused or reading.proposal),
        diagnostics=tuple(reading.diagnostics),
    )
