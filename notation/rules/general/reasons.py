"""Why the general engine refuses a move: small named checks, each giving one reason or none.

They ask the same tables and the same tests as `GeneralPlay.find`, so that a move has no reason exactly where it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.general.legality import Danger
from fairyscore.notation.rules.general.play import GeneralPlay
from fairyscore.notation.rules.general.tables import FIRST, HOP, WALL, CastlingWay, Way, code, kind_of
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, NOT_SAID, OWN, PASS, UNCHANGED, Move, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.seats import SEATING

MOST_SHOWN = 4
"""So many pieces, ways or moves are named in one reason."""

OWNERS = tuple(seat.name for seat in SEATING[2])


def reasons(state: GeneralPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move of the player to move, empty where it is legal."""
    if state.find(parsed) is not None:
        return ()
    of_piece = {kind.name: kind.rule for kind in reversed(state.tables.kinds)}
    found = _Reasons(state, parsed, text).all()
    return tuple(replace(r, rule=r.rule or of_piece.get(str(r.facts.get("piece")), "")) for r in found)


class _Reasons:
    """The reasons for one move."""

    def __init__(self, state: GeneralPlay, parsed: ParsedMove, text: str) -> None:
        self.state, self.parsed, self.text = state, parsed, text
        self.tables, self.seat = state.tables, state.turn
        self.cells = state.tables.board.cells
        self.mover = OWNERS[state.turn]
        self.danger = Danger(state)

    def all(self) -> tuple[Reason, ...]:
        """By what the move is."""
        parsed = self.parsed
        outcome = self.state.outcome()
        if outcome is not None:
            return (Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}),)
        if parsed.throw:
            return (Reason(Code.NO_DICE, {"text": self.text}),)
        if parsed.owner not in (NOT_SAID, OWN, self.seat) and parsed.origin == NOT_SAID:
            return (Reason(Code.NO_PIECE_REACHES, self._nobody(f"; it is {self.mover}'s turn")),)
        if parsed.action == PASS:
            return (Reason(Code.MUST_NOT_PASS, {"mover": self.mover}),)
        if parsed.action == DROP:
            return tuple(self._drop())
        if parsed.action == CASTLE:
            return tuple(self._castling(parsed.castle))
        return tuple(self._from(parsed.origin) if parsed.origin != NOT_SAID else self._from_somewhere())

    # -- names ------

    def name(self, piece: int) -> str:
        """The English name of a piece; a wall is one too."""
        return "wall" if piece == WALL else self.tables.kinds[kind_of(piece)].name

    def owned(self, cell: int) -> str:
        """What stands on a cell, with its owner: "a white pawn on e4"."""
        piece = self.state.board[cell]
        owner = "" if piece == WALL else f"{OWNERS[piece & 1]} "
        return f"a {owner}{self.name(piece)} on {self.cells[cell]}"

    def _nobody(self, where: str) -> Facts:
        kind = self.tables.kinds[max(self.parsed.kind, 0)]
        return {"piece": kind.name, "mover": self.mover, "cell": self.cells[self.parsed.target], "where": where}

    # -- a move from a cell ------

    def _from(self, origin: int) -> Iterator[Reason]:
        """The text says where the piece stands."""
        piece, cell, parsed = self.state.board[origin], self.cells[origin], self.parsed
        if piece < FIRST:
            yield Reason(Code.NOTHING_THERE, {"cell": cell})
            return
        if piece & 1 != self.seat:
            facts: Facts = {"piece": self.name(piece), "cell": cell, "owner": OWNERS[piece & 1], "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, facts)
            return
        if parsed.kind != NOT_SAID and kind_of(piece) not in self.tables.sharing[parsed.kind]:
            named = self.tables.kinds[parsed.kind].name
            yield Reason(Code.WRONG_PIECE, {"cell": cell, "piece": self.name(piece), "named": named})
        yield from self._victim(origin)
        yield from self._going(piece, origin)

    def _from_somewhere(self) -> Iterator[Reason]:
        """The text leaves open which piece goes: exactly one must be able to."""
        state, parsed = self.state, self.parsed
        able = sorted({move.origin for move in state.named(replace(parsed, capture=None, becomes=parsed.becomes))})
        if len(able) > 1:
            between = tuple(f"{self.cells[cell]}-{self.cells[parsed.target]}" for cell in able)
            yield Reason(Code.AMBIGUOUS, {"text": self.text, "between": between})
            return
        kinds = self.tables.sharing[max(parsed.kind, 0)]
        every = state.cells_of(code(kind, self.seat) for kind in sorted(kinds))
        meant = [cell for cell in every if parsed.sources >> cell & 1]
        found: list[Reason] = []
        reaching = [cell for cell in meant if parsed.target in state.targets(state.board[cell], cell)]
        for cell in reaching or meant:
            near = [
                r for r in self._going(state.board[cell], cell) if r.code is not Code.CANNOT_REACH and r not in found
            ]
            found += near
        if found:
            yield from found[:MOST_SHOWN]
            return
        if not every:
            where = "; there is none left"
        elif not meant:
            where = f"; none stands where the move says, only on {', '.join(self.cells[cell] for cell in every)}"
        else:
            where = f"; from {', '.join(self.cells[cell] for cell in meant)} there is no way"
        yield Reason(Code.NO_PIECE_REACHES, self._nobody(where))

    def _going(self, piece: int, origin: int) -> Iterator[Reason]:
        """All that is wrong with a piece of the mover going where the text says."""
        target = self.parsed.target
        found = list(self._reach(piece, origin, target))
        if not found:
            found += self._promotion(piece, origin, target)
            found += self._beside(self._castles(origin, target) or Move(origin, target))
            found += self._mark(origin, target)
        if not found:
            castling = self._castles(origin, target)
            found += self._forbidden(castling or Move(origin, target, self._becoming(piece, origin, target)))
        yield from found

    def _reach(self, piece: int, origin: int, target: int) -> Iterator[Reason]:
        """Why the piece does not get to the cell, nothing where it does."""
        state, tables = self.state, self.tables
        if target in state.targets(piece, origin):
            return
        if castling := self._castles(origin, target):
            yield from self._refused_castling(castling)
            return
        standing = state.board[target]
        facts: Facts = {"piece": self.name(piece), "origin": self.cells[origin], "target": self.cells[target]}
        if standing >= FIRST and standing & 1 == self.seat and origin != target:
            own: Facts = {"mover": self.mover, "piece": self.name(standing), "cell": self.cells[target]}
            yield Reason(Code.OWN_PIECE, own)
            return
        ways = [way for way in tables.ways(piece, origin) if target in way.cells and target not in way.barred]
        fitting = [way for way in ways if (way.captures if standing else way.moves)]
        if not ways:
            yield from self._out_of_reach(piece, origin, target, facts)
        elif standing >= FIRST and not any(way.captures for way in ways):
            yield Reason(Code.CANNOT_TAKE, facts | {"blocker": f"a {OWNERS[standing & 1]} {self.name(standing)}"})
        elif not standing and not fitting:
            yield Reason(Code.NOTHING_TO_TAKE, facts)
        elif standing in tables.not_takes.get(piece, ()):
            yield Reason(Code.MAY_NOT_TAKE, facts | {"victim": self.name(standing)})
        else:
            hops = [way for way in fitting if way.style == HOP]
            yield from self._hop(hops[0], piece, target, facts) if hops else self._blocked(fitting, target, facts)

    def _out_of_reach(self, piece: int, origin: int, target: int, facts: Facts) -> Iterator[Reason]:
        """A cell that no rule lets the piece reach, or one that only its region keeps from it."""
        kind = self.tables.kinds[kind_of(piece)]
        if not kind.stays[self.seat] >> target & 1 and target in self.tables.freely(piece, origin):
            region = kind.stays_in or "the cells where it may be"
            yield Reason(Code.OUT_OF_REGION, facts | {"mover": self.mover, "region": region})
        else:
            yield Reason(Code.CANNOT_REACH, facts)

    def _hop(self, way: Way, piece: int, target: int, facts: Facts) -> Iterator[Reason]:
        """What is wrong with the pieces between a hopper and its target."""
        between = way.cells[: way.cells.index(target)]
        screens = [cell for cell in between if self.state.board[cell]]
        forbidden = self.tables.not_over.get(piece, ())
        if not screens:
            what = "nothing stands between"
        elif self.state.board[screens[0]] in forbidden:
            what = f"{self.owned(screens[0])} is no piece that it may jump over"
        elif len(screens) > 1:
            what = f"{' and '.join(self.owned(cell) for cell in screens)} stand between, and it jumps over one"
        else:
            what = f"{self.owned(screens[0])} is too far from {self.cells[target]}"
        yield Reason(Code.NO_SCREEN, facts | {"what": what})

    def _blocked(self, ways: list[Way], target: int, facts: Facts) -> Iterator[Reason]:
        """Every way there, with what stands on it."""
        paths = []
        for way in ways:
            path = (*way.before, *way.cells[: way.cells.index(target)]) if way.style else way.before
            standing = ", ".join(self.owned(cell) for cell in path if self.state.board[cell])
            if standing:
                paths.append(standing if len(path) == 1 else f"{' '.join(self.cells[c] for c in path)}: {standing}")
        if paths:
            yield Reason(Code.PATH_BLOCKED, facts | {"paths": tuple(dict.fromkeys(paths))})
        else:
            yield Reason(Code.CANNOT_REACH, facts)

    def _becoming(self, piece: int, origin: int, target: int) -> int:
        """What the piece would be after the move, NOT_SAID for what it is."""
        options = self.state.becomes(piece, origin, target)
        said = self.parsed.becomes
        fitting = [k for k in options if k == said or (said >= 0 <= k and k in self.tables.sharing[said])]
        return (fitting or options or [NOT_SAID])[0]

    def _promotion(self, piece: int, origin: int, target: int) -> Iterator[Reason]:
        """A promotion that is missing, or one that may not be."""
        said, kinds = self.parsed.becomes, self.tables.kinds
        if said == NOT_SAID and self._castles(origin, target):
            return
        options = self.state.becomes(piece, origin, target)
        moves = [Move(origin, target, kind) for kind in options]
        if any(self.state.same_promotion(moves, self.parsed)):
            return
        facts: Facts = {"piece": self.name(piece), "origin": self.cells[origin], "target": self.cells[target]}
        named = [kind for kind in options if kind >= 0]
        facts["allowed"] = tuple(f"{kinds[kind].letter} {kinds[kind].name}" for kind in named) or ("nothing",)
        rule = next((p.rule for p in self.tables.promotions[piece - FIRST] if p.rule), "")
        if said in (NOT_SAID, UNCHANGED):
            yield Reason(Code.PROMOTION_MISSING, facts, rule)
        else:
            name = kinds[said].name if said >= 0 else "another piece"
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": name}, rule)

    def _beside(self, move: Move) -> Iterator[Reason]:
        """A wall that is missing or cannot be put there; a piece that cannot be brought in so."""
        state, parsed, walls = self.state, self.parsed, self.tables.rules.walls
        if walls is not None:
            free = state.wall_cells(move)
            if parsed.put_on not in free and not (walls.or_move and parsed.put_on == NOT_SAID):
                names = tuple(self.cells[cell] for cell in free[:MOST_SHOWN]) or ("nowhere",)
                where = f"not on {self.cells[parsed.put_on]}" if parsed.put_on != NOT_SAID else "with this move"
                yield Reason(Code.WALL, {"mover": self.mover, "where": where, "allowed": names}, walls.rule)
        elif parsed.put == NOT_SAID != parsed.put_on:
            none: Facts = {"piece": "wall", "cell": self.cells[parsed.put_on], "mover": self.mover}
            yield Reason(Code.NO_DROP_THERE, none | {"why": "no walls are put in this game"})
        elif parsed.put != NOT_SAID and all(
            found.put != parsed.put or move.castle != NOT_SAID for found in state.candidates([move.origin])
        ):
            facts: Facts = {
                "piece": self.tables.kinds[parsed.put].name,
                "cell": self.cells[move.origin],
                "mover": self.mover,
            }
            yield Reason(Code.NO_DROP_THERE, facts | {"why": "nothing can be brought in with this move"})

    def _mark(self, origin: int, target: int) -> Iterator[Reason]:
        """Whether the mark for a capture is right."""
        takes = self.state.takes(Move(origin, target))
        castles = self._castles(origin, target) is not None
        if self.parsed.capture is None or self.parsed.capture is (takes and not castles):
            return
        cell = self.cells[target]
        if takes and not castles:
            what = f"{self.owned(target)[: -len(cell) - 4]} stands on {cell}" if self.state.board[target] else (
                f"a pawn is taken en passant at {cell}"
            )  # fmt: skip
            yield Reason(Code.CAPTURE_MARK, {"text": self.text, "said": "nothing is taken", "fact": what, "mark": "x"})
        else:
            fact = "this is castling" if castles else f"{cell} is empty"
            facts: Facts = {"text": self.text, "said": "something is taken", "fact": fact, "mark": "-"}
            yield Reason(Code.CAPTURE_MARK, facts)

    def _victim(self, origin: int) -> Iterator[Reason]:
        """Whether what is taken is what the move says (spoken moves)."""
        parsed, state = self.parsed, self.state
        taken = state.taken_cell(Move(origin, parsed.target))
        if NOT_SAID in {parsed.victim, taken}:
            return
        piece = state.board[taken]
        if kind_of(piece) in self.tables.sharing[parsed.victim] and parsed.loser in (NOT_SAID, piece & 1):
            return
        named = self.tables.kinds[parsed.victim].name
        yield Reason(Code.WRONG_VICTIM, {"cell": self.cells[taken], "found": self.name(piece), "named": named})

    # -- a move that the pieces can make, and the rules forbid ------

    def _forbidden(self, move: Move) -> Iterator[Reason]:
        """The rules that a move breaks which the piece can make."""
        state, rules = self.state, self.tables.rules
        if self.parsed.put_on != NOT_SAID:
            move = move._replace(put_on=self.parsed.put_on, put=self.parsed.put)
        if not rules.immobile and state.gets_stuck(move):
            piece = code(move.becomes, self.seat) if move.origin < 0 else state.board[move.origin]
            yield Reason(Code.STUCK, {"piece": self.name(piece), "cell": self.cells[move.target]})
            return
        if not state.allowed(move, self.danger):
            yield self._unsafe(move)
            return
        hand = rules.hand
        legal = state.legal_moves()
        if hand is not None and hand.must and move.origin >= 0 and any(m.origin < 0 for m in legal):
            held = tuple(self.tables.kinds[kind].name for kind in state.in_hand())
            yield Reason(Code.MUST_DROP, {"mover": self.mover, "hand": held}, hand.rule)
        elif rules.must_capture and any(state.takes(m) for m in legal):
            takes = [f"{self.cells[m.origin]}x{self.cells[m.target]}" for m in legal if state.takes(m)]
            captures = (*takes[:MOST_SHOWN], *(("...",) if len(takes) > MOST_SHOWN else ()))
            yield Reason(Code.MUST_CAPTURE, {"mover": self.mover, "captures": captures})

    def _unsafe(self, move: Move) -> Reason:
        """Why a king, or what stands for one, does not allow a move."""
        state, seat, rules = self.state, self.seat, self.tables.rules
        if rules.makpong and self.danger.checked and move.origin in self.danger.royals:
            by = tuple(self.owned(c) for king in state.kings(seat) for c in state.attackers(king, seat ^ 1))
            return Reason(Code.KING_STAYS, {"mover": self.mover, "by": by})
        royals = {cell: self.name(state.board[cell]) for cell in state.royals(seat)}
        after = state.copy()
        for cell, piece in state.changes(move):
            after.board[cell] = piece
        told = _Reasons.__new__(_Reasons)
        told.state, told.tables, told.cells, told.seat = after, self.tables, self.cells, seat
        lost = [name for cell, name in royals.items() if cell != move.origin and after.board[cell] != state.board[cell]]
        if lost or (move.origin in royals and after.board[move.target] < FIRST):
            king = lost[0] if lost else royals[move.origin]
            return Reason(Code.EXPLODES, {"mover": self.mover, "king": king, "cell": self.cells[move.target]})
        for cell in after.royals(seat):
            facing = after.faces(cell, seat ^ 1)
            if facing != NOT_SAID:
                king, other = self.name(after.board[cell]), self.name(after.board[facing])
                facts: Facts = {"mover": self.mover, "king": king, "cell": self.cells[cell], "other": other}
                return Reason(Code.KINGS_FACE, facts | {"there": self.cells[facing]})
            by = tuple(told.owned(c) for c in after.attackers(cell, seat ^ 1))
            if by:
                king = self.name(after.board[cell])
                return Reason(
                    Code.LEAVES_CHECK, {"mover": self.mover, "king": king, "cell": self.cells[cell], "by": by}
                )
        return Reason(Code.NO_CHECKS, {"mover": self.mover, "text": self.text})

    # -- drops and castling ------

    def _drop(self) -> Iterator[Reason]:
        """What is wrong with a drop."""
        state, parsed, hand = self.state, self.parsed, self.tables.rules.hand
        if hand is None or not hand.drops:
            yield Reason(Code.NO_DROPS)
            return
        said = parsed.kind if parsed.kind != NOT_SAID else parsed.becomes
        kinds = self.tables.sharing[said]
        name, cell = self.tables.kinds[said].name, self.cells[parsed.target]
        standing = state.board[parsed.target]
        if standing:
            yield Reason(Code.DROP_ON_PIECE, {"cell": cell, "piece": self.name(standing)})
        held = [kind for kind in state.in_hand() if kinds & set(state.dropped_as(kind))]
        facts: Facts = {"mover": self.mover, "piece": name, "cell": cell}
        if not held:
            names = tuple(self.tables.kinds[kind].name for kind in state.in_hand()) or ("nothing",)
            yield Reason(Code.NOT_HELD, facts | {"hand": names}, hand.rule)
        elif not standing:
            kind = held[0]
            if not state.drop_cells(kind, self.seat) >> parsed.target & 1:
                yield Reason(Code.NO_DROP_THERE, facts | {"why": self._no_drop(kind)}, hand.rule)
            else:
                yield from self._refused_drop(Move(NOT_SAID, parsed.target, said if said in kinds else kind), facts)

    def _refused_drop(self, move: Move, facts: Facts) -> Iterator[Reason]:
        """A drop onto a cell of its region that another rule forbids."""
        state, hand = self.state, self.tables.rules.hand
        assert hand is not None
        if (hand.no_check or hand.no_mate) and state.forbidden_drop(move):
            why = "it would give check" if hand.no_check else "it would give mate"
            yield Reason(Code.NO_DROP_THERE, facts | {"why": why}, hand.rule)
        elif hand.opposite and not state.leaves_room(move):
            why = "no cell of the other colour would be left for a piece that needs one"
            yield Reason(Code.NO_DROP_THERE, facts | {"why": why}, hand.rule)
        else:
            yield from self._forbidden(move)

    def _no_drop(self, kind: int) -> str:
        """Why a kind may not be dropped on the cell."""
        state, hand, target = self.state, self.tables.rules.hand, self.parsed.target
        assert hand is not None
        mark = self.tables.kinds[kind].mark
        spots = self.tables.board.spots
        if mark in hand.no_double:
            own = state.cells_of((code(kind, self.seat),))
            same = [cell for cell in own if spots[cell][0] == spots[target][0]]
            if len(same) >= hand.doubles:
                return f"{self.owned(same[0])} stands on the same file" if same else "none may be dropped on a file"
        if mark in hand.opposite:
            for cell in state.cells_of((code(kind, self.seat),)):
                if self.tables.shade[cell] == self.tables.shade[target]:
                    return f"{self.owned(cell)} stands on the same colour"
        allowed = [cell for cell in bits(state.drop_cells(kind, self.seat)) if not state.board[cell]]
        ranks = sorted({self.cells[cell][1:] for cell in allowed}, key=lambda rank: (len(rank), rank))
        return f"only on ranks {', '.join(ranks)}" if ranks else "there is no cell for it"

    def _castles(self, origin: int, target: int) -> Move | None:
        """The castling of which the king's way leads from cell to cell, if one is left."""
        for index, king, rook in self.state.castles:
            way = self.tables.castling_way(index, king, rook)
            if way.rule.seat == self.seat and king == origin and target in (way.king_to, way.rook_from):
                return Move(king, way.king_to, castle=index)
        return None

    def _castling(self, side: int) -> Iterator[Reason]:
        """Every condition of the castling that does not hold."""
        rules = [rule for rule in self.tables.rules.castlings if rule.seat == self.seat and rule.side == side]
        facts: Facts = {"mover": self.mover, "castling": CASTLINGS[side]}
        if not rules:
            yield Reason(Code.CASTLING, facts | {"condition": "there is no castling in this game"})
            return
        for index, king, rook in self.state.castles:
            if self.tables.rules.castlings[index] in rules:
                move = Move(king, self.tables.castling_way(index, king, rook).king_to, castle=index)
                yield from list(self._refused_castling(move)) or list(self._beside(move)) or self._forbidden(move)
                return
        condition = "the king or its partner has moved before, or the partner was taken"
        yield Reason(Code.CASTLING, facts | {"condition": condition}, rules[0].rule)

    def _refused_castling(self, move: Move) -> Iterator[Reason]:
        """Every condition of a castling that is left which does not hold."""
        way = self.state.castling(move)
        facts: Facts = {"mover": self.mover, "castling": CASTLINGS[way.rule.side]}
        for condition in self._conditions(way):
            yield Reason(Code.CASTLING, facts | {"condition": condition}, way.rule.rule)

    def _conditions(self, way: CastlingWay) -> Iterator[str]:
        state = self.state
        for cell in way.empty:
            if state.board[cell]:
                yield f"{self.owned(cell)} stands between"
        for cell in dict.fromkeys((way.king_from, *way.safe)):
            for by in state.attackers(cell, self.seat ^ 1):
                what = "the king is in check" if cell == way.king_from else f"{self.cells[cell]} is attacked"
                yield f"{what} by {self.owned(by)}"
