"""USI: games as the protocol of shogi engines says them, `position startpos moves 7g7f 3c3d`.

`protocol.py` reads and writes what is said. The game is shogi, or that of the option `UCI_Variant` or of the board behind
`sfen`; a SFEN by itself is a position too. `bestmove resign` and `gameover` tell the result; `bestmove win` declares an
impasse; a word may also stand behind the moves (`resign`, `rep_draw`).

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.variants.registry import variant
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> print(USI.write(Record("shogi", (), MoveLine((Ply(move),)), "1-0"), long), end="")
usinewgame
position startpos moves 7g7f
bestmove resign
"""

import re

from fairyscore.notation.fen import sfen
from fairyscore.notation.formats.protocol import GO, INFO, RESIGNS, EngineProtocol, format_of
from fairyscore.notation.formats.shogi import GAME, WORDS, game_of_board
from fairyscore.notation.moves import usi
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants.registry import variant

_ROWS = r"[\w+]+(?:/[\w+]+)+"


def _refuses(record: Record) -> str:
    """Why a record cannot be USI, empty where it can."""
    why = usi.refusal(record.game)
    if why:
        return why
    try:
        sfen.sfen_of(record.game.write_position(record.start()))
    except PositionError as fault:
        return str(fault)
    return ""


def _placement(start: str) -> list[list[str]]:
    """The rows of a board behind `sfen`, as the letters of the pieces there."""
    fields = start.split()
    rows = fields[1].split("/") if len(fields) > 1 else []
    places = [re.sub("[0-9]+", lambda empty: "." * int(empty[0][:2]), row) for row in rows]
    return [["" if place == "." else place.upper() for place in re.findall(r"\+?[A-Za-z]|\.", row)] for row in places]


def _game_of(start: str) -> Variant:
    """The game that has such a board."""
    rows = _placement(start)
    return game_of_board(rows, lambda game: {letter: letter for letter in game.letters}) if rows else variant(GAME)


USI = format_of(
    EngineProtocol(
        "usi",
        GAME,
        usi,
        new_game=("usinewgame",),
        silent=("usinewgame", "usi", "usiok", "isready", "readyok", "ponderhit", "stop", "quit"),
        more={"info": INFO, "go": GO, "option": ("name",), "checkmate": ("nomate", "timeout", "notimplemented")},
        lost=f"bestmove {RESIGNS}",
        endings=WORDS["usi endings"],
        place="sfen",
        second="w",
        move=r"\+?[A-Z]\*[1-9][a-i]|(?:[1-9][a-i]){2}[+-]?",
        remains=re.compile(r"sition|newgame|moves|[1-9][a-i][1-9][a-i]"),
        certain=re.compile(r"startpos(?:\s+moves(?:\s+(?:[1-9][a-i]|\+?[A-Z]\*).*)?)?\s*|sfen\s+[\w+/]+\s+[bw]\s.*"),
        placed=sfen.sfen_of,
        game_of=_game_of,
        refuses=_refuses,
        bare=re.compile(rf"{_ROWS}\s+[bw]\s+(?:-|[0-9A-Za-z]+)\s+[0-9]+(?:\s+moves\s.*)?\s*"),
    )
)
"""USI: what programs tell engines, and the logs of it."""
