"""The network of both games with a landlord: what it sees, how it learns, and its file."""

import json
import random
from importlib.resources import files

import numpy as np
import pytest

from games.bots.dou_dizhu_net import ratings, train
from games.bots.dou_dizhu_net.features import state_columns
from games.bots.dou_dizhu_net.learning import Learner, learn_hands, learn_plays
from games.bots.dou_dizhu_net.moves import CATEGORIES, SHAPES, counts_of, moves_of
from games.bots.dou_dizhu_net.network import (
    Network,
    bid_sizes,
    hand_values,
    play_sizes,
    play_values,
    position_values,
)
from games.bots.dou_dizhu_net.network import (
    read as read_networks,
)
from games.bots.dou_dizhu_net.network import (
    trained as trained_networks,
)
from games.bots.dou_dizhu_net.self_play import Playing, options
from games.bots.dou_dizhu_spot import choice_of, read
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dou_dizhu.ranks import pack
from tests.support.cases import for_each

KEYS = tuple(SHAPES)
WHOLE = {
    *("solo", "pair", "trio", "trio_with_solo", "trio_with_pair"),
    *("chain", "pair_chain", "airplane", "bomb", "rocket"),
}
"""The categories without free kickers: self-play offers all of them."""
FIRST_ROUND = [1, 0.4167, 0.3333, 1.028, 0.9451, 1.252, 1.077]
"""The first round of the small training below: number, landlord wins, bombs, squared errors."""


def dealt(key, rng):
    """Return a game in which player 0 is the landlord."""
    game = registry.get(key)
    players, rules = game.max_seats, game.presets["standard"]
    deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
    opening = Opening(key, rules, tuple(range(players)), (0,) * players, 0, deck)
    state = game.deal(opening).state
    return game, game.apply(state, Action(0, "bid", 3)).state


def pack_counts(counts):
    """Return counts by rank as a packed set."""
    return sum(int(count) << 4 * rank for rank, count in enumerate(counts))


def action_of(spot, packed, category):
    """Return the action that plays a packed set as this category, or passes."""
    reading = next(
        (r for r in spot.rules.readings(packed) if r.category == category) if packed else iter(()),
        None,
    )
    choice = choice_of(spot, reading)
    return Action(0, choice.kind, None, choice.cards, choice.reading)


@for_each("key", KEYS)
def test_self_play_sees_what_a_seat_sees(key):
    rng, numbers = random.Random(key), np.random.default_rng(1)
    shape = SHAPES[key]
    moves = moves_of(shape)
    game, state = dealt(key, rng)
    hands = np.array([[counts_of(hand) for hand in state.packed]], np.int8)
    kitty = np.array([counts_of(pack(state.kitty))], np.int8)
    hands[0, 0] -= kitty[0]
    played = Playing(np, shape, hands, kitty)
    while (seat := game.turn(state)) is not None:
        spot = read(game.view(state, Viewer(seat=seat)), state.rules)
        hand = np.array([counts_of(spot.hand)], np.int8)
        seen = state_columns(np, shape, ratings.position_of(shape, spot, hand), seat)
        assert (seen == state_columns(np, shape, played.seen([0], seat), seat)).all()
        _rows, found, cards = options(np, moves, played.hands[:, seat], played.last, numbers)
        legal = {reading.cards: reading for reading in spot.legal_plays()}
        if spot.last is not None:
            legal[0] = None
        offered = {pack_counts(row) for row in cards}
        assert offered <= set(legal)
        assert {play.cards for play in spot.legal_plays() if play.category in WHOLE} <= offered
        at = rng.randrange(len(found))
        category = CATEGORIES[moves.category[found[at]]]
        action = action_of(spot, pack_counts(cards[at]), category)
        state = game.apply(state, action._replace(seat=seat)).state
        over = played.apply(seat, found[at : at + 1], cards[at : at + 1], moves)
        assert bool(over[0]) == (game.turn(state) is None)


def trained(folder, rounds):
    """Train a small network; return its weights and its curve without the times."""
    train.main(
        f"dou_dizhu --rounds {rounds} --games 24 --batch 64 --seed 3 --widths 16 16 --on cpu "
        f"--out {folder}".split()
    )
    with (folder / "dou_dizhu.npz").open("rb") as file:
        networks = read_networks(SHAPES["dou_dizhu"], file)
    about = json.loads((folder / "dou_dizhu.json").read_text())
    curve = [[float(value) for value in row.split()] for row in about["curve"]]
    return networks, [[row[0], *row[2:]] for row in curve], about


def test_the_same_seed_trains_the_same_network_and_goes_on_after_a_stop(tmp_path):
    whole, curve, about = trained(tmp_path / "whole", 2)
    assert curve[0] == pytest.approx(FIRST_ROUND, rel=2e-3)
    assert (about["seed"], about["rounds"], about["games"]) == (3, 2, 48)
    assert about["command"].startswith("python -m games.bots.dou_dizhu_net.train dou_dizhu ")
    # A stop after one round; the rate depends on the share that is done, which the state tells.
    training = train.Training(np, SHAPES["dou_dizhu"], (16, 16), 3, 24, 64)
    training.round(train.rate_at(0))
    training.save(tmp_path / "stopped", "")
    again, _curve, _about = trained(tmp_path / "stopped", 2)
    for one, other in zip([*whole.plays, whole.bid], [*again.plays, again.bid], strict=True):
        assert (one.vector == other.vector).all()
        assert np.isfinite(one.vector).all()


def slopes_by_differences(learner, value, names):
    """Return the slope of `value()` for the first weight of each layer, by differences."""
    found = {}
    for name in names:
        layer = learner.network.layers[name]
        at = np.unravel_index(np.abs(learner.slopes[name]).argmax(), layer.shape)
        before = layer[at]
        ends = []
        for step in (1e-3, -1e-3):
            layer[at] = before + step
            ends.append(float(value()))
        layer[at] = before
        found[name] = at, (ends[0] - ends[1]) / 2e-3
    return found


def still(learner):
    """Let a learner compute slopes without moving its weights."""
    learner.step = lambda rate: None
    return learner


def test_slopes_are_those_of_the_error():
    rng, shape = np.random.default_rng(5), SHAPES["dou_dizhu"]
    learner = still(Learner(np, Network.random(play_sizes(shape, (12, 10)), rng)))
    sizes = learner.network.sizes
    states = rng.integers(0, 2, (40, sizes["state"][0]), np.int8)
    plays = rng.integers(0, 2, (40, sizes["play"][0]), np.int8)
    results = rng.normal(size=(40, 2)).astype(np.float32)
    learn_plays(learner, states, plays, results, 0)

    def error():
        shared = position_values(np, learner.network, states)
        return ((play_values(np, learner.network, shared, plays) - results) ** 2).sum() / 40

    for name, (at, slope) in slopes_by_differences(learner, error, sizes).items():
        assert learner.slopes[name][at] == pytest.approx(slope, rel=0.05, abs=2e-3), name
    learner = still(Learner(np, Network.random(bid_sizes(shape), rng)))
    hands = rng.integers(0, 2, (40, learner.network.sizes["hand"][0]), np.int8)
    counted = rng.integers(0, 2, (40, 2)).astype(np.float32)
    learn_hands(learner, hands, results, counted, 0)

    def hands_error():
        return (((hand_values(np, learner.network, hands) - results) * counted) ** 2).sum() / 40

    found = slopes_by_differences(learner, hands_error, learner.network.sizes)
    for name, (at, slope) in found.items():
        assert learner.slopes[name][at] == pytest.approx(slope, rel=0.05, abs=2e-3), name


@for_each("key", KEYS)
def test_the_networks_of_the_platform_are_small_and_say_how_they_were_made(key):
    folder = files("games.bots.dou_dizhu_net")
    networks = trained_networks(key)
    assert all(np.isfinite(net.vector).all() for net in [*networks.plays, networks.bid])
    assert len((folder / f"{key}.npz").read_bytes()) < 4_000_000
    about = json.loads((folder / f"{key}.json").read_text())
    assert f"_net.train {key} " in about["command"]
    assert f"--seed {about['seed']}" in about["command"]
    assert len(about["commit"]) >= 8
    columns = about["curve_columns"].count(",") + len(networks.plays)
    assert {len(row.split()) for row in about["curve"]} == {columns}
