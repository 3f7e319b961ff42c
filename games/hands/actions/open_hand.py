"""Opening hands: the sealed deck, the seats and the rules that a replay starts from are stored."""

import datetime
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.runtime.sql import Statement, as_json, values_of
from core.time_ids import time_id
from games.dealing.actions import decks
from games.dealing.encryption import Kind, seal
from games.dealing.models import NextDeck
from games.fair.bots import bot_key_of
from games.fair.deck import SALT_BYTES
from games.fair.tfair2.deck import CutDeck
from games.hands.live_hand import LiveHand, Player
from games.hands.models import Hand
from games.hands.models.packed import PACKED
from games.hands.models.rule_set import remember
from games.hands.queries.live import Secrets, live_hand
from games.hands.teaching import Teaching

BOT_KEY_BYTES = 32
_COLUMNS = (
    "id",
    "table_id",
    "number",
    "game",
    "preset",
    "rules_hash",
    "clock_ms",
    "spectators",
    "spectator_delay_s",
    "private",
    "plays_for",
    "opening",
    "deck_no",
    "record_salt",
    "sealed",
    "started_at",
)
_INSERT = """
INSERT INTO games_hand (id, table_id, number, game, preset, rules_hash, clock_ms, spectators,
    spectator_delay_s, private, plays_for, opening, deck_no, record_salt, sealed, status,
    started_at)
SELECT id, table_id, number, game, preset, decode(rules_hash, 'hex'), clock_ms, spectators,
    spectator_delay_s, private, plays_for, decode(opening, 'base64'), deck_no,
    decode(record_salt, 'base64'), decode(sealed, 'base64'), 'live', started_at
FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, table_id uuid, number int, game text,
    preset text, rules_hash text, clock_ms int, spectators text, spectator_delay_s int,
    private bool, plays_for text, opening text, deck_no int, record_salt text, sealed text,
    started_at timestamptz)
"""
_INSERT_RULES = """
INSERT INTO games_ruleset (hash, rules) SELECT decode(key, 'hex'), value FROM jsonb_each(%s::jsonb)
ON CONFLICT DO NOTHING
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
    for this hand (`NextHand`). `deck` is the table's next one, with its row locked, and `cut` what
    its cuts made of it; a teaching hand has an `order` of the cards instead.
    """

    table_id: uuid.UUID
    number: int
    house: HouseRules
    players: Sequence[Player]
    button: int
    terms: Mapping[str, Any]
    deck: NextDeck | None = None
    cut: CutDeck | None = None
    order: tuple[int, ...] = ()
    teaching: Teaching | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A hand that is dealt and at seq 0, its row, and the table's next deck, if it has one."""

    hand: LiveHand
    row: Hand
    next_deck: NextDeck | None


def open_hands(new: Sequence[NewHand], *, at: datetime.datetime) -> list[Opened]:
    """Open hands at different tables, whose locks the caller holds; it stores them (`storing`).

    `deal` of an opening is what is published of the deal (`games.fair.tfair2.proof`).
    """
    opened = []
    for one in new:
        row, known, after = _fair(one, at) if one.teaching is None else _taught(one, at)
        row.started_at = at
        hand = live_hand(row, players=one.players, records=(), secrets=known)
        opened.append(Opened(hand, row, after))
    return opened


def storing(opened: Sequence[Opened]) -> list[Statement]:
    """The statements that store the openings of hands; the next decks are stored apart."""
    rows = values_of((one.row for one in opened), *_COLUMNS)
    for row, one in zip(rows, opened, strict=True):
        row["opening"] = PACKED.pack(row["opening"], one.row)
    rules = {one.row.rules_hash: one.row.rules for one in opened}
    return [(_INSERT_RULES, [as_json(rules)]), (_INSERT, [as_json(rows)])]


def _fair(one: NewHand, at: datetime.datetime) -> tuple[Hand, Secrets, NextDeck]:
    """A hand from the table's sealed deck, and the deck after it."""
    assert one.deck is not None
    assert one.cut is not None
    hand_id = time_id(at)
    taken = decks.take(one.deck, one.cut, number=one.number, hand_id=hand_id)
    row = _row(one, hand_id, deal=taken.deal)
    row.deck_no = one.deck.no
    row.sealed = seal(bound_to=hand_id, data=taken.master)
    return row, Secrets(taken.deck.order, taken.deck, bot_key_of(taken.master)), taken.next


def _taught(one: NewHand, at: datetime.datetime) -> tuple[Hand, Secrets, None]:
    """A hand in the order that was made for it: no deck of the table's chain, and no proof."""
    assert one.teaching is not None
    hand_id, key = time_id(at), secrets.token_bytes(BOT_KEY_BYTES)
    row = _row(one, hand_id, deal={})
    row.opening["teaching"] = one.teaching._asdict()
    row.sealed = seal(bound_to=hand_id, data=bytes(one.order) + key, kind=Kind.ORDER)
    return row, Secrets(one.order, None, key), None


def _row(one: NewHand, hand_id: uuid.UUID, *, deal: Mapping[str, Any]) -> Hand:
    house = one.house
    remember(house.rules_hash, house.rules)
    return Hand(
        id=hand_id,
        table_id=one.table_id,
        number=one.number,
        game=house.game,
        preset=house.preset,
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
            "deal": dict(deal),
        },
        record_salt=secrets.token_bytes(SALT_BYTES),
    )
