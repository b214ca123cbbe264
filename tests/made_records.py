"""Makes records for Hypothesis: random games of all variants, with variations, comments, glyphs, marks and tags."""

import random
import string

from hypothesis import strategies as st

from fairyscore.notation.records.game_setup import DECIDING, deciding_tag
from fairyscore.notation.records.operations import LINES, MOVES
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.moves import PASSING
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

NAMES = (
    "chess",
    "cylindrical:stalemate=win",
    "caliph-qi",
    "tor-qi",
    "circular-66",
    "circular-70",
    "kaleidochess",
    "kaleidochess:players=3,dice",
    "kaleidochess:players=4,max-moves=20,no-repetition",
    "chamaeleon",
    "chamaeleon:players=3",
    "chamaeleon:players=4,start=drop",
)

NASTY = (
    "Best by test.",
    "a { in it",
    "a } in it",
    "{}",
    '1-0 * (1. e4) $1 [Event "no"] ; %',
    "% is not an escape",
    "[%csl Ra1,Gb2][%cal Ya1b2] marked",
    "[%clk 1:02:03] [%emt 0.5] [%unknown x,y]",
    'quotes " and \\ backslashes \\" ',
    "Überraschung — ½ 将棋 ♘f3 \u202e\u2066",
    "white \t space \n\n of all kinds",
    "x" * 100,
    "<script>alert(1)</script>",
)
"""Comments that some reader somewhere has stumbled over."""

WORDS = st.one_of(st.sampled_from(NASTY), st.text(min_size=1, max_size=30))
TAG_NAMES = st.text(string.ascii_letters + string.digits + "_", min_size=1, max_size=12).filter(
    lambda name: name not in ("SetUp", "Rules", *DECIDING, *LINES, *MOVES) and not deciding_tag(name)
)


def _comments(draw: st.DrawFn, dice: random.Random, most: int) -> list[Comment]:
    """Few of them; a comment of blanks is none."""
    made = [Comment(draw(WORDS), aside=dice.random() < 0.1) for _ in range(dice.randint(0, most))]
    return [comment for comment in made if comment.text]


def _line(draw: st.DrawFn, dice: random.Random, game: Variant, state: State, plies: int, *, depth: int = 0) -> MoveLine:
    """Random moves from a position on; one ply in eight has something behind it."""
    made = []
    for _ in range(plies):
        moves = state.moves()
        if not moves:
            break
        move = dice.choice(moves)
        if depth and game.writing.null_moves and dice.random() < 0.05 and "check" not in state.notes():
            move = PASSING  # an annotator's null move
        annotations: list[Comment | MoveLine] = []
        nags: tuple[int, ...] = ()
        if dice.random() < 0.12:
            nags = tuple(dict.fromkeys(dice.choice((1, 2, 3, 4, 5, 6, 10, 14, 146, 220, 9999)) for _ in range(2)))
            annotations += _comments(draw, dice, 2)
            for _ in range(dice.randint(0, 2) if depth < 3 else 0):
                line = _line(draw, dice, game, state.copy(), dice.randint(1, 4), depth=depth + 1)
                annotations.append(line)
                annotations += _comments(draw, dice, 1)
        made.append(Ply(move, nags, tuple(annotations)))
        state.push_unchecked(move)
        state.outcome()
    return MoveLine(tuple(made), tuple(_comments(draw, dice, 1)) if dice.random() < 0.3 else ())


@st.composite
def records(draw: st.DrawFn, names: tuple[str, ...] = NAMES, plies: int = 30) -> Record:
    """A record of any variant. What Hypothesis cannot shrink, the moves, comes from a seed that it can."""
    name = draw(st.sampled_from(names))
    dice = random.Random(draw(st.integers(0, 2**32)))
    game = variant(name)
    state = game.initial_state()
    tags = draw(st.dictionaries(TAG_NAMES, st.text(max_size=20), max_size=4))
    if dice.random() < 0.3:
        for _ in range(dice.randint(1, 12)):
            moves = state.moves()
            if moves:
                state.push_unchecked(dice.choice(moves))
                state.outcome()
        tags["FEN"] = game.write_position(state)
        state = game.read_position(tags["FEN"])
    line = _line(draw, dice, game, state, dice.randint(0, plies))
    seats = len(game.seats)
    results = ["*", "-".join(["1", *["0"] * (seats - 1)]), "-".join(["1/2"] * seats)]
    return Record(game.name, tuple(tags.items()), line, dice.choice(results))
