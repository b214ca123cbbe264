"""The words of a letter as sentences of numbers, moves and words, each with its place.

>>> from fairyscore.notation.variants import variant
>>> found = sentences("Hi Bruno,\\n14. Nf3\\nKnight to f3 was hard to find!", variant("chess"), ("en",))
>>> [(sentence.only_moves, [run.number for run in sentence.runs], [m.text for run in sentence.runs for m in run.moves])
...     for sentence in found]
[(False, [], []), (True, [14], ['Nf3']), (False, [0], ['knight to f3'])]
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fairyscore.notation.correspondence.game_so_far import parses, plain
from fairyscore.notation.mail.phrases import castlings, phrase, piece_names, seat_labels
from fairyscore.notation.rules.variant import PieceType, Variant


class Mention(NamedTuple):
    """A move, a number, a result or a word of a letter. text: what is to be read; start, end: its place.

    number, answers: of a number, and whether dots say that the move after it is not the first player's.
    """

    text: str
    start: int
    end: int
    kind: str = "move"
    number: int = 0
    answers: bool = False


class MoveSequence(NamedTuple):
    """Moves in a row. number: in front of the first, 0 without one; answers: whether dots say that it is not the first
    player's; seat: the player that a label names (`White: e4`), empty without one.
    """

    number: int
    answers: bool
    moves: tuple[Mention, ...]
    seat: str = ""

    @property
    def start(self) -> int:
        """Where its first move begins."""
        return self.moves[0].start

    @property
    def end(self) -> int:
        """Where its last move ends."""
        return self.moves[-1].end


class Sentence(NamedTuple):
    """A sentence, or a line of nothing but moves. text: with blanks for line ends; results: as `1-0`, with their places."""

    text: str
    start: int
    only_moves: bool
    runs: tuple[MoveSequence, ...]
    results: tuple[Mention, ...] = ()


_ASIDE = re.compile(r"(?<![^\W\d_])\([^()]{0,400}\)|\{[^{}]*\}")
"""Brackets after a letter belong to a move: `N(b1)-c3`."""
_SIGNS = re.compile(r"[()\[\]{}<>\"“”„«»~]")
_SPEECH = re.compile(r'(?<!\w)["“„«](?=[^"“”„«»\n]*[^\W\d_]{3})[^"“”„«»\n]*["”“»](?!\w)')
"""Words in quotation marks are somebody's; a move alone in them is not looked at."""
_TAG_LINE = re.compile(r'^[ \t]*\[\w+[ \t]+"[^"\n]*"\][ \t]*$', re.MULTILINE)
_CELL = r"(?:[a-wа-яA-W]\d{1,2}|\d[A-Ka-k0-9])(?![\w])"
_JOINED = re.compile(
    rf"(?<!\w)([^\W\d_]{{0,2}}{_CELL})\s+[-–—−‐‑x:+]\s*({_CELL}\S*)|(?<!\w)([^\W\d_]{{0,2}}{_CELL})[-–—−‐‑x:+]\s+({_CELL}\S*)"
)
_CELL_TO_CELL = re.compile(rf"(?<!\w)({_CELL})\s+(?:{phrase('to').pattern})\s+({_CELL})", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,3})(\s?\.{2,6}|\s?…|\.\s?\.{2,3}|\.\s?…|\.-?|\)|:)?(?=\s|[^\W_]|[-♔-♟]|\Z)")
_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|te[rn]?|er|[eèºª]|[èe]?me|-?[йо]\w{0,2}|\.)\s+(\w+)", re.IGNORECASE)
_RESULT = re.compile(r"(?:1\s?[-–:]\s?0|0\s?[-–:]\s?1|1/2\s?[-–:]\s?1/2|½\s?[-–:]\s?½)(?![\w-])")
_EDGES = "([{\"'«„“”»*_,;:!?)]}"
_WORD = re.compile(r"\S+")
_NOTES = re.compile(
    r"[!?+#=]+|\(=\)|chess|check|mate|schach|matt|schaak|mat|scacco|jaque|[ée]chec|шах|мат", re.IGNORECASE
)


def move_sequences(
    text: str, game: Variant, spoken: tuple[str, ...], *, asides: bool = False
) -> Iterator[MoveSequence]:
    """The moves in a row of all sentences of a text. spoken, asides: as `sentences` has them."""
    for sentence in sentences(text, game, spoken, asides=asides):
        yield from sentence.runs


def sentences(text: str, game: Variant, spoken: tuple[str, ...], *, asides: bool = False) -> Iterator[Sentence]:
    """The sentences of a text. spoken: the languages it may be in. asides: also what stands in brackets and quotations,
    which have nobody's move.
    """
    masked = _TAG_LINE.sub(_blank, text)
    if asides:
        masked = _SIGNS.sub(" ", masked)
    else:
        masked = _SPEECH.sub(_blank, masked)
        for _ in range(3):
            masked = _ASIDE.sub(_blank, masked)
    reader = _TokenReader(masked, game, spoken)
    held: list[Mention] = []
    start, open_line = 0, ""
    for line in masked.split("\n"):
        tokens = list(reader.tokens(start, start + len(line)))
        wraps = len(open_line) >= 50 and open_line[-1] not in ".!?:"  # words may go on, also with a single move
        alone = _only_moves(tokens) and not wraps
        if held and (not line.strip() or alone or phrase("condition").match(line.lstrip())):
            yield _sentence(masked, held)
            held = []
        for token in tokens:
            held.append(token)
            if not alone and (token.kind == "stop" or len(held) > 200):  # words; no sentence is longer
                yield _sentence(masked, held)
                held = []
        if alone:
            yield _sentence(masked, held)
            held = []
        open_line = "" if alone else line.rstrip()
        start += len(line) + 1
    if held:
        yield _sentence(masked, held)


def is_place(move: Mention, text: str, game: Variant) -> bool:
    """True if the name of a cell stands where a word says that something goes or is there: `I take on c3`."""
    before = text[max(0, move.start - _LONGEST_TO) : move.start].rstrip(" ")
    return move.text.casefold() in game.board.index and _goes_to().search(before) is not None


_LONGEST_TO = 20


@lru_cache(maxsize=1)
def _goes_to() -> re.Pattern[str]:
    return re.compile(rf"{phrase('to').pattern}\Z", re.IGNORECASE)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _sentence(text: str, tokens: list[Mention]) -> Sentence:
    start, end, only_moves = tokens[0].start, tokens[-1].end, _only_moves(tokens)
    results = tuple(token for token in tokens if token.kind == "result")
    return Sentence(text[start:end].replace("\n", " "), start, only_moves, tuple(_runs(tokens, only_moves)), results)


class _TokenReader(NamedTuple):
    """Cuts lines of a text, each from its first character up to its end."""

    text: str
    game: Variant
    spoken: tuple[str, ...]

    def tokens(self, at: int, end: int) -> Iterator[Mention]:
        """The tokens of a line."""
        while found := _WORD.search(self.text, at, end):
            at = found.start()
            token = self._phrase(at, end) or self._number(at, end)
            yield from [token] if token else self._word(found[0], at)
            at = token.end if token else found.end()

    def _phrase(self, at: int, end: int) -> Mention | None:
        """A result, or a move of several words."""
        if found := _RESULT.match(self.text, at, end):
            return Mention("".join(found[0].split()), at, found.end(), "result")
        for side, pattern in enumerate(castlings()):
            if found := pattern.match(self.text, at, end):
                return Mention(("O-O", "O-O-O")[side], at, found.end())
        names, named, dropped = _named(self.game.piece_types)
        if found := named.match(self.text, at, end):
            piece = names[found["piece"].casefold()]
            origin = f" from {found['origin']}" if found["origin"] else ""
            text = f"{piece}{origin} to {found['target']}"
            if parses(text, self.game, ("en",)):
                return Mention(text, at, found.end())
        if found := dropped.match(self.text, at, end):
            piece = names[found["piece"].casefold()]
            letter = next(one.letter for one in self.game.piece_types if _hyphened(one) == piece)
            for text in (
                f"{piece} drops on {found['target']}",
                f"{letter}@{found['target']}",
                f"{letter}*{found['target']}",
            ):
                if parses(text, self.game, ("en",)):
                    return Mention(text, at, found.end())
        for pattern in (_JOINED, _CELL_TO_CELL):
            if found := pattern.match(self.text, at, end):
                joined = "-".join(part for part in found.groups() if part)
                text = joined.rstrip(".,;:!?)")
                if parses(text, self.game, self.spoken):
                    return Mention(text, at, found.end() - (len(joined) - len(text)))
        return None

    def _number(self, at: int, end: int) -> Mention | None:
        ordinal = _ORDINAL.match(self.text, at, end)
        if ordinal and phrase("move").fullmatch(ordinal[2]):  # `my 14th move`
            return Mention(ordinal[0], at, ordinal.end(), "number", int(ordinal[1]))
        found = _NUMBER.match(self.text, at, end)
        if found is None or (at and not (self.text[at - 1].isspace() or self.text[at - 1] in "(*_\"'")):
            return None
        dots = (found[2] or "").strip()
        rest = self.text[found.end() : end]
        apart = rest[:1].isspace()
        word = _WORD.match(rest.lstrip() if dots or apart else rest)
        move = "" if word is None else plain(word[0]).strip(_EDGES).rstrip(".").lstrip(".…")
        follows = parses(move, self.game, self.spoken)
        if (dots in ("", ":", ")") and not (follows and (dots or apart))) or (rest and not apart and not follows):
            return None
        if dots == ":" and self.game.rules.throws:
            return None
        answers = (len(dots) > 1 and dots != ".-") or "…" in dots
        return Mention(found[0], at, found.end(), "number", int(found[1]), answers)

    def _word(self, chunk: str, start: int) -> Iterator[Mention]:
        """A word, with what it ends: a clause, a sentence."""
        bare = chunk.lstrip(_EDGES + ".…")
        edge = chunk[: len(chunk) - len(bare)]
        bare = bare.rstrip("\"'»“”*_,;:)]}.")
        first, end = start + len(edge), start + len(chunk)
        text, rest = plain(bare), chunk[len(edge) + len(bare) :]
        if not parses(text, self.game, self.spoken):
            text = text.rstrip("!?")
        if parses(text, self.game, self.spoken):
            answers = edge.count(".") > 1 or "…" in chunk[:2]
            yield Mention(text, first, first + len(bare), answers=answers)
        else:
            yield Mention(chunk, start, end, "word")
            rest = chunk[-2:]
        if "." in rest or rest.endswith(("!", "?")):
            yield Mention("", end, end, "stop")
        elif any(mark in rest for mark in ",;:"):
            yield Mention(rest[-1], end, end, "comma")


def _only_moves(tokens: list[Mention]) -> bool:
    """True if a line has moves and nothing else: numbers, results, signs, a label for a player or `my move:`."""
    words = [token.text.strip(_EDGES + ".-–—…") for token in tokens if token.kind == "word"]
    label = " ".join(words)
    labels = (phrase("play"), phrase("move"), phrase("game"), seat_labels())
    has_only_notes = all(not word or _NOTES.fullmatch(word) for word in words) or any(
        one.fullmatch(label) for one in labels
    )
    return has_only_notes and any(token.kind == "move" for token in tokens)


def _runs(tokens: list[Mention], only_moves: bool) -> Iterator[MoveSequence]:
    """The moves of a sentence in runs; a number begins a run, and so does any word between two moves."""
    number, answers, seat = 0, False, ""
    moves: list[Mention] = []
    label = game_before = loose = False
    for token in tokens:
        if token.kind == "move":
            if not moves:
                answers = answers or token.answers
            moves.append(token)
            continue
        if token.kind == "comma" and (only_moves or not moves):
            continue
        if moves:
            yield MoveSequence(number, answers, tuple(moves), seat)
            moves, number, answers, seat, loose = [], 0, False, "", False
        if token.kind == "number":
            if not game_before:
                number, answers, loose = token.number, token.answers, label or token.text[-1].isalpha()
        elif token.kind == "word":
            word = token.text.strip(_EDGES + ".")
            label = phrase("move").fullmatch(word) is not None
            game_before = phrase("game").fullmatch(word) is not None
            if found := seat_labels().fullmatch(word):
                seat = str(found.lastgroup) if token.text.endswith(":") or only_moves else ""
            dash = not word.strip("-–—…")
            if number and not (loose or label or dash):
                number, answers = 0, False
            answers = answers or word.startswith(("...", "…"))
            continue
        label = game_before = False
    if moves:
        yield MoveSequence(number, answers, tuple(moves), seat)


def _hyphened(piece: PieceType) -> str:
    return piece.name.lower().replace(" ", "-")


@lru_cache(maxsize=16)
def _named(pieces: tuple[PieceType, ...]) -> tuple[dict[str, str], re.Pattern[str], re.Pattern[str]]:
    """The names of the game's pieces, in all languages, and how spoken moves have them; such a piece and where it goes, or
    where it is dropped.
    """
    own = {piece.name.casefold(): _hyphened(piece) for piece in pieces}
    names = {**{name: own[piece] for name, piece in piece_names().items() if piece in own}, **own}
    any_of = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    to = phrase("to").pattern
    goes = rf"(?:(?:{to}\s+)?(?P<origin>{_CELL})\s*(?:[-–—]|{to})\s*)?(?:{to}\s+)?(?P<target>{_CELL})"
    dropped = (
        rf"{phrase('drop').pattern}\s+(?:\w+\s+)?(?P<piece>{any_of})\s+(?:{to}|at|in|auf|op|en)\s+(?P<target>{_CELL})"
    )
    moved = re.compile(rf"(?<!\w)(?P<piece>{any_of})\s+{goes}", re.IGNORECASE)
    return names, moved, re.compile(dropped, re.IGNORECASE)
