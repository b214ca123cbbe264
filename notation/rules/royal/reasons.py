"""Why a move is refused in a game won by mate: small checks, each giving its reasons or none.

They ask the same tables as `RoyalPlay.push`, so that a parsed move has no reason exactly where it would be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.boards.headed import DIAGONAL, ORTHOGONAL
from fairyscore.notation.rules.movement import Ride, ways
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, NOT_SAID, OWN, PASS, Move, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.royal.play import RoyalPlay
from fairyscore.notation.rules.royal.tables import EMPTY, OWNERS, CastlingMove, kind_of

MOST_SHOWN = 4
"""So many pieces or ways are named in one reason."""

_SAY_WHAT_STANDS_THERE = {Code.OWN_PIECE, Code.NOTHING_TO_TAKE, Code.CANNOT_TAKE}
"""Beside these a word on the mark of the capture would say the same again."""


def reasons(state: RoyalPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move of the player to move, empty where it is legal; each with the rule it is
    about."""
    sheet = state.tables.sheet
    of_piece = {kind.name: kind.rule for kind in reversed(sheet.kinds)}
    return tuple(
        replace(
            reason, rule=reason.rule or sheet.rules.get(reason.code) or of_piece.get(str(reason.facts.get("piece")), "")
        )
        for reason in _Reasons(state, state.told_apart(parsed), text).all()
    )


class _Reasons:
    """The reasons for one move."""

    def __init__(self, state: RoyalPlay, parsed: ParsedMove, text: str) -> None:
        self.state, self.parsed, self.text = state, parsed, text
        self.tables, self.kinds, self.board = state.tables, state.tables.sheet.kinds, state.board
        self.cells = state.tables.board.cells
        self.occupied = state.pieces[0] | state.pieces[1]
        self.mover, self.target = OWNERS[state.turn], self.cells[parsed.target]

    def all(self) -> Iterator[Reason]:
        """By what the move is."""
        parsed, outcome = self.parsed, self.state.outcome()
        if outcome is not None:
            yield Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result})
        elif parsed.throw:
            yield Reason(Code.NO_DICE, {"text": self.text})
        elif parsed.action == PASS:
            yield Reason(Code.MUST_NOT_PASS, {"mover": self.mover})
        elif parsed.action == DROP:
            yield Reason(Code.NO_DROPS)
        elif parsed.action == CASTLE:
            yield from self._castling()
        else:
            yield from self._named_start() if parsed.origin != NOT_SAID else self._open_start()

    # -- names ------

    def name(self, piece: int) -> str:
        """The English name of a piece."""
        return self.kinds[kind_of(piece)].name

    def owned(self, cell: int) -> str:
        """The piece on a cell with its owner, as in "a white pawn"."""
        piece = self.board[cell]
        return f"a {OWNERS[piece & 1]} {self.name(piece)}"

    def standing(self, cell: int) -> str:
        """The piece on a cell, as in "a white pawn on e4"."""
        return f"{self.owned(cell)} on {self.cells[cell]}"

    # -- which piece goes ------

    def _named_start(self) -> Iterator[Reason]:
        """The parsed move says where the piece stands."""
        state, parsed = self.state, self.parsed
        piece, cell = self.board[parsed.origin], self.cells[parsed.origin]
        if piece == EMPTY:
            yield Reason(Code.NOTHING_THERE, {"cell": cell})
            return
        if piece & 1 != state.turn:
            facts: Facts = {"piece": self.name(piece), "cell": cell, "owner": OWNERS[piece & 1], "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, facts)
            return
        wrong = parsed.kind != NOT_SAID and piece not in self.tables.sharing[parsed.kind][state.turn]
        if wrong or not state.owns(parsed.owner):
            found = self.name(piece)
            named = found if parsed.kind == NOT_SAID else self.kinds[parsed.kind].name
            if parsed.owner not in (NOT_SAID, OWN):
                found, named = f"{self.mover} {found}", f"{OWNERS[parsed.owner]} {named}"
            yield Reason(Code.WRONG_PIECE, {"cell": cell, "piece": found, "named": named})
        yield from self._victim()
        yield from self._going(piece, parsed.origin)

    def _open_start(self) -> Iterator[Reason]:
        """The parsed move leaves open which piece goes: exactly one must be able to."""
        state, parsed = self.state, self.parsed
        if not state.owns(parsed.owner):
            yield self._nobody(parsed.owner, f"; it is {self.mover}'s turn")
            return
        meant = list(state.meant(parsed))
        able = [(piece, frm) for piece, frm in meant if state.legal(piece, frm, parsed.target)]
        if len(able) == 1:
            yield from self._victim()
            yield from self._going(*able[0])
            return
        if able:
            between = tuple(f"{self.cells[frm]}-{self.target}" for _, frm in able)
            yield Reason(Code.AMBIGUOUS, {"text": self.text, "between": between})
            return
        near: list[Reason] = []
        for piece, frm in meant:
            for reason in self._movement(piece, frm):
                if reason.code is not Code.CANNOT_REACH and reason not in near:  # each is stopped by one and the same
                    near.append(reason)
        yield from near[:MOST_SHOWN] or [self._nobody(state.turn, self._where([frm for _, frm in meant]))]

    def _nobody(self, owner: int, where: str) -> Reason:
        facts = {
            "piece": self.kinds[self.parsed.kind].name,
            "mover": OWNERS[owner],
            "cell": self.target,
            "where": where,
        }
        return Reason(Code.NO_PIECE_REACHES, facts)

    def _where(self, standing: list[int]) -> str:
        """A half-sentence on where the pieces of the kind stand."""
        if standing:
            return f"; from {', '.join(self.cells[cell] for cell in standing)} there is no way"
        sharing = self.tables.sharing[self.parsed.kind][self.state.turn]
        every = [frm for piece in sharing for frm in bits(self.state.pieces[piece])]
        if not every:
            return "; there is none left"
        return f"; none stands where the move says, only on {', '.join(self.cells[cell] for cell in every)}"

    # -- a piece that goes ------

    def _going(self, piece: int, frm: int) -> Iterator[Reason]:
        """All that is wrong with a piece of the mover going where the parsed move says."""
        found = [*self._movement(piece, frm), *self._promotion(piece, frm)]
        if not any(reason.code in _SAY_WHAT_STANDS_THERE for reason in found):
            found += self._mark(frm)
        yield from found

    def _movement(self, piece: int, frm: int) -> Iterator[Reason]:
        """Own piece in the way, out of reach, way blocked; and whether the king is left in check where it could go."""
        state, to = self.state, self.parsed.target
        own = bool(self.board[to]) and self.board[to] & 1 == state.turn and frm != to
        if own:
            yield Reason(Code.OWN_PIECE, {"mover": self.mover, "piece": self.name(self.board[to]), "cell": self.target})
        unreached = list(self._unreached(piece, frm, own))
        yield from unreached
        if not unreached and not own and not state.legal(piece, frm, to):
            yield self._left_in_check(piece, frm)

    def _facts(self, piece: int, frm: int) -> Facts:
        return {"piece": self.name(piece), "origin": self.cells[frm], "target": self.target}

    def _unreached(self, piece: int, frm: int, own: bool) -> Iterator[Reason]:
        """Why the piece does not get to the cell, nothing where it does."""
        state, tables, to, facts = self.state, self.tables, self.parsed.target, self._facts(piece, frm)
        strikes, goes = to in tables.strike[piece][frm], to in tables.quiet[piece][frm]
        taken = bool(self.board[to])
        if not strikes and not goes:
            yield from self._out_of_reach(piece, frm, facts)
        elif own and strikes is not goes:
            return  # own piece on the field says it all
        elif taken and not strikes:
            yield Reason(Code.CANNOT_TAKE, facts | {"blocker": self.owned(to)})
        elif not taken and not goes and not self._in_passing(piece, frm):
            yield Reason(Code.NOTHING_TO_TAKE, facts)
        else:
            reach = tables.strike if taken or not goes else tables.quiet
            if reach[piece][frm][to] & self.occupied and state.no_detour(piece, frm, to, self.occupied):
                yield Reason(Code.PATH_BLOCKED, facts | {"paths": tuple(self._paths(piece, frm))})

    def _in_passing(self, piece: int, frm: int) -> bool:
        return self.parsed.target == self.state.passed and bool(self.tables.takes_en_passant[piece] >> frm & 1)

    def _out_of_reach(self, piece: int, frm: int, facts: Facts) -> Iterator[Reason]:
        """A cell that no rule lets the piece reach, or one that only the river keeps from it; then its way is told too."""
        masks = ways(self.tables.board, self.kinds[kind_of(piece)].movements, frm).get(self.parsed.target)
        if masks is None:
            yield Reason(Code.CANNOT_REACH, facts)
            return
        yield Reason(Code.ACROSS_RIVER, facts | {"mover": self.mover})
        if all(mask & self.occupied for mask in masks):
            yield Reason(Code.PATH_BLOCKED, facts | {"paths": tuple(self._paths(piece, frm))})

    def _paths(self, piece: int, frm: int) -> Iterator[str]:
        """Every way a rider has to a cell, or a pawn's double step, with what stands on it."""
        kind, to = self.kinds[kind_of(piece)], self.parsed.target
        if kind.pawn is not None:
            yield self._blocked([self.tables.passed[piece][frm << 8 | to]])
            return
        for movement in kind.movements:
            if isinstance(movement, Ride):
                for heading in DIAGONAL if movement.short else ORTHOGONAL:
                    ray = list(self.tables.board.ray(frm, heading, movement.long))
                    if to in ray[1:]:
                        yield self._blocked(ray[: ray.index(to)])

    def _blocked(self, way: list[int]) -> str:
        pieces = ", ".join(self.standing(cell) for cell in way if self.board[cell])
        return pieces if len(way) == 1 else f"{' '.join(self.cells[cell] for cell in way)}: {pieces}"

    def _left_in_check(self, piece: int, frm: int) -> Reason:
        state, seat, to = self.state, self.state.turn, self.parsed.target
        gone = 1 << to | (1 << state.victim if self._in_passing(piece, frm) and not self.board[to] else 0)
        occupied = self.occupied & ~(1 << frm | gone) | 1 << to
        king = to if frm == state.kings[seat] else state.kings[seat]
        by = tuple(self.standing(cell) for cell in state.attackers(king, seat ^ 1, occupied, gone))
        royal = self.kinds[self.tables.king].name
        return Reason(Code.LEAVES_CHECK, {"mover": self.mover, "king": royal, "cell": self.cells[king], "by": by})

    def _promotion(self, piece: int, frm: int) -> Iterator[Reason]:
        """Promotion missing, or one that may not be; what may be is a fact."""
        state, kinds, said, facts = self.state, self.kinds, self.parsed.becomes, self._facts(piece, frm)
        turning = self.tables.turnings[piece].get(frm << 8 | self.parsed.target)
        if turning is None:
            if said != NOT_SAID:
                none: Facts = {"named": kinds[said].name, "allowed": ("nothing",)}
                yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | none)
            return
        if turning.settle(said, state.pool, state.turn) is not None:
            return
        options = [kind for kind in turning.options(state.pool, state.turn) if kind != NOT_SAID]
        facts["allowed"] = tuple(f"{kinds[kind].letter} {kinds[kind].name}" for kind in options) or ("nothing",)
        if said == NOT_SAID:
            yield Reason(Code.PROMOTION_MISSING, facts, turning.change.rule)
        else:
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": kinds[said].name}, turning.change.rule)

    def _mark(self, frm: int) -> Iterator[Reason]:
        """Whether the mark for a capture is right."""
        to, cell = self.parsed.target, self.target
        takes = self.state.takes(Move(frm, to))
        if self.parsed.capture is None or self.parsed.capture is takes:
            return
        said, fact, mark = "something is taken", f"{cell} is empty", "-"
        if takes:
            said, mark = "nothing is taken", "x"
            fact = f"{self.owned(to)} stands on {cell}" if self.board[to] else f"a pawn is taken en passant at {cell}"
        yield Reason(Code.CAPTURE_MARK, {"text": self.text, "said": said, "fact": fact, "mark": mark})

    def _victim(self) -> Iterator[Reason]:
        """Whether what is taken is what the move says (spoken moves)."""
        state, parsed = self.state, self.parsed
        taken = state.taken_on(parsed.target)
        if parsed.victim == NOT_SAID or taken == EMPTY or state.names_victim(parsed):
            return  # that nothing stands there is told by the mark
        found, named = self.name(taken), self.kinds[parsed.victim].name
        if parsed.loser != NOT_SAID:
            loser = state.turn if parsed.loser == OWN else parsed.loser
            found, named = f"{OWNERS[taken & 1]} {found}", f"{OWNERS[loser]} {named}"
        yield Reason(Code.WRONG_VICTIM, {"cell": self.target, "found": found, "named": named})

    # -- castling ------

    def _castling(self) -> Iterator[Reason]:
        """Every condition of the castling that does not hold."""
        state, parsed = self.state, self.parsed
        facts: Facts = {"mover": self.mover, "castling": CASTLINGS[parsed.castle]}
        castling = self.tables.castling_of[state.turn].get(parsed.castle)
        if not state.owns(parsed.owner):
            condition = f"it is {self.mover}'s turn"
            yield Reason(Code.CASTLING, facts | {"mover": OWNERS[parsed.owner], "condition": condition})
        elif castling is None:
            yield Reason(Code.CASTLING, facts | {"condition": "there is no castling in this game"})
        else:
            for condition in self._conditions(castling):
                yield Reason(Code.CASTLING, facts | {"condition": condition}, castling.sheet.rule)

    def _conditions(self, castling: CastlingMove) -> Iterator[str]:
        state, cells = self.state, self.cells
        king = state.kings[state.turn]
        if not state.rights & castling.right and king != castling.king_from:
            yield f"the king is not on {cells[castling.king_from]}"
        elif not state.rights & castling.right:
            yield f"the king has moved before, or the rook of {cells[castling.rook_from]} has moved or was taken"
        for cell in bits(castling.empty & self.occupied):
            yield f"{self.owned(cell)} stands between, on {cells[cell]}"
        for cell in castling.safe:
            for by in state.attackers(cell, state.turn ^ 1, self.occupied):
                what = "the king is in check" if cell == king else f"{cells[cell]} is attacked"
                yield f"{what} by {self.standing(by)}"
