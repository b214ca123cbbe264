"""Values can be pickled, copied and sent to other processes; what comes back is equal."""

import copy
import inspect
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest
from nightly import sampled

import fairyscore
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.game import Game, loads, read_games
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.variants.registry import variant_from_file, variant_from_text, variant_names
from fairyscore.notation.work.validate import validate

GAMES = [
    "kaleidochess:players=4", "kaleidochess:dice", "kaleidochess:no-repetition", "chamaeleon:players=3",
    "chamaeleon:start=drop", "circular-70:coordinates=ring", *sampled(variant_names(), 6),
]  # fmt: skip
SAMPLES = [
    path
    for path in sorted((Path(__file__).parents[2] / "samples").rglob("*.pgn"))
    if not path.stem.startswith(("empty-file", "not-a-record"))
]
MINI = 'title = "Mini"\nbased_on = "chess"\nstart = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\n'

TRAVELS: list[Callable[[object], object]] = [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]


def returned(value: object) -> list[object]:
    return [travel(value) for travel in TRAVELS]


@pytest.mark.parametrize("name", GAMES)
def test_positions_moves_and_variants(name: str) -> None:
    position, dice = Position.start(name), Random(1)
    for _ in range(12):
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(dice.choice(moves))
    assert returned(position) == [position] * 3
    assert returned(position.variant) == [position.variant] * 3
    assert returned(position.legal_moves) == [position.legal_moves] * 3
    (again, *_) = returned(position)
    assert isinstance(again, Position)
    assert again.legal_moves == position.legal_moves
    assert len({again, position}) == 1


def test_a_game_of_a_file_travels_with_its_text(tmp_path: Path) -> None:
    path = tmp_path / "mini.toml"
    path.write_text(MINI, encoding="utf-8")
    for game in (variant_from_text(MINI), variant_from_file(path)):
        assert "mini" not in variant_names()
        position = Position.start(game).play("e4")
        (again, *_) = returned(position)
        assert again == position
        assert isinstance(again, Position)
        assert again.variant.title == "Mini"


@pytest.mark.parametrize("path", sampled(SAMPLES, 8), ids=lambda path: str(path.stem))
def test_games_and_diagnostics(path: Path) -> None:
    games = list(read_games(path))
    assert [returned(game) for game in games] == [[game] * 3 for game in games]
    for game in games:
        for again in returned(game):
            assert isinstance(again, Game)
            assert again.to("pgn") == game.to("pgn")
            assert again.diagnostics == game.diagnostics
            assert list(again.tags) == list(game.tags)
    report = validate(path)
    assert returned(report) == [report] * 3


def test_a_copy_is_independent() -> None:
    (game,) = loads('[White "Anna"]\n\n1. e4 e5 (1... c5) *')
    other = copy.copy(game)
    assert other == game
    other.push("Nf3")
    other.tags["White"] = "Berta"
    assert (game.tags["White"], len(list(game.nodes()))) == ("Anna", 2)
    assert other != game


def errors() -> list[FairyscoreError]:
    """One of each kind, as it is raised."""

    def raised(wrong: Callable[[], object]) -> FairyscoreError:
        with pytest.raises(FairyscoreError) as caught:
            wrong()
        return caught.value

    start = Position.start("chess")
    return [
        raised(lambda: start.play("Ke5")),
        raised(lambda: Position.start("chess9")),
        raised(lambda: Position.from_fen("rubbish")),
        raised(lambda: start.write("e4", "glyphs")),
        raised(lambda: Position.start("kaleidochess").san("1G-2E")),
        raised(lambda: list(loads(""))),
        raised(lambda: Game.new().to("docx")),
        raised(lambda: variant_from_text('title = "x"\nrubbish = 1')),
        raised(lambda: fairyscore.diagram(start, theme="none")),
    ]


def test_errors_have_one_base_and_travel() -> None:
    for error in errors():
        for again in returned(error):
            assert again == error
            assert (str(again), type(again), again.__dict__) == (str(error), type(error), error.__dict__)
    public = [getattr(fairyscore, name) for name in fairyscore.__all__]
    kinds = [kind for kind in public if inspect.isclass(kind) and issubclass(kind, BaseException)]
    assert len(kinds) >= 10
    assert [kind for kind in kinds if not issubclass(kind, FairyscoreError)] == []


def played(text: str) -> str:
    return Position.start("chess").play(text).fen


def test_an_illegal_move_in_a_worker_is_raised_here() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(IllegalMove, match="no white king can go to e5"):
            list(pool.map(played, ["e4", "Ke5"]))
        assert list(pool.map(played, ["e4"])) == [played("e4")]


@pytest.mark.parametrize("name", GAMES)
def test_a_repr_is_short(name: str) -> None:
    position = Position.start(name)
    game = Game.new(name, White="x" * 300, Black="y" * 300)
    values = [position, game, game.root, position.legal_moves[0], game.push(position.legal_moves[0])]
    assert [repr(value) for value in values if len(repr(value)) > 200] == []
