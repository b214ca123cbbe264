"""Moves of shogi as Japanese books print them: `７六歩`, `２二角成`, `５八金右`, `４五角打`.

The cell is its file in a digit and its rank in a Chinese one, from the first player's right and his far side. Behind the
piece stands, where several could go there, how it goes, 上 forward, 寄 sideways, 引 backward, or from where, 右 right, 左
left, 直 straight from behind, as the Japan Shogi Association has it; 打 where the piece is dropped and another one could go
there; 成 where it is promoted and 不成 where it could be. Read are also other digits, ☗ and ☖ in front, 行 for 上, 生 for
不成, and the cell left, `７六歩(77)`, as KIF has it. 同 is the cell of the move before, and so read in a record only.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> state = shogi.initial_state()
>>> write(state, state.find(read("７六歩", shogi)), shogi)
'７六歩'
>>> in_record(["1.", "２四歩", "同歩", "(", "同飛", ")", "2.", "同　飛"], shogi, state)
['1.', '２四歩', '２四歩', '(', '２四飛', ')', '2.', '２四飛']
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import hodges
from fairyscore.notation.moves.cells import Read, field_fault, move_of_names, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.moves import (
    ABSENT,
    DROP,
    GO,
    PROMOTED,
    RELATIVE,
    UNCHANGED,
    Move,
    ParsedMove,
    Relative,
)
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

name = "japanese"

_WORDS = data_sections("fairyscore.notation.moves", "japanese.ini")
NAMES = _WORDS["pieces"]
FILES, RANKS = "１２３４５６７８９", "一二三四五六七八九"
SAME = "同"

RIGHT, LEFT, STRAIGHT = "右左直"
FORWARD, SIDEWAYS, BACKWARD = "上寄引"
DROPPED = "打"
NO_STRAIGHT = ("+R", "+B")
"""Of two of these the one straight behind the cell is the right or the left one."""


@cache
def _names(game: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The names of a game's pieces by their letters, and the letters by all names that are read."""
    own = f" of {game}" if f"pieces of {game}" in _WORDS else ""
    names = _WORDS[f"pieces{own}"]
    return names, {name: letter for letter, name in names.items()} | _WORDS.get(f"other names{own}", {})


def names_of(variant: Variant) -> Mapping[str, str]:
    """The names of a game's pieces by their letters."""
    return _names(variant.name)[0]


def letters_of(variant: Variant) -> Mapping[str, str]:
    """The letters of a game's pieces by all their names."""
    return _names(variant.name)[1]


_ALL_NAMES = dict.fromkeys(
    name for section, words in _WORDS.items() for name in (words.values() if section.startswith("pieces") else words)
)
PIECE = "|".join(sorted(_ALL_NAMES, key=len, reverse=True))
CELL = rf"[1-9{FILES}][1-9{RANKS}{FILES}]"
WORDS = rf"[{RIGHT}{LEFT}{STRAIGHT}{FORWARD}行{SIDEWAYS}{BACKWARD}]{{0,3}}"
_SOURCE = (
    rf"[☗☖▲△▼▽]?(?P<to>{CELL}){SAME}?[ 　]?(?P<piece>{PIECE})(?P<words>{WORDS})"
    rf"(?P<change>打|成|不成|生)?(?:\((?P<origin>[1-9]{{2}})\))?(?:{SUFFIX})"
)
_TO = re.compile(rf"[☗☖▲△▼▽]?(?:(?P<same>{SAME}[ 　]?)|(?P<to>{CELL}))")
_CHANGES = {"成": PROMOTED, "不成": UNCHANGED, "生": UNCHANGED}


def refusal(variant: Variant) -> str:
    """Files and ranks must be a digit each, and all pieces must have names in it."""
    if not variant.writing.drops:
        return "it is for shogi and its kin"
    names = names_of(variant)
    why = hodges.no_signs(variant.board) if f"pieces of {variant.name}" in _WORDS else hodges.refusal(variant)
    unknown = next((letter for letter in variant.letters if letter not in names), "")
    return why or (f"its piece {unknown} has no name in it" if unknown else "")


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a Japanese move is, whose meaning is asked of the board; None if it is not such a move."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant) or found["piece"] not in letters_of(variant):
        return None
    return _plain(found, variant) or ParsedMove(RELATIVE, relative=Relative(text, variant, on_board))


def cell_of(text: str, variant: Variant) -> str:
    """The name on the board of a cell like `７六`, or in digits of any kind."""
    file = FILES.find(text[0]) + 1 or int(text[0])
    rank = RANKS.find(text[1]) + 1 or FILES.find(text[1]) + 1 or int(text[1])
    return hodges.cell_of(f"{file}{'abcdefghi'[rank - 1]}", variant.board)


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A cell as it is printed, `７六`. text: a move beside it, which does not matter."""
    name = hodges.cell_name(cell, board)
    return f"{FILES[int(name[0]) - 1]}{RANKS['abcdefghi'.index(name[1])]}"


# -- reading ----------------------------------------------------------------------------------------------------------


def _plain(found: re.Match[str], variant: Variant) -> Read | None:
    """The move or drop that a text asks for on any board: one with the cell left, or with 打; None for all others."""
    cells = {"target": cell_of(found["to"], variant)}
    letter = {"kind": letters_of(variant)[found["piece"]]}
    if found["origin"]:
        cells["origin"] = cell_of(found["origin"], variant)
        return move_of_names(variant, GO, cells, letter, becomes=_change(found, letter["kind"], variant))
    return move_of_names(variant, DROP, cells, letter) if found["change"] == "打" else None


def _change(found: re.Match[str], letter: str, variant: Variant) -> int:
    """The kind that the piece becomes: no word says that it turns with each move, one word that it turns, whichever way."""
    change = _CHANGES.get(found["change"] or "", UNCHANGED)
    if not variant.writing.turns_back or (change == UNCHANGED and not _turns_with_each_move(variant)):
        return change
    return variant.letters.get(letter[1:] if letter.startswith("+") else f"+{letter}", UNCHANGED)


@lru_cache(maxsize=64)
def _turns_with_each_move(variant: Variant) -> bool:
    """True if all pieces that can turn do so whenever they move, as in Kyoto Shogi; in Micro Shogi captures turn them."""
    if not variant.writing.turns_back:
        return False
    state = variant.initial_state()
    moved = ((move, variant.piece_types[state.piece_type_at(move.origin)].letter) for move in state.moves())
    return all(move.becomes != ABSENT for move, letter in moved if f"+{letter}".removeprefix("++") in variant.letters)


def on_board(text: str, state: State, variant: Variant) -> Read:
    """The move or drop that a text is in a position, or why it is none."""
    found = terminal(_SOURCE).match(text)
    assert found is not None
    letter = letters_of(variant)[found["piece"]]
    target_name = cell_of(found["to"], variant)
    fault = field_fault(target_name, variant)
    if fault:
        return fault
    target, kind = variant.board.index[target_name], variant.letters[letter]
    becomes = _change(found, letter, variant)
    origins = _origins(state, kind, target, variant)
    named = _named(origins, found["words"].replace("行", FORWARD))
    if len(named) == 1:
        return ParsedMove(GO, named[0].cell, target, kind=kind, becomes=becomes)
    if not origins and not found["words"]:
        held = any(move.target == target and move.origin == ABSENT and move.becomes == kind for move in state.moves())
        held = held or kind in state.hand_of(state.turn)
        return ParsedMove(DROP if held else GO, target=target, kind=kind)
    facts = {"text": shown(text), "piece": variant.piece_types[kind].name, "mover": variant.seats[state.turn].name}
    return (Reason(Code.NONE_SO_PLACED, {**facts}),)


def in_record(tokens: Sequence[str], game: Variant, start: State) -> Sequence[str]:
    """The tokens of a record with the cell of the move before it in the place of 同."""
    if not any(SAME in token for token in tokens):
        return tokens
    made: list[str] = []
    before, last = "", ""  # the cells of the last two moves
    waiting: list[tuple[str, str]] = []
    for token in tokens:
        found = None if token[0] == "{" else _TO.match(token)
        if token == "(":
            waiting.append((before, last))
            last = before
        elif token == ")" and waiting:
            before, last = waiting.pop()
        elif found and found["same"] and last:
            token = f"{last}{token[found.end() :]}"
            before = last
        elif found and found["to"]:
            before, last = last, found["to"]
        made.append(token)
    return made


# -- which of several -------------------------------------------------------------------------------------------------


class _Origin(NamedTuple):
    """The origin of a move as seen from its target: how far right of that, as its owner sees it, and how far ahead."""

    cell: int
    right: int
    ahead: int


_GOING: dict[str, Callable[[_Origin], bool]] = {
    FORWARD: lambda origin: origin.ahead > 0,
    SIDEWAYS: lambda origin: origin.ahead == 0,
    BACKWARD: lambda origin: origin.ahead < 0,
    STRAIGHT: lambda origin: origin.right == 0 and origin.ahead > 0,
}


def _origins(state: State, kind: int, target: int, variant: Variant) -> list[_Origin]:
    """The cells from which pieces of a kind can go to a cell."""
    way, to = (-1 if state.turn else 1), _spot(target, variant)
    cells = dict.fromkeys(
        move.origin
        for move in state.moves()
        if move.target == target and move.origin != ABSENT and state.piece_type_at(move.origin) == kind
    )
    spots = {cell: _spot(cell, variant) for cell in cells}
    return [_Origin(cell, (x - to[0]) * way, (to[1] - y) * way) for cell, (x, y) in spots.items()]


def _spot(cell: int, variant: Variant) -> tuple[int, int]:
    text = variant.board.cells[cell]
    return ord(text[0]) - ord("a"), int(text[1:])


def _named(origins: list[_Origin], words: str) -> list[_Origin]:
    """Those of several that the words after a piece name."""
    goes = [_GOING[word] for word in words if word in _GOING]
    named = [origin for origin in origins if all(test(origin) for test in goes)]
    for word, farthest in ((RIGHT, max), (LEFT, min)):
        if word in words and named:
            end = farthest(origin.right for origin in named)
            named = [origin for origin in named if origin.right == end]
    return named


def _words(cell: int, origins: list[_Origin], letter: str) -> str:
    """The words that name one of several: how the piece goes, straight, a side, or a side and how it goes."""
    if len(origins) == 1:
        return ""
    (origin,) = (origin for origin in origins if origin.cell == cell)
    going = next(word for word, goes in _GOING.items() if goes(origin))
    straight = [] if letter in NO_STRAIGHT else [STRAIGHT]
    choices = [going, *straight, RIGHT, LEFT, RIGHT + going, LEFT + going]
    return next((words for words in choices if _named(origins, words) == [origin]), "")


# -- writing ----------------------------------------------------------------------------------------------------------


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is printed, always with its cell: a move alone does not know the one before it."""
    kind = move.becomes if move.origin == ABSENT else state.piece_type_at(move.origin)
    name = names_of(variant)[variant.piece_types[kind].letter]
    change = "" if move.origin == ABSENT else change_of(state, move, variant)
    return f"{cell_name(move.target, variant.board)}{name}{words_of(state, move, variant)}{change}"


def words_of(state: State, move: Move, variant: Variant) -> str:
    """The words that tell a move from others to its cell, `上`, `右`, and 打 of a drop; empty where none is needed."""
    kind = move.becomes if move.origin == ABSENT else state.piece_type_at(move.origin)
    origins = _origins(state, kind, move.target, variant)
    if move.origin == ABSENT:
        return DROPPED if origins else ""
    return _words(move.origin, origins, variant.piece_types[kind].letter)


def change_of(state: State, move: Move, variant: Variant) -> str:
    """成 for a promotion and where a piece turns, 不成 where one could be; nothing where pieces turn with each move."""
    if _turns_with_each_move(variant):
        return ""
    if move.becomes != ABSENT:
        return "成"
    if variant.writing.turns_back:
        return ""
    return "不成" if state.find(ParsedMove(GO, move.origin, move.target, becomes=PROMOTED)) else ""
