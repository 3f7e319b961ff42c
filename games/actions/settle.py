"""Settling a hand: its result is written once, beside what it brought each player."""

import datetime

from games.engines.core.contract import Result
from games.models import Hand, HandSeat
from games.queries.live import LiveHand
from games.statistics.book import shares_of


def settle(*, hand: LiveHand, at: datetime.datetime) -> Result:
    """Write the result of a hand that the engine says is over, and return it.

    Raises `ValueError` if the hand is still on or its chips do not add up to the opening's.
    """
    result = hand.game.result(hand.state)
    if result is None:
        raise ValueError(f"hand {hand.id} is still on")
    ends = dict(result.chips)
    if sum(ends.values()) + result.house != sum(hand.opening.stacks):
        raise ValueError(f"hand {hand.id} does not keep its chips")
    won = shares_of(result)
    Hand.objects.filter(pk=hand.id).update(
        status=Hand.Status.FINISHED, finished_at=at, result=result.to_json()
    )
    HandSeat.objects.bulk_create(
        HandSeat(
            hand_id=hand.id,
            user_id=player.user_id,
            seat=seat,
            game=hand.game.key,
            plays_for=hand.plays_for,
            stack_start=player.stack,
            stack_end=ends[seat],
            net=ends[seat] - player.stack,
            won=won.get(seat, 0) > 0,
            pot=won.get(seat, 0),
            finished_at=at,
        )
        for seat, player in hand.players.items()
    )
    return result
