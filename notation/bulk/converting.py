"""The work of `convert`: games as the format makes them, to be put into its file in order; what is lost and found."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fairyscore.notation.archive import Judged
from fairyscore.notation.bulk.work import FilePart, Json, PartPlace, Work, bare
from fairyscore.notation.editing.convert import Converted, ConvertOptions, converted
from fairyscore.notation.formats.loss import Loss, LossKind
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.replay.batches import WRITTEN

MANY = 200  # games that a result has at most


class ConvertMessage(NamedTuple):
    """What is to be said of a game, or of a file. whole: as `Verdict.can_be_written`."""

    verdict: Verdict
    whole: bool
    done: Converted


class ConvertResult(NamedTuple):
    """What was made of some games, and what is to be said of the last one of them."""

    made: list[Any]
    message: ConvertMessage | None = None


class ConvertWork(Work):
    """The work. target: name of the format; moves, scheme, keep_going: see `ConvertOptions`."""

    kinds = (ConvertResult, ConvertMessage, Converted, Loss, LossKind)

    def __init__(
        self,
        judge: Validator,
        form: str = "",
        *,
        target: str,
        moves: str = "",
        scheme: str = "",
        keep_going: bool = False,
    ) -> None:
        super().__init__(judge, form)
        self.target = target
        self.moves = moves
        self.scheme = scheme
        self.keep_going = keep_going

    @property
    def batches(self) -> BatchForm | None:
        """See `Work`."""
        return BatchForm(self.target) if self.target in WRITTEN and not (self.moves or self.scheme) else None

    def settings(self) -> Json:
        """See `Work`."""
        return [self.target, self.moves, self.scheme, self.keep_going]

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[ConvertResult]:
        """See `Work`. Raises `UnknownNotation`."""
        options = ConvertOptions(format_named(self.target), self.moves, self.scheme, self.keep_going)
        made: list[Any] = []
        for verdict in judged:
            if isinstance(verdict, Batch):
                made += verdict.texts
                if len(made) >= MANY:
                    yield ConvertResult(made)
                    made = []
                continue
            number = verdict.game_text.number
            done = converted(verdict, options, made.append) if number else Converted(False)
            quiet = done.written and not (done.losses or verdict.findings) and number > 1
            if not quiet or len(made) >= MANY:
                yield ConvertResult(
                    made, None if quiet else ConvertMessage(bare(verdict), verdict.can_be_written, done)
                )
                made = []
        if made:
            yield ConvertResult(made)

    def moved(self, result: ConvertResult, place: PartPlace) -> ConvertResult:
        """See `Work`."""
        message = result.message
        return result._replace(message=message and message._replace(verdict=bare(message.verdict, place)))

    def seen(self, result: ConvertResult) -> tuple[int, bool]:
        """See `Work`."""
        return len(result.made), result.message is not None
