"""A web process tells the others of its tables: at once where they have a room, otherwise soon."""

import asyncio
import uuid

import pytest

from lobby.tables.transaction import notifications
from lobby.tables.transaction.changes import Change
from lobby.tables.ws.other_processes import SILENT_BEATS_MAX, OtherProcesses
from tests.support.waiting import until

TABLE, OTHER = uuid.uuid4(), uuid.uuid4()


def change(table_id, seq):
    return Change(table_id, None, seq, 1, 0, None, None, None, None)


def watching(sender, **counts):
    """The heartbeat of another process with spectators at `TABLE`, `OTHER` or none."""
    known = {"table": str(TABLE), "other": str(OTHER)}
    return {
        "type": "watching",
        "sender": sender,
        "counts": {known[name]: count for name, count in counts.items()},
    }


@pytest.fixture
async def received(monkeypatch):
    """Two processes, `near` and `far`, and the messages that `near` sent."""
    sent = []

    async def send(message):
        sent.append(message)
        return True

    monkeypatch.setattr(notifications, "send", send)
    near = OtherProcesses()
    task = asyncio.create_task(near.publish())
    yield near, OtherProcesses(), sent
    task.cancel()


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_nothing_is_sent_while_no_other_process_is_known(received):
    near, _far, sent = received
    near.tell_changes([change(TABLE, 1)])
    near.tell_room(TABLE)
    await settle()
    assert sent == []
    near.hear(watching("far", table=0))
    near.tell_changes([change(OTHER, 3), change(TABLE, 2)])
    await settle()
    (message,) = sent
    assert [received[:3] for received in message["notifications"]] == [
        [str(OTHER), None, 3],
        [str(TABLE), None, 2],
    ], "the first change was not kept"


async def test_a_change_goes_at_once_where_another_process_has_a_room(received):
    near, _far, sent = received
    near.hear(watching("far", table=0))
    near.tell_changes([change(TABLE, 1)])
    await settle()
    (message,) = sent
    assert message["notifications"] == [[str(TABLE), None, 1, 1, 0]]


async def test_other_changes_wait_and_go_together_the_latest_of_each_table(received):
    near, _far, sent = received
    near.hear(watching("far"))
    near.tell_changes([change(TABLE, 1), change(OTHER, 7)])
    near.tell_changes([change(TABLE, 2)])
    await settle()
    assert sent == []
    await until(lambda: sent, "the changes that wait")
    (message,) = sent
    assert [received[:3] for received in message["notifications"]] == [
        [str(TABLE), None, 2],
        [str(OTHER), None, 7],
    ]


async def test_a_new_room_is_told_and_known_from_then_on(received):
    near, far, sent = received
    far.hear(watching(near.name))
    near.hear(watching("far"))
    near.tell_room(TABLE)
    await settle()
    (message,) = sent
    far.hear(message)
    assert far._has_room(TABLE)
    assert not far._has_room(OTHER)
    assert far.spectators()[TABLE] == 0


async def test_a_heartbeat_tells_spectators_and_those_to_be_listed(received):
    near, far, sent = received
    dev = uuid.uuid4()
    await near.tell_watching({TABLE: 3, OTHER: 0}, {TABLE: [dev]}, lobby=7)
    far.hear(sent[0])
    far.hear(watching("third", table=2))
    assert far.spectators() == {TABLE: 5, OTHER: 0}
    assert far.shown_at(TABLE) == {dev}
    assert far.in_lobby() == 7
    assert far.shown_at(OTHER) == set()


async def test_a_silent_process_is_forgotten(received):
    near, _far, sent = received
    near.hear(watching("far", table=1))
    for _ in range(SILENT_BEATS_MAX - 1):
        near.age()
    assert near.spectators()[TABLE] == 1
    near.age()
    assert near.spectators()[TABLE] == 0
    near.tell_changes([change(TABLE, 1)])
    await settle()
    assert sent == []
