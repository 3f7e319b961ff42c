"""Ratings (OpenSkill): a match is twenty hands of a table, ranked by the chips won.

A single hand is mostly luck, and rating each would lock its players' rows for every hand. So each
twentieth hand of a table rates the twenty, in the transaction that settles it. Of these, only hands
with `Hand.ranked` count. Bots are not rated.
Everything is derived from the stored hands, so it can be recomputed: all of it, or, when a hand is
voided, its match and the matches that depend on it.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F

from core.runtime.sql import Statement, as_json, run
from games.hands.models import Hand
from games.stats.counters.registry import counter_of
from games.stats.models import Rating, RatingStep
from games.stats.queries.sums import public_hands
from games.stats.skill import Estimate, after_match, points_of

BATCH_HANDS = 20
MATCH_HANDS_MIN = 5
"""Hands of the batch that a player must have been dealt to be rated."""

_NETS = """
SELECT r.hand, h.game, s.user_id, sum(s.net)::bigint
FROM jsonb_to_recordset(%s::jsonb) AS r(hand uuid, "table" uuid, number int)
JOIN games_hand h ON h.table_id = r.table AND h.number BETWEEN r.number - %s AND r.number
    AND h.status = 'finished' AND h.ranked
JOIN games_handseat s ON s.hand_id = h.id
JOIN accounts_user u ON u.id = s.user_id AND u.kind NOT IN ('bot', 'registered_bot')
GROUP BY r.hand, h.game, s.user_id HAVING count(*) >= %s
ORDER BY s.user_id
"""
_LOCK = """
SELECT user_id, game, mu, sigma, matches FROM games_rating
WHERE (user_id, game) IN (
    SELECT * FROM jsonb_to_recordset(%s::jsonb) AS r(user_id uuid, game text))
ORDER BY user_id, game FOR UPDATE
"""
_STORE = """
WITH steps AS (
    INSERT INTO games_ratingstep (hand_id, user_id, game, mu, sigma, matches)
    SELECT hand_id, user_id, game, mu, sigma, matches
    FROM jsonb_to_recordset(%s::jsonb) AS r(place int, hand_id uuid, user_id uuid, game text,
        mu float8, sigma float8, matches int)
    ORDER BY place
)
INSERT INTO games_rating (user_id, game, mu, sigma, points, matches)
SELECT user_id, game, mu, sigma, points, matches
FROM jsonb_to_recordset(%s::jsonb) AS r(user_id uuid, game text, mu float8, sigma float8,
    points int, matches int)
ORDER BY user_id, game
ON CONFLICT (user_id, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    points = excluded.points, matches = excluded.matches
"""


_Estimates = dict[tuple[uuid.UUID, str], Estimate]
"""Ratings by user and game."""


class Match(NamedTuple):
    """A batch: its last hand, its game, and the net chips of each user."""

    hand: uuid.UUID
    game: str
    nets: Mapping[uuid.UUID, int]


class End(NamedTuple):
    """A hand that may be the last one of a batch."""

    hand: uuid.UUID
    table: uuid.UUID
    number: int


def batch_ends(ends: Iterable[End]) -> list[End]:
    """Those of these hands that are the last of their batch, by their numbers."""
    return [end for end in ends if end.number % BATCH_HANDS == 0]


def rate_batches(ends: Iterable[End]) -> None:
    """Rate the batches that end with these hands; other hands end no batch."""
    if full := batch_ends(ends):
        rate(_matches(full))


def rate_all() -> None:
    """Recompute every rating, match by match in the order in which they ended."""
    Rating.objects.all().delete()
    RatingStep.objects.all().delete()
    ends = public_hands().annotate(rest=F("number") % BATCH_HANDS).filter(rest=0)
    for end in ends.order_by("finished_at", "pk").values_list("pk", "table_id", "number"):
        rate_batches([End(*end)])


def rate_again(hand: Hand) -> None:
    """Recompute the ratings that depend on a hand that has just been voided, and no others.

    These are its match, if it was rated, and later matches of users whose ratings change. Other
    matches wait until this transaction ends.
    """
    number = -(-hand.number // BATCH_HANDS) * BATCH_HANDS
    last = Hand.objects.filter(table_id=hand.table_id, number=number).values("pk")
    first = RatingStep.objects.filter(hand_id__in=last).order_by("id").first()
    if first is None:
        return
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_rating IN EXCLUSIVE MODE")
    before, matches = _dependent(first)
    RatingStep.objects.filter(hand_id__in=matches).delete()
    Rating.objects.filter(game=hand.game, user__in=before).delete()
    run(_storing([], {(user, hand.game): one for user, one in before.items() if one.matches}))
    finished = Hand.objects.filter(pk__in=matches, status=Hand.Status.FINISHED)
    ends = {row[0]: End(*row) for row in finished.values_list("pk", "table_id", "number")}
    rate_batches(ends[one] for one in matches if one in ends)


def _dependent(first: RatingStep) -> tuple[dict[uuid.UUID, Estimate], list[uuid.UUID]]:
    """The ratings before a match of all users who depend on it, and the matches to rate again."""
    later = RatingStep.objects.filter(game=first.game, id__gte=first.id)
    people: dict[uuid.UUID, list[RatingStep]] = {}
    for step in later.order_by("id"):
        people.setdefault(step.hand_id, []).append(step)
    before: dict[uuid.UUID, Estimate] = {}
    matches = []
    for match, steps in people.items():
        if match == first.hand_id or any(step.user_id in before for step in steps):
            matches.append(match)
            for step in steps:
                before.setdefault(step.user_id, Estimate(step.mu, step.sigma, step.matches))
    return before, matches


def _matches(ends: Sequence[End]) -> list[Match]:
    """The batches that end with these hands, except those in which fewer than two can be rated."""
    asked = as_json([end._asdict() for end in ends])
    (rows,) = run((_NETS, [asked, BATCH_HANDS - 1, MATCH_HANDS_MIN]))
    games: dict[uuid.UUID, str] = {}
    nets: dict[uuid.UUID, dict[uuid.UUID, int]] = {end.hand: {} for end in ends}
    for hand, game, user_id, net in rows:
        if counter_of(game).between_players:
            games[hand], nets[hand][user_id] = game, net
    return [Match(hand, games[hand], of) for hand, of in nets.items() if len(of) > 1]


def rate(matches: Sequence[Match]) -> None:
    """Apply these matches to the ratings, in order."""
    if not matches:
        return
    keys = {(user_id, match.game) for match in matches for user_id in match.nets}
    asked = as_json([{"user_id": user_id, "game": game} for user_id, game in keys])
    (rows,) = run((_LOCK, [asked]))
    held = {(user_id, game): Estimate(*values) for user_id, game, *values in rows}
    steps = [step for match in matches for step in _play(match, held)]
    run(_storing(steps, held))


def _storing(steps: Sequence[Mapping[str, Any]], estimates: _Estimates) -> Statement:
    """The statement that stores steps in this order, and ratings."""
    placed = [{"place": place, **step} for place, step in enumerate(steps)]
    ratings = [
        {"user_id": user_id, "game": game, "points": points_of(one.mu, one.sigma), **one._asdict()}
        for (user_id, game), one in estimates.items()
    ]
    return _STORE, [as_json(placed), as_json(ratings)]


def _play(match: Match, held: _Estimates) -> list[dict[str, Any]]:
    """Apply one match to the ratings held; returns their previous values as steps."""
    before = [held.get((user_id, match.game), Estimate()) for user_id in match.nets]
    steps = []
    after = after_match(before, list(match.nets.values()))
    for user_id, one, new in zip(match.nets, before, after, strict=True):
        held[user_id, match.game] = new
        facts = {"hand_id": match.hand, "user_id": user_id, "game": match.game}
        steps.append(facts | one._asdict())
    return steps
