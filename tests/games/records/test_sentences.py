"""Events as sentences: what each says to each reader, the same on the server and in browsers."""

import random
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

from core.messages import catalogue
from core.messages.catalogues import for_reader
from core.messages.parser import arguments as names_in
from games.engines.core import registry
from games.records.sentences import say, subject_of, with_reason
from games.wire.registry import events_of
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.cases import for_each
from tests.support.node import run_in_node
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
SILENT = {"deal", "dealer_deal", "collect", "hand_end"}
"""Kinds of events of which nothing is said, except what the house won."""
NAMES = {seat: f"Player {seat}" for seat in range(20)}
IN_BROWSERS = """{
  const cards = (codes) => codes.join(" ");
  const name = (seat) => `Player ${seat}`;
  return x.asked.map(([event, mine]) =>
    m.sentence(event, { subject: x.subject, name, mine, number: 7 }, cards));
}"""
ACES = {"kind": "pair", "ranks": ["A"]}
NINES = {"kind": "three_of_a_kind", "ranks": ["9"]}
PAY = {
    "kind": "pay",
    "seat": 0,
    "net": -15,
    "lines": [
        {"bet": "ante", "stake": 10, "pays": None, "net": -10, "outcome": "loses"},
        {"bet": "pair_plus", "stake": 5, "pays": None, "net": -5, "outcome": "loses"},
    ],
}


def hands(key: str) -> Iterator[list[dict[str, Any]]]:
    """The events of hands of every preset and of random rules."""
    game, rng = registry.get(key), random.Random(f"sentences {key}")
    rules = [*game.presets.values(), *(random_rules(game, rng) for _ in range(times(12, 60)))]
    for one in rules:
        opening = random_opening(game, one, rng)
        played = random_hand(game, opening, rng, leaves=True)
        yield [event.to_json() for *_, step in played for event in step.events]


def said(game: str, event: dict[str, Any], seat: int | None = None) -> str:
    return say(catalogue(), game, event, NAMES, seat=seat, number="7")


@for_each(
    ("game", "seat", "event", "text"),
    [
        (
            "teen_patti",
            1,
            {"kind": "hand_start", "button": 1, "boot": 10, "seats": [0, 1]},
            "Hand 7. Boot 10; you deal.",
        ),
        (
            "teen_patti",
            1,
            {"kind": "side_show_asked", "asker": 0, "asked": 1, "amount": 40},
            "Player 0 pays 40 and asks you for a side show",
        ),
        (
            "teen_patti",
            0,
            {"kind": "side_show_asked", "asker": 0, "asked": 1, "amount": 40},
            "You pay 40 and ask Player 1 for a side show",
        ),
        (
            "teen_patti",
            1,
            {"kind": "side_show_answer", "asker": 0, "asked": 1, "accepted": False},
            "You refuse the side show",
        ),
        (
            "teen_patti",
            1,
            {"kind": "side_show_cards", "seat": 0, "cards": ["As"], "hand_value": ACES},
            "Only you see this: Player 0 has As: a pair of aces",
        ),
        (
            "teen_patti",
            0,
            {"kind": "side_show_cards", "seat": 0, "cards": ["As"], "hand_value": ACES},
            "",
        ),
        (
            "teen_patti",
            None,
            {"kind": "side_show_cards", "seat": 0, "cards": ["As"], "hand_value": ACES},
            "In the side show Player 0 had As: a pair of aces",
        ),
        (
            "teen_patti",
            None,
            {"kind": "variant", "seat": 0, "variant": "999"},
            "Player 0 chooses 999",
        ),
        (
            "teen_patti",
            1,
            {"kind": "bet", "seat": 0, "amount": 40, "blind": False, "stake": 20},
            "Player 0 plays chaal 40",
        ),
        (
            "teen_patti",
            0,
            {"kind": "bet", "seat": 0, "amount": 40, "blind": True, "stake": 20},
            "You bet 40 blind",
        ),
        (
            "teen_patti",
            None,
            {"kind": "win", "seat": 0, "amount": 1200, "pot": 0, "hand_value": None},
            "Player 0 wins 1,200",
        ),
        (
            "holdem",
            2,
            {
                "kind": "hand_start",
                "button": 0,
                "small": 5,
                "big": 10,
                "ante": 0,
                "level": None,
                "seats": [1, 2],
            },
            "Hand 7. Blinds 5/10; the button is dead.",
        ),
        (
            "holdem",
            0,
            {
                "kind": "hand_start",
                "button": 0,
                "small": 500,
                "big": 1000,
                "ante": 100,
                "level": 4,
                "seats": [0, 2],
            },
            "Hand 7. Level 4, blinds 500/1,000, ante 100; you have the button.",
        ),
        (
            "holdem",
            1,
            {"kind": "blind", "seat": 0, "amount": 5, "which": "dead", "all_in": True},
            "Player 0 posts 5 for the missed small blind and is all-in",
        ),
        (
            "holdem",
            0,
            {"kind": "raise_to", "seat": 0, "amount": 1200, "all_in": True},
            "You raise to 1,200 and are all-in",
        ),
        (
            "holdem",
            None,
            {"kind": "street", "street": "river", "cards": ["9s"], "board": 2},
            "River on the second board: 9s",
        ),
        (
            "holdem",
            1,
            {"kind": "win", "seat": 0, "amount": 300, "pot": 1, "board": 2, "hand_value": NINES},
            "Player 0 wins 300 from side pot 1 on the second board with three of a kind, nines",
        ),
        ("holdem", 1, {"kind": "run", "boards": 2}, "The board is run twice"),
        ("holdem", 1, {"kind": "run", "boards": 1}, ""),
        (
            "dou_dizhu_four",
            None,
            {"kind": "play", "seat": 0, "cards": ["BJ", "RJ"], "category": "rocket", "left": 1},
            "Rocket! Player 0 plays BJ RJ (rocket), 1 left",
        ),
        (
            "dou_dizhu",
            0,
            {"kind": "play", "seat": 0, "cards": ["7s"], "category": "pair_chain", "left": 0},
            "You play 7s (chain of pairs), no cards left",
        ),
        ("dou_dizhu", 1, {"kind": "landlord", "seat": 1}, "You are the landlord"),
        (
            "dealer_teen_patti",
            0,
            {"kind": "bet", "seat": 0, "bet": "tie_bet", "amount": 0},
            "You take back the bet on the tie",
        ),
        (
            "dealer_teen_patti",
            1,
            {"kind": "bet", "seat": 0, "bet": "pair_plus", "amount": 1000},
            "Player 0 bets 1,000 on Pair Plus",
        ),
        ("dealer_teen_patti", 1, PAY, "Player 0 loses 15 (ante −10, Pair Plus −5)"),
        ("dealer_teen_patti", 0, {**PAY, "lines": PAY["lines"][:1]}, "You lose 15"),
        ("dealer_teen_patti", 0, {**PAY, "net": 0}, "You break even (ante −10, Pair Plus −5)"),
        ("dealer_teen_patti", 0, {"kind": "hand_end", "net": [], "house": -9}, "The house pays 9"),
        ("dealer_teen_patti", 0, {"kind": "new_kind", "seat": 0}, ""),
    ],
)
def test_an_event_is_told_to_its_reader(
    game: str, seat: int | None, event: dict[str, Any], text: str
) -> None:
    assert said(game, event, seat) == text


def test_a_record_says_why_the_platform_acted_and_nothing_of_the_beginning() -> None:
    assert with_reason(catalogue(), "Asha folds", "timeout") == "Asha folds (timed out)"
    assert with_reason(catalogue(), "Asha folds", "") == "Asha folds"
    start = {"kind": "hand_start", "first": 0, "base": 1, "seats": [0, 1, 2]}
    assert say(catalogue(), "dou_dizhu", start, NAMES) == ""


@pytest.mark.parametrize("key", GAMES)
def test_browsers_say_of_real_hands_what_the_server_says(key: str) -> None:
    """Every reader: the players of the hand, and a spectator."""
    asked: dict[str, tuple[dict[str, Any], int | None]] = {}
    for events in hands(key):
        for event in events:
            for seat in (None, *NAMES):
                text = said(key, event, seat)
                asked.setdefault(f"{event['kind']} {text}", (event, seat))
    argument = {
        "subject": subject_of(key),
        "asked": list(asked.values()),
    }
    found = run_in_node("table/sentences.js", IN_BROWSERS, argument)
    assert found == [said(key, *one) for one in asked.values()]


def kinds_of(key: str) -> dict[str, type]:
    """The shapes of a game's events by their kinds."""
    return {shape.__struct_config__.tag: shape for shape in events_of(key).members()}


@pytest.mark.parametrize("key", GAMES)
def test_every_event_has_a_message_whose_arguments_it_has(key: str) -> None:
    subject, messages = subject_of(key), catalogue()
    for kind, shape in kinds_of(key).items():
        entry = messages.entries.get(f"{subject}.event.{kind}")
        if entry is None:
            assert kind in SILENT, f"{subject}.event.{kind} is missing"
            continue
        fields = {*get_type_hints(shape), "name", "number"}
        fields |= {"value"} if "hand_value" in fields else set()
        fields |= {"dealt_in"} if {"button", "seats"} <= fields else set()
        fields |= {"balance"} if fields & {"net", "house"} else set()
        for reader in ("me", "to_me", "other", "spectator"):
            assert names_in(for_reader(entry, reader)) <= fields, (kind, reader)


def test_every_message_of_an_event_is_of_one_that_a_game_has() -> None:
    known = {f"{subject_of(key)}.event.{kind}" for key in GAMES for kind in kinds_of(key)}
    ours = {key for key in catalogue().entries if ".event." in key}
    assert {key.removesuffix(".lines") for key in ours} == known & ours
