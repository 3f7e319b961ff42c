"""Publishing committed changes.

This is the one way from a commit to the viewers. In a process with rooms the hub listens here and
takes the changes as they are; elsewhere (commands, tests) only notifications go out. A notification
tells where a table stands now, never a card, a name or an amount: processes that receive one read
the database.
"""

from collections.abc import Callable, Sequence

from lobby.tables.changes import Change
from lobby.tables.ws import notifications

Listener = Callable[[Sequence[Change]], None]

_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Set who takes the changes of this process (its hub), or None when it stops."""
    global _listener
    _listener = listener


def publish(changes: Sequence[Change]) -> None:
    """Hand committed changes on; called from any thread, never before the commit."""
    if _listener is not None:
        _listener(changes)
    else:
        notifications.publish_now(changes)
