"""A hand derived from its record: a value, without a database or a clock of its own."""

import datetime
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engines.core.contract import EVERYONE, Action, Event, Game, Opening, Viewer
from games.fair.deck import DealtDeck
from games.hands.teaching import STEP_BACK, Teaching, that_count
from games.stats.counters.base import Move, Played

UNRATED = "unrated"
"""What a hand is played for (`plays_for`) that counts nowhere."""


@dataclass(frozen=True, slots=True)
class Player:
    """A user or bot in a hand."""

    seat: int
    user_id: uuid.UUID
    name: str
    kind: str
    stack: int
    bank_ms: int = 0
    bot_level: str = ""
    avatar: int = 0
    away: bool = False
    """The player was away at the deal; the seat plays automatically."""


class Record(NamedTuple):
    """A stored action."""

    seq: int
    action: Action
    at: datetime.datetime
    auto: str = ""
    key: uuid.UUID | None = None
    bank_ms: int = 0


_RECEIPTS = ("timeout", "away")


def with_receipt(events: tuple[Event, ...], record: Record) -> tuple[Event, ...]:
    """Note in an action's event that its player did not choose it.

    `auto` of the first public event is `timeout` if the time ran out, and `away` if the seat was
    played automatically. Nothing is added to a player's or a bot's own action.
    """
    if record.auto in _RECEIPTS:
        for index, event in enumerate(events):
            if event.audience == EVERYONE:
                noted = event._replace(data={**event.data, "auto": record.auto})
                return (*events[:index], noted, *events[index + 1 :])
    return events


class LiveHand(NamedTuple):
    """A hand at one `seq`, without the table's own data."""

    id: uuid.UUID
    table_id: uuid.UUID
    number: int
    game: Game
    opening: Opening
    players: Mapping[int, Player]
    seat_of: Mapping[uuid.UUID, int]
    clock_ms: int
    spectators: str
    private: bool
    plays_for: str
    started_at: datetime.datetime
    state: Any
    seq: int = 0
    """The number of actions applied; 0 is the deal."""
    records: tuple[Record, ...] = ()
    dealt: tuple[Event, ...] = ()
    spectator_delay_s: int = 0
    deal: Mapping[str, Any] = MappingProxyType({})
    """The published data of the deal (`games.fair.tfair2.proof`, `games.fair.proof`)."""
    record_salt: bytes = b""
    """The salt of its play, 16 bytes; empty for hands from before TFAIR2."""
    deck: DealtDeck | None = None
    """The openings of its cards; None for hands from before TFAIR1."""
    bot_key: bytes | None = None
    """The key of its bots' random numbers (`games.fair.bots`); None without the master."""
    before: "LiveHand | None" = None
    """The hand before the last action; None at the deal."""
    banked: bool = False
    """Whether an action used time bank."""
    ranked: bool = False
    """Whether leaderboards and ratings count it; False until it has ended."""
    teaching: Teaching | None = None
    """How it was dealt at a teaching table; None for every other hand."""

    def __repr__(self) -> str:
        """The hand's position alone: a log must not show its cards."""
        return f"<LiveHand {self.id} at {self.seq}>"

    def advance(self, record: Record) -> tuple["LiveHand", tuple[Event, ...]]:
        """Apply one more action; raises `IllegalAction` without changes if it is not legal.

        The event of an action that the platform chose for a player says why (`with_receipt`).
        A step back leads to the state before the last action that counts, without an event.
        """
        if record.action.kind == STEP_BACK:
            return self._stepped_back(record), ()
        step = self.game.apply(self.state, record.action)
        after = self._replace(
            state=step.state,
            seq=self.seq + 1,
            records=(*self.records, record),
            before=self,
            banked=self.banked or record.bank_ms > 0,
        )
        return after, with_receipt(step.events, record)

    def _stepped_back(self, record: Record) -> "LiveHand":
        if self.teaching is None or self.before is None:
            raise ValueError(f"hand {self.id} has no action to take back at {self.seq}")
        records = (*self.records, record)
        return self.before._replace(seq=self.seq + 1, records=records, banked=self.banked)

    @property
    def counted(self) -> list[Record]:
        """The actions that led to the present state, without those that were taken back."""
        return that_count(self.records, lambda record: record.action)

    def played(self) -> Played:
        """The finished hand with all intermediate states; raises `ValueError` if it is not over."""
        result = self.game.result(self.state)
        if result is None:
            raise ValueError("the hand is not over")
        moves, after = [], self
        for record in reversed(self.counted):
            assert after.before is not None
            moves.append(Move(after.before.state, record.action, after.state))
            after = after.before
        return Played(after.state, tuple(reversed(moves)), self.state, result)

    def so_far(self) -> list[Event]:
        """All events from the deal to now, of every audience."""
        hand = self
        while hand.before is not None:
            hand = hand.before
        events = list(hand.dealt)
        for record in self.records:
            hand, some = hand.advance(record)
            events.extend(some)
        return events

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The view of this viewer now, as JSON-compatible values."""
        return self.game.view(self.state, viewer)

    @property
    def hides_stacks(self) -> bool:
        """Whether the rules of the hand hide stacks."""
        return self.game.hides_stacks(self.opening.rules)

    def record_with(self, key: uuid.UUID) -> Record | None:
        """The action with this idempotency key, if the hand has it already."""
        wanted = key.int  # `==` of a UUID is a call of Python
        return next((one for one in self.records if one.key and one.key.int == wanted), None)

    def bank_left(self, seat: int) -> int:
        """The unused part of this seat's time bank, in milliseconds."""
        return max(0, self.players[seat].bank_ms - self.bank_used(seat, self.records))

    def bank_used(self, seat: int, records: Iterable[Record]) -> int:
        """The time bank that some of this hand's actions took from a seat, in milliseconds."""
        if not self.banked:
            return 0
        return sum(record.bank_ms for record in records if record.action.seat == seat)
