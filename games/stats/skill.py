"""Skill by OpenSkill (Plackett-Luce): what is known of a player, and what a match tells.

Pure. A match ranks its players; who they are and where their estimates are kept is the caller's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_POINTS_FACTOR = 40


class Estimate(NamedTuple):
    """A player's skill at a game after a number of matches: its mean and standard deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0

    @property
    def points(self) -> int:
        """The mean on the scale of `points_of`: 2000 for a new player."""
        return round(1_000 + _POINTS_FACTOR * self.mu)

    @property
    def margin(self) -> int:
        """Half of the 95 % interval of `points`."""
        return round(1.96 * _POINTS_FACTOR * self.sigma)


def points_of(mu: float, sigma: float) -> int:
    """The conservative estimate on a familiar scale: 1000 for a new player, about 2000 at most."""
    return round(1_000 + _POINTS_FACTOR * (mu - 3 * sigma))


def after_match(players: Sequence[Estimate], results: Sequence[float]) -> list[Estimate]:
    """The estimates after a match in which more is better and equal results are a draw."""
    order = sorted(results, reverse=True)
    ranks = [float(order.index(result)) for result in results]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in players]
    rated = _MODEL.rate(teams, ranks=ranks)
    return [
        Estimate(new.mu, new.sigma, one.matches + 1)
        for one, (new,) in zip(players, rated, strict=True)
    ]
