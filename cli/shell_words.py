"""What a shell completes: the words that an option or an argument may take, files where it has none."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import click
    from click.shell_completion import CompletionItem


LISTED = {
    "THEME": ("fairyscore.render.themes", "THEMES"),
    "NOTATION": ("fairyscore.notation.moves.registry", "NOTATIONS"),
    "LANGUAGE": ("fairyscore.render.language", "LANGUAGES"),
    "WHERE": ("fairyscore.render.board", "NAMES"),
    "LOOK": ("fairyscore.render.pieces", "SETS"),
    "HOW": ("fairyscore.render.sheet.look", "MOVES"),
    "FORM": ("fairyscore.render.letter", "FORMS"),
}
"""By the metavar of an option: the module with its words, imported when a shell asks, and their name there."""


def _formats() -> Iterable[str]:
    from fairyscore.cli.text_names import TEXTS
    from fairyscore.notation.formats.registry import FORMATS

    return (*FORMATS, *TEXTS)


def _letters() -> Iterable[str]:
    from fairyscore.notation.moves.languages import LANGUAGES

    return ("en", *LANGUAGES)


def _seats() -> Iterable[str]:
    from fairyscore.notation.rules.variant import SEATING

    return [seat.name for seat in SEATING[max(SEATING)]]


def _views() -> Iterable[str]:
    from fairyscore.render.layouts.registry import VIEWS

    return dict.fromkeys(view for views in VIEWS.values() for view in views)


def _cuts() -> Iterable[str]:
    from fairyscore.notation.stats.grouping import CUTS

    return (*CUTS, "count:", "tag:")


COLLECTED: dict[str, Callable[[], Iterable[str]]] = {
    "FORMAT": _formats,
    "--piece-letters": _letters,
    "SEAT": _seats,
    "VIEW": _views,
    "WHAT": _cuts,
}
"""By the name or the metavar of an option: what collects its words."""


def words_of(param: click.Parameter) -> Iterable[str] | None:
    """The words that an option may take; None where a shell knows none. A file may be meant where none of them is."""
    for key in (param.opts[0], param.metavar or ""):
        if key in COLLECTED:
            return COLLECTED[key]()
        if key in LISTED:
            module, name = LISTED[key]
            listed: Iterable[str] = getattr(import_module(module), name)
            return listed
    return None


def complete_word(_ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The words of an option that begin so; files for an option that takes one."""
    from click.shell_completion import CompletionItem

    words = words_of(param)
    if words is None:
        return [CompletionItem(incomplete, type="file")] if param.metavar in ("FILE", "FOLDER") else []
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def complete_variants(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The variants that begin so."""
    from fairyscore.notation.variants.registry import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def complete_paths(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell looks the files up. `click.Path` would refuse a path that no system has."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def complete_variants_or_files(context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The variants that begin so, else files."""
    from click.shell_completion import CompletionItem

    found = [CompletionItem(name) for name in complete_variants(context, param, incomplete)]
    return found or complete_paths(context, param, incomplete)


def complete_codes(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The codes that begin so, for a shell; after a comma the next one."""
    from fairyscore.cli.codes import explained

    head, comma, last = incomplete.rpartition(",")
    return [f"{head}{comma}{code}" for code in explained() if code.startswith(last)]
