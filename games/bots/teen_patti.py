"""Teen Patti policies: easy plays loose, medium by percentile and price, hard reads the others.

Strength is the exact percentile of the three cards; the chance to beat k others is that to the
power of how many they are worth. Whatever happens, the answer is one of `view["you"]["legal"]`.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.bots.choice import Choice
from games.bots.percentiles import percentile
from games.engines.core.cards import HIDDEN, parse_card
from games.engines.teen_patti.rules import TeenPattiRules

LONG_HAND = 40
"""After so many boots of its own in the pot a bot seeks the end of the hand."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """What a policy knows: the options by kind, its strength if it has looked, the company."""

    legal: Mapping[str, Mapping[str, Any]]
    strength: float | None
    others: int
    blind_others: int
    pot: int
    paid_boots: float
    pressure: float
    """How much of the betting the others raised, 0..1."""


def decide(
    view: Mapping[str, Any], rules: TeenPattiRules, level: str, rng: random.Random
) -> Choice:
    """The action of a bot in the seat whose view this is."""
    seat = _read(view, rules)
    if "accept" in seat.legal:
        return _answer(seat, level, rng)
    if set(seat.legal) <= {"fold", "see", "cover"}:
        return _short(seat)
    if seat.strength is None:
        return _blind(seat, level, rng)
    return _seen(seat, level, rng)


def _read(view: Mapping[str, Any], rules: TeenPattiRules) -> _Seat:
    you = view["you"]
    seats = {entry["seat"]: entry for entry in view["seats"]}
    own = seats[you["seat"]]
    rivals = [e for e in view["seats"] if e["seat"] != you["seat"] and e["status"] != "folded"]
    strength = None
    if not own["blind"] and HIDDEN not in own["cards"]:
        strength = percentile(tuple(parse_card(card) for card in own["cards"]), rules)
    seen = [rival for rival in rivals if not rival["blind"]]
    boots = view["stake"] / rules.boot
    return _Seat(
        legal={entry["kind"]: entry for entry in you["legal"]},
        strength=strength,
        others=len(rivals),
        blind_others=len(rivals) - len(seen),
        pot=view["pot"],
        paid_boots=own["paid"] / rules.boot,
        pressure=min(1.0, (boots - 1) / 8) * (len(seen) / max(1, len(rivals))),
    )


def _answer(seat: _Seat, level: str, rng: random.Random) -> Choice:
    """A side show was asked: who asks has something, so only good hands gladly accept."""
    if "refuse" not in seat.legal or seat.paid_boots > LONG_HAND:
        return Choice("accept")
    limit = {"easy": 0.5, "medium": 0.72, "hard": 0.78}[level] + rng.uniform(-0.06, 0.06)
    return Choice("accept" if (seat.strength or 0) > limit else "refuse")


def _short(seat: _Seat) -> Choice:
    """Too few chips to bet: covering costs no more than what is left anyway."""
    return Choice("cover" if "cover" in seat.legal else "fold")


def _blind(seat: _Seat, level: str, rng: random.Random) -> Choice:
    """Stay blind while it is cheap: a blind player pays half for the same claim."""
    patience = {"easy": 1.5, "medium": 3.0, "hard": 2.5}[level]
    if level == "hard":
        patience += 0.5 * (seat.others - seat.blind_others)
    show = seat.legal.get("show")
    if show is not None and seat.paid_boots > patience and rng.random() < 0.5:
        return Choice("show")
    if seat.paid_boots + rng.uniform(-0.8, 0.8) > patience:
        return Choice("see")
    if level == "easy" and rng.random() < 0.45:
        return Choice("see")
    raise_ = level != "easy" and rng.random() < 0.15
    return _bet(seat, 1.0 if raise_ else 0.0)


def _seen(seat: _Seat, level: str, rng: random.Random) -> Choice:
    strength = seat.strength or 0.0
    win = _chance(seat, strength, level)
    bet = seat.legal.get("bet")
    price = bet["min"] if bet else 0
    if seat.paid_boots > LONG_HAND:
        return _end_it(seat, win, rng)
    if "show" in seat.legal and win > 0.42:
        return _show_or_raise(seat, win, level, rng)
    if level == "easy":
        if strength < 0.35 and rng.random() < 0.6:
            return Choice("fold")
        return _bet(seat, 0.5 if strength > 0.9 and rng.random() < 0.4 else 0.0)
    if "side_show" in seat.legal and 0.5 < strength < 0.93 and rng.random() < 0.55:
        return Choice("side_show")
    # The price of staying is this bet and more to come; the pot is what it may win.
    needed = price * 2.2 / (seat.pot + price * 2.2)
    if win < needed - (0.04 if level == "medium" else 0.0) and strength < 0.9:
        return Choice("fold")
    if strength > 0.86 and rng.random() < (0.55 if level == "medium" else 0.7):
        return _bet(seat, 1.0)
    if level == "hard" and seat.others == 1 and rng.random() < 0.08:
        return _bet(seat, 1.0)  # now and then a raise with anything, so that raises say little
    return _bet(seat, 0.0)


def _end_it(seat: _Seat, win: float, rng: random.Random) -> Choice:
    """The hand is long: show, compare, or raise until the others must decide."""
    if "show" in seat.legal:
        return Choice("show")
    if "side_show" in seat.legal and rng.random() < 0.7:
        return Choice("side_show")
    return Choice("fold") if win < 0.6 and rng.random() < 0.5 else _bet(seat, 1.0)


def _chance(seat: _Seat, strength: float, level: str) -> float:
    """The chance to beat all others; who has seen and goes on is worth more than one hand."""
    if level != "hard":
        return float(strength**seat.others)
    seen = seat.others - seat.blind_others
    return float(strength ** (seat.blind_others + seen * (1.1 + 0.6 * seat.pressure)))


def _show_or_raise(seat: _Seat, win: float, level: str, rng: random.Random) -> Choice:
    greedy = {"easy": 0.1, "medium": 0.5, "hard": 0.75}[level]
    if win > 0.9 and seat.paid_boots < LONG_HAND and rng.random() < greedy:
        return _bet(seat, 1.0)
    return Choice("show")


def _bet(seat: _Seat, share: float) -> Choice:
    """A bet between the least (0) and the most (1) that the rules and the stack allow."""
    bet = seat.legal.get("bet")
    if bet is None:
        return Choice("show") if "show" in seat.legal else _short(seat)
    least, most, step = bet["min"], min(bet["max"], bet["min"] * 4), bet["step"]
    amount = least + int((most - least) * share) // step * step
    return Choice("bet", amount)
