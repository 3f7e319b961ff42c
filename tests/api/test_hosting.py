"""Hosts' commands in the API; `tests/lobby/tables/test_hosting.py` tests their rules."""

import pytest
from django.test import Client

from lobby.tables.models import Table
from tests.support.app import App, app_of


@pytest.fixture
def hosted(seat_table):
    """The apps of Asha, the host, and Binod; their room, and the table's path."""
    room = seat_table(2, name="Marigold")
    Table.objects.update(host=room.people[0], is_house_table=False)
    asha, binod = (app_of(user) for user in room.people)
    return asha, binod, room, f"tables/{room.table.slug}"


def test_a_host_pauses_and_resumes_the_table(hosted):
    asha, binod, _room, path = hosted
    assert binod.refused("post", f"{path}/pause") == (403, "NOT_THE_HOST")
    assert asha.post(f"{path}/pause")["table"]["state"] == "paused"
    assert binod.refused("post", f"{path}/resume") == (403, "NOT_THE_HOST")
    assert asha.post(f"{path}/resume")["table"]["state"] == "open"


def test_a_host_changes_only_the_named_options(hosted):
    asha, binod, room, path = hosted
    before = asha.get(path)
    changed = asha.ask("patch", path, {"name": "Jasmine", "options": {"boot": 5}}).json()
    assert (changed["name"], changed["rules"]["boot"]) == ("Jasmine", 5)
    again = asha.ask("patch", path, {"clock_s": 40}).json()
    assert (again["rules"], again["clock_ms"]) == (changed["rules"], 40_000)
    for same in ("game", "preset", "private", "spectators", "max_seats", "min_buy_in", "autostart"):
        assert again[same] == before[same], same
    assert asha.refused("patch", path, seats=1) == (400, "BAD_TABLE")
    assert asha.refused("patch", path, game="holdem") == (400, "BAD_REQUEST")
    assert binod.refused("patch", path, clock_s=60) == (403, "NOT_THE_HOST")
    room.deal()
    assert asha.refused("patch", path, clock_s=60) == (409, "HAND_IN_PROGRESS")
    assert Table.objects.get().clock_ms == 40_000


def test_a_new_preset_sets_its_own_options(hosted):
    asha, _binod, _room, path = hosted
    asha.ask("patch", path, {"options": {"run_order": "akq_top"}})
    changed = asha.ask("patch", path, {"preset": "muflis"}).json()
    preset = next(
        one for one in asha.get("games/teen_patti/rules")["presets"] if one["key"] == "muflis"
    )
    assert changed["rules"] == preset["rules"]


def test_a_host_hands_the_table_over(hosted):
    asha, binod, _room, path = hosted
    assert asha.refused("post", f"{path}/hand_over", name="Nobody") == (403, "NOT_SEATED")
    state = asha.post(f"{path}/hand_over", name=binod.user.name)
    assert state["table"]["host"] == binod.user.name
    assert asha.refused("post", f"{path}/pause") == (403, "NOT_THE_HOST")


def test_a_new_invite_link_ends_the_old_one(hosted, guests):
    asha, binod, room, path = hosted
    Table.objects.update(private=True)
    old, (gita,), visitor = Table.objects.get().invite, guests(1), Client()
    assert gita.post(f"invites/{old}")["slug"] == room.table.slug
    visitor.get(f"/i/{old}/")
    assert visitor.get(f"/t/{room.table.slug}/").status_code == 200
    assert gita.refused("post", f"{path}/new_invite") == (403, "NOT_THE_HOST")
    assert binod.refused("post", f"{path}/new_invite") == (403, "NOT_THE_HOST")
    assert Table.objects.get().invite == old
    new = asha.post(f"{path}/new_invite")["table"]["invite"].strip("/").split("/")[-1]
    assert new == Table.objects.get().invite != old
    assert binod.get(path)["invite"] == f"/i/{new}/", "players keep their seats"
    for app in (gita, *guests(1)):
        assert app.refused("post", f"invites/{old}") == (404, "NO_SUCH_TABLE")
        assert app.refused("get", f"{path}/state") == (403, "PRIVATE_TABLE")
        assert app.refused("post", f"{path}/sit", seat=3) == (403, "PRIVATE_TABLE")
    assert visitor.get(f"/t/{room.table.slug}/").status_code == 404
    gone = visitor.get(f"/i/{old}/")
    assert gone.status_code == 404
    assert "the host has replaced it" in gone.content.decode()
    assert gita.post(f"invites/{new}")["slug"] == room.table.slug
    assert gita.post(f"{path}/sit", seat=3)["you"]["seat"] == 3


def test_new_invite_links_bring_no_more_guests_than_one(hosted, settings):
    settings.GUESTS_PER_HOUR, settings.GUESTS_PER_INVITE = 0, 1
    asha, _binod, _room, path = hosted
    for answer in (201, 429):
        invite = asha.post(f"{path}/new_invite")["table"]["invite"].split("/")[2]
        assert App().ask("post", "guest", {"invite": invite}).status_code == answer


def test_a_host_removes_a_player(hosted):
    asha, binod, _room, path = hosted
    assert asha.refused("post", f"{path}/send_away", name=asha.user.name) == (409, "NOT_YOURSELF")
    state = asha.post(f"{path}/send_away", name=binod.user.name)
    assert [seat["name"] for seat in state["table"]["seats"]] == [asha.user.name]
    assert binod.refused("post", f"{path}/sit", seat=1) == (409, "SENT_AWAY")


def test_a_host_teaches_by_requests_alone(seat_table):
    room = seat_table(2, buy_in=None, teaching=True)
    Table.objects.update(host=room.people[0], is_house_table=False)
    (asha, binod), path = map(app_of, room.people), f"tables/{room.table.slug}"
    asha.post(f"{path}/open_hands", on=True)
    set_by = asha.post(f"{path}/set_cards", cards={"1": "As Ah Ad"})
    assert set_by["you"]["next_cards"][1]["cards"] == ["As", "Ah", "Ad"]
    assert asha.refused("post", f"{path}/set_cards", cards={"1": "Zz"}) == (400, "NOT_A_CARD")
    room.deal()
    seen = binod.get(f"{path}/state")["hand"]
    assert seen["teaching"] == {"is_open": True, "cards_set": True, "taken_back": 0}
    assert [sorted(one["cards"]) for one in seen["view"]["seats"]][1] == ["Ad", "Ah", "As"]
    assert room.act(room.turn, "see").seq == 1
    stepped = {"hand": seen["id"], "seq": 1}
    assert binod.refused("post", f"{path}/step_back", **stepped) == (403, "NOT_THE_HOST")
    after = asha.post(f"{path}/step_back", **stepped)
    assert (after["table"]["state"], after["hand"]["seq"], after["hand"]["clock"]) == (
        "paused",
        2,
        None,
    )
    assert after["hand"]["view"]["seats"] == seen["view"]["seats"]
