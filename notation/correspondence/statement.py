"""The moves of a letter held against its game: the one that fits now, moves under a condition, and what fits nowhere.

Whether the words around a move say that it is made is not asked here: `certainty` wants all of the letter understood.

>>> from fairyscore.notation.records.tree import Record
>>> so_far = GameSoFar(Record("chess"))
>>> found = read_statement("Hello!\\n1. e4 is my move.\\nIf 1...e5 then 2. Nf3", so_far)
>>> found.move.spelling, [condition.texts for condition in found.conditions]
('e4', [('e5', 'Nf3')])
>>> [remark.code.value for remark in read_statement("1. e4, or rather 1. d4", so_far).remarks]
['mail-several-moves']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyscore.notation.correspondence.descriptive import looks_descriptive
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.language import Languages, judged
from fairyscore.notation.correspondence.tokens import Mention, MoveSequence, Sentence, is_place, sentences
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.phrases import phrase
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.state import State
from fairyscore.notation.text import shown


class LetterRemark(NamedTuple):
    """Something to be reported about a letter. start, end: the place in its text."""

    code: LetterCode
    start: int
    end: int
    facts: Mapping[str, Fact]


class Stated(NamedTuple):
    """A move that the letter states. spelling: in the game's letters; written: with its number."""

    move: Move
    spelling: str
    written: str
    start: int = 0
    end: int = 0


ANY = "*"
"""Among the texts of a condition: whatever the other player moves."""

UNKNOWN = ""
"""Among the texts of a condition: a move that the letter does not state, so that it never comes true."""


class ConditionalMoves(NamedTuple):
    """Moves that somebody makes if others come first: texts in turn, the first at place `first` of the game."""

    text: str
    first: int
    texts: tuple[str, ...]
    start: int
    end: int


@dataclass(slots=True)
class Statement:
    """Moves, offers and dates that a letter states. played: the move of the record that it repeats, if it states none.

    begun: a move after which it goes on with moves of the other player. candidates: all moves it names that fit now.
    resigns, offers, accepts, claims: where in the text it says so. remarks: what is to be reported; nothing may be taken
    where one of them is an error.
    """

    move: Stated | None = None
    begun: Stated | None = None
    candidates: tuple[Stated, ...] = ()
    played: str = ""
    resigns: Mention | None = None
    offers: Mention | None = None
    accepts: Mention | None = None
    claims: Mention | None = None
    conditions: list[ConditionalMoves] = field(default_factory=list)
    remarks: list[LetterRemark] = field(default_factory=list)

    @property
    def silent(self) -> bool:
        """True if the letter neither moves, resigns, accepts a draw nor claims one."""
        return not (self.move or self.resigns or self.accepts or self.claims)


class _New(NamedTuple):
    """A mention of a move that fits now, with all moves that it may mean. beyond: moves that follow it. repeats: whether it
    may be the last move of the record as well.
    """

    mention: Mention
    moves: Mapping[Move, str]
    beyond: tuple[Mention, ...]
    repeats: bool = False


class _GameWalk(NamedTuple):
    """How far a run follows the game. kind: repeats it, is new, illegal, differs from the record, or lies ahead."""

    kind: str
    place: int
    at: int
    moves: Mapping[Move, str] = {}


LONGEST = 20_000
"""Characters of a letter that are its sender's own; nobody writes so much to say a move."""


def read_statement(text: str, so_far: GameSoFar, seat: str = "", known: Languages | None = None) -> Statement:
    """Read the statement of a text, without all that is not the sender's own (`mail.sender_text`).

    seat: the player it comes from, by name, where that is known. known: the languages of the letter, those of the text if
    not given. The text is not changed: places are those in it.
    """
    if sum(map(len, text.split())) > LONGEST:
        facts = {"why": f"; it has more than {LONGEST:,} characters", "example": "1. MOVE"}
        return Statement(remarks=[LetterRemark(LetterCode.NO_MOVE, 0, 0, facts)])
    return _LetterReader(text, so_far, seat, known or judged([text])).read()


class _LetterReader:
    """Reads one letter."""

    def __init__(self, text: str, so_far: GameSoFar, seat: str, known: Languages) -> None:
        self.text, self.so_far, self.seat = text, so_far, seat
        self.spoken = known.possible
        self.statement = Statement()
        self.new: list[_New] = []
        self.after = 0  # the place after the last move of the record that it repeats
        self.result: Mention | None = None
        self.off_number: list[Mention] = []  # moves that fit now, after another number

    def read(self) -> Statement:
        """All of it."""
        found = list(sentences(self.text, self.so_far.game, self.spoken))
        numbered = [run for sentence in found for run in sentence.runs if run.number]
        if any(map(self._is_english, numbered)):
            self.spoken = ("en",)
        for sentence in found:
            self._sentence(sentence)
        self._decide()
        self._anchor()
        return self.statement

    def _remark(self, code: LetterCode, place: Mention, **facts: Fact) -> None:
        self.statement.remarks.append(LetterRemark(code, place.start, place.end, facts))

    def _is_english(self, run: MoveSequence) -> bool:
        """True if the sender writes the game's own letters, by the moves of the record that he repeats."""
        so_far = self.so_far
        for place in so_far.places(run.number, answers=run.answers):
            for here, mention in enumerate(run.moves, place):
                if here < so_far.now and mention.text[:1].isupper():
                    named = so_far.named(here, mention.text, self.spoken)
                    if named.get(so_far.recorded(here)) == mention.text and len(named) > 1:
                        return True
        return False

    # -- moves --------------------------------------------------------------------------------------------------------

    def _sentence(self, sentence: Sentence) -> None:
        text = sentence.text
        self.result = next(iter(sentence.results), None) if self.result is None else self.result
        found = None if sentence.only_moves else phrase("condition").search(text)
        border = sentence.start + found.start() if found else sentence.start + len(text)
        for run in sentence.runs:
            if run.start < border:
                self._run(run, sentence)
        borders = [sentence.start + word.start() for word in phrase("condition").finditer(text)] if found else []
        for branch in self._branches([run for run in sentence.runs if run.start >= border], borders):
            places = self.so_far.places(branch[0].number, answers=branch[0].answers) if branch[0].number else []
            texts = tuple(mention.text for run in branch for mention in run.moves)
            first = places[0] if places else -1  # only the game tells
            start = max((place for place in borders if place <= branch[0].start), default=border)
            what = shown(self.text[start : branch[-1].end].strip(), 200)
            self.statement.conditions.append(ConditionalMoves(what, first, texts, start, branch[-1].end))

    def _branches(self, runs: list[MoveSequence], borders: list[int]) -> list[list[MoveSequence]]:
        """Runs of moves that belong to one condition each: `if` begins one, and a number that does not go on."""
        branches: list[list[MoveSequence]] = []
        expected = -1
        for run in runs:
            places = self.so_far.places(run.number, answers=run.answers) if run.number else []
            divided = bool(branches) and any(branches[-1][-1].start < border < run.start for border in borders)
            if not branches or divided or (places and expected not in (-1, places[0])):
                branches.append([])
                expected = -1
            branches[-1].append(run)
            start = places[0] if places else expected
            expected = start + len(run.moves) if start >= 0 else -1
        return branches

    def _anchor(self) -> None:
        """Let each condition begin with the next move of the other player, so that it comes true in no other line.

        One that begins later goes on from an earlier one, `if 2... a6 then 3. Ba4; if 3... b5 then 4. Bb3`, or from any
        move, `if any then 3. h3`; where the letter does not state the moves between, it never comes true.
        """
        statement, so_far = self.statement, self.so_far
        sends = not self.seat or so_far.game.seats[so_far.state.turn].name == self.seat
        base = so_far.now + (1 if statement.move or statement.begun or (self.seat and sends) else 0)
        anchored: list[ConditionalMoves] = []
        for condition in statement.conditions:
            ahead = condition.first - base if condition.first >= 0 else 0
            if ahead < 0:
                anchored.append(condition)
                continue
            free = ahead % 2 and phrase("any").search(condition.text)
            before = _line_before(anchored, base, ahead - 1 if free else ahead)
            texts = (*before, *((ANY,) if free else ()), *condition.texts)
            anchored.append(condition._replace(first=base, texts=texts))
        statement.conditions = anchored

    def _run(self, run: MoveSequence, sentence: Sentence) -> None:
        """Hold a run of moves against the game."""
        if not run.number and len(run.moves) == 1 and is_place(run.moves[0], self.text, self.so_far.game):
            return
        plain = bool(run.number) or sentence.only_moves
        walks = [self._walk(run, place) for place in self._places(run)]
        repeated = [walk for walk in walks if walk.kind == "repeats"]
        fresh = [walk for walk in walks if walk.kind == "new"]
        if fresh:
            walk = next((walk for walk in fresh if walk.at), fresh[0])
            mention = run.moves[walk.at]
            if plain or not self._is_weak(mention):
                repeats = bool(repeated) and len(run.moves) == 1
                self.new.append(_New(mention, walk.moves, run.moves[walk.at + 1 :], repeats))
        elif repeated:
            self.after = repeated[0].place + len(run.moves)
            self.statement.played = self.so_far.written(self.after - 1)
        elif plain and not any(new.beyond for new in self.new):
            self._misfit(run, walks, sentence)

    def _places(self, run: MoveSequence) -> list[int]:
        so_far = self.so_far
        if run.number:
            places = so_far.places(run.number, answers=run.answers)
            if so_far.state.fullmove_number == run.number and so_far.now not in places and not run.answers:
                places = [*places, so_far.now]
        else:
            places = list(range(max(0, so_far.now - len(run.moves)), so_far.now + 1))
            if self.after and self.after not in places:
                places.append(self.after)
        if run.seat:
            seats = so_far.game.seats
            places = [
                place for place in places if place <= so_far.now and seats[so_far.states[place].turn].name == run.seat
            ]
        return places

    def _walk(self, run: MoveSequence, place: int) -> _GameWalk:
        """Play a run of moves that begins at a place of the game."""
        so_far = self.so_far
        for at, mention in enumerate(run.moves):
            here = place + at
            if here > so_far.now:
                return _GameWalk("ahead", place, at)
            named = so_far.named(here, mention.text, self.spoken)
            if here == so_far.now:
                return _GameWalk("new" if named else "illegal", place, at, named)
            if so_far.recorded(here) not in named:
                return _GameWalk("differs", place, at, named)
        return _GameWalk("repeats", place, len(run.moves))

    def _misfit(self, run: MoveSequence, walks: list[_GameWalk], sentence: Sentence) -> None:
        """Tell why moves that are plainly stated fit nowhere. What is only mentioned may be about anything."""
        so_far, first, conditions = self.so_far, run.moves[0], self.statement.conditions
        fits_now = bool(so_far.named(so_far.now, first.text, self.spoken))
        answers = run.number and any(walk.kind == "ahead" and walk.place == so_far.now + 1 for walk in walks)
        if answers and sentence.only_moves and self.new:
            self.new[-1] = self.new[-1]._replace(beyond=run.moves)
            return
        if answers and not fits_now:  # `On 3...a6 I have 4. Ba4`
            texts = tuple(mention.text for mention in run.moves)
            conditions.append(ConditionalMoves(first.text, so_far.now + 1, texts, first.start, run.end))
            return
        ahead = bool(walks) and all(walk.kind == "ahead" for walk in walks)
        if ahead and conditions and conditions[-1].start >= sentence.start and not fits_now:
            return  # `now 3...a6 4. Bxc6 is my plan`
        walk = max(walks, key=lambda walk: (walk.at, walk.kind == "illegal"), default=_GameWalk("", 0, 0))
        mention = run.moves[min(walk.at, len(run.moves) - 1)]
        if walk.kind == "illegal" and (walk.at or not run.number or walk.place == so_far.now):
            read = parse_move(mention.text, so_far.game)
            reasons = so_far.state.reasons(read, shown(mention.text)) if isinstance(read, ParsedMove) else read
            why = "; ".join(dict.fromkeys(str(reason) for reason in reasons)) or f"{shown(mention.text)} is not legal"
            if looks_descriptive(mention.text, so_far.game):
                why = f"no legal move fits '{shown(mention.text)}' in descriptive notation"
            self._remark(LetterCode.ILLEGAL, mention, why=why, text=shown(mention.text))
        elif walk.kind == "differs" and (len(run.moves) > 1 or not fits_now):
            recorded = so_far.written(walk.place + walk.at)
            self._remark(LetterCode.OTHER_GAME, mention, found=shown(mention.text), recorded=recorded)
        elif run.number:
            if fits_now:
                self.off_number.append(first)
            found = f"{run.number}{'...' if run.answers else '.'}"
            self._remark(LetterCode.MOVE_NUMBER, first, found=found, expected=so_far.next_number)

    def _is_weak(self, mention: Mention) -> bool:
        """True if a text may be no move at all in running words: the name of a cell, four digits."""
        return mention.text.isdigit() or mention.text.casefold() in self.so_far.game.board.index

    # -- the decision -------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Find the one move that all mentions mean, or report why there is none."""
        statement, so_far = self.statement, self.so_far
        plain = [new for new in self.new if not new.repeats]
        self.new = plain or self.new  # `thanks for 2. c4, I play 2... dxc4`: the other one is the record's
        named: dict[Move, tuple[str, Mention]] = {}
        for new in self.new:
            for move, spelling in new.moves.items():
                named.setdefault(move, (spelling, new.mention))
        for mention in () if named else self.off_number:
            for move, spelling in so_far.named(so_far.now, mention.text, self.spoken).items():
                named.setdefault(move, (spelling, mention))
        statement.candidates = tuple(
            Stated(move, spelling, self._written(move), place.start, place.end)
            for move, (spelling, place) in named.items()
        )
        if not self.new:
            return
        first = self.new[0]
        text = shown(first.mention.text)
        names = [one.written for one in statement.candidates]
        if len(names) > 1 and len({new.mention.text for new in self.new}) == 1:
            self._remark(LetterCode.UNCLEAR, first.mention, text=text, moves=" or ".join(names))
        elif len(names) > 1:
            self._remark(LetterCode.SEVERAL_MOVES, self.new[-1].mention, moves=", ".join(names))
        elif any(new.repeats for new in self.new):
            repeated = f"{so_far.written(so_far.now - 1)} said again, or the answer to it"
            self._remark(LetterCode.UNCLEAR, first.mention, text=text, moves=repeated)
        else:
            self._decide_one(statement.candidates[0])

    def _decide_one(self, stated: Stated) -> None:
        state = self._state_after(stated.move)
        seats = self.so_far.game.seats
        beyond = next((new for new in self.new if new.beyond), None)
        if beyond is not None:
            self.statement.begun = stated
            after, player = beyond.beyond[0], seats[state.turn].name
            self._remark(LetterCode.GOES_ON, after, text=shown(after.text), move=stated.written, player=player)
            return
        outcome = state.outcome()
        if self.result and (outcome is None or outcome.result != normal_result(self.result.text, len(seats))):
            why = f"the rules say {outcome.result}" if outcome else "the game is not over by the move"
            self._remark(LetterCode.RESULT, self.result, found=self.result.text, why=why)
        self.statement.move = stated

    def _written(self, move: Move) -> str:
        return self.so_far.written(self.so_far.now, move)

    def _state_after(self, move: Move) -> State:
        state = self.so_far.state.copy()
        state.push_unchecked(move)
        return state


def _line_before(conditions: list[ConditionalMoves], base: int, many: int) -> tuple[str, ...]:
    """So many moves from a place on, as the last condition has them that has as many; untold ones where none has."""
    known = (one.texts[:many] for one in reversed(conditions) if one.first == base and len(one.texts) >= many)
    return next(known, (UNKNOWN,) * many)
