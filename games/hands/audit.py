"""The audit of hands: replays every hand and compares it with the stored data."""

import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db import connection

from core.audit import checks
from core.audit.checks import Finding, IncrementalRun
from core.runtime.sql import run
from games.dealing import audit as audit_fair
from games.engines.core import registry
from games.fair.tfair2.hashes import play_hash_of
from games.fair.tfair2.proof import play_of
from games.hands.models import Hand, HandSeat
from games.hands.queries.live import opening_of, secrets_of
from games.hands.queries.stored import StoredHand, all_ids, batches, stored_hands
from games.hands.teaching import that_count

_IN_SEAT = itemgetter("seat", "user", "kind", "stack", "bank_ms")
"""What every seat of an opening must have."""

# `which` selects hands: all, or those of a list.
_ACTIONS = """
SELECT a.hand_id, h.table_id, count(*), max(a.seq),
    count(*) <> max(a.seq) OR min(a.seq) <> 1, count(a.key) - count(DISTINCT a.key)
FROM games_handaction a LEFT JOIN games_hand h ON h.id = a.hand_id WHERE {which}
GROUP BY a.hand_id, h.table_id
HAVING count(*) <> max(a.seq) OR min(a.seq) <> 1 OR h.table_id IS NULL
    OR count(a.key) <> count(DISTINCT a.key)
"""
_STRAY = """
SELECT s.hand_id, h.table_id, count(*) FROM games_handseat s
LEFT JOIN games_hand h ON h.id = s.hand_id LEFT JOIN accounts_user u ON u.id = s.user_id
WHERE h.id IS NULL OR u.id IS NULL GROUP BY s.hand_id, h.table_id
"""
_STRAY_PACKED = """
SELECT p.hand_id FROM games_packedactions p LEFT JOIN games_hand h ON h.id = p.hand_id
WHERE h.id IS NULL
"""
# The house won as much as the seats lost together; nothing where they lost nothing.
_HOUSE = """
SELECT h.id, h.table_id, s.won, coalesce(sum(p.amount), 0)
FROM (SELECT hand_id, -sum(net) AS won FROM games_handseat WHERE {which} GROUP BY hand_id) s
JOIN games_hand h ON h.id = s.hand_id
LEFT JOIN accounts_entry e ON e.uid = 'house:' || h.id
LEFT JOIN accounts_posting p ON p.entry_id = e.id
    AND p.account_id = (SELECT id FROM accounts_account WHERE kind = 'house')
WHERE h.status = 'finished' AND h.plays_for = 'chips'
GROUP BY h.id, h.table_id, s.won HAVING coalesce(sum(p.amount), 0) <> s.won
"""
# Hands by the last id of their seats' results, up to where no smaller id can still appear: ids are
# drawn before the commit.
_SETTLED_HANDS = """
SELECT hand_id, max(id) AS last FROM (SELECT id, hand_id FROM games_handseat
    WHERE id > %s AND finished_at < clock_timestamp() - interval '5 seconds'
    ORDER BY id LIMIT %s) s
GROUP BY hand_id ORDER BY last
"""
_LAG = """
SELECT count(DISTINCT hand_id),
    coalesce(extract(epoch FROM clock_timestamp() - min(finished_at)), 0)
FROM (SELECT hand_id, finished_at FROM games_handseat
    WHERE id > %s AND finished_at < clock_timestamp() - interval '5 seconds' LIMIT %s) s
"""
SEATS_PER_PASS_MAX = 5_000
"""The most seats of settled hands that one pass reads."""
LAG_SEATS_MAX = 500_000
"""The most seats after the mark that are counted."""
FOLDING = "hands fold to their results"


@dataclass(frozen=True, slots=True)
class Lag:
    """Hands settled more than five seconds ago that the online audit has not replayed yet."""

    hands: int
    oldest_s: int


def folding_lag() -> Lag:
    """How far the online audit is behind the settled hands."""
    since = checks.marks_kept().get(FOLDING, {}).get("seat")
    if since is None:
        return Lag(0, 0)
    with connection.cursor() as cursor:
        cursor.execute(_LAG, [since, LAG_SEATS_MAX])
        hands, oldest_s = cursor.fetchone()
    return Lag(hands, int(oldest_s))


def _of_hands(sql: str, only: Sequence[uuid.UUID] | None) -> list[tuple[Any, ...]]:
    if only is None:
        return run((sql.format(which="true"), []))[0]
    return run((sql.format(which="hand_id = ANY(%s)"), [list(only)]))[0]


def check_sequence(only: Sequence[uuid.UUID] | None = None) -> Iterator[Finding]:
    """Check that each hand exists and has its actions 1, 2, 3 …, none twice by their keys."""
    for hand_id, table_id, count, last, has_gap, repeated in _of_hands(_ACTIONS, only):
        if table_id is None:
            yield Finding("hand.missing", f"hand {hand_id}", f"{count} actions without a hand")
            continue
        if has_gap:
            text = f"{count} actions, but the last number is {last}"
            yield Finding("hand.gap", f"hand {hand_id}", text, table_id, hand_id)
        if repeated:
            text = f"{repeated} actions have the key of another"
            yield Finding("hand.key", f"hand {hand_id}", text, table_id, hand_id)


def check_seats() -> Iterator[Finding]:
    """Check that the hand of packed actions exists, and hand and user of each stored result."""
    stray, packed = run((_STRAY, []), (_STRAY_PACKED, []))
    for (hand_id,) in packed:
        yield Finding("hand.missing", f"hand {hand_id}", "packed actions without a hand")
    for hand_id, table_id, count in stray:
        text = f"{count} results without their hand or user"
        yield Finding("hand.seat", f"hand {hand_id}", text, table_id, hand_id)


def check_house(only: Sequence[uuid.UUID] | None = None) -> Iterator[Finding]:
    """Check that the house's winnings in each hand moved to its account, once."""
    for hand_id, table_id, won, moved in _of_hands(_HOUSE, only):
        text = f"the house won {won:+}, {moved:+} moved"
        yield Finding("hand.house", f"hand {hand_id}", text, table_id, hand_id)


def check_folding() -> Iterator[Finding]:
    """Check that every stored hand can be replayed, and every finished one to its result."""
    for ids in all_ids():
        yield from check_hands(stored_hands(ids))


def check_new_hands(progress: IncrementalRun) -> Iterator[Finding]:
    """Check sequence, house, results and dealing of newly settled hands, in the time allowed."""
    since = progress.mark.get("seat")
    if since is None:
        newest = HandSeat.objects.order_by("-id").values_list("id", flat=True).first()
        progress.mark = {"seat": newest or 0}
        return
    (settled,) = run((_SETTLED_HANDS, [since, SEATS_PER_PASS_MAX]))
    progress.waiting = len(settled)
    for batch in batches(settled):
        if progress.done and time.monotonic() >= progress.until:
            return
        ids = [hand_id for hand_id, _last in batch]
        yield from check_sequence(ids)
        yield from check_house(ids)
        hands = stored_hands(ids)
        yield from check_hands(hands)
        for stored in hands:
            yield from audit_fair.check_deal_of(stored.hand, deck=stored.deck)
        yield from audit_fair.check_chains(ids)
        progress.mark = {"seat": batch[-1][1]}
        progress.done += len(batch)
        progress.waiting -= len(batch)


def check_hands(hands: Iterable[StoredHand]) -> Iterator[Finding]:
    """Findings about some hands; none if they are as stored.

    Of void hands only what was played is compared, which TFAIR2 has in the table's chain.
    """
    for stored in hands:
        hand = stored.hand
        if hand.status != Hand.Status.VOID or hand.play_hash is not None:
            for check, text in _contradictions(stored):
                yield Finding(check, f"hand {hand.pk}", text, hand.table_id, hand.pk)


def _contradictions(stored: StoredHand) -> Iterator[tuple[str, str]]:
    """The violations of one hand: checks and texts."""
    hand = stored.hand
    try:
        users = {seat: user for seat, user, *_others in map(_IN_SEAT, hand.opening["seats"])}
        secrets, game = secrets_of(hand), registry.get(hand.game)
        stored.deck = secrets.deck
        opening = opening_of(hand, secrets)
        state = game.deal(opening).state
        for action in that_count(stored.actions):
            state = game.apply(state, action).state
    except Exception as error:
        yield "hand.fold", f"cannot be replayed ({type(error).__name__}: {error})"
        return
    result = game.result(state)
    if hand.play_hash is not None:
        play = play_of(
            stacks=opening.stacks, terms=opening.terms, actions=stored.actions, result=result
        )
        if play_hash_of(bytes(hand.record_salt or b""), play) != bytes(hand.play_hash):
            yield "hand.play", "what was played is not what ended in the chain"
    if hand.status == Hand.Status.VOID:
        return
    if hand.status == Hand.Status.LIVE:
        if result is not None:
            yield "hand.fold", "is over but not settled"
        return
    if result is None:
        yield "hand.fold", "is settled but not over"
        return
    if not result.agrees_with(hand.result):
        yield "hand.fold", "replays to a result that differs from the stored one"
    if stored.chips != dict(result.chips):
        yield "hand.fold", "the seats' stored chips differ from the replay"
    if stored.users != users:
        yield "hand.fold", "the seats' stored users differ from the opening"


checks.register("actions without gaps", check_sequence)
checks.register("results have hand and user", check_seats)
checks.register("the house's chips", check_house)
checks.register(FOLDING, check_folding, new=check_new_hands)
