"""Letters with a move: as text with a board in characters, as HTML with a picture, and as a postal card to print.

The card is set by typst, a library of the extra `pdf`; the picture of an e-mail is a PNG, of the extra `png`.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.utils import formataddr
from html import escape
from typing import Final

from fairyscore.notation.correspondence.answer import LANGUAGES, Answer, answer
from fairyscore.notation.correspondence.reading import addresses_of
from fairyscore.notation.editing.score_sheet import NotPossible
from fairyscore.notation.formats import xfcc
from fairyscore.notation.game import Game
from fairyscore.notation.moves.languages import letters_in
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import shown
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.drawing import diagram
from fairyscore.render.export import encoded, library, quoted
from fairyscore.render.language import language
from fairyscore.render.terminal import plain_lines

PICTURE: Final = "board"
"""The name of the picture, to which the HTML refers."""

DPI: Final = 144
SIGNATURE: Final = "-- "
"""The line by which mail programs know a signature; what stands below it states no move."""


def text(letter: Answer) -> str:
    """The letter, and below a signature the game, the position and the board."""
    return "\n".join((*letter.lines, "", SIGNATURE, *_about(letter), "", *_board_in_text(letter))) + "\n"


def html(letter: Answer) -> str:
    """The letter as a page that shows the picture `PICTURE` of the same e-mail."""
    paragraphs = "\n".join(f"<p>{'<br>'.join(map(escape, part.splitlines()))}</p>" for part in _parts(letter))
    about = "<br>".join(map(escape, (SIGNATURE, *_about(letter))))
    image = f'<img src="cid:{PICTURE}" alt="{escape(_title(letter))}" width="300">'
    head = f'<!DOCTYPE html>\n<html lang="{letter.language}">\n<head><meta charset="utf-8"></head>\n<body>'
    return f"{head}\n{paragraphs}\n<p>{about}</p>\n<p>{image}</p>\n</body>\n</html>\n"


def picture(letter: Answer) -> bytes:
    """The board as PNG, the receiver at the bottom. Raises `ExportError` where the extra is missing."""
    return encoded(_drawing(letter, "60mm"), ".png", DPI)


def card(letter: Answer) -> bytes:
    """A postal card as PDF, 148 by 105 millimetres. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    return bytes(typst.compile(_card_source(letter).encode(), timestamp=0, ignore_system_fonts=True))


def _parts(letter: Answer) -> list[str]:
    return "\n".join(letter.lines).split("\n\n")


def _about(letter: Answer) -> list[str]:
    """The game and the position, a line each."""
    record = letter.record
    return [letter.subject, record.game.title, record.game.write_position(record.end())]


def _seat(letter: Answer) -> str:
    return letter.record.game.seats[letter.receiver].name


def _board(letter: Answer) -> BoardState:
    """The position now. The last move is marked, and not written: the picture knows neither notation nor language."""
    plies = len(letter.record.line.plies)
    return replace(next(moments(letter.record, {plies})), number="", text="")


def _board_in_text(letter: Answer) -> list[str]:
    """The board in ASCII, line by line. A line that begins with a bar or an angle would be a quote to mail programs."""
    letters = letters_in(letter.language, letter.record.game)
    lines = plain_lines(_board(letter), seat=_seat(letter), letters=letters)
    if any(line.lstrip()[:1] in ("|", ">") for line in lines):
        return [f". {line}" for line in lines]
    return lines


def _drawing(letter: Answer, size: str) -> str:
    with language(letter.language):
        return diagram(_board(letter), flip=_seat(letter), size=size, theme="print").svg()


def _title(letter: Answer) -> str:
    with language(letter.language):
        return prose.status(_board(letter))


def _card_source(letter: Answer) -> str:
    """The card in the language of typst; every text in it is a string."""
    names = letter.names
    head = f"{names[letter.sender]} → {names[letter.receiver]}"
    moves = "\n".join(f"#text(size: 17pt, weight: 700, {quoted(move)})\\" for move in letter.moves)
    others = [line for line in letter.sentences if line not in letter.moves]
    sentences = "\n".join(f"#{quoted(line)}\\" for line in others)
    fen = letter.record.game.write_position(letter.record.end())
    board = quoted(_drawing(letter, "52mm"))
    return f"""#set document(title: {quoted(letter.subject)}, date: none)
#set page(width: 148mm, height: 105mm, margin: 8mm)
#set text(size: 9pt, lang: {quoted(letter.language)})
#grid(columns: (1fr, 52mm), column-gutter: 6mm)[
#text(weight: 700, {quoted(letter.subject)})\\
#{quoted(letter.record.game.title)}\\
#{quoted(head)}
#line(length: 100%, stroke: 0.4pt)
{moves}
#v(1mm)
{sentences}
][
#image(bytes({board}), format: "svg", width: 52mm, alt: {quoted(_title(letter))})
#text(size: 5.5pt, {quoted(fen)})
]
"""


# -- forms ------------------------------------------------------------------------------------------------------------


def _text(letter: Answer, answered: str) -> bytes:
    return text(letter).encode()


def _email(letter: Answer, answered: str) -> bytes:
    """Text, HTML and picture, for `sendmail -t`. Raises `ExportError` where the extra for the picture is missing."""
    record, game = letter.record, letter.record.game
    boxes = addresses_of(record, game)
    message = EmailMessage()
    for field, seat in (("From", letter.sender), ("To", letter.receiver)):
        found = boxes[game.seats[seat].name]
        if found:
            message[field] = formataddr((letter.names[seat], found[0]))
    message["Subject"] = f"Re: {letter.subject}"
    if answered:
        message["In-Reply-To"] = message["References"] = f"<{answered}>"
    message.set_content(text(letter), cte="quoted-printable")
    message.add_alternative(html(letter), subtype="html", cte="quoted-printable")
    *_, page = message.iter_parts()
    assert isinstance(page, EmailMessage)
    page.add_related(picture(letter), "image", "png", cid=f"<{PICTURE}>", filename=f"{PICTURE}.png")
    return _same_boundaries(message)


def _same_boundaries(message: EmailMessage) -> bytes:
    """The bytes of an e-mail, the same whenever it is made."""
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_part_{number}_of_a_letter_with_a_move")
    return message.as_bytes()


def _card(letter: Answer, answered: str) -> bytes:
    return card(letter)


def _server(letter: Answer, answered: str) -> bytes:
    """The call by which a move is sent to a server of correspondence chess; who sends it fills in name and password."""
    if not letter.record.tag("GameId").isdecimal():
        raise NotPossible("a server knows the game by its number; set it: fairyscore play RECORD --tag GameId=NUMBER")
    resigns, accepts = letter.ends == "resign", letter.ends == "accept"
    call = xfcc.make_a_move(
        letter.record, moved=bool(letter.moves), offers=letter.offers, resigns=resigns, accepts=accepts
    )
    return call.encode()


FORMS: Final[dict[str, Callable[[Answer, str], bytes]]] = {
    "text": _text,
    "eml": _email,
    "pdf": _card,
    "xfcc": _server,
}
"""What makes the bytes of a letter; after it, the id of the message that it answers."""

SUFFIXES: Final = {".txt": "text", ".eml": "eml", ".pdf": "pdf", ".xml": "xfcc"}
"""What the suffix of a file says of the form of a letter."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A letter to write: the moves that a player has not seen, with what goes with them. Nothing is sent.

    answer: its parts, as values.
    message_id: of the message that it answers, empty where that is not known.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads('[White "Anna Lindt"]\\n[Black "Bruno Keller"]\\n\\n1. e4 e5 2. Nf3 *')
    >>> reply(game, language="de")
    <Reply: Anna Lindt - Bruno Keller>
    """

    answer: Answer
    message_id: str = ""

    def __repr__(self) -> str:
        return f"<Reply: {shown(self.answer.subject, 150)}>"

    @property
    def text(self) -> str:
        """The letter as plain text, with the board below."""
        return text(self.answer)

    def to(self, form: str) -> bytes:
        """The letter as `text`, `eml` (an e-mail), `pdf` (a postal card) or `xfcc` (the call to a server).

        Raises `ValueError` for another form, `ExportError` where an extra is missing, and `NotPossible` for a call to a
        server from a record without the tag GameId.
        """
        if form not in FORMS:
            raise ValueError(f"there is no form '{form}' of letters; there are {', '.join(FORMS)}")
        return FORMS[form](self.answer, self.message_id)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it in the form of the suffix, text if that says none. A file that is there is replaced. Raises as `to`."""
        target = os.fspath(path)
        data = self.to(form_of(target))
        with replaced(target) as stream:
            stream.write(data)


def form_of(path: str) -> str:
    """The form of a letter that the suffix of a path says; `text` for any other."""
    return SUFFIXES.get(os.path.splitext(path)[1].lower(), "text")  # noqa: PTH122 (a path may hold any bytes)


def reply(
    game: Game,
    *,
    receiver: str = "",
    language: str = "en",
    notation: str = "",
    conditions: Iterable[str] = (),
    message_id: str = "",
) -> Reply:
    """The letter with the last moves of a game of correspondence, for the player who must answer them.

    game: the game so far.
    receiver: the seat it is for (`white`); if empty the player to move, or after the end the one who did not move last.
    language: `en` or another of `correspondence.answer.LANGUAGES`.
    notation: of the moves; if empty the usual one, or one without letters where those of the language would mislead.
    conditions: lines of moves that the sender announces, as `Nc6 Bb5`, beginning with the receiver's.
    message_id: of the message that it answers.

    `read_letter` reads it with certainty. Raises `NotPossible` where the receiver made the last move himself and for a
    condition that is not legal, `ValueError` for an unknown seat or language, `UnknownNotation` and `NotationRefused`.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads('[White "Anna Lindt"]\\n[Black "Bruno Keller"]\\n\\n1. e4 e5 2. Nf3 *')
    >>> reply(game, conditions=["Nc6 Bb5"]).text.splitlines()[2:5]
    ['Received: 1... e5.', '2. Nf3', 'If 2... Nc6, then 3. Bb5.']
    """
    record = game.record
    seats = [seat.name for seat in record.game.seats]
    if receiver and receiver not in seats:
        raise ValueError(f"there is no player '{receiver}'; there are {', '.join(seats)}")
    if language not in LANGUAGES:
        raise ValueError(f"there are no letters in '{language}'; there are {', '.join(LANGUAGES)}")
    chosen = notation_named(notation, record.game) if notation else None
    made = answer(record, receiver=receiver, language=language, notation=chosen, conditions=conditions)
    return Reply(made, message_id)
