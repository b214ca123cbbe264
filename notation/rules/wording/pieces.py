"""How each piece moves, in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from fairyscore.notation.lattices import SQUARES, Lattice, Leap
from fairyscore.notation.rules.general.definition import NOWHERE, RIVER, Cells, GeneralPieceType, Mobility, Movement
from fairyscore.notation.rules.general.rows import ON_TARGET, Leaving
from fairyscore.notation.rules.readings import PieceText
from fairyscore.notation.rules.wording.claims import (
    STRAIGHT,
    Claim,
    SecondLeg,
    Verb,
    claims_of,
    oblique_leaps,
    straight_ways,
)
from fairyscore.notation.rules.wording.context import Context, is_anywhere

CHESS: Final = {
    Claim("slide", ("orthogonal",), most=0): "rook",
    Claim("slide", ("diagonal",), most=0): "bishop",
    Claim("slide", ("any",), most=0): "queen",
    Claim("step", ("any",)): "king",
    Claim("oblique", ("any",), 2, 1): "knight",
}
"""Moves by which a reader of chess knows a piece."""

VERBS: Final = {
    "jump": "jump", "oblique": "jump", "hopjump": "jump",
    "ride": "make", "rideoblique": "make", "lameride": "make", "lamerideoblique": "make", "hopride": "make",
}  # fmt: skip
"""The verb of a claim; `move` for all others."""

FIRST: Final = ("step", "slide")  # what is said of a piece before its other moves


def general_rules(context: Context) -> tuple[str, ...]:
    """Sentences that hold for all pieces, and the sides' pieces at the start where they differ."""
    sentences = []
    if context.armies[0] != context.armies[1] and all(context.armies):
        sentences += [_army(context, seat) for seat in (0, 1)]
    if _peaceful(context):
        sentences.append(context.say("pieces.no_captures"))
    else:
        modes = {piece.takes for piece in context.kinds}
        every = next(iter(modes)) if len(modes) == 1 else ""
        sentences.append(context.say(f"captures.all_{every}" if every in ("rifle", "swap") else "pieces.general"))
    return context.sentences(sentences)


def piece_texts(context: Context) -> tuple[PieceText, ...]:
    """Each kind of piece with its sentences. One that moves exactly as an earlier one is said to do so."""
    found = []
    alike: dict[object, GeneralPieceType] = {}
    for piece in context.kinds:
        shape = piece._replace(
            letter="", name="", mark="", also=(), counts_as="", hand_as="", rule="", royal=False, pawn=False,
            passed=NOWHERE, stands=NOWHERE, first=piece.first if _has_first(piece) else NOWHERE,
        )  # fmt: skip
        other = alike.setdefault(shape, piece)
        if other.name == piece.name:
            lines = list(_sentences(context, piece))
        else:
            names = {"piece": context.noun(piece.name), "other": context.noun(other.name)}
            lines = [context.say("pieces.same", **names)]
        if piece.royal and context.rules.mates:
            lines.append(context.say("pieces.royal", piece=context.noun(piece.name)))
        found.append(PieceText(piece.name, context.sentences(lines)))
    return tuple(found)


def claims_by_mobility(
    piece: GeneralPieceType, lattice: Lattice = SQUARES
) -> tuple[tuple[Mobility, tuple[Claim, ...]], ...]:
    """The claims of the sentences about a piece, by where they hold. First moves that can start nowhere are left out."""
    found = []
    for mobility in without_captures(piece).mobility:
        claims = claims_of(mobility.movements, lattice).claims
        if piece.first_of(mobility) == NOWHERE:
            claims = tuple(claim for claim in claims if not claim.first)
        found.append((mobility, claims))
    return tuple(found)


def _has_first(piece: GeneralPieceType) -> bool:
    return any(movement.first for movement in piece.movements)


def _peaceful(context: Context) -> bool:
    """True if nothing is ever captured."""
    kinds = [piece for piece in context.kinds if piece.takes != "none"]
    return not any(movement.captures for piece in kinds for movement in piece.movements)


def without_captures(piece: GeneralPieceType) -> GeneralPieceType:
    """A piece as its moves are said, where it captures nothing that stands on the cell to which it goes."""
    if piece.takes in ON_TARGET:
        return piece
    quiet = []
    for mobility in piece.mobility:
        moves = (
            movement._replace(captures=False, en_passant=False) for movement in mobility.movements if movement.moves
        )
        quiet.append(mobility._replace(movements=tuple(moves)))
    return piece._replace(mobility=tuple(quiet))


def _army(context: Context, seat: int) -> str:
    held = [mark for mark, owner in context.start.values() if owner == seat]
    held += [letter.upper() for letter in context.hands if letter.islower() == bool(seat)]
    counted = [context.language.count(kind.name, held.count(kind.mark)) for kind in context.kinds if kind.mark in held]
    return context.say("pieces.army", side=context.side(seat), list=context.language.join(counted))


# -- the sentences of one piece ---------------------------------------------------------------------------------------


def _sentences(context: Context, piece: GeneralPieceType) -> Iterator[str]:
    it = context.noun(piece.name)
    number = context.rules.pieces.index(piece)
    if piece.arrows:
        piece = piece._replace(mobility=(Mobility(piece.arrows),))
    for mobility in without_captures(piece).mobility:
        if claims_of(mobility.movements, context.lattice).wordless:
            context.leave_unworded("piece", number, "moves")
            yield context.say("pieces.wordless", piece=it)
    for place, (mobility, claims) in enumerate(claims_by_mobility(piece, context.lattice)):
        usual = [claim for claim in claims if not claim.first]
        first = [claim for claim in claims if claim.first]
        if place == 0 and not usual and _moves_elsewhere(context, piece):
            yield context.say("pieces.only_so", piece=it)
        elif place == 0:
            yield from _usual(context, piece, usual)
            if piece.arrows:
                yield context.say("pieces.arrows", piece=it)
        elif usual and not context.places.nowhere(mobility.origins):
            yield _special(context, piece, mobility, usual)
            if mobility.unmoved and not _is_everywhere(mobility):
                yield context.say("pieces.unmoved", piece=it)
            if mobility.safe:
                yield context.say("pieces.safely", piece=it)
        if first:
            yield _first_move(context, piece, piece.first_of(mobility), first)
    yield from _captures(context, piece)
    yield from _limits(context, piece)


def _moves_elsewhere(context: Context, piece: GeneralPieceType) -> bool:
    """True if a piece has moves beside its usual ones: first moves, or such of a region."""
    return any(
        claims and (place > 0 or claims[0].first) and not context.places.nowhere(mobility.origins)
        for place, (mobility, claims) in enumerate(claims_by_mobility(piece, context.lattice))
    )


def _twice(context: Context, piece: GeneralPieceType) -> str:
    """How it makes two steps in one move."""
    steps = [movement for group in piece.twice for movement in group]
    claims = claims_of([Movement(tuple(leap for movement in steps for leap in movement.leaps))], context.lattice).claims
    ways = tuple(dict.fromkeys(way for claim in claims for way in claim.ways))
    turns = any(sum(len(movement.leaps) for movement in group) > 1 for group in piece.twice)
    directions = context.language.directions(ways, on=context.places.on)
    return context.say(
        "captures.twice" if turns else "captures.twice_ahead", piece=context.noun(piece.name), dir=directions
    )


def _leaving(context: Context, piece: GeneralPieceType, rule: Leaving) -> str:
    """How it leaves the board instead of a move."""
    needs = ""
    if rule.needs:
        key = "captures.leaves_either" if rule.either else "captures.leaves_needs"
        key = "captures.leaves_spends" if rule.becomes in rule.needs else key
        needs = context.say(key, needs=context.nouns(context.names(rule.needs)))
    key = "captures.leaves"
    if any(rule.cells):
        everywhere = all(context.places.all & ~mask == 0 for mask in rule.cells)
        key += "_anywhere" if everywhere else "_to"
    return context.say(key, piece=context.noun(piece.name), where=context.places.of(rule.cells), needs=needs)


def _captures(context: Context, piece: GeneralPieceType) -> Iterator[str]:
    """How it captures, where that is not by moving onto an enemy piece."""
    it = context.noun(piece.name)
    alike = {kind.takes for kind in context.kinds} == {piece.takes}
    own = context.nouns(context.names(piece.takes_own))
    if piece.takes == "own":
        yield context.say("captures.own", piece=it, pieces=own)
    elif piece.takes not in ("displace", "none") and not alike:
        yield context.say(f"captures.{piece.takes}", piece=it)
    if piece.takes != "own" and piece.takes_own:
        yield context.say("captures.takes_own", piece=it, pieces=own)
    if piece.twice:
        yield _twice(context, piece)
    if piece.switches:
        yield context.say(
            "captures.switches", piece=it, pieces=context.nouns(context.names(piece.switches - {piece.mark}))
        )
    if piece.touches:
        yield context.say("captures.touches", piece=it, pieces=context.nouns(context.names(piece.touches)))
    if piece.trades:
        yield context.say("captures.trades", piece=it)
    if piece.leaves is not None:
        yield _leaving(context, piece, piece.leaves)
    if piece.anti:
        yield context.say("captures.anti", piece=it)
    if _attacks_for_effect(context) and piece.takes == "none":
        claims = claims_of(piece.mobility[0].movements, context.lattice).claims
        capture = [claim for claim in claims if claim.use == "capture"]
        if capture:
            yield context.say("captures.attacks", piece=it, capture=_doing(context, piece, capture, "capture"))


def _attacks_for_effect(context: Context) -> bool:
    """True if what a piece attacks matters to it where it captures nothing."""
    return any(row.on in ("attacked", "mated") for row in context.rules.effects)


def _usual(context: Context, piece: GeneralPieceType, claims: Sequence[Claim]) -> Iterator[str]:
    it = context.noun(piece.name)
    both, move, capture = (_used(claims, use) for use in ("both", "move", "capture"))
    if not claims:
        yield context.say("pieces.never", piece=it)
    elif both:
        yield context.say("pieces.moves", piece=it, do=_doing(context, piece, both, "present"))
        if move:
            yield context.say("pieces.also_moves", piece=it, do=_doing(context, piece, move, "infinitive"))
        if capture:
            yield context.say("pieces.also_captures", piece=it, capture=_doing(context, piece, capture, "capture"))
    elif move and capture:
        doing = {"do": _doing(context, piece, move, "present"), "capture": _doing(context, piece, capture, "capture")}
        yield context.say("pieces.moves_and_captures", piece=it, **doing)
    elif move:
        harmless = piece.takes in ON_TARGET or piece.takes == "none"
        key = "pieces.only_moves" if harmless and not _peaceful(context) else "pieces.moves"
        yield context.say(key, piece=it, do=_doing(context, piece, move, "present"))
    else:
        yield context.say("pieces.only_captures", piece=it, capture=_doing(context, piece, capture, "capture"))


def _special(context: Context, piece: GeneralPieceType, mobility: Mobility, claims: Sequence[Claim]) -> str:
    """Moves in a region: instead of the usual ones, where those are not made there, else besides."""
    it, main = context.noun(piece.name), piece.mobility[0].origins
    instead = not any(one & other & context.places.all for one, other in zip(main, mobility.origins, strict=True))
    where, to = context.places.of(mobility.origins), context.places.of(mobility.targets)
    if instead and is_anywhere(mobility.targets):
        return context.say("pieces.instead", piece=it, where=where, do=_all_uses(context, piece, claims, "present"))
    do = _all_uses(context, piece, claims, "infinitive")
    if _is_everywhere(mobility):
        return context.say("pieces.first_move" if mobility.unmoved else "pieces.always", piece=it, do=do)
    if is_anywhere(mobility.targets):
        return context.say("pieces.besides", piece=it, where=where, do=do)
    if is_anywhere(mobility.origins):
        return context.say("pieces.besides_to", piece=it, to=to, do=do)
    if mobility.origins == mobility.targets:
        return context.say("pieces.besides_within", piece=it, where=where, do=do)
    return context.say("pieces.besides_from_to", piece=it, where=where, to=to, do=do)


def _is_everywhere(mobility: Mobility) -> bool:
    return is_anywhere(mobility.origins) and is_anywhere(mobility.targets)


def _first_move(context: Context, piece: GeneralPieceType, cells: Cells, claims: Sequence[Claim]) -> str:
    it = context.noun(piece.name)
    do = _all_uses(context, piece, claims, "infinitive")
    if context.rules.gating == "cambodian":
        return context.say("pieces.first_move", piece=it, do=do)
    if context.places.anywhere(cells):
        return context.say("pieces.always", piece=it, do=do)
    return context.say("pieces.first", piece=it, where=context.places.of(cells), do=do)


def _limits(context: Context, piece: GeneralPieceType) -> Iterator[str]:
    it = context.noun(piece.name)
    if piece.stays_in == RIVER:
        yield context.say("pieces.stays_river", piece=it)
    elif not is_anywhere(piece.stays):
        yield context.say("pieces.stays", piece=it, where=context.places.of(piece.stays))
    if piece.not_takes:
        if set(piece.not_takes) == {piece.mark}:
            yield context.say("pieces.not_takes_own_kind", piece=it)
        else:
            yield context.say("pieces.not_takes", piece=it, pieces=context.nouns(context.names(piece.not_takes)))
    if piece.not_over:
        yield context.say("pieces.not_over", piece=it, pieces=context.nouns(context.names(piece.not_over)))


# -- what a piece does ------------------------------------------------------------------------------------------------


class _Phrase(NamedTuple):
    verb: str
    objects: tuple[str, ...]


def _used(claims: Sequence[Claim], use: str) -> list[Claim]:
    return [claim for claim in claims if claim.use == use]


def _all_uses(context: Context, piece: GeneralPieceType, claims: Sequence[Claim], form: str) -> str:
    """Moves that capture and such that do not, in one clause."""
    parts = []
    for use in ("both", "move", "capture"):
        used = _used(claims, use)
        if used and use == "capture":
            capturing = "capture" if form == "present" else "infinitive_capture"
            parts.append(_doing(context, piece, used, capturing))
        elif used:
            doing = _doing(context, piece, used, form)
            says_empty = all(_is_long_step(claim) for claim in used) or _peaceful(context)
            parts.append(context.say("pieces.quietly", do=doing) if use == "move" and not says_empty else doing)
    return context.language.join(parts)


def _doing(context: Context, piece: GeneralPieceType, claims: Sequence[Claim], form: str) -> str:
    """Claims of one use as verbs with their objects; a compound is said by the pieces that it moves as."""
    names, plain = _named(context, piece, claims)
    phrases: list[_Phrase] = []
    if names:
        phrases.append(_Phrase("move", (names,)))
    plain, near_and_far = _steps_and_jumps(context, plain, form)
    phrases += near_and_far
    for claim in sorted(plain, key=lambda claim: FIRST.index(claim.verb) if claim.verb in FIRST else len(FIRST)):
        verb, how = _verb(claim), _how(context, claim)
        if phrases and phrases[-1].verb == verb != "make" and "|" not in phrases[-1].objects[-1]:
            phrases[-1] = _Phrase(verb, (*phrases[-1].objects, how))
        else:
            phrases.append(_Phrase(verb, (how,)))
    clause, join = context.language.clause, context.language.join
    return join([clause(form, verb, join(objects, "or")) for verb, objects in phrases], "or")


def _verb(claim: Claim) -> str:
    if claim.verb == "bend":
        return "jump" if claim.long > 1 else "move"
    return VERBS.get(claim.verb, "move")


def _named(context: Context, piece: GeneralPieceType, claims: Sequence[Claim]) -> tuple[str, list[Claim]]:
    """Names of pieces that the claims are like, and the claims without such a name."""
    if len(claims) == 1 and claims[0].use == "both":
        return "", list(claims)
    own, chess, plain = [], [], []
    for claim in claims:
        name, is_own = _name_of(context, claim._replace(use="both", passing=False, first=False))
        if not name or name == piece.name or (name == "king" and claim.use != "both"):
            plain.append(claim)
        elif is_own:
            own.append(name)
        else:
            chess.append(name)
    if own and chess:
        return context.say("how.as_both", pieces=context.nouns(own), others=context.nouns(chess)), plain
    if own:
        return context.say("how.as", pieces=context.nouns(own)), plain
    if chess:
        return context.say("how.as_in_chess", pieces=context.nouns(chess)), plain
    return "", plain


def _name_of(context: Context, claim: Claim) -> tuple[str, bool]:
    """The piece that moves by one claim only, and whether it is one of this game; a name that means another is not used."""
    simple = {piece.name: _only_claim(piece, context.lattice) for piece in context.kinds}
    for name, own in simple.items():
        if own == claim and claim in CHESS:
            return name, True
    name = CHESS.get(claim, "") if context.lattice is SQUARES else ""
    return ("", False) if name in simple else (name, False)


def _only_claim(piece: GeneralPieceType, lattice: Lattice) -> Claim | None:
    found = claims_of(piece.mobility[0].movements, lattice)
    alone = len(piece.mobility) == 1 and len(found.claims) == 1 and not found.wordless
    return found.claims[0] if alone else None


def _steps_and_jumps(context: Context, claims: Sequence[Claim], form: str) -> tuple[list[Claim], list[_Phrase]]:
    """One step or a jump of two the same ways, said together; and the claims that are left."""
    left, phrases = list(claims), []
    for near in [claim for claim in claims if claim.verb == "step"]:
        far = [claim for claim in left if (claim.verb, claim.long, claim.ways) == ("jump", 2, near.ways)]
        if far:
            left = [claim for claim in left if claim not in (near, far[0])]
            ways = context.language.directions(near.ways, on=context.places.on)
            phrases.append(_Phrase("move", (context.say("how.step_or_jump", dir=ways),)))
    return left, phrases


def _how(context: Context, claim: Claim) -> str:
    """A claim as a fragment without verb: `one square diagonally`."""
    say, key = context.say, claim.verb
    values = {
        "dir": context.language.directions(claim.ways, on=context.places.on) if not claim.short else "",
        "long_cells": context.language.cells(claim.long),
        "short_cells": context.language.cells(claim.short),
        "straight_cells": context.language.cells(claim.long - claim.short),
        "short": claim.short,
        "most": claim.most,
        "farthest": claim.long * claim.most,
    }
    if key == "slide" and claim.most:
        return say("how.one_or_two" if claim.most == 2 else "how.up_to", **values)
    if key == "cannon" and claim.most:
        return say("how.cannon_up_to", **values)
    if key == "rebound":
        kinds = {"_straight" if 0 in leap else "_diagonal" for way in claim.ways for leap in STRAIGHT[way]}
        which = kinds.pop() if len(kinds) == 1 else ""
        return say(f"how.rebound{which}", slide=_how(context, claim._replace(verb="slide")))
    if claim.any_way:
        free = claim._replace(verb="oblique" if claim.short else "jump", any_way=False)
        straight, diagonal = str(claim.long - claim.short), str(claim.short)
        return say("how.any_way", leap=_how(context, free), straight=straight, diagonal=diagonal)
    if key in ("oblique", "lameoblique", "rideoblique"):
        return _oblique(context, claim, values)
    if key == "ride" and claim.most:
        return say("how.ride_up_to", **values)
    if key in ("lameride", "lamerideoblique"):
        row = claim._replace(verb="rideoblique" if claim.short else "ride")
        return say("how.lame_oblique_way", leap=_how(context, row))
    if key == "hopride":
        row = claim._replace(verb="rideoblique" if claim.short else "ride")
        return say("how.hop_ride", leap=_how(context, row))
    if key == "hopjump":
        once = claim._replace(verb="oblique" if claim.short else "jump")
        return say("how.hop_jump", leap=_how(context, once))
    if key == "lame":
        if _is_long_step(claim):
            return say("how.double_step" if claim.long == 2 else "how.long_step", **values)
        return say("how.lame", **values)
    if claim.then is not None:
        return _bent(context, claim, claim.then, values)
    return say(f"how.{key}", **values)


def _bent(context: Context, claim: Claim, then: SecondLeg, values: dict[str, object]) -> str:
    """A path of two legs; of two straight ones in one sentence."""
    must = "must" if claim.must else "may"
    if claim.long == then.long == 1 and then.is_outward:
        far = {0: "far", 1: "one"}.get(then.most, "up_to")
        second = context.language.directions((then.kind,), on=context.places.on)
        return context.say(f"how.bend_{must}_{far}", **{**values, "then": second, "most": then.most})
    verb: Verb = "step"
    if claim.long > 1:
        verb = "oblique" if claim.short else "jump"
    first = _how(context, claim._replace(verb=verb, then=None))
    second = _how(context, _as_claim(then))
    if then.is_outward:
        second = context.say("how.straight_on" if claim.short else "how.outward", leap=second)
    return context.say(f"how.path_{must}", first=first, leap=second)


def _as_claim(leg: SecondLeg) -> Claim:
    """A second leg as a claim, in all directions of its kind where it goes outward."""
    if leg.long == 1:
        verb: Verb = "step" if leg.most == 1 else "slide"
    elif leg.short not in (0, leg.long):
        verb = "oblique" if leg.most == 1 else "rideoblique"
    else:
        verb = "jump" if leg.most == 1 else "ride"
    short = leg.short if verb in ("oblique", "rideoblique") else 0
    ways = leg.ways or (() if leg.leaps else (leg.kind,))
    return Claim(verb, ways, leg.long, short, leg.most, leaps=leg.leaps)


def _is_long_step(claim: Claim) -> bool:
    """True if a claim is said with "if both are empty" or "if all are", so that nobody thinks that it captures."""
    return claim.verb == "lame" and claim.use == "move"


def _oblique(context: Context, claim: Claim, values: dict[str, object]) -> str:
    """Leaps of a knight's kind, alone, in a row, or over nothing."""
    way = claim.ways[0] if claim.ways else ""
    if claim.verb == "lameoblique" and (way == "any" or not context.places.on):
        if way == "any":
            return context.say("how.lame_oblique", **values)
        return context.say("how.lame_oblique_way", leap=_leaps(context, _each_leap(claim), lame=True))
    if way:
        leap = context.say(f"how.oblique_{context.places.on or way}", **values)
    else:
        leap = _leaps(context, claim.leaps, lame=False)
    if claim.verb == "oblique":
        return leap
    key = "how.knightrider" if (claim.long, claim.short, way) == (2, 1, "any") else "how.oblique_rider"
    return context.say(f"{key}_up_to" if claim.most else key, **values, leap=leap)


def _each_leap(claim: Claim) -> tuple[Leap, ...]:
    return claim.leaps or tuple(sorted(oblique_leaps(claim.long, claim.short, claim.ways[0]), reverse=True))


def _leaps(context: Context, leaps: Iterable[Leap], *, lame: bool) -> str:
    """Each leap by its two legs, straight and then sideways; those whose first legs are one are said together.

    lame: the way that a lame one takes, straight and then diagonally.
    """
    by_first: dict[Leap, list[Leap]] = {}
    for right, forward in leaps:
        straight = (_sign(right), 0) if abs(right) > abs(forward) else (0, _sign(forward))
        by_first.setdefault(straight, []).append((right, forward))
    found = []
    for straight, several in by_first.items():
        long, short = max(map(abs, several[0])), min(map(abs, several[0]))
        turns = [(_sign(x), _sign(y)) if lame else (_sign(x) - straight[0], _sign(y) - straight[1]) for x, y in several]
        found.append(
            context.say(
                "how.leap_to",
                one_cells=context.language.cells(long - short if lame else long),
                one_dir=_directions(context, (straight,)),
                short=short,
                short_cells=context.language.cells(short),
                other_dir=_directions(context, turns),
            )
        )
    return context.language.join(found, "or")


def _directions(context: Context, leaps: Iterable[Leap]) -> str:
    return context.language.directions(straight_ways(leaps), on=context.places.on)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
