"""The example bot plays matches of the ladder against the production server."""

import asyncio

import pytest

from cardhouse_client import Client, Refused
from examples.policies import decide
from games.engines.core import registry
from games.ladder.duels import HOUSE_MATCHES_MIN


@pytest.fixture
async def bot(live):
    async with Client(live.url) as client:
        await client.guest()
        await client.declare_program()
        yield client


async def test_the_example_bot_plays_a_rated_match_and_stands_on_the_ladder(bot):
    match = await bot.play_match("teen_patti", "easy", decide)
    assert (match.outcome in ("won", "drawn", "lost"), match.played) == (True, 40)
    name = (await bot.me()).name
    rows = {row.name or row.level: row for row in (await bot.ladder("teen_patti")).rows}
    assert rows[name].matches == rows["easy"].matches == 1
    again = await bot.play_match("teen_patti", "easy", decide, seed=match.seed)
    assert (again.net, again.sandbox) == (match.net, True)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game.key, marks=() if game.key == "holdem" else pytest.mark.full)
        for game in registry.all_games()
    ],
)
async def test_the_example_bot_plays_each_game_in_its_sandbox_and_it_repeats(bot, game):
    matches = [await bot.play_match(game, "easy", decide, seed="mine", deals=3) for _ in range(2)]
    assert [match.played for match in matches] == [3, 3]
    assert matches[0].net == matches[1].net


@pytest.mark.full
async def test_two_bots_play_a_duel(live, bot):
    async with Client(live.url) as other:
        await other.guest()
        await other.declare_program()
        for client in (bot, other):
            for _ in range(HOUSE_MATCHES_MIN):
                await client.play_match("teen_patti", "easy", decide)
        first, second = await asyncio.gather(
            *(client.play_duel("teen_patti", decide) for client in (bot, other))
        )
        assert (first.id, first.played, first.net) == (second.id, 40, -second.net)
        assert (first.rival, second.rival) == ((await other.me()).name, (await bot.me()).name)
        assert (await bot.ladder("teen_patti")).duels[0].net in (first.net, second.net)


async def test_an_open_match_is_gone_on_with(bot):
    def interrupted(hand):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await bot.play_match("teen_patti", "easy", interrupted)
    with pytest.raises(Refused, match="open match"):
        await bot.http.send("POST", "/ladder/matches", game="teen_patti", level="easy")
    assert (await bot.play_match("teen_patti", "easy", decide)).played == 40
