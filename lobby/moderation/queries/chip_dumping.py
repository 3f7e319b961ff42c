"""Read a period's hands for chip-dumping detection: results and folds, but no cards."""

import datetime
import uuid
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection

from accounts.people.models import User
from games.engines.core import registry
from games.hands.models import Hand
from games.hands.models.rule_set import rules_with
from games.stats.counters.registry import counter_of
from lobby.moderation.detection.chip_dumping import SeatResult, Watch

_SEATS = """
SELECT s.hand_id, h.game, encode(h.rules_hash, 'hex'),
    CASE WHEN u.kind <> %(bot)s THEN s.user_id END, s.net,
    s.net < 0 AND (SELECT count(*) FROM games_playedaction a
        WHERE a.hand_id = s.hand_id AND a.seat = s.seat AND a.kind = 'fold') > 0
FROM games_handseat s
JOIN games_hand h ON h.id = s.hand_id
JOIN accounts_user u ON u.id = s.user_id
WHERE s.finished_at > %(since)s AND s.finished_at <= %(until)s AND h.started_at > %(early)s
    AND h.plays_for = 'chips' AND h.game = ANY(%(games)s) AND h.status = 'finished' {among}
ORDER BY s.hand_id
"""
_AMONG = """AND s.hand_id IN (SELECT hand_id FROM games_handseat
    WHERE user_id = ANY(%(people)s) GROUP BY hand_id HAVING count(*) > 1)"""
_HAND_DURATION_MAX = datetime.timedelta(days=1)
"""No hand lasts longer than this, so the index of hands by hour finds the period's start."""


def watch(
    *,
    since: datetime.datetime,
    until: datetime.datetime,
    people: Sequence[uuid.UUID] | None = None,
) -> Watch:
    """The pairs of all finished hands for chips in a period, in two queries.

    With `people`, only hands in which at least two of these played. Void hands, points and games
    against the house do not count.
    """
    games = [game.key for game in registry.all_games() if counter_of(game.key).between_players]
    stakes = _stakes(games, since - _HAND_DURATION_MAX)
    found = Watch()
    parameters: dict[str, Any] = {
        "since": since,
        "until": until,
        "early": since - _HAND_DURATION_MAX,
        "games": games,
        "bot": User.Kind.BOT,
        "people": people and list(people),
    }
    with connection.cursor() as cursor:
        cursor.execute(_SEATS.format(among=_AMONG if people is not None else ""), parameters)
        for (hand_id, game, rules), rows in groupby(cursor, key=itemgetter(0, 1, 2)):
            seats = [SeatResult(*row[3:]) for row in rows]
            found.add(hand_id, game, stakes[game, rules], seats)
    return found


def _stakes(games: list[str], since: datetime.datetime) -> dict[tuple[str, str], int]:
    """The stake of each set of rules that was played."""
    rows = Hand.objects.filter(game__in=games, started_at__gt=since)
    kinds = rows.order_by("game", "rules_hash").distinct("game", "rules_hash")
    stakes = {}
    for key, digest in kinds.values_list("game", "rules_hash"):
        game = registry.get(key)
        stakes[key, digest] = game.unit(game.rules_from_json(rules_with(digest)))
    return stakes
