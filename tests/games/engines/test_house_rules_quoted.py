"""Refusals that an option of the rules causes name the option and its value."""

import random

import pytest

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.contract import Action, Opening
from games.engines.core.errors import IllegalAction
from games.engines.dou_dizhu.moves import why_not as why_not_ddz
from games.engines.dou_dizhu.ranks import rank_of
from games.records.refusals import in_words
from games.rulebook.rule_words import RuleWords
from tests.games.words import said


def start(key, seats, *, preset="standard", stacks=1_000, **options):
    game = registry.get(key)
    rules = game.rules_from_json(game.presets[preset].to_json() | options)
    deck = list(range(game.deck_size))
    random.Random(4).shuffle(deck)
    opening = Opening(key, rules, tuple(range(seats)), (stacks,) * seats, 0, tuple(deck))
    return game, game.deal(opening).state


def refused(game, state, kind, amount=None, *, seat=None, cards=()):
    seat = game.turn(state) if seat is None else seat
    with pytest.raises(IllegalAction) as no:
        game.apply(state, Action(seat, kind, amount, cards))
    return no.value


@pytest.mark.parametrize(
    ("options", "seen", "kind", "amount", "code", "option", "value"),
    [
        ({"side_show": "off"}, True, "side_show", None, "SIDE_SHOW_OFF", "side_show", "Off"),
        ({"raise_limit": 2}, False, "bet", 21, "AMOUNT_TOO_LARGE", "raise_limit", "2"),
        ({"stake_cap": 1}, False, "bet", 20, "AMOUNT_TOO_LARGE", "stake_cap", "1"),
        ({"short_stack": "must_fold"}, False, "cover", None, "COVER_OFF", "short_stack", None),
    ],
)
def test_teen_patti(options, seen, kind, amount, code, option, value):
    game, state = start("teen_patti", 3, boot=10, **options)
    if seen:
        state = game.apply(state, Action(game.turn(state), "see")).state
    no = refused(game, state, kind, amount)
    assert no.code == code
    assert no.limits["rule"] == {"name": option, "value": state.rules.shown(option)}
    text, limits = in_words(catalogue(), game, state.rules, no)
    rule = limits["rule"]
    assert rule["name"] == option
    assert value is None or rule["value"].lower() == value.lower()
    assert text.endswith(f"House rule: {rule['label']} – {rule['value']}.")


def test_a_refusal_without_a_house_rule_names_none():
    game, state = start("teen_patti", 3, boot=10)
    no = refused(game, state, "bet", 5)
    assert no.code == "AMOUNT_TOO_SMALL"
    assert "rule" not in no.limits
    assert "House rule" not in said(game, state, no)


def test_a_seen_player_with_an_odd_stack_is_refused_by_no_option():
    game, state = start("teen_patti", 3, boot=10, stacks=41, raise_limit=None)
    state = game.apply(state, Action(game.turn(state), "see")).state
    assert "rule" not in refused(game, state, "bet", 31).limits


def test_looking_at_the_cards_before_the_turn():
    game, state = start("teen_patti", 3, see_when="own_turn")
    other = next(seat for seat in state.seats if seat != game.turn(state))
    assert refused(game, state, "see", seat=other).limits["rule"]["name"] == "see_when"
    assert "rule" not in refused(game, state, "fold", seat=other).limits


def test_holdem():
    game, state = start("holdem", 3, preset="four_handed")
    state = game.apply(state, Action(game.turn(state), "call")).state
    no = refused(game, state, "fold")
    assert (no.code, no.limits["rule"]["name"]) == ("BLIND_CANNOT_FOLD", "blinds_may_fold_preflop")
    assert said(game, state, no) == "Invalid option! The blinds may not fold before the flop."
    no = refused(game, state, "raise_to", state.current + 1)
    assert (no.code, no.limits["rule"]["name"]) == ("RAISE_TOO_SMALL", "min_raise")
    assert no.limits["min"] == 2 * state.current


def test_dou_dizhu_calls_of_another_bidding_and_disabled_doubling():
    game, state = start("dou_dizhu", 3, bidding="bid_123", double_stage=False)
    assert refused(game, state, "rob").limits["rule"]["name"] == "bidding"
    assert refused(game, state, "double").limits["rule"]["name"] == "double_stage"


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"four_with_one": False}, "four_with_one"),
        ({"four_with_one": True}, None),
    ],
)
def test_a_set_that_an_option_forbids_names_the_option(options, option):
    game, state = start("dou_dizhu", 3, preset="default", **options)
    while state.landlord < 0:
        kinds = {one.kind for one in game.legal(state, game.turn(state))}
        kind = "call" if "call" in kinds else "pass"
        state = game.apply(state, Action(game.turn(state), kind)).state
    by_rank = sorted(range(54), key=rank_of)
    fours_and_one = tuple(by_rank[:5])  # four of the lowest rank and one of the next
    hands = [(), (), ()]
    hands[state.turn] = fours_and_one
    state = state._replace(hands=tuple(hands))
    action = Action(game.turn(state), "play", cards=fours_and_one)
    no = why_not_ddz(state, state.turn, action)
    if option is None:
        assert no is None
    else:
        assert (no.code, no.option) == ("NOT_A_COMBINATION", option)


def test_against_the_dealer():
    game, state = start("dealer_teen_patti", 1, ante_min=10, ante_max=100, side_bet_max=0)
    assert refused(game, state, "ante", 5).limits["rule"]["name"] == "ante_min"
    assert refused(game, state, "ante", 500, seat=0).limits["rule"]["name"] == "ante_max"
    assert refused(game, state, "pair_plus", 5).limits["rule"]["name"] == "side_bet_max"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_every_option_can_be_quoted(game):
    rules = game.presets["standard"]
    words = RuleWords(game.key)
    for option in rules.OPTIONS:
        said = words.quoted(rules, option.name)
        assert said["label"] == words.label(option.name)
        assert said["value"]
