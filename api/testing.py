"""For the tests of plug-ins: `check_variant`, `check_notation` and `check_format` hold a game, a notation or a format of
your own to what those that come along are held to.

>>> from fairyscore import variant_from_text
>>> from fairyscore.testing import check_variant
>>> piece = '{ letter = "K", name = "king", moves = "KN", royal = true }'
>>> game = variant_from_text(f'title = "Knight kings"\\nbased_on = "chess"\\npiece = [{piece}]\\nremove = ["castling"]')
>>> check_variant(game, games=2).games
2
"""

from fairyscore.notation.work.conformance import Checked, check_format, check_notation, check_variant

__all__ = ["Checked", "check_format", "check_notation", "check_variant"]
