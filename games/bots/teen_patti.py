"""Teen Patti policies: easy is loose, medium goes by price, hard and expert read others.

Strength is the exact percentile of the three cards. Each level but easy narrows an opponent's range
by what they have paid since they looked. Where two are left at the usual prices the expert plays
solved positions (`teen_patti_table`); elsewhere it plays like hard with other parameters. Every
answer is one of `view["you"]["legal"]`, within its bounds.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from math import log2, prod
from typing import Any

from games.bots import teen_patti_table as solved
from games.bots.choice import Choice
from games.bots.teen_patti_percentiles import is_prepared, percentile, prepare
from games.engines.core.cards import HIDDEN, parse_card
from games.engines.teen_patti.rules import VARIANTS, TeenPattiRules

MANY_BETS, MANY_BOOTS = 6, 40
"""After this many bets, or boots, of its own a bot seeks the end of the hand, because players who
have packed have to wait.
"""


@dataclass(frozen=True, slots=True)
class _Style:
    """The parameters of a level; chances and percentiles are 0..1."""

    patience: tuple[float, float]
    """The approximate number of boots it pays before it looks: heads-up, and among more."""
    accepts: float
    """The strength from which it accepts a side show."""
    value: float
    """The chance to win from which it raises when two are left; for easy, the strength."""
    blind_raise: float
    """How often it raises before it has looked."""
    value_raise: float
    """How often it raises a hand that is worth a raise."""
    bluff: float
    """How often it raises with anything, so that a raise reveals little."""
    reads: float
    """How far it infers the others' hands from their bets: 0 not at all, 1 as `_floor` says."""
    ahead: float = 2.2
    """The price of staying among many, in bets: this one and some of those to come."""
    strong: float = 0.86
    """The strength from which it raises among many."""
    compares: float = 0.55
    """How often it asks for a side show with a middling hand."""


_STYLES = {
    "easy": _Style(
        patience=(1.0, 1.0),
        accepts=0.5,
        value=0.86,
        blind_raise=0.0,
        value_raise=0.7,
        bluff=0.0,
        reads=0.0,
    ),
    "medium": _Style(
        patience=(1.2, 2.0),
        accepts=0.72,
        value=0.8,
        blind_raise=0.1,
        value_raise=0.55,
        bluff=0.0,
        reads=0.8,
    ),
    "hard": _Style(
        patience=(2.6, 0.9),
        accepts=0.78,
        value=0.7,
        blind_raise=0.05,
        value_raise=0.8,
        bluff=0.06,
        reads=1.0,
    ),
    "expert": _Style(
        patience=(2.6, 0.2),
        accepts=0.8,
        value=0.72,
        blind_raise=0.05,
        value_raise=0.9,
        bluff=0.02,
        reads=1.15,
    ),
}


@dataclass(frozen=True, slots=True)
class _Seat:
    """A policy's knowledge: the options by kind, its strength if it has looked, the opponents."""

    legal: Mapping[str, Mapping[str, Any]]
    strength: float | None
    floors: tuple[float, ...]
    """For each opponent, the percentile below which they would hardly have stayed in."""
    pot: int
    stack: int
    paid_boots: float
    long: bool


def decide(
    view: Mapping[str, Any], rules: TeenPattiRules, level: str, rng: random.Random
) -> Choice:
    """Return the action of a bot in the seat of this view."""
    if view["phase"] == "choosing":
        return Choice("choose", reading=rng.choice(VARIANTS))
    seat = _read(view, rules)
    if level == "expert" and solved.is_solved(view, rules):
        return _within(seat, _solved(seat, solved.draw(view, rules, seat.strength, rng)))
    return _within(seat, _choose(seat, level, rng))


def _solved(seat: _Seat, action: int) -> Choice:
    """Return an action of the solved game; where a show is not allowed yet, a small bet."""
    if action == solved.SEE:
        return Choice("see")
    if action == solved.FOLD:
        return Choice("fold")
    if action == solved.SHOW and "show" in seat.legal:
        return Choice("show")
    return _bet(seat, 1.0 if action == solved.LARGE else 0.0)


def _choose(seat: _Seat, level: str, rng: random.Random) -> Choice:
    style = _STYLES[level]
    if "accept" in seat.legal:
        return _answer(seat, style, rng)
    if set(seat.legal) <= {"fold", "see", "cover"}:
        return _short(seat)
    if seat.strength is None:
        return _blind(seat, level, rng)
    win = _chance(seat, seat.strength, style)
    if seat.long:
        return _end_it(seat, win, rng)
    if level == "easy":
        return _easy(seat, seat.strength, rng)
    if "show" in seat.legal:
        return _show_or_raise(seat, win, style, rng)
    return _among_many(seat, seat.strength, win, style, rng)


def _within(seat: _Seat, choice: Choice) -> Choice:
    """Return the choice if it is legal, with its amount clamped to the bounds; else a fallback."""
    option = seat.legal.get(choice.kind)
    if option is None:
        outs = ("fold", "refuse", "accept", "see")
        return Choice(next((kind for kind in outs if kind in seat.legal), "fold"))
    if "min" not in option:
        return Choice(choice.kind)
    least, most, step = option["min"], option["max"], option["step"]
    amount = min(max(choice.amount or least, least), most)
    return Choice(choice.kind, least + (amount - least) // step * step)


def _read(view: Mapping[str, Any], rules: TeenPattiRules) -> _Seat:
    you = view["you"]
    own = next(entry for entry in view["seats"] if entry["seat"] == you["seat"])
    rivals = [e for e in view["seats"] if e["seat"] != you["seat"] and e["status"] != "folded"]
    strength = None
    if not own["blind"] and HIDDEN not in own["cards"]:
        played = rules.chosen(view["variant"])
        strength = percentile(tuple(parse_card(card) for card in own["cards"]), played)
    # A view does not count seen bets; the estimate is the chips paid, in bets of the present stake.
    bets = own["blind_bets"] + own["paid"] / (2 * view["stake"])
    paid_boots = own["paid"] / rules.boot
    return _Seat(
        legal={entry["kind"]: entry for entry in you["legal"]},
        strength=strength,
        floors=tuple(_floor(rival, view["stake"], rules.boot) for rival in rivals),
        pot=view["pot"],
        stack=own["stack"],
        paid_boots=paid_boots,
        long=bets > MANY_BETS or paid_boots > MANY_BOOTS,
    )


def _floor(rival: Mapping[str, Any], stake: int, boot: int) -> float:
    """Return a rival's minimum percentile: 0 while blind, rising with what they pay once seen."""
    last = rival["last"]
    if rival["blind"] or rival["status"] == "covered" or last is None or last["kind"] == "see":
        return 0.0
    since = max(0.0, rival["paid"] / boot - 1 - rival["blind_bets"])
    raised = last["kind"] == "bet" and last["amount"] >= 2 * stake > 2 * boot
    return min(0.85, 0.3 + 0.09 * log2(1 + since) + (0.05 if raised else 0.0))


def _chance(seat: _Seat, strength: float, style: _Style) -> float:
    """Return the chance to beat all others; each is spread evenly from their floor up."""
    floors = [style.reads * floor for floor in seat.floors]
    return prod(max(strength * 0.15, (strength - floor) / (1 - floor)) for floor in floors)


def _answer(seat: _Seat, style: _Style, rng: random.Random) -> Choice:
    """Answer a side show: the asker has something, so only good hands accept gladly."""
    if seat.long:
        return Choice("accept")
    limit = style.accepts + rng.uniform(-0.06, 0.06)
    return Choice("accept" if (seat.strength or 0) > limit else "refuse")


def _short(seat: _Seat) -> Choice:
    """Act with too few chips to bet: covering costs only what is left anyway."""
    return Choice("cover" if "cover" in seat.legal else "fold")


def _blind(seat: _Seat, level: str, rng: random.Random) -> Choice:
    """Stay blind while it is cheap; looking costs nothing, so only easy ever shows blind."""
    style = _STYLES[level]
    patience = style.patience[len(seat.floors) > 1]
    if seat.paid_boots > patience + rng.uniform(-0.8, 0.8):
        curious = level == "easy" and "show" in seat.legal and rng.random() < 0.5
        return Choice("show" if curious else "see")
    return _bet(seat, 1.0 if rng.random() < style.blind_raise else 0.0)


def _easy(seat: _Seat, strength: float, rng: random.Random) -> Choice:
    """Stay too often, pack rubbish, raise good hands, show out of curiosity."""
    if strength < 0.25 and rng.random() < 0.8:
        return Choice("fold")
    if "show" in seat.legal and rng.random() < 0.5:
        return Choice("show")
    if "side_show" in seat.legal and rng.random() < 0.25:
        return Choice("side_show")
    style = _STYLES["easy"]
    raises = strength > style.value and rng.random() < style.value_raise
    return _bet(seat, 0.5 if raises else 0.0)


def _show_or_raise(seat: _Seat, win: float, style: _Style, rng: random.Random) -> Choice:
    """Choose with two players left and a show possible: raise, show if it pays, or pack."""
    price = seat.legal["show"]["amount"]
    if _raises(win > style.value, style, rng):
        return _bet(seat, 1.0)
    return Choice("show" if win > price / (seat.pot + price) else "fold")


def _among_many(
    seat: _Seat, strength: float, win: float, style: _Style, rng: random.Random
) -> Choice:
    """Choose without a show: a side show with a middling hand, else stay if the pot pays for it."""
    if "side_show" in seat.legal and 0.5 < strength < 0.93 and rng.random() < style.compares:
        return Choice("side_show")
    bet = seat.legal.get("bet")
    price = bet["min"] if bet else 0
    # The price of staying is this bet and more to come; the pot is the possible gain.
    ahead = min(price * style.ahead, max(price, seat.stack))
    if win < ahead / (seat.pot + ahead) and strength < 0.9:
        return Choice("fold")
    return _bet(seat, 1.0 if _raises(strength > style.strong, style, rng) else 0.0)


def _raises(good: bool, style: _Style, rng: random.Random) -> bool:
    return (good and rng.random() < style.value_raise) or rng.random() < style.bluff


def _end_it(seat: _Seat, win: float, rng: random.Random) -> Choice:
    """End a long hand: show, compare, or raise until the others must decide."""
    if "show" in seat.legal:
        return Choice("show")
    if "side_show" in seat.legal and rng.random() < 0.7:
        return Choice("side_show")
    return Choice("fold") if win < 0.6 else _bet(seat, 1.0)


def _bet(seat: _Seat, share: float) -> Choice:
    """Return a bet between the smallest (0) and the largest (1) that rules and stack allow."""
    bet = seat.legal.get("bet")
    if bet is None:
        return Choice("show") if "show" in seat.legal else _short(seat)
    least, most = bet["min"], min(bet["max"], bet["min"] * 4)
    return Choice("bet", least + int((most - least) * share))


def is_quick(rules: TeenPattiRules, _level: str) -> bool:
    """Whether the percentiles of these rules are precomputed; the rest takes next to no time."""
    return is_prepared(rules)


def warm_up() -> None:
    """Precompute the percentiles of all presets, and read the solved positions."""
    prepare()
    solved.table()
