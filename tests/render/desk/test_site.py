"""What a published folder carries, so that the judge runs in a browser."""

import io
import zipfile

from fairyscore.render.desk import site


def test_the_judge_has_all_that_it_imports_and_its_licences() -> None:
    names = zipfile.ZipFile(io.BytesIO(site._judge())).namelist()
    assert {"fairyscore/__init__.py", "fairyscore/notation/game.py", "pyparsing/__init__.py"} <= set(names)
    assert not [name for name in names if name.startswith("fairyscore/cli/")]
    assert [name for name in names if "LICENSE" in name.upper() and "pyparsing" in name]
