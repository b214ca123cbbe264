"""How a game is won, lost and drawn, in words; and its aim, which is made of the ends."""

from collections.abc import Iterator, Sequence

from fairyscore.notation.rules.general.dead import material_of
from fairyscore.notation.rules.general.definition import Cells, Extinction, Goal
from fairyscore.notation.rules.general.tables import GeneralTables
from fairyscore.notation.rules.wording.context import Context

LEAST_LINE_WAYS = (0, 1, 2, 3)
MOST_AIMS = 3

# -- ends -------------------------------------------------------------------------------------------------------------


def ends(context: Context) -> Iterator[str]:
    """Every end that the rules have, in the order in which a reader looks for them."""
    rules, end = context.rules, context.rules.ends
    mated = bool(context.checked)
    can_be_mated = mated and rules.mates
    if can_be_mated and end.mate == end.stalemate and not end.counts:
        yield context.say(f"end.mate_or_stuck_{end.mate}")
    else:
        if can_be_mated:
            yield context.say(f"end.mate_{end.mate}")
        yield _no_move(context, can_be_mated)
    for goal in end.goals:
        yield from _goal(context, goal)
    for extinction in context.extinctions:
        yield from _extinct(context, extinction, end.extinction.index(extinction))
    if end.checks:
        yield (
            context.say("end.first_check")
            if end.checks == 1
            else context.say("end.checks", nth=context.language.ordinal(end.checks))
        )
    if end.line:
        yield from _line(context)
    if end.castling:
        yield context.say("end.castling")
        if set(end.castling) != {rule.letter for rule in rules.castlings}:
            context.leave_unworded("castling", "wins")
    yield from _by_agreement(context)
    yield from _course(context)


def _no_move(context: Context, can_be_mated: bool) -> str:
    end = context.rules.ends
    if end.counts:
        return context.say("end.stuck_counts")
    if "never" not in context.rules.passing:
        return ""  # who has no move passes
    return context.say(f"end.stuck_{end.stalemate}" if can_be_mated else f"end.no_move_{end.stalemate}")


def _goal(context: Context, goal: Goal) -> Iterator[str]:
    seats = _seats_of(context, goal.cells)
    for group in _alike(context, goal, seats):
        pieces = context.nouns(_goal_pieces(context, goal, group[0]))
        values = {"pieces": pieces, "where": _goal_cells(context, goal, group), "n": goal.needed}
        all_kinds = len(pieces.nouns) == len(context.kinds) > 1
        key = "end.goal"
        if goal.result != "wins":
            yield context.say(f"end.goal_{goal.result}", **values)
            continue
        if goal.needed > 1:
            key = "end.goal_several"
        elif all_kinds:
            key = "end.goal_any"
        if len(group) == 1 and (len(seats) == 1 or len(_alike(context, goal, seats)) == 2):
            yield context.say(f"{key}_side", side=context.side(group[0]), **values)
        else:
            yield context.say(key, **values)
    if goal.safe:
        yield context.say("end.goal_safe")
    if goal.blocked:
        yield context.say("end.goal_blocked")
    if goal.reply:
        single = (goal.cells[0] & context.places.all).bit_count() == 1
        yield context.say("end.goal_reply_capture" if single else "end.goal_reply")


def _seats_of(context: Context, cells: Cells) -> list[int]:
    return [seat for seat in (0, 1) if cells[seat] & context.places.all]


def _alike(context: Context, goal: Goal, seats: Sequence[int]) -> list[list[int]]:
    """Seats that win by the same pieces, together."""
    if len(seats) == 2 and _goal_pieces(context, goal, 0) != _goal_pieces(context, goal, 1):
        return [[0], [1]]
    return [list(seats)] if seats else []


def _goal_pieces(context: Context, goal: Goal, seat: int) -> list[str]:
    marks = goal.pieces[seat] or context.armies[seat] or [piece.mark for piece in context.kinds]
    if not goal.pieces[seat] and context.armies[0] == context.armies[1]:
        marks = [piece.mark for piece in context.kinds]
    return context.names(marks)


def _goal_cells(context: Context, goal: Goal, group: Sequence[int]) -> object:
    if len(group) == 1:
        return context.places.mask(goal.cells[group[0]])
    return context.places.of(goal.cells)


def _extinct(context: Context, end: Extinction, number: int) -> Iterator[str]:
    marks = [piece.mark for piece in context.kinds if piece.mark in end.pieces]
    names = context.names(marks)
    if not names or (end.pseudo_royal and end.at >= len(context.places.board.cells)):
        return
    if end.pseudo_royal and context.rules.mates and end.result == "loses" and not context.explosion:
        return  # mate comes before
    everything = end.together and len(marks) == len(context.kinds)
    key = f"end.extinct_{end.result}"
    values = {"pieces": context.nouns(names), "n": end.at + 1}
    tail = context.say("end.extinct_opponent", n=end.opponent) if end.opponent else ""
    if end.claim:
        tail += context.say("end.extinct_claim")
    if everything and end.at == 0:
        text = context.say(f"{key}_all")
    elif everything and end.at == 1:
        text = context.say(f"{key}_bare")
    elif everything:
        text = context.say(f"{key}_few_pieces", **values)
    elif end.at > 0:
        text = context.say(f"{key}_few", **values)
    elif len(names) == 1:
        blown = context.explosion is not None and marks[0] not in context.explosion.immune
        kind = "one_blown" if blown else "one"
        if not context.is_single(marks[0]):
            kind = "last"
        text = context.say(f"{key}_{kind}", piece=context.noun(names[0]))
    else:
        text = context.say(f"{key}_together" if end.together else f"{key}_any", **values)
    if end.duple and not end.pseudo_royal:
        context.leave_unworded("end", "extinct", number, "duple")
    yield text + tail


def _line(context: Context) -> Iterator[str]:
    end = context.rules.ends
    values = {"n": end.line, "pieces": context.nouns(context.names(end.line_pieces))}
    some = bool(end.line_pieces) and not context.all_kinds(end.line_pieces)
    yield context.say(f"end.line_{end.line_result}" + ("_of" if some else ""), **values)
    if tuple(sorted(end.line_ways)) == LEAST_LINE_WAYS:
        return
    ways = {0: "end.line_files", 2: "end.line_ranks"}
    diagonal = {1, 3} & set(end.line_ways)
    if len(diagonal) == 1:
        context.leave_unworded("end", "line", "ways")
        return
    listed = [context.say(ways[way]) for way in ways if way in end.line_ways]
    listed += [context.say("end.line_diagonals")] if diagonal else []
    yield context.say("end.line_ways", list=context.language.join(listed, "or"))


def _by_agreement(context: Context) -> Iterator[str]:
    """Generals that face each other, two passes, and the points that decide then."""
    rules, end = context.rules, context.rules.ends
    if end.bikjang:
        yield context.say("end.bikjang", pieces=context.nouns(piece.name for piece in context.royals))
    passes = "always" in rules.passing
    if passes:
        yield context.say("end.passes")
    if end.points:
        named = [
            context.say("end.worth", piece=context.noun(context.kind_of[mark].name), n=str(points))
            for mark, points in end.points.items()
            if mark in context.kind_of
        ]
        yield context.say("end.points", list=context.language.join(named))
        if end.black_points:
            yield context.say("end.points_black", side=context.side(1), n=context.language.decimal(end.black_points))
    elif end.bikjang or passes:
        yield context.say("end.no_points")


def _course(context: Context) -> Iterator[str]:
    """Too few pieces, positions that come again, quiet moves: what ends the game, and what a player may claim."""
    course, ordinal, hand = context.rules.course, context.language.ordinal, context.rules.hand
    if (hand is None or not hand.takes) and material_of(context.rules, GeneralTables(context.rules)) is not None:
        yield context.say("end.dead")
    if course.perpetual_check:
        yield context.say("end.perpetual_check", nth=ordinal(course.perpetual_check))
        if course.chase:
            yield context.say("end.chase")
    if course.claim_repetition:
        yield context.say("end.repetition_claim", nth=ordinal(course.claim_repetition))
    if course.end_repetition:
        key = "end.repetition_otherwise" if course.perpetual_check else "end.repetition"
        yield context.say(key, nth=ordinal(course.end_repetition))
    if course.lost_repetition:
        key = "end.repetition_loses_otherwise" if course.perpetual_check else "end.repetition_loses"
        yield context.say(key, nth=ordinal(course.lost_repetition))
    if not (course.claim_repetition or course.end_repetition or course.lost_repetition):
        yield context.say("end.no_repetition")
    pawns = context.nouns(piece.name for piece in context.kinds if piece.pawn)
    for key, moves in (("quiet_claim", course.claim_moves), ("quiet", course.end_moves)):
        if moves:
            yield context.say(f"end.{key}" if pawns.nouns else f"end.{key}_no_pawns", n=str(moves), pieces=pawns)
    if course.longest:
        yield context.say("end.longest", n=str(course.longest // 2))


# -- the aim ----------------------------------------------------------------------------------------------------------


def aims(context: Context) -> tuple[str, ...]:
    """The aims of the game, in at most three sentences."""
    found = context.sentences([*_main_aim(context), *_other_aims(context)])
    return found[:MOST_AIMS]


def _main_aim(context: Context) -> Iterator[str]:
    end = context.rules.ends
    wins = [one for one in context.extinctions if one.result == "wins"]
    if wins:
        yield _aim_to_lose(context, wins[0])
    elif end.mate == "wins" and context.checked:
        yield context.say("aim.be_mated")
    elif context.checked and context.rules.mates:
        yield from _aim_of_mate(context)


def _aim_to_lose(context: Context, end: Extinction) -> str:
    names = context.names(end.pieces)
    if len(names) == len(context.kinds) and end.together:
        return context.say("aim.lose_all" if end.at == 0 else "aim.lose_all_but_one")
    return context.say("aim.lose_kind", piece=context.noun(names[0]))


def _aim_of_mate(context: Context) -> Iterator[str]:
    owners = []
    for seat, army in enumerate(context.armies):
        if any(context.kind_of[mark].name in context.checked for mark in army):
            owners.append(seat)
    if len(owners) == 1 and all(context.armies):
        chaser = 1 - owners[0]
        king = context.checked[0]
        yield context.say("aim.mate_side", side=context.side(chaser), king=context.noun(king))
        if any(one.result == "loses" and context.all_kinds(one.pieces) for one in context.extinctions):
            yield context.say("aim.capture_all_side", side=context.side(owners[0]))
        return
    kings = context.nouns(context.checked)
    blast = context.explosion
    blown = blast and not all(name in context.names(blast.immune) for name in context.checked)
    yield context.say("aim.mate_blast" if blown else "aim.mate", kings=kings)


def _other_aims(context: Context) -> Iterator[str]:
    end = context.rules.ends
    mated = bool(context.checked) and context.rules.mates
    losing = any(one.result == "wins" for one in context.extinctions)
    captures = [] if mated or losing else [one for one in context.extinctions if one.result == "loses"]
    kings = [one for one in captures if any(context.is_single(mark) for mark in one.pieces if mark in context.kind_of)]
    captures = kings if end.goals else captures
    yield from (_aim_to_capture(context, one) for one in captures)
    for goal in end.goals:
        yield from _aim_of_goal(context, goal, besides=mated or bool(captures))
    if end.checks:
        yield context.say("aim.first_check") if end.checks == 1 else context.say("aim.checks", n=end.checks)
    if end.line:
        yield context.say(f"aim.line_{end.line_result}", n=end.line)
    if end.points:
        yield context.say("aim.points")
    nothing_else = not mated and not end.goals and not context.extinctions
    if nothing_else and end.stalemate == "loses":
        yield context.say("aim.block")
    elif nothing_else and end.stalemate == "wins":
        yield context.say("aim.be_blocked")


def _aim_of_goal(context: Context, goal: Goal, *, besides: bool) -> Iterator[str]:
    seats = _seats_of(context, goal.cells)
    for group in _alike(context, goal, seats):
        pieces = context.nouns(_goal_pieces(context, goal, group[0]))
        values = {"pieces": pieces, "where": _goal_cells(context, goal, group)}
        any_piece = len(pieces.nouns) == len(context.kinds) > 1
        if goal.result != "wins":
            if goal.result == "loses":
                yield context.say("aim.goal_loses", **values)
            continue
        if len(group) == 1:
            key = "aim.goal_side"
            values["side"] = context.side(group[0])
        else:
            key = "aim.goal_besides" if besides else "aim.goal"
        yield context.say(f"{key}_any" if any_piece else key, **values)
    if len(seats) == 1 and context.rules.ends.stalemate == "loses":
        yield context.say("aim.block_side", side=context.side(1 - seats[0]))


def _aim_to_capture(context: Context, end: Extinction) -> str:
    marks = [piece.mark for piece in context.kinds if piece.mark in end.pieces]
    names = context.names(marks)
    if not names:
        return ""
    if len(names) == len(context.kinds) and end.together:
        return context.say("aim.capture_all" if end.at == 0 else "aim.capture_all_but", n=end.at)
    pieces = context.nouns(names)
    if len(names) > 1:
        together = end.together and end.at == 0
        return context.say("aim.capture_kind" if together else "aim.capture_any_kind", pieces=pieces)
    if context.is_single(marks[0]):
        return context.say("aim.capture_piece", piece=context.noun(names[0]))
    owners = [seat for mark, seat in context.start.values() if mark == marks[0]]
    if end.at and owners.count(0) == owners.count(1) == end.at + 1:
        return context.say("aim.capture_one_of", pieces=pieces)
    return context.say("aim.capture_kind" if end.at == 0 else "aim.capture_some", pieces=pieces)
