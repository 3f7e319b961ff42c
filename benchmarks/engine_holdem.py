"""The speed of the hold'em engine beside PokerKit and RLCard.

python -m benchmarks.engine_holdem [--hands 1000] [--peer 100] [--rounds 5] [--values 200000]

Random six-handed hands with 200 big blinds each, from the same openings and the same random
numbers: each decides on fold, check or call, or a raise near the minimum or all-in. PokerKit plays
the very same hands (the final stacks are compared). RLCard has its own deck and five actions, so
only the shape of the hand is the same there; its environment also encodes observations, its game
alone does not. Times are CPU seconds, in turns. RLCard is in the dependency group `bench`.
"""

import argparse
import random
import time
from collections.abc import Callable, Collection
from importlib.util import find_spec
from statistics import median
from typing import Any

from benchmarks.in_turns import ROUNDS, in_turns, told
from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action, Opening
from games.engines.holdem.ranking import value

GAME = registry.get("holdem")
PLAYERS, SMALL, BIG, STACK = 6, 5, 10, 2_000


def openings(hands: int) -> list[Opening]:
    """Return the deals of a run; the button moves on."""
    rng = random.Random(6)
    rules = GAME.rules_from_json({"small_blind": SMALL, "format": "cash"})
    seats, stacks = tuple(range(PLAYERS)), (STACK,) * PLAYERS
    return [
        Opening(GAME.key, rules, seats, stacks, n % PLAYERS, tuple(rng.sample(range(52), 52)))
        for n in range(hands)
    ]


def choose(dice: Callable[[], float], price: int, least: int | None, most: int) -> tuple[str, int]:
    """Return the move of a random number: (fold | check | call | raise, total)."""
    roll = dice()
    if least is not None and roll < 0.2:
        return "raise", most if roll < 0.02 else min(most, least + int(dice() * 40))
    if price and roll > 0.7:
        return "fold", 0
    return ("call" if price else "check"), 0


def play_ours(deals: list[Opening]) -> tuple[list[list[Action]], list[tuple[int, ...]]]:
    """Return the actions and the final stacks of each hand, calling `legal` at each turn."""
    moves: list[list[Action]] = []
    ends = []
    for number, opening in enumerate(deals):
        dice, mine = random.Random(number).random, []
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            legal = {option.kind: option for option in GAME.legal(state, seat)}
            price = legal["call"].amount or 0 if "call" in legal else 0
            more = legal.get("bet") or legal.get("raise_to")
            least, most = (more.min, more.max) if more else (None, 0)
            kind, total = choose(dice, price, least, most or 0)
            kind = more.kind if kind == "raise" and more else kind
            mine.append(Action(seat, kind, total or None))
            state = GAME.apply(state, mine[-1]).state
        moves.append(mine)
        ends.append(state.stacks)
    return moves, ends


def fold_ours(deals: list[Opening], moves: list[list[Action]]) -> None:
    """Fold the same hands from their actions alone, as for a record."""
    for opening, mine in zip(deals, moves, strict=True):
        state = GAME.deal(opening).state
        for action in mine:
            state = GAME.apply(state, action).state


def play_pokerkit(deals: list[Opening]) -> tuple[int, list[tuple[int, ...]]]:
    """Play the same with PokerKit, reading its ranges at each turn."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(
        one
        for one in Automation
        if one not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    )
    actions, ends = 0, []
    for number, opening in enumerate(deals):
        dice, first = random.Random(number).random, (opening.button + 1) % PLAYERS
        kit = NoLimitTexasHoldem.create_state(
            automations, True, 0, (SMALL, BIG), BIG, (STACK,) * PLAYERS, PLAYERS
        )
        for n in range(PLAYERS):
            kit.deal_hole("".join(texts_of((opening.deck[n], opening.deck[n + PLAYERS]))))
        board = iter(texts_of(opening.deck[2 * PLAYERS : 2 * PLAYERS + 5]))
        while kit.status:
            if kit.card_burning_status:
                kit.burn_card("??")
            elif count := kit.board_dealing_count:
                kit.deal_board("".join(next(board) for _ in range(count)))
            else:
                price = kit.checking_or_calling_amount or 0
                least = kit.min_completion_betting_or_raising_to_amount
                most = kit.max_completion_betting_or_raising_to_amount or 0
                kind, total = choose(dice, price, least, most)
                if kind == "raise":
                    kit.complete_bet_or_raise_to(total)
                elif kind == "fold":
                    kit.fold()
                else:
                    kit.check_or_call()
                actions += 1
        ends.append(tuple(kit.stacks[(seat - first) % PLAYERS] for seat in range(PLAYERS)))
    return actions, ends


def rlcard_env() -> Any:
    """Return RLCard's environment of six-handed hands with the same stacks in small blinds."""
    import rlcard

    config = {"seed": 6, "game_num_players": PLAYERS, "chips_for_each": STACK // SMALL}
    return rlcard.make("no-limit-holdem", config=config)


def _rlcard_move(roll: float, legal: Collection[int], facing: bool) -> int:
    """Return RLCard's action of a random number: 0 fold, 1 check or call, 2 half the pot, 4 all."""
    move = 1
    if roll < 0.02 and 4 in legal:
        move = 4
    elif roll < 0.2 and 2 in legal:
        move = 2
    elif facing and roll > 0.7 and 0 in legal:
        move = 0
    return move if move in legal else next(iter(legal))


def play_rlcard(env: Any, hands: int) -> int:
    """Play hands in RLCard's environment, with its observations; return the actions."""
    actions = 0
    for number in range(hands):
        dice = random.Random(number).random
        state, _player = env.reset()
        while not env.is_over():
            chips = state["raw_obs"]["all_chips"]
            facing = max(chips) > state["raw_obs"]["my_chips"]
            state, _player = env.step(_rlcard_move(dice(), state["legal_actions"], facing))
            actions += 1
    return actions


def play_rlcard_core(env: Any, hands: int) -> int:
    """Play hands in RLCard's game alone, without observations; return the actions."""
    from rlcard.games.nolimitholdem.round import Action as Theirs

    game, actions = env.game, 0
    for number in range(hands):
        dice = random.Random(number).random
        state, _player = game.init_game()
        while not game.is_over():
            facing = max(state["all_chips"]) > state["my_chips"]
            legal = [one.value for one in state["legal_actions"]]
            state, _player = game.step(Theirs(_rlcard_move(dice(), legal, facing)))
            actions += 1
    return actions


def measure_values(count: int) -> tuple[float, float]:
    """Return evaluations of seven cards per second: ours, once the ranks are known, PokerKit's."""
    from pokerkit import Card, StandardHighHand

    rng = random.Random(7)
    sevens = [rng.sample(range(52), 7) for _ in range(count)]
    for cards in sevens:
        value(cards)
    start = time.perf_counter()
    for cards in sevens:
        value(cards)
    ours = count / (time.perf_counter() - start)
    some = [tuple(Card.parse("".join(texts_of(tuple(c))))) for c in sevens[: count // 100]]
    start = time.perf_counter()
    for hand in some:
        StandardHighHand.from_game(hand[:2], hand[2:])
    return ours, len(some) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000, help="hands a round")
    parser.add_argument("--peer", type=int, default=100, help="hands a round by the others")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--values", type=int, default=200_000)
    args = parser.parse_args()
    deals = openings(args.hands)
    moves, ends = play_ours(deals)
    count = sum(map(len, moves))

    def record() -> int:
        fold_ours(deals, moves)
        return count

    plays: dict[str, Callable[[], int]] = {
        "ours, legal asked": lambda: sum(map(len, play_ours(deals)[0])),
        "ours, folding a record": record,
    }
    if find_spec("pokerkit"):
        _actions, theirs = play_pokerkit(deals[: args.peer])
        same = sum(one == other for one, other in zip(ends, theirs, strict=False))
        print(f"{same} of {args.peer} hands end with PokerKit's stacks")
        plays["PokerKit, ranges asked"] = lambda: play_pokerkit(deals[: args.peer])[0]
    else:
        print("PokerKit is not installed: pip install -r requirements/test.txt")
    if find_spec("rlcard"):
        env = rlcard_env()
        plays["RLCard environment"] = lambda: play_rlcard(env, args.peer)
        plays["RLCard game without observations"] = lambda: play_rlcard_core(env, args.peer)
    else:
        print("RLCard is not installed: pip install -r requirements/bench.txt (group bench)")
    took = in_turns(plays, args.rounds)
    each = count / args.hands
    print(f"{PLAYERS} players, {each:.1f} actions a hand, one core; {args.rounds} rounds in turns")
    for name in list(took)[:2]:
        print(f"{name:34}{1e6 / median(took[name]) / each:9,.0f} hands a second")
    print(told(took))
    if find_spec("pokerkit"):
        ours, kit = measure_values(args.values)
        print(f"seven cards: ours {ours:,.0f}/s, PokerKit {kit:,.0f}/s, {ours / kit:,.0f} x")


if __name__ == "__main__":
    main()
