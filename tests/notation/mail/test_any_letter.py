"""Whatever bytes a letter has: nothing is raised, every line of it is accounted for, and only legal moves are taken."""

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import read_for_game
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.message import LONGEST_PARSED, read_letter
from fairyscore.notation.mail.sender_text import LineKind, lines_of, skipped
from fairyscore.notation.records.tree import Record

LETTERS = Path(__file__).parents[2] / "data" / "letters"
REAL = [path.read_bytes() for path in sorted(LETTERS.glob("*.eml"))]
SO_FAR = GameSoFar(appended(Record("chess"), ["e4", "e5", "Nf3", "Nc6"]).record)
HEADER = b"From: Bruno <b@example.org>\nDate: Tue, 03 Mar 2026 19:22:05 +0100\n"
MARKS = ["On Monday Anna wrote:", "-- ", "From: a@b", "Sent: today", "To: me", "", "________"]
LINES = [*MARKS, "3. Bb5", "> 3. Bc4", "3...a6", "I resign", "Nf3?", "(=)"]


@st.composite
def letters(draw: st.DrawFn) -> bytes:
    """Real letters with pieces of others, and of nothing at all, put in anywhere."""
    raw = draw(st.sampled_from(REAL))
    for _ in range(draw(st.integers(1, 4))):
        other = draw(st.sampled_from(REAL) | st.binary(max_size=30))
        cuts = sorted(draw(st.tuples(st.integers(0, len(other)), st.integers(0, len(other)))))
        first, last = sorted(draw(st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))))
        raw = raw[:first] + other[cuts[0] : cuts[1]] + raw[last:]
    return raw


@given(letters() | st.binary(max_size=300).map(lambda body: HEADER + b"\n" + body))
@example(HEADER + b"Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 300)
@example(HEADER + b'Content-Type: text/plain; charset="unicode_escape"\n\n\\N{3. Bb5}\n')
@example(b"x@example.org\nFrom: a@b\n\nHi!\n\n3. Nf6\n")  # no header after all
@example(HEADER + b"Content-Transfer-Encoding: base64\n\nMy4gQmI1\nA\n")
def test_any_bytes(raw: bytes) -> None:
    letter = read_letter(raw, "a.eml")
    reading = read_for_game(letter, SO_FAR, any_sender=True)
    lines = len(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")) + 1
    assert all(1 <= found.line <= lines for found in reading.diagnostics)
    statement = reading.statement
    assert statement.move is None or statement.move.move in SO_FAR.state.moves()
    assert reading.refused or not statement.silent or statement.played


@given(st.lists(st.sampled_from(LINES) | st.text(st.characters(exclude_characters="\n"), max_size=40), max_size=20))
def test_every_line_is_the_senders_or_reported_as_skipped(texts: list[str]) -> None:
    lines = lines_of(LocatedText([(number, f"{text}\n") for number, text in enumerate(texts, 1)]))
    own = {line.number for line in lines if line.kind is LineKind.OWN and line.text.strip()}
    skipped_lines = {number for run in skipped(lines) for number in range(run.first, run.last + 1)}
    assert not own & skipped_lines
    assert own | skipped_lines >= {number for number, text in enumerate(texts, 1) if text.strip()}


def test_what_lies_after_the_limit_is_reported() -> None:
    letter = read_letter(HEADER + b"\n3. Bb5\n" + b"> 1. e4\n" * (LONGEST_PARSED // 8), "a.eml")
    assert [remark.code for remark in letter.remarks] == ["mail-not-read"] * 2
    parts = read_letter(HEADER + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n3. Bb5\n" * 201, "a.eml")
    assert [remark.text for remark in parts.remarks] == ["what follows the first 200 parts"]


def test_a_long_attachment_is_named() -> None:
    game = b"A" * 76 + b"\n"
    head = b'Content-Type: multipart/mixed; boundary=x\n\n--x\n\n3. Bb5\n--x\nContent-Type: text/plain; name="a.pgn"\n'
    letter = read_letter(HEADER + head + b"Content-Transfer-Encoding: base64\n\n" + game * 5000 + b"--x--\n", "a.eml")
    assert [remark.text for remark in letter.remarks] == ["the attachment a.pgn"]
    assert [body.text.strip() for body in letter.bodies] == ["3. Bb5"]
