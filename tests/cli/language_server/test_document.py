"""Records in an editor, without the protocol."""

import pytest

from fairyscore.cli.language_server.document import OpenFile, written_moves
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict

GAME = '[White "{}"]\n[Result "*"]\n\n1. e4 e5 2. {} *\n\n'


def test_only_a_changed_game_is_judged_again() -> None:
    games = [GAME.format(number, "Nf3") for number in range(50)]
    document = OpenFile("a.pgn", "".join(games))
    before = [game.verdict for game in document.games]
    games[20] = GAME.format(20, "Ke3")
    games.insert(0, GAME.format("new", "d4"))
    document.update("".join(games))
    judged = [game.verdict for game in document.games if not any(game.verdict is old for old in before)]
    assert [verdict.tags["White"] for verdict in judged] == ["new", "20"]
    (found,) = document.diagnostics()
    assert (found.line, found.code) == (21 * 5 + 4, "no-piece-reaches")


def test_moves_are_found_in_variations_too() -> None:
    document = OpenFile("a.pgn", '[Result "*"]\n\n1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Ke3 Nc6 *\n')
    found = [(move.text, move.move is not None) for move in written_moves(document.games[0], document.format)]
    texts = ["e4", "d4", "d5", "Nf6", "c4", "e5", "Ke3"]
    assert found == [(text, text != "Ke3") for text in texts]


def test_a_game_that_is_not_understood_whole_is_not_formatted() -> None:
    document = OpenFile("a.pgn", '[Result "*"]\n\n1.e4   e5 *\n\n[Result "*"]\n\n1.e4   Ke7 *\n')
    new = document.formatted()
    assert new is not None
    assert "1. e4 e5 *" in new
    assert "1.e4   Ke7 *" in new


def test_a_file_of_one_game_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    judge = Validator.judge

    def counted(self: Validator, game_text: GameText) -> Verdict:
        judged.append(game_text.text)
        return judge(self, game_text)

    monkeypatch.setattr(Validator, "judge", counted)
    document = OpenFile("a.pgn", GAME.format("Anna", "Ke3"))
    assert [found.code for found in document.diagnostics() + document.diagnostics()] == ["no-piece-reaches"] * 2
    assert len(judged) == 1
    assert [move.text for move in written_moves(document.games[0], document.format)] == ["e4", "e5", "Ke3"]
