"""The audit of hands: replays every hand and compares it with the stored data."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from core.audit import checks
from core.audit.checks import IncrementalRun
from core.audit.findings import Finding
from core.audit.parts import ByPart
from core.runtime.sql import run
from games.dealing import audit as audit_fair
from games.fair.tfair2.hashes import play_hash_of
from games.fair.tfair2.proof import play_of
from games.hands.models import Hand, HandSeat
from games.hands.models.archived import archived_months, month_of
from games.hands.queries.stored import HANDS, StoredHand, batches, stored_hands

_MISSING = """
SELECT hand_id, what, count FROM (
    SELECT hand_id, 'actions' AS what, count(*) FROM games_handaction GROUP BY hand_id
    UNION ALL SELECT hand_id, 'packed actions', 1 FROM games_packedactions
    UNION ALL SELECT hand_id, 'digests', 1 FROM games_dailydigest
    UNION ALL SELECT hand_id, 'notes', count(*) FROM games_handnote GROUP BY hand_id
) rows WHERE NOT EXISTS (SELECT FROM games_hand h WHERE h.id = hand_id)
"""
_STRAY = """
SELECT s.hand_id, h.table_id, count(*) FROM games_handseat s
LEFT JOIN games_hand h ON h.id = s.hand_id LEFT JOIN accounts_user u ON u.id = s.user_id
WHERE h.id IS NULL OR u.id IS NULL GROUP BY s.hand_id, h.table_id
"""
# PostgreSQL keeps the numbers of a table's hands and decks unique within a month.
_TWICE = """
SELECT (array_agg(id))[1], table_id FROM games_hand GROUP BY table_id, number HAVING count(*) > 1
"""
_TWICE_AMONG = """
SELECT h.id, h.table_id FROM games_hand h WHERE h.id = ANY(%s) AND (
    EXISTS (SELECT FROM games_hand o
        WHERE o.table_id = h.table_id AND o.number = h.number AND o.id <> h.id)
    OR EXISTS (SELECT FROM games_hand o
        WHERE o.table_id = h.table_id AND o.deck_no = h.deck_no AND o.id <> h.id))
"""
# The house won as much as the seats lost together; nothing where they lost nothing.
_HOUSE = """
SELECT h.id, h.table_id, s.won, coalesce(sum(p.amount), 0)
FROM (SELECT hand_id, -sum(net) AS won FROM games_handseat WHERE hand_id = ANY(%s)
    GROUP BY hand_id) s
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


def check_seqs(hands: Sequence[StoredHand]) -> Iterator[Finding]:
    """Check that each of some hands has its actions 1, 2, 3 …, none twice by their keys."""
    for stored in hands:
        hand, seqs, repeated = stored.hand, stored.seqs, stored.repeated_keys
        if seqs != list(range(1, len(seqs) + 1)):
            text = f"{len(seqs)} actions, but the last number is {seqs[-1]}"
            yield Finding("hand.gap", f"hand {hand.pk}", text, hand.table_id, hand.pk)
        if repeated:
            text = f"{repeated} actions have the key of another"
            yield Finding("hand.key", f"hand {hand.pk}", text, hand.table_id, hand.pk)


def check_seats() -> Iterator[Finding]:
    """Check that hand and user of each stored result exist, and the hand of all else about one."""
    missing, stray = run((_MISSING, []), (_STRAY, []))
    archived = archived_months()  # notes stay when their hands leave
    for hand_id, what, count in missing:
        if what != "notes" or month_of(hand_id) not in archived:
            yield Finding("hand.missing", f"hand {hand_id}", f"{count} {what} without a hand")
    for hand_id, table_id, count in stray:
        text = f"{count} results without their hand or user"
        yield Finding("hand.seat", f"hand {hand_id}", text, table_id, hand_id)


def check_numbers() -> Iterator[Finding]:
    """Check that no two hands of a table have a number; another check counts their decks."""
    yield from _twice(run((_TWICE, []))[0])


def check_new_numbers(hands: Sequence[StoredHand]) -> Iterator[Finding]:
    """Check that no other hand has the number or the deck of some hands at their tables."""
    yield from _twice(run((_TWICE_AMONG, [[stored.hand.pk for stored in hands]]))[0])


def _twice(rows: Iterable[tuple[Any, ...]]) -> Iterator[Finding]:
    for hand_id, table_id in rows:
        text = "another hand of the table has its number or its deck"
        yield Finding("hand.number", f"hand {hand_id}", text, table_id, hand_id)


def check_house(hands: Sequence[StoredHand]) -> Iterator[Finding]:
    """Check that the house's winnings in each of some hands moved to its account, once."""
    (rows,) = run((_HOUSE, [[stored.hand.pk for stored in hands]]))
    for hand_id, table_id, won, moved in rows:
        text = f"the house won {won:+}, {moved:+} moved"
        yield Finding("hand.house", f"hand {hand_id}", text, table_id, hand_id)


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
        hands = stored_hands(ids)
        for gone in set(ids) - {stored.hand.pk for stored in hands}:
            yield Finding("hand.seat", f"hand {gone}", "results without their hand")
        for check in (check_seqs, check_new_numbers, check_house, check_hands):
            yield from check(hands)
        yield from audit_fair.check_dealt(hands)
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
        replayed = stored.replayed
    except Exception as error:
        yield "hand.fold", f"cannot be replayed ({type(error).__name__}: {error})"
        return
    result = replayed.game.result(replayed.state)
    if hand.play_hash is not None:
        opening = replayed.opening
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
    if stored.users != {seat: str(one.user_id) for seat, one in replayed.players.items()}:
        yield "hand.fold", "the seats' stored users differ from the opening"


check_folding = ByPart(HANDS, check_hands)
"""Check that every stored hand can be replayed, and every finished one to its result."""

checks.register("actions without gaps", ByPart(HANDS, check_seqs))
checks.register("hands are numbered once", check_numbers)
checks.register("rows of hands have their hand and user", check_seats)
checks.register("the house's chips", ByPart(HANDS, check_house))
checks.register(FOLDING, check_folding, new=check_new_hands)
