"""The rules in words: true on the board, different where the rules are, and nothing left out in silence."""

import random
import re
from itertools import islice
from pathlib import Path

import pytest
from general_games import described, rules_of_text
from nightly import NIGHTLY
from random_rules import definitions
from rule_claims import Pieces, plane, reached, screens
from rules_in_words import ALL, CHANGES, GAMES, WHOLE, difference_of, lines, rules_of, table, text_of, words_of

from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.definition import Ends, GameRules, Hand, Mobility
from fairyscore.notation.rules.general.leg_state import LegState
from fairyscore.notation.rules.general.rows import ON_TARGET
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import code
from fairyscore.notation.rules.wording.language import LANGUAGES, language
from fairyscore.notation.rules.wording.text import rule_text
from fairyscore.notation.variants.betza import BetzaError, parse_betza
from fairyscore.notation.variants.chess import CHESS
from fairyscore.notation.variants.registry import variant
from fairyscore.render.language import named

FLAT = [name for name in GAMES if "circular" not in name and "strip" not in name]


@pytest.mark.parametrize("name", FLAT)
def test_what_is_claimed_of_pieces_is_what_the_engine_plays(name: str) -> None:
    rules = rules_of(name)
    assert rules is not None
    hold_claims(rules, random.Random(name), ((0, 0), (1, 0), (0, 6), (1, 12)))


def test_what_is_claimed_of_steps_of_three_on_hexagons() -> None:
    """Of pawns at their starts, which few positions have."""
    rules = rules_of("shafran-chess")
    assert rules is not None
    dice = random.Random("shafran-chess, many")
    for _ in range(20):
        hold_claims(rules, dice, ((0, 0), (1, 0), (0, 6), (1, 12)))


def test_what_is_claimed_of_leaps_of_any_way_in_a_crowd() -> None:
    """Three diagonal steps lead to a cell of a camel too, and are no way of the falcon."""
    rules = rules_of("falcon-chess")
    assert rules is not None
    hold_claims(rules, random.Random("falcon-chess, many"), ((0, 25), (1, 16)) * 30)


def hold_claims(rules: GameRules, dice: random.Random, boards: tuple[tuple[int, int], ...]) -> None:
    """Hold what is said of each kind of piece against the engine. boards: whose piece it is, and how many others stand."""
    tables = GameTables(rules)
    spots = plane(rules.board)
    for kind, piece in enumerate(tables.kinds):
        for seat, crowd in boards:
            is_bound = any(mobility.bound for mobility in piece.mobility)
            if crowd and (rules.conditions or is_bound or piece.switches or piece.takes not in {*ON_TARGET, "none"}):
                continue  # what stands around counts: said in other sentences
            cell, *others = dice.sample(range(len(spots)), min(1 + crowd, len(spots)))
            if not piece.stays[seat] >> cell & 1:
                continue
            state = LegState(tables) if tables.has_legs else GeneralState(tables)
            marks, owners = {}, {}
            for other in others:
                other_kind, owner = dice.randrange(len(tables.kinds)), dice.randrange(2)
                state.board[other] = code(other_kind, owner)
                marks[spots[other]], owners[spots[other]] = tables.kinds[other_kind].mark, owner
            state.board[cell], state.turn = code(kind, seat), seat
            state.gates = is_bound << cell  # it has not moved yet
            enemies = frozenset(spot for spot, owner in owners.items() if owner != seat and piece.takes != "own")
            enemies |= {spot for spot, owner in owners.items() if owner == seat and marks[spot] in piece.takes_own}
            pieces = Pieces(rules.board, enemies, frozenset(owners) - enemies, frozenset(screens(piece, marks)))
            claimed = reached(piece, cell, seat, pieces, first_moves=rules.gating != "cambodian")
            claimed = {target for target in claimed if marks.get(spots[target]) not in piece.not_takes}
            played = set(state.targets(code(kind, seat), cell))
            claimed -= {target for target in claimed - played if rules.edge >> target & 1}  # said in another sentence
            assert claimed == played, (piece.name, rules.board.cells[cell], seat)


def parses(text: str) -> bool:
    """Whether a move text is understood."""
    try:
        parse_betza(text)
    except BetzaError:
        return False
    return True


FEW, MANY = 4, 170  # definitions a seed; many with the profile `nightly`


@pytest.mark.parametrize("seed", range(12))
def test_every_movement_that_can_be_written_has_words_that_are_true(seed: int) -> None:
    """Random definitions: no movement without words, in five languages, and what is claimed is what the engine plays."""
    dice = random.Random(seed)
    for text in islice(definitions(dice, parses), MANY if NIGHTLY else FEW):
        rules = rules_of_text(text)
        hold_claims(rules, dice, ((0, 0), (1, 0), (0, 5), (1, 9), (0, 16), (1, 25)))
        for language_code in LANGUAGES:
            words = rule_text(rules, language_code)
            assert not words.unworded, text
            for line in (line for piece in words.pieces for line in piece.lines):
                assert not any(sign in line for sign in ("{", "}", "|", "  ", " ,", " .", "None")), line


MOVED = [  # a move text, and what is said of it
    ("[N?B]", "jumps two squares horizontally or vertically and then one at right angles, and from there, if that square "
     "is empty and it wishes, any number of squares diagonally, as nearly straight on as it can"),
    ("[D-B]", "jumps two squares horizontally or vertically to an empty square, and from there any number of squares "
     "diagonally, outward"),
    ("[F-fR]", "moves one square diagonally to an empty square, and from there any number of squares straight forward"),
    ("lfN", "jumps two squares straight forward and then one to the left"),
    ("fnN", "moves one square straight forward and then one diagonally forward, if nothing stands in the way"),
    ("nDD", "makes one or more jumps of two squares horizontally or vertically, all in the same direction, if nothing "
     "stands in the way"),
    ("pNN", "makes one or more knight's jumps on in the same direction, over exactly one piece that stands where a jump "
     "would land"),
    ("gAA", "jumps two squares diagonally, again and again in the same direction, over the first piece on which a jump "
     "would land, to where the next one lands"),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "sentence"), MOVED)
def test_movements_in_words(moves: str, sentence: str) -> None:
    text = f'title = "T"\nbased_on = "chess"\npiece = [{{ letter = "N", name = "piece", moves = "{moves}" }}]\n'
    (lines_of,) = [piece.lines for piece in rule_text(rules_of_text(text)).pieces if piece.name == "piece"]
    assert lines_of == (f"The piece {sentence}.",)


AUTHOR = Path(__file__).parents[3] / "data" / "author"


@pytest.mark.parametrize("path", sorted(AUTHOR.glob("*.toml")), ids=lambda path: path.stem)
def test_files_of_an_author(path: Path) -> None:
    """Files in which an inventor found sentences that the engine does not hold, or movements without words."""
    rules = rules_of_text(path.read_text())
    hold_claims(rules, random.Random(path.stem), ((0, 0), (1, 0), (0, 8), (1, 20)) * 5)
    for language_code in LANGUAGES:
        assert not rule_text(rules, language_code).unworded


def test_games_with_different_rules_have_different_texts() -> None:
    texts: dict[tuple[object, ...], str] = {}
    same = []
    for name in GAMES:
        rules = rules_of(name)
        assert rules is not None
        text = rule_text(rules)
        other = texts.setdefault((text, rules.start, rules.unjudged), name)
        if other != name:
            same.append((other, name))
    assert [pair for pair in same if played_alike(*pair) is False] == []


def played_alike(one: str, other: str) -> bool:
    """Whether two games are the same in all that their rules say, but for names and citations."""
    first, second = rules_of(one), rules_of(other)
    assert first is not None
    assert second is not None
    return first._replace(cites={}, board=CHESS.board) == second._replace(cites={}, board=CHESS.board)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_whole(name: str, code: str) -> None:
    text = text_of(name, code)
    assert text.language == code
    assert text.aim
    assert text.ends
    for line in lines(text):
        assert line[0].isupper() or line[0].isdigit(), line
        assert line.endswith((".", ":")), line
        assert not any(sign in line for sign in ("{", "}", "|", "  ", " ,", " .", "None")), line
        assert len(line) < 700, line


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_is_stated(code: str) -> None:
    """Each change of the rules of chess changes the text, and no two changes have the same."""
    texts = {(*lines(rule_text(CHESS, code)),): "chess"}
    for name, change in CHANGES.items():
        text = rule_text(CHESS._replace(**change), code)
        sentences = (*lines(text), *map(str, text.unworded))
        assert sentences not in texts, f"{name} reads as {texts[sentences]}"
        texts[sentences] = name


WORDS = table()


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_a_game_in_words(name: str) -> None:
    """After a change that is meant: `python tests/rules_in_words.py`, and read what has changed."""
    assert words_of(name) == WORDS[name]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_rules_in_words(change: str) -> None:
    assert difference_of(change) == {f"{sign}{change}": WORDS.get(f"{sign}{change}", set()) for sign in "+-"}


@pytest.mark.parametrize(
    ("holes", "rows", "sentence"),
    [
        ("-", "k3/4/4/3K", []),
        ("a1", "k3/4/4/*2K", ["One square of this rectangle is not part of it."]),
        ("a1 b1", "k3/4/4/**1K", ["Two squares of this rectangle are not part of it."]),
    ],
)
def test_holes_of_a_board_are_counted(holes: str, rows: str, sentence: list[str]) -> None:
    game = described(
        f"""title = "Holes"
        board = {{ files = 4, ranks = 4, holes = "{holes}" }}
        start = "{rows} w - - 0 1"
        piece = [{{ letter = "K", name = "king", moves = "K", royal = true }}]"""
    )
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    assert rule_text(state.tables.rules).board == ("The board has four files and four ranks.", *sentence)


FIRST_RANK, SECOND_RANK = (255, 255 << 56), (255 << 8, 255 << 48)


@pytest.mark.parametrize(
    ("regions", "sentences"),
    [
        ({}, []),
        ({"": FIRST_RANK}, ["A piece may be dropped on its owner's first rank only."]),
        ({"Q": FIRST_RANK, "": FIRST_RANK}, ["A piece may be dropped on its owner's first rank only."]),
        ({"Q": FIRST_RANK}, ["A queen may be dropped on its owner's first rank only."]),
        ({"Q": FIRST_RANK, "": (WHOLE, WHOLE)}, ["A queen may be dropped on its owner's first rank only."]),
        ({"Q": FIRST_RANK, "R": FIRST_RANK}, ["A queen or a rook may be dropped on its owner's first rank only."]),
        (
            {"": SECOND_RANK, "Q": FIRST_RANK},
            [
                "A queen may be dropped on its owner's first rank only.",
                "Any other piece may be dropped on its owner's second rank only.",
            ],
        ),
        (
            {"": FIRST_RANK, "Q": (WHOLE, WHOLE)},
            [
                "A queen may be dropped on any empty square.",
                "Any other piece may be dropped on its owner's first rank only.",
            ],
        ),
    ],
)
def test_where_pieces_may_be_dropped(regions: dict[str, tuple[int, int]], sentences: list[str]) -> None:
    """One sentence for the pieces of each region; the last is for all others."""
    text = rule_text(CHESS._replace(hand=Hand(takes=ALL, regions=regions)))
    assert [line for line in lines(text) if "may be dropped" in line] == sentences


BOTH_WAYS = [
    "The king goes from e1 to g1 and the rook from h1 to f1, or from e1 to c1 and the rook from a1 to d1.",
]


@pytest.mark.parametrize(
    ("rights", "sentences"),
    [
        ("K", ["The king goes from e1 to g1 and the rook from h1 to f1."]),
        (
            "KQkq",
            BOTH_WAYS,
        ),
        (
            "HAha",
            BOTH_WAYS,
        ),  # by the files of rooks
    ],
)
def test_castlings_of_the_start_in_words(rights: str, sentences: list[str]) -> None:
    start = CHESS.start.replace("KQkq", rights)
    assert [line for line in lines(rule_text(CHESS._replace(start=start))) if "The king goes" in line] == sentences


CASES = (".nom", ".acc", ".dat")
FIELD = re.compile(r"{(\w+)")
ALWAYS_THERE = {"it", "cell", "ns", "piece", "n", "m", "short_cells"}


def without_case(key: str) -> str:
    return next((key.removesuffix(case) for case in CASES if key.endswith(case)), key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_phrase(code: str) -> None:
    english, other = language("en"), language(code)
    assert {without_case(key) for key in other.phrases} == set(english.phrases)
    for key, phrase in other.phrases.items():
        known = set(FIELD.findall(english.phrases[without_case(key)]))
        assert set(FIELD.findall(phrase)) <= known | ALWAYS_THERE, key
    tables = ("directions", "rings", "verbs", "clauses")
    assert {name: other.grammar[name].keys() for name in tables} == {
        name: english.grammar[name].keys() for name in tables
    }


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_noun_of_the_games_is_known(code: str) -> None:
    """By the name that drawings use too, with a gender that has articles."""
    other, drawn = language(code), named(code).words
    pieces = {piece.name for name in GAMES for piece in (rules_of(name) or CHESS).pieces}
    assert sorted(pieces - other.known_nouns.keys()) == []
    for piece in pieces:
        noun = other.noun(piece)
        assert noun.forms.gender in other.grammar["pronouns"]
        assert f"{noun:a}".endswith(drawn[piece]), piece


ENGLISH = re.compile(
    r"\b(the|and|or|is|of|with|may|any|moves?|captures?|squares?|piece|pieces|player|when|wins|loses)\b"
)
ALIKE = {
    "fr": {"or", "captures", "capture", "pieces"},
    "nl": {"of", "is"},
    "es": {"captures"},
    "de": set(),
}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_no_english_is_left_in_another_language(code: str) -> None:
    for name in GAMES:
        for line in lines(text_of(name, code)):
            assert set(ENGLISH.findall(line)) <= ALIKE[code], line


@pytest.mark.parametrize("code", LANGUAGES)
def test_games_with_different_rules_have_different_texts_in_every_language(code: str) -> None:
    """As many different texts as in English."""
    assert len({text_of(name, code) for name in GAMES}) == len({text_of(name, "en") for name in GAMES})


@pytest.mark.parametrize(
    ("code", "game", "sentence"),
    [
        ("de", "chess", "Der Läufer zieht beliebig weit diagonal."),
        ("de", "shogi", "Der beförderte Springer zieht genau wie ein Goldgeneral."),
        ("de", "xiangqi", "Er darf den eigenen Palast nicht verlassen."),
        ("de", "janggi", "Rot erhält 1,5 Punkte dafür, dass es als Zweiter zieht."),
        (
            "fr",
            "chess",
            "Un pion qui atteint la dernière rangée devient aussitôt une dame, une tour, un fou ou un cavalier.",
        ),
        ("fr", "seirawan", "L'autour se déplace comme un fou ou un cavalier."),
        ("es", "chess", "El objetivo es dar mate al rey del enemigo: atacarlo sin que haya escapatoria."),
        ("es", "tori-shogi", "El águila "),
        ("nl", "shogi", "Het gepromoveerde paard gaat precies als een gouden generaal."),
        ("nl", "tor-qi", "Zij mag de rivier van de tegenstander niet oversteken"),
    ],
)
def test_sentences_of_other_languages(code: str, game: str, sentence: str) -> None:
    """Gender, case, elision and contraction."""
    assert sentence in "\n".join(lines(rule_text(rules_of(game) or CHESS, code, variant(game).scenery.rivers)))


def test_what_has_no_phrase_is_named() -> None:
    text = rule_text(CHESS._replace(ends=Ends(line=5, line_ways=(1,))))
    assert text.unworded == (("end", "line", "ways"),)


def test_what_cannot_come_up_is_not_stated() -> None:
    """No castling without a right, no capture in passing without a pawn that passes, no pawn where there is none."""
    rules = CHESS._replace(start="4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    text = rule_text(rules)
    assert [(chapter.key, chapter.lines[-1]) for chapter in text.special] == [
        ("turns", "Nobody may pass."),
        ("duties", "There is no castling."),
    ]
    assert [piece.name for piece in text.pieces] == ["rook", "king"]


@pytest.mark.parametrize(
    ("origins", "sentence"),
    [
        (FIRST_RANK, "The queen moves only as follows."),
        ((0, 0), "The queen never moves."),
    ],
)
def test_moves_that_begin_nowhere_are_none(origins: tuple[int, int], sentence: str) -> None:
    """A queen that goes only from some cells, and one whose cells the board does not have."""
    pieces = [
        piece._replace(mobility=(Mobility(()), piece.mobility[0]._replace(origins=origins)))
        if piece.mark == "Q"
        else piece
        for piece in CHESS.pieces
    ]
    text = rule_text(CHESS._replace(pieces=tuple(pieces)))
    assert next(piece.lines[0] for piece in text.pieces if piece.name == "queen") == sentence


def test_text_of_chess() -> None:
    text = rule_text(CHESS)
    pieces = {piece.name: " ".join(piece.lines) for piece in text.pieces}
    assert pieces["pawn"] == (
        "The pawn moves one square straight forward without capturing, and captures one square diagonally forward. "
        "From its owner's second rank it may also move two squares straight forward, if both are empty."
    )
    assert [chapter.key for chapter in text.special] == ["turns", "promotion", "castling", "en_passant"]
    assert text.special[1].lines == (
        "A pawn that reaches the last rank is promoted at once to a queen, a rook, a bishop or a knight.",
    )


def test_promotion_zone_is_where_the_engine_promotes() -> None:
    """ "The last rank" is said of exactly the cells where a move of the engine turns a pawn."""
    game = variant("chess")
    for cell, name in enumerate(game.board.cells):
        turned = any(target.becomes for target in game.rules.reach(0, 0, cell))
        assert turned == (name[1] == "7"), name


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("xiangqi", {"x": "captures", "+": "check", "#": "checkmate"}),
        ("duck-chess", {"x": "captures", "=": "is promoted to", ",": "the square that is blocked then"}),
        ("janggi", {"--": "passes"}),
        ("crazyhouse", {"@": "is dropped on", "O-O": "castles on the king's side"}),
    ],
)
def test_signs_that_can_come_up_are_explained(game: str, expected: dict[str, str]) -> None:
    found = dict(rule_text(rules_of(game) or CHESS).signs)
    assert found.items() >= expected.items()
    assert ("--" in found) is (game == "janggi")
    assert ("@" in found) is (game == "crazyhouse")


def test_draws_are_those_of_the_course() -> None:
    """Captures come back as drops in crazyhouse, so moves without one end nothing there."""
    chess, crazyhouse = ("\n".join(rule_text(rules_of(game) or CHESS).ends) for game in ("chess", "crazyhouse"))
    assert "After 50 moves of each player without a capture" in chess
    assert "without a capture" not in crazyhouse
    never = CHESS._replace(course=CHESS.course._replace(claim_repetition=0, end_repetition=0))
    assert "Positions may come again as often as the players like; that draws no game." in rule_text(never).ends
