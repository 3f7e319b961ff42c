"""A client over a socket cuts each next deck, and checks that its cut is dealt."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from cardhouse_client import Client, NotFair
from cardhouse_client.cutting import Cuts
from examples.bot import step
from games.fair.proof import published
from games.fair.scheme import cut_commit_of
from tests.games.fair.dealing import candidates, secret
from tests.support.waiting import PATIENCE_S

DECK = published(candidates("client").seal()) | {"number": 1, "locked": None}


def promised():
    cuts = Cuts()
    kind, fields = cuts.next_command(DECK, 2)
    assert kind == "cut_commit"
    return cuts, fields["hash"]


def test_a_cut_is_committed_once_and_revealed_when_the_list_is_closed():
    cuts, hashed = promised()
    assert cuts.next_command(DECK, 2) is None
    closed = DECK | {"locked": [[0, "0" * 64], [2, hashed]]}
    kind, fields = cuts.next_command(closed, 2)
    assert (kind, fields["deck"]) == ("cut", DECK["deck_id"])
    deck_id = bytes.fromhex(DECK["deck_id"])
    assert cut_commit_of(deck_id, 2, bytes.fromhex(fields["cut"])).hex() == hashed
    assert cuts.next_command(closed, 2) is None


def test_each_seat_commits_to_its_own_cut_and_reveals_no_other():
    cuts, hashed = promised()
    assert cuts.next_command(DECK, 3)[1]["hash"] != hashed
    assert Cuts().next_command(DECK | {"locked": []}, 2) is None


def test_a_late_commitment_is_no_error_and_an_accepted_one_must_be_listed():
    cuts, _hashed = promised()
    closed = DECK | {"locked": []}
    assert cuts.next_command(closed, 2) is None
    cuts.answered("cut_commit", DECK["deck_id"])
    with pytest.raises(NotFair, match="left out of the list"):
        cuts.next_command(closed, 2)


def test_an_accepted_cut_must_be_in_the_deal():
    cuts, hashed = promised()
    _kind, fields = cuts.next_command(DECK | {"locked": [[2, hashed]]}, 2)
    deal = {"deck_id": DECK["deck_id"], "cuts": []}
    cuts.check(deal)
    cuts.answered("cut", DECK["deck_id"])
    cuts.check(deal | {"cuts": [[2, fields["cut"]]]})
    for wrong in ([], [[2, secret("another").hex()]]):
        with pytest.raises(NotFair, match="left out of the deal"):
            cuts.check(deal | {"cuts": wrong})


@pytest.mark.django_db(transaction=True)
async def test_a_hand_of_two_clients_is_cut_by_the_cutting_one(live, brisk_table):
    slug = await brisk_table("teen_patti")
    async with AsyncExitStack() as open_:
        tables = []
        for cut in (True, False):
            client = await open_.enter_async_context(Client(live.url))
            await client.guest()
            table = await open_.enter_async_context(client.table(slug, cut=cut))
            await table.sit(table.table.free[0], table.table.max_buy_in)
            tables.append(table)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*map(play_until_cut, tables))
        first, _second = tables
        assert [seat for seat, _cut in first.fair.proof["cuts"]] == [first.you.seat]


async def play_until_cut(table):
    """Play until a hand was dealt from a deck that a player cut."""
    async for _message in table:
        if table.fair.proof and table.fair.proof["cuts"]:
            return
        await step(table)
