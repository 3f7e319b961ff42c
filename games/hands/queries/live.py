"""Hands derived from their records, cached in the process while they are played.

The cache only saves work; the database decides whether a copy is current.
"""

import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accounts.people.models import User
from core.runtime.sql import Columns, run
from games.dealing.encryption import Kind, unseal
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Step
from games.fair.bots import bot_key_of
from games.fair.deck import DealtDeck, secret_order
from games.fair.stored import dealing_of
from games.hands.live_hand import LiveHand, Player, Record
from games.hands.models import Hand, PlayedAction
from games.hands.models.action import ActionRow
from games.hands.teaching import teaching_of

_CACHED_HANDS_MAX = 2_000
"""The most tables whose newest hand is kept."""
_HAND = Columns(Hand, "h")
_USER = Columns(User, "u", "id", "name", "bot_level", "avatar")
_ACTION = Columns(
    PlayedAction,
    "a",
    *("hand_id", "seq", "seat", "kind", "amount", "cards", "reading", "key", "auto"),
    *("bank_ms", "at"),
)
_HAND_OF = f"SELECT {_HAND.sql} FROM games_hand h WHERE id = %s"  # noqa: S608 -- own names
_USERS = f"SELECT {_USER.sql} FROM accounts_user u WHERE id = ANY(%s)"  # noqa: S608 -- own names
_ACTIONS_OF = f"""
SELECT {_ACTION.sql} FROM games_playedaction a
WHERE hand_id = %s AND seq > %s AND seq <= coalesce(%s::int, 2147483647) ORDER BY seq
"""  # noqa: S608 -- own names


class _Cache:
    """The latest copy of each table's newest hand in this process.

    Beyond `_CACHED_HANDS_MAX` tables, those used least recently lose theirs. Earlier hands are not
    kept: a process that plays for hours would have thousands of them, scattered over its memory.

    Ids are kept as whole numbers, because the hash of a UUID is a call of Python.
    """

    def __init__(self) -> None:
        self._newest: OrderedDict[int, LiveHand] = OrderedDict()
        self._table_of: dict[int, int] = {}
        self._lock = threading.Lock()

    def get(self, hand_id: uuid.UUID) -> LiveHand | None:
        with self._lock:
            table_id = self._table_of.get(hand_id.int)
            if table_id is None:
                return None
            self._newest.move_to_end(table_id)
            return self._newest[table_id]

    def put(self, hand: LiveHand) -> None:
        table_id = hand.table_id.int
        with self._lock:
            held = self._newest.get(table_id)
            if held is None or (held.number, held.seq) < (hand.number, hand.seq):
                if held is not None:
                    del self._table_of[held.id.int]
                self._newest[table_id] = hand
                self._table_of[hand.id.int] = table_id
            self._newest.move_to_end(table_id)
            while len(self._newest) > _CACHED_HANDS_MAX:
                _table_id, oldest = self._newest.popitem(last=False)
                del self._table_of[oldest.id.int]

    def drop(self, hand_id: uuid.UUID) -> None:
        with self._lock:
            table_id = self._table_of.pop(hand_id.int, None)
            if table_id is not None:
                del self._newest[table_id]

    def clear(self) -> None:
        with self._lock:
            self._newest.clear()
            self._table_of.clear()


cache = _Cache()


class Secrets(NamedTuple):
    """The order of the cards, their deck, and the key of the bots while the master exists."""

    order: tuple[int, ...]
    deck: DealtDeck | None
    bot_key: bytes | None

    def __repr__(self) -> str:
        """Nothing of it: a log must not show cards."""
        return "<Secrets>"


def opening_of(hand: Hand, secrets: Secrets) -> Opening:
    """The opening of a stored hand, from which it is dealt."""
    game, seats = registry.get(hand.game), hand.opening["seats"]
    return Opening(
        game=hand.game,
        rules=game.rules_from_json(hand.rules),
        seats=tuple(seat["seat"] for seat in seats),
        stacks=tuple(seat["stack"] for seat in seats),
        button=hand.opening["button"],
        deck=secrets.order,
        terms=hand.opening.get("terms", {}),
    )


def live_hand(
    hand: Hand,
    *,
    players: Sequence[Player],
    records: Iterable[Record],
    secrets: Secrets | None = None,
) -> LiveHand:
    """Deal a stored opening and apply `records` to it.

    `secrets`: those of the hand, if they need not be decrypted.
    """
    secrets = secrets or secrets_of(hand)
    game, opening = registry.get(hand.game), opening_of(hand, secrets)
    dealt: Step = game.deal(opening)
    folded = LiveHand(
        id=hand.id,
        table_id=hand.table_id,
        number=hand.number,
        game=game,
        opening=opening,
        players={player.seat: player for player in players},
        seat_of={player.user_id: player.seat for player in players},
        clock_ms=hand.clock_ms,
        spectators=hand.spectators,
        spectator_delay_s=hand.spectator_delay_s,
        deal=hand.opening.get("deal") or {},
        record_salt=bytes(hand.record_salt or b""),
        deck=secrets.deck,
        bot_key=secrets.bot_key,
        private=hand.private,
        ranked=hand.ranked,
        plays_for=hand.plays_for,
        teaching=teaching_of(hand.opening),
        started_at=hand.started_at,
        state=dealt.state,
        dealt=dealt.events,
    )
    for record in records:
        folded, _events = folded.advance(record)
    return folded


def secrets_of(hand: Hand) -> Secrets:
    """The decrypted secrets of a stored hand."""
    game = registry.get(hand.game)
    kind, data = unseal(bound_to=hand.id, sealed=bytes(hand.sealed))
    key = bot_key_of(data) if kind is Kind.MASTER else None
    deal = hand.opening.get("deal") or {}
    if not deal.get("commit"):
        # Hands from before TFAIR1 were dealt in the secret order; later only their order is kept.
        # The order of a teaching hand has the key of its bots behind it.
        order = secret_order(data, game.deck_size) if key else tuple(data[: game.deck_size])
        return Secrets(order, None, key or data[game.deck_size :] or None)
    cut = dealing_of(deal)
    deck = DealtDeck.of_master(cut, data) if key else DealtDeck.of_kept(cut, data)
    return Secrets(deck.order, deck, key)


def players_of(hand: Hand, people: Mapping[uuid.UUID, User] | None = None) -> list[Player]:
    """The players of a stored opening with their current names; loads users that are not given."""
    seats = hand.opening["seats"]
    if people is None:
        people = User.objects.in_bulk([uuid.UUID(seat["user"]) for seat in seats])
    players = []
    for seat in seats:
        person = people[uuid.UUID(seat["user"])]
        players.append(
            Player(
                seat=seat["seat"],
                user_id=person.pk,
                name=person.name,
                kind=seat["kind"],
                stack=seat["stack"],
                bank_ms=seat["bank_ms"],
                bot_level=person.bot_level,
                avatar=person.avatar,
                away=seat.get("away", False),
            )
        )
    return players


def record_of(row: ActionRow) -> Record:
    """A stored action in the form that a replay uses."""
    return Record(
        seq=row.seq,
        action=Action(row.seat, row.kind, row.amount, tuple(row.cards), row.reading),
        at=row.at,
        auto=row.auto,
        key=row.key,
        bank_ms=row.bank_ms,
    )


def stored(hand_id: uuid.UUID) -> Hand | None:
    """The row of a hand, None if there is none."""
    (hands,) = run((_HAND_OF, [hand_id]))
    return _HAND.make(hands[0]) if hands else None


def course_of(hand: Hand) -> tuple[list[Player], list[Record]]:
    """The players of a stored hand and all its actions, in one round trip."""
    users, actions = run((_USERS, [_users_in(hand)]), (_ACTIONS_OF, [hand.pk, 0, None]))
    people = {user.pk: user for user in map(_USER.make, users)}
    return players_of(hand, people), [record_of(_ACTION.make(row)) for row in actions]


def _users_in(hand: Hand) -> list[str]:
    return [seat["user"] for seat in hand.opening["seats"]]


def load(hand_id: uuid.UUID, *, seq: int | None = None) -> LiveHand:
    """The hand at `seq` (None: the latest), applying only the actions that are not cached.

    Raises `Hand.DoesNotExist`.
    """
    held = cache.get(hand_id)
    if held is None or (seq is not None and held.seq > seq):
        hands, actions = run((_HAND_OF, [hand_id]), (_ACTIONS_OF, [hand_id, 0, seq]))
        if not hands:
            raise Hand.DoesNotExist
        hand = _HAND.make(hands[0])
        (users,) = run((_USERS, [_users_in(hand)]))
        people = {user.pk: user for user in map(_USER.make, users)}
        held = live_hand(hand, players=players_of(hand, people), records=())
    elif held.seq == seq:
        return held
    else:
        (actions,) = run((_ACTIONS_OF, [hand_id, held.seq, seq]))
    for row in map(_ACTION.make, actions):
        held, _events = held.advance(record_of(row))
    return held
