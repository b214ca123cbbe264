"""The group itself, and moves, explain, perft, variants, rules."""

import json
from pathlib import Path

import options_page
import pytest
from running import crashed, run

from fairyscore.cli.main import COMMANDS
from fairyscore.notation._version import VERSION
from fairyscore.notation.kernel import STATUS, missing_core
from fairyscore.notation.variants import GAMES

ROOT = Path(__file__).resolve().parents[2]

LOCKED_IN = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"
"""White's knight on d4 has no move on the nine fields that are left."""

DROPPED = "written: N@c3 (long, lan, san, uci), ♘@c3 (figurine), 0433 (iccf), knight drops on c3 (spoken)"

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_version() -> None:
    assert run("--version").stdout == f"fairyscore {VERSION}\n"


@pytest.mark.parametrize("words", [("--version", "--verbose"), ("--verbose", "--version")])
def test_version_says_what_it_runs_on(words: tuple[str, str]) -> None:
    first, kernel, python = run(*words).stdout.splitlines()
    assert (first, kernel) == (f"fairyscore {VERSION}", f"kernel: {STATUS}")
    assert python.startswith("Python: 3.")


def test_group_help_names_all_commands() -> None:
    output = run("--help").stdout
    assert all(f"\n  {name} " in output for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_has_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: fairyscore {name}" in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_tells_the_exit_status(name: str) -> None:
    assert "Exit status: 0" in run(name, "--help").stdout


@pytest.mark.parametrize("name", ["validate", "replay", "variants"])
def test_help_tells_the_formats(name: str) -> None:
    assert "Print plain text" in run(name, "--help").stdout


RUBBISH = ["\x1b[31m", "\u202e", "\x00", "x" * 200_000, "\u202e" * 200_000, "-\x1b", "--\x1b[31m", "--" + "x" * 200_000]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda text: ascii(text[:6]) + str(len(text)))
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["validate", "--format"],
        ["validate", "--variant"],
        ["validate", "game.pgn", "--variant", "chess", "--position"],
        ["moves"],
        ["moves", "chess"],
        ["moves", "chess", "--throw"],
        ["moves", "chess", "--position"],
        ["perft", "chess"],
        ["perft", "chess", "1"],
        ["explain", "chess", "e4"],
        ["variants"],
        ["variants", "--format"],
        ["rules"],
        ["rules", "chess"],
    ],
)
def test_rubbish_in_an_argument(arguments: list[str], rubbish: str) -> None:
    result = run(*arguments, rubbish)
    assert result.exit_code == 2
    assert not crashed(result)
    assert len(result.stderr) < 25_000
    assert all(line.isprintable() for line in result.stderr.splitlines())


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda text: ascii(text[:6]) + str(len(text)))
def test_rubbish_in_moves_before(rubbish: str) -> None:
    result = run("moves", "chess", "--after", f"e4 {rubbish}")
    assert not crashed(result)
    assert all(line.isprintable() and len(line) < 1000 for line in result.stderr.splitlines())


def test_no_arguments_print_the_help() -> None:
    output = run().output
    assert all(f"\n  {name} " in output for name in COMMANDS)


@pytest.mark.parametrize("name", ["validate", "replay"])
def test_a_position_wants_its_variant(name: str) -> None:
    result = run(name, "game.pgn", "--position", START)
    assert result.exit_code == 2
    assert "--position needs --variant" in result.stderr


def test_unknown_command() -> None:
    result = run("validat")
    assert result.exit_code == 2
    assert "No such command 'validat'; did you mean validate?" in result.stderr


# -- moves ------------------------------------------------------------------------------------------------------------


def test_moves() -> None:
    lines = run("moves", "chess").stdout.splitlines()
    assert len(lines) == 20
    assert "e2-e4" in lines


def test_moves_after_moves_with_numbers() -> None:
    assert run("moves", "chess", "--after", "1. f3 e5 2. g2-g4 Qd8-h4").stdout == ""
    assert "e5xd4" in run("moves", "chess", "--after", "1. e4 e5 2. d4").stdout.splitlines()


def test_moves_from_position() -> None:
    output = run("moves", "chess", "--position", "k7/7P/8/8/8/8/8/K7 w - - 0 1").stdout.splitlines()
    assert {"h7-h8=Q", "h7-h8=R", "h7-h8=B", "h7-h8=N"} <= set(output)


def test_a_faulty_move_before_is_explained() -> None:
    result = run("moves", "chess", "--after", "e4 e5 Ra4")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("--after:1:7: error[path-blocked]")
    assert run("explain", "chess", "e4", "--after", "e4 e5 Ra4").exit_code == 2


def test_throws_only_where_there_are_dice() -> None:
    result = run("moves", "chess", "--throw", "3")
    assert (result.exit_code, "chess is played without dice" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", ["moves", "rules"])
def test_unknown_variant(name: str) -> None:
    result = run(name, "kaleidoches")
    assert result.exit_code == 2
    assert "did you mean kaleidochess?" in result.stderr


@pytest.mark.parametrize("arguments", [["moves", "chess"], ["perft", "chess", "1"], ["explain", "chess", "e4"]])
def test_position_that_makes_no_sense(arguments: list[str]) -> None:
    for position in ("hello", "8/8/8/8/8/8/8/8 w - - 0 1", "\0", "x" * 100_000):
        result = run(*arguments, "--position", position)
        assert result.exit_code == 2
        assert f"A position of chess looks like: {START}" in " ".join(result.stderr.split())
        assert not crashed(result)


# -- explain ----------------------------------------------------------------------------------------------------------


SHUT_IN = "1/8/16/16/wLwDwLwT2wPwPwP2bTbLbDbLbT7wT/wRwWwRwE2wPsLwP2bEbRbWbRbE7wE {} - - 1"
LINES_GONE = "b1-d2 g8-h6 c1-a2 h6-g7 a1-b3 h8-f7 b3-c4 f8-d7 c4-g4 g7-b2 g4-g5 b2-f6 d1-e3"


@pytest.mark.parametrize(
    ("arguments", "news"),
    [
        (["chamaeleon", "f8-d7", "--after", LINES_GONE.partition(" f8")[0]], []),  # file h went two moves before
        (["chamaeleon", "d1-e3", "--after", LINES_GONE.partition(" d1")[0]], ["rank 1 is gone"]),
        (["chamaeleon", "e8-d6", "--after", LINES_GONE], ["rank 8 is gone"]),
        (["kaleidochess:players=3", "1G-2E", "--position", SHUT_IN.format("w")],
         ["silver has no legal move (blocking) and leaves the game"]),
        (["kaleidochess:players=3", "5G-4E", "--position", SHUT_IN.format("s")], []),
        (["chess", "Qh4", "--after", "f3 e5 g4"], ["check", "the game ends: checkmate, 0-1"]),
    ],
)  # fmt: skip
def test_what_the_rules_bring_about_beside_a_move(arguments: list[str], news: list[str]) -> None:
    """Each once, with the move that brings it."""
    result = run("explain", *arguments)
    lines = [line.removeprefix("  = ") for line in result.stdout.splitlines()]
    told = [
        line for line in lines[1:] if " from " not in line and not line.startswith(("written", "position", "takes"))
    ]
    assert told == news


@pytest.mark.parametrize("command", [["explain", "GAME", "5G-4E"], ["moves", "GAME"]])
def test_who_leaves_at_once_is_named(command: list[str]) -> None:
    """K-5: silver is to move, and his one piece is shut in."""
    words = [word.replace("GAME", "kaleidochess:players=3") for word in command]
    result = run(*words, "--position", SHUT_IN.format("s"))
    assert result.stderr == "fairyscore: note: silver has no legal move (blocking) and leaves the game\n"


def test_legal_move_is_explained() -> None:
    result = run("explain", "chess", "exd5", "--after", "e4 d5")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "exd5 is legal for white",
        "  = pawn from e4 to d5",
        "  = takes black's pawn",
        "  = written: exd5 (san, figurine), e4xd5 (long, lan), e4d5 (uci), 5445 (iccf), "
        "pawn from e4 takes pawn at d5 (spoken)",
        "  = position after: rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
    ]


def test_mate_is_reported() -> None:
    output = run("explain", "chess", "2... Qh4", "--after", "f3 e5 g4").stdout
    assert "  = check\n" in output
    assert "  = the game ends: checkmate, 0-1\n" in output


def test_en_passant_and_promotion_are_reported() -> None:
    assert "takes a pawn in passing" in run("explain", "chess", "exd6", "--after", "e4 a6 e5 d5").stdout
    output = run("explain", "chess", "h8=Q", "--position", "k7/7P/8/8/8/8/8/K7 w - - 0 1").stdout
    assert "becomes a queen" in output


@pytest.mark.parametrize(
    ("arguments", "deed"),
    [
        (["chess", "O-O", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], "castling"),
        (["chamaeleon:start=drop", "N@c3"], DROPPED),
        (["chamaeleon", "--position", LOCKED_IN, "--", "--"], "a pass"),
    ],
)
def test_moves_of_other_kinds(arguments: list[str], deed: str) -> None:
    result = run("explain", *arguments)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1] == f"  = {deed}"


def test_spoken_move() -> None:
    result = run("explain", "kaleidochess", "wizard from 1J goes to 2B")
    assert result.exit_code == 0
    assert "1J-2B" in result.stdout


def test_pass_after_two_dashes() -> None:
    result = run("explain", "chamaeleon", "--", "--")
    assert result.exit_code == 1
    assert result.stdout.startswith("error[must-not-pass]: white may not pass")


def test_every_reason_with_its_rule() -> None:
    output = run("explain", "kaleidochess", "2G-2J").stdout
    assert output.startswith("error[too-few-steps]: 2J is 1 step from 2G")
    assert "= also [capture-mark]:" in output
    assert "= rule: page: Moving the pieces" in output
    assert "= did you mean:" in output
    assert "= help:" in output
    assert "= position: " in output


@pytest.mark.parametrize("text", ["", " ", "\0", "\x1b[31m", "x" * 1_000_000, "7" * 100_000, "♔", "1.", "(", "*"])
@pytest.mark.parametrize("game", GAMES)
def test_nonsense_is_no_move(game: str, text: str) -> None:
    result = run("explain", game, text)
    assert result.exit_code == 1
    assert not crashed(result)
    assert result.stdout.startswith("error[unreadable-move]")
    assert all(line.isprintable() and len(line) < 500 for line in result.stdout.splitlines())


# -- perft ------------------------------------------------------------------------------------------------------------


def test_perft() -> None:
    assert run("perft", "chess", "3").stdout == "8902\n"
    assert run("perft", "chess", "0").stdout == "1\n"
    assert run("perft", "chess", "0", "--divide").stdout == "1\n"


def test_divide() -> None:
    lines = run("perft", "chess", "2", "--divide").stdout.splitlines()
    assert "e2-e4: 20" in lines
    assert (len(lines), lines[-1]) == (22, "400")


def test_perft_from_position() -> None:
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert run("perft", "chess", "2", "--position", kiwipete).stdout == "2039\n"


@pytest.mark.parametrize("depth", ["-1", "101", "many", "9" * 5000])
def test_depth_is_a_number_from_0_to_100(depth: str) -> None:
    result = run("perft", "chess", "--", depth)
    assert result.exit_code == 2
    assert not crashed(result)
    if len(depth) < 4 and depth != "many":
        assert f"{depth} is not in the range 0<=x<=100" in result.stderr


# -- variants and rules -----------------------------------------------------------------------------------------------


def test_variants() -> None:
    output = run("variants").stdout
    assert all(f"\n{name} " in f"\n{output}" for name in GAMES)
    assert "players=2*|3|4" in output
    assert "(tag MaxMoves)" in output


def test_variants_tell_what_is_compiled() -> None:
    lines = run("variants", "--verbose").stdout.splitlines()
    missing = missing_core()
    assert lines.count("    compiled") + sum(line.startswith("    plain Python: ") for line in lines) >= len(GAMES)
    assert all(line == f"    plain Python: {missing}" for line in lines if missing and "Python: " in line)
    data = json.loads(run("variants", "--verbose", "--format", "json").stdout)
    kinds = "its captures, conditions or turns are of a kind that the compiled core does not know"
    armies = "games of several armies are played in Python"
    assert {game["not_compiled"] for game in data} - {kinds, armies} == {missing}


def test_variants_as_json() -> None:
    data = json.loads(run("variants", "--format", "json").stdout)
    assert [game["name"] for game in data][: len(GAMES)] == list(GAMES)
    assert all(game["judged"] and not game["missing"] for game in data)
    dice = next(option for option in data[0]["options"] if option["name"] == "dice")
    assert dice == {"name": "dice", "values": [], "default": "", "tag": "", "says": dice["says"], "free": False}


@pytest.mark.parametrize("name", GAMES)
def test_rule_sheet(name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    assert f"Name: {name}\n" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if not line.startswith("   "))


def test_rule_sheet_has_the_readings_with_reason_and_tag() -> None:
    output = " ".join(run("rules", "kaleidochess").stdout.split())
    assert all(f"[K-{number}]" in output for number in range(1, 10))
    assert "Why: " in output
    assert "A record may say otherwise with the tag DiceTable." in output


def test_castlings_that_cannot_be_are_reported() -> None:
    done = run("moves", "chess", "--position", "r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1")
    assert done.exit_code == 0
    assert done.stderr == (
        "fairyscore: warning: the FEN allows castling KQkq, but king and rooks are in place for Kkq only\n"
    )


def test_the_table_of_options_is_up_to_date() -> None:
    """After a change of options: python tools/options_page.py > docs/options.md"""
    assert (ROOT / "docs" / "options.md").read_text(encoding="utf-8") == options_page.page()


def test_an_option_has_one_kind_of_value_in_all_commands() -> None:
    """A flag is nowhere an option with a value, and the short names are the same."""
    kinds: dict[str, set[tuple[bool, tuple[str, ...]]]] = {}
    for _, command in options_page.commands():
        for name, option in options_page.options_of(command).items():
            short = tuple(text for text in option.opts if not text.startswith("--"))
            kinds.setdefault(name, set()).add((option.is_flag, short))
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_a_position_without_a_field_that_is_wrong() -> None:
    result = run("moves", "chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1")
    assert result.exit_code == 0
    assert "warning: the FEN is read as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1: no double step can just have passed e6" in (
        result.stderr
    )


@pytest.mark.parametrize("text", ["8I - 7K", "8I\N{MINUS SIGN}7K", "8I \N{EN DASH} 7K", "1. 8I-7K"])
def test_explain_reads_a_move_with_other_dashes_and_blanks(text: str) -> None:
    """The page writes its protocol as `1B-2F`; people type blanks, and word processors other dashes."""
    assert "legal for white" in run("explain", "kaleidochess", text).stdout
