"""Answers of correspondence servers in XML: games, tags and results, and no value lost."""

from pathlib import Path

import pytest
from running import run

from fairyscore.notation.formats.registry import begins_as_games, recognised
from fairyscore.notation.formats.xfcc import XFCC
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict

FIRST = (
    "<XfccGame><id>7</id><white>Anna &amp; Co</white><black>Ben</black><event>Cup</event><myTurn>true</myTurn>"
    "<hasWhite>true</hasWhite><daysPlayer>9</daysPlayer><moves>1.e4 e5 2.Nf3</moves><drawOffered>false</drawOffered>"
    "<message>Hello &lt;there&gt;</message><setup>false</setup><fen /><result>Ongoing</result></XfccGame>"
)
SECOND = (
    "<x:XfccGame><x:id>8</x:id><x:white>Cleo</x:white><x:black>Anna</x:black><x:moves>1.f3 e5 2.g4 Qh4#</x:moves>"
    "<x:result>BlackWins</x:result><x:whiteElo>0</x:whiteElo></x:XfccGame>"
)
ANSWER = (
    '<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">'
    f"<soap:Body><GetMyGamesResponse><GetMyGamesResult>{FIRST}{SECOND}</GetMyGamesResult></GetMyGamesResponse>"
    "</soap:Body></soap:Envelope>\n"
)


def judged(text: str) -> Verdict:
    assert XFCC.read is not None
    return Validator(read=XFCC.read).judge(GameText(1, text, 1))


def test_an_answer_of_a_server() -> None:
    assert XFCC.cut is not None
    games = [judged(game.text) for game in XFCC.cut([ANSWER])]
    assert [game.findings for game in games] == [[], []]
    first, second = (game.record for game in games)
    assert first is not None
    assert second is not None
    assert dict(first.tags) == {
        "Event": "Cup",
        "White": "Anna & Co",
        "Black": "Ben",
        "GameId": "7",
        "MyTurn": "true",
        "HasWhite": "true",
        "DaysPlayer": "9",
        "DrawOffered": "false",
    }
    assert [comment.text for comment in first.line.plies[-1].comments] == ["Hello <there>"]
    assert (second.tag("White"), second.result, len(second.line.plies)) == ("Cleo", "0-1", 4)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_games_are_cut_at_any_chunks(size: int) -> None:
    assert XFCC.cut is not None
    chunks = [ANSWER[at : at + size] for at in range(0, len(ANSWER), size)]
    assert [game.text for game in XFCC.cut(chunks)] == [game.text for game in XFCC.cut([ANSWER])]


@pytest.mark.parametrize(
    ("word", "result", "status"),
    [
        ("Ongoing", "*", ""),
        ("WhiteWins", "1-0", ""),
        ("BlackWins", "0-1", ""),
        ("BlackWinAdjudicated", "0-1", "BlackWinAdjudicated"),
        ("DrawAdjudicated", "1/2-1/2", "DrawAdjudicated"),
        ("BlackDefaulted", "1-0", "BlackDefaulted"),
        ("BothDefaulted", "*", "BothDefaulted"),
        ("AdjudicationPending", "*", "AdjudicationPending"),
        ("Draw", "1/2-1/2", ""),
        ("WhiteWinAdjudicated", "1-0", "WhiteWinAdjudicated"),
        ("WhiteDefaulted", "0-1", "WhiteDefaulted"),
        ("Cancelled", "*", "Cancelled"),
    ],
)
def test_words_for_results(word: str, result: str, status: str) -> None:
    record = judged(f"<XfccGame><moves>1. e4</moves><result>{word}</result></XfccGame>").record
    assert record is not None
    assert (record.result, record.tag("Status")) == (result, status)


def test_a_start_of_its_own() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    verdict = judged(f"<XfccGame><setup>true</setup><fen>{fen}</fen><moves>1. e4 Kd7 *</moves></XfccGame>")
    assert not verdict.findings
    assert verdict.record is not None
    assert verdict.record.tag("FEN") == fen


def test_a_wrong_move_is_reported_at_its_place() -> None:
    text = "<XfccGame><moves>1. e4 e5 2. Ke3</moves></XfccGame>"
    (finding,) = judged(text).findings
    assert (finding.code, finding.column) == ("no-piece-reaches", text.index("Ke3") + 1)


@pytest.mark.parametrize(
    "text",
    [
        "<XfccGame><result>Won</result></XfccGame>",
        "<XfccGame>loose<id>1</id></XfccGame>",
        "<XfccGame><id>1</id><id>2</id></XfccGame>",
        "<Fault>AuthenticationFailed</Fault>",
        "<XfccGame><id>1",
    ],
)
def test_what_means_nothing_is_reported(text: str) -> None:
    assert "bad-value" in [finding.code for finding in judged(text).findings]


def test_an_answer_without_games() -> None:
    assert XFCC.cut is not None
    assert not [*XFCC.cut(['<?xml version="1.0"?>\n<GetMyGamesResult />\n'])]


def test_text_in_cdata() -> None:
    record = judged("<XfccGame><white><![CDATA[A & <B>]]></white><moves/></XfccGame>").record
    assert record is not None
    assert record.tag("White") == "A & <B>"


def test_a_file_is_recognised_and_converted(tmp_path: Path) -> None:
    form = recognised(ANSWER)
    assert form is not None
    assert form.name == "xfcc"
    assert begins_as_games(ANSWER.encode())
    assert not begins_as_games(b'<?xml version="1.0"?><note/>')
    (tmp_path / "games.xml").write_text(ANSWER)
    done = run("convert", str(tmp_path / "games.xml"), "--to", "xfcc")
    assert done.exit_code == 0, done.output
    assert done.output.count("<XfccGame>") == 2
    assert "<white>Anna &amp; Co</white>" in done.output


def test_every_element_of_a_game_is_a_tag() -> None:
    """Elements of time and of the server have tags of their own names, with a capital."""
    names = ["event", "site", "date", "eventDate", "round", "section", "stage", "board"]
    names += [
        f"{seat}{what}" for seat in ("white", "black") for what in ("", "Elo", "Title", "NA", "Country", "IccfID")
    ]
    names += ["myTurn", "hasWhite", "drawOffered", "gameLink", "serverInfo", "eventSponsor"]
    names += [f"{unit}{who}" for who in ("Player", "Opponent") for unit in ("days", "hours", "minutes")]
    elements = "".join(f"<{name}>{place}</{name}>" for place, name in enumerate(names, 2))
    found = judged(f"<XfccGame>{elements}<moves>1.e4</moves><result>Ongoing</result></XfccGame>")
    assert found.record is not None
    assert dict(found.record.tags) == {name[:1].upper() + name[1:]: str(place) for place, name in enumerate(names, 2)}
    text = XFCC.write(found.record, found.record.game.writing.usual)
    assert [name for name in names if f"<{name}>" not in text] == []


def test_what_stands_behind_a_refused_move_of_an_open_variation_is_kept() -> None:
    """The result stands in front of the moves, so the last token of the text is not the last one of the game."""
    game = judged("<XfccGame><result>WhiteWins</result><moves>1. e4 e5 (1... c5 2. Ke3 Nc6 3. Nf3</moves></XfccGame>")
    record = game.record
    assert record is not None
    (variation,) = record.line.plies[1].variations
    assert [comment.text for comment in variation.plies[-1].comments] == ["2. Ke3 Nc6 3. Nf3"]
