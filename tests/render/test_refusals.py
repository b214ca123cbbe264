"""Refused moves, drawn: the way, what stands there, and the sentence."""

import shlex
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from drawn import SVG, classes, tree

from fairyscore.notation.position import Position
from fairyscore.notation.rules.reasons import EXPLAINED, Code
from fairyscore.render import prose
from fairyscore.render.drawing import Diagram
from fairyscore.render.movement import refusal

PINNED = "4r2k/8/8/8/4B3/8/8/4K3 w - - 0 1"
ACROSS = "2q1k1/6/3p2/6/6/6/6/6/2KQ2 w - - 0 1"


def marks_of(drawn: Diagram) -> list[str]:
    """All marks: `refused a1-a5`, `ring red a2`, `pip blocked a5`, `check e1`."""
    return sorted(filter(None, (mark(element.attrib) for element in tree(drawn).iter())))


def mark(attributes: dict[str, str]) -> str:
    kind = attributes.get("class", "").removeprefix("mark ")
    if "data-to" in attributes:
        return f"{kind.removeprefix('arrow ')} {attributes['data-from']}-{attributes['data-to']}"
    if "data-at" in attributes and not kind.startswith("last"):
        return f"{kind} {attributes['data-at']}"
    return ""


@pytest.mark.parametrize(
    ("name", "position", "move", "wanted"),
    [
        ("chess", "", "Ra1-a5", ["pip blocked a5", "refused a1-a5", "ring red a2"]),
        ("chess", "", "Ra1xa2", ["pip blocked a2", "refused a1-a2", "ring red a2"]),
        ("chess", "", "e3-e4", ["pip refused e4", "ring red e3"]),
        ("chess", "", "e7-e5", ["pip refused e5", "refused e7-e5", "ring red e7"]),
        ("chess", "", "Ng1-g3", ["pip leap both f3", "pip leap both h3", "pip refused g3", "refused g1-g3"]),
        ("chess", "", "Nd4", ["pip refused d4", "refused b1-d4", "refused g1-d4"]),
        ("chess", "", "O-O", ["refused e1-g1", "ring red f1", "ring red g1"]),
        ("chess", "", "e2xe4", ["pip refused e4", "refused e2-e4"]),
        ("chess", "", "e2-e4", ["green e2-e4"]),
        ("chess", "", "e4", ["green e2-e4"]),
        ("chess", "", "Nf3", ["green g1-f3"]),
        (
            "chess",  # the knight on a8 is none of those that may be meant
            "N3k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
            "Nd2",
            ["pip refused d2", "refused b1-d2", "refused f3-d2"],
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ["green e1-g1"]),
        ("chess", PINNED, "Be4-d5", ["check e1", "orange e8-e1", "pip refused d5", "refused e4-d5"]),
        ("chess", PINNED, "Ke1-e2", ["green e1-e2"]),
        ("caliph-qi", ACROSS, "--", []),
        ("chess", "", "hello", []),
        ("chess", "", "e2-e9", []),
        ("chamaeleon:start=drop", "", "N@c2", ["ring green c2"]),
        (
            "cylindrical",
            "7/7/3k3/7/7/P6/7/D2K3 w - - 0 1",
            "Da1-a7",
            ["pip blocked a7", "refused a1-a7", "ring red a3"],
        ),
        ("crazyhouse", "", "N@e4", ["pip refused e4", "ring red e4"]),  # knights on the board are not meant
        ("kaleidochess", "", "1F+1J", ["pip blocked 1J"]),
    ],
)
def test_marks(name: str, position: str, move: str, wanted: list[str]) -> None:
    given = Position.from_fen(position, name) if position else Position.start(name)
    found = marks_of(refusal(given, move))
    if name == "kaleidochess":  # every path of four steps is blocked, by many pieces
        assert {"pip blocked 1J", "refused 1F-1J", "ring red 1G", "ring red 1H"} <= set(found)
    else:
        assert found == wanted


@pytest.mark.parametrize(
    "name", ["chess", "kaleidochess:players=3", "chamaeleon", "circular-70", "crazyhouse", "xiangqi"]
)
def test_a_legal_move_is_one_arrow(name: str) -> None:
    position, dice = Position.start(name), Random(name)
    for _ in range(12):
        move = dice.choice(position.legal_moves)
        if move.from_cell:
            assert [mark_text for mark_text in marks_of(refusal(position, str(move))) if "green" in mark_text] == [
                f"green {move.from_cell}-{move.to_cell}"
            ]
        position = position.play(move)


def test_across_the_river() -> None:
    found = marks_of(refusal(Position.from_fen(ACROSS, "caliph-qi"), "d1xd7"))
    assert {"pip barred d7", "refused d1-d7", "pip step both d6"} <= set(found)
    assert "pip step both d8" not in found


def test_steps_of_a_walk_are_seen() -> None:
    drawn = refusal(Position.start("kaleidochess"), "1F+1J")
    assert len(classes(tree(drawn), "steps")) == len(classes(tree(drawn), "refused"))


def examples() -> Iterator[tuple[Code, list[str]]]:
    for code, explained in EXPLAINED.items():
        yield code, shlex.split(explained.example)[2:]


@pytest.mark.parametrize(("code", "words"), list(examples()), ids=lambda entry: getattr(entry, "value", ""))
def test_every_reason_can_be_drawn(code: Code, words: list[str]) -> None:
    """By the example of each; its sentence stands below and in the description."""
    given = _given(words)
    drawn = refusal(given, _move(words))
    sentence = next(
        prose.refused(given.variant, reason) for reason in given.explain(_move(words)) if reason.code is code
    )
    description = tree(drawn).find(f"{SVG}desc")
    assert sentence in drawn.title
    assert description is not None
    assert sentence in (description.text or "")


def _move(words: list[str]) -> str:
    return words[2] if words[1] == "--" else words[1]


def _given(words: list[str]) -> Position:
    options = dict(pairwise(words))
    position = options.get("--position", "")
    given = Position.from_fen(position, words[0]) if position else Position.start(words[0])
    for move in options.get("--after", "").split():
        given = given.play(move)
    return given


@pytest.mark.parametrize("move", ["", "<script>", "\x1b[31m", "\u202eabc", "x" * 10_000, "e2e4" * 500, "\x00", "&amp;"])
def test_any_text_is_drawn(move: str) -> None:
    drawn = refusal(Position.start("chess"), move)
    assert tree(drawn).get("role") == "img"
    assert "<script" not in drawn.svg()
    assert len(drawn.svg()) < 200_000
    assert not set("\x00\x1b\u202e") & set(drawn.svg())


def test_a_caption_of_ones_own() -> None:
    assert refusal(Position.start("chess"), "Ra1-a5", caption="Not so", theme="print").title == "Not so"


def test_the_same_bytes_again() -> None:
    start = Position.start("kaleidochess")
    assert refusal(start, "1F+1J").svg() == refusal(start, "1F+1J").svg()
