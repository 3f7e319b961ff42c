"""The examples in the docstrings of the engines are true."""

import doctest
import pkgutil
from importlib import import_module

import games.engines
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.dou_dizhu.ranks import packed_text

NAMES = {
    "parse_cards": parse_cards,
    "packed_text": packed_text,
    "STANDARD": registry.get("dou_dizhu").presets["standard"].kickers(),
}
"""Names that examples may use without importing them."""


def test_examples_in_docstrings_are_true():
    tried = 0
    for found in pkgutil.walk_packages(games.engines.__path__, "games.engines."):
        module = import_module(found.name)
        outcome = doctest.testmod(module, extraglobs=NAMES, raise_on_error=False)
        assert outcome.failed == 0, found.name
        tried += outcome.attempted
    assert tried >= 14
