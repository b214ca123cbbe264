"""UCCI: games as the protocol of xiangqi engines says them, `position fen ... moves h2e2 h9g7`.

`protocol.py` reads and writes what is said. The game is xiangqi, or that of the option `UCI_Variant`; engines of xiangqi
that talk UCI (`ucinewgame`) are read too. Ranks are counted from 0, and from 1 where a move has a rank 10. `nobestmove`
and `bestmove ... resign` lose, `bestmove ... draw` is an offer, which becomes a comment. UCCI has no words for other
results: `gameover win` and `gameover draw` are those of USI.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.variants.registry import variant
>>> move = variant("xiangqi").initial_state().find(long.read("h3-e3", variant("xiangqi")))
>>> print(UCCI.write(Record("xiangqi", (), MoveLine((Ply(move),)), "1-0"), long), end="")
setoption newgame
position startpos moves h2e2
nobestmove
"""

import re

from fairyscore.notation.formats.protocol import GO, INFO, EngineProtocol, format_of
from fairyscore.notation.moves import ucci
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant

GAME = "xiangqi"

_CELL = r"[a-i](?:10|[0-9])"
_FIRST = (
    r"[a-i][034]|[bh]2(?![bh][34])|[bh]2[bh][34]\s+[a-i][69]|[a-h][1-8][a-h][1-8]\s+[a-i]10|[a-i][0-9][a-i]10|i[0-9]"
)
"""How the moves begin from the usual start, as no game of chess or shogi does: from ranks or files that those have not."""


def _game_of(start: str) -> Variant:
    """The game of a start position: only an option tells another one, as they have the same board."""
    return variant(GAME)


_FROM_0 = re.compile(r"([a-i][0-9])([a-i][0-9])")


def _iccs_text(move: str, moves: tuple[str, ...]) -> str:
    """A move with ranks from 0 as ICCS has it, `H2-E2`: in small letters it would be taken for UCI, from rank 1."""
    found = None if any("10" in other for other in moves) else _FROM_0.fullmatch(move)
    return f"{found[1]}-{found[2]}".upper() if found else move


UCCI = format_of(
    EngineProtocol(
        "ucci",
        GAME,
        ucci,
        new_game=("setoption newgame", "ucinewgame"),
        silent=("ucinewgame", "ucci", "ucciok", "uci", "uciok", "isready", "readyok", "stop", "quit", "bye"),
        more={
            "info": (*INFO, "message"),
            "go": (*GO, "time", "increment", "opptime", "oppmovestogo", "oppincrement", "draw", "wdl"),
            "option": (),
            "ponderhit": ("draw",),
            "probe": (),
            "pophash": (),
            "banmoves": (),
        },
        lost="nobestmove",
        endings={"loses": "resign", "1/2-1/2": "draw"},
        place="fen",
        second="b",
        move=f"{_CELL}{_CELL}",
        remains=re.compile(rf"sition|newgame|moves|{_CELL}{_CELL}"),
        certain=re.compile(rf"startpos\s+moves\s+(?:{_FIRST}).*|fen\s+\w+(?:/\w+){{9}}(?:\s.*)?"),
        placed=lambda fen: fen,
        game_of=_game_of,
        refuses=lambda record: ucci.refusal(record.game),
        move_text=_iccs_text,
    )
)
"""UCCI: what programs tell engines of xiangqi, and the logs of it."""
