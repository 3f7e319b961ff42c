"""A table with named players, without servers; tests call the actions as the sockets do."""

import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from accounts.ledger import fund_bot
from accounts.people.actions.users import create_bot, create_guest
from accounts.people.models import User
from core.audit import checks
from core.runtime.sql import Columns, run
from games.hands.live_hand import LiveHand
from games.hands.queries import live
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.play import Answer, PlayedAction, play
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import sit
from lobby.tables.view.table_state import moment_of
from tests.games.engines.random_play import random_action
from tests.support.serial import SERIAL


def audit_findings() -> list[str]:
    """All findings that `manage.py audit` would report."""
    return [str(finding) for found in checks.run().values() for finding in found]


_HEAD = Columns(TableHead, "p")
_HEAD_OF = f"SELECT {_HEAD.sql} FROM lobby_tablehead p WHERE table_id = %s"
ENTRY = 500
"""The entry of the sit and go in `sit_and_go`."""


@dataclass
class SeatedTable:
    """A table and its players, in the order of their seats."""

    table: Table
    people: list[User]

    @property
    def head(self) -> TableHead:
        (rows,) = run((_HEAD_OF, [self.table.pk]))
        return _HEAD.make(rows[0])

    @property
    def hand(self) -> LiveHand:
        """The table's hand; kept for the next action, as a server keeps it after a commit."""
        head = self.head
        assert head.hand_id is not None
        hand = live.load(head.hand_id, seq=head.seq)
        live.cache.put(hand)
        return hand

    @property
    def clock(self) -> Any:
        """The clock of the turn as the table's view has it; None without one."""
        head = self.head
        moment = moment_of(
            self.hand,
            turn_at=head.turn_at,
            held_until=head.held_until,
            next_at=head.next_at,
            waits=lambda: False,
            stopped_by="",
        )
        return moment.clock

    def deal(self) -> LiveHand:
        """Run the table's timer, as when a pause is over."""
        run_timer(self.table.pk)
        return self.hand

    def command(
        self, user: User, kind: str, amount: int | None = None, **other: object
    ) -> PlayedAction:
        hand = self.hand
        fields: dict[str, object] = {
            "table_id": self.table.pk,
            "user_id": user.pk,
            "hand_id": hand.id,
            "seq": hand.seq,
            "kind": kind,
            "key": uuid.uuid4(),
            "amount": amount,
        }
        return PlayedAction(**(fields | other))  # type: ignore[arg-type]

    def act(self, user: User, kind: str, amount: int | None = None, **other: object) -> Answer:
        (answer,) = play([self.command(user, kind, amount, **other)])
        return answer

    def act_somehow(self, rng: random.Random) -> None:
        """Let the player whose turn it is take some legal action."""
        hand = self.hand
        seat = hand.game.turn(hand.state)
        assert seat is not None
        one = random_action(hand.game, hand.state, seat, rng)
        command = PlayedAction(
            table_id=self.table.pk,
            user_id=hand.players[seat].user_id,
            hand_id=hand.id,
            seq=hand.seq,
            kind=one.kind,
            key=uuid.uuid4(),
            amount=one.amount,
            cards=one.cards,
            reading=one.reading,
        )
        (answer,) = play([command])
        assert answer.seq is not None, answer

    @property
    def turn(self) -> User:
        seat = self.head.turn_seat
        known = {user.pk: user for user in self.people}
        user_id = Seat.objects.values_list("user", flat=True).get(table=self.table, number=seat)
        return known.get(user_id) or User.objects.get(pk=user_id)

    def fold_down(self) -> None:
        """Let each player pack on their turn until the hand is over; side shows are refused."""
        while self.head.live:
            answer = self.act(self.turn, "fold")
            if answer.code == "SIDE_SHOW_PENDING":
                answer = self.act(self.turn, "refuse")
            assert answer.seq is not None, answer

    def chips(self) -> dict[str, int]:
        return {s.user.name: s.stack + s.pending for s in Seat.objects.filter(table=self.table)}


@pytest.fixture
def seat_table(db: None) -> Callable[..., SeatedTable]:
    """`make_seated_table`, for a test with the database."""
    return make_seated_table


def make_seated_table(
    people: int = 3, bots: int = 0, *, buy_in: int | None = 1_000, **plan: object
) -> SeatedTable:
    """Make a table with `people` guests (named Asha, Binod, …) and `bots` bots seated."""
    names = ["Asha", "Binod", "Chitra", "Dev", "Esha", "Farid"][:people]
    fields: dict[str, object] = {
        "name": f"Table {next(SERIAL)}",
        "options": {"boot": 10},
        "seats": 6,
        "min_buy_in": 200,
        "max_buy_in": 2_000,
    }
    table = open_table(plan=TablePlan(**(fields | plan)), host=None, is_house_table=True)  # type: ignore[arg-type]
    seated = [create_guest(name=name) for name in names]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=buy_in, key=uuid.uuid4())
    for number in range(people, people + bots):
        bot = create_bot(level="medium")
        fund_bot(user=bot, floor=5_000)
        sit(table_id=table.pk, user=bot, number=number, buy_in=buy_in, key=uuid.uuid4())
    Table.objects.filter(pk=table.pk).update(bots_wanted=bots)
    return SeatedTable(table, seated)


@pytest.fixture
def sit_and_go(db: None) -> Callable[..., SeatedTable]:
    """Open a sit and go with `people` guests entered; `options` change preset `turbo`."""

    def make(
        people: int = 3,
        *,
        size: int | None = None,
        bots: int = 0,
        preset: str = "turbo",
        **options: object,
    ) -> SeatedTable:
        plan = TablePlan(
            name=f"Sit and Go {next(SERIAL)}",
            game="holdem",
            preset=preset,
            options=options,
            seats=size or people,
            min_buy_in=ENTRY,
            max_buy_in=ENTRY,
            bots=bots,
            bot_level="easy",
        )
        table = open_table(plan=plan, host=None)
        names = ["Asha", "Binod", "Chitra", "Dev", "Esha", "Farid"][:people]
        seated = [create_guest(name=name) for name in names]
        for number, user in enumerate(seated):
            enter(table, user, number)
        return SeatedTable(table, seated)

    return make


def enter(table: Table, user: User, number: int) -> None:
    sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
