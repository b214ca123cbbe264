"""`fairyscore post`: each letter of a mailbox at its game, certain moves written, all else in a queue."""

import json
from pathlib import Path
from typing import Any

import pytest
from running import run

GAMES = {
    "club-7": ("Anna Lindt", "anna@example.org", "Bruno Keller", "bruno@example.org", "1. e4 e5 *"),
    "club-8": ("Cleo Maas", "cleo@example.org", "Anna Lindt", "anna@example.org", "1. d4 d5 2. c4 *"),
    "club-9": ("Anna Lindt", "anna@example.org", "Dirk Voss", "dirk@example.org", "*"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games of Anna's club."""
    games = tmp_path / "games"
    games.mkdir()
    for name, (white, white_box, black, black_box, moves) in GAMES.items():
        tags = {"Event": "Club", "White": white, "Black": black, "WhiteNA": white_box, "BlackNA": black_box}
        head = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
        (games / f"{name}.pgn").write_text(f"{head}\n{moves}\n", encoding="utf-8")
    return games


def letter(sender: str, body: str, subject: str = "Chess", day: int = 3, more: str = "") -> str:
    """A letter as it lies in a mailbox."""
    date = f"Tue, {day} Mar 2026 19:22:05 +0100"
    kind = "Content-Type: text/plain; charset=utf-8"
    return f"From: {sender}@example.org\nDate: {date}\nSubject: {subject}\n{more}{kind}\n\n{body}\n"


def mailbox(folder: Path, *letters: str) -> str:
    path = folder.parent / "inbox.mbox"
    text = "".join(f"From a@b Tue Mar  3 19:22:05 2026\n{one}\n" for one in letters)
    path.write_text(text, encoding="utf-8")
    return str(path)


def post(folder: Path, *letters: str, expected: int = 0) -> dict[str, Any]:
    """What `post` says of letters, as JSON."""
    result = run("post", mailbox(folder, *letters), "--games", str(folder), "--format", "json")
    assert result.exit_code == expected, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def moves(folder: Path, name: str) -> str:
    return (folder / f"{name}.pgn").read_text(encoding="utf-8").split("\n\n", 1)[1]


def test_each_letter_finds_its_game(folder: Path) -> None:
    data = post(
        folder,
        letter("anna", "Hello Bruno,\n2. Nf3\nGreetings, Anna", "Re: Club, game 7"),
        letter("anna", "Game 8\n2...e6", "Our games"),
        letter("anna", "1. c4", "club-9"),
        letter("dirk", "1...e5", more="To: anna@example.org\n", day=4),
    )
    assert [(row["kind"], row["game"], row["wrote"]) for row in data["letters"]] == [
        ("written", "club-7.pgn", ["2. Nf3"]),
        ("written", "club-8.pgn", ["2... e6"]),
        ("written", "club-9.pgn", ["1. c4"]),
        ("written", "club-9.pgn", ["1... e5"]),
    ]
    assert "2. Nf3 {[%date 2026.03.03 19:22:05 +01:00]}" in moves(folder, "club-7")


def test_the_same_mailbox_again_writes_nothing(folder: Path) -> None:
    letters = (letter("anna", "2. Nf3", "Game 7"), letter("anna", "3. Nf3 or 3. Bc4?", "Game 7", day=5))
    first = post(folder, *letters, expected=1)
    before = moves(folder, "club-7")
    again = post(folder, *letters)
    assert (len(first["letters"]), first["waiting"], again["letters"], again["known"]) == (2, 1, [], 2)
    assert moves(folder, "club-7") == before


def test_a_letter_about_several_games(folder: Path) -> None:
    data = post(folder, letter("anna", "Hello!\n\nGame 7: 2. Nf3\nGame 8: 2...e6\n\nAnna"))
    assert [(row["game"], row["wrote"]) for row in data["letters"]] == [
        ("club-7.pgn", ["2. Nf3"]),
        ("club-8.pgn", ["2... e6"]),
    ]


def test_one_doubt_holds_for_all_parts(folder: Path) -> None:
    data = post(folder, letter("anna", "Game 7: 2. Nf3\nGame 8: 2...e6 was yours"), expected=1)
    assert [row["kind"] for row in data["letters"]] == ["queued", "queued"]
    assert "2. Nf3" not in moves(folder, "club-7")


def test_a_thread_names_the_game(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3", "Game 7", more="Message-ID: <one@example.org>\n"))
    answer = letter("bruno", "2...Nc6", "Re: hello", day=4, more="In-Reply-To: <one@example.org>\n")
    data = post(folder, answer)
    assert [(row["game"], row["wrote"]) for row in data["letters"]] == [("club-7.pgn", ["2... Nc6"])]


def test_a_name_against_the_thread_is_a_doubt(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3", "Game 7", more="Message-ID: <one@example.org>\n"))
    data = post(folder, letter("anna", "1. e4", "Game 9", day=4, more="In-Reply-To: <one@example.org>\n"), expected=1)
    assert data["letters"][0]["why"] == "it answers a letter about club-7.pgn, and names club-9.pgn"


def test_what_is_due_is_only_a_proposal(folder: Path) -> None:
    """Anna is to move in three games; the number 2... is due in one. But that of another may lag behind its letters."""
    data = post(folder, letter("anna", "2...e6"), expected=1)
    assert [(row["game"], row["does"]) for row in data["letters"]] == [("club-8.pgn", "2... e6")]
    assert data["letters"][0]["why"].startswith("it is due there, and may be about another of")


def test_low_trust_wants_the_game_named(folder: Path) -> None:
    box = mailbox(folder, letter("anna", "2. Nf3", more="To: bruno@example.org\n"))
    low = run("post", box, "--games", str(folder), "--trust", "low", "--dry-run")
    assert (low.exit_code, "nothing in it says which game" in low.stdout) == (1, True)
    assert run("post", box, "--games", str(folder)).exit_code == 0
    assert "2. Nf3" in moves(folder, "club-7")


def test_a_move_without_a_number_may_be_about_any_game(folder: Path) -> None:
    data = post(folder, letter("anna", "Nf3"), expected=1)
    assert data["letters"][0]["why"].startswith("it may be about any of")


def test_a_stranger_writes_nothing(folder: Path) -> None:
    data = post(folder, letter("eve", "2. Nf3", "Game 7"), expected=1)
    assert (data["letters"][0]["game"], data["letters"][0]["kind"]) == ("club-7.pgn", "queued")


def test_a_forwarded_letter_is_a_proposal(folder: Path) -> None:
    inner = letter("anna", "2. Nf3", "Game 7")
    raw = (
        "From: arbiter@example.org\nDate: Tue, 3 Mar 2026 20:00:00 +0100\nSubject: Fwd\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: message/rfc822\n\n' + inner + "\n--b--\n"
    )
    data = post(folder, raw, expected=1)
    assert [(row["does"], row["why"]) for row in data["letters"]] == [
        ("2. Nf3", "the letter was forwarded by arbiter@example.org")
    ]


def test_queue_accept_and_reject(folder: Path) -> None:
    doubtful = letter("anna", "2. Nf3, says my dog", "Game 7", more="Message-ID: <q@example.org>\n")
    post(folder, doubtful, letter("bruno", "2...Nc6 I guess", "Game 7", day=4), expected=1)
    listed = run("post", "queue", "--games", str(folder))
    assert listed.stdout.startswith("1: proposal: 2. Nf3 in club-7.pgn (")
    accepted = run("post", "accept", "1", "--by", "Umpire", "--games", str(folder))
    assert (accepted.exit_code, accepted.stdout.split(" in ")[0]) == (0, "2. Nf3")
    assert "2. Nf3" in moves(folder, "club-7")
    assert run("post", "accept", "1", "--games", str(folder)).exit_code == 2
    refused = run("post", "accept", "2", "--move", "Ke5", "--games", str(folder))
    assert (refused.exit_code, "Ke5 is not written" in refused.stderr) == (2, True)
    rejected = run("post", "reject", "2", "--reply", "--reason", "Two moves are named.", "--games", str(folder))
    assert "To: bruno@example.org" in rejected.stdout
    assert "Reason: Two moves are named." in rejected.stdout
    assert run("post", "queue", "--games", str(folder)).stdout == ""


def test_accept_another_move(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3, or was it 2. Bc4", "Game 7"), expected=1)
    assert run("post", "accept", "1", "--move", "Bc4", "--games", str(folder)).exit_code == 0
    assert "2. Bc4" in moves(folder, "club-7")


def test_a_condition_is_secret_until_it_comes_true(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3\nIf 2...Nc6, then 3. Bb5", "Game 7"))
    assert "Bb5" not in moves(folder, "club-7")
    data = post(folder, letter("bruno", "2...Nc6", "Game 7", day=4))
    assert [(row["kind"], row["wrote"]) for row in data["letters"]] == [
        ("written", ["2... Nc6"]),
        ("condition", ["3. Bb5"]),
    ]
    assert "3. Bb5" in moves(folder, "club-7")


def test_an_interrupted_run_is_taken_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has the move, the record has not: the next run writes it, once."""
    box = mailbox(folder, letter("anna", "2. Nf3", "Game 7"))

    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("fairyscore.notation.correspondence.game_folder.write_back", interrupted)
        assert run("post", box, "--games", str(folder)).exit_code != 0
    assert "2. Nf3" not in moves(folder, "club-7")
    for _ in range(2):
        assert run("post", box, "--games", str(folder)).exit_code == 0
        assert moves(folder, "club-7").count("2. Nf3") == 1


def test_a_changed_log_is_refused(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3", "Game 7"), letter("bruno", "2...Nc6", "Game 7", day=4))
    log = folder / ".post" / "log"
    log.write_text(log.read_text(encoding="utf-8").replace("2. Nf3", "2. Bc4"), encoding="utf-8")
    result = run("post", mailbox(folder, letter("anna", "3. Bb5", "Game 7", day=5)), "--games", str(folder))
    assert (result.exit_code, "line 2 of" in result.stderr) == (2, True)


def test_the_log_is_no_game(folder: Path) -> None:
    post(folder, letter("anna", "2. Nf3", "Game 7"))
    assert "letters" not in run("validate", str(folder)).output


def test_a_letter_plays_through_a_condition(folder: Path) -> None:
    (folder / "club-9.pgn").write_text((folder / "club-9.pgn").read_text().replace("\n*", "\n1. e4 *"))
    promise = letter("dirk", "1... e5\nIf 2. Nf3, then 2... Nc6.\nIf 2. Nf3 Nc6 3. Bb5 then 3... a6.", "club-9", 3)
    answer = letter("anna", "2. Nf3 Nc6 (your if) 3. Bb5", "club-9", 4)
    data = post(folder, promise, answer)
    assert [(row["kind"], row["wrote"]) for row in data["letters"]] == [
        ("written", ["1... e5"]),
        ("written", ["2. Nf3", "2... Nc6", "3. Bb5"]),
        ("condition", ["3... a6"]),
    ]
    assert "If" not in moves(folder, "club-9")


def test_a_letter_that_plays_through_no_condition_waits(folder: Path) -> None:
    (folder / "club-9.pgn").write_text((folder / "club-9.pgn").read_text().replace("\n*", "\n1. e4 e5 *"))
    data = post(folder, letter("anna", "2. Nf3 Nc6 (your if) 3. Bb5", "club-9", 4), expected=1)
    assert [row["kind"] for row in data["letters"]] == ["queued"]


def test_conditions_of_a_reply_are_played(folder: Path) -> None:
    """What is promised in a letter out is noted beside the games, not in them."""
    path = folder / "club-7.pgn"
    post(folder, letter("bruno", "I am thinking about it.", "club-7"), expected=1)  # so there is a post office
    sent = run("reply", str(path), "--if", "Nf3 Nc6", "--if", "f4 exf4")
    assert sent.exit_code == 0, sent.output
    assert "If 2. Nf3, then 2... Nc6." in sent.stdout
    assert run("reply", str(path), "--if", "Nf3 Nc6", "--if", "f4 exf4").exit_code == 0  # noted once
    data = post(folder, letter("anna", "2. Nf3", "club-7", 4))
    assert [(row["kind"], row["wrote"]) for row in data["letters"]] == [
        ("written", ["2. Nf3"]),
        ("condition", ["2... Nc6"]),
    ]
    kinds = [json.loads(line)["kind"] for line in (folder / ".post" / "log").read_text().splitlines()]
    assert kinds == ["queued", "promised", "written", "condition"]


def test_a_reply_from_a_file_of_several_games(folder: Path) -> None:
    path = folder / "club-7.pgn"
    path.write_text(path.read_text() + "\n" + path.read_text().replace("Bruno", "Bert").replace("bruno", "bert"))
    post(folder, letter("dirk", "I am thinking about it.", "club-9"), expected=1)
    assert run("reply", str(path), "--game", "2", "--if", "Nf3 Nc6").exit_code == 0
    lines = [json.loads(line) for line in (folder / ".post" / "log").read_text().splitlines()]
    assert [line["game"] for line in lines if line["kind"] == "promised"] == ["club-7.pgn#2"]


# -- what the log proves ------


def verify(folder: Path, *options: str, expected: int = 0) -> dict[str, Any]:
    result = run("post", "verify", "--games", str(folder), "--format", "json", *options)
    assert result.exit_code == expected, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


@pytest.fixture
def folder_with_log(folder: Path) -> Path:
    """The folder after two letters that are written, one of a move by hand, and one that waited."""
    post(folder, letter("anna", "2. Nf3", "club-7"))
    post(folder, letter("bruno", "2...Nc6", "club-7", day=4))
    assert run("play", str(folder / "club-7.pgn"), "Bb5").exit_code == 0
    post(folder, letter("cleo", "2...e6 or 2...c6, I wonder", "club-8", day=5), expected=1)
    assert run("post", "reject", "3", "--games", str(folder), "--by", "arbiter").exit_code == 0
    return folder


def test_a_folder_is_proved(folder_with_log: Path) -> None:
    data = verify(folder_with_log)
    assert data["games"] == [{"game": "club-7.pgn", "moves": 5, "by_letter": 2}]
    assert (data["lines"], data["letters"], data["doubts"]) == (4, 3, [])
    text = run("post", "verify", "--games", str(folder_with_log)).stdout
    assert text.splitlines()[0] == "club-7.pgn: 5 moves, 2 by letter"
    assert text.splitlines()[-1] == f"The last line has the digest {data['digest']}"


def test_a_line_that_was_changed(folder_with_log: Path) -> None:
    log = folder_with_log / ".post" / "log"
    log.write_text(log.read_text("utf-8").replace("2. Nf3", "2. Nc3"), "utf-8")
    doubts = verify(folder_with_log, expected=1)["doubts"]
    assert [(doubt["line"], doubt["message"]) for doubt in doubts] == [
        (2, "it does not follow from the line before"),
        (1, "the log has 2. Nc3, and the record has Nf3 there"),
    ]


def test_a_move_that_was_changed(folder_with_log: Path) -> None:
    record = folder_with_log / "club-7.pgn"
    record.write_text(record.read_text("utf-8").replace("Nc6", "d6"), "utf-8")
    (doubt,) = verify(folder_with_log, expected=1)["doubts"]
    assert (doubt["line"], doubt["game"]) == (2, "club-7.pgn")
    assert doubt["message"] == "the log has 2... Nc6, and the record has d6 there"


def test_a_record_that_ends_before_or_is_gone(folder_with_log: Path) -> None:
    assert run("play", str(folder_with_log / "club-7.pgn"), "--undo", "2").exit_code == 0
    (doubt,) = verify(folder_with_log, expected=1)["doubts"]
    assert doubt["message"] == "the log has 2... Nc6, and the record ends before"
    (folder_with_log / "club-7.pgn").unlink()
    (doubt,) = verify(folder_with_log, expected=1)["doubts"]
    assert (doubt["game"], doubt["message"]) == ("club-7.pgn", "no record of this name is there or can be read")


def test_letters_that_are_changed_or_gone(folder_with_log: Path) -> None:
    first, second, *_ = sorted((folder_with_log / ".post" / "letters").iterdir())
    first.write_bytes(first.read_bytes() + b"PS")
    second.unlink()
    messages = {doubt["message"] for doubt in verify(folder_with_log, expected=1)["doubts"]}
    assert messages == {f"its letter was changed: {first.name}", f"its letter is missing: {second.name}"}


def test_lines_that_were_cut_show_by_a_digest_that_was_noted(folder_with_log: Path) -> None:
    digest = verify(folder_with_log)["digest"]
    log = folder_with_log / ".post" / "log"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    assert verify(folder_with_log)["doubts"] == []
    (doubt,) = verify(folder_with_log, "--digest", digest[:12], expected=1)["doubts"]
    assert doubt["message"] == f"no line has the digest {digest[:12]}"


def test_a_folder_without_a_log(folder: Path) -> None:
    result = run("post", "verify", "--games", str(folder))
    assert result.exit_code == 2
    assert "is not a log of a post office" in result.stderr


# -- for whom games wait ------

TIMED = (
    '[White "{white}"]\n[Black "{black}"]\n[Date "2026.03.01"]\n[TimeControl "10/2592000"]\n'  # ten moves in 30 days
)


@pytest.fixture
def open_games(tmp_path: Path) -> Path:
    """Anna has 30 days less 2 for the moves before, Bruno 30 days; Cleo is on leave; Dirk's game is over."""
    folder = tmp_path / "open"
    folder.mkdir()
    games = {
        "one": ("Anna", "Bruno", "", "1. e4 {[%date 2026.03.03]} e5 {[%date 2026.03.04]} *"),
        "two": ("Bruno", "Cleo", '[BlackLeave "2026.04.01-2026.04.10"]\n', "1. d4 {[%date 2026.03.10]} *"),
        "three": ("Dirk", "Anna", "", "1. c4 {[%date 2026.03.02]} 1-0"),
        "four": ("Anna", "Dirk", "", "1. f4 *"),
    }
    for name, (white, black, more, moves) in games.items():
        head = TIMED.format(white=white, black=black) + more
        result = moves.rsplit(" ", 1)[1]
        (folder / f"{name}.pgn").write_text(f'{head}[Result "{result}"]\n\n{moves}\n', encoding="utf-8")
    return folder


def test_for_whom_games_wait(open_games: Path) -> None:
    result = run("post", "due", "--games", str(open_games), "--today", "2026-03-20")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        # Anna used two days for 1. e4 and has waited sixteen since 4 March.
        "one.pgn: white (Anna) to move since 2026.03.04, 16 days, 12 days left",
        "two.pgn: black (Cleo) to move since 2026.03.10, 10 days, 20 days left",
        "four.pgn: black (Dirk) to move",
        "3 open games, nobody has overstepped",
    ]


def test_the_leave_of_a_tournament_stops_the_clock(open_games: Path) -> None:
    """Anna takes ten days of leave from the 6th on, of which six are granted: ten of sixteen days count."""
    plan = 'leave = 6\n[[players]]\nname = "Anna Berg"\nnames = ["anna"]\nleave = ["2026.03.06-2026.03.15"]\n'
    (open_games / "tournament.toml").write_text(plan, encoding="utf-8")
    result = run("post", "due", "--games", str(open_games), "--today", "2026-03-20")
    assert "one.pgn: white (Anna) to move since 2026.03.04, 10 days, 18 days left" in result.stdout
    (open_games / "tournament.toml").write_text("leave = 1.5", encoding="utf-8")
    wrong = run("post", "due", "--games", str(open_games))
    assert wrong.exit_code == 2
    assert "leave must be a whole number" in wrong.stderr


def test_who_has_overstepped_comes_first(open_games: Path) -> None:
    result = run("post", "due", "--games", str(open_games), "--today", "2026-04-05", "--format", "json")
    assert result.exit_code == 1
    rows = json.loads(result.stdout)
    day = 86_400_000
    assert [(row["game"], row["left_ms"], row["on_leave"]) for row in rows] == [
        ("one.pgn", -4 * day, False),
        ("two.pgn", 8 * day, True),  # 22 days since 10 March, and four of leave that do not count
        ("four.pgn", None, False),
    ]


def test_a_day_that_is_none(open_games: Path) -> None:
    result = run("post", "due", "--games", str(open_games), "--today", "soon")
    assert result.exit_code == 2
    assert "write a date as" in result.stderr


# -- what a person may confirm, and when letters were sent --------------------------------------------------------------


def letter_of(folder: Path, sender: str, text: str, date: str = "Thu, 26 Nov 2026 10:00:00 +0000") -> str:
    """A letter about the only game of a folder."""
    number = len(list(folder.parent.glob("letter*.eml")))
    path = folder.parent / f"letter{number}.eml"
    head = f"From: {sender}@a.org\nSubject: Chess\nMessage-ID: <d{number}@a>\nDate: {date}\n"
    path.write_text(f"{head}\n{text}\n", encoding="utf-8")
    return str(path)


def cup(tmp_path: Path, moves: str = "1. e4 e5 2. Nf3 *", control: str = "") -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    tags = f'[White "Anna Lindt"]\n[Black "Bruno Keller"]\n[WhiteNA "anna@a.org"]\n[BlackNA "bruno@a.org"]\n{control}'
    (folder / "g.pgn").write_text(f'[Event "x"]\n{tags}[Result "*"]\n\n{moves}\n', encoding="utf-8")
    return folder


def moves_in(folder: Path) -> str:
    return (folder / "g.pgn").read_text(encoding="utf-8").rpartition("]\n\n")[2].strip()


def test_a_draw_that_nobody_offered_is_not_accepted(tmp_path: Path) -> None:
    folder = cup(tmp_path)
    run("post", letter_of(folder, "bruno", "I accept the draw."), "--games", str(folder))
    result = run("post", "accept", "1", "--games", str(folder))
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "no draw is offered" in result.stderr
    result = run("post", "accept", "1", "--draw", "--games", str(folder))  # agreed by letters that the record has not
    assert result.exit_code == 0
    assert moves_in(folder).endswith("{Draw agreed.} 1/2-1/2")


def test_nobody_accepts_his_own_offer(tmp_path: Path) -> None:
    folder = cup(tmp_path, "1. e4 e5 2. Nf3 {(=)} *")
    letter = letter_of(folder, "anna", "I accept the draw.")
    run("post", letter, "--games", str(folder))
    result = run("post", "accept", "1", "--games", str(folder))
    assert (result.exit_code, "offered by white" in result.stderr) == (2, True)
    assert "1/2" not in moves_in(folder)


@pytest.mark.parametrize(
    "text",
    ["I will not resign.", "I don't resign yet", "Ich will nicht aufgeben.", "No abandono.", "I never offer a draw"],
)
def test_a_negation_proposes_nothing(tmp_path: Path, text: str) -> None:
    folder = cup(tmp_path)
    result = run("post", letter_of(folder, "bruno", text), "--games", str(folder), "--format", "json")
    (row,) = json.loads(result.stdout)["letters"]
    assert (row["kind"], row["does"]) == ("queued", "")


def test_a_resignation_that_was_not_recognised_is_entered(tmp_path: Path) -> None:
    folder = cup(tmp_path)
    run("post", letter_of(folder, "bruno", "My position is in ruins. The point is yours."), "--games", str(folder))
    assert run("post", "accept", "1", "--games", str(folder)).exit_code == 2
    assert run("post", "accept", "1", "--resigns", "--move", "Nc6", "--games", str(folder)).exit_code == 2
    assert run("post", "accept", "1", "--resigns", "--games", str(folder)).exit_code == 0
    assert moves_in(folder).endswith("{Black resigns.} 1-0")
    assert "all proved" in run("post", "verify", "--games", str(folder)).stdout


@pytest.mark.parametrize(
    ("date", "why"),
    [
        ("Mon, 02 Nov 2026 10:00:00 +0000", "is before the move that it answers"),
        ("Mon, 02 Nov 2099 10:00:00 +0000", "lies in the future"),
        ("Wed, 25 Nov 2026 10:00:00 +0000", "the time of black was over then"),
    ],
)
def test_the_date_of_a_letter_is_judged(tmp_path: Path, date: str, why: str) -> None:
    moves = "1. e4 {[%date 2026.11.01]} e5 {[%date 2026.11.04]} 2. Nf3 {[%date 2026.11.08]} *"
    folder = cup(tmp_path, moves, '[TimeControl "1/5d"]\n')
    result = run("post", letter_of(folder, "bruno", "2... Nc6", date), "--games", str(folder), "--format", "json")
    (row,) = json.loads(result.stdout)["letters"]
    assert row["kind"] == "queued"
    assert why in row["why"]
    result = run(
        "post", letter_of(folder, "bruno", "2... Nc6", "Tue, 10 Nov 2026 10:00:00 +0000"), "--games", str(folder)
    )
    assert result.exit_code == 0


def test_a_move_under_a_condition_is_dated(tmp_path: Path) -> None:
    """It is made at once, so the clock of the other player runs from then on (ICCF 2.5)."""
    folder = cup(tmp_path, "1. e4 {[%date 2026.11.01]} e5 {[%date 2026.11.04]} *")
    text = "2. Nf3\nIf 2... Nc6, then 3. Bb5"
    assert (
        run(
            "post", letter_of(folder, "anna", text, "Fri, 06 Nov 2026 10:00:00 +0000"), "--games", str(folder)
        ).exit_code
        == 0
    )
    letter = letter_of(folder, "bruno", "2... Nc6", "Sun, 08 Nov 2026 10:00:00 +0000")
    assert run("post", letter, "--games", str(folder)).exit_code == 0
    assert moves_in(folder).count("2026.11.08") == 2
