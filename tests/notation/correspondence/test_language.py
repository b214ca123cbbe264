"""Letters are read in the language of their writer; where that is not known, the readings compete."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from nightly import NIGHTLY

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.moves.languages import in_language
from fairyscore.notation.records.tree import Record

TAGS = (
    ("White", "Diego Ruiz"),
    ("Black", "Els Vos"),
    ("WhiteNA", "diego@example.com"),
    ("BlackNA", "els@example.org"),
)
ADDRESSES = {"white": "diego@example.com", "black": "els@example.org"}

LETTERS = {
    "en": "Dear friend,\n\nmy move is {}\n\nBest wishes",
    "de": "Guten Abend,\n\n{}\n\nViele Grüße",
    "fr": "Bonjour,\n\n{}\n\nAmicalement",
    "es": "Buenos días:\n\n{}\n\nSaludos",
    "nl": "Dag,\n\n{}\n\nGroeten",
    "it": "Buongiorno,\n\n{}\n\nSaluti",
    "pt": "Bom dia,\n\n{}\n\nAbraços",
    "ru": "Привет!\n\n{}\n\nС уважением",
}
NEUTRAL = ("{}", "Hi,\n\n{}\n\nBest")


def reading(record: Record, letter: str, sender: str) -> LetterReading:
    return read_for_game(read_letter(raw(letter, sender), "a.eml"), GameSoFar(record))


def taken(record: Record, letter: str, sender: str = "diego@example.com") -> str:
    """What a letter writes; what it proposes in brackets."""
    return written(reading(record, letter, sender))


@cache
def taken_in(number: int, letter: str, sender: str) -> str:
    """What a letter writes to a position by its number: letters without words are the same in several languages."""
    return written(read_for_game(read_letter(raw(letter, sender), "a.eml"), so_far(number)))


@cache
def so_far(number: int) -> GameSoFar:
    return GameSoFar(positions(300 if NIGHTLY else 24)[number])


def raw(letter: str, sender: str) -> bytes:
    return f"From: {sender}\nContent-Type: text/plain; charset=utf-8\n\n{letter}\n".encode()


def written(found: LetterReading) -> str:
    if found.refused or found.proposal:
        return f"({found.does})"
    return found.does


@cache
def positions(count: int) -> tuple[Record, ...]:
    """Records of chess, each with some random moves."""
    draw, records = random.Random(20261127), []
    for _ in range(count):
        record, moves = Record("chess", tags=TAGS), list[str]()
        state = record.start()
        for _ in range(draw.randrange(4, 70)):
            legal = state.moves()
            if not legal or state.outcome() is not None:
                break
            move = draw.choice(legal)
            moves.append(record.game.writing.usual.write(state.copy(), move, record.game))
            state.push_unchecked(move)
        records.append(appended(record, moves).record)
    return tuple(records)


def every_move(record: Record) -> Iterator[tuple[str, str]]:
    """The legal moves, each with its number."""
    so_far = GameSoFar(record)
    if so_far.state.outcome() is None:
        for move in so_far.state.moves():
            number, san = so_far.written(so_far.now, move).split()
            yield number, san


@pytest.mark.parametrize("language", LETTERS)
def test_every_move_is_written_as_meant(language: str) -> None:
    """What is certain is the move that its writer means, in words of his language and in words of none."""
    draw, wrong, certain, letters = random.Random(language), [], 0, 0
    for place, record in enumerate(positions(300 if NIGHTLY else 24)):
        sender = ADDRESSES["white" if so_far(place).state.turn == 0 else "black"]
        moves = list(every_move(record))
        for number, san in moves if NIGHTLY else draw.sample(moves, min(4, len(moves))):
            for letter in (LETTERS[language], *NEUTRAL):
                text = f"{number} {in_language(san, language, record.game)}"
                found = taken_in(place, letter.format(text), sender)
                letters += 1
                certain += not found.startswith("(")
                if not found.startswith("(") and found != f"{number} {san}":
                    wrong.append((letter, text, found))
    assert not wrong
    assert certain > 0.85 * letters


START = Record("chess", tags=TAGS)
OPEN = appended(START, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]).record
NO_ROOK = appended(START, ["e4", "e5"]).record


@pytest.mark.parametrize(
    ("record", "letter", "expected"),
    [
        (START, "Dag Els,\n\n1. Pf3\n\nGroeten, Diego", "1. Nf3"),
        (START, "Dag Els,\n\n1. Pf3\n\nDiego", "1. Nf3"),
        (START, "Hi Els,\n\n1. Pf3\n\nDiego", "(1. f3 or 1. Nf3)"),
        (START, "Hallo Els,\n\n1. Pf3\n\nTschüss\nDiego", "(1. f3 or 1. Nf3)"),
        (START, "1. Pf3", "(1. f3 or 1. Nf3)"),
        (START, "1. Sf3", "1. Nf3"),
        (OPEN, "Thanks for your move. My move is 5. Rf1", "5. Rf1"),
        (OPEN, "Buenos días, Els:\n\n5. Rf1\n\nSaludos\nDiego", "(5. Rf1 or 5. Kf1)"),
        (OPEN, "Hi Els,\n\n5. Rf1\n\nDiego", "(5. Rf1 or 5. Kf1)"),
        (OPEN, "Bonjour,\n\n5. Tf1\n\nAmicalement, Diego", "5. Rf1"),
        (NO_ROOK, "2. Re2", "(2. Ke2)"),
        (NO_ROOK, "Hola Els:\n\n2. Re2\n\nSaludos, Diego", "2. Ke2"),
        (OPEN, "Hola Els:\n\n5. Rg1\n\nSaludos, Diego", "(5. Rg1)"),
    ],
)
def test_letters_of_pieces_are_of_the_writers_language(record: Record, letter: str, expected: str) -> None:
    assert taken(record, letter) == expected


def test_address_adds_a_language_and_decides_none() -> None:
    """An English letter from Spain may name the king by R."""
    tags = tuple((name, text.replace("example.com", "example.es")) for name, text in TAGS)
    record = appended(Record("chess", tags=tags), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]).record
    letter = "Thanks for your move. My move is 5. Rf1"
    assert taken(record, letter, "diego@example.es") == "(5. Rf1 or 5. Kf1)"


READY = appended(START, ["e4", "e5", "Nf3", "Nc6"]).record
CARD = Record(
    "chess",
    tags=(("Event", "Spring 2026"), *TAGS, ("Round", "2"), ("GameId", "7")),
    line=READY.line,
)


@pytest.mark.parametrize(
    "letter",
    [
        "Received: 23.11.2026\nReplied: 24.11.2026\n\n3. Bb5",
        "Dein Zug: Sc6\nMein Zug: Lb5",
        "Votre coup : 2... Cc6\nMon coup : 3. Fb5\nReçu le : 22/11/2026",
        "Su jugada: 2... Cc6\nMi jugada: 3. Ab5\nRecibida: 22/11/2026",
        "Uw zet: 2... Pc6\nMijn zet: 3. Lb5\nOntvangen: 22-11-2026",
        "thanks for your move 2... Nc6. I will play 3. Bb5 now.",
        "3. Bb5!?",
        "Event: Spring 2026\nGame: 7\nWhite: Diego Ruiz\nBlack: Els Vos\nRound: 2\n\n3. Bb5",
    ],
)
def test_cards_and_plain_sentences_are_understood(letter: str) -> None:
    assert taken(CARD, letter) in ("3. Bb5", "3. Bb5 $5", "3. Bb5!?")


@pytest.mark.parametrize(
    "letter",
    ["Game: 8\n\n3. Bb5", "Event: Autumn 2026\n\n3. Bb5", "Your move: 2... Nf6\n\n3. Bb5", "White: Anna\n\n3. Bb5"],
)
def test_card_of_another_game_waits(letter: str) -> None:
    assert taken(CARD, letter) == "(3. Bb5)"


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("3. Bb5\n\nIt has been raining here all week, and the dog refuses to go out.", "3. Bb5"),
        ("Hallo Els,\n\n3. Lb5\n\nMeine Frau war krank, sie ist wieder gesund.\n\nGruß, Diego", "3. Bb5"),
        ("Bonjour,\n\n3. Fb5\n\nIl pleut et le chat dort sur le canapé.\n\nAmicalement", "3. Bb5"),
        ("Hola Els:\n\n3. Ab5\n\nMi marido está en contra.\n\nSaludos", "(3. Bb5)"),
        ("Dag,\n\n3. Lb5\n\nWij gaan morgen schaatsen op de plas.\n\nGroeten", "3. Bb5"),
        ("3. Bb5\n\nIt was my dog.", "(3. Bb5)"),
        ("3. Bb5\n\nMy wife would like another one.", "(3. Bb5)"),
        ("3. Bb5\n\nThe children play with the board in the garden.", "(3. Bb5)"),
        ("3. Bb5\n\nOur garden is in bloom\nif you want to know.", "(3. Bb5)"),
        ("3. Bb5, the dog is ill", "(3. Bb5)"),
    ],
)
def test_small_talk_has_no_word_of_the_game(letter: str, expected: str) -> None:
    assert taken(READY, letter) == expected


def test_subject_tells_the_language_after_the_game_is_found_by_it() -> None:
    """A post office takes the name of the game out of the subject; its words still tell the language."""
    head = "From: diego@example.com\nSubject: Partij 14\nContent-Type: text/plain; charset=utf-8\n\n"
    letter = read_letter(f"{head}1. Pf3\n\nDiego\n".encode(), "a.eml")
    found = read_for_game(replace(letter, subject=""), GameSoFar(START))
    assert (found.does, found.proposal) == ("1. Nf3", "")


@pytest.mark.parametrize(
    "letter",
    [
        "3. Bb5\n\nThe cat walked across my desk and pressed send.",
        "3. Bb5\n\nMy son is handling the letters during my holiday.",
        "3. Bb5\n\nThe dog disagrees strongly.",
        "Hallo Els,\n\n3. Lb5\n\nDie Kinder haben mein Handy.\n\nGruß, Diego",
        "Hallo Els,\n\n3. Lb5\n\nIm Urlaub vertritt mich meine Frau.\n\nGruß, Diego",
        "Hallo Els,\n\n3. Lb5\n\nMeine Tochter hat das getippt.\n\nGruß, Diego",
    ],
)
def test_family_that_has_a_part_in_the_letter_is_no_small_talk(letter: str) -> None:
    assert taken(READY, letter) == "(3. Bb5)"
