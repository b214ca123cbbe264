r"""PGN4, the format of four-player games on Chess.com, with its position text FEN4; for four-player chess and Chamaeleon.

As such files are found: tags as in PGN, among them `Variant "FFA"` (everybody for himself), `RuleVariants` (words for the
rules that differ), `StartFen4`, and the players Red, Blue, Yellow, Green, clockwise from the bottom; then a round a line,
`1. Ng4-f6 .. Nd8-f9`, with ` .. ` between the players. The board has 14 files and 14 ranks. A move names the piece,
none for
a pawn, and the one it takes: `Qf6xNh8`. Drops stand as `@rN-e5`, comments in braces. Smaller boards lie in the middle, the
squares about them being walls, `x` in FEN4; so the board of 8 x 8 fills d4 to k11, and a1 is d4 there.

FEN4 has seven fields with hyphens between them, and a further one in front of the last where the board is not the usual:
who moves, who is out, two of castling, points, the count of half-moves, settings, and the ranks from the 14th down.

Our reading, as nobody plays Chamaeleon there: White, Silver, Black and Gold are Red, Blue, Yellow and Green; `RuleVariants`
holds the name of the variant with its options; pieces have the letter of what they are on the square they leave, or where
they drop; lines that break off need no word, as the rules say it; who cannot move writes `--`;
`Result` gives each player his points, `Red: 1 - Blue: 0 - Yellow: 0 - Green: 0`; in a comment `}` is `&#125;` and `&` is
`&amp;`. In a foreign result the most points win, and the whole of it is kept as the tag `Pgn4Result`. A move that names
another captured piece than stands there, or a drop of another player's piece, is refused.

Games of two players, `StartFen4 "2PC"`, are chess on the same squares, with the players White and Black: `h5-h7 .. h10-h8`,
`O-O`, `e10-e11=Q`. They are read, not written. A letter at the end for how somebody left (`R`, `T`, `S`) stays a comment.

Four-player chess is judged, free for all and teams, by the usual rules of the server from its usual arrays, `4PC` and the
older `4PCo`. A promoted queen is `D` behind the sign = and `Q` elsewhere. `R` and `T` are moves, as who resigns or has no
time left leaves the game; `T` behind a king's move says that the king walked on at once. Other words about the end (`S`,
`C`, `D`, `#`) stay comments, and signs for check and mate are left out. The points of a result are kept as `Pgn4Result`.

Draws by repetition, after many quiet moves or for lack of pieces, which the server declares, are not judged; the record
says them. All other games of that server are not judged: their form is checked, and they are written again as they stand.
Chamaeleon from a position of its own is refused: FEN4 knows no colours of squares.
"""

import re
from collections.abc import Callable
from itertools import groupby, starmap
from typing import NamedTuple

from fairyscore.notation.formats import pgn, pgn_writer
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.movetext import Movetext
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, known_variant, name_of_variant
from fairyscore.notation.moves import long
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Ply, Record
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import late_pattern, shown

PLAYERS = {"White": "Red", "Silver": "Blue", "Black": "Yellow", "Gold": "Green"}
COLOURS = tuple(PLAYERS.values())
TAGS = PLAYERS | {f"{seat}Elo": f"{colour}Elo" for seat, colour in PLAYERS.items()}
"""Our tags -> those of the server."""

POINTS = "Pgn4Result"
"""The tag that keeps a result in points."""

HELD = frozenset({"Event", "Site", "Date", "Round", "Annotator", "Termination", "GameNr", POINTS, *TAGS})
"""Tags that are held; TimeControl is not, as it counts minutes here."""

WALLS = 3
"""Files and ranks on each side of the board of 8 x 8."""

PASS = "--"


class ServerTags(NamedTuple):
    """A game of the server, as its tags name it. kind: the tag Variant; rules: the words of RuleVariants."""

    kind: str
    rules: frozenset[str]


SERVER_GAMES = {
    "four-player": ServerTags("FFA", frozenset({"DeadKingWalking", "EnPassant", "PromoteTo=D"})),
    "four-player-teams": ServerTags("Teams", frozenset({"EnPassant"})),
}
ARRAYS = {"": "4PC", "setup=old": "4PCo"}
"""By the options of four-player chess the tag StartFen4."""

_HIDDEN = {"Anonymous", "SemiAnonymous"}
"""Words that say who saw the players' names, and no rule."""


def _suits(game: Variant) -> bool:
    return game.family in ("colours", "armies") and len(game.seats) == len(COLOURS)


def _is_server_game(game: Variant) -> bool:
    return game.name.partition(":")[0] in SERVER_GAMES


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as PGN4. Raises `PositionError` where its tag FEN is nonsense."""
    game = record.game
    tags = _server_tags(game) if _is_server_game(game) else [("Variant", "FFA"), ("RuleVariants", record.variant)]
    tags.append(("StartFen4", _start(game)))
    tags += [(TAGS.get(name, name), value) for name, value in record.tags if name in HELD and name != POINTS]
    tags.append(("Result", _result(record)))
    lines = [" ".join(map(_comment, record.line.intro))] if record.line.intro else []
    for number, steps in groupby(record.steps(record.start()), key=lambda step: step[0].fullmove_number):
        turns = [" ".join(_turn(state, ply, game)) for state, ply in steps]
        lines.append(f"{number}. {' .. '.join(turns)}")
    lines = lines or ["{}"]  # tags alone would be taken for those of the next game
    return "\n".join(["".join(starmap(pgn_writer.tag_line, tags)), *lines, ""])


def _server_tags(game: Variant) -> list[tuple[str, str]]:
    kind, rules = SERVER_GAMES[game.name.partition(":")[0]]
    return [("Variant", kind), ("RuleVariants", " ".join(sorted(rules)))]


def _start(game: Variant) -> str:
    """The start position, as the server calls it or in FEN4."""
    return ARRAYS[game.name.partition(":")[2]] if _is_server_game(game) else fen4(game)


def _result(record: Record) -> str:
    """The result in points, as they are kept, or as the score of each player; of teams that of both."""
    tags = dict(record.tags)
    kept = tags.get(POINTS, "")
    players = tuple(tags.get(name, "") for name in PLAYERS)
    if kept and _scores(kept, record.game, players) == record.result:
        return kept
    if record.result == "*":
        return record.result
    scores = record.result.split("-")
    if _are_teams(record.game):
        return "-".join(scores[:2])
    return " - ".join(f"{name}: {score}" for name, score in zip(COLOURS, scores, strict=False))


def _are_teams(game: Variant) -> bool:
    return game.name.startswith("four-player-teams")


OUT_OF_TIME = "out of time"
"""The comment by which it is known again that a player who left had no time."""


def _turn(state: State, ply: Ply, game: Variant) -> list[str]:
    """A move and its comments."""
    comments = list(ply.comments)
    text = _army_move(state, ply.move, game) if _is_server_game(game) else _move(state, ply.move, game)
    if text == RESIGNED and comments and comments[0].text == OUT_OF_TIME:
        return [NO_TIME, *map(_comment, comments[1:])]
    return [text, *map(_comment, comments)]


RESIGNED, NO_TIME = "R", "T"


def _army_move(state: State, move: Move, game: Variant) -> str:
    """A move of four-player chess; that of a king which becomes a king is the first of one that walks on."""
    if move.target == ABSENT:
        return RESIGNED
    if move.castle != ABSENT:
        return game.writing.castlings[move.castle]
    names = game.board.cells
    kind, taken = state.piece_type_at(move.origin), state.taken_cell(move)
    mark = "-" if taken == ABSENT else f"x{_server_letter(state.piece_type_at(taken), game)}"
    letter = _server_letter(kind, game)
    becomes = "" if move.becomes == ABSENT else f"={game.piece_types[move.becomes].letter}"
    if kind == move.becomes:
        becomes = NO_TIME
    return f"{letter}{names[move.origin]}{mark}{names[move.target]}{becomes}"


def _server_letter(kind: int, game: Variant) -> str:
    """The letter of a piece in a move: none for a pawn, and a promoted queen is a queen."""
    return {"P": "", "D": "Q"}.get(game.piece_types[kind].letter, game.piece_types[kind].letter)


def _comment(comment: Comment) -> str:
    return "{" + comment.text.replace("&", "&amp;").replace("}", "&#125;") + "}"


def _move(state: State, move: Move, game: Variant) -> str:
    if move.target == ABSENT:
        return PASS
    target = _outer(game.board.cells[move.target])
    if move.origin == ABSENT:
        return f"@{_piece(state.turn, move.becomes, game)}-{target}"
    victim = state.piece_type_at(move.target)
    taken = f"x{game.piece_types[victim].letter}" if victim >= 0 else "-"
    letter = game.piece_types[state.piece_type_at(move.origin)].letter
    return f"{letter}{_outer(game.board.cells[move.origin])}{taken}{target}"


def _piece(seat: int, kind: int, game: Variant) -> str:
    return f"{COLOURS[seat][0].lower()}{game.piece_types[kind].letter}"


def _outer(cell: str) -> str:
    """A square of the small board on the great one."""
    return f"{chr(ord(cell[0]) + WALLS)}{int(cell[1:]) + WALLS}"


def _inner(cell: str) -> str:
    """A square of the great board on the small one, empty for a wall."""
    file, rank = ord(cell[0]) - ord("a") - WALLS, int(cell[1:]) - WALLS
    return f"{chr(ord('a') + file)}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else ""


def fen4(game: Variant) -> str:
    """The start position as FEN4."""
    state = game.initial_state()
    index = game.board.index
    ranks = []
    for rank in range(8, 0, -1):
        ranks.append([state.piece_at(index[f"{file}{rank}"]) for file in "abcdefgh"])
    wall = ",".join(["x"] * (WALLS + 8 + WALLS))
    side = ",".join(["x"] * WALLS)
    rows = [wall] * WALLS + [f"{side},{_rank(rank, game)},{side}" for rank in ranks] + [wall] * WALLS
    settings = "'dim':'8x8'"
    if not any(map(any, ranks)):  # each player will drop one of each kind on squares of one colour (H-2)
        kinds = range(len(game.piece_types))
        hands = []
        for seat in range(len(COLOURS)):
            held = ",".join(_piece(seat, kind, game) for kind in kinds)
            hands.append(f"'{held}'")
        settings += f",'bank':({','.join(hands)})"
    return f"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{{{settings}}}-{'/'.join(rows)}"


def _rank(rank: list[tuple[int, int] | None], game: Variant) -> str:
    """One rank, runs of empty squares as their number."""
    found: list[str] = []
    for _, run in groupby(rank, lambda piece: piece is None):
        pieces = [*run]
        found += [_piece(*piece, game) for piece in pieces if piece] or [str(len(pieces))]
    return ",".join(found)


# -- reading ----------------------------------------------------------------------------------------------------------

_TOKEN = late_pattern(
    r"(?P<plain>\{[^}]*+\}?|[()]|[0-9]{1,6}\.(?!\.))|(?P<between>\.\.++(?=[\s(){}]|\Z))|(?P<move>[^\s(){}]++)"
)
_MOVE = late_pattern(
    r"(?P<piece>[A-Z]?)(?P<origin>[a-n][0-9]{1,2})(?P<mark>-|x(?P<victim>[A-Z]?))(?P<target>[a-n][0-9]{1,2})"
    r"(?P<becomes>=[A-Z])?(?P<check>[+#]*+)"
)
_CASTLING = late_pattern(r"O-O(?:-O)?[+#]*")
_LEFT = ("R", "T", "S", "#")
"""How a player left the game: resigned, out of time, stalemated, mated."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = late_pattern(rf"[A-Z][a-z]{{2}} (?P<month>{'|'.join(_MONTHS)}) (?P<day>[0-9]{{2}}) (?P<year>[0-9]{{4}})\b")
"""A day as the server writes it, `Mon Apr 13 2026 21:09:32 GMT+0000`."""

TWO_PLAYERS = "2PC"
"""The start position of games of two players."""

_ARMY_MOVE = late_pattern(
    rf"(?P<piece>[A-Z]?)(?P<origin>[a-n][0-9]{{1,2}})(?P<mark>-|x(?P<victim>[A-Z]?))(?P<target>[a-n][0-9]{{1,2}})"
    rf"(?:=(?P<becomes>[A-Z]))?[+#]*+(?P<left>(?:(?<=[0-9+#])[{RESIGNED}{NO_TIME}])?)"
)
_ARMY_WORDS = ("S", "C", "D", "#")
"""What is said of the end beside moves: stalemated, claimed, drawn, mated."""

_RULES_OF_CHESS = {"Castling", "EnPassant", "Play4Mate", "Prom=11"}
_POSITION = late_pattern(r'\[StartFen4 "[^"\[\]]*"')
"""The server writes it over as many lines as the board has ranks."""

_SERVER_RULE = late_pattern(r"[A-Z0-9]\S*")
"""A word for a rule of Chess.com; the names of our games are in small letters."""

_PIECE = r"[^\Wa-n\d_]"
_CELL = r"[a-n][0-9]{1,2}"
_ON_SERVER = Movetext(
    "this game of Chess.com",
    "PGN4",
    number=r"(?P<number>[0-9]{1,6})\.(?!\.)(?P<who>)",
    move=(
        rf"(?:{_PIECE}?{_CELL}(?:-|x{_PIECE}?){_CELL}(?:=[A-Za-z]{{1,2}})?|@[rbyg]?{_PIECE}-{_CELL}|O-O(?:-O)?)"
        rf"(?:&@[rbyg]?{_PIECE}-{_CELL}|\u0398@?{_CELL}(?:-{_CELL})?)?[+#]*[RTSC]?[!?]{{0,2}}"
        r"|--|[RTSCD]#?|#|\u0398[a-n0-9-]+"
    ),
    skipped=r"[0-9]*\.\.+|1-0|0-1|1/2-1/2|\*",
)
"""Moves by any rules of the server, pieces of any alphabet, also with a wall, a duck or a piece
that is brought in beside, and how a player left."""

_DROP = late_pattern(r"@(?P<player>[rbyg])(?P<piece>[A-Z])-(?P<on>[a-n][0-9]{1,2})")
_POINTS = late_pattern(r"([^:]++): (1/2|[0-9]{1,9})(?: - |\Z)")
_TAGS_OF_PGN4 = ("Variant", "RuleVariants", "StartFen4", "TimeControl", "Result")
"""Tags that mean something else in PGN, or say how the game begins."""


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart; what has no meaning in Chamaeleon is noted and ends the reading there."""
    plain = _POSITION.sub(lambda tag: tag[0].replace("\n", " "), game_text.text, count=1)
    stream = LateTokenStream(game_text.text, in_notation=_in_notation)
    header = pgn.PgnTokenStream(game_text._replace(text=plain), notes)
    table = _header(header, stream, notes)
    if table is None:
        stream.unjudged_game = _ON_SERVER.checked(game_text.text, header.body, notes)
        return stream
    if table is not _NO_GAME:
        _read_moves(game_text.text, header.body, stream, notes, table)
    elif game_text.text[header.body :].strip():  # kept as it is
        stream.add_token("{" + game_text.text[header.body :] + "}", (header.body, len(game_text.text)))
    result = stream.tags.get("Result", "*")
    stream.tag("Result", result, (0, 0))
    if RESULT_LIKE.fullmatch(result):
        stream.add_token(result, stream.place_of("Result"))
    stream.report_rest(notes)
    return stream


def _header(header: pgn.PgnTokenStream, stream: LateTokenStream, notes: DiagnosticCollector) -> "_Table | None":
    """Take in the tags; how moves are read, `_NO_GAME` and a finding for a game that is not read, None for one kept."""
    names = {theirs: ours for ours, theirs in TAGS.items()}
    found: dict[str, tuple[str, Span]] = {}
    for aside in header.asides():
        stream.add_token(aside[0].lstrip(), aside.span())
    for tag in header.each_tag():
        span = (tag.start, tag.end)
        found.setdefault(tag.name, (tag.value, span))
        stream.syntax.append(header.line_of(tag))  # each is kept, reported, or says how the game begins
        if tag.name == "Date" and (day := _DAY.match(tag.value)):
            stream.tag("Date", f"{day['year']}.{_MONTHS.index(day['month']) + 1:02}.{day['day']}", span)
            stream.tag("Pgn4Date", tag.value, span)
        elif tag.name not in _TAGS_OF_PGN4:
            stream.tag(names.get(tag.name, tag.name), tag.value, span)
    if "TimeControl" in found:
        stream.tag("Pgn4TimeControl", *found["TimeControl"])  # in minutes
    kind, kind_place = found.get("Variant", ("FFA", (0, 1)))
    rules, place = found.get("RuleVariants", ("", (0, 1)))
    start, start_place = found.get("StartFen4", ("", (0, 1)))
    army = _army_game(kind, rules, start)
    if "Result" in found:
        players = tuple(found.get(name, ("", (0, 1)))[0] for name in COLOURS)
        _take_result(*found["Result"], stream, known_variant(army), players)
    if start == TWO_PLAYERS and _RULES_OF_CHESS.issuperset(rules.split()):
        return _CHESS  # which a record means that names no game
    if army:
        name_of_variant(army, stream, kind_place)
        return _ARMIES
    if all(map(_SERVER_RULE.fullmatch, rules.split())):
        return None
    if kind != "FFA":
        what = f"the variant of the record is {shown(kind)}; games are read in which everybody plays for himself, FFA"
        notes.bad_value(kind_place, what)
    name_of_variant(rules, stream, place)
    game = known_variant(rules)
    if game is None or not _suits(game):
        known = "four-player chess, Chamaeleon with four players and chess"
        what = f"PGN4 is read for {known}, not for {shown(rules) or 'this game'}"
    elif start and re.sub(r"\s", "", start) != fen4(game):
        what, place = "the game starts from a position of its own, which is not read", start_place
        stream.tag("StartFen4", start, start_place)
    else:
        return _COLOURED
    notes.bad_value(place, what)
    return _NO_GAME


def _army_game(kind: str, rules: str, start: str) -> str:
    """The name of the game of four-player chess that tags say, empty where they say another one."""
    words = frozenset(rules.split()) - _HIDDEN
    names = [name for name, game in SERVER_GAMES.items() if game == (kind, words)]
    usual, *_ = ARRAYS.values()
    options = [option for option, array in ARRAYS.items() if array == (start or usual)]
    if not names or not options:
        return ""
    return f"{names[0]}:{options[0]}" if options[0] else names[0]


def _take_result(
    value: str, place: Span, stream: LateTokenStream, game: Variant | None, players: tuple[str, ...]
) -> None:
    """The tag Result, and beside it the points that say more."""
    scores = _scores(value, game, players)
    stream.tag("Result", scores, place)
    plain = " - ".join(f"{name}: {score}" for name, score in zip(COLOURS, scores.split("-"), strict=False))
    is_team_result = game is not None and _are_teams(game) and value in _TEAM_RESULTS
    if value not in (scores, plain) and not is_team_result:
        stream.tag(POINTS, value, place)


_TEAM_RESULTS = ("1-0", "0-1", "1/2-1/2")


def _scores(value: str, game: Variant | None, players: tuple[str, ...]) -> str:
    """The result of a tag: points as scores, the most points win; as it is where it gives no points.

    players: their names by seat, as points may stand in another order.
    """
    if game is not None and _are_teams(game) and value in _TEAM_RESULTS:
        return f"{value}-{value}"
    found = list(_POINTS.finditer(value))
    names = [one[1] for one in found]
    if len(set(players)) == len(players) and sorted(names) == sorted(players):
        found.sort(key=lambda one: players.index(one[1]))
    points = [one[2] for one in found]
    if len(points) != len(COLOURS) or sum(len(one[0]) for one in found) != len(value):
        return value
    if set(points) <= {"0", "1", "1/2"}:
        return "-".join(points)
    most = max((int(point) for point in points if point.isdigit()), default=0)
    best = [point.isdigit() and int(point) == most for point in points]
    share = "1" if sum(best) == 1 else "1/2"
    return "-".join(share if one else "0" for one in best)


class _Table(NamedTuple):
    """How the moves of a game are read. move: true of a text that is one; words: what stays a comment beside them."""

    move: Callable[[str], bool]
    words: tuple[str, ...] = ()


def _is_army_move(text: str) -> bool:
    if text in (RESIGNED, NO_TIME) or _CASTLING.fullmatch(text):
        return True
    move = _ARMY_MOVE.fullmatch(text)
    return move is not None and (not move["left"] or move["piece"] == "K")


_CHESS = _Table(lambda text: bool(_token(text)), _LEFT)
_COLOURED = _Table(lambda text: bool(_token(text)) and not _CASTLING.fullmatch(text))
_ARMIES = _Table(_is_army_move, _ARMY_WORDS)
_NO_GAME = _Table(lambda text: False)


def _read_moves(text: str, body: int, stream: LateTokenStream, notes: DiagnosticCollector, table: _Table) -> None:
    for found in _TOKEN.finditer(text, body):
        span = found.span()
        if found["between"]:
            stream.syntax.append(span)
        elif found["plain"]:
            stream.add_token(found[0].replace("&#125;", "}").replace("&amp;", "&"), span)
        elif table.move(found[0]):
            stream.add_move(found[0], span)
            if found[0] == NO_TIME:
                stream.add_token("{" + OUT_OF_TIME + "}", span)
        elif found[0] in table.words:
            stream.add_token("{" + found[0] + "}", span)
        else:
            what = f"'{shown(found[0])}' means nothing in this game; the moves after it are not judged"
            notes.bad_value(span, what)
            stream.add_token("{" + text[found.start() :] + "}", (found.start(), len(text)))
            return


def _token(text: str) -> str:
    """A move in long form on the small board; empty for what is not a move there."""
    drop, move = _DROP.fullmatch(text), _MOVE.fullmatch(text)
    if drop is not None:
        on = _inner(drop["on"])
        return f"{drop['piece']}@{on}" if on else ""
    if move is None:
        return text if text == PASS or _CASTLING.fullmatch(text) else ""
    origin, target = _inner(move["origin"]), _inner(move["target"])
    becomes = move["becomes"] or ""
    return f"{move['piece']}{origin}{move['mark'][0]}{target}{becomes}{move['check']}" if origin and target else ""


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move in long form; as a sentence, for the judge to refuse, where it names another victim or player."""
    if _is_server_game(game):
        return _army_notation(text, state, game)
    drop, move, long_form = _DROP.fullmatch(text), _MOVE.fullmatch(text), _token(text)
    names = {kind.letter: kind.name for kind in game.piece_types}
    if drop is not None and drop["player"] != COLOURS[state.turn][0].lower():
        seat = next(seat for seat, colour in PLAYERS.items() if colour[0].lower() == drop["player"])
        return f"{seat.lower()} {names.get(drop['piece'], drop['piece'])} drops on {_inner(drop['on'])}"
    if move is None or not move["victim"]:
        return long_form
    victim = state.piece_type_at(game.board.index[_inner(move["target"])])
    if victim >= 0 and game.piece_types[victim].letter == move["victim"]:
        return long_form
    if move["piece"] not in names or move["victim"] not in names:
        return text
    sides = names[move["piece"]], _inner(move["origin"]), names[move["victim"]], _inner(move["target"])
    return "{} from {} takes {} at {}".format(*sides)


def _army_notation(text: str, state: State, game: Variant) -> str:
    """A move of four-player chess in long form, or as a sentence where it names another victim."""
    if text in (RESIGNED, NO_TIME):
        return PASS
    move = _ARMY_MOVE.fullmatch(text)
    if move is None:
        return text.rstrip("+#")
    letter, victim = move["piece"] or "P", move["victim"]
    stands = _letter_at(move["origin"], state, game)
    if (letter, stands) == ("Q", "D"):  # a promoted queen is written as any other
        letter = "D"
    becomes = f"={move['becomes']}" if move["becomes"] else "=K" if move["left"] else ""
    found = _letter_at(move["target"], state, game)
    if move["mark"] != "-" and found and {"P": "", "D": "Q"}.get(found, found) != victim:
        names = {kind.letter: kind.name for kind in game.piece_types}
        if letter in names and (victim or "P") in names:
            sides = names[letter], move["origin"], names[victim or "P"], move["target"]
            return "{} from {} takes {} at {}".format(*sides)
    return f"{letter}{move['origin']}{move['mark'][0]}{move['target']}{becomes}"


def _letter_at(cell: str, state: State, game: Variant) -> str:
    """The letter of the piece on a cell, empty where there is none."""
    number = game.board.index.get(cell)
    kind = ABSENT if number is None else state.piece_type_at(number)
    return "" if kind == ABSENT else game.piece_types[kind].letter


_REFUSED = "PGN4 is for four-player chess and Chamaeleon with four players"

PGN4 = Format(
    "pgn4", Holds(tags=HELD, variant=True, comments=True, intro=True), write,
    between="\n", looks=begins_like(r'(?s:\[.*\[?(?:StartFen4 +"|Variant +"(?:FFA|Teams|Solo)"))'), cut=split_games,
    read=read,
    notation=long, refuses=lambda record: "" if _suits(record.game) else _REFUSED,
)  # fmt: skip
