"""The speed of the Dou Dizhu engine beside RLCard, including lists of plays and readings.

python -m benchmarks.engine_dou_dizhu [--games 200] [--rlcard 40] [--rounds 5] [--hands 5000]

Times are CPU seconds, so that other work on the machine does not count.

Games are random legal moves with all moves listed at each turn, from the same deals and under the
same rules (the preset `rlcard`; its environment has no bidding and gives the kitty to player 0).
Some games are played by both at once, and the two lists of moves are compared at each turn. RLCard
is in the dependency group `bench`.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from statistics import fmean, median
from typing import Any

from benchmarks.in_turns import ROUNDS, in_turns, told
from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.moves import Picker, playable
from games.engines.dou_dizhu.ranks import pack, text_of

GAME = registry.get("dou_dizhu")
RULES = GAME.presets["rlcard"]
CHECKED = 25


def openings(games: int) -> list[Opening]:
    """Return the deals of a run; seat 0 calls at once and becomes the landlord."""
    rng = random.Random(4)
    return [
        Opening(GAME.key, RULES, (0, 1, 2), (0, 0, 0), 0, tuple(rng.sample(range(54), 54)))
        for _ in range(games)
    ]


def with_landlord(opening: Opening) -> Any:
    """Return the state in which seat 0 leads with 20 cards."""
    return GAME.apply(GAME.deal(opening).state, Action(0, "call")).state


# -- whole games -----------------------------------------------------------------------------


def play_ours(deals: list[Opening]) -> list[list[Action]]:
    """Play random games with `legal` called at each turn; return their actions."""
    moves = []
    for number, opening in enumerate(deals):
        rng, mine = random.Random(number), [Action(0, "call")]
        state = with_landlord(opening)
        while (seat := GAME.turn(state)) is not None:
            option = rng.choice(GAME.legal(state, seat))
            mine.append(Action(seat, option.kind, None, option.cards, option.reading))
            state = GAME.apply(state, mine[-1]).state
        moves.append(mine)
    return moves


def play_ours_by_ranks(deals: list[Opening]) -> int:
    """Play the same with lists by rank, and suits only for the chosen play, as bots do."""
    steps = 0
    for number, opening in enumerate(deals):
        rng = random.Random(number)
        state = with_landlord(opening)
        while state.turn >= 0:
            found: list[Any] = playable(state)
            choice = rng.choice(found if state.last is None else [None, *found])
            action = Action(state.seats[state.turn], "pass")
            if choice is not None:
                cards = Picker(state.hands[state.turn])(choice.cards)
                action = Action(action.seat, "play", None, cards)
            state = GAME.apply(state, action).state
            steps += 1
    return steps


def fold_ours(deals: list[Opening], moves: list[list[Action]]) -> None:
    """Fold the same games from their actions alone, as for a record."""
    for opening, mine in zip(deals, moves, strict=True):
        state = GAME.deal(opening).state
        for action in mine:
            state = GAME.apply(state, action).state


def view_ours(deals: list[Opening], moves: list[list[Action]]) -> float:
    """Return the seconds for the views of three seats and a spectator after an action."""
    took = 0.0
    for opening, mine in zip(deals, moves, strict=False):
        state = GAME.deal(opening).state
        for action in mine:
            state = GAME.apply(state, action).state
            start = time.process_time()
            for seat in (0, 1, 2, None):
                GAME.view(state, Viewer(seat=seat))
            took += time.process_time() - start
    return took / sum(len(mine) for mine in moves[: len(deals)])


# -- RLCard ----------------------------------------------------------------------------------


def rlcard_env() -> Any:
    """Return RLCard's environment, which deals the cards that `deal_to` sets."""
    import rlcard

    return rlcard.make("doudizhu", config={"seed": 4})


def deal_to(opening: Opening) -> None:
    """Make RLCard's next deal this one: hands one after the other, the kitty last."""
    from rlcard.games.base import Card
    from rlcard.games.doudizhu.dealer import DoudizhuDealer

    deck = opening.deck
    order = (*deck[0:51:3], *deck[1:51:3], *deck[2:51:3], *deck[51:])
    cards = [
        Card(text, "") if text.endswith("J") and text[0] in "BR" else Card(text[1].upper(), text[0])
        for text in texts_of(order)
    ]

    def shuffle(dealer: Any) -> None:
        dealer.deck = list(cards)

    DoudizhuDealer.shuffle = shuffle


def play_rlcard_env(env: Any, deals: list[Opening]) -> int:
    """Play random games in the environment, with its observations; return the steps."""
    steps = 0
    for number, opening in enumerate(deals):
        rng = random.Random(number)
        deal_to(opening)
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
    return steps


def play_rlcard_core(env: Any, deals: list[Opening]) -> int:
    """Play random games in the game alone, with actions as texts; return the steps."""
    steps, game = 0, env.game
    for number, opening in enumerate(deals):
        rng = random.Random(number)
        deal_to(opening)
        state, _player = game.init_game()
        while not game.is_over():
            state, _player = game.step(rng.choice(state["actions"]))
            steps += 1
    return steps


def play_both(env: Any, deals: list[Opening]) -> tuple[int, int]:
    """Play games with both; return the turns with equal lists of moves, and all turns."""
    same = turns = 0
    game = env.game
    for number, opening in enumerate(deals):
        rng = random.Random(number)
        deal_to(opening)
        theirs, _player = game.init_game()
        state = with_landlord(opening)
        while state.turn >= 0:
            ours = {text_of(reading.cards): reading for reading in playable(state)}
            names = sorted([*ours, *(["pass"] if state.last is not None else [])])
            same += names == sorted(theirs["actions"])
            turns += 1
            name = rng.choice(names)
            action = Action(state.turn, "pass")
            if name != "pass":
                cards = Picker(state.hands[state.turn])(ours[name].cards)
                action = Action(state.turn, "play", None, cards)
            state = GAME.apply(state, action).state
            theirs, _player = game.step(name)
        assert game.is_over()
    return same, turns


# -- lists and readings ------------------------------------------------------------------------


def each(calls: Iterable[Callable[[], Any]]) -> list[float]:
    """Return the microseconds of each call."""
    took = []
    for call in calls:
        start = time.thread_time_ns()
        call()
        took.append((time.thread_time_ns() - start) / 1e3)
    return took


def tell(name: str, took: list[float], goal: float | None = None) -> None:
    ordered = sorted(took)
    mean, high = fmean(ordered), ordered[int(len(ordered) * 0.99)]
    against = "" if goal is None else f"  goal {goal:g}: {'met' if mean < goal else 'MISSED'}"
    print(
        f"  {name:44}mean {mean:8.1f}  median {median(ordered):7.1f}  99 % {high:8.1f}"
        f"  most {ordered[-1]:9.1f}{against}"
    )


def measure_lists(deals: list[Opening], preset: str) -> None:
    """Measure leading with 20 cards: by rank, as `legal`, and the view with its hints."""
    rules: Any = GAME.presets[preset]
    kickers = rules.kickers()
    states = [with_landlord(opening)._replace(rules=rules) for opening in deals]
    fresh, again = states[: len(states) // 2], states[len(states) // 2 :]
    print(f"leading with 20 cards, preset {preset}, microseconds:")
    tell("plays", each(partial(combos.plays, s.packed[0], kickers) for s in fresh), 132)
    tell("legal (with cards)", each(partial(GAME.legal, s, 0) for s in again), 132)
    tell("view of the leader", each(partial(GAME.view, s, Viewer(seat=0)) for s in again))
    counts = [len(combos.plays(state.packed[0], kickers)) for state in states]
    print(f"  {fmean(counts):.0f} plays on average, {max(counts)} at most")


def measure_readings(deals: list[Opening], preset: str) -> None:
    """Measure recognising one new set of cards, without the cache."""
    rng = random.Random(5)
    rules: Any = GAME.presets[preset]
    kickers = rules.kickers()
    read = combos.readings.__wrapped__
    hands = [with_landlord(opening).hands[0] for opening in deals]
    legal = [rng.choice(combos.plays(pack(hand), kickers)).cards for hand in hands]
    single = [
        rng.choice([r for r in combos.plays(pack(hand), kickers) if r.category == category]).cards
        for hand in hands[:500]
        for category in sorted({r.category for r in combos.plays(pack(hand), kickers)})
    ]
    some = [tuple(rng.sample(hand, rng.randint(1, 12))) for hand in hands]
    packed = [pack(cards) for cards in some]

    def packed_and_read(cards: tuple[int, ...]) -> object:
        return read(pack(cards), kickers)

    print(f"recognising one set, preset {preset}, microseconds:")
    tell("random legal plays", each(partial(read, c, kickers) for c in legal), 10)
    tell(
        "one legal play of each kind in a hand",
        each(partial(read, c, kickers) for c in single),
        10,
    )
    tell("random selections", each(partial(read, c, kickers) for c in packed), 10)
    tell(
        "random selections, packing the cards too",
        each(partial(packed_and_read, c) for c in some),
        10,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games a round")
    parser.add_argument("--rlcard", type=int, default=40, help="games a round by RLCard")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--hands", type=int, default=5_000, help="hands for lists and readings")
    args = parser.parse_args()
    deals = openings(args.games)
    moves = play_ours(deals)
    steps = sum(map(len, moves))

    def record() -> int:
        fold_ours(deals, moves)
        return steps

    plays: dict[str, Callable[[], int]] = {
        "ours, legal asked": lambda: sum(map(len, play_ours(deals))),
        "ours, listed by rank": lambda: play_ours_by_ranks(deals),
        "ours, folding a record": record,
    }
    if find_spec("rlcard"):
        env, some = rlcard_env(), deals[: args.rlcard]
        plays["RLCard environment"] = lambda: play_rlcard_env(env, some)
        plays["RLCard game without observations"] = lambda: play_rlcard_core(env, some)
    else:
        print("RLCard is not installed: pip install -r requirements/bench.txt (group bench)")
    took = in_turns(plays, args.rounds)
    each = steps / args.games
    print(f"random games, {each:.1f} steps each, one core; {args.rounds} rounds in turns")
    for name in list(took)[:2]:
        print(f"{name:34}{1e6 / median(took[name]):9,.0f} steps a second")
    print(told(took))
    viewed = view_ours(deals[: max(1, args.games // 10)], moves)
    print(f"four views after an action: {viewed * 1e6:.0f} us")
    if find_spec("rlcard"):
        same, turns = play_both(env, deals[:CHECKED])
        print(f"the same moves are listed at {same:,} of {turns:,} turns of {CHECKED} games")
    hands = openings(args.hands)
    for preset in ("rlcard", "default"):
        measure_lists(hands, preset)
    for preset in ("rlcard", "default"):
        measure_readings(hands, preset)


if __name__ == "__main__":
    main()
