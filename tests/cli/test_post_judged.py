"""What `post` and its commands ask of a letter besides its words: its date, whose turn it is, an offer that is there."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from running import run

HEAD = (
    '[Event "Club"]\n[Date "2026.03.01"]\n[White "Anna Lindt"]\n[Black "Bruno Keller"]\n[WhiteNA "anna@example.org"]\n'
    '[BlackNA "bruno@example.org"]\n[TimeControl "1/259200"]\n'
)
OPEN = "1. e4 {[%date 2026.03.01 10:00:00 +00:00]} e5 {[%date 2026.03.02 10:00:00 +00:00]} *"


def folder_with(folder: Path, moves: str, head: str = HEAD) -> Path:
    (folder / "one.pgn").write_text(f"{head}\n{moves}\n", encoding="utf-8")
    return folder


def sent(body: str, sender: str = "anna", date: str = "3 Mar 2026 12:00:00 +0000") -> str:
    dated = f"Date: {date}\n" if date else ""
    return f"From: {sender}@example.org\n{dated}Content-Type: text/plain; charset=utf-8\n\n{body}\n"


def post(folder: Path, *letters: str) -> str:
    box = folder / "inbox.mbox"
    box.write_text("".join(f"From a@b Tue Mar  3 12:00:00 2026\n{one}\n" for one in letters), encoding="utf-8")
    result = run("post", str(box), "--games", str(folder))
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def accept(folder: Path, *words: str) -> tuple[int, str]:
    result = run("post", "accept", *words, "--games", str(folder))
    return result.exit_code, result.output


def record(folder: Path) -> str:
    return (folder / "one.pgn").read_text(encoding="utf-8").split("\n\n", 1)[1]


TOMORROW = datetime.now(UTC) + timedelta(days=3)


@pytest.mark.parametrize(
    ("date", "why"),
    [
        ("3 Mar 2026 12:00:00 +0000", ""),
        ("2 Mar 2026 10:00:00 +0000", ""),  # at once
        ("2 Mar 2026 11:30:00 +0200", "is before the move that it answers (2026.03.02 10:00:00 +00:00)"),
        ("1 Mar 2025 12:00:00 +0000", "is before the move"),
        (f"{TOMORROW:%d %b %Y} 12:00:00 +0000", "lies in the future"),
        ("6 Mar 2026 12:00:00 +0000", "the time of white was over then, overstepped by"),
        ("", "it has no date, and the moves of the record have"),
    ],
)
def test_dates_of_letters_are_judged(tmp_path: Path, date: str, why: str) -> None:
    folder = folder_with(tmp_path, OPEN)
    out = post(folder, sent("2. Nf3", date=date))
    assert (why in out, "2. Nf3" in record(folder)) == (True, not why), out


@pytest.mark.parametrize("body", ["I resign.", "I accept the draw."])
def test_dates_of_ends_are_judged(tmp_path: Path, body: str) -> None:
    folder = folder_with(tmp_path, OPEN.replace("+00:00]} *", "+00:00] (=)} *"))
    assert "is before" in post(folder, sent(body, date="1 Mar 2026 12:00:00 +0000"))
    assert record(folder).rstrip().endswith("*")


def test_leave_of_the_plan_is_no_time(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    plan = 'name = "Club"\n[[players]]\nname = "Anna Lindt"\nleave = ["2026.03.03-2026.03.20"]\n'
    (folder / "tournament.toml").write_text(plan, encoding="utf-8")
    post(folder, sent("2. Nf3", date="22 Mar 2026 12:00:00 +0000"))
    assert "2. Nf3" in record(folder)


def test_a_move_under_a_condition_is_dated_as_what_it_answers(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent("2. Nf3\nIf 2... Nc6 then 3. Bb5"), sent("2... Nc6", "bruno", "4 Mar 2026 12:00:00 +0000"))
    text = " ".join(record(folder).split())
    assert "Nc6 {[%date 2026.03.04 12:00:00 +00:00]} 3. Bb5 {[%date 2026.03.04 12:00:00 +00:00]}" in text
    due = run("post", "due", "--games", str(folder), "--today", "2026-03-05")
    assert "black (Bruno Keller) to move since 2026.03.04 12:00:00 +00:00, 1 day, 2 days left" in due.stdout, due.stdout


def test_moves_through_conditions_are_all_dated(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(
        folder,
        sent("2. Nf3\nIf 2... Nc6 then 3. Bb5 a6 4. Ba4"),
        sent("2... Nc6", "bruno", "4 Mar 2026 12:00:00 +0000"),
    )
    assert record(folder).count("[%date") == record(folder).replace("+00:00", "").count("2026")


def test_a_game_that_is_begun_waits_from_its_date(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "*")
    due = run("post", "due", "--games", str(folder), "--today", "2026-03-10")
    assert due.exit_code == 1
    assert "white (Anna Lindt) to move since 2026.03.01, 9 days, overstepped by 6 days" in due.stdout, due.stdout


def test_a_ruling_ends_a_game(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    plan = (
        'name = "Club"\n[[rulings]]\nwhite = "Anna Lindt"\nblack = "Bruno Keller"\nresult = "0-1"\nkind = "forfeit"\n'
    )
    (folder / "tournament.toml").write_text(plan, encoding="utf-8")
    due = run("post", "due", "--games", str(folder), "--today", "2026-03-10")
    assert (due.exit_code, due.stdout) == (0, "0 open games, nobody has overstepped\n"), due.output
    assert "the game is over by a ruling: 0-1" in post(folder, sent("2. Nf3"))


@pytest.mark.parametrize(
    ("moves", "letter", "words", "why"),
    [
        (OPEN, sent("I accept the draw."), ["1"], "no draw is offered"),
        (OPEN, sent("2. Nf3", "bruno"), ["1"], "white is to move"),
        (OPEN, sent("2. Nf3 well", "bruno"), ["1", "--move", "Nf3"], "black has sent it, and white is to move"),
        (
            OPEN.replace("+00:00]} *", "+00:00] (=)} *"),
            sent("Then I take it: draw!", "bruno"),
            ["1", "--draw"],
            "white is to",
        ),
        (OPEN, sent("I will not resign."), ["1"], "it states nothing that could be written"),
        (OPEN, sent("Ich gebe nicht auf."), ["1"], "it states nothing that could be written"),
        (OPEN, sent("Resign? Never!"), ["1"], "it states nothing that could be written"),
        (OPEN, sent("2. Nf3", date="1 Feb 2026 12:00:00 +0000"), ["1"], "is before the move that it answers"),
        (OPEN, sent("2. Nf3", date=""), ["1"], "it has no date, and the moves of the record have; give the date"),
        (
            OPEN,
            sent("Knight!", date=f"{TOMORROW:%d %b %Y} 12:00:00 +0000"),
            ["1", "--move", "Nf3"],
            "lies in the future",
        ),
        (OPEN, sent("2. Nf3 now"), ["1", "--date", "2026-03-01"], "is before the move that it answers"),
        (OPEN, sent("Hm, well."), ["1", "--move", "Nf9"], "Nf9 is not written"),
        (OPEN, sent("Hm, well."), ["1", "--move", "{x}"], "is not written: it is no move"),
        (OPEN, sent("Oh dear, I resign now.", "eve"), ["1", "--game", "one.pgn"], "nothing tells which player resigns"),
    ],
)
def test_nobody_confirms_what_the_rules_forbid(
    tmp_path: Path, moves: str, letter: str, words: list[str], why: str
) -> None:
    folder = folder_with(tmp_path, moves)
    post(folder, letter)
    before = record(folder)
    code, output = accept(folder, *words)
    assert (code in (1, 2), why in output, record(folder)) == (True, True, before), output


@pytest.mark.parametrize(
    ("moves", "letter", "words", "ends"),
    [
        (OPEN, sent("I throw in the towel."), ["1", "--resigns"], "0-1"),
        (OPEN, sent("My king lies down.", "bruno"), ["1", "--resigns"], "1-0"),
        (OPEN.replace("+00:00]} *", "+00:00] (=)} *"), sent("Half a point each, fine!"), ["1", "--draw"], "1/2-1/2"),
        (OPEN, sent("2. Nf3 and half a point each?"), ["1", "--move", "Nf3", "--draw"], "(=)} *"),
    ],
)
def test_an_end_in_other_words_can_be_entered(
    tmp_path: Path, moves: str, letter: str, words: list[str], ends: str
) -> None:
    folder = folder_with(tmp_path, moves)
    post(folder, letter)
    code, output = accept(folder, *words)
    assert (code, " ".join(record(folder).split()).endswith(ends)) == (0, True), output + record(folder)
    proof = run("post", "verify", "--games", str(folder))
    assert "all proved" in proof.stdout, proof.stdout


@pytest.mark.parametrize("date", ["1 Feb 2026 12:00:00 +0000", ""])
def test_a_person_dates_a_letter_whose_date_is_wrong(tmp_path: Path, date: str) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent("2. Nf3", date=date))
    code, output = accept(folder, "1", "--date", "2026-03-03 09:30")
    assert (code, "2. Nf3 {[%date 2026.03.03 09:30:00]} *" in " ".join(record(folder).split())) == (0, True), output
    assert "all proved" in run("post", "verify", "--games", str(folder)).stdout


def test_a_letter_whose_game_went_on_is_not_confirmed_as_it_was(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent("Nf3 I guess"))
    text = (folder / "one.pgn").read_text(encoding="utf-8").replace("*\n", "2. d4 d6 *\n")
    (folder / "one.pgn").write_text(text, encoding="utf-8")
    code, output = accept(folder, "1")
    assert (code in (1, 2), "it proposed 2. Nf3, and reads as 3. Nf3 now" in output) == (True, True), output


def test_a_heading_does_not_keep_sentences_from_being_taught(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN, HEAD + '[GameId "7"]\n')
    post(folder, sent("Game 7\n2. Nf3\nZebras yodel loudly."))
    code, output = accept(folder, "1", "--harmless")
    assert (code, "harmless from now on: Zebras yodel loudly" in output) == (0, True), output


def test_what_is_not_taught_is_named(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent("2. Nf3\nZebras yodel loudly.\nUnless you object to it."))
    code, output = accept(folder, "1", "--harmless")
    assert code == 0
    assert "'Unless you object to it' is not kept as harmless: 'Unless' may be about the move" in output.replace(
        "it.'", "it'"
    )
    assert "yodel" in output
    assert "the letter would wait for the others" in output


def test_verify_holds_dates(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent("2. Nf3"))
    path = folder / "one.pgn"
    assert "all proved" in run("post", "verify", "--games", str(folder)).stdout
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("2026.03.03 12", "2026.03.02 12"), encoding="utf-8")
    result = run("post", "verify", "--games", str(folder), "--format", "json")
    (doubt,) = json.loads(result.stdout)["doubts"]
    assert (
        "the log has 2. Nf3 with the date 2026.03.03 12:00:00 +00:00, and the record with the date" in doubt["message"]
    )


@pytest.mark.parametrize(
    "leave",
    [
        "I will be away from 5 March to 20 March.",
        "Vom 5. März bis zum 20. März bin ich verreist.",
        "Je serai absent du 5 au 20 mars.",
        "Estaré de vacaciones del 5 al 20 de marzo.",
        "Sarò via dal 5 al 20 marzo.",
        "Ik ben van 5 tot 20 maart met vakantie.",
    ],
)
def test_announced_leave_is_named_as_not_entered(tmp_path: Path, leave: str) -> None:
    folder = folder_with(tmp_path, OPEN)
    out = post(folder, sent(f"2. Nf3\n{leave}"))
    assert "2. Nf3 in one.pgn" in out
    assert f"leave is announced and not entered: '{leave}'" in out


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('<p>2. Nf3</p><p style="color:#fff">I resign.</p>', "2. Nf3"),
        ('<p>2. Nf3</p><font color="white">2. d4</font>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="font-size: 0px">2. d4</p>', "2. Nf3"),
        ('<table bgcolor="#000000"><tr><td style="color: white">2. Nf3</td></tr></table>', "2. Nf3"),
        ('<style>p.x{color:white}</style><p>2. Nf3</p><p class="x">2. d4</p>', "2. Nf3"),
        ("<style>@media screen{p{color:white}}</style><p>2. Nf3</p>", "2. Nf3"),
        ('<p>2. Nf3</p><p style="color:transparent">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="color:hsl(0, 0%, 100%)">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="color:#ffffff02">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="color:ivory">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="font-size:1px">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="mso-hide:all">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="max-height:0;overflow:hidden">2. d4</p>', "2. Nf3"),
        ('<p>2. Nf3</p><p style="position:absolute;left:-9999px">2. d4</p>', "2. Nf3"),
        ('<p style="background-color:transparent">2. Nf3</p>', "2. Nf3"),
        ('<p style="color:transparent">2. Nf3</p>', ""),
        ('<p style="color: rgb(250, 250, 250)">2. Nf3</p>', ""),
        ('<p style="color:#fefefe">2. Nf3<span style="color:black"> Anna</span></p>', ""),
    ],
)
def test_white_text_on_white_is_nobody_s_word(tmp_path: Path, html: str, written: str) -> None:
    folder = folder_with(tmp_path, OPEN)
    post(folder, sent(f"<html><body>{html}</body></html>").replace("text/plain", "text/html"))
    added = record(folder)[len(OPEN) - 2 :]
    assert (written in added, "*" in added, "2. d4" in added) == (True, True, False), added
    assert bool(written) == ("2. Nf3" in added)


ENDGAME = '[FEN "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 29"]\n[SetUp "1"]\n'
"""King and rook both go to d1 and f1 in it: `Rd1` is the king's move in Spanish."""


@pytest.mark.parametrize(
    ("tags", "before", "written"),
    [
        ("", "", True),
        ('[WhiteFederation "ENG"]\n', "", True),
        ('[WhiteFederation "ESP"]\n', "", False),
        ("", "Hola Bruno, gracias por la jugada. Mi jugada: 29. e3. Un saludo, Anna", False),
        ("", "Hello Bruno, thank you for the move. I play 29. e3.", True),
    ],
)
def test_federation_and_earlier_letters_tell_languages(
    tmp_path: Path, tags: str, before: str, *, written: bool
) -> None:
    folder = folder_with(tmp_path, "29. e3 Ke7 *" if not before else "*", HEAD + ENDGAME + tags)
    if before:
        post(folder, sent(before), sent("29... Ke7", "bruno", "4 Mar 2026 12:00:00 +0000"))
    body = "Hello Bruno, thank you for your move. I play 30. Rd1 here."
    out = post(folder, sent(body, date="5 Mar 2026 12:00:00 +0000"))
    assert ("30. Rd1" in record(folder)) == written, out
    assert written or "30. Rd1 or 30. Kd1" in out, out
