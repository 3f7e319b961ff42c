"""A busy platform: a live and a finished hand of every game, cases, sanctions, staff."""

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.people.actions.sign_ins import record_sign_in
from accounts.people.actions.users import (
    create_guest,
    register_person,
)
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from core.staff import proposals
from core.word_filter.models import WordList
from games.engines.core import cards, registry
from games.engines.core.contract import Game
from games.hands.models import Hand
from lobby.moderation.actions import cases as reports
from lobby.moderation.actions import tables as moderate
from lobby.moderation.models import Report
from lobby.tables.chat.chat import say
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, Table
from lobby.tables.seats.seats import sit, start
from lobby.tables.stakes import stakes_of
from tests.games.sessions import calm_action
from tests.support.seated_table import SeatedTable
from tests.support.serial import SERIAL
from tests.support.shared import forget_hands, shared_rows
from tests.support.staff import log_in

PRESETS = {"holdem": "cash"}
"""Tables whose preset is not `standard`; every registered game has a table here."""
FUTURE = sanctions.FOR_EVER
PASSWORD = "a-long-enough-password"


def member(role: str, name: str = "") -> User:
    """A member of staff with one role; `superuser` has none and every permission."""
    chosen = name or f"{role.split()[0]} {next(SERIAL)}"
    alone = role == "superuser"
    user = register_person(name=chosen, password=PASSWORD, staff=True, superuser=alone)
    if not alone:
        user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def window(user: User) -> Client:
    """A browser in which this user is logged in; staff with a second factor."""
    client = Client()
    log_in(client, user) if user.is_staff else client.force_login(user)
    return client


def act_once(room: SeatedTable, rng: random.Random) -> None:
    """The player to act makes a sensible move."""
    hand = room.hand
    seat = hand.game.turn(hand.state)
    action = calm_action(hand.game, hand.state, seat, rng)
    answer = room.act(
        hand_user(room, seat),
        action.kind,
        action.amount,
        cards=action.cards,
        reading=action.reading,
    )
    assert answer.seq is not None, answer


def hand_user(room: SeatedTable, seat: int) -> User:
    return User.objects.get(pk=room.hand.players[seat].user_id)


@dataclass
class Room:
    """Everything that staff can read."""

    tables: dict[str, SeatedTable]
    boss: User
    person: User
    report: Report | None = None
    finished: list[Hand] = field(default_factory=list)

    @property
    def live(self) -> list[Hand]:
        return list(Hand.objects.filter(status=Hand.Status.LIVE))


def seated(game: str, names: tuple[str, ...], name: str = "") -> SeatedTable:
    """A table of a game with guests of these names."""
    plan = TablePlan(
        name=name or f"The {game.replace('_', ' ')} table",
        game=game,
        preset=PRESETS.get(game, "standard"),
        seats=len(names),
        min_buy_in=5_000,
        max_buy_in=9_000,
    )
    table = open_table(plan=plan, host=None, is_house_table=True)
    seated = [create_guest(name=name) for name in names]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    Table.objects.filter(pk=table.pk).update(pause_ms=0)
    return SeatedTable(table, seated)


def furnish(
    game: str, names: tuple[str, ...], rng: random.Random, *, name: str = "", actions: int = 2
) -> SeatedTable:
    """A table with one hand played out and another one on."""
    room = seated(game, names, name)
    room.deal()
    while room.head.live:
        act_once(room, rng)
    room.table.refresh_from_db()
    seats = list(Seat.objects.filter(table=room.table).select_related("user"))
    starting = stakes_of(room.table).starters(room.table, seats)
    if starting:
        start(table_id=room.table.pk, user=hand_user(room, starting[0]))
    room.deal()
    for _ in range(actions):
        if room.head.live:
            act_once(room, rng)
    assert room.head.live, f"the second hand of {game} is over already"
    return room


@pytest.fixture(scope="package")
def furnished(django_db_setup: None, django_db_blocker: Any) -> Iterator[Room]:
    """One room for all tests here; every card is a unique word."""
    with pytest.MonkeyPatch.context() as patch, shared_rows(django_db_blocker):
        patch.setattr(cards, "TEXTS", tuple(f"zq{card:03}zq" for card in range(len(cards.TEXTS))))
        yield build()


@pytest.fixture
def card_room(furnished: Room, db: None) -> Room:
    """Live hands of every game, finished ones, and one of each kind of row that staff see."""
    forget_hands()
    return furnished


NAMES = ("Asha", "Binod", "Chitra", "Divya")


def names(game: Game, number: int) -> tuple[str, ...]:
    """The names of three players, or of as many as the game needs."""
    return tuple(f"{name} {number}" for name in NAMES[: max(3, game.min_seats)])


def build() -> Room:
    """Play, chat, report and sanction a little."""
    rng = random.Random(7)
    tables = {
        game.key: furnish(game.key, names(game, number), rng)
        for number, game in enumerate(registry.all_games())
    }
    boss, person = member("superuser", "Big Boss"), tables["teen_patti"].people[0]
    deputy = member("Admin", "Deputy")
    other = tables["teen_patti"].people[1]
    table = tables["teen_patti"].table
    room = Room(tables, boss, person, finished=list(Hand.objects.exclude(status="live")))
    for user in (person, other):
        record_sign_in(user=user, address="192.0.2.7", browser="A browser")
    say(table_id=table.pk, user=person, text="<b>good luck</b>")
    room.report = reports.report(
        table=table, user=other, kind="collusion", text="They signal.", about=person.name
    )
    muted = sanctions.mute(
        by=boss, user=person, until=FUTURE, template="spam", reason="flooding", note="Please."
    )
    sanctions.appeal(user=person, sanction_id=muted.pk, text="It was not me, honestly.")
    proposals.propose(
        by=deputy, kind="adjust", payload={"user": str(other.pk), "amount": 50}, reason="a gift"
    )
    proposals.propose(
        by=deputy, kind="unseal", payload={"hand": str(room.finished[0].pk)}, reason="to look"
    )
    WordList.objects.get_or_create(pk=1)  # a migration creates it, tests with servers flush it
    moderate.drain(by=boss, table_id=tables["holdem"].table.pk, reason="the end")
    return room
