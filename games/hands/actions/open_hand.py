"""Opening hands: the sealed deck, the seats and the rules that a replay starts from are stored."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.runtime.sql import Statement, as_json, values_of
from games.dealing.actions import decks
from games.dealing.encryption import seal
from games.dealing.models import NextDeck
from games.engines.core import registry
from games.fair.bots import bot_key_of
from games.hands.live_hand import LiveHand, Player
from games.hands.models import Hand
from games.hands.queries.live import Secrets, live_hand

_COLUMNS = (
    "id",
    "table_id",
    "number",
    "game",
    "preset",
    "rules",
    "rules_hash",
    "clock_ms",
    "spectators",
    "spectator_delay_s",
    "private",
    "plays_for",
    "opening",
    "sealed",
    "started_at",
)
_INSERT = """
INSERT INTO games_hand (id, table_id, number, game, preset, rules, rules_hash, clock_ms, spectators,
    spectator_delay_s, private, plays_for, opening, sealed, status, started_at)
SELECT id, table_id, number, game, preset, rules, rules_hash, clock_ms, spectators,
spectator_delay_s,
    private, plays_for, opening, decode(sealed, 'base64'), 'live', started_at
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, table_id uuid, number int, game text,
    preset text, rules jsonb, rules_hash text, clock_ms int, spectators text, spectator_delay_s int,
    private bool, plays_for text, opening jsonb, sealed text, started_at timestamptz)
"""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The settings of a table that apply to each of its hands."""

    game: str
    preset: str
    rules: dict[str, object]
    rules_hash: str
    clock_ms: int
    spectators: str
    private: bool
    plays_for: str = "chips"
    spectator_delay_s: int = 0


@dataclass(frozen=True, slots=True)
class NewHand:
    """A hand to be opened.

    `players` in ascending order of seats; `button` is the dealer's seat; `terms` is the game's data
    for this hand (`NextHand`). `deck`: the table's next one, with its row locked; without one (at a
    table from before there were any) a deck without cuts is dealt.
    """

    table_id: uuid.UUID
    number: int
    house: HouseRules
    players: Sequence[Player]
    button: int
    terms: Mapping[str, Any]
    deck: NextDeck | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A hand that is dealt and at seq 0, its row, and the deck that its table deals next."""

    hand: LiveHand
    row: Hand
    next_deck: NextDeck


def open_hands(new: Sequence[NewHand], *, at: datetime.datetime) -> list[Opened]:
    """Open hands at different tables, whose locks the caller holds; it stores them (`storing`).

    `deal` of an opening is the hand's proof without the openings of cards (`games.fair.proof`).
    """
    opened = []
    for one in new:
        n = registry.get(one.house.game).deck_size
        deck = one.deck or decks.fresh(table_id=one.table_id, number=one.number, n=n)
        hand_id = uuid.uuid4()
        taken = decks.take(deck, number=one.number, hand_id=hand_id)
        row = _row(one, hand_id, taken, at)
        secrets = Secrets(taken.deck.order, taken.deck, bot_key_of(taken.master))
        hand = live_hand(row, players=one.players, records=(), secrets=secrets)
        opened.append(Opened(hand, row, taken.next))
    return opened


def storing(opened: Sequence[Opened]) -> list[Statement]:
    """The statement that stores the openings of hands; the next decks are stored apart."""
    return [(_INSERT, [as_json(values_of((one.row for one in opened), *_COLUMNS))])]


def _row(one: NewHand, hand_id: uuid.UUID, taken: decks.TakenDeck, at: datetime.datetime) -> Hand:
    house = one.house
    return Hand(
        id=hand_id,
        table_id=one.table_id,
        number=one.number,
        game=house.game,
        preset=house.preset,
        rules=house.rules,
        rules_hash=house.rules_hash,
        clock_ms=house.clock_ms,
        spectators=house.spectators,
        spectator_delay_s=house.spectator_delay_s,
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
                for player in one.players
            ],
            "button": one.button,
            "terms": dict(one.terms),
            "deal": taken.deal,
        },
        sealed=seal(bound_to=hand_id, data=taken.master),
        started_at=at,
    )
