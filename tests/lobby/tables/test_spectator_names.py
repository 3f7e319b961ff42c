"""Spectators are listed by name only with their consent; the others are counted."""

import uuid

import pytest

from accounts.people.actions.users import create_guest, set_shown_when_watching
from accounts.people.models import User
from lobby.tables.view.spectators import SPECTATORS_SHOWN_MAX, shown_spectators
from lobby.tables.ws import hub
from lobby.tables.ws.other_processes import OtherProcesses
from tests.support.app import App, app_of


class Socket:
    """A connection as a room's crowd keeps it."""

    def __init__(self, user, seat=None):
        self.user, self.seat = user, seat
        self.user_id = user and user.pk


@pytest.fixture
def watched(seat_table, monkeypatch):
    """`watched(users)`: a table with these spectators, and another process that has one more."""
    room = seat_table(people=1)
    running = object.__new__(hub.Hub)
    there = hub.Room(room.table.pk, None)
    running.rooms, running.others = {room.table.pk: there}, OtherProcesses()
    monkeypatch.setattr(hub, "_hub", running)

    def watch(*users):
        for user in users:
            there.connections.add(Socket(user))
        there.connections.add(Socket(room.people[0], seat=0))
        return room, running

    return watch


@pytest.mark.django_db
def test_a_name_is_listed_only_by_consent(watched):
    dev, esha = create_guest(name="Dev"), create_guest(name="Esha")
    room, _hub = watched(dev, esha, None)
    path = f"tables/{room.table.slug}/spectators"
    assert App().get(path) == {"watching": 3, "names": []}
    app = app_of(dev)
    assert app.get("me")["shown_when_watching"] is False
    assert app.ask("patch", "me", {"shown_when_watching": True}).json()["shown_when_watching"]
    assert App().get(path) == {"watching": 3, "names": ["Dev"]}
    app.ask("patch", "me", {"shown_when_watching": False})
    assert App().get(path)["names"] == []  # at once, also in open sockets
    set_shown_when_watching(user=room.people[0], shown=True)
    assert App().get(path)["names"] == []  # a player is no spectator


@pytest.mark.django_db
def test_only_those_who_agree_are_named_to_other_processes(watched):
    dev = set_shown_when_watching(user=create_guest(name="Dev"), shown=True)
    room, running = watched(dev, create_guest(), None)
    assert running._shown_here() == {room.table.pk: [dev.pk]}
    far = set_shown_when_watching(user=create_guest(name="Farid"), shown=True)
    running.others.hear(
        {
            "type": "watching",
            "sender": "far",
            "counts": {str(room.table.pk): 1},
            "shown": {str(room.table.pk): [str(far.pk)]},
        }
    )
    path = f"tables/{room.table.slug}/spectators"
    assert App().get(path)["names"] == ["Dev", "Farid"]
    User.objects.filter(pk=far.pk).update(shown_when_watching=False)
    assert App().get(path)["names"] == ["Dev"]


@pytest.mark.django_db
def test_the_list_is_bounded_and_leaves_the_banned_out():
    users = [create_guest() for _ in range(3)]
    User.objects.update(shown_when_watching=True)
    User.objects.filter(pk=users[0].pk).update(is_active=False)
    ids = [user.pk for user in users] + [uuid.uuid4()]
    assert shown_spectators(ids) == sorted(user.name for user in users[1:])
    assert SPECTATORS_SHOWN_MAX == 50


@pytest.mark.django_db
def test_the_profile_has_the_setting(client):
    user = create_guest(name="Dev")
    client.force_login(user)
    client.post("/me/watching/", {"shown": "on"})
    user.refresh_from_db()
    assert user.shown_when_watching
    assert 'name="shown" checked' in client.get("/me/").content.decode()
    client.post("/me/watching/", {})
    user.refresh_from_db()
    assert not user.shown_when_watching
