"""A hold'em decision as a bot reads it from its view, and the moves it can answer with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.bots.choice import Choice
from games.bots.holdem_cards import SHARE, Combo
from games.bots.holdem_course import STREETS, likely_course
from games.engines.core.cards import parse_card
from games.engines.holdem.state import ALL_IN, FOLDED

COMMITTED = 0.7
"""A bet of more than this share of the remaining chips goes all-in right away."""


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent who can still win, in chips, from public information."""

    seat: int
    stack: int
    bet: int
    """Bet on this street."""
    earlier: int
    """Paid on earlier streets, including antes."""
    all_in: bool
    last: str | None
    """Their last action on this street, or the one that put them all-in."""
    big_blind: bool
    after: bool
    """Whether they act after us on the flop and later."""

    @property
    def waits(self) -> bool:
        """Return whether they have not acted on this street."""
        return self.last is None and not self.all_in

    @property
    def raised(self) -> bool:
        """Return whether they bet or raised on this street."""
        return self.bet > 0 and self.last in ("bet", "raise_to")


@dataclass(frozen=True, slots=True)
class Spot:
    """One decision; in chips, where `unit` is the price of a call in an unraised pot."""

    legal: Mapping[str, Mapping[str, Any]]
    hole: Combo
    board: tuple[int, ...]
    street: int
    seats: int
    """Players dealt in."""
    unit: int
    chip: int
    """The chip to which bets are rounded."""
    pot: int
    current: int
    bet: int
    stack: int
    to_call: int
    raises: int
    """Bets and raises on this street, as far as the view shows them."""
    rivals: tuple[Rival, ...]
    payments: tuple[int, ...]
    """The chips that each of the others has paid in this hand, including folded ones."""
    paid: int
    small_blind: bool
    big_blind: bool
    seat: int
    button: int
    blinds: tuple[int, int]
    forced: int
    """Antes, blinds and straddles, as far as they are usual."""
    course: tuple[tuple[int, int, int], ...]
    """Every action so far as its street, the seat, and its bet on that street after it; empty where
    more than two play and the view does not tell."""

    @property
    def share(self) -> float:
        """Return the share of starting hands that are better than ours."""
        return SHARE[self.hole]

    @property
    def behind(self) -> int:
        """Return the number of rivals who have not acted yet on this street."""
        return sum(rival.waits for rival in self.rivals)

    @property
    def last_to_act(self) -> bool:
        """Return whether we have position: no rival with chips acts after us on later streets."""
        return not any(rival.after and not rival.all_in for rival in self.rivals)

    @property
    def acts_last(self) -> bool:
        """Return whether no rival acts after us on the flop and later."""
        return not any(rival.after for rival in self.rivals)

    @property
    def effective(self) -> int:
        """Return the effective stack: our chips, or the most that a rival can match."""
        most = max((rival.stack + rival.bet - self.bet for rival in self.rivals), default=0)
        return min(self.stack, max(0, most))

    @property
    def depth(self) -> int:
        """Return the smaller of our stack and the largest rival's at the start of the hand."""
        most = max((one.stack + one.bet + one.earlier for one in self.rivals), default=0)
        return min(self.stack + self.paid, most)

    @property
    def closed(self) -> bool:
        """Return whether a call ends the betting of the hand."""
        covered = all(rival.all_in for rival in self.rivals)
        return covered or self.to_call >= self.stack

    def pot_after(self, added: int) -> int:
        """Return the pot after adding `added`, limited to what our rivals can lose to us."""
        total = self.paid + added
        return total + sum(min(payment, total) for payment in self.payments)

    @property
    def price(self) -> float:
        """Return the pot odds: the chance to win from which a call pays."""
        return self.to_call / max(1, self.pot_after(self.to_call))


def read(view: Mapping[str, Any]) -> Spot:
    """Return the decision of the seat of this view, except in the vote on running it twice."""
    you, blinds = view["you"], view["blinds"]
    entries = view["seats"]
    own = next(entry for entry in entries if entry["seat"] == you["seat"])
    others = [entry for entry in entries if entry["seat"] != you["seat"]]
    unit = max(blinds["big"], blinds["straddle"] or 0)
    one, other = (parse_card(card) for card in own["cards"])
    street = STREETS[view["phase"]]
    current = view["current_bet"]
    return Spot(
        legal={entry["kind"]: entry for entry in you["legal"]},
        hole=(one, other),
        board=tuple(parse_card(card) for card in view["board"]),
        street=street,
        seats=len(entries),
        unit=unit,
        chip=max(1, blinds["small"]),
        pot=view["pot"],
        current=current,
        bet=own["bet"],
        stack=own["stack"],
        to_call=you["to_call"],
        raises=_raises(entries, current, unit if street == 0 else 0, unit),
        rivals=tuple(_rival(e, own, view) for e in others if e["status"] != FOLDED),
        payments=tuple(entry["paid"] for entry in others),
        paid=own["paid"],
        small_blind=view["small_blind"] == you["seat"],
        big_blind=view["big_blind"] == you["seat"],
        seat=you["seat"],
        button=view["button"],
        blinds=(blinds["small"], blinds["big"]),
        forced=blinds["small"] + blinds["big"] + (blinds["straddle"] or 0) + blinds["ante"],
        course=tuple(view["course"]) if "course" in view else likely_course(view),
    )


def _rival(entry: Mapping[str, Any], own: Mapping[str, Any], view: Mapping[str, Any]) -> Rival:
    last = entry["last"]
    return Rival(
        seat=entry["seat"],
        stack=entry["stack"],
        bet=entry["bet"],
        earlier=entry["paid"] - entry["bet"],
        all_in=entry["status"] == ALL_IN,
        last=last["kind"] if last is not None else None,
        big_blind=entry["seat"] == view["big_blind"],
        after=_turn(entry["seat"], view["button"]) > _turn(own["seat"], view["button"]),
    )


def _turn(seat: int, button: int) -> int:
    """Return the order after the flop: the button is last."""
    return (seat - button - 1) % 64


def _raises(entries: list[Mapping[str, Any]], current: int, free: int, unit: int) -> int:
    """Count the bets above the blinds; a raise that nobody called shows only in the size."""
    levels = len({entry["bet"] for entry in entries if entry["bet"] > free})
    if free == 0 or current <= free:
        return levels
    size = current / unit
    return max(levels, 3 if size > 18 else 2 if size > 6.5 else 1)


def passive(spot: Spot) -> Choice:
    """Check if it is free, else call."""
    return Choice("check" if "check" in spot.legal else "call")


def give_up(spot: Spot) -> Choice:
    """Check if it is free, else fold; a blind that may not fold calls."""
    return next(Choice(kind) for kind in ("check", "fold", "call") if kind in spot.legal)


def aggressive(spot: Spot, total: float) -> Choice:
    """Bet or raise to about `total` on this street; call where neither is possible."""
    kind = next((kind for kind in ("bet", "raise_to") if kind in spot.legal), None)
    if kind is None:
        return passive(spot)
    least, most = spot.legal[kind]["min"], spot.legal[kind]["max"]
    rounded = round(total / spot.chip) * spot.chip
    if rounded - spot.bet > COMMITTED * spot.stack:
        rounded = most
    return Choice(kind, min(max(rounded, least), most))
