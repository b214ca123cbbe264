r"""PGN4, the format of four-player games on Chess.com, with its position text FEN4; for Chamaeleon with four players.

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

All other games of that server, of four players (`4PC`) or by other rules, are not judged: their form is checked, and they
are written again as they stand. Chamaeleon from a position of its own is refused: FEN4 knows no colours of squares.
"""

import re
from itertools import groupby, starmap

from fairyscore.notation.formats import pgn, pgn_writer
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.movetext import Movetext
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, known_variant, name_of_variant
from fairyscore.notation.moves import long
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import late_pattern, shown

PLAYERS = {"White": "Red", "Silver": "Blue", "Black": "Yellow", "Gold": "Green"}
COLOURS = tuple(PLAYERS.values())
HELD = frozenset({"Event", "Site", "Date", "Round", "Annotator", "Termination", "GameNr", *PLAYERS})
"""Tags that are held; TimeControl is not, as it counts minutes here."""

WALLS = 3
"""Files and ranks on each side of the board of 8 x 8."""

PASS = "--"


def _suits(game: Variant) -> bool:
    return game.family == "colours" and len(game.seats) == len(COLOURS)


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as PGN4. Raises `PositionError` where its tag FEN is nonsense."""
    game = record.game
    tags = [("Variant", "FFA"), ("RuleVariants", record.variant), ("StartFen4", fen4(game))]
    tags += [(PLAYERS.get(name, name), value) for name, value in record.tags if name in HELD]
    tags.append(("Result", _points(record.result)))
    lines = [" ".join(map(_comment, record.line.intro))] if record.line.intro else []
    for number, steps in groupby(record.steps(record.start()), key=lambda step: step[0].fullmove_number):
        turns = [" ".join([_move(state, ply.move, game), *map(_comment, ply.comments)]) for state, ply in steps]
        lines.append(f"{number}. {' .. '.join(turns)}")
    lines = lines or ["{}"]  # tags alone would be taken for those of the next game
    return "\n".join(["".join(starmap(pgn_writer.tag_line, tags)), *lines, ""])


def _points(result: str) -> str:
    """A result with the score of each player."""
    if result == "*":
        return result
    return " - ".join(f"{name}: {score}" for name, score in zip(COLOURS, result.split("-"), strict=False))


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

TWO_PLAYERS = "2PC"
"""The start position of games of two players."""

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
_TAGS_OF_PGN4 = ("Variant", "RuleVariants", "StartFen4", "TimeControl")
"""Tags that mean something else in PGN, or say how the game begins."""


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart; what has no meaning in Chamaeleon is noted and ends the reading there."""
    plain = _POSITION.sub(lambda tag: tag[0].replace("\n", " "), game_text.text, count=1)
    stream = LateTokenStream(game_text.text, in_notation=_in_notation)
    header = pgn.PgnTokenStream(game_text._replace(text=plain), notes)
    players = _header(header, stream, notes)
    if players is None:
        stream.unjudged_game = _ON_SERVER.checked(game_text.text, header.body, notes)
        return stream
    if players:
        _read_moves(game_text.text, header.body, stream, notes, two_players=players == 2)
    elif game_text.text[header.body :].strip():  # kept as it is
        stream.add_token("{" + game_text.text[header.body :] + "}", (header.body, len(game_text.text)))
    result = stream.tags.get("Result", "*")
    stream.tag("Result", result, (0, 0))
    if RESULT_LIKE.fullmatch(result):
        stream.add_token(result, stream.place_of("Result"))
    stream.report_rest(notes)
    return stream


def _header(header: pgn.PgnTokenStream, stream: LateTokenStream, notes: DiagnosticCollector) -> int | None:
    """Take in the tags; how many play, 0 and a finding where they are of a game that is not read, None for one kept."""
    names = dict(zip(COLOURS, PLAYERS, strict=True))
    found: dict[str, tuple[str, Span]] = {}
    for aside in header.asides():
        stream.add_token(aside[0].lstrip(), aside.span())
    for tag in header.each_tag():
        span = (tag.start, tag.end)
        found.setdefault(tag.name, (tag.value, span))
        stream.syntax.append(header.line_of(tag))  # each is kept, reported, or says how the game begins
        if tag.name == "Result":
            scores = _scores(tag.value)
            stream.tag("Result", scores, span)
            if _points(scores) != tag.value != scores:
                stream.tag("Pgn4Result", tag.value, span)
        elif tag.name not in _TAGS_OF_PGN4:
            stream.tag(names.get(tag.name, tag.name), tag.value, span)
    if "TimeControl" in found:
        stream.tag("Pgn4TimeControl", *found["TimeControl"])  # in minutes
    rules, place = found.get("RuleVariants", ("", (0, 1)))
    start, start_place = found.get("StartFen4", ("", (0, 1)))
    if start == TWO_PLAYERS and _RULES_OF_CHESS.issuperset(rules.split()):
        return 2  # chess, which a record means that names no game
    if all(map(_SERVER_RULE.fullmatch, rules.split())):
        return None
    kind, kind_place = found.get("Variant", ("FFA", (0, 1)))
    if kind != "FFA":
        what = f"the variant of the record is {shown(kind)}; games are read in which everybody plays for himself, FFA"
        notes.bad_value(kind_place, what)
    name_of_variant(rules, stream, place)
    game = known_variant(rules)
    if game is None or not _suits(game):
        what = f"PGN4 is read for Chamaeleon with four players and for chess, not for {shown(rules) or 'this game'}"
    elif start and re.sub(r"\s", "", start) != fen4(game):
        what, place = "the game starts from a position of its own, which is not read", start_place
        stream.tag("StartFen4", start, start_place)
    else:
        return len(COLOURS)
    notes.bad_value(place, what)
    return 0


def _scores(value: str) -> str:
    """The result of a tag: points as scores, the most points win; as it is where it gives no points."""
    found = list(_POINTS.finditer(value))
    points = [one[2] for one in found]
    if len(points) != len(COLOURS) or sum(len(one[0]) for one in found) != len(value):
        return value
    if set(points) <= {"0", "1", "1/2"}:
        return "-".join(points)
    most = max((int(point) for point in points if point.isdigit()), default=0)
    best = [point.isdigit() and int(point) == most for point in points]
    share = "1" if sum(best) == 1 else "1/2"
    return "-".join(share if one else "0" for one in best)


def _read_moves(
    text: str, body: int, stream: LateTokenStream, notes: DiagnosticCollector, *, two_players: bool
) -> None:
    for found in _TOKEN.finditer(text, body):
        span = found.span()
        if found["between"]:
            stream.syntax.append(span)
        elif found["plain"]:
            stream.add_token(found[0].replace("&#125;", "}").replace("&amp;", "&"), span)
        elif _token(found[0]) and (two_players or not _CASTLING.fullmatch(found[0])):
            stream.add_move(found[0], span)
        elif two_players and found[0] in _LEFT:
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


PGN4 = Format(
    "pgn4", Holds(tags=HELD, variant=True, comments=True, intro=True), write,
    between="\n", looks=begins_like(r'(?s:\[.*\[?(?:StartFen4 +"|Variant +"(?:FFA|Teams|Solo)"))'), cut=split_games,
    read=read,
    notation=long, refuses=lambda record: "" if _suits(record.game) else "PGN4 is for Chamaeleon with four players",
)  # fmt: skip
