"""Rounds of a Swiss tournament in which a player has no opponent: byes that the plan states, and absences.

>>> from fairyscore.notation.tournament.plan import Bye, Entry
>>> players = tuple(Entry(name) for name in ("Anna", "Bert", "Cleo", "Dora"))
>>> plan = Plan("Cup", pairings="swiss", players=players, byes=(Bye("Cleo", "1", Status.HALF_POINT_BYE),))
>>> won = TournamentGame("Cup", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED, 40)
>>> [(game.players[0], game.result, game.status.value) for game in with_byes([won], plan)[1:]]
[('Cleo', '1/2', 'half-point bye'), ('Dora', '0', 'zero-point bye')]
"""

from collections.abc import Iterable

from fairyscore.notation.tournament.games import BYES, Status, TournamentGame
from fairyscore.notation.tournament.plan import Plan


def with_byes(games: Iterable[TournamentGame], plan: Plan) -> list[TournamentGame]:
    """The games with a game of one player for each bye of the rounds that are paired.

    A player without game and bye in such a round, who entered late or has left, has a zero-point bye.
    """
    found = list(games)
    if plan.pairings != "swiss":
        return found
    stated = {(bye.player, bye.round): bye.status for bye in plan.byes}
    paired_byes = [bye.round for bye in plan.byes if bye.status is Status.BYE]
    for name in dict.fromkeys([*(game.round for game in found), *paired_byes]):
        paired = {player for game in found if game.round == name for player in game.players}
        for player in (entry.name for entry in plan.players if entry.name not in paired):
            status = stated.get((player, name), Status.ZERO_POINT_BYE)
            found.append(TournamentGame(plan.name, name, "", (player,), BYES[status], status))
    return found
