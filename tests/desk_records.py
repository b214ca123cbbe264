"""Records with random signs, comments, marks, clocks and hands, which are opened, touched and saved on the desk.

`python tests/desk_records.py 2000 [SEED]` takes so many through the judge and its files; in a browser the tests take some.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from made_records import NASTY

from fairyscore.cli.desk_files import DeskFiles
from fairyscore.cli.report import Reporter
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.nags import MOST
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant
from fairyscore.render.desk.desk import Desk

GAMES = (
    "chess", "crazyhouse", "shogi", "xiangqi", "janggi", "makruk", "duck-chess", "seirawan", "minishogi", "atomic",
    "kaleidochess", "kaleidochess:players=4,dice", "chamaeleon:players=3", "circular-66", "tor-qi", "caliph-qi",
)  # fmt: skip

REMARKS = (
    *(remark for remark in NASTY if remark.isprintable()),
    "[%eval 0.35] even", "[%clk 1:02:03]", "[%cal Ga1a2] an arrow", "[%unknown x] kept", "two  blanks", "; % ( )",
)  # fmt: skip

LASTING = 146
"""The sign that stays when a record has been touched."""


def drawn(dice: random.Random) -> Record:
    """A record of one of `GAMES`."""
    game = variant(dice.choice(GAMES))
    tags = {
        "White": "Ann",
        "Event": dice.choice(("?", 'A "b" \\ c', "Überraschung")),
        "Round": str(dice.randrange(1000)),
    }
    line = _line(dice, game, game.initial_state(), dice.randrange(2, 30), 0)
    return Record(game.name, tuple(tags.items()), line, "*")


def _line(dice: random.Random, game: Variant, state: State, plies: int, depth: int) -> MoveLine:
    made: list[Ply] = []
    while len(made) < plies and (moves := state.moves()):
        drops = [move for move in moves if move.origin < 0]
        move = dice.choice(drops if drops and dice.random() < 0.5 else moves)
        annotations: list[Comment | MoveLine] = []
        if dice.random() < 0.3:
            annotations += [Comment(dice.choice(REMARKS)) for _ in range(dice.randint(0, 2))]
            if depth < 2 and dice.random() < 0.4:
                annotations.append(_line(dice, game, state.copy(), dice.randint(1, 4), depth + 1))
        signs = {dice.choice((*range(1, 22), 140, 220, 250, MOST)) for _ in range(dice.choice((0, 0, 0, 1, 3)))}
        made.append(Ply(move, tuple(signs), tuple(annotations)))
        state.push_unchecked(move)
        if state.outcome() is not None:
            break
    return MoveLine(tuple(made), (Comment("before it begins"),) if dice.random() < 0.2 else ())


def written(dice: random.Random, path: Path, count: int) -> list[Record]:
    """Draw records into a file, and give them as it is read."""
    form = format_named("pgn")
    texts = (form.write(record, record.game.writing.usual) for record in (drawn(dice) for _ in range(count)))
    path.write_text("\n".join(texts), encoding="utf-8", newline="")
    return read(path)


def read(path: Path) -> list[Record]:
    """The records of a file. Each of them is whole."""
    verdicts = list(RecordReader(Validator()).verdicts(str(path)))
    assert all(verdict.whole for verdict in verdicts)
    records = [verdict.record for verdict in verdicts if verdict.record is not None]
    assert len(records) == len(verdicts)
    return records


def touched(record: Record) -> Record:
    """The record with the sign that stays, at the end of its main line; one without moves as it is."""
    if not record.line.plies:
        return record
    *first, last = record.line.plies
    nags = (*last.nags, LASTING) if LASTING not in last.nags else last.nags
    return replace(record, line=replace(record.line, plies=(*first, replace(last, nags=nags))))


def touch(ask: Any, number: int, dice: random.Random) -> None:
    """Do to a game what leaves no trace, then give its last move the sign that stays, and save it. ask: a judge."""
    opened = ask("open", game=number)
    for _ in range(3):
        entry = dice.choice(opened["tree"])
        place = {"game": number, "at": entry["node"]}
        here = ask("position", **place)
        nags = entry.get("nags", [])
        if entry["node"]:
            ask("annotate", **place, nags=[*nags, 7777])
            ask("annotate", **place, nags=nags)
        ask("tags", **place, tags={"Annotator": "somebody"})
        ask("tags", **place, tags={"Annotator": ""})
        if not entry.get("comment") and not set(entry) & {"clk", "eval"} and not here["position"]["arrows"]:
            ask("annotate", **place, comment="gone soon")
            ask("annotate", **place, comment="")
        if here["position"]["moves"]:
            move = dice.choice(here["position"]["moves"])["text"]
            if "entry" in ask("play", **place, move=move):
                ask("undo", game=number)
    opened = ask("open", game=number)
    *_, last = (entry for entry in opened["tree"] if entry["node"] in _main_line(opened["tree"]))
    if last["node"]:
        nags = last.get("nags", [])
        ask("annotate", game=number, at=last["node"], nags=nags if LASTING in nags else [*nags, LASTING])
    saved = ask("save", game=number)
    assert "saved" in saved, saved


def _main_line(tree: list[dict[str, Any]]) -> set[int]:
    """The nodes of the main line, with the start."""
    nexts = {entry["parent"]: entry["node"] for entry in tree if "parent" in entry and "instead" not in entry}
    found, node = {0}, 0
    while node in nexts:
        node = nexts[node]
        found.add(node)
    return found


def difference(before: Record, after: Record) -> str:
    """What has been lost or changed beyond the sign that stays; empty where nothing has."""
    wanted = touched(before)
    for name in ("variant", "result", "line", "tags"):
        if getattr(wanted, name) != getattr(after, name):
            return f"{name}: {getattr(wanted, name)!r}\n{getattr(after, name)!r}"
    return ""


def lost(seed: object, count: int, folder: Path) -> list[str]:
    """The differences of so many records that went through the judge and its files."""
    dice, path = random.Random(f"desk {seed}"), folder / "games.pgn"
    before = written(dice, path, count)
    files = DeskFiles(RecordReader(Validator()))
    desk = Desk(files)
    files.read(desk, (str(path),), Reporter())

    def ask(op: str, **request: Any) -> Any:
        answer = json.loads(desk.answer(json.dumps({"op": op, **request})))
        assert "error" not in answer, answer
        return answer

    assert len(desk.games) == len(before)
    for number in desk.games:
        touch(ask, number, dice)
    after = read(path)
    assert len(after) == len(before)
    return [
        f"{number}: {text}"
        for number, pair in enumerate(zip(before, after, strict=True), 1)
        if (text := difference(*pair))
    ]


if __name__ == "__main__":
    total, first = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "0"
    for at in range(0, total, 20):
        with tempfile.TemporaryDirectory() as made:
            for fault in lost(f"{first} {at}", min(20, total - at), Path(made)):
                print(at, fault)  # noqa: T201
    print(f"{total} records opened, touched and saved")  # noqa: T201
