"""The expert's play in Teen Patti with two left: solved positions, and how to look them up.

`benchmarks.solve_teen_patti` makes the table and says what it stands for. A position is public:
who acts, who has seen, the stake, what both have paid, blind bets. For a blind player it has one
distribution over the actions, for a seen one a distribution for each bucket of hands.
"""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engines.teen_patti.rules import TeenPattiRules
from games.engines.teen_patti.state import COVERED, FOLDED

PATH = Path(__file__).parent / "data" / "teen_patti_heads_up.npz"
BUCKETS = 100
"""The buckets of hands, of equal size, the worst first."""
SEE, FOLD, SHOW, SMALL, LARGE = range(5)
"""The actions; small and large bets are the least and the greatest without short stacks."""
ACTIONS = 5
RARE = 0.03
"""Actions with less than this chance are not played: they are what is left of the search."""
DEEP = 12
"""The seen bets that both stacks must hold; shorter stacks play another game."""
_WEIGHTS = np.array([2.0, 1.0, 1.0, 0.5, 0.5])
"""What a difference counts: stake, own and other payments as logarithms, blind bets."""


class Table:
    """Positions by who acts and who has seen, and the chances of their actions."""

    def __init__(self, path: Path = PATH) -> None:
        with np.load(path) as stored:
            spots, blind, seen = stored["spots"], stored["blind"], stored["seen"]
            self.origin = str(stored["origin"])
        is_seen = np.where(spots[:, 0] == 0, spots[:, 1], spots[:, 2]) == 1
        place = np.where(is_seen, np.cumsum(is_seen), np.cumsum(~is_seen)) - 1
        self._plans = {False: blind, True: seen}
        self._groups: dict[tuple[int, bool, bool], tuple[NDArray[Any], NDArray[Any]]] = {}
        for key in {(int(p), bool(a), bool(b)) for p, a, b in spots[:, :3]}:
            rows = np.flatnonzero((spots[:, :3] == key).all(1))
            # Of two courses that look the same, the one of fewer bets comes first.
            rows = rows[np.argsort(spots[rows, 8], kind="stable")]
            me, other = key[0], 1 - key[0]
            part = spots[rows]
            marks = [part[:, 3], part[:, 4 + me], part[:, 4 + other]]
            blinds = [part[:, 6 + me], part[:, 6 + other]]
            features = np.stack([*np.log2(np.array(marks, dtype=float)), *blinds], 1)
            self._groups[key] = (features * _WEIGHTS, place[rows])

    def chances(
        self,
        player: int,
        seen: tuple[bool, bool],
        position: tuple[float, float, float, int, int],
        strength: float | None,
    ) -> NDArray[Any]:
        """Return the chances of the actions in the nearest solved position.

        `position`: the stake, own and other payments in boots, own and other blind bets.
        """
        features, places = self._groups[player, *seen]
        wanted = np.array([*np.log2(position[:3]), *position[3:]]) * _WEIGHTS
        row = places[np.abs(features - wanted).sum(1).argmin()]
        if strength is None:
            plan = self._plans[False][row]
        else:
            plan = self._plans[True][row, min(BUCKETS - 1, int(strength * BUCKETS))]
        shares = plan / 255
        return np.where(shares < RARE, 0, shares)


@cache
def table() -> Table:
    """Return the table that is kept with the program."""
    return Table()


def is_solved(view: Mapping[str, Any], rules: TeenPattiRules) -> bool:
    """Whether this hand is the solved game: two players left, the usual prices, deep stacks."""
    usual = (
        rules.raise_limit == 2
        and rules.show_price == 1
        and not rules.seen_may_show_vs_blind
        and rules.pot_limit is None
        and rules.stake_cap is None
        and rules.max_blind_bets is None
    )
    left = _left(view)
    if not usual or len(left) != 2 or any(entry["status"] == COVERED for entry in left):
        return False
    stacks = [entry["stack"] for entry in left if entry["stack"] is not None]
    return bool(min(stacks) >= 2 * DEEP * view["stake"])


def _left(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the players who have not packed."""
    return [entry for entry in view["seats"] if entry["status"] != FOLDED]


def draw(
    view: Mapping[str, Any], rules: TeenPattiRules, strength: float | None, rng: random.Random
) -> int:
    """Return the action to play in a solved hand; `strength` is None while blind.

    The chips of players who have packed count as paid by both in equal parts.
    """
    seat, (one, other) = view["you"]["seat"], _left(view)
    me, rival = (one, other) if one["seat"] == seat else (other, one)
    first = _is_first(seat, view, rules)
    seen = (not me["blind"], not rival["blind"])
    dead = (view["pot"] - me["paid"] - rival["paid"]) / 2
    position = (
        view["stake"] / rules.boot,
        (me["paid"] + dead) / rules.boot,
        (rival["paid"] + dead) / rules.boot,
        me["blind_bets"],
        rival["blind_bets"],
    )
    chances = table().chances(
        0 if first else 1, seen if first else (seen[1], seen[0]), position, strength
    )
    return int(rng.choices(range(ACTIONS), chances.tolist())[0])


def _is_first(seat: int, view: Mapping[str, Any], rules: TeenPattiRules) -> bool:
    """Return whether a seat acted before the other one that is left in the hand."""
    seats = sorted(entry["seat"] for entry in _left(view))
    if rules.first_actor == "seat0":
        return bool(seat == seats[0])
    later = [other for other in seats if other > view["button"]]
    if rules.step > 0:
        return bool(seat == (later or seats)[0])
    earlier = [other for other in seats if other < view["button"]]
    return bool(seat == (earlier or seats)[-1])
