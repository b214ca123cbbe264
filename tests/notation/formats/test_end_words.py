"""The table of words for the end of a game, whole: what a format says comes back as the same reason, or is named lost."""

from itertools import product

import pytest
from foreign import judged, judged_moves

from fairyscore.notation.formats import xfcc
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.csa import ENDINGS as CSA_WORDS
from fairyscore.notation.formats.jkf import JKF
from fairyscore.notation.formats.kif import ENDINGS as KIF_WORDS
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.formats.lichess import read_game
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.usi import USI
from fairyscore.notation.records.endings import (
    reasons_in_tag,
    reasons_of,
    reasons_of_word,
    table,
    termination_for,
    words_for,
)
from fairyscore.notation.records.tree import Record

TEXTS = {
    "kif": "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 {word}\n",
    "csa": "V2.2\nPI\n+\n+7776FU\n%{word}\n",
}
FORMS = {"kif": KIF, "ki2": KI2, "csa": CSA, "jkf": JKF, "usi": USI}
PLAIN = {"resignation", "draw", "interruption"}
"""What the word means that is written for a result alone."""
WORDS = [(name, word) for name in TEXTS for row in table().values() for word in row.get(name, ())]
TERMINATIONS = sorted({value for reason in table() for value in words_for(reason, "termination")})


def record_of(name: str, word: str) -> Record:
    record = judged(TEXTS[name].format(word=word), FORMS[name]).record
    assert record is not None
    return record


def stated(record: Record) -> set[str]:
    """The reasons that a record states, by its last comment or its tag."""
    plies = record.line.plies
    comments = plies[-1].comments if plies else record.line.intro
    word = comments[-1].text.removeprefix("%") if comments else ""
    return {*reasons_of_word(word), *reasons_in_tag(record.tag("Termination"))}


def there_and_back(record: Record, form: Format) -> tuple[Record, list[str]]:
    """A record as a format says it, and what is named as lost."""
    less, losses = reduced(record, form.holds)
    text = form.write(less, form.notation or record.game.writing.usual)
    back = judged(text, form).record
    assert back is not None
    assert [ply.move for ply in back.line.plies] == [ply.move for ply in less.line.plies], text
    assert back.tags == less.tags, text
    return back, [str(loss) for loss in losses]


def test_the_table_has_all_words_of_the_formats() -> None:
    for words, name in ((KIF_WORDS, "kif"), (CSA_WORDS, "csa")):
        used = {word for row in words.values() for word in row.split()}
        assert used == {word for kind, word in WORDS if kind == name}
    plain = {"Ongoing", "WhiteWins", "BlackWins"}
    assert {*xfcc._WORDS} - plain == {word for row in table().values() for word in row.get("xfcc", ())}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(("name", "word"), WORDS)
def test_a_word_is_the_same_reason_in_another_format_or_none(name: str, word: str, form: Format) -> None:
    record = record_of(name, word)
    reasons = set(reasons_of(name, word))
    assert stated(record) <= reasons | set(reasons_in_tag(record.tag("Termination")))
    if form is USI and record.result == "*":
        return
    back, losses = there_and_back(record, form)
    assert back.result == record.result
    found = stated(back)
    if reasons <= PLAIN:
        assert not found
    elif not found:
        assert any(word in loss for loss in losses) or word in str(back.line)
    else:
        assert found & reasons


@pytest.mark.parametrize(("name", "word"), WORDS)
def test_words_for_time_and_faults_fill_the_tag(name: str, word: str) -> None:
    values = {termination_for(reason) for reason in reasons_of(name, word)}
    assert {record_of(name, word).tag("Termination")} == values


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("value", "result", "moves"),
    [*product((*TERMINATIONS, "Anna won on time"), ("1-0", "0-1", "1/2-1/2"), ("1. P-7f", "1. P-7f P-3d"))],
)
def test_a_tag_is_said_or_named_as_lost(value: str, result: str, moves: str, form: Format) -> None:
    record = judged_moves(f"{moves} {result}", Variant="shogi", Result=result, Termination=value).record
    assert record is not None
    back, losses = there_and_back(record, form)
    assert back == reduced(record, form.holds)[0]
    if stated(back):
        assert stated(back) & set(reasons_in_tag(value))
    assert back.tag("Termination") == value or any(f'Termination "{value}"' in loss for loss in losses)


@pytest.mark.parametrize(
    ("value", "result", "kif", "csa"),
    [
        ("time forfeit", "1-0", "切れ負け", "%TIME_UP"),
        ("Time forfeit", "1-0", "切れ負け", "%TIME_UP"),
        ("Anna won on time", "1-0", "切れ負け", "%TIME_UP"),
        ("rules infraction", "1-0", "反則負け", "%ILLEGAL_MOVE"),
        ("rules infraction", "0-1", "反則勝ち", "%+ILLEGAL_ACTION"),
    ],
)
def test_tags_of_pgn_in_words_of_shogi(value: str, result: str, kif: str, csa: str) -> None:
    record = judged_moves(f"1. P-7f {result}", Variant="shogi", Result=result, Termination=value).record
    assert record is not None
    for form, word in ((KIF, kif), (CSA, csa)):
        less, _ = reduced(record, form.holds)
        assert f" {word}" in f" {form.write(less, record.game.writing.usual)}".replace("\n", " ")


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Anna won by resignation", "resignation"),
        ("Anna won on time", "time"),
        ("Game drawn by timeout vs insufficient material", "insufficient material"),
        ("Game drawn by agreement", "agreement"),
        ("Game drawn by repetition", "repetition"),
        ("Game drawn by 50-move rule", "fifty moves"),
        ("Anna won - game abandoned", "abandoned"),
        ("Time forfeit", "time"),
        ("Abandoned", "abandoned"),
        ("Unterminated", "unfinished"),
    ],
)
def test_sentences_of_servers(sentence: str, reason: str) -> None:
    assert reasons_in_tag(sentence)[0] == reason


@pytest.mark.parametrize("status", sorted({word for row in table().values() for word in row.get("lichess", ())}))
def test_statuses_of_lichess(status: str) -> None:
    game = read_game({"id": "abc", "players": {}, "status": status, "moves": ""})
    (reason,) = reasons_of("lichess", status)
    assert {tag.value for tag in game.tags if tag.name == "Termination"} == set(words_for(reason, "termination"))
