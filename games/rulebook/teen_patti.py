"""The order of hands at a table of Teen Patti, in its variant."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from games.engines.core.cards import parse_cards
from games.engines.core.hand_values import HandValue
from games.engines.teen_patti.ranking import hand_key, hand_value_of
from games.rulebook.ranking import Hand, RankingCard, cards_of, high_to_low

_RUNS = ("Ah 2s 3d", "As Kd Qh", "2h As Kd", "Kc Qd Js", "4h 3d 2c")
"""Those whose order options change, with the highest and the lowest of the others."""
_SEQUENCE = "sequence"


def ranking(card: RankingCard) -> None:
    """Complete the card; jokers stand for other cards, so hands are drawn without any."""
    card.decided_by(
        "variant",
        "run_order",
        "best_trail",
        "suit_tiebreak",
        "suit_tiebreak_scope",
        "suit_pair_basis",
    )
    rules = card.rules
    if rules.variant == "999":
        (duel,) = (one for one in card.book.records("duels") if one["preset"] == "999")
        card.list_hands(
            [{"name": duel[f"{one}_is"], "cards": duel[one]} for one in ("first", "second")],
            lambda _one: "",
        )
        return
    if rules.variant != "muflis":
        rules = replace(rules, variant="classic")
    list_three_cards(card, partial(hand_key, rules=rules), partial(hand_value_of, rules=rules))


def list_three_cards(
    card: RankingCard, key: Callable[[Hand], Any], value_of: Callable[[Hand], HandValue]
) -> None:
    """List the hands of three cards and the order of runs, from high to low by `key`."""
    hands = high_to_low(card.book.records("ranking"), key)
    card.list_hands(hands, lambda one: value_of(cards_of(one))["kind"])
    runs = [run for run in _RUNS if value_of(parse_cards(run))["kind"] == _SEQUENCE]
    runs.sort(key=lambda run: key(parse_cards(run)), reverse=True)
    card.order = [run.split() for run in runs]
