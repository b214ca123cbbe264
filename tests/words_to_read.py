"""What has to be read in every text made of a record: its moves and the words of its comments, in their order."""

from collections.abc import Iterator

from fairyscore.notation.records.marks import words_of
from fairyscore.notation.records.tree import Comment, MoveLine, Record, settle
from fairyscore.notation.rules.state import State
from fairyscore.notation.text import clean


def words_to_read(record: Record) -> Iterator[str]:
    """Moves in the usual notation of the game, and words; a variation where it stands."""
    yield from _line(record, record.line, record.start())


def _line(record: Record, line: MoveLine, state: State) -> Iterator[str]:
    for comment in line.intro:
        yield from _words(comment)
    for ply in line.plies:
        settle(state, ply.move)
        before = state.copy()
        yield from record.game.writing.usual.write(state, ply.move, record.game).split()
        state.push_unchecked(ply.move)
        state.outcome()
        for item in ply.annotations:
            if isinstance(item, Comment):
                yield from _words(item)
            else:
                yield from _line(record, item, before.copy())


def _words(comment: Comment) -> Iterator[str]:
    if not comment.aside:
        yield from clean(words_of(comment)).split()


def missing(record: Record, text: str) -> str:
    """The first word that does not come in its turn in a text, empty where all do."""
    at = 0
    for word in words_to_read(record):
        found = text.find(word, at)
        if found < 0:
            return f"{word!r} behind {text[max(0, at - 60) : at]!r}"
        at = found + len(word)
    return ""
