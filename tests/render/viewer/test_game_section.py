"""The HTML of a game on a page: heading, players, moves, faults, and what is said in words."""

import re

import pytest
from drawn import record
from stories import story

from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Story
from fairyscore.render.themes import THEMES
from fairyscore.render.viewer.board_scene import BoardScene
from fairyscore.render.viewer.markup import Symbols
from fairyscore.render.viewer.section import called, event, section


def game(moves: str, tags: str = "") -> Story:
    return story(f'{tags}[Result "*"]\n\n{moves} *')


def html(story: Story, number: int = 1, prefix: str = "", level: int = 2) -> str:
    stage = BoardScene(Symbols("p"), {}, story.game, THEMES["screen"])
    return "".join(section(story, stage, number, prefix, level))


def part(text: str, begin: str, end: str) -> str:
    """What stands from one text up to another."""
    return begin + text.partition(begin)[2].partition(end)[0]


def score(moves: str) -> str:
    """The main line of a game, without pictures."""
    text = re.sub("<svg.*?</svg>", "", html(game(moves)))
    return part(text, '<div class="line seats-2">', '<p class="close">').removesuffix("</div>")


def link(key: str, seat: int, text: str, inner: str = "") -> str:
    return f'<a class="s{seat}" id="{key}" href="#{key}">{text}{inner}</a>'


LINE = '<div class="line seats-2">'

# -- heading -----------------------------------------------------------------------------------------------------------


def test_the_heading_has_players_event_and_details() -> None:
    story = game("1. e4", '[Event "Cup"]\n[Site "Vienna"]\n[White "Anna"]\n')
    assert (called(story), event(story)) == ("<bdi>Anna</bdi> – black", "Cup")
    text = html(story, 3, level=4)
    assert text.startswith('<section class="game" id="g3" aria-labelledby="g3-title">')
    assert part(text, "<header", "</header>") == (
        '<header class="heading"><h4 id="g3-title" tabindex="-1"><bdi>Anna</bdi> – black <span class="result">*</span></h4>'
        '<p class="event"><bdi>Cup</bdi></p>'
        '<dl class="details"><div><dt>Game</dt> <dd><bdi>Chess</bdi></dd></div>'
        "<div><dt>Site</dt> <dd><bdi>Vienna</bdi></dd></div></dl>"
    )


def test_a_game_of_nobody_is_called_by_its_event_or_its_rules() -> None:
    named, bare = game("1. e4", '[Event "Cup"]\n'), game("1. e4")
    assert (called(named), event(named), '<p class="event">' in html(named)) == ("Cup", "Cup", False)
    assert (called(bare), event(bare)) == ("Chess", "")


def test_players_have_a_piece_and_what_they_have_lost() -> None:
    text = html(game("1. e4 d5 2. exd5 Qxd5", '[White "Anna"]\n'))
    players = re.findall(r'<li data-seat="(\d)">(.*?)</li>', text)
    assert [seat for seat, _ in players] == ["0", "1"]
    assert '<span class="who"><bdi>Anna</bdi> <span class="seat">white</span></span>' in players[0][1]
    assert '<span class="who">Black</span>' in players[1][1]
    assert ['aria-label="lost: pawn"' in about for _, about in players] == [True, True]
    quiet = html(game("1. e4"))
    assert 'class="tray"' not in quiet


def test_players_of_xiangqi_are_red_and_black_everywhere() -> None:
    text = html(game("1. Che3 Hc8 2. Cxe7", '[Variant "Xiangqi"]\n[White "Hong"]\n'))
    words = " ".join(re.findall(r">([^<>]+)<", re.sub("<svg.*?</svg>", "", text)))
    assert set(re.findall(r"\b(?:white|black|red)\b", words, re.IGNORECASE)) == {"Red", "Black"}


ZH = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 Qxc3 5. dxc3"


def test_what_is_captured_comes_to_the_hand_where_there_are_hands() -> None:
    text = re.sub("<svg.*?</svg>", "", html(game(ZH, '[Variant "Crazyhouse"]\n')))
    assert re.findall(r'<p class="hand"(.*?)</p>', text) == [
        ' data-seat="1" role="img" aria-label="Black, in hand: pawn, knight"><span></span><span></span>',
        ' data-seat="0" role="img" aria-label="White, in hand: queen"><span></span>',
    ]
    assert "lost:" not in text
    assert "White, in hand: queen. Black, in hand: pawn, knight." in text
    assert "Captured" not in text
    assert 'class="hand"' not in html(game("1. e4"))


def test_lost_pieces_are_in_the_order_of_their_kinds() -> None:
    text = html(game("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 Nf6 5. Bxb7 Bxb7"))
    assert re.findall(r'aria-label="lost: (.*?)"', text) == ["pawn, pawn, bishop", "pawn, pawn, queen"]


# -- the board ---------------------------------------------------------------------------------------------------------


def test_the_status_tells_the_last_move_and_who_is_to_move() -> None:
    assert '<p class="status">1. e4: black to move</p>' in html(game("1. e4"))
    assert '<p class="status">white to move</p>' in html(game(""))
    text = html(game("1. e4"))
    assert "<p>Chess, black to move. White: pawn a2, b2, " in text
    assert "<summary>The position in words</summary>" in text


def test_fields_that_are_held_have_a_table() -> None:
    story = tell(record("kaleidochess/annotated-four-players.pgn"))
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td class="holder" data-cell="\d+">(.*?)</td>', html(story))
    assert [field for field, _ in rows] == ["00", "1J", "3J", "5J", "7J"]
    assert {holder for _, holder in rows} <= {"white", "silver", "black", "gold", "nobody"}
    assert "<caption>Castles</caption>" in html(story)
    assert "<caption>" not in html(game("1. e4"))


# -- moves -------------------------------------------------------------------------------------------------------------


def test_moves_have_numbers_where_they_begin_a_round() -> None:
    assert score("1. e4 e5 2. Nf3") == (
        f"{LINE}<i>1.</i>{link('1w', 0, 'e4')} {link('1b', 1, 'e5')} <i>2.</i>{link('2w', 0, 'Nf3')} "
    )


def test_remarks_stand_aside_and_the_next_move_has_its_number() -> None:
    assert score("1. e4 {<good>} e5") == (
        f"{LINE}<i>1.</i>{link('1w', 0, 'e4')} "
        '<div class="aside"><p class="comment" dir="auto">&lt;good&gt;</p></div>'
        f"<i>1...</i>{link('1b', 1, 'e5')} "
    )


def test_variations_are_paragraphs_and_those_within_them_in_brackets() -> None:
    inner = f"(<i>1.</i>\u202f{link('1w-v1-1w-v1-1w', 0, 'c4')})"
    assert score("1. e4 (1. d4 (1. c4) d5)") == (
        f"{LINE}<i>1.</i>{link('1w', 0, 'e4')} "
        f'<div class="aside"><div class="variation"><i>1.</i>\u202f{link("1w-v1-1w", 0, "d4")} '
        f'<div class="variation">{inner}</div> <i>1...</i>\u202f{link("1w-v1-1b", 1, "d5")} </div></div>'
    )


def test_remarks_in_variations_run_on() -> None:
    text = score("1. e4 ({or} 1. d4 {so})")
    assert '<span class="comment" dir="auto">or</span> <i>1.</i>' in text
    assert 'd4</a> <span class="comment" dir="auto">so</span> ' in text


def test_what_stands_before_the_first_move() -> None:
    text = html(game("{Before.} 1. e4"))
    assert f'<p class="comment" dir="auto">Before.</p>{LINE}' in text
    assert "seats-" not in html(game("{Nobody came.}"))


def test_glyphs_are_in_the_link_with_their_meaning_and_others_in_words() -> None:
    text = score("1. e4 $1 $9 $250")
    assert 'e4<b title="good move">!</b>' in text
    assert '</a> <span class="sign">worst move</span>' in text
    assert "<b>$250</b>" in text


def test_evaluation_and_clock_stand_beside_a_move() -> None:
    both = (
        "1. e4 {[%eval 0.35,20] [%clk 1:02:03]} e5 {[%eval #-3]} 2. Nf3 {[%clk 71:59:59]} Nc6 {[%clk 72:00:00]} 3. Bb5"
    )
    assert re.findall(r'<small class="beside">(.*?)</small>', score(both)) == [
        "0.35 1:02:03",
        "#-3",
        "71:59:59",
        "3 days",
    ]


def test_a_diagram_has_its_number_and_caption() -> None:
    text = score("1. e4 $220 e5 {[%diagram]}")
    assert re.findall("<figcaption>(.*?)</figcaption>", text) == [
        "<b>Diagram 1</b> after 1.e4",
        "<b>Diagram 2</b> after 1...e5",
    ]


def test_news_stand_aside() -> None:
    text = html(tell(record("chamaeleon/annotated-three-players.pgn")))
    assert '<p class="news">rank 8 is gone</p>' in text


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_end_has_result_and_sentence() -> None:
    assert '<p class="close"><strong>*</strong> The game is not finished.</p>' in html(game("1. e4"))


def test_a_fault_is_reported_where_it_is() -> None:
    story = game("1. e4 e5 2. Ke3 Nc6")
    assert story.fault is not None
    text = html(story, prefix="g1-")
    assert part(text, '<div class="flaw"', "</div>") == (
        '<div class="flaw" role="note"><p><strong>The record is at fault here, line 3, column 13.</strong> '
        f"{story.fault.message}. "
        '<a class="to" href="#g1-1b">Show the last legal move.</a></p>'
        '<p class="rest">Not judged: <q>2. Ke3 Nc6</q></p>'
    )
    first = html(game("1. Ke3"))
    assert 'class="to"' not in first


def test_moves_that_nobody_judged_are_called_so() -> None:
    assert '<span class="unjudged">not judged: <q>2. Ke3 d6</q></span>' in score("1. e4 (1. d4 d5 2. Ke3 d6)")


@pytest.mark.parametrize("number", [1, 12])
def test_the_moves_of_a_game_have_a_place_that_is_named(number: int) -> None:
    assert f'aria-label="Moves" tabindex="0" id="g{number}-moves">' in html(game("1. e4"), number)
