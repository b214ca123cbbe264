"""Queries asked of games once more, slowly and by the public library alone: each word at each position, nothing kept.

`random_query` writes the text of a query of random words for a game; `places` says at which plies a query is true.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from nightly import NIGHTLY

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.find import moves, patterns, positions, query, records
from fairyscore.notation.game import Game
from fairyscore.notation.game_tree import Node
from fairyscore.notation.position import LegalMove, Piece, Position
from fairyscore.notation.rules.variant import Variant

# -- what words mean ------------------------------------------------------------------------------------------------------


class Absent(Exception):
    """The game does not have what a word asks for."""


def is_named(piece: Piece | None, seat: str, text: str, game: Variant) -> bool:
    if piece is None or (seat and piece.owner.name != seat):
        return False
    return text in ("piece", piece.type.letter)


def must_have(game: Variant, seat: str = "", piece: str = "piece", cells: tuple[str, ...] = ()) -> None:
    if seat and seat not in [one.name for one in game.seats]:
        raise Absent
    if piece != "piece" and piece not in [kind.letter for kind in game.piece_types]:
        raise Absent
    for cell in cells:
        if "*" not in cell and "-" not in cell and cell not in game.board.index:
            raise Absent


def cells_of(texts: tuple[str, ...], game: Variant) -> list[str]:
    found: list[str] = []
    for text in texts:
        if "*" in text:
            pattern = re.escape(text).replace(r"\*", "[0-9]+" if text[0].isalpha() else "[A-Za-z]+")
            found += [name for name in game.board.cells if re.fullmatch(pattern, name)]
        else:
            found.append(text)
    return found


class Brute:
    """A game as a list of positions and moves, each made anew by the library."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.variant = game.variant
        assert game.start is not None
        self.positions: list[Position] = [game.start]
        self.moves: list[LegalMove | None] = [None]
        for move, position in game.mainline():
            self.positions.append(position)
            self.moves.append(move)
        self.nodes = [None, *game.nodes()]

    def places(self, asked: query.Query) -> list[int]:
        return [ply for ply in range(len(self.positions)) if self.holds(asked, ply)]

    def holds(self, asked: query.Query, ply: int) -> bool:
        last = len(self.positions) - 1
        match asked:
            case query.Every():
                return all(self.holds(part, ply) for part in asked.queries)
            case query.Any_():
                return any(self.holds(part, ply) for part in asked.queries)
            case query.Not():
                return not self.holds(asked.query, ply)
            case query.Then():
                end = last if not asked.within else min(last, ply + asked.within)
                return self.holds(asked.first, ply) and any(
                    self.holds(asked.later, at) for at in range(ply + 1, end + 1)
                )
            case query.Lasting():
                end = ply + asked.plies - 1
                return end <= last and all(self.holds(asked.query, at) for at in range(ply, end + 1))
            case query.InCourse():
                plies = range(ply + 1) if asked.word == "since" else range(last + 1)
                found = [self.holds(asked.query, at) for at in plies]
                return {"always": all(found), "never": not any(found)}.get(asked.word, any(found))
        try:
            return self.fact(asked, ply)
        except Absent:
            return False

    def fact(self, asked: query.Query, ply: int) -> bool:
        position, game = self.positions[ply], self.variant
        pieces = position.pieces()
        match asked:
            case records.PlayerNamed():
                must_have(game, "" if asked.who in ("player", "winner", "loser") else asked.who)
                names = [self.game.tags.get(seat.name.capitalize(), "") for seat in game.seats]
                scores = self.game.result.split("-")
                for seat, name, place in zip(game.seats, names, range(9), strict=False):
                    won = place < len(scores) and scores[place] == "1"
                    lost = place < len(scores) and scores[place] == "0" and "1" in scores
                    there = {"player": True, "winner": won, "loser": lost}.get(asked.who, seat.name == asked.who)
                    if there and asked.text.lower() in name.lower():
                        return True
                return False
            case records.Result():
                return self.game.result == asked.result
            case records.Plies():
                return len(self.positions) - 1 in asked.span
            case records.OfVariant():
                return game.name.split(":")[0] == asked.name
            case records.Commented():
                node = self.nodes[ply]
                return node is not None and any((asked.text or "") in text for text in node.comments)
            case records.HasNag():
                node = self.nodes[ply]
                return node is not None and asked.nag in node.nags
            case positions.At():
                wanted = Position.from_fen(asked.fen, game)
                return wanted.state.key() == position.state.key()
            case positions.BeginsWith():
                texts = asked.text.split()
                return ply >= len(texts) and [str(move) for move in self.moves[1 : len(texts) + 1]] == texts
            case positions.Reaches():
                end = Position.start(game)
                for text in asked.text.split():
                    end = end.play(text)
                return any(end.state.key() == one.state.key() for one in self.positions[: ply + 1])
            case positions.Number():
                must_have(game, asked.seat, asked.piece, asked.cells)
                if asked.in_hand:
                    if not game.rules.hands:
                        raise Absent
                    held = [piece for hand in position.hands.values() for piece in hand]
                    return len([one for one in held if is_named(one, asked.seat, asked.piece, game)]) in asked.span
                cells = cells_of(asked.cells, game) or list(game.board.cells)
                return sum(is_named(pieces.get(cell), asked.seat, asked.piece, game) for cell in cells) in asked.span
            case positions.Material():
                sides = [side.split() for side in asked.text.split(":")]
                orders = [sides, sides[::-1]] if asked.flip else [sides]
                return any(self.has_material(position, order, at_least=asked.at_least) for order in orders)
            case positions.Attacks():
                must_have(game, asked.seat, asked.piece)
                must_have(game, asked.target_seat, asked.target)
                for cell, target in pieces.items():
                    if is_named(target, asked.target_seat, asked.target, game):
                        for seat in game.seats:
                            for origin in position.attackers(cell, by=seat) if seat != target.owner else ():
                                if is_named(pieces[origin], asked.seat, asked.piece, game):
                                    return True
                return False
            case positions.Fact():
                return position.is_check and (asked.word == "check" or not position.legal_moves)
            case positions.Turn():
                must_have(game, asked.seat)
                return position.turn.name == asked.seat
            case positions.PlyNumber():
                return ply in asked.span
            case positions.Quantity():
                return self.quantity(asked.word, ply) in asked.span
            case positions.ChecksGiven():
                must_have(game, asked.seat)
                given = re.search(r" (\d+)\+(\d+) ", position.fen)
                whole = re.search(r" (\d+)\+(\d+) ", Position.start(game).fen)
                if given is None or whole is None:
                    raise Absent
                place = 1 + (asked.seat == "black")
                return int(whole[place]) - int(given[place]) in asked.span
            case positions.CastleHeld():
                must_have(game, asked.seat)
                castles = [game.board.cells[cell] for cell in game.scenery.held]
                if not castles or (asked.cell and asked.cell not in castles):
                    raise Absent
                castles = [asked.cell] if asked.cell else castles
                owners = [pieces[cell].owner.name for cell in castles if cell in pieces]
                return owners.count(asked.seat) in asked.span
            case patterns.Pattern():
                return self.has_pattern(asked, position)
            case moves.Moved():
                return self.moved(asked, ply)
        raise NotImplementedError(type(asked))

    def has_material(self, position: Position, sides: list[list[str]], *, at_least: bool) -> bool:
        game = self.variant
        for place, seat in enumerate(game.seats):
            wanted = sides[place] if place < len(sides) else []
            for letter in wanted:
                must_have(game, piece=letter)
            there = sorted(piece.type.letter for piece in position.pieces().values() if piece.owner == seat)
            if at_least:
                if any(there.count(letter) < wanted.count(letter) for letter in wanted):
                    return False
            elif there != sorted(wanted):
                return False
        return True

    def quantity(self, word: str, ply: int) -> int:
        position, game = self.positions[ply], self.variant
        if word == "legal moves":
            return len(position.legal_moves)
        if word == "quiet plies":
            if not game.rules.counts_repetition:
                raise Absent
            return position.halfmove_clock
        if word == "repeated":
            return sum(one.state.key() == position.state.key() for one in self.positions[: ply + 1])
        if word == "players left":
            return len(position.state.playing())
        if not isinstance(game.board, HeadedBoard):
            raise Absent
        gone = game.scenery.gone(position.state)
        place = ["files left", "ranks left"].index(word)
        return len({spot[place] for cell, spot in enumerate(game.board.spots) if cell not in gone})

    def has_pattern(self, asked: patterns.Pattern, position: Position) -> bool:
        pieces, game = position.pieces(), self.variant
        for item in asked.items:
            must_have(game, item.seat, "piece" if item.piece == "empty" else item.piece, item.cells)
        needs = [(item, cells_of(item.cells, game)) for item in asked.items]
        ways = [(needs, False)]
        if "mirror" in asked.changes:
            ways += [([(item, [self.mirrored(cell) for cell in cells]) for item, cells in needs], False)]
        if "flip" in asked.changes:
            turned = [([(i, [self.flipped(c) for c in cells]) for i, cells in way], True) for way, _ in ways]
            ways += turned
        return any(self.fits(way, pieces, changed) for way, changed in ways)

    def mirrored(self, cell: str) -> str:
        files = sorted({name[0] for name in self.variant.board.cells})
        return files[len(files) - 1 - files.index(cell[0])] + cell[1:]

    def flipped(self, cell: str) -> str:
        ranks = max(int(name[1:]) for name in self.variant.board.cells)
        return f"{cell[0]}{ranks + 1 - int(cell[1:])}"

    def fits(self, needs: list[tuple[Any, list[str]]], pieces: Any, changed: bool) -> bool:
        for item, cells in needs:
            seat = {"white": "black", "black": "white"}.get(item.seat, item.seat) if changed else item.seat
            if item.piece == "empty":
                there = [cell not in pieces for cell in cells]
            else:
                there = [is_named(pieces.get(cell), seat, item.piece, self.variant) for cell in cells]
            if any(there) if item.no else not (any(there) if item.somewhere else all(there)):
                return False
        return True

    def moved(self, asked: moves.Moved, ply: int) -> bool:
        move = self.moves[ply]
        for fact in asked.facts:
            must_have(
                self.variant,
                fact.seat,
                fact.text if fact.word in ("piece", "takes", "drops") and fact.text else "piece",
            )
            if fact.word == "drops" and not self.variant.rules.hands:
                raise Absent
            if fact.word == "castles" and not self.variant.writing.castlings:
                raise Absent
        return move is not None and all(self.has_fact(fact, move) is not fact.no for fact in asked.facts)

    def has_fact(self, fact: moves.MoveFact, move: LegalMove) -> bool:
        text = fact.text or "piece"
        if fact.word == "by":
            before = move.position.piece_at(move.from_cell or None)
            mover = before.owner if before else move.position.turn
            return mover.name == fact.seat
        if fact.word == "takes":
            return is_named(move.captured, fact.seat, text, self.variant)
        if fact.word in ("piece", "drops"):
            kind = move.piece
            fits = kind is not None and text in ("piece", kind.letter)
            return fits and (fact.word == "piece" or move.is_drop)
        if fact.word == "from":
            return move.from_cell in cells_of(fact.cells, self.variant) if move.from_cell else False
        if fact.word == "to":
            return move.to_cell in cells_of(fact.cells, self.variant) if move.to_cell else False
        if fact.word == "promotes":
            return move.promotion is not None and not move.is_drop
        if fact.word == "removes":
            after = move.position.after(move.raw)
            added = move.is_drop + (move.raw.put_on >= 0 and move.raw.put >= 0)
            return len(move.position.pieces()) + added - len(after.pieces()) in fact.span
        if fact.word == "puts":
            return move.raw.put_on >= 0
        if fact.word == "is":
            return str(move) == fact.text
        return bool(
            {
                "castles": move.is_castling,
                "in passing": move.is_en_passant,
                "passes": move.is_pass,
                "gives check": move.gives_check,
            }[fact.word]
        )


# -- random queries -------------------------------------------------------------------------------------------------------


class Writer:
    """Writes random queries about a game: mostly of what is there."""

    def __init__(self, dice: random.Random, brute: Brute) -> None:
        self.dice = dice
        self.brute = brute
        self.game = brute.variant

    def query(self, depth: int = 3) -> str:
        dice = self.dice
        if depth == 0 or dice.random() < 0.3:
            return self.condition()
        one, other = self.query(depth - 1), self.query(depth - 1)
        return dice.choice(
            (
                f"({one} and {other})", f"({one} or {other})", f"not ({one})", f"({one} then {other})",
                f"(({one}) then within {dice.randint(1, 12)} plies {other})", f"({one}) for {dice.randint(1, 4)} plies",
                f"{dice.choice(('ever', 'never', 'always', 'since'))} ({one})", f"({one} and {other})",
            )
        )  # fmt: skip

    def seat(self) -> str:
        seats = [seat.name for seat in self.game.seats]
        return self.dice.choice((*seats, *seats, *seats, "silver"))

    def piece(self) -> str:
        letters = [piece.letter for piece in self.game.piece_types if piece.letter]
        return self.dice.choice((*letters, *letters, "piece", "Z"))

    def any_seat(self) -> str:
        return self.dice.choice((self.seat(), ""))

    def cell(self) -> str:
        return self.dice.choice(self.game.board.cells)

    def cells(self) -> str:
        name = self.cell()
        found = re.fullmatch("([A-Za-z]+)([0-9]+)", name)
        if found is None:
            return name
        return self.dice.choice((name, f"{found[1]}*", f"*{found[2]}"))

    def span(self, most: int) -> str:
        low, high = sorted((self.dice.randint(0, most), self.dice.randint(0, most)))
        return self.dice.choice(
            (f"{low}..{high}", f">= {high}", f"<= {low}", f"= {low}", f"> {low}", f"< {high}", str(low))
        )

    def line(self) -> str:
        plies = self.dice.randint(1, min(6, len(self.brute.moves) - 1) or 1)
        return " ".join(map(str, self.brute.moves[1 : plies + 1]))

    def item(self) -> str:
        there = list(self.dice.choice(self.brute.positions).pieces().items())
        if there and self.dice.random() < 0.6:
            cell, piece = self.dice.choice(there)
            return f"{piece.owner.name} {piece.type.letter} {cell}"
        no = self.dice.choice(("no ", "", ""))
        some = self.dice.choice(("in ", ""))
        return self.dice.choice((f"{no}{self.any_seat()} {self.piece()} {some}{self.cells()}", f"empty {self.cell()}"))

    def pattern(self) -> str:
        items = ", ".join(self.item() for _ in range(self.dice.randint(1, 2)))
        board = self.game.board
        flat = isinstance(board, HeadedBoard) and board.shape == "rectangle" and len(self.game.seats) == 2
        plain = flat and all(re.fullmatch("[a-z][0-9]+", cell) for cell in board.cells)
        return f"board {{ {items} }}{self.dice.choice(('', ' mirror', ' flip', ' mirror flip')) if plain else ''}"

    def fact(self) -> str:
        dice = self.dice
        words = [
            f"by {self.seat()}", f"piece {self.piece()}", "takes", f"takes {self.any_seat()} {self.piece()}",
            f"from {self.cells()}", f"to {self.cells()}", "drops", f"drops {self.piece()}", "promotes", "castles",
            "in passing", "passes", "gives check", "puts", f"removes {self.span(2)}",
            f'is "{dice.choice(self.brute.moves[1:] or ["a1-a2"])}"',
        ]  # fmt: skip
        return dice.choice(("", "", "not ")) + dice.choice(words)

    def condition(self) -> str:
        dice, brute = self.dice, self.brute
        letters = [kind.letter for kind in self.game.piece_types if kind.letter]
        position = dice.choice(brute.positions)
        sides = []
        for seat in self.game.seats:
            there = [piece.type.letter for piece in position.pieces().values() if piece.owner == seat]
            sides.append(" ".join(there))
        some = " : ".join(" ".join(dice.choices(letters, k=dice.randint(0, 3))) for _ in self.game.seats)
        flip = dice.choice((" flip", "")) if len(sides) == 2 else ""
        quantity = dice.choice(list(positions.QUANTITIES))
        who = dice.choice(("player", "winner", "loser", "white", "black", "silver"))
        fen = position.fen.replace('"', "")
        choices = [
            f'{who} "{dice.choice(("Anna", "b", "x"))}"', f"result {dice.choice(('1-0', '*', '0-1', '1/2-1/2'))}",
            f"plies {self.span(60)}", f"variant {self.game.name.split(':')[0]}", "variant chess", 'comment "good"',
            "comment", "nag !?", f'position "{fen}"', f'line "{self.line()}"', f'reaches "{self.line()}"',
            f"count {self.any_seat()} {self.piece()} {self.span(9)}",
            f"count {self.any_seat()} {self.piece()} in {self.cells()} {self.span(3)}",
            f"hand {self.any_seat()} {self.piece()} {self.span(2)}", f'pieces "{" : ".join(sides)}"{flip}',
            f'pieces at least "{some}"{flip}', f"attacks {self.any_seat()} {self.piece()} on {self.seat()} {self.piece()}",
            "check", "mate", f"turn {self.seat()}", f"ply {self.span(40)}", f"{quantity} {self.span(12)}",
            f"checks by {self.seat()} {self.span(2)}", f"castle {self.cell()} held by {self.seat()}",
            f"castles held by {self.seat()} {self.span(4)}", self.pattern(), self.pattern(),
            f"move {{ {self.fact()} }}", f"move {{ {self.fact()}, {self.fact()} }}",
        ]  # fmt: skip
        return dice.choice(choices)


@cache
def random_game(name: str, seed: int) -> tuple[Brute, str]:
    """A game of some random moves with a comment and a glyph here and there, and its text."""
    dice = random.Random(f"{name} {seed}")
    made = Game.new(name, White="Anna", Black="Bert")
    node: Node = made.root
    position = node.position
    for _ in range(dice.randint(0, 40 if NIGHTLY else 24)):
        legal = position.legal_moves
        if not legal:
            break
        takes = [move for move in legal if move.is_capture] if dice.random() < 0.3 else []
        node = node.add(dice.choice(takes or legal))
        position = node.position
        if dice.random() < 0.1:
            node.comments.append("a good move")
            node.nags.append(5)
    seats = len(made.variant.seats)
    made.set_result(dice.choice(("1-0", "0-1", "1/2-1/2", "*") if seats == 2 else ("-".join("1000"[:seats]), "*")))
    return Brute(made), made.to("pgn")
