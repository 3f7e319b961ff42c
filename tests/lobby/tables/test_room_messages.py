"""Everything a room sends, frame by frame: only what its audience may know."""

import asyncio
import json
from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from accounts.people.actions import social
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from games.engines.core.cards import texts_of
from lobby.tables.chat.chat import say
from lobby.tables.models import Table
from lobby.tables.play.play import play
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seat_requests import answer_request, ask_for_seat
from lobby.tables.seats.seats import leave, prefer, sit_out
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.transaction import lock_tables
from lobby.tables.view.table_state import state_for
from tests.support.rooms import _closing, scene_of
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


async def test_each_window_gets_its_own_view_and_no_other(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    room = scene.seat_table
    asha, binod = [await scene.open(user) for user in room.people[:2]]
    spectators = await scene.open()
    hand = await scene.do(room.deal)
    own = [set(texts_of(cards)) for cards in hand.state.hands]
    first = hand.seat_of[room.people[0].pk]
    assert asha.cards() == binod.cards() == spectators.cards() == set()
    turn = await scene.do(lambda: room.turn)
    while turn != room.people[0]:
        await scene.do(room.act, turn, "bet", 10)
        turn = await scene.do(lambda: room.turn)
    await scene.do(room.act, turn, "see")
    assert asha.cards() == own[first]
    assert binod.cards() == spectators.cards() == set()
    await scene.do(room.fold_down)
    assert spectators.cards() == set(), "cards of a hand that was not shown stay hidden"
    assert [f["hand"]["seq"] for f in spectators.frames if f["type"] == "hand"] == sorted(
        {f["hand"]["seq"] for f in spectators.frames if f["type"] == "hand"}
    )
    await scene.close()


async def test_windows_that_stay_open_read_what_they_lack_after_a_hand(
    seat_table, transactional_db
):
    """The frame that ends the hand says so; it needs no reading of the table."""
    scene = await scene_of(seat_table)
    room = scene.seat_table
    price = stakes_of(room.table).price(room.table)
    await scene.do(room.table.seats.update, stack=price)
    windows = [await scene.open(user) for user in room.people]
    spectator = await scene.open()
    await scene.do(room.deal)
    await scene.do(room.fold_down)
    lacking = []
    for window, user in zip(windows, room.people, strict=True):
        sent = [frame["you"] for frame in window.frames if frame.get("you")]
        now = (await scene.do(state_for, room.table.pk, user, watching=0)).you
        assert sent[-1] == json.loads(msgspec.json.encode(now))
        lacking.append(sent[-1]["short_by"])
    assert sorted(lacking) == [0, 10, 10]
    assert not any(frame.get("you") for frame in spectator.frames)
    await scene.close()


async def test_a_late_window_gets_the_events_of_the_hand_so_far(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    room = scene.seat_table
    people = [*room.people[:2], None]
    there = [await scene.open(user) for user in people]
    await scene.do(room.deal)
    turn = await scene.do(lambda: room.turn)
    await scene.do(room.act, turn, "see")
    await scene.do(room.act, turn, "bet", 20)
    received = []
    for window in there:
        frames = [frame for frame in window.frames if frame["type"] == "hand"]
        received.append([event for frame in frames for event in frame["events"]])
    late = [(await scene.open(user)).frames[0] for user in people]
    assert [frame["events"] for frame in late] == received
    assert len(received[2]) > 4
    private = [event for event in received[people.index(turn)] if event not in received[2]]
    assert bool(private) == (turn in people), "the cards that they looked at"
    await scene.close()


async def test_all_spectators_get_the_same_bytes_and_one_view_is_made(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    spectators = [await scene.open() for _ in range(20)]
    await scene.do(scene.seat_table.deal)
    assert len({json.dumps(window.frames[1:]) for window in spectators}) == 1
    await scene.close()


async def test_spectators_see_cards_only_after_the_hand(seat_table, transactional_db):
    scene = await scene_of(seat_table, spectators="after_hand")
    spectators = await scene.open()
    hand = await scene.do(scene.seat_table.deal)
    await scene.do(scene.seat_table.act, await scene.do(lambda: scene.seat_table.turn), "see")
    assert spectators.cards() == set()
    await scene.do(scene.seat_table.fold_down)
    everything = {text for cards in hand.state.hands for text in texts_of(cards)}
    assert spectators.cards() == everything
    await scene.close()


async def test_without_a_pause_the_end_of_a_hand_is_shown_before_the_next_one(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table, spectators="after_hand")
    room = scene.seat_table
    asha, spectators = await scene.open(room.people[0]), await scene.open()
    hand = await scene.do(room.deal)
    turn = await scene.do(lambda: room.turn)
    await scene.do(room.act, turn, "fold")
    turn = await scene.do(lambda: room.turn)
    last = await scene.do(lambda: room.command(turn, "fold"))
    await scene.do(Table.objects.update, pause_ms=0)
    received = len(spectators.frames)
    await scene.do(play, [last], ())
    shown = [frame for frame in spectators.frames[received:] if frame["type"] != "watching"]
    assert [frame["type"] for frame in shown] == ["table", "hand", "hand"]
    table, end, deal = shown[0]["table"], shown[1]["hand"], shown[2]["hand"]
    assert (end["id"], end["seq"]) == (str(hand.id), 2)
    assert end["view"]["result"] is not None
    assert {text for cards in hand.state.hands for text in texts_of(cards)} == spectators.cards()
    assert (deal["number"], deal["seq"]) == (hand.number + 1, 0)
    assert deal["view"]["result"] is None
    assert deal["clock"]["seat"] == deal["view"]["turn"]
    assert [seat["stack"] for seat in table["seats"]] == [
        player["stack"] + player["paid"] for player in deal["view"]["seats"]
    ]
    own = [frame["hand"]["id"] for frame in asha.frames if frame["type"] == "hand"]
    assert own[-2:] == [end["id"], deal["id"]]
    await scene.close()


async def test_players_do_not_read_the_spectators_chat(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    asha = await scene.open(scene.seat_table.people[0])
    spectators = await scene.open()
    guest = await scene.do(create_guest, name="Gita")
    await scene.do(say, table_id=scene.seat_table.table.pk, user=guest, text="He has aces!")
    await scene.do(
        say, table_id=scene.seat_table.table.pk, user=scene.seat_table.people[1], text="Namaste"
    )
    received = [
        [line["text"] for f in w.frames if f["type"] == "chat" for line in f["lines"]]
        for w in (asha, spectators)
    ]
    assert received == [["Namaste"], ["He has aces!", "Namaste"]]
    await scene.close()


async def test_a_window_shows_no_lines_of_blocked_users(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    asha, binod = scene.seat_table.people[:2]
    await scene.do(social.block, user=asha, other=binod)
    ashas, binods = await scene.open(asha), await scene.open(binod)
    table_id = scene.seat_table.table.pk
    await scene.do(say, table_id=table_id, user=binod, text="hello")
    for window, lines in ((ashas, 0), (binods, 1), (await scene.open(asha), 0)):
        chat = [line for frame in window.frames for line in frame.get("lines", [])]
        assert len(chat + window.frames[0]["chat"]) == lines
    await scene.close()


@pytest.mark.parametrize("spectators", ["public", "delayed"])
async def test_the_host_hears_who_asks_for_a_seat_and_nobody_else(
    seat_table, transactional_db, spectators
):
    scene = await scene_of(seat_table, approval=True, spectators=spectators, spectator_delay_s=60)
    (host, player), table_id = scene.seat_table.people[:2], scene.seat_table.table.pk
    await scene.do(Table.objects.filter(pk=table_id).update, host=host)
    guest = await scene.do(create_guest, name="Gita")
    asker, hosts, others, strangers = [await scene.open(u) for u in (guest, host, player, None)]
    await scene.do(ask_for_seat, table_id=table_id, user=guest)

    def last(window):
        return [frame["you"] for frame in window.frames if frame.get("you")][-1]

    assert [one["name"] for one in last(hosts)["seat_requests"]] == ["Gita"]
    assert (last(asker)["seat_request"], last(asker)["seat_requests"]) == ("waiting", [])
    assert all("Gita" not in json.dumps(window.frames) for window in (others, strangers))
    await scene.do(answer_request, table_id=table_id, user=host, name="Gita", approve=True)
    assert last(hosts)["seat_requests"] == []
    assert last(asker)["seat_request"] == "approved"
    await scene.close()


async def test_a_leaving_player_is_told_their_wallet_and_becomes_a_spectator(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    asha = await scene.open(scene.seat_table.people[0])
    await scene.do(leave, table_id=scene.seat_table.table.pk, user=scene.seat_table.people[0])
    you = [frame["you"] for frame in asha.frames if frame["type"] == "table"][-1]
    assert (you["seat"], you["wallet"]) == (None, 10_000)
    await scene.close()


async def test_the_reason_of_a_break_reaches_only_its_players_windows(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    asha, binod = scene.seat_table.people[:2]
    ashas, binods, spectators = await scene.open(asha), await scene.open(binod), await scene.open()
    people, tomorrow = User.objects.filter(pk=asha.pk), timezone.now() + timedelta(days=1)
    await scene.do(people.update, break_until=tomorrow)
    await scene.do(scene.seat_table.deal)
    you = [frame["you"] for frame in ashas.frames if frame["type"] == "table"][-1]
    assert you["rests"]["code"] == "ON_BREAK"
    assert "ON_BREAK" not in json.dumps(binods.frames + spectators.frames)
    await scene.close()


async def test_a_slow_window_gets_the_newest_table_when_it_reads_again(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    asha = await scene.open(scene.seat_table.people[0])
    for number in range(200):
        asha.connection.push(b'{"type":"noise","n":%d}' % number)
    assert asha.connection.lost
    asha.frames.clear()
    await scene.do(scene.seat_table.deal)
    await until(asha.kinds, "the table")
    assert asha.kinds()[0] == "hello", "the dropped frames are not sent, the table is"
    assert asha.frames[0]["hand"]["seq"] == 0
    await scene.close()


async def test_a_lost_notification_is_found_by_comparison(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    spectators = await scene.open()
    await asyncio.to_thread(
        _closing(run_timer), scene.seat_table.table.pk
    )  # without a notification
    assert "hand" not in spectators.kinds()
    head = await asyncio.to_thread(_closing(lambda: scene.seat_table.head))
    scene.room.compare(head.hand_id, head.seq, head.version, head.chat_id)
    await until(lambda: "hand" in spectators.kinds(), "the hand without a notification")
    await scene.close()


async def test_a_change_of_the_deck_alone_is_a_frame_of_its_own(seat_table, transactional_db):
    """Also where another process made it, whose changes a room reads."""
    scene = await scene_of(seat_table)
    room, asha = scene.seat_table, scene.seat_table.people[0]
    own = await scene.open(asha)

    def lock_without_a_deal():
        with lock_tables([room.table.pk]) as tx:
            tx.rows(tx.locked(room.table.pk)).deck.asked_again = [0]

    for change in (lock_without_a_deal, lambda: sit_out(table_id=room.table.pk, user=asha)):
        before = len(own.frames)
        await asyncio.to_thread(_closing(change))  # without a notification
        await scene.room.refresh()
        await scene.sent()
        kinds = [frame["type"] for frame in own.frames[before:]]
        assert kinds == (["deck"] if change is lock_without_a_deal else ["table"])
    assert own.frames[-1]["you"]["seat"] == 0
    before = len(own.frames)
    await asyncio.to_thread(
        _closing(lambda: prefer(table_id=room.table.pk, user=asha, top_up_to=900))
    )
    await scene.room.refresh()
    await scene.sent()
    (told,) = own.frames[before:]
    assert told["type"] == "table", "a preference that the table does not show is told its player"
    await scene.close()


async def test_a_closed_table_sends_a_message_and_disconnects(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    spectators = await scene.open()

    def close():
        for user in scene.seat_table.people:
            leave(table_id=scene.seat_table.table.pk, user=user)
        Table.objects.update(state=Table.State.DRAINING)
        run_timer(scene.seat_table.table.pk)

    await scene.do(close)
    assert spectators.kinds()[-1] == "closed"
    await scene.close()


async def test_a_closed_table_shows_spectators_seats_but_no_hand(seat_table, transactional_db):
    scene = await scene_of(seat_table, spectators="closed")
    guest = await scene.do(create_guest, name="Gita")
    outside = await scene.open(guest)
    inside = await scene.open(scene.seat_table.people[0])
    await scene.do(scene.seat_table.deal)
    assert "hand" in inside.kinds()
    assert "hand" not in outside.kinds()
    assert outside.frames[-1]["table"]["seats"]
    late = await scene.open(guest)
    assert late.frames[0]["hand"] is None
    await scene.close()
