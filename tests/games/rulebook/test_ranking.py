"""The card of what beats what: the order of the engine, for the rules of one table."""

import re
from dataclasses import replace

import pytest

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.dou_dizhu.combos import CATEGORIES as COMBINATIONS
from games.engines.dou_dizhu.ranks import pack
from games.engines.holdem.ranking import CATEGORIES as POKER_HANDS
from games.rulebook.ranking import ranking_of

THREE_CARDS = ["trail", "pure_sequence", "sequence", "color", "pair", "high_card"]
BEYOND = {"four_with_solo", "rocket_with_solo", "rocket_with_two"}
"""Combinations of single options, which the book does not draw."""
ALL = [(game, rules) for game in registry.all_games() for rules in game.presets.values()]


def card_of(key, preset="standard", **options):
    game = registry.get(key)
    return ranking_of(game, replace(game.presets[preset], **options))


def kinds(card):
    return [hand["kind"] for hand in card.hands]


def runs(card):
    return ["-".join(card[0] for card in run) for run in card.order]


def test_hands_stand_in_the_order_of_the_variant():
    assert kinds(card_of("teen_patti")) == THREE_CARDS
    assert kinds(card_of("teen_patti", "muflis")) == THREE_CARDS[::-1]
    assert kinds(card_of("teen_patti", "ak47")) == THREE_CARDS
    nearest, far = card_of("teen_patti", "999").hands
    assert (nearest["name"], far["name"]) == ("9-9-8", "1-1-1")
    assert kinds(card_of("holdem")) == ["royal_flush", *reversed(POKER_HANDS)]


def test_runs_stand_in_the_order_of_the_table():
    assert runs(card_of("teen_patti")) == ["A-2-3", "A-K-Q", "K-Q-J", "4-3-2"]
    orders = {
        "akq_a23": ["A-K-Q", "A-2-3", "K-Q-J", "4-3-2"],
        "a23_low": ["A-K-Q", "K-Q-J", "4-3-2", "A-2-3"],
        "no_a23": ["A-K-Q", "K-Q-J", "4-3-2"],
        "literal_2ak": ["A-K-Q", "2-A-K", "K-Q-J", "4-3-2"],
    }
    for order, listed in orders.items():
        assert runs(card_of("teen_patti", run_order=order)) == listed


def test_options_that_change_the_order_are_told_in_place_of_the_books_texts():
    plain, ak47 = card_of("teen_patti"), card_of("teen_patti", "ak47")
    assert (plain.notes, ak47.notes) == (
        [],
        [
            {
                "label": "Variant",
                "value": "AK47",
                "text": "Aces, kings, fours and sevens are jokers.",
            }
        ],
    )
    assert all(hand["text"] for hand in plain.hands)
    assert not any(hand["text"] for hand in ak47.hands)
    assert card_of("teen_patti", raise_limit=None).notes == []


def test_a_pay_table_has_its_own_order_and_payments():
    card = card_of("dealer_teen_patti", "tcp_six")
    assert kinds(card)[:2] == ["pure_sequence", "trail"]
    columns = {column["title"]: dict(column["lines"]) for column in card.pays}
    assert columns["Pair Plus"]["Pair"] == "1 to 1"
    usual = {column["title"] for column in card_of("dealer_teen_patti").pays}
    assert columns.keys() - usual == {"Six-card bonus"}


def test_combinations_begin_with_what_beats_every_other_kind():
    three, four = card_of("dou_dizhu"), card_of("dou_dizhu_four")
    assert kinds(three)[:2] == kinds(four)[:2] == ["rocket", "bomb"]
    assert set(kinds(three)) == set(COMBINATIONS) - BEYOND
    assert "trio_with_solo" not in kinds(four)
    assert [card for (card,) in three.order][:4] == ["RJ", "BJ", "2s", "Ac"]


@pytest.mark.parametrize(("game", "rules"), ALL, ids=lambda one: getattr(one, "key", ""))
def test_every_drawn_hand_is_what_it_is_called(game, rules):
    card = ranking_of(game, rules)
    assert len(card.hands) > 1
    for hand in card.hands:
        assert hand["name"]
        assert not re.search("[<>&*]", hand["name"] + hand["text"])
        cards = parse_cards(" ".join(hand["cards"] + hand["beside"]))
        if game.key.startswith("dou_dizhu"):
            assert hand["kind"] in {one.category for one in rules.readings(pack(cards))}
