"""`variants.ini`: sections, what they inherit, what is not understood; and our games written so and read again."""

import pytest

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants.catalog import find_shipped
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.document import document_of
from fairyscore.notation.variants.fairy_ini import document_data, inherited, sections
from fairyscore.notation.variants.file_game import build
from fairyscore.notation.variants.file_reader import document, document_in
from fairyscore.notation.variants.ini_writer import settings_of
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.registry import variant
from fairyscore.notation.variants.sources import VariantSource, shipped
from fairyscore.notation.variants.variant_file import rules_of

TEXT = """; a comment
[base]
king = k
knight = n
maxFile = 5 # five
startFen = k4/5/5/5/5/5/5/4K w - - 0 1
promotedPieceType = n:q
queen = q

[child:base]
customPiece1 = x:fN
rook = r
promotedPieceType = r:n

[lame:base]
customPiece1 = x:nC

[odd:base]
connectNxN = 2
"""


def rules(name: str, text: str = TEXT) -> GameRules:
    return rules_of(document_in(VariantSource(name, "variants.ini", text, ini=True), find_shipped))


def test_sections() -> None:
    found = sections(TEXT)
    assert [(section.name, section.parent, section.line) for section in found] == [
        ("base", "", 2),
        ("child", "base", 10),
        ("lame", "base", 15),
        ("odd", "base", 18),
    ]
    assert found[0].settings["maxFile"] == ("5", 5)
    with pytest.raises(VariantFileError) as fault:
        sections("[a]\nnonsense\n", "a.ini")
    assert [mistake.where for mistake in fault.value.mistakes] == ["a.ini:2:1"]


def test_inheritance() -> None:
    known = {section.name: section for section in sections(TEXT)}
    settings = inherited("child", known, lambda name: {})
    assert settings["king"] == "k"
    assert settings["customPiece1"] == "x:fN"
    assert settings["promotedPieceType"] == "n:q r:n"  # pairs that a child does not name are inherited


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        ("knight = h", "h q r b"),  # the knights have another letter, and a pawn still becomes one
        ("customPiece1 = n:fW", "q r b"),  # the letter is another piece's now, which no pawn becomes
    ],
)
def test_what_is_inherited_names_pieces_and_not_letters(settings: str, kinds: str) -> None:
    text = f"[mine:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n{settings}\n"
    data = document_in(VariantSource("mine", "variants.ini", text, ini=True), find_shipped).data
    assert set(data["promotion"][0]["to"].lower().split()) == set(kinds.split())


def test_pieces_and_moves() -> None:
    data = document_data(
        "child", {"king": "k", "soldier": "p", "soldierPromotionRank": "3", "maxRank": "5", "startFen": "x"}
    )
    soldier = next(piece for piece in data["piece"] if piece["letter"] == "P")
    assert (soldier["moves"], soldier["moves_in"]) == ("fsW", {"home": "fW"})
    assert data["region"]["home"] == {"white": "*1 *2", "black": "*5 *4"}


@pytest.mark.parametrize(("name", "line", "words"), [("odd", 19, "connectNxN"), ("lame", 16, "customPiece1")])
def test_what_is_not_understood_is_named_and_nothing_judged(name: str, line: int, words: str) -> None:
    with pytest.raises(VariantFileError) as fault:
        rules(name)
    (mistake,) = fault.value.mistakes
    assert (mistake.line, mistake.message.partition(":")[0]) == (line, f"{words} is not understood")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("castling = False", "castling = False"),  # which an engine takes for false, and `True` too
        ("maxRank = x", "maxRank = x"),
        ("flagRegionWhite = *", "flagRegionWhite = *"),
        ("stalemateValue = lose", "stalemateValue = lose"),
        ("blastOnCapture = true", "blastOnCapture"),  # a king that may not be taken cannot blow up
        ("castlingWins = KQkq\n[x:amazons]\ncastlingWins = K", "castlingWins"),  # who has no such right has lost
        ("mutuallyImmuneTypes = *", "mutuallyImmuneTypes"),
        ("immobilityIllegal = true\nwallingRule = duck", "immobilityIllegal"),
        ("checking = false\nwallingRule = duck", "checking"),
        ("wallOrMove = true\nwallingRule = static", "wallOrMove"),
        ("cambodianMoves = true\ngating = true", "cambodianMoves"),
        ("wallOrMove = true", "wallOrMove"),  # without any wall, where engines pass
        ("pieceDrops = true\nwallingRule = duck", "pieceDrops"),
        ("passWhite = true\nwallingRule = duck", "passWhite"),
        ("petrifyOnCaptureTypes = nk", "petrifyOnCaptureTypes"),
        ("pieceDemotion = true\npromotedPieceType = n:q", "pieceDemotion"),
        ("wallingRule = past\ncustomPiece1 = c:mRcpR", "wallingRule"),  # walls as screens of hops
        ("customPiece1 = c:R2pR", "customPiece1"),  # whose slide is taken to have no range
        ("customPiece1 = c:pBgB", "customPiece1"),  # a grasshopper only
        ("customPiece1 = c:fpRnD", "customPiece1"),  # which hops to the side and back as well
    ],
)
def test_values_that_engines_take_otherwise_are_refused(line: str, named: str) -> None:
    with pytest.raises(VariantFileError) as fault:
        rules("x", f"[x:chess]\n{line}\n")
    assert [found.message.partition(": ")[0] for found in fault.value.mistakes] == [f"{named} is not understood"]


@pytest.mark.parametrize(
    ("parent", "setting"),
    [
        ("seirawan", "castlingRank = 2"),  # where pieces are brought in too, then
        ("cambodian", "castlingRank = 2"),  # where first moves begin too, then
        ("seirawan", "castlingRookPieces = p"),  # rights without such a piece are gates in the corners
        ("crazyhouse", "promotionPawnTypesBlack = n"),  # a promoted pawn of Black is a knight in the hand
        ("cambodian", "tripleStepRegionWhite = *3"),  # the position says of no pawn that it has not moved
        ("cambodian", "tripleStepRegion = *3"),
        ("minishogi", "dropLoop = true"),  # a captured +S is a gold in the hand
    ],
)
def test_what_engines_take_otherwise_in_some_games_is_refused(parent: str, setting: str) -> None:
    with pytest.raises(VariantFileError) as fault:
        rules("x", f"[x:{parent}]\n{setting}\n")
    named = setting.partition(" ")[0]
    assert [found.message.partition(": ")[0] for found in fault.value.mistakes] == [f"{named} is not understood"]


def test_earlier_names_of_settings() -> None:
    old = "promotionRank = 6\ndoubleStepRank = 3\nwhiteFlag = *8\nblackFlag = *1\nflagPiece = k\nmaxRank =\n"
    new = (
        "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\nflagRegionWhite = *8\nflagRegionBlack = *1\n"
    )
    new += "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\nflagPiece = k\n"
    wanted = rules("x", f"[x:chess]\n{new}")
    assert rules("x", f"[x:chess]\n{old}")._replace(board=wanted.board) == wanted
    assert rules("x", f"[y:chess]\n{new}promotionRank = 5\n[x:y]\n")._replace(board=wanted.board) == wanted


@pytest.mark.parametrize("parent", ["torpedo", "cambodian", "shako"])
def test_a_section_that_only_has_a_parent_is_the_parent(parent: str) -> None:
    mine, theirs = rules("x", f"[x:{parent}]\n"), rules_of(document(find_shipped(parent)))
    assert [(piece.mark, piece.mobility, piece.first) for piece in mine.pieces] == [
        (piece.mark, piece.mobility, piece.first) for piece in theirs.pieces
    ]


@pytest.mark.parametrize(
    ("settings", "fen", "legal", "refused"),
    [
        ("dropOppositeColoredBishop = true", "B3K3[B]", "B@b1 B@a4", "B@c1 B@a3"),  # one on dark squares
        ("dropOppositeColoredBishop = true", "BB2K3[B]", "B@c1 B@a4 B@a3", ""),  # as many on each colour
        ("dropPromoted = true", "4K3[P]", "P@a2", "Q@a2"),  # pawns are not dropped as what they may become
        ("dropPromoted = true\npromotedPieceType = n:q", "4K3[N]", "N@a2 +N@a2", "Q@a2"),
        (
            "promotedPieceType = n:q\npromotionRegionWhite = *3 *8",
            "N~3K3[]",
            "a1b3+ a1c2",
            "a1c2+",
        ),  # a promoted pawn too
        ("tripleStepRegionWhite = *1", "P3K3[]", "a1a2 a1a4", "a1a3"),
        ("promotionLimit = q:0", "P7/8/8/8/8/8/4K3[]", "a7a8q", ""),
    ],
)
def test_moves_as_engines_make_them(settings: str, fen: str, legal: str, refused: str) -> None:
    game = described_game("x", "x", "", rules("x", f"[x:crazyhouse]\n{settings}\n"))
    state = game.read_position(f"7k/{'8/' * (6 - fen.count('/'))}{fen} w - - 0 1")
    moves = {uci.write(state, move, game) for move in state.moves()}
    assert set(legal.split()) <= moves
    assert not set(refused.split()) & moves


HOUSE = "pieceDrops = true\ncapturesToHand = true\n"
OTHER_PAWN = "pawn = -\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n"


@pytest.mark.parametrize(
    ("section", "fen", "move", "after"),
    [
        # A blast spares the built-in pawns, and no piece that only goes like them.
        ("[x:atomic]\n", "7k/8/8/8/8/1p6/P1N5/1R5K w - - 0 1", "b1b3", "7k/8/8/8/8/8/P7/7K b - - 0 1"),
        (f"[x:atomic]\n{OTHER_PAWN}", "7k/8/8/8/8/1p6/P1N5/1R5K w - - 0 1", "b1b3", "7k/8/8/8/8/8/8/7K b - - 0 1"),
        # What a blast destroys goes to its enemy's hand, the capturing piece as well.
        (
            f"[x:atomic]\n{HOUSE}",
            "7k/8/8/8/8/1p6/P1N5/1R5K[] w - - 0 1",
            "b1b3",
            "7k/8/8/8/8/8/P7/7K[Pnr] b - - 0 1",
        ),
        (
            f"[x:atomic]\n{HOUSE}",
            "1r4bk/P7/8/8/8/8/8/7K[] w - - 0 1",
            "a7b8q",
            "6bk/8/8/8/8/8/8/7K[Rp] b - - 0 1",
        ),
        # `~` stands behind what a pawn became, and with two boards too; +P says by itself what it was.
        (
            "[x:crazyhouse]\npromotedPieceType = n:q\n",
            "7k/8/1N6/8/8/8/8/7K[] w - - 0 1",
            "b6c8+",
            "2+N4k/8/8/8/8/8/8/7K[] b - - 1 1",
        ),
        (
            "[x:crazyhouse]\npromotedPieceType = n:q\n",
            "7k/P7/8/8/8/8/8/7K[] w - - 0 1",
            "a7a8q",
            "Q~6k/8/8/8/8/8/8/7K[] b - - 0 1",
        ),
        (
            "[x:crazyhouse]\npromotedPieceType = n:q\npieceDemotion = true\npromotionPieceTypes = -\n",
            "2+N5/7k/8/8/8/8/8/7K[] w - - 0 1",
            "c8c3-",
            "8/7k/8/8/8/2N5/8/7K[] b - - 1 1",
        ),
        (
            "[x:makruk]\npieceDrops = true\ntwoBoards = true\n",
            "7k/8/8/1P6/8/m~7/8/7K[] w - - 0 1",
            "b5b6m",
            "7k/8/1M~6/8/8/m~7/8/7K[] b - - 0 1",
        ),
        # A promoted pawn is in the hand the pawn that is named last.
        (
            "[x:crazyhouse]\npromotionPawnTypes = bp\npromotionPieceTypes = q\n",
            "7k/8/1q~6/P7/8/8/8/7K[] w - - 0 1",
            "a5b6",
            "7k/8/1P6/8/8/8/8/7K[P] b - - 0 1",
        ),
        # A pawn that is promoted captures as a pawn: it turns into no wall.
        (
            "[x:chess]\npetrifyOnCaptureTypes = nq\n",
            "1r5k/P7/8/8/8/8/8/7K w - - 0 1",
            "a7b8q",
            "1Q5k/8/8/8/8/8/8/7K b - - 0 1",
        ),
        (
            "[x:chess]\npetrifyOnCaptureTypes = nq\n",
            "1r5k/8/2N5/8/8/8/8/7K w - - 0 1",
            "c6b8",
            "1*5k/8/8/8/8/8/8/7K b - - 0 1",
        ),
        # What its double step promotes is not a pawn any more: nobody takes it in passing.
        (
            "[x:chess]\npromotionRegionWhite = *4\n",
            "7k/8/8/8/1p6/8/P7/7K w - - 0 1",
            "a2a4q",
            "7k/8/8/8/Qp6/8/8/7K b - - 0 1",
        ),
    ],
)
def test_the_position_after_a_move(section: str, fen: str, move: str, after: str) -> None:
    game = described_game("x", "x", "", rules("x", section))
    state = game.read_position(fen)
    raw = {uci.write(state, legal, game): legal for legal in state.moves()}[move]
    parsed = uci.read(move, game)
    assert isinstance(parsed, ParsedMove)
    by_core = state.copy()
    assert by_core.push(parsed)
    state.push_unchecked(raw)
    assert [game.write_position(state), game.write_position(by_core)] == [after, after]


def test_a_wall_instead_of_a_move_answers_a_check_that_it_shuts_out() -> None:
    """Who removes a cell makes no move of a piece; a line that crosses it gives no check any more (Atlantis Chess)."""
    game = described_game("x", "x", "", rules("x", "[x:chess]\nwallingRule = edge\nwallOrMove = true\n"))
    state = game.read_position("R6k/8/8/8/8/8/8/7K b - - 0 1")
    walls = {text for text in (uci.write(state, move, game) for move in state.moves()) if text[:2] == text[2:4]}
    assert {text[-2:] for text in walls} == {"b8", "c8", "d8", "e8", "f8", "g8"}


def test_parents() -> None:
    with pytest.raises(VariantFileError, match="there is no game 'nobody'"):
        rules("x", "[x:nobody]\n")
    assert rules("x", "[x:3check]\n")
    assert rules("x", "[x:kingofthehill]\nflagRegionWhite = *5\n")


NAMES = (
    "capablanca", "crazyhouse", "shogi", "xiangqi", "makruk", "atomic", "antichess", "grand-chess", "spartan",
    "sittuyin", "seirawan", "racing-kings", "micro-shogi", "gustav-iii", "duck-chess", "minixiangqi",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_game_written_as_settings_has_the_same_moves(name: str) -> None:
    settings = settings_of(document(shipped(name)).data).settings
    game = variant(name)
    again = build("again", document_of(document_data("again", settings), "again.ini"))
    state, other = game.initial_state(), again.initial_state()
    for ply in range(8):
        moves = sorted(uci.write(state, move, game) for move in state.moves())
        assert moves == sorted(uci.write(other, move, again) for move in other.moves())
        wanted = moves[ply * 7 % len(moves)]
        state.push_unchecked(next(move for move in state.moves() if uci.write(state, move, game) == wanted))
        other.push_unchecked(next(move for move in other.moves() if uci.write(other, move, again) == wanted))


def test_what_turned_into_a_wall_shuts_out_the_line_to_its_king() -> None:
    """The knight blows up what stands between rook and king, and the wall that it becomes stands there instead."""
    section = "[x:atomic]\npetrifyOnCaptureTypes = n\n"
    game = described_game("x", "x", "", rules("x", section))
    state = game.read_position("3r3k/8/8/3p4/8/2N5/8/3K4 w - - 0 1")
    assert "c3d5" in {uci.write(state, move, game) for move in state.moves()}


INHERITING = """
[soldiers:chess]
customPiece1 = s:mfhNcfW
nMoveRuleTypesBlack = s

[hurried:shogi]
nMoveRule = 20

[banqi-like:xiangqi]
flyingGeneral = false
"""


@pytest.mark.parametrize(
    ("game", "also"),
    [
        ("hurried", {"+P": ("G",), "+B": ("H",), "+R": ("D",)}),
        ("banqi-like", {"N": ("H",), "B": ("E",), "R": ()}),
    ],
)
def test_letters_of_servers_are_inherited(game: str, also: dict[str, tuple[str, ...]]) -> None:
    found = {piece.letter: piece.also for piece in rules(game, INHERITING).pieces}
    assert {letter: found[letter] for letter in also} == also


def test_moves_of_the_types_that_set_back_the_clock_do() -> None:
    assert {piece.letter for piece in rules("soldiers", INHERITING).pieces if piece.pawn} == {"P", "S"}


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("connectNxN = 2", "connectNxN is not understood: it needs an end by a square block of pieces"),
        ("flipEnclosedPieces = reversi", "flipEnclosedPieces is not understood: it needs drops that turn the pieces"),
        ("stalemateValeu = win", "stalemateValeu is not understood; did you mean stalemateValue?"),
        ("customPiece1 = x:nC", "nC: engines do not know lame leaps but nN, nA, nD and nZ"),
        ("customPiece1 = x:QB2", "QB2: engines know one range in each direction"),
        ("customPiece1 = x:bQmpQ", "bQmpQ: engines let a piece slide and hop in the same directions, in one way"),
        ("customPiece1 = x:inN", "inN: engines do not know what an oblique first move passes over"),
        (
            "castlingDroppedPiece = true\nstartFen = r2k3r/8/8/8/8/8/8/R2K3R[] w - - 0 1",
            "for a king on castlingKingFile",
        ),
        ("wallingRule = arrow\nking = k:KN", "engines take the arrow of any king for that of a usual king"),
    ],
)
def test_what_a_setting_would_need(setting: str, words: str) -> None:
    with pytest.raises(VariantFileError) as fault:
        rules("x", f"[x:chess]\n{setting}\n")
    assert words in fault.value.mistakes[0].message
    assert fault.value.mistakes[0].line > 1


CASTLINGS = """
[one:chess]
castlingKingFile = d
[sides:chess]
startFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
castlingKingPieceBlack = q
castlingRookPiecesBlack = r
[inward:chess]
startFen = 1rbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1RBQKBNR w KQkq - 0 1
castlingRookQueensideFile = a
[gates:chess]
seirawanGating = true
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQBCDFGkqbcdfg - 0 1
"""


@pytest.mark.parametrize(
    ("name", "position", "castlings"),
    [
        (
            "one",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            {"e1g1", "e1c1"},
        ),  # the file is asked for where two kings stand there
        ("sides", "r3q2r/3k4/8/8/8/8/8/4K3 b kq - 0 1", {"e8h8", "e8a8"}),  # his queen castles; she may go to g8 too
        ("sides", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
        (
            "inward",
            "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1",
            {"e1g1", "e1c1"},
        ),
    ],
)
def test_who_castles(name: str, position: str, castlings: set[str]) -> None:
    game = described_game(name, name, "", rules(name, CASTLINGS), strict=False)
    state = game.read_position(position)
    assert {uci.write(state, move, game) for move in state.moves() if move.castle >= 0} == castlings


def test_first_moves_count_with_gating_only() -> None:
    assert rules("gates", CASTLINGS).gating == ""


def test_who_passes_may_castle_still() -> None:
    game = described_game("x", "x", "", rules("x", "[x:chess]\npass = true\n"), strict=False)
    state = game.read_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    state.push_unchecked(next(move for move in state.moves() if move.origin == move.target))
    assert game.write_position(state) == "4k3/8/8/8/8/8/8/4K2R b K - 1 1"
