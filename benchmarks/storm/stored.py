"""The storm's tables and people, and the stored data at the end."""

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any

from django.db import DatabaseError, connection

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.actions.devices import log_in_device
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from benchmarks.platform import session_of
from benchmarks.storm.checks import Chips, Row, Story
from benchmarks.storm.players import CLOCK_MS, Log, Person
from core.audit import checks
from games.hands.models import HandSeat, PlayedAction
from games.hands.models.hand import Hand
from lobby.moderation.models import AuditFinding
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    Table,
    TableHead,
)

GAMES: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("teen_patti", "standard", {"boot": 2}, 5),
    ("holdem", "cash", {"small_blind": 1}, 5),
    # Leavers forfeit, so that at the end nobody waits for hands that play on by themselves.
    (
        "dou_dizhu",
        "standard",
        {"score_mode": "chips", "multiplier_cap": 20, "restart_by": "auto", "leaver": "forfeits"},
        3,
    ),
)
"""Game, preset, options, seats."""
BOTS = (1, 0, 0, 0)
"""Bots at each game's tables; three or four of them sit at each, with the people."""
PAUSE_MS = 200
CHIPS = 1_000_000
"""The chips of each player at the start, enough never to go broke."""

_HANDS = """
SELECT game, count(*) FROM games_hand h
WHERE EXISTS (SELECT FROM games_handseat s WHERE s.hand_id = h.id) GROUP BY 1
"""


@contextmanager
def _own_connection() -> Iterator[None]:
    """Close connections of a thread that outlives the server it used."""
    try:
        yield
    finally:
        connection.close()


@_own_connection()
def open_tables(each: int) -> list[Person]:
    """Open `each` fast tables of every game, and create the people who sit at them."""
    people = []
    for number, ((game, preset, options, seats), bots) in enumerate(product(GAMES, BOTS[:each])):
        plan = TablePlan(
            name=f"Storm {number}",
            game=game,
            preset=preset,
            options=options,
            seats=seats,
            min_buy_in=200,
            max_buy_in=1_000,
            bank_s=0,
            bots=bots,
            bot_level="easy",
        )
        table = open_table(plan=plan, host=None, is_house_table=True)
        # Faster than any person would choose.
        Table.objects.filter(pk=table.pk).update(clock_ms=CLOCK_MS, pause_ms=PAUSE_MS)
        people += [person_at(table.slug) for _ in range(min(seats, 4) - bots)]
    return people


def person_at(slug: str) -> Person:
    """Create a guest with chips, a session and a token, for a table."""
    user = create_guest()
    bank, wallet = ledger.bank(), ledger.wallet(user)
    more = CHIPS - ledger.balance(wallet)
    ledger.transfer(
        kind=Entry.Kind.CORRECTION, uid=f"storm:{user.pk}", postings={bank: -more, wallet: more}
    )
    return Person(str(user.pk), user.name, session_of(user), _token(user), slug)


def _token(user: User) -> str:
    return str(log_in_device(user=user, name="Storm", platform="benchmark").access)


@_own_connection()
def new_tokens(people: Sequence[Person]) -> list[str]:
    """Return new access tokens of these people, in order: one lives for a quarter of an hour.

    Raises DatabaseError during a fault.
    """
    users = User.objects.in_bulk([person.id for person in people], field_name="id")
    return [_token(users[uuid.UUID(person.id)]) for person in people]


def stuck(until: float) -> list[str]:
    """Return the tables whose hand has not moved on by `until` (monotonic clock)."""
    still = _live_hands(until)
    while still and time.monotonic() < until:
        time.sleep(0.1)
        now = _live_hands(until)
        still = {table: at for table, at in still.items() if now.get(table) == at}
    return [f"table {table} is stuck at {at}" for table, at in still.items()]


def _live_hands(until: float) -> dict[uuid.UUID, tuple[uuid.UUID | None, int]]:
    """Return for each table with a hand in progress the hand and its position."""
    live = TableHead.objects.filter(live=True).values_list("table", "hand_id", "seq")
    while True:
        try:
            with _own_connection():
                return {table: (hand, seq) for table, hand, seq in live.all()}
        except DatabaseError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@_own_connection()
def frozen() -> list[str]:
    """Yield open findings, and frozen tables."""
    stopped = TableHead.objects.filter(frozen=True).values_list("table__name", flat=True)
    return [str(fault) for fault in AuditFinding.objects.all()] + [
        f"{name} is frozen" for name in stopped
    ]


@_own_connection()
def audit() -> list[str]:
    """Return the findings of all checks, as `manage.py audit` prints them."""
    return [str(finding) for found in checks.run().values() for finding in found]


@_own_connection()
def story(people: Sequence[Person], log: Log, wallets: Mapping[str, int | None]) -> Story:
    """Return the stored data beside these people's requests and answers."""
    ids = [person.id for person in people]
    seat_of: dict[tuple[str, int], str] = {}
    numbers: dict[str, list[int]] = {}
    for hand in Hand.objects.order_by("number"):
        numbers.setdefault(str(hand.table_id), []).append(hand.number)
        for seat in hand.opening["seats"]:
            seat_of[str(hand.pk), seat["seat"]] = seat["user"]
    rows = [
        Row(
            hand=str(hand),
            seq=seq,
            person=seat_of[str(hand), seat],
            kind=kind,
            amount=amount,
            auto=auto or "",
            key=str(key or ""),
        )
        for hand, seq, seat, kind, amount, auto, key in PlayedAction.objects.values_list(
            "hand_id", "seq", "seat", "kind", "amount", "auto", "key"
        )
    ]
    nets = {
        (str(hand), str(user)): net
        for hand, user, net in HandSeat.objects.values_list("hand_id", "user_id", "net")
    }
    return Story(
        acts=log.acts,
        brought=log.brought,
        rows=rows,
        entries=_buy_ins(ids),
        people=_people(ids, nets, wallets),
        nets=nets,
        nets_told=log.nets,
        numbers=numbers,
        accounts=_accounts(),
        escrows=_escrows(),
        hands=dict(_rows(_HANDS)),
    )


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters or None)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _buy_ins(ids: Sequence[str]) -> list[tuple[str, int]]:
    found = _rows(
        """
        SELECT e.uid, -p.amount FROM accounts_posting p
        JOIN accounts_entry e ON e.id = p.entry_id AND e.kind = 'buy_in'
        JOIN accounts_account a ON a.id = p.account_id AND a.kind = 'wallet'
        WHERE a.user_id = ANY(%s::uuid[])
        """,
        list(ids),
    )
    return [(uid, int(amount)) for uid, amount in found]


def _people(
    ids: Sequence[str], nets: Mapping[tuple[str, str], int], received: Mapping[str, int | None]
) -> dict[str, Chips]:
    won = dict.fromkeys(ids, 0)
    for (_, person), net in nets.items():
        if person in won:
            won[person] += net
    found = _rows(
        """
        SELECT a.user_id::text, a.balance, coalesce(sum(s.stack + s.pending), 0)
        FROM accounts_account a LEFT JOIN lobby_seat s ON s.user_id = a.user_id
        WHERE a.kind = 'wallet' AND a.user_id = ANY(%s::uuid[]) GROUP BY a.id
        """,
        list(ids),
    )
    return {
        person: Chips(CHIPS, wallet, int(seated), won[person], received[person])
        for person, wallet, seated in found
    }


def _accounts() -> list[tuple[str, int, int]]:
    return _rows(
        """
        SELECT a.kind || ' ' || a.id, a.balance, coalesce(sum(p.amount), 0)::bigint
        FROM accounts_account a LEFT JOIN accounts_posting p ON p.account_id = a.id GROUP BY a.id
        """
    )


def _escrows() -> list[tuple[str, int, int]]:
    return _rows(
        """
        SELECT 'escrow of ' || t.name, a.balance, coalesce(sum(s.stack + s.pending), 0)::bigint
        FROM accounts_account a JOIN lobby_table t ON t.id = a.owner_id AND a.kind = 'escrow'
        LEFT JOIN lobby_seat s ON s.table_id = t.id GROUP BY a.id, t.id
        """
    )
