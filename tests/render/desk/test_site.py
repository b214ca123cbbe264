"""What a published folder carries, so that the judge runs in a browser."""

import io
import zipfile

import fairyscore
from fairyscore.render.desk import published, site


def test_the_judge_has_all_that_it_imports_and_its_licences() -> None:
    names = zipfile.ZipFile(io.BytesIO(site._judge())).namelist()
    assert {"fairyscore/__init__.py", "fairyscore/notation/game.py", "pyparsing/__init__.py"} <= set(names)
    assert not [name for name in names if name.startswith("fairyscore/cli/")]
    assert {"licences/pyparsing/LICENSE", "licences/svgwrite/LICENSE.TXT"} <= set(names)


def test_games_that_are_published_open_on_a_desk() -> None:
    records = {"chess": "1. e4 e5 *", "kaleidochess": "1. 8I-7K *"}
    games = [game for name, text in records.items() for game in fairyscore.loads(text, variant=name)]
    desk = published.desk_of(published.games_text(games, {}))
    assert [row["variant"] for row in desk.reply({"op": "list"})["games"]] == ["chess", "kaleidochess"]


def test_a_warm_desk_has_answered_on_another_one() -> None:
    games = [fairyscore.Game.new("kaleidochess:players=4"), fairyscore.Game.new("duck-chess")]
    desk = published.open_page(published.games_text(games, {}), warm=True)
    assert [game.number for game in desk.games.values()] == [1, 2]
    assert [game.size for game in desk.games.values()] == [1, 1]
    assert published.DESKS["page"] is desk
