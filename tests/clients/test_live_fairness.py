"""Honest hands over the live server raise no alarm: players, spectators, pollers, a witness."""

import asyncio
import json
import random
from collections import Counter
from contextlib import AsyncExitStack, suppress

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import F

from cardhouse_client import Client, Refused, Unreachable, verify, watch
from cardhouse_client.signatures import read_keys
from cardhouse_client.watch import Journal
from examples.bot import step
from games.dealing.actions.daily_roots import close_days
from games.dealing.models import ThrownDeck
from games.hands.models import Hand
from lobby.tables.models import Table
from tests.clients.conftest import SEATS
from tests.games.fair.node import ROOT, script
from tests.games.past import DAY
from tests.support.owner import no_triggers
from tests.support.size import some, times
from tests.support.verifiers import saved
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = times(3, 100)
HARMLESS = {"late", "other window"}
"""Ambers of clients that come late or do not cut."""


@pytest.fixture(autouse=True)
def _cuts_are_awaited(settings):
    """Let the lock wait for players as it does in production."""
    settings.CUT_COMMITS_WAIT_MS = 1_500


class Seen:
    """How the hands of a table were dealt, as one client saw them."""

    def __init__(self):
        self.cuts = {}
        self.lost = 0

    def note(self, table):
        deal = table.fair.guard.deal or table.fair.guard.over
        if deal is not None:
            self.cuts[deal.no] = [seat for seat, _cut in deal.cuts]


async def seated(client, slug, open_, **options):
    await client.guest()
    table = await open_.enter_async_context(client.table(slug, **options))
    await table.sit(table.table.free[0], table.table.max_buy_in)
    await until(lambda: table.you.seat is not None, "the seat")
    return table


async def play(table, seen, *, lose=0.0):
    """Play for ever; with this probability the line is lost after a message."""
    rng = random.Random("lost lines")
    async for _message in table:
        seen.note(table)
        if rng.random() < lose and table._line is not None:
            table._line.transport.abort()
            seen.lost += 1
        with suppress(Unreachable, Refused):
            await step(table)


async def poll(client, slug, seen):
    table = client.at(slug)
    async for _state in table:
        seen.note(table)
        assert set(table.fair.ambers) <= HARMLESS, table.fair.ambers


async def all_see(count, seen, tasks):
    """Wait until all have seen so many decks; the tasks must not end."""
    async with asyncio.timeout(PATIENCE_S * 3):
        while min(len(one.cuts) for one in seen) < count:
            done, _ = await asyncio.wait(tasks, timeout=0.05, return_when="FIRST_COMPLETED")
            assert not done, [task.result() for task in done]


async def records_hold(client, folder):
    """Check the records of a player's hands by both commands for files."""
    hands = [hand async for hand in client.hands()]
    records = [await client.record(hand.id) for hand in hands]
    keys = folder / "keys.json"
    keys.write_text(json.dumps(await client.http.asks("")("/fair/key.json")))
    done = script(ROOT / "clients/node/verify.mjs", "--keys", str(keys), *saved(folder, records))
    told = [line for line in done.stdout.splitlines() if "cards hold" in line]
    assert len(told) == len(records) > 1, done.stdout
    assert all("signed by the house" in line for line in told)
    house = read_keys(json.loads(keys.read_text()))
    for record, line in zip(records, told, strict=True):
        assert line.endswith(verify.check(record, None, house))


@pytest.mark.parametrize("game", sorted(SEATS))
async def test_players_spectators_and_pollers_see_honest_hands(live, brisk_table, game, tmp_path):
    slug = await brisk_table(game)
    async with AsyncExitStack() as open_:
        clients = [
            await open_.enter_async_context(Client(live.url)) for _ in range(SEATS[game] + 2)
        ]
        *players, visitor, poller = clients
        tables = [
            await seated(client, slug, open_, memory=tmp_path / f"{number}.json")
            for number, client in enumerate(players)
        ]
        await visitor.guest()
        watching = await open_.enter_async_context(visitor.table(slug))
        await poller.guest()
        seen = [Seen() for _ in clients]
        tasks = [
            asyncio.create_task(work)
            for work in (
                *(play(table, one) for table, one in zip([*tables, watching], seen, strict=False)),
                poll(poller, slug, seen[-1]),
            )
        ]
        try:
            await all_see(HANDS, seen, tasks)
        finally:
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in tables:
            assert table.fair.ambers in ([], ["late"])  # the first may play before the second comes
        assert set(watching.fair.ambers) <= {"late"}
        for table in tables:
            assert table.fair.house.good
            assert table.fair.house.absent == 0
        await records_hold(players[0], tmp_path)
        cut = Counter(len(seats) for seats in seen[0].cuts.values())
        assert cut[SEATS[game]] >= HANDS - 1, cut


async def test_lost_lines_raise_no_alarm(live, brisk_table, tmp_path):
    slug = await brisk_table("teen_patti")
    async with AsyncExitStack() as open_:
        clients = [await open_.enter_async_context(Client(live.url)) for _ in range(2)]
        tables = [
            await seated(client, slug, open_, memory=tmp_path / f"{number}.json")
            for number, client in enumerate(clients)
        ]
        seen = [Seen() for _ in tables]
        tasks = [
            asyncio.create_task(play(table, one, lose=0.2))
            for table, one in zip(tables, seen, strict=True)
        ]
        try:
            await all_see(HANDS, seen, tasks)
        finally:
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert min(one.lost for one in seen) > 1
        ambers = Counter(amber for table in tables for amber in table.fair.ambers)
        assert set(ambers) <= HARMLESS | {"blamed", "not arrived"}, ambers


KINDS = some([("delayed", 1), ("closed", 0), ("after_hand", 0), ("open", 0)], 2)


@pytest.mark.parametrize(("spectators", "delay_s"), KINDS)
async def test_spectators_of_each_kind_of_table_raise_no_alarm(
    live, brisk_table, spectators, delay_s
):
    slug = await brisk_table("holdem")
    await Table.objects.filter(slug=slug).aupdate(
        spectators=spectators, spectator_delay_s=delay_s, pause_ms=500
    )
    async with AsyncExitStack() as open_:
        *players, visitor, poller = [
            await open_.enter_async_context(Client(live.url)) for _ in range(4)
        ]
        tables = [await seated(client, slug, open_) for client in players]
        for client in (visitor, poller):
            await client.guest()
        seen = [Seen() for _ in range(4)]
        tasks = [
            asyncio.create_task(play(table, one))
            for table, one in zip(tables, seen[:2], strict=True)
        ]
        try:
            await all_see(1, seen[:2], tasks)
            watching = await open_.enter_async_context(visitor.table(slug))
            tasks.append(asyncio.create_task(play(watching, seen[2])))
            tasks.append(asyncio.create_task(poll(poller, slug, seen[3])))
            await all_see(HANDS, seen[:2], tasks)
            await until(lambda: watching.fair.guard.seen.last >= HANDS, "the spectator's decks")
        finally:
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert set(watching.fair.ambers) <= {"late"}
        assert bool(seen[2].cuts) == (spectators != "closed")


@sync_to_async
def close_a_day():
    """Let all decks have ended a day ago, and close that day."""
    with transaction.atomic(), no_triggers():
        Hand.objects.exclude(status=Hand.Status.LIVE).update(finished_at=F("finished_at") - DAY)
        ThrownDeck.objects.update(thrown_at=F("thrown_at") - DAY)
    assert close_days()


async def test_a_witness_follows_tables_and_starts_again(live, brisk_table, tmp_path, capsys):
    slug = await brisk_table("teen_patti")
    async with AsyncExitStack() as open_:
        clients = [await open_.enter_async_context(Client(live.url)) for _ in range(2)]
        tables = [await seated(client, slug, open_) for client in clients]
        seen = [Seen() for _ in tables]
        tasks = [
            asyncio.create_task(play(table, one)) for table, one in zip(tables, seen, strict=True)
        ]
        following = asyncio.create_task(watch.watch(live.url, tmp_path / "one", slugs=[slug]))
        try:
            await all_see(HANDS, seen, tasks)
            assert await watch.watch(live.url, tmp_path / "two", slugs=[slug], once=True) == 0
            await all_see(HANDS * 2, seen, tasks)
            assert await watch.watch(live.url, tmp_path / "two", slugs=[slug], once=True) == 0
        finally:
            for task in (*tasks, following):
                task.cancel()
        await asyncio.gather(*tasks, following, return_exceptions=True)
    await close_a_day()
    for name in ("one", "two"):
        assert await watch.watch(live.url, tmp_path / name, slugs=[slug], once=True) == 0
        kinds = Counter(name[0] for name in Journal(tmp_path / name).said)
        assert kinds["day"] == 1
        assert kinds["placed"] >= kinds["chain"] - 2  # not that before the first deck
    both, different = watch.compare(tmp_path / "one", tmp_path / "two")
    assert different == []
    assert both
    assert Counter(name[0] for name in Journal(tmp_path / "one").said)["chain"] >= HANDS
    assert "DOES NOT HOLD" not in capsys.readouterr().out
