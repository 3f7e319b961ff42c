"""The commands by which players commit to cuts of their table's next deck, and show them."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from accounts.people.models import User
from core.runtime.sql import as_json, run
from games.dealing.actions import decks
from games.dealing.actions.decks import CutRefused
from games.dealing.models import NextDeck
from games.dealing.signing import sign_cut, sign_cut_commit
from lobby.tables import errors as refusal
from lobby.tables.bodies import CutBody, CutCommitBody
from lobby.tables.commands import Window, command
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.play.cuts import CUTTERS
from lobby.tables.play.timers import look_between_hands

# The usual case in one statement: every player cuts once a hand. All other cases, and every
# refusal, take the slow path with the deck's row locked.
_PROMISE = f"""
UPDATE games_nextdeck d SET cut_commits = d.cut_commits || jsonb_build_object(s.number::text,
    jsonb_build_object('user', s.user_id::text, 'hash', %s::text))
FROM lobby_seat s
WHERE d.table_id = %s AND d.commit = %s AND d.locked_at IS NULL AND s.table_id = d.table_id
    AND s.user_id = %s AND NOT d.cut_commits ? s.number::text
    AND NOT d.not_asked ? s.user_id::text
RETURNING {decks.COLUMNS.sql}, s.number
"""  # noqa: S608 -- own names
_SHOW = f"""
UPDATE games_nextdeck d SET cuts = d.cuts || jsonb_build_object(s.number::text, %s::text)
FROM lobby_seat s
WHERE d.table_id = %s AND d.commit = %s AND d.locked_at IS NOT NULL AND s.table_id = d.table_id
    AND s.number = %s AND s.user_id = %s AND d.cut_commits -> s.number::text = %s::jsonb
    AND NOT d.cuts ? s.number::text
RETURNING {decks.COLUMNS.sql}
"""  # noqa: S608 -- own names


@command("cut_commit", CutCommitBody, window=Window.ANY, is_signed=True)
def promise_cut(*, table_id: uuid.UUID, user: User, deck: str, commit: str) -> str:
    """Commit to a cut of the next deck, as long as `table.next_deck.lock` is null.

    The last one that the lock waits for makes it. Returns the house's signature of the hash. Raises
    `Refused` NOT_SEATED, BOTS_DO_NOT_CUT, WRONG_DECK, CUTS_LOCKED, CUT_NOT_ASKED or CUT_ALREADY.
    """
    sealed, promised = bytes.fromhex(deck), bytes.fromhex(commit)
    rows: Sequence[Any] = ()
    if user.kind in CUTTERS:
        (rows,) = run((_PROMISE, [commit, table_id, sealed, user.pk]))
    if rows:
        *columns, seat = rows[0]
        row = decks.made(columns)
    else:
        with _deck(table_id, user, sealed) as (row, seat):
            decks.promise(row, seat=seat, user_id=user.pk, commit=commit)
    if row.asked and all(str(seat) in row.cut_commits for seat in row.asked):
        look_between_hands(table_id)
    return sign_cut_commit(commit=sealed, seat=seat, cut_commit=promised)


@command("cut", CutBody, window=Window.ANY, is_signed=True)
def show_cut(
    *, table_id: uuid.UUID, user: User, deck: str, cut: str, seat: int | None = None
) -> str:
    """Show your committed cut, once `table.next_deck.lock` lists its hash.

    A window that does not play the seat may: it promised the cut. `seat` is the user's seat if the
    caller knows it. The last one that is missing ends the wait. Returns the house's signature of
    the cut. Raises `Refused` NOT_SEATED, BOTS_DO_NOT_CUT, WRONG_DECK, CUTS_OPEN or
    CUT_NOT_PROMISED.
    """
    commit, shown = bytes.fromhex(deck), bytes.fromhex(cut)
    row = _shown_at_once(table_id, user, commit, shown, seat)
    if row is None:
        with _deck(table_id, user, commit) as (row, seat):
            decks.show(row, seat=seat, user_id=user.pk, cut=shown)
    if row.asked_again or not decks.missing(row):
        look_between_hands(table_id)
    locked = row.locked_part
    assert locked is not None
    assert seat is not None
    return sign_cut(lock=locked.lock, seat=seat, cut=shown)


def _shown_at_once(
    table_id: uuid.UUID, user: User, commit: bytes, cut: bytes, seat: int | None
) -> NextDeck | None:
    """Store the cut in one statement and return its deck; None if the slow path is needed."""
    if seat is None or user.kind not in CUTTERS:
        return None
    promised = {"user": str(user.pk), "hash": decks.hash_of(commit, seat, cut)}
    values = [cut.hex(), table_id, commit, seat, user.pk, as_json(promised)]
    (rows,) = run((_SHOW, values))
    return decks.made(rows[0]) if rows else None


@contextmanager
def _deck(table_id: uuid.UUID, user: User, commit: bytes) -> Iterator[tuple[NextDeck, int]]:
    """Lock the table's next deck; yields it with the user's seat."""
    try:
        with transaction.atomic():
            row = decks.locked(table_id)
            seat = Seat.objects.filter(table_id=table_id, user=user).only("number").first()
            if seat is None:
                raise refusal.not_seated()
            if user.kind not in CUTTERS:
                raise TableRefused("BOTS_DO_NOT_CUT")
            if row is None or bytes(row.commit) != commit:
                raise TableRefused("WRONG_DECK")
            yield row, seat.number
    except CutRefused as no:
        raise TableRefused(no.code) from None
