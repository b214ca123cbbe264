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
    from fairyscore.notation.game import Game as Game
    from fairyscore.notation.game import Node as Node
    from fairyscore.notation.game import NotReadable as NotReadable
    from fairyscore.notation.game import Report as Report
    from fairyscore.notation.game import loads as loads
    from fairyscore.notation.game import read_games as read_games
    from fairyscore.notation.game import validate as validate
    from fairyscore.notation.position import IllegalMove as IllegalMove
    from fairyscore.notation.position import LegalMove as LegalMove
    from fairyscore.notation.position import Piece as Piece
    from fairyscore.notation.position import Position as Position
    from fairyscore.notation.position import explain as explain
    from fairyscore.notation.records.diagnostics import Diagnostic as Diagnostic
    from fairyscore.notation.records.diagnostics import Severity as Severity
    from fairyscore.notation.rules.reasons import Reason as Reason
    from fairyscore.notation.rules.variant import PositionError as PositionError
    from fairyscore.notation.rules.variant import Variant as Variant
    from fairyscore.notation.variants.catalog import register as register
    from fairyscore.notation.variants.registry import UnknownVariant as UnknownVariant
    from fairyscore.notation.variants.registry import variant as get_variant
    from fairyscore.notation.variants.registry import variant_names as variants
    from fairyscore.render.drawing import Diagram as Diagram
    from fairyscore.render.drawing import diagram as diagram

_HOMES = {
    "Diagnostic": "notation.records.diagnostics",
    "Diagram": "render.drawing",
    "Game": "notation.game",
    "IllegalMove": "notation.position",
    "LegalMove": "notation.position",
    "Node": "notation.game",
    "NotReadable": "notation.game",
    "Piece": "notation.position",
    "Position": "notation.position",
    "PositionError": "notation.rules.variant",
    "Reason": "notation.rules.reasons",
    "Report": "notation.game",
    "Severity": "notation.records.diagnostics",
    "UnknownVariant": "notation.variants.registry",
    "Variant": "notation.rules.variant",
    "__version__": "notation._version:VERSION",
    "diagram": "render.drawing",
    "explain": "notation.position",
    "get_variant": "notation.variants.registry:variant",
    "loads": "notation.game",
    "read_games": "notation.game",
    "register": "notation.variants.catalog",
    "validate": "notation.game",
    "variants": "notation.variants.registry:variant_names",
}
"""Name -> the module that it lives in and, behind a colon, what it is called there if that differs."""

__all__ = [
    "Diagnostic",
    "Diagram",
    "Game",
    "IllegalMove",
    "LegalMove",
    "Node",
    "NotReadable",
    "Piece",
    "Position",
    "PositionError",
    "Reason",
    "Report",
    "Severity",
    "UnknownVariant",
    "Variant",
    "__version__",
    "diagram",
    "explain",
    "get_variant",
    "loads",
    "read_games",
    "register",
    "validate",
    "variants",
]

if not TYPE_CHECKING:  # hidden from type checkers, so that they catch a name that does not exist

    def __getattr__(name):
        """Import a public name when it is first used."""
        home, _, attribute = _HOMES.get(name, "").partition(":")
        if not home:
            raise AttributeError(f"module 'fairyscore' has no attribute '{name}'")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"fairyscore.{home}"), attribute or name)
        return value

    def __dir__():
        return sorted([*globals(), *_HOMES])
