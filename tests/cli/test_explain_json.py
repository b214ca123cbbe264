"""`fairyscore explain --format json`: what programs are told about a move."""

import json

from running import run


def test_legal_move() -> None:
    result = run("explain", "chess", "e4", "--format", "json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["legal"], data["result"]) == (0, True, "*")
    assert (data["written"]["uci"], data["position_after"].split()[1]) == ("e2e4", "b")


def test_refused_and_unreadable_moves() -> None:
    refused = run("explain", "chess", "Ra4", "--format", "json")
    data = json.loads(refused.stdout)
    assert (refused.exit_code, data["legal"], data["code"], data["suggestions"]) == (1, False, "path-blocked", ["a4"])
    assert json.loads(run("explain", "chess", "hello", "--format", "json").stdout)["code"] == "unreadable-move"
