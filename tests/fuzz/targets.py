"""What fuzzers call: each target takes bytes, and must neither raise nor say anything that is not fit for a terminal."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

from fairyscore.notation.archive import judge_file
from fairyscore.notation.clocks.control import read_control
from fairyscore.notation.clocks.times import read_duration, read_time_stamp, times_of
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.moves.languages import LANGUAGES, english
from fairyscore.notation.moves.lenient import lenient_move
from fairyscore.notation.moves.reading import near_unread, parse_move
from fairyscore.notation.records.pgn_lexer import loose_header_end
from fairyscore.notation.records.text_reader import kind_of, resembles
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
GAMES = ("chess", "kaleidochess", "tor-qi", "chamaeleon:players=3", "circular-70")

Target = Callable[[bytes], None]


def is_plain(text: str) -> bool:
    """True if a terminal can show a message: nothing in it but printable characters and the blank of Japanese text."""
    return text.replace("\u3000", " ").isprintable()


def read_file(name: str, data: bytes) -> None:
    """A file of a format, judged with everything that can be asked for."""
    judge = Validator(time=True, info=True, variant="" if format_named(name).holds.variant else "chess")
    for verdict in judge_file(io.BytesIO(data), judge, form=format_named(name)):
        for found in verdict.findings:
            assert is_plain(found.message), found.message
            assert found.line > 0, found
            assert found.column > 0, found


def sniffed(data: bytes) -> None:
    """A file of which nothing is known."""
    for verdict in judge_file(io.BytesIO(data), Validator()):
        assert all(is_plain(found.message) for found in verdict.findings)
    text = data.decode("latin-1")
    resembles(text)
    kind_of(text)
    loose_header_end(text)


def move(data: bytes) -> None:
    """A move in each game: read, refused with reasons, or taken; and read leniently."""
    text = data.decode(errors="replace")[:200]
    for name in GAMES:
        game = variant(name)
        state = game.initial_state()
        read = parse_move(text, game) if text else None
        if isinstance(read, ParsedMove):
            assert state.push(read) or game.initial_state().reasons(read, text)
        elif read:
            assert all(is_plain(str(reason)) for reason in read)
        if text.split():
            lenient_move(text.split(), 0, game)
    for code in LANGUAGES:
        english(text, code)


def suggested(data: bytes) -> None:
    """Legal moves that look like a text."""
    game = variant("chess")
    near_unread(data.decode(errors="replace")[:60], game.initial_state(), game)


def fen(data: bytes) -> None:
    """A position in each game; one that is read is written and read again as the same."""
    text = data.decode(errors="replace")
    for name in GAMES:
        game = variant(name)
        problems: tuple[str, ...] = ()
        try:
            written = game.write_position(game.read_position(text))
            assert game.write_position(game.read_position(written)) == written
        except PositionError as fault:
            problems = fault.problems
        assert all(is_plain(problem) for problem in problems)


def clock(data: bytes) -> None:
    """Time controls, durations, dates, and comments that tell them."""
    text = data.decode(errors="replace")
    control = read_control(text)
    str(control)
    read_duration(text)
    read_time_stamp(text)
    times_of(Comment(text), Comment(f"[%clk {text}] [%date {text}]"))


TARGETS: dict[str, Target] = {
    **{name: partial(read_file, name) for name, known in FORMATS.items() if known.read},
    "sniffed": sniffed,
    "move": move,
    "suggested": suggested,
    "fen": fen,
    "clock": clock,
}

MOVES = (
    b"e4|e2-e4|Nf3|O-O|exd5 e.p.|e8=Q+|8I-7K|1B+2F|3: 1K+4B|d1-c3|N@c3|--|knight from g1 goes to f3|7163|e7e8q|R1xa3"
)
FENS = (
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|4k3/8/8/8/8/8/8/4K2R w KQ - 0 0|"
    b"1/8/16/16/wLwDwLwTwHwP3bPbHbTbLbDbLbTbHbP3wPwHwT/wRwWwRwEwVwP3bPbVbEbRbWbRbEbVbP3wPwVwE w - - 1|"
    b"3k2/6/6/6/6/6/6/6/3K2[C] w - - 0 1|1wQ1wN4/8/8/8/3bNbBbR2/8/********/******** w 9"
)
TIMES = (
    b"40/7200:3600|300+2|10 moves in 50 days, double after 20d|*180|1:02:03|1d 2h|2026.11.21,18:30:00|2026-11-21T18:30Z"
)


def seeds(name: str) -> list[bytes]:
    """Inputs to begin with: the samples of a format, or a few texts."""
    texts = {"move": MOVES, "suggested": MOVES, "fen": FENS, "clock": TIMES}
    if name in texts:
        return texts[name].split(b"|")
    suffixes = FORMATS[name].endings if name in FORMATS else (".pgn", ".jsonl", ".zsg")
    found = [path.read_bytes()[:3000] for path in sorted(SAMPLES.rglob("*")) if path.suffix in suffixes]
    return found or [written_seed(name)]


def written_seed(name: str) -> bytes:
    """A game of a format of which there is no sample."""
    from mutated_files import BYTES, file_of, records_for

    if name in BYTES:
        return BYTES[name][0]
    return file_of(name, *records_for(name)).encode()
