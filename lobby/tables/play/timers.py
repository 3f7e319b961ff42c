"""Run tables' timers: the dealer's work at a table whose timer is due.

It takes up a bot's turn (`lobby.tables.play.bot_turns`), applies a time-out, deals the next hand
or tidies a quiet table. All of this uses the same transaction, lock and clock as a player's action.

A table where nothing can be dealt has no timer: it sleeps until somebody comes (`sit`, presence, a
change of its bots), or until the periodic task `close_tables` finds it long deserted.
"""

import datetime
import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection, transaction

from games.engines.core.contract import Action
from games.hands.live_hand import LiveHand
from lobby.tables.models import (
    Seat,
    SeatDeparture,
    Table,
)
from lobby.tables.play import bot_turns, bots, cuts, seat_offers, top_ups
from lobby.tables.play.bot_turns import BotTurn
from lobby.tables.play.cuts import Coming
from lobby.tables.play.hands import deal_next, finish, next_hand
from lobby.tables.play.metrics import LATENESS
from lobby.tables.play.turn_timeouts import is_out_of_time
from lobby.tables.rows.play_limits import users_on_break
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.stakes.idle_seats import (
    ABSENT_SEAT_LIFETIME,
    SAT_OUT_SEAT_LIFETIME,
    held_for,
    note_sitting_out,
)
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, due_tables, lock_tables
from lobby.tables.turn_clock import is_timed

log = logging.getLogger(__name__)

LOOK_AGAIN_AFTER = datetime.timedelta(seconds=15)
"""How soon a table that failed, or that has more to tidy up, is looked at again."""
WATCHED_WITHIN = datetime.timedelta(seconds=45)
"""Bots play among themselves only if somebody watched within this time."""
EMPTY_CLOSES_AFTER = datetime.timedelta(minutes=10)
"""A deserted table closes after this; house tables stay open, their sisters do not."""
TABLES_WOKEN_MAX = 200
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
    *,
    limit: int = 20,
    rooms_first: datetime.timedelta = datetime.timedelta(0),
    late_by: datetime.timedelta = datetime.timedelta(0),
) -> Woken:
    """Run the timers of up to `limit` due tables; bots' turns are left to the caller.

    `rooms_first`, `late_by`: see `due_tables`. A table that fails is logged and retried later by
    itself, so that it never stops the others.
    """
    try:
        with due_tables(limit, rooms_first=rooms_first, late_by=late_by) as tx:
            _note_lateness(tx, rooms_first)
            turns = run_timers(tx, tx.tables.values())
            return Woken(len(tx.tables), turns, _next_in(tx))
    except Exception:
        log.exception("running several due tables failed; trying them one by one")
    woken = Woken()
    for _ in range(limit):
        alone = _run_one_timer(late_by)
        woken.tables += alone.tables
        woken.turns += alone.turns
    return woken


def _note_lateness(tx: TableTransaction, rooms_first: datetime.timedelta) -> None:
    for locked in tx.tables.values():
        if (due := locked.head.next_timer_at) is not None:
            late = tx.now - due if locked.head.live else tx.now - due - rooms_first
            LATENESS.observe(late.total_seconds())


def _next_in(tx: TableTransaction) -> datetime.timedelta | None:
    (((others,),),) = tx.answers
    timers = [locked.head.next_timer_at for locked in tx.tables.values() if not locked.closed]
    waits = [others, *(at - tx.now for at in timers if at is not None)]
    return min((wait for wait in waits if wait is not None), default=None)


def stand_in() -> int:
    """Run timers that no dealer has run for `STAND_IN_AFTER_S`; returns the number of tables.

    Bots that need time are played by the easy policy: there are no worker processes here.
    """
    if not settings.STAND_IN_AFTER_S:
        return 0
    woken = run_due_timers(late_by=datetime.timedelta(seconds=settings.STAND_IN_AFTER_S))
    bot_turns.play([(turn, turn.decide_easily()) for turn in woken.turns])
    return woken.tables


def _run_one_timer(late_by: datetime.timedelta) -> Woken:
    locked: LockedTable | None = None
    try:
        with due_tables(1, late_by=late_by) as tx:
            locked = next(iter(tx.tables.values()), None)
            return Woken(len(tx.tables), run_timers(tx, tx.tables.values()))
    except Exception:
        if locked is None:
            raise
        log.exception("a table's timer failed", extra={"table": str(locked.table_id)})
        with transaction.atomic(), lock_tables([locked.table_id]) as again:
            for stuck in again.tables.values():
                stuck.head.next_timer_at = again.now + LOOK_AGAIN_AFTER
        return Woken(1)


def run_timer(table_id: uuid.UUID) -> None:
    """Run one table's timer now, due or not, and let its bot act (tests and commands).

    A pause between two hands, and the wait for commitments to cuts, are over.
    """
    with lock_tables([table_id]) as tx:
        for locked in tx.tables.values():
            cuts.end_waits(tx, locked)
        turns = run_timers(tx, tx.tables.values())
    bot_turns.play_at_once(turns)


def look_between_hands(table_id: uuid.UUID) -> None:
    """Go on at a table without a hand, whose cuts or commitments to cuts are all there now."""
    with lock_tables([table_id]) as tx:
        run_timers(tx, [locked for locked in tx.tables.values() if not locked.head.live])


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
    playing = [locked for locked in due if locked.head.live]
    between = [locked for locked in due if not locked.head.live]
    tx.read(locked for locked in playing if not _is_turn_of_bot(tx, locked))
    turns = [turn for locked in playing if (turn := _move_on(tx, locked)) is not None]
    finish(tx, playing)
    tx.read(between)
    coming = [(locked, _between_hands(tx, locked)) for locked in between]
    deal_next(tx, [(locked, one) for locked, one in coming if one is not None])
    return turns


def _is_turn_of_bot(tx: TableTransaction, locked: LockedTable) -> bool:
    hand, seat = tx.hand(locked), locked.head.turn_seat
    return hand is not None and seat is not None and hand.players[seat].kind == "bot"


def _move_on(tx: TableTransaction, locked: LockedTable) -> BotTurn | None:
    hand, head = tx.hand(locked), locked.head
    assert hand is not None
    assert head.turn_seat is not None
    assert head.turn_at is not None
    if tx.is_stopped(locked):  # for as long as a host may stop it
        tx.rows(locked).table.state = Table.State.OPEN
        tx.restart_turn(locked)
        return None
    seat = head.turn_seat
    if _is_turn_of_bot(tx, locked):
        return bot_turns.take_turn(tx, locked, hand, seat)
    if (gone := tx.absence(locked, seat)) == Seat.Status.LEAVING:
        tx.act(locked, Action(seat, "leave"), auto="leave")
    elif gone == Seat.Status.SITTING_OUT:
        tx.act(locked, hand.game.timeout(hand.state, seat), auto="away")
    elif is_out_of_time(tx, locked, hand, seat):
        if not is_timed(hand):  # nobody waits for the seat: its player has left
            _leave_abandoned(tx, locked, seat)
            return None
        tx.act(locked, hand.game.timeout(hand.state, seat), auto="timeout")
        _begin_autoplay(tx, locked, hand, seat)
    return None


def _leave_abandoned(tx: TableTransaction, locked: LockedTable, seat: int) -> None:
    """Leave for a person who is long gone, so that the hand ends and the table can close."""
    gone = tx.rows(locked).seat_at(seat)
    assert gone is not None
    gone.status = Seat.Status.LEAVING
    tx.act(locked, Action(seat, "leave"), auto="leave")


def _begin_autoplay(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> None:
    """After two time-outs in a row, let a hand that cannot be folded play on automatically."""
    if not hand.game.plays_on(hand.opening.rules):
        return
    own = [record.auto for record in hand.records if record.action.seat == seat]
    if own[-1:] == ["timeout"]:  # this one is the second
        late = tx.rows(locked).seat_at(seat)
        if late is not None and late.status == Seat.Status.READY:
            late.status = Seat.Status.SITTING_OUT


def _between_hands(tx: TableTransaction, locked: LockedTable) -> Coming | None:
    """Tidy a table without a hand; returns the next hand if it is to be dealt now.

    A hand whose deck is locked comes whatever was decided since.
    """
    rows = tx.rows(locked)
    if locked.steps and any(seat.user_id in rows.limits for seat in rows.people):
        # Their hand ended in this transaction: it counts towards their limits in the next one.
        locked.head.next_timer_at = tx.now
        return None
    _tidy(tx, locked)
    if cuts.is_locked(rows):
        return cuts.locked_coming(tx, locked, rows)
    coming = _next_coming(tx, locked, rows)
    head, pause_ends = locked.head, locked.head.deal_at
    if coming is None and not locked.closed and pause_ends is not None and tx.now < pause_ends:
        head.next_timer_at = min(head.next_timer_at or pause_ends, pause_ends)
    return coming


def _next_coming(tx: TableTransaction, locked: LockedTable, rows: TableRows) -> Coming | None:
    """The next hand of a table whose deck is not locked, if it is to be dealt now."""
    table, stakes = rows.table, stakes_of(rows.table)
    if _may_close(rows):
        if cuts.pause_is_over(tx, locked):
            close(tx, locked)
        return None
    locked.head.next_timer_at = _next_look(rows)
    then = stakes.comes_next(table, rows.seats, watched=_is_watched(rows), now=tx.now)
    if then.over:
        locked.head.next_timer_at = tx.now + LOOK_AGAIN_AFTER  # then the bots leave
        return None
    coming = next_hand(table, rows.seats, then.history) if then.history is not None else None
    if coming is None and not table.autostart:
        table.running = False
    if coming is not None and then.goes_on:
        return cuts.next_coming(tx, locked, rows, coming)
    if stakes.drop_in:
        _free_idle(locked, rows)
    return None


def _tidy(tx: TableTransaction, locked: LockedTable) -> None:
    """Let players and bots go, come, top up and rest between hands."""
    rows = tx.rows(locked)
    drop_in = stakes_of(rows.table).drop_in
    out = Seat.Status.SITTING_OUT if drop_in else Seat.Status.OUT
    note_sitting_out(rows.table, rows.people, tx.now, out=out)
    _free_absent(rows)
    if rows.table.state == Table.State.OPEN and not cuts.is_locked(rows):
        bots.fill(tx, locked)
    top_ups.between_hands(rows)
    if drop_in:
        _rest(rows)


def _next_look(rows: TableRows) -> datetime.datetime | None:
    """When a table without a hand must run again; None if nobody is there.

    A person's presence wakes a sleeping table. A watched table does not sleep, or every sign of
    presence would wake it.
    """
    if people := rows.people:
        ends = [seat.seen_at + held_for(seat, rows.table) for seat in people]
        ends += [
            seat.out_since + SAT_OUT_SEAT_LIFETIME for seat in people if seat.out_since is not None
        ]
        return max(min(ends), rows.now + LOOK_AGAIN_AFTER)
    return rows.now + ABSENT_SEAT_LIFETIME if _is_watched(rows) else None


def _is_watched(rows: TableRows) -> bool:
    watched_at = rows.table.watched_at
    return watched_at is not None and rows.now - watched_at < WATCHED_WITHIN


def _free_idle(locked: LockedTable, rows: TableRows) -> None:
    """Where nothing is dealt, free the seats of long absent players, even ready ones."""
    table, now = rows.table, rows.now
    gone = [seat for seat in rows.people if seat.seen_at < now - held_for(seat, table)]
    if gone:
        _take_back(rows, gone, SeatDeparture.Reason.AWAY)
        locked.head.next_timer_at = now  # bots may fill the seats or leave


def _rest(rows: TableRows) -> None:
    """Sit out people who cannot pay for a hand, or have a break or play limit."""
    waiting = [seat for seat in rows.people if seat.status == Seat.Status.READY]
    solvent = {seat.pk for seat in stakes_of(rows.table).ready(rows.table, waiting)}
    resting = users_on_break(waiting, rows.now, rows.limits)
    for seat in waiting:
        if seat.pk not in solvent or seat.user_id in resting:
            seat.status = Seat.Status.SITTING_OUT


def _free_absent(rows: TableRows) -> None:
    left, away, idle = stakes_of(rows.table).vacated(rows.table, rows.seats, rows.now)
    _take_back(rows, left, SeatDeparture.Reason.LEFT)
    _take_back(rows, away, SeatDeparture.Reason.AWAY)
    _take_back(rows, idle, SeatDeparture.Reason.SAT_OUT)


def _take_back(rows: TableRows, seats: list[Seat], reason: SeatDeparture.Reason) -> None:
    stakes_of(rows.table).take_back(rows, seats, cause=str(uuid.uuid4()), reason=reason)


def _may_close(rows: TableRows) -> bool:
    table = rows.table
    if table.state == Table.State.DRAINING:
        return stakes_of(table).may_close(table)
    if rows.people:
        return False
    lively = max(table.lively_at, table.watched_at or table.lively_at)
    stays_open = table.is_house_table and table.sister_of_id is None
    return not stays_open and rows.now - lively > EMPTY_CLOSES_AFTER


def schedule_empty_tables() -> int:
    """Wake sleeping tables that are long deserted, so that they close; returns their number."""
    with connection.cursor() as cursor:
        cursor.execute(_WAKE_EMPTY, [EMPTY_CLOSES_AFTER.total_seconds(), TABLES_WOKEN_MAX])
        return int(cursor.rowcount)


def close(tx: TableTransaction, locked: LockedTable) -> None:
    """Close a table between two hands and return all chips to the wallets."""
    rows = tx.rows(locked)
    stakes_of(rows.table).take_back(rows, rows.seats, cause=str(uuid.uuid4()))
    rows.table.state, rows.table.closed_at = Table.State.CLOSED, tx.now
    cuts.discard(rows)
    seat_offers.remove(locked, rows, rows.waiting)
    locked.closed = True
