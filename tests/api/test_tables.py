"""Tables in the API: finding and opening them, seats, chat, and long polls."""

import asyncio
import datetime
import uuid

import httpx
import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.ledger import START_CHIPS
from accounts.people.actions.users import create_guest
from games.hands.models import Hand
from lobby.tables.api import play
from lobby.tables.chat import chat
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, Table
from lobby.tables.ws import hub
from tests.support.app import V1, app_of
from tests.support.seated_table import audit_findings
from tests.support.waiting import PATIENCE_S, until


@pytest.fixture
def three(seat_table):
    """Asha, Binod and Chitra at a table, each with an app, and the table's path."""
    room = seat_table(3)
    return room, [app_of(user) for user in room.people], f"tables/{room.table.slug}"


def test_a_table_is_opened_found_played_at_and_left(guests):
    asha, binod = guests(2)
    plan = {"name": "Marigold", "options": {"boot": 10}, "seats": 4, "autostart": False}
    table = asha.post("tables", **plan)
    path = f"tables/{table['slug']}"
    assert (table["host"], table["max_seats"], table["rules"]["boot"]) == (asha.user.name, 4, 10)
    assert [row["slug"] for row in binod.get("tables?game=teen_patti&free=true")["items"]] == [
        table["slug"]
    ]
    assert binod.post("tables/join", name="marigold")["slug"] == table["slug"]
    asha.post(f"{path}/sit", seat=0, buy_in=500)
    state = binod.post(f"{path}/sit", seat=1)
    assert (state["you"]["seat"], state["table"]["seats"][1]["stack"]) == (1, 200)
    assert binod.post(f"{path}/top_up", amount=100)["table"]["seats"][1]["stack"] == 300
    assert binod.post(f"{path}/sit_out")["table"]["seats"][1]["status"] == "sitting_out"
    assert binod.post(f"{path}/sit_in")["table"]["seats"][1]["status"] == "ready"
    assert asha.post(f"{path}/bots", count=1, level="easy")["table"]["seats"][2]["kind"] == "bot"
    gone = asha.ask("delete", f"{path}/bots").json()
    assert [seat["kind"] for seat in gone["table"]["seats"]] == ["guest", "guest"]
    assert asha.post(f"{path}/start")["table"]["running"]
    for app in (asha, binod):
        app.post(f"{path}/leave")
        assert app.get("me/balance")["wallet"] == START_CHIPS
    assert audit_findings() == []


def test_an_invalid_table_plan_names_its_fields(as_anna):
    response = as_anna.ask("post", "tables", {"name": "x", "preset": "none", "clock_s": 1})
    assert (response.status_code, response.json()["code"]) == (400, "BAD_TABLE")
    fields = response.json()["data"]["fields"]
    assert fields.keys() == {"name", "preset", "clock_s"}
    assert fields["preset"] == ["There is no such preset."], "a list, as of every other field"
    assert Table.objects.count() == 0


def test_a_table_plan_is_checked_before_opening(as_anna):
    judged = as_anna.post("tables/check", options={"boot": 10}, min_buy_in=150, clock_s=1)
    assert (set(judged["errors"]), judged["least_buy_in"]) == ({"min_buy_in", "clock_s"}, 200)
    assert as_anna.post("tables/check") == {"errors": {}, "least_buy_in": 200}
    assert Table.objects.count() == 0


def test_the_table_list_has_visible_tables_filtered_and_paged(as_anna, visitor, guests):
    for number in range(3):
        open_table(plan=TablePlan(name=f"Hall {number}"), host=None, is_house_table=True)
    open_table(
        plan=TablePlan(name="Board", game="holdem", preset="cash"), host=None, is_house_table=True
    )
    as_anna.post("tables", name="Mine", private=True)
    names = [row["name"] for row in as_anna.get("tables")["items"]]
    assert (names[0], len(names)) == ("Mine", 5)
    assert len(visitor.get("tables")["items"]) == 4
    assert [row["name"] for row in visitor.get("tables?game=holdem")["items"]] == ["Board"]
    assert [row["name"] for row in as_anna.get("tables?mine=true")["items"]] == ["Mine"]
    assert len(as_anna.get("tables?mine=false")["items"]) == 4
    assert visitor.get("tables?free=false")["items"] == []
    page = visitor.get("tables?size=3")
    rest = visitor.get(f"tables?size=3&cursor={page['next']}")
    assert (len(page["items"]), len(rest["items"]), rest["next"]) == (3, 1, None)
    assert visitor.refused("get", "tables?colour=red") == (400, "BAD_REQUEST")


def test_an_invitation_opens_a_private_table_for_its_device(as_anna, anna, guests):
    table = as_anna.post("tables", name="Family", private=True)
    path, code = f"tables/{table['slug']}", table["invite"].strip("/").split("/")[-1]
    (binod,) = guests(1)
    for method, rest, body in [
        ("get", "", {}),
        ("get", "/state", {}),
        ("get", "/chat", {}),
        ("get", "/spectators", {}),
        ("post", "/sit", {"seat": 0}),
        ("post", "/chat", {"text": "hi"}),
    ]:
        assert binod.refused(method, path + rest, **body) == (403, "PRIVATE_TABLE"), rest
    assert binod.refused("post", "tables/join", name="Family") == (403, "PRIVATE_TABLE")
    assert binod.refused("post", "invites/aaaaaaaa") == (404, "NO_SUCH_TABLE")
    assert binod.post(f"invites/{code}")["slug"] == table["slug"]
    assert binod.get(path)["invite"] is None  # only seated players may share it
    assert binod.post(f"{path}/sit", seat=0)["you"]["seat"] == 0
    other_device = app_of(binod.user)
    assert other_device.get(path)["slug"] == table["slug"]  # Binod is seated
    browser = Client()
    assert browser.get(V1 + path).status_code == 403
    assert browser.post(f"{V1}invites/{code}").status_code == 401


def test_a_host_closes_only_their_own_table(as_anna, guests):
    table = as_anna.post("tables", name="Mine")
    (binod,) = guests(1)
    assert binod.refused("delete", f"tables/{table['slug']}") == (403, "NOT_THE_HOST")
    assert as_anna.ask("delete", f"tables/{table['slug']}").json()["state"] == "draining"
    assert binod.refused("post", f"tables/{table['slug']}/sit", seat=0) == (409, "TABLE_CLOSING")


def test_a_quick_seat_gives_a_seat(as_anna):
    table = as_anna.post("tables/quick", game="teen_patti")
    assert "Anna" in [seat["name"] for seat in table["seats"]]
    assert as_anna.post("tables/quick", game="teen_patti")["slug"] == table["slug"]
    assert as_anna.refused("post", "tables/quick", game="bridge") == (400, "UNKNOWN_GAME")


def test_a_practice_table_is_ones_own(as_anna, guests):
    table = as_anna.post("tables/practice", game="holdem")
    assert (table["clock_ms"], table["unrated"], table["private"]) == (0, True, True)
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "bot", "bot", "person"]
    assert as_anna.post("tables/practice", game="holdem")["slug"] == table["slug"]
    assert as_anna.refused("post", "tables/practice", game="bridge") == (400, "UNKNOWN_GAME")
    change = as_anna.refused("patch", f"tables/{table['slug']}", name="Mine")
    assert change == (409, "NOT_HERE")
    (binod,) = guests(1)
    assert binod.refused("get", f"tables/{table['slug']}") == (403, "PRIVATE_TABLE")


def test_a_buy_in_repeated_with_its_key_counts_once(guests):
    (asha,) = guests(1)
    path = f"tables/{asha.post('tables', name='Marigold')['slug']}"
    bring = {"seat": 0, "buy_in": 500, "key": str(uuid.uuid4())}
    for _ in range(2):
        assert asha.post(f"{path}/sit", **bring)["you"]["seat"] == 0
    elsewhere = {**bring, "seat": 1}
    assert asha.refused("post", f"{path}/sit", **elsewhere) == (409, "KEY_REUSED")
    more = {"amount": 1_500, "key": str(uuid.uuid4())}
    for _ in range(2):
        state = asha.post(f"{path}/top_up", **more)
        assert state["table"]["seats"][0]["stack"] == 2_000
    other = {**more, "amount": 5}
    assert asha.refused("post", f"{path}/top_up", **other) == (409, "KEY_REUSED")
    assert audit_findings() == []
    asha.post(f"{path}/leave")
    assert asha.post(f"{path}/sit", **bring)["you"]["seat"] is None
    assert asha.post(f"{path}/top_up", **more)["you"]["seat"] is None
    assert asha.get("me/balance")["wallet"] == START_CHIPS
    assert audit_findings() == []


def test_a_refunded_entry_is_not_paid_again_by_its_old_key(guests):
    (asha,) = guests(1)
    plan = {"game": "holdem", "preset": "standard", "min_buy_in": 500, "seats": 2}
    path = f"tables/{asha.post('tables', name='Marigold', **plan)['slug']}"
    enter = {"seat": 0, "key": str(uuid.uuid4())}
    asha.post(f"{path}/sit", **enter)
    asha.post(f"{path}/leave")
    assert asha.post(f"{path}/sit", **enter)["you"]["seat"] is None
    assert asha.get("me/balance")["wallet"] == START_CHIPS
    assert audit_findings() == []


def test_the_state_shows_only_what_its_viewer_may_see(three, visitor):
    room, apps, path = three
    room.deal()
    for number, app in enumerate(apps):
        state = app.get(f"{path}/state")
        assert (state["you"]["seat"], state["hand"]["view"]["you"]["seat"]) == (number, number)
    watched = visitor.get(f"{path}/state")
    assert watched["you"] is None
    assert watched["hand"]["view"].get("you") is None


def test_spectators_of_a_delayed_table_see_the_past(seat_table, visitor):
    room = seat_table(2, spectators="delayed", spectator_delay_s=60)
    hand = room.deal()
    path = f"tables/{room.table.slug}/state"
    assert visitor.get(path)["hand"] is None
    assert app_of(room.people[0]).get(path)["hand"]["id"] == str(hand.id)
    a_minute_ago = timezone.now() - datetime.timedelta(seconds=61)
    Hand.objects.filter(pk=hand.id).update(started_at=a_minute_ago)
    late = visitor.get(path)["hand"]
    assert (late["id"], late["clock"]) == (str(hand.id), None)
    assert all(seat["cards"] for seat in late["view"]["seats"])


def test_spectators_of_a_closed_table_see_no_hand(seat_table, as_anna, visitor):
    room = seat_table(2, spectators="closed")
    room.deal()
    path = f"tables/{room.table.slug}/state"
    assert app_of(room.people[0]).get(path)["hand"] is not None
    assert as_anna.get(path)["hand"] is None
    assert visitor.refused("get", path) == (403, "NO_WATCHERS")


def test_players_do_not_read_the_spectators_chat(three, as_anna):
    _room, (asha, binod, _chitra), path = three
    as_anna.post(f"{path}/chat", text="he bluffs")
    said = asha.post(f"{path}/chat", text="good evening")["line"]
    assert (said["who"], said["room"]) == ("Asha", "players")
    assert [line["text"] for line in binod.get(f"{path}/chat")["items"]] == ["good evening"]
    assert len(as_anna.get(f"{path}/chat")["items"]) == 2
    assert as_anna.get(f"{path}/chat?after={said['id']}")["items"] == []
    assert asha.refused("post", f"{path}/chat", text="good evening") == (409, "SAID_BEFORE")
    for number in range(4):
        binod.ask("post", f"{path}/chat", {"text": f"line {number}"})
    binod.post(f"{path}/chat", text="line 4")
    response = binod.ask("post", f"{path}/chat", {"text": "line 5"})
    assert (response.status_code, response["Retry-After"]) == (429, "10")


def test_a_chat_line_with_a_slash_is_an_action(three):
    room, apps, path = three
    room.deal()
    turn = next(app for app in apps if app.user == room.turn)
    assert turn.post(f"{path}/chat", text="/pack")["line"] is None
    assert room.hand.seq == 1


def test_a_stale_command_is_answered_with_the_state_and_a_repeated_one_counts_once(three):
    room, apps, path = three
    hand = room.deal()
    turn = next(app for app in apps if app.user == room.turn)
    act = {"hand": str(hand.id), "seq": 0, "action": "bet", "amount": 10, "key": str(uuid.uuid4())}
    for _ in range(2):
        assert turn.post(f"{path}/act", **act)["seq"] == 1
    stale = turn.ask("post", f"{path}/act", {**act, "key": str(uuid.uuid4())})
    assert (stale.status_code, stale.json()["code"]) == (409, "STALE_ACTION")
    assert stale.json()["data"]["state"]["hand"]["seq"] == 1
    again = {**act, "amount": 20}
    assert turn.refused("post", f"{path}/act", **again) == (409, "KEY_REUSED")
    late = {**act, "seq": 1, "key": str(uuid.uuid4())}
    assert turn.refused("post", f"{path}/act", **late) == (409, "NOT_YOUR_TURN")
    assert room.hand.seq == 1


def test_reading_the_state_marks_a_player_as_present(three):
    _room, (asha, *_), path = three
    Seat.objects.update(seen_at="2020-01-01T00:00Z")
    asha.get(f"{path}/state")
    asha.get(f"{path}/state")
    seen = {seat.user.name: seat.seen_at.year for seat in Seat.objects.select_related("user")}
    assert seen["Asha"] > 2020 == seen["Binod"]


# -- waiting -------------------------------------------------------------------------------------


def _poller(live, app):
    headers = {"Authorization": f"Bearer {app.access}"}
    return httpx.AsyncClient(base_url=live.url + V1, headers=headers, timeout=PATIENCE_S)


def _table_of_two():
    table = open_table(plan=TablePlan(name="Marigold"), host=None, is_house_table=True)
    return table, app_of(create_guest(name="Asha")), app_of(create_guest(name="Binod"))


async def _waiting(client, path):
    """The table's position, and a poll that waits there."""
    at = (await client.get(path)).json()["at"]
    waiting = asyncio.create_task(client.get(f"{path}?after={at}&wait=20"))
    await until(lambda: hub.current().waiting.count, "the poll to wait")
    return at, waiting


@pytest.mark.django_db(transaction=True)
async def test_a_poll_is_answered_when_something_happens(live_server_without_dealer):
    table, asha, binod = await sync_to_async(_table_of_two)()
    path = f"tables/{table.slug}/state"
    async with _poller(live_server_without_dealer, asha) as client:
        at, waiting = await _waiting(client, path)
        assert not waiting.done()
        await sync_to_async(chat.say)(table_id=table.pk, user=binod.user, text="hello")
        news = (await waiting).json()
        assert news["at"] != at, "the poll's time was over"
        assert [line["text"] for line in news["chat"]] == ["hello"]
        assert hub.current().waiting.count == 0
        assert (await client.get(f"{path}?after={at}&wait=20")).json()["at"] == news["at"]


@pytest.mark.django_db(transaction=True)
async def test_a_poll_waits_on_while_the_database_is_away(live_server_without_dealer, monkeypatch):
    """As while another PostgreSQL becomes the primary."""
    monkeypatch.setattr(play, "LOOK_EVERY_S", 0.05)
    table, asha, binod = await sync_to_async(_table_of_two)()
    asked = []

    def away(*_args):
        asked.append(None)
        raise OperationalError("the server closed the connection")

    async with _poller(live_server_without_dealer, asha) as client:
        at, waiting = await _waiting(client, f"tables/{table.slug}/state")
        with monkeypatch.context() as lost:
            lost.setattr(play, "position_for", away)
            await until(lambda: len(asked) > 2, "some looks without an answer")
            assert not waiting.done()
        await sync_to_async(chat.say)(table_id=table.pk, user=binod.user, text="hello")
        news = await waiting
        assert (news.status_code, news.json()["at"] == at) == (200, False)


@pytest.mark.django_db(transaction=True)
async def test_a_poll_times_out_and_the_number_of_polls_is_limited(
    live_server_without_dealer,
):
    table, asha, binod = await sync_to_async(_table_of_two)()
    path = f"tables/{table.slug}/state"
    async with _poller(live_server_without_dealer, asha) as client:
        at = (await client.get(path)).json()["at"]
        assert (await client.get(f"{path}?after={at}&wait=1")).json()["at"] == at
        polls = [asyncio.create_task(client.get(f"{path}?after={at}&wait=20")) for _ in range(4)]
        await until(lambda: hub.current().waiting.count == 4, "four polls to wait")
        refused = await client.get(f"{path}?after={at}&wait=20")
        await sync_to_async(chat.say)(table_id=table.pk, user=binod.user, text="hello")
        assert {(await poll).status_code for poll in polls} == {200}
    assert refused.status_code == 429
    assert (refused.json()["code"], refused.headers["Retry-After"]) == ("TOO_MANY_WAITING", "5")


@pytest.mark.django_db(transaction=True)
async def test_a_poll_of_a_user_logged_out_meanwhile_gets_no_news(live_server_without_dealer):
    table, asha, binod = await sync_to_async(_table_of_two)()
    path = f"tables/{table.slug}/state"
    async with _poller(live_server_without_dealer, asha) as client:
        _at, waiting = await _waiting(client, path)
        await sync_to_async(asha.post)("logout")
        await sync_to_async(chat.say)(table_id=table.pk, user=binod.user, text="hello")
        assert (await waiting).status_code == 401
