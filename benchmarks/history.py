"""What was measured before: a file with a line for each record, and how a run of today compares with the last one.

Times of different computers do not compare. So the figures of a line are ratios to python-chess, taken in the same run,
as far as there are such; plies a second stand after them, and are compared on the same kind of computer only.
"""

import json
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import Figure, FigureTable

FILE = Path(__file__).with_name("history.jsonl")

RATIOS = (
    "times python-chess", "so far, times python-chess", "ratio", "python-chess / ours", "chessops / ours",
    "kokopu / ours", "pgn-extract / ours",
)  # fmt: skip
SPEEDS = ("plies/s", "nodes/s", "diagrams/s", "MiB/s")
Line = dict[str, Any]


def line_of(tables: Sequence[FigureTable], date: str = "") -> Line:
    """A run as a line, dated by the last commit: ratios first, then speeds; each with its noise in percent."""
    ratios, speeds = _figures(tables, RATIOS), _figures(tables, SPEEDS)
    theirs = next((value for name, (value, _) in speeds.items() if "python-chess, plies/s" in name), 0)
    if theirs:
        ratios |= {f"{name} / python-chess": (value / theirs, noise) for name, (value, noise) in speeds.items()}
    return {
        "date": date or _date(),
        "ratios": {name: [round(value, 3), round(noise, 1)] for name, (value, noise) in ratios.items()},
        "speeds": {name: [round(value), round(noise, 1)] for name, (value, noise) in speeds.items()},
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def _figures(tables: Sequence[FigureTable], columns: Sequence[str]) -> dict[str, tuple[float, float]]:
    """The figures of some columns with their noise, by table, row and column."""
    found: dict[str, tuple[float, float]] = {}
    for table in tables:
        for row in table.rows:
            values: dict[str, Any] = dict(zip(table.columns, row, strict=True))
            noise = max(values.get("+- %", 10.0), 3.0)  # whatever a run says of itself, the next one differs by so much
            title = table.title.split(",")[0]
            found |= {f"{title}: {row[0]}, {name}": (values[name], noise) for name in columns if values.get(name)}
    return found


def _date() -> str:
    """The day of the last commit: a run is one of the code, whenever it is measured."""
    words = "git show -s --format='%cs %h' HEAD || echo unknown"
    return subprocess.run(
        words, shell=True, capture_output=True, text=True, cwd=FILE.parent, check=False
    ).stdout.strip()


def last(file: Path) -> Line | None:
    """The last line of a history; None where there is none."""
    return json.loads(file.read_text(encoding="utf-8").splitlines()[-1]) if file.exists() else None


def add(file: Path, line: Line) -> None:
    """Write one more line."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line, ensure_ascii=False) + "\n")


def compared(line: Line, before: Line) -> FigureTable | None:
    """How each figure has changed that both lines have; None where there is none."""
    alike = all(line[key] == before[key] for key in ("python", "machine"))
    rows: list[tuple[Figure, ...]] = []
    for kind in ("ratios", "speeds") if alike else ("ratios",):
        for name in filter(before[kind].get, line[kind]):
            (old, old_noise), (new, noise) = before[kind][name], line[kind][name]
            rows.append((name, old, new, *_change(name, old, new, max(noise, old_noise))))
    columns = ("figure", "then", "now", "change, %", "so it is")
    return FigureTable(f"Compared with {before['date']}", columns, tuple(rows)) if rows else None


def _change(name: str, old: float, new: float, noise: float) -> tuple[float, str]:
    """The change in percent, and what it means."""
    if not old:
        return 0.0, "new"
    change = 100 * (new - old) / old
    if abs(change) <= noise:
        return change, f"within the noise ({noise:.0f} %)"
    return change, "better" if (change > 0) != name.endswith("ratio") else "worse"  # of times, less is better
