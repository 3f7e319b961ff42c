"""The audit of the dealing: recomputes every proof, chain and daily root from the stored data.

The decks of TFAIR2 after their deal are those of `games.dealing.audit_decks`.

A hand's proof is computed from its masters and cuts, the kept master is compared with the
published root, a table's chain is followed from hand to hand, and each day's root is computed from
the digests.
"""

import datetime
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from cryptography.exceptions import InvalidTag

from core.audit.checks import IncrementalRun, marks_kept, register
from core.audit.findings import Finding
from core.audit.parts import ByPart
from core.runtime.sql import run
from games.dealing.audit_decks import (
    DAYS,
    THROWN,
    check_deck_days,
    check_ends,
    check_new_deck_days,
    check_new_thrown_decks,
    check_numbers,
    check_thrown_decks,
)
from games.dealing.models import DailyDigest, DailyRoot, DeckDay, FairKey, ThrownDeck
from games.dealing.queries.fair_keys import is_by_house
from games.fair.days import block_roots, root_over
from games.fair.proof import ProofFailed, check_deal, cut_deck
from games.fair.scheme import NO_CHAIN, day_head_after
from games.fair.signatures import Kind, is_signed
from games.fair.stored import is_tfair2
from games.fair.tfair2 import proof as tfair2
from games.fair.tfair2.hashes import rules_hash_of
from games.hands.models import Hand
from games.hands.models.packed import deal_in
from games.hands.queries.stored import HANDS, StoredHand

DEALT = "hands were dealt as proven"
KEYS = "the house's keys and what it signed"
CHECK = "daily roots"
"""The name of the check of days, under which its mark is stored."""
DAY = datetime.timedelta(days=1)

# The openings of hands of TFAIR1, and those of the hands before them.
_CHAINS = """
SELECT h.id, h.table_id, h.opening, p.opening FROM games_hand h
LEFT JOIN games_hand p ON p.table_id = h.table_id AND p.number = h.number - 1
WHERE h.id = ANY(%s) AND h.deck_no IS NULL
"""
# Closing the last day included every hand that ended before that day, if it was committed.
_LEFT_OUT = """
SELECT h.id, h.table_id, h.opening FROM games_hand h
WHERE h.deck_no IS NULL AND h.status <> 'live' AND h.finished_at < %s
    AND NOT EXISTS (SELECT FROM games_dailydigest d WHERE d.hand_id = h.id)
"""


def check_dealt(hands: Sequence[StoredHand]) -> Iterator[Finding]:
    """Check the proofs of some hands, and that they follow those before them at their tables."""
    for stored in hands:
        yield from check_deal_of(stored)
    yield from check_chains([stored.hand for stored in hands])


def check_deal_of(stored: StoredHand) -> Iterator[Finding]:
    """Findings about the deal of a hand, which may be void; older hands have no proof."""
    hand = stored.hand
    deal = hand.opening.get("deal") or {}
    if deal.get("commit"):
        for check, text in (_of_tfair2 if is_tfair2(deal) else _of_tfair1)(stored, deal):
            yield Finding(check, f"hand {hand.pk}", text, hand.table_id, hand.pk)


def _of_tfair1(stored: StoredHand, deal: dict[str, Any]) -> Iterator[tuple[str, str]]:
    try:
        check_deal({"hand_id": stored.hand.pk.hex, **deal})
        cut = cut_deck(deal)
    except ProofFailed as no:
        yield "hand.proof", f"is not valid: {no}"
        return
    except (KeyError, TypeError, ValueError, IndexError) as no:
        yield "hand.proof", f"cannot be read ({type(no).__name__}: {no})"
        return
    try:
        deck = stored.secrets.deck
        same = deck is not None and deck.root == cut.sealed.roots[cut.pick]
    except InvalidTag:
        yield "hand.master", "the master cannot be decrypted with the configured keys"
        return
    except (IndexError, KeyError, ValueError):
        same = False
    if not same:
        yield "hand.master", "the kept part of the deck differs from the sealed deck"


def _of_tfair2(stored: StoredHand, deal: dict[str, Any]) -> Iterator[tuple[str, str]]:
    hand = stored.hand
    said = (deal.get("table_id"), deal.get("hand_id"), deal.get("number"), deal.get("no"))
    if said != (hand.table_id.hex, hand.pk.hex, hand.number, hand.deck_no):
        yield "hand.proof", "is that of another hand"
        return
    if (text := _wrong_plan(hand, deal)) is not None:
        yield "hand.plan", text
    try:
        known = stored.secrets.deck
        if known is None:
            raise tfair2.DealFailed("deck", "it is not kept")
        tfair2.check_deal(deal, known)
    except tfair2.DealFailed as no:
        kept = no.check == "roots"
        check = "hand.master" if kept else "hand.proof"
        yield check, f"is not valid: {no}"
    except InvalidTag:
        yield "hand.master", "the master cannot be decrypted with the configured keys"
    except (KeyError, TypeError, ValueError, IndexError) as no:
        yield "hand.proof", f"cannot be read ({type(no).__name__}: {no})"
    chain, signature = hand.chain, hand.chain_signature
    if chain is not None and not _is_signed(bytes(chain), bytes(signature or b"")):
        yield "hand.signature", "the end of its deck is not signed by the house"


def _wrong_plan(hand: Hand, deal: dict[str, Any]) -> str | None:
    """Why a hand was not dealt as its plan says; None if it was."""
    try:
        plan, absent = deal["plan"], deal["absent"]
        seats = [seat["seat"] for seat in hand.opening["seats"]]
        rules = rules_hash_of(hand.rules)
        for holds, what in (
            (hand.game == plan["game"], "game"),
            (rules == hand.rules_hash == plan["rules_hash"], "rules"),
            (seats == [seat for seat in plan["seats"] if seat not in absent], "seats"),
            (hand.opening["button"] == deal["button"], "button"),
        ):
            if not holds:
                return f"its {what} is not that of the plan"
    except (KeyError, TypeError, ValueError) as no:
        return f"cannot be read ({type(no).__name__}: {no})"
    return None


def _is_signed(chain: bytes, signature: bytes) -> bool:
    """Whether the house has signed a chain; an empty signature is none."""
    return is_by_house(Kind.CHAIN, chain, signature)


def check_keys() -> Iterator[Finding]:
    """Check the signatures of the house: of keys, thrown-away decks and closed days.

    A key without a signature was published after the loss of the one before (`rotate_fair_key`).
    """
    for before, row in pairwise(FairKey.objects.order_by("pk")):
        key, signature = bytes(row.key), bytes(row.signature or b"")
        if signature and not is_signed(bytes(before.key), Kind.NEXT_KEY, key, signature):
            yield Finding("key.signature", f"key {row}", "is not signed by the key before")
    for deck in ThrownDeck.objects.order_by("pk").iterator():
        end = deck.deck
        if not _is_signed(bytes.fromhex(end["chain"]), bytes.fromhex(end.get("signature") or "")):
            text = "its end is not signed by the house"
            yield Finding("deck.signature", f"deck {deck.deck_id}", text, deck.table_id)
    for day in DeckDay.objects.defer("blocks").order_by("day"):
        if not is_by_house(Kind.DAY_HEAD, bytes(day.head), bytes(day.signature)):
            yield Finding("day.signature", f"day {day.day}", "its head is not signed by the house")


def check_chains(hands: Sequence[Hand]) -> Iterator[Finding]:
    """Check that each of some hands follows the hand, or by TFAIR2 the deck, before it."""
    for hand_id, table_id, opening, before in _rows(_CHAINS, [hand.pk for hand in hands]):
        deal = deal_in(opening)
        chain = deal_in(before).get("chain") or NO_CHAIN.hex()
        if deal.get("commit") is not None and deal.get("chain_before") != chain:
            text = "does not follow from the previous hand"
            yield Finding("hand.chain", f"hand {hand_id}", text, table_id, hand_id)
    yield from check_ends(hands)


def check_days() -> Iterator[Finding]:
    """Check every closed day, from the first, and that no hand is missing from all of them.

    The day that the online audit read last must still exist: truncating the chain leaves no other
    trace in the database.
    """
    yield from _mark_holds(marks_kept().get(CHECK, {}))
    yield from _days_after(None, IncrementalRun({}))
    last = DailyRoot.objects.order_by("-day").values_list("day", flat=True).first()
    if last is not None:
        for hand_id, table_id, opening in _rows(_LEFT_OUT, last):
            if deal_in(opening).get("commit") is not None:
                text = "ended, but is in no day's tree"
                yield Finding("day.left_out", f"hand {hand_id}", text, table_id, hand_id)


def check_new_days(progress: IncrementalRun) -> Iterator[Finding]:
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
    row = DailyRoot.objects.filter(pk=mark["day"]).first()
    if row is None or bytes(row.head).hex() != mark["head"]:
        text = "is gone" if row is None else "has another head"
        yield Finding("day.mark", f"day {mark['day']}", f"{text}; it was read before")


def _days_after(since: datetime.date | None, progress: IncrementalRun) -> Iterator[Finding]:
    """Findings about the days after one that was checked; None: about all days."""
    rows = DailyRoot.objects.order_by("day")
    known = rows.filter(day__gte=since) if since else rows
    before, last = NO_CHAIN, since - DAY if since else None
    for row in known:
        head = bytes(row.head)
        if since is None or row.day > since:
            if last is not None and row.day != last + DAY:
                yield Finding("day.missing", f"day {row.day}", f"{last + DAY} before it is missing")
            yield from _of_day(row, before)
        before, last = head, row.day
        progress.mark = {"day": row.day.isoformat(), "head": head.hex()}
    leaves = DailyDigest.objects.filter(day__gt=since or datetime.date.min)
    names = ("hand_id", "hand__table_id", "day_id", "digest", "hand__opening")
    for hand_id, table_id, day, digest, opening in leaves.values_list(*names).iterator():
        if bytes(digest).hex() != deal_in(opening).get("digest"):
            text = f"its digest in the tree of {day} differs from its deal's"
            yield Finding("day.digest", f"hand {hand_id}", text, table_id, hand_id)


def _of_day(row: DailyRoot, before: bytes) -> Iterator[Finding]:
    """Check that a day's root matches its digests, and that its head follows the previous day."""
    subject, root = f"day {row.day}", bytes(row.root)
    stored = DailyDigest.objects.filter(day=row).order_by("place").values_list("place", "digest")
    places, digests = [], []
    for place, digest in stored.iterator(chunk_size=5_000):
        places.append(place)
        digests.append(bytes(digest))
    blocks = block_roots(digests)
    if places != list(range(row.hands)) or any(one > other for one, other in pairwise(digests)):
        yield Finding("day.digests", subject, f"{len(places)} digests, not {row.hands} in order")
    if root_over(blocks) != root or b"".join(blocks) != bytes(row.blocks):
        yield Finding("day.root", subject, "does not match its digests")
    if day_head_after(before, row.day, row.hands, root) != bytes(row.head):
        yield Finding("day.chain", subject, "does not follow from the previous day")


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    return run((sql, parameters))[0]


register(DEALT, ByPart(HANDS, check_dealt))
register("decks are numbered", check_numbers)
register(KEYS, check_keys)
register(CHECK, check_days, new=check_new_days)
register(THROWN, check_thrown_decks, new=check_new_thrown_decks)
register(DAYS, check_deck_days, new=check_new_deck_days)
