"""The decision what one viewer sees of a table, for sockets, the API and delayed tables.

This module only computes. `lobby.tables.view.table_state` renders what it says, and rooms share
frames among viewers to whom it says the same. `games.hands.viewers` decides whose cards of a hand a
viewer sees; cards come only from the engines' views.
"""

import datetime
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from games.engines.core.contract import SPECTATOR, Viewer
from games.hands.live_hand import LiveHand
from games.hands.viewers import shows_end, viewer_at_table

if TYPE_CHECKING:  # for the types alone: the values are passed in
    from lobby.tables.chat_shapes import ChatView
    from lobby.tables.deck_shapes import NextDeckView
    from lobby.tables.models import Table, TableHead
    from lobby.tables.view.table_view import TableSnapshot


@dataclass(frozen=True, slots=True)
class TableViewer:
    """A table's viewer: a visitor, a user without a seat, or a seated player.

    `blocked` holds the names of the users they have blocked.
    """

    user_id: uuid.UUID | None
    seat: int | None
    blocked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DelayedReading:
    """The hand as it was `delay_s` ago; None before the first hand and in place of a void one.

    `next_at` is the time of the next change after that state, None if there is none yet. `chips_of`
    is the hand whose stacks the seats show: the shown hand, or before it the first one.
    `shows_stacks` is False where the seats may show none. `next_deck` is the deck that was next.
    """

    hand: LiveHand | None
    next_at: datetime.datetime | None
    chips_of: LiveHand | None = None
    shows_stacks: bool = True
    next_deck: "NextDeckView | None" = None


NOT_READ = DelayedReading(None, None, shows_stacks=False)
"""In place of a reading that is missing: no hand and no stacks are shown."""


class Shown(NamedTuple):
    """The part of a table that a viewer sees now."""

    hand: LiveHand | None
    """The hand, at the moment that is shown; None if none is."""
    viewer: Viewer
    """The viewer whose view of the hand is shown."""
    late: DelayedReading | None
    """Set for spectators of a delayed table, who see it as of this reading."""
    own_stack: uuid.UUID | None
    """The user whose stack is shown where stacks are hidden."""
    invite: bool
    """Whether the invite link is shown."""


def what_is_shown(
    snapshot: "TableSnapshot",
    hand: LiveHand | None,
    late: DelayedReading | None,
    viewer: TableViewer,
    *,
    now: datetime.datetime,
) -> Shown:
    """Decide it for a table and its hand; `late` is the reading of a delayed table."""
    seated = viewer.seat is not None
    if is_delayed_for(snapshot.table, seated=seated):
        late = reading_shown(snapshot.table, late or NOT_READ, now)
        hand = late.hand
    else:
        late = None
        if hand is not None and (
            is_void(snapshot.head, hand) or _is_kept_from(snapshot.table, hand, viewer, now)
        ):
            hand = None
    return Shown(
        hand,
        viewer_at_table(hand, viewer.user_id, seated=seated, now=now) if hand else SPECTATOR,
        late,
        own_stack=viewer.user_id if seated else None,
        invite=snapshot.knows_invite(viewer.user_id),
    )


def is_delayed_for(table: "Table", *, seated: bool) -> bool:
    """Whether a viewer with a seat, or without one, sees the table with its delay."""
    return not seated and table.spectators == "delayed"


def reading_shown(table: "Table", late: DelayedReading, now: datetime.datetime) -> DelayedReading:
    """The reading that spectators of a delayed table see: without a hand that is kept from them."""
    if late.hand is None or not _mode_hides(late.hand, table, now):
        return late
    return replace(late, hand=None, chips_of=None, shows_stacks=False)


def is_void(head: "TableHead", hand: LiveHand | None) -> bool:
    """Whether a moderator voided the hand, so that the table no longer shows it."""
    if hand is None or head.live or head.hand_id != hand.id:
        return False
    return hand.game.result(hand.state) is None


def _is_kept_from(
    table: "Table", hand: LiveHand, viewer: TableViewer, now: datetime.datetime
) -> bool:
    """Whether spectators may not see the present hand, and the viewer is one of them."""
    if viewer.seat is not None or viewer.user_id in hand.seat_of:
        return False
    return table.spectators == "closed" or _mode_hides(hand, table, now)


def _mode_hides(hand: LiveHand, table: "Table", now: datetime.datetime) -> bool:
    """Whether the spectator mode that a hand was dealt with hides it from spectators.

    A hand keeps that mode, and its delay, whatever the host of the table chooses afterwards.
    """
    if hand.spectators == "closed":
        return True
    shown_after_s = table.spectator_delay_s if table.spectators == "delayed" else -1
    is_early = hand.spectators == "delayed" and hand.spectator_delay_s > shown_after_s
    return is_early and not shows_end(hand, now)


def can_read(viewer: TableViewer, line: "ChatView", table: "Table", now: datetime.datetime) -> bool:
    """Whether a viewer reads a chat line of this table now.

    Players do not read spectators, who may know hidden cards, except where the host lets them share
    a chat. Lines of users whom the viewer has blocked are hidden; house messages never are.
    Lines of players reach spectators of a delayed table with its delay.
    """
    if line.kind != "dealer" and line.who in viewer.blocked:
        return False
    if viewer.seat is not None:
        return line.room != "spectators"
    due = read_late_at(line, table)
    return due is None or due <= now


def read_late_at(line: "ChatView", table: "Table") -> datetime.datetime | None:
    """The time at which spectators of a delayed table read a player's line; None: at once."""
    if line.kind != "player" or not is_delayed_for(table, seated=False):
        return None
    said_at = datetime.datetime.fromtimestamp(line.at / 1000, datetime.UTC)
    return said_at + datetime.timedelta(seconds=table.spectator_delay_s)
