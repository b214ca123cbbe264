"""The events of a game: what its moves text says, in the order of the text, whoever has read it.

The compiled scanner and the one in Python give the same list (`DiagnosticCollector.events`). A tree is made of it
(`line_of`), and the calls of a visitor (`fairyscore.scan`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from fairyscore.notation.records.nags import glyph_of, nag_of
from fairyscore.notation.records.tree import Comment, MoveLine, Ply

OPEN, CLOSE = "(", ")"
"""The events of a variation that begins and ends."""

Event = Ply | str | Comment | int
"""One of:

- `Ply`: a legal move of the line that is open, with nothing to it yet;
- `OPEN`: a variation on the last move begins, `CLOSE`: it ends;
- any other text: a token that stands between moves: a comment with its braces, the rest of a line after `;` or `%`, a NAG
  (`$1`) or its glyph (`!?`);
- `Comment`: text that could not be judged, after a refused move;
- a number: the place of a diagnostic in `Verdict.findings`.
"""

SHORT = 40  # characters of a comment that is kept for the next one like it: of a clock, most of all


def read_comment(token: str) -> Comment:
    """The comment that a token is: in braces, after a semicolon or a percent sign, or a word that is nothing else."""
    return _short_comment(token) if len(token) <= SHORT else _comment(token)


def _comment(token: str) -> Comment:
    aside = token.startswith("%")
    if token[:1] == "{":
        token = token[1 : -1 if token[-1:] == "}" else None]
    elif token[:1] in ("%", ";"):
        token = token[1:]
    return Comment(token, aside)


_short_comment = lru_cache(maxsize=1 << 14)(_comment)


def is_word_of_move(token: str) -> bool:
    """True if a token says more of the move before it, and is not a comment: `e.p.`, `...`."""
    return token.startswith(("e.p", "ep", "."))


@dataclass(slots=True, eq=False, repr=False)
class _Draft:
    """A line that is being written: its moves, and the annotations of each, by the number of moves up to it."""

    plies: list[Ply] = field(default_factory=list)
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    annotations: dict[int, list[Comment | MoveLine]] = field(default_factory=dict)

    def add(self, item: Comment | MoveLine) -> None:
        """A comment, or a variation that is closed."""
        self.annotations.setdefault(len(self.plies), []).append(item)

    def add_token(self, token: str) -> None:
        """A NAG on the last move, where it is not there already, or a comment that is not empty."""
        number = None if token[0] in "{;%" else nag_of(token)
        if number is not None:
            ply = len(self.plies)
            self.nags[ply] = tuple(dict.fromkeys((*self.nags.get(ply, ()), number)))
        elif not is_word_of_move(token):
            self.add_comment(read_comment(token))

    def add_comment(self, comment: Comment) -> None:
        """A comment, where it is not empty."""
        if comment.text:
            self.add(comment)

    def line(self) -> MoveLine:
        """The move as a line of text. A NAG before the first move is that move's, or a comment where there is none."""
        nags, annotations = self.nags, self.annotations
        if not nags and not annotations:
            return MoveLine(tuple(self.plies))
        leading = nags.pop(0, ())
        intro = [item for item in annotations.get(0, ()) if isinstance(item, Comment)]
        if leading and self.plies:
            nags[1] = tuple(dict.fromkeys((*leading, *nags.get(1, ()))))
        elif leading:
            intro += map(Comment, map(glyph_of, leading))
        plies = list(self.plies)
        for at in {*nags, *annotations} - {0}:
            plies[at - 1] = Ply(plies[at - 1].move, nags.get(at, ()), tuple(annotations.get(at, ())))
        return MoveLine(tuple(plies), tuple(intro))


def line_of(events: Sequence[Event]) -> MoveLine:
    """The tree of moves that the events of a game tell, its main line. A variation that is never closed ends with the game.

    >>> from fairyscore.notation.rules.moves import Move
    >>> e4, d4 = Ply(Move(12, 28)), Ply(Move(11, 27))
    >>> line = line_of([e4, "$1", "{best by test}", OPEN, d4, CLOSE])
    >>> line.plies[0].nags, line.plies[0].comments[0].text, line.plies[0].variations[0].plies == (d4,)
    ((1,), 'best by test', True)
    """
    plies = [event for event in events if type(event) is Ply]
    if len(plies) == len(events):
        return MoveLine(tuple(plies))
    drafts = [_Draft()]
    for event in events:
        draft = drafts[-1]
        if isinstance(event, Ply):
            draft.plies.append(event)
        elif isinstance(event, Comment):
            draft.add_comment(event)
        elif event == OPEN:
            drafts.append(_Draft())
        elif event == CLOSE:
            _close(drafts)
        elif isinstance(event, str):
            draft.add_token(event)
    while len(drafts) > 1:
        _close(drafts)
    return drafts[0].line()


def _close(drafts: list[_Draft]) -> None:
    """End the innermost variation; one that says nothing is left out."""
    line = drafts.pop().line()
    if line.plies or line.intro:
        drafts[-1].add(line)
