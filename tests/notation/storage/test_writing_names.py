"""No name of a file leads out of the folder that it is meant for."""

from pathlib import Path

import pytest

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.storage.file_names import safe
from fairyscore.notation.storage.writing import NewFiles, inside

TRAPS = ("../x", "a/../../x", "/etc/x", "..", "", "a/b/../../../x", "link/x")


@pytest.mark.parametrize("name", TRAPS)
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    with pytest.raises(NotWritten, match="its name leads out of the folder"):
        inside(str(folder), name)
    files = NewFiles(str(folder))
    try:
        with pytest.raises(NotWritten):
            files.path(name)
    finally:
        files.close()


@pytest.mark.parametrize("name", ["x.svg", "figures/x.svg", "..x", "a..b"])
def test_other_names_stay_what_they_are(tmp_path: Path, name: str) -> None:
    assert inside(str(tmp_path), name) == str(tmp_path / name)


@pytest.mark.parametrize("name", [*TRAPS, "a\x00b", "CON", "x\u202ey", "a\\..\\b", "C:\\x", "x" * 300])
def test_any_text_becomes_a_name_within_the_folder(tmp_path: Path, name: str) -> None:
    assert Path(inside(str(tmp_path), safe(name))).parent == tmp_path
