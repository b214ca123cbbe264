"""Pages without a browser: what stands in them, how large they are, and that nobody's words become markup."""

import json
import re
import shutil
import subprocess
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from injections import HARMLESS, INJECTIONS, planted
from made_records import records
from nightly import NIGHTLY, sampled
from viewed import ANNOTATED, CASTLING, FAULTY, Parsed, data_of, stories, story_in

from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.reachability import Access, standings
from fairyscore.notation.rules.state import State
from fairyscore.notation.variants.registry import variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.story.builder import tell
from fairyscore.render.themes import THEMES
from fairyscore.render.viewer.board_scene import GOES, STOPS, TAKES, TAKES_OWN, ways
from fairyscore.render.viewer.packs import RAW
from fairyscore.render.viewer.page import MOST_STANDING, PROGRAM, Design, own, page, template

FREE = Access.FREE
ROOT = Path(__file__).resolve().parents[3]
SAMPLES = sorted((ROOT / "samples" / "games").glob("*/*.pgn"))


def unpacked(made: str) -> list[Any]:
    """The packed games of a page, each as its section and its data."""
    packs = re.findall(r'<script type="text/plain" class="packed">([^<]*)</script>', made)
    return [game for pack in packs for game in json.loads(zlib.decompress(b64decode(pack), wbits=RAW))]


def test_most_of_more_than_fifty_games_are_packed_as_they_would_stand() -> None:
    texts = [f'[White "Player {number}"]\n[Variant "chess"]\n\n1. e4 e5 *\n' for number in range(1, 76)]
    made = page(stories(*texts))
    assert re.findall(r'<section class="game" id="g(\d+)"', made) == [str(number) for number in range(1, 11)]
    data, packed = data_of(made), unpacked(made)
    assert (len(data["games"]), len(data["list"]), len(packed)) == (10, 65, 65)
    assert [section[section.index(' id="g') :].split('"')[1] for section, _ in packed] == [
        f"g{at}" for at in range(11, 76)
    ]
    assert data["list"][-1] == '<bdi>Player 75</bdi> – black <span class="result">*</span>'
    section, game = packed[-1]
    assert section.startswith('<section class="game" id="g75"')
    assert 'id="g75-1b" href="#g75-1b">e5</a>' in section
    assert game["steps"] == data["games"][0]["steps"]
    assert "The other games need JavaScript." in made
    assert not unpacked(page(stories(*texts[:MOST_STANDING])))


def test_a_thousand_games_are_small() -> None:
    text = (ROOT / "samples/games/chess/annotated.pgn").read_text(encoding="utf-8")
    few, many = (MOST_STANDING + 1, MOST_STANDING + 1 + 60)
    assert (len(page(stories(*[text] * many))) - len(page(stories(*[text] * few)))) / 60 < 6000


def test_a_page_says_everything_without_its_program() -> None:
    made = page(stories(ANNOTATED))
    words = " ".join(" ".join(Parsed(made.partition("<script type")[0]).words).split())
    for text in ("Anna", "Bernd", "1-0", "A test", "Before it all.", "Best by test.", "It is over.", "Diagram 1"):
        assert text in words, text
    assert re.search(r"1\.\s+e4\s+Best by test\.\s+1\.\.\.\s+e5\s+1\.\.\.\s+c5\s+2\.\s+Nf3\s+\(\s*2\.\s+c3\s+d5", words)
    assert "White: pawn a2, b2, c2, d2, f2, g2, h2, e4; knight b1, g1" in words


def test_several_games_are_called_by_their_event() -> None:
    assert "<h1>A test</h1>" in page(stories(ANNOTATED, ANNOTATED))
    assert "<h1>2 games</h1>" in page(stories(ANNOTATED, CASTLING))
    assert "<h1>Ours</h1>" in page(stories(ANNOTATED, CASTLING), title="Ours")


def test_links_of_moves_have_the_keys_of_the_story() -> None:
    (story,) = stories(ANNOTATED)
    keys = [step.key for _, step in story.line.walk()]
    made = page([story])
    assert re.findall(r'<a class="s\d" id="([^"]*)" href="#\1">', made) == keys
    both = page([story, *stories(CASTLING)])
    assert re.findall(r'<a class="s\d" id="([^"]*)" href="#\1">', both)[: len(keys)] == [f"g1-{key}" for key in keys]
    assert 'id="g2-4w"' in both


def test_steps_in_the_data_are_those_of_the_text_and_lead_to_the_positions() -> None:
    (story,) = stories(ANNOTATED)
    game = data_of(page([story]))["games"][0]
    walked = [step for _, step in story.line.walk()]
    assert len(game["steps"]) == len(walked)
    assert [step[3].get("instead") for step in game["steps"] if len(step) > 3 and "instead" in step[3]] == [1, 3, 1]
    assert game["steps"][0][1] == [12, 28, 0], "the pawn goes straight from e2 to e4"


def placements(data: dict[str, Any], game: dict[str, Any]) -> Iterator[list[int]]:
    """Who stands where at each step, as the page's program finds it."""
    board = data["boards"][game["board"]]
    start = [-1] * len(data["geometries"][board["geometry"]]["cells"])
    found = {-1: changed(start, game["start"])}
    for number, (changes, _, _, *more) in enumerate(game["steps"]):
        before = more[0].get("from", number - 1) if more else number - 1
        found[number] = changed(found[before], changes)
        yield found[number]


def changed(cells: list[int], changes: list[int]) -> list[int]:
    now = dict(zip(changes[::2], changes[1::2], strict=True))
    return [now.get(cell, look) for cell, look in enumerate(cells)]


@pytest.mark.parametrize("path", sampled(SAMPLES, 3), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_data_leads_to_every_position_of_a_sample(path: Path) -> None:
    story = story_in(str(path))
    data = data_of(page([story]))
    (game,) = data["games"]
    looks = data["boards"][0]["looks"]
    for (_, step), cells in zip(story.line.walk(), placements(data, game), strict=True):
        table = step.moment.position.state
        pieces = [None if look < 0 else tuple(looks[look][1:]) for look in cells]
        assert pieces == [table.piece_at(cell) for cell in range(len(pieces))], step.key


@settings(max_examples=200 if NIGHTLY else 12)
@given(records())
def test_any_record_becomes_a_page_and_its_data(record: Record) -> None:
    story = tell(record)
    made = page([story], Design(theme=THEMES["print"]))
    data = data_of(made)
    assert len(data["games"][0]["steps"]) == sum(1 for _ in story.line.walk())
    assert made == page([tell(record)], Design(theme=THEMES["print"])), "the same bytes on every run"


def test_a_board_seen_from_another_seat_is_the_same_one_turned() -> None:
    data = data_of(page([story_in(str(ROOT / "samples/games/kaleidochess/four-players.pgn"))]))
    assert [(view["seat"], view["turn"]) for view in data["boards"][0]["views"]] == [
        (0, 0),
        (1, -90),
        (2, -180),
        (3, -270),
    ]
    turned = page(stories(ANNOTATED), Design(seat="black"))
    assert [view["seat"] for view in data_of(turned)["boards"][0]["views"]] == [1, 0]


def test_a_faulty_record_is_shown_up_to_its_fault() -> None:
    made = page(stories(FAULTY))
    assert re.findall(r'<a class="s\d" id="([^"]*)"', made) == ["1w", "1b"]
    assert "The record is at fault here" in made
    assert "Not judged: <q>2. Ke3 Nf6 3. Nc3" in made


def followed(ways: list[list[int]], state: State, seat: int, gone: tuple[int, ...]) -> dict[int, bool]:
    """Where ways of the data lead on a table, and whether somebody is taken there: what the page's program does."""
    found = {}
    for says, *way in ways:
        for place, cell in enumerate(way):
            piece = state.piece_at(cell)
            may = says & GOES if piece is None else says & TAKES and (piece[0] != seat or says & TAKES_OWN)
            if may and cell not in gone and (says & STOPS or place == len(way) - 1):
                found[cell] = piece is not None
            if piece is not None:
                break
    return found


@pytest.mark.parametrize("name", ["chess", "cylindrical", "tor-qi", "circular-70", "kaleidochess", "chamaeleon"])
def test_ways_lead_where_the_engine_says(name: str) -> None:
    game, rng = variant(name), Random(15)
    state = game.initial_state()
    for _ in range(12):
        moves = state.moves()
        if not moves:
            break
        state.push_unchecked(rng.choice(moves))
        gone = game.scenery.gone(state)
        for cell in range(len(game.board.cells)):
            piece = state.piece_at(cell)
            if piece is not None:
                free = [status.goal for status in standings(game, state, cell, judged=False) if status.access is FREE]
                taken = {goal.target: state.piece_at(goal.target) is not None for goal in free}
                expected = {goal.target: taken[goal.target] for goal in free if taken[goal.target] or goal.goes}
                assert followed(ways(game.rules.reach(*piece, cell)), state, piece[0], gone) == expected


def test_a_rook_on_an_empty_board_has_four_ways() -> None:
    chess = variant("chess")
    rook = ways(chess.rules.reach(0, 3, 0))
    assert rook == [[11, *range(1, 8)], [11, *range(8, 64, 8)]]


# -- what is not let in -------------------------------------------------------------------------------------------------


def test_the_policy_allows_this_style_sheet_and_this_program_only() -> None:
    made = page(stories(ANNOTATED))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', made)
    assert policy.startswith("default-src &#x27;none&#x27;; ")
    assert "unsafe" not in policy
    assert "connect-src" not in policy
    (style,) = re.findall(r"<style>(.*?)</style>", made, re.DOTALL)
    early, program = re.findall(r"<script>(.*?)</script>", made, re.DOTALL)
    for text in (style, early, program):
        assert b64encode(sha256(text.encode()).digest()).decode() in policy.replace("&#x27;", "'").replace("&amp;", "&")
    assert "connect-src &#x27;self&#x27;" in page(stories(ANNOTATED), Design(live=True))


def test_a_page_names_no_address_and_no_inline_style() -> None:
    parsed = Parsed(page(stories(ANNOTATED, CASTLING)))
    names = {name for _, name, _ in parsed.values}
    assert not {name for name in names if name.startswith("on")} | (names & {"style", "src", "srcset", "action"})
    assert all(value.startswith("#") for _, name, value in parsed.values if name.endswith("href"))


def planted_everywhere(texts: list[str]) -> Parsed:
    """A page of as many games as there are texts, each in every tag and comment of its game."""
    record = stories('[Result "*"]\n\n1. e4 (1. d4) *\n')[0].record
    return Parsed(page([tell(planted(record, story)) for story in texts]))


@pytest.mark.parametrize("part", range(5))
def test_no_element_and_no_attribute_comes_of_somebodys_words(part: int) -> None:
    texts = sampled(INJECTIONS[part::5], 3)
    parsed = planted_everywhere(texts)
    without_markup = planted_everywhere([re.sub("[<>&]", "x", text) for text in texts])
    assert parsed.elements == without_markup.elements
    assert set(parsed.elements) <= set(planted_everywhere([HARMLESS, ""]).elements)
    assert parsed.comments == []


def test_a_style_sheet_cannot_leave_its_element() -> None:
    css = "p { color: red }\r\n</style><script>alert(1)</script>"
    made = page(stories(CASTLING), Design(css=css))
    assert Parsed(made).elements == Parsed(page(stories(CASTLING))).elements
    (style,) = re.findall(r"<style>(.*?)</style>", made, re.DOTALL)
    assert "\r" not in style, "browsers read another text then, and the policy would refuse it"


# -- size ---------------------------------------------------------------------------------------------------------------


def test_a_page_of_all_samples_is_small() -> None:
    made = page([story_in(str(path)) for path in sampled(SAMPLES, 4)])
    assert len(made.encode()) < (1_750_000 if NIGHTLY else 900_000)


def test_a_hundred_games_of_sixty_moves_are_less_than_two_megabytes() -> None:
    text = (ROOT / "samples/games/chess/romantic.pgn").read_text(encoding="utf-8")
    tags = text.partition("\n\n")[0]
    round_trip = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"]
    moves = " ".join(round_trip[ply % 8] for ply in range(120))
    (story,) = stories(f'{re.sub(".Result .*", "", tags)}\n[Result "*"]\n\n{moves} *\n')
    assert len(story.line.steps) == 120
    one, three = (len(page([story] * many).encode()) for many in (1, 3))
    assert one + 99 * (three - one) / 2 < 2_000_000


# -- templates and programs ---------------------------------------------------------------------------------------------


def test_a_template_has_every_place_once(tmp_path: Path) -> None:
    good = tmp_path / "good.html"
    good.write_text("<!DOCTYPE html><title>{{ title }}</title>{{policy}}{{style}}<b>{{content}}</b>{{program}}")
    made = page(stories(CASTLING), Design(frame=template(str(good))))
    assert "<title>Clara – Dora</title>" in made
    assert "{{" not in made.partition("<script type")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{policy}}{{title}}{{style}}{{content}}", "no place for {{program}}"),
        ("{{policy}}{{title}}{{style}}{{content}}{{program}}{{board}}", "has a place {{board}}; there are {{policy}}"),
        ("{{policy}}{{title}}{{style}}{{content}}{{program}}{{title}}", "{{title}} more than once"),
    ],
)
def test_a_template_that_is_not_whole_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.html"
    path.write_text(text)
    with pytest.raises(DrawingError, match=re.escape(message)):
        template(str(path))


def test_a_template_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match="cannot be read: No such file"):
        template(str(tmp_path / "none.html"))
    (tmp_path / "bytes.html").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DrawingError, match="not UTF-8"):
        template(str(tmp_path / "bytes.html"))


@pytest.mark.parametrize("name", [*PROGRAM, "live.js"])
def test_node_reads_every_program(name: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    path = tmp_path / name
    path.write_text(own(name), encoding="utf-8")
    done = subprocess.run([node, "--check", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
