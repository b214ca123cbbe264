"""The rules of a game as sentences: `rule_text`.

>>> from fairyscore.notation.variants.chess import CHESS
>>> text = rule_text(CHESS)
>>> text.aim[0]
'The aim is to checkmate the enemy king: to attack it so that it cannot escape.'
>>> [(piece.name, piece.lines[0]) for piece in text.pieces][1]
('knight', 'The knight jumps two squares horizontally or vertically and then one at right angles.')
"""

from collections.abc import Iterator, Sequence
from typing import Final

from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.readings import GameWords, RuleChapter, RuleText
from fairyscore.notation.rules.variant import NOBODY, River
from fairyscore.notation.rules.wording import special
from fairyscore.notation.rules.wording.context import Context
from fairyscore.notation.rules.wording.effects import effects
from fairyscore.notation.rules.wording.ends import aims, ends
from fairyscore.notation.rules.wording.language import language
from fairyscore.notation.rules.wording.notation import letters, notation, signs
from fairyscore.notation.rules.wording.pieces import general_rules, piece_texts

CHAPTERS = {
    "turns": special.turns,
    "promotion": special.promotions,
    "castling": special.castling,
    "en_passant": special.en_passant,
    "drops": special.drops,
    "influence": special.influence,
    "effects": effects,
    "duties": special.duties,
}
"""What stands between the pieces and the end, as far as the game has it."""


def rule_text(
    rules: GameRules,
    code: str = "en",
    rivers: Sequence[River] = (),
    words: GameWords = GameWords(),  # noqa: B008 (immutable)
) -> RuleText:
    """The rules in a language, English where there are no phrases for it. words: of the game in that language."""
    context = Context(rules, language(code).with_words(words), rivers)
    chapters = ((key, context.sentences(chapter(context))) for key, chapter in CHAPTERS.items())
    headings = {key: _of_hands(rules) if key == "drops" else key for key in CHAPTERS}
    return RuleText(
        language=context.language.code,
        aim=aims(context),
        board=context.sentences(_board(context, rivers)),
        pieces_in_general=general_rules(context),
        pieces=piece_texts(context),
        special=tuple(
            RuleChapter(key, context.say(f"heading.{headings[key]}"), lines) for key, lines in chapters if lines
        ),
        ends=context.sentences(ends(context)),
        notation=context.sentences(notation(context)),
        letters=tuple(letters(context)),
        signs=tuple(signs(context)),
        unworded=tuple(context.unworded),
    )


def _of_hands(rules: GameRules) -> str:
    """The key of the heading over what is said of hands: pieces come from them, stay in them, or wait for promotions."""
    if rules.hand is None:
        return "drops" if rules.gating else "reserve"
    return "drops" if rules.hand.drops else "hand"


ARROWS: Final = (
    *("forward", "forward_right", "right", "backward_right"),
    *("backward", "backward_left", "left", "forward_left"),
)
"""The words for where an arrow points, by heading."""


def _board(context: Context, rivers: Sequence[River]) -> Iterator[str]:
    yield from _shape(context, rivers)
    board = context.rules.board
    for way, mask in zip(ARROWS, context.rules.arrows, strict=False):
        if mask:
            direction = context.language.directions((way,), on="")
            yield context.say("board.arrows", dir=direction, where=context.language.join(board.names(mask)))
    if board.called:
        names = (f"{name} ({board.cells[cell]})" for cell, name in sorted(board.called.items()))
        yield context.say("board.called", names=context.language.join(names))


def _shape(context: Context, rivers: Sequence[River]) -> Iterator[str]:
    board = context.rules.board
    if board.shape == "rings":
        yield context.say("board.rings", n=str(len(board.cells)))
        return
    if board.shape == "levels":
        yield from _levels(context)
        return
    if board.lattice.name == "hexagons":
        yield context.say("board.hexagons", n=str(len(board.cells)))
        yield context.say("board.hexagons_lines")
        return
    files = 1 + max(file for file, _ in board.spots)
    ranks = 1 + max(rank for _, rank in board.spots)
    yield context.say("board.flat", files=files, ranks=ranks)
    holes = files * ranks - len(board.cells)
    if holes:
        yield context.say("board.hole" if holes == 1 else "board.holes", n=holes)
    if board.shape != "rectangle":
        yield context.say(f"board.{board.shape}", n=str(board.twist))
    for river in rivers:
        near, far = sorted(context.places.rank_of[cell] for cell in river.banks[0])
        if river.owner == NOBODY:
            yield context.say("board.river", n=str(near), m=str(far))
        else:
            yield context.say("board.river_of", side=context.side(river.owner), n=str(near), m=str(far))


def _levels(context: Context) -> Iterator[str]:
    names = context.rules.board.cells
    levels, files = len({name[0] for name in names}), len({name[1] for name in names})
    sizes = {"files": files, "ranks": len(names) // (levels * files), "levels": levels}
    if context.lattice is SQUARES:
        yield context.say("board.boards", **sizes)
        return
    yield context.say("board.levels", **sizes)
    yield context.say("board.levels_lines")
