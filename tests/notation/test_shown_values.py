"""What the library gives shows itself shortly in a terminal, and as a table or picture in a notebook."""

import fairyscore
from fairyscore import Game, Position

ROMANTIC = "samples/games/chess/romantic.pgn"
FAULTY = "samples/faults/path-blocked.pgn"


def values() -> list[object]:
    """One value of each kind, as large as it comes in the samples."""
    (faulty,) = fairyscore.loads('[White "Anna"]\n\n1. e4 e5 2. NF3 *')
    games = list(fairyscore.read_games(ROMANTIC))
    found = fairyscore.validate("samples/faults")
    return [
        fairyscore.get_variant("shogi"),
        found,
        fairyscore.convert(games, "moves"),
        *fairyscore.repair(faulty),
        fairyscore.dedupe([ROMANTIC, ROMANTIC]),
        fairyscore.stats(ROMANTIC),
        fairyscore.sheet(faulty),
        fairyscore.rulebook("cylindrical"),
        fairyscore.diagram(Position.start("chess")),
        Position.start("chess").explain("Ke5")[0],
        Position.start("chess").explain("e1", "e5"),
        Position.start("chess").piece_at("e1"),
    ]


def test_texts_are_short() -> None:
    assert [repr(value) for value in values() if len(repr(value)) > 200] == []
    found = fairyscore.validate("samples/faults").diagnostics
    assert [repr(diagnostic) for diagnostic in found if len(repr(diagnostic)) > 1000] == []


def test_texts_say_what_it_is() -> None:
    report = fairyscore.validate(FAULTY)
    assert repr(report) == "<Report: 2 games, 13 plies, 1 error, 1 info>"
    assert repr(report.diagnostics[0]).startswith(
        "<Diagnostic samples/faults/path-blocked.pgn:10:40: error[path-blocked]: the path of the tiger from 4H to 4E"
    )
    assert repr(fairyscore.get_variant("circular-70:coordinates=ring")) == "<Variant circular-70:coordinates=ring>"
    assert repr(fairyscore.convert(ROMANTIC, "moves")).startswith("<Conversion to moves: 3 games, ")


def test_tables_in_notebooks() -> None:
    report = fairyscore.validate(FAULTY)._repr_html_()
    assert "<caption>2 games, 13 plies, 1 error, 1 info</caption>" in report
    assert "<td>path-blocked</td>" in report
    assert "<td>chess</td><td>3</td>" in fairyscore.stats(ROMANTIC)._repr_html_()
    rows = fairyscore.rows(fairyscore.read_games(ROMANTIC))
    assert rows._repr_html_().count("<tr>") == 1 + len(rows)


def test_words_of_a_record_are_no_markup() -> None:
    rows = fairyscore.rows(fairyscore.loads('[White "<b>Anna</b>"]\n\n1. e4 e5 *'))
    assert "&lt;b&gt;Anna&lt;/b&gt;" in rows._repr_html_()


def test_a_long_table_is_cut() -> None:
    game = Game.new("chess")
    for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 30:
        game.push(text)
    assert "and 20 more" in fairyscore.rows([game], plies=True)._repr_html_()


def test_a_game_that_could_not_begin_shows_no_board() -> None:
    (game,) = fairyscore.loads('[FEN "rubbish"]\n\n1. e4 *')
    assert game._repr_svg_() is None
    assert Game.new("chess")._repr_svg_() is not None
