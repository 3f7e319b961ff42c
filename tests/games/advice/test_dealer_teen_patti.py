"""Advice against the dealer: exact, with its reason, and only for cards that the viewer sees."""

import random

import pytest

from games.advice import advice_on
from games.bots.dealer_teen_patti import raise_worth as compared_one_by_one
from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.engines.dealer_teen_patti.designs import from_text
from games.engines.dealer_teen_patti.ranking import hand_value_of
from games.odds.analysis import raise_worth
from games.odds.hands import cards_of

RULES = registry.get("dealer_teen_patti").presets["standard"]


def view(*hands):
    """A finished hand in which the seats have these cards."""
    seats = []
    for seat, text in enumerate(hands):
        value = None
        if text and "??" not in text:
            cards = tuple(map(parse_card, text.split()))
            value = hand_value_of(cards, RULES.pay_table.ranking())
        seats.append({"seat": seat, "cards": text.split(), "hand_value": value})
    return {"seats": seats}


@pytest.mark.parametrize(
    ("cards", "figure", "best"),
    [("Qs 6h 4c", "−0.993", "raise"), ("Qs 6h 3c", "−1.003", "fold"), ("As Ah Ad", "+", "raise")],
)
def test_the_two_figures_and_the_better_choice_are_told(cards, figure, best):
    ((seat, text),) = advice_on("dealer_teen_patti", RULES, view(cards))
    assert seat == 0
    assert f"a raise comes to {figure}" in text
    assert text.endswith(f"antes on average, a fold to −1. The best play is to {best}.")


def test_hidden_cards_get_no_advice_and_other_games_have_none():
    shown = view("?? ?? ??", "Qs 6h 4c", "")
    assert [one.seat for one in advice_on("dealer_teen_patti", RULES, shown)] == [1]
    assert advice_on("holdem", RULES, shown) == []


@pytest.mark.parametrize("text", ["teen_patti", "even_money", "commission"])
def test_the_figure_is_that_of_comparing_with_each_hand_of_the_dealer(text):
    pay_table, rng = from_text(text), random.Random(text)
    for number in rng.sample(range(22_100), 3):
        cards = tuple(map(parse_card, cards_of(number)))
        assert raise_worth(pay_table, number) == compared_one_by_one(cards, pay_table)
