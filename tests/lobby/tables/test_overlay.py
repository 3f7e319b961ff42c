"""The overlay of a stream: a stranger's view, also in the browser of a player of the table."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from websockets.asyncio.client import connect

from games.engines.core.cards import texts_of
from lobby.tables.models import Table
from tests.browser.seated_table import session_of
from tests.support.sockets import receive

pytestmark = pytest.mark.django_db(transaction=True)


def watching(live, slug, session):
    """Open the socket of an overlay in a browser with this session."""
    cookie = {"Cookie": f"sessionid={session}"}
    address = f"{live.ws}/ws/table/{slug}/?watch=1"
    return connect(address, origin=live.url, additional_headers=cookie)


def seen_table(seat_table, **plan):
    """Deal a hand in which the first to act sees their cards; return the table and that player."""
    room = seat_table(people=2, **plan)
    room.deal()
    player = room.turn
    room.act(player, "see")
    return room, player


async def test_a_players_overlay_has_nothing_of_their_own(seat_table, live_server_without_dealer):
    room, player = await sync_to_async(seen_table)(seat_table)
    hand = await sync_to_async(lambda: room.hand)()
    own = texts_of(hand.state.hands[hand.seat_of[player.pk]])
    session = await sync_to_async(session_of)(player)
    live = live_server_without_dealer
    async with watching(live, room.table.slug, session) as socket:
        hello = await receive(socket, "hello")
        assert hello["you"] is None
        for kind, more in (("react", {"reaction": "laugh"}), ("leave", {})):
            await socket.send(json.dumps({"type": kind, "id": kind, **more}))
            assert (await receive(socket, "refused"))["code"] == "LOG_IN_REQUIRED"
        await sync_to_async(room.act)(player, "bet", 20)
        moved = await receive(socket, "hand")
    for frame in (hello, moved):
        assert not {f'"{card}"' for card in own if f'"{card}"' in json.dumps(frame)}


async def test_the_overlay_of_a_private_table_is_for_those_who_may_watch_it(
    seat_table, live_server_without_dealer
):
    room, player = await sync_to_async(seen_table)(seat_table, private=True)
    live, slug = live_server_without_dealer, room.table.slug
    async with watching(live, slug, await sync_to_async(session_of)(player)) as socket:
        assert (await receive(socket, "hello"))["you"] is None
    async with watching(live, slug, "nobody") as socket:
        assert (await receive(socket, "refused"))["code"] == "PRIVATE_TABLE"


def test_the_page_knows_no_user_and_has_no_text_of_a_table(seat_table, client: Client):
    room = seat_table(people=1)
    client.force_login(room.people[0])
    page = client.get(f"/t/{room.table.slug}/overlay/")
    assert page.context["data"]["user"] is None
    assert page.context["data"]["overlay"]
    assert page["X-Frame-Options"] == "DENY"
    Table.objects.update(private=True)
    assert client.get(f"/t/{room.table.slug}/overlay/").status_code == 200
    assert Client().get(f"/t/{room.table.slug}/overlay/").status_code == 404
