"""XQF: plain and scrambled files, trees of moves, comments, starts, results, and files that are damaged."""

import io
import random
from dataclasses import replace

import pytest
from xqf_files import DRESSES, PLAIN, TREE, File, Move

import fairyscore
from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import UnknownFormat, format_for
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.state import State
from fairyscore.notation.variants.registry import variant


def judged(data: bytes) -> Verdict:
    [verdict] = judge_file(io.BytesIO(data), Validator(), name="a.xqf")
    assert verdict.form == "xqf"
    return verdict


def record_of(data: bytes) -> Record:
    verdict = judged(data)
    assert [one.message for one in verdict.findings] == []
    assert verdict.record is not None
    assert verdict.whole
    return verdict.record


def moves(record: Record) -> str:
    """The moves text as PGN has it."""
    text = PGN.write(record, record.game.writing.usual)
    return " ".join(text.split("]\n\n")[-1].split()).replace("} )", "})")


def point(cell: str) -> int:
    return (ord(cell[0]) - ord("a")) * 10 + int(cell[1:]) - 1


def random_game(seed: int) -> tuple[Record, list[Move]]:
    """A game with variations, and its tree as the format has it."""
    game, chance = variant("xiangqi"), random.Random(seed)

    def line(state: State, length: int) -> tuple[MoveLine, list[Move]]:
        legal = list(state.moves())
        if not length or not legal:
            return MoveLine(()), []
        chosen = chance.sample(legal, min(len(legal), 1 + (chance.random() < 0.2)))
        made: list[tuple[MoveLine, Move]] = []
        for number, move in enumerate(chosen):
            after = state.copy()
            after.push_unchecked(move)
            rest, behind = line(after, length - 1 if number == 0 else min(length - 1, 3))
            points = point(game.board.cells[move.origin]), point(game.board.cells[move.target])
            made.append((MoveLine((Ply(move), *rest.plies)), Move(points, "", behind)))
        (main, _), *others = made
        first, *plies = main.plies
        told = replace(first, annotations=tuple(one for one, _ in others))
        return MoveLine((told, *plies)), [move for _, move in made]

    found, tree = line(game.initial_state(), 30)
    return Record("xiangqi", (), found, "*"), tree


def test_the_example_of_the_description() -> None:
    """The bytes of the first two moves as they are printed there: P3+1 and H8+7."""
    tree = bytes.fromhex("1820F0FF00000000 2F38F00000000000 6763000000000000")
    data = PLAIN.header(result=2, red="柳大华", date="1997年11月16日") + tree
    record = record_of(data)
    assert moves(record) == "1. c5 Ng8 0-1"
    assert (record.tag("White"), record.tag("Date")) == ("柳大华", "1997.11.16")
    assert PLAIN.tree([Move((23, 24), "", [Move((79, 67))])])[8:] == tree[8:]


@pytest.mark.parametrize("dress", DRESSES)
def test_games_in_all_versions(dress: str) -> None:
    for seed in range(3):
        record, tree = random_game(seed)
        read = record_of(DRESSES[dress].header() + DRESSES[dress].tree(tree))
        assert moves(read) == moves(record)


@pytest.mark.parametrize("dress", DRESSES)
def test_a_tree_with_comments(dress: str) -> None:
    file = DRESSES[dress]
    other = [Move((77, 47), "正着\r\n第二行", [Move((10, 22)), Move((70, 62))]), Move((19, 27), "x" * 300)]
    data = file.header() + file.tree([Move((72, 42), "炮", other), Move((23, 24))], "开局")
    assert moves(record_of(data)) == (
        "{开局} 1. Che3 {炮} (1. c5) 1... Che8 {正着} {第二行} (1... Nc8 {" + "x" * 300 + "}) 2. Nc3 (2. Ng3) *"
    )


@pytest.mark.parametrize("dress", DRESSES)
def test_a_start_of_its_own(dress: str) -> None:
    """A king each and a rook; what is off the board is gone. Who moves first is to move, else whom the header names."""
    places = [255] * 32
    places[4], places[0], places[20] = 40, 0, 39
    file = DRESSES[dress]
    board = "3k5/9/9/9/9/9/9/9/9/R3K4"
    for data, player in (
        (file.header(places) + file.tree([Move((0, 9))]), "w"),
        (file.header(places) + file.tree([Move((39, 38))]), "b"),
        (file.header(places) + file.tree(), "w"),
        (file.header(places, black_first=True) + file.tree(), "b"),
    ):
        assert record_of(data).tag("FEN").startswith(f"{board} {player} ")


@pytest.mark.parametrize(("value", "result"), [(0, "*"), (1, "1-0"), (2, "0-1"), (3, "1/2-1/2"), (4, "1/2-1/2")])
def test_results(value: int, result: str) -> None:
    assert record_of(PLAIN.header(result=value) + PLAIN.tree([Move((72, 42))])).result == result


def test_tags() -> None:
    header = PLAIN.header(
        title="题",
        event="全国赛",
        date="2010-1-2",
        place="北京",
        red="甲",
        black="乙",
        commentator="刘殿中",
        author="过河象",
    )
    record = record_of(header + PLAIN.tree())
    names = ("title", "Event", "Date", "Site", "White", "Black", "Annotator", "Author")
    assert [record.tag(name) for name in names] == [
        "题", "全国赛", "2010.01.02", "北京", "甲", "乙", "刘殿中", "过河象",
    ]  # fmt: skip


def test_a_name_that_was_cut_in_a_character() -> None:
    """Fifteen bytes hold seven characters and a half."""
    assert record_of(PLAIN.header(red="一二三四五六七八九") + PLAIN.tree()).tag("White") == "一二三四五六七"


def test_a_file_that_is_cut_short_keeps_what_stands_before() -> None:
    data = PLAIN.header(red="甲") + PLAIN.tree([Move((72, 42), "一", [Move((77, 47), "二三")])])
    for length in range(TREE, len(data)):
        verdict = judged(data[:length])
        assert verdict.record is not None
        assert verdict.record.tag("White") == "甲"
        assert len(verdict.record.line.plies) == (length >= TREE + 12) + (length >= TREE + 22), length
        [finding] = verdict.findings
        assert (finding.code, finding.line) == ("bad-value", 1)
        assert finding.message.startswith("the file ends ")
        assert TREE < finding.column <= length + 1
    for length in (64, 512, TREE - 1):
        assert f"after {length:,} bytes of 1,024" in judged(data[:length]).findings[0].message


def test_the_place_of_a_fault_is_the_number_of_its_byte() -> None:
    data = PLAIN.header() + PLAIN.tree([Move((72, 42), "", [Move((79, 78), "", [Move((70, 62))])])])
    verdict = judged(data)
    refused = next(one for one in verdict.findings if one.ply == 2)
    assert refused.column == TREE + 16 + 1
    off = judged(PLAIN.header() + PLAIN.tree([Move((72, 99))]))
    assert off.findings[0].column == TREE + 8 + 1


def test_faults_of_the_header() -> None:
    data = bytearray(PLAIN.header(result=9) + PLAIN.tree([Move((72, 42))]))
    data[0x131:0x133], data[0x130] = b"\xff\xff", 2
    data[16 + 4] = 82
    data += b"more"
    verdict = judged(bytes(data))
    told = " ".join(one.message for one in verdict.findings)
    for part in ("9 is not a result", "not GB18030", "the position makes no sense", "4 bytes behind the last move"):
        assert part in told
    assert verdict.record is not None
    assert len(verdict.record.line.plies) == 1
    assert "the version is 25" in judged(File(25).header() + File(25).tree()).findings[0].message


def test_a_length_of_a_comment_that_cannot_be() -> None:
    file = File(12, bytes(9) + bytes([200, 1, 0, 0]))
    flags = bytes([24, 32, 0x20, 0]) + bytes(4)
    told = judged(file.header() + flags).findings
    assert "not the length of a comment" in told[0].message
    huge = PLAIN.header() + PLAIN.tree()[:4] + b"\xff\xff\xff\xff"
    assert "ends in a comment of 4,294,967,295 bytes" in judged(huge).findings[0].message


def test_trees_without_end_are_read_in_bounds() -> None:
    """A thousand moves in place of another, and variations in variations, deeper than any is read."""
    start = PLAIN.tree([Move((72, 42))])[:8]
    wide = judged(
        PLAIN.header() + start + bytes([96, 74, 0x0F, 0, 0, 0, 0, 0]) * 1000 + bytes([96, 74, 0, 0, 0, 0, 0, 0])
    )
    assert wide.record is not None
    assert len(wide.record.line.plies[0].variations) == 1000
    there_and_back = [((0, 1), (80, 81)), ((9, 8), (89, 88)), ((1, 0), (80, 81)), ((8, 9), (89, 88))]
    nested: list[Move] = []
    for points, instead in reversed(there_and_back * 40):
        nested = [Move(instead), Move(points, "", nested)]
    deep = judged(PLAIN.header() + PLAIN.tree(nested))
    assert [one.message for one in deep.findings] == ["a variation in 100 others is not read"]
    assert deep.findings[0].column > TREE


def test_whatever_stands_in_a_file_it_is_told() -> None:
    chance = random.Random(5)
    data = PLAIN.header(red="甲") + PLAIN.tree(random_game(1)[1], "intro")
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 40)):
            damaged[chance.randrange(0x20, len(damaged))] = chance.randrange(256)
        damaged[2] = chance.choice((10, 11, 12, 18))
        assert all(one.line == 1 and one.column >= 1 for one in judged(bytes(damaged)).findings)


def test_a_text_that_begins_alike_is_none() -> None:
    [verdict] = judge_file(io.BytesIO(b"XQ\nis no game of any kind\n"), Validator())
    assert verdict.form != "xqf"
    [verdict] = judge_file(io.BytesIO(b"some text"), Validator(), name="a.xqf")
    assert verdict.findings


def test_it_is_read_not_written() -> None:
    with pytest.raises(UnknownFormat, match="xqf is read, not written"):
        format_for("a.xqf")
    game = next(iter(fairyscore.loads("1. Che3 *", variant="xiangqi")))
    with pytest.raises(ValueError, match="read, not written"):
        game.to("xqf")
