"""JSON: one array of games, or a game as an object on each line (JSON Lines). `docs/record.schema.json` describes a game.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> print(write(Record("chess", line=MoveLine((Ply(Move(12, 28), nags=(1,)),))), long), end="")
{"variant": "chess", "tags": {}, "moves": [{"move": "e2-e4", "nags": [1]}], "result": "*"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from fairyscore.notation.formats.base import Borders, Format
from fairyscore.notation.formats.loss import EVERYTHING
from fairyscore.notation.moves import long
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.token_stream import ReadTokenStream, TokenStream
from fairyscore.notation.records.tree import DEFAULT_VARIANT, MOST_DEEP, Comment, MoveLine, Record, settle
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown

# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as one JSON object on one line, in ASCII. Raises `PositionError` where its tag FEN is nonsense."""
    game = record.game
    value: dict[str, Any] = {"variant": record.variant, "tags": dict(record.tags)}
    value |= _line(record.line, record.start(), game, notation)
    value["result"] = record.result
    return json.dumps(value, check_circular=False) + "\n"


def _line(line: MoveLine, state: State, game: Variant, notation: Notation) -> dict[str, Any]:
    """A line from a position on; the table is changed."""
    found: dict[str, Any] = {"intro": [_comment(comment) for comment in line.intro]} if line.intro else {}
    moves = found["moves"] = []
    text, play = notation.write, state.push_unchecked
    many = len(game.seats) > 2
    for ply in line.plies:
        move = ply.move
        if many:
            settle(state, move)
        one: dict[str, Any] = {"move": text(state, move, game)}
        if ply.nags:
            one["nags"] = ply.nags
        if ply.behind:
            one["behind"] = [
                _comment(item)
                if isinstance(item, Comment)
                else {"variation": _line(item, state.copy(), game, notation)}
                for item in ply.behind
            ]
        moves.append(one)
        play(move)
    return found


def _comment(comment: Comment) -> dict[str, str]:
    return {"aside" if comment.aside else "comment": comment.text}


# -- cutting ----------------------------------------------------------------------------------------------------------

_MARK = re.compile(r'"(?:[^"\\]++|\\.)*+(?P<end>")?|[{}]', re.DOTALL)
"""A string, so that braces in it are passed over; or a brace."""


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game: what stands between braces that are in none. What stands between games is passed over.

    A brace missing in one game makes it run into the next: the reader says so, and goes on behind it.
    """
    number, line, rest, depth, seen = 0, 1, "", 0, 0
    for chunk in chunks:
        rest += chunk
        begin = 0
        for mark in _MARK.finditer(rest, seen):
            seen = mark.end()
            if mark[0][0] == '"':
                if mark["end"] is None:
                    seen = mark.start()  # it may go on in the next chunk
                    break
                continue
            depth += 1 if mark[0] == "{" else -1
            if depth == 0:
                number += 1
                yield GameText(number, rest[begin:seen], line)
                line += rest.count("\n", begin, seen)
                begin = seen
            depth = max(depth, 0)
        rest, seen = rest[begin:], seen - begin
        if len(rest) > LONGEST_GAME:
            number += 1
            yield GameText(number, rest, line, whole=False)
            line += rest.count("\n")
            rest, depth, seen = "", 0, 0
    if depth or rest.strip(" \t\r\n,[]"):
        yield GameText(number + 1, rest, line)


def cut_lines(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each line that is not blank: a broken one spares the next."""
    number, line, rest = 0, 0, ""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split("\n")
        for text in lines:
            line += 1
            while text.strip():
                number += 1
                yield GameText(number, text[:LONGEST_GAME], line, len(text) <= LONGEST_GAME)
                text = text[LONGEST_GAME:]
        while len(rest) > LONGEST_GAME:
            number += 1
            yield GameText(number, rest[:LONGEST_GAME], line + 1, whole=False)
            rest = rest[LONGEST_GAME:]
    if rest.strip():
        yield GameText(number + 1, rest, line + 1)


# -- reading ----------------------------------------------------------------------------------------------------------


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """One game taken apart. What is no JSON, or not what the schema says, is noted and ends the reading there."""
    reading = _JsonReader(game_text.text, notes)
    try:
        value = json.loads(game_text.text.lstrip(" \t\r\n,["), strict=False)
    except (ValueError, RecursionError) as fault:
        skipped = len(game_text.text) - len(game_text.text.lstrip(" \t\r\n,["))
        at = skipped + getattr(fault, "pos", 0)
        reading.tell(f"this is no JSON: {shown(str(getattr(fault, 'msg', 'nested too deep')))}", (at, at + 1))
        return reading.token_stream
    reading.game(value)
    return reading.token_stream


class _JsonReader:
    """One game as JSON. Places are those of its strings, in order, looked up only where something is found."""

    def __init__(self, text: str, notes: DiagnosticCollector) -> None:
        self.notes = notes
        self.token_stream = _JsonTokenStream(text)

    def tell(self, what: str, span: Span = (0, 1)) -> None:
        """Note what is not as it should be."""
        self.notes.trouble(RecordCode.BAD_VALUE, span, {"what": what})

    def game(self, value: Any) -> None:
        """The object of one game."""
        if not isinstance(value, dict):
            self.tell("a game is an object with moves")
            return
        tags = value.get("tags", {})
        if not isinstance(tags, dict):
            self.tell("the tags of a game are an object")
            tags = {}
        for name, text in tags.items():
            if isinstance(text, str) and re.fullmatch(r"\w+", name):
                self.token_stream.tag(name, _sound(text), (0, 1))
            else:
                self.tell(f"the tag {shown(str(name))} is not a word with a string")
        variant = value.get("variant", "")
        if isinstance(variant, str) and variant not in ("", DEFAULT_VARIANT):
            self.token_stream.tag("Variant", _sound(variant), (0, 1))
        self.line(value, 0)
        result = value.get("result", "*")
        if isinstance(result, str) and _MOVE.fullmatch(result):
            self.token_stream.add_token(result, (0, 1))
            self.token_stream.tag("Result", result, (0, 1))
        else:
            self.tell("the result is a word such as 1-0")

    def line(self, value: dict[str, Any], depth: int) -> None:
        """A line of moves, with what is said in front of it."""
        self.behind(value.get("intro", []), depth, "intro")
        moves = value.get("moves", [])
        if not isinstance(moves, list):
            self.tell("moves are an array")
            return
        for ply in moves:
            move = ply.get("move") if isinstance(ply, dict) else ply
            if not isinstance(move, str) or not _MOVE.fullmatch(move):
                self.tell(f"a move is an object with the text of the move, not {shown(json.dumps(ply))}")
                return
            self.token_stream.add_token(move, (0, 1))
            if isinstance(ply, dict):
                self.nags(ply.get("nags", []))
                self.behind(ply.get("behind", []), depth, "behind")

    def nags(self, value: Any) -> None:
        """The NAGs of a move."""
        for nag in value if isinstance(value, list) else [value]:
            if type(nag) is int and nag >= 0:
                self.token_stream.add_token(f"${nag}"[:40], (0, 1))
            else:
                self.tell(f"a NAG is a whole number, not {shown(json.dumps(nag))}")

    def behind(self, value: Any, depth: int, where: str) -> None:
        """Comments and variations."""
        for item in value if isinstance(value, list) else [value]:
            one = item if isinstance(item, dict) else {}
            if isinstance(one.get("comment"), str):
                self.token_stream.add_token("{" + _sound(one["comment"]) + "}", (0, 1))
            elif isinstance(one.get("aside"), str):
                self.token_stream.add_token("%" + _sound(one["aside"]), (0, 1))
            elif isinstance(one.get("variation"), dict) and depth < MOST_DEEP:
                self.token_stream.add_token("(", (0, 1))
                self.line(one["variation"], depth + 1)
                self.token_stream.add_token(")", (0, 1))
            else:
                self.tell(f"{where} holds comments and variations, not {shown(json.dumps(item))}")


_MOVE = re.compile(r"[^\s(){};%$\[\]][^(){};$\[\]]*")


def _sound(text: str) -> str:
    """Text that can be written again: half a surrogate pair is no character."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


class _JsonTokenStream(ReadTokenStream):
    """Finds the place of a token only where it is asked for: the json module does not tell."""

    def spans(self, game: Variant) -> list[Span]:
        """The n-th move or comment of the text is the n-th of the tokens; NAGs and brackets stand at the last one."""
        places = (found.span(1) for found in _SAID.finditer(self.text))
        spans, last = [], (0, 1)
        for token in self.added:
            if token[0] not in "($)":
                last = next(islice(places, 1), last)
            spans.append(last)
        return spans


_SAID = re.compile(r'(?:"(?:move|comment|aside|result)"\s*+:\s*+("(?:[^"\\]++|\\.)*+"))', re.DOTALL)


def looks(head: str) -> bool:
    """Whether a text begins as an array of objects, or as one object over several lines."""
    return re.match(r"\s*\[\s*\{", head) is not None or re.match(r'\s*\{\s*\n\s*"', head) is not None


def looks_like_lines(head: str) -> bool:
    """Whether a text begins as an object."""
    return re.match(r'\s*\{\s*"', head) is not None


JSON = Format(
    "json", EVERYTHING, lambda record, notation: write(record, notation)[:-1], begin="[\n", between=",\n", end="\n]\n",
    looks=looks, cut=cut, read=read, notation=lambda game: long,
)  # fmt: skip
LINES = Borders(((b"\n", 1),), usual=lambda head: "", cut=lambda chunks, usual: cut_lines(chunks))
JSONL = Format(
    "jsonl", EVERYTHING, write,
    looks=looks_like_lines, cut=cut_lines, borders=LINES, read=read, notation=lambda game: long,
)  # fmt: skip
