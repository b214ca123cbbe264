"""What pyproject.toml cannot say: the compiled kernel, an extension that may be missing.

Without a C compiler or Cython the package is installed as plain Python. FAIRYSCORE_PURE=1 leaves the kernel out on purpose,
and the wheel is then one for every platform. The C that is made of the .pyx stays in the folder of the build.
"""

import os
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

setup(
    ext_modules=[KERNEL] if WANTED else [],
    options={"build_ext": {"cython_c_in_temp": True}} if WANTED else {},  # an option that only Cython knows
)
