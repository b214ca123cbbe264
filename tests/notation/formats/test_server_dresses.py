"""Random games in the dress of the servers that write them: read whole, written back, and read again as the same.

The habits are those of the files that pychess, Lichess and Chess.com give out: their tags, marks, comments, line ends.
"""

import io
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import MoveLine, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

DRESSES = 12  # of each server
GAMES = 3  # in a file
NAMES = ("anna", "B_e-n", "Zoë", "O'Neil", "李四", "x")


@dataclass(frozen=True)
class Played:
    """A game that was played. texts: its moves as Fairy-Stockfish writes them; clocks: after each, in tenths."""

    game: Variant
    start: str
    moves: list[Move]
    texts: list[str]
    clocks: list[int]
    end: str
    result: str
    white: str
    black: str
    when: datetime

    @property
    def date(self) -> str:
        return self.when.strftime("%Y.%m.%d")


SHUFFLED = (
    "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",
    "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1",
    "rkbbnqrn/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQRN w KQkq - 0 1",
)


def played(name: str, rng: random.Random, notation: str, *, shuffled: bool) -> Played:
    """A random game of a few moves, to whatever end; castling is likelier than chance has it."""
    game = variant(name)
    state = game.read_position(rng.choice(SHUFFLED)) if shuffled else game.initial_state()
    start, writing = game.write_position(state), notation_named(notation, game)
    moves: list[Move] = []
    texts: list[str] = []
    for _ in range(rng.randint(5, 30)):
        legal = state.moves()
        if not legal or state.outcome() is not None:
            break
        castlings = [move for move in legal if move.castle >= 0]
        moves.append(rng.choice(castlings or legal))
        texts.append(writing.write(state, moves[-1], game))
        state.push_unchecked(moves[-1])
    outcome = state.outcome()
    white, black = rng.sample(NAMES, 2)
    return Played(
        game,
        start,
        moves,
        texts,
        [max(1, 6000 - 31 * ply + rng.randint(0, 9)) for ply in range(len(moves))],
        game.write_position(state),
        outcome.result if outcome else rng.choice(("1-0", "0-1", "1/2-1/2")),
        white,
        black,
        datetime(2019, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randint(0, 10**8)),
    )


def clock(tenths: int, *, exact: bool) -> str:
    """A clock as servers write it: `0:09:58.3`, without a tenth that is none."""
    seconds, rest = divmod(tenths, 10)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest}" if exact and rest else text


def tags(**values: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items())


# -- the dresses ------------------------------------------------------------------------------------------------------

PYCHESS = {
    "Chess": "chess", "Crazyhouse": "crazyhouse", "Capablanca": "capablanca", "Seirawan": "seirawan", "Shouse": "s-house",
    "Grand": "grand-chess", "Makruk": "makruk", "Atomic": "atomic", "Shogi": "shogi", "Minishogi": "minishogi",
    "Kyotoshogi": "kyoto-shogi", "Torishogi": "tori-shogi", "Dobutsu": "dobutsu", "Xiangqi": "xiangqi", "Janggi": "janggi",
    "Crazyhouse960": "crazyhouse", "Chess960": "chess960", "Micro": "micro-shogi",
    "Gorogoro": "gorogoro-shogi", "Euroshogi": "euroshogi",
}  # fmt: skip


def pychess(rng: random.Random, name: str, one: Played) -> str:
    """All moves in one line, the usual start in a FEN, question marks behind ratings."""
    header = tags(
        Event=f"PyChess {rng.choice(('rated', 'casual'))} game",
        Site="https://www.pychess.org/AbCd1234",
        Date=one.date,
        Round="-",
        White=one.white,
        Black=one.black,
        Result=one.result,
        TimeControl=rng.choice(("300+3", "60+0", "1+10+2:10", "-")),
        WhiteElo="1500?",
        BlackElo="1016",
        Variant=name,
        FEN=one.start,
        SetUp="1",
    )
    moves = " ".join(f"{ply // 2 + 1}. {text}" if ply % 2 == 0 else text for ply, text in enumerate(one.texts))
    return f"{header}\n{moves} {one.result}\n"


LICHESS = {
    "Standard": "chess", "Chess960": "chess960", "Crazyhouse": "crazyhouse", "Atomic": "atomic", "Antichess": "antichess",
    "Three-check": "three-check", "King of the Hill": "king-of-the-hill", "Racing Kings": "racing-kings", "Horde": "horde",
}  # fmt: skip


def lichess(rng: random.Random, name: str, one: Played) -> str:
    """Clocks, evaluations and judgements in comments with blanks, lines that were better, how the game ended."""
    header = tags(
        Event="Rated Blitz game",
        Site="https://lichess.org/abcd1234",
        Date=one.date,
        Round="-",
        White=one.white,
        Black=one.black,
        Result=one.result,
        UTCDate=one.date,
        UTCTime=one.when.strftime("%H:%M:%S"),
        WhiteElo="1500",
        BlackElo="?",
        WhiteRatingDiff="+5",
        Variant=name,
        **({"FEN": one.start, "SetUp": "1"} if name == "Chess960" else {}),
        TimeControl="600+0",
        ECO="A00",
        Opening='Van \'t Kruijs: \\"x\\"',
        Termination=rng.choice(("Normal", "Time forfeit")),
    )
    judged, bare, words = rng.random() < 0.5, rng.random() < 0.3, []
    for ply, text in enumerate(one.texts):
        noted = not bare and ply
        if ply % 2 == 0 or noted:
            words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''}")
        words.append(text + ("?!" if judged and ply % 5 == 4 else ""))
        if not bare:
            words.append(f"{{ [%eval {ply / 10 - 1:.2f}] [%clk {clock(one.clocks[ply], exact=False)}] }}")
            if judged and ply % 5 == 4:
                words.append(f"{{ Inaccuracy. {text} was best. }}")
                words.append(f"({ply // 2 + 1}.{'..' if ply % 2 else ''} {text})")
    end = f"{{ {one.white} resigns. }} " if judged and one.result == "0-1" else ""
    return f"{header}\n{' '.join(words)} {end}{one.result}\n\n"


def lichess_json(rng: random.Random, name: str, one: Played) -> str:
    """A line of the API: moves in SAN, clocks in hundredths, who has won."""
    winner = {"1-0": {"winner": "white"}, "0-1": {"winner": "black"}}.get(one.result, {})
    game: dict[str, Any] = {
        "id": "abcd1234",
        "rated": True,
        "variant": {"Standard": "standard", "Three-check": "threeCheck", "King of the Hill": "kingOfTheHill"}.get(
            name, name.replace(" K", "K").replace("Racing", "racing").replace("Chess9", "chess9")
        ),
        "speed": "blitz",
        "createdAt": int(one.when.timestamp() * 1000),
        "status": "draw" if not winner else rng.choice(("resign", "outoftime", "mate")),
        "players": {
            "white": {"user": {"name": one.white, "id": one.white.casefold()}, "rating": 1500},
            "black": {"user": {"name": one.black, "id": one.black.casefold()}, "rating": 1501, "provisional": True},
        },
        **winner,
        "moves": " ".join(one.texts),
        "clocks": [tenths * 10 for tenths in one.clocks],
        "clock": {"initial": 600, "increment": 0, "totalTime": 600},
    }
    if name == "Chess960" or rng.random() < 0.3:
        game["initialFen"] = one.start
    return json.dumps(game, ensure_ascii=rng.random() < 0.5) + "\n"


CHESS_COM = {
    "": ("chess", "chess"), "Chess960": ("chess960", "chess960"),
    "Crazyhouse": ("crazyhouse", "crazyhouse"), "3-check": ("three-check", "threecheck"),
    "KOTH": ("king-of-the-hill", "kingofthehill"),
}  # fmt: skip


def chess_com(rng: random.Random, name: str, one: Played) -> str:
    """A clock in tenths behind each move, the position at the end, sometimes in lines of 80 characters."""
    wraps = rng.random() < 0.5
    own = {"Variant": name, "SetUp": "1", "FEN": one.start} if name else {}
    header = tags(
        Event=rng.choice(("Live Chess", "Let's Play!")),
        Site="Chess.com",
        Date=one.date,
        Round="-",
        White=one.white,
        Black=one.black,
        Result=one.result,
        **own,
        CurrentPosition=one.end,
        Timezone="UTC",
        UTCDate=one.date,
        UTCTime=one.when.strftime("%H:%M:%S"),
        WhiteElo="1151",
        BlackElo="1417",
        TimeControl=rng.choice(("600", "180+2", "1/259200")),
        Termination=f"{one.white} won by resignation",
        EndDate=one.date,
        Link="https://www.chess.com/game/live/1",
    )
    words = []
    for ply, text in enumerate(one.texts):
        words += [f"{ply // 2 + 1}.{'..' if ply % 2 else ''}", text, f"{{[%clk {clock(one.clocks[ply], exact=True)}]}}"]
    lines, line = [], ""
    for word in " ".join((*words, one.result)).split(" "):
        if wraps and len(line) + len(word) > 78:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join((header, *lines, line)) + "\n\n"


def chess_com_json(rng: random.Random, name: str, one: Played) -> str:
    """A game of a month: its PGN, and results, times and ratings once more."""
    white = {"1-0": "win", "0-1": "resigned"}.get(one.result, "agreed")
    black = {"0-1": "win", "1-0": "resigned"}.get(one.result, "agreed")
    game = {
        "url": "https://www.chess.com/game/live/1",
        "pgn": chess_com(rng, name, one).rstrip("\n") + "\n",
        "time_control": "600",
        "end_time": int(one.when.timestamp()),
        "rated": True,
        "fen": one.end,
        "time_class": "rapid",
        "rules": CHESS_COM[name][1],
        "white": {"rating": 1151, "result": white, "username": one.white},
        "black": {"rating": 1417, "result": black, "username": one.black},
    }
    return json.dumps(game, ensure_ascii=rng.random() < 0.5)


def joined_json(rng: random.Random, games: list[str]) -> str:
    return f'{{"games": [{(", " if rng.random() < 0.5 else ",").join(games)}]}}'


Dress = Callable[[random.Random, str, Played], str]
SERVERS: dict[str, tuple[Dress, dict[str, str], str]] = {
    "pychess": (pychess, PYCHESS, "fairy"),
    "lichess": (lichess, LICHESS, "san"),
    "lichess-json": (lichess_json, LICHESS, "san"),
    "chess.com": (chess_com, {name: game for name, (game, _) in CHESS_COM.items()}, "san"),
    "chess.com-json": (chess_com_json, {name: game for name, (game, _) in CHESS_COM.items()}, "san"),
}


def dressed(server: str, seed: int) -> tuple[list[Played], bytes]:
    """Games, and the file in which a server gives them out."""
    dress, names, notation = SERVERS[server]
    rng = random.Random(f"{server} {seed}")
    chosen = [rng.choice(sorted(names)) for _ in range(GAMES)]
    games = [played(names[name], rng, notation, shuffled=name.endswith("960")) for name in chosen]
    texts = [dress(rng, name, one) for name, one in zip(chosen, games, strict=True)]
    if server == "chess.com-json":
        text = joined_json(rng, texts)
    else:
        text = ("\n" if server == "pychess" else "").join(texts)
    if server != "chess.com-json" and rng.random() < 0.3:
        text = text.replace("\n", "\r\n")
    mark = "\ufeff" if rng.random() < 0.2 and "json" not in server else ""
    return games, (mark + text).encode()


# -- what is asked of them --------------------------------------------------------------------------------------------


def read(data: bytes) -> list[Verdict]:
    return [verdict for verdict in judge_file(io.BytesIO(data), Validator()) if verdict.record is not None]


def texts_of(record: Record) -> Iterator[str]:
    for ply in record.line.plies:
        yield " ".join(comment.text for comment in ply.comments)


@pytest.mark.parametrize("seed", range(DRESSES))
@pytest.mark.parametrize("server", SERVERS)
def test_games_of_a_server_are_read_whole_and_written_back(server: str, seed: int) -> None:
    games, data = dressed(server, seed)
    verdicts = read(data)
    assert len(verdicts) == len(games)
    records = []
    for one, verdict in zip(games, verdicts, strict=True):
        record = verdict.record
        assert record is not None
        found = [str(finding) for finding in verdict.findings if finding.severity is not Severity.INFO]
        assert not found, (found, verdict.game_text.text)
        assert [ply.move for ply in record.line.plies] == one.moves
        assert (record.variant, record.result) == (one.game.name, one.result)
        assert (record.tag("White"), record.tag("Black"), record.tag("Date")) == (one.white, one.black, one.date)
        shuffled = one.start != one.game.write_position(one.game.initial_state())
        assert bool(record.set_up) == shuffled
        assert one.game.write_position(record.start()) == one.start
        clocks = [text for text in texts_of(record) if "%clk" in text]
        if clocks:
            exact = server != "lichess"
            assert all(
                clock(tenths, exact=exact) in text for tenths, text in zip(one.clocks, texts_of(record), strict=True)
            )
        annotations = [annotation for ply in record.line.plies for annotation in ply.annotations]
        text = verdict.game_text.text
        assert sum(isinstance(annotation, MoveLine) for annotation in annotations) == text.count(" (")
        assert sum(said.count("was best.") for said in texts_of(record)) == text.count("was best.")
        records.append(record)
    for form in ("pgn", "jsonl"):
        writer = format_named(form)
        stream = io.BytesIO()
        sink = writer.open(stream)
        for record in records:
            sink.put(writer.write(record, record.game.writing.usual))
        sink.close()
        assert [verdict.record for verdict in read(stream.getvalue())] == records
