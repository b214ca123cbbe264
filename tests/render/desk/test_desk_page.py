"""The page of the desk, served and published: what it may do, and what is there before any program runs."""

import html
import json
import re
from typing import Any

import pytest

import fairyscore
from fairyscore.render.desk.desk import Desk
from fairyscore.render.desk.page import desk_page, published_page
from fairyscore.render.desk.published import desk_with


@pytest.fixture(scope="module")
def desk() -> Desk:
    """A desk with a short game."""
    return desk_with(fairyscore.loads('[White "Anna"]\n\n1. e4 e5 *'))


def policy_of(page: str) -> dict[str, str]:
    """What the page may load and do."""
    (content,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
    return dict(rule.split(" ", 1) for rule in html.unescape(content).split("; "))


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="fairyscore-data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(text)
    return data


def test_a_served_page_asks_its_server_and_starts_nothing(desk: Desk) -> None:
    rules = policy_of(desk_page(desk, desk.games[1]))
    assert (rules["connect-src"], "worker-src" in rules) == ("'self'", False)
    assert (rules["default-src"], rules["base-uri"], rules["form-action"]) == ("'none'", "'none'", "'none'")
    assert rules["script-src"].startswith("'sha256-")


def test_a_published_page_starts_its_judge_as_a_worker(desk: Desk) -> None:
    page = published_page(desk, desk.games[1], "rules.html")
    rules = policy_of(page)
    assert (rules["connect-src"], rules["worker-src"]) == ("'self'", "'self'")
    assert '<a class="rules" href="rules.html">Rules</a>' in page
    assert "new Worker(" in page


def test_the_page_has_board_and_drawings_before_any_program(desk: Desk) -> None:
    """They stand in the page once, and not in its data."""
    page = desk_page(desk, desk.games[1])
    assert "<title>Chess</title>" in page
    assert page.count('<circle data-field="e4"') == 1
    assert len(re.findall(r'<g id="defined-\d+">', page)) == 1
    data = data_of(page)
    assert (data["picture"], data["definitions"], data["defined"] > 10) == ("", [], True)
    assert [entry.get("text") for entry in data["tree"]] == [None, "e4", "e5"]
    assert "{{" not in re.sub("<script.*?</script>", "", page, flags=re.DOTALL)
    assert 'class="rules"' not in page
