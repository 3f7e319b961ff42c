"""Settling hands: each hand's result is stored once, with the results of its players."""

import datetime
from collections.abc import Sequence

from core.runtime.sql import Statement, as_json
from games.engines.core.contract import Result
from games.hands.live_hand import LiveHand
from games.stats.counters.base import shares_of

_FINISH = """
UPDATE games_hand AS h SET status = 'finished', finished_at = r.finished_at, result = r.result,
    ranked = r.ranked
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, finished_at timestamptz, result jsonb, ranked bool)
WHERE h.id = r.id
"""
_INSERT_SEATS = """
INSERT INTO games_handseat (hand_id, user_id, seat, game, plays_for, stack_start, stack_end, net,
    won, pot, finished_at)
SELECT hand_id, user_id, seat, game, plays_for, stack_start, stack_end, net, won, pot, finished_at
FROM jsonb_to_recordset(%s::jsonb) AS r(hand_id uuid, user_id uuid, seat smallint,
    game text, plays_for text, stack_start bigint, stack_end bigint, net bigint, won bool,
    pot bigint, finished_at timestamptz)
"""


def settling(
    hands: Sequence[LiveHand], results: Sequence[Result], *, at: datetime.datetime
) -> list[Statement]:
    """The statements that store the results of hands that are over; none without hands."""
    if not hands:
        return []
    ended = [
        {"id": hand.id, "finished_at": at, "result": result.stored(), "ranked": hand.ranked}
        for hand, result in zip(hands, results, strict=True)
    ]
    seats = [
        row for hand, result in zip(hands, results, strict=True) for row in _seats(hand, result, at)
    ]
    return [(_FINISH, [as_json(ended)]), (_INSERT_SEATS, [as_json(seats)])]


def result_of(hand: LiveHand) -> Result:
    """The result of a hand that is over.

    Raises `ValueError` if it is not over, or if its chips do not sum to the opening's.
    """
    result = hand.game.result(hand.state)
    if result is None:
        raise ValueError(f"hand {hand.id} is not over")
    if sum(chips for _seat, chips in result.chips) + result.house != sum(hand.opening.stacks):
        raise ValueError(f"hand {hand.id} does not conserve its chips")
    return result


def _seats(hand: LiveHand, result: Result, at: datetime.datetime) -> list[dict[str, object]]:
    ends, won = dict(result.chips), shares_of(result)
    return [
        {
            "hand_id": hand.id,
            "user_id": player.user_id,
            "seat": seat,
            "game": hand.game.key,
            "plays_for": hand.plays_for,
            "stack_start": player.stack,
            "stack_end": ends[seat],
            "net": ends[seat] - player.stack,
            "won": won.get(seat, 0) > 0,
            "pot": won.get(seat, 0),
            "finished_at": at,
        }
        for seat, player in hand.players.items()
    ]
