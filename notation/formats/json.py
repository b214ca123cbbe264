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
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from fairyscore.notation.formats.base import Borders, Format
from fairyscore.notation.formats.located_json import DOUBLED, Path, places_in, unique
from fairyscore.notation.formats.loss import EVERYTHING
from fairyscore.notation.formats.walk import cut_at, numbered
from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import is_skipped
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import DEFAULT_VARIANT, MOST_DEEP, Comment, MoveLine, Record, settle
from fairyscore.notation.rules.variant import Notation, PositionError, State, Variant
from fairyscore.notation.text import LONGEST, nearest, shown
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
    """One game taken apart. What is no JSON is noted and ends the reading; what the schema does not know is noted."""
    text = game_text.text
    start = text.find("{") if "{" in text else len(text.rstrip(_SEPARATORS))
    game = _JsonGame(text, start, notes)
    if before := text[:start].strip(_SEPARATORS):
        notes.bad_value((text.find(before), start), f"this belongs to no game: {shown(before)}")
    if "{" not in text:
        return game
    try:
        value = _DECODER.decode(text[start:])
    except (ValueError, RecursionError) as fault:
        at = start + getattr(fault, "pos", 0)
        notes.bad_value((at, at + 1), f"this is no JSON: {shown(str(getattr(fault, 'msg', 'nested too deep')))}")
        return game
    game.read(value)
    return game


GAME_KEYS = ("variant", "tags", "intro", "moves", "result")
_LINE_KEYS = ("intro", "moves")
_MOVE_KEYS = ("move", "nags", "behind")
_ITEM_KEYS = ("comment", "aside", "variation")


class _JsonGame:
    """One game as JSON, a `TokenStream`. It keeps the paths to values; their places are looked up when asked for."""

    def __init__(self, text: str, start: int, notes: DiagnosticCollector) -> None:
        self.text = text
        self.start = start
        self.notes = notes
        self.tags: dict[str, str] = {}
        self.tag_paths: dict[str, Path] = {}
        self.added: list[str] = []
        self.paths: list[Path] = []

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        return self.added

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`."""
        return [self.place(path) for path in self.paths]

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        return self.place(self.tag_paths[tag]) if tag in self.tag_paths else (0, 0)

    @cached_property
    def places(self) -> dict[Path, Span]:
        """Where values stand in the text."""
        return places_in(self.text, self.start)

    def place(self, path: Path) -> Span:
        """Where a token stands: what an object says, if the path leads to one; the beginning for what is missing."""
        parts = (self.places.get((*path, part)) for part in ("move", *_ITEM_KEYS))
        return next(filter(None, parts), None) or self.places.get(path, (0, 1))

    def add(self, token: str, path: Path) -> None:
        """Add a token."""
        self.added.append(token)
        self.paths.append(path)

    def tag(self, name: str, value: str, path: Path) -> None:
        """Add a tag."""
        self.tags[name] = value
        self.tag_paths[name] = path

    def tell(self, what: str, path: Path | None = None) -> None:
        """Note what is not as it should be."""
        self.notes.bad_value((0, 1) if path is None else self.places.get(path, (0, 1)), what)

    def value(self, holder: dict[Any, Any], path: Path, default: Any, what: str) -> Any:
        """The value at the end of a path, if it is of the kind of the default; else that is told, and not taken."""
        found = holder.get(path[-1], default)
        if isinstance(found, type(default)):
            return found
        self.tell(f"{what}, not {_shown(found)}", path)
        return default

    def known(self, value: dict[str, Any], keys: tuple[str, ...], what: str, path: Path) -> None:
        """Tell keys that mean nothing here, and those that stand twice."""
        for key, said in value.items():
            if key in keys:
                continue
            name = shown(key.replace(DOUBLED, ""))
            if key.startswith(DOUBLED):
                why = f"the key '{name}' stands twice in {what}; the first counts, not {_shown(said)}"
            else:
                near = nearest(key, keys)
                meant = f"did you mean {near}?" if near else f"the keys are {', '.join(keys)}"
                why = f"{what} has no key '{name}' ({meant}); it says {_shown(said)}"
            self.tell(why, (*path, key))

    def read(self, value: Any) -> None:
        """Take in the object of the game."""
        if not isinstance(value, dict) or not any(key in value for key in GAME_KEYS):
            self.tell(f"a game is an object with the keys {', '.join(GAME_KEYS)}, not {_shown(value)}")
            return
        self.known(value, GAME_KEYS, "a game", ())
        if "moves" not in value:
            self.tell("the game has no moves; an empty array says that there are none")
        self.read_tags(value)
        self.line(value, (), 0)
        result = value.get("result", "*")
        if isinstance(result, str) and _MOVE.fullmatch(result):
            self.add(result, ("result",))
            if "Result" not in self.tags:
                self.tag("Result", result, ("result",))
        else:
            self.tell(f"the result is a word such as 1-0, not {_shown(result)}", ("result",))

    def read_tags(self, value: dict[str, Any]) -> None:
        """The tags of a game, and which game it is."""
        tags = self.value(value, ("tags",), {}, "the tags of a game are an object")
        for name, text in tags.items():
            if isinstance(text, str) and _TAG_NAME.fullmatch(name):
                self.tag(name, _sound(text), ("tags", name))
            else:
                word = shown(name.replace(DOUBLED, ""))
                what = f"the tag {word} is not a word with a string, or stands twice: {_shown(text)}"
                self.tell(what, ("tags", name))
        named = self.value(value, ("variant",), "", "the variant is the name of a game")
        tag = self.tags.get("Variant")
        if tag is None and named not in ("", DEFAULT_VARIANT):
            self.tag("Variant", _sound(named), ("variant",))
        elif tag is not None and named and not _same_game(named, tag, self.tags):
            what = f"the variant is {shown(named)}, and the tag Variant says {shown(tag)}; the tag counts"
            self.tell(what, ("variant",))

    def line(self, value: dict[str, Any], path: Path, depth: int) -> None:
        """A line of moves, with what is said in front of it."""
        self.behind(value, path, "intro", depth)
        moves = self.value(value, (*path, "moves"), [], "moves are an array")
        for place, ply in enumerate(moves):
            at = (*path, "moves", place)
            plain = not isinstance(ply, dict)
            move = ply if plain else ply.get("move")
            if not isinstance(move, str) or not _MOVE.fullmatch(move) or is_skipped(move):
                rest = f"; what follows is not read: {_shown(moves[place + 1 :])}" if moves[place + 1 :] else ""
                self.tell(f"a move is an object with the text of the move, not {_shown(ply)}{rest}", at)
                return
            self.add(move, at)
            if not plain and len(ply) > 1:
                self.known(ply, _MOVE_KEYS, "a move", at)
                self.nags(ply, at)
                self.behind(ply, at, "behind", depth)

    def nags(self, ply: dict[str, Any], path: Path) -> None:
        """The NAGs of a move."""
        value = ply.get("nags", [])
        for nag in value if isinstance(value, list) else [value]:
            if type(nag) is int and nag >= 0:
                self.add(f"${nag}"[:40], (*path, "nags"))
            else:
                self.tell(f"a NAG is a whole number, not {_shown(nag)}", (*path, "nags"))

    def behind(self, holder: dict[str, Any], path: Path, where: str, depth: int) -> None:
        """Comments and variations; in front of a line only comments."""
        value = holder.get(where, [])
        for place, item in enumerate(value if isinstance(value, list) else [value]):
            at = (*path, where, place) if isinstance(value, list) else (*path, where)
            one = item if isinstance(item, dict) else {}
            if isinstance(one.get("comment"), str):
                self.add("{" + _sound(one["comment"]) + "}", at)
            elif isinstance(one.get("aside"), str):
                self.add("%" + _sound(one["aside"]), at)
            elif isinstance(one.get("variation"), dict) and depth < MOST_DEEP and where == "behind":
                inner = (*at, "variation")
                self.add("(", at)
                self.known(one["variation"], _LINE_KEYS, "a variation", inner)
                self.line(one["variation"], inner, depth + 1)
                self.add(")", at)
            else:
                self.tell(f"{where} holds comments and variations, not {_shown(item)}", at)
            if len(one) > 1:
                self.known(one, tuple(key for key in _ITEM_KEYS if key in one)[:1], f"what stands in {where}", at)


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
    looks=looks, cut=cut, read=read, notation=long,
)  # fmt: skip
LINES = Borders(((b"\n", 1),), usual=lambda head: "", cut=lambda chunks, usual: cut_lines(chunks))
JSONL = Format(
    "jsonl", EVERYTHING, write,
    looks=looks_like_lines, cut=cut_lines, borders=LINES, read=read, notation=long,
)  # fmt: skip
