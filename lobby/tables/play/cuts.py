"""The players' cuts of their table's next deck, and when that deck may be dealt.

During a hand each player's browser commits to a cut of the next deck by its hash. The list of
commitments closes when the hand ends, and the browsers reveal their cuts during the pause. If
players end the pause early, or no list was closed (a table's first hand), the deal waits for all
committed cuts, at most `CUTS_WAIT_MS` after the list closes. House bots and registered bots do not
cut; clients that poll may. A cut that was committed but not revealed is withheld: the hand is dealt
without it and records that.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction

from accounts.people.models import User
from core.runtime.sql import as_json, run
from games.dealing.actions import decks
from games.dealing.actions.decks import CutRefused
from games.dealing.models import NextDeck
from lobby.tables import errors as refusal
from lobby.tables.bodies import CutBody, CutCommitBody
from lobby.tables.commands import Window, command
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables

# The usual case in one statement: every player cuts once a hand. All other cases, and every
# refusal, take the slow path with the deck's row locked.
_PROMISE = """
UPDATE games_nextdeck d SET cut_commits = d.cut_commits || jsonb_build_object(s.number::text,
    jsonb_build_object('user', s.user_id::text, 'hash', %s::text))
FROM lobby_seat s
WHERE d.table_id = %s AND d.deck_id = %s AND d.locked_at IS NULL AND s.table_id = d.table_id
    AND s.user_id = %s AND NOT d.cut_commits ? s.number::text
RETURNING s.number
"""
_SHOW = f"""
UPDATE games_nextdeck d SET cuts = d.cuts || jsonb_build_object(s.number::text, %s::text)
FROM lobby_seat s
WHERE d.table_id = %s AND d.deck_id = %s AND d.locked_at IS NOT NULL AND s.table_id = d.table_id
    AND s.number = %s AND s.user_id = %s AND d.cut_commits -> s.number::text = %s::jsonb
    AND NOT d.cuts ? s.number::text
RETURNING {decks.COLUMNS.sql}
"""  # noqa: S608 -- own names

CUTTERS = (User.Kind.PERSON, User.Kind.GUEST)
"""Kinds of users whose cuts count."""


@command("cut_commit", CutCommitBody, window=Window.ANY)
def take_promise(*, table_id: uuid.UUID, user: User, deck_id: str, commit: str) -> None:
    """Commit to a cut of the next deck, as long as `table.next_deck.locked` is null."""
    promise_cut(table_id=table_id, user=user, deck_id=uuid.UUID(hex=deck_id), commit=commit)


@command("cut", CutBody, window=Window.ANY)
def take_cut(
    *, table_id: uuid.UUID, user: User, deck_id: str, cut: str, seat: int | None = None
) -> None:
    """Reveal your committed cut, once `table.next_deck.locked` lists its hash.

    A window that does not play the seat may: it promised the cut.
    """
    show_cut(
        table_id=table_id,
        user=user,
        deck_id=uuid.UUID(hex=deck_id),
        cut=bytes.fromhex(cut),
        seat=seat,
    )


def promise_cut(*, table_id: uuid.UUID, user: User, deck_id: uuid.UUID, commit: str) -> None:
    """Commit to a cut of the table's next deck by its hash (64 hexadecimal digits).

    Raises `Refused` NOT_SEATED, BOTS_DO_NOT_CUT, WRONG_DECK, CUTS_LOCKED or CUT_ALREADY.
    """
    if user.kind in CUTTERS and run((_PROMISE, [commit, table_id, deck_id, user.pk]))[0]:
        return
    with _deck(table_id, user, deck_id) as (row, seat):
        decks.promise(row, seat=seat, user_id=user.pk, commit=commit)


def show_cut(
    *,
    table_id: uuid.UUID,
    user: User,
    deck_id: uuid.UUID,
    cut: bytes,
    seat: int | None = None,
) -> None:
    """Reveal a committed cut of the table's next deck (32 bytes); the last one ends the wait.

    `seat` is the user's seat if the caller knows it. Raises `Refused` NOT_SEATED, BOTS_DO_NOT_CUT,
    WRONG_DECK, CUTS_OPEN or CUT_NOT_PROMISED.
    """
    row = _shown_at_once(table_id, user, deck_id, cut, seat)
    if row is None:
        with _deck(table_id, user, deck_id) as (row, number):
            decks.show(row, seat=number, user_id=user.pk, cut=cut)
    if row.locked_at is None or decks.awaits_cuts(row):
        return
    until = row.locked_at + _wait()
    if TableHead.objects.filter(pk=table_id, next_timer_at=until, live=False).exists():
        with lock_tables([table_id]) as tx:
            for locked in tx.tables.values():
                if locked.head.next_timer_at == until and not locked.head.live:
                    locked.head.next_timer_at = tx.now


def _shown_at_once(
    table_id: uuid.UUID, user: User, deck_id: uuid.UUID, cut: bytes, seat: int | None
) -> NextDeck | None:
    """Store the cut in one statement and return its deck; None if the slow path is needed."""
    if seat is None or user.kind not in CUTTERS:
        return None
    promised = {"user": str(user.pk), "hash": decks.hash_of(deck_id, seat, cut)}
    values = [cut.hex(), table_id, deck_id, seat, user.pk, as_json(promised)]
    (rows,) = run((_SHOW, values))
    return decks.made(rows[0]) if rows else None


@contextmanager
def _deck(table_id: uuid.UUID, user: User, deck_id: uuid.UUID) -> Iterator[tuple[NextDeck, int]]:
    """Lock the table's next deck; yields it with the user's seat."""
    try:
        with transaction.atomic():
            row = decks.locked(table_id)
            seat = Seat.objects.filter(table_id=table_id, user=user).only("number").first()
            if seat is None:
                raise refusal.not_seated()
            if user.kind not in CUTTERS:
                raise TableRefused("BOTS_DO_NOT_CUT", "Only people can cut the deck.")
            if row is None or row.deck_id != deck_id:
                raise TableRefused("WRONG_DECK", "That deck is no longer the next one.")
            yield row, seat.number
    except CutRefused as no:
        raise TableRefused(no.code, no.text) from None


def close_list(tx: TableTransaction, rows: TableRows) -> None:
    """Close the list of the next deck's cuts after a hand, if people are seated."""
    cutters = _cutters(rows.seats)
    if rows.deck is not None and rows.deck.locked_at is None and cutters:
        decks.lock(rows.deck, at=tx.now, cutters=cutters)


def may_deal(tx: TableTransaction, locked: LockedTable, rows: TableRows) -> bool:
    """Whether the next hand can be dealt now; if not, the table's timer is set to when it can."""
    row = rows.deck
    if row is None:
        return True
    if row.locked_at is None:
        decks.lock(row, at=tx.now, cutters=_cutters(rows.seats))
    assert row.locked_at is not None
    until = row.locked_at + _wait()
    if not decks.awaits_cuts(row) or tx.now >= until:
        return True
    locked.head.next_timer_at = until
    return False


def renew(rows: TableRows) -> None:
    """Discard the next deck if its cuts are closed, and publish a new one; nothing is dealt now.

    Otherwise players who sit down later would play with a deck that others cut long ago.
    """
    row = rows.deck
    if row is not None and row.locked_at is not None:
        decks.discard(row)
        chain = bytes(row.chain)
        rows.deck = decks.fresh(table_id=row.table_id, number=row.number, n=row.n, chain=chain)


def discard(rows: TableRows) -> None:
    """Reveal the next deck of a table that closes, because it will never be dealt."""
    if rows.deck is not None:
        decks.discard(rows.deck)
        rows.deck.delete()
        rows.deck = None


def publish_first(table: Table, n: int) -> None:
    """Publish the first deck of a new table, so that players can cut it."""
    decks.publish(table_id=table.pk, number=1, n=n)


def _wait() -> datetime.timedelta:
    return datetime.timedelta(milliseconds=settings.CUTS_WAIT_MS)


def _cutters(seats: Iterable[Seat]) -> dict[int, uuid.UUID]:
    """The users whose cuts count, by seat."""
    return {seat.number: seat.user_id for seat in seats if seat.user.kind in CUTTERS}
