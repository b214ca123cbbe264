"""The state file: whatever happens to it, what it says is what was put in, or nothing."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.replay import Validator
from fairyscore.notation.work.bulk import ledger as module
from fairyscore.notation.work.bulk.ledger import HEAD, Ledger, LedgerFault, Memory
from fairyscore.notation.work.bulk.ranges import Range
from fairyscore.notation.work.validate import ValidateWork

KEYS = ["a" * 64, "b" * 64, "c" * 64]
VALUES = [[1, 2], {"said": 'quotes " and \n line ends'}, "ü 将 \udc80"]


def filled(path: Path) -> bytes:
    ledger = Ledger(str(path))
    for key, value in zip(KEYS, VALUES, strict=True):
        ledger.put(key, value)
    ledger.close()
    return path.read_bytes()


def test_what_is_put_in_is_got(tmp_path: Path) -> None:
    data = filled(tmp_path / "state")
    assert data.startswith(HEAD)
    assert data.count(b"\n") == 4
    again = Ledger(str(tmp_path / "state"))
    assert [again.get(key) for key in KEYS] == VALUES
    assert again.get("d" * 64) is None
    again.put(KEYS[0], "newer")
    assert again.get(KEYS[0]) == "newer"
    again.close()


def test_cut_off_anywhere_it_is_still_good(tmp_path: Path) -> None:
    """As a kill leaves it; what is put in then stands behind the last whole line."""
    data = filled(tmp_path / "whole")
    path = tmp_path / "cut"
    for end in range(len(data)):
        path.write_bytes(data[:end])
        ledger = Ledger(str(path))
        whole = max(0, data[:end].count(b"\n") - 1)
        assert [ledger.get(key) for key in KEYS] == [*VALUES[:whole], *[None] * (3 - whole)]
        ledger.put("d" * 64, "after all")
        ledger.close()
        again = Ledger(str(path))
        assert again.get("d" * 64) == "after all"
        assert [again.get(key) for key in KEYS[:whole]] == VALUES[:whole]
        again.close()


@given(place=st.integers(len(HEAD), 400), byte=st.integers(0, 255))
def test_a_byte_gone_wrong_is_never_believed(tmp_path_factory: pytest.TempPathFactory, place: int, byte: int) -> None:
    path = tmp_path_factory.mktemp("states") / "state"
    data = bytearray(filled(path))
    data[place % len(data)] = byte
    path.write_bytes(data if data.startswith(HEAD) else HEAD + data)
    ledger = Ledger(str(path))
    assert all(ledger.get(key) in (None, value) for key, value in zip(KEYS, VALUES, strict=True))
    ledger.close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"fairyscore state, version 9\n", "version 9"),
        (b'[Event "?"]\n', "is not a state file of fairyscore"),
        (b"\x80\x04K\x01.", "is not a state file of fairyscore"),
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "state"
    path.write_bytes(content)
    with pytest.raises(LedgerFault, match=message):
        Ledger(str(path))
    assert path.read_bytes() == content


def test_a_folder_is_none(tmp_path: Path) -> None:
    with pytest.raises(LedgerFault, match="cannot be opened"):
        Ledger(str(tmp_path))


def test_two_runs_do_not_share_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fcntl")
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    first = Ledger(str(tmp_path / "state"))
    with pytest.raises(LedgerFault, match="in use"):
        Ledger(str(tmp_path / "state"))
    first.close()
    Ledger(str(tmp_path / "state")).close()


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line is taken back; what was there is there."""
    path = tmp_path / "state"
    data = filled(path)
    ledger = Ledger(str(path))

    def half(line: bytes) -> None:
        ledger._file.write(line[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(ledger, "_write", half)
    with pytest.raises(LedgerFault, match="cannot be written: No space left on device"):
        ledger.put("d" * 64, 1)
    ledger.close()
    assert path.read_bytes() == data


def test_what_was_judged_otherwise_is_judged_anew(tmp_path: Path) -> None:
    """Settings that a verdict depends on: letters of pieces, the day, and the game of the folder that a file is in."""
    one = Range(str(tmp_path / "a.pgn"), "", 0, 7, data=b"1. e4 *")
    ledger = Ledger(str(tmp_path / "state"))
    digest = "0" * 64

    def memory(judge: Validator) -> Memory:
        return Memory(ValidateWork(judge), ledger)

    judges = (
        Validator(),
        Validator(letters="de"),
        Validator(today="2026.11.22"),
        Validator(folders=((str(tmp_path), "chess"),)),
    )
    keys = [memory(judge)._key(one, digest) for judge in judges]
    assert len(set(keys)) == len(judges)
    elsewhere = one._replace(name=str(tmp_path.parent / "a.pgn"))
    assert memory(judges[0])._key(elsewhere, digest) == keys[0]
    assert memory(judges[3])._key(elsewhere, digest) != keys[3]
    ledger.close()
