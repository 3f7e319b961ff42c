"""Hands played through the lobby's own actions, for data derived from finished hands."""

import random

from accounts.people.models import User
from lobby.tables.play.timers import run_timer
from tests.games.sessions import calm_action


def play_hands(room, hands, seed=1):
    """Deal and play this many hands at a table of `company`; the dealer's timers move bots."""
    rng = random.Random(f"room {seed}")
    for _ in range(hands):
        room.deal()
        while room.head.live:
            hand = room.hand
            seat = hand.game.turn(hand.state)
            player = hand.players[seat]
            if player.kind == "bot":
                run_timer(room.table.pk)
                continue
            action = calm_action(hand.game, hand.state, seat, rng)
            user = User.objects.get(pk=player.user_id)
            answer = room.act(
                user, action.kind, action.amount, cards=action.cards, reading=action.reading
            )
            assert answer.seq is not None, answer


def as_people(*users):
    """Turn guests at the table into registered users, as if they had kept their chips."""
    User.objects.filter(pk__in=[user.pk for user in users]).update(kind=User.Kind.PERSON)
