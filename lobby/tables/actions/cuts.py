"""The players' cuts of their table's next deck, and when it is dealt.

While a hand is on, each player's browser promises a cut of the next deck by its hash. The hand's
end closes the list, and in the pause before the next hand the browsers show their cuts. Where no
list was closed (a table's first hand) the deal waits until all promised cuts are shown, at most
`CUTS_WAIT_MS` from the closing of their list; so it does where people end the pause early. Bots,
those that play by program too, and clients that poll do not cut. A cut that was promised and not
shown is withheld: the hand is dealt without it, and says so.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction

from accounts.people.models import User
from core.sql import as_json, run
from games.dealing.actions import decks
from games.dealing.actions.decks import CutRefused
from games.dealing.models import NextDeck
from lobby.tables import errors as refusal
from lobby.tables.actions.table_rows import TableRows
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
    lock_tables,
)
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)

# The usual case in one statement: every player cuts once a hand. What it does not fit, and every
# refusal, goes the long way with the deck's row locked.
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


def promise_cut(*, table_id: uuid.UUID, user: User, deck_id: uuid.UUID, commit: str) -> None:
    """Fix my cut of my table's next deck by its hash (64 hexadecimal digits).

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
    """Tell my cut of my table's next deck, 32 bytes; the last of them ends the wait for it.

    `seat`: where the user sits, as far as the caller knows. Raises `Refused` NOT_SEATED,
    BOTS_DO_NOT_CUT, WRONG_DECK, CUTS_OPEN or CUT_NOT_PROMISED.
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
                    locked.head.next_timer_at, locked.changed = tx.now, True


def _shown_at_once(
    table_id: uuid.UUID, user: User, deck_id: uuid.UUID, cut: bytes, seat: int | None
) -> NextDeck | None:
    """The deck with this cut, None where something has to be looked at more closely."""
    if seat is None or user.kind not in CUTTERS:
        return None
    promised = {"user": str(user.pk), "hash": decks.hash_of(deck_id, seat, cut)}
    values = [cut.hex(), table_id, deck_id, seat, user.pk, as_json(promised)]
    (rows,) = run((_SHOW, values))
    return decks.made(rows[0]) if rows else None


@contextmanager
def _deck(table_id: uuid.UUID, user: User, deck_id: uuid.UUID) -> Iterator[tuple[NextDeck, int]]:
    """The table's next deck, locked, and the seat of a person there."""
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


def close_list(tx: TableTransaction, rows: TableRows) -> bool:
    """A hand has ended: close the list of the next deck's cuts, where people sit.

    Returns whether the deck's row changed; the caller stores it.
    """
    cutters = _cutters(rows.seats)
    if rows.deck is None or rows.deck.locked_at is not None or not cutters:
        return False
    decks.lock(rows.deck, at=tx.now, cutters=cutters)
    return True


def may_deal(tx: TableTransaction, locked: LockedTable, rows: TableRows) -> bool:
    """Whether the next hand can be dealt now; otherwise the table is woken when it can."""
    row = rows.deck
    if row is None:
        return True
    if row.locked_at is None:
        decks.lock(row, at=tx.now, cutters=_cutters(rows.seats))
        if decks.awaits_cuts(row):
            decks.store([row])
            tx.touch(locked)
    assert row.locked_at is not None
    until = row.locked_at + _wait()
    if not decks.awaits_cuts(row) or tx.now >= until:
        return True
    locked.head.next_timer_at, locked.changed = until, True
    return False


def renew(rows: TableRows) -> bool:
    """Nothing is dealt for now: a deck that was cut is opened, and another is there to be cut.

    Or those who sit down later would play with a deck that others have cut, perhaps long ago.
    """
    row = rows.deck
    if row is None or row.locked_at is None:
        return False
    decks.discard(row)
    chain = bytes(row.chain)
    rows.deck = decks.publish(table_id=row.table_id, number=row.number, n=row.n, chain=chain)
    return True


def discard(table_id: uuid.UUID) -> None:
    """A table closes: its next deck is opened in full, for it is never dealt."""
    row = decks.locked(table_id)
    if row is not None:
        decks.discard(row)
        row.delete()


def publish_first(table: Table, n: int) -> None:
    """A table opens: its first deck can be cut."""
    decks.publish(table_id=table.pk, number=1, n=n)


def _wait() -> datetime.timedelta:
    return datetime.timedelta(milliseconds=settings.CUTS_WAIT_MS)


def _cutters(seats: Iterable[Seat]) -> dict[int, uuid.UUID]:
    """Whose cuts count: people who sit there."""
    return {seat.number: seat.user_id for seat in seats if seat.user.kind in CUTTERS}
