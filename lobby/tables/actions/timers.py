"""Run tables' timers: the dealer's work at a table whose timer is due.

It takes up a bot's turn (`lobby.tables.actions.bot_turns`), applies a time-out, deals the next hand
or tidies a quiet table. All of this uses the same transaction, lock and clock as a player's action.

A table where nothing can be dealt has no timer: it sleeps until somebody comes (`sit`, presence, a
change of its bots), or until the periodic task `close_tables` finds it long deserted.
"""

import datetime
import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection, transaction

from games.engines.core.contract import Action, NextHand
from games.hands.live_hand import LiveHand
from lobby.tables.actions import bot_turns, bots, cuts, top_ups
from lobby.tables.actions.bot_turns import BotTurn
from lobby.tables.actions.hands import deal_next, finish, next_hand
from lobby.tables.actions.table_rows import TableRows
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
    absence,
    due_tables,
    lock_tables,
)
from lobby.tables.actions.turn_timeouts import is_out_of_time
from lobby.tables.models import (
    Seat,
    SeatDeparture,
    Table,
    TableHead,
)
from lobby.tables.queries.play_limits import users_on_break
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.idle_seats import SAT_OUT_KEPT, SEAT_HELD, held_for, note_sitting_out

log = logging.getLogger(__name__)

QUIET = datetime.timedelta(seconds=15)
"""How soon a table that failed, or that has more to tidy up, is looked at again."""
WATCHED = datetime.timedelta(seconds=45)
"""Bots play among themselves only if somebody watched within this time."""
EMPTY_CLOSES = datetime.timedelta(minutes=10)
"""A deserted table closes after this; house tables stay open, their sisters do not."""
MOST_CLOSED = 200
"""How many empty tables one run of the periodic task wakes."""

_WAKE_EMPTY = """
UPDATE lobby_tablehead SET next_timer_at = clock_timestamp() WHERE table_id IN (
    SELECT p.table_id FROM lobby_tablehead p JOIN lobby_table t ON t.id = p.table_id
    WHERE p.next_timer_at IS NULL AND NOT p.live AND NOT p.frozen
        AND (NOT t.is_house_table OR t.sister_of_id IS NOT NULL)
        AND greatest(t.lively_at, t.watched_at) < clock_timestamp() - make_interval(secs => %s)
        AND NOT EXISTS (SELECT FROM lobby_seat s JOIN accounts_user u ON u.id = s.user_id
            WHERE s.table_id = t.id AND u.kind <> 'bot')
    LIMIT %s FOR UPDATE OF p SKIP LOCKED)
"""


@dataclass(slots=True)
class Woken:
    """The result of running due timers: the number of tables and the bots that are to act.

    `next_in`: how soon the next timer is due, as far as this run knows; None if there is none.
    """

    tables: int = 0
    turns: list[BotTurn] = field(default_factory=list)
    next_in: datetime.timedelta | None = None


def run_due_timers(
    *, limit: int = 20, rooms_first: datetime.timedelta = datetime.timedelta(0)
) -> Woken:
    """Run the timers of up to `limit` due tables; bots' turns are left to the caller.

    `rooms_first`: see `due_tables`. A table that fails is logged and retried later by itself, so
    that it never stops the others.
    """
    try:
        with due_tables(limit, rooms_first=rooms_first) as tx:
            turns = run_timers(tx, tx.tables.values())
            return Woken(len(tx.tables), turns, _next_in(tx))
    except Exception:
        log.exception("running several due tables failed; trying them one by one")
    woken = Woken()
    for _ in range(limit):
        alone = _run_one_timer()
        woken.tables += alone.tables
        woken.turns += alone.turns
    return woken


def _next_in(tx: TableTransaction) -> datetime.timedelta | None:
    (((others,),),) = tx.answers
    timers = [locked.head.next_timer_at for locked in tx.tables.values() if not locked.closed]
    waits = [others, *(at - tx.now for at in timers if at is not None)]
    return min((wait for wait in waits if wait is not None), default=None)


def _run_one_timer() -> Woken:
    locked: LockedTable | None = None
    try:
        with due_tables(1) as tx:
            locked = next(iter(tx.tables.values()), None)
            return Woken(len(tx.tables), run_timers(tx, tx.tables.values()))
    except Exception:
        if locked is None:
            raise
        log.exception("a table's timer failed", extra={"table": str(locked.table_id)})
        with transaction.atomic(), lock_tables([locked.table_id]) as again:
            for stuck in again.tables.values():
                stuck.head.next_timer_at = again.now + QUIET
                stuck.changed = True
        return Woken(1)


def run_timer(table_id: uuid.UUID) -> None:
    """Run one table's timer now, due or not, and let its bot act (tests and commands)."""
    with lock_tables([table_id]) as tx:
        turns = run_timers(tx, tx.tables.values())
    bot_turns.play_at_once(turns)


def pauses_over(tx: TableTransaction) -> list[LockedTable]:
    """The locked tables whose pause between two hands is over."""
    return [
        locked
        for locked in tx.tables.values()
        if not locked.head.live
        and locked.head.next_timer_at is not None
        and locked.head.next_timer_at <= tx.now
    ]


def run_timers(tx: TableTransaction, locked_tables: Iterable[LockedTable]) -> list[BotTurn]:
    """Do what is due at some locked tables; returns the turns of bots, which the caller plays."""
    due = [locked for locked in locked_tables if not locked.head.frozen]
    for locked in due:
        locked.changed = True
    playing = [locked for locked in due if locked.head.live]
    between = [locked for locked in due if not locked.head.live]
    turns = [turn for locked in playing if (turn := _move_on(tx, locked)) is not None]
    finish(tx, playing)
    tx.read(between)
    coming = [(locked, _between_hands(tx, locked)) for locked in between]
    deal_next(tx, [(locked, line) for locked, line in coming if line is not None])
    return turns


def _move_on(tx: TableTransaction, locked: LockedTable) -> BotTurn | None:
    hand, head = tx.hand(locked), locked.head
    assert hand is not None
    assert head.turn_seat is not None
    assert head.turn_at is not None
    seat = head.turn_seat
    if hand.players[seat].kind == "bot":
        return bot_turns.take_turn(tx, locked, hand, seat)
    if (gone := absence(hand, seat)) == Seat.Status.LEAVING:
        tx.act(locked, Action(seat, "leave"), auto="leave")
    elif gone == Seat.Status.SITTING_OUT:
        tx.act(locked, hand.game.timeout(hand.state, seat), auto="away")
    elif is_out_of_time(tx, locked, hand, seat):
        tx.act(locked, hand.game.timeout(hand.state, seat), auto="timeout")
        _begin_autoplay(tx, locked, hand, seat)
    return None


def _begin_autoplay(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> None:
    """After two time-outs in a row, let a hand that cannot be folded play on automatically."""
    if not hand.game.plays_on(hand.opening.rules):
        return
    own = [record.auto for record in hand.records if record.action.seat == seat]
    if own[-1:] == ["timeout"]:  # this one is the second
        Seat.objects.filter(table_id=hand.table_id, number=seat, status=Seat.Status.READY).update(
            status=Seat.Status.SITTING_OUT
        )
        tx.touch(locked)


def _is_calm(rows: TableRows) -> bool:
    """Whether everybody at a table of people just plays on: no seat comes, goes or is filled."""
    table = rows.table
    if not stakes_of(table).drop_in or table.bots_wanted or len(rows.people) < len(rows.seats):
        return False
    return all(seat.status == Seat.Status.READY and seat.tops_up_to is None for seat in rows.seats)


def _between_hands(tx: TableTransaction, locked: LockedTable) -> NextHand | None:
    """Tidy a table without a hand; returns the next hand if it is to be dealt now."""
    changed = _tidy(tx, locked)
    rows = tx.rows(locked)
    table, people, stakes = rows.table, rows.people, stakes_of(rows.table)
    if _may_close(tx, table, people):
        tx.flush()
        close(tx, locked)
        return None
    locked.head.next_timer_at = _next_look(tx, table, people)
    then = stakes.comes_next(table, rows.seats, watched=_is_watched(tx, table), now=tx.now)
    changed |= then.changed
    if then.over:
        locked.head.next_timer_at = tx.now + QUIET  # then the bots leave
        tx.touch(locked)
        return None
    coming = next_hand(table, rows.seats, then.history) if then.history is not None else None
    if coming is None and table.running and not table.autostart:
        Table.objects.filter(pk=table.pk).update(running=False)
        table.running, changed = False, True
    locked.is_plain &= not changed
    if coming is not None and then.goes_on:
        if cuts.may_deal(tx, locked, rows):
            return coming
        if changed:
            tx.touch(locked)
        return None
    tx.flush()
    if stakes.drop_in:
        changed |= _free_idle(tx, locked, table, people)
    if coming is None or not stakes.starters(table, rows.seats):
        changed |= cuts.renew(rows)
    if changed:
        tx.touch(locked)
    return None


def _tidy(tx: TableTransaction, locked: LockedTable) -> bool:
    """Let players and bots go, come, top up and rest between hands; whether anything changed."""
    if not _is_calm(tx.rows(locked)):
        tx.flush()  # its hand may have ended in this transaction
    table = tx.rows(locked).table
    drop_in = stakes_of(table).drop_in
    out = Seat.Status.SITTING_OUT if drop_in else Seat.Status.OUT
    note_sitting_out(table, tx.rows(locked).people, tx.now, out=out)
    changed = _free_absent(tx, locked)
    if table.state == Table.State.OPEN:
        changed |= bots.fill(tx, locked)
    rows = tx.rows(locked)
    changed |= top_ups.between_hands(rows.table, rows.people, tx.now)
    return changed | (drop_in and _rest(tx, rows))


def _next_look(tx: TableTransaction, table: Table, people: list[Seat]) -> datetime.datetime | None:
    """When a table without a hand must run again; None if nobody is there.

    A person's presence wakes a sleeping table. A watched table does not sleep, or every sign of
    presence would wake it.
    """
    if people:
        ends = [seat.seen_at + held_for(seat, table) for seat in people]
        ends += [seat.out_since + SAT_OUT_KEPT for seat in people if seat.out_since is not None]
        first_gone = min(ends)
        return max(first_gone, tx.now + QUIET)
    return tx.now + SEAT_HELD if _is_watched(tx, table) else None


def _is_watched(tx: TableTransaction, table: Table) -> bool:
    return table.watched_at is not None and tx.now - table.watched_at < WATCHED


def _free_idle(tx: TableTransaction, locked: LockedTable, table: Table, people: list[Seat]) -> bool:
    """Where nothing is dealt, free the seats of long absent players, even ready ones."""
    gone = [seat for seat in people if seat.seen_at < tx.now - held_for(seat, table)]
    stakes_of(table).take_back(gone, cause=str(uuid.uuid4()), reason=SeatDeparture.Reason.AWAY)
    if gone:
        tx.forget(locked)
        locked.head.next_timer_at = tx.now  # bots may fill the seats or leave
    return bool(gone)


def _rest(tx: TableTransaction, rows: TableRows) -> bool:
    """Sit out people who cannot pay for a hand, or have a break or play limit."""
    table, people = rows.table, rows.people
    waiting = [seat for seat in people if seat.status == Seat.Status.READY]
    solvent = {seat.pk for seat in stakes_of(table).ready(table, people)}
    resting = users_on_break(waiting, tx.now, rows.limits)
    out = [seat for seat in waiting if seat.pk not in solvent or seat.user_id in resting]
    for seat in out:
        seat.status = Seat.Status.SITTING_OUT
        seat.save(update_fields=["status"])
    return bool(out)


def _free_absent(tx: TableTransaction, locked: LockedTable) -> bool:
    rows, stakes = tx.rows(locked), stakes_of(tx.rows(locked).table)
    left, away, idle = stakes.vacated(rows.table, rows.seats, tx.now)
    stakes.take_back(left, cause=str(uuid.uuid4()))
    stakes.take_back(away, cause=str(uuid.uuid4()), reason=SeatDeparture.Reason.AWAY)
    stakes.take_back(idle, cause=str(uuid.uuid4()), reason=SeatDeparture.Reason.SAT_OUT)
    if gone := bool(left or away or idle):
        tx.forget(locked)
    return gone


def _may_close(tx: TableTransaction, table: Table, people: list[Seat]) -> bool:
    if table.state == Table.State.DRAINING:
        return stakes_of(table).may_close(table)
    if people:
        return False
    lively = max(table.lively_at, table.watched_at or table.lively_at)
    stays_open = table.is_house_table and table.sister_of_id is None
    return not stays_open and tx.now - lively > EMPTY_CLOSES


def schedule_empty_tables() -> int:
    """Wake sleeping tables that are long deserted, so that they close; returns their number."""
    with connection.cursor() as cursor:
        cursor.execute(_WAKE_EMPTY, [EMPTY_CLOSES.total_seconds(), MOST_CLOSED])
        return int(cursor.rowcount)


def close(tx: TableTransaction, locked: LockedTable) -> None:
    """Close a table between two hands and return all chips to the wallets."""
    rows = tx.rows(locked)
    table = rows.table
    stakes_of(table).take_back(rows.seats, cause=str(uuid.uuid4()))
    table.state, table.closed_at = Table.State.CLOSED, tx.now
    table.save(update_fields=["state", "closed_at"])
    cuts.discard(table.pk)
    TableHead.objects.filter(pk=table.pk).delete()
    tx.touch(locked)
    locked.closed = True
