"""Letters with a move: what they say, in five languages, and that the program itself reads them as certain."""

from dataclasses import replace

import pytest

from fairyscore.notation.clocks.audit import Account
from fairyscore.notation.clocks.control import Period
from fairyscore.notation.clocks.times import DAY, HOUR
from fairyscore.notation.correspondence.answer import LANGUAGES, Answer, _Speech, answer
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import read_for_game
from fairyscore.notation.editing.score_sheet import (
    OFFER,
    NotPossible,
    appended,
    drawn,
    resigned,
    undone,
    with_comments,
)
from fairyscore.notation.game import loads
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.tree import Record
from fairyscore.notation.variants.registry import variant

TAGS = (
    ("Event", "Club corr 14"),
    ("White", "Lindt, Anna"),
    ("Black", "Bruno Keller"),
    ("WhiteNA", "anna@example.org"),
    ("BlackNA", "bruno@example.org"),
    ("TimeControl", "10/4320000"),
)


def record_of(*dated: tuple[str, str], game: str = "chess", offers: bool = False) -> Record:
    """A game with the moves and their dates."""
    record = Record(game, TAGS)
    for move, date in dated:
        record = with_comments(appended(record, [move]).record, f"[%date {date}]" if date else "")
    return with_comments(record, OFFER) if offers else record


KNIGHT = (("e4", "2026.03.01"), ("e5", "2026.03.05"), ("Nf3", "2026.03.10"))


def test_a_letter_in_english() -> None:
    found = answer(record_of(*KNIGHT, offers=True), conditions=["Nc6 Bb5", "d6 d4 exd4 Nxd4"])
    assert found.lines == (
        "Hello Bruno Keller,",
        "",
        "Received: 1... e5 (5 Mar 2026).",
        "2. Nf3",
        "I offer a draw.",
        "If 2... Nc6, then 3. Bb5.",
        "If 2... d6, then 3. d4 exd4 4. Nxd4.",
        "White: 5 days used, 45 days left.",
        "Black: 4 days used, 46 days left.",
        "Your time ends on 25 Apr 2026.",
        "",
        "Best regards",
        "Anna Lindt",
    )
    assert found.subject == "Club corr 14, Anna Lindt - Bruno Keller"


def read_back(found: Answer, before: Record) -> tuple[str, str, bool]:
    """What the program takes from the letter: the move, why not if it is a proposal, and whether a draw is offered."""
    sender = before.tag(f"{before.game.seats[found.sender].name.capitalize()}NA")
    text = "\r\n".join(found.lines)
    head = f"From: {sender}\r\nSubject: Re: {found.subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    reading = read_for_game(read_letter(f"{head}{text}\r\n".encode(), "a.eml"), GameSoFar(before))
    statement = reading.statement
    return statement.move.written if statement.move else "", reading.proposal, statement.offers is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("offers", [True, False])
def test_the_program_reads_its_letters_as_certain(language: str, offers: bool) -> None:
    record = record_of(*KNIGHT, offers=offers)
    found = answer(record, language=language, conditions=["Nc6 Bb5", "d6 d4 exd4 Nxd4"])
    assert read_back(found, undone(record, 1)) == ("2. Nf3", "", offers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ends_are_read_as_certain(language: str) -> None:
    before = record_of(*KNIGHT[:2], offers=True)
    for ended, accepts in ((resigned(before, "white"), False), (drawn(before, "Draw agreed."), True)):
        found = answer(ended, receiver="black", language=language)
        assert found.moves == ()
        text = "\n".join(found.lines).encode()
        head = b"From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
        reading = read_for_game(read_letter(head + text, "a.eml"), GameSoFar(before))
        assert not reading.refused
        assert bool(reading.statement.accepts) is accepts
        assert bool(reading.statement.resigns) is not accepts


@pytest.mark.parametrize(
    ("language", "move"), [("en", "2. Nf3"), ("de", "2. Sf3"), ("fr", "2. Cf3"), ("es", "2. Cf3"), ("nl", "2. Pf3")]
)
def test_moves_have_the_letters_of_the_language(language: str, move: str) -> None:
    assert answer(record_of(*KNIGHT), language=language).moves == (move,)


def test_moves_have_no_letters_where_those_would_mean_another_piece() -> None:
    record = appended(
        Record("capablanca", TAGS), ["Nc3", "Nc6", "Cg3"]
    ).record  # C is the chancellor, and a Spanish knight
    assert answer(record, language="es").moves == ("2. h1-g3",)
    assert answer(record).moves == ("2. Cg3",)
    drop = appended(Record("crazyhouse", TAGS), ["e4", "d5", "exd5", "Qxd5", "@e4"]).record
    assert answer(drop, language="nl").moves == ("3. @e4",)  # P is a knight in Dutch


def test_another_notation() -> None:
    record = record_of(*KNIGHT)
    notation = notation_named("iccf", variant("chess"))
    assert answer(record, notation=notation, conditions=["Nc6 Bb5"]).conditions == ("If 2... 2836, then 3. 6125.",)


def test_moves_under_a_condition_of_the_receiver_are_new_to_him() -> None:
    record = appended(record_of(*KNIGHT), ["Nc6", "Bb5"]).record
    found = answer(record, conditional={"2... Nc6"})
    assert (found.moves, found.conditional) == (("2. Nf3", "2... Nc6", "3. Bb5"), ("2... Nc6",))
    assert "By your conditional move: 2... Nc6." in found.lines
    assert answer(record).moves == ("3. Bb5",)


def test_who_moved_last_has_nothing_to_read() -> None:
    with pytest.raises(NotPossible, match="white has moved last"):
        answer(record_of(*KNIGHT), receiver="white")


@pytest.mark.parametrize("line", ["Nc6", "Bb5 Nc6", "Ke4 Bb5", "Nc6 Bb5 a6"])
def test_conditions_that_cannot_be(line: str) -> None:
    with pytest.raises(NotPossible, match="condition"):
        answer(record_of(*KNIGHT), conditions=[line])


def test_names_that_are_not_known() -> None:
    record = appended(Record("chess", (("White", "?"), ("Black", "b0t_77"))), ["e4"]).record
    assert answer(record).lines == ("Hello,", "", "1. e4", "", "Best regards")


def test_three_players() -> None:
    record = appended(Record("kaleidochess:players=3"), ["1F-2E", "2H-1E"]).record
    found = answer(record)
    assert len(found.moves) == len(record.line.plies) == 2


@pytest.mark.parametrize(
    ("milliseconds", "written"),
    [
        (0, "0 s"),
        (59_000, "59 s"),
        (60_000, "1 min"),
        (3_725_000, "1 h 2 min"),  # its two greatest units
        (3_605_000, "1 h"),
        (86_400_000, "1 day"),
        (2 * 86_400_000 + 5 * 3_600_000 + 60_000, "2 days 5 h"),
    ],
)
def test_used_time_is_written_in_its_two_greatest_units(milliseconds: int, written: str) -> None:
    record = record_of(("e4", ""))
    speech = _Speech(record, "en", record.game.writing.usual)
    assert speech.account("white", Account("white", used=milliseconds)) == f"White: {written} used."


def test_what_is_used_and_what_is_left_are_the_time_of_the_control() -> None:
    """Of 50 days, in whole days: five moves of 2 days 20 hours cost ten days, though 14 days 4 hours passed."""
    record = record_of(("e4", ""))
    speech = _Speech(record, "en", record.game.writing.usual)
    control = (Period(10, 50 * DAY),)
    account = Account("white", control, used=14 * DAY + 4 * HOUR, charged=10 * DAY, clock=40 * DAY)
    assert speech.account("white", account) == "White: 10 days used, 40 days left."
    assert str(account) == "white: 0 moves, 14 days 4 h used, 10 days charged, 40 days left"


def test_what_was_received_is_the_last_move_of_the_receiver() -> None:
    """After one move each, and where the receiver has none yet."""
    assert answer(record_of(*KNIGHT)).received == "Received: 1... e5 (5 Mar 2026)."
    assert answer(record_of(*KNIGHT[:2])).received == "Received: 1. e4 (1 Mar 2026)."
    assert answer(record_of(*KNIGHT[:1])).received == ""


def test_what_was_received_is_not_repeated_where_the_sender_might_play_it() -> None:
    """After 2... Nd5 White has 3. Nxd5, and "Nd5" in his letter could be read as that."""
    record = record_of(("e4", ""), ("Nf6", ""), ("Nc3", ""), ("Nd5", ""), ("Nxd5", ""))
    assert answer(record).received == ""
    assert answer(record).lines[2] == "3. Nxd5"


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "5 Mar 2026"), ("de", "05.03.2026"), ("fr", "05/03/2026"), ("es", "05/03/2026"), ("nl", "05-03-2026")],
)
def test_dates_are_those_of_the_readers_language(language: str, day: str) -> None:
    assert day in answer(record_of(*KNIGHT), language=language).received


def test_round_is_named_in_the_subject() -> None:
    record = record_of(*KNIGHT)
    of_a_round = replace(record, tags=(*record.tags, ("Round", "2"), ("GameId", "77")))
    assert answer(of_a_round, language="nl").subject == "Club corr 14, Ronde 2, 77, Anna Lindt - Bruno Keller"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("Hello Bruno Keller,", "White: 1 day used, 29 days left.", "Your time ends on 2 Dec 2026.")),
        (
            "de",
            ("Hallo Bruno Keller,", "Weiß: 1 Tag verbraucht, 29 Tage übrig.", "Ihre Bedenkzeit endet am 02.12.2026."),
        ),
        (
            "fr",
            (
                "Bonjour Bruno Keller,",
                "Blancs : temps utilisé 1 jour, temps restant 29 jours.",
                "Votre temps de réflexion expire le 02/12/2026.",
            ),
        ),
        (
            "es",
            (
                "Hola, Bruno Keller:",
                "Blancas: tiempo usado 1 día, tiempo restante 29 días.",
                "Tu tiempo de reflexión termina el 02/12/2026.",
            ),
        ),
        ("nl", ("Beste Bruno Keller,", "Wit: 1 dag gebruikt, 29 dagen over.", "Je bedenktijd eindigt op 02-12-2026.")),
    ],
)
def test_a_letter_speaks_to_one_person_in_his_language(language: str, expected: tuple[str, ...]) -> None:
    """Formal in German and French, familiar in Spanish and Dutch; one day is no plural."""
    dates = ("2026.11.01", "2026.11.04", "2026.11.05")
    moves = " ".join(
        f"{move} {{[%date {date} 10:00:00 +00:00]}}"
        for move, date in zip(("1. e4", "e5", "2. Nf3"), dates, strict=True)
    )
    tags = '[White "Anna Lindt"]\n[Black "Bruno Keller"]\n[TimeControl "10/2592000"]\n[Result "*"]\n'
    (game,) = loads(f"{tags}\n{moves} *\n", format="pgn")
    lines = answer(game.record, language=language).lines
    assert set(expected) <= set(lines)
