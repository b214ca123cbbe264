"""What people get wrong when they write a move down, as changes of the text that may mend it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fairyscore.notation.moves.reading import LONGEST_MOVE, is_skipped, read_move
from fairyscore.notation.records.collector import Span
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.pgn_lexer import each_tag, header_end
from fairyscore.notation.rules.did_you_mean import nearest_texts
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.variants.registry import SCHEME, game_of, options_of

SURE, LIKELY, SLIP, GUESS = 0, 1, 2, 3
"""How much a change weighs: no choice is left; a usual mistake; one character; a legal move that looks like it."""

_PAIR = re.compile(r"([A-Za-z])([0-9])|([0-9])([A-Za-z])")
_TAIL = re.compile(r"[+#!?]*\Z")
_THROW = re.compile(r"[0-9]:\s*")
_PROMOTION = re.compile(r"=?\(?[A-Z]{1,2}\)?(?=[+#!?]*\Z)")
NUMBER = re.compile(r"([0-9]{1,9})([.)]+)")
_PASS = "--"
_EYES = range(1, 7)


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Text from `start` to `end` of the game's text that becomes another one."""

    start: int
    end: int
    becomes: str
    why: str
    weight: int = LIKELY

    def was(self, text: str) -> str:
        """What stands there now."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A refused move in the text of a game.

    state: where the judging stopped, which is the position before it if it stands in the main line. notation: the one
    that the record is written in. tokens, place: the moves text in tokens, and which of them it is; spans: where
    they stand. header: whether tags may be put into the text.
    """

    text: str
    finding: Diagnostic
    state: State | None
    game: Variant
    notation: Notation
    tokens: list[str]
    spans: list[Span]
    place: int
    header: bool

    @property
    def token(self) -> str:
        """The move as it is written."""
        return self.tokens[self.place]

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.spans[self.place]

    @property
    def plain(self) -> bool:
        """Whether moves stand in the text one behind the other, so that one can be put in or taken out."""
        return self.text.startswith(self.token, self.span[0])

    def instead(self, text: str, why: str, weight: int = LIKELY) -> TextEdit:
        """Another move in its place."""
        return TextEdit(*self.span, like(self.text[slice(*self.span)], text), why, weight)

    def without(self, why: str, weight: int) -> TextEdit:
        """No move in its place, nor the blank behind it."""
        start, end = self.span
        return TextEdit(start, end + self.text.startswith(" ", end), "", why, weight)


def changes_at(spot: RefusedMove) -> Iterator[TextEdit]:
    """What may have been meant, the usual slips first."""
    token = spot.token
    for text in (token.lower(), token.upper(), token[:1].swapcase() + token[1:], token.swapcase()):
        if text != token:
            yield spot.instead(text, "the letter case is another")
    for slip in (_swapped, _scheme, _promotion, _throw, _pass, _near):
        yield from slip(spot)


def throughout(spot: RefusedMove) -> Iterator[tuple[TextEdit, ...]]:
    """Changes that may be needed in every move from here on: whoever swaps ring and letter does so in the whole game."""
    swapped: list[TextEdit] = []
    for token, (start, end) in zip(spot.tokens[spot.place :], spot.spans[spot.place :], strict=True):
        turned = _PAIR.sub(lambda pair: pair[0][::-1], token)
        if turned != token and not _reads(token, spot.game) and _reads(turned, spot.game):
            text = like(spot.text[start:end], turned)
            swapped.append(TextEdit(start, end, text, "ring and letter are swapped", LIKELY if not swapped else SURE))
    if len(swapped) > 1:
        yield tuple(swapped)


def _reads(token: str, game: Variant) -> bool:
    return not is_skipped(token) and isinstance(read_move(token, game), ParsedMove)


def like(written: str, text: str) -> str:
    """A move as text, in the quotes that the old one stood in."""
    return f'"{text}"' if written.startswith('"') else text


def _swapped(spot: RefusedMove) -> Iterator[TextEdit]:
    """`B1-2F` for `1B-2F`: all fields of the move, or one of them."""
    token = spot.token
    pairs = list(_PAIR.finditer(token))
    turned = {_PAIR.sub(lambda pair: pair[0][::-1], token)}
    turned |= {token[: pair.start()] + pair[0][::-1] + token[pair.end() :] for pair in pairs}
    for text in sorted(turned - {token}):
        yield spot.instead(text, "ring and letter are swapped")


def _scheme(spot: RefusedMove) -> Iterator[TextEdit]:
    """The tag that names another coordinate scheme, for the whole game."""
    game, text = spot.game, spot.text
    tag = next((one.tag for one in options_of(game_of(game.name)) if one.name == SCHEME), "")
    if not (spot.header and tag):
        return
    tags = list(each_tag(text, header_end(text)))
    own = next((one for one in tags if one.name == tag), None)
    last = own or (tags[-1] if tags else None)
    end = text.find("]", last.end) + 1 if last else 0
    start = own.start if own else end
    for scheme in game.writing.schemes:
        line = f'[{tag} "{scheme}"]'
        if scheme != game.writing.scheme:
            framed = line if own else f"\n{line}" if tags else f"{line}\n\n"
            yield TextEdit(start, end, framed, "the names are of the other scheme")


def _promotion(spot: RefusedMove) -> Iterator[TextEdit]:
    """Each letter behind the move, or none."""
    token, code = spot.token, spot.finding.code
    if code not in (Code.PROMOTION_MISSING.value, Code.PROMOTION_NOT_ALLOWED.value):
        return
    bare = _PROMOTION.sub("", token)
    tail = _TAIL.search(bare)
    assert tail is not None
    if bare != token:
        yield spot.instead(bare, "there is no promotion here")
    for letter in spot.game.letters:
        yield spot.instead(f"{bare[: tail.start()]}={letter}{tail[0]}", "the promotion is missing")


def _throw(spot: RefusedMove) -> Iterator[TextEdit]:
    """Another throw of the dice in front of the move, or none."""
    bare = _THROW.sub("", spot.token, count=1)
    if bare != spot.token:
        yield spot.instead(bare, "the game is played without dice")
    if spot.game.rules.throws:
        for eyes in _EYES:
            yield spot.instead(f"{eyes}: {bare}", "the throw is missing, or another one")


def _pass(spot: RefusedMove) -> Iterator[TextEdit]:
    """A pass too many or too few, and a move that stands twice."""
    if spot.finding.code == Code.MUST_PASS.value:
        yield spot.instead(_PASS, "the player has no move, and passes")
    if not spot.plain:
        return
    if _THROW.sub("", spot.token, count=1) == _PASS:
        yield spot.without("who can move does not pass", LIKELY)
    else:
        yield TextEdit(spot.span[0], spot.span[0], f"{_PASS} ", "the pass of a player without a move is missing")
    before = next((one for one in reversed(spot.tokens[: spot.place]) if not NUMBER.fullmatch(one)), "")
    if before == spot.token:
        yield spot.without("the move stands twice", SLIP)


def _near(spot: RefusedMove) -> Iterator[TextEdit]:
    """Legal moves that look like it."""
    if spot.finding.code == Code.AMBIGUOUS.value:
        for text in spot.finding.suggestions:
            yield spot.instead(text, "it is not said which piece moves")
        return
    state, before = spot.state, spot.tokens[: spot.place]
    legal: list[str] = []
    if state is not None and before.count("(") == before.count(")"):  # in the main line: there the judge has stopped
        legal = [spot.notation.write(state, move, spot.game) for move in state.moves()]
    for text in legal:
        if _one_apart(text, spot.token):
            yield spot.instead(text, "one character is another", SLIP)
    for text in nearest_texts(spot.token[:LONGEST_MOVE], legal) if legal else spot.finding.suggestions:
        yield spot.instead(text, "a legal move that looks like it", GUESS)


def _one_apart(one: str, other: str) -> bool:
    """Whether one character is changed, missing or too many.

    >>> _one_apart("Nf3", "Nf4"), _one_apart("Nf3", "Nf"), _one_apart("Nf3", "Nf3"), _one_apart("Nf3", "Ng4")
    (True, True, False, False)
    """
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rests = (one[same + 1 :], other[same + 1 :])
    return one != other and (rests[0] == rests[1] or one[same:] == rests[1] or rests[0] == other[same:])
