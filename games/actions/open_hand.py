"""Opening a hand: the sealed deck, the seats and the rules that everything is folded from."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.actions.decks import take
from games.actions.seal import seal
from games.engines.core import registry
from games.models import Hand
from games.queries.live import LiveHand, Player, live_hand


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table gives to each of its hands."""

    game: str
    preset: str
    rules: dict[str, object]
    rules_hash: str
    clock_ms: int
    rail: str
    private: bool
    plays_for: str = "chips"
    rail_delay_s: int = 0


def open_hand(
    *,
    table_id: uuid.UUID,
    number: int,
    house: HouseRules,
    players: Sequence[Player],
    button: int,
    terms: Mapping[str, Any],
    at: datetime.datetime,
) -> LiveHand:
    """Write the opening of a hand with the table's next deck and return it dealt, at seq 0.

    `players` in ascending order of seats; `button` is the dealer's seat, `terms` what the game
    settled for this hand (`LineUp`). The caller holds the table's lock. `deal` of the opening is
    the hand's proof without its openings (`games.fair.proof`).
    """
    hand_id = uuid.uuid4()
    n = registry.get(house.game).deck_size
    deck = take(table_id=table_id, number=number, n=n, hand_id=hand_id)
    hand = Hand(
        id=hand_id,
        table_id=table_id,
        number=number,
        game=house.game,
        preset=house.preset,
        rules=house.rules,
        rules_hash=house.rules_hash,
        clock_ms=house.clock_ms,
        rail=house.rail,
        rail_delay_s=house.rail_delay_s,
        private=house.private,
        plays_for=house.plays_for,
        opening={
            "seats": [
                {
                    "seat": player.seat,
                    "user": str(player.user_id),
                    "kind": player.kind,
                    "stack": player.stack,
                    "bank_ms": player.bank_ms,
                    "away": player.away,
                }
                for player in players
            ],
            "button": button,
            "terms": dict(terms),
            "deal": deck.deal,
        },
        sealed=seal(bound_to=hand_id, data=deck.master),
        started_at=at,
    )
    hand.save(force_insert=True)
    return live_hand(hand, players=players, records=())
