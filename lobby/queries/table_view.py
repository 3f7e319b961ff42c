"""A table as its page sees it: everything around the cards.

Built by allow-list; the cards themselves come only from the engines' views.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.engines.core import registry
from lobby.actions.hands import players_needed, ready_seats
from lobby.models import Pulse, Seat, Table


def ms(moment: datetime | None) -> int | None:
    """A moment as milliseconds since 1970, the clock of all messages."""
    return None if moment is None else int(moment.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One reading of a table: its row, its pulse and its seats."""

    table: Table
    pulse: Pulse
    seats: tuple[Seat, ...]

    def seat_of(self, user_id: uuid.UUID | None) -> Seat | None:
        """Where this person sits, None for everybody else."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def knows_invite(self, user_id: uuid.UUID | None) -> bool:
        """The invite link is shown to the host and to those who sit there."""
        return user_id is not None and (
            self.table.host_id == user_id or self.seat_of(user_id) is not None
        )


def read_table(table_id: uuid.UUID) -> TableSnapshot | None:
    """The table now, or None when it is closed."""
    pulse = (
        Pulse.objects.select_related("table", "table__host").filter(pk=table_id).first()
    )  # fmt: skip
    if pulse is None:
        return None
    seats = Seat.objects.filter(table_id=table_id).select_related("user").order_by("number")
    return TableSnapshot(pulse.table, pulse, tuple(seats))


def house_rules(table: Table) -> list[dict[str, Any]]:
    """The options that differ from the game's standard preset, each with its sentence."""
    game = registry.get(table.game)
    rules = game.rules_from_json(table.rules)
    return [
        {
            **entry,
            "text": f"{entry['value'].capitalize()} (usually {entry['usual']}). {entry['text']}",
        }
        for entry in rules.differences_from(game.presets["standard"])
    ]


def render_table(snapshot: TableSnapshot, *, invite: bool) -> dict[str, Any]:
    """The TABLE message; `invite` adds the link for those who may pass it on."""
    table, pulse = snapshot.table, snapshot.pulse
    needed = players_needed(table)
    ready = len(ready_seats(table, list(snapshot.seats)))
    game = registry.get(table.game)
    return {
        "slug": table.slug,
        "name": table.name,
        "game": table.game,
        "preset": table.preset,
        "state": "frozen" if pulse.frozen else table.state,
        "private": table.private,
        "rail": table.rail,
        "rail_delay_s": table.rail_delay_s,
        "max_seats": table.max_seats,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "clock_ms": table.clock_ms,
        "bank_ms": table.bank_ms,
        "autostart": table.autostart,
        "running": table.running or table.autostart,
        "standing": table.standing,
        "boot": game.entry_price(game.rules_from_json(table.rules)),
        "rules": table.rules,
        "house_rules": house_rules(table),
        "host": table.host.name if table.host else None,
        "version": pulse.version,
        "seats": [_seat(seat) for seat in snapshot.seats],
        "min_players": needed,
        "can_start": ready >= needed and not (table.autostart or table.running or pulse.live),
        "waiting": _waiting(table, pulse, needed - ready),
        "next_at": None if pulse.live else ms(pulse.wake_at),
        "invite": reverse("lobby:invite", args=[table.invite]) if invite else None,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "name": seat.user.name,
        "avatar": seat.user.avatar,
        "kind": seat.user.kind,
        "stack": seat.stack,
        "pending": seat.pending,
        "status": seat.status,
        "bank_ms": seat.bank_ms,
    }


def _waiting(table: Table, pulse: Pulse, missing: int) -> str | None:
    if pulse.frozen:
        return "A moderator has paused this table"
    if pulse.live:
        return None
    if table.state == Table.State.DRAINING:
        return "This table closes after the hand"
    if missing == 1:
        return "Waiting for one more player"
    if missing > 1:
        return f"Waiting for {missing} more players"
    if not (table.autostart or table.running):
        return "Waiting for somebody to start the game"
    return None
