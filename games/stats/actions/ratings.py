"""Ratings (OpenSkill): a match is twenty hands of a table, ranked by the chips won.

A single hand is mostly luck, and rating each would lock its players' rows for every hand. So each
twentieth hand of a table rates the twenty, in the transaction that settles it. Bots are not rated.
Everything is derived from the stored hands, so it can be recomputed: all of it, or, when a hand is
voided, its match and the matches that depend on it.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, F, Sum
from openskill.models import PlackettLuce

from accounts.people.models import User
from games.hands.models import Hand, HandSeat
from games.stats.counters.registry import counter_of
from games.stats.models import Rating, RatingStep

BATCH = 20
LEAST_HANDS = 5
"""Hands of the batch that a player must have been dealt to be rated."""

_MODEL = PlackettLuce()
_UPSERT = """
INSERT INTO games_rating (user_id, game, mu, sigma, points, matches)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::float8[], %s::float8[], %s::int[], %s::int[])
ON CONFLICT (user_id, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    points = excluded.points, matches = excluded.matches
"""


class Match(NamedTuple):
    """A batch: its last hand, its game, and the net chips of each user."""

    hand: uuid.UUID
    game: str
    nets: dict[uuid.UUID, int]


def points_of(mu: float, sigma: float) -> int:
    """The conservative estimate on a familiar scale: 1000 for a new player, about 2000 at most."""
    return round(1_000 + 40 * (mu - 3 * sigma))


class End(NamedTuple):
    """A hand that may be the last one of a batch."""

    hand: uuid.UUID
    table: uuid.UUID
    number: int


def rate_batches(ends: Iterable[End]) -> None:
    """Rate the batches that end with these hands; other hand numbers end no batch."""
    full = [end for end in ends if end.number % BATCH == 0]
    rate([match for end in full if (match := _match(end)) is not None])


def rate_all() -> None:
    """Recompute every rating, match by match in the order in which they ended."""
    Rating.objects.all().delete()
    RatingStep.objects.all().delete()
    finished = Hand.objects.filter(status=Hand.Status.FINISHED)
    ends = finished.annotate(rest=F("number") % BATCH).filter(rest=0)
    for end in ends.order_by("finished_at", "pk").values_list("pk", "table_id", "number"):
        rate_batches([End(*end)])


def rate_again(hand: Hand) -> None:
    """Recompute the ratings that depend on a hand that has just been voided, and no others.

    These are its match, if it was rated, and later matches of users whose ratings change. Other
    matches wait until this transaction ends.
    """
    number = -(-hand.number // BATCH) * BATCH
    last = Hand.objects.filter(table_id=hand.table_id, number=number).values("pk")
    first = RatingStep.objects.filter(hand_id__in=last).order_by("id").first()
    if first is None:
        return
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_rating IN EXCLUSIVE MODE")
    before, matches = _dependent(first)
    RatingStep.objects.filter(hand_id__in=matches).delete()
    Rating.objects.filter(game=hand.game, user__in=before).delete()
    _store([row for row in before.values() if row.matches])
    finished = Hand.objects.filter(pk__in=matches, status=Hand.Status.FINISHED)
    ends = {row[0]: End(*row) for row in finished.values_list("pk", "table_id", "number")}
    rate_batches(ends[one] for one in matches if one in ends)


def _dependent(first: RatingStep) -> tuple[dict[uuid.UUID, Rating], list[uuid.UUID]]:
    """The ratings before a match of all users who depend on it, and the matches to rate again."""
    later = RatingStep.objects.filter(game=first.game, id__gte=first.id)
    people: dict[uuid.UUID, list[RatingStep]] = {}
    for step in later.order_by("id"):
        people.setdefault(step.hand_id, []).append(step)
    before: dict[uuid.UUID, Rating] = {}
    matches = []
    for match, steps in people.items():
        if match == first.hand_id or any(step.user_id in before for step in steps):
            matches.append(match)
            for step in steps:
                before.setdefault(step.user_id, _rating_before(step))
    return before, matches


def _rating_before(step: RatingStep) -> Rating:
    return Rating(
        user_id=step.user_id,
        game=step.game,
        mu=step.mu,
        sigma=step.sigma,
        points=points_of(step.mu, step.sigma),
        matches=step.matches,
    )


def _match(end: End) -> Match | None:
    """The batch that ends with this hand; None if fewer than two users can be rated."""
    played = HandSeat.objects.filter(
        hand__table_id=end.table,
        hand__number__range=(end.number - BATCH + 1, end.number),
        hand__status=Hand.Status.FINISHED,
    ).exclude(user__kind__in=(User.Kind.BOT, User.Kind.REGISTERED_BOT))
    rows = (
        played.values("game", "user_id")
        .annotate(dealt=Count("id"), chips=Sum("net"))
        .filter(dealt__gte=LEAST_HANDS)
        .order_by("user_id")
    )
    nets = {row["user_id"]: row["chips"] for row in rows if counter_of(row["game"]).between_players}
    return Match(end.hand, rows[0]["game"], nets) if len(nets) > 1 else None


def rate(matches: Sequence[Match]) -> None:
    """Apply these matches to the ratings, in order."""
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
    RatingStep.objects.bulk_create(
        [step for match in matches for step in _play(match, held)], batch_size=1_000
    )
    _store([held[key] for key in keys])


def _store(rows: Sequence[Rating]) -> None:
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


def _play(match: Match, held: dict[tuple[uuid.UUID, str], Rating]) -> list[RatingStep]:
    """Apply one match to the ratings held; returns their previous values."""
    rows = [held[user_id, match.game] for user_id in match.nets]
    steps = [
        RatingStep(
            hand_id=match.hand,
            user_id=row.user_id,
            game=match.game,
            mu=row.mu,
            sigma=row.sigma,
            matches=row.matches,
        )
        for row in rows
    ]
    order = sorted(match.nets.values(), reverse=True)
    ranks = [float(order.index(net)) for net in match.nets.values()]
    teams = [[_MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in rows]
    for row, (after,) in zip(rows, _MODEL.rate(teams, ranks=ranks), strict=True):
        row.mu, row.sigma, row.matches = after.mu, after.sigma, row.matches + 1
        row.points = points_of(after.mu, after.sigma)
    return steps
