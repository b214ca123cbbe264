"""Settings of the whole test run, and a guard: never test a stale copy of the sources."""

import gc
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("api", "notation", "render", "cli")

# As the program does: Python's own 700 objects between searches for garbage cost a quarter of the time of all tests.
gc.set_threshold(100_000)

# The same examples in every run, so that a change is judged by what it changes; HYPOTHESIS_PROFILE=nightly make test
# looks for new ones, and counts to the end.
settings.register_profile("default", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("nightly", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage: there are thousands of tests, and all stay."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Search once for garbage: pytest does it five times then, and Python at its end, among all that games have left."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def one_browser(pytestconfig: pytest.Config) -> Iterator[Any]:
    """One Chromium for all tests: `browser.as_new` before those of a file."""
    from browser import chromium

    with chromium(pytestconfig) as started:
        yield started


@pytest.fixture(autouse=True)
def no_supplied_games() -> Iterator[None]:
    """Games that a test supplies, by `--variant-path` or `register`, are gone when it ends."""
    yield
    catalog = sys.modules.get("fairyscore.notation.variants.catalog")
    if catalog is not None and catalog.supplied():
        catalog.forget()


def python_files(folder: Path) -> dict[Path, bytes]:
    """Return the text of every Python file below `folder`, by its path from there."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.py")}


def stale_package(package: str) -> bool:
    """Tell whether a package, as Python finds it, differs from its source folder; `api` is `fairyscore` itself.

    Folders that are not installed at all are left to the test of the package list.
    """
    spec = importlib.util.find_spec("fairyscore" if package == "api" else f"fairyscore.{package}")
    if spec is None or spec.origin is None:
        return True
    installed = Path(spec.origin).parent
    sources = python_files(ROOT / package)
    if package == "api":
        return (installed / "__init__.py").read_bytes() != (ROOT / "api" / "__init__.py").read_bytes()
    return python_files(installed) != {path: sources[path] for path in sources if (installed / path).parent.is_dir()}


def stale_kernel() -> bool:
    """Tell whether what is compiled, if anything is, is made of other sources than those here."""
    folder = ROOT / "notation" / "kernel"
    try:
        compiled = [importlib.import_module(f"fairyscore.notation.kernel.{name}") for name in ("_core", "_large")]
    except ImportError:
        return False
    sources = [folder / "_core.pyx", *sorted(folder.glob("*.pxi")), *sorted(folder.glob("core/*.[hp]*"))]
    digest = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return any(digest != module.SOURCE for module in compiled)


def pytest_sessionstart() -> None:
    """Stop at once where the tests would run on something else than the sources beside them."""
    try:
        stale = any(map(stale_package, PACKAGES)) or stale_kernel()
    except ModuleNotFoundError:
        stale = True
    if stale:
        pytest.exit("fairyscore is not installed as the sources have it now: run `make develop`", returncode=4)
