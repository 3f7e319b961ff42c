"""The state of a Dou Dizhu game: a frozen value, and the draft that a step works on.

Players are numbered from 0 in the order of their seats; seat numbers appear only in actions, events
and views. A game is one hand of the platform: deal, bidding and card play.
"""

from typing import NamedTuple

from games.engines.core import base
from games.engines.core.contract import Result
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.rules import LandlordRules

DEALING = "dealing"
"""The phase between two parts of the deal, in which hands may be opened."""
BIDDING, DOUBLING, PLAY, SETTLED = "bidding", "doubling", "play", "settled"


class Played(NamedTuple):
    """A play on the table: the player, the cards and their reading."""

    player: int
    cards: tuple[int, ...]
    reading: Reading


class State(NamedTuple):
    """A game at one moment; tuples have one value for each player."""

    rules: LandlordRules
    seats: tuple[int, ...]
    first: int
    """The player who begins the bidding."""
    must: bool
    """Whether the first bidder must call."""
    start: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Cards, the highest first."""
    packed: tuple[int, ...]
    kitty: tuple[int, ...]
    coming: tuple[tuple[int, ...], ...]
    """Cards not dealt yet, in the order of the deal; empty tuples afterwards."""
    asked: int
    """How many players have been asked to open their hand at this moment of the deal."""
    phase: str
    turn: int
    """The player to act, -1 when the game is over."""
    said: tuple[str, ...]
    """The call of each player in the bidding: "" not yet, "pass", "call", "rob", or the bid."""
    caller: int
    """The player who called first, robbed last or bids highest; -1 for none."""
    bid: int
    robs: int
    landlord: int
    doubled: tuple[int, ...]
    """-1 not asked yet, 0 no, 1 doubled."""
    opened: int
    """The player with an open hand, -1 for none."""
    times: int
    """The multiplier of the open hand, 1 without one."""
    last: Played | None
    """The play to beat; None when the player to act leads."""
    passes: int
    trick: tuple[tuple[int, tuple[int, ...], str], ...]
    """The moves since the last lead: player, cards (none for a pass), the reading's name."""
    before: tuple[tuple[int, tuple[int, ...], str], ...]
    """The moves of the round before."""
    played: int
    """All cards played so far, packed."""
    bombs: int
    rockets: int
    plays: tuple[int, ...]
    """Plays made by each player."""
    result: Result | None


class Draft(base.Draft, state=State):
    """A state during one step: lists for tuples, and the events so far."""

    __slots__ = State._fields

    rules: LandlordRules
    seats: tuple[int, ...]
    first: int
    must: bool
    start: tuple[int, ...]
    hands: list[tuple[int, ...]]
    packed: list[int]
    kitty: tuple[int, ...]
    coming: list[tuple[int, ...]]
    asked: int
    phase: str
    turn: int
    said: list[str]
    caller: int
    bid: int
    robs: int
    landlord: int
    doubled: list[int]
    opened: int
    times: int
    last: Played | None
    passes: int
    trick: tuple[tuple[int, tuple[int, ...], str], ...]
    before: tuple[tuple[int, tuple[int, ...], str], ...]
    played: int
    bombs: int
    rockets: int
    plays: list[int]
    result: Result | None


def multiplier(state: State | Draft) -> int:
    """Return the multiplier of the base so far, uncapped and without single players' doubles."""
    rules = state.rules
    bid = state.bid if rules.bidding == "bid_123" and rules.bid_multiplies_base else 1
    times = max(1, bid) * state.times << state.robs
    times *= rules.bomb_multiplier**state.bombs * rules.rocket_multiplier**state.rockets
    return int(times)


def capped(state: State | Draft) -> int:
    """Return the multiplier as it counts: at most what the rules allow."""
    most = state.rules.multiplier_cap
    return multiplier(state) if most is None else min(multiplier(state), most)
