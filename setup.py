"""What pyproject.toml cannot say: the compiled kernel, an extension that may be missing, and a README for package indexes.

Without a C compiler or Cython the package is installed as plain Python. FAIRYSCORE_PURE=1 leaves the kernel out on purpose,
and the wheel is then one for every platform. The C that is made of the .pyx stays in the folder of the build.
"""

import os
import re
import tomllib
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

SOURCE = "notation/kernel/_native.pyx"

KERNEL = Extension(
    "fairyscore.notation.kernel._native",
    [SOURCE],
    optional=True,
    # By this the tests see whether the kernel they run is made of the sources beside them.
    define_macros=[("KERNEL_SOURCE", f'"{sha256(Path(SOURCE).read_bytes()).hexdigest()[:16]}"')],
    extra_compile_args=[] if os.name == "nt" else ["-O3", "-g0"],  # symbols for debuggers are five parts of six
)

WANTED = os.environ.get("FAIRYSCORE_PURE", "0") in ("", "0") and find_spec("Cython") is not None

ROOT = Path(__file__).parent


def index_readme() -> str:
    """The README for a package index, where links to files of the repository must be whole addresses."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = project["urls"]["Source"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r'src="(?!https?:)([^"]+)"', rf'src="{source}/raw/main/\1"', readme)
    readme = re.sub(r"!\[([^]]*)\]\((?!https?:)([^)]+)\)", rf"![\1]({source}/raw/main/\2)", readme)
    return re.sub(r"\]\((?!https?:)([^)]+)\)", rf"]({source}/blob/main/\1)", readme)


setup(
    long_description=index_readme(),
    long_description_content_type="text/markdown",
    ext_modules=[KERNEL] if WANTED else [],
    options={"build_ext": {"cython_c_in_temp": True}} if WANTED else {},  # an option that only Cython knows
)
