"""How a game ended, in a sentence: by the rules, or as far as its record says.

>>> how_it_ended(Record("chess", (("Termination", "White resigned"),), result="0-1"), None, ())
'Black wins: White resigned.'
"""

import re
from typing import Final

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.records.marks import words_of
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.outcome import HALF, Ending, FinalScore
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.story.model import Fault, GameEnd, StoryLine

_SENTENCES: Final = data_sections("fairyscore.render.story", "endings.ini")
WON: Final = {Ending[name.upper()]: text for name, text in _SENTENCES["won"].items()}
DRAWN: Final = {Ending[name.upper()]: text for name, text in _SENTENCES["drawn"].items()}
TERMINATIONS: Final = _SENTENCES["terminations"]
"""Why somebody has won, of those who lost last; why nobody has; what the tag Termination may state (PGN 9.8.1)."""

SCORES: Final = {text: score for score, text in HALF.items()}
RESIGNED: Final = "{losers} resigned"
PLACES: Final = ("first", "second", "third", "fourth")

SAYS_NOTHING: Final = ("", "?", "-", "normal")

_RESIGNS: Final = re.compile(r"\bresign(s|ed|ation)?\b", re.IGNORECASE)
_AGREED: Final = re.compile(r"\b(agree(s|d|ment)?|draw is (offered|accepted))\b", re.IGNORECASE)


def close_of(record: Record, line: StoryLine, outcome: FinalScore | None, fault: Fault | None = None) -> GameEnd:
    """The end of a game. outcome: by the rules, None where they know of none. A game that is at fault has no other end."""
    if fault is not None:
        sentence = translated("The record cannot be followed from its first move on")
        if line.steps:
            sentence = translated("The record can be followed up to {move}", move=line.steps[-1].numbered)
        rest = "." if record.result == "*" else translated("; the result is what it says.")
        return GameEnd(record.result, sentence + rest)
    scores = scores_of(record, outcome)
    by_leaving = len(record.game.seats) > 2 and not record.game.rules.by_points
    places = _places(line, scores) if by_leaving else ()
    how = how_it_ended(record, outcome, places)
    if outcome is None or outcome.result == record.result:
        return GameEnd(record.result, how, places)
    text = "" if record.result == "*" else " " + translated("(The record says {result}.)", result=record.result)
    return GameEnd(outcome.result, how + text, places)


def scores_of(record: Record, outcome: FinalScore | None) -> tuple[int, ...]:
    """The half points of each seat, by the rules or the record; empty for a game without result."""
    if outcome is not None:
        return outcome.scores
    parts = record.result.split("-")
    seats = len(record.game.seats)
    if len(parts) != seats or not set(parts) <= SCORES.keys():
        return ()
    return tuple(SCORES[part] for part in parts)


def how_it_ended(record: Record, outcome: FinalScore | None, places: tuple[tuple[int, ...], ...]) -> str:
    """The sentence. places: of the seats, where more than two players share in the game."""
    scores = scores_of(record, outcome)
    names = [capital(player(record.game, seat)) for seat in range(len(record.game.seats))]
    if not scores:
        return _sentence(translated("the game is not finished"), _termination(record, []))
    second_and_later = places[1] if len(places) > 1 else range(len(names))
    losers = [names[seat] for seat in second_and_later if not scores[seat]]
    if max(scores) == 1:
        drawn = [name for name, score in zip(names, scores, strict=True) if score]
        some = len(drawn) < len(names)
        between = translated("drawn between {names}", names=_and(drawn)) if some else translated("drawn")
        if outcome is not None:
            return _sentence(between, translated(DRAWN[outcome.ending]))
        agreed = translated("agreed") if _AGREED.search(_last_words(record)) else ""
        return _sentence(between, _termination(record, losers) or agreed)
    winners = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
    resigned = _filled(RESIGNED, losers) if _RESIGNS.search(_last_words(record)) else ""
    why = _filled(WON[outcome.ending], losers) if outcome is not None else _termination(record, losers) or resigned
    others = _others(places, names)
    if others:
        why = _and([why, others]) if outcome is not None else "; ".join(filter(None, (why, f"{_and(losers)} {others}")))
    wins = "{winner} wins" if len(winners) == 1 else "{winner} win"
    return _sentence(translated(wins, winner=_and(winners)), why)


def _sentence(what: str, why: str) -> str:
    """Capitals in front, a full stop at the end."""
    text = translated("{what}: {why}", what=what, why=why) if why else what
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def _and(names: list[str]) -> str:
    """Several names as one."""
    if len(names) < 2:
        return "".join(names)
    return translated("{first} and {second}", first=", ".join(names[:-1]), second=names[-1])


def _filled(template: str, losers: list[str]) -> str:
    """A reason, with those it is about."""
    verbs = ("is", "has") if len(losers) == 1 else ("are", "have")
    return translated(template, losers=_and(losers), **dict(zip(("is", "has"), map(translated, verbs), strict=True)))


def _termination(record: Record, losers: list[str]) -> str:
    """The tag Termination in words of ours where it is one of the usual values, or tells who resigned."""
    text = record.tag("Termination").strip().rstrip(".")
    if text.casefold() in SAYS_NOTHING:
        return ""
    template = TERMINATIONS.get(text.casefold())
    if template is None:
        return _filled(RESIGNED, losers) if _RESIGNS.search(text) and len(losers) == 1 else f"“{text}”"
    return _filled(template, losers) if losers or "{losers}" not in template else text


def _last_words(record: Record) -> str:
    """Comments after the last move; annotators often note a resignation there."""
    last = record.line.plies[-1].comments if record.line.plies else record.line.intro
    return " ".join(words_of(comment) for comment in last if not (comment.aside or comment.unjudged))


# -- games of three and four ------------------------------------------------------------------------------------------


def _places(line: StoryLine, scores: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The seats by place, the winner first: who left earlier comes after. Those who left together share a place."""
    if not scores:
        return ()
    left: dict[int, int] = {}
    for number, step in enumerate(line.steps):
        playing = step.moment.state.playing()
        if len(playing) + len(left) < len(scores):
            left |= {seat: number for seat in range(len(scores)) if seat not in playing and seat not in left}
    ranks = {seat: (-score, -left.get(seat, len(line.steps))) for seat, score in enumerate(scores)}
    by_rank: dict[tuple[int, int], list[int]] = {}
    for seat, rank in ranks.items():
        by_rank.setdefault(rank, []).append(seat)
    return tuple(tuple(by_rank[rank]) for rank in sorted(by_rank))


def _others(places: tuple[tuple[int, ...], ...], names: list[str]) -> str:
    """Who came next after the winner, and the others, as a part of a sentence: `comes second, silver and black third`."""
    if len(places) < 2 or len(places[0]) > 1:  # of two teams one has lost
        return ""
    phrases, place = [], 1
    for seats in places[1:]:
        phrases.append(f"{_and([names[seat] for seat in seats])} {translated(PLACES[place])}")
        place += len(seats)
    phrases[0] = translated("comes second" if len(places[1]) == 1 else "share the second place")
    return ", ".join(phrases)
