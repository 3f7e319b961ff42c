"""Refusals as sentences: each code has one, the same on the server and in browsers."""

import ast
import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from core.messages import SOURCE, catalogue
from games.engines.core import registry
from games.engines.core.contract import Action
from games.engines.core.errors import IllegalAction
from games.hands.page_files import options_in_words
from games.records.refusals import in_words
from games.records.sentences import subject_of
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.node import run_in_node
from tests.support.size import times

ENGINES = Path(registry.__file__).parents[1]
GAMES = [game.key for game in registry.all_games()]
KINDS = [
    "fold",
    "check",
    "call",
    "bet",
    "raise_to",
    "all_in",
    "run_once",
    "see",
    "show",
    "side_show",
    "cover",
    "accept",
    "refuse",
    "choose",
    "ante",
    "pair_plus",
    "six_card",
    "tie_bet",
    "pass",
    "raise",
    "bid",
    "rob",
    "double",
    "open",
    "play",
    "dance",
]
IN_BROWSERS = "{ return x.refusals.map((no) => m.refusalText(x.boot, no)); }"


def codes_of(folder: Path) -> set[str]:
    """The codes with which the modules of a folder refuse actions."""
    nodes = (node for file in folder.glob("*.py") for node in ast.walk(ast.parse(file.read_text())))
    return {
        part.value
        for node in nodes
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction"
        for part in node.args
        if isinstance(part, ast.Constant)
    }


def refusals(key: str) -> Iterator[tuple[Any, IllegalAction]]:
    """Refused actions of every kind in hands of all presets and of random rules: (rules, no)."""
    game, rng = registry.get(key), random.Random(f"refusals {key}")
    rules = [*game.presets.values(), *(random_rules(game, rng) for _ in range(times(8, 60)))]
    for one in rules:
        opening = random_opening(game, one, rng)
        for *_, step in random_hand(game, opening, rng, leaves=False):
            seats = (game.turn(step.state), rng.choice(opening.seats))
            for seat, kind in product({seat for seat in seats if seat is not None}, KINDS):
                amount = rng.choice((None, 0, 1, 7, 10**6))
                cards = tuple(rng.sample(opening.deck, rng.choice((0, 1, 2, 5))))
                try:
                    game.apply(step.state, Action(seat, kind, amount, cards))
                except IllegalAction as no:
                    yield one, no


@pytest.mark.parametrize("key", GAMES)
def test_every_code_has_a_sentence_and_every_sentence_a_code(key: str) -> None:
    subject, known = subject_of(key), catalogue()
    own = codes_of(ENGINES / key) | codes_of(ENGINES / subject)
    for code in own:
        assert f"{subject}.refusal.{code}" in known or f"refusals.{code}" in known, code
    received = {
        entry.split(".")[2] for entry in known.entries if entry.startswith(f"{subject}.refusal.")
    }
    assert received <= own | codes_of(ENGINES / "core") | {"AMOUNT_TOO_SMALL", "AMOUNT_TOO_LARGE"}


@pytest.mark.parametrize("key", GAMES)
def test_browsers_say_the_same(key: str) -> None:
    game, found = registry.get(key), {}
    for rules, no in refusals(key):
        text, limits = in_words(catalogue(), game, rules, no)
        assert " " in text
        assert limits.keys() == no.limits.keys()
        found[json.dumps([no.code, no.limits])] = ({"code": no.code, "limits": no.limits}, text)
    assert len(found) > 15
    boot = {"subject": subject_of(key), "options": options_in_words(key, SOURCE)}
    asked = {"boot": boot, "refusals": [no for no, _text in found.values()]}
    received = run_in_node("table/refusals.js", IN_BROWSERS, asked)
    assert received == [text for _no, text in found.values()]
