"""What the formats of shogi and its kin share: where a game starts, when, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fairyscore.notation.formats.base import End
from fairyscore.notation.moves import hodges
from fairyscore.notation.moves.cells import files_and_ranks
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.records.endings import reasons_in_tag, reasons_of_word, termination_for, words_for
from fairyscore.notation.records.token_stream import ReadTokenStream, Span
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant

GAME = "shogi"
WORDS = data_sections("fairyscore.notation.formats", "shogi.ini")
HANDICAPS = WORDS["handicaps"]
GAMES: dict[str, tuple[str, ...]] = {GAME: ()} | {game: tuple(names.split()) for game, names in WORDS["games"].items()}
"""The names of the games, the usual one first. Shogi needs none."""

Standing = dict[str, str]
"""Pieces as a FEN writes them, small letters for the second player's, by the names of their cells."""

IN_SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
"""How many of a piece a set has: what is not on the board is in hand."""


def refuses(record: Record) -> str:
    """Why a record is none of shogi and its kin, empty where it is."""
    if record.game.name not in GAMES:
        return f"this format is for shogi, and the game is {record.game.title}"
    return ""


# -- which game it is -------------------------------------------------------------------------------------------------


def name_of_game(game: Variant) -> str:
    """The name that 手合割 gives a game beside shogi; empty for shogi."""
    return next(iter(GAMES[game.name]), "")


def game_of_name(text: str) -> Variant | None:
    """The game beside shogi that 手合割 calls so."""
    return next((variant(game) for game, names in GAMES.items() if text in names), None)


Places = Sequence[Sequence[str]]
"""The rows of a board, from the far side, as the names of the pieces there, whoever has them; empty where none stands."""


def game_of_board(rows: Places, letters_of: Callable[[Variant], Mapping[str, str]]) -> Variant:
    """The game that has a board of that size and all its pieces: one that starts so, or else the first; or else shogi.

    letters_of: the letters of a game's pieces by what they are called here.
    """
    size, names = (len(rows[0]), len(rows)), {name for row in rows for name in row} - {""}
    known = (variant(game) for game in GAMES)
    fits = [game for game in known if size_of(game) == size and names <= letters_of(game).keys()]
    usual = [game for game in fits if _starts_with(game, rows, letters_of(game))]
    return next(iter(usual + fits), variant(GAME))


def _starts_with(game: Variant, rows: Places, letters: Mapping[str, str]) -> bool:
    """True if a game starts with these pieces."""
    pieces, (files, ranks) = start(game), size_of(game)
    found = {
        f"{'abcdefghi'[file]}{ranks - rank}": letters[name]
        for rank, row in enumerate(rows)
        for file, name in enumerate(row)
        if name and file < files
    }
    return found == {cell: piece.upper() for cell, piece in pieces.items()}


def size_of(game: Variant) -> tuple[int, int]:
    """How many files and ranks its board has."""
    return files_and_ranks(game.board.cells)


# -- where a game starts ----------------------------------------------------------------------------------------------


def start(game: Variant) -> Standing:
    """The pieces as a game starts usually."""
    return standing(game.initial_state(), game)


def standing(state: State, game: Variant) -> Standing:
    """The pieces on the board of a state."""
    found = {}
    for cell, name in enumerate(game.board.cells):
        piece = state.piece_at(cell)
        if piece is not None:
            letter = game.piece_types[piece[1]].letter
            found[name] = letter.lower() if piece[0] else letter
    return found


def fen_of(game: Variant, pieces: Standing, hands: str, turn: int) -> str:
    """The FEN of some pieces on the board and in hand; empty for the usual start. Raises `PositionError`."""
    files, ranks = size_of(game)
    rows = []
    for rank in range(ranks, 0, -1):
        row = "".join(pieces.get(f"{file}{rank}", "1") for file in "abcdefghi"[:files])
        rows.append(re.sub("1+", lambda empty: str(len(empty[0])), row))
    state = game.read_position(f"{'/'.join(rows)}[{hands}] {'wb'[turn]} 0 1")
    fen = game.write_position(state)
    return "" if fen == game.write_position(game.initial_state()) else fen


def without(cells: str) -> str:
    """The FEN of a handicap: the start without the second player's pieces on some cells; he moves first."""
    game = variant(GAME)
    left = {cell: piece for cell, piece in start(game).items() if cell not in cells.split()}
    return fen_of(game, left, "", 1)


def handicap_of(record: Record) -> str:
    """The name of the handicap that a record starts with, empty for none."""
    fen = record.set_up if record.game.name == GAME else ""
    return next((name for name, cells in HANDICAPS.items() if without(cells) == fen), "") if fen else ""


def rest_of_set(pieces: Standing, hands: str) -> str:
    """The pieces of a set, as capitals, that are neither on the board nor in hand."""
    used = [piece.lstrip("+").upper() for piece in (*pieces.values(), *hands)]
    return "".join(letter * max(0, count - used.count(letter)) for letter, count in IN_SET.items())


# -- cells ------------------------------------------------------------------------------------------------------------


def cell_of(digits: str, game: Variant) -> str:
    """The name on the board of a cell in two digits, `76`."""
    return hodges.cell_of(digits, game.board)


def digits_of(cell: int, game: Variant) -> str:
    """A cell in two digits, file and rank."""
    text = hodges.cell_name(cell, game.board)
    return f"{text[0]}{'abcdefghi'.index(text[1]) + 1}"


# -- when it began ----------------------------------------------------------------------------------------------------


def started(record: Record, before: str) -> list[str]:
    """The line that says when a game began, `2003/05/03 10:30:00`; none where nobody says."""
    begin = f"{record.tag('Date').replace('.', '/')} {record.tag('Time')}".strip()
    return [before + begin] if begin else []


_DAY = re.compile(r"([0-9]{4})[-./年]([0-9]{1,2}|\?\?)[-./月]([0-9]{1,2}|\?\?)日?(?:[(（]\w[)）])?")


def read_start(text: str, stream: ReadTokenStream, span: Span) -> None:
    """Take in when a game began, date and time of day as PGN has them; nothing where it is not filled in."""
    if not text.strip():
        stream.syntax.append(span)
    day, _, time = text.strip().partition(" ")
    found = _DAY.fullmatch(day)
    date = ".".join(part.zfill(2) for part in found.groups()) if found else day.replace("/", ".").replace("-", ".")
    for tag, value in (("Date", date), ("Time", time.strip())):
        if value:
            stream.tag(tag, value, span)


# -- how it ended -----------------------------------------------------------------------------------------------------


def result_of(word: str, turn: int, endings: Mapping[str, str]) -> str:
    """The result by the word that ends a game and who is to move; empty for any other word."""
    result = next((result for result, words in endings.items() if word in words.split()), "")
    if result in ("loses", "wins"):
        return "0-1" if (result == "loses") is (turn == 0) else "1-0"
    return result


def is_first(word: str, endings: Mapping[str, str]) -> bool:
    """True if a word that ends a game says no more than its result, and so is the one that is written for that."""
    return any(endings.get(key, "").split()[:1] == [word] for key in ("loses", "1/2-1/2", "*"))


def declares_impasse(word: str) -> bool:
    """True if a word that ends a game says that an impasse was declared.

    >>> declares_impasse("KACHI"), declares_impasse("TORYO")
    (True, False)
    """
    return word in WORDS["impasse"]["words"].split()


def usual_ending(record: Record, endings: Mapping[str, str]) -> str:
    """The word that is written for a result without a reason; empty where who is to move wins, as all words say why."""
    result = record.result
    if result == "1/2-1/2" and _repeats(record):
        return _in_words(("repetition",), record, endings)
    if result in ("1-0", "0-1"):
        return endings["loses"].split()[0] if (result == "0-1") is (record.end().turn == 0) else ""
    return endings.get(result, endings["*"]).split()[0]


def ending_of_record(record: Record, comments: tuple[Comment, ...], endings: Mapping[str, str], mark: str) -> str:
    """The last of some comments if it is how the game ended, in a word of the format that agrees with the result.

    A word of another format is given in this one's, if that has one for the same reason.
    """
    text = comments[-1].text if comments else ""
    word = text.removeprefix(mark).split(" ")[0] if text.startswith(mark) else ""
    ends = result_of(word, record.end().turn, endings) if word else ""
    if ends:
        return text if ends == record.result else ""
    same = _in_words(reasons_of_word(text.removeprefix("%").split(" ")[0]), record, endings)
    return f"{mark}{same}" if same else ""


def end_of_tag(record: Record, endings: Mapping[str, str], mark: str) -> End | None:
    """A format's word for the tag Termination of a record; None where it has no word that agrees with the result."""
    for reason in reasons_in_tag(record.tag("Termination")):
        word, value = _in_words((reason,), record, endings), termination_for(reason)
        if word and value:
            return End(f"{mark}{word}", value)
    return None


def termination_of(word: str) -> str:
    """The tag Termination that a word for the end of a game fills; empty for none.

    >>> termination_of("切れ負け"), termination_of("TIME_UP"), termination_of("投了")
    ('time forfeit', 'time forfeit', '')
    """
    return next(map(termination_for, reasons_of_word(word)), "")


def with_bare_ending(record: Record, kept: Callable[[str], bool]) -> Record:
    """The record with what stands behind the word for its end, a time, as a comment of its own in front of that.

    kept: whether a format holds a comment that is a word and more as it is.
    """
    plies = record.line.plies
    comments = plies[-1].comments if plies else record.line.intro
    text = comments[-1].text if comments else ""
    word, _, rest = text.partition(" ")
    if not rest.strip() or kept(text) or not reasons_of_word(word.removeprefix("%")):
        return record
    parted = (Comment(rest.strip()), Comment(word))
    if not plies:
        return replace(record, line=replace(record.line, intro=(*comments[:-1], *parted)))
    annotations = list(plies[-1].annotations)
    place = max(place for place, item in enumerate(annotations) if isinstance(item, Comment))
    annotations[place : place + 1] = parted
    last = replace(plies[-1], annotations=tuple(annotations))
    return replace(record, line=replace(record.line, plies=(*plies[:-1], last)))


def _in_words(reasons: tuple[str, ...], record: Record, endings: Mapping[str, str]) -> str:
    """The first word of a format for some reasons that agrees with the result; empty for none."""
    turn = record.end().turn
    words = (word for reason in reasons for name in ("kif", "csa") for word in words_for(reason, name))
    return next((word for word in words if result_of(word, turn, endings) == record.result), "")


FOURFOLD = 4
"""A position that comes so often ends the game."""


def _repeats(record: Record) -> bool:
    """True if the last position of a game has come for the fourth time."""
    game, last = record.game, _position(record.end(), record.game)
    before = sum(_position(state, game) == last for state, _ in record.steps(record.start()))
    return before + 1 >= FOURFOLD


def _position(state: State, game: Variant) -> str:
    """Pieces, hands and who is to move."""
    return " ".join(game.write_position(state).split()[:2])
