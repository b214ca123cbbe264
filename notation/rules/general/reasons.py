"""Why a move is refused in a game that `GameRules` describe: small named checks, each giving one reason or none.

They ask the same tables and tests as `GeneralMatching.find`, so that a move has no reason exactly where it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cached_property

from fairyscore.notation.boards import bits, rings
from fairyscore.notation.rules.general.core_reasons import (
    MOST_SHOWN,
    ambiguous,
    blocked_paths,
    castling_conditions,
    citing,
    lost_right,
    no_castling,
    piece_words,
    whence,
)
from fairyscore.notation.rules.general.definition import RIVER, CastlingRule, GeneralPieceType, Hand
from fairyscore.notation.rules.general.geometry import Geometry
from fairyscore.notation.rules.general.legality import Danger
from fairyscore.notation.rules.general.matching import GeneralMatching
from fairyscore.notation.rules.general.rows import ON_TARGET, Leaving
from fairyscore.notation.rules.general.tables import FIRST, HOP, WALL, CastlingWay, GeneralTables, Way, code, kind_of
from fairyscore.notation.rules.moves import ABSENT, CASTLE, CASTLINGS, DROP, OWN, PASS, UNCHANGED, Move, ParsedMove
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.refusal import Refusal, game_over
from fairyscore.notation.rules.variant import SEATING

_SAY_WHAT_STANDS_THERE = {Code.OWN_PIECE, Code.NOTHING_TO_TAKE, Code.CANNOT_TAKE}
"""Beside these a word on the mark of the capture would say the same again."""


def reasons(state: GeneralMatching, parsed: ParsedMove, text: str, outcome: FinalScore | None) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move of the player to move, which `find` refuses; each with the rule it is about.

    outcome: how the game has ended already, if it has.
    """
    tables = state.tables
    if outcome is not None:
        return game_over(outcome, tables.rules.cites.get(Code.GAME_OVER, ""))
    kinds = (kind.name for kind in tables.kinds)
    refusal = _GeneralRefusal(
        state, parsed, text, cells=tables.board.cells, kinds=kinds, seats=(seat.name for seat in SEATING[2])
    )
    return tuple(citing(reason, tables) for reason in refusal.all())


class _GeneralRefusal(Refusal[GeneralMatching]):
    """The reasons for one move."""

    @property
    def tables(self) -> GeneralTables:
        return self.state.tables

    @cached_property
    def danger(self) -> Danger:
        """The attacked cells, computed when they are first asked for."""
        return Danger(self.state)

    def all(self) -> Iterator[Reason]:
        parsed = self.parsed
        due = self.state.due()
        if parsed.throw:
            yield Reason(Code.NO_DICE, {"text": self.text})
        elif due:
            moves = [f"{self.cells[move.origin]}-{self.cells[move.target]}" for move in due[:MOST_SHOWN]]
            yield self.of_mover(Code.MUST_PLAY, moves=tuple(dict.fromkeys(moves)))
        elif parsed.action == PASS:
            yield self.of_mover(Code.MUST_NOT_PASS, "", "absent")
        elif parsed.action == DROP:
            yield from self._drop()
        elif parsed.action == CASTLE:
            yield from self._castling(parsed.castle)
        else:
            yield from self._from(parsed.origin) if parsed.origin != ABSENT else self._from_somewhere()

    # -- names ------

    def name(self, piece: int) -> str:
        """The English name of a piece; a wall is one too."""
        return "wall" if piece == WALL else self.kind(kind_of(piece))

    def a_piece(self, cell: int) -> str:
        """The piece on a cell in words, with its owner: "a white pawn"."""
        return piece_words(self.tables).with_owner[self.state.board[cell]]

    def standing(self, cell: int) -> str:
        """The same with its place: "a white pawn on e4"."""
        return f"{self.a_piece(cell)} on {self.cells[cell]}"

    def attackers(self, cell: int) -> list[int]:
        """The cells of the pieces that attack a cell, like pieces together."""
        board = self.state.board
        return sorted({*self.state.attackers(cell, self.turn ^ 1)}, key=lambda origin: (board[origin], origin))

    def _nobody(self, owner: int, where: str) -> Reason:
        piece = self.kind(max(self.parsed.kind, 0))
        facts: Facts = {"piece": piece, "mover": self.seat(owner), "cell": self.target, "where": where}
        return Reason(Code.NO_PIECE_REACHES, facts)

    def _facts(self, piece: int, origin: int, target: int) -> Facts:
        return {"piece": self.name(piece), "origin": self.cells[origin], "target": self.cells[target]}

    # -- a move from a cell ------

    def _from(self, origin: int) -> Iterator[Reason]:
        piece, cell, parsed = self.state.board[origin], self.cells[origin], self.parsed
        if piece < FIRST:
            yield Reason(Code.NOTHING_THERE, {"cell": cell})
            return
        if piece & 1 != self.turn:
            facts: Facts = {"piece": self.name(piece), "cell": cell, "owner": self.seat(piece & 1), "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, facts)
            return
        kind = self.state.piece_type_at(origin)
        wrong = parsed.kind != ABSENT and kind not in self.tables.sharing[parsed.kind]
        if wrong or not self.state.owns(parsed.owner):
            owner = ABSENT if parsed.owner == OWN else parsed.owner
            named = self.named(kind if parsed.kind == ABSENT else parsed.kind, owner)
            found = self.named(kind, ABSENT if owner == ABSENT else self.turn)
            yield Reason(Code.WRONG_PIECE, {"cell": cell, "piece": found, "named": named})
        yield from self._victim(origin)
        yield from self._going(piece, origin)

    def _from_somewhere(self) -> Iterator[Reason]:
        """The text leaves open which piece goes: exactly one must be able to."""
        state, parsed = self.state, self.parsed
        if not self.state.owns(parsed.owner):
            yield self._nobody(parsed.owner, f"; it is {self.mover}'s turn")
            return
        kinds = self.tables.sharing[max(parsed.kind, 0)]
        every = state.cells_of(code(kind, self.turn) for kind in sorted(kinds))
        meant = [cell for cell in every if parsed.sources >> cell & 1]
        named = {move.origin for move in state.named(parsed)}
        origins = named or {
            move.origin
            for move in state.candidates(meant, parsed.target)
            if move.target == parsed.target and state.allowed(move, self.danger)
        }
        if len(named) > 1:
            yield ambiguous(self.tables, self.text, parsed.target, (cell for cell in meant if cell in named))
            return
        found: list[Reason] = []
        leaving = [cell for cell in meant if self._leaving(state.board[cell], cell) is not None]
        for cell in sorted(origins) or leaving or meant:
            piece = state.board[cell]
            tried = (*self._victim(cell), *self._going(piece, cell)) if origins else self._movement(piece, cell)
            found += [reason for reason in tried if reason.code is not Code.CANNOT_REACH and reason not in found]
        if found:
            yield from found[:MOST_SHOWN]
        else:
            where = whence([self.cells[cell] for cell in meant], [self.cells[cell] for cell in every])
            yield self._nobody(self.turn, where)

    def _going(self, piece: int, origin: int) -> Iterator[Reason]:
        target = self.parsed.target
        if self._leaving(piece, origin) is not None:
            yield from self._movement(piece, origin)
            return
        found = [*self._movement(piece, origin), *self._promotion(piece, origin, target)]
        codes = {reason.code for reason in found}
        pointless = Code.PROMOTION_MISSING if Code.CANNOT_REACH in codes and self.parsed.becomes == ABSENT else None
        yield from (reason for reason in found if reason.code is not pointless)
        if codes.isdisjoint(_SAY_WHAT_STANDS_THERE):
            yield from self._mark(origin, target)

    def _movement(self, piece: int, origin: int) -> Iterator[Reason]:
        """Why the piece does not get to the cell; where it does, what else the move lacks or which rule forbids it."""
        target, becomes = self.parsed.target, self.parsed.becomes
        rule = self._leaving(piece, origin)
        if rule is not None:
            kept = list(self._kept(piece, origin, rule))
            yield from kept or self._forbidden(Move(origin, target, self.tables.kind_by_mark[rule.becomes]))
            return
        if self.parsed.put_on != ABSENT and piece in self.tables.goes_twice:
            yield from self._second_step(piece, origin)
            return
        options = self.state.becomes(piece, origin, target)
        fitting = [k for k in options if k == becomes or (becomes >= 0 <= k and k in self.tables.sharing[becomes])]
        castling = self._castles(origin, target)
        move = castling.move if castling else Move(origin, target, (fitting or options or [ABSENT])[0])
        yield from (
            list(self._reach(piece, origin, target))
            or list(self._beside(move._replace(becomes=ABSENT)))
            or self._forbidden(move)
        )

    def _second_step(self, piece: int, origin: int) -> Iterator[Reason]:
        """Why the piece does not capture on its way to the cell."""
        target, passed = self.parsed.target, self.parsed.put_on
        move = Move(origin, target, put_on=passed)
        if move in self.state.candidates([origin], target):
            yield from self._forbidden(move)
        else:
            yield Reason(Code.NO_SECOND_STEP, self._facts(piece, origin, target) | {"passed": self.cells[passed]})

    def _leaving(self, piece: int, origin: int) -> Leaving | None:
        """How the piece leaves the board, if the text asks for that."""
        parsed, rule = self.parsed, self.tables.leavers.get(piece)
        if rule is None or parsed.becomes != self.tables.kind_by_mark[rule.becomes]:
            return None
        fits = rule.cells[self.turn] >> parsed.target & 1 if any(rule.cells) else parsed.target == origin
        return rule if fits else None

    def _kept(self, piece: int, origin: int, rule: Leaving) -> Iterator[Reason]:
        """Why the piece may not leave the board."""
        state = self.state
        if state.keepers(origin):
            facts = self._facts(piece, origin, self.parsed.target) | {"allowed": ("nothing",)}
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": self.kind(self.parsed.becomes)})
        elif not state.may_leave(origin, rule):
            wanted = " or ".join(self.kind(self.tables.kind_by_mark[mark]) for mark in sorted(rule.needs))
            hand = tuple(map(self.kind, state.in_hand())) or ("nothing",)
            yield self.of_mover(Code.NOT_HELD, piece=wanted, hand=hand)

    def _reach(self, piece: int, origin: int, target: int) -> Iterator[Reason]:
        """Why the piece does not get to the cell, nothing where it does."""
        state, tables = self.state, self.tables
        if target in state.targets(piece, origin):
            return
        held = list(self._held(piece, origin))
        if held:
            yield from held
            return
        standing, facts = state.board[target], self._facts(piece, origin, target)
        own = standing >= FIRST and standing & 1 == self.turn and origin != target
        if castling := self._castles(origin, target):
            refused = list(self._refused_castling(castling))
            if not (own and self.parsed.capture and refused):  # a mark for a capture means another move
                yield from refused
                return
        if own:
            yield self.of_mover(Code.OWN_PIECE, piece=self.name(standing), cell=self.target)
        models = state.models(origin)
        if models and not own:
            yield Reason(Code.GOES_AS_OTHER, facts | {"model": " or ".join(map(self.kind, models))})
        if models:
            return
        on_target = tables.takes[piece] in ON_TARGET
        ways = [way for way in tables.ways(piece, origin) if target in way.cells and target not in way.barred]
        ways = [way._replace(captures=way.captures and on_target) for way in ways if on_target or way.moves]
        takes, goes = any(way.captures for way in ways), any(way.moves for way in ways)
        hops = next((way for way in ways if way.style == HOP and (way.captures if standing else way.moves)), None)
        if not ways:
            yield from self._out_of_reach(piece, origin, target, facts)
        elif own and (takes is not goes or hops):
            return  # own piece on the cell says it all
        elif standing >= FIRST and not takes:
            yield Reason(Code.CANNOT_TAKE, facts | {"blocker": self.a_piece(target)})
        elif not standing and not goes:
            yield Reason(Code.NOTHING_TO_TAKE, facts)
        elif standing in tables.not_takes.get(piece, ()):
            yield Reason(Code.MAY_NOT_TAKE, facts | {"victim": self.name(standing)})
        elif hops is not None:
            yield from self._hop(hops, piece, target, facts)
        elif all(way.unmoved or way.over is not None for way in ways):
            yield from self._bound(origin, ways[0], facts)
        else:
            blocked = list(self._blocked([way for way in ways if (way.captures if standing else way.moves)], facts))
            yield from blocked or ([] if own else [Reason(Code.CANNOT_REACH, facts)])

    def _bound(self, origin: int, way: Way, facts: Facts) -> Iterator[Reason]:
        """Every condition of a move, beside an empty way, that does not hold."""
        conditions = []
        if way.unmoved and not self.state.gates >> origin & 1:
            conditions.append("it has moved before")
        if way.over is not None and self.state.in_check(self.turn):
            by = {by for king in self.state.royals(self.turn) for by in self.attackers(king)}
            conditions.append(f"the king is in check from {' and '.join(map(self.standing, sorted(by)))}")
        for cell in self.state.attacked_over(origin, way):
            by = set(self.attackers(cell))
            conditions.append(f"{self.cells[cell]} is attacked by {' and '.join(map(self.standing, sorted(by)))}")
        yield Reason(Code.FIRST_MOVE, facts | {"conditions": tuple(conditions)})

    def _held(self, piece: int, origin: int) -> Iterator[Reason]:
        """Why the piece may not move at all: others hold it, or another one has to go on."""
        state = self.state
        by = tuple(map(self.standing, state.freezers(origin)))
        if by:
            yield Reason(Code.FROZEN, {"piece": self.name(piece), "cell": self.cells[origin], "by": by})
        cell, kind = state.goes_on
        if cell not in (ABSENT, origin):
            goer = self.kind(state.piece_type_at(cell))
            facts: Facts = {"piece": goer, "cell": self.cells[cell], "model": self.kind(kind)}
            yield self.of_mover(Code.MUST_GO_ON, **facts)

    def _out_of_reach(self, piece: int, origin: int, target: int, facts: Facts) -> Iterator[Reason]:
        """A cell that no rule lets the piece reach, or one that only its region keeps from it; then with its way."""
        kind = self.tables.kinds[kind_of(piece)]
        ways = [way for way in self.tables.freely(piece, origin) if target in way.cells]
        if not ways or kind.stays[self.turn] >> target & 1:
            yield Reason(Code.CANNOT_REACH, facts, case="void" if self._has_void_between(kind, origin, target) else "")
            return
        if kind.stays_in == RIVER:
            yield Reason(Code.ACROSS_RIVER, facts | {"mover": self.mover})
        else:
            region = {"mover": self.mover, "region": kind.stays_in or "the cells where it may be"}
            yield Reason(Code.OUT_OF_REGION, facts | region)
        yield from self._blocked(ways, facts)

    def _has_void_between(self, kind: GeneralPieceType, origin: int, target: int) -> bool:
        """True if a piece could go to a space of a round board if it had no voids."""
        spots = self.tables.board.spots
        if self.tables.board.shape != "rings":
            return False
        whole = rings(0)
        place = whole.spots.index
        return place(spots[target]) in Geometry(whole).ways(kind.movements, place(spots[origin]))

    def _hop(self, way: Way, piece: int, target: int, facts: Facts) -> Iterator[Reason]:
        between = way.cells[: way.cells.index(target)]
        screens = [cell for cell in between if self.state.board[cell]]
        forbidden = self.tables.not_over.get(piece, ())
        if not screens:
            what = "nothing stands between"
        elif self.state.board[screens[0]] in forbidden:
            what = f"{self.standing(screens[0])} is not a piece that it may jump over"
        elif len(screens) > 1:
            what = f"{' and '.join(self.standing(cell) for cell in screens)} stand between, and it jumps over one"
        else:
            what = f"{self.standing(screens[0])} is too far from {self.cells[target]}"
        yield Reason(Code.NO_SCREEN, facts | {"what": what})

    def _blocked(self, ways: list[Way], facts: Facts) -> Iterator[Reason]:
        """Every way to the target with what stands on it, where none is free."""
        paths = blocked_paths(self.tables, ways, self.parsed.target, self.state.board.__getitem__)
        if paths:
            yield Reason(Code.PATH_BLOCKED, facts | {"paths": paths})

    def _promotion(self, piece: int, origin: int, target: int) -> Iterator[Reason]:
        becomes = self.parsed.becomes
        if becomes == ABSENT and self._castles(origin, target):
            return
        options = self.state.becomes(piece, origin, target)
        if self.state.same_promotion([Move(origin, target, kind) for kind in options], self.parsed):
            return
        named = [kind for kind in options if kind >= 0]
        allowed = tuple(f"{self.tables.kinds[kind].letter} {self.kind(kind)}" for kind in named) or ("nothing",)
        facts = self._facts(piece, origin, target) | {"allowed": allowed}
        rule = next((p.rule for p in self.tables.promotions[piece - FIRST] if p.rule and named), "")
        if becomes in (ABSENT, UNCHANGED):
            yield Reason(Code.PROMOTION_MISSING, facts, rule)
        else:
            named_so = self.kind(becomes) if becomes >= 0 else "another piece"
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": named_so}, rule)

    def _beside(self, move: Move) -> Iterator[Reason]:
        """A wall that is missing or cannot be put there; a piece that cannot be brought in so."""
        state, parsed, walls = self.state, self.parsed, self.tables.rules.walls
        if walls is not None:
            free = state.wall_cells(move)
            if parsed.put_on not in free and not (walls.or_move and parsed.put_on == ABSENT):
                names = tuple(self.cells[cell] for cell in free[:MOST_SHOWN]) or ("nowhere",)
                where = f"not on {self.cells[parsed.put_on]}" if parsed.put_on != ABSENT else "with this move"
                yield self.of_mover(Code.WALL, walls.rule, where=where, allowed=names)
        elif parsed.put == ABSENT != parsed.put_on:
            none: Facts = {"piece": "wall", "cell": self.cells[parsed.put_on], "mover": self.mover}
            yield Reason(Code.NO_DROP_THERE, none | {"why": "no walls are put in this game"})
        elif parsed.put != ABSENT and all(
            found.put != parsed.put or move.castle != ABSENT for found in state.candidates([move.origin])
        ):
            facts: Facts = {"piece": self.kind(parsed.put), "cell": self.cells[move.origin], "mover": self.mover}
            yield Reason(Code.NO_DROP_THERE, facts | {"why": "nothing can be brought in with this move"})

    def _mark(self, origin: int, target: int) -> Iterator[Reason]:
        takes = self.state.takes(Move(origin, target))
        castles = self._castles(origin, target) is not None
        if origin == target or self.parsed.capture in (None, takes and not castles):
            return
        stated, fact, mark = "something is taken", f"{self.cells[target]} is empty", "-"
        if self.parsed.origin < 0:  # SAN has no mark of a move that takes nothing
            mark = "left out"
        if castles:
            fact = "this is castling"
        elif takes:
            taken = self.state.taken_cell(Move(origin, target))
            stated, fact, mark = "nothing is taken", f"{self.standing(taken)} is taken", "x"
            if target in self.state.passed:
                fact = f"a pawn is taken en passant at {self.cells[target]}"
            elif self.state.board[target]:
                fact = f"{self.a_piece(target)} stands on {self.cells[target]}"
        yield Reason(Code.CAPTURE_MARK, {"text": self.text, "said": stated, "fact": fact, "mark": mark})

    def _victim(self, origin: int) -> Iterator[Reason]:
        """Why what is taken is not what the move says (spoken moves)."""
        parsed, state = self.parsed, self.state
        taken = state.taken_cell(Move(origin, parsed.target))
        if ABSENT in {parsed.victim, taken}:
            return
        piece = state.board[taken]
        if kind_of(piece) in self.tables.sharing[parsed.victim] and parsed.loser in (ABSENT, piece & 1):
            return
        found = self.name(piece)
        yield self.wrong_victim(found if parsed.loser == ABSENT else f"{self.seat(piece & 1)} {found}")

    # -- a move that the pieces can make, and the rules forbid ------

    def _forbidden(self, move: Move) -> Iterator[Reason]:
        state, rules = self.state, self.tables.rules
        if self.parsed.put_on != ABSENT:
            move = move._replace(put_on=self.parsed.put_on, put=self.parsed.put)
        if not rules.immobile and state.gets_stuck(move):
            piece = code(move.becomes, self.turn) if move.origin < 0 else state.board[move.origin]
            yield Reason(Code.STUCK, {"piece": self.name(piece), "cell": self.cells[move.target]})
            return
        if not state.allowed(move, self.danger):
            yield self._unsafe(move)
            return
        if not self.tables.duties:
            return
        hand, legal = rules.hand, state.legal_moves()
        if hand is not None and hand.must and move.origin >= 0 and any(m.origin < 0 for m in legal):
            yield self.of_mover(Code.MUST_DROP, hand.rule, hand=tuple(map(self.kind, state.in_hand())))
        elif rules.must_capture and any(state.takes(m) for m in legal):
            takes = [f"{self.cells[m.origin]}x{self.cells[m.target]}" for m in legal if state.takes(m)]
            captures = (*takes[:MOST_SHOWN], *(("...",) if len(takes) > MOST_SHOWN else ()))
            yield self.of_mover(Code.MUST_CAPTURE, captures=captures)

    def _unsafe(self, move: Move) -> Reason:
        """Why a move that its piece can make is not allowed: by what stands there before it, or by what it leads to."""
        return self._barred_before(move) or self._barred_after(move) or self.of_mover(Code.NO_CHECKS, text=self.text)

    def _barred_before(self, move: Move) -> Reason | None:
        """What keeps a move from being begun."""
        state, rules = self.state, self.tables.rules
        piece, origin = state.board[move.origin], self.cells[move.origin]
        cornering = state.cornering(move.origin) if self.tables.cornered else set()
        if cornering not in (set(), {move.target}):
            by = tuple(map(self.standing, sorted(cornering)))
            return self.of_mover(Code.KING_STAYS, piece=self.name(piece), cell=origin, by=by)
        if (move.origin, move.target) == state.undone and state.takes(move):
            way = "-".join(self.cells[cell] for cell in state.undone)
            facts = {"origin": origin, "target": self.cells[move.target], "last": way}
            return Reason(Code.TAKEN_BACK, {"mover": self.seat(self.turn ^ 1), **facts})
        if (cell := state.restrained(move)) != ABSENT:
            return self._exchange(move, cell)
        filled, attackers = state.filled_beyond(move), state.attackers_before(move)
        if filled:
            paths = tuple(map(self.standing, filled))
            return Reason(Code.PATH_BLOCKED, {**self._facts(piece, move.origin, move.target), "paths": paths})
        if attackers:
            by = tuple(map(self.standing, attackers))
            return self.of_mover(Code.LEAVES_CHECK, king=self.name(piece), cell=self.cells[move.target], by=by)
        if state.binds(move):
            victim = self.name(state.board[state.taken_cell(move)])
            goer = victim if rules.turns and rules.turns.released else self.name(piece)
            return self.of_mover(Code.CANNOT_GO_ON, text=self.text, piece=goer, model=victim)
        return None

    def _exchange(self, move: Move, cell: int) -> Reason:
        """Why a move may not capture a piece that is kept from being exchanged."""
        state, board = self.state, self.state.board
        if board[move.origin] in self.tables.guarded:
            back = [self.standing(there) for there in state.taken_back(move)]
            why = f"{' or '.join(back)} could take back there"
        else:
            why = f"one was just lost on {self.cells[state.lost_on]}"
        facts = self._facts(board[move.origin], move.origin, move.target)
        return Reason(
            Code.NO_EXCHANGE, facts | {"victim": self.name(board[cell]), "cell": self.cells[cell], "why": why}
        )

    def _barred_after(self, move: Move) -> Reason | None:
        """What may not be so in the position that a move leads to."""
        after = copy(self)
        after.state = self.state.copy()
        for cell, piece in self.state.changes(move):
            after.state.board[cell] = piece
        return self._lost_king(move, after.state) or after.exposed_king() or after.forbidden_pair()

    def _lost_king(self, move: Move, after: GeneralMatching) -> Reason | None:
        """A king of the mover who is gone after a move."""
        before = self.state.board
        royals = self.state.royals(self.turn)
        lost = [cell for cell in royals if cell != move.origin and after.board[cell] != before[cell]]
        gone = move.origin in royals and after.board[move.target] < FIRST and not self.tables.mirrored
        if not lost and not gone:
            return None
        king = self.name(before[lost[0] if lost else move.origin])
        return self.of_mover(Code.EXPLODES, king=king, cell=self.cells[move.target])

    def exposed_king(self) -> Reason | None:
        """A king of the mover who faces the other one or is attacked, in the position after the move."""
        state, enemy = self.state, self.turn ^ 1
        for cell in state.royals(self.turn):
            king = self.name(state.board[cell])
            facing = state.faces(cell, enemy)
            if facing != ABSENT:
                other, there = self.name(state.board[facing]), self.cells[facing]
                return self.of_mover(Code.KINGS_FACE, king=king, cell=self.cells[cell], other=other, there=there)
            by = tuple(map(self.standing, self.attackers(cell)))
            if by:
                return self.of_mover(Code.LEAVES_CHECK, king=king, cell=self.cells[cell], by=by)
        return None

    def forbidden_pair(self) -> Reason | None:
        """A piece that has to be attacked and is not, or two that may not attack each other, after the move."""
        state = self.state
        unthreatened = state.unthreatened()
        if unthreatened != ABSENT:
            anti = self.name(state.board[unthreatened])
            return self.of_mover(Code.NOT_ATTACKED, piece=anti, cell=self.cells[unthreatened])
        pair = state.avoided()
        if pair is None:
            return None
        attacked, attacker = map(self.standing, pair)
        piece, other = (state.board[cell] for cell in pair)
        if piece & 1 == self.turn and kind_of(piece) != kind_of(other):
            return self.of_mover(Code.LEAVES_CHECK, king=self.name(piece), cell=self.cells[pair[0]], by=(attacker,))
        return self.of_mover(Code.ATTACKED_BY_LIKE, text=self.text, attacked=attacked, by=attacker)

    # -- drops and castling ------

    def _drop(self) -> Iterator[Reason]:
        state, parsed, hand = self.state, self.parsed, self.tables.rules.hand
        if hand is None or not hand.drops:
            yield Reason(Code.NO_DROPS)
            return
        if not self.state.owns(parsed.owner):
            yield self._nobody(parsed.owner, f"; it is {self.mover}'s turn")
            return
        kind = parsed.kind if parsed.kind != ABSENT else parsed.becomes
        kinds = self.tables.sharing[kind]
        standing = state.board[parsed.target]
        if standing:
            yield Reason(Code.DROP_ON_PIECE, {"cell": self.target, "piece": self.name(standing)})
        held = [kind for kind in state.in_hand() if kinds & set(state.tables.dropped_as(code(kind, state.turn)))]
        facts: Facts = {"mover": self.mover, "piece": self.kind(kind), "cell": self.target}
        if not held:
            names = tuple(map(self.kind, state.in_hand())) or ("nothing",)
            yield Reason(Code.NOT_HELD, facts | {"hand": names}, hand.rule)
        elif not standing:
            move = Move(ABSENT, parsed.target, kind if kind in kinds else held[0])
            why = self._no_drop(hand, held[0], move)
            if why:
                yield Reason(Code.NO_DROP_THERE, facts | {"why": why}, hand.rule)
            else:
                yield from self._forbidden(move)

    def _no_drop(self, hand: Hand, kind: int, move: Move) -> str:
        """Why a kind in hand may not be dropped on the cell, empty where only what forbids any move may."""
        state, target = self.state, move.target
        if not state.drop_cells(kind, self.turn) >> target & 1:
            return self._no_region(hand, kind)
        if (hand.no_check or hand.no_mate) and state.forbidden_drop(move):
            return "it would give check" if hand.no_check else "it would give mate"
        if hand.opposite and not state.leaves_room(move):
            return "no cell of the other colour would be left for a piece that needs one"
        return ""

    def _no_region(self, hand: Hand, kind: int) -> str:
        """Why the cell is none of those for drops of a kind."""
        state, target = self.state, self.parsed.target
        mark, own = self.tables.kinds[kind].mark, state.cells_of((code(kind, self.turn),))
        spots, shade = self.tables.board.spots, self.tables.shade
        same = [cell for cell in own if spots[cell][0] == spots[target][0]]
        if mark in hand.no_double and len(same) >= hand.doubles:
            return f"{self.standing(same[0])} stands on the same file" if same else "none may be dropped on a file"
        alike = [cell for cell in own if shade[cell] == shade[target]]
        if mark in hand.opposite and alike:
            return f"{self.standing(alike[0])} stands on the same colour"
        allowed = [cell for cell in bits(state.drop_cells(kind, self.turn)) if not state.board[cell]]
        ranks = sorted({self.cells[cell][1:] for cell in allowed}, key=lambda rank: (len(rank), rank))
        return f"only on ranks {', '.join(ranks)}" if ranks else "there is no cell for it"

    @cached_property
    def _castlings_left(self) -> list[CastlingWay]:
        """The castlings of who is to move that rights are left for."""
        ways = (self.tables.castling_ways[castling] for castling in self.state.castles)
        return [way for way in ways if way.rule.seat == self.turn]

    def _castles(self, origin: int, target: int) -> CastlingWay | None:
        """The castling of which the king's way leads from cell to cell, if one is left."""
        leads, capture = self.state.leads_to_castling, self.parsed.capture
        return next((way for way in self._castlings_left if leads(origin, target, way, capture)), None)

    def _castling(self, side: int) -> Iterator[Reason]:
        if not self.state.owns(self.parsed.owner):
            facts: Facts = {"mover": self.seat(self.parsed.owner), "castling": CASTLINGS[side]}
            yield Reason(Code.CASTLING, facts | {"condition": f"it is {self.mover}'s turn"})
            return
        ways = [way for way in self._castlings_left if way.rule.side == side]
        ways = [way for way in ways if self.parsed.target in (ABSENT, way.king_to)] or ways[:1]
        open_ways = [way for way in ways if not any(self._conditions(way))]
        if len(open_ways) > 1:
            between = tuple(f"{CASTLINGS[side]}-{self.cells[way.king_to]}" for way in open_ways)
            yield Reason(Code.AMBIGUOUS, {"text": self.text, "between": between}, case="castling")
            return
        for way in open_ways or ways:
            if way.rule.side == side:
                yield from (
                    list(self._refused_castling(way)) or list(self._beside(way.move)) or self._forbidden(way.move)
                )
                yield from self._promotion(self.state.board[way.king_from], way.king_from, way.king_to)
                yield from self._mark(way.king_from, way.king_to)
                return
        rules = [(n, r) for n, r in enumerate(self.tables.rules.castlings) if (r.seat, r.side) == (self.turn, side)]
        if not rules:
            condition = "there is no castling in this game"
            yield self.of_mover(Code.CASTLING, "", "absent", castling=CASTLINGS[side], condition=condition)
            return
        number, rule = rules[0]
        for condition in self._gone(number, rule):
            yield self._no_castling(rule, condition)

    def _gone(self, number: int, rule: CastlingRule) -> Iterator[str]:
        """Why the right to a castling is no longer there, and what else does not hold."""
        if rule.king_from == ABSENT:
            yield "the king or its partner has moved before, or the partner was taken"
            return
        yield lost_right(self.tables, number, self.turn, self.state.board.__getitem__)
        yield from self._conditions(self.tables.castling_ways[number, *self.tables.castling_cells(number)])

    def _refused_castling(self, way: CastlingWay) -> Iterator[Reason]:
        """Every condition of a castling that is left which does not hold."""
        for condition in self._conditions(way):
            yield self._no_castling(way.rule, condition)

    def _no_castling(self, rule: CastlingRule, condition: str) -> Reason:
        """The reason against a castling; its advice names the cells that must be safe in this game, if any must."""
        return no_castling(rule, condition, has_king=bool(self.state.royals(self.turn)))

    def _conditions(self, way: CastlingWay) -> Iterator[str]:
        """Every condition of a castling that does not hold, its right aside."""
        royals = self.state.royals(self.turn)
        return castling_conditions(self.tables, way, royals, self.state.board.__getitem__, self.attackers)
