"""Hold'em's buckets, the solved heads-up game, and the river that is solved as it comes."""

import json
import random

import numpy as np
import pytest

from benchmarks import solve_holdem as solving
from games.bots import holdem_buckets as buckets
from games.bots import holdem_table as table
from games.bots.holdem_expert import NUMBER
from games.bots.holdem_river import River, by_cards, solve
from games.bots.holdem_spot import read
from games.bots.holdem_tree import CALL, DEPTHS, FOLD, RIVER, TURN, Game
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.holdem.ranking import value
from tests.support.size import times

HOLDEM = registry.get("holdem")
CASH = HOLDEM.presets["cash"]


def number(text):
    return NUMBER[tuple(sorted(parse_cards(text)))]


# -- buckets ---------------------------------------------------------------------------------


def test_all_hands_have_the_values_of_the_engine():
    chance = random.Random(1)
    boards = [chance.sample(range(52), 5) for _ in range(12)]
    for board, values in zip(boards, buckets.values_of(np.array(boards)), strict=True):
        for hand, found in zip(buckets.HANDS.tolist(), values.tolist(), strict=True):
            assert found == (-1 if set(hand) & set(board) else value((*board, *hand)))


def test_shares_beaten_count_ties_half():
    shares = buckets.shares_beaten(np.array([[5, 7, 5, -1, 9]]))[0]
    assert shares.tolist() == pytest.approx([0.25, 0.625, 0.25, -0.125, 0.875])


def test_better_hands_have_better_buckets():
    flop = parse_cards("Ah 7d 2c")
    found = buckets.buckets_on(tuple(flop)) // buckets.KINDS
    order = ["9s 6h", "Js 9s", "8h 7h", "Ks As", "7s 7c"]
    steps = [found[number(hand)] for hand in order]
    assert steps == sorted(steps)
    assert steps[0] < 2 < 20 < steps[-1]


# -- the solved game -------------------------------------------------------------------------


def test_every_depth_is_stored():
    for depth in DEPTHS:
        solved = table.solved(depth)
        assert len(solved.plans) == len(solved.game.moves)
        for node, plan in solved.plans.items():
            assert plan.shape == (
                buckets.SIZES[solved.game.tree.street[node]],
                len(solved.game.moves[node]),
            )
            assert np.abs(plan.sum(1) - 1).max() < 0.02


def test_the_tree_before_the_river_is_part_of_the_whole_tree():
    whole, early = Game(25), Game(25, until=TURN)
    kept = [at for at, street in enumerate(whole.tree.street) if street < RIVER]
    assert [whole.moves[at] for at in kept] == early.moves


def test_the_origin_names_command_and_curve():
    with np.load(table.PATH) as stored:
        origin = json.loads(str(stored["origin"]))
    assert origin["command"].startswith("python -m benchmarks.solve_holdem ")
    assert set(origin["curves"]) == set(map(str, DEPTHS))
    assert table.PATH.stat().st_size < 2_000_000


def test_a_short_search_comes_near_the_table():
    """Solve the shallowest depth a little: the button folds about what the table folds."""
    boards = solving.Boards(times(4, 256), seed=3)
    game = Game(DEPTHS[0])
    solver = solving.Solver(game.tree, buckets.SIZES)
    for _, deal in zip(range(times(4, 200)), boards.deals(1), strict=False):
        solver.step(deal)
    again = solving.plans_of(game, solver)[f"{DEPTHS[0]} 0"][0, :, 0] / 255
    stored = table.solved(DEPTHS[0]).plans[0][:, game.moves[0].index(FOLD)]
    assert again[stored > 0.5].mean() - again[stored < 0.1].mean() > times(0.15, 0.4)


def spot_after(actions, *, hands=("As Ad", "7h 2c"), board="Kc 8d 3h 5s 9c", course=True):
    """Return the decision after texts such as `raise_to 25`; seat 1 has the button."""
    known = [parse_cards(hand) for hand in hands]
    first = [known[0][0], known[1][0], known[0][1], known[1][1], *parse_cards(board)]
    deck = (*first, *(card for card in range(52) if card not in first))
    state = HOLDEM.deal(Opening("holdem", CASH, (0, 1), (1_000, 1_000), 1, deck)).state
    for text in actions:
        kind, _, amount = text.partition(" ")
        seat = HOLDEM.turn(state)
        state = HOLDEM.apply(state, Action(seat, kind, int(amount) if amount else None)).state
    return read(HOLDEM.view(state, Viewer(seat=HOLDEM.turn(state), course=course)))


LINES = [
    [],
    ["raise_to 25"],
    ["raise_to 30", "raise_to 100"],
    ["call", "check"],
    ["raise_to 25", "call"],
    ["raise_to 25", "call", "check", "bet 40"],
    ["raise_to 25", "call", "check", "check", "bet 25", "call"],
    ["raise_to 25", "call", "check", "bet 40", "raise_to 130", "call", "check"],
]


@pytest.mark.parametrize("line", LINES)
def test_a_hand_has_its_place_in_the_tree(line):
    spot = spot_after(line)
    place = table.place_of(spot)
    on_river = spot.street == RIVER
    assert table.is_here(place, spot) is not on_river
    assert all(weights.sum() > 0 for weights in place.ranges)


def test_a_raise_narrows_a_range_to_better_hands():
    place = table.place_of(spot_after(["raise_to 25", "raise_to 90"]))
    button, blind = place.ranges
    assert button[number("7s 2h")] < 0.5 * button[number("Ks Kh")]
    assert blind[number("9s 4h")] < 0.2 * blind[number("Qs Qh")]


def test_a_bet_unlike_any_other_has_no_place():
    assert table.place_of(spot_after(["raise_to 400"])).node is None


@pytest.mark.parametrize("line", [*LINES[:6], [*LINES[4], "check", "check", "check"]])
def test_the_likely_course_is_the_true_one(line):
    spot = spot_after(line)
    assert spot_after(line, course=False).course == spot.course


def test_aces_are_never_folded_and_trash_seldom_raised_before_the_flop():
    for depth in DEPTHS:
        solved = table.solved(depth)
        moves = solved.game.moves[0]
        aces, trash = (buckets.CLASSES[number(text)] for text in ("As Ad", "3h 2c"))
        assert solved.plans[0][aces, moves.index(FOLD)] < 0.01
        assert solved.plans[0][trash, moves.index(FOLD)] > 0.2


# -- the river -------------------------------------------------------------------------------


@pytest.mark.parametrize("stack", [10, 40, 90])
def test_a_solved_river_is_within_one_percent_of_the_pot(stack):
    """Best responses see the true cards; ranges are uneven, and one is polar."""
    chance = np.random.default_rng(stack)
    values = buckets.values_of(np.array([parse_cards("Ks 9s 4d 2h 5c")]))[0]
    beaten = buckets.shares_beaten(values[None])[0]
    one = (values >= 0) * chance.random(1_326) ** 2
    other = (values >= 0) * ((beaten > 0.8) + (beaten < 0.2) * 0.5)
    river = River(10, stack)
    assert 0 < by_cards(river, solve(river, values, (one, other)), values, (one, other)) < 0.01


def test_a_river_knows_the_bets_that_were_made():
    river = River(100, 500, made=(0, 37, 160))
    assert river.tree.player[river.here] == 1
    assert river.totals[river.here][:2] == [FOLD, 160]
    unbet = River(100, 500)
    assert unbet.here == 0
    assert unbet.totals[0][0] == CALL
