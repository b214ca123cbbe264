"""docs/svg.md is the contract: every class and attribute that drawings have stands there."""

import re

from drawn import ROOT, snapshots, start, tree

from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.render import diagram

PAGE = (ROOT / "docs" / "svg.md").read_text(encoding="utf-8")


def test_every_class_and_attribute_is_documented() -> None:
    marked = diagram(start("chess"), fields=[CellMark("red", 1)], arrows=[Arrow("cyan", 1, 2)], numbers=[("e4", "1")])
    drawings = [marked, *(drawn for _, drawn in snapshots())]
    elements = [element for drawn in drawings for element in tree(drawn).iter()]
    classes = {kind for element in elements for kind in element.get("class", "").split()}
    attributes = {key for element in elements for key in element.attrib if key.startswith("data-")}
    words = set(re.findall(r"[a-z][a-z-]+", " ".join(re.findall(r"`([^`]*)`", PAGE))))
    assert classes | attributes <= words
