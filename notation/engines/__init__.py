"""Engines: programs of the user that play and evaluate games, spoken to in UCI, USI or UCCI.

`protocols` is what is said, without a process; `process` a program and its pipes; `engine` both together, with positions
and moves of ours. `annotating` writes what an engine thinks into games.
"""
