"""Xiangqi as the World Xiangqi Federation writes it: `C2.5 H8+7`, and WXF files, which begin `FORMAT WXF`.

A move is the piece (K A E H R C P), its file, `+` forward, `-` backward or `.` sideways, and the number of points that it
goes, or the file where it arrives; files are counted from the mover's own right. Of two on a file the front one is `C+`,
the rear one `C-`; of more, and of pawns on several files, each has a letter from the right and the front: `Pa`, `Pb`. Read
are also `=` for `.`, N and B for horse and elephant, small letters, and `+C.5` for `C+.5`. What a move means depends on the
board, so it is read in these files only.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.variants.registry import variant
>>> xiangqi = variant("xiangqi")
>>> move = xiangqi.initial_state().find(long.read("h3-e3", xiangqi))
>>> for line in write(Record("xiangqi", (("White", "Hu"),), MoveLine((Ply(move),))), long).splitlines():
...     print(*line.split("\\t"))
FORMAT WXF
RED Hu
RESULT *
START{
1. C2.5
}END
"""

import re

from fairyscore.notation.boards import Board
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.formats.walk import SOUND_MOVE, LateTokenStream, begins_like, cut_before, lines_of
from fairyscore.notation.moves import long
from fairyscore.notation.moves.cells import files_and_ranks
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

GAME = "xiangqi"
TAGS = {
    "GAME": "Event", "EVENT": "Event", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "White", "BLACK": "Black",
    "OPENING": "Opening", "AUTHOR": "Annotator", "FEN": "FEN",
}  # fmt: skip
WRITTEN = {tag: name for name, tag in reversed(TAGS.items())}
RESULTS = {"*": "*", "0-0": "*", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1-1": "1/2-1/2"}

NAMES = {"N": "H", "B": "E"}
LETTERS = {name: letter for letter, name in NAMES.items()}
SLANTED = {"N": 3, "B": 4, "A": 2}
"""Files and ranks that these pieces go in sum: the number behind the sign is a file."""

_MOVE = re.compile(
    r"(?:(?P<front>[+-])(?P<first>[A-Za-z])|(?P<piece>[A-Za-z])(?P<place>[1-9+a-e-]))(?P<way>[+.=-])(?P<end>[1-9])"
)
_WORD = re.compile(r"\{[^}]*\}?|\S+")


def _file(cell: int, seat: int, board: Board) -> int:
    """The file of a cell, from the right of a seat."""
    file = ord(board.cells[cell][0]) - ord("a") + 1
    return file if seat else files_and_ranks(board.cells)[0] + 1 - file


def _rank(cell: int, board: Board) -> int:
    return int(board.cells[cell][1:])


def _standing(state: State, kind: int, game: Variant) -> list[int]:
    """The mover's pieces of a kind, from his right, on each file from the front."""
    seat, board = state.turn, game.board
    found = [cell for cell in range(len(board.cells)) if state.piece_at(cell) == (seat, kind)]
    return sorted(found, key=lambda cell: (_file(cell, seat, board), _rank(cell, board) * (1 if seat else -1)))


def _places(state: State, kind: int, game: Variant) -> dict[int, str]:
    """What a piece is called among those of its kind: its file, its place on it, or its letter."""
    files: dict[int, list[int]] = {}
    for cell in _standing(state, kind, game):
        files.setdefault(_file(cell, state.turn, game.board), []).append(cell)
    shared = [cells for cells in files.values() if len(cells) > 1]
    called = {cell: str(file) for file, cells in files.items() for cell in cells}
    if len(shared) == 1 and len(shared[0]) == 2:
        return called | dict(zip(shared[0], "+-", strict=True))
    return called | {cell: "abcde"[at] for at, cell in enumerate(cell for cells in shared for cell in cells)}


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as a WXF file."""
    tags = [(WRITTEN[name], value) for name, value in record.tags if name in WRITTEN]
    lines = ["FORMAT\tWXF", *(f"{name}\t{value}" for name, value in tags), f"RESULT\t{record.result}", "START{"]
    for state, ply in record.steps(record.start()):
        move = _move(state, ply.move, record.game)
        if state.turn == 0 or lines[-1] == "START{":
            lines.append(f"{state.fullmove_number}.{' ...' if state.turn else ''} {move}")
        else:
            lines[-1] += f" {move}"
    return "\n".join([*lines, "}END", ""])


def _move(state: State, move: Move, game: Variant) -> str:
    kind, seat, board = state.piece_type_at(move.origin), state.turn, game.board
    letter = game.piece_types[kind].letter
    rise = (_rank(move.target, board) - _rank(move.origin, board)) * (-1 if seat else 1)
    end = _file(move.target, seat, board) if letter in SLANTED or not rise else abs(rise)
    way = "+" if rise > 0 else "-" if rise else "."
    return f"{NAMES.get(letter, letter)}{_places(state, kind, game)[move.origin]}{way}{end}"


# -- reading ----------------------------------------------------------------------------------------------------------


def _told(text: str, state: State, game: Variant) -> str:
    """A move in long form, with the letter of its piece; as it is where no piece can be meant."""
    found = _MOVE.fullmatch(text)
    if found is None:
        return text
    name = (found["first"] or found["piece"]).upper()
    letter = LETTERS.get(name, name)
    kind = game.letters.get(letter)
    if kind is None:
        return text
    places = {place: cell for cell, place in _places(state, kind, game).items()}
    origin = places.get((found["front"] or found["place"]).lower())
    if origin is None and found["place"]:
        on_file = [c for c in _standing(state, kind, game) if str(_file(c, state.turn, game.board)) == found["place"]]
        origin = on_file[0] if len(on_file) == 1 or (letter in ("A", "B") and on_file) else None
        if len(on_file) > 1 and letter in ("A", "B"):  # only one of two can go forward, or backward
            origin = on_file[-1] if found["way"] == "+" else on_file[0]
    target = None if origin is None else _target(origin, letter, found, state, game)
    if origin is None or target not in game.board.index:
        return text
    mark = "x" if state.piece_at(game.board.index[target]) is not None else "-"
    return f"{letter}{game.board.cells[origin]}{mark}{target}"


def _target(origin: int, letter: str, found: re.Match[str], state: State, game: Variant) -> str:
    """The name of the point that a move leads to."""
    seat, board, end = state.turn, game.board, int(found["end"])
    file, rank = _file(origin, seat, board), _rank(origin, board)
    rise = 0
    if found["way"] in "+-":
        far = SLANTED[letter] - abs(end - file) if letter in SLANTED else end
        rise = far * (1 if found["way"] == "+" else -1) * (-1 if seat else 1)
        end = end if letter in SLANTED else file
    column = end if seat else files_and_ranks(board.cells)[0] + 1 - end
    return f"{chr(ord('a') + column - 1)}{rank + rise}"


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, moves, result, place = LateTokenStream(game_text.text, told=_told), False, "*", None
    said.tag("Variant", GAME, (0, 0))
    for line, span in lines_of(game_text.text):
        name, _, value = line.strip().replace("\t", " ").partition(" ")
        if name == "}END" and not value:
            moves = False
            said.syntax.append(span)
        elif moves or line.strip().startswith("START{"):
            start = 0 if moves else line.index("{") + 1
            said.syntax.append((span[0], span[0] + start))
            _moves(line[start:], span[0] + start, said, notes)
            moves = True
        elif name in TAGS and TAGS[name] not in said.tags:
            said.tag(TAGS[name], value.strip(), span)
        elif name == "RESULT" and value.strip() in RESULTS and place is None:
            result, place = RESULTS[value.strip()], span
        elif name in ("TIME", "REMARK", *TAGS):
            said.add_token("{" + line.strip() + "}", span)
        elif (name, value.strip()) == ("FORMAT", "WXF"):
            said.syntax.append(span)
        elif name:
            notes.bad_value(span, f"this line means nothing in WXF: {shown(line.strip())}")
    said.end(result, place)
    said.report_rest(notes)
    return said


def _moves(line: str, start: int, said: LateTokenStream, notes: DiagnosticCollector) -> None:
    for word in _WORD.finditer(line):
        text, span = word[0], (start + word.start(), start + word.end())
        if text[0] == "{":
            said.add_token(text if text.endswith("}") else text + "}", span)
        elif text == "...":
            said.syntax.append(span)
        elif re.fullmatch(r"[0-9]{1,6}\.+", text):
            said.add_token(text, span)
        elif SOUND_MOVE.fullmatch(text):
            said.add_move(text, span)
        else:
            notes.bad_value(span, f"this is no move: {shown(text)}")


WXF = Format(
    "wxf", Holds(tags=frozenset(TAGS.values()), variant=True), write,
    looks=begins_like(r"FORMAT\s+WXF"), cut=cut_before("FORMAT"), read=read, notation=long,
    refuses=lambda record: (
        "" if record.game.name == variant(GAME).name
        else f"a WXF file is for xiangqi, and the game is {record.game.title}"
    ),
)  # fmt: skip
