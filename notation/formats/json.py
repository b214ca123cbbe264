"""JSON: an array of games, or a game as an object on each line (JSON Lines); `cli/schemas/record.schema.json` says how.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> print(write(Record("chess", line=MoveLine((Ply(Move(12, 28), nags=(1,)),))), long), end="")
{"variant": "chess", "tags": {}, "moves": [{"move": "e2-e4", "nags": [1]}], "result": "*"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from fairyscore.notation.formats.base import Borders, Format
from fairyscore.notation.formats.located_json import DOUBLED, Places, located, unique
from fairyscore.notation.formats.loss import EVERYTHING
from fairyscore.notation.formats.walk import cut_at, numbered
from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import is_skipped
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.token_stream import ReadTokenStream, TokenStream
from fairyscore.notation.records.tree import DEFAULT_VARIANT, MOST_DEEP, Comment, MoveLine, Record, settle
from fairyscore.notation.rules.variant import Notation, PositionError, State, Variant
from fairyscore.notation.text import LONGEST, shown
from fairyscore.notation.variants.registry import UnknownVariant, variant

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

_BEGINS = r'\n(?=[ \t]*+[\[,]?[ \t]*+\{\s{0,80}+"(?:variant|tags|intro|moves|result)"\s*+:)(?<!:\n)'
"""A line that begins a game, whatever is open in front of it."""

_MARK = re.compile(rf'"(?:[^"\\\n]++|\\[^\n]|(?!{_BEGINS})\n)*+(?P<end>")?|[{{}}]|(?P<begins>{_BEGINS})')
"""A string, so that braces in it are passed over; a brace; or a line that begins a game."""

_AHEAD = 200
"""So many characters tell whether a line begins a game."""

_SEPARATORS = " \t\r\n,[]"


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game: what stands between braces that are in none; and what stands between games and is no separator.

    Where a brace or quote is missing, a game ends in front of the next line that begins one.
    """
    return numbered(_texts(chunks), _SEPARATORS)


def _texts(chunks: Iterable[str]) -> Iterator[str]:
    rest, seen, depth = "", 0, 0  # text that is not cut yet, how far it was looked at, and how deep in braces that ends
    for chunk, last in chain(((chunk, False) for chunk in chunks), [("", True)]):
        rest += chunk
        ends, sure = [0], len(rest) - (0 if last else _AHEAD)
        for mark in _MARK.finditer(rest, seen):
            if mark.end() > sure or (mark["end"] is None and mark.end() == len(rest) and mark[0][0] == '"'):
                break
            seen = mark.end()
            if mark[0] in "{}":
                depth += 1 if mark[0] == "{" else -1
            if mark["begins"] is not None or (mark[0] in "{}" and not depth):
                depth = 0
                ends.append(seen)
            depth = max(depth, 0)
        if last or len(rest) - ends[-1] > LONGEST_GAME:
            depth, seen = 0, len(rest)
            ends.append(seen)
        yield from (rest[begin:end] for begin, end in pairwise(ends))
        rest, seen = rest[ends[-1] :], seen - ends[-1]


def cut_lines(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each line that is not blank: a broken one spares the next."""
    return cut_at(lambda line, before: True, chunks)


# -- reading ----------------------------------------------------------------------------------------------------------

_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=unique)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """One game taken apart. What is no JSON is noted and ends the reading; what the schema does not know is noted.

    The json module reads it; where anything is to be noted, it is read once more with the place of each value.
    """
    text = game_text.text
    start = text.find("{") if "{" in text else len(text.rstrip(_SEPARATORS))
    if not text[:start].strip(_SEPARATORS):
        try:
            return _JsonReader(text, None, {}).game(_DECODER.decode(text[start:]))
        except (_Doubtful, ValueError, RecursionError):
            pass
    reader = _JsonReader(text, notes, {})
    before = text[:start].strip(_SEPARATORS)
    if before:
        at = text.find(before)
        reader.tell(f"this belongs to no game: {shown(before)}", (at, start))
    if "{" not in text:
        return reader.token_stream
    try:
        value, reader.places = located(text, start)
    except (ValueError, RecursionError) as fault:
        at = getattr(fault, "pos", start)
        reader.tell(f"this is no JSON: {shown(str(getattr(fault, 'msg', 'nested too deep')))}", (at, at + 1))
        return reader.token_stream
    return reader.game(value)


class _Doubtful(Exception):
    """Something is to be noted, and its place is not known yet."""


GAME_KEYS = ("variant", "tags", "intro", "moves", "result")
_LINE_KEYS = ("intro", "moves")
_MOVE_KEYS = ("move", "nags", "behind")
_ITEM_KEYS = ("comment", "aside", "variation")


class _JsonReader:
    """One game as JSON. notes: None where anything that is to be noted ends the reading (`_Doubtful`).

    places: where values stand; without them all tokens stand at the beginning.
    """

    def __init__(self, text: str, notes: DiagnosticCollector | None, places: Places) -> None:
        self.notes = notes
        self.places = places
        self.token_stream = _JsonTokenStream(text)

    def place(self, holder: object, key: str | int) -> Span:
        """Where a value stands, by the object or array that holds it."""
        return self.places.get((id(holder), key), (0, 1))

    def add(self, token: str, holder: object, key: str | int) -> None:
        """Add a token."""
        self.token_stream.add_token(token, self.place(holder, key))

    def tell(self, what: str, span: Span = (0, 1)) -> None:
        """Note what is not as it should be."""
        if self.notes is None:
            raise _Doubtful
        self.notes.bad_value(span, what)

    def value(self, holder: dict[str, Any], key: str, default: Any, what: str) -> Any:
        """What an object holds under a key, if it is of the kind of the default; else that is told, and not taken."""
        found = holder.get(key, default)
        if isinstance(found, type(default)):
            return found
        self.tell(f"{what}, not {_shown(found)}", self.place(holder, key))
        return default

    def known(self, value: dict[str, Any], keys: tuple[str, ...], what: str) -> None:
        """Tell keys that mean nothing here, and those that stand twice."""
        for key, said in value.items():
            if key in keys:
                continue
            name = shown(key.replace(DOUBLED, ""))
            if key.startswith(DOUBLED):
                why = f"the key '{name}' stands twice in {what}; the first counts, not {_shown(said)}"
            else:
                from difflib import get_close_matches

                near = get_close_matches(key[:LONGEST], keys, n=1)
                meant = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(keys)}"
                why = f"{what} has no key '{name}' ({meant}); it says {_shown(said)}"
            self.tell(why, self.place(value, key))

    def game(self, value: Any) -> TokenStream:
        """The object of one game."""
        if not isinstance(value, dict) or not any(key in value for key in GAME_KEYS):
            self.tell(f"a game is an object with the keys {', '.join(GAME_KEYS)}, not {_shown(value)}")
            return self.token_stream
        self.known(value, GAME_KEYS, "a game")
        if "moves" not in value:
            self.tell("the game has no moves; an empty array says that there are none")
        self.tags(value)
        self.line(value, 0)
        result = value.get("result", "*")
        if isinstance(result, str) and _MOVE.fullmatch(result):
            self.add(result, value, "result")
            self.token_stream.tag("Result", result, self.place(value, "result"))
        else:
            self.tell(f"the result is a word such as 1-0, not {_shown(result)}", self.place(value, "result"))
        return self.token_stream

    def tags(self, value: dict[str, Any]) -> None:
        """The tags of a game, and which game it is."""
        tags = self.value(value, "tags", {}, "the tags of a game are an object")
        for name, text in tags.items():
            if isinstance(text, str) and _TAG_NAME.fullmatch(name):
                self.token_stream.tag(name, _sound(text), self.place(tags, name))
            else:
                word = shown(name.replace(DOUBLED, ""))
                what = f"the tag {word} is not a word with a string, or stands twice: {_shown(text)}"
                self.tell(what, self.place(tags, name))
        named = self.value(value, "variant", "", "the variant is the name of a game")
        tag = self.token_stream.tags.get("Variant")
        if tag is None and named not in ("", DEFAULT_VARIANT):
            self.token_stream.tag("Variant", _sound(named), self.place(value, "variant"))
        elif tag is not None and named and not _same_game(named, tag, self.token_stream.tags):
            what = f"the variant is {shown(named)}, and the tag Variant says {shown(tag)}; the tag counts"
            self.tell(what, self.place(value, "variant"))

    def line(self, value: dict[str, Any], depth: int) -> None:
        """A line of moves, with what is said in front of it."""
        self.behind(value, "intro", depth)
        moves = self.value(value, "moves", [], "moves are an array")
        for place, ply in enumerate(moves):
            plain = not isinstance(ply, dict)
            move = ply if plain else ply.get("move")
            if not isinstance(move, str) or not _MOVE.fullmatch(move) or is_skipped(move):
                rest = f"; what follows is not read: {_shown(moves[place + 1 :])}" if moves[place + 1 :] else ""
                what = f"a move is an object with the text of the move, not {_shown(ply)}{rest}"
                self.tell(what, self.place(moves, place))
                return
            self.add(move, *((moves, place) if plain else (ply, "move")))
            if not plain and len(ply) > 1:
                self.known(ply, _MOVE_KEYS, "a move")
                self.nags(ply)
                self.behind(ply, "behind", depth)

    def nags(self, ply: dict[str, Any]) -> None:
        """The NAGs of a move."""
        value = ply.get("nags", [])
        for nag in value if isinstance(value, list) else [value]:
            if type(nag) is int and nag >= 0:
                self.add(f"${nag}"[:40], ply, "nags")
            else:
                self.tell(f"a NAG is a whole number, not {_shown(nag)}", self.place(ply, "nags"))

    def behind(self, holder: dict[str, Any], where: str, depth: int) -> None:
        """Comments and variations; in front of a line only comments."""
        value = holder.get(where, [])
        for place, item in enumerate(value if isinstance(value, list) else [value]):
            one = item if isinstance(item, dict) else {}
            if isinstance(one.get("comment"), str):
                self.add("{" + _sound(one["comment"]) + "}", one, "comment")
            elif isinstance(one.get("aside"), str):
                self.add("%" + _sound(one["aside"]), one, "aside")
            elif isinstance(one.get("variation"), dict) and depth < MOST_DEEP and where == "behind":
                self.add("(", one, "variation")
                self.known(one["variation"], _LINE_KEYS, "a variation")
                self.line(one["variation"], depth + 1)
                self.add(")", one, "variation")
            else:
                span = self.place(value, place) if isinstance(value, list) else self.place(holder, where)
                self.tell(f"{where} holds comments and variations, not {_shown(item)}", span)
            if len(one) > 1:
                self.known(one, tuple(key for key in _ITEM_KEYS if key in one)[:1], f"what stands in {where}")


def _shown(value: Any) -> str:
    return shown(json.dumps(value).replace(json.dumps(DOUBLED)[1:-1], ""), 2 * LONGEST)


def _same_game(named: str, tag: str, tags: Mapping[str, str]) -> bool:
    """Whether the name of a game and the tags say the same; options may be said by tags of their own."""
    try:
        game, other = variant(named), variant(tag)
        if other.retag is not None:
            other = other.retag(tags)
    except (UnknownVariant, PositionError):
        return False
    return game.name in (other.name, variant(tag).name)


_TAG_NAME = re.compile(r"\w+")
_MOVE = re.compile(r"[^\s(){};%$\[\]][^(){};$\[\]]*")


def _sound(text: str) -> str:
    """Text that can be written again: half a surrogate pair is no character."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


class _JsonTokenStream(ReadTokenStream):
    """Finds the places of tokens and tags only where they are asked for: the json module does not tell."""

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`."""
        return self._located().token_spans

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        return self._located().tag_spans.get(tag, (0, 0))

    def _located(self) -> ReadTokenStream:
        if not all(span == (0, 1) for span in self.token_spans):
            return self
        try:
            value, places = located(self.text, max(0, self.text.find("{")))
            found = _JsonReader(self.text, None, places).game(value)
        except (_Doubtful, ValueError, RecursionError):
            return self
        assert isinstance(found, ReadTokenStream)
        self.token_spans, self.tag_spans = found.token_spans, found.tag_spans
        return self


_KEY = re.compile(r'"(?:variant|tags|intro|moves|result)"\s*:')


def looks(head: str) -> bool:
    """Whether a text begins as an array of objects, or as one object over several lines."""
    begins = re.match(r'\s*\[\s*\{|\s*\{\s*\n\s*"', head)
    return begins is not None and _KEY.search(head) is not None


def looks_like_lines(head: str) -> bool:
    """Whether a text begins as an object."""
    return head.lstrip().startswith("{") and _KEY.search(head) is not None


JSON = Format(
    "json", EVERYTHING, lambda record, notation: write(record, notation)[:-1], begin="[\n", between=",\n", end="\n]\n",
    looks=looks, cut=cut, read=read, notation=lambda game: long,
)  # fmt: skip
LINES = Borders(((b"\n", 1),), usual=lambda head: "", cut=lambda chunks, usual: cut_lines(chunks))
JSONL = Format(
    "jsonl", EVERYTHING, write,
    looks=looks_like_lines, cut=cut_lines, borders=LINES, read=read, notation=lambda game: long,
)  # fmt: skip
