"""A bot that plays at a table through the public API.

    python -m examples.bot http://127.0.0.1:8000 --game holdem --hands 100
    python -m examples.bot http://127.0.0.1:8000 --table abcd2345 --name Robin --password ...

Without a name it plays as a guest; without a table it takes a quick seat.
"""

import argparse
import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from cardhouse_client import (
    AtTable,
    Client,
    HandMoved,
    Hello,
    LiveTable,
    Refused,
    SeatView,
    Stale,
    State,
)
from examples.policies import decide


@dataclass
class Score:
    """The result of a bot: its net chips by hand."""

    net: dict[str, int] = field(default_factory=dict)

    def note(self, heard: object) -> None:
        """Count the hand of a message if it is over and the bot was in it."""
        if isinstance(heard, Hello | HandMoved | State) and (hand := heard.hand) and hand.over:
            result = hand.view["result"]
            for seat, net in result["net"] if result else []:
                if seat == hand.seat:
                    self.net[hand.id] = net

    def __str__(self) -> str:
        won = sum(net > 0 for net in self.net.values())
        return f"{len(self.net)} hands, {won} won, {sum(self.net.values()):+,} chips"


async def play(client: Client, slug: str, hands: int, score: Score) -> None:
    """Sit down if necessary, play `hands` hands over a socket or until broke, and leave."""
    async with client.table(slug) as table:
        await sit_down(table)
        async for message in table:
            score.note(message)
            if len(score.net) >= hands or is_broke(table):
                break
            await step(table)
        await table.leave()


async def sit_down(table: LiveTable) -> None:
    """Take a free seat; another player may be faster."""
    while table.you is None or table.you.seat is None:
        if not table.table.free:
            raise SystemExit("There is no free seat at this table.")
        try:
            may = table.you.buy_in if table.you else None
            most = may.max if may else table.table.max_buy_in
            return await table.sit(table.table.free[0], most)
        except Refused as no:
            if no.code != "SEAT_TAKEN":
                raise
            await anext(table)  # it shows who sits there
    return None


async def step(table: AtTable) -> None:
    """Do what the table waits for: act, bring chips, start the next hand."""
    if hand := table.turn:
        with suppress(Stale):  # the clock was faster
            await table.act(hand, decide(hand))
    elif chips := missing(table):
        with suppress(Refused):  # the players are there, and the message about it is on its way
            await table.top_up(chips)
    elif may_start(table):
        with suppress(Refused):  # another player was faster
            await table.start()


def missing(table: AtTable) -> int:
    """Return the chips to bring so that there are enough for the next hand; 0 for none."""
    me, limits = table.me, table.table
    short_by = table.you.short_by if table.you else 0
    if me is None or limits.format != "cash":
        return 0
    if not short_by and own_chips(me) >= limits.min_buy_in / 2:
        return 0
    return min(limits.max_buy_in - own_chips(me), table.wallet)


def own_chips(me: SeatView) -> int:
    """Return the chips in the own seat; only those of others can be hidden."""
    return (me.stack or 0) + (me.pending or 0)


def is_broke(table: AtTable) -> bool:
    """Return whether the chips do not suffice for another hand."""
    me = table.me
    if me is None or table.table.format != "cash":
        return False
    return own_chips(me) + table.wallet < table.table.unit


def may_start(table: AtTable) -> bool:
    """Return whether the next hand waits for a player to start it, and this one may."""
    restart = table.table.restart
    if table.me is None or not table.table.can_start:
        return False
    return not restart.needed or table.me.seat in restart.seats


async def main() -> None:
    """Log in, find a table, play, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--game", default="teen_patti")
    parser.add_argument("--table", help="the last part of a table's address")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--name")
    parser.add_argument("--password", default="")
    options = parser.parse_args()
    score = Score()
    async with Client(options.url) as client:
        if options.name:
            await client.login(options.name, options.password)
        else:
            await client.guest()
        me = await client.declare_program()
        slug = options.table or (await client.quick_seat(options.game)).slug
        print(f"{me.name} at table {slug}")
        try:
            await play(client, slug, options.hands, score)
        finally:
            print(score)


if __name__ == "__main__":
    asyncio.run(main())
