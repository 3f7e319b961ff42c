"""Replays of finished hands: all actions, and all views as this viewer saw or may see them.

A replay is made from the stored actions and the engine's views; nothing of it is stored.
`games.hands.viewers` decides about visibility.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.engines.core.contract import ALL_STACKS, Event, Viewer
from games.hands.live_hand import LiveHand
from games.hands.models import Hand
from games.hands.models.archived import require_not_archived
from games.hands.queries.live import course_of, live_hand, stored
from games.hands.queries.tables import with_stacks
from games.hands.viewers import viewer_of_finished


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished hand for one viewer; times in milliseconds since 1970."""

    hand: Hand
    viewer: Viewer
    seat: int | None
    frames: list[dict[str, Any]]
    players: list[dict[str, Any]]
    stacks_hidden: bool
    """Whether some stacks are hidden from the viewer, so that the hand's files are too."""


def find_finished(hand_id: uuid.UUID) -> Hand | None:
    """A hand that is over; live hands are shown only at their tables. Raises `HandArchived`."""
    hand = stored(hand_id)
    if hand is None:
        require_not_archived(hand_id)
    return None if hand is None or hand.status == Hand.Status.LIVE else hand


def finished_hand(hand_id: uuid.UUID, user_id: uuid.UUID | None) -> tuple[Hand, Viewer] | None:
    """A hand that is over and the viewer that the user is for it; None if they may not see it."""
    hand = find_finished(hand_id)
    viewer = viewer_of_finished(hand, user_id, now=timezone.now()) if hand is not None else None
    return None if hand is None or viewer is None else (hand, with_stacks(hand, viewer))


def replay(hand: Hand, viewer: Viewer) -> Replay:
    """Replay a finished hand from its deal and keep each view; one frame for each action."""
    players, records = course_of(hand)
    folded = live_hand(hand, players=players, records=())
    hidden = folded.hides_stacks and viewer.stacks != ALL_STACKS
    frames = [_frame(folded, folded.dealt, viewer)]
    for record in records:
        folded, events = folded.advance(record)
        frames.append(_frame(folded, events, viewer))
    return Replay(
        hand=hand,
        viewer=viewer,
        seat=viewer.seat,
        frames=frames,
        players=[
            {
                "seat": player.seat,
                "name": player.name,
                "kind": player.kind,
                "stack": player.stack if not hidden or viewer.sees_stack(player.seat) else None,
                "avatar": player.avatar,
            }
            for player in players
        ],
        stacks_hidden=hidden,
    )


def _frame(hand: LiveHand, events: tuple[Event, ...], viewer: Viewer) -> dict[str, Any]:
    last = hand.records[-1] if hand.records else None
    return {
        "seq": hand.seq,
        "at": int((last.at if last else hand.started_at).timestamp() * 1000),
        "seat": last.action.seat if last else None,
        "kind": last.action.kind if last else "deal",
        "amount": last.action.amount if last else None,
        "auto": last.auto if last else "",
        "view": _recorded(hand.view(viewer)),
        "events": [event.to_json() for event in events if event.visible_to(viewer)],
    }


def _recorded(view: dict[str, Any]) -> dict[str, Any]:
    """A view without legal actions, since a replay offers none."""
    you = view.get("you")
    return {**view, "you": {**you, "legal": [], "blocked": []}} if you else view
