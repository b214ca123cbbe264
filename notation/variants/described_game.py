"""Makes a `Variant` of the rules of a game of two players, with the engine that plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from fairyscore.notation.boards import ALPHABET, HeadedBoard, chequered
from fairyscore.notation.fen.general import fill_position, read_position, write_position
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.course import Course
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.dead import material_of
from fairyscore.notation.rules.general.definition import (
    CastlingRule,
    Cells,
    GameRules,
    GeneralPieceType,
    Mobility,
    Movement,
    PromotionRule,
)
from fairyscore.notation.rules.general.leg_state import LegState
from fairyscore.notation.rules.general.mate import is_won_by_mate
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import WALL, GeneralTables, code, targets_of
from fairyscore.notation.rules.moves import CASTLINGS, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import (
    SEATING,
    MoveWriting,
    Notation,
    PieceType,
    PositionError,
    River,
    Rules,
    Scenery,
    Variant,
)

if TYPE_CHECKING:
    from fairyscore.notation.rules.general.chase import Chase
    from fairyscore.notation.rules.general.counting import Counting
    from fairyscore.notation.rules.general.impasse import Impasse
    from fairyscore.notation.rules.readings import GameWords, RuleSheet, RuleText


def rule_text(rules: GameRules, language: str, rivers: tuple[River, ...], words: Mapping[str, GameWords]) -> RuleText:
    """The rules in plain words; the phrases are loaded when they are asked for. words: of the game, by language."""
    from fairyscore.notation.rules.readings import GameWords
    from fairyscore.notation.rules.wording.text import rule_text as in_words

    return in_words(rules, language, rivers, words.get(language, GameWords()))


def ranks(board: HeadedBoard, *numbers: int, files: str = ALPHABET) -> int:
    """The mask of some ranks, as far as these files go.

    >>> from fairyscore.notation.boards import rectangle
    >>> ranks(rectangle(8, 8), 1, 2, files="ab").bit_count()
    4
    """
    return board.mask(name for name in board.cells if name[0] in files and int(name[1:]) in numbers)


def piece_type(letter: str, name: str, *movements: Movement, rule: str, **fields: Any) -> GeneralPieceType:
    """A kind of piece that goes by the same movements everywhere. fields: what else is said of it."""
    return GeneralPieceType(letter, name, letter, (Mobility(movements),), rule=rule, **fields)


def promotion(piece: str, to: tuple[str, ...], on: Cells, *, rule: str, **fields: Any) -> PromotionRule:
    """The promotion of a piece of either side."""
    return PromotionRule(piece, (to, to), on, rule=rule, **fields)


def castling(board: HeadedBoard, seat: int, side: int, **fields: Any) -> CastlingRule:
    """Castling as in chess: the king goes two cells from file e, and the rook from a or h to his other side."""
    king, king_to, rook, rook_to = (board.index[f"{file}{(1, 8)[seat]}"] for file in ("eghf", "ecad")[side])
    return CastlingRule(seat, side, "K", frozenset("R"), king_to, rook_to, king, rook, **fields)


def river(board: HeadedBoard, owner: int, near: int, far: int) -> River:
    """The water between two ranks, on each file that has both."""
    files = sorted({name[0] for name in board.cells})
    banks = ((board.index.get(f"{file}{near}"), board.index.get(f"{file}{far}")) for file in files)
    return River(owner, tuple((one, other) for one, other in banks if one is not None and other is not None))


def _has_pawns_that_turn_back(rules: GameRules, tables: GeneralTables) -> bool:
    """True if a pawn may go sideways or back without capturing, so that its moves can be undone."""
    board = rules.board
    middle = max(rank for _, rank in board.spots) // 2
    start = next(cell for cell, (_, rank) in enumerate(board.spots) if rank == middle)
    pawns = [number for number, kind in enumerate(rules.pieces) if kind.pawn]
    ways = (target for number in pawns for target in targets_of(tables, 0, number, start))
    return any(way.goes and not _is_ahead(board, start, way.target) for way in ways)


def _is_ahead(board: HeadedBoard, origin: int, target: int) -> bool:
    """True if a cell lies ahead of another one for White, or above it."""
    (x, y), (u, v) = board.spots[origin], board.spots[target]
    return any(part > 0 for part in board.lattice.apparent((u - x, v - y))[1:])


def _course(rules: GameRules, tables: GeneralTables) -> Course:
    """The ends that the course of a game brings, in plies."""
    brings = rules.course
    return Course(
        claim_repetition=brings.claim_repetition,
        end_repetition=brings.end_repetition,
        lost_repetition=brings.lost_repetition,
        perpetual_check=brings.perpetual_check,
        claim_quiet=2 * brings.claim_moves,
        end_quiet=2 * brings.end_moves,
        longest=brings.longest,
        counting=_counting(rules),
        chase=_chase(rules),
        impasse=_impasse(rules),
        material=material_of(rules, tables),
        comes_back=rules.hand is not None or _has_pawns_that_turn_back(rules, tables),
        is_ruled=brings.ruled,
        edition=brings.edition,
        since=brings.since,
    )


def _counting(rules: GameRules) -> Counting | None:
    if rules.course.counting is None:
        return None
    from fairyscore.notation.rules.general.counting import Counting

    return Counting(rules.course.counting, rules)


def _chase(rules: GameRules) -> Chase | None:
    if rules.course.chase is None:
        return None
    from fairyscore.notation.rules.general.chase import Chase

    return Chase(rules.course.chase, rules)


def _impasse(rules: GameRules) -> Impasse | None:
    if rules.course.impasse is None:
        return None
    from fairyscore.notation.rules.general.impasse import Impasse

    return Impasse(rules.course.impasse, rules)


def _no_sheet() -> RuleSheet:
    from fairyscore.notation.rules.readings import RuleSheet

    return RuleSheet()


class CellNames(NamedTuple):
    """The names of cells in moves and in what is said of them; the rules and positions keep theirs.

    schemes: the names of all ways to name them
    scheme: that of the one in use
    board: the board with these names; None for that of the rules
    """

    schemes: tuple[str, ...] = ()
    scheme: str = ""
    board: HeadedBoard | None = None


NAMES_OF_BOARD = CellNames()


def described_game(
    name: str,
    title: str,
    page: str,
    rules: GameRules,
    *,
    family: str = "general",
    rule_sheet: Callable[[], RuleSheet] = _no_sheet,
    warnings: tuple[str, ...] = (),
    board_rule: str = "",
    usual_notation: str = "san",
    digits: tuple[str, ...] = (),
    names: CellNames = NAMES_OF_BOARD,
    rivers: tuple[River, ...] = (),
    strict: bool = True,
    state: type[GeneralState] | None = None,
) -> Variant:
    """The variant that is played by some rules.

    usual_notation: the name of the one in which its moves are usually written.
    digits: as in `MoveWriting`, the letters of the pieces that there are promotions to where nothing is said.
    strict: whether a game that is won by mate takes only positions to which such a game comes; False for tests.
    state: a subclass of `GeneralState` or `LegState` with rules of its own, which plain Python plays then.
    """
    tables = GameTables(rules, in_python=state is not None)
    board = tables.board = names.board or rules.board
    start = (state or (LegState if tables.has_legs else GeneralState))(tables)
    read_position(rules.start, start)
    engine = _engine(start, strict=strict and is_won_by_mate(start))
    writing = _writing(rules, start if engine.by_mate else None, lambda: notations_for(game, usual_notation))
    shared = _shared_rules(tables, engine, rivers, rule_sheet)
    game = Variant(
        name=name,
        title=title,
        family=family,
        board=board,
        seats=SEATING[SEATS],
        piece_types=_piece_types(tables),
        initial_state=engine.start.copy,
        read_position=engine.read_position,
        write_position=_write,
        rules=shared._replace(page=page, warnings=warnings, cells_rule=board_rule),
        writing=replace(writing, schemes=names.schemes, scheme=names.scheme, digits=digits or writing.digits),
        scenery=_scenery(tables, rivers),
    )
    return game


def _piece_types(tables: GeneralTables) -> tuple[PieceType, ...]:
    kinds = tables.kinds
    return tuple(PieceType(kind.letter, kind.name, also=kind.also, other_names=kind.other_names) for kind in kinds)


def _scenery(tables: GeneralTables, rivers: tuple[River, ...]) -> Scenery:
    scenery = Scenery(chequered(tables.rules.board), rivers, checked=_checked)
    if not tables.has_walls:
        return scenery
    return scenery._replace(gone=_walls, wall="duck" if tables.has_duck else "")


def _with_sentences(sheet: RuleSheet, rules: GameRules, rivers: tuple[River, ...]) -> RuleSheet:
    """A sheet whose sections without lines have what the rules say under their keys."""
    if all(section.lines for section in sheet.sections):
        return sheet
    text = rule_text(rules, sheet.language, rivers, sheet.words)
    sections = (
        section if section.lines else section._replace(lines=text.under(section.key)) for section in sheet.sections
    )
    return sheet._replace(sections=tuple(sections))


def _shared_rules(
    tables: GameTables, engine: _Engine, rivers: tuple[River, ...], rule_sheet: Callable[[], RuleSheet]
) -> Rules:
    """What all games tell of their rules that are played by the general engine."""
    rules = tables.rules
    hand = rules.hand if rules.hand and (rules.hand.drops or rules.gating) else None  # others only wait for promotions
    return Rules(
        page="",
        sheet=cache(lambda: _with_sentences(rule_sheet(), rules, rivers)),
        reach=cache(partial(targets_of, tables)),
        lone_piece_position=engine.lone_piece_position,
        optional_wall=rules.walls is not None and rules.walls.or_move,
        counts_repetition=True,
        by_mate=engine.by_mate,
        alternates=rules.turns is None,
        hands=hand is not None,
        keeps_captures=hand is not None and bool(hand.takes),
        course=_course(rules, tables),
        not_compiled=lambda: tables.not_compiled,
        describe=lambda language: rule_text(rules, language, rivers, rule_sheet().words),
    )


def _castling_text(rules: GameRules, number: int) -> str:
    """How a castling is written: by its side, and where several go there with the cell of the king, `O-O-g1`."""
    rule, text = rules.castlings[number], CASTLINGS[rules.castlings[number].side]
    alike = [other for other in rules.castlings if (other.seat, other.side) == (rule.seat, rule.side)]
    return f"{text}-{rules.board.cells[rule.king_to]}" if len(alike) > 1 else text


def _writing(
    rules: GameRules, by_mate: GeneralBoard | None, list_notations: Callable[[], Iterator[Notation]]
) -> MoveWriting:
    """by_mate: the start position of a game that is won by mate alone (`is_won_by_mate`)."""
    letters = {piece.mark: piece.letter for piece in rules.pieces}
    written = (rule for rule in rules.promotions if rule.in_place or not rule.silent)  # in place it is all of a move
    into = [
        *chain.from_iterable(chain(*rule.to) for rule in written),
        *sorted(rules.departed),
    ]
    twice = any(piece.twice for piece in rules.pieces)
    return MoveWriting(
        list_notations,
        castlings=tuple(_castling_text(rules, number) for number in range(len(rules.castlings))),
        castling_king_moves=tuple((one.king_from, one.king_to) for one in by_mate.first_castlings()) if by_mate else (),
        castling_target=None if by_mate else _castling_target,
        digits=tuple(dict.fromkeys(letters[mark] for mark in into)),
        beside=not by_mate,
        adds=rules.walls is not None or rules.gating != "" or twice,
        drops=bool(rules.hand),
        turns_back=any(promotion.demotion for promotion in rules.promotions) and _changes_by_sign(rules, letters),
        null_moves=True,
        passes=twice or any(when != "never" for when in rules.passing),
        twice=twice,
    )


def _changes_by_sign(rules: GameRules, letters: Mapping[str, str]) -> bool:
    """True if pieces only come by a + or lose it."""
    changes = ((letters[rule.piece], letters[mark]) for rule in rules.promotions for mark in rule.marks)
    return all(before.startswith("+") is not after.startswith("+") for before, after in changes)


class _Engine(NamedTuple):
    """The engine of a game: its start position, and what else makes positions.

    by_mate: true if the game is won by mate alone
    lone_piece_position: seat, kind and cell -> a state with no other piece.
    """

    start: State
    by_mate: bool
    read_position: Callable[[str], State]
    lone_piece_position: Callable[[int, int, int], State]


def _engine(start: GeneralState, *, strict: bool) -> _Engine:
    """The engine of a game, for which the compiled core plays.

    strict: refuse what no game comes to that is won by mate of one king on each side, and leave out castlings that do not
    begin where those of the start position do.
    """

    def read(text: str) -> State:
        state = type(start)(start.tables)
        faults = fill_position(text, state, strict=strict)
        if strict:
            homes = [(one.king_from, one.rook_from) for one in start.first_castlings()]
            state.castles = tuple(castle for castle in state.castles if castle[1:] == homes[castle[0]])
            _refuse_check_of_other(state.turn, state.in_check(state.turn ^ 1))
        faults.tell(state)
        return state

    def alone(seat: int, kind: int, cell: int) -> State:
        state = type(start)(start.tables)
        state.board[cell] = code(kind, seat)
        state.turn = seat
        return state

    if strict:
        _refuse_check_of_other(start.turn, start.in_check(start.turn ^ 1))
    return _Engine(start, strict, read, alone)


def _refuse_check_of_other(turn: int, checked: bool) -> None:
    """Refuse a position in which who is to move could capture the king."""
    if checked:
        seats = SEATING[SEATS]
        raise PositionError(f"{seats[turn ^ 1].name} is in check although {seats[turn].name} is to move")


def _write(state: State) -> str:
    assert isinstance(state, GeneralBoard)
    return write_position(state)


def _castling_target(state: State, move: Move) -> int:
    """Chess960 writes castling as the king's move onto his rook; so does any game where he may also just go there."""
    assert isinstance(state, GeneralState)
    way = state.castling(move)
    plain = way.king_to in state.targets(state.board[way.king_from], way.king_from)
    plain = plain and state.tables.is_first_to_its_side(move.castle)
    return way.rook_from if plain or state.tables.rules.chess960 else way.king_to


def _checked(state: State) -> tuple[int, ...]:
    """The cells of the kings in check, or of what stands for one."""
    assert isinstance(state, GeneralBoard)
    return tuple(cell for cell in state.royals(state.turn) if state.attacked(cell, state.turn ^ 1))


def _walls(state: State) -> tuple[int, ...]:
    assert isinstance(state, GeneralBoard)
    return tuple(cell for cell, piece in enumerate(state.board) if piece == WALL)
