"""Refused moves with every reason and its facts: `python tests/refusals.py` renews the table; read the diff."""

from collections.abc import Iterator
from pathlib import Path

from general_games import general

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.moves import ParsedMove

FILE = Path(__file__).resolve().parent / "data" / "refusals_general.tsv"
START = "-"


def rows() -> Iterator[list[str]]:
    """Game, position, move and what is said of it; and headings, alone."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        yield [line] if line.startswith("#") else line.split("\t")


def reasons_of(name: str, position: str, text: str) -> str:
    """The codes of all reasons against a move, with their facts; `legal` where there is none."""
    game = general(name)
    state = game.initial_state() if position == START else game.read_position(position)
    parsed = parse_move(text, game)
    reasons = state.reasons(parsed, text) if isinstance(parsed, ParsedMove) else parsed or ()
    if isinstance(parsed, ParsedMove):
        assert (state.find(parsed) is None) is bool(reasons), "there is a reason exactly where a move is not legal"
    told = (
        " ".join((reason.code.value, *(f"{name}={_told(fact)}" for name, fact in sorted(reason.facts.items()))))
        for reason in reasons
    )
    return " | ".join(told) or "legal"


def _told(fact: object) -> str:
    return f"({'; '.join(fact)})" if isinstance(fact, tuple) else str(fact)


def main() -> None:
    lines = ["\t".join([*row[:3], reasons_of(*row[:3])] if len(row) > 1 else row) for row in rows()]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
