"""Hands played through the public API alone, against the production server."""

import asyncio
import re
from contextlib import AsyncExitStack, suppress

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.models import Token, User
from cardhouse_client import Client, Hello, LoggedOut, Refused
from core.audit import checks
from examples import load
from examples.bot import Score, play, step
from games.hands.models import Hand
from tests.clients.conftest import SEATS
from tests.support.size import times
from tests.support.waiting import PATIENCE_S

HANDS = times(5, 100)


@sync_to_async
def make_rich(name):
    """Give a user so many chips that no cards make them go broke."""
    wallet = ledger.wallet(User.objects.get(name=name))
    postings = {ledger.bank(): -1_000_000, wallet: 1_000_000}
    ledger.transfer(kind=Entry.Kind.CORRECTION, uid=f"rich:{name}", postings=postings)


@pytest.fixture
async def guests(live):
    """Return a function that makes clients of new guests."""
    async with AsyncExitStack() as open_:

        async def arrive(count: int) -> list[Client]:
            clients = [await open_.enter_async_context(Client(live.url)) for _ in range(count)]
            for client in clients:
                await client.guest()
                await make_rich((await client.me()).name)
            return clients

        yield arrive


@sync_to_async
def findings():
    """Return the findings of the audit, which folds every hand again."""
    return [finding for found in checks.run().values() for finding in found]


@sync_to_async
def written(hands):
    """Return what the records say about some hands: the results by seat."""
    found = Hand.objects.filter(pk__in=hands)
    return {str(hand.pk): sorted(net for _, net in hand.result["net"]) for hand in found}


async def over_rest(client, slug, score):
    """Play over requests alone, forever."""
    table = client.at(slug)
    while (await table.state()).you.seat is None:
        with suppress(Refused):  # another player was faster
            await table.sit(table.table.free[0], table.table.max_buy_in)
    async for state in table:
        score.note(state)
        await step(table)


def over_socket(client, slug, score):
    """Play over a socket, forever."""
    return play(client, slug, 1_000_000, score)


async def until_seen(players, scores, hands):
    """Let them play until all have seen `hands` hands end; return all results of each."""
    playing = [asyncio.create_task(player) for player in players]

    def seen():
        return set.intersection(*(set(score.net) for score in scores))

    while len(seen()) < hands:
        done, _ = await asyncio.wait(playing, timeout=0.05, return_when="FIRST_COMPLETED")
        assert not done, [task.result() for task in done]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {hand: sorted(score.net[hand] for score in scores) for hand in seen()}


_USUAL = {
    "dealer_teen_patti": over_rest,
    "dou_dizhu": over_socket,
    "dou_dizhu_four": over_socket,
    "holdem": over_rest,
}


def ways(game):
    """Teen Patti is played both ways, the others one way each; `make full` plays all both ways."""
    for way in (over_socket, over_rest):
        usual = game == "teen_patti" or way is _USUAL[game]
        marks = [] if usual else [pytest.mark.full]
        yield pytest.param(game, way, id=f"{game}-{way.__name__}", marks=marks)


@pytest.mark.parametrize(("game", "way"), [case for game in sorted(SEATS) for case in ways(game)])
async def test_whole_hands_of_each_game_are_played_by_rest_or_socket(
    brisk_table, guests, game, way
):
    slug = await brisk_table(game)
    clients = await guests(SEATS[game])
    scores = [Score() for _ in clients]
    players = [way(client, slug, score) for client, score in zip(clients, scores, strict=True)]
    results = await until_seen(players, scores, 1 if game.startswith("dou_dizhu") else 2)
    assert results == await written(results)
    assert await findings() == []


async def test_the_example_bot_plays_its_hands_and_leaves(brisk_table, guests):
    slug = await brisk_table("holdem")
    bot, rival = await guests(2)
    score = Score()
    seat_table = asyncio.create_task(over_socket(rival, slug, Score()))
    await play(bot, slug, HANDS, score)
    seat_table.cancel()
    await asyncio.gather(seat_table, return_exceptions=True)
    assert str(score).startswith(f"{HANDS} hands")
    balance = await bot.balance()
    assert balance.in_play == 0
    assert balance.wallet > 0
    assert await written(score.net) == {
        hand: sorted((net, -net)) for hand, net in score.net.items()
    }
    assert await findings() == []


@sync_to_async
def make_spent(client):
    """Let the access token of a client expire."""
    Token.objects.filter(device__user__name=client, kind=Token.Kind.ACCESS).update(
        expires_at=timezone.now()
    )


@pytest.mark.parametrize("way", sorted(load.WAYS))
async def test_the_load_generator_counts_actions(live, way):
    seconds, figures = 1.0, ""
    while figures in ("", "no actions"):  # on a slow machine one second is too short
        figures = await load.load(live.url, "teen_patti", guests=3, seconds=seconds, way=way)
        seconds *= 2
    assert re.match(r"[1-9]\d* actions, .* a second; p50 .* ms", figures)


async def test_a_spent_token_is_renewed_during_play(guests):
    (asha,) = await guests(1)
    me, first = await asha.me(), asha.http.tokens
    await make_spent(me.name)
    async with asyncio.timeout(PATIENCE_S):
        found = await asyncio.gather(*(asha.me() for _ in range(8)))
    assert found == [me] * 8
    assert asha.http.tokens not in (None, first)
    assert len(await asha.devices()) == 1


async def test_the_next_run_uses_the_stored_tokens_and_an_old_token_ends_the_device(
    guests, live, settings
):
    settings.REFRESH_GRACE_S = 0
    (asha,) = await guests(1)
    me, first = await asha.me(), asha.http.tokens
    kept = []
    await make_spent(me.name)
    async with Client(live.url, tokens=first, keep=kept.append) as later:
        assert await later.me() == me
        with pytest.raises(LoggedOut) as no:
            await asha.me()  # the first run still has the refresh token that is used up
        assert no.value.code == "TOKEN_REUSED"
        with pytest.raises(LoggedOut):
            await later.me()
    assert len(kept) == 1


async def test_a_lost_connection_is_restored_and_the_hand_goes_on(brisk_table, guests):
    slug = await brisk_table("teen_patti")
    asha, rival = await guests(2)
    seat_table = asyncio.create_task(over_socket(rival, slug, Score()))
    score, hellos = Score(), 0
    async with asha.table(slug) as table:
        await table.sit(table.table.free[-1], table.table.max_buy_in)
        async for message in table:
            score.note(message)
            if isinstance(message, Hello):
                hellos += 1
            if hellos > 3 and len(score.net) > 3:
                break
            if table.turn and hellos <= 3 and table._line:
                table._line.transport.abort()
            await step(table)
    seat_table.cancel()
    await asyncio.gather(seat_table, return_exceptions=True)
    assert await findings() == []
