"""A room full of spectators: they share one reading and one frame, and players come first."""

import asyncio
import json
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.people.actions.users import create_guest
from games.engines.core.contract import OPEN, SPECTATOR
from lobby.tables.ws import crowd
from lobby.tables.ws.connection import Connection
from tests.support.rooms import Scene, Window, _closing, scene_of
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.django_db(transaction=True)


class Counting(Scene):
    """A scene that counts the queries of its room."""

    queries = 0

    async def _in_thread(self, job, *args, **named):
        def counted(*args, **named):
            with CaptureQueriesContext(connection) as asked:
                result = job(*args, **named)
            self.queries += len(asked)
            return result

        return await super()._in_thread(counted, *args, **named)


async def counting(seat_table, **plan):
    return Counting(await asyncio.to_thread(_closing(seat_table), people=3, **plan))


async def crowd_of(scene, users):
    windows = [Window(user) for user in users]
    scene.windows += windows
    assert all(await asyncio.gather(*(scene.room.join(w.connection) for w in windows)))
    await scene.sent()
    return windows


@pytest.mark.parametrize("logged_in", [False, True])
async def test_a_hundred_joins_cost_as_many_queries_as_three(
    seat_table, transactional_db, monkeypatch, logged_in
):
    monkeypatch.setattr("lobby.tables.ws.room.READING_AGE_S_MAX", PATIENCE_S)
    scene = await counting(seat_table)
    people = await asyncio.to_thread(
        _closing(lambda: [create_guest() if logged_in else None for _ in range(103)])
    )
    await scene.open()
    scene.room._read_at -= PATIENCE_S  # the reading is now too old to serve a new viewer
    scene.queries = 0
    await crowd_of(scene, people[:3])
    few, scene.queries = scene.queries, 0
    scene.room._read_at -= PATIENCE_S
    windows = await crowd_of(scene, people[3:])
    # Two portions of fifty; logged-in users are in the first one.
    assert 0 < scene.queries <= (3 if logged_in else 1) * few
    assert all(window.kinds()[0] == "hello" for window in windows)
    await scene.close()


async def test_successive_visitors_share_a_reading_and_miss_nothing(
    seat_table, transactional_db, monkeypatch
):
    monkeypatch.setattr("lobby.tables.ws.room.READING_AGE_S_MAX", PATIENCE_S)
    scene = await counting(seat_table)
    first = await scene.open()
    scene.queries = 0
    second = await scene.open()
    assert scene.queries == 0
    hand = await scene.do(scene.seat_table.deal)
    scene.queries = 0
    third = await scene.open()
    assert scene.queries == 0
    assert third.frames[0]["hand"]["id"] == str(hand.id)
    for window in (first, second):
        shown = [frame["hand"]["id"] for frame in window.frames if frame["type"] == "hand"]
        assert set(shown) == {str(hand.id)}
    await scene.close()


async def test_visitors_share_one_frame_and_users_get_their_own(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    frames = []

    class Listening(Connection):
        def push(self, frame):
            frames.append(frame)

    users = [None] * 20 + scene.seat_table.people[:2]
    connections = [Listening(Window(None)._send, user=user) for user in users]
    await asyncio.gather(*(scene.room.join(one) for one in connections))

    def hellos_sent():
        return [frame for frame in frames if frame.startswith(b'{"type":"hello"')]

    hellos = await until(lambda: len(hellos_sent()) >= 22 and hellos_sent(), "22 hellos")
    assert len(hellos) == 22
    assert len({id(frame) for frame in hellos}) == 3
    for one in connections:
        await one.finished()


async def test_the_number_of_spectators_is_sent_once_a_second(
    seat_table, transactional_db, monkeypatch
):
    monkeypatch.setattr(crowd, "TELL_EVERY_S", 0.5)
    scene = await scene_of(seat_table)
    player = await scene.open(scene.seat_table.people[0])
    start = time.monotonic()
    for _ in range(30):
        await scene.open()
        scene.room.connections.tell_watching()
    gone = scene.windows[-1].connection
    scene.room.leave(gone)
    scene.room.connections.tell_watching()

    def received():
        return [frame["n"] for frame in player.frames if frame["type"] == "watching"]

    assert scene.room.watching == 29
    await until(lambda: received()[-1:] == [29], "the number at the end")
    took = time.monotonic() - start
    assert len(received()) <= 2 + took / 0.5, f"thirty joins in {took} s"
    await scene.close()


async def test_the_full_table_is_always_the_first_frame(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    window = Window(None)
    scene.windows.append(window)
    joining = asyncio.ensure_future(scene.room.join(window.connection))
    await asyncio.sleep(0)
    scene.room.connections.tell_watching()  # as when another spectator comes or leaves
    assert await joining
    await scene.sent()
    assert window.kinds()[0] == "hello"
    await scene.close()


async def test_spectators_are_counted_as_they_sit_down_and_leave(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    count = scene.room.connections
    windows = [await scene.open(user) for user in (*scene.seat_table.people[:2], None, None)]
    assert (count.here, len(count)) == (2, 4)
    count.elsewhere = 5
    assert scene.room.watching == 7
    count.move(windows[0].connection, None)
    count.move(windows[0].connection, None)
    assert count.here == 3
    count.move(windows[0].connection, 4)
    scene.room.leave(windows[0].connection)
    scene.room.leave(windows[0].connection)
    scene.room.leave(windows[2].connection)
    assert (count.here, len(count)) == (1, 2)
    await scene.close()


async def test_players_come_first_and_the_loop_is_never_blocked(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    await scene.open(scene.seat_table.people[0])
    spectators = await crowd_of(scene, [None] * 500)
    player = await scene.open(scene.seat_table.people[1])
    order = []

    def note(window, name):
        async def send(message):
            order.append((name, json.loads(message["text"])["type"]))

        window.connection._send = send

    for window in spectators:
        note(window, "spectator")
    note(player, "player")

    async def others():
        while order.count(("spectator", "hand")) < 500:
            await asyncio.sleep(0)
            order.append(("loop", ""))

    watching = asyncio.ensure_future(others())
    await scene.do(scene.seat_table.deal)
    await asyncio.wait_for(watching, PATIENCE_S)
    hands = [at for at, (_name, kind) in enumerate(order) if kind == "hand"]
    assert order[hands[0]][0] == "player"
    rest = [name for name, kind in order[hands[0] : hands[-1]] if kind in ("hand", "")]
    longest = max(len(run) for run in " ".join(rest).replace("spectator", "s").split("loop"))
    assert longest / 2 < 2 * crowd.FRAMES_PER_TURN_MAX + 2
    await scene.close()


async def test_a_spectator_of_open_cards_who_sits_down_sees_no_more_of_them(
    seat_table, transactional_db, monkeypatch
):
    """Rooms keep which viewer a connection is during a hand, but only until it moves."""
    scene = await scene_of(seat_table)
    hand = (await scene.do(scene.seat_table.deal))._replace(spectators="open")
    spectator = (await scene.open()).connection
    monkeypatch.setattr(type(hand.game), "scores", lambda _game, _rules: True)
    audience, table = scene.room._audience, scene.room.snapshot
    kept = audience.of(table, hand)
    assert dict(kept)[spectator] == OPEN
    assert audience.of(table, hand) is kept
    scene.room.connections.move(spectator, 5)
    assert dict(audience.of(table, hand))[spectator] == SPECTATOR
    late = (await scene.open()).connection
    assert dict(audience.of(table, hand))[late] == OPEN
    scene.room.connections.discard(spectator)
    assert spectator not in dict(audience.of(table, hand))
    await scene.close()
