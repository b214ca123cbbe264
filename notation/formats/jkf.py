"""JKF, the JSON Kifu Format in which programs for the web keep shogi: an object with `header`, `initial` and `moves`.

The header has the headings of KIF, the pieces and the words for the end (`special`) are those of CSA. Item 0 of `moves` has
the comments in front of the first move; each other one a move, the time used (`now`, kept as `[%emt]`, and in `total`),
comments and `forks`, the variations in place of the move. `initial` names a handicap (`preset`), or has a board set up.

Our reading: a header that is neither a heading of KIF nor a word that may be a tag is a comment in front of the moves. What
a move says of itself besides its cells and its piece (`color`, `same`, `capture`, `promote`, `relative`) is checked on the
board. A total that is not the sum of the times is a comment; a word for the end is kept as CSA keeps it. A variation in
place of the end repeats the last move. Where who is to move has won and nothing says why, the result is in the header.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> record = Record("shogi", (("White", "羽生"),), MoveLine((Ply(move),)))
>>> json.loads(write(record, long))["moves"][1]
{'move': {'color': 0, 'from': {'x': 7, 'y': 7}, 'to': {'x': 7, 'y': 6}, 'piece': 'FU'}}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from fairyscore.notation.formats import kif
from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.csa import ENDINGS, letters_of, names_of
from fairyscore.notation.formats.json import DOUBLED, JsonTokenStream, Path, cut
from fairyscore.notation.formats.shogi import (
    GAME,
    HANDICAPS,
    IN_SET,
    WORDS,
    Standing,
    cell_of,
    declares_impasse,
    digits_of,
    end_of_tag,
    ending_of_record,
    fen_of,
    handicap_of,
    is_first,
    read_start,
    result_of,
    size_of,
    standing,
    started,
    termination_of,
    usual_ending,
    with_bare_ending,
    without,
)
from fairyscore.notation.moves import hodges, japanese
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import MOST_DEEP, MoveLine, Record
from fairyscore.notation.rules.moves import ABSENT, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown, sound
from fairyscore.notation.variants.registry import variant

PRESETS = WORDS["jkf presets"]
EVEN, OTHER = "HIRATE", "OTHER"
STARTED, HANDICAP = "開始日時", "手合割"
_RELATIVE = dict(zip("LCRUMDH", "左直右上寄引打", strict=True))
_WORDS_OF = str.maketrans(_RELATIVE)
_LETTERS_OF = str.maketrans({word: letter for letter, word in _RELATIVE.items()})
_EMT = re.compile(r"\[%emt (0|[1-9][0-9]{0,2}):([0-5][0-9]):([0-5][0-9])\]")
_ENDING = re.compile(r"%(\S+)(?: T(0|[1-9][0-9]{0,6}))?")
"""A comment that is a word for the end, and the seconds that were used before it."""

_OF_MOVES = ("FEN", "SetUp", "Termination", "Variant", "Rules")
"""Tags that other parts of the object say."""

Item = dict[str, Any]
"""One of `moves`, or of a fork."""


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as one JSON object on one line, in UTF-8."""
    record = with_bare_ending(record, lambda text: _ENDING.fullmatch(text) is not None)
    ending, intro = _ending(record), [comment.text for comment in record.line.intro]
    if ending and not record.line.plies:
        intro.pop()
    state, used = record.start(), [0, 0]
    items = _line(record.line, state, _Before(ABSENT, used), record.game, ending=bool(ending))
    word = usual_ending(record, ENDINGS)
    if ending or word:
        items.append(_special(ending or f"%{word}", state.turn, used))
    value = {
        "header": _header(record, stated=bool(ending or word)),
        "initial": _initial(record),
        "moves": [{"comments": intro} if intro else {}, *items],
    }
    return json.dumps(value, ensure_ascii=False, check_circular=False) + "\n"


def _ending(record: Record) -> str:
    """The last comment as a word for the end; empty where that says no more than the result."""
    plies = record.line.plies
    ending = ending_of_record(record, plies[-1].comments if plies else record.line.intro, ENDINGS, "%")
    return "" if is_first(ending.removeprefix("%"), ENDINGS) else ending


def _header(record: Record, *, stated: bool) -> dict[str, str]:
    """The tags by the headings of KIF, others by their names. stated: whether a word says the result."""
    tags = {name: value for name, value in record.tags if name not in _OF_MOVES}
    begin = "".join(started(record, ""))
    if begin and _start_tags(begin) == {name: tags[name] for name in ("Date", "Time") if name in tags}:
        tags = {STARTED: begin} | {name: value for name, value in tags.items() if name not in ("Date", "Time")}
    if not stated:
        tags.setdefault("Result", record.result)
    headings = {tag: name for name, tag in kif.TAGS.items()}
    return {headings.get(name, name): value for name, value in tags.items()}


def _start_tags(text: str) -> dict[str, str]:
    """The tags that a time of the start fills."""
    stream = ReadTokenStream(text)
    read_start(text, stream, (0, 0))
    return stream.tags


def _initial(record: Record) -> dict[str, Any]:
    """Where the game starts: a preset, or else the board, hands and who is to move."""
    if not record.set_up:
        return {"preset": EVEN}
    handicap = handicap_of(record)
    preset = next((preset for preset, name in PRESETS.items() if name == handicap), OTHER)
    return {"preset": preset} if preset != OTHER else {"preset": OTHER, "data": _data(record.start(), record.game)}


def _data(state: State, game: Variant) -> dict[str, Any]:
    pieces, names, (files, ranks) = standing(state, game), names_of(game), size_of(game)

    def piece_on(digits: str) -> dict[str, Any]:
        letter = pieces.get(cell_of(digits, game), "")
        return {"color": int(letter.islower()), "kind": names[letter.upper()]} if letter else {}

    board = [[piece_on(f"{file}{rank}") for rank in range(1, ranks + 1)] for file in range(1, files + 1)]
    held = [[game.piece_types[kind].letter for kind in state.hand_of(seat)] for seat in (0, 1)]
    hands = [{names[letter]: hand.count(letter) for letter in reversed(IN_SET)} for hand in held]
    return {"color": state.turn, "board": board, "hands": hands}


@dataclass(slots=True)
class _Before:
    """The moves before a line, as far as it needs them. cell: the last target. used: the seconds of both players."""

    cell: int
    used: list[int]

    def copy(self) -> _Before:
        return _Before(self.cell, self.used.copy())


def _line(line: MoveLine, state: State, before: _Before, game: Variant, *, ending: bool) -> list[Item]:
    """The items of a line, from a position on; the table is changed. ending: whether its last comment stands elsewhere."""
    items = []
    for number, ply in enumerate(line.plies, 1):
        comments = [comment.text for comment in ply.comments]
        if ending and number == len(line.plies):
            comments.pop()
        item: Item = {"move": _move_data(state, ply.move, before.cell, game)}
        forks = [_fork(variation, state.copy(), before.copy(), game) for variation in ply.variations]
        if comments and (time := _EMT.fullmatch(comments[0])):
            hours, minutes, seconds = map(int, time.groups())
            item["time"] = _time(3600 * hours + 60 * minutes + seconds, state.turn, before.used)
            comments = comments[1:]
        item |= {"comments": comments} if comments else {}
        item |= {"forks": forks} if forks else {}
        items.append(item)
        state.push_unchecked(ply.move)
        before.cell = ply.move.target
    return items


def _fork(line: MoveLine, state: State, before: _Before, game: Variant) -> list[Item]:
    """The items of a variation, with the comments in front of it, and the word that it ends with."""
    comments = line.plies[-1].comments if line.plies else ()
    found = _ENDING.fullmatch(comments[-1].text) if comments else None
    ends = found is not None and result_of(found[1], 0, ENDINGS) != ""
    intro = [{"comments": [comment.text for comment in line.intro]}] if line.intro else []
    items = _line(line, state, before, game, ending=ends)
    return [*intro, *items, *([_special(comments[-1].text, state.turn, before.used)] if ends else [])]


def _special(ending: str, turn: int, used: list[int]) -> Item:
    """How a line ends."""
    found = _ENDING.fullmatch(ending)
    assert found is not None
    item: Item = {"special": found[1]}
    if found[2]:
        item["time"] = _time(int(found[2]), turn, used)
    return item


def _time(seconds: int, turn: int, used: list[int]) -> dict[str, dict[str, int]]:
    """The time of a move, which is added to what its player has used."""
    used[turn] += seconds
    now, total = ({"h": number // 3600, "m": number // 60 % 60, "s": number % 60} for number in (seconds, used[turn]))
    return {"now": now, "total": total}


def _move_data(state: State, move: Move, before: int, game: Variant) -> dict[str, Any]:
    """All that a move says of itself. before: the cell that the move before it reached."""
    names, is_drop = names_of(game), move.origin == ABSENT
    kind, taken = move.becomes if is_drop else state.piece_type_at(move.origin), state.piece_type_at(move.target)
    change = "" if is_drop else japanese.change_of(state, move, game)
    words = japanese.words_of(state, move, game)
    data: dict[str, Any] = {"color": state.turn}
    data |= {} if is_drop else {"from": _place(move.origin, game)}
    data |= {"to": _place(move.target, game), "piece": names[game.piece_types[kind].letter]}
    data |= {"same": True} if move.target == before else {}
    data |= {"promote": change == "成"} if change else {}
    data |= {} if taken == ABSENT else {"capture": names[game.piece_types[taken].letter]}
    return data | ({"relative": words.translate(_LETTERS_OF)} if words else {})


def _place(cell: int, game: Variant) -> dict[str, int]:
    file, rank = map(int, digits_of(cell, game))
    return {"x": file, "y": rank}


# -- reading ----------------------------------------------------------------------------------------------------------

_GAME_KEYS = ("header", "initial", "moves")
_ITEM_KEYS = ("move", "time", "comments", "special", "forks")
_MOVE_KEYS = ("color", "from", "to", "piece", "same", "promote", "capture", "relative")
_CHECKED_KEYS = ("color", "same", "promote", "capture", "relative")
_DATA_KEYS = ("color", "board", "hands")
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_CHANGES = ((True, "+"), (False, "="))
"""What `promote` says, and the sign in Hodges' notation."""

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@dataclass(slots=True)
class _At:
    """Where a line is that is read. state: None behind a move that is refused. last: the last move as a token."""

    state: State | None
    turn: int
    before: _Before
    last: str = ""

    def copy(self) -> _At:
        state = None if self.state is None else self.state.copy()
        return replace(self, state=state, before=self.before.copy())


class JkfTokenStream(JsonTokenStream):
    """One game taken apart, a `TokenStream`."""

    def _read(self, value: Any) -> None:
        """Take in the object of the game."""
        self._game = variant(GAME)
        self._syntax: list[Path] = []
        self._result = ""
        self._result_path: Path = ("header", "Result")
        if not isinstance(value, dict) or not any(key in value for key in _GAME_KEYS):
            self._tell(f"a game is an object with the keys {', '.join(_GAME_KEYS)}, not {_shown(value)}")
            return
        self._report_unknown(value, _GAME_KEYS, "a game", ())
        self._tag("Variant", GAME, "variant")
        header = self._value(value, ("header",), {}, "the header of a game is an object")
        self._read_start(value.get("initial"), header.get(HANDICAP))
        for name, text in header.items():
            self._read_heading(name, text, ("header", name))
        if "moves" not in value:
            self._tell("the game has no moves; an empty array says that there are none")
        state = self._game.read_position(self.tags["FEN"]) if "FEN" in self.tags else self._game.initial_state()
        at = _At(state, state.turn, _Before(ABSENT, [0, 0]))
        self._read_items(self._value(value, ("moves",), [], "moves are an array"), ("moves",), 0, at)
        stated = self.tags.get("Result", "")
        result = self._result or (stated if stated in _RESULTS else "*")
        if "Result" not in self.tags:
            self._tag("Result", result, *self._result_path)
        self._add(result, *self._result_path)

    def accounted(self, game: Variant) -> Iterator[Span]:
        """See `TokenStream`. What is null says that nothing is there."""
        syntax = (self._place(path) for path in getattr(self, "_syntax", ()))
        nulls = (span for span in self._places.values() if self.text[slice(*span)] == "null")
        return chain(super().accounted(game), syntax, nulls)

    # the header

    def _read_heading(self, name: str, text: Any, path: Path) -> None:
        """Take in a heading: as a tag, where it begins, or a comment."""
        if not isinstance(text, str) or name.startswith(DOUBLED):
            word = shown(name.replace(DOUBLED, ""))
            self._tell(f"the heading {word} is not a string, or stands twice: {_shown(text)}", *path)
            return
        tag = kif.HEADINGS.get(name) or (name if _TAG_NAME.fullmatch(name) and name not in _OF_MOVES else "")
        if path in self._syntax:
            return
        if tag and tag not in self.tags:
            self._tag(tag, sound(text), *path)
        elif name == STARTED and text.strip() and not {"Date", "Time"} & self.tags.keys():
            for part, value in _start_tags(sound(text)).items():
                self._tag(part, value, *path)
        else:
            self._add("{" + sound(f"{name}：{text}") + "}", *path)

    # where the game starts

    def _read_start(self, initial: Any, handicap: Any) -> None:
        """Take in `initial`; without it the handicap that the header names."""
        path: Path = ("initial",)
        name = handicap.strip() if isinstance(handicap, str) else ""
        fen: str | None = ""
        if initial is None and name in HANDICAPS:
            fen, path = without(HANDICAPS[name]), ("header", HANDICAP)
        elif initial is not None:
            fen = self._fen_of(initial)
            self._syntax.append(path)
        if fen:
            self._tag("FEN", fen, *path)
        named = without(HANDICAPS[name]) if name in HANDICAPS else "" if name == kif.EVEN else None
        if (named is not None and named == fen) or name == kif.OTHER_START:
            self._syntax.append(("header", HANDICAP))  # it says the same

    def _fen_of(self, initial: Any) -> str | None:
        """The FEN of `initial`, empty for the usual start, None where it cannot be read, which is reported."""
        if not isinstance(initial, dict):
            self._tell(f"initial is an object with preset and data, not {_shown(initial)}", "initial")
            return None
        self._report_unknown(initial, ("preset", "data"), "initial", ("initial",))
        preset, data = initial.get("preset"), initial.get("data")
        fen: str | None = None
        if preset == EVEN:
            fen = ""
        elif isinstance(preset, str) and preset in PRESETS:
            fen = without(HANDICAPS[PRESETS[preset]])
        elif preset != OTHER:
            self._tell(
                f"there is no preset {_shown(preset)}; the moves are judged from the usual start", "initial", "preset"
            )
        if data is None:
            if preset == OTHER:
                self._tell("the preset OTHER needs data; the moves are judged from the usual start", "initial")
            return fen
        set_up = self._fen_of_data(data)
        if fen is None:
            return set_up
        if set_up != fen:
            self._tell(
                f"the data is not the start that the preset {preset} names; the preset counts", "initial", "data"
            )
        return fen

    def _fen_of_data(self, data: Any) -> str | None:
        path: Path = ("initial", "data")
        if not isinstance(data, dict):
            self._tell(f"data is an object with color, board and hands, not {_shown(data)}", *path)
            return None
        self._report_unknown(data, _DATA_KEYS, "data", path)
        turn = data.get("color", 0)
        if not _is_color(turn):
            self._tell(f"a color is 0 or 1, not {_shown(turn)}", *path, "color")
            turn = 0
        pieces = self._pieces_of(self._value(data, (*path, "board"), [], "the board is an array of its files"))
        hands = self._value(data, (*path, "hands"), [], "hands are an array of two")
        held = "".join(self._hand_of(hand, seat, (*path, "hands", seat)) for seat, hand in enumerate(hands))
        try:
            return fen_of(self._game, pieces, held, turn)
        except PositionError as error:
            self._tell(f"the start makes no sense: {error}; the moves are judged from the usual start", *path)
            return None

    def _pieces_of(self, board: list[Any]) -> Standing:
        """The pieces of the board; what cannot be one is reported, and left out."""
        pieces: Standing = {}
        files, ranks = size_of(self._game)
        for x, file in enumerate(board):
            at: Path = ("initial", "data", "board", x)
            if x >= files or not isinstance(file, list) or len(file) > ranks:
                self._tell(
                    f"the board has {files} files of {ranks} cells; this is not one of them: {_shown(file)}", *at
                )
                continue
            for y, cell in enumerate(file):
                named = cell if isinstance(cell, dict) else {"kind": cell}
                self._report_unknown(named, ("color", "kind"), "a cell", (*at, y))
                color, kind = named.get("color"), named.get("kind")
                letter = letters_of(self._game).get(kind) if isinstance(kind, str) else None
                if letter and _is_color(color):
                    pieces[cell_of(f"{x + 1}{y + 1}", self._game)] = letter.lower() if color else letter
                elif kind is not None or color is not None:
                    self._tell(f"a cell is empty, or has a color and a kind of CSA, not {_shown(cell)}", *at, y)
        return pieces

    def _hand_of(self, hand: Any, seat: int, path: Path) -> str:
        """A hand as the letters of a FEN; what cannot be in it is reported, and left out."""
        if not isinstance(hand, dict) or seat > 1:
            self._tell(f"hands are two objects of kinds and numbers; this is not one of them: {_shown(hand)}", *path)
            return ""
        held, letters = "", letters_of(self._game)
        for kind, number in hand.items():
            letter = letters.get(kind, "")
            if letter in IN_SET and type(number) is int and 0 <= number <= IN_SET[letter]:
                held += number * (letter.lower() if seat else letter)
            elif number != 0 or not letter:
                self._tell(f"a hand has no {_shown(number)} of {shown(kind.replace(DOUBLED, ''))}", *path, kind)
        return held

    # moves

    def _read_items(self, items: list[Any], path: Path, depth: int, at: _At) -> None:
        """The items of a line, the main one where it is not deep."""
        for place, item in enumerate(items):
            here: Path = (*path, place)
            if not isinstance(item, dict):
                self._keep_rest(f"each of the moves is an object, not {_shown(item)}", here)
                return
            self._report_unknown(item, _ITEM_KEYS, "what stands in moves", here)
            start, mover, move = at.copy(), at.turn, item.get("move")
            if move is not None:
                token = self._token_of(move, (*here, "move"), at.before.cell)
                if not token:
                    self._keep_rest(f"this is not a move with its cells and its piece: {_shown(move)}", here)
                    return
                self._read_move(token, move, (*here, "move"), at)
            is_special = item.get("special") is not None
            seconds = self._seconds_of(item.get("time"), mover, (*here, "time"), at, is_command=not is_special)
            self._read_comments(item.get("comments"), (*here, "comments"))
            branch = (start, "") if move is not None else (at, at.last) if at.last else None
            self._read_forks(item.get("forks"), (*here, "forks"), depth, branch)
            if is_special:
                is_last = place == len(items) - 1
                self._read_special(item["special"], seconds, (*here, "special"), at, is_main=not depth, is_last=is_last)

    def _token_of(self, move: Any, path: Path, before: int) -> str:
        """A move in Hodges' notation by its cells and its piece, empty where these are not there."""
        if not isinstance(move, dict):
            return ""
        piece, to, origin = move.get("piece"), _digits(move.get("to")), _digits(move.get("from"))
        letter = letters_of(self._game).get(piece, "") if isinstance(piece, str) else ""
        if not to and move.get("to") is None and move.get("same") is True and before != ABSENT:
            to = digits_of(before, self._game)
        if not letter or not to or (not origin and move.get("from") is not None):
            return ""
        self._report_unknown(move, _MOVE_KEYS, "a move", path)
        for end in ("from", "to"):
            self._report_unknown(move.get(end) or {}, ("x", "y"), "a cell", (*path, end))
        change = next((sign for value, sign in _CHANGES if move.get("promote") is value), "")
        return f"{letter}{origin}{to}{change}" if origin else f"{letter}*{to}"

    def _read_move(self, token: str, data: dict[str, Any], path: Path, at: _At) -> None:
        """Take in a move; what it says of itself besides is compared with the board."""
        self._add(token, *path)
        parsed = hodges.read(token, self._game)
        move = at.state.find(parsed) if at.state is not None and isinstance(parsed, ParsedMove) else None
        at.last, at.turn = token, 1 - at.turn
        if at.state is None or move is None:
            at.state = None
            return
        expected = _move_data(at.state, move, at.before.cell, self._game)
        for key in _CHECKED_KEYS:
            given, right = data.get(key), expected.get(key)
            says_no_more = given is None or (given is False and right is None and key in ("same", "promote"))
            if says_no_more or (type(given) is type(right) and given == right):
                continue
            if key != "relative" or not _names_move(given, at.state, move, self._game):
                on_board = "nothing" if right is None else _shown(right)
                self._tell(
                    f"the move says {key}: {_shown(given)}, and the board {on_board}; the board counts", *path, key
                )
        at.state.push_unchecked(move)
        at.before.cell = move.target

    def _seconds_of(self, time: Any, mover: int, path: Path, at: _At, *, is_command: bool) -> int | None:
        """The seconds that a move took, added to those of who made it; a total that is not their sum is a comment.

        is_command: whether they are kept as `[%emt]`.
        """
        if time is None:
            return None
        now, total = (_seconds(time.get(part)) if isinstance(time, dict) else None for part in ("now", "total"))
        if now is None:
            self._tell(f"a time has hours, minutes and seconds in now and total, not {_shown(time)}", *path)
            return None
        self._report_unknown(time, ("now", "total"), "a time", path)
        for part in ("now", "total"):
            self._report_unknown(time.get(part) or {}, tuple(_UNITS), part, (*path, part))
        self._syntax.append(path)
        at.before.used[mover] += now
        if is_command:
            self._add(f"{{[%emt {_clock(now)}]}}", *path)
        if total is not None and total != at.before.used[mover]:
            self._add(f"{{{_clock(total)}}}", *path, "total")
        elif total is None and time.get("total") is not None:
            self._tell(f"a total has hours, minutes and seconds, not {_shown(time['total'])}", *path, "total")
        return now

    def _read_comments(self, comments: Any, path: Path) -> None:
        if comments is None:
            return
        for place, text in enumerate(comments if isinstance(comments, list) else [comments]):
            here = (*path, place) if isinstance(comments, list) else path
            if isinstance(text, str):
                self._add("{" + sound(text) + "}", *here)
            else:
                self._tell(f"comments are strings, not {_shown(text)}", *here)

    def _read_forks(self, forks: Any, path: Path, depth: int, branch: tuple[_At, str] | None) -> None:
        """Take in variations. branch: where they begin, and the move repeated in front of them; None for nowhere."""
        if forks is None:
            return
        for place, fork in enumerate(forks if isinstance(forks, list) else [forks]):
            here = (*path, place) if isinstance(forks, list) else path
            if not isinstance(fork, list) or depth >= MOST_DEEP or branch is None:
                self._tell(f"forks are arrays of moves in place of a move, not {_shown(fork)}", *here)
                continue
            start, repeated = branch
            self._add("(", *here)
            if repeated:
                self._add(repeated, *here)
            self._read_items(fork, here, depth + 1, start.copy())
            self._add(")", *here)

    def _read_special(
        self, word: Any, seconds: int | None, path: Path, at: _At, *, is_main: bool, is_last: bool
    ) -> None:
        """Take in the word that ends a line; of the main line it gives the result."""
        ends = result_of(word, at.turn, ENDINGS) if isinstance(word, str) else ""
        text = f"%{word}" + ("" if seconds is None else f" T{seconds}")
        is_result = bool(ends) and is_main and is_last
        if not ends or not is_last:
            why = "stands in front of other moves" if ends else "is not a word for the end"
            self._tell(f"{_shown(word)} {why}; it is kept as a comment", *path)
        if is_result:
            self._result, self._result_path = ends, path
            self.declares_impasse = declares_impasse(word)
            if termination := termination_of(word):
                self._tag("Termination", termination, *path)
        if not is_result or not is_first(text.removeprefix("%"), ENDINGS):
            self._add("{" + sound(text) + "}", *path)


def _is_color(value: Any) -> bool:
    return type(value) is int and value in (0, 1)


def _digits(place: Any) -> str:
    """A cell in two digits, empty where the value is none."""
    parts = [place.get("x"), place.get("y")] if isinstance(place, dict) else [None]
    return "".join(map(str, parts)) if all(type(part) is int and 1 <= part <= hodges.MOST for part in parts) else ""


def _seconds(time: Any) -> int | None:
    """The seconds of a time in hours, minutes and seconds; None where it is none."""
    if not isinstance(time, dict):
        return None
    parts = [0 if part == "h" and time.get(part) is None else time.get(part) for part in _UNITS]
    if not all(type(part) is int and 0 <= part < MOST_OF_UNIT for part in parts):
        return None
    return sum(part * unit for part, unit in zip(parts, _UNITS.values(), strict=True) if isinstance(part, int))


_UNITS = {"h": 3600, "m": 60, "s": 1}
MOST_OF_UNIT: Final = 1_000_000


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _names_move(relative: Any, state: State, move: Move, game: Variant) -> bool:
    """True if the letters for words (`RU` 右上) tell a move from others, though they may not be those that are written."""
    if not isinstance(relative, str) or move.origin == ABSENT:
        return bool(relative == "H")
    if not re.fullmatch("[LCRUMD]{1,3}", relative):
        return False
    name = japanese.names_of(game)[game.piece_types[state.piece_type_at(move.origin)].letter]
    words = f"{relative.translate(_WORDS_OF)}{japanese.change_of(state, move, game)}"
    parsed = japanese.on_board(f"{japanese.cell_name(move.target, game.board)}{name}{words}", state, game)
    found: Move | None = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    return found is not None and found.origin == move.origin


def _shown(value: Any) -> str:
    return shown(json.dumps(value, ensure_ascii=False).replace(DOUBLED, ""))


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart; what is wrong with it is noted."""
    return JkfTokenStream(game_text, notes)


def _refuses(record: Record) -> str:
    """Why a record cannot be JKF, empty where it can: its boards have nine files and the pieces of shogi."""
    return "" if record.game.name == GAME else f"this format is for shogi, and the game is {record.game.title}"


LOOKS = re.compile(
    r'\s*+(?:\[\s*+)?\{\s*+(?:(?="(?:header|initial)"\s*+:\s*+(?:\{|null))'
    r'(?=(?s:.*)"(?:moves"\s*+:\s*+\[|preset"\s*+:|[先後下上]手"\s*+:))'
    r'|"moves"\s*+:\s*+\[\s*+\{\s*+(?:\}|"comments"\s*+:|"move"\s*+:\s*+\{))'
)
"""How a file of such games begins: our own JSON has no header, and moves that are texts."""

JKF = Format(
    "jkf",
    Holds(
        tags=ALL, variant=True, comments=True, intro=True, variations=True,
        end=lambda record: end_of_tag(record, ENDINGS, "%"),
    ),
    write,
    looks=lambda head: LOOKS.match(head) is not None,
    cut=cut,
    read=read,
    notation=hodges,
    refuses=_refuses,
)  # fmt: skip
