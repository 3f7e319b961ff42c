"""Hands whose figures are known."""

from django.utils import timezone

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.stats.counters.registry import counter_of
from games.stats.models import (
    PlayerStats,
    Rating,
)
from games.stats.queries.sums import PERIODS, start_of
from tests.games.room import as_people


def stand(name, net, hands=120):
    """A user with the same statistics in every period, and a rating."""
    user = create_guest(name=name)
    as_people(user)
    for period in PERIODS:
        PlayerStats.objects.create(
            game="teen_patti",
            plays_for="chips",
            period=period,
            user=user,
            hands=hands,
            won=30,
            start=start_of(period, timezone.now().date()),
            net=net,
            best_pot=400,
            counts=[1] * len(counter_of("teen_patti").counters),
            ranked_hands=hands,
            ranked_won=30,
            ranked_net=net,
            ranked_best_pot=400,
        )
    Rating.objects.create(user=user, game="teen_patti", mu=27, sigma=3, points=1_200, matches=12)
    return User.objects.get(pk=user.pk)
