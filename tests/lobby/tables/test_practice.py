"""Practice tables: a player's own, with easy bots, where nothing counts and no clock runs."""

import datetime
import random

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.people.actions.users import create_guest
from games.engines.core import registry
from games.hands.models import Hand, PlayedAction
from games.hands.queries import live
from lobby.tables.access.access import find_invited
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import replace_invite
from lobby.tables.hosting.practice import practise
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.play.timers import run_timer, schedule_empty_tables
from lobby.tables.seats.seats import leave, sit
from lobby.tables.turn_clock import ABANDONED_AFTER
from tests.support.seated_table import SeatedTable

pytestmark = pytest.mark.django_db


def at_turn(game):
    """A guest at a practice table whose turn it is: the bots before have acted."""
    user = create_guest(name="Asha")
    room = SeatedTable(practise(game=game, user=user), [user])
    for _ in range(100):
        if room.head.live and room.turn == user:
            return room
        run_timer(room.table.pk)
    raise AssertionError("it never was the user's turn")


def pass_time(room, past, *, gone=False):
    """Let time pass in the present turn; the player's page is open unless they have `gone`."""
    head = room.head
    TableHead.objects.filter(pk=head.pk).update(turn_at=head.turn_at - past)
    Hand.objects.filter(pk=head.hand_id).update(started_at=room.hand.started_at - past)
    live.cache.drop(head.hand_id)
    seen_at = timezone.now() - past if gone else timezone.now()
    Seat.objects.filter(table=room.table).update(seen_at=seen_at)
    run_timer(room.table.pk)


@pytest.mark.parametrize("game", [game.key for game in registry.all_games()])
def test_a_turn_at_a_practice_table_has_no_deadline(game):
    room = at_turn(game)
    users = [seat.user for seat in room.table.seats.all()]
    bots = [user.bot_level for user in users if user.is_bot]
    assert (len(users), set(bots)) == (room.table.max_seats, {"easy"})
    pass_time(room, datetime.timedelta(hours=10))
    head = room.head
    assert (room.clock, room.turn) == (None, room.people[0])
    assert head.next_timer_at > timezone.now() + ABANDONED_AFTER / 2
    before = room.hand.seq
    room.act_somehow(random.Random(3))
    assert room.hand.seq > before
    assert not PlayedAction.objects.filter(auto="timeout").exists()
    assert set(Hand.objects.values_list("plays_for", "clock_ms")) == {("unrated", 0)}


def play_out_without(room):
    """Run the timers until the player's seat is free; none of them waits for the player."""
    for _ in range(200):
        if not Seat.objects.filter(table=room.table, user=room.people[0]).exists():
            return
        assert room.head.next_timer_at < timezone.now() + ABANDONED_AFTER / 2
        run_timer(room.table.pk)
    raise AssertionError("the hand never ended")


def test_a_hand_goes_on_at_once_without_a_player_who_leaves():
    room = at_turn("dou_dizhu")
    leave(table_id=room.table.pk, user=room.people[0])
    play_out_without(room)


@pytest.mark.parametrize("game", ["dealer_teen_patti", "dou_dizhu", "holdem"])
def test_an_abandoned_practice_table_ends_its_hand_and_closes(game):
    room = at_turn(game)
    pass_time(room, ABANDONED_AFTER / 2, gone=True)
    assert room.head.live
    assert room.turn == room.people[0]
    pass_time(room, ABANDONED_AFTER, gone=True)
    play_out_without(room)
    assert list(Hand.objects.values_list("status", flat=True).distinct()) == ["finished"]
    long_ago = timezone.now() - datetime.timedelta(hours=1)
    Table.objects.filter(pk=room.table.pk).update(lively_at=long_ago, watched_at=None)
    run_timer(room.table.pk)
    schedule_empty_tables()
    run_timer(room.table.pk)
    assert Table.objects.get(pk=room.table.pk).state == "closed"
    assert practise(game=game, user=room.people[0]).pk != room.table.pk


def test_there_is_one_for_each_player_and_game():
    user, other = create_guest(name="Asha"), create_guest(name="Binod")
    first = practise(game="holdem", user=user)
    assert practise(game="teen_patti", user=user).pk != first.pk
    assert practise(game="holdem", user=other).pk != first.pk
    leave(table_id=first.pk, user=user)
    assert practise(game="holdem", user=user).pk == first.pk
    assert Seat.objects.filter(table=first, user=user).exists()
    second = Table.objects.get(host=user, game="teen_patti")
    with pytest.raises(IntegrityError, match="open_practice_table_once"), transaction.atomic():
        Table.objects.filter(pk=second.pk).update(game="holdem")


def test_nobody_else_can_come_and_no_other_table_is_without_a_clock():
    user, other = create_guest(name="Asha"), create_guest(name="Binod")
    table = practise(game="holdem", user=user)
    assert find_invited(table.invite) is None
    with pytest.raises(TableRefused, match="no invite link"):
        replace_invite(table_id=table.pk, user=user)
    leave(table_id=table.pk, user=user)
    with pytest.raises(TableRefused) as no:
        sit(table_id=table.pk, user=other, number=0, buy_in=None)
    assert no.value.code == "PRIVATE_TABLE"
    for opened in ({"private": False}, {"unrated": False}):
        with pytest.raises(IntegrityError, match="clock_unless_practice"), transaction.atomic():
            Table.objects.filter(pk=table.pk).update(**opened)


def test_a_stranger_chooses_a_name_and_a_click_leads_to_the_table():
    page, home = reverse("lobby:practice", args=["holdem"]), "/?practice=holdem"
    stranger = Client()
    for answer in (stranger.get(page), stranger.post(page)):
        assert answer.url == "/guest/?next=%2F%3Fpractice%3Dholdem"
    for linking in ("/", "/rules/holdem/", "/rules/holdem/quiz/?judged=1"):
        assert f'href="{page}"' in stranger.get(linking).content.decode()
    user = create_guest(name="Asha")
    stranger.force_login(user)
    assert stranger.get(page).url == home
    assert 'id="practice-holdem"' in stranger.get(home).content.decode()
    table = stranger.post(page)
    assert stranger.get(table.url).status_code == 200
    assert stranger.get(f"{table.url}edit/").status_code == 404
    assert stranger.post(page).url == table.url
    assert stranger.get("/practice/bridge/").status_code == 404
