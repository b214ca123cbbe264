"""Formats that installed packages bring: only those that are formats of the name they are announced by."""

import pytest

from fairyscore.notation import plugins
from fairyscore.notation.formats import registry
from fairyscore.notation.formats.pgn import PGN


def test_only_formats_of_their_own_new_name_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    good = PGN._replace(name="good")
    brought = {"good": good, "other": PGN._replace(name="another"), "pgn": PGN, "nothing": object()}
    monkeypatch.setattr(plugins, "loadable", lambda group: brought if group == plugins.FORMATS else {})
    registry.installed_formats.cache_clear()
    try:
        assert registry.installed_formats() == {"good": good}
    finally:
        registry.installed_formats.cache_clear()
