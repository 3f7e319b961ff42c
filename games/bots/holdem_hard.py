"""Hard and expert in hold'em: the expected chips of every option against the others' ranges.

One simulation covers all options: in each sample a rival continues against a bet if their hand is
good enough in their own range, and the showdown decides among those who do. Before the flop, with
deep stacks, charts by position replace the simulation of one street.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from games.bots.choice import Choice
from games.bots.holdem_expert import solved_choice
from games.bots.holdem_ranges import (
    OPENS,
    Range,
    World,
    call_share,
    draw_outs,
    opening_share,
    survey,
    worlds,
)
from games.bots.holdem_reads import shows_weakness, stays_after_check
from games.bots.holdem_spot import Rival, Spot, aggressive, give_up, passive

SHORT = 13
"""With fewer big blinds it goes all-in or folds before the flop."""
MIX = 0.03
"""Options whose values differ by less than this share of the pot are mixed."""
BLUFF_AGAIN = 0.16
"""How often a hand that is not worth a call reraises instead of folding."""
LEADING = (0.93, 1.03)
"""The part of its equity that a bet or raise wins, out of position and in position."""
FOLLOWING = ((0.85, 0.97), (0.75, 0.92), (0.88, 0.95), (1.0, 1.0))
"""The same for a check or a call, by street."""
CRAFT = (0.3, 1.2, 0.8, 0.0)
"""By street, how much more strong hands win than their showdowns, through later bets."""
WEAKNESS = 0.5
"""How much less weak hands win, because they cannot stay to the end."""
RERAISED = 0.05
"""The share of a bet's gain that is lost to possible raises."""
STICKY = (1.2, 1.6)
"""How much more often people call a bet, and a raise, than they should."""
STABS = (0.35, 0.6, 1.0)
"""The expert's bets after everybody checked, in pots."""
Stays = Callable[[Spot, Rival, int], float]
"""The part of a rival's range that continues against our bet of so many chips."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action and its expected chips from here on; folding has 0."""

    choice: Choice
    worth: float


def hard(spot: Spot, rng: random.Random) -> Choice:
    """Return the action of a strong player: solved before the flop heads-up, then by ranges.

    It never calls the big blind first, which costs little and wins much from those who fold.
    """
    choice = solved_choice(spot, rng) if spot.street == 0 else None
    if choice is not None and choice.kind == "call" and spot.current == spot.unit:
        return aggressive(spot, 2.5 * spot.unit)
    return choice or _strong(spot, rng)


def expert(spot: Spot, rng: random.Random) -> Choice:
    """Return the action of the strongest player: solved, save where most people fold too much."""
    if shows_weakness(spot):
        field = Field(spot, rng, capped=True)
        return _mix(_options(spot, field, STABS, stays_after_check), spot, rng)
    return solved_choice(spot, rng) or _strong(spot, rng)


def _strong(spot: Spot, rng: random.Random) -> Choice:
    if spot.street == 0:
        return _preflop(spot, rng)
    return _mix(_options(spot, Field(spot, rng), _sizes(spot), _stays), spot, rng)


def _mix(options: Sequence[Option], spot: Spot, rng: random.Random) -> Choice:
    """Return one of the options, choosing at random among nearly equal ones."""
    best = max(option.worth for option in options)
    heat = MIX * max(spot.pot, spot.unit)
    weights = [exp(max(-40.0, (option.worth - best) / heat)) for option in options]
    near = [0.0 if weight < 0.03 else weight for weight in weights]
    return rng.choices([option.choice for option in options], near)[0]


class Field:
    """The others' ranges in a spot, and samples drawn from them."""

    __slots__ = ("ranges", "spot", "total", "worlds")

    def __init__(self, spot: Spot, rng: random.Random, *, capped: bool = False) -> None:
        board = survey(spot)
        self.spot = spot
        self.ranges = [Range(board, spot, rival, capped=capped) for rival in spot.rivals]
        self.worlds: list[World] = worlds(spot, board, self.ranges, rng)
        self.total = sum(world.weight for world in self.worlds)

    def worth(self, total: int, stays: Sequence[float], *, final: bool) -> float:
        """Return the expected chips of a bet of `total` on this street.

        `stays`: for each rival the part of the range that continues. `final`: no bet follows.
        """
        spot = self.spot
        pays = [
            0 if rival.all_in else max(0, min(total, rival.bet + rival.stack) - rival.bet)
            for rival in spot.rivals
        ]
        most = [rival.bet + pay for rival, pay in zip(spot.rivals, pays, strict=True)]
        unseen = contested = won = cost = shared = 0.0
        for world in self.worlds:
            inside = [at for at, stay in enumerate(stays) if world.quantiles[at] <= stay]
            if not inside:
                unseen += world.weight
                continue
            part = world.weight * _part(world, inside)
            matched = max(spot.current, *(most[at] for at in inside))
            added = max(0, min(total, matched) - spot.bet)
            contested += world.weight
            shared += part
            won += part * (spot.pot_after(added) + sum(pays[at] for at in inside))
            cost += world.weight * added
        if contested and not final:
            won *= realised(spot, shared / contested, leads=total > spot.current)
            won *= 1 - RERAISED if total > spot.current else 1
        return (unseen * spot.pot + won - cost) / self.total


def _part(world: World, inside: Sequence[int]) -> float:
    """Return our part of the pot at the showdown with these rivals."""
    beats = [world.beats[at] for at in inside]
    return 0.0 if 0.0 in beats else 1 / (1 + beats.count(0.5))


def realised(spot: Spot, equity: float, *, leads: bool) -> float:
    """Return how much of its equity a hand realises when there are bets to come."""
    edge = equity - 1 / (1 + len(spot.rivals))
    craft = (CRAFT[spot.street] if edge > 0 else WEAKNESS) * edge
    if spot.street in (1, 2) and draw_outs(spot) >= 8:
        craft = max(craft, 0.0)
    rates = LEADING if leads else FOLLOWING[spot.street]
    return max(0.0, rates[spot.last_to_act] + craft)


# -- after the flop --------------------------------------------------------------------------


def _options(spot: Spot, field: Field, sizes: Sequence[float], stays: Stays) -> list[Option]:
    """Return every option worth considering, with its value.

    `sizes`: of bets and raises, in pots after the call.
    """
    options = [Option(passive(spot), _passive_worth(spot, field))]
    if spot.to_call:
        options.append(Option(give_up(spot), 0.0))
    if "bet" in spot.legal or "raise_to" in spot.legal:
        for choice in dict.fromkeys(aggressive(spot, total) for total in _totals(spot, sizes)):
            assert choice.amount is not None
            options.append(Option(choice, _bet_worth(spot, field, choice.amount, stays)))
    return options


def _passive_worth(spot: Spot, field: Field) -> float:
    """Return the value of a check or call; players behind continue as a bet of its size asks."""
    stays = [
        0.5 if spot.to_call and rival.waits and rival.bet < spot.current else 1.0
        for rival in spot.rivals
    ]
    final = spot.street == 3 or (spot.closed and spot.to_call > 0)
    return field.worth(spot.bet + spot.to_call, stays, final=final)


def _sizes(spot: Spot) -> tuple[float, ...]:
    """Return the bets or raises to consider, in pots after the call."""
    return (0.4, 0.7, 1.1) if spot.to_call == 0 else (0.65, 1.0)


def _totals(spot: Spot, sizes: Sequence[float]) -> list[float]:
    """Return the totals of bets of these sizes, and all-in when that is not much larger."""
    after = spot.pot + spot.to_call
    totals = [spot.current + size * after for size in sizes]
    return [*totals, spot.bet + spot.stack] if spot.effective <= 2 * after else totals


def _bet_worth(spot: Spot, field: Field, total: int, stays: Stays) -> float:
    everything = total >= spot.bet + spot.effective
    parts = [stays(spot, rival, total) for rival in spot.rivals]
    return field.worth(total, parts, final=everything or spot.street == 3)


def _stays(spot: Spot, rival: Rival, total: int) -> float:
    """Return the part of a rival's range that continues, at which a bluff breaks even."""
    if rival.all_in or rival.bet >= total:
        return 1.0
    added = min(total, rival.bet + rival.stack) - spot.bet
    alone = min(0.97, STICKY[min(1, spot.raises)] * spot.pot / (spot.pot + max(1, added)))
    others = sum(not one.all_in for one in spot.rivals)
    return float(1 - (1 - alone) ** (1 / others**0.7))


# -- before the flop -------------------------------------------------------------------------


def _preflop(spot: Spot, rng: random.Random) -> Choice:
    depth = (spot.effective + spot.bet) / spot.unit
    if spot.closed or depth < SHORT or spot.to_call > 0.3 * spot.effective:
        return _all_in_or_out(spot, rng)
    if spot.raises == 0:
        return _open(spot, rng)
    return _answer(spot, rng)


def _all_in_or_out(spot: Spot, rng: random.Random) -> Choice:
    """Play short stacks, or a bet for most of the chips, by the best expected value."""
    field = Field(spot, rng)
    options = [Option(give_up(spot), _call_worth(spot, field) if spot.to_call == 0 else 0.0)]
    if spot.to_call and (spot.raises or spot.closed):
        options.append(Option(passive(spot), _call_worth(spot, field)))
    push = aggressive(spot, spot.bet + spot.stack)
    if push.amount is not None:
        options.append(Option(push, _push_worth(spot, field)))
    return _mix(options, spot, rng)


def _call_worth(spot: Spot, field: Field) -> float:
    blinds = spot.current / spot.unit
    stays = [
        call_share(blinds, 0) * 0.6 if rival.waits and rival.bet < spot.current else 1.0
        for rival in spot.rivals
    ]
    return field.worth(spot.bet + spot.to_call, stays, final=spot.closed)


def _push_worth(spot: Spot, field: Field) -> float:
    total = spot.bet + spot.stack
    stays = []
    for rival, range_ in zip(spot.rivals, field.ranges, strict=True):
        blinds = min(total, rival.bet + rival.stack) / spot.unit
        share = call_share(blinds, len(spot.rivals) - 1)
        stays.append(1.0 if rival.all_in else range_.quantiles[min(99, int(share * 100))])
    return field.worth(total, stays, final=True)


def _open(spot: Spot, rng: random.Random) -> Choice:
    """Open: raise what the position allows, never merely call as the first."""
    share = spot.share * rng.uniform(0.88, 1.12)
    limpers = sum(rival.last == "call" for rival in spot.rivals)
    opens = OPENS[min(9, spot.behind)] if spot.seats > 2 else 0.85
    if spot.big_blind:
        opens = 0.2 if spot.seats > 2 else 0.4
    elif limpers:
        opens *= 0.7
    if share < opens:
        return aggressive(spot, (2.5 + limpers) * spot.unit)
    cheap = spot.to_call <= spot.unit / 2 and limpers and share < 0.65
    behind = limpers and share < 0.32 and spot.behind <= 3
    return passive(spot) if cheap or behind or spot.to_call == 0 else give_up(spot)


def _answer(spot: Spot, rng: random.Random) -> Choice:
    """Answer a raise: reraise the best hands and a few others, call what pays."""
    share = spot.share * rng.uniform(0.88, 1.12)
    usual = opening_share(spot)
    again = usual * {1: 0.22, 2: 0.075}.get(spot.raises, 0.045)
    callers = sum(rival.last == "call" for rival in spot.rivals)
    size = (3 if spot.last_to_act else 3.7) + callers
    if spot.raises > 1:
        size = 2.3
    if share < again:
        return aggressive(spot, size * spot.current)
    field = Field(spot, rng)
    worth = _call_worth(spot, field)
    if worth > 0.02 * spot.pot * (1 + spot.behind) * (2 if spot.raises > 1 else 1):
        return passive(spot)
    bluffs = spot.raises == 1 and share < 1.6 * usual and rng.random() < BLUFF_AGAIN
    return aggressive(spot, size * spot.current) if bluffs else give_up(spot)
