"""What an engine has found in a position, with moves of ours.

Each line of play is judged by our rules, move by move; it ends in front of the first move that they refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fairyscore.notation.engines.protocols import Thought
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.moves.reading import in_other_letters
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown


@dataclass(frozen=True)
class EngineLine:
    """A line of play that an engine proposes.

    score: of the player to move, behind the line.
    depth: how many plies deep the engine has looked.
    raw: its moves, in numbers.
    refusal: why the line ends where it does, if the engine goes on with a move that the rules refuse; else empty.

    >>> from fairyscore import Position
    >>> position = Position.start("chess")
    >>> line = EngineLine(position, EngineScore(position.turn, 30), 9, (position.parse("e4").raw,))
    >>> [str(move) for move in line.moves]
    ['e2-e4']
    """

    position: Position
    score: EngineScore
    depth: int
    raw: tuple[Move, ...]
    refusal: str = ""

    @cached_property
    def moves(self) -> tuple[LegalMove, ...]:
        """Its moves, each in its own position."""
        position, moves = self.position, []
        for raw in self.raw:
            moves.append(position.legal_move(raw))
            position = position.after(raw)
        return tuple(moves)


@dataclass(frozen=True)
class Analysis:
    """The result of an engine's search in a position.

    position: the position.
    lines: lines of play, the best one first; empty where the engine takes the game for over.
    score: of the player to move; None where the engine gives none.
    nodes: how many positions it has looked at, as far as it says so.
    move: the move that it would play; None where it takes the game for over.

    >>> from fairyscore import Position
    >>> position = Position.start("chess")
    >>> line = EngineLine(position, EngineScore(position.turn, 30), 9, (position.parse("e4").raw,))
    >>> found = Analysis(position, (line,), line.score, 2000, position.parse("e4"))
    >>> str(found.move), found.score.centipawns, found.depth, [str(move) for move in found.lines[0].moves]
    ('e2-e4', 30, 9, ['e2-e4'])
    """

    position: Position
    lines: tuple[EngineLine, ...]
    score: EngineScore | None
    nodes: int
    move: LegalMove | None

    @property
    def depth(self) -> int:
        """How many plies deep the engine has looked; 0 where it does not say so."""
        return self.lines[0].depth if self.lines else 0


NO_MOVE: Final = ("", "(none)", "none", "0000", "resign", "win")
"""What engines answer where they have no move to play, or do not want to go on."""


def analysis_of(position: Position, thoughts: Sequence[Thought], text: str, notation: Notation) -> Analysis | str:
    """The analysis that the last thoughts of a search and its move state; why our rules refuse that move, if they do."""
    lines = tuple(engine_line(position, thought, notation) for thought in thoughts if thought.moves)
    score = EngineScore(position.turn, thoughts[0].centipawns, thoughts[0].mate) if thoughts else None
    nodes = max((thought.nodes for thought in thoughts), default=0)
    found = None if text in NO_MOVE else move_named(text, position.variant, position.state, notation)
    if isinstance(found, str):
        return found
    return Analysis(position, lines, score, nodes, None if found is None else position.legal_move(found))


def engine_line(position: Position, thought: Thought, notation: Notation) -> EngineLine:
    """A line of play as the engine has written it."""
    variant, state = position.variant, position.state
    score = EngineScore(position.turn, thought.centipawns, thought.mate)
    parsed: list[ParsedMove] = []
    for text in thought.moves:
        read = notation.read(text, variant)
        if not isinstance(read, ParsedMove):
            break
        parsed.append(read)
    made: list[Move] = []
    state.push_many(parsed, made)
    for text in thought.moves[len(made) :]:  # from the first one that is not plain
        found = move_named(text, variant, state, notation)
        if isinstance(found, str):
            return EngineLine(position, score, thought.depth, tuple(made), found)
        state.push_unchecked(found)
        made.append(found)
    return EngineLine(position, score, thought.depth, tuple(made))


def move_named(text: str, game: Variant, state: State, notation: Notation) -> Move | str:
    """The legal move that an engine names; else why it is none, a sentence."""
    read = notation.read(text, game)
    if isinstance(read, ParsedMove):
        move = state.find(read)
        if move is not None:
            return move
    other = in_other_letters(text, state, game)
    move = None if other is None else state.find(other)
    if move is not None:
        return move
    reasons: Sequence[Reason] = ()
    if isinstance(read, ParsedMove):
        reasons = state.reasons(read, shown(text, 40))
    elif read is not None:
        reasons = read
    why = "; ".join(map(str, reasons)) or "it is no move"
    return f"{shown(text, 40)}: {why}"
