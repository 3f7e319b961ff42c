"""Publish committed changes to the viewers.

In a process with rooms the hub listens here and takes the changes directly. The dealer listens to
its own thread alone, so that it sends notifications also where a hub shares its process. Elsewhere
(commands) notifications are sent at once. A notification holds a table's version and never a
card, a name or an amount: processes that receive one read the database.
"""

import threading
from collections.abc import Callable, Sequence

from lobby.tables.transaction import notifications
from lobby.tables.transaction.changes import Change

Listener = Callable[[Sequence[Change]], None]

_listener: Listener | None = None
_of_thread = threading.local()


def listen(listener: Listener | None) -> None:
    """Set the listener for this process's changes (its hub), or None when it stops."""
    global _listener
    _listener = listener


def listen_to_thread(listener: Listener) -> None:
    """Set the listener for the changes of the calling thread, which the process's does not get."""
    _of_thread.listener = listener


def publish(changes: Sequence[Change]) -> None:
    """Pass on committed changes. Callable from any thread, never before the commit."""
    listener = getattr(_of_thread, "listener", _listener)
    if listener is not None:
        listener(changes)
    else:
        notifications.publish_now(changes)
