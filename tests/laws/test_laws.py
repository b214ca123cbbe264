"""The law, article by article: each row of a table cites one, is checked by eye, and is asked of all who answer for it.

A file `GAME.toml` is a game's table. A row `[[law]]` has `article`, `says`, the start `position` where it is not the usual
one, the `moves` that lead from there to where it is asked, and one question:

- `move` with `refused`, the code of the reason why it may not be made, or with `refused = ""` where it may; of several
  reasons the first is the one that a report gives;
- `ends`, the result and the reason why the game is over, empty where it goes on; with `ruled = true` an arbiter applies
  the rule, so that another result of a record is a warning;
- `claims`, what the player to move may claim;
- `declared`, the word of KIF for an impasse that is declared there, with what it `lacks`, empty where it holds.

`game` is the name of a game other than the file's; `tags` are those that the law depends on, a date for example.

Asked are the compiled core, the general engine in plain Python, the library (which reads a record) and the command.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from running import rows, run, written

import fairyscore

HERE = Path(__file__).resolve().parent
RESULTS = ("1-0", "0-1", "1/2-1/2")
ENGINES = ("core", "reference")
QUESTIONS = ("move", "ends", "claims", "declared")
USUAL = {"game": "", "position": "", "moves": ""}


class Law(NamedTuple):
    """A row: the game, where it is asked, and the question with its answer."""

    game: str
    position: str
    moves: str
    tags: dict[str, str]
    asked: dict[str, Any]

    def record(self, result: str) -> str:
        """Its moves as PGN, with a result."""
        tags = {"Variant": self.game, "Result": result, **self.tags} | ({"FEN": self.position} if self.position else {})
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{self.moves} {result}\n"

    def played(self) -> fairyscore.Game:
        """The game that its moves make, move by move, by whatever engine plays now."""
        game = fairyscore.Game.new(self.game, **({"FEN": self.position} if self.position else {}), **self.tags)
        for move in self.moves.split():
            game.push(move)
        return game


def laws(question: str) -> list[Any]:
    """The rows that ask a question."""
    return [pytest.param(law, id=place) for place, law in rows_of_tables() if question in law.asked]


def rows_of_tables() -> Iterator[tuple[str, Law]]:
    """All rows, each with its place."""
    for file in sorted(HERE.glob("*.toml")):
        for number, row in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["law"], 1):
            game, position, moves = (row.get(key, usual) for key, usual in USUAL.items())
            law = Law(game or file.stem, position, moves, row.get("tags", {}), row)
            yield f"{file.stem}-{number}-{row['article']}", law


def core_holder(state: Any) -> Any:
    """The tables or the sheet of a game, which keep its core."""
    return state.sheet if hasattr(state, "sheet") else state.tables


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Gives the core's answers, or those of plain Python."""

    def by(law: Law) -> fairyscore.Game:
        if request.param == "reference":
            holder = core_holder(fairyscore.get_variant(law.game).initial_state())
            assert holder.core is None or vars(holder)["core"] is not None
            monkeypatch.setitem(vars(holder), "core", None)
        return law.played()

    yield by
    monkeypatch.undo()


def test_each_row_cites_its_article_and_asks_one_question() -> None:
    for _, law in rows_of_tables():
        row = law.asked
        assert row["article"]
        assert row["says"]
        assert sum(question in row for question in QUESTIONS) == 1
        assert ("move" in row) is ("refused" in row)
        assert ("declared" in row) is ("lacks" in row)


CITED = re.compile(r"Laws of Chess(?: 2023,)? ((?:\d+(?:\.\d+)+(?:, | and )?)+)")
"""Articles of FIDE, as rules and comments cite them."""

PACKAGE = Path(fairyscore.notation.__path__[0])
SOURCES = (".py", ".pyx", ".pxi", ".h", ".toml")


def cited_articles() -> set[str]:
    """Every article of the Laws of Chess that the sources cite."""
    texts = (file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*") if file.suffix in SOURCES)
    return {article for text in texts for found in CITED.findall(text) for article in re.findall(r"\d[\d.]*\d", found)}


def test_every_cited_article_has_a_row() -> None:
    """An article may be stated by rows about its parts: 3.8 by 3.8.2.2.1."""
    stated = {law.asked["article"] for place, law in rows_of_tables() if place.startswith("chess-")}
    cited = cited_articles()
    assert {"3.2", "3.7.3", "5.2.2", "9.2.3", "9.6"} <= cited
    assert [one for one in sorted(cited) if not any(f"{row}.".startswith(f"{one}.") for row in stated)] == []


# -- a move -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", laws("move"))
def test_moves_by_both_engines(law: Law, engine: Any) -> None:
    position = engine(law).position
    reasons = position.explain(law.asked["move"])
    assert {reason.code for reason in reasons} == {*law.asked["refused"].split()}
    if not reasons:
        assert position.parse(law.asked["move"]) in position.legal_moves


@pytest.mark.parametrize("law", laws("move"))
def test_moves_by_the_library(law: Law) -> None:
    (game,) = fairyscore.loads(law._replace(moves=f"{law.moves} {law.asked['move']}").record("*"))
    refused = [found.code for found in game.diagnostics if found.severity == "error"]
    assert refused == law.asked["refused"].split()[:1]
    assert len(list(game.mainline())) == len(law.moves.split()) + (not refused)


@pytest.mark.parametrize("law", laws("move"))
def test_moves_by_the_command(law: Law) -> None:
    start = ["--position", law.position] if law.position else []
    before = ["--after", law.moves] if law.moves else []
    result = run("explain", "--format", "json", *start, *before, law.game, "--", law.asked["move"])
    found = json.loads(result.stdout)
    assert found["legal"] is (not law.asked["refused"])
    assert ([] if found["legal"] else [found["code"]]) == law.asked["refused"].split()[:1]
    assert result.exit_code == bool(law.asked["refused"])


# -- an end -----------------------------------------------------------------------------------------------------------


def end_of(game: fairyscore.Game) -> str:
    """The result and the reason why a game is over, empty where it goes on."""
    return "" if game.outcome is None else f"{game.outcome.result} {game.outcome.reason}"


@pytest.mark.parametrize("law", laws("ends"))
def test_ends_by_both_engines(law: Law, engine: Any) -> None:
    game = engine(law)
    assert end_of(game) == law.asked["ends"]
    if law.moves:  # and not a move before
        assert end_of(engine(law._replace(moves=" ".join(law.moves.split()[:-1])))) == ""


@pytest.mark.parametrize("law", laws("ends"))
def test_ends_by_the_library(law: Law) -> None:
    expected = law.asked["ends"].split(" ")[0]
    (game,) = fairyscore.loads(law.record(expected or "*"))
    assert not [found.code for found in game.diagnostics if found.severity == "error"]
    assert end_of(game) == law.asked["ends"]


@pytest.mark.parametrize("law", laws("ends"))
def test_ends_by_the_command(law: Law, tmp_path: Path) -> None:
    """Every other result is contradicted; none is where the game goes on, as anybody may give up or agree."""
    expected = law.asked["ends"].split(" ")[0]
    contradicted = "warning may-have-ended" if law.asked.get("ruled") else "error result-contradicts"
    for stated in RESULTS:
        result = run("validate", "--format", "jsonl", written(tmp_path / "game.pgn", law.record(stated)))
        codes = {f"{row['severity']} {row['code']}": row["facts"].get("expected") for row in rows(result)}
        assert not [code for code in codes if code.startswith("error") and code != contradicted]
        assert codes.get(contradicted) == (None if expected in ("", stated) else expected)


# -- a claim ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", laws("claims"))
def test_claims_by_both_engines(law: Law, engine: Any) -> None:
    assert sorted(engine(law).claims) == law.asked["claims"]


@pytest.mark.parametrize("law", laws("claims"))
def test_claims_by_the_library(law: Law) -> None:
    (game,) = fairyscore.loads(law.record("*"))
    assert not [found.code for found in game.diagnostics if found.severity == "error"]
    assert sorted(game.claims) == law.asked["claims"]


# -- a declaration ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", laws("declared"))
def test_declarations_by_both_engines(law: Law, engine: Any) -> None:
    state = engine(law).position.state
    course = fairyscore.get_variant(law.game).rules.course
    assert course is not None
    assert course.impasse is not None
    draws = law.asked["declared"] == "持将棋"
    missing = course.impasse.missing_to_draw(state) if draws else course.impasse.missing_to_win(state, state.turn)
    assert "; ".join(missing) == law.asked["lacks"]


def declaration(law: Law) -> str:
    """The position as KIF, where the impasse is declared at once."""
    *lines, _ = law.played().to("kif").splitlines()
    return "\n".join([*lines, f"   {len(law.moves.split()) + 1} {law.asked['declared']}", ""])


@pytest.mark.parametrize("law", laws("declared"))
def test_declarations_by_library_and_command(law: Law, tmp_path: Path) -> None:
    expected = [law.asked["lacks"]] if law.asked["lacks"] else []
    path = written(tmp_path / "game.kif", declaration(law))
    (game,) = fairyscore.read_games(path)
    assert [found.facts["missing"] for found in game.diagnostics if found.code == "impasse-unmet"] == expected
    found = rows(run("validate", "--format", "jsonl", path))
    assert [row["facts"]["missing"] for row in found if row["code"] == "impasse-unmet"] == expected
    assert len(found) == len(expected)
