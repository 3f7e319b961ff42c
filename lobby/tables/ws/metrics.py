"""Gauges of the sockets of a web process."""

from core.runtime import metrics
from core.runtime.metrics import Values
from lobby.tables.ws import hub


def _sockets() -> Values:
    here = hub.running()
    if here is None:
        return {}
    rooms = list(here.rooms.values())
    return {
        ("table",): sum(len(room.connections) for room in rooms),
        ("lobby",): len(here.lobby.connections),
    }


def _rooms() -> Values:
    here = hub.running()
    return {} if here is None else {(): len(here.rooms)}


def _long_polls() -> Values:
    here = hub.running()
    return {} if here is None else {(): here.waiting.count}


def _commands() -> Values:
    here = hub.running()
    return {} if here is None else {(): len(here.commands)}


SOCKETS = metrics.gauge("sockets", "Open sockets in a room, by kind", "kind", read=_sockets)
ROOMS = metrics.gauge("rooms", "Tables that have a room in this process", read=_rooms)
LONG_POLLS = metrics.gauge(
    "long_polls", "Requests that wait for a table to change", read=_long_polls
)
WAITING = metrics.gauge(
    "commands_waiting", "Commands that wait for the next transaction", read=_commands
)
