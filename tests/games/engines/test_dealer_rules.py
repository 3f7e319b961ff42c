"""A pay table as an option: read from a text or an object, stored whole, shown in words."""

import json

import pytest

from games.engines.core.contract import RulesError
from games.engines.dealer_teen_patti import designs
from games.engines.dealer_teen_patti.paytable import PayTable
from games.rulebook.rule_words import RuleWords
from tests.games.engines.scripted_dealer import GAME, STANDARD, rules_of
from tests.support.cases import for_each

(OPTION,) = (option for option in GAME.Rules.OPTIONS if option.name == "pay_table")
TEXT = "tcp~dealer_qualifies=jack_high"


def test_a_text_and_the_whole_table_are_the_same_rules():
    by_text = GAME.rules_from_json({"pay_table": TEXT})
    whole = by_text.to_json()["pay_table"]
    assert whole["ante_bonus"] == {"pure": 5, "trail": 4, "sequence": 1}
    assert set(whole) == set(PayTable().to_json())
    again = GAME.rules_from_json(json.loads(json.dumps(by_text.to_json())))
    assert again == by_text
    assert again.hash() == by_text.hash()


def test_records_do_not_contain_names_of_designs(monkeypatch):
    written = rules_of("tcp").to_json()
    monkeypatch.setitem(designs.PRESETS, "tcp", designs.PRESETS["commission"])
    assert GAME.Rules.from_json(written).to_json() == written


def test_equal_odds_have_one_stored_form():
    forms = ("0.95", "19/20", "19:20", 0.95)
    tables = [{**PayTable().to_json(), "win_ante": form} for form in forms]
    assert len({GAME.rules_from_json({"pay_table": table}).hash() for table in tables}) == 1


def test_equal_data_is_the_same_object():
    data = rules_of(TEXT).to_json()
    assert GAME.rules_from_json(json.loads(json.dumps(data))) is GAME.rules_from_json(data)
    assert GAME.rules_from_json({"ante_min": 1}) is not GAME.rules_from_json({"ante_min": 2})


@for_each(
    ("value", "says"),
    [
        ("nobody", "no preset"),
        ("tcp~win_ante", "value is missing"),
        ({}, "text of a design"),
        ({"win_ante": -1}, "between 0"),
        ({"no_such": 1}, "no option"),
        (None, "text of a design"),
        ("tcp~tie=perhaps", "must be one of"),
    ],
)
def test_an_invalid_pay_table_is_refused_at_its_option(value, says):
    with pytest.raises(RulesError) as no:
        GAME.rules_from_json({"pay_table": value})
    assert no.value.field == "pay_table"
    assert says in RuleWords(GAME.key).error(no.value)


def test_a_form_shows_and_posts_the_short_text():
    rules = rules_of(TEXT)
    assert OPTION.field(rules.pay_table) == TEXT
    assert OPTION.parse(TEXT) == rules.pay_table
    assert OPTION.field(OPTION.default) == "teen_patti"
    assert list(OPTION.choices) == list(designs.PRESETS)


def test_the_house_rules_name_the_design_and_its_changes():
    words = RuleWords(GAME.key)
    (difference,) = words.differences(rules_of("tcp"), STANDARD)
    assert difference["value"] == "Three Card Poker"
    assert difference["usual"] == "Teen Patti, queen high"
    changed = words.value(OPTION, TEXT)
    assert changed == "Three Card Poker; Dealer plays with: jack high"


def test_antes_must_leave_a_choice():
    with pytest.raises(RulesError) as no:
        GAME.Rules(ante_min=20, ante_max=10)
    assert no.value.field == "ante_max"


def test_presets_are_the_named_designs():
    assert set(GAME.presets) == {"standard", *designs.PRESETS} - {"teen_patti"}
    assert STANDARD.pay_table == designs.PRESETS["teen_patti"].table
