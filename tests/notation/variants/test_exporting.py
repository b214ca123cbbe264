"""Games written as settings for engines: what would be another game there is found, and engines play the rest alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from nightly import sampled

from fairyscore.notation.moves import uci
from fairyscore.notation.variants.exporting import difference
from fairyscore.notation.variants.file_reader import document
from fairyscore.notation.variants.ini_writer import settings_of
from fairyscore.notation.variants.registry import variant
from fairyscore.notation.variants.sources import shipped, shipped_names


def _difference(name: str) -> str:
    data = {key: value for key, value in document(shipped(name)).data.items() if key not in ("based_on", "remove")}
    return difference("written", data, settings_of(data))


@pytest.mark.parametrize("name", ["janggi", "cylinder-chess", "omega-chess"])
def test_a_game_that_settings_cannot_say_is_found(name: str) -> None:
    assert _difference(name)


@pytest.mark.parametrize("name", ["ouk", "kar-ouk", "shogi", "capablanca", "micro-shogi", "kyoto-shogi"])
def test_a_game_that_they_say_has_the_same_moves(name: str) -> None:
    assert _difference(name) == ""


@pytest.mark.parametrize("moves", ["[F-R]", "(4,1)", "DD", "R12", "nC", "fhB"])
def test_moves_that_engines_read_otherwise_are_not_written(moves: str) -> None:
    data = dict(document(shipped("capablanca")).data)
    data["piece"] = [{**piece, "moves": moves} if piece["letter"] == "C" else piece for piece in data["piece"]]
    data.pop("based_on", None)
    assert "is not understood" in difference("written", data, settings_of(data))


@pytest.mark.parametrize("name", sampled(shipped_names(), 12))
def test_engines_play_what_is_written(name: str) -> None:
    """With pyffish, where it is installed: every shipped game is refused, or has the same legal moves there."""
    pyffish = pytest.importorskip("pyffish")
    if _difference(name):
        return
    theirs = f"written{name.replace('-', '')}"
    pyffish.load_variant_config(settings_of(document(shipped(name)).data).section(theirs))
    start = pyffish.start_fen(theirs)
    for line in _lines(name):
        state, game = variant(name).initial_state(), variant(name)
        for text in line:
            state.push_unchecked(next(move for move in state.moves() if uci.write(state, move, game) == text))
        ours = {uci.write(state, move, game) for move in state.moves()}
        over = pyffish.is_immediate_game_end(theirs, start, list(line))[0]
        assert ours == (set() if over else set(pyffish.legal_moves(theirs, start, list(line)))), line


def _lines(name: str) -> Iterator[tuple[str, ...]]:
    """The lines of up to two moves, a sample of them, and every place of games played at random."""
    game = variant(name)
    random = Random(name)
    yield ()
    for number in range(30):
        state = game.initial_state()
        line: tuple[str, ...] = ()
        for _ in range(2 if number < 24 else 40):
            moves = {uci.write(state, move, game): move for move in state.moves()}
            if not moves:
                break
            text = random.choice(sorted(moves))
            state.push_unchecked(moves[text])
            line = (*line, text)
            yield line
