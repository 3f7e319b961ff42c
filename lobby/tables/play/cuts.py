"""The lock and the cuts of a table's next deck, and when that deck may be dealt.

While nobody plays, each player's browser commits to a cut of the next deck by its hash. The lock
fixes those hashes together with the plan of the hand: as soon as the next hand is certain and all
connected players have committed, at most `CUT_COMMITS_WAIT_MS` after the last hand. Then the
browsers show their cuts. The hand is dealt when the pause is over and all locked cuts are there. A
seat whose cut is missing is asked again; in the end the deck is thrown away in public, and the next
one is cut.

House bots and registered bots do not cut; clients that poll may. A locked hand is dealt whatever
the table's host or house decides meanwhile, as if it were in play: players who leave are absent
from it, and only if too few are left its deck is thrown away.
"""

import datetime
import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from django.conf import settings

from accounts.people.models import User
from games.dealing.actions import decks
from games.dealing.models import NextDeck
from games.engines.core import registry
from games.engines.core.contract import NextHand
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.deck import CutDeck
from games.fair.tfair2.plan import Plan
from games.fair.tfair2.proof import Reason
from games.hands.live_hand import LiveHand
from lobby.tables.models import Seat, Table
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction
from lobby.tables.turn_clock import AWAY_AFTER

CUTTERS = (User.Kind.PERSON, User.Kind.GUEST)
"""Kinds of users whose cuts count."""
ASK_AGAIN_AFTER = datetime.timedelta(milliseconds=800)
"""How long after the lock the seats with missing cuts are asked again."""


class Coming(NamedTuple):
    """A hand that is dealt now: who is dealt in, and its deck after the cuts.

    A teaching hand has no such deck (`lobby.tables.play.teaching`).
    """

    line: NextHand
    cut: CutDeck | None


def hand_over(tx: TableTransaction, locked: LockedTable, hand: LiveHand) -> None:
    """Ask for cuts of the next deck after a hand; its deck has ended in the table's chain."""
    rows = tx.rows(locked)
    if rows.table.teaching:
        return
    deck = deck_of(rows, chain=bytes.fromhex(hand.deal.get("chain") or "") or NO_CHAIN)
    if until := _ask(deck, [seat.number for seat in rows.seats], rows, tx.now):
        locked.head.next_timer_at = min(locked.head.next_timer_at or until, until)


def _ask(
    deck: NextDeck, seats: Collection[int], rows: TableRows, now: datetime.datetime
) -> datetime.datetime | None:
    """Ask connected players at these seats who were not asked; returns how long the lock waits.

    None if it waits for nobody.
    """
    cutters = [seat for seat in _cutters(rows.people, deck) if seat.number in seats]
    here = {seat.number for seat in cutters if _is_here(seat, now)}
    if fresh := here.difference(deck.asked, map(int, deck.cut_commits)):
        wait = datetime.timedelta(milliseconds=settings.CUT_COMMITS_WAIT_MS)
        deck.asked, deck.commits_until = sorted({*deck.asked, *fresh}), now + wait
    if all_committed(deck, seats) or deck.commits_until is None or deck.commits_until <= now:
        return None
    return deck.commits_until


def _is_here(seat: Seat, now: datetime.datetime) -> bool:
    return seat.status == Seat.Status.READY and seat.seen_at > now - AWAY_AFTER


def _cutters(seats: Iterable[Seat], deck: NextDeck) -> list[Seat]:
    """The seats whose cuts of a deck are asked for."""
    kinds, resting = CUTTERS, deck.not_asked
    return [s for s in seats if s.user.kind in kinds and str(s.user_id) not in resting]


def deck_of(rows: TableRows, *, chain: bytes = NO_CHAIN) -> NextDeck:
    """The table's next deck; published now at a table that has none, or one of TFAIR1."""
    table, deck = rows.table, rows.deck
    if deck is None:
        n = registry.get(table.game).deck_size
        deck = decks.first(table_id=table.pk, game=table.game, n=n)
    elif deck.is_tfair1:
        known = chain if chain != NO_CHAIN else bytes(deck.chain)
        deck = decks.replace_tfair1(deck, game=table.game, chain=known)
    rows.deck = deck
    return deck


def all_committed(deck: NextDeck, seats: Collection[int]) -> bool:
    """Whether all of these seats that the lock waits for have committed to a cut."""
    return all(str(seat) in deck.cut_commits for seat in deck.asked if seat in seats)


def next_coming(
    tx: TableTransaction, locked: LockedTable, rows: TableRows, line: NextHand
) -> Coming | None:
    """Lock the next deck for a hand that is certain; returns the hand if it is dealt now.

    If not, the table's timer is set to when it can be.
    """
    if rows.table.teaching:
        return _taught_coming(tx, locked, line)
    deck = deck_of(rows)
    if until := _ask(deck, line.seats, rows, tx.now):
        locked.head.next_timer_at = until
        return None
    users = {seat.number: seat.user_id for seat in rows.seats}
    cutters = {seat.number for seat in _cutters(rows.seats, deck) if seat.number in line.seats}
    plan = _plan(rows.table, line)
    decks.lock(deck, at=tx.now, plan=plan, line=line, users=users, cutters=cutters)
    return locked_coming(tx, locked, rows)


def _taught_coming(tx: TableTransaction, locked: LockedTable, line: NextHand) -> Coming | None:
    """A teaching hand once the pause is over; where cuts would draw the button, the house does."""
    if not pause_is_over(tx, locked):
        locked.head.next_timer_at = locked.head.deal_at
        return None
    button = secrets.choice(line.drawn) if line.drawn else line.button
    return Coming(replace(line, button=button), None)


def _plan(table: Table, line: NextHand) -> Plan:
    """The plan of a hand: those dealt in, its rules, and the buttons that the cuts choose from."""
    buttons = line.drawn or (line.button,)
    return Plan(table.game, table.rules_hash, line.seats, buttons, table.parsed_rules.step)


def locked_coming(tx: TableTransaction, locked: LockedTable, rows: TableRows) -> Coming | None:
    """The hand of a locked deck if it is dealt now; if not, the table's timer is set.

    It is dealt when the pause is over and all locked cuts are there. A deck whose cuts do not come
    is thrown away, and so is one of a hand for which too few players are left.
    """
    deck, head = rows.deck, locked.head
    assert deck is not None
    assert deck.locked_at is not None
    deal_at, missing = head.deal_at or tx.now, decks.missing(deck)
    if deck.asked_again:
        deck.asked_again = missing
    if missing:
        patience = datetime.timedelta(milliseconds=settings.CUTS_WAIT_MS)
        until = max(deck.locked_at + patience, deal_at)
        again_at = deck.locked_at + ASK_AGAIN_AFTER
        if tx.now >= until:
            _throw(tx, locked, rows, Reason.CUT_MISSING)
            return None
        if tx.now >= again_at:
            deck.asked_again = missing
        head.next_timer_at = until if deck.asked_again else min(again_at, until)
        return None
    if tx.now < deal_at:
        head.next_timer_at = deal_at
        return None
    line, users = decks.line_of(deck)
    absent = [seat for seat in line.seats if not _plays(rows, seat, users[seat])]
    left = registry.get(rows.table.game).without(line, frozenset(absent)) if absent else line
    if left is None:
        _throw(tx, locked, rows, Reason.TOO_FEW_LEFT, left=absent)
        return None
    cut = decks.cut(deck, absent)
    owed = {
        seat: missed
        for seat, missed in left.missed_blinds.items()
        if _sits(rows.seat_at(seat), users.get(seat))
    }
    return Coming(replace(left, button=cut.button, missed_blinds=owed), cut)


def _sits(seat: Seat | None, user: str | None) -> bool:
    return seat is not None and str(seat.user_id) == user


def _plays(rows: TableRows, number: int, user: str) -> bool:
    """Whether the user who had a seat at the lock is dealt in there now."""
    seat = rows.seat_at(number)
    return seat is not None and _sits(seat, user) and is_dealt_in(rows.table, seat)


def is_dealt_in(table: Table, seat: Seat) -> bool:
    """Whether a seat with chips is dealt in: a ready one, and in a sit and go one that is away."""
    return seat.status == Seat.Status.READY or (not stakes_of(table).drop_in and is_away(seat))


def is_away(seat: Seat) -> bool:
    """Whether a seat that is dealt in all the same is played for: it is blinded out."""
    return seat.status in (Seat.Status.SITTING_OUT, Seat.Status.LEAVING)


def _throw(
    tx: TableTransaction,
    locked: LockedTable,
    rows: TableRows,
    reason: Reason,
    *,
    left: Collection[int] = (),
) -> None:
    """Throw the locked deck away; the next one is published, to be cut at once."""
    assert rows.deck is not None
    decks.throw(rows.deck, reason, left=left)
    rows.deck = decks.fresh(rows.deck)
    seats = [seat.number for seat in rows.seats]
    locked.head.next_timer_at = _ask(rows.deck, seats, rows, tx.now) or tx.now


def is_locked(rows: TableRows) -> bool:
    """Whether the next hand's plan and cuts are final."""
    return rows.deck is not None and rows.deck.locked_at is not None


def pause_is_over(tx: TableTransaction, locked: LockedTable) -> bool:
    """Whether the pause after the last hand is over."""
    return locked.head.deal_at is None or locked.head.deal_at <= tx.now


def end_waits(tx: TableTransaction, locked: LockedTable) -> None:
    """End the pause after the last hand, and the wait for commitments to cuts."""
    deck = tx.rows(locked).deck
    if locked.head.live:
        return
    if locked.head.deal_at is not None:
        locked.head.deal_at = min(locked.head.deal_at, tx.now)
    if deck is None:
        return
    deck.asked, deck.commits_until = [seat.number for seat in tx.rows(locked).seats], tx.now


def discard(rows: TableRows) -> None:
    """Throw the next deck of a table away that closes; none follows."""
    if rows.deck is not None:
        decks.throw(deck_of(rows), Reason.TABLE_CLOSED)
        rows.deck.delete()
        rows.deck = None
