"""Why a move is refused, as values: a code with its facts. The sentence is made from them and never parsed.

One table, `EXPLAINED`, holds for each code the sentence, what to do about it and an example; `docs/diagnostics.md` is
made from it.

>>> print(Reason(Code.NOTHING_THERE, {"cell": "e3"}))
nothing stands on e3
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from fairyscore.notation.rules.moves import NOT_SAID, ParsedMove

Fact = str | int | tuple[str, ...]
"""A field, a piece, a number, or several names."""


class Code(Enum):
    """What can be wrong with a written move."""

    UNREADABLE = "unreadable-move"
    NO_SUCH_CELL = "no-such-cell"
    NO_SUCH_PIECE = "no-such-piece"
    LINE_GONE = "line-gone"
    NOTHING_THERE = "nothing-there"
    NOT_YOUR_PIECE = "not-your-piece"
    WRONG_PIECE = "wrong-piece"
    WRONG_VICTIM = "wrong-victim"
    NO_PIECE_REACHES = "no-piece-reaches"
    CANNOT_REACH = "cannot-reach"
    PATH_BLOCKED = "path-blocked"
    OWN_PIECE = "own-piece"
    NOTHING_TO_TAKE = "nothing-to-take"
    CANNOT_TAKE = "cannot-take"
    TOO_FEW_STEPS = "too-few-steps"
    TOO_MANY_STEPS = "too-many-steps"
    CIRCLES_CROSSED = "circles-crossed"
    TAKEN_BACK = "taken-back"
    REPEATED_MOVE = "repeated-move"
    LEAVES_CHECK = "leaves-check"
    ACROSS_RIVER = "across-river"
    CASTLING = "castling"
    PROMOTION_MISSING = "promotion-missing"
    PROMOTION_NOT_ALLOWED = "promotion-not-allowed"
    CAPTURE_MARK = "capture-mark"
    GAME_OVER = "game-over"
    WRONG_THROW = "wrong-throw"
    THROW_MISSING = "throw-missing"
    NO_DICE = "no-dice"
    MUST_PASS = "must-pass"
    MUST_NOT_PASS = "must-not-pass"
    AMBIGUOUS = "ambiguous"
    DROP_ON_PIECE = "drop-on-piece"
    NOT_IN_HAND = "not-in-hand"
    MUST_DROP = "must-drop"
    NO_DROPS = "no-drops"
    NOT_HELD = "not-held"
    NO_DROP_THERE = "no-drop-there"
    MUST_CAPTURE = "must-capture"
    MAY_NOT_TAKE = "may-not-take"
    OUT_OF_REGION = "out-of-region"
    NO_SCREEN = "no-screen"
    KINGS_FACE = "kings-face"
    KING_STAYS = "king-stays"
    NO_CHECKS = "no-checks"
    EXPLODES = "explodes"
    STUCK = "stuck"
    WALL = "wall"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong, with its facts by name; `rule` is the id in the rule sheet or the page's own heading."""

    code: Code
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""

    def __str__(self) -> str:
        spoken = {name: spelled(fact) for name, fact in self.facts.items()}
        sentence = re.sub(r"\ba \{(\w+)\}", lambda found: _article(found[1], spoken), EXPLAINED[self.code].sentence)
        return sentence.format_map(spoken).replace(" is 1 steps ", " is 1 step ")


def is_slip(reasons: tuple[Reason, ...]) -> bool:
    """Whether nothing but the mark of a capture is wrong, so that it is clear which move was made."""
    return [reason.code for reason in reasons] == [Code.CAPTURE_MARK]


def with_right_mark(reasons: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
    """The parsed move with the other capture mark where nothing else is wrong, else None."""
    return replace(parsed, capture=not parsed.capture, victim=NOT_SAID, loser=NOT_SAID) if is_slip(reasons) else None


def spelled(fact: Fact) -> str:
    """A fact in a sentence: several names divided by commas, clauses with commas or colons inside by semicolons."""
    if not isinstance(fact, tuple):
        return str(fact)
    return ("; " if any("," in part or ":" in part for part in fact) else ", ").join(fact)


def _article(fact: str, spoken: Mapping[str, str]) -> str:
    """`a {fact}`, or `an {fact}` where the fact begins with a vowel, as elephant and eagle do."""
    return f"{'an' if spoken[fact][:1] in set('aeiou') else 'a'} {{{fact}}}"


class Explanation(NamedTuple):
    """What a code means. `sentence` is a template over the facts; `example` a command that shows it."""

    sentence: str
    advice: str
    example: str


EXPLAINED: dict[Code, Explanation] = {
    Code.UNREADABLE: Explanation(
        "'{text}' is no move in any notation of {variant} ({notations})",
        "Write the move in one of the notations named, for example its long form.",
        "fairyscore explain chess hello",
    ),
    Code.NO_SUCH_CELL: Explanation(
        "{cell} is not on this board; nearest names: {nearest}",
        "Look at the names with `fairyscore rules`; rings and letters are easily swapped.",
        "fairyscore explain kaleidochess 1L-2F",
    ),
    Code.NO_SUCH_PIECE: Explanation(
        "{variant} has no piece called {piece}; its pieces are {pieces}",
        "Use the letters or names of this game.",
        "fairyscore explain cylindrical Qd1-d3",
    ),
    Code.LINE_GONE: Explanation(
        "{cell} is gone: the board has shrunk to {board}",
        "A line at the edge that a move has emptied is no longer part of the board.",
        "fairyscore explain chamaeleon a1-c2 --position '1wQ1wN4/8/8/8/3bNbBbR2/8/********/******** w 9'",
    ),
    Code.NOTHING_THERE: Explanation(
        "nothing stands on {cell}",
        "Check where the move starts; an earlier move may have been left out.",
        "fairyscore explain chess e3-e4",
    ),
    Code.NOT_YOUR_PIECE: Explanation(
        "the {piece} on {cell} belongs to {owner}, and {mover} is to move",
        "Check whose turn it is: a move may be missing, or a player may have left the game.",
        "fairyscore explain chess e7-e5",
    ),
    Code.WRONG_PIECE: Explanation(
        "the piece on {cell} is a {piece}, not a {named}",
        "Name the piece that stands there, or check where the move goes.",
        "fairyscore explain chess Be2-e4",
    ),
    Code.WRONG_VICTIM: Explanation(
        "the piece on {cell} is a {found}, not a {named}",
        "Name the piece that is knocked out, or check where the move goes.",
        "fairyscore explain kaleidochess 'wizard from 1J knocks out raven at 2F'",
    ),
    Code.NO_PIECE_REACHES: Explanation(
        "no {piece} of {mover} can go to {cell}{where}",
        "Check the letter of the piece and where it goes.",
        "fairyscore explain chess Nd4",
    ),
    Code.CANNOT_REACH: Explanation(
        "a {piece} on {origin} cannot go to {target}, even on an empty board",
        "`fairyscore rules` says how each piece moves.",
        "fairyscore explain chess Ng1-g3",
    ),
    Code.PATH_BLOCKED: Explanation(
        "the way of the {piece} from {origin} to {target} is blocked: {paths}",
        "Something stands in between; an earlier move may be wrong.",
        "fairyscore explain chess Ra1-a5",
    ),
    Code.OWN_PIECE: Explanation(
        "{mover}'s own {piece} stands on {cell}",
        "In this game nobody takes a piece of their own.",
        "fairyscore explain chess Ra1xa2",
    ),
    Code.NOTHING_TO_TAKE: Explanation(
        "a {piece} goes from {origin} to {target} only to take something, and {target} is empty",
        "A pawn captures otherwise than it moves; en passant must follow the double step at once.",
        "fairyscore explain chess e2xd3",
    ),
    Code.CANNOT_TAKE: Explanation(
        "a {piece} goes from {origin} to {target} only without taking, and {blocker} stands on {target}",
        "A pawn captures otherwise than it moves.",
        "fairyscore explain chess e4-e5 --after 'e2-e4 e7-e5 g1-f3 b8-c6'",
    ),
    Code.TOO_FEW_STEPS: Explanation(
        "{target} is {steps} steps from {origin} as a {piece} may go, and it must go exactly {must}",
        "A piece goes as many steps as it has marks, no fewer and no more.",
        "fairyscore explain kaleidochess 2G-2J",
    ),
    Code.TOO_MANY_STEPS: Explanation(
        "{target} is {steps} steps from {origin} as a {piece} may go, and it must go exactly {must}",
        "A piece goes as many steps as it has marks, no fewer and no more.",
        "fairyscore explain kaleidochess 1F-3F",
    ),
    Code.CIRCLES_CROSSED: Explanation(
        "to go from {origin} to {target} in {must} steps a {piece} would cross {circles} circles; it may cross one",
        "Only the wizard crosses more than one ring border in a move.",
        "fairyscore explain kaleidochess 1G-1B",
    ),
    Code.TAKEN_BACK: Explanation(
        "{origin}-{target} takes back {mover}'s last move, {last}",
        "A player may not undo his last move in his next one; later he may.",
        "fairyscore explain kaleidochess 1D-1G --after '1G-1D 5G-5D'",
    ),
    Code.REPEATED_MOVE: Explanation(
        "{mover} made the move {origin}-{target} with this piece before, in move {number}",
        "The players agreed that no move may be repeated (tag NoRepetition).",
        "fairyscore explain kaleidochess:no-repetition 1G-1D --after '1G-1D 5G-3E 1D-3D 3E-5E 3D-1G 5E-5G'",
    ),
    Code.LEAVES_CHECK: Explanation(
        "{mover}'s {king} on {cell} would be in check by {by}",
        "A move may not leave one's own king attacked.",
        "fairyscore explain chess a2-a3 --after 'e2-e4 e7-e5 d2-d4 f8-b4'",
    ),
    Code.ACROSS_RIVER: Explanation(
        "{target} lies across the enemy's river, where a {piece} of {mover} may not go",
        "King, queen and gnu stay on their side of the enemy's river.",
        "fairyscore explain caliph-qi d1xd7 --position '2q1k1/6/3p2/6/6/6/6/6/2KQ2 w - - 0 1'",
    ),
    Code.CASTLING: Explanation(
        "{mover} cannot castle with {castling}: {condition}",
        "Castling needs king and rook unmoved, nothing between them, and the king not in, through or into check.",
        "fairyscore explain chess O-O",
    ),
    Code.PROMOTION_MISSING: Explanation(
        "a {piece} that goes from {origin} to {target} must be promoted, to one of {allowed}",
        "Write the promotion after the move, as in e7-e8=Q.",
        "fairyscore explain chess a7-a8 --position '8/P6k/8/8/8/8/8/K7 w - - 0 1'",
    ),
    Code.PROMOTION_NOT_ALLOWED: Explanation(
        "a {piece} that goes from {origin} to {target} cannot become {named}; allowed: {allowed}",
        "Write one of the promotions that are allowed here, or none where there is none.",
        "fairyscore explain chess e2-e4=Q",
    ),
    Code.CAPTURE_MARK: Explanation(
        "{text} says that {said}, but {fact}; the mark should be {mark}",
        "The mark between start and target says whether something is taken; a wrong one often means the boards differ.",
        "fairyscore explain chess e2xe4",
    ),
    Code.GAME_OVER: Explanation(
        "the game is over: {ending}, {result}",
        "Remove the moves after the end, or look for an earlier wrong move.",
        "fairyscore explain chess a2-a3 --after 'f2-f3 e7-e5 g2-g4 d8-h4'",
    ),
    Code.WRONG_THROW: Explanation(
        "a throw of {throw} allows {allowed}, not a {piece}",
        "The throw in front of the move says which pieces may move.",
        "fairyscore explain kaleidochess:dice '5: 1G-2E'",
    ),
    Code.THROW_MISSING: Explanation(
        "the throw of the dice is missing in front of {text}",
        "Write it as in `3: 1K+4B`.",
        "fairyscore explain kaleidochess:dice 1G-2E",
    ),
    Code.NO_DICE: Explanation(
        "{text} names a throw of the dice, but this game has no dice",
        "Name the variant `kaleidochess:dice`, or leave the throw out.",
        "fairyscore explain kaleidochess '4: 1G-2E'",
    ),
    Code.MUST_PASS: Explanation(
        "{mover} has no move here and must pass: --",
        "Write the pass as a move of its own.",
        "fairyscore explain chamaeleon d4-c5 --position "
        "'********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9'",
    ),
    Code.MUST_NOT_PASS: Explanation(
        "{mover} may not pass: there is a legal move",
        "Only a player without a legal move passes.",
        "fairyscore explain chamaeleon -- --",
    ),
    Code.AMBIGUOUS: Explanation(
        "{text} can be any of {between}",
        "Add the file or rank of the piece that moves.",
        "fairyscore explain chess Nd2 --position '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'",
    ),
    Code.DROP_ON_PIECE: Explanation(
        "{cell} is not empty: a {piece} stands there",
        "Drop where nothing stands.",
        "fairyscore explain chamaeleon:start=drop N@a1 --after N@a1",
    ),
    Code.NOT_IN_HAND: Explanation(
        "{mover} has no piece in hand that is a {piece} on {cell}; in hand: {hand}",
        "Each of the four pieces is dropped once; letter and place together name it.",
        "fairyscore explain chamaeleon:start=drop N@c2 --after 'N@a1 N@h8'",
    ),
    Code.MUST_DROP: Explanation(
        "{mover} must drop a piece: {hand} in hand",
        "First every player drops his four pieces, then they move.",
        "fairyscore explain chamaeleon:start=drop a1-c2 --after 'N@a1 N@h8'",
    ),
    Code.NO_DROPS: Explanation(
        "no piece can be dropped in this position",
        "Write the move as from-to.",
        "fairyscore explain chess N@e4",
    ),
    Code.NOT_HELD: Explanation(
        "{mover} has no {piece} in hand; in hand: {hand}",
        "Captured pieces come to the hand only where the rules say so; an earlier capture may be missing.",
        "fairyscore explain crazyhouse N@e4",
    ),
    Code.NO_DROP_THERE: Explanation(
        "a {piece} of {mover} may not be dropped on {cell}: {why}",
        "`fairyscore rules` says where each piece may be dropped.",
        "fairyscore explain crazyhouse P@a8 --position '4k3/8/4K3/8/8/8/8/8[P] w - - 0 1'",
    ),
    Code.MUST_CAPTURE: Explanation(
        "{mover} must capture: {captures}",
        "In this game a player who can capture must capture.",
        "fairyscore explain antichess b2-b3 --after 'e2-e3 b7-b5'",
    ),
    Code.MAY_NOT_TAKE: Explanation(
        "a {piece} may not capture a {victim}",
        "These pieces are safe from each other in this game.",
        "fairyscore explain janggi b3xb8 --position '3k5/9/1c7/9/9/1p7/9/1C7/9/4K4 w - - 0 1'",
    ),
    Code.OUT_OF_REGION: Explanation(
        "a {piece} of {mover} may not leave {region}, and {target} lies outside",
        "`fairyscore rules` says where each piece stays.",
        "fairyscore explain xiangqi d3-c4 --position '4k4/9/9/9/9/9/9/3A5/9/4K4 w - - 0 1'",
    ),
    Code.NO_SCREEN: Explanation(
        "a {piece} goes from {origin} to {target} only over one piece: {what}",
        "A piece that hops needs exactly one piece to jump over.",
        "fairyscore explain xiangqi b3xb8",
    ),
    Code.KINGS_FACE: Explanation(
        "{mover}'s {king} on {cell} and the {other} on {there} would face each other",
        "Nothing would stand between them; in this game that is not allowed.",
        "fairyscore explain xiangqi e5-d5 --position '4k4/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1'",
    ),
    Code.KING_STAYS: Explanation(
        "{mover} is in check by {by}, and in this game the king may not step out of it",
        "Capture the piece that gives check, or put something between.",
        "fairyscore explain makpong e1-d1 --position '4k3/8/8/4r3/8/8/R7/4K3 w - - 0 1'",
    ),
    Code.NO_CHECKS: Explanation(
        "{text} gives check, and in this game nobody may",
        "Choose a move that does not attack the other king.",
        "fairyscore explain racing-kings h2-a2 --position '8/8/8/k7/8/8/7R/7K w - - 0 1'",
    ),
    Code.EXPLODES: Explanation(
        "the capture on {cell} would destroy {mover}'s own {king}",
        "Captures explode here; one's own king has to stay away from them.",
        "fairyscore explain atomic d1xd2 --position '4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1'",
    ),
    Code.STUCK: Explanation(
        "a {piece} on {cell} could never move again",
        "Such a piece must be promoted, or be put elsewhere.",
        "fairyscore explain shogi P@e9 --position '9/k8/9/9/9/9/9/9/4K4[P] w - - 0 1'",
    ),
    Code.WALL: Explanation(
        "{mover} has to put a wall {where}; it may be put on {allowed}",
        "Write the cell of the wall behind the move, as in e2-e4,e5.",
        "fairyscore explain duck-chess e2-e4",
    ),
}
