"""The viewer that a user is for a hand: at its table, and once it is over. The only place for it.

At a table with chips at stake only the seat itself sees its hole cards while a hand is live,
whatever the spectator mode. Only where no chips are at stake can spectators see all cards live
(`open`). `after` shows spectators all cards once a hand is over, and `delayed` shows the same,
later by the table's delay.

An open teaching hand shows all cards to all, its players too, from the deal on.

Where the rules hide stacks, players see their own at the table, and spectators none. Once the
table is closed, whoever may see a hand sees all of its stacks (`games.hands.queries.tables`).
"""

import datetime
import uuid
from typing import Any, Protocol

from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.hands.live_hand import UNRATED, LiveHand
from games.hands.teaching import teaching_of


class Finished(Protocol):
    """The parts of a stored hand that decide who may see it."""

    opening: Any
    result: Any
    finished_at: datetime.datetime | None
    spectators: str
    spectator_delay_s: int
    private: bool


def ended_at(hand: LiveHand) -> datetime.datetime | None:
    """When the last action of a hand ended it; None while it is live."""
    if hand.game.result(hand.state) is None:
        return None
    return hand.records[-1].at if hand.records else hand.started_at


def shows_end(hand: LiveHand, now: datetime.datetime) -> bool:
    """Whether the hand has ended and its delay, if it has one, is over."""
    ended = ended_at(hand)
    return ended is not None and _is_past(ended, hand.spectator_delay_s, now)


def viewer_at_table(
    hand: LiveHand, user_id: uuid.UUID | None, *, seated: bool, now: datetime.datetime
) -> Viewer:
    """The viewer that a user is for a hand at its table, at the hand's current state.

    The hand's players see it from their seats. `seated`: the user has a seat at the table and
    waits for the next hand; they see what every player may see.
    """
    seat = hand.seat_of.get(user_id) if user_id is not None else None
    is_open = hand.teaching is not None and hand.teaching.is_open
    if seat is not None:
        return Viewer(seat=seat, all_cards=is_open)
    if is_open:
        return OPEN
    if seated:
        return SPECTATOR
    if hand.spectators == "open" and _risks_no_chips(hand):
        return OPEN
    return (
        OPEN
        if _shows_all(hand.spectators, hand.spectator_delay_s, ended_at(hand), now)
        else SPECTATOR
    )


def _risks_no_chips(hand: LiveHand) -> bool:
    return hand.plays_for == UNRATED or hand.game.scores(hand.opening.rules)


def viewer_of_finished(
    hand: Finished, user_id: uuid.UUID | None, *, now: datetime.datetime
) -> Viewer | None:
    """The viewer that a user is for a finished hand away from its table; None if not allowed.

    The hand's players see it from their seats, others as spectators do, unless spectators were not
    allowed or the table was private. Once spectators see all cards, so do the players. A hand that
    was voided before its end never ended for spectators: it shows no hole cards.
    """
    seats = {seat["user"]: seat["seat"] for seat in hand.opening["seats"]}
    seat = seats.get(str(user_id)) if user_id is not None else None
    ended = hand.finished_at if hand.result is not None else None
    teaching = teaching_of(hand.opening)
    is_open = teaching is not None and teaching.is_open
    all_cards = is_open or _shows_all(hand.spectators, hand.spectator_delay_s, ended, now)
    if seat is not None:
        return Viewer(seat=seat, all_cards=all_cards)
    if hand.private or hand.spectators == "closed" or not _is_shown(hand, now):
        return None
    return OPEN if all_cards else SPECTATOR


def _is_shown(hand: Finished, now: datetime.datetime) -> bool:
    """Whether spectators have seen the end of a finished hand: at delayed tables it comes later."""
    return hand.finished_at is not None and _is_past(hand.finished_at, hand.spectator_delay_s, now)


def _shows_all(
    spectators: str, delay_s: int, ended: datetime.datetime | None, now: datetime.datetime
) -> bool:
    """Whether a hand that ended then shows all cards now; `delay_s` is 0 unless `delayed`."""
    if ended is None or spectators not in ("after_hand", "open", "delayed"):
        return False
    return _is_past(ended, delay_s, now)


def _is_past(moment: datetime.datetime, delay_s: int, now: datetime.datetime) -> bool:
    # Without a delay no clock is compared: the database's may be ahead of this machine's.
    return not delay_s or now - moment >= datetime.timedelta(seconds=delay_s)
