"""Questions about variants, all seed games among them; each is answered once more from the texts of moves and positions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from fairyscore.notation.game import Game, read_games
from fairyscore.notation.work.find import find

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "games"


class Told(NamedTuple):
    """A game in texts: by ply who moved, the move in long form, the FEN and the notes after it; the start comes first."""

    movers: list[str]
    moves: list[str]
    fens: list[str]
    notes: list[str]


def told(game: Game) -> Told:
    assert game.start is not None
    found = Told([""], [""], [game.start.fen], [" ".join(game.start.notes)])
    before = game.start
    for move, after in game.mainline():
        standing = before.piece_at(move.from_cell or None)
        found.movers.append(standing.owner.name if standing else before.turn.name)
        found.moves.append(str(move))
        found.fens.append(after.fen)
        found.notes.append(" ".join(after.notes))
        before = after
    return found


@cache
def played(name: str) -> Path | list[Game]:
    """The samples of a game, or some random games of one that has none."""
    if (SAMPLES / name).is_dir():
        return SAMPLES / name
    games = []
    for seed in range(12):
        dice = random.Random(f"{name} {seed}")
        game = Game.new(name)
        node = game.root.position
        for _ in range(80):
            legal = node.legal_moves
            if not legal:
                break
            takes = [move for move in legal if move.is_capture] if dice.random() < 0.5 else []
            move = dice.choice(takes or legal)
            game.push(move)
            node = node.after(move.raw)
        games.append(game)
    return games


def squares(fen: str) -> str:
    return fen.split(maxsplit=1)[0].split("[", maxsplit=1)[0]


def lines_gone(notes: str, word: str) -> int:
    """How many files or ranks the notes say are gone."""
    found = re.search(rf"\b{word}s? ([\w, ]+?) (?:is|are) gone", notes)
    return 0 if found is None else len(found[1].split(","))


Answer = Callable[[Told, int], bool]

QUESTIONS: list[tuple[str, str, str, Answer]] = [
    (
        "when black came to the castle in the centre", "kaleidochess", "castle 00 held by black",
        lambda game, ply: game.movers[ply] == "black" and re.search(r"[-+]00", game.moves[ply]) is not None,
    ),
    (
        "captures by a wizard with a throw of 5", "kaleidochess", "move { throw 5, takes }",
        lambda game, ply: re.match(r"5: .*\+", game.moves[ply]) is not None,
    ),
    (
        "when one of the players was out", "kaleidochess", "players left <= 3 and ply >= 1 and turn gold",
        lambda game, ply: ply >= 1 and game.fens[ply].split()[1] == "g"
        and len(set(re.findall("[wsbg](?=[A-Z])", squares(game.fens[ply])))) <= 3,
    ),
    (
        "the shrunken board with four ranks left", "chamaeleon", "ranks left = 4",
        lambda game, ply: lines_gone(game.notes[ply], "rank") == 4,
    ),
    (
        "pieces put on the board", "chamaeleon", "move { drops Q }",
        lambda game, ply: "Q@" in game.moves[ply],
    ),
    (
        "over the seam, from the a file to the g file", "cylindrical", "move { from a*, to g* }",
        lambda game, ply: re.match(r"[A-Z]{0,2}a\d[-x]g\d", game.moves[ply]) is not None,
    ),
    (
        "promotions to a caliph", "cylindrical", "move { promotes BC }",
        lambda game, ply: game.moves[ply].endswith("=BC"),
    ),
    (
        "promotions", "tor-qi", "move { promotes }",
        lambda game, ply: "=" in game.moves[ply],
    ),
    (
        "captures by a marshal", "caliph-qi", "move { piece M, takes }",
        lambda game, ply: "x" in game.moves[ply] and mover_letter(game, ply) in ("M", "m"),
    ),
    (
        "castling", "circular-66", "move { castles }",
        lambda game, ply: game.moves[ply].startswith("O-O"),
    ),
    (
        "a rook through the centre of the board", "circular-70", "move { piece R, from *1 *2 *3 *4, to *5 *6 *7 *8 }",
        lambda game, ply: re.search(r"[a-i][1-4][-x][a-i][5-8]", game.moves[ply]) is not None
        and mover_letter(game, ply) in ("R", "r"),
    ),
    (
        "the first capture of white", "circular-68", "move { by white, takes }",
        lambda game, ply: game.movers[ply] == "white" and "x" in game.moves[ply],
    ),
    (
        "a knight dropped with check", "crazyhouse", "move { drops N, gives check }",
        lambda game, ply: game.moves[ply].startswith("N@") and "check" in game.notes[ply],
    ),
    (
        "three pieces or more in hand", "shogi", "hand black piece >= 3",
        lambda game, ply: sum(letter.islower() for letter in game.fens[ply].partition("[")[2].partition("]")[0]) >= 3,
    ),
    (
        "two checks given by white", "three-check", "checks by white >= 2",
        lambda game, ply: int(game.fens[ply].split()[4].split("+")[0]) <= 1,
    ),
    (
        "explosions that take four pieces or more", "atomic", "move { removes >= 4 }",
        lambda game, ply: ply >= 1 and sum(map(str.isalpha, squares(game.fens[ply - 1])))
        - sum(map(str.isalpha, squares(game.fens[ply]))) >= 4,
    ),
    (
        "captures by a cannon", "xiangqi", "move { piece C, takes }",
        lambda game, ply: "x" in game.moves[ply] and mover_letter(game, ply) in ("C", "c"),
    ),
]  # fmt: skip


def mover_letter(game: Told, ply: int) -> str:
    """The letter of the piece that moved, by the FEN before: of games whose FEN has ranks from the top."""
    found = re.search(r"([a-i])(\d+)[-x]", game.moves[ply])
    if found is None or not ply:
        return ""
    rows = squares(game.fens[ply - 1]).split("/")
    row = rows[len(rows) - int(found[2])]
    cells = "".join("." * int(part) if part.isdigit() else part for part in re.findall(r"\d+|.", row))
    return cells[ord(found[1]) - ord("a")]


@pytest.mark.parametrize(
    ("question", "name", "query", "answer"), QUESTIONS, ids=[question[0] for question in QUESTIONS]
)
def test_the_answer_is_that_of_the_texts(question: str, name: str, query: str, answer: Answer, tmp_path: Path) -> None:
    games = played(name)
    if isinstance(games, list):
        path = tmp_path / "games.pgn"
        path.write_text("\n".join(game.to("pgn") for game in games), encoding="utf-8")
        games = path
    expected = []
    for game in read_games(games):
        texts = told(game)
        place = next((ply for ply in range(len(texts.moves)) if answer(texts, ply)), None)
        if place is not None:
            expected.append((game.tags["White"], place))
    assert [(found.game.tags["White"], found.ply) for found in find(query, games)] == expected, question
    assert expected, question
