"""The words of house rules: every option has them, and every error of a rule set a sentence."""

import pickle
from typing import Any

import pytest

from core.messages import catalogue
from games.designer.refusals import refusal_text
from games.engines.core import registry
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import PRESETS, from_text
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.parameters import PARAMETERS, preset_json
from games.odds.report import played_json
from games.odds.shoe import Shoe
from games.rulebook.presets import presets_of
from games.rulebook.rule_words import RuleWords, names_of_games

GAMES = [game.key for game in registry.all_games()]


def keys_of(key: str) -> set[str]:
    """The keys that the words of a game may have, without the game's."""
    game = registry.get(key)
    ends = {"name", "tagline", "family", "menu", "stakes", "hand_stakes"}
    for option in game.Rules.OPTIONS:
        named = (option.name, *(f"{option.name}.{choice}" for choice in option.choices))
        ends |= {end for name in named for end in (name, f"{name}.about")}
    return ends | {end for p in game.presets for end in (f"preset.{p}", f"preset.{p}.about")}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_its_presets_and_its_options_have_words(key: str) -> None:
    """A word that is missing is an error in the log, which fails the test."""
    words, game = RuleWords(key), registry.get(key)
    assert words.name == names_of_games()[key]
    assert words.tagline.endswith(".")
    assert bool(words.menu) == (game.manifest.menu is not None)
    assert " " in words.stakes(game.stakes(game.presets["standard"]))
    for option in game.Rules.OPTIONS:
        shown = words.option(option)
        assert shown["label"][0].isupper()
        assert shown["help"].endswith(".")
        assert all(label for _value, label, _about in shown["choices"])
    for preset in presets_of(game):
        assert words.preset(preset)


def test_no_words_are_left_over() -> None:
    shared = {"yes", "no", "none", "changed", "families"}
    used = {f"any.{end}" for key in GAMES for end in keys_of(key)}
    used |= {f"{key}.{end}" for key in GAMES for end in keys_of(key)}
    subjects = (key.partition(".") for key in catalogue().entries)
    entries = {end for subject, _dot, end in subjects if subject == "house_rules"}
    assert {key for key in entries if not key.startswith("error.")} <= used | shared


def test_a_preset_that_no_longer_exists_is_named_by_its_key() -> None:
    words = RuleWords("teen_patti")
    assert (words.preset("low_aces"), words.preset_about("low_aces")) == ("Low aces", "")


def test_values_are_said_in_words() -> None:
    words, rules = RuleWords("teen_patti"), registry.get("teen_patti").Rules
    said = {
        name: words.quoted(rules(**{name: value}), name)["value"]
        for name, value in (
            ("boot", 12_000),
            ("pot_limit", None),
            ("suit_tiebreak", ("s", "d", "h", "c")),
            ("hidden_stacks", True),
            ("variant", "ak47"),
        )
    }
    suits = "spades, diamonds, hearts, clubs"
    assert list(said.values()) == ["12,000", "none", suits, "yes", "AK47"]
    with pytest.raises(KeyError):
        words.quoted(rules(), "no_such")


def test_the_blinds_of_a_hand_are_its_own() -> None:
    words, rules = RuleWords("holdem"), registry.get("holdem").presets["cash"]
    assert words.hand_stakes(rules, {}) == "Blinds 5/10"
    assert words.hand_stakes(rules, {"small": 50, "big": 100, "ante": 5}) == "50/100 ante 5"


@pytest.mark.parametrize(
    ("game", "options", "code", "text"),
    [
        ("teen_patti", {"boot": 0}, "OUT_OF_RANGE", "Boot must be between 1 and 1,000,000."),
        ("teen_patti", {"boot": "x"}, "NOT_WHOLE", "Boot must be a whole number."),
        ("teen_patti", {"hidden_stacks": 1}, "NOT_YES_OR_NO", "Hidden stacks must be yes or no."),
        ("teen_patti", {"variant": "x"}, "NO_SUCH_CHOICE", "Variant has no such choice."),
        ("teen_patti", {"joker": 1}, "UNKNOWN_OPTION", "There is no option “joker”."),
        (
            "teen_patti",
            {"suit_tiebreak": ["s"]},
            "NOT_AN_ORDER",
            "Suits break ties must name each of s, d, h, c once, or none.",
        ),
        (
            "holdem",
            {"blind_schedule": [1] * 51},
            "NOT_STEPS",
            "Blind levels must be a list of at most 50 whole numbers.",
        ),
        ("holdem", {"blind_schedule": [2, 1]}, "FALLING", "Blind levels must not fall."),
        (
            "holdem",
            {"starting_points": 9},
            "STACK_TOO_SMALL",
            "The starting stack must cover a big blind.",
        ),
        (
            "dealer_teen_patti",
            {"ante_max": 1},
            "ANTES_CROSSED",
            "The maximum ante must not be below the minimum.",
        ),
        (
            "dealer_teen_patti",
            {"pay_table": 1},
            "NOT_A_PAY_TABLE",
            "Pay table must be the text of a design, or a whole pay table.",
        ),
        (
            "dealer_teen_patti",
            {"pay_table": {"ante_bonus": {"trail": -1}}},
            "OUT_OF_RANGE",
            "Trail must be between 0 and 100,000.",
        ),
    ],
)
def test_wrong_options_are_refused(game: str, options: Any, code: str, text: str) -> None:
    with pytest.raises(RulesError) as no:
        registry.get(game).rules_from_json(options)
    assert (no.value.code, RuleWords(game).error(no.value)) == (code, text)
    again = pickle.loads(pickle.dumps(no.value))
    assert (again.code, again.field, again.limits) == (code, no.value.field, no.value.limits)


def test_a_form_field_that_is_no_number_is_refused() -> None:
    (boot,) = (one for one in registry.get("teen_patti").Rules.OPTIONS if one.name == "boot")
    with pytest.raises(RulesError) as no:
        boot.parse("ten")
    assert no.value.code == "NOT_A_NUMBER"
    assert RuleWords("teen_patti").error(no.value) == "Boot: enter a whole number."


@pytest.mark.parametrize(
    ("design", "code", "text"),
    [
        ({"tie": "x"}, "NOT_ONE_OF", "Equal hands must be one of push, dealer_wins."),
        ({"win_ante": "x"}, "NOT_ODDS", "Ante wins: enter a number such as 4, 0.95 or 19/20."),
        ({"commission": "0.00001"}, "TOO_FINE", "Commission is too fine: at most four decimals"),
        ({"ante_bonus": 5}, "NOT_LINES", "A bonus table is a list of lines"),
        ({"ante_bonus": {"x": 1}}, "NO_SUCH_LINE", "There is no line “x”; there are three_aces, "),
        ({"suits": ["s"]}, "NOT_ALL_SUITS", "Suits: name all four, such as s, d, h, c."),
        ({"mini_royal": 5}, "ROYAL_WITHOUT_PAIR_PLUS", "The mini royal is a line of Pair Plus"),
        ([], "NOT_AN_OBJECT", "A pay table is an object with a value for each option."),
    ],
)
def test_wrong_designs_are_refused(design: Any, code: str, text: str) -> None:
    with pytest.raises(RulesError) as no:
        PayTable.from_json(design)
    assert no.value.code == code
    assert refusal_text(no.value).startswith(text)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("poker", "NO_SUCH_DESIGN", "There is no preset “poker”."),
        ("tcp~tie", "DAMAGED_LINK", "The link is damaged: a value is missing."),
    ],
)
def test_wrong_links_are_refused(text: str, code: str, said: str) -> None:
    with pytest.raises(RulesError) as no:
        from_text(text)
    assert (no.value.code, refusal_text(no.value)) == (code, said)


@pytest.mark.parametrize(("hands", "seed", "code"), [(0, 1, "HANDS"), (1, "x", "SEED")])
def test_wrong_simulations_are_refused(hands: int, seed: Any, code: str) -> None:
    with pytest.raises(RulesError) as no:
        played_json(PayTable(), Shoe(), hands, seed, "en")
    assert (no.value.code, refusal_text(no.value)[-1]) == (code, ".")


def test_every_parameter_and_design_has_words() -> None:
    words = catalogue()
    for parameter in PARAMETERS:
        shown = parameter.to_json(words)
        assert shown["label"]
        assert shown["group"]
        assert len(shown["choices"]) == len(parameter.choices)
    for key, preset in PRESETS.items():
        assert preset_json(words, key, preset)["about"].endswith(".")
