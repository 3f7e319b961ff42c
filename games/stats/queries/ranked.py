"""Which hands leaderboards and ratings count: those in which strangers could win from each other.

A hand at a private table, against bots, or within one household can be arranged, so it counts for
the players' own statistics only. Bots, registered ones too, are no people here. It is decided when
the hand ends and stored with it: households are known by recent sign-ins, which are not kept.
"""

from collections.abc import Sequence

from django.conf import settings

from accounts.people.models import User
from accounts.people.queries.households import of_two_households
from core.single_flight import SharedCopies
from games.hands.queries.live import LiveHand

_PEOPLE = (User.Kind.PERSON, User.Kind.GUEST)
_copies: SharedCopies[bool] = SharedCopies(lifetime_s=60.0, most=4_096)


def with_ranks(hands: Sequence[LiveHand]) -> list[LiveHand]:
    """These ended hands, each with `ranked` set.

    A query for each table at which two people play in public; the answer for the same people holds
    for a minute.
    """
    return [hand._replace(ranked=_is_ranked(hand)) for hand in hands]


def _is_ranked(hand: LiveHand) -> bool:
    people = frozenset(one.user_id for one in hand.players.values() if one.kind in _PEOPLE)
    if hand.private or len(people) < 2:
        return False

    def strangers() -> bool:
        return of_two_households(people)

    return _copies.get(people, strangers) if settings.SHARED_ANSWERS else strangers()
