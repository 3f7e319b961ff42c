"""The tables of honest play, the people at them, and what was stored of it at the end."""

import random
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.contrib.auth.models import Group
from django.db import DatabaseError, connection
from msgspec import structs

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.actions.devices import log_in_device
from accounts.people.actions.users import create_guest, register_person
from accounts.people.models import User
from games.dealing.models import ThrownDeck
from games.hands.models.hand import Hand
from lobby.moderation.actions.void import void_hand
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import change_table, pause_table, resume_table
from lobby.tables.hosting.tables import PlanErrors, TablePlan, close_table, open_table
from lobby.tables.models import Table, TableHead
from lobby.tables.plans import DELAY_S, check_plan

P = ParamSpec("P")
T = TypeVar("T")
CLOCK_MS, PAUSE_MS = 1_500, 300
CHIPS = 1_000_000
"""The chips of each player at the start, enough never to go broke."""


class Kind(NamedTuple):
    """A kind of table: its game and rules, who may watch, and how it differs."""

    game: str
    seats: int
    preset: str = "standard"
    options: dict[str, Any] = {}
    spectators: str = "public"
    delay_s: int = 0
    people: int = 3
    bots: int = 0
    is_private: bool = False


CHIPS_PLAYED = {"score_mode": "chips", "multiplier_cap": 20, "restart_by": "auto"}
FORFEITS = {**CHIPS_PLAYED, "leaver": "forfeits"}
KINDS = (
    Kind("teen_patti", 5, options={"boot": 2}),
    Kind("teen_patti", 4, options={"boot": 2, "variant": "dealers_choice"}, bots=1),
    Kind("teen_patti", 4, options={"boot": 2, "hidden_stacks": True}, spectators="after_hand"),
    Kind("teen_patti", 4, options={"boot": 2, "direction": "counter_clockwise"}, is_private=True),
    Kind("holdem", 6, "cash", {"small_blind": 1, "run_it_twice": True, "rabbit": True}, people=4),
    Kind("holdem", 4, "cash", {"small_blind": 1, "straddle": True}, "delayed", 10),
    Kind("holdem", 3, "cash", {"small_blind": 1}, "closed", people=2, bots=1),
    Kind("holdem", 3, "turbo", {"fill_with_bots": True}),
    Kind("dealer_teen_patti", 3),
    Kind("dealer_teen_patti", 4, spectators="delayed", delay_s=10),
    Kind("dou_dizhu", 3, options=FORFEITS),
    Kind("dou_dizhu", 3, spectators="open"),
    Kind("dou_dizhu", 3, options=CHIPS_PLAYED, people=2, bots=1),
    Kind("dou_dizhu_four", 4, options=FORFEITS, people=4),
    Kind("dou_dizhu_four", 4, people=3, bots=1),
    Kind("dou_dizhu_four", 4, "doubling", people=4),
    Kind("dou_dizhu_four", 4, "large_bombs", people=2, bots=2),
)


@dataclass(frozen=True, slots=True)
class Person:
    """A user with tokens."""

    id: uuid.UUID
    name: str
    access: str
    refresh: str


@dataclass(slots=True)
class Place:
    """An open table, its host, who sits there and who watches."""

    id: uuid.UUID
    slug: str
    invite: str
    kind: Kind
    host: User
    players: list[Person] = field(default_factory=list)
    watchers: list[Person] = field(default_factory=list)
    plan: TablePlan | None = None


def once(work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Do something with the database of a server that may be down; None if it cannot be done."""
    try:
        return work(*args, **named)
    except (DatabaseError, TableRefused, PlanErrors):
        return None
    finally:
        connection.close()


def closing(work: Callable[P, T]) -> Callable[P, T]:
    """Close the connection after the work: its server may be killed before the next."""

    @wraps(work)
    def done(*args: P.args, **named: P.kwargs) -> T:
        try:
            return work(*args, **named)
        finally:
            connection.close()

    return done


@closing
def open_places(each: int) -> list[Place]:
    """Open `each` tables of every kind, and create their people."""
    places = []
    for number, kind in enumerate(KINDS * each):
        host = create_guest()
        plan = TablePlan(
            name=f"Honest {number}",
            game=kind.game,
            preset=kind.preset,
            options=kind.options,
            seats=kind.seats,
            min_buy_in=500,
            max_buy_in=5_000,
            bank_s=0,
            bots=kind.bots,
            bot_level="easy",
            spectators=kind.spectators,
            spectator_delay_s=DELAY_S[0] if kind.delay_s else 0,
        )
        if errors := check_plan(plan).errors:
            raise SystemExit(f"{kind}: {errors}")
        table = open_table(plan=plan, host=host, is_house_table=True)
        # Faster than any person would choose.
        _hasten(table.pk, kind)
        Table.objects.filter(pk=table.pk).update(private=kind.is_private)
        place = Place(table.pk, table.slug, table.invite, kind, host, plan=plan)
        place.players = [_person() for _ in range(kind.people)]
        if kind.spectators != "closed":
            place.watchers = [_person()]
        places.append(place)
    return places


def _hasten(table_id: uuid.UUID, kind: Kind) -> None:
    Table.objects.filter(pk=table_id).update(
        clock_ms=CLOCK_MS, pause_ms=PAUSE_MS, spectator_delay_s=kind.delay_s
    )


def _person() -> Person:
    user = create_guest()
    bank, wallet = ledger.bank(), ledger.wallet(user)
    more = CHIPS - ledger.balance(wallet)
    ledger.transfer(
        kind=Entry.Kind.CORRECTION, uid=f"honest:{user.pk}", postings={bank: -more, wallet: more}
    )
    tokens = log_in_device(user=user, name="Honest", platform="benchmark")
    return Person(user.pk, user.name, tokens.access, tokens.refresh)


@closing
def floorman() -> User:
    """Return a member of staff who may void hands."""
    user = register_person(name="Honest floorman", password=None, staff=True)
    user.groups.add(*Group.objects.all())
    return User.objects.get(pk=user.pk)


def pause(place: Place) -> None:
    """Pause a table."""
    once(pause_table, table_id=place.id, user=place.host)


def resume(place: Place) -> None:
    """Resume a table."""
    once(resume_table, table_id=place.id, user=place.host)


def change(place: Place, rng: random.Random) -> None:
    """Change the limits, and in Teen Patti the rules, of a table from its next hand on."""
    assert place.plan is not None
    options = dict(place.plan.options)
    if place.kind.game == "teen_patti":
        options["raise_limit"] = rng.choice((2, 3, 4))
    most = rng.choice((4_000, 5_000))
    place.plan = structs.replace(place.plan, options=options, max_buy_in=most)
    once(_change, place)


def _change(place: Place) -> None:
    assert place.plan is not None
    change_table(table_id=place.id, user=place.host, plan=place.plan)
    _hasten(place.id, place.kind)


def void(place: Place, by: User) -> bool:
    """Void the hand that runs at a table, if one does."""
    found = once(_void, place, by)
    return bool(found)


def _void(place: Place, by: User) -> bool:
    head = TableHead.objects.filter(pk=place.id, live=True).first()
    if head is None or head.hand_id is None:
        return False
    void_hand(by=by, hand_id=head.hand_id, reason="The cards were seen.")
    return True


def close(place: Place) -> None:
    """Let a table close when its last person has left."""
    once(close_table, table_id=place.id, user=place.host)


def hands_of() -> Counter[str]:
    """Return how many hands of each game were dealt and are over."""
    over = Hand.objects.exclude(status=Hand.Status.LIVE)
    found = once(lambda: Counter(over.values_list("game", flat=True)))
    return found if found is not None else Counter()


class Stored(NamedTuple):
    """Counts of hands, voided ones, decks thrown away by reason, deals with absent seats."""

    hands: Counter[str]
    void: int
    thrown: Counter[int]
    locked: int
    """Decks that were thrown away after their lock."""
    absent: int
    uncut: int


@closing
def stored() -> Stored:
    """Return what the database has of the hands."""
    decks = [one.deck for one in ThrownDeck.objects.all()]
    dealt = Hand.objects.filter(deck_no__isnull=False)
    deals = [hand.opening["deal"] for hand in dealt]
    return Stored(
        hands=hands_of(),
        void=Hand.objects.filter(status=Hand.Status.VOID).count(),
        thrown=Counter(deck["reason"] for deck in decks),
        locked=sum(deck["lock"] is not None for deck in decks),
        absent=sum(bool(deal["absent"]) for deal in deals),
        uncut=sum(not deal["cuts"] for deal in deals),
    )
