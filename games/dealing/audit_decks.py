"""The audit of decks by TFAIR2: each ends in its table's chain, in its order, and in one day.

Ends and chains are computed again from the stored digests and play hashes, decks that were thrown
away from their masters, and each day's root from its leaves. The play hashes themselves are
computed where the hands are replayed (`games.hands.audit`).
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from core.audit.checks import IncrementalRun, marks_kept
from core.audit.findings import Finding
from core.runtime.sql import run
from games.dealing.models import DailyRoot, DayLeaf, DeckDay, ThrownDeck
from games.dealing.queries.deck_days import head_before
from games.fair.days import block_roots, root_over
from games.fair.tfair2 import hashes, proof
from games.fair.tfair2.days import DECKS
from games.hands.models import Hand
from games.hands.models.packed import deal_in

DAYS = "daily roots of decks"
THROWN = "decks thrown away"
"""The names of checks, under which their marks are stored."""
DAY = datetime.timedelta(days=1)
_THROWN_PER_PASS_MAX = 1_000

# The chain of the deck before deck `no` of a table, null if there is none or it has not ended; and
# before the first deck the opening of the table's last hand of TFAIR1, which has its chain.
_ARCHIVED = "archived"
"""In place of a chain: the deck before is in a month that is archived, and not the last of it."""
_BEFORE = """
    coalesce(
        (SELECT b.deck ->> 'chain' FROM games_throwndeck b
            WHERE b.table_id = {deck}.table_id AND b.no = {deck}.{no} - 1),
        (SELECT encode(p.chain, 'hex') FROM games_hand p
            WHERE p.table_id = {deck}.table_id AND p.deck_no = {deck}.{no} - 1),
        (SELECT encode(a.chain, 'hex') FROM games_archivedtable a
            WHERE a.table_id = {deck}.table_id AND a.last_deck = {deck}.{no} - 1),
        (SELECT 'archived' FROM games_archivedtable a WHERE a.table_id = {deck}.table_id
            AND {deck}.{no} - 1 BETWEEN a.first_deck AND a.last_deck)),
    CASE WHEN {deck}.{no} = 1 THEN
        (SELECT o.opening FROM games_hand o
            WHERE o.table_id = {deck}.table_id AND o.deck_no IS NULL
            ORDER BY o.number DESC LIMIT 1) END
"""
_ENDS = f"""
SELECT h.id, {_BEFORE.format(deck="h", no="deck_no")}
FROM games_hand h WHERE h.id = ANY(%s)
"""  # noqa: S608 -- constants
_THROWN = f"""
SELECT t.id, t.table_id, t.no, t.deck_id, t.deck, {_BEFORE.format(deck="t", no="no")}
FROM games_throwndeck t WHERE t.id > %s AND t.thrown_at < %s ORDER BY t.id LIMIT %s
"""  # noqa: S608 -- constants
_DECKS = """
WITH decks AS (
    SELECT table_id, deck_no AS no, chain IS NOT NULL AS ended FROM games_hand
    WHERE deck_no IS NOT NULL
    UNION ALL
    SELECT table_id, no, true FROM games_throwndeck
)
"""
# Of hands in archived months the numbers are counted.
_GAPS = f"""{_DECKS}
SELECT table_id, sum(stored), sum(numbers), max(last) FROM (
    SELECT table_id, count(*) AS stored, count(DISTINCT no) AS numbers, max(no) AS last FROM decks
    GROUP BY table_id
    UNION ALL SELECT table_id, decks, decks, last_deck FROM games_archivedtable) counted
GROUP BY table_id HAVING sum(stored) <> max(last) OR sum(numbers) <> sum(stored)
"""  # noqa: S608 -- constants
# A table's next deck follows all that were dealt or thrown away, and knows which ended last.
_NEXT = f"""{_DECKS}
SELECT n.deck_id, n.table_id FROM games_nextdeck n
LEFT JOIN (SELECT table_id, max(no) AS no, max(no) FILTER (WHERE ended) AS ended FROM (
    TABLE decks UNION ALL SELECT table_id, last_deck, true FROM games_archivedtable) a
    GROUP BY table_id) d USING (table_id)
WHERE n.no > 0 AND (n.no <> coalesce(d.no, 0) + 1 OR n.ended_no <> coalesce(d.ended, 0))
"""  # noqa: S608 -- constants
_NEXT_CHAINS = f"""
WITH next AS (SELECT deck_id, table_id, ended_no + 1 AS no, chain FROM games_nextdeck WHERE no > 0)
SELECT n.deck_id, n.table_id, n.no, n.chain, {_BEFORE.format(deck="n", no="no")} FROM next n
"""  # noqa: S608 -- constants
_ENDED = """
WITH ended AS (
    SELECT table_id, deck_no AS no, chain, id AS hand_id, finished_at AS at FROM games_hand
    WHERE chain IS NOT NULL
    UNION ALL
    SELECT table_id, no, decode(deck ->> 'chain', 'hex'), NULL, thrown_at FROM games_throwndeck
)
"""
_OTHER_LEAVES = (
    _ENDED
    + """
SELECT l.table_id, l.no, l.day FROM games_dayleaf l LEFT JOIN ended e USING (table_id, no)
WHERE l.day > %s AND l.chain IS DISTINCT FROM e.chain
    AND NOT (e.chain IS NULL AND EXISTS (SELECT FROM games_archivedtable a
        WHERE a.table_id = l.table_id AND l.no BETWEEN a.first_deck AND a.last_deck))
"""
)
# Closing the last day included every deck that ended before that day, if its end was committed.
_LEFT_OUT = (
    _ENDED
    + """
SELECT e.table_id, e.no, e.hand_id FROM ended e
WHERE e.at < %s
    AND NOT EXISTS (SELECT FROM games_dayleaf l WHERE l.table_id = e.table_id AND l.no = e.no)
"""
)


def check_ends(hands: Iterable[Hand]) -> Iterator[Finding]:
    """Check that the decks of those hands that are over ended in the chains of their tables."""
    over = [hand for hand in hands if hand.status != Hand.Status.LIVE]
    ended = {hand.pk: (hand, hand.deck_no) for hand in over if hand.deck_no is not None}
    for hand_id, before, tfair1 in _rows(_ENDS, list(ended)):
        hand, no = ended[hand_id]
        text = _wrong_end(hand, no, _before(no, before, tfair1))
        if text is not None:
            yield Finding("hand.chain", f"hand {hand_id}", text, hand.table_id, hand_id)


def _before(no: int, chain: str | None, tfair1: bytes | None) -> str | None:
    """The chain before a deck, of what `_BEFORE` selects; None if the deck before is missing."""
    if chain is not None or no != 1:
        return chain
    return deal_in(tfair1).get("chain") or hashes.NO_CHAIN.hex()


def _wrong_end(hand: Hand, no: int, before: str | None) -> str | None:
    deal = hand.opening.get("deal") or {}
    digest, play_hash, chain = deal.get("digest"), hand.play_hash, hand.chain
    if play_hash is None or chain is None or digest is None:
        return "is over, but its deck has not ended"
    if before is None:
        return f"deck {no - 1} before it is missing"
    if (no == 1 and before != hashes.NO_CHAIN.hex()) != (deal.get("tfair1") is True):
        return "does not say whether its chain began by TFAIR1"
    end = hashes.dealt_end_of(bytes.fromhex(digest), bytes(play_hash))
    after = hashes.chain_after(bytes.fromhex(before), no, end)
    return None if after == bytes(chain) else f"does not follow from deck {no - 1}"


def check_numbers() -> Iterator[Finding]:
    """Check that each table's decks are numbered 1, 2, 3 …, and that its next deck follows."""
    for table_id, count, distinct, last in _rows(_GAPS):
        text = f"{count} decks with {distinct} numbers up to {last}"
        yield Finding("deck.gap", f"table {table_id}", text, table_id)
    for deck_id, table_id in _rows(_NEXT):
        yield Finding("deck.next", f"deck {deck_id}", "has another number", table_id)
    for deck_id, table_id, no, chain, before, tfair1 in _rows(_NEXT_CHAINS):
        if bytes(chain).hex() != _before(no, before, tfair1):
            text = "does not follow from the table's last deck"
            yield Finding("deck.chain", f"deck {deck_id}", text, table_id)


def check_thrown_decks() -> Iterator[Finding]:
    """Check every deck that was thrown away."""
    last, ever = 0, datetime.datetime.max.replace(tzinfo=datetime.UTC)
    while rows := _rows(_THROWN, last, ever, _THROWN_PER_PASS_MAX):
        yield from _of_thrown(rows)
        last = rows[-1][0]


def check_new_thrown_decks(progress: IncrementalRun) -> Iterator[Finding]:
    """Check the decks that were thrown away since the last run, more than five seconds ago."""
    since = progress.mark.get("deck")
    if since is None:
        newest = ThrownDeck.objects.order_by("-id").values_list("id", flat=True).first()
        progress.mark = {"deck": newest or 0}
        return
    ((now,),) = _rows("SELECT clock_timestamp() - interval '5 seconds'")
    rows = _rows(_THROWN, since, now, _THROWN_PER_PASS_MAX)
    yield from _of_thrown(rows)
    progress.done += len(rows)
    if rows:
        progress.mark = {"deck": rows[-1][0]}


def _of_thrown(rows: Sequence[tuple[Any, ...]]) -> Iterator[Finding]:
    for _id, table_id, no, deck_id, deck, chain_before, tfair1_hand in rows:
        subject, before = f"deck {deck_id}", _before(no, chain_before, tfair1_hand)
        try:
            said = deck["table_id"], deck["no"], deck["deck_id"]
            if said != (table_id.hex, no, deck_id.hex):
                yield Finding("deck.thrown", subject, "is another deck", table_id)
            proof.check_thrown(deck)
            chain, tfair1 = deck["chain_before"], deck.get("tfair1", False)
        except proof.DealFailed as failed:
            yield Finding("deck.thrown", subject, f"is not valid: {failed}", table_id)
            continue
        except (KeyError, TypeError, ValueError, IndexError) as failed:
            text = f"cannot be read ({type(failed).__name__}: {failed})"
            yield Finding("deck.thrown", subject, text, table_id)
            continue
        if before == _ARCHIVED:
            continue
        if chain != before:
            yield Finding("deck.chain", subject, f"does not follow from deck {no - 1}", table_id)
        elif (no == 1 and before != hashes.NO_CHAIN.hex()) != tfair1:
            text = "does not say whether its chain began by TFAIR1"
            yield Finding("deck.thrown", subject, text, table_id)


# -- days --------------------------------------------------------------------------------------


def check_deck_days() -> Iterator[Finding]:
    """Check every closed day of TFAIR2, and that no deck is missing from all of them.

    The day that the online audit read last must still exist.
    """
    yield from _mark_holds(marks_kept().get(DAYS, {}))
    yield from _days_after(None, IncrementalRun({}))
    closed = DeckDay.objects.order_by("day").values_list("day", flat=True)
    first, last = closed.first(), closed.last()
    if first is not None and DailyRoot.objects.filter(day__gt=first).exists():
        text = "is followed by days of TFAIR1"
        yield Finding("day.change", f"day {first} of decks", text)
    if last is not None:
        for table_id, no, hand_id in _rows(_LEFT_OUT, last):
            text = "ended, but is in no day's tree"
            yield Finding("day.left_out", f"deck {no} of {table_id}", text, table_id, hand_id)


def check_new_deck_days(progress: IncrementalRun) -> Iterator[Finding]:
    """Check the days closed since the last run; the day of the mark must be unchanged."""
    gone = list(_mark_holds(progress.mark))
    if gone:
        yield from gone  # the mark stays as evidence
        return
    day = progress.mark.get("day")
    yield from _days_after(datetime.date.fromisoformat(day) if day else None, progress)


def _mark_holds(mark: dict[str, Any]) -> Iterator[Finding]:
    if not mark:
        return
    row = DeckDay.objects.filter(pk=mark["day"]).first()
    if row is None or bytes(row.head).hex() != mark["head"]:
        text = "is gone" if row is None else "has another head"
        yield Finding("day.mark", f"day {mark['day']} of decks", f"{text}; it was read before")


def _days_after(since: datetime.date | None, progress: IncrementalRun) -> Iterator[Finding]:
    """Findings about the days after one that was checked; None: about all days."""
    rows = DeckDay.objects.order_by("day")
    last, before = since, b""
    for row in rows.filter(day__gt=since) if since else rows:
        if last is not None and row.day != last + DAY:
            text = f"{last + DAY} before it is missing"
            yield Finding("day.missing", f"day {row.day} of decks", text)
        yield from _of_day(row, before or head_before(row.day))
        last, before = row.day, bytes(row.head)
        progress.mark = {"day": row.day.isoformat(), "head": before.hex()}
    for table_id, no, day in _rows(_OTHER_LEAVES, since or datetime.date.min):
        text = f"its chain in the tree of {day} is not that of its end"
        yield Finding("day.leaf", f"deck {no} of {table_id}", text, table_id)


def _of_day(row: DeckDay, before: bytes) -> Iterator[Finding]:
    """Check that a day's root matches its leaves, and that its head follows the previous day."""
    subject, root = f"day {row.day} of decks", bytes(row.root)
    stored = DayLeaf.objects.filter(day=row).order_by("place")
    places, items, moved = [], [], 0
    names = ("place", "slot", "chain", "table_id", "no")
    for place, slot, chain, table_id, no in stored.values_list(*names).iterator(chunk_size=5_000):
        places.append(place)
        items.append((bytes(slot), bytes(chain)))
        moved += hashes.slot_of(table_id.bytes, no) != bytes(slot)
    ascending = all(one < other for (one, _), (other, _) in pairwise(items))
    if places != list(range(row.leaves)) or not ascending:
        yield Finding("day.leaves", subject, f"{len(places)} leaves, not {row.leaves} in order")
    if moved:
        yield Finding("day.slots", subject, f"{moved} leaves have the slots of other decks")
    blocks = block_roots(items, DECKS)
    if root_over(blocks, DECKS) != root or b"".join(blocks) != bytes(row.blocks):
        yield Finding("day.root", subject, "does not match its leaves")
    head = hashes.day_head_after(before, row.day, row.leaves, root)
    if head != bytes(row.head):
        yield Finding("day.chain", subject, "does not follow from the previous day")


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    return run((sql, parameters))[0]
