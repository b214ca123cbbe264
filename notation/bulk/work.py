r"""One kind of work done over many files: what it answers to a part of a file, and how those answers come back.

A `Work` goes to wherever parts of files are judged: a worker process, another machine. There it turns the verdicts on a
part into answers, which are small and plain (`Json`); back here they come as `Answered`, in the order of the files and of
the games in them, however the parts were shared out. Whoever asked adds them up, prints or writes them.

>>> import io
>>> from dataclasses import dataclass
>>> from fairyscore.notation.bulk.run import answered
>>> from fairyscore.notation.storage.source import Source
>>> @dataclass(frozen=True)
... class Lengths:  # a class of a module in earnest, so that it can be pickled
...     judge: Validator = Validator()
...     form: str = ""
...     def settings(self):
...         return []
...     def answers(self, verdicts, part):
...         yield [[verdict.game_text.number, verdict.game_text.line, verdict.plies] for verdict in verdicts]
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "two.pgn")
...     with open(path, "w") as file:
...         _ = file.write('[Result "*"]\n\n1. e4 *\n\n[Result "*"]\n\n1. e4 e5 *\n')
...     for got in answered(Lengths(), [Source("two.pgn", path, 58, plain=True)]):
...         print(got.name, [(got.games + game, got.lines + line, plies) for game, line, plies in got.answer])
two.pgn [(1, 1, 1), (2, 5, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from fairyscore.notation.replay import Validator, Verdict

Json = Any
"""What `json.dumps` writes and `json.loads` gives back as the same value: no tuples, no keys that are no strings."""


class FilePart(NamedTuple):
    """What a work is told of the part of a file that it answers for.

    first, last: whether the file begins and ends with it. digest: the SHA-256 of its bytes, in hex, once all verdicts on
    it have been taken; empty where its bytes are not all of one kind (a file with stray bytes).
    """

    first: bool = True
    last: bool = True
    digest: Callable[[], str] = str


class Work(Protocol):
    """What is to be done with games. Picklable, and the same answers for the same bytes wherever it is done.

    judge: judges the games; its `file` is of no account, findings have the name of their file put in later.
    form: the name of the format that the files are in, empty where it is to be recognised.
    """

    @property
    def judge(self) -> Validator:
        """See the class."""
        ...

    @property
    def form(self) -> str:
        """See the class."""
        ...

    def settings(self) -> Json:
        """All that answers depend on besides `judge` and `form`: what was done with other settings is done anew."""
        ...

    def answers(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Json]:
        """The answers to a part, at least one if it has verdicts; where it has no game, it comes without any.

        Numbers of games and lines in the verdicts are those of the part, from 1; `Answered` says what to add. A file
        that cannot be cut comes as one part, however large it is: where the answer would grow with it, give several.
        A verdict on a file as a whole (`piece.number` 0) comes alone, as the only one of its call, and the games before
        and behind it come by themselves. All verdicts are taken, which gives `part.digest` its sense.
        """
        ...


class Answered(NamedTuple):
    """One answer, back in the order of the files.

    name: the file, as findings call it. games, lines: how many stand before the part; what is added to the numbers in
    the answer. begins: whether it is the first answer to what it is about; first: and that is a file which can be opened.
    """

    name: str
    answer: Json
    games: int = 0
    lines: int = 0
    first: bool = True
    begins: bool = True
