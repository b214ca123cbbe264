"""Records without moves for the games of a schedule that are not begun."""

import re
from collections.abc import Iterable, Iterator

from fairyscore.notation.formats import pgn
from fairyscore.notation.records.tree import Record
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Plan


def begun_records(plan: Plan, games: Iterable[TournamentGame]) -> Iterator[tuple[str, bytes]]:
    """A file for each game that is not begun: its name, and a record with the tags that the plan gives.

    Raises `UnknownVariant` where the plan names one that there is not.
    """
    for game in games:
        if game.status is Status.NOT_BEGUN:
            yield _file_name(game), _record(plan, game).encode()


def _record(plan: Plan, game: TournamentGame) -> str:
    entries = {entry.name: entry for entry in plan.players}
    white, black = (entries[player] for player in game.players)
    tags = {
        "Event": plan.event or plan.name,
        "Date": plan.date,
        "Round": game.round,
        "White": white.name,
        "Black": black.name,
        "WhiteElo": str(white.rating or ""),
        "BlackElo": str(black.rating or ""),
        "WhiteNA": white.address,
        "BlackNA": black.address,
        "TimeControl": plan.time_control,
        "Variant": game.variant,
    }
    record = Record(game.variant or "chess", tuple((tag, value) for tag, value in tags.items() if value))
    return pgn.write(record, record.game.writing.usual)


def _file_name(game: TournamentGame) -> str:
    """The round and the players: `02-anna-berg-bert.pgn`.

    >>> _file_name(TournamentGame("Cup", "2", "chess", ("Anna Berg", "Bert"), "*", Status.NOT_BEGUN))
    '02-anna-berg-bert.pgn'
    """
    parts = [
        game.round.zfill(2),
        *("-".join(re.findall(r"\w+", player.casefold())) or "player" for player in game.players),
    ]
    return f"{'-'.join(parts)}.pgn"
