"""A bot that plays a match on the ladder of registered bots, a duel, or in its sandbox.

    python -m examples.ladder http://127.0.0.1:8000 holdem hard --name Robin --password ...
    python -m examples.ladder http://127.0.0.1:8000 holdem hard --name ... --seed mine --deals 10
    python -m examples.ladder http://127.0.0.1:8000 holdem duel --name ...

The account is declared a bot, for good. The policies are those of `examples.policies`.
"""

import argparse
import asyncio

from cardhouse_client import Client
from examples.policies import decide


async def main() -> None:
    """Play one match and print its result and the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("game")
    parser.add_argument("level", help="of the house bots: easy, medium, hard or expert; or duel")
    parser.add_argument("--name", required=True)
    parser.add_argument("--password", required=True)
    parser.add_argument("--seed", help="play in the sandbox: the same cards for the same seed")
    parser.add_argument("--deals", type=int, default=40)
    options = parser.parse_args()
    async with Client(options.url) as client:
        await client.login(options.name, options.password)
        await client.declare_program()
        if options.level == "duel":
            match = await client.play_duel(options.game, decide)
        else:
            match = await client.play_match(
                options.game, options.level, decide, seed=options.seed, deals=options.deals
            )
        against = match.rival or f"house bots, {match.level}"
        print(
            f"against {against}: {match.outcome} by {match.net:+,} chips; its seed was {match.seed}"
        )
        for row in (await client.ladder(options.game)).rows:
            name = row.name or f"house bots, {row.level}"
            print(f"{row.place or '-':>3} {name:24} {row.rating:6,} ± {row.margin}")


if __name__ == "__main__":
    asyncio.run(main())
