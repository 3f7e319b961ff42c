"""Read the ledger for gathered free chips: who paid whom at tables and in sit and gos."""

import datetime
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection

from lobby.moderation.detection.gathered_chips import Giver, by_pool, lost_to

MOVES_READ_MAX = 2_000
"""The latest movements of a wallet, or of a table, that are read."""
HANDS_READ_MAX = 500
"""The latest hands of a giver among which those with the receiver are counted."""
SETTLED_AFTER_S = 5
"""Ids are drawn before the commit: a smaller one can still appear within this time."""
_NEWEST = """
SELECT coalesce(max(id), %(after)s) FROM (
    SELECT id FROM accounts_entry WHERE id > %(after)s
        AND at < clock_timestamp() - make_interval(secs => %(settled)s)
    ORDER BY id LIMIT %(most)s) AS settled
"""
# Users who got chips back from a table or won a prize, without house bots.
_PAID = """
SELECT DISTINCT a.user_id FROM accounts_entry e
JOIN accounts_posting p ON p.entry_id = e.id AND p.amount >= %s
JOIN accounts_account a ON a.id = p.account_id AND a.kind = 'wallet'
JOIN accounts_user u ON u.id = a.user_id AND u.kind <> 'bot'
WHERE e.id > %s AND e.id <= %s AND e.kind IN ('cash_out', 'prize', 'correction')
"""
# The pools of some users: escrows and prize pools that their wallets' latest movements touched.
_POOLS_OF = """
SELECT DISTINCT own.user_id, pool.id, pool.owner_id
FROM unnest(%(users)s::uuid[]) AS who(id)
JOIN accounts_account own ON own.kind = 'wallet' AND own.user_id = who.id
CROSS JOIN LATERAL (SELECT entry_id FROM accounts_posting WHERE account_id = own.id
    ORDER BY id DESC LIMIT %(most)s) mine
JOIN accounts_entry e ON e.id = mine.entry_id AND e.at > %(since)s
JOIN accounts_posting other ON other.entry_id = e.id
JOIN accounts_account pool ON pool.id = other.account_id AND pool.kind IN ('escrow', 'prize')
"""
# Chips that are still on a pool's table, or entered, belong to their owners.
_RESULTS = """
SELECT pools.id, a.user_id, sum(w.amount)::bigint
FROM unnest(%(pools)s::bigint[]) AS pools(id)
CROSS JOIN LATERAL (SELECT entry_id FROM accounts_posting WHERE account_id = pools.id
    ORDER BY id DESC LIMIT %(most)s) q
JOIN accounts_entry e ON e.id = q.entry_id AND e.at > %(since)s
JOIN accounts_posting w ON w.entry_id = e.id AND w.account_id <> pools.id
JOIN accounts_account a ON a.id = w.account_id AND a.kind = 'wallet'
GROUP BY pools.id, a.user_id
UNION ALL
SELECT pools.id, s.user_id, s.stack + s.pending
FROM unnest(%(pools)s::bigint[], %(owners)s::uuid[]) AS pools(id, owner_id)
JOIN lobby_seat s ON s.table_id = pools.owner_id AND NOT s.for_points
UNION ALL
SELECT pools.id, g.user_id, c.entry
FROM unnest(%(pools)s::bigint[], %(owners)s::uuid[]) AS pools(id, owner_id)
JOIN lobby_sitandgo c ON c.id = pools.owner_id AND c.state IN ('registering', 'running')
JOIN lobby_sitandgoplayer g ON g.sit_and_go_id = c.id
"""
_GIVERS = """
SELECT pair.receiver, a.user_id,
    (SELECT coalesce(sum(p.amount), 0)::bigint FROM accounts_posting p
        JOIN accounts_entry e ON e.id = p.entry_id AND e.kind IN ('start', 'refill')
        WHERE p.account_id = a.id),
    a.balance
        + (SELECT coalesce(sum(s.stack + s.pending), 0)::bigint FROM lobby_seat s
            JOIN lobby_table t ON t.id = s.table_id AND t.plays_for = 'chips'
            WHERE s.user_id = a.user_id)
        + (SELECT coalesce(sum(c.entry), 0)::bigint FROM lobby_sitandgoplayer g
            JOIN lobby_sitandgo c ON c.id = g.sit_and_go_id
                AND c.state IN ('registering', 'running')
            WHERE g.user_id = a.user_id),
    played.hands, played.won, played.fair::float8
FROM unnest(%(receivers)s::uuid[], %(givers)s::uuid[]) AS pair(receiver, giver)
JOIN accounts_account a ON a.kind = 'wallet' AND a.user_id = pair.giver
JOIN accounts_user u ON u.id = a.user_id AND u.kind <> 'bot'
CROSS JOIN LATERAL (
    SELECT count(*) AS hands, count(*) FILTER (WHERE h.won) AS won, coalesce(sum(1.0
        / (SELECT count(*) FROM games_handseat n WHERE n.hand_id = h.hand_id)), 0) AS fair
    FROM (SELECT hand_id, won FROM games_handseat WHERE user_id = a.user_id
        ORDER BY id >> 14 DESC, id DESC LIMIT %(most)s) h
    JOIN games_handseat r ON r.hand_id = h.hand_id AND r.user_id = pair.receiver
) played
"""
_TABLE = """
SELECT coalesce(c.table_id, pool.owner_id) FROM accounts_account own
JOIN accounts_posting mine ON mine.account_id = own.id AND mine.amount > 0
JOIN accounts_posting other ON other.entry_id = mine.entry_id
JOIN accounts_account pool ON pool.id = other.account_id AND pool.kind IN ('escrow', 'prize')
LEFT JOIN lobby_sitandgo c ON c.id = pool.owner_id
WHERE own.kind = 'wallet' AND own.user_id = %s ORDER BY mine.id DESC LIMIT 1
"""


def _rows(sql: str, values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def newest_entry(after: int, *, most: int) -> int:
    """The id of the newest entry that no entry still to be committed precedes."""
    return int(_rows(_NEWEST, {"after": after, "most": most, "settled": SETTLED_AFTER_S})[0][0])


def paid_between(after: int, until: int, *, least: int) -> list[uuid.UUID]:
    """The users who got at least so many chips from a table or sit and go in these entries."""
    return [row[0] for row in _rows(_PAID, [least, after, until])]


def lost_to_users(
    user_ids: Collection[uuid.UUID], since: datetime.datetime
) -> dict[uuid.UUID, Mapping[uuid.UUID, int]]:
    """The chips that others lost to each of these users since then, at all tables they were at.

    Two queries, which read at most `MOVES_READ_MAX` movements of each user and of each table: the
    results at a table that many have played at are those of its latest movements.
    """
    asked = {"users": list(user_ids), "since": since, "most": MOVES_READ_MAX}
    owners: dict[int, uuid.UUID] = {}
    pools: dict[uuid.UUID, list[int]] = {user_id: [] for user_id in user_ids}
    for user_id, pool, owner in _rows(_POOLS_OF, asked):
        pools[user_id].append(pool)
        owners[pool] = owner
    columns = {"pools": list(owners), "owners": list(owners.values())}
    results = by_pool(_rows(_RESULTS, {**columns, "since": since, "most": MOVES_READ_MAX}))
    return {
        user_id: lost_to(user_id, [results[pool] for pool in own if pool in results])
        for user_id, own in pools.items()
    }


def givers_of(
    givers: Mapping[uuid.UUID, Collection[uuid.UUID]],
) -> dict[uuid.UUID, dict[uuid.UUID, Giver]]:
    """For each receiver, their givers' free chips, what is left, and the hands together."""
    pairs = [(receiver, giver) for receiver, of in givers.items() for giver in of]
    asked = {
        "receivers": [receiver for receiver, _giver in pairs],
        "givers": [giver for _receiver, giver in pairs],
        "most": HANDS_READ_MAX,
    }
    found: dict[uuid.UUID, dict[uuid.UUID, Giver]] = {receiver: {} for receiver in givers}
    for receiver, giver, *facts in _rows(_GIVERS, asked) if pairs else ():
        found[receiver][giver] = Giver(*facts)
    return found


def table_of_last_win(user_id: uuid.UUID) -> uuid.UUID:
    """The table that a user last got chips from."""
    found: uuid.UUID = _rows(_TABLE, [user_id])[0][0]
    return found
