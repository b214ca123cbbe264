"""Refused moves with every reason and its facts: `python tests/refusals.py` renews the tables; read the diff."""

from collections.abc import Callable, Iterator
from pathlib import Path

from general_games import general

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

DATA = Path(__file__).resolve().parent / "data"
GENERAL, BY_MATE, CASTLES, COLOURS = (
    DATA / f"refusals_{engine}.tsv" for engine in ("general", "by_mate", "castles", "colours")
)
START = "-"


def rows(file: Path) -> Iterator[list[str]]:
    """Game, position, move and what is said of it; and headings, alone."""
    for line in file.read_text(encoding="utf-8").splitlines():
        yield [line] if line.startswith("#") else line.split("\t")


def reasons_of(name: str, position: str, text: str, game_named: Callable[[str], Variant] = general) -> str:
    """The codes of all reasons against a move, with their facts; `legal` where there is none."""
    texts = (
        " ".join((reason.code.value, *(f"{name}={_fact_text(fact)}" for name, fact in sorted(reason.facts.items()))))
        for reason in reasons_against(game_named(name), position, text)
    )
    return " | ".join(texts) or "legal"


def reasons_against(game: Variant, position: str, text: str) -> tuple[Reason, ...]:
    """The reasons themselves."""
    state = game.initial_state() if position == START else game.read_position(position)
    parsed = parse_move(text, game)
    reasons = state.reasons(parsed, text) if isinstance(parsed, ParsedMove) else parsed or ()
    if isinstance(parsed, ParsedMove):
        assert (state.find(parsed) is None, not state.copy().push(parsed)) == (bool(reasons),) * 2, (
            "there is a reason exactly where a move is not legal"
        )
    return tuple(reasons)


def _fact_text(fact: object) -> str:
    return f"({'; '.join(fact)})" if isinstance(fact, tuple) else str(fact)


def main() -> None:
    for file, named in ((GENERAL, general), (BY_MATE, variant), (CASTLES, variant), (COLOURS, variant)):
        filled = [[*row[:3], reasons_of(row[0], row[1], row[2], named)] if len(row) > 1 else row for row in rows(file)]
        file.write_text("\n".join(map("\t".join, filled)) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
