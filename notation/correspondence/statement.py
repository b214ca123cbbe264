"""What a letter states about a game: the one move that is made, an offer, a resignation; or why nothing is taken.

A move is taken only where the words leave no doubt: it is legal, its number fits, and no other move is stated beside it.

>>> from fairyscore.notation.correspondence.game_so_far import OFFER, GameSoFar
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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from fairyscore.notation.correspondence.game_so_far import OFFER, GameSoFar
from fairyscore.notation.correspondence.tokens import Mention, MoveSequence, Sentence, sentences
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.phrases import frame, languages_of, phrase, seat_labels
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.reasons import Fact
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
    start: int
    end: int


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

    resigns, offers, accepts, claims: where in the text it says so. remarks: what is to be told; nothing may be taken where
    one of them is an error.
    """

    move: Stated | None = None
    played: str = ""
    resigns: Mention | None = None
    offers: Mention | None = None
    accepts: Mention | None = None
    claims: Mention | None = None
    conditions: tuple[Condition, ...] = ()
    remarks: list[LetterRemark] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        """Whether something is wrong with it."""
        return any(EXPLAINED[remark.code].severity == "error" for remark in self.remarks)

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
    """A move that may be the one that is made."""

    mention: Mention
    moves: Mapping[Move, str]
    beyond: tuple[Mention, ...]
    weight: Weight
    doubt: MoveDoubt
    sentence: int
    repeats: bool = False


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

_ONE_WORD_ON = re.compile(r"\s+(?:\w+\s+)?")


def read_statement(text: str, so_far: GameSoFar, seat: str = "") -> Statement:
    """What a text states, with everything left out of it that is not the sender's own (`mail.own_words`).

    seat: the player it comes from, by name, where that is known. The text is not changed: places are those in it.
    """
    if sum(map(len, text.split())) > LONGEST:
        facts = {"why": f"; it has more than {LONGEST:,} characters", "example": "1. MOVE"}
        return Statement(remarks=[LetterRemark(LetterCode.NO_MOVE, 0, 0, facts)])
    return _LetterReader(text, so_far, seat).statement()


class _LetterReader:
    """Reads one letter. after: the place behind the last move of the record that it repeats."""

    def __init__(self, text: str, so_far: GameSoFar, seat: str) -> None:
        self.text = text
        self.so_far = so_far
        self.seat = seat
        self.spoken = languages_of(text) or (("ru",) if re.search("[А-я]", text) else ())
        self.sentences = sentences(text, so_far.game, self.spoken)
        self.told = Statement()
        self.new: list[_New] = []
        seats = {seat.name.casefold() for seat in so_far.game.seats}
        tags = (value for tag, value in so_far.record.tags if tag.casefold() in seats)
        self.names = frozenset(word for value in tags for word in re.findall(r"[^\W\d_]+", value))
        self.after = 0
        self.conditions: list[Condition] = []
        self.told_above = MoveDoubt.NONE
        self.result: Mention | None = None
        self.last_run = (0, MoveDoubt.NONE)

    def statement(self) -> Statement:
        """All of it."""
        self._know_letters()
        for sentence in self.sentences:
            self._sentence(sentence)
            self._phrases(sentence)
        at = self.text.find(OFFER)
        if at >= 0:
            self.told.offers = Mention(OFFER, at, at + len(OFFER))
        self.told.conditions = tuple(self.conditions)
        self._decide()
        return self.told

    def _tell(self, code: LetterCode, place: Mention | None, **facts: Fact) -> None:
        start, end = (place.start, place.end) if place else (0, 0)
        self.told.remarks.append(LetterRemark(code, start, end, facts))

    def _know_letters(self) -> None:
        """Whether the sender writes the game's own letters, by the moves of the record that he repeats."""
        for run in (run for sentence in self.sentences for run in sentence.runs if run.number):
            for place in self.so_far.places(run.number, answers=run.answers):
                for at, mention in enumerate(run.moves):
                    if place + at < self.so_far.now and mention.text[:1].isupper():
                        named = self.so_far.named(place + at, mention.text, self.spoken)
                        if named.get(self.so_far.recorded(place + at)) == mention.text and len(named) > 1:
                            self.spoken = ("en",)
                            return

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _sentence(self, sentence: Sentence) -> None:
        if not sentence.only_moves:
            self.told_above = self._doubt_in(sentence.text) if sentence.text.rstrip().endswith(":") else MoveDoubt.NONE
        withdrawn = frame("withdrawn").match(sentence.text.lstrip()) or frame("void").search(sentence.text)
        if self.new and not sentence.runs and withdrawn:
            self.new[-1] = self.new[-1]._replace(doubt=MoveDoubt.UNSURE)  # `3. Bb5. No, wait.`
        found = phrase("condition").search(sentence.text) if not sentence.only_moves else None
        border = sentence.start + found.start() if found else None
        for run in sentence.runs:
            if border is None or run.start < border:
                self._run(run, sentence)
        if border is not None:
            self._condition(sentence, [run for run in sentence.runs if run.start >= border], border)
        for result in sentence.results:
            self.result = self.result or result

    def _condition(self, sentence: Sentence, runs: list[MoveSequence], start: int) -> None:
        if not runs:
            return
        texts = tuple(mention.text for run in runs for mention in run.moves)
        places = self.so_far.places(runs[0].number, answers=runs[0].answers) if runs[0].number else []
        text = sentence.text[start - sentence.start :].strip()
        first = places[0] if places else -1  # only the game tells
        self.conditions.append(Condition(shown(text, 200), first, texts, start, runs[-1].moves[-1].end))

    def _run(self, run: MoveSequence, sentence: Sentence) -> None:
        """Hold a run of moves against the game."""
        doubt, announced = self._doubt(run, sentence), _announced(run, sentence)
        unnumbered = Weight.ALONE if sentence.only_moves else Weight.ANNOUNCED if announced else Weight.MENTIONED
        weight = Weight.NUMBERED if run.number else unnumbered
        if _AND.fullmatch(self.text[self.last_run[0] : run.start]) and self.last_run[0]:
            doubt = max(doubt, self.last_run[1])
        self.last_run = (run.moves[-1].end, doubt)
        walks = [self._walk(run, place) for place in self._places(run)]
        repeated = [walk for walk in walks if walk.kind == "repeats"]
        fresh = [walk for walk in walks if walk.kind == "new"]
        fresh = [walk for walk in fresh if walk.at] or fresh
        if fresh:
            walk = fresh[0]
            mention = run.moves[walk.at]
            repeats = bool(repeated) and len(run.moves) == 1
            beyond = run.moves[walk.at + 1 :]
            if not sentence.only_moves and _words_beside(run, sentence, self.names):
                doubt = max(doubt, MoveDoubt.UNSURE)
            self.new.append(_New(mention, walk.moves, beyond, weight, doubt, sentence.start, repeats))
            return
        if repeated:
            self.after = repeated[0].place + len(run.moves)
            self.told.played = self.so_far.written(self.after - 1, self.so_far.recorded(self.after - 1))
            return
        if not doubt:
            self._misfit(run, walks, weight, sentence)

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

    def _misfit(self, run: MoveSequence, walks: list[_GameWalk], weight: Weight, sentence: Sentence) -> None:
        """Tell why moves that are plainly stated fit nowhere. What is only mentioned may be about anything."""
        so_far, first = self.so_far, run.moves[0]
        if (weight <= Weight.ANNOUNCED and not run.number) or any(new.beyond for new in self.new):
            return
        answers = run.number and any(walk.kind == "ahead" and walk.place == so_far.now + 1 for walk in walks)
        if answers and sentence.only_moves and self.new and self.new[-1].doubt is MoveDoubt.NONE:
            self.new[-1] = self.new[-1]._replace(beyond=run.moves)
            return
        if answers and not self._fits_now(first):  # `On 3...a6 I have 4. Ba4`
            texts = tuple(mention.text for mention in run.moves)
            self.conditions.append(Condition(first.text, so_far.now + 1, texts, first.start, run.moves[-1].end))
            return
        ahead = bool(walks) and all(walk.kind == "ahead" for walk in walks)
        if ahead and self.conditions and self.conditions[-1].start >= sentence.start and not self._fits_now(first):
            return  # `now 3...a6 4. Bxc6 is my plan`
        walk = max(walks, key=lambda walk: (walk.at, walk.kind == "illegal"), default=None)
        if walk is not None and walk.kind == "illegal" and (walk.at or not run.number or walk.place == so_far.now):
            self._illegal(run.moves[walk.at])
        elif walk is not None and walk.kind == "differs" and (len(run.moves) > 1 or not self._fits_now(first)):
            recorded = so_far.written(walk.place + walk.at, so_far.recorded(walk.place + walk.at))
            mention = run.moves[walk.at]
            self._tell(LetterCode.OTHER_GAME, mention, found=shown(mention.text), recorded=recorded)
        elif run.number:
            found = f"{run.number}{'...' if run.answers else '.'}"
            self._tell(LetterCode.MOVE_NUMBER, first, found=found, expected=so_far.next_number)

    def _fits_now(self, mention: Mention) -> bool:
        return bool(self.so_far.named(self.so_far.now, mention.text, self.spoken))

    def _illegal(self, mention: Mention) -> None:
        state, game = self.so_far.state, self.so_far.game
        read = parse_move(mention.text, game)
        reasons = state.reasons(read, shown(mention.text)) if isinstance(read, ParsedMove) else read
        why = "; ".join(dict.fromkeys(str(reason) for reason in reasons)) or f"{shown(mention.text)} is not legal"
        self._tell(LetterCode.ILLEGAL, mention, why=why, text=shown(mention.text))

    # -- words about a move -------------------------------------------------------------------------------------------

    def _doubt(self, run: MoveSequence, sentence: Sentence) -> MoveDoubt:
        if sentence.only_moves:
            return self.told_above
        in_front, clause, _ = _clause(run, sentence)
        doubt = self._doubt_in(clause)
        near = list(phrase("before").finditer(in_front))
        made = list(phrase("play").finditer(in_front))
        if near and made and made[-1].start() <= near[-1].start() < made[-1].end():
            near = []  # `je joue`: what is `your` in Dutch is `I` in French
        if _OTHER_PLAYERS.search(sentence.text[: run.start - sentence.start]):
            doubt = MoveDoubt.TOLD
        if near and _ONE_WORD_ON.fullmatch(in_front[near[-1].end() :]):
            doubt = MoveDoubt.TOLD
        announced = _announced(run, sentence)
        asks = sentence.text.rstrip("\"') ").endswith("?") and not announced
        if asks and (not run.number or re.search(r"[^\W\d]{2,}", sentence.text[: run.start - sentence.start])):
            doubt = max(doubt, MoveDoubt.UNSURE)
        behind = sentence.text[run.moves[-1].end - sentence.start :].lstrip()
        if frame("fails").match(behind):  # `14. Bxc4 loses a piece`
            doubt = MoveDoubt.TOLD
        if not announced and frame("judged").match(behind):  # `3. Bb5 is natural`
            doubt = max(doubt, MoveDoubt.UNSURE)
        if run.moves[0].text.endswith("?") and not run.moves[0].text.endswith("!?"):
            doubt = max(doubt, MoveDoubt.UNSURE)
        if self._is_weak(run.moves[0]) and not run.number and _PLACE.search(in_front):
            doubt = MoveDoubt.TOLD
        if run.number and doubt is MoveDoubt.TOLD and _taken_back(run, sentence):
            doubt = MoveDoubt.UNSURE
        if not run.number and not announced:
            doubt = max(doubt, self._doubt_in(_between_buts(run, sentence)))
        return doubt

    @staticmethod
    def _doubt_in(words: str) -> MoveDoubt:
        if phrase("remark").search(words):
            return MoveDoubt.TOLD
        return MoveDoubt.UNSURE if phrase("unsure").search(words) else MoveDoubt.NONE

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
        found = phrase(kind).search(sentence.text)
        if found is None:
            return None
        first = max((end.end() for end in _CLAUSE_END.finditer(sentence.text, 0, found.start())), default=0)
        last = next((end.start() for end in _CLAUSE_END.finditer(sentence.text, found.end())), len(sentence.text))
        around = f"{sentence.text[first : found.start()]} | {sentence.text[found.end() : last]}"
        asks = sentence.text.rstrip().endswith("?") and kind != "offer"
        conditional = phrase("condition").search(sentence.text, 0, found.start())
        behind = self.text[sentence.start + found.end() :].lstrip(" \n?.!")
        if kind == "offer" and (_OTHERS.search(sentence.text[: found.start()]) or frame("no").match(behind)):
            return None  # the other player's (`thanks for the draw offer`), or taken back (`Draw? No, not yet`)
        return None if asks or conditional or phrase("not").search(around) else found

    # -- the decision -------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        if self.told.refused:
            return
        sure = [new for new in self.new if new.doubt is MoveDoubt.NONE]
        plain = [new for new in sure if new.weight > Weight.MENTIONED or not self._is_weak(new.mention)]
        beside = {new.sentence for new in plain if new.weight is Weight.MENTIONED}
        plain += [new for new in sure if new not in plain and new.sentence in beside]
        plainest = max((new.weight for new in plain), default=Weight.MENTIONED)
        # What only may be meant throws doubt on what is plainly stated where it is as plain.
        least = Weight.ALONE if plainest > Weight.MENTIONED else Weight.MENTIONED
        unsure = [new for new in self.new if new.doubt is MoveDoubt.UNSURE and new.weight >= least]
        moves = {move for new in [*plain, *unsure] for move in new.moves}
        if not plain:
            if len(moves) > 1:
                self._tell_several(unsure, unsure[-1])
            else:
                self._tell_nothing()
            return
        new = max(plain, key=lambda new: new.weight)
        if len(moves) > 1:
            self._tell_several([*plain, *unsure], new)
        elif any(one.repeats for one in plain):
            before = self.so_far.written(self.so_far.now - 1, self.so_far.recorded(self.so_far.now - 1))
            said_again = f"{before} said again, or the answer to it"
            self._tell(LetterCode.UNCLEAR, new.mention, text=shown(new.mention.text), moves=said_again)
        elif any(one.beyond for one in plain):
            self._tell_beyond(next(one for one in plain if one.beyond))
        elif self.told.resigns or self.told.accepts or self.told.claims:
            place = self.told.resigns or self.told.accepts or self.told.claims or new.mention
            self._tell(LetterCode.RESULT, place, found=shown(place.text), why="it states a move too")
        else:
            ((move, spelling),) = new.moves.items()
            self._check_result(move)
            written = self.so_far.written(self.so_far.now, move)
            self.told.move = Stated(move, spelling, written, new.mention.start, new.mention.end)

    def _check_result(self, move: Move) -> None:
        """Tell a result that the move does not bring about."""
        if not self.result:
            return
        state = self.so_far.state.copy()
        state.push_unchecked(move)
        outcome = state.outcome()
        if outcome is None or outcome.result != normal_result(self.result.text, len(self.so_far.game.seats)):
            why = "the game is not over by the move" if outcome is None else f"the rules say {outcome.result}"
            self._tell(LetterCode.RESULT, self.result, found=self.result.text, why=why)

    def _is_weak(self, mention: Mention) -> bool:
        """Whether a text may be no move at all in running words: the name of a cell, four digits."""
        return mention.text.isdigit() or mention.text.casefold() in self.so_far.game.board.index

    def _tell_nothing(self) -> None:
        told = self.told
        if told.accepts and not self.so_far.draw_is_offered:
            self._tell(LetterCode.DRAW, told.accepts, why="no draw is offered in the record")
        if told.resigns or told.accepts or told.claims:
            return
        if told.offers:
            self._tell(LetterCode.DRAW, told.offers, why="a draw is offered without a move")
        elif self.new:
            mention = self.new[-1].mention
            self._no_move(mention, f"; it only mentions {shown(mention.text)}")
        elif not told.played:
            self._no_move(None, "")

    def _no_move(self, place: Mention | None, why: str) -> None:
        self._tell(LetterCode.NO_MOVE, place, why=why, example=f"{self.so_far.next_number} MOVE")

    def _tell_several(self, found: list[_New], new: _New) -> None:
        if len(new.moves) > 1:
            moves = " or ".join(self.so_far.written(self.so_far.now, move) for move in new.moves)
            self._tell(LetterCode.UNCLEAR, new.mention, text=shown(new.mention.text), moves=moves)
            return
        names = dict.fromkeys(self.so_far.written(self.so_far.now, move) for one in found for move in one.moves)
        last = found[-1].mention
        self._tell(LetterCode.SEVERAL_MOVES, last, moves=", ".join(names))

    def _tell_beyond(self, new: _New) -> None:
        ((move, _),) = new.moves.items()
        after = new.beyond[0]
        state = self.so_far.state.copy()
        state.push_unchecked(move)
        player = self.so_far.game.seats[state.turn].name
        written = self.so_far.written(self.so_far.now, move)
        self._tell(LetterCode.GOES_ON, after, text=shown(after.text), move=written, player=player)


class _GameWalk(NamedTuple):
    """How far a run follows the game. kind: repeats it, is new, illegal, differs from the record, or lies ahead."""

    kind: str
    place: int
    at: int
    moves: Mapping[Move, str] = {}


def _clause(run: MoveSequence, sentence: Sentence) -> tuple[str, str, str]:
    """The words before a run in its sentence, the clause that it stands in, and the clause before that a colon ends."""
    at, text = run.start - sentence.start, sentence.text
    end_of_run = run.moves[-1].end - sentence.start
    first, before = 0, ""
    for end in _borders(text, at):
        before = text[first : end.start()] if end[0].strip() == ":" else ""
        first = end.end()
    last = next((end.start() for end in _borders(text, len(text)) if end.start() >= end_of_run), len(text))
    clause = text[first:last]
    if text[first - 1 : first] == "," and not re.search(r"[^\W\d]{3,}", clause.replace(text[at:end_of_run], "")):
        clause = text[text.rfind(",", 0, first - 1) + 1 : first] + clause  # a list goes on: `I looked at Nf3, Bg5`
    return _NUMBER.sub("", text[max(0, at - 60) : at]), clause, before


def _announced(run: MoveSequence, sentence: Sentence) -> bool:
    """Whether words say that a move is made. That it is called one does not: `please ignore my move 3. Bb5`."""
    in_front, clause, before = _clause(run, sentence)
    called = next((m for m in phrase("move").finditer(in_front) if not in_front[m.end() :].strip()), None)
    found = [*phrase("play").finditer(f"{before} {clause}")]
    return len(found) > (called is not None)


def _words_beside(run: MoveSequence, sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether words stand beside a move in its clause that may say anything about it, as `I dreamt of 3. Bb5`."""
    _, clause, _ = _clause(run, sentence)
    if frame("withdrawn").search(sentence.text) or _announced(run, sentence):
        return frame("withdrawn").search(sentence.text) is not None
    moved = sentence.text[run.start - sentence.start : run.moves[-1].end - sentence.start]
    rest = _GREETING.sub(" ", clause).replace(moved, " ")
    for kind in ("play", "offer", "accept", "game", "move", "beside"):
        rest = phrase(kind).sub(" ", rest)
    rest = seat_labels().sub(" ", rest)
    return any(word not in names for word in re.findall(r"[^\W\d_]{2,}", rest))


def _taken_back(run: MoveSequence, sentence: Sentence) -> bool:
    """Whether a sentence states a move with hardly a word behind it, as `3. Bc4? No!`: another one was stated first."""
    at, text = run.start - sentence.start, sentence.text
    behind = text[run.moves[-1].end - sentence.start :]
    return not _NUMBER.sub("", text[:at]).strip() and len(re.findall(r"[^\W\d_]+", behind)) <= 2


def _borders(text: str, end: int) -> Iterator[re.Match[str]]:
    """Where clauses end: at commas and colons, and at words like `but`."""
    found = [*_CLAUSE_END.finditer(text, 0, end), *phrase("but").finditer(text, 0, end)]
    return iter(sorted(found, key=lambda border: border.start()))


def _between_buts(run: MoveSequence, sentence: Sentence) -> str:
    at, text = run.start - sentence.start, sentence.text
    first = max((found.end() for found in phrase("but").finditer(text, 0, at)), default=0)
    last = next((found.start() for found in phrase("but").finditer(text, at)), len(text))
    return text[first:last]
