"""One window plays a seat; the database decides which, whatever a process knows."""

import asyncio
import uuid

import pytest
from asgiref.sync import sync_to_async

from accounts.people.actions.users import create_guest
from lobby.tables.access import windows
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.play.play import play
from lobby.tables.seats import seats
from tests.browser.seated_table import session_of
from tests.support.rooms import scene_of
from tests.support.sockets import line
from tests.support.waiting import PATIENCE_S
from tests.support.windows import Talk

OLD, NEW = uuid.UUID(int=1), uuid.UUID(int=2)


def play_here(room, user, window_id):
    windows.play_here(table_id=room.table.pk, user_id=user.pk, window_id=window_id)


@pytest.mark.django_db
def test_only_the_window_that_plays_acts_and_apps_act_beside_it(seat_table):
    room = seat_table(people=3)
    room.deal()
    user = room.turn
    for window_id in (OLD, NEW):
        play_here(room, user, window_id)
    before = room.hand.seq
    assert room.act(user, "bet", 10, window_id=OLD).code == "PLAYED_ELSEWHERE"
    assert room.hand.seq == before
    assert room.act(user, "bet", 10, window_id=NEW).seq == before + 1
    other = room.turn
    assert room.act(other, "bet", 10, window_id=OLD).seq == before + 2, "no window holds this seat"
    play_here(room, room.turn, NEW)
    assert room.act(room.turn, "bet", 10).seq == before + 3, "an app has no window"


@pytest.mark.django_db
def test_a_batch_looks_at_each_seat_by_itself(seat_table):
    room = seat_table(people=2)
    room.deal()
    acting = room.turn
    (other,) = [user for user in room.people if user != acting]
    for user, window_id in ((acting, OLD), (other, NEW)):
        play_here(room, user, window_id)
    commands = [room.command(user, "bet", 10, window_id=NEW) for user in (acting, other)]
    commands.append(room.command(acting, "bet", 10, window_id=OLD))
    assert [answer.code for answer in play(commands)] == ["PLAYED_ELSEWHERE", "NOT_YOUR_TURN", ""]


@pytest.mark.django_db
def test_a_window_that_lost_the_answer_still_learns_that_it_acted(seat_table):
    room = seat_table(people=3)
    room.deal()
    user = room.turn
    play_here(room, user, OLD)
    command = room.command(user, "bet", 10, window_id=OLD)
    (first,) = play([command])
    play_here(room, user, NEW)
    assert play([command]) == [first]


@pytest.mark.django_db
def test_taking_over_tells_viewers_once_and_leaves_other_seats_alone(seat_table):
    room = seat_table(people=2)
    play_here(room, room.people[0], OLD)
    version = room.head.version
    play_here(room, room.people[0], OLD)
    assert room.head.version == version
    play_here(room, create_guest(name="Gita"), NEW)
    assert room.head.version == version
    found = Seat.objects.filter(table=room.table).values_list("number", "window_id")
    assert sorted(found) == [(0, OLD), (1, None)]
    with pytest.raises(TableRefused, match="another window"):
        windows.check_window(table_id=room.table.pk, user_id=room.people[0].pk, window_id=NEW)
    windows.check_window(table_id=room.table.pk, user_id=room.people[1].pk, window_id=NEW)


@pytest.mark.django_db(transaction=True)
async def test_a_room_tells_each_window_once_and_again_with_the_whole_table(seat_table):
    scene = await scene_of(seat_table)
    room, asha = scene.seat_table, scene.seat_table.people[0]
    old, new = [await scene.open(asha, window_id=window_id) for window_id in (OLD, NEW)]
    app = await scene.open(asha)
    for window_id in (OLD, NEW, NEW):
        await scene.do(play_here, room, asha, window_id)
    await scene.do(room.deal)

    def received(window):
        return [frame["plays"] for frame in window.frames if frame["type"] == "window"]

    assert (received(old), received(new), received(app)) == ([True, False], [True, False, True], [])
    await scene.room.greet(old.connection)
    await scene.sent()
    assert received(old) == [True, False, False]
    assert old.kinds()[-2:] == ["hello", "window"]
    await scene.do(seats.leave, table_id=room.table.pk, user=room.people[1])
    assert received(old) == [True, False, False]
    await scene.close()


@pytest.mark.django_db(transaction=True)
async def test_a_window_that_does_not_play_may_read_ask_and_cut(seat_table, live):
    room = await sync_to_async(seat_table)(people=2)
    user = room.people[0]
    session = await sync_to_async(session_of)(user)
    cut = {"commit": "0" * 64, "hash": "0" * 64}
    async with (
        asyncio.timeout(PATIENCE_S),
        line(live, room.table.slug, session, window=OLD) as one,
        line(live, room.table.slug, session, window=NEW) as two,
    ):
        old, new = Talk(one), Talk(two)
        assert [await window.answer("play_here") for window in (old, new)] == ["ok", "ok"]
        await old.received(False)
        for kind, body in (
            ("sit_out", {}),
            ("chat", {"text": "/fold"}),
            ("leave", {}),
            ("act", {"hand": str(uuid.uuid4()), "seq": 0, "action": "see", "key": str(OLD)}),
        ):
            assert await old.answer(kind, **body) == "PLAYED_ELSEWHERE", kind
        assert await old.answer("cut_commit", **cut) == "WRONG_DECK"
        assert await old.answer("ping") == "pong"
        assert await new.answer("leave") == "ok"
        assert await old.answer("sit", seat=3, buy_in=1_000, key=str(NEW)) == "ok"
        await new.received(False)
        assert await new.answer("sit_out") == "PLAYED_ELSEWHERE", "the window that sat down plays"
        assert await old.answer("sit_out") == "ok"


@pytest.mark.django_db(transaction=True)
async def test_a_window_without_a_uuid_is_refused(seat_table, live):
    room = await sync_to_async(seat_table)(people=2)
    async with asyncio.timeout(PATIENCE_S), line(live, room.table.slug, window="me") as socket:
        assert (await Talk(socket).next())["code"] == "BAD_WINDOW"
