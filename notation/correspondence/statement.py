"""What a letter states about a game: the one move that is made, an offer, a resignation; or why nothing is taken.

A move is taken only where the words leave no doubt: it is legal, its number fits, and no other move is stated beside it.

>>> from fairyscore.notation.records.tree import Record
>>> so_far = GameSoFar(Record("chess"))
>>> found = read_statement("Hello!\\n1. e4 is my move.\\nIf 1...e5 then 2. Nf3", so_far)
>>> found.move.spelling, [condition.texts for condition in found.conditions]
('e4', [('e5', 'Nf3')])
>>> [remark.code.value for remark in read_statement("1. e4, or rather 1. d4", so_far).remarks]
['mail-several-moves']
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.tokens import Mention, MoveSequence, Sentence, sentences
from fairyscore.notation.editing.score_sheet import OFFER, draw_is_offered
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.phrases import frame, languages_of, phrase, seat_labels
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.variant import State
from fairyscore.notation.text import shown


class LetterRemark(NamedTuple):
    """Something to be told about a letter. start, end: the place in its text."""

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

UNTOLD = ""
"""Among the texts of a condition: a move that the letter does not tell, so that it never comes true."""


class Condition(NamedTuple):
    """Moves that somebody makes if others come first: texts in turn, the first at place `first` of the game."""

    text: str
    first: int
    texts: tuple[str, ...]
    start: int
    end: int


@dataclass(slots=True)
class Statement:
    """What a letter states. played: a move of the record that it repeats, where it states no new one.

    begun: a move behind which it goes on with moves of the other player.

    resigns, offers, accepts, claims: where in the text it says so. remarks: what is to be told; nothing may be taken where
    one of them is an error.
    """

    move: Stated | None = None
    begun: Stated | None = None
    played: str = ""
    resigns: Mention | None = None
    offers: Mention | None = None
    accepts: Mention | None = None
    claims: Mention | None = None
    conditions: list[Condition] = field(default_factory=list)
    remarks: list[LetterRemark] = field(default_factory=list)

    @property
    def silent(self) -> bool:
        """Whether it says nothing about the game that could be done."""
        return not (self.move or self.resigns or self.accepts or self.claims)


class Weight(IntEnum):
    """How plainly a letter says that a move is made."""

    MENTIONED = 1
    ANNOUNCED = 2
    ALONE = 3
    NUMBERED = 4


class MoveDoubt(IntEnum):
    """Whether the words about a move say that it is not made, or only may be."""

    NONE = 0
    UNSURE = 1
    TOLD = 2


class _New(NamedTuple):
    """A move that may be the one that is made. beyond: moves that follow it; sentence: where that begins."""

    mention: Mention
    moves: Mapping[Move, str]
    beyond: tuple[Mention, ...]
    weight: Weight
    doubt: MoveDoubt
    sentence: int
    repeats: bool = False


class _GameWalk(NamedTuple):
    """How far a run follows the game. kind: repeats it, is new, illegal, differs from the record, or lies ahead."""

    kind: str
    place: int
    at: int
    moves: Mapping[Move, str] = {}


LONGEST = 20_000
"""Characters of a letter that are its sender's own; nobody writes so much to say a move."""

_CLAUSE_END = re.compile(r"[,;:](?=\s)|\s[-–—]\s")
_NUMBER = re.compile(r"\d+\s?[.…):-]*\s*\Z")
_AND = re.compile(r"\s*(?:,|/|and|or|und|oder|et|ou|y|o|e|ed|en|of|и|или)\s*(?:\d+\s?[.…]+\s*)?", re.IGNORECASE)
_PLACE = re.compile(rf"(?:{frame('place').pattern})\s+\Z", re.IGNORECASE)
_OTHERS = re.compile(rf"(?:{frame('other').pattern})\s+\Z", re.IGNORECASE)
_GREETING = re.compile(rf"\A\s*(?:{phrase('beside').pattern})\s+[^\W\d_]+\s*[,!]", re.IGNORECASE)
_OTHER_PLAYERS = re.compile(r"[^\W\d_]\w+ (?:[-–]|vs?\.?) [^\W\d_]\w+.{0,40}\b(?:1[5-9]|20)\d\d\b")
"""`Kasparov - Short, London 1993`: a game of others."""


def read_statement(text: str, so_far: GameSoFar, seat: str = "") -> Statement:
    """What a text states, with everything left out of it that is not the sender's own (`mail.own_words`).

    seat: the player it comes from, by name, where that is known. The text is not changed: places are those in it.
    """
    if sum(map(len, text.split())) > LONGEST:
        facts = {"why": f"; it has more than {LONGEST:,} characters", "example": "1. MOVE"}
        return Statement(remarks=[LetterRemark(LetterCode.NO_MOVE, 0, 0, facts)])
    return _LetterReader(text, so_far, seat).statement()


class _LetterReader:
    """Reads one letter."""

    def __init__(self, text: str, so_far: GameSoFar, seat: str) -> None:
        self.text, self.so_far, self.seat = text, so_far, seat
        self.spoken = languages_of(text) or (("ru",) if re.search("[А-я]", text) else ())
        self.told = Statement()
        self.new: list[_New] = []
        seats = {seat.name.casefold() for seat in so_far.game.seats}
        tags = (value for tag, value in so_far.record.tags if tag.casefold() in seats)
        self.names = frozenset(word for value in tags for word in re.findall(r"[^\W\d_]+", value))
        self.after = 0  # the place behind the last move of the record that it repeats
        self.told_above = MoveDoubt.NONE  # whether the words above a line of moves throw doubt on them
        self.result: Mention | None = None
        self.last_run = (0, MoveDoubt.NONE)  # where the last moves end, and their doubt

    def statement(self) -> Statement:
        """All of it."""
        found = list(sentences(self.text, self.so_far.game, self.spoken))
        if any(self._is_english(run) for sentence in found for run in sentence.runs if run.number):
            self.spoken = ("en",)
        for sentence in found:
            self._sentence(sentence)
            self._phrases(sentence)
        at = self.text.find(OFFER)
        if at >= 0:
            self.told.offers = Mention(OFFER, at, at + len(OFFER))
        if not any(EXPLAINED[remark.code].severity == "error" for remark in self.told.remarks):
            self._decide()
        self._anchor()
        return self.told

    def _tell(self, code: LetterCode, place: Mention | None, **facts: Fact) -> None:
        start, end = (place.start, place.end) if place else (0, 0)
        self.told.remarks.append(LetterRemark(code, start, end, facts))

    def _is_english(self, run: MoveSequence) -> bool:
        """Whether the sender writes the game's own letters, by the moves of the record that he repeats."""
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
        if not sentence.only_moves:
            self.told_above = _doubt_in(text) if text.rstrip().endswith(":") else MoveDoubt.NONE
        if self.new and not sentence.runs and (frame("withdrawn").match(text.lstrip()) or frame("void").search(text)):
            self.new[-1] = self.new[-1]._replace(doubt=MoveDoubt.UNSURE)  # `3. Bb5. No, wait.`
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
            self.told.conditions.append(Condition(what, first, texts, start, branch[-1].end))

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
        move, `if any then 3. h3`; where the letter does not tell the moves between, it never comes true.
        """
        told, so_far = self.told, self.so_far
        sends = not self.seat or so_far.game.seats[so_far.state.turn].name == self.seat
        base = so_far.now + (1 if told.move or told.begun or (self.seat and sends) else 0)
        anchored: list[Condition] = []
        for condition in told.conditions:
            ahead = condition.first - base if condition.first >= 0 else 0
            if ahead < 0:
                anchored.append(condition)
                continue
            free = ahead % 2 and phrase("any").search(condition.text)
            before = _line_before(anchored, base, ahead - 1 if free else ahead)
            texts = (*before, *((ANY,) if free else ()), *condition.texts)
            anchored.append(condition._replace(first=base, texts=texts))
        told.conditions = anchored

    def _run(self, run: MoveSequence, sentence: Sentence) -> None:
        """Hold a run of moves against the game."""
        words = _words_about(run, sentence)
        doubt = self.told_above if sentence.only_moves else self._doubt(run, words, sentence)
        if self.last_run[0] and _AND.fullmatch(self.text[self.last_run[0] : run.start]):
            doubt = max(doubt, self.last_run[1])
        self.last_run = (run.end, doubt)
        unnumbered = Weight.ANNOUNCED if words.announced else Weight.MENTIONED
        weight = Weight.NUMBERED if run.number else Weight.ALONE if sentence.only_moves else unnumbered
        walks = [self._walk(run, place) for place in self._places(run)]
        repeated = [walk for walk in walks if walk.kind == "repeats"]
        fresh = [walk for walk in walks if walk.kind == "new"]
        if fresh:
            walk = next((walk for walk in fresh if walk.at), fresh[0])
            if not sentence.only_moves and self._words_beside(run, words, sentence):
                doubt = max(doubt, MoveDoubt.UNSURE)
            repeats = bool(repeated) and len(run.moves) == 1
            mention, beyond = run.moves[walk.at], run.moves[walk.at + 1 :]
            self.new.append(_New(mention, walk.moves, beyond, weight, doubt, sentence.start, repeats))
        elif repeated:
            self.after = repeated[0].place + len(run.moves)
            self.told.played = self.so_far.written(self.after - 1)
        elif not doubt and (run.number or weight > Weight.ANNOUNCED) and not any(new.beyond for new in self.new):
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
            places = [p for p in places if p <= so_far.now and seats[so_far.states[p].turn].name == run.seat]
        return places

    def _walk(self, run: MoveSequence, place: int) -> _GameWalk:
        """What becomes of a run that begins at a place of the game."""
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
        so_far, first, conditions = self.so_far, run.moves[0], self.told.conditions
        fits_now = bool(so_far.named(so_far.now, first.text, self.spoken))
        answers = run.number and any(walk.kind == "ahead" and walk.place == so_far.now + 1 for walk in walks)
        if answers and sentence.only_moves and self.new and self.new[-1].doubt is MoveDoubt.NONE:
            self.new[-1] = self.new[-1]._replace(beyond=run.moves)
            return
        if answers and not fits_now:  # `On 3...a6 I have 4. Ba4`
            texts = tuple(mention.text for mention in run.moves)
            conditions.append(Condition(first.text, so_far.now + 1, texts, first.start, run.end))
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
            self._tell(LetterCode.ILLEGAL, mention, why=why, text=shown(mention.text))
        elif walk.kind == "differs" and (len(run.moves) > 1 or not fits_now):
            recorded = so_far.written(walk.place + walk.at)
            self._tell(LetterCode.OTHER_GAME, mention, found=shown(mention.text), recorded=recorded)
        elif run.number:
            found = f"{run.number}{'...' if run.answers else '.'}"
            self._tell(LetterCode.MOVE_NUMBER, first, found=found, expected=so_far.next_number)

    # -- words about a move -------------------------------------------------------------------------------------------

    def _doubt(self, run: MoveSequence, words: _Words, sentence: Sentence) -> MoveDoubt:
        first = run.moves[0]
        asks = sentence.text.rstrip("\"') ").endswith("?") and not words.announced
        told = (
            _OTHER_PLAYERS.search(words.before)
            or _is_others(words.in_front)
            or frame("fails").match(words.behind.lstrip())  # `14. Bxc4 loses a piece`
            or (self._is_weak(first) and not run.number and _PLACE.search(words.in_front))
        )
        unsure = (
            (asks and (not run.number or re.search(r"[^\W\d]{2,}", words.before)))
            or (not words.announced and frame("judged").match(words.behind.lstrip()))  # `3. Bb5 is natural`
            or (first.text.endswith("?") and not first.text.endswith("!?"))
        )
        doubt = max(_doubt_in(words.clause), MoveDoubt.TOLD if told else MoveDoubt.UNSURE if unsure else MoveDoubt.NONE)
        alone = not _NUMBER.sub("", words.before).strip() and len(re.findall(r"[^\W\d_]+", words.behind)) <= 2
        if run.number and doubt is MoveDoubt.TOLD and alone:
            doubt = MoveDoubt.UNSURE  # `3. Bc4? No!`: another one was stated first
        if not run.number and not words.announced:
            begin, end = _stretch(sentence.text, len(words.before), len(words.before), phrase("but"))
            doubt = max(doubt, _doubt_in(sentence.text[begin:end]))
        return doubt

    def _words_beside(self, run: MoveSequence, words: _Words, sentence: Sentence) -> bool:
        """Whether words stand beside a move in its clause that may say anything about it, as `I dreamt of 3. Bb5`."""
        if frame("withdrawn").search(sentence.text):
            return True
        if words.announced:
            return False
        moved = sentence.text[run.start - sentence.start : run.end - sentence.start]
        rest = _GREETING.sub(" ", words.clause).replace(moved, " ")
        for kind in ("play", "offer", "accept", "game", "move", "beside"):
            rest = phrase(kind).sub(" ", rest)
        rest = seat_labels().sub(" ", rest)
        return any(word not in self.names for word in re.findall(r"[^\W\d_]{2,}", rest))

    def _is_weak(self, mention: Mention) -> bool:
        """Whether a text may be no move at all in running words: the name of a cell, four digits."""
        return mention.text.isdigit() or mention.text.casefold() in self.so_far.game.board.index

    # -- offers and ends ----------------------------------------------------------------------------------------------

    def _phrases(self, sentence: Sentence) -> None:
        for kind in ("resign", "accept", "offer", "claim"):
            found = self._says(kind, sentence)
            if found is None:
                continue
            place = Mention(found[0], sentence.start + found.start(), sentence.start + found.end())
            other = seat_labels().search(sentence.text) if kind == "resign" and self.seat else None
            if other and other.lastgroup != self.seat:
                self._tell(LetterCode.RESULT, place, found=shown(found[0]), why=f"it is said of {other.lastgroup}")
            else:
                setattr(self.told, f"{kind}s", getattr(self.told, f"{kind}s") or place)
            if kind == "accept":
                break

    def _says(self, kind: str, sentence: Sentence) -> re.Match[str] | None:
        text, found = sentence.text, phrase(kind).search(sentence.text)
        if found is None:
            return None
        first, last = _stretch(text, found.start(), found.end(), _CLAUSE_END)
        behind = self.text[sentence.start + found.end() :].lstrip(" \n?.!")
        if kind == "offer" and (_OTHERS.search(text[: found.start()]) or frame("no").match(behind)):
            return None  # the other player's (`thanks for the draw offer`), or taken back (`Draw? No, not yet`)
        asks = text.rstrip().endswith("?") and kind != "offer"
        conditional = phrase("condition").search(text, 0, found.start())
        denied = phrase("not").search(f"{text[first : found.start()]} | {text[found.end() : last]}")
        return None if asks or conditional or denied else found

    # -- the decision -------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        sure = [new for new in self.new if new.doubt is MoveDoubt.NONE]
        plain = [new for new in sure if new.weight > Weight.MENTIONED or not self._is_weak(new.mention)]
        beside = {new.sentence for new in plain if new.weight is Weight.MENTIONED}
        plain += [new for new in sure if new not in plain and new.sentence in beside]
        plainest = max((new.weight for new in plain), default=Weight.MENTIONED)
        # What only may be meant throws doubt on what is plainly stated where it is as plain.
        least = Weight.ALONE if plainest > Weight.MENTIONED else Weight.MENTIONED
        unsure = [new for new in self.new if new.doubt is MoveDoubt.UNSURE and new.weight >= least]
        several = len({move for new in [*plain, *unsure] for move in new.moves}) > 1
        if not plain and not several:
            self._tell_nothing()
            return
        new = max(plain, key=lambda new: new.weight) if plain else unsure[-1]
        text = shown(new.mention.text)
        end = self.told.resigns or self.told.accepts or self.told.claims
        if several and len(new.moves) > 1:
            self._tell(LetterCode.UNCLEAR, new.mention, text=text, moves=" or ".join(map(self._written, new.moves)))
        elif several:
            names = dict.fromkeys(self._written(move) for one in [*plain, *unsure] for move in one.moves)
            self._tell(LetterCode.SEVERAL_MOVES, [*plain, *unsure][-1].mention, moves=", ".join(names))
        elif any(one.repeats for one in plain):
            said_again = f"{self.so_far.written(self.so_far.now - 1)} said again, or the answer to it"
            self._tell(LetterCode.UNCLEAR, new.mention, text=text, moves=said_again)
        elif beyond := next((one for one in plain if one.beyond), None):
            ((move, spelling),) = beyond.moves.items()
            self.told.begun = Stated(move, spelling, self._written(move), beyond.mention.start, beyond.mention.end)
            after, player = beyond.beyond[0], self.so_far.game.seats[self._state_after(move).turn].name
            self._tell(LetterCode.GOES_ON, after, text=shown(after.text), move=self._written(move), player=player)
        elif end:
            self._tell(LetterCode.RESULT, end, found=shown(end.text), why="it states a move too")
        else:
            ((move, spelling),) = new.moves.items()
            outcome = self._state_after(move).outcome()
            seats = len(self.so_far.game.seats)
            if self.result and (outcome is None or outcome.result != normal_result(self.result.text, seats)):
                why = f"the rules say {outcome.result}" if outcome else "the game is not over by the move"
                self._tell(LetterCode.RESULT, self.result, found=self.result.text, why=why)
            self.told.move = Stated(move, spelling, self._written(move), new.mention.start, new.mention.end)

    def _written(self, move: Move) -> str:
        return self.so_far.written(self.so_far.now, move)

    def _state_after(self, move: Move) -> State:
        state = self.so_far.state.copy()
        state.push_unchecked(move)
        return state

    def _tell_nothing(self) -> None:
        """Tell why no move is taken, where nothing else is stated."""
        told = self.told
        if told.accepts and not draw_is_offered(self.so_far.record):
            self._tell(LetterCode.DRAW, told.accepts, why="no draw is offered in the record")
        if told.resigns or told.accepts or told.claims:
            return
        if told.offers:
            self._tell(LetterCode.DRAW, told.offers, why="a draw is offered without a move")
        elif self.new or not told.played:
            mention = self.new[-1].mention if self.new else None
            why = f"; it only mentions {shown(mention.text)}" if mention else ""
            self._tell(LetterCode.NO_MOVE, mention, why=why, example=f"{self.so_far.next_number} MOVE")


# -- the words around moves --------------------------------------------------------------------------------------------


def _line_before(conditions: list[Condition], base: int, many: int) -> tuple[str, ...]:
    """So many moves from a place on, as the last condition has them that has as many; untold ones where none has."""
    known = (one.texts[:many] for one in reversed(conditions) if one.first == base and len(one.texts) >= many)
    return next(known, (UNTOLD,) * many)


class _Words(NamedTuple):
    """The words about a run of moves in its sentence.

    before, behind: all of them; in_front: directly before it, without its number. clause: the one that it stands in.
    announced: whether words say that a move is made. That it is called one does not: `please ignore my move 3. Bb5`.
    """

    before: str
    behind: str
    in_front: str
    clause: str
    announced: bool


def _words_about(run: MoveSequence, sentence: Sentence) -> _Words:
    text, at, end_of_run = sentence.text, run.start - sentence.start, run.end - sentence.start
    borders = sorted((*_CLAUSE_END.finditer(text), *phrase("but").finditer(text)), key=lambda border: border.start())
    first, before = 0, ""
    for border in borders:
        if border.end() <= at:
            before = text[first : border.start()] if border[0].strip() == ":" else ""
            first = border.end()
    last = next((border.start() for border in borders if border.start() >= end_of_run), len(text))
    clause = text[first:last]
    if text[first - 1 : first] == "," and not re.search(r"[^\W\d]{3,}", clause.replace(text[at:end_of_run], "")):
        clause = text[text.rfind(",", 0, first - 1) + 1 : first] + clause  # a list goes on: `I looked at Nf3, Bg5`
    in_front = _NUMBER.sub("", text[max(0, at - 60) : at])
    called = any(not in_front[found.end() :].strip() for found in phrase("move").finditer(in_front))
    announced = len(phrase("play").findall(f"{before} {clause}")) > called
    return _Words(text[:at], text[end_of_run:], in_front, clause, announced)


def _stretch(text: str, start: int, end: int, border: re.Pattern[str]) -> tuple[int, int]:
    """From the last border before a place in a text to the first one behind it."""
    first = max((found.end() for found in border.finditer(text, 0, start)), default=0)
    return first, next((found.start() for found in border.finditer(text, end)), len(text))


def _doubt_in(words: str) -> MoveDoubt:
    if phrase("remark").search(words):
        return MoveDoubt.TOLD
    return MoveDoubt.UNSURE if phrase("unsure").search(words) else MoveDoubt.NONE


def _is_others(in_front: str) -> bool:
    """Whether the words directly before a move say that it is somebody else's."""
    near, made = (deque(phrase(kind).finditer(in_front), maxlen=1) for kind in ("before", "play"))
    if not near or (made and made[0].start() <= near[0].start() < made[0].end()):
        return False  # `je joue`: what is `your` in Dutch is `I` in French
    return re.fullmatch(r"\s+(?:\w+\s+)?", in_front[near[0].end() :]) is not None  # one word more at most
