"""Which games are won by mate of one king on each side and by nothing else, with usual pieces on any board.

Their positions are read strictly, their castlings are written by the king's way, and a refused move may be made all the
same for judging what follows.
"""

from collections.abc import Iterator
from itertools import chain

from fairyscore.notation.boards import bits, mask_of
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.definition import ANYWHERE, CourseRules, GameRules, Movement
from fairyscore.notation.rules.general.tables import GeneralTables, Way, code, kind_of


def is_won_by_mate(start: GeneralBoard) -> bool:
    """True if the game that begins with a position is won by mate alone.

    It has leaps and lines of each kind, pawns, castling, promotion and mate of one king; no hands, walls, hoppers, captures
    that do more than capture, pieces that may not take some others, or other ends.
    """
    tables, rules = start.tables, start.tables.rules
    usual = GameRules(rules.board, rules.pieces, rules.start, cell=rules.cell, regions=rules.regions)
    others = rules._replace(
        promotions=(),
        pool=frozenset(),
        castlings=(),
        unjudged=(),
        cites={},
        course=CourseRules(),
        ends=rules.ends._replace(stalemate="draws"),
    )
    return (
        others == usual
        and rules.ends.stalemate != "wins"
        and sum(kind.royal for kind in tables.kinds) == 1
        and all(len(start.kings(seat)) == 1 for seat in range(SEATS))
        and not any(kind.royal and kind.pawn for kind in tables.kinds)
        and not any(movement.hop for movement in _movements(tables))
        and not tables.not_takes
        and not tables.has_legs
        and _simple_pawns(tables)
        and _simple_promotions(tables)
        and _simple_castlings(start)
    )


def _movements(tables: GeneralTables) -> Iterator[Movement]:
    return chain.from_iterable(kind.movements for kind in tables.kinds)


def _passing(tables: GeneralTables) -> Iterator[tuple[int, int, Way]]:
    """First moves that leave cells where the piece may be taken in passing: the piece, where it begins, and the way."""
    for piece in tables.first_movers:
        for origin in bits(_first_cells(tables, piece)):
            for way in tables.ways(piece, origin):
                if way.first and way.passed:
                    yield piece, origin, way


def _first_cells(tables: GeneralTables, piece: int) -> int:
    """The cells, as bits, from which a piece may make a first move."""
    kind, seat, found = tables.kinds[kind_of(piece)], piece & 1, 0
    for mobility in kind.mobility:
        if mobility.has_first_moves:
            found |= kind.first[seat] if mobility.origins == ANYWHERE else mobility.origins[seat]
    return found & (1 << tables.size) - 1


def _simple_pawns(tables: GeneralTables) -> bool:
    """True if only pawns take in passing, wherever they take at all, and each first move passes one cell."""
    for piece, _, way in _passing(tables):
        if piece not in tables.pawns or len(way.passed) > 1 or way.captures:
            return False
    return all(piece in tables.pawns and _captures_one_way(tables, piece) for piece in tables.takes_en_passant)


def _captures_one_way(tables: GeneralTables, piece: int) -> bool:
    """True if a piece, from each cell, captures with all its captures in passing too, or with none."""
    mobility = tables.kinds[kind_of(piece)].mobility
    if all(movement.en_passant for one in mobility for movement in one.movements if movement.captures):
        return True
    ways = (tables.ways(piece, cell) for cell in range(tables.size))
    return all(len({way.en_passant for way in from_cell if way.captures}) < 2 for from_cell in ways)


def _simple_promotions(tables: GeneralTables) -> bool:
    """True if at most one promotion comes with a move, and texts name what it is to; none beside a capture in passing, and
    none with the double step that it would answer."""
    rules = tables.rules
    passed = [0, 0]  # by seat, the cells where its pieces may be taken in passing
    doubled = []  # the pieces with such a first move, each with where it begins and the cells that it leads to
    for piece, origin, way in _passing(tables):
        passed[piece & 1] |= mask_of(way.passed)
        doubled.append((piece, origin, mask_of(way.cells)))
    for number, rule in enumerate(rules.promotions):
        marks, kind = (*rule.to[0], *rule.to[1]), tables.kind_by_mark[rule.piece]
        if rule.in_place or rule.capture_only or rule.limit or rule.demotion or rules.pieces[kind].royal:
            return False
        if not rule.silent and any(mark.startswith("+") for mark in marks):
            return False
        others = [other for other in rules.promotions[:number] if other.piece == rule.piece]
        for seat in range(SEATS):
            beside = rule.on[seat] & passed[seat ^ 1] and not (rule.implied or rule.silent)
            if beside and code(kind, seat) in tables.takes_en_passant:
                return False
            own = code(kind, seat)
            if any(
                p == own and rule.on[seat] & cells and rule.origins[seat] >> origin & 1 for p, origin, cells in doubled
            ):
                return False
            for other in others:
                together = rule.on[seat] & other.on[seat] and rule.origins[seat] & other.origins[seat]
                if together or rule.touch or other.touch:
                    return False
    return True


def _simple_castlings(start: GeneralBoard) -> bool:
    """True if each castling has one place, and what attacks behind it attacked before, as nothing stands beyond the
    partner and only lines lead along the rank. On rings the rule itself names the cells that may not be attacked."""
    tables, rules = start.tables, start.tables.rules
    if not rules.castlings:
        return True
    if len({(rule.seat, rule.side) for rule in rules.castlings}) != len(rules.castlings):
        return False
    if tables.board.shape == "rings":
        return all(min(rule.king_from, rule.rook_from, rule.empty, rule.safe) >= 0 for rule in rules.castlings)
    kings = {rule.king for rule in rules.castlings}
    edges = {0, tables.geometry.files - 1}
    return (
        tables.board.shape == "rectangle"
        and tables.size == tables.geometry.files * tables.geometry.ranks
        and kings == {kind.mark for kind in tables.kinds if kind.royal}
        and all(tables.board.spots[rook][0] in edges for _, _, rook in start.castles)
        and len(start.castles) == len(rules.castlings)
        and not any(
            movement.captures and (movement.lame or movement.bend or movement.rebounds)
            for movement in _movements(tables)
        )
        and not any(
            rules.castlings[index].king_to in way.cells
            for index, king, _ in start.castles
            for way in tables.ways(start.board[king], king)
        )
    )
