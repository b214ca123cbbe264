"""Each command gives the same bytes with the kernel and without; `kernel_commands.py` beside this asks for more files."""

import pytest
from fuzz.kernel_commands import differences

from fairyscore.notation.kernel import CORE


@pytest.mark.skipif(CORE is None, reason="nothing is compiled")
def test_commands_give_the_same_bytes_on_damaged_files() -> None:
    assert list(differences(10, seed=4)) == []
