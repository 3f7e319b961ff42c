"""Chat: text only, not too fast, and each in his own room."""

import pytest

from accounts.actions import own
from accounts.actions.people import create_guest
from lobby.actions.chat import clean, say
from lobby.actions.refusal import Refused
from lobby.models import ChatLine, Pulse
from lobby.queries.table_state import state_for


def refusal(**line):
    with pytest.raises(Refused) as no:
        say(**line)
    return no.value.code


def test_players_and_watchers_have_rooms_of_their_own(company):
    room = company(people=1)
    watcher = create_guest(name="Gita")
    said = say(table_id=room.table.pk, user=room.people[0], text="Namaste")
    seen = say(table_id=room.table.pk, user=watcher, text="Hello")
    assert (said.room, seen.room) == (ChatLine.Room.PLAYERS, ChatLine.Room.RAIL)
    assert Pulse.objects.get().chat_id == seen.pk


@pytest.mark.parametrize("text", ["", "   ", "\u202e", "\x00\x07"])
def test_an_empty_line_is_refused(company, text):
    room = company(people=1)
    assert refusal(table_id=room.table.pk, user=room.people[0], text=text) == "EMPTY_LINE"


def test_a_line_is_kept_without_controls_and_direction_marks():
    assert clean(" a\u202eb\n\tc\x00 ") == "ab c"
    assert clean("<b>hi</b>") == "<b>hi</b>", "markup is text, the page shows it as text"
    assert clean("क्\u200dष") == "क्\u200dष", "joiners belong to the script"


def test_a_long_line_is_refused(company):
    room = company(people=1)
    assert refusal(table_id=room.table.pk, user=room.people[0], text="x" * 201) == "LINE_TOO_LONG"


def test_a_flood_is_stopped(company):
    room = company(people=1)
    line = {"table_id": room.table.pk, "user": room.people[0]}
    say(**line, text="one")
    assert refusal(**line, text="one") == "SAID_BEFORE"
    for number in range(4):
        say(**line, text=f"more {number}")
    assert refusal(**line, text="and more") == "TOO_FAST"
    assert ChatLine.objects.count() == 5


def test_ready_phrases_only_while_cards_are_out(company):
    room = company(people=2, phrases_only=True)
    asha, line = room.people[0], {"table_id": room.table.pk, "user": room.people[0]}
    say(**line, text="anything before the deal")
    room.deal()
    assert refusal(**line, text="I have three aces") == "PHRASES_ONLY"
    assert say(**line, text=" Good  luck! ").text == "Good luck!"
    assert say(table_id=room.table.pk, user=create_guest(), text="the rail is free").pk
    state = state_for(room.table.pk, asha, watching=0)
    assert "Good luck!" in state["table"]["phrases"]
    room.fold_down()
    say(**line, text="I had three aces")
    assert company(people=0).table.phrases_only is False


def test_nobody_reads_whom_he_has_blocked(company):
    room = company(people=2)
    asha, binod = room.people
    own.block(user=asha, other=binod)
    say(table_id=room.table.pk, user=binod, text="hello")
    say(table_id=room.table.pk, user=asha, text="welcome")

    def read(user):
        state = state_for(room.table.pk, user, watching=0)
        return [line["text"] for line in state["chat"]]

    assert read(asha) == ["welcome"]
    assert read(binod) == read(None) == ["hello", "welcome"]
    own.unblock(user=asha, other=binod)
    assert read(asha) == ["hello", "welcome"]
