"""Typst source: it compiles, whatever stands in a record, and nobody's text becomes code."""

import io
import json
from pathlib import Path

import pytest
from injections import INJECTIONS

from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.text import clean
from fairyscore.render.texts.document import TextOptions, text_format
from fairyscore.render.texts.medium import medium

typst = pytest.importorskip("typst")

SIGNS = "\\ * _ ` $ # [ ] @ < > ~ \" ' / = + - -- --- ... 12. 1.\t// /* */ <a> @b #c $x$ = y"


def source_of(*records: Record) -> str:
    out = io.BytesIO()
    sink = text_format(medium("typst"), TextOptions()).open(out)
    for record in records:
        sink.put((record, record.game.writing.usual))
    sink.close()
    return out.getvalue().decode()


def text_in(content: object) -> str:
    """The characters of a content as Typst gives it out."""
    if isinstance(content, dict):
        if content.get("func") == "space":
            return " "
        if content.get("func") == "smartquote":
            return '"' if content.get("double", True) else "'"
        return "".join(text_in(value) for key, value in content.items() if key in ("text", "children", "body", "child"))
    return "".join(map(text_in, content)) if isinstance(content, list) else str(content)


def test_signs_stay_what_they_are(tmp_path: Path) -> None:
    """A heading whose text is all signs is read back from Typst itself."""
    path = tmp_path / "game.typ"
    path.write_text(f"= {medium('typst').plain(SIGNS)}\n", encoding="utf-8")
    (heading,) = json.loads(typst.query(str(path), "heading"))
    assert text_in(heading["body"]).split() == SIGNS.split()


def test_what_is_planted_in_every_text_compiles(tmp_path: Path) -> None:
    path = tmp_path / "game.typ"
    texts = [*INJECTIONS[::7], SIGNS, "#panic()", "]\n#panic()", "1. a\n= b\n- c\n+ d\n/ e: f"]
    games = [
        Record(
            "chess", (("White", text), ("Event", text)), MoveLine((Ply(Move(12, 28), (1,), (Comment(text),)),)), "1-0"
        )
        for text in texts
        if clean(text)
    ]
    path.write_text(source_of(*games), encoding="utf-8")
    assert len(typst.compile(str(path), format="pdf")) > 10_000
