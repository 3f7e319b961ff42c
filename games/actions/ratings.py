"""Ratings (OpenSkill): a match is twenty hands of a table, ranked by the chips they brought.

One hand is mostly luck, and rating each would lock its players' rows with every hand; so each
twentieth hand of a table rates the twenty, in the transaction that settles it. Bots are never
rated. Everything follows from the stored hands, so it can be computed again.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, F, Sum
from openskill.models import PlackettLuce

from accounts.models import User
from games.models import Hand, HandSeat, Rating
from games.statistics.books import book_of

BATCH = 20
LEAST_HANDS = 5
"""Hands of the batch that a player must have been dealt to be rated in it."""

_MODEL = PlackettLuce()
_UPSERT = """
INSERT INTO games_rating (user_id, game, mu, sigma, points, matches)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::float8[], %s::float8[], %s::int[], %s::int[])
ON CONFLICT (user_id, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    points = excluded.points, matches = excluded.matches
"""


class Match(NamedTuple):
    """A batch: its game, and the chips it brought each person."""

    game: str
    nets: dict[uuid.UUID, int]


def points_of(mu: float, sigma: float) -> int:
    """The careful estimate as people know ratings: 1000 for a newcomer, about 2000 at most."""
    return round(1_000 + 40 * (mu - 3 * sigma))


def rate_batches(ends: Iterable[tuple[uuid.UUID, int]]) -> None:
    """Rate the batches that end with these hands (table, number); other numbers end none."""
    full = [(table, number) for table, number in ends if number % BATCH == 0]
    rate([match for end in full if (match := _match(*end)) is not None])


def rate_all() -> None:
    """Compute every rating anew, match after match in the order in which they ended."""
    Rating.objects.all().delete()
    finished = Hand.objects.filter(status=Hand.Status.FINISHED)
    ends = finished.annotate(rest=F("number") % BATCH).filter(rest=0)
    for end in ends.order_by("finished_at", "pk").values_list("table_id", "number"):
        rate_batches([end])


def _match(table_id: uuid.UUID, number: int) -> Match | None:
    """The batch that ends with this hand, None when fewer than two people can be rated."""
    played = HandSeat.objects.filter(
        hand__table_id=table_id,
        hand__number__range=(number - BATCH + 1, number),
        hand__status=Hand.Status.FINISHED,
    ).exclude(user__kind__in=(User.Kind.BOT, User.Kind.ROBOT))
    rows = (
        played.values("game", "user_id")
        .annotate(dealt=Count("id"), chips=Sum("net"))
        .filter(dealt__gte=LEAST_HANDS)
        .order_by("user_id")
    )
    nets = {row["user_id"]: row["chips"] for row in rows if book_of(row["game"]).between_players}
    return Match(rows[0]["game"], nets) if len(nets) > 1 else None


def rate(matches: Sequence[Match]) -> None:
    """Take these matches into the ratings, one after the other."""
    keys = sorted({(user_id, match.game) for match in matches for user_id in match.nets})
    if not keys:
        return
    held = {
        (row.user_id, row.game): row
        for row in Rating.objects.select_for_update()
        .filter(pk__in=keys)
        .order_by("user_id", "game")
    }
    for user_id, game in keys:
        held.setdefault((user_id, game), _newcomer(user_id, game))
    for match in matches:
        _play(match, held)
    rows = [held[key] for key in keys]
    with connection.cursor() as cursor:
        cursor.execute(
            _UPSERT,
            [
                [getattr(row, name) for row in rows]
                for name in ("user_id", "game", "mu", "sigma", "points", "matches")
            ],
        )


def _newcomer(user_id: uuid.UUID, game: str) -> Rating:
    return Rating(user_id=user_id, game=game, mu=_MODEL.mu, sigma=_MODEL.sigma, matches=0)


def _play(match: Match, held: dict[tuple[uuid.UUID, str], Rating]) -> None:
    rows = [held[user_id, match.game] for user_id in match.nets]
    order = sorted(match.nets.values(), reverse=True)
    ranks = [float(order.index(net)) for net in match.nets.values()]
    teams = [[_MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in rows]
    for row, (after,) in zip(rows, _MODEL.rate(teams, ranks=ranks), strict=True):
        row.mu, row.sigma, row.matches = after.mu, after.sigma, row.matches + 1
        row.points = points_of(after.mu, after.sigma)
