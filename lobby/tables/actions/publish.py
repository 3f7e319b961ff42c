"""Publish committed changes to the viewers.

In a process with rooms the hub listens here and takes the changes directly; in other processes
(commands, tests) only notifications are sent. A notification holds a table's version and never a
card, a name or an amount: processes that receive one read the database.
"""

from collections.abc import Callable, Sequence

from lobby.tables.changes import Change
from lobby.tables.ws import notifications

Listener = Callable[[Sequence[Change]], None]

_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Set the listener for this process's changes (its hub), or None when it stops."""
    global _listener
    _listener = listener


def publish(changes: Sequence[Change]) -> None:
    """Pass on committed changes. Callable from any thread, never before the commit."""
    if _listener is not None:
        _listener(changes)
    else:
        notifications.publish_now(changes)
