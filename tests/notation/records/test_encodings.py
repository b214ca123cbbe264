"""The encoding of bytes without a mark: by how they read, and both where two read well."""

import io

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.encodings import encoding_of
from fairyscore.notation.replay import Validator

PGN = '[Event "{event}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "*"]\n\n1. e4 {{{comment}}} e5 *\n'
TEXTS = {
    "cp1251": ("Турнир", "Иванов, П.", "Щукин, А.", "Хороший ход, но есть и лучше"),
    "koi8_r": ("Турнир", "Иванов, П.", "Щукин, А.", "Хороший ход, но есть и лучше"),
    "gb18030": ("全国赛", "胡荣华", "柳大华", "这是一步好棋，红方先手"),
    "big5hkscs": ("全國賽", "吳貴臨", "趙國榮", "這是一步好棋，紅方先手"),
    "cp949": ("대회", "이세돌", "김철수", "좋은 수입니다 그러나 더 좋은 수가 있습니다"),
    "cp932": ("王将戦", "羽生善治", "佐藤康光", "とても面白い手です"),
    "euc_jis_2004": ("王将戦", "羽生善治", "佐藤康光", "とても面白い手です"),
    "cp866": ("Турнир", "Иванов, П.", "Щукин, А.", "Хороший ход, но есть и лучше"),
    "cp1250": ("Mistrovství", "Navara, David", "Šťastný, Jiří", "dobrý tah, žádné překvapení"),
    "iso8859-2": ("Mistrzostwa Łodzi", "Świercz, Dariusz", "Wójcik, Łukasz", "biały gra źle, koń na środku"),
    "cp1253": ("Πρωτάθλημα", "Κοτρωνιάς, Βασίλειος", "Παπαϊωάννου", "καλή κίνηση, ο λευκός κερδίζει"),
    "cp1254": ("Türkiye Şampiyonası", "Yılmaz, Mustafa", "Şahin, Işık", "güzel hamle değil mi"),
    "cp1255": ("אליפות", "גלפנד, בוריס", "סוטובסקי, אמיל", "טוב מאוד"),
    "cp874": ("การแข่งขัน", "สมชาย", "สุวรรณ", "เดินดีมาก ขาวชนะ"),
    "cp850": ("Österreich", "Müller, Jörg", "Großmann, Käthe", "der Läufer steht ungewöhnlich, natürlich möglich"),
}
DOUBTED = {"iso8859-2": "Windows-1250", "cp850": "Mac OS Roman"}  # which has the same letters elsewhere


@pytest.mark.parametrize("encoding", TEXTS)
def test_pgn_of_many_countries(encoding: str) -> None:
    event, white, black, comment = TEXTS[encoding]
    raw = PGN.format(event=event, white=white, black=black, comment=comment).encode(encoding)
    verdicts = list(judge_file(io.BytesIO(raw), Validator()))
    verdict = verdicts[-1]  # the first one is of the file
    assert verdict.record is not None
    assert (verdict.record.tag("Event"), verdict.record.tag("White")) == (event, white)
    assert verdict.record.line.plies[0].comments[0].text == comment
    doubts = [found for verdict in verdicts for found in verdict.findings if found.code == "doubtful-encoding"]
    assert [DOUBTED[encoding] in found.message for found in doubts] == [True] * (encoding in DOUBTED)


@pytest.mark.parametrize(
    "text",
    [
        '[White "Müller"]',
        '[Site "Málaga – España"]\n{ça va “très” bien}',
        '[White "Åse Østergård"]',
        '[White "é"]',
        "1. e4 ½",
    ],
)
def test_western_letters_stay_stray_bytes(text: str) -> None:
    assert encoding_of(text.encode("cp1252"))[:2] == ("", "")


@pytest.mark.parametrize("encoding", ["cp932", "euc_jis_2004"])
@pytest.mark.parametrize(
    "text",
    [
        "▲２六歩    △８四歩    ▲２五歩\n",
        "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n",
        "V2\nN+羽生\nN-森内\n'面白い\nPI\n+\n",
        "'表題\nV2.2\nN+渡辺明\n",
        "# KIF\n先手：甲\n後手：乙\n",
    ],
)
def test_records_of_shogi_are_japanese(text: str, encoding: str) -> None:
    assert encoding_of(text.encode(encoding))[:2] == (encoding, "")


def test_what_stays_doubtful_names_both() -> None:
    raw = '[White "阿炳"]\n[Result "*"]\n\n1. e4 *\n'.encode("gb18030")
    findings = [finding for verdict in judge_file(io.BytesIO(raw), Validator()) for finding in verdict.findings]
    (doubt,) = [finding for finding in findings if finding.code == "doubtful-encoding"]
    assert doubt.severity.value == "warning"
    assert "EUC-KR" in doubt.message
    assert "GB18030" in doubt.message


def test_utf8_with_a_stray_byte_is_utf8() -> None:
    assert encoding_of('[White "羽生"]\n[Black "'.encode() + b'M\xfcller"]')[:2] == ("", "")
    assert encoding_of("あいう".encode()[:-1])[:2] == ("", "")
