"""Bots of four-player Dou Dizhu: legal under every rule set, fast, and ordered by strength."""

import random
import time

import pytest

from games import bots
from games.bots.dou_dizhu_bidding import BIDS
from games.bots.dou_dizhu_net.ratings import hand_chances
from games.bots.dou_dizhu_plan import FULL, Values
from games.bots.dou_dizhu_quick_plan import QuickPlanner
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dou_dizhu.ranks import pack, packed_text, size
from tests.games.engines.random_play import random_action, random_opening, random_rules
from tests.games.engines.scripted_dou_dizhu_four import GAME, led_by_landlord
from tests.support.size import times


def decide(state, level, rng):
    seat = GAME.turn(state)
    view = GAME.view(state, Viewer(seat=seat))
    choice = bots.decide(GAME.key, view, state.rules, level, rng)
    return Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)


def play(opening, levels, rng):
    """Play one game among bots by player; an illegal choice makes `apply` raise."""
    state = GAME.deal(opening).state
    while GAME.turn(state) is not None:
        state = GAME.apply(state, decide(state, levels[state.turn], rng)).state
    return state


@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_are_legal_under_random_rules(level):
    rng = random.Random(level)
    for _ in range(times(3, 60)):
        play(random_opening(GAME, random_rules(GAME, rng), rng), (level,) * 4, rng)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_are_legal_wherever_others_lead_them(level):
    rng = random.Random(level)
    for _ in range(times(3, 40)):
        opening = random_opening(GAME, random_rules(GAME, rng), rng)
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            own = seat == opening.seats[0]
            action = decide(state, level, rng) if own else random_action(GAME, state, seat, rng)
            state = GAME.apply(state, action).state


def test_a_bot_plays_its_last_cards_at_once_and_lets_a_partner_win():
    game = led_by_landlord(("", "44455", "", ""))
    rng, hands = random.Random(1), list(game.state.hands)
    last = tuple(card for card in hands[1] if card in game.playing(1, "44455").cards)
    hands[1] = last
    packed = list(game.state.packed)
    packed[1] = pack(last)
    state = game.state._replace(turn=1, hands=tuple(hands), packed=tuple(packed))
    assert set(decide(state, "medium", rng).cards) == set(last)


def test_the_bots_bid_with_most_of_their_hands_and_more_with_better_ones():
    rng = random.Random("bids of four")
    hands = [pack(rng.sample(range(108), 25)) for _ in range(200)]
    chances = [hand_chances(GAME.key, hand)[0] for hand in hands]
    bids = [next((bid for least, bid in BIDS[4] if chance > least), 0) for chance in chances]
    assert [bids.count(bid) > 5 for bid in range(4)] == [True] * 4
    assert bids.count(0) < 80
    rest = "3579" * 4 + "J"
    jokers, none = packed_text("BBRR2222" + rest), packed_text("33445566" + rest)
    assert hand_chances(GAME.key, jokers)[0] > hand_chances(GAME.key, none)[0] + 0.1


def test_strong_bots_bid_as_often_as_medium_ones():
    """The landlord has the advantage; a bot that leaves it to weaker ones loses to them."""
    rng, rules = random.Random("bids of three levels"), GAME.presets["standard"]
    bids = []
    for _ in range(30):
        deck = tuple(rng.sample(range(108), 108))
        state = GAME.deal(Opening(GAME.key, rules, (0, 1, 2, 3), (0,) * 4, 0, deck)).state
        bids.append([decide(state, level, rng) for level in ("medium", "hard", "expert")])
    assert all(medium == hard == expert for medium, hard, expert in bids)
    assert len({one[0] for one in bids}) > 2


def test_a_plan_takes_bombs_chains_and_carried_pairs_into_account():
    def leads(text):
        hand = packed_text(text)
        unseen = 2 * FULL - hand
        return QuickPlanner(Values(unseen, size(unseen), 1.0)).cost(hand)

    assert leads("34567") < leads("34569")
    assert leads("33344455667788") < leads("3345567789TJJKA")
    assert leads("33333") < leads("33334") < leads("33345")
    assert leads("BBRR") < leads("BBR3")


def test_a_decision_takes_little_time():
    rng, longest = random.Random("time of four"), 0.0
    state = GAME.deal(random_opening(GAME, GAME.presets["standard"], rng)).state
    state = GAME.apply(state, Action(GAME.turn(state), "bid", 3)).state
    while GAME.turn(state) is not None:
        began = time.process_time()
        action = decide(state, "hard", rng)
        longest = max(longest, time.process_time() - began)
        state = GAME.apply(state, action).state
    assert longest < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("medium", "easy"),
        ("hard", "easy"),
        pytest.param("hard", "medium", marks=pytest.mark.full),
        pytest.param("expert", "hard", marks=pytest.mark.full),
    ],
)
def test_better_bots_win_more_points(better, worse):
    """Let each side play the same deals as landlord and as peasants."""
    rng, total = random.Random(f"{better} {worse}"), 0
    for number in range(times(6, 100)):
        deck = tuple(rng.sample(range(108), 108))
        opening = Opening(GAME.key, GAME.presets["standard"], (0, 1, 2, 3), (0,) * 4, 0, deck)
        for own, others, sign in ((better, worse, 1), (worse, better, -1)):
            state = GAME.apply(GAME.deal(opening).state, Action(0, "bid", 3)).state
            chance = random.Random(number)
            while GAME.turn(state) is not None:
                level = own if state.turn == 0 else others
                state = GAME.apply(state, decide(state, level, chance)).state
            total += sign * (1 if state.result.ended_by == "landlord" else -1)
    assert total > 0
