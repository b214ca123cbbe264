"""What stands among the moves and is none: comments, glyphs, brackets, tags, numbers; a move with something stuck to it, or
words that are a remark. All is kept, and reported where it is wrong.

A token that is not a move as it stands is read as one only where nothing else is possible.
"""

import re
from typing import NamedTuple

from fairyscore.notation.moves.reading import LONGEST_MOVE, is_skipped, parse_move
from fairyscore.notation.records.diagnostics import RecordCode, next_game
from fairyscore.notation.records.game_text import headers
from fairyscore.notation.records.nags import HIGHEST_NAG, MOST, nag_of
from fairyscore.notation.records.pgn_lexer import is_result_text, normal_result
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

LEAST_ICCF = 4  # digits of a move in numbers; no game has so many rounds that their numbers look like one


def remark(context: ReplayContext, token: str, place: int) -> None:
    """A comment, NAG or glyph: reported where the number means nothing, and kept."""
    nag = nag_of(token)
    if token.startswith("$") and nag is None:
        context.report(RecordCode.BAD_NAG, place, nag=shown(token, 12), most=MOST)
    if nag is not None and nag > HIGHEST_NAG:
        context.report(RecordCode.UNUSUAL_NAG, place, nag=token, most=HIGHEST_NAG)
    if nag is not None and not context.line.own:
        context.report_once(RecordCode.NAG_BEFORE_MOVE, place, place, nag=token)
    if token[0] == "{":
        _look_into(context, token, place)
    context.add(token)


def end_of_wordy_brackets(context: ReplayContext, place: int) -> int:
    """Where brackets close that hold no move, as `(=)`, `(1...)` or `()`; 0 where they hold one, or comments only."""
    words = False
    for at in range(place + 1, len(context.tokens)):
        token = context.tokens[at]
        if token == ")":
            return at if words or at == place + 1 else 0
        if token[0] == "{" and token[-1] == "}":
            continue
        short_number = is_number(token) and len(token.rstrip(".)")) < LEAST_ICCF
        if not (short_number or is_skipped(token) or is_result_text(token)):
            return 0
        words = True
    return 0


def keep_brackets(context: ReplayContext, first: int, last: int) -> None:
    """Brackets that hold no move become a comment, and comments in them stay what they are; empty ones are dropped."""
    if last == first + 1:
        context.report_once(RecordCode.EMPTY_VARIATION, first, last)
        return
    inner = context.tokens[first + 1 : last]
    comments = [token for token in inner if token[0] == "{"]
    if comments:
        text = " ".join(token for token in inner if token[0] != "{")
    else:
        text = context.source(first + 1, last)[:-1]
    context.report_once(RecordCode.NO_MOVE_IN_BRACKETS, first, last, text=shown(f"({text.strip()})"))
    for comment in comments:
        context.add(comment)
    context.add(f"{{({text.strip()})}}")


def is_number(token: str) -> bool:
    """True if a token is a move number, however it is spelt: `12.`, `12...`, `12)`, `12`; `00` is castling."""
    number = token.rstrip(".)")
    return number.isdecimal() and number.isascii() and token not in ("00", "000")


def is_move(context: ReplayContext, token: str) -> bool:
    """True if a token reads as a move, which nobody makes."""
    if token in context.variant.cache.parsed_moves:
        return True
    if token[0] in "{}()[;" or is_skipped(token) or is_number(token) or is_result_text(token):
        return False
    return isinstance(parse_move(token, context.variant), ParsedMove)


def check_number(context: ReplayContext, token: str, place: int) -> None:
    """Tell a number that does not fit. Those after it may count on from it, or from the right one again."""
    number, line = int(token.rstrip(".)")[:9]), context.line
    right = line.state.fullmove_number
    if number not in (right, right + line.drift):
        context.report(RecordCode.MOVE_NUMBER, place, found=number, expected=right + line.drift)
    line.drift = number - right


def _look_into(context: ReplayContext, comment: str, place: int) -> None:
    """Tell what a comment should not hold. One of another format is not text between braces, and holds anything."""
    inner = comment.find("{", 1)
    if inner < 0 and "\n[" not in comment:
        return
    start, _ = context.span(place)
    if not context.text.startswith(comment, start):
        return
    ply, games = context.ply, headers(comment)
    if games:
        facts: dict[str, Fact] = {"games": "1 game" if games == 1 else f"{games} games", "count": games}
        context.collector.report(RecordCode.SWALLOWED_GAMES, (start, start + 1), facts, ply=ply)
    if inner > 0:
        at = start + inner
        context.collector.report(RecordCode.NESTED_COMMENT, (at, at + 1), {}, ply=ply)


def keep_unjudged(context: ReplayContext, first: int, last: int) -> None:
    """Keep unjudged tokens, from the first to the last, as they are written, the number in front of them too."""
    first -= first > 0 and is_number(context.tokens[first - 1])
    context.add(Comment(context.source(first, last), unjudged=True))


def unclosed_comment(context: ReplayContext, token: str, place: int) -> None:
    """A comment that nothing closes: all that is left belongs to it."""
    start, _ = context.span(place)
    game_text = context.collector.game_text
    facts: dict[str, Fact] = {"where": "with the file" if game_text.last else "with the game"}
    if game_text.last is False:
        facts = next_game(game_text.next_line)
    context.collector.report(RecordCode.UNCLOSED_COMMENT, (start, start + 1), facts, ply=context.ply)
    _look_into(context, token, place)
    context.unclosed = True
    context.within = "a comment"
    context.add(token)
    context.at = len(context.tokens)


def tag_among_moves(context: ReplayContext, token: str, place: int) -> None:
    """A tag after the first move or comment is reported, and its line passed over."""
    context.report(RecordCode.TAG_AMONG_MOVES, place, tag=shown(token.lstrip("[")) or "[")
    context.at = max(context.at, _line_end(context, place))


_TAG_BEGUN = re.compile(r'\[[ \t]*\w[\w-]*[ \t]*"|\[[ \t]*[A-Z]\w*[ \t]+[^\]\n]*\]?[ \t]*(?:\n|\Z)')
"""How a tag begins: with a quote behind its name; or, where quotes are forgotten, with its name, on a line of its own."""

_IN_BRACKETS = re.compile(r"\[[\w%][^\[\]\n]*+\][.,:;]?(?=\s|\Z)")


def begins_tag(context: ReplayContext, place: int) -> bool:
    """True if a token begins a tag."""
    return _TAG_BEGUN.match(context.text, context.span(place)[0]) is not None


def end_of_bracketed(context: ReplayContext, place: int) -> int:
    """The place after words in square brackets that begin at a token, `[diagram]`, or a command, `[%clk 0:01:00]`.

    The same place where a tag begins there, or none of these.
    """
    found = _IN_BRACKETS.match(context.text, context.span(place)[0])
    return place if found is None or begins_tag(context, place) else context.place_at(found.end())


def _line_end(context: ReplayContext, place: int) -> int:
    """The place of the first token after the line that a token stands on."""
    line_end = context.text.find("\n", context.span(place)[0])
    return context.place_at(line_end if line_end >= 0 else len(context.text))


_STUCK = re.compile(
    r"(?P<front>[.…>≥]*+)(?P<text>[^!?]+?)(?P<signs>[!?]*+)(?P<result>1-0|0-1|1/2-1/2|½-½|\*)?(?P<back>[.,:'\"*]*+)"
)

MOST_SIGNS = 2


class Unstuck(NamedTuple):
    """A reading of a token that is stuck together.

    why: half a sentence; result: the one that is stuck to the last move, empty for none.
    """

    text: str
    why: str
    result: str = ""


def unstuck(context: ReplayContext, place: int) -> Unstuck | None:
    """A token without what is stuck to it, where it then is a move, a NAG or a number; else None."""
    token = context.tokens[place]
    if len(token) > LONGEST_MOVE:
        return None
    bare = token.lstrip(">≥")
    if bare != token and is_number(bare):
        return Unstuck(bare, "a sign before it")
    found = _STUCK.fullmatch(token)
    if found is None:
        return None
    text = found["text"] + found["signs"][:MOST_SIGNS]
    if text == token or not (nag_of(text) or isinstance(parse_move(text, context.variant), ParsedMove)):
        return None
    last = not context.waiting and all(map(is_skipped, context.tokens[place + 1 :]))
    if found["result"] and last:
        return Unstuck(text, "the result follows directly", found["result"])
    if found["result"] not in (None, "*"):
        return None
    if len(found["signs"]) > MOST_SIGNS:
        return Unstuck(text, "more than two signs after it")
    return Unstuck(text, "a sign before it" if found["front"] else "a sign after it")


_BESIDE_RESULT = "\"'`.,:;!?[]<>"


def bare_result(context: ReplayContext, place: int) -> str | None:
    """The result that a token is without the quotes and stops beside it, where it ends the game; else None."""
    bare = context.tokens[place].strip(_BESIDE_RESULT)
    if bare == context.tokens[place] or not is_result_text(bare):
        return None
    is_last = not context.waiting and all(map(is_skipped, context.tokens[place + 1 :]))
    return bare if is_last and normal_result(bare, len(context.variant.seats)) is not None else None


_ASSESSMENT = re.compile(r"\+/=|=/\+|\+/[-−]|[-−]/\+|\+[-−]{1,2}|[-−]{1,2}\+|\+=|=\+")
_SIGN = re.compile(rf"\$\d{{1,4}}|{_ASSESSMENT.pattern}|[!?]{{1,2}}|[=~]|[^\x00-\x7f\w\s]")
_MOVE = re.compile(r"[A-Za-z](?>(?:[^\s$!?~\x80-\U0010ffff]|(?=\w)[^\x00-\x7f])*)")
MOST_PARTS = 8


def parts_of(token: str, variant: Variant) -> tuple[str, ...]:
    """The moves and signs that a token is made of, as `Nf3$1$14`, `Bb5+/-` and `Nf3!Nc6` are; empty where it is none.

    So many characters belong to a move as can, if the rest is made of moves and signs too; but a plus in front of another
    sign is its own, `Nf3+=` is Nf3 and not Nf3+.
    """
    parts = _parts(token, variant, MOST_PARTS) if len(token) <= 2 * LONGEST_MOVE else None
    return parts if parts is not None and len(parts) > 1 else ()


def _parts(text: str, variant: Variant, most: int) -> tuple[str, ...] | None:
    if not text:
        return ()
    if not most:
        return None
    ends: list[int] = []
    if (word := _MOVE.match(text)) is not None:
        ends = [end for end in range(word.end(), 1, -1) if _is_move(text[:end], variant)]
        ends.sort(key=lambda end: _ASSESSMENT.match(text, end) is None)
    if (sign := _SIGN.match(text)) is not None:
        ends.append(sign.end())
    for end in ends:
        rest = _parts(text[end:], variant, most - 1)
        if rest is not None:
            return (text[:end], *rest)
    return None


def _is_move(text: str, variant: Variant) -> bool:
    return isinstance(parse_move(text, variant), ParsedMove)


# -- words ------------------------------------------------------------------------------------------------------------

_WORD = re.compile(r"[\W_]*+[^\W\d_][^\d(){}]*+")
_CASTLED = re.compile(r"[O0o]{2,3}\W*")

CONDITION = "if"  # begins a conditional proposal, `if 3...a6 then 4.Ba4`: its moves were not played
SHORT = 4  # a single word of fewer letters, unless they are small ones, may be a move that is cut off: `Nf`
LOOK_AHEAD = 4  # so many plies after words are looked at
FEWEST_AFTER = 2  # so many of them must be there where the word may be a move

_RESIGNS = r"(?:has |is )?(?:resigned|resigns|mated|checkmated|(?:lost|loses) on time|forfeits|forfeited)\b"
_WINS = r"(?:wins|won)(?: on time| by (?:resignation|forfeit|checkmate|mate))?\W*\Z"
_DRAWN = re.compile(r"draw agreed|agreed (?:to )?(?:a |on a )?draw|drawn by agreement|\Adraw\W*\Z", re.IGNORECASE)


_IN_CHINESE = {
    "\u7ea2\u80dc": "1-0", "\u7d05\u52dd": "1-0", "\u9ed1\u80dc": "0-1", "\u9ed1\u52dd": "0-1",
    "\u548c\u68cb": "1/2-1/2", "\u548c\u5c40": "1/2-1/2",
}  # fmt: skip
"""Red wins, Black wins, a draw, as records of xiangqi say it."""

_LABEL = re.compile(r"[^\W\d_]\w*[:\uff1a]")
"""What begins a paragraph behind the moves that is about them: `ICCS: H2-E2 H9-G7`."""


def _is_label(context: ReplayContext, place: int) -> bool:
    """True if a token is a label at the beginning of a paragraph, behind moves."""
    if _LABEL.fullmatch(context.tokens[place]) is None or not context.line.plies:
        return False
    before = context.text[: context.span(place)[0]].rstrip(" \t")
    return before.endswith("\n") and not before.removesuffix("\n").rsplit("\n", 1)[-1].strip()


def _paragraph_end(context: ReplayContext, place: int) -> int:
    """The place of the first token after the paragraph that a token stands in."""
    end = _BLANK_LINE.search(context.text, context.span(place)[0])
    return context.place_at(end.start() if end else len(context.text))


_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def end_of_words(context: ReplayContext, place: int) -> int:
    """The place after words that begin at a token and are a remark; the same place where they are none.

    They are one where the moves after them are legal, or nothing follows them.
    """
    if _is_label(context, place):
        return _paragraph_end(context, place)
    end = _end(context, place)
    begun = context.line.plies or context.waiting or end < len(context.tokens)
    if end > place and begun and _goes_on(context, end):
        return end
    return _end_of_signs(context, place)


def _end_of_signs(context: ReplayContext, place: int) -> int:
    """The place after signs that are no move, as an arrow is; the same place where the moves after them say otherwise.

    A sign without any letter or digit is none in whatever game, nor is a token that begins as a NAG. One with letters, as
    `RR`, is one only where it can be no move that is cut off: what follows must be legal without it.
    """
    token = context.tokens[place]
    if token in _EDITORIAL and (context.line.plies or context.waiting):
        return place + 1
    if token[0] == "$" or (_ALPHANUMERIC.search(token) is None and token[0] not in "(){}[;%"):
        begun = context.line.plies or context.waiting or _moves_after(context, place)
        return place + 1 if begun else place
    follows = _WORD.fullmatch(token) is not None and _moves_after(context, place) >= FEWEST_AFTER
    return place + 1 if follows and _goes_on(context, place + 1) else place


_ALPHANUMERIC = re.compile(r"[A-Za-z0-9]")
_EDITORIAL = frozenset({"RR"})
"""Signs of the Informant with letters that are no NAG: an editorial comment."""


def _moves_after(context: ReplayContext, place: int) -> int:
    """How many of the next tokens are moves, legal or not, up to a bracket."""
    moves = 0
    for token in context.tokens[place + 1 : place + 1 + 4 * LOOK_AHEAD]:
        if token[0] in "()[}":
            break
        moves += not is_skipped(token) and _is_move(token, context.variant)
    return moves


def _end(context: ReplayContext, place: int) -> int:
    tokens, variant = context.tokens, context.variant
    if tokens[place].lower() == CONDITION:
        end = _line_end(context, place)
        return next((at for at in range(place, end) if tokens[at][0] in "(){}"), end)
    short = len(tokens[place]) < SHORT and not (tokens[place].islower() and len(tokens[place]) > 1)
    if not _is_word(tokens[place]) or (short and not _is_word_at(tokens, place + 1)):
        return place
    end = place
    for at in range(place, len(tokens)):
        if _is_word(tokens[at]) and not isinstance(parse_move(tokens[at], variant), ParsedMove):
            end = at + 1
        elif not _goes_with_words(context, at):
            break
    return end


def _goes_with_words(context: ReplayContext, place: int) -> bool:
    """True if a token that is not a word stands between words, as a date or a dash does."""
    token = context.tokens[place]
    if token[0] in "(){}[;%$" or context.result_at(place) or (is_number(token) and token[-1] in ".)"):
        return False
    return _is_word_at(context.tokens, place + 1) and not isinstance(parse_move(token, context.variant), ParsedMove)


def _is_word_at(tokens: list[str], place: int) -> bool:
    return place < len(tokens) and _is_word(tokens[place])


def _is_word(token: str) -> bool:
    return len(token) <= LONGEST_MOVE and _WORD.fullmatch(token) is not None and _CASTLED.fullmatch(token) is None


def _goes_on(context: ReplayContext, place: int) -> bool:
    """True if the line goes on from a place with legal moves and the right number, or ends there."""
    line = context.line
    moves: list[ParsedMove] = []
    for at in range(place, min(place + 4 * LOOK_AHEAD, len(context.tokens))):
        token = context.tokens[at]
        if is_number(token) and (token[-1] in ".)" or not moves):
            right = line.state.fullmove_number
            if not moves and int(token.rstrip(".)")[:9]) not in (right, right + line.drift):
                return False
            continue
        if token[0] in "()[}" or context.result_at(at):
            break
        if is_skipped(token) or token[0] == "{":
            continue
        read = parse_move(token, context.variant)
        if isinstance(read, ParsedMove):
            moves.append(read)
        elif not moves and not _is_word(token) and unstuck(context, at) is None:
            return False
        if len(moves) == LOOK_AHEAD or not isinstance(read, ParsedMove):
            break
    else:
        if not moves and place < len(context.tokens):
            return line.plies > 0
    begun = bool(moves or line.plies or context.waiting)
    return begun and line.state.copy().push_many(moves) == len(moves)


def worded_result(context: ReplayContext, words: str) -> str:
    """The result that words tell of without doubt, `Black resigns`, `draw agreed`; else empty."""
    seats = context.variant.seats
    if len(seats) != 2:
        return ""
    if words in _IN_CHINESE:
        return _IN_CHINESE[words]
    if _DRAWN.search(words):
        return normal_result("1/2", 2) or ""
    for seat, loses, wins in ((0, "0-1", "1-0"), (1, "1-0", "0-1")):
        name = rf"\b{re.escape(seats[seat].name)} "
        if re.search(name + _RESIGNS, words, re.IGNORECASE):
            return loses
        if re.search(name + _WINS, words, re.IGNORECASE):
            return wins
    if re.match(r"resigns\b", words, re.IGNORECASE):
        return ("0-1", "1-0")[context.state.turn]
    return ""


def keep_words(context: ReplayContext, first: int, last: int) -> None:
    """Words become a comment; where they end the game and tell its result, that is noted."""
    words = context.source(first, last)
    context.report(RecordCode.WORDS, first, text=shown(words))
    context.add(f"{{{words}}}")
    result = "" if context.waiting else worded_result(context, " ".join(words.split()))
    tagged = normal_result(context.verdict.tags.get("Result", "*"), len(context.variant.seats))
    if not result or not all(map(is_skipped, context.tokens[last + 1 :])):
        return
    if tagged in (None, "*", result):
        context.verdict.result, context.closing = result, first
        context.report(RecordCode.WORDED_RESULT, first, text=shown(words), result=result)
    else:
        context.report(RecordCode.RESULT_UNLIKE_TAG, first, found=result, tag=shown(str(tagged)))
