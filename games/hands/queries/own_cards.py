"""A user's own cards and the common ones in finished hands, for lists of hands."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from accounts.people.models import User
from games.engines.core.contract import Viewer
from games.hands.live_hand import Record
from games.hands.models import Hand, PlayedAction
from games.hands.queries.live import live_hand, players_of, record_of

CACHED_HANDS_MAX = 5_000
"""Hands whose cards a process remembers; they never change once a hand is over."""


class OwnCards(NamedTuple):
    """Cards as texts: `own` of the player, and the `board` or the dealer's, which all could see."""

    own: tuple[str, ...] = ()
    board: tuple[str, ...] = ()


NO_CARDS = OwnCards()
_kept: dict[tuple[uuid.UUID, uuid.UUID], OwnCards] = {}


def own_cards(user: User, hand_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, OwnCards]:
    """The cards of a user in finished hands that they played, by hand; three queries at most.

    Cards that the player never saw, such as those of a blind player, are left out.
    """
    unknown = [hand_id for hand_id in hand_ids if (user.pk, hand_id) not in _kept]
    if unknown:
        if len(_kept) + len(unknown) > CACHED_HANDS_MAX:
            _kept.clear()
        hands = list(Hand.objects.filter(pk__in=unknown).exclude(status=Hand.Status.LIVE))
        records: dict[uuid.UUID, list[Record]] = defaultdict(list)
        for row in PlayedAction.objects.filter(hand_id__in=unknown).order_by("hand_id", "seq"):
            records[row.hand_id].append(record_of(row))
        users = {uuid.UUID(seat["user"]) for hand in hands for seat in hand.opening["seats"]}
        people = User.objects.in_bulk(users)
        for hand in hands:
            _kept[user.pk, hand.pk] = _cards(hand, user, records[hand.pk], people)
    return {hand_id: _kept[user.pk, hand_id] for hand_id in hand_ids if (user.pk, hand_id) in _kept}


def _cards(
    hand: Hand, user: User, records: list[Record], people: Mapping[uuid.UUID, User]
) -> OwnCards:
    seats = {seat["user"]: seat["seat"] for seat in hand.opening["seats"]}
    seat = seats.get(str(user.pk))
    if seat is None:
        return NO_CARDS
    viewer = Viewer(seat=seat)
    dealt = live_hand(hand, players=players_of(hand, people), records=())
    first, over = dealt.view(viewer), dealt
    for record in records:
        over, _events = over.advance(record)
    last = over.view(viewer)
    # As they were dealt: at the end of some games the played ones are gone.
    own = _known(first, seat) or _known(last, seat)
    common = last.get("board") or (last.get("dealer") or {}).get("cards") or ()
    return OwnCards(own, () if "??" in common else tuple(common))


def _known(view: Mapping[str, object], seat: int) -> tuple[str, ...]:
    entries = view["seats"]
    assert isinstance(entries, list)
    cards = next(entry.get("cards") or [] for entry in entries if entry["seat"] == seat)
    return () if "??" in cards else tuple(cards)
