"""Settle finished hands and deal the next ones.

The tables' heads are locked. Any number of tables needs the same number of statements as one.
Chips move between seats only here: during a hand the stacks keep the amounts of its start.
"""

import datetime
from collections.abc import Iterable, Sequence

from accounts.people.models import User
from games.engines.core import registry
from games.engines.core.contract import NextHand, SeatSnapshot, TableHistory
from games.hands.actions.open_hand import HouseRules, NewHand, open_hands
from games.hands.actions.settle import result_of
from games.hands.live_hand import UNRATED, LiveHand, Player
from games.stats.queries.ranked import with_ranks
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.play import cuts
from lobby.tables.play.cuts import Coming
from lobby.tables.play.teaching import order_of as teaching_order
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction
from lobby.tables.turn_clock import AWAY_AFTER, BANK_REFILL_MS

TIMEOUTS_MAX = 2
"""A player sits out after this many consecutive time-outs (rule 1.5)."""
WINNER_STARTS_WITHIN = datetime.timedelta(minutes=1)
"""Only a winner may start the next game for this long."""
SHOWN_CARDS_PAUSE = datetime.timedelta(seconds=2)
"""Extra pause when cards were shown, so that people can read them."""
STREET_PAUSE = datetime.timedelta(milliseconds=1_300)
"""Extra pause for each street dealt after all-in: pages deal them one at a time."""


def finish(tx: TableTransaction, locked_tables: Iterable[LockedTable]) -> None:
    """Settle the hands that are over: chips move to the seats and the pauses begin."""
    over = [locked for locked in locked_tables if locked.is_over]
    if not over:
        return
    tx.read(over)
    hands = with_ranks([locked.hand for locked in over if locked.hand is not None])
    for locked, hand in zip(over, hands, strict=True):
        _end(tx, locked, hand)
    for locked in over:
        rows = tx.rows(locked)
        leaving = [seat for seat in rows.seats if seat.status == Seat.Status.LEAVING]
        if stakes_of(rows.table).drop_in:
            stakes_of(rows.table).take_back(rows, leaving, cause=str(locked.head.hand_id))


def _end(tx: TableTransaction, locked: LockedTable, hand: LiveHand) -> None:
    """Apply a hand's result to its table's rows and timer."""
    rows, result = tx.rows(locked), result_of(hand)
    table, stacks = rows.table, dict(result.chips)
    for seat in rows.seats:
        player = hand.players.get(seat.number)
        if player is None or player.user_id != seat.user_id:
            continue
        seat.stack = stacks[seat.number]
        _judge_clock(seat, hand, table, tx.now)
    stakes_of(table).after_hand(table, rows.seats, hand, result, at=tx.now)
    winners = list(result.pots[0].winners) if result.pots else []
    table.last_result = {"winners": winners, "ended_by": result.ended_by}
    waits = hand.game.restart_by(hand.opening.rules) != "auto" and winners
    table.running = table.running and not waits
    pause = datetime.timedelta(milliseconds=table.pause_ms)
    if result.shown and table.pause_ms:
        streets = sum(event.kind == "street" for event in locked.steps[-1].events)
        pause += SHOWN_CARDS_PAUSE + streets * STREET_PAUSE
    tx.settle(locked, hand, result, pause=pause)
    cuts.hand_over(tx, locked, hand)


def _judge_clock(seat: Seat, hand: LiveHand, table: Table, now: datetime.datetime) -> None:
    own = [record for record in hand.records if record.action.seat == seat.number]
    if any(record.auto == "timeout" for record in own):
        seat.timeouts += 1
        patience = 1 if _has_gone(seat, table, now) else TIMEOUTS_MAX
        if seat.timeouts >= patience and seat.status == Seat.Status.READY:
            seat.status = Seat.Status.SITTING_OUT
    elif any(not record.auto for record in own):
        seat.timeouts = 0
    seat.bank_ms = min(table.bank_ms, hand.bank_left(seat.number) + BANK_REFILL_MS)


def _has_gone(seat: Seat, table: Table, now: datetime.datetime) -> bool:
    """Whether a guest closed the page of a house table, where others want the seat."""
    return table.is_house_table and seat.user.is_guest and seat.seen_at < now - AWAY_AFTER


def next_hand(table: Table, seats: Sequence[Seat], past: TableHistory) -> NextHand | None:
    """The next hand as the game defines it, None if no hand can be dealt."""
    game = registry.get(table.game)
    taken = tuple(
        SeatSnapshot(
            seat=seat.number,
            stack=seat.stack + seat.pending,
            ready=cuts.is_dealt_in(table, seat),
            missed_blinds=seat.missed_blinds,
            wishes=frozenset(_wishes(seat)),
        )
        for seat in sorted(seats, key=lambda seat: seat.number)
    )
    return game.next_hand(table.parsed_rules, taken, past)


def _wishes(seat: Seat) -> list[str]:
    return [wish for wish, on in (("post", seat.posts), ("straddle", seat.straddles)) if on]


def deal_next(tx: TableTransaction, coming: Sequence[tuple[LockedTable, Coming]]) -> None:
    """Deal the next hand of each table among its seats."""
    if not coming:
        return
    for locked, hand in coming:
        _set_out(tx.rows(locked), hand.line)
    opened = open_hands([_new_hand(tx.rows(locked), hand) for locked, hand in coming], at=tx.now)
    for (locked, _coming), one in zip(coming, opened, strict=True):
        tx.open(locked, one)
    # A hand may be over as soon as it is dealt.
    finish(tx, [locked for locked, _coming in coming])


def _set_out(rows: TableRows, line: NextHand) -> None:
    """Set the stacks and the button for the next hand."""
    table = rows.table
    table.before_last_hand = {
        "button": table.button,
        "last_terms": table.last_terms,
        "last_result": table.last_result,
        "missed_blinds": {str(seat.pk): seat.missed_blinds for seat in rows.seats},
    }
    for seat in rows.seats:
        seat.missed_blinds = line.missed_blinds.get(seat.number, seat.missed_blinds)
        if seat.number in line.seats:
            seat.stack, seat.pending = seat.stack + seat.pending, 0
    table.button, table.last_terms = line.button, dict(line.terms)
    table.hands_dealt += 1
    table.running = True


def _new_hand(rows: TableRows, coming: Coming) -> NewHand:
    table, line = rows.table, coming.line
    order, teaching = teaching_order(table, line) if table.teaching else ((), None)
    table.next_cards = {}
    return NewHand(
        table_id=table.pk,
        number=table.hands_dealt,
        house=HouseRules(
            game=table.game,
            preset=table.preset,
            rules=table.rules,
            rules_hash=table.rules_hash,
            clock_ms=table.clock_ms,
            spectators=table.spectators,
            private=table.private,
            plays_for=_plays_for(table),
            spectator_delay_s=table.spectator_delay_s,
        ),
        players=[_player(seat) for seat in rows.seats if seat.number in line.seats],
        button=line.button,
        terms=line.terms,
        deck=rows.deck,
        cut=coming.cut,
        order=order,
        teaching=teaching,
    )


def _plays_for(table: Table) -> str:
    """The recorded kind of stakes of a table's hands (`Hand.plays_for`)."""
    if table.unrated:
        return UNRATED
    return "chips" if stakes_of(table).are_chips else "points"


def _player(seat: Seat) -> Player:
    user: User = seat.user
    return Player(
        seat=seat.number,
        user_id=user.pk,
        name=user.name,
        kind=user.kind,
        stack=seat.stack,
        bank_ms=seat.bank_ms,
        bot_level=user.bot_level,
        avatar=user.avatar,
        away=cuts.is_away(seat),
    )
