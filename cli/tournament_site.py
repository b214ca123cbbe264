"""The site of a tournament: a page with tables, rounds and the boards of games that go on, and one with all games to play
back. All files of a folder, which load nothing from elsewhere.
"""

import html
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import numbered
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import shown
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.standings import round_key
from fairyscore.render.drawing import diagram
from fairyscore.render.story.builder import story_of
from fairyscore.render.story.model import Story
from fairyscore.render.viewer.page import Design, parts

GAMES_PAGE: Final = "games.html"
BOARD: Final = "45mm"

STYLE: Final = (
    "body{font-family:sans-serif;max-width:70em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "td,th{border:1px solid;padding:.2em .5em;text-align:right}"
    "td:nth-child(2){text-align:left}"
    ".boards{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0;max-width:14em}img{width:100%;height:auto}"
)


class Played(NamedTuple):
    """A record of the tournament, with its file and what comes of it."""

    file: str
    line: int
    verdict: Verdict


def site(
    title: str, tables: Iterable[str], games: Sequence[TournamentGame], records: Iterable[Played]
) -> Iterator[tuple[str, bytes]]:
    """The files of the site, each with its name. tables: as HTML. records: those of the games."""
    found = {(one.file, one.line): one.verdict for one in records}
    numbers: dict[TournamentGame, int] = {}
    stories: list[Story] = []
    for game in games:
        verdict = found.get((game.file, game.line))
        story = story_of(verdict) if verdict is not None and game.file else None
        if story is not None:
            stories.append(story)
            numbers[game] = len(stories)
    going_on = [game for game in games if game.status is Status.UNFINISHED and game.plies and game in numbers]
    boards = [_Board(game, found[game.file, game.line], numbers[game]) for game in going_on]
    figures = ['<h2>Games that go on</h2>\n<div class="boards">', *(_figure(one, numbers) for one in boards), "</div>"]
    body = [*tables, *(figures if boards else []), *_rounds(games, numbers)]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
    )
    style = f"<style>{STYLE}</style>"
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}{style}</head><body>', *body, "</body></html>"]
    page = "".join(f"{line}\n" for line in lines)
    yield "index.html", page.encode()
    for board in boards:
        yield f"board-{board.number}.svg", diagram(board.position, size=BOARD, plain=True).svg().encode()
    if stories:
        yield GAMES_PAGE, "".join(parts(stories, Design(), title=title)).encode()


def _rounds(games: Sequence[TournamentGame], numbers: dict[TournamentGame, int]) -> Iterator[str]:
    """Each round with its games, and a link to each that has moves."""
    ordered = sorted(games, key=lambda game: round_key(game.round))
    for name, played in groupby(ordered, key=lambda game: game.round):
        yield f"<h2>{html.escape(f'Round {shown(name, 20)}' if name else 'Games')}</h2>\n<ul>"
        yield from (f"<li>{_line(game, numbers)}</li>" for game in played)
        yield "</ul>"


def _line(game: TournamentGame, numbers: dict[TournamentGame, int]) -> str:
    players = html.escape(" - ".join(shown(player, 60) for player in game.players))
    linked = f'<a href="{GAMES_PAGE}#g{numbers[game]}">{players}</a>' if game in numbers else players
    status = game.result if game.status is Status.PLAYED else f"{game.result} ({game.status.value})"
    return f"{linked}, {html.escape(game.variant or 'chess')}: {html.escape(status)}"


class _Board(NamedTuple):
    """A game that goes on, with the number of its board."""

    game: TournamentGame
    verdict: Verdict
    number: int

    @property
    def position(self) -> Position:
        """The position that is reached."""
        record = self.verdict.record
        assert record is not None  # it has a story
        return Position(record.game, record.end())


def _figure(board: _Board, numbers: dict[TournamentGame, int]) -> str:
    """The picture of a position with its game, and who has which move."""
    state = board.position.state
    player = shown(board.game.players[state.turn], 60)
    waiting = html.escape(f"{player} has move {numbered(state)}")
    image = f'<img src="board-{board.number}.svg" loading="lazy" alt="The position: {waiting}">'
    return f"<figure>{image}<figcaption>{_line(board.game, numbers)}. {waiting}</figcaption></figure>"
