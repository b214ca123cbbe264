"""The judge behind a page, without a network: requests in JSON, answers in JSON (docs/desk.md is its description).

>>> desk = Desk()
>>> import json
>>> made = json.loads(desk.answer('{"op": "new", "variant": "chess"}'))
>>> made["game"], made["at"], made["position"]["status"], len(made["position"]["moves"])
(1, 0, 'white to move', 20)
>>> made = json.loads(desk.answer('{"op": "play", "game": 1, "at": 0, "from": "e2", "to": "e4"}'))
>>> made["entry"]["text"], made["record"].splitlines()[-1]
('e4', '1. e4 *')
>>> made = json.loads(desk.answer('{"op": "play", "game": 1, "at": 1, "from": "e7", "to": "e4"}'))
>>> made["refused"]["reasons"][0]["message"]
'a pawn on e7 cannot go to e4, even on an empty board'
"""

from __future__ import annotations

import io
import json
import re
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable
from math import isfinite
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from fairyscore.notation.archive import file_verdict
from fairyscore.notation.errors import ChangedMeanwhile, FairyscoreError
from fairyscore.notation.find.asking import as_query, begins_as_query
from fairyscore.notation.find.naming import OpeningReached, opening_along, opening_names
from fairyscore.notation.find.query import Query, QueryError
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.game import Game, NotReadable, loads
from fairyscore.notation.game_tree import Evaluation, Node, Root
from fairyscore.notation.position import IllegalMove, LegalMove, Position
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.marks import commands_in
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.records.text_reader import TextReader
from fairyscore.notation.records.tree import Comment, numbered
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import PositionError, Seat, Variant
from fairyscore.notation.stats.openings import scores_of
from fairyscore.notation.text import shown, sound
from fairyscore.notation.variants.registry import variant_names
from fairyscore.notation.work.compare import GameCopy, differences
from fairyscore.render import prose
from fairyscore.render.desk.helpers import AskedPosition, Findings, Helpers, Thinker
from fairyscore.render.desk.open_game import OpenGame
from fairyscore.render.desk.scene import DeskBoard
from fairyscore.render.drawing import diagram
from fairyscore.render.idiom import moves_in, naming_here, notation_here
from fairyscore.render.language import current, language, translated
from fairyscore.render.story.builder import tell
from fairyscore.render.story.heading import NOBODY, heading_of
from fairyscore.render.themes import THEMES

if TYPE_CHECKING:
    from fairyscore.notation.engines.analysis import EngineLine

VERSION: Final = 1
"""Of the protocol; it grows when an answer means something else than before."""

LONGEST: Final = 4_000_000
"""Characters of a request."""

MOST_LINES: Final = 5
"""So many lines of play an engine gives at most."""

MOST_ADVISED: Final = 8
"""Plies of such a line that are shown."""

MOST_MET: Final = 200
"""So many games that have a position are named; all are counted."""

Request = dict[str, Any]
Answer = dict[str, Any]


class Files(Protocol):
    """The keeper of the files that games were read from. What cannot be written is raised as `FairyscoreError`."""

    def save(self, game: OpenGame) -> str:
        """Write a game to the file it came from, and say where it is. Raises `ChangedMeanwhile`."""
        ...

    def overwrite(self, game: OpenGame) -> str:
        """The same where another program has changed the file: its copy of the game gives way, the other games stay."""
        ...

    def save_beside(self, game: OpenGame) -> str:
        """Write a game to a new file beside the one it came from, and say where that is."""
        ...

    def outside(self, game: OpenGame) -> Game | None:
        """A game as its file has it now; None where it is not there any longer."""
        ...

    def accept(self, game: OpenGame) -> None:
        """Take note of what the file has now, so that the game may be saved again."""
        ...


class StaleRequest(FairyscoreError, ValueError):
    """A request about a tree of moves that another page has changed meanwhile."""


class BadRequest(FairyscoreError, ValueError):
    """A request that makes no sense: an operation, a game or a place that is not there."""


class Desk:
    """Open games, and answers to what is asked of them. It may be asked by several threads.

    files: who saves games; None where there are no files. helpers: engines of the user, which run.
    It answers in the language that holds when it is made.
    """

    def __init__(self, files: Files | None = None, helpers: Helpers | None = None) -> None:
        self._language = current()
        self.helpers = helpers or Helpers()
        self.games: dict[int, OpenGame] = {}
        self._files = files
        self._boards: dict[tuple[str, str], DeskBoard] = {}
        self._lock = RLock()
        self._next = 1

    def add(self, game: Game, source: object = None) -> OpenGame:
        """Put a game on the desk."""
        with self._lock:
            made = OpenGame(self._next, game, source)
            self.games[made.number] = made
            self._next += 1
            return made

    def board_of(self, game: OpenGame) -> DeskBoard:
        """The board that a game is played on."""
        with self._lock:
            variant = game.game.variant
            key = variant.name, naming_here(variant)
            found = self._boards.get(key)
            if found is None:
                found = self._boards[key] = DeskBoard(variant, len(self._boards))
            return found

    def answer(self, text: str) -> str:
        """The answer to a request; one that makes no sense is answered by `{"error": {"code", "message"}}`."""
        number: Any = None
        try:
            if len(text) > LONGEST:
                raise BadRequest("the request is too long")
            request = json.loads(text, parse_float=_finite, parse_constant=_finite)
            if not isinstance(request, dict):
                raise BadRequest("a request is a JSON object")
            number = request.get("id")
            with self._lock:
                made = self.reply(request)
        except RecursionError:
            made = _error("bad-request", "the request is nested too deeply")
        except StaleRequest as fault:
            made = _error("stale", str(fault))
        except (BadRequest, json.JSONDecodeError, TypeError) as fault:
            made = _error("bad-request", str(fault))
        except KeyError as fault:
            made = _error("bad-request", f"there is no {shown(str(fault.args[0]))}")
        except (FairyscoreError, ValueError, IndexError, OverflowError) as fault:
            made = _error("refused", str(fault))
        return sound(json.dumps({"id": number, **made}, ensure_ascii=False, separators=(",", ":")))

    def reply(self, request: Request) -> Answer:
        """The answer to a request as a value. Raises what the operation raises."""
        operation = OPERATIONS.get(str(request.get("op")))
        if operation is None:
            raise BadRequest(
                f"there is no operation '{shown(str(request.get('op')))}'; there are {', '.join(OPERATIONS)}"
            )
        with language(self._language), moves_in(str(request.get("spoken") or "")):
            return operation(self, request)

    # -- games --------------------------------------------------------------------------------------------------------

    def _new(self, request: Request) -> Answer:
        """A game without moves, from its start or a FEN."""
        tags = {name: str(value) for name, value in _object(request, "tags").items()}
        if request.get("fen") not in (None, ""):
            tags["FEN"] = _text(request, "fen")
        game = self.add(Game.new(_text(request, "variant"), **tags))
        return self._opened(game, request)

    def _decode(self, request: Request) -> Answer:
        """A file's bytes as text, and what was noted on the way: its encoding, and what is broken."""
        reader = TextReader("")
        text = "".join(reader.chunks(io.BytesIO(b64decode(_text(request, "bytes"), validate=True))))
        notes = [file_verdict(note.code, "", note.place, **note.facts) for note in reader.notes]
        return {"text": text, "diagnostics": [_diagnostic(found) for note in notes for found in note.findings]}

    def _read(self, request: Request) -> Answer:
        """Games from the text of a record, and what is wrong with them."""
        text = _text(request, "text")
        try:
            found = list(loads(text, variant=request.get("variant") or None, format=request.get("format") or None))
        except NotReadable as fault:
            return {"games": [], "diagnostics": [_diagnostic(one) for one in fault.diagnostics]}
        diagnostics = [_diagnostic(one) for game in found for one in game.diagnostics]
        readable = [game for game in found if game.start is not None]
        added = [] if request.get("only_check") else readable
        games = [_summary(self.add(game)) for game in added]
        return {"games": games, "count": len(readable), "diagnostics": diagnostics}

    def _letter(self, request: Request) -> Answer:
        """The reading of a letter for a game, as it stands after its main line. Nothing is played."""
        from fairyscore.notation.work.letters import read_letter  # takes a tenth of the start in a browser

        game = self._game(request)
        letter = read_letter(_text(request, "text").encode(), game.game, any_sender=True)
        answer = {key: getattr(letter, key) for key in LETTER} | {
            "is_certain": letter.is_certain,
            "diagnostics": [_diagnostic(one) for one in letter.diagnostics],
            "at": game.number_of(game.last()),
        }
        found = _parsed(game.last().position, letter.move) if letter.move else None
        return answer | ({"plays": found.text} if isinstance(found, LegalMove) else {})

    def _list(self, request: Request) -> Answer:
        """The games on the desk that fit `find` and pass the filters: the first `most`.

        `find` is a query (docs/find.md), which has a place in each game; what is none are words, all of them in the tags,
        or the name of an opening.
        """
        asked = str(request.get("find", "")).strip()
        query, wrong = _query(asked)
        words = [] if query is not None else asked.casefold().split()
        opening = OpeningReached(asked) if words and query is None else None
        filters = {name: str(request.get(name) or "").strip() for name in FILTERS}
        wanted = [(FILTERS[name], text) for name, text in filters.items() if text]
        found = []
        for game in self.games.values():
            summary = _summary(game)
            if not all(fits(game, summary, text) for fits, text in wanted):
                continue
            text = " ".join(map(str, summary.values())).casefold()
            if words and all(word in text for word in words):
                found.append(summary)
                continue
            if asked:
                node = _place(game, query or opening)
                if node is None:
                    continue
                summary["at"] = game.number_of(node)
            found.append(summary)
        by, most = str(request.get("sort") or "game"), int(request.get("most") or len(found))
        if by == OPENING:
            self._name_openings(found)
        found.sort(key=_sorted_by(by), reverse=bool(request.get("descending")))
        self._name_openings(found[:most])
        answer: Answer = {"games": found[:most], "found": len(found), "all": len(self.games)}
        return answer | ({"wrong": wrong} if wrong else {})

    def _name_openings(self, summaries: list[Answer]) -> None:
        """Put the openings of games into their rows of the list."""
        for summary in summaries:
            if OPENING not in summary:
                summary[OPENING] = opening_along(Walk.along(self.games[summary["game"]].game.record))

    def _open(self, request: Request) -> Answer:
        """A game with its board, its tree of moves and the position asked for."""
        return self._opened(self._game(request), request)

    def opened(self, game: OpenGame) -> Answer:
        """The answer to `open`: a game in progress at its last move, any other at its start."""
        with self._lock:
            at = game.number_of(game.last()) if game.game.result == "*" else 0
            return self._opened(game, {"at": at})

    def _opened(self, game: OpenGame, request: Request) -> Answer:
        board = self.board_of(game)
        place = game.node(int(request.get("at", 0)))
        return {
            "version": VERSION,
            "board": board.data(),
            "picture": board.picture(place),
            "helpers": {"adviser": self.helpers.adviser is not None, "opponent": self.helpers.opponent is not None},
            **self._whole(game, place, request),
        }

    def _whole(self, game: OpenGame, node: Node, request: Request) -> Answer:
        """The whole state of a game, for when more than a move has changed."""
        return {
            **_summary(game),
            "tags": dict(game.game.tags),
            "heading": _heading(game),
            "tree": game.tree(),
            "diagnostics": [_diagnostic(one) for one in game.game.diagnostics],
            **self._shown(game, node, request),
        }

    def _shown(self, game: OpenGame, node: Node, request: Request) -> Answer:
        """A place in a game."""
        board = self.board_of(game)
        position = board.position(node)  # which may draw pieces that were not there before
        return {
            "game": game.number,
            "revision": game.revision,
            "at": game.number_of(node),
            "position": position,
            "result": game.game.result,
            "changed": game.changed,
            "looks": board.looks(),
            "definitions": board.definitions(_drawings_there(request)),
            "record": f"{game.game.to('pgn').rstrip()}\n",
        }

    def _game(self, request: Request) -> OpenGame:
        found = self.games.get(int(request["game"]))
        if found is None:
            raise BadRequest(f"there is no game {request['game']}")
        return found

    def _place(self, request: Request) -> tuple[OpenGame, Node]:
        game = self._game(request)
        if request.get("revision", game.revision) != game.revision:
            raise StaleRequest(translated("the game was changed on another page; it is shown as it is now"))
        try:
            return game, game.node(int(request.get("at", 0)))
        except KeyError:
            raise BadRequest(f"game {game.number} has no place {request.get('at')}") from None

    def _position(self, request: Request) -> Answer:
        """A place in a game: its position, legal moves, and what is drawn there."""
        return self._shown(*self._place(request), request)

    def _setup(self, request: Request) -> Answer:
        """The data with which a page sets up a position of the open game."""
        game, node = self._place(request)
        return {
            **self.board_of(game).setup(node),
            "definitions": self.board_of(game).definitions(_drawings_there(request)),
        }

    def _check(self, request: Request) -> Answer:
        """The faults of a position given as FEN; empty where a game can begin there."""
        try:
            self._game(request).game.variant.read_position(_text(request, "fen"))
        except PositionError as fault:
            return {"problems": list(fault.problems)}
        return {"problems": []}

    # -- moves --------------------------------------------------------------------------------------------------------

    def _moves(self, request: Request) -> Answer:
        """Legal moves, all or those of the piece on a cell."""
        game, node = self._place(request)
        moves = self.board_of(game).position(node)["moves"]
        cell = request.get("from")
        return {"moves": [move for move in moves if cell is None or move["from"] == cell]}

    def _play(self, request: Request) -> Answer:
        """A move, by text or by cells: the place after it, a choice, or a refusal with all reasons."""
        game, node = self._place(request)
        found = meant(_with_throw(node.position, request), request)
        if isinstance(found, IllegalMove):
            return {"refused": refusal(found, node.position, request)}
        if isinstance(found, tuple):
            return {"choose": [move.text for move in found]}
        known = game.size
        made = game.play(node, found)
        answer = self._shown(game, made, request)
        if game.size > known:
            owner = None if made.parent.next is made else made.parent.next
            answer["entry"] = game.entry(made, owner)
        return answer

    def _explain(self, request: Request) -> Answer:
        """Why a move, by text or by cells, is not legal; or the legal moves it means."""
        _, node = self._place(request)
        found = meant(_with_throw(node.position, request), request)
        if isinstance(found, IllegalMove):
            return {"legal": False, "refused": refusal(found, node.position, request)}
        moves = found if isinstance(found, tuple) else (found,)
        return {"legal": True, "moves": [_written(node.position, move) for move in moves]}

    def _attackers(self, request: Request) -> Answer:
        """The cells whose pieces attack a cell: by seat."""
        _, node = self._place(request)
        position, cell = node.position, _text(request, "cell")
        seats = position.variant.seats
        return {"attackers": {seat.name: list(position.attackers(cell, by=seat)) for seat in seats}}

    def _continuations(self, request: Request) -> Answer:
        """How the games on the desk go on from the position of a place: by move how many, and their results."""
        game, node = self._place(request)
        variant, state = game.game.variant, node.position.state
        number, rows = position_number(state), dict[Move, dict[str, Any]]()
        met, count = list[Answer](), 0
        for other in self.games.values():
            place = other.passed.find(number) if other.game.variant.name == variant.name else None
            if place is None:
                continue
            count += 1
            if count <= MOST_MET:
                met.append({"game": other.number, "at": other.number_at(place), "title": _title(other)})
            move = other.passed.next_moves[place]
            if move is not None:
                row = rows.setdefault(move, {"games": 0, "results": Counter()})
                row["games"] += 1
                row["results"][other.game.result] += 1
        for move, row in rows.items():
            row["text"] = notation_here(variant).write(state.copy(), move, variant)
            row["results"] = {result: row["results"][result] for result in sorted(row["results"], key=_by_score)}
        moves = sorted(rows.values(), key=lambda row: -row["games"])
        return {"moves": moves, "games": count, "met": met, "opening": _opening_at(node)}

    # -- editing ------------------------------------------------------------------------------------------------------

    def _undo(self, request: Request) -> Answer:
        """Take the last change of a game back."""
        game = self._game(request)
        if not game.undo():
            raise BadRequest(translated("there is nothing to take back"))
        return self._whole(game, game.last(), request)

    def _remove(self, request: Request) -> Answer:
        """Take a move out, with all that follows it."""
        game, node = self._move_at(request)
        return self._whole(game, game.remove(node), request)

    def _promote(self, request: Request) -> Answer:
        """Move a variation one place up, or with `main` to be the line at its place."""
        game, node = self._move_at(request)
        game.promote(node, to_main=bool(request.get("main")))
        return self._whole(game, node, request)

    def _move_at(self, request: Request) -> tuple[OpenGame, Node]:
        game, node = self._place(request)
        if isinstance(node, Root):
            raise BadRequest(translated("there is no move at the start of a game"))
        return game, node

    def _annotate(self, request: Request) -> Answer:
        """Set what stands beside a move: `comment`, `nags`, `arrows`, `fields`, `clock`, `eval`; all or nothing."""
        game, node = self._place(request)
        before, comments, nags = game.game.record, list(node.comments), list(node.nags)
        try:
            _note(node, request)
        except Exception:
            node.comments[:], node.nags[:] = comments, nags
            raise
        game.remember(before)
        return self._whole(game, node, request)

    def _tags(self, request: Request) -> Answer:
        """Set tags, and with `Result` the result; an empty value takes a tag out. All or nothing."""
        game, node = self._place(request)
        before, tags = game.game.record, game.game.tags
        old = dict(tags)
        try:
            for name, value in _object(request, "tags").items():
                tags[name] = str(value)
        except Exception:
            for name in tags.keys() - old.keys():
                del tags[name]
            tags.update(old)
            raise
        for name in [name for name, value in tags.items() if not value]:
            del tags[name]
        game.remember(before)
        return self._whole(game, node, request)

    # -- engines ------------------------------------------------------------------------------------------------------

    def _think(self, request: Request) -> Answer:
        """What the adviser has found in a position so far: asked for again and again, it thinks on."""
        game, node = self._place(request)
        lines = min(max(int(request.get("lines", 1)), 1), MOST_LINES)
        position, findings = node.position, self._findings(self.helpers.adviser, game, node, lines)
        analysis = findings.analysis
        answer: Answer = {"running": findings.running, "reason": findings.reason, "lines": []}
        if analysis is None or analysis.score is None:
            return answer
        first, score = position.variant.seats[0], analysis.score
        return answer | {
            "score": str(score.evaluation(first)),
            "chance": round(score.of(first).chance, 3),
            "depth": analysis.depth,
            "lines": [_advised(line, first) for line in analysis.lines],
        }

    def _reply(self, request: Request) -> Answer:
        """The move of the opponent, `move`, once it has found one; empty where it thinks on, or gives up."""
        game, node = self._place(request)
        findings = self._findings(self.helpers.opponent, game, node, 1)
        move = None if findings.running or findings.analysis is None else findings.analysis.move
        return {"running": findings.running, "reason": findings.reason, "move": "" if move is None else move.text}

    def _rest(self, request: Request) -> Answer:
        """Let an engine stop: `of` is `think` or `reply`."""
        engine = self.helpers.opponent if request.get("of") == "reply" else self.helpers.adviser
        if engine is not None:
            engine.rest()
        return {}

    def _findings(self, engine: Thinker | None, game: OpenGame, node: Node, lines: int) -> Findings:
        """What an engine has found in a place of a game so far."""
        if engine is None:
            raise BadRequest("the desk has no such engine")
        path: list[Node] = []
        here = node
        while not isinstance(here, Root):
            path.append(here)
            here = here.parent
        asked = AskedPosition(here.position, tuple(one.move for one in reversed(path)), lines)
        outcome = node.position.outcome
        return engine.think(asked) if outcome is None else Findings(asked, running=False, reason=outcome.words)

    # -- writing and drawing ------------------------------------------------------------------------------------------

    def _write(self, request: Request) -> Answer:
        """A game as text of a format, and what that format cannot hold."""
        game = self._game(request).game
        form = format_named(_text(request, "format"))
        if form.binary:
            raise BadRequest(f"{form.name} is not a text format; the command `convert` writes it")
        _, losses = reduced(game.record, form.holds)
        return {
            "text": game.to(form.name, notation=request.get("notation") or None),
            "losses": [str(one) for one in losses],
        }

    def _draw(self, request: Request) -> Answer:
        """A position as SVG of its own. `options`: those of `fairyscore.diagram`, as text."""
        _, node = self._place(request)
        options: dict[str, Any] = {
            key: str(value) for key, value in _object(request, "options").items() if key in DRAWN
        }
        # `diagram` takes a theme from a file too, and the desk reads no files.
        if options.get("theme", "screen") not in THEMES:
            raise BadRequest(f"there is no theme {shown(options['theme'])}; there are {', '.join(THEMES)}")
        return {"svg": diagram(node.position, **options).svg()}

    def _film(self, request: Request) -> Answer:
        """A game in motion: `svg`, a picture that moves by itself, or `gif`, in base64."""
        from fairyscore.render.animation.moving import encoded
        from fairyscore.render.animation.script import USUAL

        wanted = str(request.get("format") or "svg")
        if wanted not in FILMS:
            raise BadRequest(f"there is no film as {shown(wanted)}; there are {', '.join(FILMS)}")
        content, _ = encoded(tell(self._game(request).game.record), f".{wanted}", USUAL)
        return {wanted: content.decode() if wanted == "svg" else b64encode(content).decode()}

    def _enter(self, request: Request) -> Answer:
        """The kind of a text: `moves` that are legal one after the other, or one to be played; a `fen`; or a `record`."""
        game, node = self._place(request)
        variant = game.game.variant
        text = _linked(_text(request, "text").strip(), variant)
        fen = _FEN_WORDS.sub("", text)
        if _is_fen(variant, fen) or _ROWS.fullmatch(fen):
            return {"fen": fen}
        words = _words(text)
        if len(words) == 1:
            return {"moves": words}
        position = node.position
        for word in words:
            found = _parsed(position, word)
            if not isinstance(found, LegalMove):
                break
            position = position.play(found)
        else:
            return {"moves": words}
        return {"record": text}

    def _save(self, request: Request) -> Answer:
        """Write a game to the file it came from, or tell how that has changed meanwhile."""
        game, files = self._saved(request)
        way = SAVING.get(str(request.get("how", "")))
        if way is None:
            raise BadRequest(f"a game is saved as it is, or {', '.join(filter(None, SAVING))}")
        try:
            where = way(files, game)
        except ChangedMeanwhile:
            return {"outside": _outside(game, files.outside(game))}
        game.changed = False
        return {"saved": where, "changed": False}

    def _merge(self, request: Request) -> Answer:
        """Put what the file has now into the game, as variations and comments; it may be saved then."""
        game, files = self._saved(request)
        theirs = files.outside(game)
        if theirs is None:
            raise BadRequest(translated("The game is not in it any longer."))
        game.merge(theirs)
        files.accept(game)
        return self._whole(game, game.last(), request)

    def _saved(self, request: Request) -> tuple[OpenGame, Files]:
        """A game that came from a file, and who keeps that."""
        game = self._game(request)
        if self._files is None or game.source is None:
            raise BadRequest("the game came from no file; write it in a format, and keep that")
        return game, self._files

    def _restore(self, request: Request) -> Answer:
        """Put a record in the place of a game, which leads back with `undo`: what a page has kept of it."""
        game = self._game(request)
        (kept,) = loads(_text(request, "text"))
        if kept.variant.name != game.game.variant.name:
            raise BadRequest(f"that is a game of {kept.variant.title}")
        game.replace(kept.record)
        return self._whole(game, game.last(), request)

    def _about(self, request: Request) -> Answer:
        """The desk's abilities: the version of the protocol, variants, formats, operations."""
        written = [name for name in FORMATS if not format_named(name).binary]
        return {
            "version": VERSION,
            "variants": list(variant_names()),
            "formats": written,
            "operations": list(OPERATIONS),
        }


def _query(text: str) -> tuple[Query | None, str]:
    """The query that a text is, None for mere words; and what is wrong with one that begins as queries do."""
    if not text:
        return None, ""
    try:
        return as_query(text), ""
    except QueryError as fault:
        return None, str(fault) if begins_as_query(text) else ""


def _place(game: OpenGame, query: Query | None) -> Node | None:
    """The first place of a game that a query fits; None for a game that could not begin."""
    try:
        return None if query is None else game.game.find(query)
    except PositionError:
        return None


def _summary(game: OpenGame) -> Answer:
    """The row of a game in the list of games."""
    tags = game.game.tags
    return {
        "game": game.number,
        "players": _players(game),
        "result": game.game.result,
        "variant": game.game.variant.name,
        "event": tags.get("Event", ""),
        "date": tags.get("Date", ""),
        "saves": game.source is not None,
        "file": "" if game.source is None else str(game.source),
    }


def _players(game: OpenGame) -> str:
    """The names of the players, seat by seat; a question mark for a name that is missing."""
    seats = [seat.name.capitalize() for seat in game.game.variant.seats]
    return " - ".join(game.game.tags.get(seat) or "?" for seat in seats)


def _title(game: OpenGame) -> str:
    """The players of a game and its result."""
    return f"{_players(game)} {game.game.result}"


def _words(text: str) -> list[str]:
    """Moves given as text, `1. e4 c5`."""
    return [word for word in re.split(r"\s+|\b\d+\.+(?:\s+|(?=[^\d\s]))", text) if word]


def _begins(game: OpenGame, text: str) -> bool:
    """Whether a game begins with moves given as text, `1. e4 c5`."""
    return game.begins_with(_words(text))


_FEN_WORDS: Final = re.compile(r"^(?:position\s+)?(?:fen|sfen)\s+", re.IGNORECASE)
"""In front of a position, as engines and shogi programs write it."""

_ROWS: Final = re.compile(r"[^\s/]+(?:/[^\s/]+){2,}(?:\s.*)?")
"""A text that looks like a position, though it may have faults."""

_LINK: Final = re.compile(r"https?://\S+")


def _linked(text: str, game: Variant) -> str:
    """The record or position in a link: behind `#` a record or a position, or the FEN in the addresses of some sites."""
    if not _LINK.fullmatch(text):
        return text
    link = urlsplit(text)
    fragment = re.sub(r"^\d+~", "", unquote(link.fragment))
    parts = [unquote(part).replace("_", " ") for part in link.path.split("/")]
    ends = ("/".join(parts[at:]) for at in range(len(parts)))
    held = (fragment, *parse_qs(link.query).get("fen", ()), *ends)
    return next((one for one in held if one.startswith("[") or _is_fen(game, one)), fragment or text)


def _is_fen(game: Variant, text: str) -> bool:
    """Whether a text is a position of a game."""
    try:
        game.read_position(text)
    except PositionError:
        return False
    return True


def _heading(game: OpenGame) -> Answer:
    """The heading of a game, as on sheets and pages: players with titles and ratings, event, details."""
    record = game.game.record
    found = heading_of(record)
    event = "" if record.tag("Event") in NOBODY else record.tag("Event")
    details = [[translated(term), value] for term, value in found.details]
    return {"players": list(found.players), "event": event, "details": details}


def _opening_at(node: Node) -> str:
    """The last opening on the way to a node, with its code in front; empty for none."""
    names = opening_names(node.position.variant)
    place: Node | None = node if names else None
    while place is not None:
        name = names.get(position_number(place.position.state))
        if name:
            return name
        place = None if isinstance(place, Root) else place.parent
    return ""


def _by_score(result: str) -> tuple[bool, list[int]]:
    """The key by which results stand in a row: those in which the first player has most come first, open games last."""
    scores = scores_of(result)
    return not scores, [-score for score in scores]


def _sorted_by(column: str) -> Callable[[Answer], Any]:
    """The key by which `list` sorts; texts that say nothing come last."""
    if column not in COLUMNS:
        raise BadRequest(f"games are sorted by {', '.join(COLUMNS)}")
    if column == "game":
        return lambda summary: summary["game"]
    return lambda summary: (not summary[column].strip("?.- "), summary[column].casefold())


FILTERS: Final[dict[str, Callable[[OpenGame, Answer, str], bool]]] = {
    "player": lambda _, summary, text: text.casefold() in summary["players"].casefold(),
    "result": lambda _, summary, text: text == summary["result"],
    "variant": lambda _, summary, text: text.casefold() in summary["variant"],
    "year": lambda _, summary, text: summary["date"].startswith(text),
    "opening": lambda game, _, text: _begins(game, text),
}
"""Which games `list` gives, cheapest first."""

OPENING: Final = "opening"
"""The column of the names of openings; to name one takes longer than all else that a row says."""

COLUMNS: Final = ("game", "players", "result", "event", "date", "variant", OPENING)
"""What games are sorted by."""

FILMS: Final = ("svg", "gif")
"""The formats of a game in motion."""

DRAWN: Final = ("theme", "seat", "view", "names", "caption")
"""Options of `draw`."""

LETTER: Final = (
    "sender",
    "date",
    "move",
    "offers_draw",
    "accepts_draw",
    "resigns",
    "claims_draw",
    "conditions",
    "proposal",
)
"""What `letter` answers with, as `fairyscore.read_letter` has it."""

OPERATIONS: Final[dict[str, Callable[[Desk, Request], Answer]]] = {
    "about": Desk._about,
    "new": Desk._new,
    "decode": Desk._decode,
    "read": Desk._read,
    "letter": Desk._letter,
    "list": Desk._list,
    "open": Desk._open,
    "position": Desk._position,
    "setup": Desk._setup,
    "check": Desk._check,
    "moves": Desk._moves,
    "play": Desk._play,
    "explain": Desk._explain,
    "attackers": Desk._attackers,
    "continuations": Desk._continuations,
    "annotate": Desk._annotate,
    "tags": Desk._tags,
    "promote": Desk._promote,
    "remove": Desk._remove,
    "undo": Desk._undo,
    "think": Desk._think,
    "reply": Desk._reply,
    "rest": Desk._rest,
    "write": Desk._write,
    "draw": Desk._draw,
    "film": Desk._film,
    "enter": Desk._enter,
    "save": Desk._save,
    "merge": Desk._merge,
    "restore": Desk._restore,
}


SAVING: Final[dict[str, Callable[[Files, OpenGame], str]]] = {
    "": lambda files, game: files.save(game),
    "overwrite": lambda files, game: files.overwrite(game),
    "beside": lambda files, game: files.save_beside(game),
}
"""The ways of `save`, as `how` names them."""


def _outside(game: OpenGame, theirs: Game | None) -> Answer:
    """The change of a file, for a page: how its copy of the game differs from the one here."""
    if theirs is None:
        return {"file": str(game.source), "found": False, "differences": []}
    here, there = GameCopy.of_game(game.game), GameCopy.of_game(theirs)
    sides = (translated("this page"), translated("the file"))
    sentences = (one.describe(sides).partition("\n")[0] for one in differences(1, here, there))
    return {"file": str(game.source), "found": True, "differences": list(sentences)}


def meant(position: Position, request: Request) -> LegalMove | tuple[LegalMove, ...] | IllegalMove:
    """The move that a request asks for: one legal move, a choice of several, or why there is none.

    `move` is a text in any notation; else `from` and `to` are cells, or `drop` is the letter of a piece in hand.
    """
    if request.get("move"):
        return _parsed(position, _text(request, "move"))
    target = _text(request, "to")
    if not request.get("drop"):
        return position.explain(_text(request, "from"), target)
    letter = _text(request, "drop")
    drops = (move for move in position.legal_moves if move.is_drop and move.to_cell == target)
    fits = tuple(move for move in drops if move.promotion is not None and move.promotion.letter == letter)
    if not fits:
        return _parsed(position, f"{letter}@{target}")
    return fits[0] if len(fits) == 1 else fits


_NUMBER = re.compile(r"\s*\d+\s*\.+\s*")
"""In front of a move that is typed, `1.e4`."""


def _parsed(position: Position, text: str) -> LegalMove | IllegalMove:
    number = _NUMBER.match(text)
    text = text[number.end() :] if number else text
    try:
        return position.parse(text)
    except IllegalMove as fault:
        return fault


def _with_throw(position: Position, request: Request) -> Position:
    """The position once the dice show what the request says."""
    throw = int(request.get("throw") or 0)
    return position.throw(throw) if throw else position


def refusal(fault: IllegalMove, position: Position, request: Request) -> Answer:
    """Why a move is not legal, as data, with players, cells and moves as they are shown.

    Where cells were asked for, moves that neither begin nor end there are no suggestions: nobody has meant them.
    """
    told = [(one, prose.refused(position.variant, one)) for one in fault.reasons]
    reasons = [{"code": one.code.value, "message": text, "rule": one.rule} for one, text in told]
    asked = {request.get("from"), request.get("to")} - {None, ""}
    meant_moves = (_parsed(position, text) for text in fault.suggestions)
    suggestions = [
        _written(position, move)
        for move in meant_moves
        if isinstance(move, LegalMove) and (not asked or asked & {move.from_cell, move.to_cell})
    ]
    message = "; ".join(text for _, text in told)
    return {"message": message, "reasons": reasons, "suggestions": list(dict.fromkeys(suggestions))}


def _written(position: Position, move: LegalMove) -> str:
    """A legal move as moves are shown."""
    return notation_here(position.variant).write(position.state.copy(), move.raw, position.variant)


def _advised(line: EngineLine, first: Seat) -> Answer:
    """A line of play as a page shows it: its score, its moves with numbers, and the cells of its first move."""
    texts: list[str] = []
    for move in line.moves[:MOST_ADVISED]:
        number = numbered(move.position.state)
        texts.append(f"{number} " * (not texts or number[-2:] != "..") + _written(move.position, move))
    begins = line.moves[0]
    return {
        "score": str(line.score.evaluation(first)),
        "moves": texts,
        "text": begins.text,
        "from": begins.from_cell,
        "to": begins.to_cell,
    }


def _diagnostic(found: Diagnostic) -> Answer:
    keys = ("game", "line", "column", "end_column", "code", "message", "move", "rules", "suggestions", "advice")
    return {"severity": found.severity.value, **{key: getattr(found, key) for key in keys}}


def _note(node: Node, request: Request) -> None:
    """Put beside a move what a request names; what it does not name stays."""
    if "comment" in request:
        commands = map(str, commands_in(map(Comment, node.comments)))
        words = _text(request, "comment").split()
        comment = " ".join((*commands, *words))
        node.comments[:] = [comment] if comment else []
    if "nags" in request:
        node.nags[:] = map(int, request["nags"])
    if "arrows" in request:
        node.arrows = tuple(map(str, request["arrows"]))
    if "fields" in request:
        node.marks = tuple(map(str, request["fields"]))
    if "clock" in request:
        node.clock = None if request["clock"] is None else float(request["clock"])
    if "eval" in request:
        node.eval = _evaluation(_text(request, "eval")) if request["eval"] else None


def _evaluation(text: str) -> Evaluation:
    found = Evaluation.read(text)
    if found is None:
        raise BadRequest(translated("'{text}' is not an evaluation; write 0.35, or #3 for a mate", text=shown(text)))
    return found


def _drawings_there(request: Request) -> int:
    """How many drawings of the board the page has already."""
    return int(request.get("known", 0))


def _object(request: Request, name: str) -> dict[str, Any]:
    """An object in a request, empty where there is none."""
    value = request.get(name, {})
    if not isinstance(value, dict):
        raise BadRequest(f"`{name}` is an object")
    return value


def _text(request: Request, name: str) -> str:
    value = request[name]
    if not isinstance(value, str):
        raise BadRequest(f"`{name}` is a text")
    return value


def _finite(text: str) -> float:
    """A number of a request that is no whole number. Raises `BadRequest` for those that JSON does not have."""
    number = float(text)
    if not isfinite(number):
        raise BadRequest(f"{shown(text)} is not a number")
    return number


def _error(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}
