"""The record of one game as a value: tags, start, the tree of moves with what people wrote about them, and the result.

Moves are kept as the rules know them (`rules.moves.Move`), not as text, so one record can be written in any notation.
A line is flat: a tuple of plies, each with the variations in its place. Nothing changes; `map_comments` gives a new line.

>>> e4, d4, c4 = Ply(Move(12, 28)), Ply(Move(11, 27)), Ply(Move(10, 26))
>>> line = MoveLine((Ply(e4.move, nags=(1,), annotations=(Comment("best by test"), MoveLine((d4,)), MoveLine((c4,)))),))
>>> len(line.plies[0].variations), [depth for depth, ply in line.walk()]
(2, [0, 1, 1])
>>> [len(ply.annotations) for _, ply in line.map_comments(lambda comment: None).walk()]
[2, 0, 0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fairyscore.notation.records.roster import DEFAULT_VARIANT, HALF_STATED, ROSTER, SAYS_NOTHING, UNKNOWN
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.catalog import rules_tag
from fairyscore.notation.variants.registry import held_variant

MOST_DEEP: Final = 100  # variations in variations: no annotator goes so deep, and any walk may be a plain recursion

Tags = tuple[tuple[str, str], ...]
"""Names and values; a record has the roster first, then the others in ASCII order."""

_IN_ROSTER = frozenset(ROSTER)
_NOTHING_SAID = tuple((name, SAYS_NOTHING.get(name, "?")) for name in ROSTER)
"""The tags of the roster, each with the value that says nothing."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment at a place of the game; white space in it is one blank. `[%...]` commands are part of it.

    aside: a line for some other program, which PGN escapes with `%`; it is kept, and means nothing here.
    unjudged: nobody's remark, but moves after one that was refused, as they are written; no file keeps that apart.
    """

    text: str
    aside: bool = False
    unjudged: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        text = self.text.replace("\0", " ")
        object.__setattr__(self, "text", " ".join(text.splitlines()).strip() if self.aside else " ".join(text.split()))


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a line.

    annotations: comments on it, and the variations in its place, in the order in which they are written.
    """

    move: Move
    nags: tuple[int, ...] = ()
    annotations: tuple[Comment | MoveLine, ...] = ()

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments after the move, also those after its variations."""
        return tuple(item for item in self.annotations if isinstance(item, Comment))

    @property
    def variations(self) -> tuple[MoveLine, ...]:
        """The lines that could have been played instead of this move."""
        return tuple(item for item in self.annotations if isinstance(item, MoveLine))


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A main line or a variation. intro: comments in front of its first move."""

    plies: tuple[Ply, ...] = ()
    intro: tuple[Comment, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True if all that stands in the line was judged: a fault in a variation takes nothing from it."""
        comments = (item for ply in self.plies for item in ply.annotations if isinstance(item, Comment))
        return not any(comment.unjudged for comment in (*self.intro, *comments))

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Ply]]:
        """Every ply, each before its variations, with how deep in variations it stands (0 for the main line)."""
        for ply in self.plies:
            yield depth, ply
            for item in ply.annotations:
                if isinstance(item, MoveLine):
                    yield from item.walk(depth + 1)

    def map_comments(self, change: Callable[[Comment], Comment | None]) -> MoveLine:
        """The same line with every comment changed, or taken out where `change` gives None."""

        def changed_annotations(ply: Ply) -> tuple[Comment | MoveLine, ...]:
            changed = (
                item.map_comments(change) if isinstance(item, MoveLine) else change(item) for item in ply.annotations
            )
            return tuple(item for item in changed if item is not None)

        intro = tuple(comment for comment in map(change, self.intro) if comment is not None)
        return MoveLine(
            tuple(replace(ply, annotations=changed_annotations(ply)) if ply.annotations else ply for ply in self.plies),
            intro,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _line_of, (tuple(_flat(self)),)


def _flat(line: MoveLine) -> Iterator[Comment | Ply | bool]:
    """A line one thing after the other, variations between True and False: nested values of any depth can be pickled so."""
    yield from line.intro
    for ply in line.plies:
        yield Ply(ply.move, ply.nags)
        for item in ply.annotations:
            if isinstance(item, MoveLine):
                yield True
                yield from _flat(item)
                yield False
            else:
                yield item


def _line_of(flat: tuple[Comment | Ply | bool, ...]) -> MoveLine:
    """The line that `_flat` has written."""
    lines: list[tuple[list[Comment], list[tuple[Ply, list[Comment | MoveLine]]]]] = [([], [])]
    for item in flat:
        intro, plies = lines[-1]
        if isinstance(item, Ply):
            plies.append((item, []))
        elif isinstance(item, Comment):
            (plies[-1][1] if plies else intro).append(item)
        elif item:
            lines.append(([], []))
        else:
            lines.pop()
            lines[-1][1][-1][1].append(_built(intro, plies))
    return _built(*lines[0])


def _built(intro: list[Comment], plies: list[tuple[Ply, list[Comment | MoveLine]]]) -> MoveLine:
    made = (replace(ply, annotations=tuple(items)) if items else ply for ply, items in plies)
    return MoveLine(tuple(made), tuple(intro))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down.

    variant: the canonical name of the game with its options. line: the main line. result: as the moves end, `*` for open.
    tags: those of the record, brought into canonical order. What the other fields say already is left out: roster tags
    with "?", a `Result` like `result`, the `SetUp` of a `FEN`. A game that is not the usual one has a tag `Variant`, and a
    game from a file that somebody supplied the tag `Rules` with the name of the file and its digest.
    """

    variant: str
    tags: Tags = ()
    line: MoveLine = field(default_factory=MoveLine)
    result: str = "*"

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", canonical_tags(self.variant, self.result, dict(reversed(self.tags))))

    @property
    def game(self) -> Variant:
        """The rules it is played by."""
        return held_variant(self.variant)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag.

        >>> record = Record("chess", (("White", "Anna"), ("Event", "?")))
        >>> record.tag("White"), record.tag("Event", "unknown")
        ('Anna', 'unknown')
        """
        return next((value for tag, value in self.tags if tag == name), "") or default

    @property
    def set_up(self) -> str:
        """The FEN that it starts from; empty where that is the usual start of its game, which many programs write too."""
        from fairyscore.notation.records.game_setup import is_usual_start

        text = self.tag("FEN")
        return "" if text in UNKNOWN or is_usual_start(self.variant, text) else text

    def start(self) -> State:
        """A table of its own at the position the game starts from. Raises `PositionError` where the tag FEN is nonsense."""
        text = self.tag("FEN")
        return self.game.initial_state() if text in UNKNOWN else self.game.read_position(text)

    def end(self) -> State:
        """A table of its own at the position after the last move of the main line. Raises as `start` does."""
        state = self.start()
        for _ in self.steps(state):
            pass
        return state

    def steps(self, state: State) -> Iterator[tuple[State, Ply]]:
        """Each ply of the main line, with the table it is made on, `start()`; afterwards the move is made on that table."""
        many = len(self.game.seats) > 2
        for ply in self.line.plies:
            if many:
                settle(state, ply.move)
            yield state, ply
            state.push_unchecked(ply.move)


def canonical_tags(variant: str, result: str, tags: Mapping[str, str]) -> Tags:
    """The tags of a record of a variant with a result, as `Record` has them."""
    own = dict(tags)
    if variant != DEFAULT_VARIANT and own.get("Variant", "") in UNKNOWN:
        own["Variant"] = variant
    if rules := rules_tag(variant):
        own["Rules"] = rules
    if "Result" in own and HALF_STATED.get(own["Result"], own["Result"]) in (result, *UNKNOWN):
        del own["Result"]
    if "FEN" in own and own.get("SetUp") in ("0", "1"):
        del own["SetUp"]
    clean = own
    if not "".join(own.values()).isprintable():
        clean = {name: _one_line(value) for name, value in own.items()}
    said = clean.get
    roster = [(name, value) for name, nothing in _NOTHING_SAID if (value := said(name, nothing)) != nothing]
    return (*roster, *sorted([tag for tag in clean.items() if tag[0] not in _IN_ROSTER]))


def _one_line(text: str) -> str:
    """A text without line ends and NULs."""
    return " ".join(text.replace("\0", " ").splitlines())


def retagged(record: Record, changes: Mapping[str, str]) -> Record:
    """The record with some tags set; an empty value among the changes takes a tag out."""
    pairs = {**dict(record.tags), **changes}
    return replace(record, tags=tuple((name, value) for name, value in pairs.items() if value or name not in changes))


def settle(state: State, move: Move) -> None:
    """Let everybody leave who is to move and cannot, where the move of a record is another player's (K-5)."""
    if move.origin >= 0:
        piece = state.piece_at(move.origin)
        if piece is not None and piece[0] != state.turn:
            state.outcome()


def numbered(state: State) -> str:
    """The number in front of the next move: `2.` for the first player who is still in the game, `2...` for the others."""
    return f"{state.fullmove_number}{'.' if state.turn == state.playing()[0] else '...'}"
