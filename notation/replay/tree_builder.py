"""Keeps what a game's tokens say, as the tree of its moves, while they are replayed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from fairyscore.notation.records.nags import glyph_of, glyphs_of_move, nag_of
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.moves import Move


@dataclass(slots=True)
class _Draft:
    """A line that is being written: moves with what stands behind each of them, by the number of moves before it."""

    moves: list[Move] = field(default_factory=list)
    bare: list[Ply] = field(default_factory=list)  # the moves with nothing to them, as far as a kernel has made them so
    places: list[int] = field(default_factory=list)
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    behind: dict[int, list[Comment | MoveLine]] = field(default_factory=dict)

    def add(self, item: Comment | MoveLine, ply: int) -> None:
        """A comment, or a variation that is closed."""
        self.behind.setdefault(ply, []).append(item)

    def nag(self, nag: int, ply: int) -> None:
        """A NAG on a move; one that is there already says nothing new."""
        self.nags[ply] = tuple(dict.fromkeys((*self.nags.get(ply, ()), nag)))

    def line(self) -> MoveLine:
        """What was written. A NAG before the first move is that move's, or a comment where there is none."""
        if not self.nags and not self.behind:
            return MoveLine(tuple(self.bare if len(self.bare) == len(self.moves) else map(_bare, self.moves)))
        nags, behind = self.nags, self.behind
        leading = nags.pop(0, ())
        intro = [item for item in behind.get(0, ()) if isinstance(item, Comment)]
        if leading and self.moves:
            nags[1] = tuple(dict.fromkeys((*leading, *nags.get(1, ()))))
        elif leading:
            intro += map(Comment, map(glyph_of, leading))
        plies = [
            Ply(move, nags.get(ply, ()), tuple(behind.get(ply, ()))) if ply in behind or ply in nags else _bare(move)
            for ply, move in enumerate(self.moves, 1)
        ]
        return MoveLine(tuple(plies), tuple(intro))


@lru_cache(maxsize=1 << 15)
def _bare(move: Move) -> Ply:
    """A move with nothing to it: the same few thousand in all games."""
    return Ply(move)


SHORT = 40  # characters of a comment that is kept for the next one like it: of a clock, most of all


@lru_cache(maxsize=1 << 14)
def _comment(token: str) -> Comment:
    """A comment as it is written, with its brackets or the sign in front of it."""
    aside = token.startswith("%")
    if token[:1] == "{":
        token = token[1 : -1 if token[-1:] == "}" else None]
    elif token[:1] in ("%", ";"):
        token = token[1:]
    return Comment(token, aside)


class TreeBuilder:
    """Told what a record says, line by line in the order of the text; `record` gives it back as a value.

    The legal moves of a run are added to `moves` by `State.push_many`, their tokens by `as_written`. A comment or NAG
    belongs to the number of moves that stand before it in its line, by default all that were added.
    """

    def __init__(self) -> None:
        self._drafts = [_Draft()]

    @property
    def moves(self) -> list[Move]:
        """The moves of the line that is being written."""
        return self._drafts[-1].moves

    def take(self, log: Sequence[Ply | str | tuple[int, ...]]) -> None:
        """What a kernel read: plies, the NAGs of their glyphs, and the tokens between them."""
        draft = self._drafts[-1]
        bare = [item for item in log if isinstance(item, Ply)]
        if len(bare) == len(log):
            draft.bare += bare
            draft.moves += [ply.move for ply in bare]
            return
        for item in log:
            if isinstance(item, Ply):
                draft.moves.append(item.move)
                draft.bare.append(item)
            elif isinstance(item, tuple):
                for nag in item:
                    self.nag(nag)
            elif item in ("(", ")"):
                (self.open if item == "(" else self.close)()
                draft = self._drafts[-1]
            elif item[0] == "{":
                self.comment(item)
            else:
                self.non_move(item)

    def non_move(self, token: str, ply: int | None = None) -> None:
        """A comment, NAG or glyph between moves, behind so many moves of its line, by default all."""
        nag = nag_of(token)
        if nag is not None:
            self.nag(nag, ply)
        elif not token.startswith(("e.p", "ep", ".")):
            self.comment(token, ply)

    def stands_at(self, places: list[int], tokens: Sequence[str] | None = None) -> None:
        """The places of the tokens of the moves that were added last. tokens: all, where moves may have glyphs."""
        draft = self._drafts[-1]
        draft.places += places
        if tokens is not None:
            for ply, place in enumerate(places, len(draft.moves) - len(places) + 1):
                for nag in glyphs_of_move(tokens[place]):
                    draft.nag(nag, ply)

    def nag(self, nag: int, ply: int | None = None) -> None:
        """A NAG or glyph that stands alone."""
        self._drafts[-1].nag(nag, len(self.moves) if ply is None else ply)

    def unjudged(self, text: str) -> None:
        """What could not be judged, as it is written."""
        self._add(Comment(text, unjudged=True), None)

    def comment(self, token: str, ply: int | None = None) -> None:
        """A comment with its brackets, a line behind a semicolon or a percent sign, or a word that is nothing else."""
        self._add(_comment(token) if len(token) <= SHORT else _comment.__wrapped__(token), ply)

    def _add(self, comment: Comment, ply: int | None) -> None:
        if comment.text:
            self._drafts[-1].add(comment, len(self.moves) if ply is None else ply)

    def open(self) -> None:
        """A variation on the last move begins."""
        self._drafts.append(_Draft())

    def close(self) -> None:
        """End the innermost variation."""
        line = self._drafts.pop().line()
        if line.plies or line.intro:
            self._drafts[-1].add(line, len(self.moves))

    @property
    def places(self) -> list[int]:
        """The places of the tokens of the main line's plies."""
        return self._drafts[0].places

    def record(self, verdict: Verdict, position: str) -> Record:
        """The whole game. position: where it starts, if not where games of the variant do."""
        while len(self._drafts) > 1:
            self.close()
        assert verdict.game is not None
        tags = dict(verdict.tags)
        result = verdict.result or normal_result(tags.get("Result", "*"), len(verdict.game.seats)) or "*"
        if position:
            tags["FEN"] = position
        return Record(verdict.game.name, tuple(tags.items()), self._drafts[0].line(), result)
