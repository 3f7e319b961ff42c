"""The names of hands."""

import re

from games.engines.core.hand_values import HandValue

_ONE = dict(
    zip(
        "23456789TJQKA",
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        strict=True,
    )
)
_NAMES = {
    "royal_flush": "royal flush",
    "straight_flush": "straight flush, {0} high",
    "four_of_a_kind": "four of a kind, {0s}",
    "full_house": "full house, {0s} over {1s}",
    "flush": "flush, {0} high",
    "straight": "straight, {0} high",
    "three_of_a_kind": "three of a kind, {0s}",
    "two_pair": "two pair, {0s} and {1s}",
    "pair": "pair of {0s}",
    "suited": "{0}-{1} suited",
    "offsuit": "{0}-{1} offsuit",
    "trail": "trail of {0s}",
    "pure_sequence": "pure sequence, {all}",
    "sequence": "sequence, {all}",
    "color": "color, {all}",
    "points": "{all}",
}
_COUNTED = re.compile(r"(pair|straight|flush|full house|royal|sequence|pure|trail|color)\b")


def hand_name(value: HandValue) -> str:
    """Return the name of a hand for the middle of a sentence.

    >>> hand_name({"kind": "full_house", "ranks": ["9", "6"]})
    'full house, nines over sixes'
    """
    kind, ranks = value["kind"], value["ranks"]
    words = {"all": "-".join("10" if rank == "T" else rank for rank in ranks)}
    for at, rank in enumerate(ranks):
        one = _ONE.get(rank, rank)
        words |= {str(at): one, f"{at}s": f"{one}es" if one == "six" else f"{one}s"}
    high = "{0} high" if len(ranks) == 1 else "{0} high, {all}"
    name = high if kind == "high_card" else _NAMES.get(kind, kind.replace("_", " "))
    return re.sub(r"{(\w+)}", lambda found: words[found[1]], name)


def hand_title(value: HandValue | None) -> str:
    """Return the name of a hand on its own, `Pair of nines`; "" for none."""
    name = hand_name(value) if value else ""
    return name[:1].upper() + name[1:]


def a_hand(value: HandValue) -> str:
    """Return the name of a hand with its article: `a pair of nines`, `two pair, aces and kings`."""
    name = hand_name(value)
    return f"a {name}" if _COUNTED.match(name) else name
