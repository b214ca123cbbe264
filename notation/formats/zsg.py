r"""Saved games of Zillions of Games, `.zsg`: one numbered line a half-move, the number repeated for each player.

As such files are found: a first line with the version of the format and a letter for each player, H for a human being and
C for the computer; `RulesFile=` and `VariantName=`; then the moves in long form with the names of the pieces:

- `1. Pawn e2 - e4`, captures `4. Knight f3 x e5`, promotions `40. Pawn e7 - e8 = Queen`;
- what else a move does stands after it: castling `5. King e1 - g1 Rook h1 - f1`, what is taken in passing
  `7. Pawn e5 - d6 x d5`, attributes `@ e2 0 0` (which mean nothing here);
- drops `1. Knight c3`, passes `9. Pass`; moves of a random player begin with `?` and his name.

Our reading, as no rules file of these games is known: `VariantName` holds the name of the variant with its options; names
of pieces are written in one word, `CrossedPawn`; a throw of the dice is a drop of the random player in front of the move,
`3. ?Dice Four dice`. In Chamaeleon a piece is called what it is on the square that it leaves. Names of pieces are
read in free letter case, and their letters as well. A file with several games has one first line for each. Of the first
line the version and the letters, and attributes after a move, say nothing of a game, and are not kept.

The format has no place for names, comments, variations and results. Positions set up by hand, `(White King e1)`, are not
read.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> print(write(Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(57, 42))))), long), end="")
Zillions Save Game File Version 0.02 HH
RulesFile=chess.zrf
VariantName=chess
1. Pawn e2 - e4
1. Knight b8 - c6
"""

import re
from functools import lru_cache
from typing import NamedTuple

from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.walk import (
    MOVE_TEXT,
    LateTokenStream,
    begins_like,
    castling_between,
    cut_before,
    has_other_changes,
    lines_of,
    name_of_variant,
    other_changes,
    stands,
)
from fairyscore.notation.moves import long
from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PieceType, Variant
from fairyscore.notation.text import shown

EYES = ("", "One", "Two", "Three", "Four", "Five", "Six")
"""Names of the pieces that the dice drop, by throw."""

PASS = "Pass"


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as a saved game; all but the moves is left out."""
    game = record.game
    players = "H" * len(game.seats) + ("C" if game.rules.throws else "")
    rules = record.variant.partition(":")[0]
    lines = [
        f"Zillions Save Game File Version 0.02 {players}",
        f"RulesFile={rules}.zrf",
        f"VariantName={record.variant}",
    ]
    for state, ply in record.steps(record.start()):
        if ply.move.throw:
            lines.append(f"{state.fullmove_number}. ?Dice {EYES[ply.move.throw]} dice")
        lines.append(f"{state.fullmove_number}. {_move(state, ply.move, game)}")
    return "\n".join(lines) + "\n"


def _refuses(record: Record) -> str:
    return "moves of Zillions put no walls and bring no pieces in" if record.game.writing.adds else ""


def _move(state: State, move: Move, game: Variant) -> str:
    cells = game.board.cells
    if move.passes:
        return PASS
    becomes = "" if move.becomes == ABSENT else _name(move.becomes, game)
    if move.origin == ABSENT:
        return f"{becomes} {cells[move.target]}"
    mark = "x" if state.takes(move) and state.piece_at(move.target) is not None else "-"
    text = f"{_name(state.piece_type_at(move.origin), game)} {cells[move.origin]} {mark} {cells[move.target]}"
    text += f" = {becomes}" if becomes else ""
    left, reached = other_changes(state, move, game)
    if left == ABSENT:
        return text
    if reached == ABSENT:
        return f"{text} x {cells[left]}"
    return f"{text} {_name(state.piece_type_at(left), game)} {cells[left]} - {cells[reached]}"


def _name(kind: int, game: Variant) -> str:
    """A piece's name in one word: Zillions divides by blanks, and knows no signs in names."""
    return "".join(word.capitalize() for word in re.split(r"\W+", game.piece_types[kind].name))


# -- reading ----------------------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"[ \t]*+([0-9]{1,6})\.[ \t]*+")
_DICE = re.compile(r"\?Dice[ \t]++(One|Two|Three|Four|Five|Six)[ \t]++dice\s*+", re.IGNORECASE)
_CELL = r"[ \t]++[0-9A-Za-z]++"
_ATTRIBUTES = rf"@{_CELL}(?>(?:[ \t]++\d++)*)"
_GOES = re.compile(
    rf"(?P<piece>\S++)(?P<origin>{_CELL})[ \t]++(?P<mark>[-x])(?P<target>{_CELL})"
    r"(?:[ \t]++=[ \t]++(?P<becomes>\w++)(?![ \t]++on[ \t]))?"
    rf"(?P<besides>(?>(?:[ \t]++(?:\w++{_CELL}[ \t]++-{_CELL}|x{_CELL}|{_ATTRIBUTES}|=[ \t]++\w++[ \t]++on{_CELL}))*))"
    r"(?P<rest>.*)"
)
"""`besides` is what Zillions writes after a move: what else moves, is taken, has its attributes set, or changes."""

_DROPS = re.compile(rf"(?P<piece>\w++)(?P<target>{_CELL})\s*+(?:{_ATTRIBUTES})?")
_ROOK = re.compile(rf"[ \t]++(?P<piece>\w++)(?P<origin>{_CELL})[ \t]++-(?P<target>{_CELL})")
_TAKES = re.compile(rf"[ \t]x({_CELL})")
_SETUP = re.compile(r"[ \t]*+\([^()\d]++[0-9A-Za-z]++\)\s*+")
_VERSION = re.compile(r"Zillions Save Game File(?: Version [0-9.]{1,9})?(?: [HC]{1,9})?\s*+")


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A saved game taken apart. Lines that are none of the format are noted and passed over.

    The name of the rules file is a tag, where it says something else than the variant's.
    """
    stream, throw, named, rules = LateTokenStream(game_text.text, in_notation=_in_notation), _NO_THROW, "", ("", (0, 0))
    for line, span in lines_of(game_text.text):
        if line.startswith("VariantName=") and not named:
            named = line.partition("=")[2].strip()
            name_of_variant(named, stream, span)
        elif _SETUP.fullmatch(line):
            what = "the game starts from a position set up by hand, which is not read; its moves are not judged"
            notes.bad_value(span, what)
            stream.add_token("{" + game_text.text[span[0] :] + "}", (span[0], len(game_text.text)))
            break
        elif line.startswith("RulesFile=") and not rules[0]:
            rules = line.partition("=")[2].strip(), span
        elif _VERSION.fullmatch(line):
            stream.syntax.append(span)
        elif line.strip():
            throw = _read_line(line, span, throw, stream, notes)
    usual = stream.tags.get("Variant", DEFAULT_VARIANT).partition(":")[0]
    if rules[0] not in ("", f"{usual}.zrf"):
        stream.tag("RulesFile", *rules)
    else:
        stream.syntax.append(rules[1])
    stream.end("*")
    stream.report_rest(notes)
    return stream


class _Throw(NamedTuple):
    """A throw of the dice that waits for its move."""

    text: str
    span: Span


_NO_THROW = _Throw("", (0, 0))


def _read_line(line: str, span: Span, throw: _Throw, stream: LateTokenStream, notes: DiagnosticCollector) -> _Throw:
    """Take in a line that should be a move; a throw of the dice is given back, for the move after it."""
    number = _NUMBER.match(line)
    move = line[number.end() :].rstrip() if number else ""
    if number is None or MOVE_TEXT.fullmatch(move) is None:
        notes.bad_value(span, f"this line is not a numbered move: {shown(line.strip())}")
        return throw
    start = span[0] + number.end()
    stream.add_token(f"{int(number[1])}.", (span[0], start))
    thrown = _DICE.fullmatch(move)
    if thrown:
        return _Throw(f"{EYES.index(thrown[1].capitalize())}: ", (start, span[1]))
    stream.syntax.append(throw.span)
    goes = _GOES.fullmatch(move)
    rest = goes["rest"] if goes else ""
    place = (start + len(move) - len(rest), span[1])
    stream.add_move(throw.text + move.removesuffix(rest), (start, place[0]))
    if rest:
        notes.bad_value(place, f"this means nothing after a move: {shown(rest.strip())}")
        stream.add_token("{" + rest + "}", place)
    return _NO_THROW


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move as long form; text that is none stays as it is, for the judge to refuse."""
    throw, text = (text[:3], text[3:]) if text[1:3] == ": " else ("", text)
    if text == PASS:
        return f"{throw}--"
    letters, goes, drops = _letters(game.piece_types), _GOES.fullmatch(text), _DROPS.fullmatch(text)
    if goes is None:
        letter = letters.get(_folded(drops["piece"])) if drops else None
        return f"{throw}{letter}@{cell_of(drops['target'].strip(), game)}" if drops and letter else text
    origin, target = (cell_of(goes[end].strip(), game) for end in ("origin", "target"))
    rook, passing = _ROOK.search(goes["besides"]), _TAKES.search(goes["besides"])
    takes = goes["mark"] == "x" or passing is not None
    more: tuple[str, ...] = ()
    if rook:
        more = (rook["origin"], rook["target"])
    elif passing:
        more = (passing[1],)
    cells = tuple(cell.strip() for cell in more)
    if not takes and rook:
        castling = castling_between(origin, target, state, game)
        if castling is not None:
            named = all(
                stands(letters.get(_folded(name)), cell, state, game)
                for name, cell in ((goes["piece"], origin), (rook["piece"], cells[0]))
            )
            return throw + castling if named and has_other_changes(castling, cells, state, game) else text
    piece = _standing(goes["piece"], origin, state, game) or letters.get(_folded(goes["piece"]))
    if piece is None:  # spoken, so that the judge can say which pieces there are
        return f"{throw}{goes['piece']} from {origin} {'takes on' if takes else 'goes to'} {target}"
    promoted = f"={_promoted(piece, goes['becomes'], game)}" if goes["becomes"] else ""
    move = f"{piece}{origin}{game.writing.capture_mark if takes else '-'}{target}{promoted}"
    return throw + move if not cells or has_other_changes(move, cells, state, game) else text


@lru_cache(maxsize=16)
def _letters(pieces: tuple[PieceType, ...]) -> dict[str, str]:
    """Letters by names and letters of pieces."""
    return {_folded(text): kind.letter for kind in reversed(pieces) for text in (kind.letter, kind.name)}


def _standing(name: str, origin: str, state: State, game: Variant) -> str | None:
    """The letter of the piece on a cell, if that is its name: two pieces may have the same (hen, and a chick promoted)."""
    cell = game.board.index.get(origin)
    kind = ABSENT if cell is None else state.piece_type_at(cell)
    if kind == ABSENT or _folded(game.piece_types[kind].name) != _folded(name):
        return None
    return game.piece_types[kind].letter


def _promoted(piece: str, name: str, game: Variant) -> str:
    """The letter of what a piece becomes; of two pieces with its name the promoted one: +C and H are hens in dobutsu."""
    own = next((kind for kind in game.piece_types if kind.letter == f"+{piece}"), None)
    if own is not None and _folded(own.name) == _folded(name):
        return own.letter
    return _letters(game.piece_types).get(_folded(name), name)


def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


ZSG = Format(
    "zsg", Holds(variant=True, result=False), write,
    looks=begins_like("Zillions Save Game File|RulesFile="), cut=cut_before("Zillions Save Game File"), read=read,
    notation=long, refuses=_refuses,
)  # fmt: skip
