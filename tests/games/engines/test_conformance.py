"""The guarantees of every game, on random hands under its presets and under random rules."""

import json
import random

import pytest

from games.engines.core import registry
from games.engines.core.cards import PACK, parse_card
from games.engines.core.contract import OPEN, SPECTATOR, Action, RulesError, Viewer
from games.engines.core.errors import IllegalAction
from games.engines.core.fold import fold
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.games.words import said
from tests.support.cases import for_each
from tests.support.size import times

CASES = [(game.key, preset) for game in registry.all_games() for preset in game.presets]
CASES += [(game.key, f"random {n}") for game in registry.all_games() for n in range(times(1, 25))]
HANDS, FEW = times(2, 20), times(1, 6)
LONGEST = 2_000
NOT_OFFERED = {
    "NOTHING_TO_OPEN",  # with the option off
    "SIDE_BET_OFF",
    "UNKNOWN_ACTION",
    "VARIANT_PENDING",  # for answers to a side show
    "WRONG_PHASE",
}
"""Why a turn has no button for an action."""


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1].replace(' ', '-')}")
def hands(request):
    """Return openings of one game under one rule set; the seed is the case itself."""
    key, preset = request.param
    game, rng = registry.get(key), random.Random(f"{key} {preset}")
    rules = game.presets.get(preset) or random_rules(game, rng)
    return game, [random_opening(game, rules, rng) for _ in range(HANDS)], rng


def on_the_table(game, state):
    view = game.view(state, SPECTATOR)
    return sum(seat["stack"] for seat in view["seats"]) + view["pot"]


def accepts(game, state, action):
    try:
        game.apply(state, action)
    except IllegalAction as no:
        return not (no.code.isupper() and " " in said(game, state, no))  # it has a sentence
    return True


def test_chips_are_kept_and_hands_end(hands):
    game, openings, rng = hands
    for opening in openings:
        total, step = sum(opening.stacks), None
        play = random_hand(game, opening, rng, leaves=True)
        for number, (_before, _action, step) in enumerate(play):
            assert number < LONGEST
            if game.result(step.state) is None:
                assert on_the_table(game, step.state) == total
        result = game.result(step.state)
        assert sum(chips for _seat, chips in result.chips) + result.house == total
        assert sum(change for _seat, change in result.net) + result.house == 0
        if not game.scores(opening.rules):
            assert all(chips >= 0 for _seat, chips in result.chips)
        for pot in result.pots:
            assert sum(chips for _seat, chips in pot.shares) == pot.amount
            assert set(pot.winners) <= set(pot.seats)


@pytest.mark.slow
def test_legal_lists_exactly_the_actions_that_apply_accepts(hands):
    game, openings, rng = hands
    for opening in openings[: times(1, 6)]:
        for _before, _action, step in random_hand(game, opening, rng):
            state = step.state
            for seat in opening.seats:
                legal = game.legal(state, seat)
                options = {option.kind: option for option in legal if not option.cards}
                choices = [option for option in legal if option.reading and not option.cards]
                for choice in choices:
                    options.pop(choice.kind, None)
                    assert accepts(game, state, Action(seat, choice.kind, reading=choice.reading))
                plays = [option for option in legal if option.cards]
                check_plays(game, state, seat, plays, rng)
                for kind in {*game.action_kinds, "dance"} - {play.kind for play in plays}:
                    check_kind(game, state, seat, kind, options.get(kind))


def check_plays(game, state, seat, plays, rng):
    """Check that listed cards may be played, and other cards of the hand only with equal ranks."""
    listed = {ranks_of(play.cards) for play in plays}
    for play in rng.sample(plays, min(len(plays), times(4, 12))):
        assert accepts(game, state, Action(seat, play.kind, None, play.cards, play.reading))
    if not plays:
        return
    own = next(e for e in game.view(state, Viewer(seat=seat))["seats"] if e["seat"] == seat)
    hand = [parse_card(card) for card in own["cards"]]
    for _ in range(20):
        cards = tuple(rng.sample(hand, rng.randint(1, min(len(hand), 9))))
        accepted = accepts(game, state, Action(seat, plays[0].kind, None, cards))
        assert accepted == (ranks_of(cards) in listed), cards


def ranks_of(cards):
    faces = [card % PACK for card in cards]
    return tuple(sorted(face if face >= 52 else face >> 2 for face in faces))


def check_kind(game, state, seat, kind, option):
    if option is None:
        amounts = [None, 0, 1, 2, 7, 10**9]
        assert not any(accepts(game, state, Action(seat, kind, amount)) for amount in amounts)
    elif option.min is None:
        assert accepts(game, state, Action(seat, kind, option.amount))
        assert accepts(game, state, Action(seat, kind))
    else:
        for amount in range(option.min, min(option.max, option.min + 12) + 1):
            right = (amount - option.min) % option.step == 0
            assert accepts(game, state, Action(seat, kind, amount)) == right
        assert accepts(game, state, Action(seat, kind, option.max))
        for amount in (None, -1, min(0, option.min - 1), option.min - 1, True):
            assert not accepts(game, state, Action(seat, kind, amount))
        for amount in (option.max + 1, 10**9):
            assert accepts(game, state, Action(seat, kind, amount)) == option.over


@pytest.mark.slow
def test_a_turn_has_the_reason_for_each_action_that_it_does_not_allow(hands):
    game, openings, rng = hands
    for opening in openings[:FEW]:
        for _before, _action, step in random_hand(game, opening, rng):
            seat = game.turn(step.state)
            if seat is None:
                continue
            you = game.view(step.state, Viewer(seat=seat))["you"]
            told = {entry["kind"] for entry in you["blocked"]}
            legal = {entry["kind"] for entry in you["legal"]}
            assert not told & legal
            for kind in game.action_kinds - told - legal:
                with pytest.raises(IllegalAction) as no:
                    game.apply(step.state, Action(seat, kind, 1))
                assert no.value.code in NOT_OFFERED, kind


@pytest.mark.slow
def test_illegal_actions_change_nothing(hands):
    game, openings, rng = hands
    for opening in openings[:FEW]:
        for _before, _action, step in random_hand(game, opening, rng):
            state, copy = step.state, json.dumps(game.state_to_json(step.state))
            for seat in range(game.max_seats + 1):
                for kind in game.action_kinds:
                    accepts(game, state, Action(seat, kind, rng.randrange(-2, 50)))
            assert json.dumps(game.state_to_json(state)) == copy


@pytest.mark.slow
def test_states_survive_json_and_folding_equals_playing(hands):
    game, openings, rng = hands
    for opening in openings[:FEW]:
        actions, last = [], None
        for _before, action, step in random_hand(game, opening, rng, leaves=True):
            if action is not None:
                actions.append(Action.from_json(json.loads(json.dumps(action.to_json()))))
            again = game.state_from_json(json.loads(json.dumps(game.state_to_json(step.state))))
            assert again == step.state
            assert game.view(again, OPEN) == game.view(step.state, OPEN)
            last = step.state
        assert fold(game, opening, actions) == last


@pytest.mark.slow
def test_the_clock_always_has_an_answer(hands):
    game, openings, rng = hands
    for opening in openings:
        for _before, _action, step in random_hand(game, opening, rng):
            seat = game.turn(step.state)
            if seat is not None:
                assert game.legal(step.state, seat)
                assert accepts(game, step.state, game.timeout(step.state, seat))


@pytest.mark.slow
def test_views_for_one_role_have_the_same_keys(hands):
    game, openings, rng = hands
    for opening in openings[:FEW]:
        for _before, _action, step in random_hand(game, opening, rng):
            spectators = game.view(step.state, SPECTATOR)
            assert set(game.view(step.state, OPEN)) == set(spectators)
            for seat in opening.seats:
                view = game.view(step.state, Viewer(seat=seat))
                assert set(view) == set(spectators) | {"you"}
                assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_rules_survive_json_and_are_hashed_by_their_content(game):
    for preset in game.presets.values():
        again = game.rules_from_json(json.loads(json.dumps(preset.to_json())))
        assert again == preset
        assert again.hash() == preset.hash()
        assert preset.differences_from(preset) == ()
    assert len({preset.hash() for preset in game.presets.values()}) == len(game.presets)
    with pytest.raises(RulesError) as no:
        game.rules_from_json({"no_such_option": 1})
    assert no.value.field == "no_such_option"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_every_option_refuses_invalid_values(game):
    for option in game.Rules.OPTIONS:
        with pytest.raises(RulesError) as no:
            game.rules_from_json({option.name: "nonsense"})
        assert no.value.field == option.name


@for_each("game", registry.all_games(), ids=lambda game: game.key)
@for_each("value", [{}, [1, "s"], [[]], {"a": 1}, 1.5])
def test_options_of_no_type_are_refused_with_their_name(game, value):
    for option in game.Rules.OPTIONS:
        with pytest.raises(RulesError) as no:
            game.rules_from_json({option.name: value})
        assert no.value.field == option.name
