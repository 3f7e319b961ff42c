"""Nobody gets a card they may not know, in any spectator mode and by any way in.

The same hand is played in several worlds that differ only in the cards that some viewers may not
know. Those viewers must get the same in each: by sockets, the API and pages, including those of
staff. Delays are 0 (already over) or too long to be over.
"""

import asyncio
import datetime
import json
import random
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.people.actions.users import create_guest
from games.engines.core import registry
from games.engines.core.cards import PACK, TEXTS, texts_of
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.fair.tfair2.deck import CutDeck
from games.hands.models import Hand
from games.hands.viewers import viewer_at_table
from lobby.moderation.actions.void import void_hand
from lobby.tables.chat.chat import say
from lobby.tables.hosting.hosting import change_table, replace_invite
from lobby.tables.models import Table
from lobby.tables.plans import plan_like
from lobby.tables.view import shown
from lobby.tables.view.table_state import position_for, state_for
from lobby.tables.ws import delayed
from tests.support.dou_dizhu_cards import cards_in
from tests.support.leaks import reshuffled
from tests.support.rooms import Scene, scene_of
from tests.support.size import FULL
from tests.support.spectators import GAMES, MODES, NOT_IN_THE_HAND, World
from tests.support.staff import member
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


USUAL = [("teen_patti", "delayed, not yet"), ("holdem", "public")]
"""Of every run: one mode that shows spectators a late hand, and one without a delay."""
CASES = [(game, mode) for game in GAMES for mode in MODES] if FULL else USUAL


@pytest.fixture(autouse=True)
def _no_quota(monkeypatch):
    cache.clear()
    first = property(lambda cut: cut.locked.plan.buttons[0])
    monkeypatch.setattr(CutDeck, "button", first)


def cards_of_one_pack(text):
    """The cards in a text; drawings on pages contain `3H`, which is a card of a second pack."""
    return cards_in(text) & set(TEXTS[:PACK])


@pytest.mark.parametrize(("game", "mode"), CASES)
async def test_no_message_depends_on_cards_its_viewer_may_not_know(
    seat_table, transactional_db, monkeypatch, game, mode
):
    rng = random.Random(f"{game} {mode}")
    base = await World(seat_table, monkeypatch, game, mode).play()
    for (name, way, stage), text in base.said.items():
        known = base.may_know(name, stage, mode)
        assert cards_of_one_pack(text) <= known, (name, way, stage)
    assert cards_of_one_pack(base.said["player", "rest", "live"]) == base.may_know(
        "player", "live", mode
    )
    assert len({base.said[name, "ask", "live"] for name in ("player", "anonymous")}) == 2
    for names in (NOT_IN_THE_HAND, ("folded",), ("player",)):
        fixed = base.hole_cards(*names) if names is not NOT_IN_THE_HAND else set()
        fixed |= base.game.shown
        other = reshuffled(base.opening, fixed, rng).deck
        assert other != base.opening.deck
        world = await World(seat_table, monkeypatch, game, mode, other, looking=names).play()
        for (name, way, stage), text in base.said.items():
            if name in names and not base.all_is_shown(name, stage, mode):
                assert world.said[name, way, stage] == text, (name, way, stage)


def everything_of(hand):
    return {text for cards in hand.state.hands for text in texts_of(cards)}


@pytest.mark.parametrize("spectators", ["open", "delayed"])
def test_open_cards_depend_on_chips_and_the_end_of_the_hand(seat_table, spectators):
    """Also if a table was made `open` by other means than the form."""
    room = seat_table(people=3)
    Table.objects.update(spectators=spectators, spectator_delay_s=30)
    hand, now = room.deal(), timezone.now()

    def seen(hand, later_s):
        later = now + datetime.timedelta(seconds=later_s)
        return viewer_at_table(hand, None, seated=False, now=later)

    assert seen(hand, 0) == seen(hand, 3_600) == SPECTATOR
    room.fold_down()
    assert seen(room.hand, 3_600) == OPEN
    if spectators == "delayed":
        assert seen(room.hand, 20) == SPECTATOR
    assert viewer_at_table(room.hand, room.people[1].pk, seated=True, now=now) == Viewer(seat=1)


def test_nothing_is_at_stake_in_games_for_points(seat_table, monkeypatch):
    """The only case of open cards in a live hand."""
    room = seat_table(people=3)
    Table.objects.update(spectators="open")
    hand = room.deal()
    game = registry.get("dou_dizhu")
    for mode, viewer in (("chips", SPECTATOR), ("points", OPEN)):
        rules = replace(game.presets["standard"], score_mode=mode)
        like = hand._replace(game=game, opening=replace(hand.opening, rules=rules), state=None)
        monkeypatch.setattr(game, "result", lambda _state: None)
        assert viewer_at_table(like, None, seated=False, now=timezone.now()) == viewer


async def test_a_delayed_stream_comes_later_and_in_order(seat_table, transactional_db, monkeypatch):
    scene, delay = await scene_of(seat_table), datetime.timedelta(hours=1)
    await scene.do(
        Table.objects.filter(pk=scene.seat_table.table.pk).update,
        spectators="delayed",
        spectator_delay_s=delay.seconds,
    )

    async def at(now):
        monkeypatch.setattr(delayed, "timezone", SimpleNamespace(now=lambda: now))

        def viewer_then(hand, user_id, *, seated, **_):
            return viewer_at_table(hand, user_id, seated=seated, now=now)

        monkeypatch.setattr(shown, "viewer_at_table", viewer_then)
        await scene.room.late.read()
        await scene.sent()

    spectator = await scene.open()
    hand = await scene.do(scene.seat_table.deal)
    assert spectator.kinds().count("hand") == 0
    await at(hand.started_at + delay)
    assert [f["hand"]["seq"] for f in spectator.frames if f["type"] == "hand"] == [0]
    assert spectator.cards() == set(), "the hand outlives the delay"
    await scene.do(scene.seat_table.fold_down)
    await at(hand.started_at + delay)
    assert spectator.cards() == set(), "its end is not yet shown"
    stacks = [seat["stack"] for seat in (await scene.open()).frames[0]["table"]["seats"]]
    assert stacks == [1_000] * 3
    await at(timezone.now() + delay)
    assert spectator.cards() == everything_of(hand)
    seqs = [f["hand"]["seq"] for f in spectator.frames if f["type"] == "hand"]
    assert seqs == sorted(set(seqs))
    await scene.close()


async def test_a_room_opened_late_shows_the_same_as_others(seat_table, transactional_db):
    """Neither a new room nor the API depends on another process's copy."""
    scene = await scene_of(seat_table)
    await scene.do(
        Table.objects.filter(pk=scene.seat_table.table.pk).update,
        spectators="delayed",
        spectator_delay_s=1,
    )
    first = await scene.open()
    await scene.do(scene.seat_table.deal)
    await until(lambda: "hand" in first.kinds(), "the hand")
    again = Scene(scene.seat_table)
    late = await again.open()
    asked = await scene.do(state_for, scene.seat_table.table.pk, None, watching=0)
    shown = [frame for frame in first.frames if frame["type"] == "hand"][-1]["hand"]
    assert late.frames[0]["hand"] == shown == json.loads(msgspec.json.encode(asked.hand))
    assert shown["seq"] == 0
    await asyncio.gather(scene.close(), again.close())


async def test_a_void_hand_disappears_from_a_delayed_table_and_shows_no_card(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table)
    room = scene.seat_table
    await scene.do(
        Table.objects.filter(pk=room.table.pk).update, spectators="delayed", spectator_delay_s=1
    )
    spectator = await scene.open()
    hand = await scene.do(room.deal)
    await scene.do(lambda: room.act(room.turn, "see"))

    def is_shown():  # alone, or in one frame with the deal if the reading of the deal took long
        return any((frame.get("hand") or {}).get("seq") == 1 for frame in spectator.frames)

    await until(is_shown, "the action")
    by = await scene.do(member, "Table moderator")
    await scene.do(void_hand, by=by, hand_id=hand.id, reason="a reason to give")

    def is_gone():  # the first frame came before the deal
        return any(frame.get("hand", "") is None for frame in spectator.frames[1:])

    await until(is_gone, "the hand to go")
    record = await scene.do(Client().get, f"/api/v1/hands/{hand.id}")
    assert record.status_code == 200
    assert cards_of_one_pack(json.dumps([record.json(), spectator.frames])) == set()
    await scene.close()


def test_spectators_are_told_of_a_finished_hand_after_the_delay(seat_table):
    room = seat_table(people=3)
    Table.objects.update(spectators="delayed", spectator_delay_s=900)
    hand = room.deal()
    room.fold_down()
    visitor, player = Client(), Client()
    player.force_login(room.people[0])
    path, listed = f"/api/v1/hands/{hand.id}", f"/api/v1/tables/{room.table.slug}/hands"
    for ending in ("", "/replay", "/record", "/text"):
        assert visitor.get(path + ending).status_code == 404
    assert visitor.get(listed).json()["items"] == []
    assert visitor.get(f"/hands/{hand.id}/").status_code == 404
    own = player.get(path)
    assert own.status_code == 200
    assert cards_of_one_pack(own.content.decode()) <= set(texts_of(hand.state.hands[0]))
    Hand.objects.update(finished_at=timezone.now() - datetime.timedelta(seconds=901))
    for client in (visitor, player):
        assert cards_in(client.get(path + "/record").content.decode()) >= everything_of(hand)
    assert len(visitor.get(listed).json()["items"]) == 1


async def test_a_longer_delay_holds_for_rooms_that_are_open(seat_table, transactional_db):
    scene = await scene_of(seat_table, spectators="delayed", spectator_delay_s=10)
    room, host = scene.seat_table, await scene.do(create_guest, name="Hari")
    await scene.do(Table.objects.filter(pk=room.table.pk).update, host=host)
    spectator = await scene.open()
    assert scene.room.late.delay_s == 10
    old = scene.room.late
    plan = await scene.do(lambda: plan_like(Table.objects.get(pk=room.table.pk)))
    plan.spectator_delay_s = 900
    await scene.do(change_table, table_id=room.table.pk, user=host, plan=plan)
    assert scene.room.late.delay_s == 900
    await scene.do(room.deal)
    await scene.do(Hand.objects.update, started_at=timezone.now() - datetime.timedelta(seconds=100))
    old._show = pytest.fail
    await old.read()  # as if it had been under way
    await scene.room.late.read()
    await scene.sent()
    assert all(frame.get("hand") is None for frame in spectator.frames)
    assert (await scene.open()).frames[0]["hand"] is None
    asked = await scene.do(state_for, room.table.pk, None, watching=0)
    assert asked.hand is None
    await scene.close()


@pytest.mark.parametrize("closer", [{"spectators": "closed"}, {"private": True}])
async def test_spectators_are_let_in_again_when_fewer_may_watch(
    seat_table, transactional_db, closer
):
    """Those who may still watch connect again; the others are refused as they are elsewhere."""
    scene = await scene_of(seat_table)
    room, host = scene.seat_table, await scene.do(create_guest, name="Hari")
    await scene.do(Table.objects.filter(pk=room.table.pk).update, host=host)
    seated, visitor = await scene.open(room.people[0]), await scene.open()
    plan = await scene.do(lambda: plan_like(Table.objects.get(pk=room.table.pk)))
    for name, value in closer.items():
        setattr(plan, name, value)
    await scene.do(change_table, table_id=room.table.pk, user=host, plan=plan)
    assert visitor.connection.closing
    before = len(visitor.frames)
    await scene.do(room.deal)
    await scene.do(say, table_id=room.table.pk, user=room.people[0], text="Namaste")
    assert len(visitor.frames) == before
    assert not seated.connection.closing
    assert seated.kinds()[-1] == "chat"
    path = f"/api/v1/tables/{room.table.slug}/state"
    assert (await scene.do(Client().get, path)).status_code == 403
    await scene.close()


async def test_a_new_invite_link_is_shown_at_once_and_ends_the_watching_by_the_old_one(
    seat_table, transactional_db
):
    scene = await scene_of(seat_table, private=True)
    room, host = scene.seat_table, await scene.do(create_guest, name="Hari")
    await scene.do(Table.objects.filter(pk=room.table.pk).update, host=host)
    guest = await scene.do(create_guest, name="Gita")
    members = [await scene.open(user) for user in (host, room.people[0])]
    others = [await scene.open(), await scene.open(guest)]
    await scene.do(replace_invite, table_id=room.table.pk, user=host)
    link = f"/i/{(await scene.do(Table.objects.get)).invite}/"
    for window in members:
        assert [one["table"]["invite"] for one in window.frames if "table" in one][-1] == link
    assert [one.connection.closing for one in (*members, *others)] == [False, False, True, True]
    assert link not in str([one.frames for one in others])
    await scene.close()


def test_positions_of_a_closed_table_do_not_tell_of_its_play(seat_table):
    room, gita = seat_table(people=3), create_guest(name="Gita")
    Table.objects.update(spectators="closed")
    room.deal()

    def at(user):
        position = position_for(room.table.pk, user.pk)
        assert state_for(room.table.pk, user, watching=0).at == position.at
        return position

    outside, inside = at(gita), at(room.people[0])
    room.act(room.turn, "see")
    assert at(gita) == outside
    assert outside.seq == 0
    assert at(room.people[0]) != inside
