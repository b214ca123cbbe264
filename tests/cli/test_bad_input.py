"""Whatever a file holds: a message with its place, the right exit code, never a traceback, the next game judged."""

import os
import re
from pathlib import Path

import pytest
from running import crashed, rows, run

GAME = b'[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n'
FAULTY = b'\n[Event "?"]\n[Result "*"]\n\n1. e4 e4 *\n'

BLOCKED = ("no-piece-reaches", 9, 7)
"""What is wrong with `FAULTY` behind `GAME`."""

BLOCKED_LATER = ("no-piece-reaches", 10, 7)
"""And with one more tag in front."""

FIRST = ("encoding", 1, 1)
"""The file as a whole is UTF-16."""

BLOCKED_EARLIER = ("no-piece-reaches", 8, 7)
"""And without the blank line in front."""

TIGHT = ("no-blank-line", 4, 11)
"""Then this is told of the first game."""

UNCLOSED = ("unclosed-variation", 4, 7)
"""The outer one of many brackets."""

CASES: list[tuple[str, bytes, list[tuple[str, int, int]], int]] = [
    # name, the file, its findings as code, line, column; exit code
    ("empty", b"", [("empty-file", 1, 1)], 2),
    ("blank", b" \n\n\t\n", [("empty-file", 1, 1)], 2),
    ("utf-8 mark", b"\xef\xbb\xbf" + GAME, [], 0),
    ("utf-8 mark and a fault", b"\xef\xbb\xbf" + FAULTY[1:], [("no-piece-reaches", 4, 7)], 1),
    ("CRLF", (GAME + FAULTY).replace(b"\n", b"\r\n"), [("no-piece-reaches", 9, 7)], 1),
    ("CR", (GAME + FAULTY).replace(b"\n", b"\r"), [("no-piece-reaches", 9, 7)], 1),
    ("Latin-1", b'[White "M\xfcller"]\n' + GAME, [("encoding", 1, 10)], 0),
    ("Latin-1 and a fault", b'[White "M\xfc\xdf"]\n' + GAME + FAULTY, [("encoding", 1, 10), BLOCKED_LATER], 1),
    ("UTF-16", GAME.decode().encode("utf-16"), [("encoding", 1, 1)], 0),
    ("half UTF-16", GAME.decode().encode("utf-16") + b"\0", [FIRST, ("encoding", 5, 1), ("after-result", 5, 1)], 1),
    ("NUL bytes", GAME.replace(b"e4 e5", b"e4\0\0e5") + FAULTY, [("nul-byte", 4, 6), BLOCKED], 1),
    ("unknown variant", GAME.replace(b'Event "', b'Variant "x') + FAULTY, [("unknown-variant", 1, 1), BLOCKED], 1),
    ("unknown option", b'[Variant "chess:dice"]\n' + GAME, [("unknown-variant", 1, 1)], 1),
    ("FEN of nonsense", b'[FEN "hello"]\n' + GAME + FAULTY, [("bad-position", 1, 1), BLOCKED_LATER], 1),
    ("FEN without kings", b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n' + GAME, [("bad-position", 1, 1)], 1),
    ("king in check, not to move", b'[FEN "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"]\n' + GAME, [("bad-position", 1, 1)], 1),
    ("a megabyte token", GAME.replace(b"e5", b"x" * 1_000_000) + FAULTY, [("unreadable-move", 4, 7), BLOCKED], 1),
    ("a megabyte of digits", GAME.replace(b"e5", b"7" * 1_000_000), [("move-number", 4, 7)], 0),
    ("a megabyte tag", b'[Variant "' + b"x" * 1_000_000 + b'"]\n' + GAME, [("unknown-variant", 1, 1)], 1),
    ("no Result", b'[Event "?"]\n\n1. e4 e5\n' + FAULTY, [("no-result", 3, 9), ("no-piece-reaches", 8, 7)], 1),
    ("text after the last game", GAME + b"hello\n", [("after-result", 5, 1)], 0),
    ("not a game at all", b"hello world\n", [("not-a-record", 1, 1)], 2),
    ("binary", bytes(range(256)) * 4, [("not-a-record", 1, 1)], 2),
    ("control characters", GAME.replace(b"e5", b"e5\x1b[31m\x07"), [("unreadable-move", 4, 10)], 1),
    ("no tags", b"1. e4 e5 *\n", [("guessed-variant", 1, 1)], 0),
    ("only tags", b'[Event "?"]\n[Result "*"]\n', [("no-result", 2, 13)], 1),
    ("unclosed {", GAME.replace(b"e5", b"{e5") + FAULTY, [("unclosed-comment", 4, 7), BLOCKED], 1),
    ("unclosed { without blank lines", GAME.replace(b"e5 *", b"{e *") + FAULTY[1:],
     [("unclosed-comment", 4, 7), TIGHT, BLOCKED_EARLIER], 1),
    ("unclosed (", GAME.replace(b"e5", b"(d4 d5") + FAULTY, [("unclosed-variation", 4, 7), BLOCKED], 1),
    ("stray )", GAME.replace(b"e5", b") e5") + FAULTY, [("stray-bracket", 4, 7), BLOCKED], 1),
    ("stray }", GAME.replace(b"e5", b"} e5") + FAULTY, [("stray-bracket", 4, 7), BLOCKED], 1),
    ("nested {", GAME.replace(b"e5", b"{a {b} e5") + FAULTY, [("nested-comment", 4, 10), BLOCKED], 1),
    ("tag without quotes", GAME.replace(b'"?"', b"Rome") + FAULTY, [("tag-without-quote", 1, 1), BLOCKED], 1),
    ("tag without its first quote", GAME.replace(b'"?"', b'Rome"') + FAULTY, [("tag-without-quote", 1, 1), BLOCKED], 1),
    ("tag without its last quote", GAME.replace(b'"?"', b'"Rome') + FAULTY, [("tag-without-quote", 1, 1), BLOCKED], 1),
    ("tag without quotes in the next game", GAME + FAULTY.replace(b'"?"', b"Rome"),
     [("tag-without-quote", 6, 1), BLOCKED], 1),
    ("raw quote in a tag", GAME.replace(b"?", b'a "b" c') + FAULTY, [("raw-quote", 1, 1), BLOCKED], 1),
    ("value ending in a backslash", GAME.replace(b"?", b"C:\\") + FAULTY, [("backslash-at-end", 1, 1), BLOCKED], 1),
    ("tag that is none", b"[Site]\n" + GAME + FAULTY, [("bad-tag", 1, 1), BLOCKED_LATER], 1),
    ("result unlike its tag", GAME.replace(b"e5 *", b"e5 1-0") + FAULTY, [("result-unlike-tag", 4, 10), BLOCKED], 1),
    ("no result, line end", b'[Event "?"]\n\n1. e4 e5\n', [("no-result", 3, 9)], 1),
    ("cut off in the moves", GAME + b'\n[Event "?"]\n\n1. e4 e5 2. Nf',
     [("unreadable-move", 8, 13), ("truncated-file", 8, 15)], 1),
    ("cut off behind a number", GAME + b'\n[Event "?"]\n\n1. e4 e5 2.', [("truncated-file", 8, 12)], 1),
    ("no result, no line end", b'[Event "?"]\n\n1. e4 e5', [("no-result", 3, 9)], 1),
    ("cut off in a tag", GAME + b'\n[Event "?"]\n[Res', [("bad-tag", 7, 1), ("truncated-file", 7, 5)], 1),
    ("cut off in a comment", GAME + b'\n[Event "?"]\n\n1. e4 {x',
     [("unclosed-comment", 8, 7), ("truncated-file", 8, 9)], 1),
    ("no line end", GAME.rstrip(), [], 0),
    ("blank line between tags", GAME.replace(b"[Res", b"\n[Res"), [("blank-line-in-tags", 2, 1)], 0),
    ("no blank line between games", GAME + FAULTY[1:], [TIGHT, BLOCKED_EARLIER], 1),
    ("result in a comment", GAME.replace(b"e5", b"{1-0} e5"), [], 0),
    ("bracket in a comment", GAME.replace(b"e5", b'{[ and [Site "x"] and\n\n[Site "x"]\n\n} e5'), [], 0),
    ("web page", b"<html>\n<body>\n\n[hm]\n\n1 chess\n", [("not-a-record", 1, 1)], 2),
    ("source code", b"from x import y\n\n\ndef f(a):\n    return [a[0], a[1]]\n", [("not-a-record", 1, 1)], 2),
    ("prose in front of a game", b"Dear Anna,\nmy game:\n\n" + GAME, [("words", 1, 1)], 0),
    ("one broken game", b'[Event "?"]\n\nhello\n', [("unreadable-move", 3, 1)], 1),
    ("NAG of 5000 digits", GAME.replace(b"e5", b"$" + b"7" * 5000) + FAULTY, [("bad-nag", 4, 7), BLOCKED], 1),
    ("80,000 comments", GAME.replace(b"e5", b"{x} " * 80_000), [], 0),
    ("8,000 variations", GAME.replace(b"e5", b"(d4 d5) " * 8_000), [], 0),
    ("2 MB tag", GAME.replace(b"?", b"x" * 2_000_000), [], 0),
    ("deep brackets", GAME.replace(b"e5", b"(" * 9000),
     [("deep-variation", 4, 8), ("unclosed-variation", 4, 8), UNCLOSED], 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "found", "exit_code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_bad_file(tmp_path: Path, content: bytes, found: list[tuple[str, int, int]], exit_code: int) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(content)
    result = run("validate", str(path), "--format", "jsonl")
    got = [(row["code"], row["line"], row["column"]) for row in rows(result)]
    assert got == found
    assert result.exit_code == exit_code
    assert not crashed(result)
    assert all(row["message"] and row["advice"] and len(row["message"]) < 700 for row in rows(result))


@pytest.mark.parametrize("content", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_text_that_a_terminal_can_take(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(content)
    result = run("validate", str(path))
    assert not crashed(result)
    for line in result.stdout.splitlines():
        assert line.isprintable()
        assert len(line) < 1000


def test_missing_file() -> None:
    result = run("validate", "no-such-file.pgn")
    assert result.exit_code == 2
    assert result.stdout.startswith(
        "no-such-file.pgn:1:1: error[unreadable-file]: no-such-file.pgn cannot be read: No such"
    )


def test_a_path_that_no_system_has() -> None:
    result = run("validate", "a\0b.pgn")
    assert result.exit_code == 2
    assert "a\\x00b.pgn:1:1: error[unreadable-file]" in result.stdout


def test_folder_without_records(tmp_path: Path) -> None:
    (tmp_path / "readme.md").write_text("hello")
    result = run("validate", str(tmp_path))
    assert result.exit_code == 2
    assert "error[no-records]" in result.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(GAME)
    path.chmod(0)
    result = run("validate", str(path))
    assert result.exit_code == 2
    assert "Permission denied" in result.stdout


def test_file_name_with_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[2J.pgn"
    path.write_bytes(FAULTY)
    result = run("validate", str(path))
    assert "a\\n\\x1b[2J.pgn:5:7: error[" in result.stdout


def test_replay_of_bad_files(tmp_path: Path) -> None:
    for number, case in enumerate(CASES):
        (tmp_path / f"{number:02}.pgn").write_bytes(case[1])
    result = run("replay", str(tmp_path), "--format", "jsonl", "--legal")
    assert not crashed(result)
    assert result.exit_code == 2
    assert "error[no-piece-reaches]" in result.stderr


SWALLOWING = GAME.replace(b"e5 *", b"{e5 *") + b"\n" + GAME + b"\n" + GAME.replace(b"e5", b"{a} e5") + FAULTY


@pytest.mark.parametrize("command", ["validate", "replay"])
@pytest.mark.parametrize(
    ("options", "codes", "games"),
    [
        ((), ["unclosed-comment", "no-piece-reaches"], 4),
        (("--recover",), ["unclosed-comment", "no-piece-reaches"], 4),
        (("--no-recover",), ["swallowed-games", "nested-comment", "no-piece-reaches"], 2),
    ],
)
def test_games_after_an_open_comment_are_saved_unless_the_standard_is_to_be_followed(
    tmp_path: Path, command: str, options: tuple[str, ...], codes: list[str], games: int
) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(SWALLOWING)
    result = run(command, str(path), *options)
    assert [code.rstrip("]") for code in re.findall(r"\b(?:error|warning)\[([a-z-]+)", result.output)] == codes
    if command == "validate":
        assert f"{games} games, " in result.stdout
    if "--no-recover" in options:
        assert "contains the beginning of 2 games" in result.output
