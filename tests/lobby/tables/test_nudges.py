"""Nudges: who may nudge whom, how often, and who sees it."""

import datetime

import pytest
from django.utils import timezone

from accounts.people.actions.social import block
from accounts.people.actions.users import create_guest
from lobby.tables.chat.lines import in_words, line_of
from lobby.tables.chat.nudge import nudge
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    ChatLine,
    TableHead,
)
from lobby.tables.view.shown import can_read
from lobby.tables.view.table_state import table_viewer_of
from tests.support.owner import no_triggers
from tests.support.staff import refused

pytestmark = pytest.mark.django_db


def wait(room, seconds):
    """Move the start of the turn, and the times of all lines, back."""
    past = datetime.timedelta(seconds=seconds)
    TableHead.objects.update(turn_at=room.head.turn_at - past)
    with no_triggers():
        for line in ChatLine.objects.all():
            ChatLine.objects.filter(pk=line.pk).update(at=line.at - past)


@pytest.fixture
def room(seat_table):
    room = seat_table(people=3)
    room.deal()
    return room


def others(room):
    return [user for user in room.people if user != room.turn]


def test_a_nudge_is_a_line_that_names_the_seat(room):
    wait(room, 11)
    asker, seat = others(room)[0], room.head.turn_seat
    line = nudge(table_id=room.table.pk, user=asker)
    assert room.head.chat_id == line.pk
    shown = in_words(line_of(line))
    assert (shown.nudges, shown.who, shown.kind) == (seat, asker.name, "player")
    assert shown.text == f"{room.turn.name}, it's your turn."
    assert room.hand.seq == 0


def test_a_nudge_needs_a_delay_and_is_not_repeated_at_once(room, settings):
    first, second = others(room)
    with pytest.raises(TableRefused) as no:
        nudge(table_id=room.table.pk, user=first)
    assert (no.value.code, 9 <= no.value.limits["retry_after"] <= 10) == ("TOO_SOON", True)
    wait(room, 10)
    nudge(table_id=room.table.pk, user=first)
    refused("TOO_SOON", nudge, table_id=room.table.pk, user=first)
    refused("TOO_SOON", nudge, table_id=room.table.pk, user=second)
    wait(room, settings.NUDGE_AGAIN_S)
    nudge(table_id=room.table.pk, user=second)
    assert ChatLine.objects.count() == 2


def test_only_players_of_the_hand_nudge_and_nobody_themselves(room):
    wait(room, 11)
    refused("NOBODY_TO_NUDGE", nudge, table_id=room.table.pk, user=room.turn)
    stranger = create_guest(name="Stranger")
    refused("NOT_SEATED", nudge, table_id=room.table.pk, user=stranger)
    room.fold_down()
    refused("NO_HAND_IN_PROGRESS", nudge, table_id=room.table.pk, user=room.people[0])


def test_a_bot_is_not_nudged(seat_table):
    room = seat_table(people=1, bots=2)
    room.deal()
    while room.turn == room.people[0]:
        room.act(room.people[0], "bet", 10)
    wait(room, 60)
    refused("NOBODY_TO_NUDGE", nudge, table_id=room.table.pk, user=room.people[0])


def test_muted_players_do_not_nudge_and_nudges_of_blocked_players_are_hidden(room):
    wait(room, 11)
    asker = others(room)[0]
    block(user=room.turn, other=asker)
    shown = line_of(nudge(table_id=room.table.pk, user=asker))
    seats = {seat.user_id: seat for seat in room.table.seats.all()}

    def reads(user):
        viewer = table_viewer_of(user.pk, seats[user.pk])
        return can_read(viewer, shown, room.table, timezone.now())

    assert not reads(room.turn)
    assert reads(others(room)[1])
    asker.muted_until = timezone.now() + datetime.timedelta(hours=1)
    asker.save(update_fields=["muted_until"])
    wait(room, 60)
    refused("MUTED", nudge, table_id=room.table.pk, user=asker)
