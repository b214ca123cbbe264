"""Games drawn at random, of variant files and of sections of a `variants.ini`: whether all that plays them agrees.

The compiled core and plain Python have the same legal moves, checks and ends; what is written of a game, its moves and its
positions, is read back as the same. A section is played beside Fairy-Stockfish too, where `pyffish` is there.

`python tests/drawn_games.py files|sections 2000 [SEED]` draws so many. Tests take a few.
"""

from __future__ import annotations

import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

import drawn_files
import drawn_sections
from fairy_peer import FairyPeer, peer_of

from fairyscore.notation.moves import uci
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ABSENT, DROP, Move, ParsedMove
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import catalog, sources
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.document import Document
from fairyscore.notation.variants.file_game import build
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.variant_file import rules_of

PLIES = 25
LONGEST = 20
"""Seconds that a definition may take, from its text to its last ply."""


class Drawn(NamedTuple):
    """A definition. ini: whether it is a section, of the name that the game has."""

    name: str
    text: str
    ini: bool = False

    def document(self) -> Document:
        """Raises `VariantFileError`."""
        file = f"{self.name}.{'ini' if self.ini else 'toml'}"
        source = sources.VariantSource(self.name, file, self.text, ini=self.ini)
        return document_in(source, catalog.find_shipped)


def file_of(seed: str) -> Drawn:
    return Drawn("drawn", drawn_files.drawn(seed))


def section_of(seed: str) -> Drawn:
    name = "".join(filter(str.isalnum, f"drawn{seed}"))
    return Drawn(name, drawn_sections.drawn(name, seed), ini=True)


KINDS: dict[str, Callable[[str], Drawn]] = {"files": file_of, "sections": section_of}


def compiled_and_plain(described: Document, name: str = "drawn") -> tuple[Variant, Variant]:
    """The game as it is played, and in plain Python. Raises `VariantFileError`."""
    game = build(name, described)
    plain = described_game(name, "Drawn", "", rules_of(described), strict=False)
    state = plain.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None
    return game, plain


def differences(drawn: Drawn, seed: str) -> Iterator[str]:
    """What is wrong with a game in random play. Raises `VariantFileError` for a game that is refused."""
    described = drawn.document()
    game, plain = compiled_and_plain(described, drawn.name)
    game.rules.text("en")
    yield from _Walk(game, plain, _peer(game, drawn), random.Random(seed)).wrong()


def _peer(game: Variant, drawn: Drawn) -> FairyPeer | None:
    """Fairy-Stockfish, if it plays the section as we do.

    A start at which who begins could take what stands for a king comes about in no game: we let him, the engine does not.
    """
    start = game.initial_state()
    assert isinstance(start, GeneralState)
    return peer_of(drawn.name, drawn.text) if drawn.ini and not start.in_check(start.turn ^ 1) else None


class _Walk:
    """A random game, in several programs at once."""

    def __init__(self, game: Variant, plain: Variant, peer: FairyPeer | None, chance: random.Random) -> None:
        self.game, self.plain, self.peer, self.chance = game, plain, peer, chance
        state, reference = game.initial_state(), plain.initial_state()
        assert isinstance(state, GeneralState)
        assert isinstance(reference, GeneralState)
        self.state, self.reference = state, reference
        self.line: list[str] = []

    def wrong(self) -> Iterator[str]:
        for _ in range(PLIES):
            legal = self.state.moves()
            texts = [uci.write(self.state, move, self.game) for move in legal]
            where = self.game.write_position(self.state)
            found = [*self._of_programs(texts), *self._of_position(where, legal)]
            for move in self.chance.sample(legal, min(2, len(legal))):
                found += self._unread(move)
            if found:
                yield from (f"{where} behind {' '.join(self.line[-3:])}: {what}" for what in found)
                return
            if not legal:
                return
            loud = [move for move in legal if self.state.takes(move) or move.becomes >= 0]
            move = self.chance.choice(loud if loud and self.chance.random() < 0.3 else legal)
            self.line.append(uci.write(self.state, move, self.game))
            self.state.push_unchecked(move)
            self.reference.push_unchecked(move)

    def _of_programs(self, texts: list[str]) -> Iterator[str]:
        """Where the programs that play the game differ. texts: the legal moves."""
        state, reference = self.state, self.reference
        if len(set(texts)) != len(texts):
            yield f"two moves with one text: {[text for text, times in Counter(texts).items() if times > 1]}"
        theirs = {uci.write(reference, move, self.plain) for move in reference.moves()}
        yield from _unlike("plain Python", set(texts), theirs)
        checks = [[position.in_check(seat) for seat in range(2)] for position in (state, reference)]
        if checks[0] != checks[1]:
            yield f"check: {checks}"
        if state.outcome() != reference.outcome():
            yield f"the end: {state.outcome()}, plain Python {reference.outcome()}"
        if bool(texts) is not (state.outcome() is None):
            yield f"{len(texts)} moves and {state.outcome()}"
        if self.peer is not None:
            peers = {text for text in self.peer.moves(self.line) if text in texts or not self._mates_by_drop(text)}
            yield from _unlike("Fairy-Stockfish", set(texts), peers)

    def _mates_by_drop(self, text: str) -> bool:
        """True if a drop gives the mate that it may not: the engine has it as legal, and lost (docs/variant-files.md)."""
        parsed, hand = uci.read(text, self.game), self.state.tables.rules.hand
        if not isinstance(parsed, ParsedMove) or parsed.action != DROP or hand is None or not hand.no_mate:
            return False
        return self.state.forbidden_drop(Move(ABSENT, parsed.target, parsed.kind))

    def _of_position(self, where: str, legal: list[Move]) -> Iterator[str]:
        """Where the position as it is written is read as another one."""
        if self.state.rested:  # what held before the last move too is in no FEN
            return
        try:
            again = self.game.read_position(where)
        except PositionError as fault:
            yield f"not read: {fault}"
            return
        if self.game.write_position(again) != where:
            yield f"read as {self.game.write_position(again)}"
        if again.moves() != legal:
            yield f"{len(legal)} moves, read from its text {len(again.moves())}"

    def _unread(self, move: Move) -> Iterator[str]:
        """The notations in which a legal move is not read back as itself."""
        state, game = self.state, self.game
        for notation in game.writing.notations:
            text = notation.write(state, move, game)
            parsed = notation.read(text, game) or parse_move(text, game)  # `fairy` leaves to SAN what both write alike
            what = f"{notation.name} {text}"
            if not isinstance(parsed, ParsedMove):
                yield f"{what} is not read: {parsed}"
            elif state.find(parsed) != move or self.reference.find(parsed) != move:
                yield f"{what} is read as another move"
            elif state.reasons(parsed, text):
                yield f"{what} is refused: {state.reasons(parsed, text)}"


def _unlike(program: str, ours: set[str], theirs: set[str]) -> Iterator[str]:
    if ours != theirs:
        yield f"{program}: ours only {sorted(ours - theirs)[:6]}, its only {sorted(theirs - ours)[:6]}"


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises `TimeoutError` when it takes longer on a processor: others may have it meanwhile."""

    def stop(_signal: int, _frame: FrameType | None) -> Any:
        raise TimeoutError(f"longer than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judged(kind: str, seed: str) -> list[str] | None:
    """What is wrong with the definition of a seed; None where it is refused."""
    with at_most(LONGEST):
        try:
            return list(differences(KINDS[kind](seed), seed))
        except VariantFileError:
            return None


def main(kind: str, wanted: int, first: int = 1) -> int:
    """Draws until so many were accepted; the exit code."""
    count = Counter[str]()
    number = first
    while count["played"] + count["faulty"] < wanted:
        try:
            found = judged(kind, str(number))
        except Exception as fault:
            found = [repr(fault)]
        count["refused" if found is None else "faulty" if found else "played"] += 1
        for difference in (found or ())[:2]:
            print(number, difference[:500], flush=True)  # noqa: T201
        number += 1
    print(dict(count))  # noqa: T201
    return int(count["faulty"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
