"""Why a move is refused, by what the compiled core has found out: small records of facts become reasons.

The core tells of usual moves what is wrong with each piece that is meant (`Core.facts_against`); all else is for
`reasons.py`, which asks the position. Both say the same of a move, with the words that stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.rules.general.definition import CastlingRule
from fairyscore.notation.rules.general.tables import CastlingWay, GeneralTables, Way, kind_of
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.variant import SEATING

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import FactsAgainst, FaultRow

MOST_SHOWN = 4
"""So many pieces, ways or moves are named in one reason."""

PieceOn = Callable[[int], int | None]
"""Gives the code of what stands on a cell; nothing or 0 for an empty one."""

SEATS = tuple(seat.name for seat in SEATING[2])


class RowFault(IntEnum):
    """A fault of a piece that is meant by a refused move, or of a castling.

    Its row has the cell of the piece; the home of the king for RIGHT_IS_GONE. What else has to do with it: for BLOCKED what
    stands on its ways, for LEAVES_CHECK the king and those who attack him then, for ATTACKED those who attack the cell.
    """

    OWN_ON_TARGET = 0
    LACKS_WAY = 1
    BLOCKED = 2
    LEAVES_CHECK = 3
    AMBIGUOUS = 4
    RIGHT_IS_GONE = 5
    IN_BETWEEN = 6
    ATTACKED = 7


class PieceWords(NamedTuple):
    """The pieces of a game in words, by their codes.

    names: `pawn`; with_owner: `a white pawn`. rules: the rule about a piece, by its name.
    """

    names: tuple[str, ...]
    with_owner: tuple[str, ...]
    rules: Mapping[str, str]

    def standing(self, piece: int, cell: str) -> str:
        """A piece with the name of its cell: `a white pawn on e4`."""
        return f"{self.with_owner[piece]} on {cell}"


@lru_cache(maxsize=64)
def piece_words(tables: GeneralTables) -> PieceWords:
    """The pieces of a game in words, and walls."""
    names = tuple(tables.kinds[kind_of(piece)].name for piece in tables.codes)
    owned = (f"a {SEATS[piece & 1]} {name}" for piece, name in zip(tables.codes, names, strict=True))
    rules = {kind.name: kind.rule for kind in reversed(tables.kinds)}
    return PieceWords(("piece", "wall", *names), ("a piece", "a wall", *owned), rules)


def citing(reason: Reason, tables: GeneralTables) -> Reason:
    """A reason with the rule that it is about: of its code, else of its piece."""
    if reason.rule:
        return reason
    rule = tables.rules.cites.get(reason.code) or piece_words(tables).rules.get(str(reason.facts.get("piece")), "")
    return Reason(reason.code, reason.facts, rule, reason.case) if rule else reason


def whence(meant: Sequence[str], every: Sequence[str]) -> str:
    """Why no piece of a sort reaches a cell. meant: the cells of those that a text may mean; every: of all."""
    if not every:
        return "; there is none left"
    if not meant:
        return f"; none stands where the move says, only on {', '.join(every)}"
    return f"; it cannot be reached from {', '.join(meant)}"


def blocked_paths(tables: GeneralTables, ways: Iterable[Way], target: int, board: PieceOn) -> tuple[str, ...]:
    """Each way to a cell with what stands on it; none where one is free."""
    cells, words = tables.board.cells, piece_words(tables)
    paths = []
    for way in ways:
        path = (*way.before, *way.cells[: way.cells.index(target)]) if way.style else way.before
        standing = ", ".join([words.standing(piece, cells[cell]) for cell in path if (piece := board(cell))])
        if not standing:
            return ()
        paths.append(standing if len(path) == 1 else f"{' '.join([cells[cell] for cell in path])}: {standing}")
    return tuple(dict.fromkeys(paths))


def lost_right(tables: GeneralTables, number: int, turn: int, board: PieceOn) -> str:
    """Why the right to a castling is no longer there. number: of its rule."""
    king, rook = tables.castling_cells(number)
    if board(king) not in tables.royal[turn]:
        return f"the king is not on {tables.board.cells[king]}"
    partner = tables.kinds[tables.kind_by_mark[min(tables.rules.castlings[number].partners)]].name
    return f"the king has moved before, or the {partner} of {tables.board.cells[rook]} has moved or was taken"


def castling_conditions(
    tables: GeneralTables,
    way: CastlingWay,
    kings: Container[int],
    board: PieceOn,
    attackers: Callable[[int], Iterable[int]],
) -> Iterator[str]:
    """Every condition of a castling that does not hold, its right aside.

    kings: the cells that must not be attacked. attackers: gives the cells from which one is.
    """
    cells, words = tables.board.cells, piece_words(tables)
    for cell in way.empty:
        if piece := board(cell):
            yield f"{words.with_owner[piece]} stands between, on {cells[cell]}"
    for cell in dict.fromkeys((way.king_from, *way.safe)):
        for by in attackers(cell):
            attacker = words.standing(board(by) or 0, cells[by])
            if cell in kings:
                yield f"the king is in check from {attacker}"
            else:
                yield f"{cells[cell]} is attacked by {attacker}"


def no_castling(rule: CastlingRule, condition: str, *, has_king: bool) -> Reason:
    """The reason against a castling; its advice names the cells that must be safe in this game, if any must."""
    case = "" if rule.safe < 0 else "between"
    if rule.safe == 0 or not has_king:
        case = "attacked"
    facts: Facts = {"mover": SEATS[rule.seat], "castling": CASTLINGS[rule.side], "condition": condition}
    return Reason(Code.CASTLING, facts, rule.rule, case)


def ambiguous(tables: GeneralTables, text: str, target: int, origins: Iterable[int]) -> Reason:
    """The reason against a move that several pieces may make."""
    cells = tables.board.cells
    return Reason(
        Code.AMBIGUOUS, {"text": text, "between": tuple([f"{cells[one]}-{cells[target]}" for one in origins])}
    )


# -- from the facts of the core ------


def usual_reasons(tables: GeneralTables, parsed: ParsedMove, text: str, against: FactsAgainst) -> tuple[Reason, ...]:
    """The reasons against a move whose text leaves open which piece goes, or against a castling.

    text: the move. against: see `Core.facts_against`.
    """
    turn, there, rows, meant, every = against
    if parsed.action == CASTLE:
        found = list(_against_castling(tables, parsed.castle, turn, rows))
    elif rows and rows[0][0] == RowFault.AMBIGUOUS:
        found = [ambiguous(tables, text, parsed.target, [row[1] for row in rows])]
    else:
        found = []
        for row in rows:
            reason = _against_piece(tables, parsed.target, turn, there, row)
            if reason not in found:
                found.append(reason)
        del found[MOST_SHOWN:]
    if not found:
        cells = tables.board.cells
        where = whence([cells[cell] for cell in meant], [cells[cell] for cell in every])
        name, target = tables.kinds[parsed.kind].name, cells[parsed.target]
        found.append(
            Reason(Code.NO_PIECE_REACHES, {"piece": name, "mover": SEATS[turn], "cell": target, "where": where})
        )
    return tuple([citing(reason, tables) for reason in found])


def _against_piece(tables: GeneralTables, target: int, turn: int, there: int, row: FaultRow) -> Reason:
    """What keeps a piece from a cell. there: what stands on it."""
    fault, origin, piece, others = row
    cells, words = tables.board.cells, piece_words(tables)
    name = words.names[piece]
    if fault == RowFault.OWN_ON_TARGET:
        return Reason(Code.OWN_PIECE, {"mover": SEATS[turn], "piece": name, "cell": cells[target]})
    if fault == RowFault.LEAVES_CHECK:
        (king, king_piece), *attackers = others
        by = tuple([words.standing(other, cells[cell]) for cell, other in sorted(attackers, key=_by_piece)])
        facts: Facts = {"mover": SEATS[turn], "king": words.names[king_piece], "cell": cells[king], "by": by}
        return Reason(Code.LEAVES_CHECK, facts)
    facts = {"piece": name, "origin": cells[origin], "target": cells[target]}
    if fault == RowFault.BLOCKED:
        ways = [way for way in tables.ways(piece, origin) if target in way.cells]
        if there:
            usable = [way for way in ways if way.captures]
        else:
            usable = [way for way in ways if way.moves]
        return Reason(Code.PATH_BLOCKED, facts | {"paths": blocked_paths(tables, usable, target, dict(others).get)})
    if there:
        return Reason(Code.CANNOT_TAKE, facts | {"blocker": words.with_owner[there]})
    return Reason(Code.NOTHING_TO_TAKE, facts)


def _by_piece(standing: tuple[int, int]) -> tuple[int, int]:
    cell, piece = standing
    return piece, cell


def _against_castling(tables: GeneralTables, side: int, turn: int, rows: Sequence[FaultRow]) -> Iterator[Reason]:
    """What is against a castling to a side."""
    castlings = tables.rules.castlings
    number = next(number for number, rule in enumerate(castlings) if (rule.seat, rule.side) == (turn, side))
    board = {cell: piece for _, cell, piece, _ in rows}
    attackers: dict[int, list[int]] = {}
    for _, cell, _, others in rows:
        board |= others
        attackers[cell] = [other for other, _ in sorted(others, key=_by_piece)]
    if rows[0][0] == RowFault.RIGHT_IS_GONE:
        yield no_castling(castlings[number], lost_right(tables, number, turn, board.get), has_king=True)
    way = tables.castling_ways[number, *tables.castling_cells(number)]
    kings = [cell for cell, piece in board.items() if piece in tables.royal[turn]]
    for condition in castling_conditions(tables, way, kings, board.get, lambda cell: attackers.get(cell, ())):
        yield no_castling(way.rule, condition, has_king=True)
