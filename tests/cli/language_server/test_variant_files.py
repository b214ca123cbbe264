"""What an editor may offer in a variant file."""

import pytest

from fairyscore.cli.language_server.variant_files import completions


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("tit", "title"),
        ('title = "New"\nboard = { fi', "files"),
        ('title = "New"\nboard = { files = 8, shape = "', "cylinder"),
        ('[board]\nshape = "to', "torus"),
        ("[board]\nshape = ", '"rings"'),
        ('based_on = "tor-', "tor-qi"),
        ('piece = [\n  { letter = "A", name = "x", moves = "BN" },\n  { letter = "C", mo', "moves"),
        ('piece = [\n  { letter = "A", name = "x", moves = "BN" },\n  { letter = "C", moves = "fmW', "fmWN"),
        ('[[piece]]\nletter = "A"\nmoves = "', "W"),
        ('[[piece]]\nletter = "A"\npawn = ', "true"),
        ('[end]\nstalemate = "l', "loses"),
        ('[[example]]\nmove = "Ac3"\nrefused = "cannot-', "cannot-reach"),
        ('title = "New"\n\n[[promotion]]\n', "piece"),
        ('piece = [{ letter = "A" }]\nsta', "start"),
    ],
)
def test_what_is_offered(text: str, offered: str) -> None:
    lines = text.split("\n")
    found = dict(completions(text, len(lines) - 1, len(lines[-1])))
    assert offered in found
    assert all(found.values())


ODD = ["", "[", "[[[", '"', "x = ", "= = =", "}]}", "[board]\nfiles = 8 ", "[no]\nx", '[a.b.c]\nd = "']


@pytest.mark.parametrize("text", ODD)
def test_anything_may_be_written(text: str) -> None:
    lines = text.split("\n")
    for offer, meaning in completions(text, len(lines) - 1, len(lines[-1])):
        assert isinstance(offer, str)
        assert meaning


def test_keys_of_other_tables_are_not_offered() -> None:
    found = [offer for offer, _ in completions("[board]\n", 1, 0)]
    assert "files" in found
    assert "title" not in found
