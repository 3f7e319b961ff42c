"""The clocks of a turn, as arithmetic: no database and no time of its own.

A turn has the table's clock, then the seat's time bank if the seat has chips at stake. A seat whose
person has lost the connection is waited for a while longer (`TableHead.held_until`), the larger the
pot the longer, and such a turn uses nothing of its bank.
"""

import datetime

from django.conf import settings

from games.hands.queries.live import LiveHand

AWAY = datetime.timedelta(seconds=40)
"""A person without a page of the table open for so long is away (presence comes every 15 s)."""
GRACE = datetime.timedelta(milliseconds=250)
"""A click may arrive this much after its deadline: the way from the browser takes time."""


def clock_end(hand: LiveHand, turn_at: datetime.datetime) -> datetime.datetime:
    """When the table's ordinary clock ends for the turn that began at `turn_at`."""
    return turn_at + datetime.timedelta(milliseconds=hand.clock_ms)


def bank_used(hand: LiveHand, seat: int, turn_at: datetime.datetime, now: datetime.datetime) -> int:
    """Milliseconds of its time bank that a seat uses by acting at `now`; the rest stays."""
    over = now - clock_end(hand, turn_at)
    ms = int(over.total_seconds() * 1000) - _spent(hand, seat, turn_at)
    return min(max(0, ms), _bank(hand, seat))


def deadline(
    hand: LiveHand,
    seat: int,
    turn_at: datetime.datetime,
    held_until: datetime.datetime | None = None,
) -> datetime.datetime:
    """When the seat to act is out of time: its clock and what is left of its bank.

    A seat with nothing at stake has no bank. `held_until`: the table waits at least until then.
    Bank used by an earlier action of the same turn (`see`) counts once: what is left is less,
    and the turn may last as much longer as it took.
    """
    left = _bank(hand, seat) + _spent(hand, seat, turn_at)
    end = clock_end(hand, turn_at) + datetime.timedelta(milliseconds=left)
    return end if held_until is None else max(end, held_until)


def turn_after_pause(
    hand: LiveHand, seat: int, turn_at: datetime.datetime, pause: datetime.timedelta
) -> datetime.datetime:
    """When a turn counts as begun that stood still for `pause`: nobody lost or won any time.

    Time bank that was used earlier in this turn lies before the new beginning and is not found
    there any more; the beginning is moved by so much more.
    """
    spent, moved = _spent(hand, seat, turn_at), turn_at + pause
    while True:
        lost = datetime.timedelta(milliseconds=spent - _spent(hand, seat, moved))
        if moved == turn_at + pause + lost:
            return moved
        moved = turn_at + pause + lost


def allowance(hand: LiveHand, seat: int) -> datetime.timedelta:
    """How much longer the table waits for a seat whose person has lost the connection.

    Nothing while the seat has nothing at stake. Else from `DISCONNECT_LEAST_S` up to
    `DISCONNECT_MOST_S`, in proportion to the pot, which is full at `DISCONNECT_FULL_POT` units
    (boots, big blinds, bases).
    """
    stake = hand.game.stake(hand.state, seat)
    if stake.own <= 0:
        return datetime.timedelta()
    least, most = settings.DISCONNECT_LEAST_S, settings.DISCONNECT_MOST_S
    full = settings.DISCONNECT_FULL_POT * hand.game.unit(hand.opening.rules)
    share = min(1.0, stake.pot / full)
    return datetime.timedelta(seconds=least + (most - least) * share)


def _bank(hand: LiveHand, seat: int) -> int:
    """Milliseconds of time bank that a seat may use now."""
    return hand.bank_left(seat) if hand.game.stake(hand.state, seat).own > 0 else 0


def _spent(hand: LiveHand, seat: int, turn_at: datetime.datetime) -> int:
    return sum(
        record.bank_ms
        for record in hand.records
        if record.action.seat == seat and record.at >= turn_at
    )
