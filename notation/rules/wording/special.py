"""Promotion, castling, captures in passing, drops, gates, and what players must or may not do, in words.

A rule that cannot come up in the game is left out: castling without a right in the start, a capture in passing without a
piece that passes.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from fairyscore.notation.rules.general.definition import (
    KINGSIDE,
    CastlingRule,
    Cells,
    GeneralPieceType,
    Hand,
    PromotionRule,
    Walls,
)
from fairyscore.notation.rules.general.rows import ON_TARGET, Exchange, PieceCondition, Turns
from fairyscore.notation.rules.wording.context import Context, is_anywhere
from fairyscore.notation.rules.wording.language import PlaceWords

BOTH = (0, 1)

# -- turns ------------------------------------------------------------------------------------------------------------


def turns(context: Context) -> Iterator[str]:
    """Who begins, and who may pass."""
    fields = context.rules.start.split()
    black_begins = len(fields) > 1 and fields[1] == "b"
    yield from _order(context, int(black_begins))
    passing = context.rules.passing
    if passing == ("never", "never"):
        yield context.say("pass.twice" if any(kind.twice for kind in context.kinds) else "pass.never")
    elif passing[0] == passing[1]:
        yield context.say(f"pass.{passing[0]}")
    else:
        for seat in BOTH:
            if passing[seat] != "never":
                yield context.say(f"pass.{passing[seat]}_one", side=context.side(seat))


def _order(context: Context, begins: int) -> Iterator[str]:
    """Who begins, and how many moves a turn has."""
    turns, side = context.rules.turns, context.side(begins)
    if turns is None or turns.then or (turns.moves == (1, 1) and not turns.rising):
        yield context.say("turn.first", side=side)
    elif turns.rising:
        yield context.say("turn.rising", side=side, n=max(1, turns.first))
    elif turns.moves[0] == turns.moves[1]:
        yield context.say("turn.several", side=side, n=turns.moves[0])
    else:
        for seat in (begins, 1 - begins):
            key = "turn.one_of" if turns.moves[seat] == 1 else "turn.several_of"
            yield context.say(key, side=context.side(seat), n=turns.moves[seat])
    if turns is None:
        return
    if turns.first and not turns.rising:
        key = "turn.first_alone" if turns.then else "turn.first_one"
        yield context.say(key if turns.first == 1 else "turn.first_several", n=turns.first)
    if turns.then:
        yield context.say("turn.then", pieces=context.nouns(context.names(turns.then)))
        return
    if turns.check != "free":
        yield context.say(f"turn.check_{turns.check}")
    if turns.makes or turns.released:
        yield from _going_on(context, turns)
    elif turns.moves != (1, 1) or turns.rising:
        yield context.say("turn.stuck")


def _going_on(context: Context, turns: Turns) -> Iterator[str]:
    """Sentences on pieces that go on after a capture."""
    yield context.say("turn.makes" if turns.makes else "turn.released")
    if turns.released and turns.completes:
        yield context.say("turn.released_complete")
    elif not turns.completes:
        yield context.say("turn.incomplete")
    if turns.plain:
        yield context.say("turn.plain")


# -- what other pieces do to a piece ------------------------------------------------------------------------------------


def influence(context: Context) -> Iterator[str]:
    """Sentences on rules that hold of pieces while they stand in some relation to others."""
    for number, row in enumerate(context.rules.conditions):
        if row in context.rules.facing and not row.by:
            yield context.say(
                "duty.facing", pieces=context.nouns(context.names(row.pieces)), lines=_lines(context, row)
            )
            continue
        if row.then == "takes" and context.all_kinds(row.by) and row.pieces <= {piece.mark for piece in context.royals}:
            yield context.say("duty.makpong", king=context.noun(context.royals[0].name))
            continue
        key = f"influence.{'instead' if row.instead else row.then}_{row.relation}{'' if row.by else '_like'}"
        if context.all_kinds(row.by) and context.language.has(f"{key}_any"):
            key = f"{key}_any"
        if not context.language.has(key):
            context.leave_unworded("condition", number)
            continue
        kinds = context.names(row.pieces)
        pieces = context.say("influence.any") if context.all_kinds(row.pieces) else format(context.nouns(kinds), "a|or")
        by, like = context.nouns(context.names(row.by)), context.nouns(context.names(row.like))
        manner = context.say("influence.as", like=like) if row.like else context.say("influence.as_other")
        if row.steps == 1:
            manner += context.say("influence.one_step")
        elif row.steps:
            manner += context.say("influence.few_steps", n=row.steps)
        barred = (context.places.all & ~row.to[0], context.places.all & ~row.to[1])
        if barred != (0, 0):
            manner += context.say("influence.barred", where=context.places.of(barred))
        yield context.say(key, pieces=pieces, by=by, manner=manner, lines=_lines(context, row))
        if row.leaves:
            yield context.say("influence.leaves")
    if context.rules.exchange is not None:
        yield _exchange(context, context.rules.exchange)


def _exchange(context: Context, exchange: Exchange) -> str:
    """What keeps pieces from being exchanged for each other."""
    pieces = format(context.nouns(context.names(exchange.pieces)), "a|or")
    if exchange.strict:
        return context.say("influence.exchange_strict", pieces=pieces)
    light = context.nouns(context.names(exchange.light))
    but = context.say("influence.exchange_light", light=light) if exchange.light else ""
    return context.say("influence.exchange", pieces=pieces, light=but)


def _lines(context: Context, row: PieceCondition) -> str:
    """The lines on which pieces face each other."""
    kinds = {"file": 0 in row.ways, "rank": 2 in row.ways, "diagonal": bool({1, 3} & {*row.ways})}
    return context.language.join([context.say(f"influence.{kind}") for kind, named in kinds.items() if named], "or")


# -- promotion --------------------------------------------------------------------------------------------------------


def promotions(context: Context) -> Iterator[str]:
    """Into what pieces turn, where, and whether they must."""
    coming_up = {piece.mark for piece in context.kinds}
    rules = [rule for rule in context.rules.promotions if rule.piece in coming_up]
    plain = [rule for rule in rules if not (rule.silent or rule.in_place or rule.captured or rule.touch)]
    for rule in rules:
        if rule.silent:
            yield _silent(context, rule)
        elif rule.in_place:
            yield from _in_place(context, rule)
    yield from _captured(context, [rule for rule in rules if rule.captured])
    yield from _plain(context, plain)
    yield from _turning(context, [rule for rule in rules if rule.touch and not rule.captured])
    if any(rule.touch and not rule.must for rule in rules) and not context.rules.immobile:
        yield context.say("promotion.stuck")
    limits = {mark: most for rule in rules for mark, most in rule.limit.items()}
    if list(limits.values()) == [1]:
        yield context.say("promotion.limit_one", piece=context.noun(context.kind_of[next(iter(limits))].name))
    elif limits:
        counted = [context.language.count(context.kind_of[mark].name, most) for mark, most in limits.items()]
        key = "promotion.limit" if len(limits) == 1 else "promotion.limits"
        yield context.say(key, list=context.language.join(counted))


def _into(context: Context, marks: Sequence[str]) -> list[str]:
    """Names of what a piece turns into, in the order of the rule."""
    hand = context.rules.hand
    plain = [mark.removesuffix(hand.mark) if hand and hand.mark else mark for mark in marks]
    return list(dict.fromkeys(context.kind_of[mark].name for mark in plain))


def _silent(context: Context, rule: PromotionRule) -> str:
    piece, into = (
        context.nouns([context.kind_of[rule.piece].name]),
        context.noun(_into(context, rule.to[0] or rule.to[1])[0]),
    )
    if context.places.rings:
        return context.say("promotion.silent_rings", pieces=piece, into=into)
    start, end = context.places.of(rule.origins), context.places.of(rule.on)
    return context.say("promotion.silent", pieces=piece, into=into, start=start, where=end)


def _in_place(context: Context, rule: PromotionRule) -> Iterator[str]:
    pieces = context.nouns([context.kind_of[rule.piece].name])
    into = context.noun(_into(context, rule.to[0])[0])
    yield context.say("promotion.in_place", pieces=pieces, into=into, where=context.places.of(rule.on))


def _captured(context: Context, rules: Sequence[PromotionRule]) -> Iterator[str]:
    """Into captured pieces; a move and the same move back are one sentence."""
    seen = set()
    for rule in rules:
        start, end = rule.origins, rule.on
        if (rule.piece, end, start) in seen and not rule.must:
            continue
        seen.add((rule.piece, start, end))
        back = any((other.piece, other.origins, other.on) == (rule.piece, end, start) for other in rules)
        values = {
            "pieces": context.nouns([context.kind_of[rule.piece].name]),
            "into": context.nouns(_into(context, rule.to[0])),
            "start": context.places.of(start),
            "where": context.places.of(end),
        }
        river = context.river_between(start, end)
        if rule.must:
            yield context.say(
                "promotion.captured_on_must" if is_anywhere(start) else "promotion.captured_must", **values
            )
        elif river and back:
            yield context.say(f"promotion.captured_{river}_river", **values)
        elif is_anywhere(start):
            yield context.say("promotion.captured_on", **values)
        else:
            yield context.say("promotion.captured_both_ways" if back else "promotion.captured", **values)


def _plain(context: Context, rules: Sequence[PromotionRule]) -> Iterator[str]:
    """Promotion at the end of a move; kinds with the same choice share a sentence."""
    together: dict[PromotionRule, list[str]] = {}
    for rule in rules:
        key = rule._replace(piece="", rule="", limit={}, implied=False)
        key = key._replace(limit=())  # type: ignore[arg-type]  # hashable
        together.setdefault(key, []).append(rule.piece)
    for rule, marks in together.items():
        seats = [seat for seat in BOTH if rule.to[seat] and rule.on[seat] & context.places.all]
        if len(seats) == 2 and set(rule.to[0]) == set(rule.to[1]):
            yield _reaching(context, rule, marks, rule.to[0], context.places.of(rule.on))
            continue
        for seat in seats:
            one_side = (rule.on[0], 0) if seat == 0 else (0, rule.on[1])
            where = context.places.of(rule.on if len(seats) == 2 else one_side)
            text = _reaching(context, rule, marks, rule.to[seat], where)
            yield context.say("promotion.side", side=context.side(seat), text=text)


def _reaching(context: Context, rule: PromotionRule, marks: Sequence[str], to: Sequence[str], where: PlaceWords) -> str:
    into = _into(context, to)
    key = "must" if rule.must else "may"
    if rule.demotion:
        key = "back"
    elif rule.enemy:
        key += "_enemy"
    values = {"pieces": context.nouns(context.names(marks)), "into": context.nouns(into), "where": where}
    choice = context.say("promotion.choice") if len(into) > 1 else ""
    if rule.capture_only:
        choice = context.say("promotion.capture_only") + choice
    river = context.river_between(rule.origins, rule.on)
    if river and not rule.enemy:
        values["where"] = context.language.place(f"place.{river}_river_crossed")
        return context.say(f"promotion.crossing_{key}", **values, choice=choice)
    if not is_anywhere(rule.origins) and not context.places.rings:
        choice = context.say("promotion.from", start=context.places.of(rule.origins)) + choice
    return context.say(f"promotion.{key}", **values, choice=choice)


def _turning(context: Context, rules: Sequence[PromotionRule]) -> Iterator[str]:
    """Zones in which moves promote, and pieces that turn over with every move or capture."""
    zones: dict[tuple[str, Cells], list[tuple[str, str]]] = {}
    for rule in rules:
        everywhere = context.places.anywhere(rule.on)
        if rule.capture_only and everywhere:
            key = "capture"
        elif everywhere and rule.must:
            key = "everywhere"
        else:
            key = "zone_must" if rule.must else "zone"
        if rule.demotion and key in ("capture", "everywhere"):
            continue  # the other side of a pair that turns over
        pair = context.kind_of[rule.piece].name, _into(context, rule.to[0] or rule.to[1])[0]
        zones.setdefault((key, rule.on), []).append(pair)
    for (key, on), pairs in zones.items():
        if key in ("capture", "everywhere"):
            listed = [
                context.say("promotion.pair", piece=context.noun(one), other=context.noun(other))
                for one, other in pairs
            ]
        else:
            by_result: dict[str, list[str]] = {}
            for one, other in pairs:
                by_result.setdefault(other, []).append(one)
            listed = [
                context.say("promotion.becomes", pieces=context.nouns(ones), into=context.noun(other))
                for other, ones in by_result.items()
            ]
        where = context.places.of(on)
        yield context.say(f"promotion.{key}", where=where, list=context.language.join(listed))


# -- castling ---------------------------------------------------------------------------------------------------------


class _Way(NamedTuple):
    rule: CastlingRule
    king_from: int  # -1 where it is not known
    rook_from: int


def castling(context: Context) -> Iterator[str]:
    """Castling of the sides that the start gives a right to."""
    rules = context.rules
    by_seat = castling_rules(context)
    first = next(iter(by_seat), None)
    if first is None:
        return
    ways = [_way(context, rule) for rule in sorted(by_seat[first], key=lambda rule: rule.side)]
    king = context.noun(context.kind_of[ways[0].rule.king].name)
    rook = context.noun(context.names(ways[0].rule.partners)[0])
    if free := _free_steps(context, ways):
        yield context.say("castling.steps", king=king, rook=rook, n=free)
        if len(by_seat) == 1:
            yield context.say("castling.only", side=context.side(first))
        yield from _castling_conditions(context, ways, king)
        return
    yield context.say(
        "castling.chess960" if rules.chess960 else _steps_key(context, ways),
        king=king,
        rook=rook,
        n=_steps(context, ways),
    )
    yield context.language.join(
        [_way_in_words(context, way, again=number > 0) for number, way in enumerate(ways)], "or"
    )
    if len(by_seat) == 2:
        yield context.say("castling.alike" if _mirrored(context, by_seat) else "castling.alike_to")
        if not _mirrored(context, by_seat):
            others = [_way(context, rule) for rule in sorted(by_seat[1], key=lambda rule: rule.side)]
            yield context.language.join(
                [_way_in_words(context, way, again=n > 0) for n, way in enumerate(others)], "or"
            )
    else:
        yield context.say("castling.only", side=context.side(first))
    yield from _castling_conditions(context, ways, king)
    if rules.opposite_castling:
        yield context.say("castling.opposite")


def castling_rules(context: Context) -> dict[int, list[CastlingRule]]:
    """Castlings by seat, of those with a right in the start, or who may drop king and rook to castle."""
    fields = context.rules.start.split()
    rights = fields[2] if len(fields) > 2 else "-"
    hand = context.rules.hand
    seats = {int(letter.islower()) for letter in rights if letter.isalpha()}
    if hand and hand.castle:
        seats = set(BOTH)
    found: dict[int, list[CastlingRule]] = {}
    for rule in context.rules.castlings:
        listed = rule.letter in rights or not set(rights) & set("KQkq") or bool(hand and hand.castle)
        if rule.seat in seats and listed and context.names(rule.partners):
            found.setdefault(rule.seat, []).append(rule)
    return dict(sorted(found.items()))


def _way(context: Context, rule: CastlingRule) -> _Way:
    """A castling with the cells where king and partner stand at the start, if the rule does not name them."""
    if rule.king_from >= 0 or context.rules.chess960:
        return _Way(rule, rule.king_from, rule.rook_from)
    spots = context.rules.board.spots
    rank = spots[rule.king_to][1]
    on_rank = {cell: who for cell, who in context.start.items() if who[1] == rule.seat and spots[cell][1] == rank}
    kings = [cell for cell, who in on_rank.items() if who[0] == rule.king]
    if not kings:
        return _Way(rule, -1, -1)
    king = kings[0]
    right = rule.side == KINGSIDE
    beside = (cell for cell, who in on_rank.items() if who[0] in rule.partners and (spots[cell] > spots[king]) == right)
    rooks = sorted(beside, key=lambda cell: spots[cell][0], reverse=right)
    return _Way(rule, king, rooks[0] if rooks else -1)


def _steps(context: Context, ways: Sequence[_Way]) -> int:
    """How many steps the king makes, if always as many and known; else 0."""
    spots = context.rules.board.spots
    steps = set()
    for way in ways:
        is_known = way.king_from >= 0
        steps.add(abs(spots[way.king_from][0] - spots[way.rule.king_to][0]) if is_known else 0)
    return steps.pop() if len(steps) == 1 and not context.places.rings else 0


def _free_steps(context: Context, ways: Sequence[_Way]) -> str:
    """How many steps the king may choose to make, where that is the same to both sides; empty where he has no choice."""
    by_side: dict[int, set[int]] = {}
    for way in ways:
        line = context.rules.board.line(way.king_from, way.rule.king_to) if way.king_from >= 0 else ()
        if len(line) < 2 or way.rule.rook_to != line[-2]:
            return ""
        by_side.setdefault(way.rule.side, set()).add(len(line) - 1)
    first, *others = by_side.values()
    if len(first) < 2 or any(other != first for other in others):
        return ""
    return context.language.join(map(context.language.number, sorted(first)), "or")


def _steps_key(context: Context, ways: Sequence[_Way]) -> str:
    steps = _steps(context, ways)
    return {0: "castling.along", 1: "castling.one_step"}.get(steps, "castling.steps")


def _way_in_words(context: Context, way: _Way, *, again: bool) -> str:
    names, rule = context.rules.board.cells, way.rule
    values = {
        "king": context.noun(context.kind_of[rule.king].name),
        "rook": context.noun(context.names(rule.partners)[0]),
        "king_to": names[rule.king_to],
        "rook_to": names[rule.rook_to],
    }
    if way.king_from < 0 or way.rook_from < 0:
        return context.say("castling.next_to" if again else "castling.way_to", **values)
    cells = {"king_from": names[way.king_from], "rook_from": names[way.rook_from]}
    return context.say("castling.next" if again else "castling.way", **values, **cells)


def _mirrored(context: Context, rules: dict[int, list[CastlingRule]]) -> bool:
    """True if Black's castlings go to the same files."""
    spots = context.rules.board.spots
    files = [
        sorted((rule.side, spots[rule.king_to][0], spots[rule.rook_to][0]) for rule in rules[seat]) for seat in BOTH
    ]
    return files[0] == files[1]


def _castling_conditions(context: Context, ways: Sequence[_Way], king: object) -> Iterator[str]:
    checks = bool(context.checked) and context.rules.mates
    if not checks:
        yield context.say("castling.if_no_check")
    elif any(way.rule.safe > 0 for way in ways):
        yield context.say("castling.if_all_safe", king=king)
    else:
        yield context.say("castling.if", king=king)


# -- captures in passing ----------------------------------------------------------------------------------------------


def en_passant(context: Context) -> Iterator[str]:
    """Who may capture whom in passing, where the two can meet."""
    capturing = (piece for piece in context.kinds if piece.takes in ON_TARGET)
    takers = [piece for piece in capturing if any(movement.en_passant for movement in piece.movements)]
    runners = [piece for piece in context.kinds if _runs(context, piece)]
    pairs = [(runner, taker) for runner in runners for taker in takers if _meet(context, runner, taker)]
    if not pairs:
        return
    runners = [piece for piece in runners if piece in [runner for runner, _ in pairs]]
    takers = [piece for piece in takers if piece in [taker for _, taker in pairs]]
    steps: set[int] = set()
    for movement in chain.from_iterable(piece.movements for piece in runners):
        if movement.first and movement.lame:
            steps.update(context.lattice.legs(leap)[0] for leap in movement.leaps)
    longest = max(steps)
    yield context.say(
        "en_passant.rule" if longest == 2 else "en_passant.rule_far",
        pieces=context.nouns([piece.name for piece in runners]),
        takers=context.nouns([piece.name for piece in takers]),
        n=context.language.join([context.language.number(step) for step in sorted(steps)], "or"),
    )
    for piece in runners:
        if not context.places.anywhere(piece.passed):
            yield context.say("en_passant.cells", where=context.places.of(piece.passed))


def _runs(context: Context, piece: GeneralPieceType) -> bool:
    """True if a piece has a first move over cells where it can be captured."""
    if context.places.nowhere(piece.passed):
        return False
    for mobility in piece.mobility:
        has_run = any(movement.first and movement.lame for movement in mobility.movements)
        if has_run and not context.places.nowhere(piece.first_of(mobility)):
            return True
    return False


def _meet(context: Context, runner: GeneralPieceType, taker: GeneralPieceType) -> bool:
    """True if one side can have the one and the other side the other."""
    into = frozenset[str]().union(*(rule.marks for rule in context.rules.promotions))
    armies = context.armies
    has_taker = [taker.mark in armies[seat] or taker.mark in into for seat in BOTH]
    return any(runner.mark in armies[seat] and has_taker[1 - seat] for seat in BOTH)


# -- hands and gates --------------------------------------------------------------------------------------------------


def drops(context: Context) -> Iterator[str]:
    """Pieces in hand, and how they come onto the board."""
    rules, hand = context.rules, context.rules.hand
    yield from _in_hand(context)
    if rules.gating == "seirawan":
        yield context.say("gate.seirawan")
    if hand is None:
        return
    yield from _into_hand(context, hand)
    if not hand.drops:
        return
    yield from _drop_regions(context, hand)
    if hand.no_double:
        pieces = context.nouns(context.names(hand.no_double))
        key = "drop.no_double" if hand.doubles == 1 else "drop.no_more_than"
        yield context.say(key, pieces=pieces, n=hand.doubles)
    if hand.no_mate:
        yield context.say("drop.no_mate", pieces=context.nouns(context.names(hand.no_mate)))
    if hand.must:
        if hand.must_first and not context.all_kinds(hand.must_first):
            yield context.say("drop.must_first", pieces=context.nouns(context.names(hand.must_first)))
        else:
            yield context.say("drop.must")
    facts = {
        "no_check": hand.no_check,
        "stuck": not rules.immobile,
        "promoted": hand.promoted,
        "castle": hand.castle,
    }
    for key, holds in facts.items():
        if holds:
            yield context.say(f"drop.{key}")
    for mark in sorted(hand.opposite):
        yield context.say("drop.opposite", piece=context.noun(context.kind_of[mark].name))


def _in_hand(context: Context) -> Iterator[str]:
    """Sentences on the pieces in hand at the start, of both sides alike or of each."""
    waits = "reserve" if context.rules.hand is None and not context.rules.gating else "has"  # for promotions only
    sides = [[letter.upper() for letter in context.hands if letter.islower() == bool(seat)] for seat in BOTH]
    lists = []
    for held in sides:
        kinds = [kind for kind in context.kinds if kind.mark in held]
        lists.append(context.language.join(context.language.count(kind.name, held.count(kind.mark)) for kind in kinds))
    if lists[0] == lists[1]:
        if lists[0]:
            yield context.say(f"drop.each_{waits}", list=lists[0])
        return
    for seat in BOTH:
        if lists[seat]:
            yield context.say(f"drop.side_{waits}", side=context.side(seat), list=lists[seat])


def _into_hand(context: Context, hand: Hand) -> Iterator[str]:
    if hand.takes:
        yield context.say("drop.takes" if hand.drops else "drop.kept")
        known = set(hand.takes) & {piece.hand_as or piece.mark for piece in context.kinds}
        ordinary = {piece.hand_as for piece in context.kinds if piece.hand_as and not piece.royal}
        if ordinary and known and not ordinary <= set(hand.takes):
            yield context.say("drop.takes_only", pieces=context.nouns(context.names(hand.takes)))
        may_turn = hand.mark or any(piece.mark.startswith("+") for piece in context.kinds)
        if may_turn and not hand.promoted:
            yield context.say("drop.stays_promoted" if hand.loop else "drop.loses_promotion")
    elif hand.drops:
        yield context.say("drop.from_start" if context.hands else "drop.from_partner")


def _drop_regions(context: Context, hand: Hand) -> Iterator[str]:
    """Where pieces may be dropped: a sentence for those of the same cells, and one for all others."""
    everywhere = context.places.all, context.places.all
    of_others = hand.regions.get("", everywhere)
    marks_by_region: dict[Cells, list[str]] = {}
    for mark, cells in hand.regions.items():
        if cells != of_others:
            marks_by_region.setdefault(cells, []).append(mark)
    others_are_limited = not context.places.anywhere(of_others)
    for cells, marks in marks_by_region.items():
        pieces = context.nouns([context.kind_of[mark].name for mark in marks])
        if context.places.nowhere(cells):
            yield context.say("drop.never", pieces=pieces)
        elif not context.places.anywhere(cells):
            yield context.say("drop.region", pieces=pieces, where=context.places.of(cells))
        elif others_are_limited:
            yield context.say("drop.region_any", pieces=pieces)
    if others_are_limited:
        key = "drop.region_others" if marks_by_region else "drop.region_all"
        yield context.say(key, where=context.places.of(of_others))


# -- duties and limits ------------------------------------------------------------------------------------------------


def duties(context: Context) -> Iterator[str]:
    """Sentences on duties: moves that players must make or may not make."""
    rules = context.rules
    yield from _checks(context)
    if rules.must_capture:
        yield context.say("duty.capture")
    if not rules.undo:
        yield context.say("duty.undo")
    if rules.edge:
        yield context.say("duty.edge", where=context.places.of((rules.edge, rules.edge)))
    if any(rules.single):
        yield context.say("duty.single", where=context.places.of(rules.single))
    enemies = frozenset[str]().union(*(rule.marks for rule in rules.promotions if rule.enemy))
    crowned = [piece.name for piece in context.royals if piece.mark in enemies]
    if crowned:
        yield context.say("duty.crowned", kings=context.nouns(crowned))
    if rules.walls:
        yield from _walls(context, rules.walls)
    if rules.gating == "cambodian" and context.royals:
        yield context.say("gate.cambodian", king=context.noun(context.royals[0].name))
    yield from _missing(context)


def _missing(context: Context) -> Iterator[str]:
    """Sentences on what a chess player would look for in vain: castling, promotion of pawns."""
    marks = {piece.mark for piece in context.kinds}
    if {"K", "R"} <= marks and not castling_rules(context):
        yield context.say("duty.no_castling")
    if "P" in marks and not context.rules.promotions:
        yield context.say("duty.no_promotion")


def _checks(context: Context) -> Iterator[str]:
    rules = context.rules
    if not rules.checking:
        yield context.say("duty.no_check_but_mate" if rules.mating else "duty.no_check")
    elif not context.checked:
        yield from _no_check(context)
    for end in context.extinctions:
        names = context.names(end.pieces)
        if not end.pseudo_royal or not names:
            continue
        if end.at >= len(context.places.board.cells):
            yield context.say("duty.check_each", pieces=context.nouns(names))
        elif end.at == 0:
            if end.duple:
                yield context.say("duty.check_all_at_once", pieces=context.nouns(names))
            if end.together and len(names) > 1 and not context.are_one(end.pieces):
                yield context.say("duty.check_last_of", pieces=context.nouns(names))
                continue
            key = "duty.check" if context.are_one(end.pieces) else "duty.check_last"
            for name in names:
                yield context.say(key, king=context.noun(name))
        else:
            yield context.say("duty.check_few", pieces=context.nouns(names), n=end.at)


def _no_check(context: Context) -> Iterator[str]:
    """That a king may be left where it can be captured, in games that have one and no check."""
    lost = [end for end in context.extinctions if end.result == "loses" and not end.at]
    decisive = {mark for end in lost for mark in end.pieces}
    for piece in context.kinds:
        if piece.mark == "K" or (piece.mark in decisive and context.is_single(piece.mark)):
            yield context.say("duty.unchecked", king=context.noun(piece.name))
            return


def _walls(context: Context, walls: Walls) -> Iterator[str]:
    yield context.say(f"wall.{walls.way}")
    if walls.or_move:
        yield context.say("wall.or_move")
    if walls.through:
        yield context.say("wall.through")
    if context.places.anywhere(walls.cells):
        return
    never = context.places.all & ~walls.cells[0]
    if walls.cells[0] == walls.cells[1] and never.bit_count() <= 6:
        yield context.say("wall.never", where=context.places.mask(never))
    else:
        yield context.say("wall.only", where=context.places.of(walls.cells))
