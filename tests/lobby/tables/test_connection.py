"""The frames of one socket: written at once or queued, but always in their order."""

import asyncio

import pytest

from lobby.tables.ws.connection import Connection
from lobby.tables.ws.crowd import Crowd
from tests.support.waiting import until


class Peer:
    """A socket whose peer reads or does not."""

    def __init__(self):
        self.reads = asyncio.Event()
        self.has_room = True
        self.got = []
        self.asked = 0

    async def send(self, message):
        self.asked += 1
        await self.reads.wait()
        self.got.append(message["text"].encode())

    def write(self, frames):
        if self.has_room:
            self.got.extend(frames)
        return self.has_room


@pytest.mark.parametrize("is_being_sent", [True, False])
async def test_a_frame_never_overtakes_one_that_waits(is_being_sent):
    peer = Peer()
    connection = Connection(peer.send, user=None, write=peer.write)
    connection.push(b"first")
    assert peer.got == [b"first"], "written at once"
    peer.has_room = False
    connection.push(b"waits")
    if is_being_sent:
        await until(lambda: peer.asked == 1, "the frame to be sent")
    peer.has_room = True
    connection.push(b"last")
    assert peer.got == [b"first"]
    peer.reads.set()
    await until(lambda: len(peer.got) == 3, "all frames")
    assert peer.got == [b"first", b"waits", b"last"]
    connection.push(b"after")
    assert peer.got[-1] == b"after", "written at once again"
    await connection.finished()


async def test_the_frames_of_players_are_written_together_once_all_are_rendered():
    written, crowd = [], Crowd()
    connections = []
    for seat in range(2):
        connection = Connection(
            Peer().send,
            user=None,
            write=lambda frames, seat=seat: not written.append((seat, frames)),
        )
        connection.seat, connection.greeted = seat, True
        connections.append(connection)
    for frame in (b"table", b"hand"):
        for connection in connections:
            crowd.push(connection, frame)
    assert written == [], "the second frame was still to be rendered"
    await until(lambda: len(written) == 2, "the frames")
    assert written == [(0, (b"table", b"hand")), (1, (b"table", b"hand"))]
    for connection in connections:
        await connection.finished()


@pytest.mark.parametrize(("before", "after"), [(None, 1), (1, None)])
async def test_no_frame_overtakes_another_when_a_spectator_becomes_a_player_or_back(before, after):
    written, crowd = [], Crowd()
    connection = Connection(Peer().send, user=None, write=lambda frames: not written.extend(frames))
    connection.greeted = True
    crowd.add(connection)
    crowd.move(connection, before)
    # A player's frames and those of spectators wait for different turns of the event loop.
    crowd.push(connection, b"first")
    crowd.push(connection, b"second")
    crowd.move(connection, after)
    crowd.push(connection, b"third")
    crowd.move(connection, before)
    crowd.push(connection, b"fourth")
    await until(lambda: len(written) == 4, "the frames")
    assert written == [b"first", b"second", b"third", b"fourth"]
    await connection.finished()
