"""The data of a book: parts, headings of games, moves, remarks, variations, diagrams and indexes."""

import re
from typing import Any

from drawn import record
from stories import story

from fairyscore.notation.variants import variant
from fairyscore.render.book.contents import LONG, SHORT, USUAL, BookLook, Prose, data, figurines
from fairyscore.render.language import language
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import SIGNS, Story
from fairyscore.render.themes import THEMES

TAGS = """[Event "Club"]
[Site "Vienna"]
[Round "3"]
[Date "1999.05.??"]
[White "Berg, Anna"]
[Black "STEIN, KARL"]
[WhiteElo "2000"]
[ECO "C20"]
[Opening "King's Pawn"]
[Variation "Early Queen"]
[Annotator "Wolf"]
[Themes "pin, fork; mate"]
[Result "1-0"]
"""
MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
WITHOUT_TAGS = story('[Result "*"]\n\n1. e4 *')


def game_of(text: str, look: BookLook = USUAL) -> dict[str, Any]:
    """The data of the only game of a book."""
    (part,) = data("A book", [story(text)], look)["parts"]
    game: dict[str, Any]
    (game,) = part["items"]
    return game


def items_of(moves: str) -> list[dict[str, Any]]:
    """What stands below the heading of a game."""
    items: list[dict[str, Any]] = game_of(f'[Result "*"]\n\n{moves} *')["items"]
    return items


def in_short(items: list[dict[str, Any]]) -> list[str]:
    """Moves and remarks as they are printed; of other items the kind."""
    return [item.get("text", item["kind"]) for item in items]


# -- parts -------------------------------------------------------------------------------------------------------------


def parts(*pieces: Prose | Story) -> list[tuple[str, list[str]]]:
    """The parts of a book: the title of each, and the kinds of what is in it."""
    return [(part["title"], [item["kind"] for item in part["items"]]) for part in data("A book", pieces)["parts"]]


def test_a_heading_of_the_first_level_begins_a_part() -> None:
    text = Prose("Before.\n\n# One\n\nWords.\n\n## Notes\n\n# Two")
    assert parts(text, WITHOUT_TAGS) == [("", ["prose"]), ("One", ["prose"]), ("Two", ["game"])]


def test_prose_without_a_heading_goes_on_in_the_part_before() -> None:
    assert parts(Prose("# One"), WITHOUT_TAGS, Prose("After.")) == [("One", ["game", "prose"])]
    assert parts(WITHOUT_TAGS, Prose("After.\n\n# Two")) == [("", ["game", "prose"]), ("Two", [])]
    assert parts() == parts(Prose("\n \n")) == []


def test_prose_is_markdown() -> None:
    """As CommonMark has it: a heading has six `#` at most, and a blank behind them."""
    (part,) = data("A book", [Prose("# *One*\nfirst\n  line\n\n###### Notes\nsecond\n\n#no heading")])["parts"]
    assert part["title"] == "One"
    (text,) = part["items"]
    assert (text["kind"], text["number"]) == ("prose", 1)
    assert [block["kind"] for block in text["parts"]] == ["paragraph", "heading", "paragraph", "paragraph"]
    assert text["parts"][0]["parts"] == [{"kind": "words", "text": "first line"}]
    assert (text["parts"][1]["level"], text["parts"][3]["parts"][0]["text"]) == (6, "#no heading")


def test_remarks_have_emphasis_and_links_and_keep_their_typography() -> None:
    """`1.` in front of a move is no list, and a star alone is a star."""
    (_, remark, _) = items_of('1. e4 {a *fine* move, "the best"; see [Bird](https://example.com) $16} e5')
    assert remark["text"] == "a fine move, “the best”; see Bird ±"
    assert [part["kind"] for part in remark["parts"]] == ["words", "emphasis", "words", "link", "words"]
    (_, plain, _) = items_of("1. e4 {1. d4 * 2. c4 is 3 * 4} e5")
    assert plain["text"] == "1.d4 * 2.c4 is 3 * 4"
    assert [part["kind"] for part in plain["parts"]] == ["words"]
    (_, bare, _) = items_of("1. e4 {fine} e5")
    assert "parts" not in bare


# -- games -------------------------------------------------------------------------------------------------------------


def test_the_heading_of_a_game_has_what_its_tags_say() -> None:
    game = game_of(f"{TAGS}\n{MATE}")
    del game["items"]
    assert game == {
        "kind": "game",
        "number": 1,
        "called": "Game 1",
        "variant": "Chess",
        "players": ["Anna Berg", "Karl Stein"],
        "ratings": ["2000", ""],
        "event": "Club",
        "round": "3",
        "year": "1999",
        "eco": "C20",
        "opening": "King's Pawn, Early Queen",
        "annotator": "Wolf",
        "language": "en",
        "result": "1–\N{WORD JOINER}0",
        "end": "White wins: Black is checkmated.",
    }


def test_what_nobody_knows_is_empty_in_the_heading() -> None:
    game = game_of('[Event "?"]\n[Site "Vienna"]\n[Date "????.??.??"]\n[White "?"]\n[Result "*"]\n\n1. e4 *')
    assert (game["players"], game["event"], game["year"]) == (["?", "?"], "Vienna", "")
    assert (game["round"], game["eco"], game["opening"], game["annotator"]) == ("", "", "", "")


def test_an_end_that_the_result_tells_is_not_named() -> None:
    assert game_of('[Result "1-0"]\n\n1. e4 1-0')["end"] == ""
    assert game_of(f'[Result "1-0"]\n\n{MATE}')["end"] == "White wins: Black is checkmated."


def test_indexes_tell_where_each_name_is() -> None:
    other = '[White "Stein, Karl"]\n[Black "?"]\n[Opening "Bird"]\n[Theme "fork"]\n[Event "?"]\n[Result "*"]\n\n1. f4 *'
    indexes = data("A book", [story(f"{TAGS}\n{MATE}"), WITHOUT_TAGS, story(other)])["indexes"]
    assert indexes == {
        "players": [["Berg, Anna", [[1, 0]]], ["Stein, Karl", [[1, 1], [3, 0]]]],
        "openings": [["Bird", [3]], ["C20 King's Pawn, Early Queen", [1]]],
        "events": [["Club", [1]]],
        "themes": [["fork", [1, 3]], ["mate", [1]], ["pin", [1]]],
    }


def test_an_opening_may_have_a_code_only() -> None:
    assert data("A book", [story('[ECO "A00"]\n[Result "*"]\n\n1. g4 *')])["indexes"]["openings"] == [["A00", [1]]]


def test_names_in_indexes_are_in_the_order_of_their_letters() -> None:
    games = [story(f'[White "{name}"]\n[Result "*"]\n\n1. e4 *') for name in ("de Vries", "Euwe", "Berg")]
    assert [name for name, _ in data("A book", games)["indexes"]["players"]] == ["Berg", "de Vries", "Euwe"]


def test_the_usual_game_is_the_one_that_nobody_need_name() -> None:
    """Chess, also in a book of another game only: a reader would not know what is played."""
    tor = story('[Variant "tor-qi"]\n[Result "*"]\n\n1. b2-b3 *')
    found = data("A book", [WITHOUT_TAGS, tor, WITHOUT_TAGS])
    assert (found["variant"], found["variants"], found["games"]) == ("Chess", ["Chess", "Tor Qi"], 3)
    assert data("A book", [tor])["variant"] == "Chess"


def test_the_first_game_of_another_variant_shows_its_start() -> None:
    tor = story('[Variant "tor-qi"]\n[Result "*"]\n\n1. b2-b3 *')
    (part,) = data("A book", [tor, tor, WITHOUT_TAGS])["parts"]
    captions = [[item["caption"] for item in game["items"] if item["kind"] == "diagram"] for game in part["items"]]
    assert captions == [["Tor Qi: the start"], [], []]


def test_the_book_has_title_author_looks_and_language() -> None:
    look = BookLook((100.0, 200.0), 3.0, "informant", "paper")
    with language("de"):
        found = data("Ein Buch", [], look, "Anna")
    assert (found["format"], found["title"], found["author"], found["language"]) == (2, "Ein Buch", "Anna", "de")
    assert found["look"] == {
        "paper": [100.0, 200.0],
        "bleed": 3.0,
        "style": "informant",
        "theme": "paper",
        "graph": False,
    }
    assert found["labels"]["contents"] == "Inhalt"
    assert data("A book", [])["labels"]["contents"] == "Contents"


# -- moves, remarks, variations ----------------------------------------------------------------------------------------


def test_moves_run_on_and_have_their_number_where_one_is_needed() -> None:
    """White's always; Black's where something stands between, and at the beginning of a variation."""
    items = items_of("{First.} 1. e4 e5 2. Nf3 {good} Nc6 (2... d6 3. d4) 3. Bb5")
    assert in_short(items) == ["First.", "1.e4 e5 2.♘f3", "good", "2...♘c6", "variation", "3.♗b5"]
    assert in_short(items[4]["items"]) == ["2...d6 3.d4"]


def test_signs_that_are_not_printed_are_put_in_words() -> None:
    """The next move has its number after them."""
    assert in_short(items_of("1. e4 $9 e5 2. d4")) == ["1.e4", "worst move", "1...e5 2.d4"]
    assert in_short(items_of("1. e4 $1 $9 {Why?} e5")) == ["1.e4!", "worst move", "Why?", "1...e5"]


def test_variations_tell_how_deep_they_are() -> None:
    (_, outer, _) = items_of("1. e4 (1. d4 d5 (1... Nf6)) 1... e5")
    assert (outer["depth"], outer["own"]) == (1, False)
    assert (outer["items"][1]["depth"], outer["items"][1]["own"]) == (2, False)


def test_signs_stand_after_their_move_and_in_the_key() -> None:
    """`!` and the like right after it, others after a blank; signs in remarks are in the key too."""
    game = story('[Result "*"]\n\n1. e4 $1 $14 e5 {(?) better is $142 c5 $16} *')
    found = data("A book", [game])
    assert in_short(found["parts"][0]["items"][0]["items"]) == ["1.e4!\N{NO-BREAK SPACE}⩲ e5?", "better is ⌓ c5 ±"]
    assert found["signs"] == [
        ["!", "a good move"],
        ["?", "a mistake"],
        ["⩲", "White is slightly better"],
        ["±", "White is better"],
        ["⌓", "better is"],
    ]


def test_the_key_has_every_sign_that_is_printed() -> None:
    """But for those that it does not explain: a threat, a novelty, and a diagram, which is there to be seen."""
    marks = " ".join(f"${nag}" for nag in SIGNS)
    found = data("A book", [story(f'[Result "*"]\n\n1. e4 {marks} *')])["signs"]
    assert {sign for sign, _ in found} == {*SIGNS.values()} - {"∇", "N", "D"}
    assert len({meaning for _, meaning in found}) == len(found)


def test_labels_and_meanings_are_in_the_language_of_the_book() -> None:
    """None is the same in German."""
    marks = " ".join(f"${nag}" for nag in SIGNS)
    game = story(f'[Result "*"]\n\n1. e4 {marks} *')
    english = data("A book", [game])
    with language("de"):
        german = data("A book", [game])
    assert not {*english["labels"].values()} & {*german["labels"].values()}
    assert not {meaning for _, meaning in english["signs"]} & {meaning for _, meaning in german["signs"]}


def test_remarks_tell_their_language_where_words_show_it() -> None:
    """Else it is that of the annotator, which all remarks together show; without any, that of the book."""
    german, english = "{Der Turm ist hier nicht gut und die Dame auch nicht.}", "{The king is in the corner.}"
    items = items_of(f"1. e4 {german} e5 {english} 2. f4 {{Nun?}} exf4")
    assert [item["language"] for item in items if item["kind"] == "remark"] == ["de", "en", "de"]
    assert items_of("1. e4 {!?!}")[1]["language"] == "en"


def test_a_sign_that_a_remark_begins_with_is_the_move_s() -> None:
    assert in_short(items_of("1. e4 {(!)} e5 {!? Sharp.} 2. f4 {Sharp! And good!}")) == [
        "1.e4! e5!?",
        "Sharp.",
        "2.f4",
        "Sharp! And good!",
    ]
    assert in_short(items_of("1. e4 $2 {(!) says Wolf}")) == ["1.e4?", "(!) says Wolf"]  # the move has one already


def test_exclamations_in_remarks_are_no_signs() -> None:
    assert data("A book", [story('[Result "*"]\n\n1. e4 {What a move! a = b} *')])["signs"] == []


def test_long_remarks_are_paragraphs_of_their_own() -> None:
    kinds = [[item["kind"] for item in items_of(f"1. e4 {{{'x' * count}}} e5")] for count in (SHORT, SHORT + 1)]
    assert kinds == [["moves", "remark", "moves"], ["moves", "break", "remark", "break", "moves"]]


def test_in_variations_nothing_is_a_paragraph_of_its_own() -> None:
    (_, *_, variation, _) = items_of(f"1. e4 (1. d4 {{{'x' * LONG}}} (1. c4 {{{'x' * LONG}}}))")
    assert [item["kind"] for item in variation["items"]] == ["moves", "remark", "variation"]
    assert [variation["own"], variation["items"][2]["own"]] == [True, False]


def test_long_variations_are_paragraphs_of_their_own() -> None:
    """The moves in it count as well: `1.d4` has four characters."""
    variations = [items_of(f"1. e4 (1. d4 {{{'x' * count}}})")[2] for count in (LONG - 4, LONG - 3)]
    assert [variation["own"] for variation in variations] == [False, True]


# -- diagrams ----------------------------------------------------------------------------------------------------------


def test_a_start_that_is_not_the_usual_one_is_drawn() -> None:
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n1... Kd7 *'
    start, moves = game_of(text)["items"]
    assert (start["kind"], start["number"], start["turn"]) == ("diagram", 1, "black")
    assert (start["caption"], start["status"]) == ("Chess: the start", "black to move")
    assert start["says"].startswith("Chess, black to move. White: pawn e2; king e1.")
    assert start["width"] == 48
    assert 'width="48mm"' in start["svg"]
    left, _, wide, high = map(float, re.search(r'viewBox="([^"]*)"', start["svg"])[1].split())  # type: ignore[index]
    assert left < -10
    assert min(wide, high) > 8 * 45 + 20, "coordinates stand beside the board"
    assert moves["text"] == "1...♔d7"


def test_diagrams_are_numbered_through_the_book_and_in_its_theme() -> None:
    text = '[Result "*"]\n\n1. e4 $220 *'
    found = data("A book", [story(text), story(text)], BookLook(theme="dark"))["parts"][0]["items"]
    drawn = [item for game in found for item in game["items"] if item["kind"] == "diagram"]
    assert [(item["number"], item["caption"]) for item in drawn] == [(1, "after 1.e4"), (2, "after 1.e4")]
    assert THEMES["dark"].paper in drawn[0]["svg"]
    assert THEMES["dark"].paper not in game_of(text)["items"][1]["svg"]


def test_captions_have_figurines_in_the_move_only() -> None:
    """`Nimzo` keeps its letter."""
    items = items_of('1. Nf3 $220 Nf6 {[%diagram "Nimzo after Nf6"]}')
    assert [item["caption"] for item in items if item["kind"] == "diagram"] == ["after 1.♘f3", "Nimzo after ♘f6"]


QUIET = "Nf3 Nf6 Ng1 Ng8 " * 4


def test_a_strong_move_has_a_diagram_before_it_and_its_number_beside_it() -> None:
    items = items_of(f"{QUIET}Nf3 Nf6 $1 Nd4 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert [item["kind"] for item in items] == ["moves", "diagram", "moves"]
    assert items[1]["caption"] == "after 9.♘f3"
    assert items[2]["text"].startswith("9...♘f6!")


def test_white_s_move_after_a_diagram_has_its_number_in_the_text() -> None:
    *_, moves = items_of(f"{QUIET}Nf3 $1 Nf6 Nd4 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert moves["text"].startswith("9.♘f3! ♘f6")


def test_variations_have_no_diagrams_of_their_own() -> None:
    """The strong move of the variation has the key of none in the main line."""
    items = items_of(f"{QUIET}Nf3 (Nc3 $1 Nf6 Nb1 Ng8) Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert [item["kind"] for item in items] == ["moves", "variation", "moves"]
    assert [item["kind"] for item in items[1]["items"]] == ["moves"]


# -- news and figurines ------------------------------------------------------------------------------------------------


def test_news_stand_after_their_move_and_the_next_one_has_its_number() -> None:
    castles = tell(record("kaleidochess/annotated-four-players.pgn"))
    items = data("A book", [castles])["parts"][0]["items"][0]["items"]
    place = next(place for place, item in enumerate(items) if item["kind"] == "news")
    assert items[place]["text"] == "Black has no piece left in a castle and leaves the game"
    assert items[place - 1]["text"].endswith("6F+5J")
    after = next(item for item in items[place:] if item["kind"] == "moves")
    assert after["text"].startswith("6.2H+3J")


def test_a_move_in_the_middle_of_a_round_has_its_number_after_news() -> None:
    shrinking = tell(record("chamaeleon/annotated-three-players.pgn"))
    items = data("A book", [shrinking])["parts"][0]["items"][0]["items"]
    place = next(place for place, item in enumerate(items) if item.get("text") == "Rank 8 is gone")
    assert items[place - 1]["text"].endswith("a8-\N{WORD JOINER}b6")
    after = next(item for item in items[place:] if item["kind"] == "moves")
    assert after["text"].startswith("7...")


def test_pawns_have_no_figurines() -> None:
    """Their moves have no letter, or one that nobody is to read as a pawn's."""
    assert figurines(variant("chess")) == {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘"}


RATED = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Ba6?? {[%eval -4]} *'


def test_a_graph_stands_below_a_game_that_states_evaluations() -> None:
    look = BookLook(graph=True)
    *_, graph = game_of(RATED, look)["items"]
    assert (graph["kind"], graph["caption"]) == ("diagram", "")
    assert graph["says"] == "Evaluation. Above the line White stands better. Mistakes: 2. ??."
    assert graph["svg"].count('class="mistake"') == 1
    assert all(item["kind"] != "diagram" for item in game_of(RATED)["items"])
    assert all(item["kind"] != "diagram" for item in game_of("1. e4 *", look)["items"])
    with language("de"):
        *_, graph = game_of(RATED, look)["items"]
    assert graph["says"] == "Bewertung. Oberhalb der Linie steht Weiß besser. Fehler: 2. ??."
