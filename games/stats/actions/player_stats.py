"""Maintaining player stats: adding settled hands, subtracting voided ones, and rebuilding.

`counting` is the last statement of the transaction that settles the hands: player stats, pairs and
tallies. Ratings follow it. Rows are written in the order of their keys, so that two transactions
with the same users at different tables cannot deadlock.
"""

import datetime
from collections.abc import Sequence

from django.db import connection, transaction

from core.errors import RequestRefused
from core.runtime.sql import Statement, as_json, run
from games.hands.live_hand import LiveHand
from games.hands.models import Hand
from games.hands.models.archived import archived_months
from games.stats.actions.ratings import rate_all
from games.stats.models import (
    PairFlow,
    PlayerStats,
    Tally,
)
from games.stats.queries.sums import (
    Figures,
    StatsKey,
    Sums,
    folded,
    sums_of_record,
)

BUCKET_DEALS = 100
"""Deals of a shard that are published together."""

_FIELDS = StatsKey._fields + Figures._fields
# One jsonb parameter for all rows: an array parameter for each column costs far more to escape.
# Two unnest() in one select list run in step and keep their order; NULL fills the shorter array.
_PLUS = """ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
    FROM (SELECT unnest({0}) AS a, unnest({1}) AS b) AS u)"""
_STORE = f"""
WITH tallies AS (
    INSERT INTO games_tally AS t (game, shard, hands, waiting, filling, published)
    SELECT game, shard, hands, waiting, counts, '{{}}'
    FROM jsonb_to_recordset(%s::jsonb) AS r(game text, shard smallint, hands bigint,
        waiting int, counts bigint[])
    ORDER BY game, shard
    ON CONFLICT (game, shard) DO UPDATE SET
        hands = t.hands + excluded.hands,
        waiting = CASE WHEN t.waiting + excluded.waiting < {BUCKET_DEALS}
            THEN t.waiting + excluded.waiting ELSE 0 END,
        filling = CASE WHEN t.waiting + excluded.waiting < {BUCKET_DEALS}
            THEN {_PLUS.format("t.filling", "excluded.filling")} ELSE '{{}}' END,
        published = CASE WHEN t.waiting + excluded.waiting < {BUCKET_DEALS} THEN t.published
            ELSE {_PLUS.format("t.published", _PLUS.format("t.filling", "excluded.filling"))} END
), pairs AS (
    INSERT INTO games_pairflow AS p (low_id, high_id, game, month, hands, net)
    SELECT low_id, high_id, game, month, hands, net
    FROM jsonb_to_recordset(%s::jsonb) AS r(low_id uuid, high_id uuid, game text,
        month date, hands int, net bigint)
    ORDER BY low_id, high_id, game, month
    ON CONFLICT (low_id, high_id, game, month) DO UPDATE SET
        hands = p.hands + excluded.hands, net = p.net + excluded.net
)
INSERT INTO games_playerstats AS s
    (game, plays_for, period, start, user_id, hands, won, net, best_pot, counts,
    ranked_hands, ranked_won, ranked_net, ranked_best_pot, ranked_centi_bb)
SELECT game, plays_for, period, start, user_id, hands, won, net, best_pot, counts,
    ranked_hands, ranked_won, ranked_net, ranked_best_pot, ranked_centi_bb
FROM jsonb_to_recordset(%s::jsonb) AS r(game text, plays_for text, period text,
    start date, user_id uuid, hands int, won int, net bigint, best_pot bigint, counts bigint[],
    ranked_hands int, ranked_won int, ranked_net bigint, ranked_best_pot bigint,
    ranked_centi_bb bigint)
ORDER BY game, plays_for, period, start, user_id
ON CONFLICT (game, plays_for, period, start, user_id) DO UPDATE SET
    hands = s.hands + excluded.hands, won = s.won + excluded.won, net = s.net + excluded.net,
    best_pot = greatest(s.best_pot, excluded.best_pot),
    counts = {_PLUS.format("s.counts", "excluded.counts")},
    ranked_hands = s.ranked_hands + excluded.ranked_hands,
    ranked_won = s.ranked_won + excluded.ranked_won,
    ranked_net = s.ranked_net + excluded.ranked_net,
    ranked_best_pot = greatest(s.ranked_best_pot, excluded.ranked_best_pot),
    ranked_centi_bb = s.ranked_centi_bb + excluded.ranked_centi_bb
"""  # noqa: S608 -- built from the constants above
"""Runs from its end: player stats, then pairs, and last the tallies, whose rows are shared."""
_BEST_POT = """
UPDATE games_playerstats s SET (best_pot, ranked_best_pot) = (
    SELECT coalesce(max(h.pot), 0), coalesce(max(h.pot) FILTER (WHERE d.ranked), 0)
    FROM games_handseat h JOIN games_hand d ON d.id = h.hand_id
    WHERE h.user_id = s.user_id AND d.game = s.game AND d.plays_for = s.plays_for
        AND d.status = 'finished' AND d.id <> %(hand)s
        AND (h.finished_at AT TIME ZONE 'UTC')::date >= s.start
        AND (s.period = 'all' OR (h.finished_at AT TIME ZONE 'UTC')::date
            < s.start + ('1 ' || s.period)::interval))
FROM games_handseat own JOIN games_hand hand ON hand.id = own.hand_id
WHERE own.hand_id = %(hand)s AND own.pot IN (s.best_pot, s.ranked_best_pot)
    AND s.user_id = own.user_id
    AND s.game = hand.game AND s.plays_for = hand.plays_for
    AND (s.game, s.plays_for, s.period, s.start, s.user_id::text) IN (
        SELECT r.game, r.plays_for, r.period, r.start, r.user_id
        FROM jsonb_to_recordset(%(keys)s::jsonb) AS r(game text, plays_for text, period text,
            start date, user_id text))
"""


def counting(hands: Sequence[LiveHand], *, at: datetime.datetime) -> list[Statement]:
    """The statement that adds hands that ended at these times; none without hands."""
    if not hands:
        return []
    sums = Sums()
    for hand in hands:
        sums.add(hand, at=at)
    return [_storing(sums)]


def subtract(hand: Hand) -> None:
    """Subtract a finished hand that is being voided from player stats, pairs and tallies.

    Called once, in the transaction that voids it. Ratings are not additive: see
    `games.stats.actions.ratings.rate_again`.
    """
    assert hand.finished_at is not None
    sums = Sums()
    sums.add(folded(hand), at=hand.finished_at, sign=-1)
    store(sums)
    keys = [_stats_row(key, row) for key, row in sums.player_stats.items()]
    with connection.cursor() as cursor:
        cursor.execute(_BEST_POT, {"hand": hand.pk, "keys": as_json(keys)})


def rebuild() -> int:
    """Recompute everything from the stored hands; returns their number.

    Settlements wait while it runs. The classes of deals begin a new bucket. Raises `RequestRefused`
    MONTHS_ARCHIVED while hands are in files.
    """
    if months := archived_months():
        raise RequestRefused("MONTHS_ARCHIVED", months=len(months))
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "LOCK TABLE games_playerstats, games_pairflow, games_tally, games_rating"
            )
        for model in (PlayerStats, PairFlow, Tally):
            model.objects.all().delete()
        sums, hands = sums_of_record()
        store(sums)
        rate_all()
    return hands


def store(sums: Sums) -> None:
    """Add these sums to the stored ones, in one statement."""
    run(_storing(sums))


def _storing(sums: Sums) -> Statement:
    tallies = [
        key._asdict() | {"hands": row.hands, "waiting": row.waiting, "counts": row.counts}
        for key, row in sums.tallies.items()
    ]
    pairs = [
        key._asdict() | {"hands": hands, "net": net} for key, (hands, net) in sums.pairs.items()
    ]
    player_stats = [_stats_row(key, row) for key, row in sums.player_stats.items()]
    return _STORE, [as_json(tallies), as_json(pairs), as_json(player_stats)]


def _stats_row(key: StatsKey, row: Figures) -> dict[str, object]:
    return dict(zip(_FIELDS, key + row, strict=True))
