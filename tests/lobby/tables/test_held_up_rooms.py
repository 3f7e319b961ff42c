"""A process that was held up shows its readers later states: no guard takes that for a fraud."""

import asyncio
import json
import random
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from django.test import Client

from cardhouse_client import NotFair
from cardhouse_client.messages import decode
from cardhouse_client.tables import LiveTable
from lobby.tables.seats.seats import sit_in, sit_out
from lobby.tables.ws.room import Room
from tests.games.fair.node import run
from tests.support.cutting import let_pass, locked_users, next_deck, promise, show
from tests.support.rooms import _closing, scene_of
from tests.support.size import times

pytestmark = pytest.mark.django_db(transaction=True)
ELSEWHERE = {"know": {"t": "plays", "plays": False}}
"""Each player cuts in another window than the one that reads."""
HANDS = 40
"""The decks that end in this time fit into one answer."""


@pytest.fixture(autouse=True)
def with_browsers(settings):
    """Players have browsers, whose commitments the lock waits for."""
    settings.CUT_COMMITS_WAIT_MS = 1_500


def moments(room, rng):
    """Yield what happens at a table, transaction by transaction."""
    yield room.deal
    for _ in range(HANDS):
        while room.head.live:
            yield lambda: room.act(room.turn, "fold")
        asked = [user for user in room.people if str(user.pk) not in next_deck(room).not_asked]
        for user in rng.sample(asked, rng.randint(0, len(asked))):
            yield partial(promise, room, user)
        if next_deck(room).locked_at is None:
            yield partial(let_pass, room, 1_500)
        locked = [user for user in room.people if user.pk in locked_users(room).values()]
        is_missing = rng.random() < 0.3 and len(locked) > 0
        for user in locked[is_missing:]:
            yield partial(show, room, user)
        leaver = rng.choice([None, None, room.people[0]])
        if leaver is not None and not room.head.live:
            yield partial(sit_out, table_id=room.table.pk, user=leaver)
        yield partial(let_pass, room, 10_000 if is_missing else 5_000)
        if leaver is not None:
            yield partial(sit_in, table_id=room.table.pk, user=leaver)
        if not room.head.live:
            yield partial(let_pass, room, 10_000)


async def seen(seat_table, rng):
    """Return the frames of a player and a spectator of a held-up process, and other answers."""
    scene = await scene_of(seat_table)
    room = scene.seat_table
    windows = [await scene.open(user) for user in (room.people[0], None)]
    story = moments(room, rng)
    held_up = 0.9
    while (happens := await asyncio.to_thread(_closing(next), story, None)) is not None:
        await asyncio.to_thread(_closing(happens))
        if rng.random() > held_up:
            held_up = rng.choice([0, 0.5, 0.9, 0.95])
            await scene.room.refresh()
            await scene.sent()
    paths = {
        "decks/ends": f"/api/v1/tables/{room.table.slug}/decks/ends?after=0",
        "/fair/key.json": "/fair/key.json",
    }
    get = _closing(Client().get)
    answers = {one: (await asyncio.to_thread(get, path)).json() for one, path in paths.items()}
    await scene.close()
    return [window.frames for window in windows], answers


def by_python(frames, answers):
    """Return the failed check of the Python client, None if it takes the frames for honest."""

    async def answer(path, after=0):
        found = answers[path]
        if path == "decks/ends":
            ends = [pair for pair in found["ends"] if pair[0] > after]
            thrown = [one for one in found["thrown"] if one["no"] > after]
            found = {"ends": ends, "thrown": thrown}
        return found

    async def hear():
        http = SimpleNamespace(base_url="http://here", asks=lambda _path: answer)
        table = LiveTable(http, "held-up", cut=False)
        for frame in map(json.dumps, frames):
            table.heard(frame)
            if (message := decode(frame)) is not None:
                await table.note(message)

    try:
        asyncio.run(hear())
    except NotFair as failed:
        return str(failed)
    return None


@pytest.mark.parametrize("seed", range(times(2, 30)))
async def test_states_that_follow_late_raise_no_alarm(seat_table, transactional_db, seed):
    windows, answers = await seen(seat_table, random.Random(f"held up {seed}"))
    for frames in windows:
        assert frames[0]["type"] == "hello"
        assert len([one for one in frames if one["type"] == "hello"]) > 1, "no deck passed unseen"
        assert await asyncio.to_thread(by_python, frames, answers) is None
    before = [ELSEWHERE, {"ends": answers["decks/ends"]}]
    for found in run("door.mjs", [{"steps": [*before, *frames]} for frames in windows]):
        assert (found["failed"], found["trial"]) == (None, False)


async def test_a_deck_that_was_seen_before_its_cuts_needs_no_whole_state(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    room = scene.seat_table
    window = await scene.open()
    await scene.do(room.deal)
    await scene.do(room.fold_down)
    for user in room.people:
        await scene.do(promise, room, user)
    for user in room.people:
        await scene.do(show, room, user)
    await scene.do(let_pass, room, 5_000)
    assert window.frames[-1]["hand"]["fair"]["cut_commits"]
    assert window.kinds().count("hello") == 1
    await scene.close()


async def test_a_reading_that_began_earlier_does_not_lead_back_to_the_hand_before():
    """As where a hand ends and the next one is dealt in one transaction of this process."""
    room = Room(uuid.uuid4(), asyncio.to_thread)
    room.hand = shown = SimpleNamespace(id=uuid.uuid4(), number=22, seq=0)
    before = SimpleNamespace(id=uuid.uuid4(), number=21, seq=3)
    head = SimpleNamespace(turn_at=None, next_at=None, held_until=None)
    reading = SimpleNamespace(hand=before, snapshot=SimpleNamespace(head=head))
    assert room._take_hand(reading) is None
    assert room.hand is shown
