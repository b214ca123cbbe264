"""Games that the compiled scanner holds back: what is found in a file, and what is counted, is the same without it."""

import io
import random
from pathlib import Path

import pytest
from fuzz.run import changed
from nightly import NIGHTLY

from fairyscore.notation.find.asking import sieve_of
from fairyscore.notation.find.query import Query
from fairyscore.notation.kernel import CORE
from fairyscore.notation.reader import reader_named
from fairyscore.notation.replay import SiftedRows, Validator
from fairyscore.notation.work.bulk.base import found_in
from fairyscore.notation.work.find import FindWork, FoundPlace

SAMPLES = Path(__file__).parents[3] / "samples" / "games"

QUERIES = (
    'player "anderssen"', "result 1-0", 'winner "a" and date 1800..1900', 'tag Annotator', 'not player "morphy"',
    'line "1. e4 e5 2. Nf3"', 'reaches "1. e4 e5 2. Nf3 Nc6"', 'position "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"',
    'pieces at least "Q Q"', "board { no white Q a1-h8 }", "count black P <= 6 and turn black", "ply 30 and not check",
    "mate", 'player "anderssen" or ply 40', "never check", "ever check and result 1-0", 'opening "Gambit"',
    "move { takes Q } then within 4 plies mate", "castle 00 held by white", "variant chess and plies 10..60", "not mate",
    'white "" and count piece >= 33', "move { to d5-e6, takes black P }", "move { castles } and ply > 10",
    "move { promotes }", "move { gives check, not takes, from d1 h5 }",
)  # fmt: skip

HEAD = '[Event "x"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n'
PLAIN = f"{HEAD}1. e4 e5 2. Nf3 1-0\n\n"

ODD = {
    "two games without a header between them": f"{HEAD}1. e4 1-0\n1. d4 d5 1-0\n\n",
    "a remark behind the result": f"{HEAD}1. e4 1-0 {{good}}\n\n1. d4 d5 1-0\n\n",
    "tags in a comment": f'{HEAD}1. e4 {{see\n\n[White "Bert"]\n\nthere}} e5 1-0\n\n',
    "two tags in a comment": f'{HEAD}1. e4 {{see\n\n[White "Bert"]\n[Black "x"]\n\nthere}} e5 1-0\n\n',
    "an open comment": f"{HEAD}1. e4 {{see\n\n",
    "another result than the tag": f"{HEAD}1. e4 e5 0-1\n\n",
    "no result": f"{HEAD}1. e4 e5\n\n",
    "no tag for the result": f"{HEAD}1. e4 e5 0-1\n\n".replace('[Result "1-0"]\n', ""),
    "half a point": f"{HEAD}1. e4 e5 1/2\n\n".replace("1-0", "1/2-1/2"),
    "half a point twice": f"{HEAD}1. e4 e5 1/2\n\n".replace("1-0", "1/2"),
    "an illegal move": f"{HEAD}1. e4 e5 2. Ke3 1-0\n\n",
    "a quote in a name": PLAIN.replace("Anna", 'Anna \\"A\\" \\\\'),
    "a sign of HTML": PLAIN.replace("Anna", "Anna &amp; x"),
    "an ampersand": PLAIN.replace("Anna", "Anna & Bert"),
    "half a point, without a tag": f"{HEAD}1. e4 e5 1/2\n\n".replace('[Result "1-0"]\n', ""),
    "a position": HEAD.replace('"x"]\n', '"x"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n') + "1. O-O 1-0\n\n",
    "a position that is none": PLAIN.replace('"x"]\n', '"x"]\n[FEN "8/8"]\n'),
    "another variant": PLAIN.replace('"x"]\n', '"x"]\n[Variant "atomic"]\n'),
    "an unknown variant": PLAIN.replace('"x"]\n', '"x"]\n[Variant "none"]\n'),
    "a tag twice": PLAIN.replace('"x"]\n', '"x"]\n[White "Bert"]\n'),
    "a null move": f"{HEAD}1. e4 -- 2. d4 e5 1-0\n\n",
    "a null move aside": f"{HEAD}1. e4 e5 (1... -- 2. d4) 2. Nf3 1-0\n\n",
    "wrong numbers": f"{HEAD}1. e4 e5 3. Nf3 1-0\n\n",
    "empty lines between moves": f"{HEAD}1. e4 e5\n\n2. Nf3 1-0\n\n",
    "accents": PLAIN.replace("Anna", "Ånna Öé"),
}  # fmt: skip


class Unsifted(FindWork):
    """The same search with a verdict on each game."""

    batches = None  # type: ignore[assignment]


def found(work: FindWork, data: bytes) -> tuple[list[FoundPlace], int, int, set[str], set[int]]:
    """The places, the games and the faulty ones, what games do not have, and what none has."""
    results = [one.result for one in found_in(work, io.BytesIO(data), str) if one.result is not None]
    lacking = [set(result.lacking) for result in results if result.games]
    return (
        [result.place for result in results if result.place],
        sum(result.games for result in results),
        sum(result.faulty for result in results),
        {message for result in results for message, _ in result.notices},
        set.intersection(*lacking) if lacking else set(),
    )


def assert_same(query: str, data: bytes) -> None:
    for asked in (Query.parse(query), Query.parse(query).inverted):
        quick, slow = (work(Validator(), "", asked, target="pgn", placed=True) for work in (FindWork, Unsifted))
        assert found(quick, data) == found(slow, data), (str(asked), data)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_odd_texts_between_plain_games(odd: str) -> None:
    for query in (
        'white "Anna"',
        'white "Bert"',
        "result 1-0",
        "result 1/2-1/2",
        "ply 3",
        "ply 1",
        "mate",
        "board { white P d4 }",
    ):
        assert_same(query, (PLAIN + odd + PLAIN * 2).encode())
        assert_same(query, (odd + PLAIN + odd).encode())


@pytest.mark.parametrize("seed", range(300 if NIGHTLY else 6))
def test_damaged_files(seed: int) -> None:
    dice = random.Random(seed)
    games = (SAMPLES / "chess" / "romantic.pgn").read_bytes()
    data = b"".join(changed(games, [games], dice) if dice.random() < 0.5 else games for _ in range(2))
    for query in dice.sample(QUERIES, 5):
        assert_same(query, data)


@pytest.mark.parametrize(
    ("name", "query", "fits"),
    [
        ("Carlsen, Magnus", 'white "carlsen, m"', True),
        ("CARLSEN,  MAGNUS", 'player "Carlsen, Magnus"', True),
        ("Carlsen\\tMagnus", 'white "carlsen magnus"', False),
        ("Müller, Anna", 'player "muller"', True),
        ("Preuß", 'white "preuss"', True),
        ("Preuss", 'white "preuß"', True),
        ('A \\"Q\\" B', 'white "\\"q\\""', True),
        ("Carlsen, Magnus", 'white = "carlsen"', False),
        ("Carlsen, Magnus", 'black "carlsen"', False),
        ("Carlsen, Magnus", 'black "carlsen" or event "X"', True),
        ("Carlsen, Magnus", 'white "magnuss"', False),
        ("?", 'white "?"', False),
    ],
)
def test_names_are_found_as_people_write_them(name: str, query: str, *, fits: bool) -> None:
    data = (PLAIN + PLAIN.replace("Anna", name) + PLAIN).encode()
    games = [place.game for place in found(FindWork(Validator(), "", Query.parse(query)), data)[0]]
    assert (2 in games) is fits
    assert_same(query, data)


@pytest.mark.skipif(CORE is None, reason="plain Python holds nothing back")
@pytest.mark.parametrize(
    ("query", "passing"),
    [
        ("move { to h5 } then mate", [1]),
        ("mate then mate", []),
        ("turn black then move { to h5 } then check", [1]),
        ("check then move { to h5 }", []),
        ("(turn white and ply >= 2) then mate", [1]),
        ("count piece <= 31 for 3 plies", [3]),
        ("move { to h5 } then (count piece <= 31 for 1 plies)", [1]),
        ('white "Anna" and (move { to h5 } then turn black)', [1, 2]),
    ],
)
def test_sequences_are_sifted_ply_by_ply(query: str, passing: list[int]) -> None:
    moves = ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "e4 e5 Qh5 Nc6 Bc4", "e4 d5 exd5 e5 d4", "e4 d5 exd5 e5")
    text = "".join(f"{HEAD}1. {line} 1-0\n\n" for line in moves) + PLAIN
    order = SiftedRows(sieve_of(Query.parse(query)))
    judged = reader_named(None, None).judged(io.StringIO(text), order)
    assert [verdict.game_text.number for verdict, _ in judged if verdict.game_text.number < 5] == passing
