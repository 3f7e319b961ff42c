"""The Python client at a table of a false server: each way to cheat is noticed."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from accounts.people.models import User
from cardhouse_client import Client, NotFair
from tests.support.cheated_tables import friends_table, play, sit_down
from tests.support.cheats import FOLD, IN_CLIENTS, PLAYER_CUT, RELOAD
from tests.support.false_house import House, named
from tests.support.waiting import until

NOTICED_WITHIN_S = 10
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _known_cuts(monkeypatch):
    """The player's device is not random; a minute without an answer is over at once."""
    known = SimpleNamespace(token_bytes=lambda _size: PLAYER_CUT)
    monkeypatch.setattr("cardhouse_client.cutting.secrets", known)
    real = asyncio.sleep
    monkeypatch.setattr("cardhouse_client.fairness.RETRY_S", 20)
    monkeypatch.setattr("cardhouse_client.fairness.asyncio.sleep", lambda _s: real(0.01))


class Visit:
    """A player's client at a table; `seen`: all cards that it showed."""

    def __init__(self, client, room, house, memory):
        self.client, self.room, self.house, self.memory = client, room, house, memory
        self.seen = set()
        self.ambers = []
        self.seal = ""

    async def play(self, plays):
        """Play as far as said in one connection; returns the failure, None if there is none."""
        try:
            async with self.client.table(self.room.table.slug, memory=self.memory) as table:
                tasks = [
                    asyncio.create_task(self._read(table)),
                    asyncio.create_task(play(self.room, plays, self.house.runs)),
                ]
                try:
                    await self._end(table, plays, *tasks)
                finally:
                    self.ambers, self.seal = table.fair.ambers, table.fair.seal
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
        except TimeoutError:
            return None
        except NotFair as failed:
            return failed
        return None

    async def _read(self, table):
        async for _message in table:
            if table.hand is not None:
                self.seen |= named(table.hand.view)

    async def _end(self, table, plays, reading, playing):
        """Wait for the failure, or for what an honest house shows."""
        house, ends = self.house, self.house.no
        if house.check and not (plays == RELOAD and not house.no):
            async with asyncio.timeout(NOTICED_WITHIN_S):
                await reading
        await playing
        is_over = (lambda: house.no > ends) if plays != house.plays else lambda: bool(self.seen)
        await until(lambda: reading.done() or is_over(), "the honest hands")
        await table.command("ping")  # all messages before its answer have been read
        if reading.done():
            await reading


async def outcome(house, server, live, memory):
    """Let a player sit down in a house; returns the visit, and how it failed."""
    room = await sync_to_async(friends_table)(house)
    async with Client(live.url) as client:
        await client.guest()
        async with client.table(room.table.slug) as table:
            user = await User.objects.aget(pk=table.you.id)
        await sync_to_async(sit_down)(room, user)
        server.houses[room.table.slug] = house
        visit = Visit(client, room, house, memory)
        found = await visit.play(house.plays)
        if found is None and house.plays == RELOAD:
            found = await visit.play(house.plays)
    return visit, found


def faults(house, visit, found):
    """Yield what is wrong with how a way to cheat was noticed."""
    if house.errors:
        yield f"the house is broken: {house.errors}"
    if not house.check:
        if found is not None:
            yield f"it failed: {found}"
        if house.amber not in visit.ambers:
            yield f"it was not told: {visit.ambers}"
        if house.way == 4 and "yours" in visit.seal:
            yield visit.seal
        return
    if found is None:
        yield "it was not noticed"
        return
    if found.check != house.check:
        yield f"another check failed: {found}"
    if false := visit.seen & house.false_cards:
        yield f"false cards were shown: {false}"
    evidence = json.dumps(found.evidence)
    kept = [file.read_text() for file in visit.memory.parent.glob("*.evidence*.json")]
    missing = [proof for proof in house.proofs if proof not in evidence]
    if missing or not house.proofs:
        yield f"the evidence lacks {missing} of {house.proofs} ({len(kept)} files)"


@pytest.mark.usefixtures("_known_cuts")
@pytest.mark.parametrize("cheats", IN_CLIENTS)
async def test_each_way_to_cheat_is_noticed(false_server, live, tmp_path, cheats):
    wrong = {}
    for cheat in cheats:
        house = cheat()
        visit, found = await outcome(house, false_server, live, tmp_path / f"{cheat.__name__}.json")
        if found_faults := list(faults(house, visit, found)):
            wrong[cheat.__name__] = found_faults
    assert not wrong


async def test_an_honest_house_between_table_and_player_raises_no_alarm(
    false_server, live, tmp_path
):
    house = House()
    house.plays = FOLD
    visit, found = await outcome(house, false_server, live, tmp_path / "memory.json")
    assert (found, visit.ambers) == (None, [])
    assert visit.seen == house.honest_cards
    assert len(visit.seen) >= 2
