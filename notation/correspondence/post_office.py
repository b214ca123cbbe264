"""What is to be done with a letter of a mailbox: which game it is about, and whether all of it is certain.

>>> from fairyscore.notation.mail.message import read_letter
>>> from fairyscore.notation.records.tree import Record
>>> tags = {"WhiteNA": "anna@example.org", "BlackNA": "bob@example.org"}
>>> office = PostOffice([FolderGame("one.pgn", 1, Record("chess", tuple(tags.items())))])
>>> (found,) = office.decide(read_letter(b"From: anna@example.org\\n\\n1. e4", "a.eml"))
>>> found.game.name, found.does, found.why
('one.pgn', '1. e4', '')
>>> (found,) = office.decide(read_letter(b"From: anna@example.org\\n\\n1. e4\\nMy zebra can yodel", "b.eml"))
>>> found.does, found.why
('1. e4', "'My zebra can yodel' is not understood")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.utils import formataddr

from fairyscore.notation.correspondence.addressing import FolderGame, GameNames, parts_of, played_by, written_to
from fairyscore.notation.correspondence.certainty import due_moves
from fairyscore.notation.correspondence.dates import Event
from fairyscore.notation.correspondence.reading import NO_EVENT, LetterReading, Promise, own_text, read_through
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.message import MailLetter, read_letter
from fairyscore.notation.records.diagnostics import Severity

TRUSTS = ("normal", "low")
"""How much is certain. With `low` the letter must name its game or answer a letter, from an address of the record."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision on a letter, or a part of it. does: in words, empty where it states nothing.

    game, reading: None where no game is found. why: it is not certain; empty where it is. repeats: it has nothing that the
    record does not have.
    """

    letter: MailLetter
    game: FolderGame | None = None
    reading: LetterReading | None = None
    does: str = ""
    why: str = ""
    repeats: bool = False

    @property
    def certain(self) -> bool:
        """True if the move of the letter may be written without asking anybody."""
        return self.reading is not None and not self.why and not self.repeats


class PostOffice:
    """Finds the game of each letter. games: those of the folder, whose records may change meanwhile.

    game_of: the name of the game of an earlier letter by its Message-ID, empty where it is not known. promises_of: what
    the players of a game have promised to play, by its name. harmless: sentences that a person has confirmed.
    event: what the dates of letters are held against.
    """

    def __init__(
        self,
        games: Sequence[FolderGame],
        *,
        trust: str = TRUSTS[0],
        game_of: Callable[[str], str] = lambda _id: "",
        promises_of: Callable[[str], Sequence[Promise]] = lambda _name: (),
        harmless: frozenset[str] = frozenset(),
        event: Event = NO_EVENT,
    ) -> None:
        self.games = list(games)
        self.names = GameNames(self.games)
        self.strict = trust == "low"
        self.game_of = game_of
        self.promises_of = promises_of
        self.harmless = harmless
        self.event = event

    def decide(self, letter: MailLetter) -> list[Decision]:
        """The decisions on a letter, one for each game that it is about. Only if all parts are certain, any is."""
        if letter.forwarded and not _states(letter):
            inner = (read_letter(raw, letter.name, letter.line) for raw in letter.forwarded)
            found = [decision for one in inner for decision in self.decide(one)]
            return [_doubtful(one, f"the letter was forwarded by {letter.sender}") for one in found]
        parts = parts_of(letter, self.names)
        theirs = played_by(letter, self.games)
        if len(parts) > 1:
            decisions = [self._read(part.letter, part.game, "") for part in parts]
            doubt = next((one for one in decisions if one.why), None)
            if doubt is not None:
                other = f"another part of the letter is not certain: {doubt.why}"
                decisions = [one if one.why or one.repeats else _doubtful(one, other) for one in decisions]
            return decisions
        if parts:
            why = self._against_thread(letter, parts[0].game)
            return [self._read(parts[0].letter, parts[0].game, why)]
        return [self._without_heading(letter, theirs)]

    def _without_heading(self, letter: MailLetter, theirs: list[FolderGame]) -> Decision:
        bare = replace(letter, subject=self.names.without(letter.subject))
        named = self._called(letter.subject) or self._called(" ".join(text.text for text in letter.bodies))
        chosen = [game for game in named if game in theirs] or named
        if not chosen:
            known = [self.game_of(one) for one in letter.answers]
            name = next(filter(None, known), "")
            chosen = [game for game in theirs if game.name == name]
        if len(chosen) == 1:
            return self._read(bare, chosen[0], self._against_thread(letter, chosen[0]))
        among = [game for game in (chosen or theirs) if game.record.result == "*"]
        if not among:
            known_sender = (
                "they are over" if theirs else f"{str(letter.sender) or 'the sender'} plays in none of the games"
            )
            return Decision(letter, why=f"no game is found: {known_sender}")
        among = written_to(letter, among)
        if len(among) == 1:
            return self._read(bare, among[0], "nothing in it says which game it is about" if self.strict else "")
        return self._by_what_is_due(bare, among)

    def _by_what_is_due(self, letter: MailLetter, among: list[FolderGame]) -> Decision:
        """A proposal for the game whose next number fits. A record may lag behind its letters, so this is never certain."""
        readings = [self._read(letter, game, "") for game in among]
        due = [found for found in readings if found.does and _is_due(found)]
        names = ", ".join(game.name for game in among[:6])
        if len(due) == 1:
            return replace(due[0], why=f"it is due there, and may be about another of {names}")
        return Decision(letter, why=f"it may be about any of {names}")

    def _read(self, letter: MailLetter, game: FolderGame, why: str) -> Decision:
        """A letter held against a game. why: a doubt that there is already."""
        if game.record.result != "*":
            return Decision(letter, game, None, "", f"the game is over: {game.record.result}")
        if ruled := self.event.ruling(game.record):
            return Decision(letter, game, None, "", f"the game is over by a ruling: {ruled}")
        promises = self.promises_of(game.name)
        reading = read_through(letter, game.so_far, promises, harmless=self.harmless, event=self.event)
        does = reading.does
        errors = [found for found in reading.diagnostics if found.severity is Severity.ERROR]
        unknown = [found for found in reading.diagnostics if found.code == LetterCode.SENDER_UNKNOWN.value]
        if (
            reading.statement.played
            and not does
            and not [found for found in errors if found.code != LetterCode.NO_MOVE.value]
        ):
            return Decision(letter, game, reading, repeats=True)
        if not errors and not does:
            why = why or "it states no move"
        for found in [*errors, *unknown]:
            reason = found.facts.get("why") if found.code == LetterCode.PROPOSAL.value else found.message
            why = why or str(reason)
        if self.strict and not why and reading.seat and not _is_address_known(letter, game):
            why = "the sender is known by name only"
        return Decision(letter, game, reading, does, why)

    def _called(self, text: str) -> list[FolderGame]:
        """The games that a text names; those with a name of their own before those that share one."""
        places = self.names.places(text)
        own = [place.game for place in places if not place.shared]
        return list(dict.fromkeys(own or [place.game for place in places]))

    def _against_thread(self, letter: MailLetter, game: FolderGame) -> str:
        """Why a name is in doubt: the letter that is answered was about another game."""
        name = next(filter(None, (self.game_of(one) for one in letter.answers[:1])), "")
        return f"it answers a letter about {name}, and names {game.name}" if name and name != game.name else ""


def _doubtful(decision: Decision, why: str) -> Decision:
    return replace(decision, why=decision.why or why)


def _states(letter: MailLetter) -> bool:
    return any(text.text.strip() for text in letter.bodies)


def _is_due(decision: Decision) -> bool:
    """True if a letter has the number of the next move of its game."""
    assert decision.game is not None
    so_far = decision.game.so_far
    return any(due_moves(own_text(text), so_far) for text in decision.letter.bodies)


def _is_address_known(letter: MailLetter, game: FolderGame) -> bool:
    return letter.sender.mailbox in game.addresses


def refusal(letter: MailLetter, game: FolderGame | None, why: str) -> EmailMessage:
    """The letter that says why another one is not entered."""
    reply = EmailMessage()
    reply["To"] = formataddr((letter.sender.name, letter.sender.mailbox))
    reply["Subject"] = f"Re: {letter.subject}" if letter.subject else "Your letter"
    if letter.message_id:
        reply["In-Reply-To"] = f"<{letter.message_id}>"
    sent = f" of {letter.date:%Y-%m-%d %H:%M}" if letter.date else ""
    lines = [f"Your letter{sent} was not entered.", "", f"Reason: {why}", ""]
    if game is not None:
        so_far = game.so_far
        player = so_far.game.seats[so_far.state.turn].name
        lines += [f"Game: {game.name}", f"Next: {so_far.next_number} ({player})"]
        lines += [f"Position: {so_far.game.write_position(so_far.state)}", ""]
    lines.append("Please send your move again, alone on a line with its number.")
    reply.set_content("\n".join(lines) + "\n")
    return reply
