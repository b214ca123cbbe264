"""The table of a tournament as HTML, and its site: a page with tables, rounds and the boards of games that go on, one with
all games to play back, and a feed of the newest moves. All files of a folder, which load nothing from elsewhere.
"""

import html
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from itertools import groupby
from typing import Final, NamedTuple

from fairyscore.notation.clocks.times import times_of
from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import Record, numbered
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import clean, shown
from fairyscore.notation.tournament.field import round_key
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.report import Grid, cross_table, remarks, schedule, summary, team_table
from fairyscore.notation.tournament.table import Table
from fairyscore.render.content_policy import policy
from fairyscore.render.drawing import diagram
from fairyscore.render.idiom import notation_here
from fairyscore.render.story.builder import story_of
from fairyscore.render.story.model import Story
from fairyscore.render.viewer.page import Design, parts

GAMES_PAGE: Final = "games.html"
FEED: Final = "feed.xml"
BOARD: Final = "45mm"
NEWEST: Final = 50
"""Moves in the feed."""

STYLE: Final = (
    "body{font-family:sans-serif;max-width:70em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "h1{font-size:1.6em}td,th{border:1px solid;padding:.2em .5em;text-align:right;white-space:nowrap}"
    "td:nth-child(2){text-align:left}"
    ".boards{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0;max-width:14em}img{width:100%;height:auto}"
)


class SourceRecord(NamedTuple):
    """A record of the tournament: its file, its line there, and the verdict on it."""

    file: str
    line: int
    verdict: Verdict


# -- tables -----------------------------------------------------------------------------------------------------------


def tables_page(tables: Sequence[Table]) -> str:
    """The tables of tournaments as one HTML page."""
    title = shown(tables[0].name, 200) if tables else ""
    return _page(title or "Tournament", [_table_section(table, places=True) for table in tables])


def _page(title: str, body: Iterable[str], *, links: str = "") -> str:
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{html.escape(policy(STYLE))}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title>{links}<style>{STYLE}</style>"
    )
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *body, "</body></html>"]
    return "".join(f"{line}\n" for line in lines)


def _table_section(table: Table, *, places: bool) -> str:
    """The tables of a tournament with its remarks. places: with the files of the arbiter."""
    lines = [f"<h1>{html.escape(summary(table))}</h1>"]
    if teams := team_table(table):
        lines += ["<h2>Teams</h2>", *_table_lines(teams), "<h2>Players</h2>"]
    lines += _table_lines(cross_table(table))
    if table.matches:
        lines += ["<h2>Matches</h2>", *_list(schedule(table))]
    if found := remarks(table, places=places):
        lines += ["<h2>Remarks</h2>", *_list(found)]
    return "\n".join(lines)


def _table_lines(grid: Grid) -> Iterator[str]:
    heading, *rows = grid
    yield "<table>"
    yield _row("th", heading)
    yield from (_row("td", row) for row in rows)
    yield "</table>"


def _row(kind: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{html.escape(text)}</{kind}>' for text in cells)}</tr>"


def _list(texts: Iterable[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{html.escape(text)}</li>" for text in texts)
    yield "</ul>"


# -- the site ---------------------------------------------------------------------------------------------------------


def site(tables: Sequence[Table], records: Iterable[SourceRecord]) -> Iterator[tuple[str, bytes]]:
    """The files of the site, each with its name. records: those of the games."""
    title = (shown(tables[0].name, 200) if tables else "") or "Tournament"
    games = [game for table in tables for game in table.games]
    verdicts = {(one.file, one.line): one.verdict for one in records}
    numbers, stories = _stories(games, verdicts)
    boards = [
        _TournamentBoard(game, verdicts[game.file, game.line], numbers[game])
        for game in numbers
        if game.status is Status.UNFINISHED and game.plies
    ]
    feed = _feed(title, _newest_moves(numbers, verdicts))
    body = [_table_section(table, places=False) for table in tables]
    if boards:
        figures = "\n".join(_figure(board, numbers) for board in boards)
        body.append(f'<h2>Games that go on</h2>\n<div class="boards">\n{figures}\n</div>')
    links = f'<link rel="alternate" type="application/atom+xml" title="Moves" href="{FEED}">' if feed else ""
    page = _page(title, [*body, *_rounds(games, numbers)], links=links)
    yield "index.html", page.encode()
    for board in boards:
        yield f"board-{board.number}.svg", diagram(board.position, size=BOARD, plain=True).svg().encode()
    if feed:
        yield FEED, feed.encode()
    if stories:
        yield GAMES_PAGE, "".join(parts(stories, Design(), title=title)).encode()


Verdicts = Mapping[tuple[str, int], Verdict]
Numbers = dict[TournamentGame, int]
"""The games that have a record, each with its number on the page of games."""


def _stories(games: Iterable[TournamentGame], verdicts: Verdicts) -> tuple[Numbers, list[Story]]:
    numbers: Numbers = {}
    stories: list[Story] = []
    for game in games:
        verdict = verdicts.get((game.file, game.line))
        story = story_of(verdict) if verdict is not None and game.file else None
        if story is not None:
            stories.append(story)
            numbers[game] = len(stories)
    return numbers, stories


def _rounds(games: Sequence[TournamentGame], numbers: Numbers) -> Iterator[str]:
    """Each round with its games, and a link to each that has a record."""
    ordered = sorted(games, key=lambda game: round_key(game.round))
    for name, played in groupby(ordered, key=lambda game: game.round):
        yield f"<h2>{html.escape(f'Round {shown(name, 20)}' if name else 'Games')}</h2>\n<ul>"
        yield from (f"<li>{_line(game, numbers)}</li>" for game in played)
        yield "</ul>"


def _line(game: TournamentGame, numbers: Numbers) -> str:
    players = html.escape(_players(game))
    linked = f'<a href="{GAMES_PAGE}#g{numbers[game]}">{players}</a>' if game in numbers else players
    status = game.result if game.status is Status.PLAYED else f"{game.result} ({game.status.value})"
    return f"{linked}, {html.escape(game.variant or 'chess')}: {html.escape(status)}"


def _players(game: TournamentGame) -> str:
    return " - ".join(shown(player, 60) for player in game.players)


class _TournamentBoard(NamedTuple):
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


def _figure(board: _TournamentBoard, numbers: Numbers) -> str:
    """The picture of a position with its game, and who has which move."""
    state = board.position.state
    player = shown(board.game.players[state.turn], 60)
    waiting = html.escape(f"{player} has move {numbered(state)}")
    image = f'<img src="board-{board.number}.svg" loading="lazy" alt="The position: {waiting}">'
    return f"<figure>{image}<figcaption>{_line(board.game, numbers)}. {waiting}</figcaption></figure>"


# -- the feed ---------------------------------------------------------------------------------------------------------


class _FeedMove(NamedTuple):
    """A move with a date. number: of its game on the page of games; ply: from 1."""

    date: datetime
    move: str
    game: TournamentGame
    number: int
    ply: int


def _newest_moves(numbers: Numbers, verdicts: Verdicts) -> list[_FeedMove]:
    """The newest moves that have a date, the latest first."""
    found: list[_FeedMove] = []
    for game, number in numbers.items():
        record = verdicts[game.file, game.line].record
        if record is not None:
            found += _dated_moves(game, number, record)
    return sorted(found, key=lambda one: (one.date, one.number, one.ply), reverse=True)[:NEWEST]


def _dated_moves(game: TournamentGame, number: int, record: Record) -> Iterator[_FeedMove]:
    notation = notation_here(record.game)
    for ply, (state, played) in enumerate(record.steps(record.start()), 1):
        moved = times_of(*played.comments).moved
        if moved is None:
            continue
        made = datetime.combine(moved.day, moved.time or time())
        made = made if made.tzinfo else made.replace(tzinfo=UTC)  # a date without a zone is taken as UTC
        text = f"{numbered(state)} {notation.write(state.copy(), played.move, record.game)}"
        yield _FeedMove(made, text, game, number, ply)


def _feed(title: str, moves: Sequence[_FeedMove]) -> str:
    """An Atom feed (RFC 4287) of moves; empty where no move has a date."""
    if not moves:
        return ""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_xml(title)}</title>",
        f"<id>{_urn(title)}</id>",
        f"<updated>{moves[0].date.isoformat()}</updated>",
        f"<author><name>{_xml(title)}</name></author>",
        f'<link rel="self" href="{FEED}"/>',
        '<link href="index.html"/>',
        *(_entry(title, move) for move in moves),
        "</feed>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _entry(title: str, move: _FeedMove) -> str:
    game = move.game
    heading = f"{move.move}: {_players(game)}"
    round_name = f"Round {shown(game.round, 20)}, " if game.round else ""
    parts = [
        f"<title>{_xml(heading)}</title>",
        f"<id>{_urn(title, game.round, game.variant, *game.players, str(move.ply))}</id>",
        f"<updated>{move.date.isoformat()}</updated>",
        f'<link href="{GAMES_PAGE}#g{move.number}"/>',
        f"<summary>{_xml(round_name + (game.variant or 'chess'))}</summary>",
    ]
    return f"<entry>{''.join(parts)}</entry>"


def _xml(text: str) -> str:
    return html.escape(clean(text))


def _urn(*names: str) -> str:
    """The same name for the same thing, whenever the site is made."""
    return uuid.uuid5(uuid.NAMESPACE_OID, "\n".join(names)).urn
