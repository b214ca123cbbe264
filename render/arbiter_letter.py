"""The arbiter's letters in their forms: text, an e-mail for `sendmail -t`, and a postal card as PDF."""

from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formataddr
from typing import Final

from fairyscore.notation.correspondence.answer import spoken_name
from fairyscore.notation.tournament.letters import ArbiterLetter
from fairyscore.notation.tournament.plan import Plan
from fairyscore.render.export import library, quoted


def _text(letter: ArbiterLetter, plan: Plan) -> bytes:
    return ("\n".join((letter.subject, "", *letter.lines)) + "\n").encode()


def _email(letter: ArbiterLetter, plan: Plan) -> bytes:
    message = EmailMessage()
    if plan.arbiter_address:
        message["From"] = formataddr((spoken_name(plan.arbiter), plan.arbiter_address))
    if letter.address:
        message["To"] = formataddr((spoken_name(letter.player), letter.address))
    message["Subject"] = letter.subject
    message["Content-Language"] = letter.language
    message.set_content("\n".join(letter.lines) + "\n", cte="quoted-printable")
    return message.as_bytes()


def _card(letter: ArbiterLetter, plan: Plan) -> bytes:
    """A card of 148 by 105 millimetres; a longer letter has several. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    lines = "".join(f"#{quoted(line)}\\\n" if line else "#v(1mm)\n" for line in letter.lines)
    source = (
        f"#set document(title: {quoted(letter.subject)}, date: none)\n"
        "#set page(width: 148mm, height: 105mm, margin: 8mm)\n"
        f"#set text(size: 9pt, lang: {quoted(letter.language)})\n"
        f"#text(weight: 700, {quoted(letter.subject)})\n#line(length: 100%, stroke: 0.4pt)\n{lines}"
    )
    return bytes(typst.compile(source.encode(), timestamp=0, ignore_system_fonts=True))


FORMS: Final[dict[str, tuple[str, Callable[[ArbiterLetter, Plan], bytes]]]] = {
    "text": (".txt", _text),
    "eml": (".eml", _email),
    "pdf": (".pdf", _card),
}
"""The suffix of each form, and what makes its bytes."""
