"""Every sample goes to every format and back, and the report of losses is exact."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Loss, LossKind, reduced
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.replay import Validator

GAMES = Path(__file__).resolve().parents[2] / "samples" / "games"
PATHS = sorted(GAMES.rglob("*.pgn"))


@cache
def samples(path: Path) -> tuple[Record, ...]:
    """The games of a file."""
    verdicts = list(judge_file(path, Validator()))
    assert all(verdict.whole for verdict in verdicts)
    return tuple(verdict.record for verdict in verdicts if verdict.record is not None)


def there_and_back(record: Record, form: Format) -> Record | None:
    """The record as it is read from what the format writes."""
    assert form.cut is not None
    assert form.read is not None
    text = form.begin + form.write(record, form.notation or record.game.writing.usual)
    (piece,) = form.cut([text + form.end])
    return Validator(read=form.read, variant=record.variant).judge(piece).record


def parts(record: Record) -> Counter[LossKind]:
    """How many things of each kind a record has besides its moves."""
    rules = ("Variant", *record.game.tags)  # some formats put it all into the name, and moves alone want it said
    tags = [name for name, _ in record.tags if name not in rules]
    count = Counter({LossKind.TAG: len(tags), LossKind.RESULT: int(record.result != "*")})
    comments = list(record.line.intro)
    for ply in record.line.plies:
        comments += ply.comments
        count[LossKind.NAG] += bool(ply.nags)
        count[LossKind.VARIATION] += len(ply.variations)
    for comment in comments:
        count[LossKind.ASIDE if comment.aside else LossKind.COMMENT] += 1
    return count


def losses_of(losses: tuple[Loss, ...], record: Record) -> Counter[LossKind]:
    """How many of each kind a report names."""
    rules = ("Variant", *record.game.tags)
    return Counter(loss.part for loss in losses if loss.what.split()[0] not in rules)


@pytest.mark.parametrize(
    "name", [name for name, known in FORMATS.items() if known.read and format_named(name).holds.moves]
)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_sample_comes_back_but_for_what_is_named(path: Path, name: str) -> None:
    form = format_named(name)
    for record in samples(path):
        if why := form.refusal(record):
            assert why.strip()
            continue
        less, losses = reduced(record, form.holds)
        back = there_and_back(less, form)
        assert back == less
        assert back is not None
        assert [ply.move for ply in back.line.plies] == [ply.move for ply in record.line.plies], "no move is ever lost"
        assert parts(record) - parts(back) == losses_of(losses, record)


def test_the_samples_have_something_to_lose() -> None:
    """Else the test above would show nothing."""
    all_of_them = [record for path in PATHS for record in samples(path)]
    count = sum((parts(record) for record in all_of_them), Counter())
    assert all(
        count[part] for part in (LossKind.TAG, LossKind.RESULT, LossKind.COMMENT, LossKind.NAG, LossKind.VARIATION)
    )
    assert any(
        isinstance(item, Comment) for record in all_of_them for ply in record.line.plies for item in ply.annotations
    )
