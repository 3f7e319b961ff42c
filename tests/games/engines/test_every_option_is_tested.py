"""Every refusal of the engines, every value of every option and every case has a test.

The tests are searched for the name itself: a code in quotes, an option beside its value
(`spring=2`, `{"spring": 2}`), the id of a case of the rule book. A test that contains it is not
necessarily a good one, but a code or value without any has no test at all.
"""

import re
from functools import cache
from pathlib import Path

from games.engines.core import registry
from tests.support.cases import for_each

ROOT = Path(__file__).resolve().parents[3]
ENGINES = ROOT / "games/engines"
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
OWN = {"dealer_teen_patti": "dealer"}
"""The part of a file name that marks the tests of a game, where it is not the game's key."""
EXAMPLES = {"TP": 59, "CA": 15, "TH": 40, "DZ": 50, "FD": 30}
"""The number of cases of each game (rules 2.8, 3.5, 4.8, 5.8 and 6.8)."""
EXAMPLE = re.compile(r"(?i)(TP|CA|TH|DZ|FD)[-_]0?(\d+)")
SEVERAL = re.compile(r"(?i)(TP|CA|TH|DZ|FD)[-_](\d+)_(?:to|and)_(\d+)")
CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')


@cache
def written_for(name: str) -> str:
    """Return the text of all tests whose file name contains this, except this file."""
    files = [file for file in TESTS if name in file.name and file != Path(__file__)]
    return "\n".join(file.read_text() for file in files)


def codes() -> list[str]:
    """Return every code of the engines' refusals."""
    sources = [file.read_text() for file in ENGINES.rglob("*.py")]
    return sorted({code for source in sources for code in CODE.findall(source)})


def options():
    """Yield (game, option, value as Python writes it); a limit must also be tried without one."""
    for game in registry.all_games():
        for option in game.Rules.OPTIONS:
            values = {"bool": ["False", "True"], "limit": ["None"]}.get(option.kind, [])
            values += [f'"{choice}"' for choice in option.choices]
            for value in values:
                yield game.key, option, value


def test_control_searched_names_exist():
    assert len(codes()) > 50
    assert len(list(options())) > 120


@for_each("code", codes())
def test_every_refusal_has_a_test(code):
    assert f'"{code}"' in written_for("")


@for_each(
    ("game", "option", "value"),
    list(options()),
    ids=lambda part: getattr(part, "name", part),
)
def test_every_value_of_an_option_has_a_test(game, option, value):
    among = r"[^\n]*?" if option.kind in ("set", "order") else ""
    together = rf'\b{option.name}"?\s*[=:]\s*{among}{re.escape(value)}'
    tests = written_for(OWN.get(game, game))
    assert re.search(together, tests), f"no test has {option.name}={value}"


def test_every_worked_example_has_a_test():
    text = written_for("")
    named = {(game.upper(), int(n)) for game, n in EXAMPLE.findall(text)}
    for game, first, last in SEVERAL.findall(text):
        named |= {(game.upper(), n) for n in range(int(first), int(last) + 1)}
    for game, most in EXAMPLES.items():
        missing = [n for n in range(1, most + 1) if (game, n) not in named]
        assert not missing, f"no test names {game}-{missing}"
