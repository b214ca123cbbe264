"""Why games end, in the words of files and servers."""

import pytest

from fairyscore.notation.records.endings import reasons_in_tag


@pytest.mark.parametrize(
    ("value", "reasons"),
    [
        ("Abandoned", ("abandoned",)),  # PGN 9.8.1
        ("time forfeit", ("time",)),
        ("Anna won by resignation", ("resignation",)),  # sentences as Chess.com writes them
        ("Anna won on time", ("time",)),
        ("Game drawn by repetition", ("repetition",)),
        ("Game drawn by insufficient material", ("insufficient material",)),
        ("Anna won", ()),
        ("", ()),
    ],
)
def test_reasons_in_the_tag_termination(value: str, reasons: tuple[str, ...]) -> None:
    assert reasons_in_tag(value) == reasons
