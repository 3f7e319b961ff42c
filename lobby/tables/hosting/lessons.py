"""Lessons: what only the host of a teaching table may do with its hands.

Everybody at the table is told. No hand that was dealt with secret cards is opened, and no ordinary
table can become a teaching one: both are decided before the first card.
"""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.bodies import OpenHandsBody, SetCardsBody, StepBackBody
from lobby.tables.commands import Window, command
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import Hosted, as_host
from lobby.tables.models import Table
from lobby.tables.play import teaching


@contextmanager
def _teaching(table_id: uuid.UUID, user: User) -> Iterator[Hosted]:
    """Lock a teaching table for its host.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_TEACHING, TABLE_FROZEN.
    """
    with as_host(table_id, user) as at:
        if not at.rows.table.teaching:
            raise TableRefused("NOT_TEACHING")
        if at.locked.head.frozen:
            raise refusal.frozen()
        yield at


@command("open_hands", OpenHandsBody, window=Window.ANY, chapter="Lessons")
def open_hands(*, table_id: uuid.UUID, user: User, on: bool) -> None:
    """Let everybody see all cards from the next hand on, or players only their own again.

    A hand in progress stays as it was dealt. Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST,
    NOT_TEACHING, TABLE_FROZEN.
    """
    with _teaching(table_id, user) as at:
        if at.rows.table.open_hands != on:
            at.rows.table.open_hands = on
            at.tell("opens_hands" if on else "closes_hands", user)


@command("set_cards", SetCardsBody, window=Window.ANY, chapter="Lessons")
def set_cards(*, table_id: uuid.UUID, user: User, cards: Mapping[str, str]) -> None:
    """Choose cards of the next hand; the rest of the deck comes at random.

    They replace those that you chose before. Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST,
    NOT_TEACHING, TABLE_FROZEN, NO_SUCH_PLACE, NOT_A_CARD, TOO_MANY_CARDS, CARD_TWICE.
    """
    with _teaching(table_id, user) as at:
        chosen = teaching.parsed(at.rows.table, cards)
        if at.rows.table.next_cards != chosen:
            at.rows.table.next_cards = chosen
            at.tell("sets_cards" if chosen else "sets_no_cards", user)


@command("step_back", StepBackBody, window=Window.ANY, chapter="Lessons")
def step_back(*, table_id: uuid.UUID, user: User, hand: uuid.UUID, seq: int) -> None:
    """Take back the last action of the hand in progress, and pause the table.

    Raises `Refused` NO_SUCH_TABLE, NOT_THE_HOST, NOT_TEACHING, TABLE_FROZEN, TABLE_CLOSING,
    NO_HAND_IN_PROGRESS, STALE_ACTION, NOTHING_TO_TAKE_BACK.
    """
    with _teaching(table_id, user) as at:
        head, table = at.locked.head, at.rows.table
        if not head.live:
            raise TableRefused("NO_HAND_IN_PROGRESS")
        if (head.hand_id, head.seq) != (hand, seq):
            raise refusal.stale()
        if table.state not in (Table.State.OPEN, Table.State.PAUSED):
            raise TableRefused("TABLE_CLOSING")
        table.state = Table.State.PAUSED
        at.tx.step_back(at.locked)
        at.tell("steps_back", user)
