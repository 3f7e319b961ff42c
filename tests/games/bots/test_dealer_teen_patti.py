"""Bots against the dealer: always legal, expert exactly as the odds state, quick enough."""

import random
import time
from collections import Counter
from itertools import product

import pytest

from games import bots
from games.bots.dealer_teen_patti import raise_worth
from games.engines.core.cards import parse_card, parse_cards
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dealer_teen_patti.designs import PRESETS, from_text
from games.odds.analysis import raised_hands
from games.odds.hands import cards_of
from tests.games.engines.random_play import random_opening, random_rules
from tests.games.engines.scripted_dealer import GAME
from tests.support.size import times


def play(opening, level, rng):
    """Play one hand among bots; an illegal choice makes `apply` raise."""
    state, done = GAME.deal(opening).state, []
    while (seat := GAME.turn(state)) is not None:
        view = GAME.view(state, Viewer(seat=seat))
        choice = bots.decide(GAME.key, view, opening.rules, level, rng)
        done.append(choice)
        state = GAME.apply(state, Action(seat, choice.kind, choice.amount)).state
    return GAME.result(state), done


@pytest.mark.slow
@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("preset", GAME.presets)
def test_bots_are_legal_under_every_preset(preset, level):
    rng = random.Random(f"{preset} {level}")
    for _ in range(times(5, 15)):
        play(random_opening(GAME, GAME.presets[preset], rng), level, rng)


@pytest.mark.parametrize("seed", range(times(3, 6)))
def test_bots_are_legal_under_any_rules(seed):
    rng = random.Random(seed)
    for _ in range(times(10, 20)):
        play(random_opening(GAME, random_rules(GAME, rng), rng), rng.choice(bots.LEVELS), rng)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["teen_patti", "even_money", "double", "commission", "tcp~dealer_qualifies=pair~suits=s,h,d,c"],
)
def test_the_expert_raises_exactly_as_the_odds_state(text):
    """Check some hands of the deck, including the nearest to the threshold."""
    pay_table = from_text(text)
    raised, rng = raised_hands(pay_table), random.Random(text)
    near = [n for n in range(22_100) if raised[n] != raised[(n + 8) % 22_100]]
    count = times(15, 40)
    for number in rng.sample(near, min(count, len(near))) + rng.sample(range(22_100), count):
        cards = tuple(map(parse_card, cards_of(number)))
        assert (raise_worth(cards, pay_table) > -1) == raised[number], cards_of(number)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        pytest.param("Js 8h 4c", "-1.001520", id="CA-12"),
        pytest.param("Js 8h 5c", "-0.994138", id="CA-13"),
    ],
)
def test_the_value_of_a_raise_is_exact(cards, worth):
    assert f"{float(raise_worth(parse_cards(cards), PRESETS['even_money'].table)):.6f}" == worth


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "worth"), [("Q64", "-0.993888"), ("Q63", "-1.003050")])
def test_the_lowest_hand_to_raise_where_the_dealer_needs_a_queen(ranks, worth):
    """Check rule 3.4, whose figures are the average of the 60 hands of those ranks."""
    pay_table = PRESETS["teen_patti"].table
    worths = [
        raise_worth(parse_cards(" ".join(map("".join, zip(ranks, suits, strict=True)))), pay_table)
        for suits in product("cdhs", repeat=3)
        if len(set(suits)) > 1
    ]
    assert f"{float(sum(worths) / len(worths)):.6f}" == worth


@pytest.mark.parametrize(
    ("level", "raises", "folds"),
    [
        ("easy", ("Js 3h 2c", "2s 2h 3c"), ("Ts 9h 7c",)),
        ("medium", ("Qs 3h 2c", "2s 2h 3c"), ("Js Th 8c",)),
        ("hard", ("Qs 6h 4c", "Ks 3h 2c", "2s 2h 3c"), ("Qs 6h 3c", "Js Th 8c")),
        ("expert", ("Qs 6h 4c", "Ks 3h 2c", "2s 2h 3c"), ("Qs 6h 3c", "Js Th 8c")),
    ],
)
def test_each_level_raises_from_its_threshold(level, raises, folds):
    rules = GAME.presets["standard"]
    for cards, kind in [(c, "raise") for c in raises] + [(c, "fold") for c in folds]:
        hand = parse_cards(cards)
        deck = tuple(card for card in range(52) if card not in hand)
        mixed = (hand[0], deck[0], hand[1], deck[1], hand[2], *deck[2:])
        _result, done = play(
            Opening(GAME.key, rules, (0,), (500,), 0, mixed), level, random.Random(1)
        )
        assert done[-1].kind == kind, cards


@pytest.mark.slow
def test_only_the_easy_bot_makes_side_bets_and_most_antes_are_minimal():
    for level in bots.LEVELS:
        rng, rules = random.Random(level), GAME.presets["tcp_six"]
        opening = random_opening(GAME, rules, rng)
        chosen = [choice for _ in range(times(30, 60)) for choice in play(opening, level, rng)[1]]
        kinds = Counter(choice.kind for choice in chosen)
        assert bool(kinds["pair_plus"] + kinds["six_card"]) == (level == "easy")
        antes = Counter(choice.amount for choice in chosen if choice.kind == "ante")
        assert antes[10] > antes.total() / 2


def test_a_decision_is_quick_even_the_first():
    pay_table = from_text("tcp~run_order=no_a23")
    for _ in range(2):
        start = time.process_time()
        raise_worth(parse_cards("Qs 6h 4c"), pay_table)
        assert time.process_time() - start < 0.1
