"""JSON: an array of games, or a game as an object on each line (JSON Lines); `cli/schemas/record.schema.json` says how.

Games of Lichess and of Chess.com in JSON are read as well (`lichess`, `chesscom`).

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> print(write(Record("chess", line=MoveLine((Ply(Move(12, 28), nags=(1,)),))), long), end="")
{"variant": "chess", "tags": {}, "moves": [{"move": "e2-e4", "nags": [1]}], "result": "*"}
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Any

from fairyscore.notation.formats import chesscom, lichess
from fairyscore.notation.formats.base import EVERYTHING, Borders, Format
from fairyscore.notation.formats.walk import begins_like, cut_at, numbered
from fairyscore.notation.formats.written_line import written_plies
from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import is_skipped
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import MOST_DEEP, Comment, MoveLine, Record
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import LONGEST, nearest, shown, sound
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
    for ply, text, _, _, before in written_plies(line, state, game, notation):
        one: dict[str, Any] = {"move": text}
        if ply.nags:
            one["nags"] = ply.nags
        if ply.annotations:
            one["behind"] = [_annotations_data(item, before, game, notation) for item in ply.annotations]
        moves.append(one)
    return found


def _annotations_data(
    item: Comment | MoveLine, before: State | None, game: Variant, notation: Notation
) -> dict[str, Any]:
    """A comment or a variation. before: the position that variations begin from."""
    if isinstance(item, Comment):
        return _comment(item)
    assert before is not None
    return {"variation": _line(item, before.copy(), game, notation)}


def _comment(comment: Comment) -> dict[str, str]:
    return {"aside" if comment.aside else "comment": comment.text}


# -- cutting ----------------------------------------------------------------------------------------------------------

_BEGINS = r'\n(?=[ \t]*+[\[,]?[ \t]*+\{\s{0,80}+"(?:variant|tags|intro|moves|result|header)"\s*+:)(?<!:\n)'
"""A line that begins a game, whatever is open in front of it."""

_MARK = re.compile(rf'"(?>(?:[^"\\\n]++|\\[^\n]|(?!{_BEGINS})\n)*)(?P<end>")?|[{{}}]|(?P<begins>{_BEGINS})')
"""A string, so that braces in it are passed over; a brace; or a line that begins a game."""

_SEPARATORS = " \t\r\n,[]"


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game: what stands between braces that are in none; and what stands between games and is not a separator.

    Where a brace or quote is missing, a game ends in front of the next line that begins one. What stands about the games of
    Chess.com belongs to the first and the last of them.
    """
    return numbered(_texts(chunks), _SEPARATORS)


_OPENS_GAMES = re.compile(rf"\s*{chesscom.WRAPPER}\s*")
_CLOSES_GAMES = re.compile(r"\s*\]\s*\}\s*")


def _texts(chunks: Iterable[str]) -> Iterator[str]:
    """The texts of games; one that only closes what the first one opened is added to the last one."""
    held = ""
    opened: bool | None = None
    for text in _texts_between_braces(chunks):
        if held and not (opened and _CLOSES_GAMES.fullmatch(text)):
            yield held
            held = ""
        held += text
        if opened is None:
            opened = _OPENS_GAMES.match(text) is not None
    yield held


def _texts_between_braces(chunks: Iterable[str]) -> Iterator[str]:
    rest, seen, depth = "", 0, 0  # text that is not cut yet, how far it was looked at, and how deep in braces that ends
    for chunk, last in chain(((chunk, False) for chunk in chunks), [("", True)]):
        rest += chunk
        ends, sure = [0], len(rest) - (0 if last else 200)  # so many characters show whether a line begins a game
        for mark in _MARK.finditer(rest, seen):
            if mark.end() > sure or (mark["end"] is None and mark.end() == len(rest) and mark[0][0] == '"'):
                break
            seen = mark.end()
            if mark[0] == "{" and depth == 1 and _OPENS_GAMES.fullmatch(rest, ends[-1], mark.start()):
                depth = 0
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


# -- where values stand -------------------------------------------------------------------------------------------------

Path = tuple[str | int | None, ...]
"""The keys and indices that lead to a value."""

_SIGN = re.compile(r'"(?>(?:[^"\\]|\\.)*)"|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)

DOUBLED = "\0doubled "
"""Stands in front of a key that an object has a second time: nothing that it says is lost."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its keys and values; the first of a key counts, a later one is kept under another name.

    >>> unique([("a", 1), ("a", 2)])
    {'a': 1, '\\x00doubled a': 2}
    """
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    found = {}
    for key, value in pairs:
        while key in found:
            key = DOUBLED + key
        found[key] = value
    return found


def places_in(text: str, start: int = 0) -> dict[Path, Span]:
    """Where the value that begins at a place stands, and all in it, which the json module does not give.

    Keys are as `unique` has them. The text is sound JSON; it is read for this only where something is found.

    >>> places = places_in('{"moves": ["e4", 5]}')
    >>> places["moves", 1], places["moves",], places[()]
    ((17, 18), (10, 19), (0, 20))
    """
    found: dict[Path, Span] = {}
    path: list[str | int | None] = []  # ends with the index or key of the value to come, None where a key is to come
    begins: list[int] = []
    for sign in _SIGN.finditer(text, start):
        if sign[0] in "{[":
            begins.append(sign.start())
            path.append(0 if sign[0] == "[" else None)
        elif sign[0] in "}]":
            path.pop()
            found[tuple(path)] = begins.pop(), sign.end()
        elif sign[0] == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            key = json.loads(sign[0], strict=False)
            while (*path[:-1], key) in found:
                key = DOUBLED + key
            path[-1] = key
        elif sign[0] != ":":
            found[tuple(path)] = sign.span()
    return found


# -- reading ----------------------------------------------------------------------------------------------------------

_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=unique)

GAME_KEYS = ("variant", "tags", "intro", "moves", "result")
_LINE_KEYS = ("intro", "moves")
_MOVE_KEYS = ("move", "nags", "behind")
_ITEM_KEYS = ("comment", "aside", "variation")

_TAG_NAME = re.compile(r"\w+")
_MOVE = re.compile(r"[^\s(){};%$\[\]][^(){};$\[\]]*")


class JsonTokenStream:
    """One game taken apart, a `TokenStream`. It keeps the paths to values; their places are looked up when asked for.

    What is not JSON is noted and ends the reading; what the schema does not know is noted.
    """

    declares_impasse = False
    unjudged_game = None

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self.text = text = game_text.text
        self._start = text.find("{") if "{" in text else len(text.rstrip(_SEPARATORS))
        self._notes = notes
        self.tags: dict[str, str] = {}
        self._tag_paths: dict[str, Path] = {}
        self._tokens: list[str] = []
        self._paths: list[Path] = []
        self._words: dict[Path, str] = {}
        if before := text[: self._start].strip(_SEPARATORS):
            notes.bad_value((text.find(before), self._start), f"this belongs to no game: {shown(before)}")
        if "{" not in text:
            return
        try:
            value = _DECODER.decode(text[self._start :])
        except (ValueError, RecursionError) as error:
            at = self._start + getattr(error, "pos", 0)
            notes.bad_value((at, at + 1), f"this is not JSON: {shown(str(getattr(error, 'msg', 'nested too deep')))}")
        else:
            self._read(value)

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        return self._tokens

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`."""
        return [self._place(path) for path in self._paths]

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        return self._place(self._tag_paths[tag]) if tag in self._tag_paths else (0, 0)

    def accounted(self, game: Variant) -> Iterator[Span]:
        """See `TokenStream`. Keys are syntax: one that is unknown is reported with its value."""
        signs = [sign for sign in _SIGN.finditer(self.text) if sign.start() >= self._start or sign[0] in "[],"]
        keys = (sign for sign, after in pairwise(signs) if after[0] == ":")
        punctuation = (sign for sign in signs if sign[0] in "{}[],:")
        tags = map(self.place_of, self.tags)
        variant_value = [self._places[("variant",)]] if ("variant",) in self._places else []
        words = map(self._place, self._words)  # each word of them is a move, or in the comment that holds the rest
        return chain(self.spans(game), tags, variant_value, words, (sign.span() for sign in chain(keys, punctuation)))

    @cached_property
    def _places(self) -> dict[Path, Span]:
        """By path; also those of words in a text of several, one index further, if the text stands there as it is."""
        places = places_in(self.text, self._start)
        for path, text in self._words.items():
            begin, end = places[path]
            if self.text[begin + 1 : end - 1] == text:
                words = enumerate(re.finditer(r"\S+", text))
                places |= {
                    (*path, number): (begin + 1 + word.start(), begin + 1 + word.end()) for number, word in words
                }
            else:  # with escapes
                places |= {(*path, number): (begin, end) for number in range(len(text.split()))}
        return places

    def _place(self, path: Path) -> Span:
        """Where a token stands: what an object says, if the path leads to one; the beginning for what is missing."""
        parts = (self._places.get((*path, part)) for part in ("move", *_ITEM_KEYS))
        return next(filter(None, parts), None) or self._places.get(path, (0, 1))

    def _add(self, token: str, *path: str | int | None) -> None:
        self._tokens.append(token)
        self._paths.append(path)

    def _tag(self, name: str, value: str, *path: str | int | None) -> None:
        self.tags[name] = value
        self._tag_paths[name] = path

    def _tell(self, what: str, *path: str | int | None) -> None:
        """Note what is not as it should be."""
        self._notes.bad_value(self._places.get(path, (0, 1)) if path else (0, 1), what)

    def _value(self, holder: dict[Any, Any], path: Path, default: Any, what: str) -> Any:
        """The value at the end of a path, if it is of the kind of the default; else that is reported, and not taken."""
        found = holder.get(path[-1], default)
        if isinstance(found, type(default)):
            return found
        self._tell(f"{what}, not {_shown(found)}", *path)
        return default

    def _report_unknown(self, value: dict[str, Any], keys: tuple[str, ...], what: str, path: Path) -> None:
        """Tell keys that mean nothing here, and those that stand twice."""
        for key, second in value.items():
            if key in keys:
                continue
            name = shown(key.replace(DOUBLED, ""))
            if key.startswith(DOUBLED):
                why = f"the key '{name}' stands twice in {what}; the first counts, not {_shown(second)}"
            else:
                near = nearest(key, keys)
                meant = f"did you mean {near}?" if near else f"the keys are {', '.join(keys)}"
                why = f"{what} has no key '{name}' ({meant}); it says {_shown(second)}"
            self._tell(why, *path, key)

    def _read(self, value: Any) -> None:
        """Take in the object of the game."""
        if lichess.is_game(value):
            self._read_lichess(value)
            return
        if not isinstance(value, dict) or not any(key in value for key in GAME_KEYS):
            self._tell(f"a game is an object with the keys {', '.join(GAME_KEYS)}, not {_shown(value)}")
            return
        self._report_unknown(value, GAME_KEYS, "a game", ())
        if "moves" not in value:
            self._tell("the game has no moves; an empty array says that there are none")
        self._read_tags(value)
        self._read_line(value, (), 0)
        result = value.get("result", "*")
        if isinstance(result, str) and _MOVE.fullmatch(result):
            self._add(result, "result")
            if "Result" not in self.tags:
                self._tag("Result", result, "result")
        else:
            self._tell(f"the result is a word such as 1-0, not {_shown(result)}", "result")

    def _read_lichess(self, value: dict[str, Any]) -> None:
        """Take in a game of Lichess."""
        game = lichess.read_game(value)
        for name, text, path in game.tags:
            if any(isinstance(key, str) and key.startswith(DOUBLED) for key in path):
                self._tell(f"a key stands twice; the first counts, not {shown(text)}", *path)
            elif _TAG_NAME.fullmatch(name):
                self._tag(name, sound(text), *path)
        if game.moves:
            self._words[("moves",)] = value["moves"]
        remarks = [("{" + sound(remark.text) + "}", remark) for remark in game.remarks]
        for number, move in enumerate(game.moves):
            if not _MOVE.fullmatch(move) or is_skipped(move):
                self._tell(f"{shown(move)} is not a move; the moves after it are not judged", "moves", number)
                self._add("{" + sound(" ".join(game.moves[number:])) + "}", "moves", number)
                break
            self._add(move, "moves", number)
            while remarks and remarks[0][1].ply == number:
                token, remark = remarks.pop(0)
                self._add(token, *remark.path)
        for token, remark in remarks:
            self._add(token, *remark.path)
        self._tag("Result", game.result.value, *game.result.path)
        self._add(game.result.value, *game.result.path)

    def _read_tags(self, value: dict[str, Any]) -> None:
        """The tags of a game, and which game it is."""
        for name, text in self._value(value, ("tags",), {}, "the tags of a game are an object").items():
            if isinstance(text, str) and _TAG_NAME.fullmatch(name):
                self._tag(name, sound(text), "tags", name)
            else:
                word = shown(name.replace(DOUBLED, ""))
                what = f"the tag {word} is not a word with a string, or stands twice: {_shown(text)}"
                self._tell(what, "tags", name)
        named = self._value(value, ("variant",), "", "the variant is the name of a game")
        tag = self.tags.get("Variant")
        if tag is None and named not in ("", DEFAULT_VARIANT):
            self._tag("Variant", sound(named), "variant")
        elif tag is not None and named and not _same_game(named, tag, self.tags):
            what = f"the variant is {shown(named)}, and the tag Variant says {shown(tag)}; the tag counts"
            self._tell(what, "variant")

    def _read_line(self, value: dict[str, Any], path: Path, depth: int) -> None:
        """A line of moves, with the comments before it."""
        self._read_annotations(value, path, "intro", depth)
        moves = self._value(value, (*path, "moves"), [], "moves are an array")
        for place, ply in enumerate(moves):
            at = (*path, "moves", place)
            plain = not isinstance(ply, dict)
            move = ply if plain else ply.get("move")
            if not isinstance(move, str) or not _MOVE.fullmatch(move) or is_skipped(move):
                self._keep_rest(f"a move is an object with the text of the move, not {_shown(ply)}", at)
                return
            self._add(move, *at)
            if plain or len(ply) == 1:
                continue
            self._report_unknown(ply, _MOVE_KEYS, "a move", at)
            nags = ply.get("nags", [])
            for nag in nags if isinstance(nags, list) else [nags]:
                if type(nag) is int and nag >= 0:
                    self._add(f"${nag}"[:40], *at, "nags")
                else:
                    self._tell(f"a NAG is a whole number, not {_shown(nag)}", *at, "nags")
            self._read_annotations(ply, at, "behind", depth)

    def _keep_rest(self, what: str, path: Path) -> None:
        """Note that an item of an array is not a move; from there on the array is kept as a comment."""
        begin, end = self._places[path][0], self._places[path[:-1]][1] - 1
        rest = self.text[begin:end].rstrip()
        more = "; the moves after it are not judged" if len(rest) > len(self.text[slice(*self._places[path])]) else ""
        self._notes.bad_value((begin, end), what + more)
        self._add("{" + sound(rest) + "}", *path)

    def _read_annotations(self, holder: dict[str, Any], path: Path, where: str, depth: int) -> None:
        """Comments and variations; in front of a line only comments."""
        value = holder.get(where, [])
        for place, item in enumerate(value if isinstance(value, list) else [value]):
            at = (*path, where, place) if isinstance(value, list) else (*path, where)
            one = item if isinstance(item, dict) else {}
            if isinstance(one.get("comment"), str):
                self._add("{" + sound(one["comment"]) + "}", *at)
            elif isinstance(one.get("aside"), str):
                self._add("%" + sound(one["aside"]), *at)
            elif isinstance(one.get("variation"), dict) and depth < MOST_DEEP and where == "behind":
                self._add("(", *at)
                self._report_unknown(one["variation"], _LINE_KEYS, "a variation", (*at, "variation"))
                self._read_line(one["variation"], (*at, "variation"), depth + 1)
                self._add(")", *at)
            else:
                self._tell(f"{where} holds comments and variations, not {_shown(item)}", *at)
            if len(one) > 1:
                known = tuple(key for key in _ITEM_KEYS if key in one)[:1]
                self._report_unknown(one, known, f"what stands in {where}", at)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart; what is wrong with it is noted."""
    found = _of_chess_com(game_text, notes) if '"pgn"' in game_text.text or '"tcn"' in game_text.text else None
    return found or JsonTokenStream(game_text, notes)


def _of_chess_com(game_text: GameText, notes: DiagnosticCollector) -> TokenStream | None:
    """A game of Chess.com taken apart, with what opens and closes an array of them about it; None where it is none."""
    text = game_text.text
    opening = _OPENS_GAMES.match(text)
    start = text.find("{", opening.end() if opening else 0)
    if start < 0:
        return None
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if not chesscom.is_game(value):
        return None

    def places() -> dict[Path, Span]:
        return places_in(text[:end], start)

    return chesscom.ChessComTokenStream(game_text, notes, value, span=(start, end), places=places, doubled=DOUBLED)


def _shown(value: Any) -> str:
    return shown(json.dumps(value).replace(json.dumps(DOUBLED)[1:-1], ""), 2 * LONGEST)


def _same_game(named: str, tag: str, tags: Mapping[str, str]) -> bool:
    """True if the name of a game and the tags agree; options may stand in tags of their own."""
    try:
        game, other = variant(named), variant(tag)
        if other.retag is not None:
            other = other.retag(tags)
    except (UnknownVariant, PositionError):
        return False
    return game.name in (other.name, variant(tag).name)


_KEY = re.compile(r'"(?:variant|tags|intro|moves|result)"\s*:')


def _looks(begins: str, head: str) -> bool:
    of_games = _KEY.search(head) is not None or chesscom.LOOKS.match(head) is not None
    return begins_like(begins)(head) and of_games


JSON = Format(
    "json", EVERYTHING, lambda record, notation: write(record, notation)[:-1], begin="[\n", between=",\n", end="\n]\n",
    looks=partial(_looks, rf'\[\s*\{{|\{{\s*\n\s*"|{chesscom.WRAPPER}'), cut=cut, read=read, notation=long,
)  # fmt: skip
LINES = Borders(((b"\n", 1),), usual=lambda head: "", cut=lambda chunks, usual: cut_lines(chunks))
JSONL = Format(
    "jsonl", EVERYTHING, write,
    looks=partial(_looks, r"\{"), cut=cut_lines, borders=LINES, read=read, notation=long,
)  # fmt: skip
