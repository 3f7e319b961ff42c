"""Where stacks are hidden, nobody is told how many chips another seat has, by any way in.

The same hand is played in worlds that differ only in the chips that some players brought and added.
Everybody else must get the same in each: by sockets, the API and pages (rule 2.10).
"""

import io
import json
import re
import uuid
import zipfile
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from msgspec import structs

from accounts.ledger import fund_bot
from accounts.ledger.queries import money_supply
from accounts.people.actions.users import create_bot
from accounts.people.models import User
from accounts.privacy.export import archive
from games.dealing.queries.decks import last_public_hands
from games.fair.tfair2.hashes import play_hash_of
from games.hands.models import Hand
from games.hands.queries.tables import hides_stacks
from games.hands.signals import closed_tables_asked
from games.records.check import check
from lobby.tables.hosting.hosting import change_table
from lobby.tables.hosting.tables import close_table
from lobby.tables.list.table_list import read_tables
from lobby.tables.models import Table
from lobby.tables.plans import PlanErrors, plan_like
from lobby.tables.play.timers import run_timer
from lobby.tables.seats.seats import leave, sit, top_up
from tests.support.app import app_of
from tests.support.rooms import scene_of
from tests.support.size import FULL
from tests.support.spectators import GAMES, World
from tests.support.staff import log_in, member

HIDDEN = {"options": {"boot": 10, "hidden_stacks": True}}
PLAYED = replace(GAMES["teen_patti"], plan=HIDDEN)
MODES = ("public", "after", "delayed, past") if FULL else ("after",)
WATCH = ("anonymous", "host", "player")
KEY = uuid.UUID(int=55)
FILES = ("record", "text", "phh", "pokerstars")


class OtherChips(World):
    """A world in which the last player brought `more` chips, and in the hand `pending`."""

    def __init__(self, seat_table, monkeypatch, mode, deck=None, *, more, pending):
        super().__init__(seat_table, monkeypatch, "teen_patti", mode, deck, looking=WATCH)
        self.game, self.more, self.pending = PLAYED, more, pending

    def _set_up(self):
        super()._set_up()
        self.rich = self.scene.seat_table.people[2]
        self._bring(self.more)

    def _act(self, user, kind):
        super()._act(user, kind)
        if kind == "see" and user == self.scene.seat_table.people[0]:
            self._bring(self.pending)

    def _bring(self, amount):
        top_up(table_id=self.table.pk, user=self.rich, amount=amount, key=uuid.uuid4())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", MODES)
async def test_no_message_depends_on_the_chips_of_another_seat(
    seat_table, transactional_db, monkeypatch, mode
):
    base = await OtherChips(seat_table, monkeypatch, mode, more=100, pending=77).play()
    deck = base.opening.deck
    world = await OtherChips(seat_table, monkeypatch, mode, deck, more=331, pending=388).play()
    assert base.opening.stacks != world.opening.stacks
    ways = {way for _name, way, _stage in base.said}
    assert ways == {"stream", "hello", "ask", "rest", "pages"}
    for (name, way, stage), text in base.said.items():
        assert world.said[name, way, stage] == text, (name, way, stage)


@pytest.mark.django_db(transaction=True)
async def test_a_player_is_told_their_own_stack_and_no_other(seat_table, transactional_db):
    scene = await scene_of(seat_table, **HIDDEN)
    people = scene.seat_table.people
    windows = [await scene.open(user) for user in (*people, None)]

    def received(kind):
        """The stacks in the last frame of this kind that each window got."""
        frames = [[one for one in w.frames if one["type"] == kind][-1] for w in windows]
        seats = [
            one["hand"]["view"]["seats"] if kind == "hand" else one["table"]["seats"]
            for one in frames
        ]
        return [[seat["stack"] for seat in some] for some in seats]

    def own(*stacks):
        alone = [[s if n == at else None for n in range(3)] for at, s in enumerate(stacks)]
        return [*alone, [None] * 3]

    assert received("hello") == own(1_000, 1_000, 1_000)
    await scene.do(top_up, table_id=scene.seat_table.table.pk, user=people[1], amount=50, key=KEY)
    assert received("table") == own(1_000, 1_050, 1_000)
    await scene.do(scene.seat_table.deal)
    assert received("hand") == own(990, 1_040, 990)
    more = uuid.uuid4()
    await scene.do(top_up, table_id=scene.seat_table.table.pk, user=people[1], amount=60, key=more)
    tables = [[f["table"] for f in w.frames if f["type"] == "table"][-1] for w in windows]
    pending = [table["seats"][1]["pending"] for table in tables]
    assert pending == [None, 60, None, None]
    await scene.do(scene.seat_table.fold_down)
    assert received("hand") == own(990, 1_040, 1_020)
    assert received("table") == own(990, 1_040, 1_020), "with 60 more to come"
    await scene.close()


@pytest.fixture
def over(seat_table, db):
    """A room of Asha, Binod and Chitra with hidden stacks, after a hand that Chitra won."""
    room = seat_table(people=3, **HIDDEN)
    room.deal()
    room.fold_down()
    return room


def close(room):
    """Close the table as its host does."""
    host = room.people[0]
    Table.objects.filter(pk=room.table.pk).update(host=host, is_house_table=False)
    close_table(table_id=room.table.pk, user=host)
    for user in room.people:
        leave(table_id=room.table.pk, user=user)
    run_timer(room.table.pk)
    room.table.refresh_from_db()
    assert room.table.state == Table.State.CLOSED


def players(page):
    return [(seat["stack"], seat["end"], seat["net"]) for seat in page["players"]]


def test_tp_58_a_finished_hand_shows_ones_own_stack_until_the_table_is_closed(over):
    path = f"hands/{over.hand.id}"
    asha = app_of(over.people[0])
    assert players(asha.get(path)) == [(1_000, 990, -10), (None, None, -10), (None, None, 20)]
    assert [seat["stack"] for seat in asha.get(f"{path}/replay")["table"]["seats"]] == [
        1_000,
        None,
        None,
    ]
    result = asha.get(f"{path}/replay")["frames"][-1]["view"]["result"]
    assert (result["chips"], len(result["net"])) == ([[0, 990]], 3)
    assert players(Client().get(f"/api/v1/{path}").json()) == [
        (None, None, -10),
        (None, None, -10),
        (None, None, 20),
    ]
    close(over)
    for page in (asha.get(path), Client().get(f"/api/v1/{path}").json()):
        assert players(page) == [(1_000, 990, -10), (1_000, 990, -10), (1_000, 1_020, 20)]


def test_stacks_stay_hidden_where_nobody_tells_that_the_table_is_closed(over, monkeypatch):
    close(over)
    hand = Hand.objects.get()
    assert not hides_stacks(hand)
    monkeypatch.setattr(closed_tables_asked, "receivers", [])
    assert hides_stacks(hand)
    assert players(Client().get(f"/api/v1/hands/{hand.pk}").json())[0] == (None, None, -10)


def test_nothing_told_of_a_hand_confirms_a_guess_of_its_stacks(over):
    """A right guess of all stacks cannot be told by the published hash of the play."""
    player = Client()
    player.force_login(over.people[0])
    hand, slug, told = over.hand.id, over.table.slug, ""
    for client in (player, Client()):
        for path in (f"tables/{slug}/state", f"tables/{slug}/decks/ends", f"hands/{hand}"):
            answer = client.get(f"/api/v1/{path}")
            assert answer.status_code == 200, path
            told += answer.content.decode()
        told += client.get(f"/hands/{hand}/").content.decode()
        told += client.get(f"/t/{slug}/").content.decode()
    state = player.get(f"/api/v1/tables/{slug}/state").json()
    published = state["table"]["next_deck"]["last"]["play_hash"]
    close(over)
    fair = player.get(f"/api/v1/hands/{hand}/record").json()["fair"]
    right, salt = fair["play"], bytes.fromhex(fair["record_salt"])
    assert play_hash_of(salt, right).hex() == published
    texts = set(re.findall(r"[0-9a-f]{32}", told.replace("-", "")))
    assert len(texts) > 10
    salts = {bytes.fromhex(text) for text in texts} | {bytes(16)}
    assert published not in {play_hash_of(one, right).hex() for one in salts}


@pytest.mark.parametrize("file", FILES)
def test_tp_58_files_of_a_hand_wait_until_the_table_is_closed(over, file):
    path = f"/api/v1/hands/{over.hand.id}/{file}"
    player = Client()
    player.force_login(over.people[0])
    for client in (player, Client()):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["code"]) == (409, "STACKS_HIDDEN")
        assert "once the table is closed" in refused.json()["text"]
    page = reverse(
        f"games:hand_{ {'record': 'json', 'text': 'txt'}.get(file, file) }", args=[over.hand.id]
    )
    downloaded = player.get(page)
    if file in ("record", "text"):
        assert downloaded.status_code == 409
        assert downloaded.content.startswith(b"STACKS_HIDDEN: ")
    else:
        assert downloaded.status_code == 404, "no format of this game"
    close(over)
    complete = player.get(path)
    if file == "record":
        assert check(complete.json()).ok
        assert [seat["stack"] for seat in complete.json()["seats"]] == [1_000] * 3
    elif file == "text":
        assert "Binod, 1,000" in complete.content.decode()
    else:
        assert complete.json()["code"] == "NOT_SAYABLE"


def test_the_page_of_a_hand_marks_hidden_stacks_and_offers_no_file(over, client):
    page = reverse("games:hand", args=[over.hand.id])
    client.force_login(over.people[0])
    text = client.get(page).content.decode()
    assert text.count("chips hidden") == 2
    assert "1,000 → 990" in text
    assert "data-fair-record" not in text
    assert reverse("games:hand_json", args=[over.hand.id]) not in text
    close(over)
    text = client.get(page).content.decode()
    assert "chips hidden" not in text
    assert "data-fair-record" in text


def test_a_shared_hand_shows_no_stack_not_even_its_sharers(over, client):
    link = app_of(over.people[0]).get(f"hands/{over.hand.id}/share")["url"]
    shared = client.get(link).content.decode()
    assert shared.count("chips hidden") == 3
    assert "1,000" not in shared
    close(over)
    assert "1,000 → 990" in client.get(link).content.decode()


def exported(user):
    with zipfile.ZipFile(io.BytesIO(b"".join(archive(user)))) as packed:
        (row,) = map(json.loads, packed.read("hands.jsonl").splitlines())
        return row


def test_a_data_export_has_ones_own_stack_and_later_the_record(over):
    row = exported(over.people[0])
    assert players(row) == [(1_000, 990, -10), (None, None, -10), (None, None, 20)]
    assert row["record"]["code"] == "STACKS_HIDDEN"
    close(over)
    assert check(exported(over.people[0])).ok


def test_hands_to_check_are_those_with_a_record(over):
    hand_id = over.hand.id
    assert last_public_hands() == []
    close(over)
    assert [hand["id"] for hand in last_public_hands()] == [hand_id]


def test_staff_see_all_stacks(over, client):
    log_in(client, member("Admin", name="Lila"))
    page = client.get(reverse("admin:games_hand_change", args=[over.hand.id])).content.decode()
    assert page.count("1,000") == 3


@pytest.mark.parametrize("delay_s", [0, 900])
def test_a_delayed_table_shows_no_stack_to_spectators(over, delay_s):
    tables = Table.objects.filter(pk=over.table.pk)
    tables.update(spectators="delayed", spectator_delay_s=delay_s)
    path = f"/api/v1/tables/{over.table.slug}"
    state, table = (Client().get(address).json() for address in (f"{path}/state", path))
    assert (state["hand"] is None) == (delay_s > 0)
    for seats in (state["table"]["seats"], table["seats"]):
        assert [(seat["stack"], seat["pending"]) for seat in seats] == [(None, None)] * 3
    if state["hand"]:
        assert [seat["stack"] for seat in state["hand"]["view"]["seats"]] == [None] * 3


def test_the_lobby_says_that_stacks_are_hidden(over, seat_table, client):
    usual = seat_table(people=0)
    rows = read_tables({})
    flags = {key: listing.row.hides_stacks for key, listing in rows.items()}
    assert flags == {over.table.pk: True, usual.table.pk: False}
    assert client.get("/").content.decode().count("Hidden stacks</span>") == 1


def test_the_public_numbers_do_not_tell_who_took_chips_to_the_table(over, seat_table):
    shown = seat_table(people=0)
    before = money_supply()
    assert before.tables == 0, "those of the three guests count as theirs"
    asha, bot = over.people[0], create_bot(level="easy")
    fund_bot(user=bot, floor=5_000)
    funded = money_supply()
    top_up(table_id=over.table.pk, user=asha, amount=300, key=uuid.uuid4())
    sit(table_id=over.table.pk, user=bot, number=4, buy_in=700, key=uuid.uuid4())
    assert money_supply() == funded
    sit(table_id=shown.table.pk, user=asha, number=0, buy_in=400, key=uuid.uuid4())
    assert money_supply() == replace(funded, guests=funded.guests - 400, tables=400)


def change(room, hides, host):
    plan = plan_like(Table.objects.get(pk=room.table.pk))
    options = {**plan.options, "hidden_stacks": hides}
    change_table(table_id=room.table.pk, user=host, plan=structs.replace(plan, options=options))


def test_tp_59_hidden_stacks_are_not_shown_at_an_open_table(over, seat_table):
    host = User.objects.get(name="Asha")
    Table.objects.filter(pk=over.table.pk).update(host=host)
    with pytest.raises(PlanErrors) as refused:
        change(over, False, host)
    assert refused.value.code == "BAD_TABLE"
    assert "stay hidden" in refused.value.fields["preset"]
    assert Table.objects.get(pk=over.table.pk).rules["hidden_stacks"] is True
    change(over, True, host)  # nothing changes


def test_stacks_can_be_hidden_from_the_next_hand_on(seat_table):
    room = seat_table(people=3)
    room.deal()
    room.fold_down()
    before, host = room.hand.id, room.people[0]
    Table.objects.filter(pk=room.table.pk).update(host=host)
    change(room, True, host)
    asha, table = app_of(host), f"tables/{room.table.slug}"
    stacks = [seat["stack"] for seat in asha.get(f"{table}/state")["table"]["seats"]]
    assert stacks == [990, None, None]
    assert players(asha.get(f"hands/{before}"))[1] == (1_000, 990, -10), "it was dealt before"
    room.deal()
    room.fold_down()
    assert players(asha.get(f"hands/{room.hand.id}"))[1] == (None, None, -10)
