"""The figures of rules pages that follow from others: frequencies, results, payments."""

import re
from collections.abc import Callable
from typing import Any

from core.messages import catalogue
from games.engines.core.contract import Game
from games.rulebook.rule_words import RuleWords

Record = dict[str, Any]


def add_figures(game: Game, head: Record, records: Callable[[str], list[Record]]) -> None:
    """Complete the records of a book, by kind, with what follows from their own figures."""
    for hand in records("ranking"):
        hand["often"] = one_in(hand["count"], head["total"])
        if "of_seven" in hand:
            hand["often_of_seven"] = one_in(hand["of_seven"], head["total_of_seven"])
    for score in records("scores"):
        score["net"] = tuple(map(int, score["net"].split()))
        landlord, *peasants = map(signed, score["net"])
        score["signed"] = (landlord, _each(list(dict.fromkeys(peasants))))
    for hand in records("rounds"):
        hand.setdefault("side_bets", [])
        hand["lines"] = [(text, signed(net)) for text, net in hand["paid"]]
        hand["together"] = signed(sum(net for _text, net in hand["paid"]))
    counted = re.findall(r"(\w+) (\d+)", head.get("sets", ""))
    head["sets"] = {preset: int(count) for preset, count in counted}
    words = RuleWords(game.key)
    head["sets_by_title"] = [(words.preset(key), n) for key, n in head["sets"].items()]
    for case in records("carried"):
        case["presets"] = case["presets"].split()
        case["allowed"] = [preset in case["presets"] for preset in head["sets"]]


def payments(listed: str) -> list[tuple[str, int]]:
    """Return `A bet wins +10; another -10` as pairs of text and chips."""
    pairs = (one.rpartition(" ") for one in listed.split("; ") if one)
    return [(text, int(net)) for text, _space, net in pairs]


def signed(chips: int) -> str:
    """Return chips won or lost with their sign; 0 has none."""
    return catalogue().number(chips, signed=True)


def one_in(count: int, total: int) -> str:
    """Return a frequency in words: `one in 425`, `one in 1.3`."""
    often = total / count
    if often < 9.95:
        return catalogue().text("rules.one_in", {"number": f"{often:.1f}"})
    number = catalogue().number(round(often))
    return catalogue().text("rules.one_in", {"number": number})


def _each(nets: list[str]) -> str:
    """Return what the players of one side won or lost, whether all the same or not."""
    if len(nets) == 1:
        return nets[0]
    first, second = nets
    return catalogue().text("rules.two_nets", {"first": first, "second": second})
