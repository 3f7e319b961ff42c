"""Thousands of random games of Dou Dizhu: they end, nothing is lost, and they can be replayed.

The choice is made from `playable`, which lists the same as `legal`, but faster.
"""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from games.engines.core.contract import SPECTATOR, Action
from games.engines.core.errors import IllegalAction
from games.engines.core.fold import fold
from games.engines.dou_dizhu.moves import playable
from games.engines.dou_dizhu.ranks import pack
from tests.games.engines.random_play import random_rules
from tests.games.engines.scripted_dou_dizhu import GAME, quick_action, quick_game, shuffled_opening
from tests.support.size import times

DEALS = times(40, 5_000)
LONGEST = 300
CHIPS = (0, 1, 7, 50, 99, 100, 1_000, 10_000)


def ended(opening, rng):
    """Return the last state of a random game."""
    state = GAME.deal(opening).state
    for _ in range(LONGEST):
        if state.turn < 0:
            return state
        state = GAME.apply(state, quick_action(state, rng)).state
    raise AssertionError("the game does not end")


def check_points(state, base):
    """Check that the sum is 0, peasants share alike, and the score follows from the plays."""
    result = state.result
    net = dict(result.net)
    assert sum(net.values()) == 0
    if result.ended_by == "all_pass":
        assert set(net.values()) == {0}
        return
    landlord = net.pop(state.seats[state.landlord])
    one, other = net.values()
    assert one == other == -landlord // 2 != 0
    assert (landlord > 0) == (result.ended_by == "landlord")
    assert (not state.hands[state.landlord]) == (landlord > 0)
    peasants = [plays for at, plays in enumerate(state.plays) if at != state.landlord]
    sprung = sum(peasants) == 0 if landlord > 0 else state.plays[state.landlord] == 1
    rules = state.rules
    bid = state.bid if rules.bidding == "bid_123" else 1
    x = base * bid * 2 ** (state.bombs + state.rockets) * (rules.spring if sprung else 1)
    assert abs(one) == x


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(GAME.presets))
def test_random_deals_end_and_sum_to_zero(preset):
    rng, rules = random.Random(f"deals {preset}"), GAME.presets[preset]
    seen: Counter = Counter()
    for _ in range(DEALS):
        state = ended(shuffled_opening(rng, rules), rng)
        check_points(state, rules.base_score)
        seen[state.result.ended_by] += 1
        seen["bombs"] += state.bombs
        seen["rockets"] += state.rockets
    assert set(seen) == {"landlord", "peasants", "all_pass", "bombs", "rockets"}
    assert min(seen.values()) > DEALS // 50


def every_card(state):
    """Return each card in a hand, played, or in a kitty that nobody took."""
    packed = state.played + sum(pack(hand) for hand in state.hands)
    if state.landlord < 0:
        packed += pack(state.kitty)
    return packed


@pytest.mark.slow
def test_cards_are_never_lost_and_hands_are_kept_packed():
    rng = random.Random("cards")
    for number in range(times(30, 150)):
        rules = list(GAME.presets.values())[number % len(GAME.presets)]
        for _before, _action, step in quick_game(shuffled_opening(rng, rules), rng):
            state = step.state
            assert every_card(state) == pack(range(54))
            assert state.packed == tuple(pack(hand) for hand in state.hands)
            assert sum(map(len, state.hands)) in range(52 if state.landlord < 0 else 55)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(1, 4)))
def test_chips_are_conserved_and_nobody_pays_more_than_they_have(seed):
    rng = random.Random(f"chips {seed}")
    capped = Counter()
    for _ in range(times(100, 250)):
        rules = GAME.Rules(
            score_mode="chips",
            base_score=rng.choice((1, 5, 7, 100)),
            win_cap=rng.random() < 0.5,
            double_stage=rng.random() < 0.5,
            bidding=rng.choice(("first_call", "bid_123", "call_rob")),
            spring=rng.choice((1, 2, 3)),
            leaver=rng.choice(("auto_play", "forfeits")),
        )
        stacks = tuple(rng.choice(CHIPS) for _ in range(3))
        step = None
        for _before, _action, step in quick_game(
            shuffled_opening(rng, rules, stacks), rng, leaves=True
        ):
            shown = [seat["stack"] for seat in GAME.view(step.state, SPECTATOR)["seats"]]
            assert sum(shown) == sum(stacks)
        result = step.state.result
        assert sum(change for _seat, change in result.net) == 0
        for (seat, chips), start in zip(result.chips, stacks, strict=True):
            change = dict(result.net)[seat]
            assert chips == start + change >= 0
            if rules.win_cap:
                assert change <= start
                capped["win"] += change == start > 0
            capped["all"] += change == -start < 0
        for pot in result.pots:
            assert pot.amount == sum(won for _seat, won in pot.shares)
            assert all(won == dict(result.net)[seat] >= 0 for seat, won in pot.shares)
    assert capped["win"] > 10
    assert capped["all"] > 10


def test_games_for_chips_always_have_a_largest_multiplier():
    assert GAME.Rules(score_mode="chips").multiplier_cap == 64
    assert GAME.Rules(score_mode="chips", multiplier_cap=8).multiplier_cap == 8
    assert GAME.Rules(score_mode="points").multiplier_cap is None
    assert GAME.stakes(GAME.Rules(score_mode="chips", base_score=20)) == {"base": 20, "cap": 64}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(2, 4)))
def test_winners_are_paid_in_full_if_everyone_has_the_largest_loss(seed):
    """Check that a stack of the price of a hand settles as the same hand among the rich."""
    rng = random.Random(f"in full {seed}")
    largest = Counter()
    for _ in range(times(50, 250)):
        rules = GAME.Rules(
            score_mode="chips",
            base_score=rng.choice((1, 5, 7, 100)),
            multiplier_cap=rng.choice((1, 2, 3, 4, 8)),
            double_stage=rng.random() < 0.5,
            bidding=rng.choice(("first_call", "bid_123", "call_rob")),
            spring=rng.choice((1, 2, 3)),
            bomb_multiplier=rng.choice((2, 10)),
            leaver=rng.choice(("auto_play", "forfeits")),
        )
        price = GAME.entry_price(GAME.Rules(**{**rules.to_json(), "min_stack": 1}))
        opening = shuffled_opening(rng, rules, (price,) * 3)
        rich = GAME.deal(replace(opening, stacks=(10**9,) * 3)).state
        played = list(quick_game(opening, rng, leaves=True))
        for _before, action, _step in played[1:]:
            rich = GAME.apply(rich, action).state
        assert played[-1][2].state.result.net == rich.result.net
        largest["most"] += min(dict(rich.result.net).values()) == -price
    assert largest["most"] > 10


def some_rules(rng, number):
    presets = list(GAME.presets.values())
    return presets[number % len(presets)] if number % 2 else random_rules(GAME, rng)


@pytest.mark.slow
def test_replaying_the_actions_is_the_same_game():
    rng = random.Random("replay")
    for number in range(times(25, 300)):
        opening = shuffled_opening(rng, some_rules(rng, number))
        actions, last = [], None
        for _before, action, step in quick_game(opening, rng, leaves=number % 3 == 0):
            if action is not None:
                actions.append(Action.from_json(json.loads(json.dumps(action.to_json()))))
            last = step.state
        assert fold(GAME, opening, actions) == last
        assert last.result is not None


@pytest.mark.slow
def test_states_survive_json():
    rng = random.Random("json")
    for number in range(times(30, 60)):
        opening = shuffled_opening(rng, some_rules(rng, number))
        for _before, _action, step in quick_game(opening, rng):
            text = json.dumps(GAME.state_to_json(step.state))
            again = GAME.state_from_json(json.loads(text))
            assert again == step.state
            assert json.dumps(GAME.state_to_json(again)) == text


def test_a_game_goes_on_from_json():
    rng = random.Random("goes on")
    for number in range(times(25, 100)):
        opening = shuffled_opening(rng, some_rules(rng, number))
        actions = [a for _b, a, _s in quick_game(opening, rng) if a is not None]
        stop = rng.randrange(len(actions))
        middle = fold(GAME, opening, actions[:stop])
        state = GAME.state_from_json(json.loads(json.dumps(GAME.state_to_json(middle))))
        for action in actions[stop:]:
            state = GAME.apply(state, action).state
        assert state == fold(GAME, opening, actions)


def test_the_clock_alone_ends_every_game():
    rng = random.Random("clock")
    ends = Counter()
    for number in range(300):
        opening = shuffled_opening(rng, some_rules(rng, number), must=number % 4 > 0, redeals=1)
        state = GAME.deal(opening).state
        for _ in range(LONGEST):
            if state.turn < 0:
                break
            state = GAME.apply(state, GAME.timeout(state, GAME.turn(state))).state
        ends[opening.rules.timeout, state.result.ended_by] += 1
    # The landlord always wins if the clock only passes when following.
    passes = {ended_by for timeout, ended_by in ends if timeout == "auto"}
    assert passes == {"all_pass", "landlord"}
    assert ("lowest", "peasants") in ends


def test_suits_never_matter():
    """Compare the same ranks in other suits: readings, counts and scores are equal."""
    rng = random.Random("suits")
    for number in range(times(25, 100)):
        opening = shuffled_opening(rng, some_rules(rng, number))
        moved = list(range(54))
        for rank in range(13):
            moved[4 * rank : 4 * rank + 4] = rng.sample(range(4 * rank, 4 * rank + 4), 4)
        other = fold(GAME, _with(opening, tuple(moved[card] for card in opening.deck)), ())
        for _before, action, step in quick_game(opening, rng):
            if action is not None:
                cards = tuple(moved[card] for card in action.cards)
                other = GAME.apply(
                    other, Action(action.seat, action.kind, action.amount, cards, action.reading)
                ).state
            assert other.packed == step.state.packed
            assert other.turn == step.state.turn
        assert other.result.net == step.state.result.net


def _with(opening, deck):
    return type(opening)(
        opening.game,
        opening.rules,
        opening.seats,
        opening.stacks,
        opening.button,
        deck,
        opening.terms,
    )


def test_legal_lists_each_playable_set_once():
    """Check that the list is exact: no repetitions, and nothing that is refused."""
    rng = random.Random("legal")
    listed = 0
    for number in range(40):
        opening = shuffled_opening(rng, some_rules(rng, number))
        for _before, _action, step in quick_game(opening, rng):
            state = step.state
            if state.turn < 0 or rng.random() < 0.6:
                continue
            legal = GAME.legal(state, GAME.turn(state))
            assert len(set(legal)) == len(legal)
            for option in rng.sample(legal, min(5, len(legal))):
                amount = option.min
                seat = GAME.turn(state)
                try:
                    GAME.apply(
                        state, Action(seat, option.kind, amount, option.cards, option.reading)
                    )
                except IllegalAction as no:
                    raise AssertionError(f"{option} is refused: {no.code}") from no
                listed += 1
            if state.phase == "play":
                plays = [option for option in legal if option.kind == "play"]
                assert len(plays) == len(playable(state))
    assert listed > 1_000
