"""The texts that `convert` writes beside the formats of records. They are written only, and need pictures, which notation
does not know; so their names stand here, where nothing of `render` is imported before somebody asks for one.

>>> text_of_path("games/anna.MD"), text_of_path("anna.pgn")
('markdown', '')
"""

from fairyscore.notation.formats.registry import FormatEntry

TEXTS: dict[str, FormatEntry] = {
    "markdown": FormatEntry(
        "medium", (".md", ".markdown"), "moves, comments and diagrams as Markdown; written only", read=False
    ),
    "typst": FormatEntry("medium", (".typ",), "the same as Typst source", read=False),
    "latex": FormatEntry("medium", (".tex",), "the same as LaTeX; needs fairyscore[pdf] for diagrams", read=False),
}
"""Their forms are in files of `render.texts`."""


def text_of_path(path: str) -> str:
    """The name of the text that a path's ending stands for, empty where none does."""
    return next((name for name, known in TEXTS.items() if path.lower().endswith(known.endings)), "")
