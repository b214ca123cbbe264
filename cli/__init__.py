"""The command line: the only place that prints and picks exit codes."""

import gc

gc.set_threshold(100_000)  # cycles are rare here; Python's own 700 objects between searches cost a tenth of the time
