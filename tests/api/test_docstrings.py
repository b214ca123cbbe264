"""Each public name says what it is, names each of its parameters on a line, and has an example; the examples are run."""

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import fairyscore

PUBLIC = {name: getattr(fairyscore, name) for name in fairyscore.__all__}
FUNCTIONS = sorted(name for name, value in PUBLIC.items() if inspect.isfunction(value))
CLASSES = sorted(name for name, value in PUBLIC.items() if inspect.isclass(value))


def parameters(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def unnamed(function: Callable[..., Any]) -> list[str]:
    """The parameters that no line of the docstring begins with; several that are alike may share one."""
    text = inspect.getdoc(function) or ""
    return [
        name for name in parameters(function) if not re.search(rf"^(?:\w+, )*{name}(?:, \w+)*: ", text, re.MULTILINE)
    ]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_names_its_parameters_and_has_an_example(name: str) -> None:
    function = PUBLIC[name]
    assert unnamed(function) == []
    assert ">>> " in (inspect.getdoc(function) or "")


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(PUBLIC[name]) or "")


@pytest.mark.parametrize("name", CLASSES)
def test_each_method_and_property_says_what_it_is(name: str) -> None:
    owner = PUBLIC[name]
    for attribute, value in vars(owner).items():
        if attribute.startswith("_") or not callable(getattr(value, "fget", value)):
            continue
        if isinstance(value, property) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{name}.{attribute}"


def test_the_check_finds_what_is_missing() -> None:
    def wrong(path: str, depth: int) -> None:
        """Does something.

        path: of a file. depth: stands within a line.
        """

    assert unnamed(wrong) == ["depth"]
    assert len(FUNCTIONS) > 20
    assert len(CLASSES) > 30
