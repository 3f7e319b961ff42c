"""A command whose answer was lost is repeated with its key, even much later: it counts once."""

import asyncio
import datetime
import json
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.ledger import balance, wallet
from accounts.people.actions.users import create_guest
from core.periodic_tasks import runner as periodic_tasks
from games.hands.models import PlayedAction
from games.hands.queries import live as live_hands
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.tables import quick_seat
from lobby.tables.models import (
    Receipt,
    Seat,
    SitAndGoPlayer,
    Table,
    TableHead,
)
from lobby.tables.play.bots import add_bots
from lobby.tables.play.play import play
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, play_again, sit, top_up
from tests.support.seated_table import ENTRY, audit_findings
from tests.support.sit_and_gos import all_in_until_over
from tests.support.sockets import answer_to, line, receive
from tests.support.three_people import three_people
from tests.support.together import together
from tests.support.waiting import wait_until


def hands_pass(room, count):
    for _ in range(count):
        room.fold_down()
        room.deal()


def refusal_of(job, **named):
    with pytest.raises(TableRefused) as no:
        job(**named)
    return no.value.code


@pytest.fixture
def acted(seat_table):
    """A table with a command that was carried out, and its answer."""
    room = seat_table(people=3)
    room.deal()
    command = room.command(room.turn, "bet", 10)
    return room, command, play([command])


@pytest.mark.parametrize("hands", [1, 6])
@pytest.mark.parametrize("restarted", [False, True])
def test_an_action_gets_its_first_answer_after_later_hands(acted, hands, restarted):
    room, command, answer = acted
    hands_pass(room, hands)
    if restarted:
        live_hands.cache.clear()  # as in a process that has just started
    count = PlayedAction.objects.count()
    assert play([command]) == answer
    assert [one.seq for one in play([command, command])] == [1, 1]
    assert PlayedAction.objects.count() == count


def test_an_action_gets_its_first_answer_at_a_paused_table_too(acted):
    room, command, answer = acted
    room.fold_down()
    assert play([command]) == answer
    TableHead.objects.update(frozen=True)
    assert play([command]) == answer


def test_the_key_of_an_old_hand_serves_no_other_action_and_no_other_player(acted):
    room, command, _answer = acted
    hands_pass(room, 2)
    other_amount = room.command(room.people[0], "bet", 20)
    fields = {"hand_id": command.hand_id, "key": command.key, "seq": 0}
    user = next(one for one in room.people if one.pk == command.user_id)
    (answer,) = play([room.command(user, "bet", 20, **fields)])
    assert answer.code == "KEY_REUSED"
    thief = next(one for one in room.people if one.pk != command.user_id)
    (answer,) = play([room.command(thief, "bet", 10, **fields)])
    assert answer.code == "STALE_ACTION"
    (answer,) = play([room.command(user, "bet", 10, **(fields | {"key": other_amount.key}))])
    assert answer.code == "STALE_ACTION"


def test_a_refused_command_is_not_carried_out_in_a_later_hand(seat_table):
    room = seat_table(people=3)
    room.deal()
    waiting = next(user for user in room.people if user != room.turn)
    command = room.command(waiting, "bet", 10)
    assert play([command])[0].code == "NOT_YOUR_TURN"
    hands_pass(room, 3)
    assert play([command])[0].code == "STALE_ACTION"
    assert not PlayedAction.objects.filter(key=command.key).exists()


def test_an_accepted_action_needs_no_query_about_its_key(seat_table):
    room = seat_table(people=3)
    room.deal()
    command = room.command(room.turn, "bet", 10)
    with CaptureQueriesContext(connection) as asked:
        assert play([command])[0].seq == 1
    texts = " ".join(query["sql"] for query in asked.captured_queries)
    assert '"games_handaction"."key" =' not in texts
    assert "receipt" not in texts


def test_repeated_seats_and_buy_ins_are_answered_again_and_counted_once(seat_table):
    room = seat_table(people=2)
    gita = create_guest(name="Gita")
    seat = {
        "table_id": room.table.pk,
        "user": gita,
        "number": 3,
        "buy_in": 500,
        "key": uuid.uuid4(),
    }
    more = {"table_id": room.table.pk, "user": gita, "amount": 300, "key": uuid.uuid4()}
    for _ in range(2):
        assert sit(**seat).number == 3
        assert top_up(**more).stack == 800
    room.deal()
    hands_pass(room, 2)
    assert (sit(**seat).number, top_up(**more).pending) == (3, 0)
    assert refusal_of(sit, **(seat | {"number": 4})) == "KEY_REUSED"
    assert refusal_of(top_up, **(more | {"amount": 301})) == "KEY_REUSED"
    room.fold_down()
    left_with = balance(wallet(gita)) + leave(table_id=room.table.pk, user=gita)
    for _ in range(2):
        assert sit(**seat) is None
        assert top_up(**more) is None
    assert balance(wallet(gita)) == left_with
    assert not Seat.objects.filter(user=gita).exists()
    assert audit_findings() == []


def test_a_refused_seat_does_not_use_up_its_key(seat_table):
    room = seat_table(people=1)
    gita, key = create_guest(name="Gita"), uuid.uuid4()
    seat = {"table_id": room.table.pk, "user": gita, "buy_in": 500, "key": key}
    assert refusal_of(sit, **seat, number=0) == "SEAT_TAKEN"
    assert not Receipt.objects.filter(key=key).exists()
    assert sit(**seat, number=1).number == 1


def test_a_repeated_leave_does_not_give_up_a_new_seat(seat_table):
    room = seat_table(people=2)
    gita, key = create_guest(name="Gita"), uuid.uuid4()
    seat = {"table_id": room.table.pk, "user": gita, "number": 3, "buy_in": 500}
    sit(**seat, key=uuid.uuid4())
    gone = {"table_id": room.table.pk, "user": gita, "key": key}
    assert leave(**gone) == 500
    assert leave(**gone) == 0
    sit(**seat, key=uuid.uuid4())
    assert leave(**gone) == 0
    assert Seat.objects.filter(user=gita).exists()
    other = seat_table(people=0).table
    assert refusal_of(leave, **(gone | {"table_id": other.pk})) == "KEY_REUSED"


def test_a_repeated_request_adds_no_more_bots(seat_table):
    room = seat_table(people=1)
    Table.objects.update(is_house_table=False)
    asked = {
        "table_id": room.table.pk,
        "user": room.people[0],
        "count": 2,
        "level": "easy",
        "key": uuid.uuid4(),
    }
    for _ in range(3):
        add_bots(**asked)
        assert Seat.objects.filter(user__kind="bot").count() == 2
    assert refusal_of(add_bots, **(asked | {"count": 3})) == "KEY_REUSED"
    add_bots(**(asked | {"key": uuid.uuid4()}))
    assert Seat.objects.filter(user__kind="bot").count() == 4


@pytest.fixture
def closed(seat_table):
    """A table that closed after commands were carried out there by REST, in order."""
    room = seat_table(people=2)
    Table.objects.update(is_house_table=False)
    asha, binod = room.people
    api = {user: APIClient() for user in room.people}
    for user, client in api.items():
        client.force_authenticate(user)
    path = f"/api/v1/tables/{room.table.slug}"
    sent = []

    def post(user, ending, **body):
        sent.append((user, ending, {**body, "key": str(uuid.uuid4())}))
        answer = api[user].post(f"{path}/{ending}", sent[-1][2])
        assert answer.status_code == 200, answer.content
        return answer.json()

    post(asha, "top_up", amount=100)
    hand = room.deal()
    post(room.turn, "act", hand=str(hand.id), seq=hand.seq, action="fold")
    post(asha, "bots", count=1, level="easy")
    for user in (asha, binod):
        post(user, "leave")
    Table.objects.filter(pk=room.table.pk).update(state="draining")
    run_timer(room.table.pk)
    room.table.refresh_from_db()
    assert room.table.state == "closed"
    return room, sent, lambda user, ending, body: api[user].post(f"{path}/{ending}", body)


def test_a_closed_table_answers_only_repeated_commands(closed):
    room, sent, post = closed
    wallets = [balance(wallet(user)) for user in room.people]
    for user, ending, body in sent:
        answer = post(user, ending, body)
        assert answer.status_code == 200, (ending, answer.content)
        state = answer.json().get("state", answer.json())
        assert (state["table"]["state"], state["hand"], state["table"]["seats"]) == (
            "closed",
            None,
            [],
        )
        other = next(one for one in room.people if one != user)
        for sender, changed in ((user, {"key": str(uuid.uuid4())}), (other, {})):
            refused = post(sender, ending, body | changed)
            assert (refused.status_code, refused.json()["code"]) == (404, "NO_SUCH_TABLE")
    (acted,) = [body for _user, ending, body in sent if ending == "act"]
    user = next(user for user, ending, _body in sent if ending == "act")
    assert post(user, "act", acted).json()["seq"] == acted["seq"] + 1
    assert [balance(wallet(user)) for user in room.people] == wallets
    assert audit_findings() == []


def test_an_entry_and_the_next_one_are_paid_once(sit_and_go):
    room = sit_and_go(people=2)
    all_in_until_over(room)
    asha, key = room.people[0], uuid.uuid4()
    again = {"table_id": room.table.pk, "user": asha, "key": key}
    before = balance(wallet(asha))
    for _ in range(3):
        assert play_again(**again).status == Seat.Status.READY
    assert balance(wallet(asha)) == before - ENTRY
    assert SitAndGoPlayer.objects.filter(user=asha).count() == 2
    play_again(table_id=room.table.pk, user=room.people[1], key=uuid.uuid4())
    room.deal()
    assert play_again(**again).status == Seat.Status.READY
    assert balance(wallet(asha)) == before - ENTRY
    assert audit_findings() == []


def test_a_repeated_quick_seat_leads_to_the_same_table_after_leaving(db):
    asha, key = create_guest(name="Asha"), uuid.uuid4()
    table = quick_seat(game="teen_patti", user=asha, key=key)
    leave(table_id=table.pk, user=asha)
    assert quick_seat(game="teen_patti", user=asha, key=key) == table
    assert not Seat.objects.filter(user=asha).exists()
    assert refusal_of(quick_seat, game="holdem", user=asha, key=key) == "KEY_REUSED"


def test_keys_are_stored_for_the_setting_and_at_least_ten_minutes(seat_table, settings):
    room = seat_table(people=2)
    assert settings.KEYS_KEPT_S >= 600
    now = timezone.now()
    for person, seconds in zip(room.people, (-60, 60), strict=True):
        age = datetime.timedelta(seconds=settings.KEYS_KEPT_S + seconds)
        Receipt.objects.filter(user=person).update(at=now - age)
    assert "1 old keys" in periodic_tasks.run_now("purge_keys").outcome
    assert Receipt.objects.get().user == room.people[0]


@pytest.mark.django_db(transaction=True)
def test_concurrent_copies_count_exactly_once(seat_table):
    room = seat_table(people=2, seats=6)
    gita = create_guest(name="Gita")
    seat = {
        "table_id": room.table.pk,
        "user": gita,
        "number": 3,
        "buy_in": 500,
        "key": uuid.uuid4(),
    }
    more = {"table_id": room.table.pk, "user": gita, "amount": 300, "key": uuid.uuid4()}
    assert {one.number for one in together(*[lambda: sit(**seat)] * 6)} == {3}
    assert {one.stack for one in together(*[lambda: top_up(**more)] * 6)} == {800}
    assert balance(wallet(gita)) == 9_200
    assert audit_findings() == []


@pytest.mark.django_db(transaction=True)
async def test_copies_by_socket_and_api_count_once(live):
    room, keys = await sync_to_async(three_people)()
    slug = room.table.slug
    api = APIClient()
    await sync_to_async(api.force_authenticate)(room.people[0])

    def by_rest(path, body):
        try:
            return api.post(f"/api/v1/tables/{slug}/{path}", body)
        finally:
            connection.close()

    async with line(live, slug, keys["Asha"]) as asha:
        await receive(asha, "hello")
        await asha.send(json.dumps({"type": "start", "id": "s"}))
        hand = (await receive(asha, "hand"))["hand"]
        act = {
            "hand": hand["id"],
            "seq": 0,
            "action": "bet",
            "amount": 10,
            "key": str(uuid.uuid4()),
        }
        await asha.send(json.dumps({**act, "type": "act", "id": "1"}))
        assert (await answer_to(asha, "1"))["seq"] == 1
    await sync_to_async(_finish_and_deal)(room)
    assert str(room_hand := (await sync_to_async(lambda: room.hand.id)())) != hand["id"]
    answer = await asyncio.to_thread(by_rest, "act", act)
    assert (answer.status_code, answer.json()["seq"]) == (200, 1)
    assert answer.json()["state"]["hand"]["id"] == str(room_hand)
    async with line(live, slug, keys["Asha"]) as asha:  # a socket that reconnected
        await receive(asha, "hello")
        await asha.send(json.dumps({**act, "type": "act", "id": "2"}))
        assert await receive(asha, "ok") == {"type": "ok", "id": "2", "seq": 1}
        await asha.send(json.dumps({**act, "amount": 20, "type": "act", "id": "3"}))
        assert (await receive(asha, "refused"))["code"] == "KEY_REUSED"


def _finish_and_deal(room):
    room.fold_down()
    Table.objects.update(running=True)
    TableHead.objects.update(next_timer_at=timezone.now(), deal_at=timezone.now())
    wait_until(lambda: room.head.live, "the next hand")
