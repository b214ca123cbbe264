"""Xfcc: games as servers of correspondence chess (ICCF, LSS, SchemingMind) answer `GetMyGames`, as XML.

Each `XfccGame` has its values as elements: `id`, `white`, `black`, `event`, `result` as a word (`Ongoing`, `WhiteWins`,
`DrawAdjudicated`), `moves` as the moves text of PGN, the time left, the last message. Servers add elements of their own.

Our reading: `id` becomes the tag GameId, `fen` FEN, `message` a comment on the last move; each other element becomes the
tag of its name with a capital. A word for the result that says more than that is kept as the tag Status. The envelope is
syntax. Ratings of 0 and elements such as `<fen />` say nothing.

The move that is sent back is not a game: `fairyscore reply --to xfcc` writes it.

>>> from fairyscore.notation.records.tree import Record
>>> from fairyscore.notation.moves import long
>>> print(write(Record("chess", (("White", "Anna"), ("GameId", "7"))), long), end="")
<XfccGame>
  <id>7</id>
  <white>Anna</white>
  <result>Ongoing</result>
  <moves></moves>
</XfccGame>
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.walk import numbered, parts
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.pgn_lexer import RESULTS, matches_in, tokens_in
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown

_WORDS: Final = {
    "Ongoing": "*",
    "WhiteWins": "1-0",
    "BlackWins": "0-1",
    "Draw": "1/2-1/2",
    "WhiteWinAdjudicated": "1-0",
    "BlackWinAdjudicated": "0-1",
    "DrawAdjudicated": "1/2-1/2",
    "WhiteDefaulted": "0-1",
    "BlackDefaulted": "1-0",
    "BothDefaulted": "*",
    "AdjudicationPending": "*",
    "Cancelled": "*",
}
"""The words for a result; the first for each result says nothing more than that."""

_PLAIN: Final = {result: word for word, result in reversed(_WORDS.items())}

_TAGS: Final = {
    "id": "GameId",
    "event": "Event",
    "site": "Site",
    "date": "Date",
    "eventDate": "EventDate",
    "round": "Round",
    "section": "Section",
    "stage": "Stage",
    "board": "Board",
    "white": "White",
    "black": "Black",
    "whiteElo": "WhiteElo",
    "blackElo": "BlackElo",
    "whiteTitle": "WhiteTitle",
    "blackTitle": "BlackTitle",
    "whiteNA": "WhiteNA",
    "blackNA": "BlackNA",
    "whiteCountry": "WhiteCountry",
    "blackCountry": "BlackCountry",
    "whiteIccfID": "WhiteIccfID",
    "blackIccfID": "BlackIccfID",
    "whiteFideID": "WhiteFideID",
    "blackFideID": "BlackFideID",
    "timeControl": "TimeControl",
    "variant": "Variant",
    "fen": "FEN",
    "eventSponsor": "EventSponsor",
    "gameLink": "GameLink",
    "serverInfo": "ServerInfo",
    "myTurn": "MyTurn",
    "hasWhite": "HasWhite",
    "drawOffered": "DrawOffered",
    "daysPlayer": "DaysPlayer",
    "hoursPlayer": "HoursPlayer",
    "minutesPlayer": "MinutesPlayer",
    "daysOpponent": "DaysOpponent",
    "hoursOpponent": "HoursOpponent",
    "minutesOpponent": "MinutesOpponent",
}
"""The elements that are written, in order, and their tags; read are others too."""

_STATUS = "Status"
_NOTHING: Final = {"whiteElo": ("0",), "blackElo": ("0",), "setup": ("true", "false")}
"""Values that say nothing, or only that there is a `fen`."""

# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as an element of an answer. Raises `PositionError` where its tag FEN is nonsense."""
    tags = dict(record.tags)
    lines = [_element(name, tags[tag]) for name, tag in _TAGS.items() if tag in tags]
    if "FEN" in tags:
        lines.append(_element("setup", "true"))
    status = tags.get(_STATUS, "")
    lines.append(_element("result", status if _WORDS.get(status) == record.result else _PLAIN[record.result]))
    text = pgn_writer.moves(record, notation)
    lines.append(_element("moves", text.removesuffix(record.result).rstrip()))
    return "\n".join(["<XfccGame>", *(f"  {line}" for line in lines), "</XfccGame>", ""])


def make_a_move(
    record: Record, *, moved: bool, offers: bool = False, resigns: bool = False, accepts: bool = False
) -> str:
    """The call `MakeAMove` with the last move of a record, whose tag GameId is the number of the game at the server.

    moved: whether there is a move, or only an end. Who sends it fills in the name and password.
    """
    state, last = record.start(), ""
    for before, ply in record.steps(state):
        number, last = before.fullmove_number, record.game.writing.usual.write(before, ply.move, record.game)
    values = {
        "username": "",
        "password": "",
        "gameId": record.tag("GameId"),
        "resign": resigns,
        "acceptDraw": accepts,
        "movecount": number if last else 0,
        "myMove": last if moved else "",
        "offerDraw": offers,
        "claimDraw": False,
        "myMessage": "",
    }
    lines = [
        _element(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in values.items()
    ]
    body = "\n".join(f"      {line}" for line in lines)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">\n  <soap:Body>\n'
        f'    <MakeAMove xmlns="{_SERVICE}">\n{body}\n    </MakeAMove>\n  </soap:Body>\n</soap:Envelope>\n'
    )


_SERVICE = "http://www.bennedik.com/webservices/XfccBasic"
"""The name of the protocol, by which its servers know it."""


def _element(name: str, value: str) -> str:
    return f"<{name}>{html.escape(value, quote=False)}</{name}>"


def _refusal(record: Record) -> str:
    if len(record.game.seats) > 2:
        return "Xfcc is for games of two players"
    if record.result not in _PLAIN:
        return f"Xfcc has no word for the result {record.result}"
    return "" if record.tag(_STATUS) in ("", *_WORDS) else f"Xfcc has no result {shown(record.tag(_STATUS))}"


# -- cutting ----------------------------------------------------------------------------------------------------------

_BEGIN_TEXT = r"<(?:\w+:)?XfccGame(?:[ \t][^<>\n]*)?>"
_BEGIN = re.compile(_BEGIN_TEXT)
_MARKUP = re.compile(r"<[^<>]*>")


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game; the markup around the games belongs to the first and the last of them."""
    return numbered(_games(chunks))


def _games(chunks: Iterable[str]) -> Iterator[str]:
    held = ""
    for part in parts(_BEGIN_TEXT, chunks):
        begin = _BEGIN.search(part)
        before = len(part) if begin is None else begin.start()
        held += part[:before]
        if begin is not None and _is_game(held):
            yield held
            held = ""
        held += part[before:]
    if _is_game(held):  # an answer without games is none
        yield held


def _is_game(text: str) -> bool:
    return _BEGIN.search(text) is not None or _MARKUP.sub("", text).strip() != ""


# -- reading ----------------------------------------------------------------------------------------------------------

_VALUE = re.compile(
    r"<(?:\w+:)?(?P<name>\w+)(?:\s[^<>]*)?>(?P<value>(?>(?:[^<]++|<!\[CDATA\[.*?\]\]>)*))</(?:\w+:)?(?P=name)\s*+>",
    re.DOTALL,
)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_RESULT_AT_END = re.compile(r"(?<!\S)(?:1-0|0-1|1/2-1/2|\*)\s*\Z")


class XfccTokenStream(ReadTokenStream):
    """One whose moves are PGN within an element. moves: as they are without escapes; moves_span: where they stand."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.moves = ""
        self.moves_span: Span = (0, 0)

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        return [*tokens_in(game, self.moves), *self.added]

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`. In a text with escapes all moves stand where the text does."""
        start, end = self.moves_span
        found = [match.span() for match in matches_in(game, self.moves)]
        if self.text[start:end] == self.moves:
            return [*((start + first, start + last) for first, last in found), *self.token_spans]
        return [*(self.moves_span for _ in found), *self.token_spans]


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """One game taken apart; what is not an element with a value is noted."""
    text = game_text.text
    stream = XfccTokenStream(text)
    begin = _BEGIN.search(text)
    message: tuple[str, Span] | None = None
    word: tuple[str, Span] | None = None
    for found in _VALUE.finditer(text, begin.end() if begin else len(text)):
        span, value = found.span("value"), _plain(found["value"])
        if found["name"] == "moves" and not stream.moves:
            stream.moves, stream.moves_span = value, span
        elif found["name"] == "message" and message is None and value.strip():
            message = value.strip(), span
        elif found["name"] == "result" and word is None and value.strip():
            word = value.strip(), span
        elif not _says_nothing(found["name"], value):
            if _tag_name(found["name"]) in stream.tags:
                continue  # a second one of its name, which is reported with the rest
            stream.tag(_tag_name(found["name"]), " ".join(value.splitlines()), span)
        stream.syntax.append(span)
    if message is not None:
        stream.add_token("{" + message[0] + "}", message[1])
    _add_result(stream, word, notes)
    stream.syntax += (found.span() for found in _MARKUP.finditer(text))
    stream.report_rest(notes)
    return stream


def _plain(value: str) -> str:
    """The text of an element without escapes."""
    pieces = _CDATA.split(value)
    return "".join(piece if place % 2 else html.unescape(piece) for place, piece in enumerate(pieces))


def _tag_name(element: str) -> str:
    return _TAGS.get(element) or element[0].upper() + element[1:]


def _says_nothing(element: str, value: str) -> bool:
    return value.strip().lower() in _NOTHING.get(element, ())


def _add_result(stream: XfccTokenStream, word: tuple[str, Span] | None, notes: DiagnosticCollector) -> None:
    """Add the result that the word names, as the tag too, and at the end of moves that have none."""
    result = "*"
    if word is not None:
        stated, span = word
        result = _WORDS.get(stated, stated if stated in RESULTS else "")
        if not result:
            notes.bad_value(span, f"the result is a word such as Ongoing or WhiteWins, not {shown(stated)}")
            result = "*"
        elif stated in _WORDS and stated != _PLAIN[result]:
            stream.tag(_STATUS, stated, span)
    stream.tag("Result", result, word[1] if word else (0, 0))
    if not _RESULT_AT_END.search(stream.moves):
        at = word[1] if word else (len(stream.text), len(stream.text))
        stream.add_token(result, at)


XFCC = Format(
    "xfcc",
    Holds(frozenset({*_TAGS.values(), _STATUS}), variant=True, comments=True, intro=True, nags=True, variations=True),
    write,
    begin='<?xml version="1.0" encoding="utf-8"?>\n<GetMyGamesResult>\n',
    end="</GetMyGamesResult>\n",
    looks=lambda head: _BEGIN.search(head) is not None,
    cut=cut,
    read=read,
    refuses=_refusal,
)
