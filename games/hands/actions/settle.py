"""Settling hands: each hand's result is stored once, with the results of its players."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from core.runtime.sql import Statement, as_json
from games.dealing.actions import decks
from games.dealing.actions.decks import Ended
from games.dealing.models import NextDeck
from games.dealing.queries.proofs import play_of_hand
from games.engines.core.contract import Result
from games.fair.stored import is_tfair2
from games.fair.tfair2.hashes import play_hash_of
from games.hands.live_hand import LiveHand
from games.hands.models.packed import PACKED
from games.stats.counters.base import shares_of

_FINISH = """
UPDATE games_hand AS h SET status = 'finished', finished_at = r.finished_at, ranked = r.ranked,
    result = decode(r.result, 'base64'), play_hash = decode(r.play_hash, 'base64'),
    chain = decode(r.chain, 'base64'), chain_signature = decode(r.chain_signature, 'base64')
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, finished_at timestamptz, result text, ranked bool,
    play_hash text, chain text, chain_signature text)
WHERE h.id = r.id
"""
_INSERT_SEATS = """
INSERT INTO games_handseat (hand_id, user_id, seat, stack_start, net, won, pot, finished_at)
SELECT hand_id, user_id, seat, stack_start, net, won, pot, finished_at
FROM jsonb_to_recordset(%s::jsonb) AS r(hand_id uuid, user_id uuid, seat smallint,
    stack_start bigint, net bigint, won bool, pot bigint, finished_at timestamptz)
"""


class Settled(NamedTuple):
    """A hand that is over, its result, and how its deck ended (None before TFAIR2)."""

    hand: LiveHand
    result: Result
    end: Ended | None


def settling(settled: Sequence[Settled], *, at: datetime.datetime) -> list[Statement]:
    """The statements that store the results of hands that are over; none without hands."""
    if not settled:
        return []
    ended = [
        {
            "id": hand.id,
            "finished_at": at,
            "result": PACKED.pack(result.stored()),
            "ranked": hand.ranked,
            "play_hash": end and end.play_hash,
            "chain": end and end.chain,
            "chain_signature": end and end.signature,
        }
        for hand, result, end in settled
    ]
    seats = [row for hand, result, _end in settled for row in _seats(hand, result, at)]
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


def end_deck(hand: LiveHand, result: Result | None, after: NextDeck) -> Ended | None:
    """End the deck of a hand that is over, or void (no result), in the chain of its table.

    `after`: the table's next deck, which notes it. None for a hand from before TFAIR2.
    """
    if not is_tfair2(hand.deal):
        return None
    play_hash = play_hash_of(hand.record_salt, play_of_hand(hand, result))
    return decks.end(after, hand.deal, play_hash)


def _seats(hand: LiveHand, result: Result, at: datetime.datetime) -> list[dict[str, object]]:
    ends, won = dict(result.chips), shares_of(result)
    return [
        {
            "hand_id": hand.id,
            "user_id": player.user_id,
            "seat": seat,
            "stack_start": player.stack,
            "net": ends[seat] - player.stack,
            "won": won.get(seat, 0) > 0,
            "pot": won.get(seat, 0),
            "finished_at": at,
        }
        for seat, player in hand.players.items()
    ]
