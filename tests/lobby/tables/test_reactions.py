"""Emotes and quick phrases: lines of the chat in codes, with its limits, rooms and delay."""

import datetime

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.people.actions import social
from accounts.people.actions.users import create_guest
from core.messages import catalogue, languages
from games.engines.core import registry
from lobby.moderation.actions.cases import report
from lobby.moderation.queries.cases import timeline
from lobby.tables.chat.chat import CHAT_LINES_MAX, react, say
from lobby.tables.errors import TableRefused
from lobby.tables.models import ChatLine, Table
from lobby.tables.phrases import EMOTES, PHRASES, all_phrases, message_of, phrases_of
from lobby.tables.view.table_state import position_for, state_for
from tests.support.rooms import scene_of
from tests.support.seated_table import seat_table
from tests.support.waiting import until

__all__ = ["seat_table"]

WIDEST_CHARS = 16
"""A bubble at a seat of a small phone has no room for more."""
DELAY = datetime.timedelta(seconds=900)


def refusal(**reaction):
    with pytest.raises(TableRefused) as no:
        react(**reaction)
    return no.value.code


def test_each_reaction_has_a_short_text_in_each_language():
    assert not set(EMOTES) & set(all_phrases())
    for language in languages():
        for reaction in (*EMOTES, *all_phrases()):
            words = catalogue(language).text(f"house.{message_of(reaction)}")
            assert 1 < len(words) <= WIDEST_CHARS + 5 * (language == "hi"), words


def test_a_games_phrases_are_its_own_and_those_of_every_game():
    for game in registry.all_games():
        phrases = phrases_of(game.key)
        assert len(set(phrases)) == len(phrases)
        assert set(phrases) == {*game.manifest.phrases, *PHRASES}
        assert game.manifest.phrases


def test_a_reaction_is_a_line_in_codes_that_each_reader_gets_in_their_language(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    react(table_id=room.table.pk, user=asha, reaction="laugh")
    react(table_id=room.table.pk, user=binod, reaction="good_luck")
    lines = state_for(room.table.pk, None, watching=0).chat
    assert [(one.code, one.text, one.kind) for one in lines] == [
        ("emote.laugh", "", "player"),
        ("phrase.good_luck", "", "player"),
    ]
    path = f"/api/v1/tables/{room.table.slug}/chat"
    read = Client().get(path, headers={"accept-language": "zh-hans"}).json()["items"]
    assert [one["text"] for one in read] == ["哈哈！", "祝你好运！"]


def test_reactions_share_the_limits_of_the_chat(seat_table):
    room = seat_table(people=1)
    given = {"table_id": room.table.pk, "user": room.people[0]}
    react(**given, reaction="laugh")
    assert refusal(**given, reaction="laugh") == "SAID_BEFORE"
    say(**given, text="one")
    for emote in EMOTES[1 : CHAT_LINES_MAX - 1]:
        react(**given, reaction=emote)
    assert refusal(**given, reaction="hello") == "TOO_FAST"
    with pytest.raises(TableRefused):
        say(**given, text="two")
    assert ChatLine.objects.count() == CHAT_LINES_MAX


@pytest.mark.parametrize(("field", "code"), [("muted", "MUTED"), ("suspended", "SUSPENDED")])
def test_muted_and_suspended_users_do_not_react(seat_table, field, code):
    room = seat_table(people=1)
    user = room.people[0]
    setattr(user, f"{field}_until", timezone.now() + datetime.timedelta(hours=1))
    user.save()
    assert refusal(table_id=room.table.pk, user=user, reaction="cool") == code


def test_reactions_are_allowed_where_only_phrases_are(seat_table):
    room = seat_table(people=2, phrases_only=True)
    room.deal()
    for reaction in ("think", "flowers"):
        react(table_id=room.table.pk, user=room.people[0], reaction=reaction)


def test_spectators_react_where_they_write(seat_table):
    spectator = create_guest(name="Gita")
    room = seat_table(people=1)
    given, player = {"table_id": room.table.pk, "user": spectator}, room.people[0]
    assert react(**given, reaction="gasp").room == "spectators"
    Table.objects.update(chat="shared")
    assert react(**given, reaction="cool").room == "shared"
    read = state_for(room.table.pk, player, watching=1).chat
    assert [one.code for one in read] == ["emote.cool"]


def test_nobody_sees_reactions_of_whom_they_have_blocked(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    social.block(user=asha, other=binod)
    react(table_id=room.table.pk, user=binod, reaction="grumpy")
    assert state_for(room.table.pk, asha, watching=0).chat == []
    assert len(state_for(room.table.pk, None, watching=0).chat) == 1


def test_moderators_see_reactions(seat_table):
    room = seat_table(people=2)
    asha, binod = room.people
    react(table_id=room.table.pk, user=asha, reaction="laugh")
    assert "Ha ha!" in [moment.text for moment in timeline(asha.pk)]
    case = report(table=room.table, user=binod, kind="chat", about=asha.name)
    assert [line["text"] for line in case.lines] == ["Ha ha!"]


def test_unknown_reactions_are_refused(seat_table):
    room = seat_table(people=1)
    client = Client()
    client.force_login(room.people[0])
    path = f"/api/v1/tables/{room.table.slug}/react"
    body = {"reaction": "<b>"}
    answer = client.post(path, body, content_type="application/json")
    assert answer.status_code in (400, 403)
    assert ChatLine.objects.count() == 0


def test_spectators_of_a_delayed_table_hear_players_when_the_delay_is_over(seat_table):
    room = seat_table(people=2)
    asha = room.people[0]
    Table.objects.update(spectators="delayed", spectator_delay_s=DELAY.total_seconds())
    spectator, at = create_guest(name="Gita"), position_for(room.table.pk, None).at
    react(table_id=room.table.pk, user=asha, reaction="cheer")
    say(table_id=room.table.pk, user=asha, text="I had the flush")
    path = f"/api/v1/tables/{room.table.slug}"

    def read(what, field):
        return Client().get(f"{path}/{what}").json()[field]

    def heard():
        state = [line.get("code", "") for line in read("state", "chat")]
        chat = [line.get("code", "") for line in read("chat", "items")]
        assert state == chat
        return state

    assert heard() == []
    assert len(state_for(room.table.pk, asha, watching=0).chat) == 2, "players are not delayed"
    waiting = position_for(room.table.pk, None)
    assert waiting.at == at, "not even that something was said"
    say(table_id=room.table.pk, user=spectator, text="Who won?")
    assert heard() == [""], "spectators hear each other at once"
    first = ChatLine.objects.get(message="emote.cheer")
    assert waiting.due_at == first.at + DELAY
    between = position_for(room.table.pk, None).at
    ChatLine.objects.update(at=F("at") - DELAY)
    assert heard() == ["emote.cheer", "", ""]
    assert position_for(room.table.pk, None).at not in (at, between)


@pytest.mark.django_db(transaction=True)
async def test_a_room_tells_delayed_spectators_later(seat_table, transactional_db):
    scene = await scene_of(seat_table)
    room = scene.seat_table
    table = Table.objects.filter(pk=room.table.pk)
    await scene.do(table.update, spectators="delayed", spectator_delay_s=1)
    player, spectator = await scene.open(room.people[0]), await scene.open()
    line = await scene.do(react, table_id=room.table.pk, user=room.people[1], reaction="cry")
    late = await scene.open()

    def codes(window):
        return [
            line["code"]
            for frame in window.frames
            for line in frame.get("lines", frame.get("chat", []))
        ]

    assert codes(player) == ["emote.cry"]
    assert codes(spectator) == codes(late) == []
    await until(lambda: codes(spectator) and codes(late), "the delayed line")
    assert timezone.now() >= line.at + datetime.timedelta(seconds=1)
    assert codes(spectator) == codes(late) == ["emote.cry"]
    await scene.close()
