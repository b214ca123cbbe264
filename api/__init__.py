"""fairyscore: game records of chess variants, read, validated, converted and drawn.

Everything of the public interface hangs here; each name is imported when it is first used.

>>> import fairyscore
>>> (game,) = fairyscore.loads("1. e4 e5 2. Nf3 *")
>>> [str(move) for move, position in game.mainline()]
['e2-e4', 'e7-e5', 'g1-f3']
"""

TYPE_CHECKING = False  # `typing.TYPE_CHECKING` costs the import of typing, half of the time this module takes
if TYPE_CHECKING:
    __version__: str
    from fairyscore.notation.editing.score_sheet import NotPossible
    from fairyscore.notation.engines.analysis import Analysis, EngineLine
    from fairyscore.notation.engines.engine import Engine, EngineError, EngineMoveError, OpenEngine, open_engine
    from fairyscore.notation.engines.score import EngineScore
    from fairyscore.notation.errors import FairyscoreError, NotWritten
    from fairyscore.notation.find.query import Query, QueryError
    from fairyscore.notation.formats.registry import UnknownFormat
    from fairyscore.notation.game import Game, NotReadable, loads, read_games
    from fairyscore.notation.game_tree import Evaluation, Node
    from fairyscore.notation.moves.registry import NotationRefused, UnknownNotation
    from fairyscore.notation.position import IllegalMove, LegalMove, Outcome, Piece, Position, explain
    from fairyscore.notation.records.diagnostics import Diagnostic, Severity
    from fairyscore.notation.rules.reasons import Reason
    from fairyscore.notation.rules.variant import PositionError, Variant
    from fairyscore.notation.scan import SKIP, Visitor, scan
    from fairyscore.notation.stats.summary import Stats
    from fairyscore.notation.variants.catalog import register
    from fairyscore.notation.variants.mistakes import VariantFileError
    from fairyscore.notation.variants.registry import UnknownVariant, variant_from_file, variant_from_text
    from fairyscore.notation.variants.registry import variant as get_variant
    from fairyscore.notation.variants.registry import variant_names as variants
    from fairyscore.notation.work.archives import ArchiveReport, merge, split
    from fairyscore.notation.work.compare import Difference, diff
    from fairyscore.notation.work.convert import Conversion, convert
    from fairyscore.notation.work.dedupe import Duplicates, dedupe
    from fairyscore.notation.work.find import FoundGame, find
    from fairyscore.notation.work.formatting import Formatted, format_file
    from fairyscore.notation.work.index import Indexed, build_index
    from fairyscore.notation.work.letters import Letter, read_letter
    from fairyscore.notation.work.repair import Repair, repair
    from fairyscore.notation.work.rows import rows
    from fairyscore.notation.work.stats import stats
    from fairyscore.notation.work.validate import Report, validate
    from fairyscore.render.documents import RuleBook, Sheet, page, rulebook, sheet
    from fairyscore.render.drawing import Diagram, diagram
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.export import ExportError
    from fairyscore.render.game_chart import chart_of as chart
    from fairyscore.render.letter import Reply, reply

__all__ = [
    "SKIP",
    "Analysis",
    "ArchiveReport",
    "Conversion",
    "Diagnostic",
    "Diagram",
    "Difference",
    "DrawingError",
    "Duplicates",
    "Engine",
    "EngineError",
    "EngineLine",
    "EngineMoveError",
    "EngineScore",
    "Evaluation",
    "ExportError",
    "FairyscoreError",
    "Formatted",
    "FoundGame",
    "Game",
    "IllegalMove",
    "Indexed",
    "LegalMove",
    "Letter",
    "Node",
    "NotPossible",
    "NotReadable",
    "NotWritten",
    "NotationRefused",
    "OpenEngine",
    "Outcome",
    "Piece",
    "Position",
    "PositionError",
    "Query",
    "QueryError",
    "Reason",
    "Repair",
    "Reply",
    "Report",
    "RuleBook",
    "Severity",
    "Sheet",
    "Stats",
    "UnknownFormat",
    "UnknownNotation",
    "UnknownVariant",
    "Variant",
    "VariantFileError",
    "Visitor",
    "__version__",
    "build_index",
    "chart",
    "convert",
    "dedupe",
    "diagram",
    "diff",
    "explain",
    "find",
    "format_file",
    "get_variant",
    "loads",
    "merge",
    "open_engine",
    "page",
    "read_games",
    "read_letter",
    "register",
    "repair",
    "reply",
    "rows",
    "rulebook",
    "scan",
    "sheet",
    "split",
    "stats",
    "validate",
    "variant_from_file",
    "variant_from_text",
    "variants",
]  # fmt: skip

_HOMES = {
    "notation._version": ("__version__",),
    "notation.editing.score_sheet": ("NotPossible",),
    "notation.engines.analysis": ("Analysis", "EngineLine"),
    "notation.engines.engine": ("Engine", "EngineError", "EngineMoveError", "OpenEngine", "open_engine"),
    "notation.engines.score": ("EngineScore",),
    "notation.errors": ("FairyscoreError", "NotWritten"),
    "notation.find.query": ("Query", "QueryError"),
    "notation.formats.registry": ("UnknownFormat",),
    "notation.game": ("Game", "NotReadable", "loads", "read_games"),
    "notation.game_tree": ("Evaluation", "Node"),
    "notation.moves.registry": ("NotationRefused", "UnknownNotation"),
    "notation.position": ("IllegalMove", "LegalMove", "Outcome", "Piece", "Position", "explain"),
    "notation.records.diagnostics": ("Diagnostic", "Severity"),
    "notation.rules.reasons": ("Reason",),
    "notation.rules.variant": ("PositionError", "Variant"),
    "notation.scan": ("SKIP", "Visitor", "scan"),
    "notation.stats.summary": ("Stats",),
    "notation.variants.catalog": ("register",),
    "notation.variants.mistakes": ("VariantFileError",),
    "notation.variants.registry": (
        "UnknownVariant",
        "get_variant",
        "variant_from_file",
        "variant_from_text",
        "variants",
    ),
    "notation.work.archives": ("ArchiveReport", "merge", "split"),
    "notation.work.compare": ("Difference", "diff"),
    "notation.work.convert": ("Conversion", "convert"),
    "notation.work.dedupe": ("Duplicates", "dedupe"),
    "notation.work.find": ("FoundGame", "find"),
    "notation.work.index": ("Indexed", "build_index"),
    "notation.work.formatting": ("Formatted", "format_file"),
    "notation.work.letters": ("Letter", "read_letter"),
    "notation.work.repair": ("Repair", "repair"),
    "notation.work.rows": ("rows",),
    "notation.work.stats": ("stats",),
    "notation.work.validate": ("Report", "validate"),
    "render.documents": ("RuleBook", "Sheet", "page", "rulebook", "sheet"),
    "render.drawing": ("Diagram", "diagram"),
    "render.errors": ("DrawingError",),
    "render.export": ("ExportError",),
    "render.game_chart": ("chart",),
    "render.letter": ("Reply", "reply"),
}
"""Module -> the public names that live in it."""

_CALLED = {
    "__version__": "VERSION",
    "chart": "chart_of",
    "get_variant": "variant",
    "variants": "variant_names",
}
"""Public name -> what it is called at home, if that differs."""

if not TYPE_CHECKING:  # hidden from type checkers, so that they catch a name that does not exist

    def __getattr__(name):
        """Import a public name when it is first used."""
        home = next((home for home, names in _HOMES.items() if name in names), "")
        if not home:
            raise AttributeError(f"module 'fairyscore' has no attribute '{name}'")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"fairyscore.{home}"), _CALLED.get(name, name))
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
