"""What moves bring about beside moving and capturing, in words: a sentence a row, one for rows that are an explosion."""

from collections.abc import Iterator
from typing import Final

from fairyscore.notation.rules.general.rows import Effect
from fairyscore.notation.rules.wording.context import Context, is_anywhere

BY_ITSELF: Final = ("taken", "joined", "mirrored")
"""What has a sentence of its own, or none."""


def effects(context: Context) -> Iterator[str]:
    """Sentences on the effects of moves beside moving and capturing."""
    blast = context.explosion
    if blast is not None:
        yield from _explosion(context, blast.rows)
    for number, row in enumerate(context.rules.effects):
        if blast is None or row not in blast.rows:
            yield from _effect(context, row, number)


def _explosion(context: Context, rows: tuple[Effect, Effect]) -> Iterator[str]:
    """Of the piece that captures, and of what stands around it."""
    mover, around = rows
    spared = context.names(around.spares - mover.spares)
    yield context.say("effect.blast_but" if spared else "effect.blast", spared=context.nouns(spared))
    if mover.spares:
        yield context.say("effect.blast_immune", pieces=context.nouns(context.names(mover.spares)))
    if around.becomes == "wall":
        yield context.say("effect.blast_wall")


def _effect(context: Context, row: Effect, number: int) -> Iterator[str]:
    every = not row.pieces or context.all_kinds(row.pieces)
    pieces = context.say("influence.any") if every else format(context.nouns(context.names(row.pieces)), "a|or")
    if row.becomes == "joined" and row.on == "mover":
        yield context.say("effect.joined", pieces=pieces)
        joined = [pair for pair in _joined(context, row) if pair]
        if joined:
            yield context.say("effect.joins", list=context.language.join(joined))
    elif row.becomes == "owner" and row.on == "attacked" and row.when == "move" and every:
        yield context.say("effect.owner")
    elif row.own_kind and row.becomes == "gone" and row.on == "mover":
        yield context.say("effect.gone_own_kind", pieces=pieces)
    elif (row.when, row.becomes, row.on) == ("move", "gone", "mover") and not is_anywhere(row.where):
        yield context.say("effect.gone_on", pieces=pieces, where=context.places.of(row.where))
    elif row.becomes == "taken" and row.on == "mover" and not row.taken:
        yield context.say("effect.taken", pieces=pieces)
    elif (row.when, row.becomes, row.on) == ("capture", "wall", "mover") and not row.taken:
        key = "effect.petrify_all" if every else "effect.petrify"
        yield context.say(key, pieces=context.nouns(context.names(row.pieces)))
    elif row.becomes == "mirrored" and row.when == "move" and every and is_anywhere(row.where):
        yield context.say("effect.mirrored")
        if context.royals:
            yield context.say("effect.mirrored_king")
    elif row.on == "mated" and row.becomes == "gone" and row.when == "move" and every and not row.spares:
        yield context.say("effect.mated")
    elif (row.becomes, row.whose) in (("pulled", "enemy"), ("pushed", "own")) and row.when == "move" and row.spares:
        yield context.say(f"effect.{row.becomes}", pieces=pieces, spared=context.nouns(context.names(row.spares)))
    elif row.on in ("faced", "mated") or row.becomes in BY_ITSELF or row.own_kind or not is_anywhere(row.where):
        context.leave_unworded("effect", number)
    else:
        yield _follow_up(context, row, pieces)


def _follow_up(context: Context, row: Effect, pieces: str) -> str:
    """A follow-up of a move in two clauses: its occasion, its change."""
    but = context.say("effect.but", spared=context.nouns(context.names(row.spares))) if row.spares else ""
    taken = context.nouns(context.names(row.taken))
    when = context.say(
        "effect.when_captures_some" if row.taken else f"effect.when_{row.when}", pieces=pieces, taken=taken
    )
    where = "there" if (row.when, row.on) == ("leave", "mover") else row.on
    return when + context.say(f"effect.{where}_{row.becomes}", but=but)


def _joined(context: Context, row: Effect) -> Iterator[str]:
    """Sentences on pieces that join into a third kind."""
    for pair, mark in row.joins.items():
        one, other = pair.split()
        if mark not in (one, other) and all(context.kind_of[each].name for each in (one, other)):
            names = {"one": context.noun(context.kind_of[one].name), "other": context.noun(context.kind_of[other].name)}
            yield context.say("effect.pair", **names, into=context.noun(context.kind_of[mark].name))
