"""Keeps what a game's tokens say, as the tree of its moves, while they are judged."""

from __future__ import annotations

from collections.abc import Iterable

from fairyscore.notation.records.nags import glyphs_of_move, nag_of
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.moves import Move


class _Draft:
    """A line that is being written: plies with what stands behind each of them."""

    __slots__ = ("behind", "intro", "moves", "nags", "places")

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.places: list[int] = []
        self.intro: list[Comment] = []
        self.nags: dict[int, tuple[int, ...]] = {}
        self.behind: dict[int, list[Comment | MoveLine]] = {}

    def add(self, item: Comment | MoveLine) -> None:
        """A comment, or a variation that is closed."""
        if self.moves:
            self.behind.setdefault(len(self.moves) - 1, []).append(item)
        elif isinstance(item, Comment):
            self.intro.append(item)

    def nag(self, nag: int) -> None:
        """A NAG on the last move; one that is there already says nothing new."""
        last = len(self.moves) - 1
        nags = self.nags.get(last, ())
        if last >= 0 and nag not in nags:
            self.nags[last] = (*nags, nag)

    def line(self) -> MoveLine:
        """What was written."""
        if not self.nags and not self.behind:
            return MoveLine(tuple(map(Ply, self.moves)), tuple(self.intro))
        nags, behind = self.nags, self.behind
        plies = [Ply(move, nags.get(at, ()), tuple(behind.get(at, ()))) for at, move in enumerate(self.moves)]
        return MoveLine(tuple(plies), tuple(self.intro))


class TreeBuilder:
    """Told token by token what a record says; `record` gives it back as a value."""

    def __init__(self) -> None:
        self._drafts = [_Draft()]

    def moves(self) -> list[Move]:
        """The moves of the line that is being written: legal ones are added to it as they are made."""
        return self._drafts[-1].moves

    def take(self, log: Iterable[Ply | str | tuple[int, ...]]) -> None:
        """What a kernel read: plies, the NAGs of their glyphs, and the tokens between them."""
        draft = self._drafts[-1]
        for item in log:
            if isinstance(item, Ply):
                draft.moves.append(item.move)
            elif isinstance(item, tuple):
                for nag in item:
                    draft.nag(nag)
            else:
                if item == "(":
                    self.open()
                elif item == ")":
                    self.close()
                else:
                    self.non_move(item)
                draft = self._drafts[-1]

    def non_move(self, token: str) -> None:
        """A comment, NAG or glyph between moves."""
        nag = nag_of(token)
        if nag is not None:
            self.nag(nag)
        elif not token.startswith(("e.p", "ep", ".")):
            self.remark(token)

    def as_written(self, token: str, place: int) -> None:
        """The last move as it was written, `Nf3!?`, and the place of its token."""
        draft = self._drafts[-1]
        draft.places.append(place)
        if "!" in token or "?" in token:
            for nag in glyphs_of_move(token):
                draft.nag(nag)

    def nag(self, nag: int) -> None:
        """A NAG or glyph that stands alone."""
        self._drafts[-1].nag(nag)

    def unjudged(self, text: str) -> None:
        """What could not be judged, as it is written."""
        comment = Comment(text, unjudged=True)
        if comment.text:
            self._drafts[-1].add(comment)

    def remark(self, token: str) -> None:
        """A comment with its brackets, a line behind a semicolon or a percent sign, or a word that is nothing else."""
        aside = token.startswith("%")
        if token[:1] == "{":
            token = token[1 : -1 if token[-1:] == "}" else None]
        elif token[:1] in ("%", ";"):
            token = token[1:]
        comment = Comment(token, aside)
        if comment.text:
            self._drafts[-1].add(comment)

    def open(self) -> None:
        """A variation begins."""
        self._drafts.append(_Draft())

    def close(self) -> None:
        """It ends."""
        line = self._drafts.pop().line()
        if line.plies or line.intro:
            self._drafts[-1].add(line)

    @property
    def places(self) -> list[int]:
        """The places of the tokens of the main line's plies; none where no comment has a command."""
        return self._drafts[0].places

    def record(self, said: Verdict, position: str) -> Record:
        """The whole game. position: where it starts, if not where games of the variant do."""
        while len(self._drafts) > 1:
            self.close()
        assert said.game is not None
        tags = dict(said.tags)
        result = said.result or normal_result(tags.get("Result", "*"), len(said.game.seats)) or "*"
        if position:
            tags["FEN"] = position
        return Record(said.game.name, tuple(tags.items()), self._drafts[0].line(), result)
