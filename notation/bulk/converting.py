"""The work of `convert`: games as the format makes them, to be put into its file in order; what is lost and found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from fairyscore.notation.bulk.serialize import unwired, wired
from fairyscore.notation.bulk.work import Answered, FilePart, Json
from fairyscore.notation.editing.convert import Converted, ConvertOptions, converted
from fairyscore.notation.formats.loss import Loss, LossKind
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.variant import Notation

MANY = 200
"""Games that an answer has at most."""


@dataclass(frozen=True, slots=True)
class Converting:
    """The work (`Work`). target: name of the format; moves, scheme, keep_going: see `ConvertOptions`."""

    judge: Validator
    form: str
    target: str
    moves: str = ""
    scheme: str = ""
    keep_going: bool = False

    def settings(self) -> Json:
        """See `Work`."""
        return [self.target, self.moves, self.scheme, self.keep_going]

    def answers(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Json]:
        """What was made of some games, and what is to be told of the last one of them. Raises `UnknownNotation`."""
        wanted = ConvertOptions(format_named(self.target), self.moves, self.scheme, self.keep_going)
        make = wanted.form.made
        assert make is not None
        made: list[Json] = []
        for verdict in verdicts:
            number = verdict.game_text.number
            done = converted(verdict, wanted, partial(_take, made, make)) if number else Converted(False)
            quiet = done.written and not (done.losses or verdict.findings) and number > 1
            if not quiet or len(made) >= MANY:
                yield {"made": made, "told": None if quiet else _wired(verdict, done)}
                made = []
        if made:
            yield {"made": made, "told": None}


def _take(made: list[Json], make: Any, record: Record, notation: Notation) -> None:
    made.append(make(record, notation))


def _wired(verdict: Verdict, done: Converted) -> Json:
    return {
        "number": verdict.game_text.number,
        "line": verdict.game_text.line,
        "form": verdict.form,
        "findings": [wired(found) for found in verdict.findings],
        "whole": verdict.whole,
        "written": done.written,
        "losses": [[loss.part.value, loss.what, loss.ply] for loss in done.losses],
        "refusal": done.refusal,
    }


class ConvertMessage(NamedTuple):
    """What is to be told of a game, or of a file. whole: as `Verdict.whole`."""

    verdict: Verdict
    whole: bool
    done: Converted


def told(got: Answered) -> ConvertMessage | None:
    """What is to be told with an answer."""
    said = got.answer["told"]
    if said is None:
        return None
    number, line = said["number"], said["line"] + got.lines
    findings = [unwired(found, got.name, got.games, got.lines) for found in said["findings"]]
    verdict = Verdict(GameText(number and number + got.games, "", line), findings, form=said["form"])
    losses = tuple(Loss(LossKind(part), what, ply) for part, what, ply in said["losses"])
    return ConvertMessage(verdict, said["whole"], Converted(said["written"], losses, said["refusal"]))
