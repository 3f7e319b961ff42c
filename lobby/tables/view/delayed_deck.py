"""The next deck of a delayed table as it was `delay_s` ago: spectators see all of it later.

Its lock is never shown: spectators do not cut, and the deal of a hand has it.
"""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.wire import shown
from games.dealing.models import NextDeck, ThrownDeck
from games.dealing.queries.ends import end_of_hand, last_thrown, next_thrown
from games.fair.scheme import NO_CHAIN
from games.fair.stored import is_tfair2
from games.fair.tfair2.proof import published
from games.hands.live_hand import LiveHand
from games.hands.models import Hand
from lobby.tables.deck_shapes import EndedDeck, NextDeckView, SealedDeckView


class DeckThen(NamedTuple):
    """The next deck as it was then, and when it changes by a deck that is thrown away."""

    next_deck: NextDeckView | None
    thrown_at: datetime.datetime | None


def deck_then(
    table_id: uuid.UUID,
    then: datetime.datetime,
    *,
    hand: LiveHand | None,
    is_over: bool,
) -> DeckThen:
    """The deck that was next at a moment; `hand` was the table's last one.

    It is found by its number, whatever has become of it: the table may go on between two queries.
    """
    if hand is not None and not is_over and not is_tfair2(hand.deal):
        return DeckThen(None, None)  # a hand of TFAIR1, before the table's first deck
    last = _last(table_id, then, hand, is_over=is_over)
    no = (last["no"] if last is not None else 0) + (1 if hand is None or is_over else 2)
    found = _deck(table_id, no)
    if found is None:
        return DeckThen(None, None)
    game, sealed = found
    view = NextDeckView(
        game=game,
        deck=shown(SealedDeckView, sealed),
        lock=None,
        missing=[],
        not_asked=[],
        ended=EndedDeck(no=0, chain=NO_CHAIN.hex()),
        last=last,
    )
    if view.last is not None:
        view.ended = EndedDeck(no=view.last["no"], chain=view.last["chain"])
    elif view.deck.tfair1:
        view.ended = _tfair1(table_id, view.ended)
    thrown = next_thrown(table_id, after=then)
    return DeckThen(view, thrown.thrown_at if thrown is not None else None)


def _deck(table_id: uuid.UUID, no: int) -> tuple[str, Mapping[str, Any]] | None:
    """The game and the published part of a table's deck: the next one, or one that was."""
    row = NextDeck.objects.filter(pk=table_id).first()
    if row is not None and row.no == no:
        return row.game, published(row.published_part)
    dealt = Hand.objects.filter(table_id=table_id, deck_no=no).first()
    if dealt is not None:
        return dealt.game, dealt.opening["deal"]
    thrown = ThrownDeck.objects.filter(table_id=table_id, no=no).first()
    if thrown is None:
        return None
    plan = thrown.deck["plan"] or {"game": row.game if row is not None else ""}
    return plan["game"], thrown.deck


def _last(
    table_id: uuid.UUID, then: datetime.datetime, hand: LiveHand | None, *, is_over: bool
) -> dict[str, Any] | None:
    """How the last deck ended that had ended then; None before the first."""
    thrown = last_thrown(table_id, until=then)
    hands = Hand.objects.filter(table_id=table_id, chain__isnull=False)
    if hand is not None:
        hands = hands.filter(number__lte=hand.number if is_over else hand.number - 1)
        dealt = hands.order_by("-deck_no").first()
        if dealt is not None and (thrown is None or thrown.no < (dealt.deck_no or 0)):
            return end_of_hand(dealt)
    return None if thrown is None else thrown.deck


def _tfair1(table_id: uuid.UUID, before: EndedDeck) -> EndedDeck:
    """The end of the table's chain by TFAIR1, which deck 1 continues."""
    hands = Hand.objects.filter(table_id=table_id, deck_no__isnull=True).order_by("-number")
    last = hands.first()
    chain = (last.opening.get("deal") or {}).get("chain") if last is not None else None
    return EndedDeck(no=0, chain=chain or before.chain, tfair1=True)
