"""A game on a page: its heading, the board with what belongs to it, and the moves. All of it is there without a program."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.render import prose
from fairyscore.render.board import kind_of
from fairyscore.render.language import capital, translated
from fairyscore.render.story.model import Fault, Story, StoryDiagram
from fairyscore.render.viewer.board_scene import EMPTY, BoardScene
from fairyscore.render.viewer.markup import name, said, tag
from fairyscore.render.viewer.moves import moves


def event(story: Story) -> str:
    """The event, where the record names one: a heading without one has another title."""
    return story.heading.title if story.heading.title == story.record.tag("Event").strip() else ""


def section(story: Story, stage: BoardScene, number: int, prefix: str, level: int) -> Iterator[str]:
    """A game. number: in the page, from 1. prefix: of the keys of its moves. level: of its heading."""
    yield f'<section class="game" id="g{number}" aria-labelledby="g{number}-title">'
    yield from _heading(story, number, level)
    yield '<div class="desk"><div class="stage">'
    yield stage.picture(story.last, "board", title=story.called)
    status = f"{story.last.said}: " if story.last.said else ""
    yield f'<p class="status">{said(status + prose.status(story.last))}</p>'
    yield '</div><div class="side">'
    yield from _players(story, stage)
    yield from _held(story, stage)
    yield f'<div class="score" role="region" aria-label="{said(translated("Moves"))}" tabindex="0" id="g{number}-moves">'
    yield from moves(story, prefix, lambda figure: _figure(figure, stage, number))
    if story.flaw is not None:
        yield _flaw(story.flaw, prefix)
    how = f" {said(story.close.how)}" if story.close.how else ""
    yield f'<p class="close"><strong>{said(story.close.result)}</strong>{how}</p>'
    yield '</div><details class="words"><summary>' + said(translated("The position in words")) + "</summary>"
    yield f"<p>{said(prose.described(story.last))}</p></details></div></div></section>"


def _heading(story: Story, number: int, level: int) -> Iterator[str]:
    heading = story.heading
    yield '<header class="heading">'
    players = " – ".join(name(player) if player else "?" for player in heading.players)
    title = players if any(heading.players) else said(story.called)
    result = tag("span", said(story.close.result), class_="result")
    yield tag(f"h{level}", f"{title} {result}", id=f"g{number}-title", tabindex="-1")
    if any(heading.players) and event(story):
        yield tag("p", name(event(story)), class_="event")
    details = (
        f"<div><dt>{said(translated(term))}</dt> <dd>{name(value)}</dd></div>" for term, value in heading.details
    )
    yield tag("dl", details, class_="details")
    yield "</header>"


def _players(story: Story, stage: BoardScene) -> Iterator[str]:
    """Every player with one of his pieces, and the pieces that he has lost."""
    kind = next((stage.looks[look][2] for look in stage.placement(story.start) if look != EMPTY), 0)
    yield f'<ul class="players" aria-label="{said(translated("Players"))}">'
    for seat, player in enumerate(story.game.seats):
        icon = stage.icon(stage.look((seat, kind)))
        lost = sorted((piece for piece in story.last.captured if piece[0] == seat), key=lambda piece: piece[1])
        names = ", ".join(translated(story.game.piece_types[kind].name) for _, kind in lost)
        told = said(translated("lost: {pieces}", pieces=names))
        tray = "".join(stage.icon(stage.look(piece)) for piece in lost)
        about = f'<span class="tray" role="img" aria-label="{told}">{tray}</span>' if lost else ""
        who = story.heading.players[seat]
        seated = translated(player.name)
        shown = f'{name(who)} <span class="seat">{seated}</span>' if who else capital(seated)
        yield f'<li data-seat="{seat}">{icon}<span class="who">{shown}</span>{about}</li>'
    yield "</ul>"


def _held(story: Story, stage: BoardScene) -> Iterator[str]:
    """Who stands on the fields of which that matters, now; and for readers of print, when that changed."""
    if not story.holdings:
        return
    table = story.last.state
    kind = kind_of(story.game, story.game.scenery.held[0])
    yield f'<table class="held"><caption>{said(translated(f"{kind.capitalize()}s"))}</caption><tbody>'
    for cell, holding in zip(story.game.scenery.held, story.holdings, strict=True):
        piece = table.piece_at(cell)
        holder = said(translated(story.game.seats[piece[0]].name if piece else "nobody"))
        yield f'<tr><th scope="row">{said(holding.field)}</th><td class="holder" data-cell="{cell}">{holder}</td></tr>'
    yield "</tbody></table>"


def _figure(figure: StoryDiagram, stage: BoardScene, number: int) -> str:
    words = f" {said(figure.caption)}" if figure.caption else ""
    numbered = said(translated("Diagram {number}", number=figure.number))
    caption = f"<figcaption><b>{numbered}</b>{words}</figcaption>"
    title = translated("Diagram {number} of game {game}", number=figure.number, game=number)
    return f'<figure class="diagram">{stage.picture(figure.moment, "small", title=title)}{caption}</figure>'


def _flaw(flaw: Fault, prefix: str) -> str:
    last = said(translated("Show the last legal move."))
    where = f' <a class="to" href="#{prefix}{flaw.key}">{last}</a>' if flaw.key else ""
    rest = f'<p class="rest">{said(translated("Not judged:"))} <q>{said(flaw.rest)}</q></p>' if flaw.rest else ""
    place = f", {said(flaw.place)}" if flaw.place else ""
    what = said(translated("The record is at fault here" if flaw.rest else "The record has a fault"))
    told = f"<p><strong>{what}{place}.</strong> {said(flaw.message.rstrip('.'))}.{where}</p>"
    return tag("div", told + rest, class_="flaw", role="note")
