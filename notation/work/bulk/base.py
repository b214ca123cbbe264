r"""One kind of work done over many files: what it makes of a part of a file, and how its results come back.

A `Work` goes to wherever parts of files are judged: this process, a worker process, another machine. There it turns the
verdicts on a part into results, which can be pickled; back here they come as `WorkResult`, in the order of the files and of
the games in them, however the parts were shared out. Whoever asked adds them up, prints or writes them.

>>> import os, tempfile
>>> class PlyWork(Work):
...     def results(self, judged, part):
...         yield sum(verdict.plies for verdict in judged)
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "two.pgn")
...     with open(path, "w") as file:
...         _ = file.write('[Result "*"]\n\n1. e4 *\n\n[Result "*"]\n\n1. e5 *\n')
...     for got in results_here(PlyWork(), [Source("two.pgn", path, 58, plain=True)]):
...         print(got.name, got.result)
two.pgn 1
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, NamedTuple, cast

from fairyscore.notation.archive import Judged, Stretch, judge_batches
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, moved
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.replay import BatchOrder, Validator, Verdict
from fairyscore.notation.storage.source import Source, Unreadable

if TYPE_CHECKING:
    import io


class BulkFault(Exception):
    """Work cannot be done as asked, or no longer; the message says why, fit for a terminal."""


Json = Any
"""What `json.dumps` writes and `json.loads` gives back as the same value: no tuples, no keys that are not strings."""


class FilePart(NamedTuple):
    """The part of a file that a work makes results of.

    last: whether the file ends with it. digest: the SHA-256 of its bytes, in hex, once all verdicts on
    it have been taken; empty where its bytes are not all of one kind (a file with stray bytes).
    """

    last: bool = True
    digest: Callable[[], str] = str


class PartPlace(NamedTuple):
    """The place of a part: the name of its file, and how many games and lines come before it."""

    name: str
    games: int = 0
    lines: int = 0


class Work:
    """A task on games. Picklable, and with the same results for the same bytes wherever it is done.

    judge: judges the games; its `file` does not count. form: the name of the format that the files are in, empty where it
    is to be recognised.
    """

    @property
    def batches(self) -> BatchOrder | None:
        """The form in which games without findings come in batches; None where the work needs a verdict on each."""
        return None

    kinds: ClassVar[tuple[type, ...]] = ()
    """The classes that results are made of, besides those of diagnostics: of what is remembered no other is made."""

    def __init__(self, judge: Validator | None = None, form: str = "") -> None:
        self.judge = judge or Validator()
        self.form = form

    def settings(self) -> Json:
        """All that results depend on besides `judge` and `form`: what was done with other settings is done anew."""
        return []

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[Any]:
        """The results for a part, at least one if it has verdicts; where it has no game, it comes without any.

        judged: verdicts on games, and batches of games where it has said what it needs of them (`batches`).

        Numbers of games and lines in the verdicts are those of the part, from 1 (`moved`). A file that cannot be cut comes
        as one part, however large it is: where a result would grow with it, give several. A verdict on a file as a whole
        (number 0) comes alone, as the only one of its call, and the games before and after it come by themselves. All
        verdicts are taken, which gives `part.digest` its sense.
        """
        raise NotImplementedError

    def moved(self, result: Any, _place: PartPlace) -> Any:
        """A result for a part as one for its file: with the name of the file, and the numbers that games and lines have."""
        return result

    def progress(self, _result: Any) -> tuple[int, bool]:
        """How many games a result is about, and whether there is something to print: for a progress bar."""
        return 0, True


class PartResult(NamedTuple):
    """A result for a part of a file; or, where there is a diagnostic, what is to be said of the file as a whole."""

    result: Any
    diagnostic: Diagnostic | None = None


def found_in(
    work: Work,
    source: Source | Unreadable | BinaryIO,
    digest: Callable[[], str],
    stretch: Stretch | None = None,
    *,
    name: str = "",
    form: str = "",
    on_progress: OnProgress | None = None,
    judged: Iterator[Judged] | None = None,
) -> Iterator[PartResult]:
    """The results of a work on a file or a part of one, with the findings on the file itself.

    digest: as that of `FilePart`. form: the name of its format, empty where it is to be recognised; the rest is as for
    `judge_file`. judged: what comes of it, where it is not to be read.
    """
    part = FilePart(stretch is None or stretch.last, digest)
    if judged is None:
        known = format_named(form) if form else None
        judged = judge_batches(
            source, work.judge, work.batches, name, on_progress=on_progress, form=known, stretch=stretch
        )
    asked = False
    with closing(
        cast("Generator[Judged, None, None]", judged)
    ):  # whoever takes only the first results leaves no file open
        for about_file, some in groupby(judged, key=_is_about_file):
            if about_file:
                verdicts = cast("Iterator[Verdict]", some)
                yield from (PartResult(None, diagnostic) for verdict in verdicts for diagnostic in verdict.findings)
            else:
                asked = True
                yield from map(PartResult, work.results(some, part))
    if not asked:
        yield from map(PartResult, work.results([], part))


def _is_about_file(judged: Judged) -> bool:
    """True if a verdict is about a file as a whole."""
    return isinstance(judged, Verdict) and not judged.game_text.number


class WorkResult(NamedTuple):
    """One result, back in the order of the files.

    name: the file, as diagnostics call it. begins: whether it is the first result for what it is about; first: and that
    is a file which can be opened.
    """

    name: str
    result: Any
    first: bool = True
    begins: bool = True


def results_here(
    work: Work, sources: Iterable[Source | Unreadable], on_progress: OnProgress | None = None
) -> Generator[WorkResult, None, None]:
    """The results for all files, in their order, done in this process (`scheduler.run_work` shares them out)."""
    for source in sources:
        yield from file_results(work, source, on_progress)


def file_results(
    work: Work,
    source: Source | Unreadable,
    on_progress: OnProgress | None = None,
    judged: Iterator[Judged] | None = None,
) -> Generator[WorkResult, None, None]:
    """The results for one file that is judged in this process. judged: what comes of it, where it is not to be read."""
    first, begins = isinstance(source, Source), True
    digest = partial(digest_of, source) if isinstance(source, Source) and not source.once else str
    for found in found_in(work, source, digest, form=work.form, on_progress=on_progress, judged=judged):
        for result in [found.result] if found.diagnostic is None else about_file(work, found.diagnostic):
            yield WorkResult(source.name, result, first, begins)
            first = begins = False


def about_file(work: Work, found: Diagnostic) -> Iterator[Any]:
    """The results of a work for a diagnostic on a file as a whole."""
    return work.results([Verdict(GameText(0, "", found.line), [found])], FilePart())


def digest_of(source: Source) -> str:
    """The SHA-256 of the bytes of a source, empty where they cannot be read any more."""
    import hashlib

    try:
        with source.open() as stream:
            return hashlib.file_digest(cast("io.BufferedReader", stream), "sha256").hexdigest()
    except OSError:
        return ""


# -- results as plain values, which a state file keeps ------------------------------------------------------------------


def plain(value: Any) -> Json:
    """A value of lists, tuples, dicts, enumerations, named tuples and dataclasses in what JSON has: a list with the name of
    its class and its parts. A verdict comes without its game.

    >>> plain((Severity.ERROR, ["a"]))
    ['tuple', ['Severity', 'error'], ['list', 'a']]
    >>> of_plain(plain((Severity.ERROR, ["a"])))
    (<Severity.ERROR: 'error'>, ['a'])
    """
    kind = type(value)
    if isinstance(value, Verdict):
        text = value.game_text
        return [kind.__name__, text.number, text.line, plain(value.findings), value.form]
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, Enum):
        return [kind.__name__, value.value]
    if is_dataclass(value):
        value = [getattr(value, part.name) for part in fields(value)]
    return [kind.__name__, *map(plain, value)] if isinstance(value, list | tuple) else value


def of_plain(value: Json, kinds: tuple[type, ...] = ()) -> Any:
    """The value that `plain` gave. kinds: the classes that it may have, besides those of diagnostics."""
    made_by = dict(_MADE_BY)
    for kind in kinds:
        made_by[kind.__name__] = partial(_dict, kind) if issubclass(kind, dict) else kind

    def made(value: Json) -> Any:
        return made_by[value[0]](*map(made, value[1:])) if isinstance(value, list) else value

    return made(value)


def _dict(kind: type, *pairs: tuple[Any, Any]) -> Any:
    return kind(dict(pairs))


def _verdict(number: int, line: int, findings: list[Diagnostic], form: str) -> Verdict:
    return Verdict(GameText(number, "", line), findings, form=form)


_MADE_BY: dict[str, Callable[..., Any]] = {
    "list": lambda *parts: list(parts),
    "tuple": lambda *parts: parts,
    "dict": partial(_dict, dict),
    "Counter": partial(_dict, Counter),
    "Diagnostic": Diagnostic,
    "Severity": Severity,
    "Verdict": _verdict,
}


def bare(verdict: Verdict, place: PartPlace | None = None) -> Verdict:
    """A verdict on a game or a file without the game; places in a part of a file become places in the file."""
    text, findings = verdict.game_text, verdict.findings
    if place is None:
        return _verdict(text.number, text.line, findings, verdict.form)
    number = text.number and text.number + place.games
    return _verdict(number, text.line + place.lines, all_moved(findings, place), verdict.form)


def all_moved(found: list[Diagnostic], place: PartPlace) -> list[Diagnostic]:
    """Diagnostics of a part of a file as those of the file."""
    return [moved(one, *place) for one in found]
