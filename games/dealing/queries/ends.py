"""How a table's decks of TFAIR2 ended: dealt or thrown away, each linked to the one before."""

import datetime
import uuid
from typing import Any, NamedTuple

from core.runtime.sql import Columns, run
from games.dealing.models import ThrownDeck
from games.dealing.queries.proofs import play_of_hand
from games.fair.tfair2.hashes import NO_CHAIN, dealt_end_of
from games.fair.tfair2.proof import end_of
from games.hands.live_hand import LiveHand
from games.hands.models import Hand
from games.hands.models.packed import OPENING_COLUMNS, deal_in

# The deck before that of a hand was thrown away, or it was that of the hand before, which may be in
# an archived month. The first deck of a table follows its last hand of TFAIR1, or nothing.
_CHAIN_BEFORE = """
SELECT coalesce(
        (SELECT t.deck ->> 'chain' FROM games_throwndeck t WHERE t.table_id = %s AND t.no = %s),
        (SELECT encode(a.chain, 'hex') FROM games_archivedtable a
            WHERE a.table_id = %s AND a.last_deck = %s)),
    p.chain, p.opening
FROM (SELECT) one LEFT JOIN games_hand p ON p.table_id = %s AND p.number = %s
"""
_ENDED = Columns(Hand, "h", *OPENING_COLUMNS)
_ENDS = f"""
SELECT h.deck_no, h.play_hash, {_ENDED.sql} FROM games_hand h
WHERE table_id = %s AND deck_no > %s AND chain IS NOT NULL AND finished_at <= %s
ORDER BY deck_no LIMIT %s
"""  # noqa: S608 -- own names
_THROWN_BEFORE = """
SELECT deck FROM games_throwndeck WHERE table_id = %s AND no < %s
    AND no > coalesce((SELECT deck_no FROM games_hand WHERE table_id = %s AND number = %s), 0)
ORDER BY no
"""


class Ends(NamedTuple):
    """How some decks in a row ended: [number, end] of those that were dealt, and the others whole.

    `more`: whether others follow.
    """

    ends: list[tuple[int, str]]
    thrown: list[ThrownDeck]
    more: bool


def ends_after(table_id: uuid.UUID, no: int, *, until: datetime.datetime, limit: int) -> Ends:
    """How the decks of a table after deck `no` ended, as far as that was until a moment."""
    (rows,) = run((_ENDS, [table_id, no, until, limit + 1]))
    after = ThrownDeck.objects.filter(table_id=table_id, no__gt=no, thrown_at__lte=until)
    thrown = list(after.order_by("no")[: limit + 1])
    known = sorted([*(row[0] for row in rows), *(row.no for row in thrown)])
    last = known[:limit][-1] if known else no
    return Ends(
        ends=[
            (
                deck_no,
                dealt_end_of(
                    bytes.fromhex(_ENDED.make(hand).opening["deal"]["digest"]), bytes(play_hash)
                ).hex(),
            )
            for deck_no, play_hash, *hand in rows
            if deck_no <= last
        ],
        thrown=[row for row in thrown if row.no <= last],
        more=len(known) > limit,
    )


def last_thrown(table_id: uuid.UUID, *, until: datetime.datetime) -> ThrownDeck | None:
    """The last deck of a table that was thrown away until a moment."""
    thrown = ThrownDeck.objects.filter(table_id=table_id, thrown_at__lte=until)
    return thrown.order_by("-no").first()


def next_thrown(table_id: uuid.UUID, *, after: datetime.datetime) -> ThrownDeck | None:
    """The first deck of a table that was thrown away after a moment."""
    thrown = ThrownDeck.objects.filter(table_id=table_id, thrown_at__gt=after)
    return thrown.order_by("no").first()


def end_of_hand(hand: Hand) -> dict[str, Any]:
    """How the deck of a hand that is over ended, as it was published."""
    assert hand.play_hash is not None
    deal, signature = hand.opening["deal"], hand.chain_signature
    end = end_of(deal, play_hash=bytes(hand.play_hash), chain=chain_before(hand))
    return end if signature is None else {**end, "signature": bytes(signature).hex()}


def chain_before(hand: Hand) -> bytes:
    """The table's chain before the deck of a hand, which was dealt by TFAIR2."""
    assert hand.deck_no is not None
    table_id = hand.table_id
    asked = [table_id, hand.deck_no - 1] * 2 + [table_id, hand.number - 1]
    (((thrown, chain, opening),),) = run((_CHAIN_BEFORE, asked))
    if thrown is not None:
        return bytes.fromhex(thrown)
    if chain is not None:
        return bytes(chain)
    return bytes.fromhex(deal_in(opening).get("chain") or NO_CHAIN.hex())


def ended_part(hand: Hand, played: LiveHand) -> dict[str, Any]:
    """The part of a record that comes after the deal: the play, and the end of the deck.

    `played`: the hand after all its actions. The chain is the stored one.
    """
    assert hand.record_salt is not None
    assert hand.chain is not None
    return {
        **end_of_hand(hand),
        "chain": bytes(hand.chain).hex(),
        "play": play_of_hand(played, played.game.result(played.state)),
        "record_salt": bytes(hand.record_salt).hex(),
    }


def thrown_before(hand: Hand) -> list[dict[str, Any]]:
    """The decks that were thrown away directly before that of a hand, oldest first."""
    asked = [hand.table_id, hand.deck_no, hand.table_id, hand.number - 1]
    (rows,) = run((_THROWN_BEFORE, asked))
    return [deck for (deck,) in rows]
