"""People with a place in leaderboards."""

import datetime

from accounts.people.actions import users
from accounts.people.models import User
from games.stats.counters.registry import counter_of
from games.stats.models import (
    PlayerStats,
)
from games.stats.queries.sums import start_of

NOW = datetime.datetime(2026, 3, 18, 12, tzinfo=datetime.UTC)
COUNTS = [30, 12, 20, 10, 40, 10, 6, 250]


def person(name, kind="person"):
    if kind == "bot":
        return users.create_bot(name=name, level="easy")
    made = users.create_guest(name=name)
    User.objects.filter(pk=made.pk).update(kind=kind)
    return made


def stand(user, net, *, hands=100, won=20, pot=500, game="holdem", day=None):
    """The same statistics in every period of a day, NOW's without one."""
    for period in ("day", "week", "month", "all"):
        PlayerStats.objects.create(
            game=game,
            plays_for="chips",
            period=period,
            start=start_of(period, day or NOW.date()),
            user=user,
            hands=hands,
            won=won,
            net=net,
            best_pot=pot,
            counts=COUNTS[: len(counter_of(game).counters)],
            ranked_hands=hands,
            ranked_won=won,
            ranked_net=net,
            ranked_best_pot=pot,
            ranked_centi_bb=COUNTS[-1] if game == "holdem" else 0,
        )
    return user


def listed(found):
    return [(row.place, row.name, row.text) for row in found.rows]
