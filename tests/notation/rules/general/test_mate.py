"""Which games count as won by mate of one king alone, and which have something beside it."""

import pytest

from fairyscore.notation.variants import catalog, sources, variant
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.variant_file import rules_of

PAWN = 'moves = "fmWfceFifmnD", pawn = true'
KNIGHT = '{ letter = "N", name = "knight", moves = "N"'
KING = 'moves = "K", royal = true'
PROMOTION = '{ piece = "P", to = "Q R B N", on = { white = "*8", black = "*1" }'
CASTLING = 'king_to = { kingside = "g", queenside = "c" }'
LAST = 'on = { white = "*8", black = "*1" }'


def is_by_mate(*changes: tuple[str, str]) -> bool:
    """Whether chess with some changes to its file is won by mate alone."""
    text = sources.shipped("chess").text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    document = document_in(sources.VariantSource("test", "test.toml", text), catalog.find_shipped)
    return described_game("test", "Test", "", rules_of(document)).rules.by_mate


@pytest.mark.parametrize(
    "change",
    [
        ("title", "title"),
        (PAWN, 'moves = "fFfmWifmnD", pawn = true'),
        (KNIGHT, '{ letter = "N", name = "knight", moves = "NN"'),
        (KNIGHT, '{ letter = "N", name = "horse", moves = "imN", first = "b1 g1 b8 g8"'),
        ('to = "Q R B N"', 'to = "Q", must = false'),
        ('stalemate = "draws"', 'stalemate = "loses"'),
        (CASTLING, 'king_to = { kingside = "g", queenside = "b" }'),
    ],
)
def test_games_won_by_mate(change: tuple[str, str]) -> None:
    assert is_by_mate(change)


@pytest.mark.parametrize(
    "change",
    [
        (PAWN, 'moves = "fmWfceFifmnDifmnH", pawn = true'),
        (PAWN, 'moves = "fmWfceFifnD", pawn = true'),
        (KNIGHT, '{ letter = "N", name = "horse", moves = "NimnD", first = "b1 g1 b8 g8"'),
        (KNIGHT, '{ letter = "N", name = "horse", moves = "NfceF"'),
        (KNIGHT, '{ letter = "N", name = "cannon", moves = "mRcpR"'),
        (KNIGHT, f'{KNIGHT}, not_takes = "N"'),
        (KING, 'moves = "K", royal = true, pawn = true'),
        (PROMOTION, f"{PROMOTION}, in_place = true"),
        (PROMOTION, f"{PROMOTION}, capture_only = true"),
        (PROMOTION, f"{PROMOTION}, limit = {{ Q = 1 }}"),
        (PROMOTION, f"{PROMOTION}, demotion = true"),
        (PROMOTION, f"{PROMOTION} }}, {PROMOTION}"),
        (PROMOTION, f'{PROMOTION} }}, {{ piece = "K", to = "Q", {LAST}'),
        (PROMOTION, f'{PROMOTION} }}, {{ piece = "P", to = "N", on = {{ white = "*6", black = "*3" }}'),
        ('stalemate = "draws"', 'stalemate = "wins"'),
        (CASTLING, 'king_to = { kingside = "f", queenside = "c" }'),
        (CASTLING, f"{CASTLING}, chess960 = true"),
        (CASTLING, f"{CASTLING}, opposite = true"),
    ],
)
def test_games_with_something_beside(change: tuple[str, str]) -> None:
    assert not is_by_mate(change)


def test_a_game_without_a_king() -> None:
    assert not is_by_mate((KING, 'moves = "K"'), ('stalemate = "draws"', 'stalemate = "loses"'))


def test_two_promotions_may_not_come_with_one_move() -> None:
    """Knights may have one too; a second one of pawns only where no move fits both."""
    knights = (PROMOTION, f'{PROMOTION} }}, {{ piece = "N", to = "Q", {LAST}')
    apart = (PROMOTION, f'{PROMOTION}, from = "a1-d8" }}, {{ piece = "P", to = "N", {LAST}, from = "e1-h8"')
    touching = (PROMOTION, f'{PROMOTION}, from = "a1-d8" }}, {{ piece = "P", to = "N", {LAST}, touch = true')
    assert is_by_mate(knights)
    assert is_by_mate(apart)
    assert not is_by_mate(touching)


@pytest.mark.parametrize(
    "name", ["chess", "cylindrical", "caliph-qi", "tor-qi", "circular-66", "circular-68", "circular-70"]
)
def test_seed_games_won_by_mate(name: str) -> None:
    assert variant(name).rules.by_mate
