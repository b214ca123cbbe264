"""What the tags of a game say before its first move: the variant, and the position it starts from."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.fen.placement import from_picture, in_letters
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.roster import DEFAULT_VARIANT, ROSTER, UNKNOWN
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.text import late_pattern, shown
from fairyscore.notation.variants.catalog import games_called, rules_source, shuffled_form
from fairyscore.notation.variants.registry import UnknownVariant, variant

DECIDING = (
    "Variant", "FEN", "Result", "MaxMoves", "NoRepetition", "DiceTable", "Array", "WhiteArray", "SilverArray",
    "BlackArray", "GoldArray", "Fallen", "Colours", "Seats", "Pieces", "Coordinates", "Promotion", "EnPassant",
    "Stalemate", "Unprotected", "TimeControl",
)  # fmt: skip
"""The tags that change a verdict; one of them misspelt would be passed over."""

RULES_TAG = late_pattern(r"(\S.*\.(?:toml|ini)) ([0-9a-f]{32})")  # the value of the tag Rules: a file, and its digest

USUAL = frozenset(
    ("Event", "Site", "Date", "Round", "White", "Black", "ECO", "WhiteElo", "BlackElo", "PlyCount", "EventDate")
)
"""Tags that most files have, none of them like a deciding one: most of the time nothing needs comparing."""

USUAL_CASTLINGS = frozenset("KQkq")
FEN_FIELDS, CASTLINGS = 6, 2  # so many fields has the usual FEN, and the place of one of them


Report = Callable[..., None]
"""Reports a code at a tag, with its facts."""

_BY_FOLDED_NAME = {tag.casefold(): tag for tag in DECIDING}
_IN_OTHER_CAPITALS = {tag.casefold(): tag for tag in (*DECIDING, *ROSTER)}


@lru_cache(maxsize=1024)
def same_tag(name: str) -> str:
    """The deciding tag, or that of the roster, that a name is in other capitals (Vchess: `Fen`), or empty.

    >>> same_tag("Fen"), same_tag("FEN"), same_tag("Varient"), same_tag("white")
    ('FEN', '', '', 'White')
    """
    tag = _IN_OTHER_CAPITALS.get(name.casefold(), "")
    return tag if tag != name else ""


FINAL_POSITION = ("CurrentPosition", "FinalFEN")
"""The tags in which servers write the position after the last move."""

FIRST, SECOND = "who moves first has this tag", "who moves second has this tag"

PLAYERS_ELSEWHERE = {
    "Red": ("Black", "White", FIRST),
    "Sente": ("Gote", "White", FIRST),
    "Gote": ("White", "Black", SECOND),
}
"""Tags of players in records of xiangqi, and in PSN, those of shogi: the one beside it, what it is in PGN, and why."""

SENTE = "Sente"
"""The player of the first seat in shogi; a record that has this tag and names no game is of shogi."""

GAME_TAG = "Game"
"""The tag in which programs of xiangqi name it (`[Game "Chinese Chess"]`); other programs count games there."""


@lru_cache(maxsize=1024)
def is_game_named(value: str) -> bool:
    """True if the value of `GAME_TAG` names a variant.

    >>> is_game_named("Chinese Chess"), is_game_named("17")
    (True, False)
    """
    try:
        variant(value)
    except (UnknownVariant, PositionError):
        return False
    return True


@lru_cache(maxsize=1024)
def deciding_tag(name: str) -> str:
    """The deciding tag that a name is a slip of, or empty.

    >>> deciding_tag("variant"), deciding_tag("Varient"), deciding_tag("White")
    ('Variant', 'Variant', '')
    """
    if name in DECIDING or name in USUAL:
        return ""
    from difflib import get_close_matches

    near = get_close_matches(name.casefold()[:20], _BY_FOLDED_NAME, n=1, cutoff=0.85)
    return _BY_FOLDED_NAME[near[0]] if near else ""


def _no_state() -> State | None:
    """No position: a game that could not begin. Verdicts with it go from process to process, so it has a name."""
    return None


class GameSetup(NamedTuple):
    """The beginning of a game: its variant, its position.

    game: None where there is no such game or position, which is reported then.

    position: the text of where it starts, empty where games of the variant do. state_of: gives a state there.
    renames: it is another game than the tags name.
    """

    game: Variant | None = None
    position: str = ""
    state_of: Callable[[], State | None] = _no_state
    renames: bool = False


UNKNOWN_SETUP = GameSetup()
"""Of a game that cannot begin."""


def name_in_tags(tags: Mapping[str, str], unnamed: str = "") -> str:
    """The game that tags name; of those that name none `unnamed`, or chess if there are any.

    A name of several games, of which `unnamed` is one, means that one.
    """
    named = tags.get("Variant", "")
    if unnamed and unnamed in games_called(named):
        return unnamed
    return named if named not in UNKNOWN else unnamed or (DEFAULT_VARIANT if tags else "")


def game_setup(
    token_stream: TokenStream,
    notes: DiagnosticCollector,
    unnamed: str = "",
    position: str = "",
    letters: Mapping[str, str] = MappingProxyType({}),
) -> GameSetup:
    """The game and the start position that tags name; what is wrong with them is noted.

    unnamed: the game of records that name none, chess if there are tags; position: where such a game starts.
    letters: those of a server in FEN tags, each with the game's.
    """
    tags = token_stream.tags

    def report(code: RecordCode, at: str, /, **facts: str) -> None:
        notes.report(code, token_stream.place_of(at), facts)

    _report_misspelt(token_stream, report)
    name = name_in_tags(tags, unnamed)
    if not name:
        start = len(token_stream.text) - len(token_stream.text.lstrip())
        notes.report(RecordCode.NO_VARIANT, (start, start + 1), {})
        return UNKNOWN_SETUP
    game = _game(name, tags, report)
    if game is None:
        return UNKNOWN_SETUP
    text = _stated_position(tags, unnamed, position, letters)
    if not text:
        return GameSetup(game, "", game.initial_state)
    if tags.get("SetUp") == "0" and tags.get("FEN"):  # PGN 9.7.1: as if no position were given
        report(RecordCode.UNUSUAL_SPELLING, "SetUp", text='SetUp "0"', meant='SetUp "1"', why="a FEN is given")
    return _position_setup(game, text, report, in_tag=bool(tags.get("FEN")))


def _report_misspelt(token_stream: TokenStream, report: Report) -> None:
    """Report tags that are slips of a deciding one that is missing."""
    tags = token_stream.tags
    misspelt = {name: meant for name in tags if (meant := deciding_tag(name)) and meant not in tags}
    for name in sorted(misspelt, key=token_stream.place_of):
        report(RecordCode.MISSPELT_TAG, name, tag=shown(name), meant=misspelt[name])


def _stated_position(tags: Mapping[str, str], unnamed: str, position: str, letters: Mapping[str, str]) -> str:
    """The text of the position where a game starts, empty for the usual one. Arguments as of `game_setup`."""
    text = in_letters(tags.get("FEN", ""), letters) if letters else tags.get("FEN", "")
    if text not in UNKNOWN:
        return text
    if not position:
        return ""
    stated = tags.get("Variant", "")
    is_usual = stated in UNKNOWN or variant(stated) is variant(unnamed or DEFAULT_VARIANT)
    return position if is_usual else ""


def _position_setup(game: Variant, text: str, report: Report, *, in_tag: bool) -> GameSetup:
    """The beginning of a game in a position; what is wrong with its text is reported. in_tag: it stands in a tag FEN."""
    picture = pictured(game, text)
    if picture:
        report(
            RecordCode.UNUSUAL_SPELLING, "FEN", text=shown(text), meant=picture, why="a position drawn in characters"
        )
        text = picture
    read = _position if len(text) <= LONGEST_KEPT else _position.__wrapped__
    try:
        state, right = read(game, text)
    except PositionError as error:
        why = "; ".join(error.problems)
        if error.mended is None:
            report(RecordCode.BAD_POSITION, "FEN", why=why)
            return UNKNOWN_SETUP
        text = game.write_position(error.mended)
        report(RecordCode.FEN_MENDED, "FEN", why=why, meant=text)
        return GameSetup(game, text, error.mended.copy)
    if right is None:
        return GameSetup(game, text, state.copy)
    shuffled = _shuffled(game, text) if drops_castlings(game, text.split(), right) else None
    if shuffled is not None and shuffled.game is not None:
        facts = {"found": shown(text.split()[CASTLINGS]), "guessed": shuffled.game.name}
        report(RecordCode.SHUFFLED_START, "FEN", **facts)
        return shuffled
    _report_slips(game, text.split(), right, report, in_tag=in_tag)
    return GameSetup(game, text, state.copy)


def pictured(game: Variant, text: str) -> str:
    """A position drawn in characters (`fen.placement.from_picture`) as FEN; empty for any other."""
    board = game.board
    return from_picture(text, board.rows) if isinstance(board, HeadedBoard) and len(text) <= LONGEST_PICTURE else ""


def _shuffled(game: Variant, text: str) -> GameSetup | None:
    """The game with a shuffled start that the castlings of a FEN are of, which another game drops; None for no such."""
    other, fields = shuffled_form(game.name), text.split()
    if not other or not _castles_elsewhere(fields, game):
        return None
    shuffled = variant(other)
    try:
        state = shuffled.read_position(text)
    except PositionError:
        return None
    if drops_castlings(shuffled, fields, shuffled.write_position(state).split()):
        return None
    return GameSetup(shuffled, text, state.copy, renames=True)


def _castles_elsewhere(fields: list[str], game: Variant) -> bool:
    """True if the castlings of a FEN name partners by file, or are those of kings that begin elsewhere than in a game, or
    on both sides of partners that do: a single one is rather a right that was lost."""
    rights = fields[CASTLINGS]
    if not USUAL_CASTLINGS.issuperset(rights):
        return True
    usual = game.write_position(game.initial_state()).split()[0]
    backs = [_back_rank(fields[0], row) for row in (-1, 0)]
    homes = [_back_rank(usual, row) for row in (-1, 0)]
    castling = [any(map(str.isupper, rights)), any(map(str.islower, rights))]
    if any(may and back.find("k") != home.find("k") for may, back, home in zip(castling, backs, homes, strict=True)):
        return True
    return all(castling) and backs[0] == backs[1]


def _back_rank(placement: str, row: int) -> str:
    """Kings and rooks of a row of a placement, a dot for any other place."""
    cells = re.sub(r"\d+", lambda number: "." * int(number[0]), placement.partition("[")[0].split("/")[row])
    return re.sub(r"[^kr]", ".", cells.lower())


LONGEST_PICTURE = 2000
"""Characters of a text that may be a position drawn in characters."""

LONGEST_KEPT = 200
"""Characters of a FEN that is kept: longer ones are rare, or no FENs."""


_TWO_DIGITS = late_pattern(r"[0-9]{2}")


def row_of_numbers(stated: str, read: str) -> tuple[str, str] | None:
    """The first row of a FEN's board in which numbers of empty cells stand side by side, and the row as we write it.

    >>> row_of_numbers("4k3/8/44/4K3", "4k3/8/8/4K3"), row_of_numbers("10/5k4", "10/5k4")
    (('44', '8'), None)
    """
    if _TWO_DIGITS.search(stated) is None:
        return None
    rows = zip(stated.split("/"), read.split("/"), strict=False)
    return next((pair for pair in rows if pair[0] != pair[1] and _TWO_DIGITS.search(pair[0])), None)


@lru_cache(maxsize=1024)
def _position(game: Variant, text: str) -> tuple[State, list[str] | None]:
    """The state of a FEN, to be copied, and the fields as we would write them, None where they cannot say otherwise.

    The starts of Chess960, of openings and of odds come again and again. Raises `PositionError`.
    """
    state = game.read_position(text)
    fields = text.split()
    cannot_differ = (
        len(fields) == FEN_FIELDS
        and fields[CASTLINGS] == "-"
        and fields[5] != "0"
        and _TWO_DIGITS.search(fields[0]) is None
    )
    return state, None if cannot_differ else game.write_position(state).split()


def position_of(game: Variant, text: str) -> State:
    """The position of a FEN as a record is judged from it, without the fields that are wrong. Raises `PositionError`."""
    try:
        return game.read_position(text)
    except PositionError as error:
        if error.mended is None:
            raise
        return error.mended


@lru_cache(maxsize=1024)
def is_usual_start(name: str, text: str) -> bool:
    """True if a position text is that of a game's usual start, as some programs write it in each record.

    >>> is_usual_start("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    True
    """
    game = variant(name)
    try:
        state = position_of(game, text)
    except PositionError:
        return False
    return game.write_position(state) == game.write_position(game.initial_state())


def usual_position(game: Variant, text: str) -> State | None:
    """The state of a FEN of which nothing is to be reported; None for any other. It is not to be changed."""
    if not text or len(text) > LONGEST_KEPT:
        return None
    try:
        state, right = _position(game, text)
    except PositionError:
        return None
    fields = text.split()
    if right is None:
        return state
    if len(right) != FEN_FIELDS:  # of other FENs no more is reported than that nobody is to move
        return state if len(fields) == len(right) else None
    if len(fields) != FEN_FIELDS or fields[-1] == "0" or drops_castlings(game, fields, right):
        return None
    if row_of_numbers(fields[0], right[0]) is not None:
        return None
    return state


def _game(named: str, tags: Mapping[str, str], report: Report) -> Variant | None:
    """The variant of a name with the options of the tags; None, and a finding, where there is no such game."""
    asked, rules = "Variant", RULES_TAG.fullmatch(tags.get("Rules", ""))
    try:
        game = variant(named)
        if game.retag is not None:
            asked = next((tag for tag in game.tags if tag in tags), "")
            game = game.retag(tags) if asked else game
    except (UnknownVariant, PositionError) as error:
        missing = f"; its rules are in {shown(rules[1])}, to be passed with --variant-path" if rules else ""
        report(RecordCode.UNKNOWN_VARIANT, asked, why=f"{error}{missing}")
        return None
    source = rules_source(game.name) if rules else None
    if rules and (source is None or source.digest != rules[2]):
        used = f"in {source.file} {source.digest}" if source and source.is_supplied else "that come with fairyscore"
        report(RecordCode.OTHER_RULES, "Rules", stated=shown(rules[0]), used=used)
    for advice in game.rules.warnings:
        report(RecordCode.ADVICE, "Variant", why=advice)
    return game


def drops_castlings(game: Variant, stated: list[str], read: list[str]) -> bool:
    """True if the fields of a FEN state more castlings than were read of it, in whatever letters (`KQ`, `HA`).

    In a game without castling they say nothing: engines write the usual ones there too.

    >>> chess, lost = variant("chess"), ["8/8", "w", "-"]
    >>> drops_castlings(chess, ["8/8", "w", "GBgb"], ["8/8", "w", "KQkq"]), drops_castlings(chess, ["8/8", "w", "KQ"], lost)
    (False, True)
    """
    sfen = "[" in read[0] and "[" not in stated[0] and read[CASTLINGS] == "-"  # which has hands in that place
    vchess = len(stated) > CASTLINGS and stated[CASTLINGS].isdigit()  # which has a counter there
    if len(stated) <= CASTLINGS or sfen or vchess or not game.writing.castlings:
        return False

    def count(letters: str) -> tuple[int, int]:
        return sum(letter.isupper() for letter in set(letters)), sum(letter.islower() for letter in set(letters))

    return count(stated[CASTLINGS]) != count(read[CASTLINGS])


def _report_slips(game: Variant, fields: list[str], right: list[str], report: Report, *, in_tag: bool) -> None:
    """Report what of a FEN is read otherwise than it is written: castlings that cannot be, a round 0, nobody to move."""
    row = row_of_numbers(fields[0], right[0])
    if row is not None:
        report(
            RecordCode.UNUSUAL_SPELLING, "FEN", text=shown(row[0]), meant=row[1], why="numbers of empty cells together"
        )
    if len(fields) == 1:
        report(RecordCode.UNUSUAL_SPELLING, "FEN", text=shown(fields[0]), meant=right[1], why="FEN without a mover")
    if len(right) != FEN_FIELDS or not in_tag:
        return
    if len(fields) == FEN_FIELDS and fields[5] == "0":
        report(RecordCode.UNUSUAL_SPELLING, "FEN", text="0", meant="1", why="move number 0 in FEN")
    dropped = dropped_rights(game, fields, right)
    if dropped is not None:
        report(dropped[0], "FEN", **dropped[1])


def dropped_rights(game: Variant, stated: list[str], read: list[str]) -> tuple[RecordCode, dict[str, str]] | None:
    """The finding on castling rights of a FEN that were not read, a code with its facts; None where all were read."""
    if len(read) != FEN_FIELDS or not drops_castlings(game, stated, read):
        return None
    lost = sorted({*stated[CASTLINGS]} - {*read[CASTLINGS]})
    if game.writing.adds and USUAL_CASTLINGS.isdisjoint(lost):
        return RecordCode.GATES_DROPPED, {"found": shown("".join(lost))}
    return RecordCode.CASTLING_DROPPED, {"found": shown(stated[CASTLINGS]), "meant": read[CASTLINGS]}
