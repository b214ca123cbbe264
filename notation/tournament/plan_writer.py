"""A plan as the text of a `tournament.toml`, which `read_plan` reads as the same plan.

>>> from fairyscore.notation.tournament.plan import Entry
>>> print(write_plan(Plan("Cup", rounds=3, players=(Entry("Anna", 2100),))), end="")
name = "Cup"
rounds = 3
<BLANKLINE>
[[players]]
name = "Anna"
rating = 2100
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from fairyscore.notation.tournament.plan import BYE_KINDS, KINDS, Plan

KIND_OF = {status: kind for kinds in (KINDS, BYE_KINDS) for kind, status in kinds.items()}


def write_plan(plan: Plan) -> str:
    """The text of a plan; what is as usual is left out."""
    return "".join(f"{line}\n" for line in [*_values(plan), *_tables(plan)])


def _values(plan: Plan) -> Iterator[str]:
    for key, value in plan._asdict().items():
        if not _is_table(value) and value != Plan._field_defaults[key]:
            yield f"{key} = {_value(value)}"


def _tables(plan: Plan) -> Iterator[str]:
    for key, rows in plan._asdict().items():
        if _is_table(rows):
            for row in rows:
                yield from ("", table_text(key, row))


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and any(hasattr(row, "_fields") for row in value)


def table_text(key: str, row: NamedTuple) -> str:
    """A table of a plan, as it may be added to the end of a file.

    >>> from fairyscore.notation.tournament.games import Status
    >>> from fairyscore.notation.tournament.plan import Bye
    >>> print(table_text("byes", Bye("Anna", "3", Status.HALF_POINT_BYE)))
    [[byes]]
    player = "Anna"
    round = "3"
    kind = "half"
    """
    lines = [f"[[{key}]]"]
    for name, value in row._asdict().items():
        if name in ("status", "effect"):
            lines.append(f"kind = {_value(KIND_OF.get(value, value))}")
        elif name not in row._field_defaults or value != row._field_defaults[name]:
            lines.append(f"{name} = {_value(value)}")
    return "\n".join(lines)


def _value(value: Any) -> str:
    """A value in TOML, whose texts are written as those of JSON."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
