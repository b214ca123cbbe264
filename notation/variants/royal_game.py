"""Makes a `Variant` of a royal game's sheet: what all games won by mate have in common."""

from __future__ import annotations

from fairyscore.notation.moves import long, san
from fairyscore.notation.positions.royal import read_position, write_position
from fairyscore.notation.rules.moves import CASTLINGS
from fairyscore.notation.rules.readings import Reading, Section
from fairyscore.notation.rules.royal.sheet import RoyalSheet
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.royal.tables import RoyalTables
from fairyscore.notation.rules.seats import SEATING
from fairyscore.notation.rules.variant import ManName, Notation, State, Variant


def royal_game(
    name: str,
    title: str,
    family: str,
    page: str,
    sheet: RoyalSheet,
    *,
    sections: tuple[Section, ...],
    readings: tuple[Reading, ...] = (),
    warnings: tuple[str, ...] = (),
    board_rule: str = "",
    notations: tuple[Notation, ...] = (long, san),
) -> Variant:
    """The variant that plays by a sheet. Its tables are laid here, once."""
    tables = RoyalTables(sheet)
    start = read_position(sheet.start, tables)

    def write(state: State) -> str:
        assert isinstance(state, RoyalState)
        return write_position(state)

    return Variant(
        name=name,
        title=title,
        family=family,
        board=sheet.board,
        seats=SEATING[2],
        men=tuple(ManName(kind.letter, kind.name) for kind in sheet.kinds),
        page=page,
        sheet=sections,
        readings=readings,
        begin=start.copy,
        read_position=lambda text: read_position(text, tables),
        write_position=write,
        notations=notations,
        castlings=tuple(CASTLINGS[castling.side] for castling in sheet.castlings),
        warnings=warnings,
        board_rule=board_rule,
        counts_repetition=True,
    )
