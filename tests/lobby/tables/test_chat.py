"""Chat: plain text, rate-limited, and separate rooms for players and spectators."""

import contextlib
import datetime
import io
import time
import zipfile

import pytest
from msgspec import structs

from accounts.people.actions import social
from accounts.people.actions.users import create_guest
from accounts.privacy.export import archive
from lobby.moderation.actions.cases import report
from lobby.moderation.queries.cases import timeline
from lobby.tables.chat import chat
from lobby.tables.chat.chat import clean, say
from lobby.tables.chat.lines import lines_after
from lobby.tables.errors import TableRefused
from lobby.tables.hosting.hosting import change_table
from lobby.tables.hosting.tables import PlanErrors, TablePlan, open_table
from lobby.tables.models import (
    ChatLine,
    Table,
    TableHead,
)
from lobby.tables.plans import plan_like
from lobby.tables.view.table_state import state_for
from tests.support.size import times
from tests.support.waiting import PATIENCE_S


def refusal(**line):
    with pytest.raises(TableRefused) as no:
        say(**line)
    return no.value.code


def test_players_and_spectators_have_their_own_chat(seat_table):
    room = seat_table(people=1)
    spectator = create_guest(name="Gita")
    said = say(table_id=room.table.pk, user=room.people[0], text="Namaste")
    seen = say(table_id=room.table.pk, user=spectator, text="Hello")
    assert (said.room, seen.room) == (ChatLine.Room.PLAYERS, ChatLine.Room.SPECTATOR)
    assert TableHead.objects.get().chat_id == seen.pk


def chat_of(**plan):
    host = create_guest()
    return open_table(plan=TablePlan(name=host.name, **plan), host=host).chat


POINTS = {"game": "dou_dizhu", "seats": 3}


@pytest.mark.django_db
def test_a_chat_is_shared_by_default_only_for_points_with_open_cards():
    assert chat_of(**POINTS, spectators="open") == "shared"
    assert chat_of(**POINTS, spectators="open", chat="apart") == "apart"
    assert chat_of(**POINTS, spectators="public") == "apart"
    assert chat_of(**POINTS, spectators="after_hand", chat="shared") == "shared"
    assert chat_of(spectators="public") == "apart"
    assert chat_of(spectators="public", chat="shared") == "shared"


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["after_hand", "delayed"])
def test_spectators_who_see_more_never_write_to_players_for_chips(mode):
    plan = TablePlan(name="Talk", spectators=mode, spectator_delay_s=60, chat="shared")
    with pytest.raises(PlanErrors) as no:
        open_table(plan=plan, host=create_guest())
    assert set(no.value.fields) == {"chat"}


def test_in_a_shared_chat_players_read_spectators_who_are_marked(seat_table):
    room = seat_table(people=2, chat="shared", phrases_only=True)
    spectator, asha = create_guest(name="Gita"), room.people[0]
    received = say(table_id=room.table.pk, user=spectator, text="Hello, players")
    say(table_id=room.table.pk, user=asha, text="Hello back")
    for reader in (asha, spectator, None):
        chat = state_for(room.table.pk, reader, watching=1).chat
        assert [(line.who, line.kind) for line in chat] == [
            ("Gita", "spectator"),
            (asha.name, "player"),
        ]
    assert received.room == ChatLine.Room.SHARED
    room.deal()
    said = {"table_id": room.table.pk, "user": spectator}
    assert refusal(**said, text="he has an ace") == "PHRASES_ONLY"
    say(**said, text="Good luck!")


def test_earlier_lines_of_spectators_stay_theirs_when_the_chat_is_shared(seat_table):
    room = seat_table(people=2)
    spectator, host = create_guest(name="Gita"), room.people[0]
    say(table_id=room.table.pk, user=spectator, text="she has an ace")
    Table.objects.update(host=host)
    plan = structs.replace(plan_like(Table.objects.get()), chat="shared")
    change_table(table_id=room.table.pk, user=host, plan=plan)
    say(table_id=room.table.pk, user=spectator, text="hello all")
    chat = state_for(room.table.pk, host, watching=1).chat
    assert [line.text for line in chat if line.kind != "dealer"] == ["hello all"]


@pytest.mark.parametrize("text", ["", "   ", "\u202e", "\x00\x07"])
def test_an_empty_line_is_refused(seat_table, text):
    room = seat_table(people=1)
    assert refusal(table_id=room.table.pk, user=room.people[0], text=text) == "EMPTY_LINE"


def test_a_line_is_stored_without_control_and_direction_characters():
    assert clean(" a\u202eb\n\tc\x00 ") == "ab c"
    assert clean("<b>hi</b>") == "<b>hi</b>", "markup is text, the page shows it as text"
    assert clean("क्\u200dष") == "क्\u200dष", "joiners belong to the script"


def test_unwanted_words_are_masked_except_for_staff_and_the_writer(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    line = {"table_id": room.table.pk, "user": asha}
    kept = say(**line, text="well, sh1t, good hand")
    assert (kept.text, kept.said) == ("well, ***, good hand", "well, sh1t, good hand")
    assert refusal(**line, text="well, sh1t, good hand") == "SAID_BEFORE"
    assert say(**line, text="well, fuck, good hand").text == kept.text, (
        "it still counts as another line"
    )
    assert say(**line, text="well played").said == ""
    for reader in (asha, binod, None):
        everything = str(state_for(room.table.pk, reader, watching=0))
        assert "***" in everything
        assert "sh1t" not in everything
    assert "sh1t" not in str(lines_after(room.table.pk, 0))
    for person, has_it in ((asha, True), (binod, False)):
        with zipfile.ZipFile(io.BytesIO(b"".join(archive(person)))) as packed:
            assert ("sh1t" in packed.read("chat.jsonl").decode()) is has_it
    case = report(table=room.table, user=binod, kind="chat", about=asha.name)
    assert case.lines[0]["text"] == "well, sh1t, good hand"
    assert "well, sh1t, good hand" in [moment.text for moment in timeline(asha.pk)]


def test_a_line_full_of_short_words_still_fits(seat_table):
    room = seat_table(people=1)
    kept = say(table_id=room.table.pk, user=room.people[0], text="操逼 " * 66)
    assert len(kept.text) <= 200
    assert "操" not in kept.text


def test_a_long_line_is_refused(seat_table):
    room = seat_table(people=1)
    assert refusal(table_id=room.table.pk, user=room.people[0], text="x" * 201) == "LINE_TOO_LONG"


def test_chat_is_rate_limited(seat_table):
    room = seat_table(people=1)
    line = {"table_id": room.table.pk, "user": room.people[0]}
    say(**line, text="one")
    assert refusal(**line, text="one") == "SAID_BEFORE"
    for number in range(4):
        say(**line, text=f"more {number}")
    assert refusal(**line, text="and more") == "TOO_FAST"
    assert ChatLine.objects.count() == 5


def test_at_most_five_lines_of_a_flood_are_delivered_in_any_span(seat_table, monkeypatch):
    span = datetime.timedelta(milliseconds=250)
    monkeypatch.setattr(chat, "CHAT_WINDOW", span)
    room = seat_table(people=1)
    said, wanted = 0, times(7, 40)
    deadline = time.monotonic() + PATIENCE_S
    while said < wanted:
        assert time.monotonic() < deadline, "the rule lets people go on"
        with contextlib.suppress(TableRefused):
            say(table_id=room.table.pk, user=room.people[0], text=f"line {said}")
            said += 1
    at = [line.at for line in lines_of(room)]
    assert len(at) == wanted
    assert all(later - first > span for first, later in zip(at, at[5:], strict=False))


def lines_of(room):
    return ChatLine.objects.filter(table=room.table).order_by("id")


def test_only_ready_phrases_are_allowed_during_a_hand(seat_table):
    room = seat_table(people=2, phrases_only=True)
    asha, line = room.people[0], {"table_id": room.table.pk, "user": room.people[0]}
    say(**line, text="anything before the deal")
    room.deal()
    assert refusal(**line, text="I have three aces") == "PHRASES_ONLY"
    assert say(**line, text=" Good  luck! ").text == "Good luck!"
    assert say(table_id=room.table.pk, user=create_guest(), text="the spectators is free").pk
    state = state_for(room.table.pk, asha, watching=0)
    assert "good_luck" in state.table.phrases
    room.fold_down()
    say(**line, text="I had three aces")
    assert seat_table(people=0).table.phrases_only is False


def test_nobody_reads_a_player_they_have_blocked(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    social.block(user=asha, other=binod)
    say(table_id=room.table.pk, user=binod, text="hello")
    say(table_id=room.table.pk, user=asha, text="welcome")

    def read(user):
        state = state_for(room.table.pk, user, watching=0)
        return [line.text for line in state.chat]

    assert read(asha) == ["welcome"]
    assert read(binod) == read(None) == ["hello", "welcome"]
    social.unblock(user=asha, other=binod)
    assert read(asha) == ["hello", "welcome"]
