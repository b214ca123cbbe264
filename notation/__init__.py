"""Games, moves, records and the judge; start from `game` (positions), `replay` (records) or `variants`."""
