"""What pyproject.toml cannot say: the compiled core, an extension that may be missing, and a README for package
indexes.

Without a C compiler or Cython the package is installed as plain Python. FAIRYSCORE_PURE=1 leaves it out on purpose,
and the wheel is then one for every platform. The C that is made of the .pyx stays in the folder of the build.
"""

import os
import re
import tomllib
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("notation", "kernel")


SOURCES = [FOLDER / "_core.pyx", *sorted(FOLDER.glob("*.pxi")), *sorted(FOLDER.glob("core/*.[hp]*"))]


def extension(name: str, words: int) -> Extension:
    """An extension; by the text that is defined the tests see whether it is made of the sources beside them.

    words: of a set of cells, see core/cells.h.
    """
    digest = sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()[:16]
    return Extension(
        f"fairyscore.notation.kernel.{name}",
        [str(FOLDER / f"{name}.pyx")],
        optional=True,
        include_dirs=[str(FOLDER)],
        depends=[str(path) for path in SOURCES],
        define_macros=[("CORE_SOURCE", f'"{digest}"'), ("CELL_WORDS", str(words))],
        # -O2 is as fast as -O3 here. Symbols for debuggers would be five sixths of the file.
        extra_compile_args=[] if os.name == "nt" else ["-O2", "-g0"],
    )


WANTED = os.environ.get("FAIRYSCORE_PURE", "0") in ("", "0") and find_spec("Cython") is not None
EXTENSIONS = [extension("_core", 2), extension("_large", 4)]

ROOT = Path(__file__).parent


def index_readme() -> str:
    """The README for a package index, where links to files of the repository must be whole addresses."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = project["urls"]["Source"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r'src="(?!https?:)([^"]+)"', rf'src="{source}/raw/main/\1"', readme)
    readme = re.sub(r"!\[([^]]*)\]\((?!https?:)([^)]+)\)", rf"![\1]({source}/raw/main/\2)", readme)
    return re.sub(r"\]\((?!https?:)([^)]+)\)", rf"]({source}/blob/main/\1)", readme)


OPTIONS: dict[str, dict[str, str | bool]] = {
    # A folder of links, which type checkers follow; the usual import hook of an editable installation hides from them.
    "editable_wheel": {"mode": "strict"},
}
if WANTED:
    OPTIONS["build_ext"] = {"cython_c_in_temp": True}  # an option that only Cython knows

setup(
    long_description=index_readme(),
    long_description_content_type="text/markdown",
    ext_modules=EXTENSIONS if WANTED else [],
    options=OPTIONS,
)
