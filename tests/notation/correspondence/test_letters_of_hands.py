"""Letters by hands that had not read the tables when they wrote them: what is written is what is meant.

A letter of the data (`letters_of_hands`) begins with @: the game, `clear` or `attack`, who writes to whom (`<` where the
sender is not to move), and what may be written, `-` for nothing; then its headers, an empty line and its text.
"""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from nightly import NIGHTLY, sampled

from fairyscore.notation.correspondence.dates import Event
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.game import loads
from fairyscore.notation.mail.message import read_letter

FOLDER = Path(__file__).resolve().parents[2] / "data" / "letters_of_hands"

GAMES = {
    "A": ("chess", "1. e4 e5 2. Nf3 Nc6", "white"),
    "B": ("chess", "1. d4 Nf6 2. c4 e6 3. Nc3", "black"),
    "C": ("chess", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", "white"),
    "D": ("chess", "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3", "black"),
    "D2": ("chess", "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3 Bxc3+ 6. bxc3", "black"),
    "F": ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 {(=)}", "white"),
    "K": ("circular-66", "1. Nb1-c3 Nb8-c6 2. d2-d4 h7-h5 3. a2-a4 d7-d5", "white"),
    "P": ("chess", "", "white"),
    "Q": ("kaleidochess", "1. 8I-7K 6K-7I 2. 2K-3I 4I-3K", "white"),
    "R": ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 Nf6 5. Be3 d6 6. Rg1 O-O", "white"),
    "S": ("shogi", "1. P-7f P-3d 2. P-2f", "black"),
}
"""Variant, moves, and who is to move."""

LAST = "{[%date 2026.11.20 12:00:00 +00:00]}"
SENT = "Sun, 22 Nov 2026 17:41:00 +0000"

PEOPLE = {
    name.split()[0]: (name, f"{plain}@{host}")
    for name, plain, host in (
        line.rsplit(" ", 2)
        for line in """
Ruth Amberg ruth.amberg posteo.de
Jörg Wessling joerg.wessling posteo.de
Hannelore Pfister hannelore.pfister t-online.de
Detlef Kranz detlef.kranz web.de
Uli Stadler uli.stadler posteo.de
Margaret Ellwood margaret.ellwood btinternet.com
Colin Thackray colin.thackray gmail.com
Priya Nair priya.nair gmail.com
Dwight Sorensen dwight.sorensen gmail.com
Fergus Boyle fergus.boyle eircom.net
Solange Perrin solange.perrin orange.fr
Bastien Lacaze bastien.lacaze free.fr
Odile Garnier odile.garnier orange.fr
Yann Kerleo yann.kerleo gmail.com
Thierry Blot thierry.blot laposte.net
Remedios Salas remedios.salas gmail.com
Joaquín Ferrer joaquin.ferrer telefonica.net
Mercedes Olmo mercedes.olmo hotmail.com
Iker Zubiri iker.zubiri gmail.com
Lautaro Paz lautaro.paz yahoo.com.ar
Wim Hoekstra wim.hoekstra xs4all.nl
Trijntje Postma trijntje.postma ziggo.nl
Sander Vreugdenhil sander.vreugdenhil gmail.com
Griet Claes griet.claes telenet.be
Renzo Barbieri renzo.barbieri libero.it
Ornella Sassi ornella.sassi tiscali.it
Joost Bakker joost.bakker kpnmail.nl
""".strip().splitlines()
    )
}

WRITTEN_SHARE = 0.75
"""Of clear letters that the tables have been shown since; those of a hand that nobody has read are fewer."""


def letters(path: Path) -> Iterator[dict[str, Any]]:
    for number, block in enumerate(re.split(r"(?m)^@ ", path.read_text(encoding="utf-8"))[1:], 1):
        first, rest = block.split("\n", 1)
        game, kind, who, expected = first.split(" ", 3)
        head, body = rest.split("\n\n", 1)
        headers = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
        yield {
            "name": f"{path.stem}-{number}",
            "game": headers.pop("Game", game),
            "kind": kind,
            "who": who,
            "expected": expected,
            "headers": headers,
            "html": "HTML" in head.splitlines(),
            "body": body.rstrip("\n") + "\n",
        }


def reading_of(letter: dict[str, Any]) -> tuple[LetterReading, GameSoFar]:
    sender, receiver = re.split("[<>]", letter["who"])
    variant, moves, turn = GAMES[letter["game"]]
    mover, other = (sender, receiver) if ">" in letter["who"] else (receiver, sender)
    white, black = (PEOPLE[one] for one in ((mover, other) if turn == "white" else (other, mover)))
    tags = {"Event": "Fernturnier 2026", "Round": "2", "White": white[0], "Black": black[0], "WhiteNA": white[1]}
    tags |= {"BlackNA": black[1], "Result": "*", "Variant": variant, "GameId": "7"}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    (game,) = loads(f"{text}\n{moves} {LAST if moves else ''} *\n", format="pgn")
    message = EmailMessage()
    message["From"], message["To"] = (f"{name} <{address}>" for name, address in (PEOPLE[sender], PEOPLE[receiver]))
    message["Date"] = format_datetime(parsedate_to_datetime(letter["headers"].get("Date", SENT)))
    message["Subject"] = letter["headers"].get("Subject", "")
    message.set_content(letter["body"], subtype="html" if letter["html"] else "plain")
    so_far = GameSoFar(game.record)
    now = parsedate_to_datetime("Sat, 28 Nov 2026 12:00:00 +0000")
    return read_for_game(read_letter(message.as_bytes(), "a.eml"), so_far, event=Event(now=now)), so_far


def means(reading: LetterReading, so_far: GameSoFar, expected: str) -> bool:
    """Whether a letter states what is expected, certainly or as a proposal."""
    wanted, *offer = expected.split()
    if wanted in ("resigns", "draw"):
        return wanted in reading.does
    candidates = reading.statement.candidates or tuple(filter(None, [reading.statement.move]))
    meant = so_far.named(so_far.now, wanted, ("en",))
    return any(one.move in meant for one in candidates) and (
        not offer or bool(reading.proposal) or "draw" in reading.does
    )


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_what_is_written_is_meant(path: Path) -> None:
    """Nothing that is not meant is certain; the profile `nightly` reads all letters."""
    for letter in sampled(list(letters(path)), 6):
        reading, so_far = reading_of(letter)
        right = any(means(reading, so_far, one) for one in letter["expected"].split("|") if one != "-")
        assert right or not is_certain(reading), letter["name"]


def is_certain(reading: LetterReading) -> bool:
    return not (reading.refused or reading.proposal or not reading.does)


@pytest.mark.skipif(not NIGHTLY, reason="it reads all letters")
def test_clear_letters_are_written_or_proposed() -> None:
    found = [one for path in FOLDER.glob("*.txt") for one in letters(path) if one["kind"] == "clear"]
    readings = [(*reading_of(letter), letter["expected"]) for letter in found]
    written = sum(is_certain(reading) for reading, *_ in readings)
    proposed = sum(means(reading, so_far, expected) for reading, so_far, expected in readings)
    assert written >= len(found) * WRITTEN_SHARE, f"{written} of {len(found)}"
    assert proposed >= len(found) * 0.97, f"{proposed} of {len(found)}"
