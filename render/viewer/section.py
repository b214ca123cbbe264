"""A game on a page: its heading, the board with what belongs to it, and the moves. All of it is there without a program.

The main line is a grid: a column for the numbers and one for each player; what stands between the moves goes across.
Variations run on as in books, the first ones each in a paragraph, those within them in brackets.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from fairyscore.notation.clocks.times import DAY, HOUR, SECOND, write_duration
from fairyscore.render import prose
from fairyscore.render.board import kind_of
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.story.model import Fault, MoveEvent, Remark, Story, StoryDiagram, StoryLine, Unjudged, in_words
from fairyscore.render.viewer.board_scene import EMPTY, BoardScene
from fairyscore.render.viewer.markup import escaped, name, tag
from fairyscore.render.viewer.page_data import written


def event(story: Story) -> str:
    """The event, where the record names one: a heading without one has another title."""
    return story.heading.title if story.heading.title == story.record.tag("Event").strip() else ""


def section(story: Story, stage: BoardScene, number: int, prefix: str, level: int) -> Iterator[str]:
    """A game. number: in the page, from 1. prefix: of the keys of its moves. level: of its heading."""
    yield f'<section class="game" id="g{number}" aria-labelledby="g{number}-title">'
    yield from _heading(story, number, level)
    yield '<div class="desk"><div class="stage">'
    above, below = stage.hands(story.last)
    yield above + stage.picture(story.last, "board", title=story.called) + below
    move = prose.last_move(story.last)
    status = f"{move}: " if move else ""
    yield f'<p class="status">{escaped(status + prose.status(story.last))}</p>'
    yield '</div><div class="side">'
    yield from _players(story, stage)
    yield from _held(story)
    yield f'<div class="score" role="region" aria-label="{escaped(translated("Moves"))}" tabindex="0" id="g{number}-moves">'
    yield from _moves(story.line, prefix, partial(_figure, stage, number), len(story.game.seats))
    if story.fault is not None:
        yield _fault_note(story.fault, prefix)
    how = f" {escaped(story.close.how)}" if story.close.how else ""
    yield f'<p class="close"><strong>{escaped(story.close.result)}</strong>{how}</p>'
    yield '</div><details class="words"><summary>' + escaped(translated("The position in words")) + "</summary>"
    yield f"<p>{escaped(prose.described(story.last))}</p></details></div></div></section>"


def called(story: Story) -> str:
    """The name of the game as HTML: who played, where somebody knows."""
    players = story.heading.players
    if not any(players):
        return escaped(story.called)
    nobody = (escaped(player(story.game, seat)) for seat in range(len(players)))
    return " – ".join(name(player) if player else seat for player, seat in zip(players, nobody, strict=True))


def _heading(story: Story, number: int, level: int) -> Iterator[str]:
    yield f'<header class="heading"><h{level} id="g{number}-title" tabindex="-1">{called(story)} '
    yield f'<span class="result">{escaped(story.close.result)}</span></h{level}>'
    if any(story.heading.players) and event(story):
        yield f'<p class="event">{name(event(story))}</p>'
    details = story.heading.details
    rows = (f"<div><dt>{escaped(translated(term))}</dt> <dd>{name(value)}</dd></div>" for term, value in details)
    yield f'<dl class="details">{"".join(rows)}</dl></header>'


def _players(story: Story, stage: BoardScene) -> Iterator[str]:
    """Every player with one of his pieces, and the pieces that he has lost."""
    kind = next((stage.looks[look][2] for look in stage.placement(story.start) if look != EMPTY), 0)
    yield f'<ul class="players" aria-label="{escaped(translated("Players"))}">'
    for seat in range(len(story.game.seats)):
        icon = stage.icon(stage.look((seat, kind)))
        lost = sorted((piece for piece in story.last.lost if piece[0] == seat), key=lambda piece: piece[1])
        names = ", ".join(translated(story.game.piece_types[kind].name) for _, kind in lost)
        label = escaped(translated("lost: {pieces}", pieces=names))
        tray = "".join(stage.icon(stage.look(piece)) for piece in lost)
        about = f'<span class="tray" role="img" aria-label="{label}">{tray}</span>' if lost else ""
        who = story.heading.players[seat]
        seated = player(story.game, seat)
        shown = f'{name(who)} <span class="seat">{seated}</span>' if who else capital(seated)
        yield f'<li data-seat="{seat}">{icon}<span class="who">{shown}</span>{about}</li>'
    yield "</ul>"


def _held(story: Story) -> Iterator[str]:
    """Who stands on the fields of which that matters, now; and for readers of print, when that changed."""
    if not story.holdings:
        return
    table = story.last.state
    kind = kind_of(story.game, story.game.scenery.held[0])
    yield f'<table class="held"><caption>{escaped(translated(f"{kind.capitalize()}s"))}</caption><tbody>'
    for cell, holding in zip(story.game.scenery.held, story.holdings, strict=True):
        piece = table.piece_at(cell)
        holder = escaped(player(story.game, piece[0]) if piece else translated("nobody"))
        yield f'<tr><th scope="row">{escaped(holding.field)}</th><td class="holder" data-cell="{cell}">{holder}</td></tr>'
    yield "</tbody></table>"


def _figure(stage: BoardScene, number: int, figure: StoryDiagram) -> str:
    title = translated("Diagram {number} of game {game}", number=figure.number, game=number)
    picture = stage.picture(figure.moment, "small", title=title)
    caption = (
        f"<b>{escaped(translated('Diagram {number}', number=figure.number))}</b> {escaped(figure.caption)}".rstrip()
    )
    return f'<figure class="diagram">{picture}<figcaption>{caption}</figcaption></figure>'


def _fault_note(fault: Fault, prefix: str) -> str:
    last = escaped(translated("Show the last legal move."))
    where = f' <a class="to" href="#{prefix}{fault.key}">{last}</a>' if fault.key else ""
    rest = (
        f'<p class="rest">{escaped(translated("Not judged:"))} <q>{escaped(fault.rest)}</q></p>' if fault.rest else ""
    )
    place = f", {escaped(fault.place)}" if fault.place else ""
    what = escaped(translated("The record is at fault here" if fault.rest else "The record has a fault"))
    sentence = f"<p><strong>{what}{place}.</strong> {escaped(fault.message.rstrip('.'))}.{where}</p>"
    return tag("div", sentence + rest, class_="flaw", role="note")


# -- moves ------------------------------------------------------------------------------------------------------------

Drawn = Callable[[StoryDiagram], str]  # how a figure is drawn


def _moves(line: StoryLine, prefix: str, drawn: Drawn, seats: int = 0) -> Iterator[str]:
    """A line of moves. prefix: of all keys, which are the ids of links. seats: how many play, of the main line."""
    kind, thin, blank = ("p", "", "") if seats else ("span", "\u202f", " ")
    yield from (_remark(item, kind, drawn) + blank for item in line.intro)
    yield f'<div class="line seats-{seats}">' if seats and line.steps else ""
    for step in line.steps:
        if step.starts:
            yield f"<i>{step.number}</i>{thin}"  # no blank: on paper, where the main line runs on, a line would end there
        yield _link(step, prefix) + " "
        aside = [tag(kind, escaped(news), class_="news") + blank for news in step.news]
        for item in step.annotations:
            if isinstance(item, StoryLine):
                inner = "".join(_moves(item, prefix, drawn))
                aside.append(tag("div", inner if seats else f"({inner.rstrip()})", class_="variation") + blank)
            else:
                aside.append(_remark(item, kind, drawn) + blank)
        if aside:
            yield tag("div", aside, class_="aside") if seats else "".join(aside)
    yield "</div>" if seats and line.steps else ""


def _link(step: MoveEvent, prefix: str) -> str:
    """A move, its glyphs in the link; signs that have none stand after it in words."""
    key, glyphs, words = f"{prefix}{step.key}", "", ""
    for nag, glyph in zip(step.nags, step.glyphs, strict=True):
        meaning = in_words(nag)
        if meaning and glyph.startswith("$"):
            words += f' <span class="sign">{escaped(meaning)}</span>'
        else:
            title = f' title="{escaped(meaning)}"' if meaning else ""
            glyphs += f"<b{title}>{escaped(glyph)}</b>"
    return f'<a class="s{step.seat}" id="{key}" href="#{key}">{_move(step.text)}{glyphs}{_beside(step)}</a>{words}'


def _beside(step: MoveEvent) -> str:
    """The evaluation of a move, and the time left on the clock."""
    if step.evaluation is None and step.left is None:
        return ""
    parts = (written(step.evaluation) if step.evaluation else "", "" if step.left is None else _clock(step.left))
    return f'<small class="beside">{escaped(" ".join(filter(None, parts)))}</small>'


def _clock(left: int) -> str:
    """`1:02:03`; of long times the days, as the program has it (`time` of parts.js)."""
    if left >= 72 * HOUR:
        return translated("{count} days", count=left // DAY)
    return write_duration(left // SECOND * SECOND)


_move = lru_cache(maxsize=4096)(escaped)  # the notation of a move as HTML: few are met often


def _remark(item: Remark | StoryDiagram, kind: str, drawn: Drawn) -> str:
    if isinstance(item, StoryDiagram):
        return drawn(item)
    if isinstance(item, Unjudged):
        return f'<{kind} class="unjudged">{escaped(translated("not judged:"))} <q>{escaped(item.text)}</q></{kind}>'
    return f'<{kind} class="comment" dir="auto">{escaped(item.text)}</{kind}>'
