"""Players who leave a tournament: what becomes of their games.

>>> from fairyscore.notation.tournament.plan import WithdrawalKind, Entry, Withdrawal
>>> won = TournamentGame("Cup", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED, 40)
>>> rest = TournamentGame("Cup", "2", "chess", ("Cleo", "Anna"), "*", Status.NOT_BEGUN)
>>> def left(effect):
...     plan = Plan(withdrawals=(Withdrawal("Anna", "2026.05.01", effect),))
...     return [(game.result, game.status.value) for game in with_withdrawals([won, rest], plan)]
>>> left(WithdrawalKind.FORFEIT)
[('1-0', 'played'), ('1-0', 'forfeit')]
>>> left(WithdrawalKind.ANNUL)
[('1-0', 'annulled'), ('*', 'annulled')]
"""

from collections.abc import Iterable, Sequence

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Plan, Withdrawal, WithdrawalKind


def with_withdrawals(games: Iterable[TournamentGame], plan: Plan) -> list[TournamentGame]:
    """The games as the withdrawals of the plan leave them. What is decided or ruled stands, unless all is annulled."""
    return [_left(game, withdrawals_of(plan, game.players)) for game in games]


def withdrawals_of(plan: Plan, players: Sequence[str]) -> list[Withdrawal]:
    """Those of some players. players: as the plan calls them."""
    return [one for one in plan.withdrawals if one.player in players]


def _left(game: TournamentGame, withdrawals: Sequence[Withdrawal]) -> TournamentGame:
    status = status_left(game, withdrawals)
    if status is game.status:
        return game
    last = withdrawals[-1]
    why = ": ".join(text for text in (f"{last.player} withdrew", last.why) if text)
    result = _forfeited(game.players, withdrawals) if status is Status.FORFEIT else game.result
    return game._replace(status=status, result=result, by=last.by, why=why)


def status_left(game: TournamentGame, withdrawals: Iterable[Withdrawal]) -> Status:
    """The status of a game after its players have withdrawn. A game with moves may wait for an adjudication."""
    effects = {one.effect for one in withdrawals}
    if WithdrawalKind.ANNUL in effects:
        return Status.ANNULLED
    if not effects or game.points is not None:
        return game.status
    waits = WithdrawalKind.FORFEIT not in effects and game.plies > 0
    return Status.TO_ADJUDICATE if waits or len(game.players) > 2 else Status.FORFEIT


def _forfeited(players: Sequence[str], withdrawals: Iterable[Withdrawal]) -> str:
    left = {one.player for one in withdrawals}
    return "-".join("0" if player in left else "1" for player in players)
