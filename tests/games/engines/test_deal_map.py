"""Every game deals by its map, with all seats of the plan and without some that left after it."""

import random

import pytest

from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.engines.core.contract import OPEN, Opening, SeatSnapshot, TableHistory
from games.fair.tfair2.plan import Plan, PlanRefused
from tests.support.cases import for_each
from tests.support.size import times

GAMES = registry.all_games()


def line_of(game, rng):
    """Return a random next hand and its rules."""
    rules = rng.choice(list(game.presets.values()))
    count = rng.randint(game.min_players(rules), min(game.max_players(rules), 10))
    seats = sorted(rng.sample(range(12), count))
    taken = tuple(SeatSnapshot(seat, 100_000) for seat in seats)
    past = TableHistory(button=rng.choice([None, *range(12)]))
    return rules, game.next_hand(rules, taken, past)


def plan_of(game, rules, line):
    return Plan(game.key, rules.hash(), line.seats, line.drawn or (line.button,), rules.step)


def dealt_to(game, rules, line, deck):
    stacks = (100_000,) * len(line.seats)
    opening = Opening(game.key, rules, line.seats, stacks, line.button, deck, line.terms)
    view = game.view(game.deal(opening).state, OPEN)
    return {
        seat["seat"]: {parse_card(card) for card in seat["cards"]}
        for seat in view["seats"]
        if seat["cards"]
    }


def deck_by(plan, button, absent, order):
    """Return the game's deck if the position p of the deal has the card `order[p]`."""
    return tuple(order[p] for p in plan.deck_order(button, absent, len(order)))


@for_each("game", GAMES, ids=lambda game: game.key)
def test_each_seat_has_the_cards_of_its_positions(game):
    rng = random.Random(1)
    for _ in range(times(20, 500)):
        rules, line = line_of(game, rng)
        plan, button = plan_of(game, rules, line), line.button
        places = plan.places(button)
        order = rng.sample(range(game.deck_size), game.deck_size)
        for seat, cards in dealt_to(game, rules, line, deck_by(plan, button, (), order)).items():
            assert cards <= {order[p] for p in places[seat]}, (rules, line)


@for_each("game", [game for game in GAMES if game.min_seats < game.max_seats])
def test_a_seat_that_left_moves_no_other_card(game):
    rng = random.Random(2)
    for _ in range(times(20, 500)):
        rules, line = line_of(game, rng)
        plan, button = plan_of(game, rules, line), line.button
        absent = frozenset(rng.sample(line.seats, rng.randint(1, len(line.seats))))
        fewer = game.without(line, absent)
        left = [seat for seat in line.seats if seat not in absent]
        if len(left) < game.deal_map.seats[0]:
            assert fewer is None
            continue
        assert (list(fewer.seats), fewer.button) == (left, button)
        order = rng.sample(range(game.deck_size), game.deck_size)
        places = plan.places(button)
        dealt = dealt_to(game, rules, fewer, deck_by(plan, button, sorted(absent), order))
        assert set(dealt) <= set(left)
        for seat, cards in dealt.items():
            assert cards <= {order[p] for p in places[seat]}, (rules, line, absent)


@for_each("game", GAMES, ids=lambda game: game.key)
def test_the_map_has_each_card_of_the_deck_at_most_once(game):
    least, most = game.deal_map.seats
    assert least == game.min_seats
    assert most >= game.max_seats
    rules = next(iter(game.presets.values()))
    for count in range(least, most + 1):
        seats = tuple(range(count))
        plan = Plan(game.key, rules.hash(), seats, seats[:1], 1)
        dealt = [p for positions in plan.places(seats[0]).values() for p in positions]
        assert len(set(dealt)) == len(dealt)
        assert set(dealt) <= set(range(game.deck_size))
    with pytest.raises(PlanRefused):
        Plan(game.key, rules.hash(), tuple(range(most + 1)), (0,), 1)
