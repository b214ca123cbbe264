"""Games as values: read, walked, built, written."""

import io
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import UnknownFormat
from fairyscore.notation.game import Game, NotReadable, loads, read_games
from fairyscore.notation.position import IllegalMove
from fairyscore.notation.variants import UnknownVariant
from fairyscore.notation.work.validate import validate

ANNOTATED = """[White "Anna"]
[Result "1-0"]

{ready} 1. e4 $1 {best} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0
"""


def test_a_game_is_walked_with_all_that_stands_beside_its_moves() -> None:
    (game,) = loads(ANNOTATED)
    assert game.comments == ["ready"]
    first, second, third = game.nodes()
    assert (first.move.text, first.nags, first.comments) == ("e2-e4", [1], ["best"])
    assert third.position == game.position
    (variation,) = second.variations
    reply, then = variation.line()
    assert (reply.move.text, then.move.text) == ("c7-c5", "g1-f3")
    assert [node.move.text for node in then.variations] == ["c2-c3"]
    assert (game.result, game.tags["White"], game.diagnostics) == ("1-0", "Anna", ())


def test_a_faulty_game_goes_up_to_its_fault() -> None:
    (game,) = loads('[White "Anna"]\n\n1. e4 e5 2. Ke3 Nc6 *')
    assert [move.text for move, _ in game.mainline()] == ["e2-e4", "e7-e5"]
    assert game.diagnostics[0].code == "no-piece-reaches"


def test_a_game_of_an_unknown_variant_is_given_out_with_the_reason() -> None:
    (game,) = loads('[Variant "glorp"]\n\n1. e4 *')
    assert list(game.mainline()) if game.diagnostics == () else game.tags["Variant"] == "glorp"
    with pytest.raises(UnknownVariant):
        _ = game.variant


def test_what_is_no_game_is_not_readable(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_games(tmp_path / "none.pgn"))
    with pytest.raises(FileNotFoundError):
        validate(tmp_path / "none.pgn")
    with pytest.raises(NotReadable):
        list(loads(""))


def test_a_game_is_built_and_saved(tmp_path: Path) -> None:
    game = Game.new("chess", White="Anna")
    for text in ("f3", "e7-e5", "g4?", "d8h4"):
        game.push(text)
    assert game.result == "0-1"
    with pytest.raises(IllegalMove):
        game.push("a3")
    game.save(tmp_path / "game.pgn")
    (again,) = read_games(tmp_path / "game.pgn")
    assert again.to("pgn") == game.to("pgn")
    assert "2. g4? Qh4#" in again.to("pgn") or "2. g4 $2 Qh4#" in again.to("pgn")
    with pytest.raises(ValueError, match="not a result for 2 players"):
        game.set_result("1-0-0")
    game.set_result("1/2-1/2")
    assert game.to("moves", notation="long").endswith("d8-h4 1/2-1/2\n")


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="no limits for the size of files here")
    path = tmp_path / "game.pgn"
    game = Game.new("chess", White="Anna")
    game.save(path)
    before = path.read_bytes()
    path.chmod(0o640)
    game.push("e4", comment="long " * 2000)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(NotWritten, match=r"game\.pgn cannot be written: File too large"):
            game.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    game.save(path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize("name", ["x.docx", "x.pgn.bak"])
def test_a_suffix_that_is_no_format_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnknownFormat, match=r"is not the suffix of a format; choose one of \.pgn4, \.bpgn, \.pgn"):
        Game.new("chess").save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_parquet_is_bytes() -> None:
    pytest.importorskip("pyarrow")
    game = Game.new("chess")
    game.push("e4")
    assert game.to("parquet")[:4] == b"PAR1"


def test_sources_of_all_kinds_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(ANNOTATED)
    expected = [game.to("pgn") for game in loads(ANNOTATED)]
    with path.open("rb") as binary, path.open() as text:
        sources = (path, str(path), binary, text, io.BytesIO(ANNOTATED.encode()))
        assert [[game.to("pgn") for game in read_games(source)] for source in sources] == [expected] * 5


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(["kaleidochess:players=3", "chamaeleon", "tor-qi", "circular-66"]), st.randoms())
def test_random_games_are_read_as_they_were_played(name: str, dice: object) -> None:
    game = Game.new(name)
    for _ in range(6):
        moves = game.position.legal_moves
        if not moves:
            break
        game.push(dice.choice(moves))  # type: ignore[attr-defined]
    (again,) = loads(game.to("pgn"))
    assert [str(move) for move, _ in again.mainline()] == [str(move) for move, _ in game.mainline()]
    assert again.position == game.position


def test_a_copied_game_remembers_that_its_text_had_more() -> None:
    (game,) = loads("1. e4 e5 2. Ke3 Nc6 *")
    assert not game.holds_game
    assert not pickle.loads(pickle.dumps(game)).holds_game
    (whole,) = loads("1. e4 e5 *")
    assert pickle.loads(pickle.dumps(whole)).holds_game
