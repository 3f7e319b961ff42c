"""Which hands leaderboards and ratings count: those in which strangers could win from each other.

A hand at a private table, against bots, or within one household can be arranged, so it counts for
the players' own statistics only; one for practice chips counts nowhere. Bots, registered ones too,
are no people here. It is decided when the hand ends and stored with it: households are known by
recent sign-ins, which are not kept.
"""

from collections.abc import Sequence

from accounts.people.models import User
from accounts.people.queries.households import of_two_households
from games.hands.live_hand import UNRATED, LiveHand

_PEOPLE = (User.Kind.PERSON, User.Kind.GUEST)


def with_ranks(hands: Sequence[LiveHand]) -> list[LiveHand]:
    """These ended hands, each with `ranked` set; one query if people met at a public table."""
    people = [
        ()
        if hand.private or hand.plays_for == UNRATED
        else [p.user_id for p in hand.players.values() if p.kind in _PEOPLE]
        for hand in hands
    ]
    ranked = of_two_households(people)
    return [hand._replace(ranked=one) for hand, one in zip(hands, ranked, strict=True)]
