"""What of a game makes no sense, though each key of its file is understood: the last look before a game is played.

Every game of a file is looked at here, whether it is checked, played or written for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import ANYWHERE, NOWHERE, GameRules, Movement
from fairyscore.notation.rules.general.rows import HARMLESS, ON_TARGET
from fairyscore.notation.text import suggestion
from fairyscore.notation.variants.file_schema import Fault, Path

DRAWN = (
    "pawn", "crossed pawn", "rook", "bishop", "queen", "king", "knight", "horse", "camel", "dababah-rider", "kyrin-king",
    "wazir", "wizard", "dragon", "roc", "eagle", "raven", "elephant", "tiger", "cannon", "vao", "lion", "prince",
    "champion", "guard", "unicorn", "lance", "gold general", "silver general",
    "yurt", "tower", "duke", "monk", "ninja", "serpent", "offering", "angel", "archer", "lancer", "ship", "rhino",
    "kangaroo", "squire", "knighted squire", "fox", "duchess", "wooden horse", "soldier", "advisor", "cardinal", "falcon",
    "khun", "met", "khon", "ruea", "bia",
    "low rook", "cart", "horse looking back", "marshal", "caliph", "gnu", "bishop-dababah-rider", "camel-dababah-rider",
)  # fmt: skip
"""The names of the drawings that there are (`render/glyphs`), which notation does not import."""

PLACES = ("mover", "around", "attacked")
BECOMES = {
    **dict.fromkeys(("gone", "wall", "owner"), (*PLACES, "mated")),
    **dict.fromkeys(("taken", "joined"), PLACES),
    **dict.fromkeys(("pulled", "pushed"), ("faced",)),
    "mirrored": ("mover",),
    "hole": ("left",),
}
"""Of which pieces an effect makes what."""


def unsound(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """The faults of a game. data: its document; rules: what the document means."""
    yield from _names(data)
    yield from _promotions(data, rules)
    yield from _written_alike(rules)
    yield from _dropped_alike(rules)
    yield from _out_of_place(rules)
    yield from _second_kings(data, rules)
    yield from _en_passant(data, rules)
    yield from _passed(data, rules)
    yield from _gates(rules)
    yield from _bound(data, rules)
    yield from _ends(data, rules)
    yield from _of_squares(data, rules)
    yield from _words(data)
    yield from _rows(data, rules)


def _of_squares(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """Faults of rules about files, ranks and neighbours of squares, on a board of something else."""
    lattice = rules.board.lattice
    if rules.arrows and rules.board.shape == "rings":
        yield ("board", "arrows"), "arrows are for flat boards of squares, where a direction is the same everywhere"
    if rules.walls is not None and rules.walls.through and rules.board.shape == "rings":
        yield ("wall", "through"), "walls are passed through on flat boards of squares only"
    if rules.board.shape == "rings":
        for number, kind in enumerate(rules.pieces):
            if any(movement.any_way for movement in kind.movements):
                why = "nn is for flat boards: behind the centre of rings, single steps no longer go on as they began"
                yield ("piece", number, "moves"), why
    if rules.board.shape == "strip":
        yield from _of_strips(rules)
    if lattice is SQUARES:
        return
    ends, hand = rules.ends, rules.hand
    told: dict[Path, object] = {
        ("wall",): rules.walls,
        ("condition",): any(row.relation in ("faced", "backed") for row in rules.conditions),
        ("gating",): rules.gating,
        ("bikjang",): ends.bikjang,
        ("end", "line"): ends.line,
        ("hand", "no_double"): hand and hand.no_double,
        ("board", "arrows"): rules.arrows,
    }
    for path, rule in told.items():
        if rule:
            yield path, f"{path[-1]} is for boards of squares; on {lattice.name} it has no meaning yet"


def _of_strips(rules: GameRules) -> Iterator[Fault]:
    """Faults of rules about right and left on a board where these change places."""
    if rules.board.twist > 1 + max(rank for _, rank in rules.board.spots):
        yield ("board", "twist"), "the strip is twisted behind one of its ranks"
    if rules.arrows:
        yield ("board", "arrows"), "arrows are for boards where right and left are the same everywhere"
    if rules.walls is not None and rules.walls.through:
        yield ("wall", "through"), "walls are passed through on boards where right and left are the same everywhere"
    for number, kind in enumerate(rules.pieces):
        if any(_turns_aside(movement) for movement in kind.movements):
            yield ("piece", number, "moves"), "on a strip no path bends, and lame leaps go straight on"


def _turns_aside(movement: Movement) -> bool:
    """True if a movement goes on in another direction than it began."""
    lame = movement.lame and any(right and ahead for right, ahead in movement.leaps)
    return lame or bool(movement.bend) or movement.rebounds


def _rows(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """Rows that say nothing, or that this board has no cells for."""
    beside = [piece.takes for piece in rules.pieces if piece.takes not in ON_TARGET | HARMLESS]
    if beside and rules.board.shape != "rectangle":
        yield ("board",), f"captures of the kind {beside[0]} need a board of squares without joined edges"
    yield from _conditions(data)
    for number, kind in enumerate(rules.pieces):
        if both := sorted(kind.takes_own & kind.not_takes):
            yield (
                ("piece", number, "not_takes"),
                f"{kind.mark} takes {both[0]} of its own side, and never takes {both[0]}",
            )
    yield from _twice(rules)
    if rules.exchange is not None and not rules.undo:
        yield (
            ("capture", "exchange"),
            "a position says with ! what undo = false forbids; it has no room for a lost piece",
        )
    for number, effect in enumerate(data.get("effect", ())):
        here, becomes, on = ("effect", number, "becomes"), effect["becomes"], effect.get("on", "mover")
        if becomes in ("taken", "joined") and effect["when"] != "capture":
            yield here, f"{becomes} is about what is captured; it needs when = 'capture'"
        elif becomes == "hole" and not _plain_beside_holes(rules):
            yield (
                here,
                "with holes go no castling, hand, walls, conditions, turns, nor captures of other kinds",
            )
        elif becomes == "mirrored" and rules.board.shape != "levels":
            yield here, "mirrored is for several boards; say shape = 'boards' and levels = 2"
        elif on not in BECOMES[becomes]:
            yield here, f"{becomes} goes with on = {' or '.join(map(repr, BECOMES[becomes]))}; here it is {on!r}"
        elif effect["when"] == "leave" and on not in ("mover", "around"):
            yield here, f"leave is about where a piece leaves the board, and what stands around; not about {on!r}"
        elif becomes == "joined" and not effect.get("joins"):
            yield here, 'joined needs a table joins, as "R B" = "Q"'


def _twice(rules: GameRules) -> Iterator[Fault]:
    """Pieces that go twice, and what is not told together with them."""
    others = (rules.walls, rules.gating, rules.turns, rules.effects, rules.conditions, rules.ends.bikjang)
    for number, piece in enumerate(rules.pieces):
        here = ("piece", number, "twice")
        if piece.twice and any(others):
            yield (
                here,
                "beside pieces that go twice there are no walls, gates, conditions, effects nor turns of several moves",
            )
        elif piece.twice and (piece.takes != "displace" or any(p.piece == piece.mark for p in rules.promotions)):
            yield here, "a piece that goes twice captures by moving onto others, and is not promoted"
        elif any(movement.most != 1 or movement.hop or movement.bend for group in piece.twice for movement in group):
            yield here, "the steps of a piece that goes twice are single leaps"


def _plain_beside_holes(rules: GameRules) -> bool:
    """True if a game has nothing that does not know holes."""
    others = (rules.castlings, rules.hand, rules.walls, rules.conditions, rules.turns, rules.ends.bikjang, rules.gating)
    return (
        not any(others) and len(rules.effects) == 1 and all(p.takes == "displace" and not p.anti for p in rules.pieces)
    )


def _conditions(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Keys of conditions that do not go together."""
    for number, condition in enumerate(data.get("condition", ())):
        then = condition.get("then", "frozen")
        if "like" in condition and then != "moves":
            yield ("condition", number, "like"), "like says as what a piece moves; it needs then = 'moves'"
        if "instead" in condition and then != "moves":
            yield ("condition", number, "instead"), "instead says how a piece moves; it needs then = 'moves'"
        if "ways" in condition and condition["while"] != "faced":
            yield ("condition", number, "ways"), "ways are those on which a piece is faced; they need while = 'faced'"
        if then == "takes" and condition["while"] != "attacked":
            yield ("condition", number, "then"), "takes is about what attacks a piece; it needs while = 'attacked'"


def _words(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Words for other languages: of a language that rules are said in, of pieces and regions that there are."""
    from fairyscore.notation.rules.wording.language import LANGUAGES, language

    pieces = [piece["name"] for piece in data.get("piece", ())]
    for code, words in data.get("words", {}).items():
        here = ("words", code)
        if code not in LANGUAGES:
            yield here, f"rules are not said in {code}; there are {', '.join(LANGUAGES)}"
            continue
        genders = tuple(language(code).grammar["pronouns"])
        for name, forms in words.get("piece", {}).items():
            place = (*here, "piece", name)
            if name not in pieces:
                yield place, f"there is no piece {name}{suggestion(name, pieces)}"
            if len(forms) not in (3, 4):
                yield place, "a noun is a list: singular, gender, plural, and the singular in other cases if it differs"
            elif forms[1] not in genders:
                yield place, f"{forms[1]} is not a gender in {code}; there are {', '.join(genders)}"
        for name in words.get("region", {}):
            if name not in data.get("region", {}):
                known = list(data.get("region", {}))
                yield (*here, "region", name), f"there is no region {name}{suggestion(name, known)}"


def _names(data: Mapping[str, Any]) -> Iterator[Fault]:
    if not data["title"].strip():
        yield ("title",), "the title is empty; a game needs a name"
    seen: set[str] = set()
    for number, piece in enumerate(data.get("piece", ())):
        name = piece["name"].strip()
        if not name:
            yield ("piece", number, "name"), f"the piece {piece['letter']} has an empty name; messages need one"
        elif name in seen and "counts_as" not in piece:
            yield ("piece", number, "name"), f"two pieces are called {name}; each needs a name of its own"
        seen.add(name)
        yield from _glyph(piece.get("glyph", ""), ("piece", number, "glyph"))


def _glyph(text: str, path: Path) -> Iterator[Fault]:
    """Pictures are named by one drawing, or by two that are joined; without a picture a piece is a letter on a tile."""
    if text.endswith(".svg"):
        if "/" in text or "\\" in text:
            yield path, f"{text} is a path; name a file that lies beside this one"
        return
    names = text.split("+") if text else []
    for name in names:
        if name not in DRAWN:
            there = suggestion(name, DRAWN) or f"; there are {', '.join(DRAWN)}"
            yield path, f"there is no drawing {name}{there}"
    if len(names) > 2:
        yield path, f"{text} joins {len(names)} drawings; two are the most"


def _promotions(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    for number, rule in enumerate(rules.promotions):
        here = ("promotion", number)
        into = {mark for marks in rule.to for mark in marks}
        if rule.on == NOWHERE:
            yield (*here, "on"), f"{rule.piece} is promoted on no cell; name the cells, or leave this promotion out"
        if rule.piece in into and rule.limit.get(rule.piece) != 0:
            yield (
                (*here, "to"),
                f"{rule.piece} is promoted to itself; name other pieces, or `must = false` for a choice",
            )
        if rule.captured and not into & rules.pool:
            what = f"pool has none of {' '.join(sorted(into))}" if rules.pool else "there is no pool"
            yield (
                (*here, "captured"),
                f'nothing can be promoted: {what}; name the captured pieces in pool, as pool = "Q R"',
            )


def _written_alike(rules: GameRules) -> Iterator[Fault]:
    """Promotions of which a text does not tell which one is meant: what is never written, what engines write as `+`, and
    pieces of one letter."""
    letters = {kind.mark: kind.letter for kind in rules.pieces}
    for number, rule in enumerate(rules.promotions):
        here = ("promotion", number, "to")
        rivals = [other for other in rules.promotions if other.piece == rule.piece and other is not rule]
        for seat, to in enumerate(rule.to):
            together = [other for other in rivals if other.to[seat] and rule.on[seat] & other.on[seat]]
            if rule.silent and (len(to) > 1 or (to and together)):
                yield here, f"{rule.piece} has several promotions, and this one is never written; name one piece only"
            plus = dict.fromkeys(mark for other in (rule, *together) for mark in other.to[seat] if mark.startswith("+"))
            if len(plus) > 1 and not rule.demotion:
                both = " or ".join(plus)
                why = "moves of engines have only a + for it; take a mark without + for one of them"
                yield here, f"{rule.piece} may turn into {both}: {why}"
            into = dict.fromkeys(mark for other in (rule, *together) for mark in other.to[seat])
            for one, another in combinations(into, 2):
                if letters[one] == letters[another] and rule.on[seat]:
                    why = f"both are written {letters[one]}; give one of them another letter"
                    yield here, f"{rule.piece} may turn into {one} or {another}: {why}"
        if rule.silent and not rule.must:
            yield (
                ("promotion", number, "silent"),
                "a promotion that is never written cannot be a choice; leave out must",
            )


def _dropped_alike(rules: GameRules) -> Iterator[Fault]:
    """Pieces of one letter that may be in one hand: of their drops no text tells which one is meant."""
    if rules.hand is None or not rules.hand.drops:
        return
    held = set(re.findall(r"\{\w+\}|\+?\w", rules.start.partition("[")[2].partition("]")[0]))
    marks = {mark.strip("{}").upper() for mark in held} | {kind.hand_as for kind in rules.pieces} & rules.hand.takes
    for one, another in combinations([kind for kind in rules.pieces if kind.mark in marks], 2):
        if one.letter == another.letter:
            why = f"{one.mark} and {another.mark} are both dropped as {one.letter}"
            yield ("hand",), f'{why}; give one of them another letter, or hand_as = "{one.mark}"'
    if rules.hand.promoted:
        yield from _dropped_promoted(rules)


def _dropped_promoted(rules: GameRules) -> Iterator[Fault]:
    """Promoted pieces as which two others may be dropped: no text tells which of them leaves the hand."""
    origins: dict[str, dict[str, None]] = {}
    for rule in rules.promotions:
        for mark in () if rule.demotion else sorted(rule.marks):
            origins.setdefault(mark, {})[rule.piece] = None
    for mark, pieces in origins.items():
        if mark.startswith("+") and len(pieces) > 1:
            why = f"{' and '.join(pieces)} would both be dropped as {mark}"
            yield ("hand", "promoted"), f"{why}; let one of them be promoted to another piece"


def _out_of_place(rules: GameRules) -> Iterator[Fault]:
    """Promotions on cells where the new piece may not be: no FEN of such a position would be read."""
    stays = {kind.mark: kind.stays for kind in rules.pieces}
    for number, rule in enumerate(rules.promotions):
        for seat, to in enumerate(rule.to):
            everywhere = (1 << len(rules.board.cells)) - 1
            wrong = [mark for mark in to if rule.on[seat] & everywhere & ~stays[mark][seat]]
            if wrong and rule.piece not in wrong:
                why = f"{rule.piece} may turn into {wrong[0]} where {wrong[0]} may not be; say where in on, or change stays"
                yield ("promotion", number, "on"), why
                break


def _second_kings(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """Royal pieces of which a side may come to have two: each side has one at most, and mate is about that one."""
    royal = {kind.mark for kind in rules.pieces if kind.royal}
    how = (
        "each side has one royal piece at most; for several, leave royal out and use [[end.extinct]] with pseudo_royal"
    )
    for number, rule in enumerate(rules.promotions):
        made = rule.marks & royal
        if made and rule.piece not in royal and not rule.enemy:
            yield ("promotion", number, "to"), f"{rule.piece} may turn into a second {' '.join(sorted(made))}: {how}"
    for number, row in enumerate(rules.effects):
        here = ("effect", number, "becomes")
        if row.becomes == "owner" and row.on != "mover" and royal - row.spares:
            spared = " ".join(sorted(royal | row.spares))
            yield here, f"an enemy king may come to change sides; say spares = {spared!r}, or: {how}"
        if royal.intersection(row.joins.values()):
            yield here, f"two pieces may be joined to a second {' '.join(sorted(royal))}: {how}"
    if royal and rules.turns is not None and rules.turns.released:
        yield ("turn", "released"), f"a king that is captured on the way would change sides: {how}"
    if rules.hand is not None:
        for number, kind in enumerate(rules.pieces):
            if kind.hand_as in royal & rules.hand.takes and not kind.royal:
                yield ("piece", number), f"a captured {kind.mark} would come back as a second {kind.hand_as}: {how}"
    placement, _, rest = rules.start.partition(" ")[0].partition("[")
    standing = re.findall(r"\{\w+\}|\+?[A-Za-z][~']?", placement) + re.findall(r"\+?[A-Za-z]", rest)
    for side, turned in (("white", str.upper), ("black", str.lower)):
        kings = [mark for mark in royal for piece in standing if piece.strip("{}") == turned(mark)]
        if len(kings) > 1:
            yield ("start",), f"{side} has {len(kings)} royal pieces, {' '.join(kings)}: {how}"


def _en_passant(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """A capture en passant of which nothing makes sure that it ever comes: no move passes over cells."""
    for kind in rules.pieces:
        for mobility in kind.mobility:
            for movement in mobility.movements:
                passes = movement.first and (movement.lame or movement.most != 1)
                if passes and (mobility.origins != ANYWHERE or kind.first != NOWHERE):
                    return
    for number, kind in enumerate(rules.pieces):
        if any(movement.en_passant for movement in kind.movements):
            key = "en_passant" if data["piece"][number].get("en_passant") else "moves"
            why = f"{kind.mark} captures en passant, but no move can be answered so"
            yield (
                ("piece", number, key),
                f"{why}; mark the double step with i and n, as in ifmnD, and say its cells in first",
            )
            return


def _passed(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """Cells on which a piece may be captured in passing that no move of it passes so."""
    for number, kind in enumerate(rules.pieces):
        named = data["piece"][number].get("passed")
        if named not in (None, "-") and not any(movement.first for movement in kind.movements):
            yield (
                ("piece", number, "passed"),
                f"{kind.mark} is captured en passant only after a move marked i, and has none; write the long step ifmnD",
            )


def _gates(rules: GameRules) -> Iterator[Fault]:
    if rules.gating == "seirawan" and rules.hand is None:
        yield (
            ("gating",),
            "pieces come from the hand with a first move, but there is no [hand]; add one with drops = false",
        )
    if rules.gating and _has_castling_files(rules):
        yield ("gating",), f"{_ALIKE}; leave out castling or gating"
    if rules.gating == "seirawan" and rules.walls is not None:
        yield ("wall",), "a move brings in a wall or a piece from the hand, not both; leave out [wall] or gating"
    if rules.gating == "seirawan":
        ranks = rules.start.partition(" ")[0].partition("[")[0].split("/")
        marks = [mark for rank in (ranks[0], ranks[-1]) for mark in re.findall(r"\{\w+\}|\w", rank)]
        first = {mark.upper() for mark in marks}
        for number, rule in enumerate(rules.promotions):
            if not rule.silent and {rule.piece, f"{{{rule.piece}}}"} & first:
                why = "from the first rank, a promotion and a move that brings a piece in are written alike (a1a8s)"
                yield ("promotion", number), f"{why}; leave out gating or this promotion"


_ALIKE = "a position names by their files pieces that have not moved, and here the file k or q is written as a castling"


def _has_castling_files(rules: GameRules) -> bool:
    """True if a file has the letter of a castling that there is."""
    return bool(rules.castlings) and any(cell[0] in "kq" for cell in rules.board.cells)


def _bound(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    """Moves that ask whether a piece has moved, or to be safe, where that cannot be known."""
    for number, piece in enumerate(data.get("piece", ())):
        extras = piece.get("extra", ())
        mobility = rules.pieces[number].mobility[-len(extras) :] if extras else ()
        for place, (extra, own) in enumerate(zip(extras, mobility, strict=True)):
            here = ("piece", number, "extra", place)
            if extra.get("unmoved") and _has_castling_files(rules):
                yield (*here, "unmoved"), f"{_ALIKE}; leave out castling or unmoved"
            if extra.get("unmoved") and rules.gating:
                yield (*here, "unmoved"), "with gating, the files in a position mean other first moves; leave one out"
            if extra.get("safe") and rules.board.shape != "rectangle":
                yield (*here, "safe"), "what a leap goes over is known on boards of squares without joined edges"
            elif extra.get("safe") and any(m.captures or m.most != 1 or m.hop or m.bend for m in own.movements):
                yield (*here, "moves"), "moves that have to be safe are leaps that capture nothing, as mAmD"


def _ends(data: Mapping[str, Any], rules: GameRules) -> Iterator[Fault]:
    ends = rules.ends
    wins = (ends.goals, ends.extinction, ends.line, ends.checks, ends.castling, ends.points, ends.counts, ends.bikjang)
    royal = any(kind.royal for kind in rules.pieces)
    if not royal and not any(wins) and ends.stalemate == "draws" and not rules.unjudged:
        how = "mark a piece royal = true, or say in [end] what wins (goal, extinct, line, checks, stalemate)"
        yield (
            ("end",) if "end" in data else (),
            f"nobody can win: no piece is royal and nothing else ends the game; {how}",
        )
    for one, other in combinations(ends.extinction, 2):
        both = one.pieces & other.pieces
        if both and (one.at, one.opponent) == (other.at, other.opponent) and one.result != other.result:
            why = f"who has lost all {' '.join(sorted(both))} {one.result} by one rule and {other.result} by another"
            yield ("end", "extinct"), f"{why}; say one result"
