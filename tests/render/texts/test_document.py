"""The parts of a text about a game, in Markdown: what stands where, and what frames of users may have."""

import io
import re
from pathlib import Path

import pytest
from stories import judged

from fairyscore.notation.records.tree import Record
from fairyscore.render.errors import DrawingError
from fairyscore.render.story.builder import Diagrams, fault_of
from fairyscore.render.texts.document import PLACES, TextOptions, frames_of, text_format
from fairyscore.render.texts.medium import medium

MARKDOWN = medium("markdown")


def record(moves: str, tags: str = "", result: str = "*") -> Record:
    found = judged(f'{tags}[Result "{result}"]\n\n{moves} {result}').record
    assert found is not None
    return found


def written(*games: Record, **options: object) -> str:
    """The text of some games."""
    stream = io.BytesIO()
    sink = text_format(MARKDOWN, TextOptions(**options)).open(stream)  # type: ignore[arg-type]
    for game in games:
        sink.put((game, game.game.writing.usual))
    sink.close()
    return stream.getvalue().decode()


def moves_of(moves: str, **options: object) -> list[str]:
    """The blocks between heading and result."""
    blocks = written(record(moves), **options).strip().split("\n\n")
    return blocks[3:-1]


def table_of(moves: str) -> list[str]:
    (block,) = moves_of(moves)
    return block.splitlines()[2:]


# -- moves -------------------------------------------------------------------------------------------------------------


def test_moves_alone_are_a_table() -> None:
    assert table_of("1. e4 e5 2. Nf3 Nc6 3. Bb5") == ["| 1. | e4 | e5 |", "| 2. | Nf3 | Nc6 |", "| 3. | Bb5 |  |"]


def test_who_begins_late_has_his_own_column() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[SetUp "1"]\n'
    text = written(record("7... Kd7 8. e4", fen))
    assert [line for line in text.splitlines() if re.match(r"\| \d", line)] == ["| 7. |  | Kd7 |", "| 8. | e4 |  |"]


def test_a_diagram_at_the_end_is_no_remark() -> None:
    """Elsewhere it is."""
    blocks = moves_of("1. e4 e5", diagrams=Diagrams(end=True))
    assert blocks[0].startswith("|  | White | Black |")
    assert "final position" in "".join(blocks[1:])
    assert not moves_of("1. e4 $220 e5")[0].startswith("|")
    assert not moves_of("1. e4 $1 e5")[0].startswith("|")
    assert not moves_of("{so} 1. e4 e5")[0].startswith("|")
    assert not moves_of("1. e4 e5 {so}")[0].startswith("|")


def test_remarks_and_variations_are_blocks() -> None:
    blocks = moves_of("{Before.} 1. e4 {good} e5 (1... c5 {so} 2. Nf3 (2. c3 d5)) 2. Nf3")
    assert blocks == [
        "Before.",
        "**1. e4** good",
        "**1... e5**",
        "1... c5 so 2. Nf3 (2. c3 d5)",
        "**2. Nf3**",
    ]


def test_signs_that_have_none_are_put_in_words() -> None:
    assert moves_of("1. e4 $1 $14 e5 $9 $250 2. Nf3 $6") == ["**1. e4! ⩲ e5 (worst move) (\\$250) 2. Nf3?!**"]


def test_moves_that_nobody_judged_are_called_so() -> None:
    assert moves_of("1. e4 (1. d4 d5 2. Ke3 d6) e5")[1] == "1\\. d4 d5 (not checked: 2. Ke3 d6)"


def test_diagrams_are_files_or_positions() -> None:
    """The second game has its number in the names of its files."""
    names: list[str] = []

    def place(name: str, svg: str) -> str:
        assert svg.startswith("<svg")
        names.append(name)
        return f"game{name}.svg"

    game = record("1. e4 $220 e5 $220")
    text = written(game, game, pictures=place)
    assert names == ["-diagram-1", "-diagram-2", "-g2-diagram-1", "-g2-diagram-2"]
    assert "![Diagram 1: after 1.e4](game-diagram-1.svg)" in text
    options = TextOptions()
    stream = io.BytesIO()
    sink = text_format(MARKDOWN, options).open(stream)
    sink.put((game, game.game.writing.usual))
    sink.close()
    assert options.unplaced == 2
    assert b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b" in stream.getvalue()


# -- around the moves --------------------------------------------------------------------------------------------------


def test_the_heading_has_players_and_details() -> None:
    blocks = written(record("1. e4", '[Event "Cup"]\n[Site "Vienna"]\n[White "Anna"]\n')).split("\n\n")
    assert blocks[:3] == ["# Cup", "White: **Anna** · Black: **unknown**", "- Game: Chess\n- Site: Vienna"]


def test_the_end_has_result_and_sentence() -> None:
    assert written(record("1. e4", result="1-0")).endswith("\n\n**1-0** White wins.\n")


def test_a_fault_is_reported_before_the_result() -> None:
    verdict = judged('[Result "*"]\n\n1. e4 e5 2. Ke3 Nc6 *')
    assert verdict.record is not None
    stream = io.BytesIO()
    sink = text_format(MARKDOWN, TextOptions()).open(stream)
    sink.put((verdict.record, verdict.record.game.writing.usual), fault_of(verdict))  # type: ignore[call-arg]
    sink.close()
    text = stream.getvalue().decode()
    fault = fault_of(verdict)
    assert fault is not None
    assert fault.message in text.replace("\\", "")
    assert "(line 3, column 13)" in text.replace("\\", "")
    assert text.index("line 3") < text.rindex("**\\***")


def test_games_are_apart_and_no_game_is_an_empty_frame() -> None:
    game = record("1. e4")
    assert written(game, game).count("# Chess") == 2
    assert written() == ""


# -- frames ------------------------------------------------------------------------------------------------------------


def test_a_frame_of_each_game(tmp_path: Path) -> None:
    """Every place that there is has what it is called after."""
    path = tmp_path / "frame.md"
    path.write_text("\n".join(f"{name}={{{{{name}}}}}" for name in PLACES), encoding="utf-8")
    tags = '[Event "Cup"]\n[Site "Vienna"]\n[Date "2026.11.21"]\n[White "Anna"]\n[Black "Bert"]\n'
    text = written(record("1. e4 {so}", tags), template=str(path))
    found = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    assert found["title"] == "Cup"
    assert found["players"] == "White: **Anna** · Black: **Bert**"
    assert found["names"] == "Anna – Bert"
    assert found["site"] == "Vienna"
    assert "2026" in found["date"]
    assert found["game"] == "Chess"
    assert found["moves"] == "**1. e4** so"
    assert (found["result"], found["how"]) == ("\\*", "The game is not finished.")
    assert found["number"] == "1"


def test_a_frame_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "frame.md"
    path.write_text("begin\n{{games}}\nend\n", encoding="utf-8")
    game = record("1. e4")
    text = written(game, game, template=str(path))
    assert text.startswith("begin\n# Chess")
    assert text.endswith("\nend\n")
    assert (text.count("begin"), text.count("end\n")) == (1, 1)
    assert written(template=str(path)) == "begin\n\nend\n"


@pytest.mark.parametrize("text", ["", "{{moves}}{{games}}", "{{moves}}{{moves}}"])
def test_frames_that_make_no_sense(tmp_path: Path, text: str) -> None:
    path = tmp_path / "frame.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DrawingError, match=re.escape("has to have one place {{moves}} (for each game) or {{games}}")):
        frames_of(str(path), MARKDOWN)
    assert frames_of("", MARKDOWN) == (MARKDOWN.document, MARKDOWN.game)
