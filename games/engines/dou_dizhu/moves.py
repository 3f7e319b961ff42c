"""Legal actions: bidding (rule 5.4), doubling and card play (rule 5.5).

`legal` and `why_not` ask the same questions, so that both agree on what is legal: a set of cards
may be played if and only if a set of the same ranks is listed.
"""

from collections.abc import Callable

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction
from games.engines.dou_dizhu.combos import (
    BOMB,
    CATEGORIES,
    ROCKET,
    ROCKET_SOLO,
    ROCKET_TWO,
    Reading,
    beats,
    chosen,
)
from games.engines.dou_dizhu.ranks import pack, rank_of, size
from games.engines.dou_dizhu.rules import LANDLORD_OPENS, MOMENTS
from games.engines.dou_dizhu.state import BIDDING, DEALING, DOUBLING, PLAY, State

KINDS = frozenset(("call", "bid", "rob", "pass", "double", "decline", "open", "play"))
_PHASES = {
    "call": (BIDDING,),
    "bid": (BIDDING,),
    "rob": (BIDDING,),
    "pass": (BIDDING, PLAY),
    "double": (DOUBLING,),
    "decline": (DEALING, DOUBLING),
    "open": (DEALING, PLAY),
    "play": (PLAY,),
}
assert set(_PHASES) == KINDS

_READINGS = {
    (category, rank): Reading(category, 1, rank, 0).name()
    for category in CATEGORIES
    for rank in range(15)
}
"""The names of all readings, computed once: a leader's list has about eighty."""


def leads(state: State) -> bool:
    """Return whether the player to act may play anything."""
    return state.last is None


def open_offer(state: State) -> int | None:
    """Return the multiplier for opening the hand now, or None where that is not allowed."""
    if state.phase == DEALING:
        return dict(MOMENTS)[len(state.hands[0])]
    before_leading = state.phase == PLAY and state.turn == state.landlord and not any(state.plays)
    if state.rules.open_hand == "off" or state.opened >= 0 or not before_leading:
        return None
    return LANDLORD_OPENS


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Return exactly what `apply` accepts from this seat now, each play in one choice of suits."""
    if state.turn < 0 or state.seats[state.turn] != seat:
        return ()
    if state.phase == BIDDING:
        return _legal_in_bidding(state)
    if state.phase == DEALING:
        return Legal("open"), Legal("decline")
    if state.phase == DOUBLING:
        return Legal("double"), Legal("decline")
    options = [] if leads(state) else [Legal("pass")]
    if open_offer(state) is not None:
        options.append(Legal("open"))
    pick, lead = Picker(state.hands[state.turn]), leads(state)
    for category, _n, rank, cards in playable(state):
        name = _READINGS[category, rank] if lead else ""
        options.append(Legal("play", None, None, 1, None, None, False, pick(cards), name))
    return tuple(options)


def playable(state: State) -> list[Reading]:
    """Return the combinations of the player to act, one for each set of ranks and reading.

    When following there is no choice of readings: each set is listed once, as its highest.
    """
    hand = state.packed[state.turn]
    if state.last is None:
        return state.rules.plays(hand)
    found = state.rules.plays(hand, state.last.reading)  # lower readings come before higher ones
    return list({reading.cards: reading for reading in found}.values())


_BOMBS = frozenset((BOMB, ROCKET, ROCKET_SOLO, ROCKET_TWO))
LARGEST = 9
"""More than the `n` of any bomb."""


def weakest_first(found: list[Reading]) -> list[Reading]:
    """Return plays in the order of what they cost to give up; bombs and the rocket come last.

    When following, the lowest that beats comes first; when leading, the play that sheds low cards.
    Among equals, more cards come first.
    """
    return sorted(found, key=_costs)


def _costs(reading: Reading) -> tuple[int, int, int, int]:
    category, n, rank, cards = reading
    if category in _BOMBS:
        return 1, n if category == BOMB else LARGEST, rank, -size(cards)
    return 0, rank, -n, -size(cards)


def clock_plays(state: State) -> tuple[int, ...]:
    """Return what a timed-out follower plays; empty for a pass (`timeout`)."""
    assert state.last is not None
    partners = state.landlord not in (state.turn, state.last.player)
    if state.rules.timeout != "lowest" or partners:
        return ()
    found = [one for one in weakest_first(playable(state)) if one.category not in _BOMBS]
    return Picker(state.hands[state.turn])(found[0].cards) if found else ()


class Picker:
    """The cards of one hand for packed sets; four ranks at a time are cached, as most recur."""

    __slots__ = ("_known", "_ranks")

    def __init__(self, hand: tuple[int, ...]) -> None:
        ranks: list[tuple[int, ...]] = [()] * 16
        for card in hand:
            rank = rank_of(card)
            ranks[rank] = (*ranks[rank], card)
        self._ranks = ranks
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def __call__(self, packed: int) -> tuple[int, ...]:
        """Return cards with these ranks, the highest first."""
        cards: tuple[int, ...] = ()
        for quarter in (12, 8, 4, 0):
            chunk = packed >> 4 * quarter & 0xFFFF
            if chunk:
                found = self._known.get((quarter, chunk))
                cards += found if found is not None else self._find(quarter, chunk)
        return cards

    def _find(self, quarter: int, chunk: int) -> tuple[int, ...]:
        cards = tuple(
            card
            for rank in (3, 2, 1, 0)
            for card in self._ranks[quarter + rank][: chunk >> 4 * rank & 15]
        )
        self._known[quarter, chunk] = cards
        return cards


def _legal_in_bidding(state: State) -> tuple[Legal, ...]:
    kind = state.rules.bidding
    if kind == "bid_123":
        options = [Legal("bid", min=state.bid + 1, max=3)]
    elif kind == "call_rob" and state.caller >= 0:
        options = [Legal("rob")]
    else:
        options = [Legal("call")]
    if not _must_call(state):
        options.append(Legal("pass"))
    return tuple(options)


def _must_call(state: State) -> bool:
    return state.must and state.turn == state.first and not state.said[state.turn]


# -- refusals --------------------------------------------------------------------------------


def why_not(state: State, player: int, action: Action) -> IllegalAction | None:
    """Return the refusal of an action, in the fixed order of the checks; None for a legal one."""
    if state.phase == BIDDING and player != state.turn and state.said[player] == "pass":
        return IllegalAction("ALREADY_PASSED")
    if action.kind in KINDS and state.phase not in _PHASES[action.kind]:
        no = IllegalAction("WRONG_PHASE")
        doubles = _PHASES[action.kind] == (DOUBLING,) and not state.rules.double_stage
        return no.under("double_stage") if doubles else no
    if player != state.turn:
        return IllegalAction("NOT_YOUR_TURN")
    if action.kind not in KINDS:
        return IllegalAction("UNKNOWN_ACTION")
    return _WHY[action.kind](state, action)


def _why_call(state: State, action: Action) -> IllegalAction | None:
    if state.rules.bidding == "bid_123":
        return IllegalAction("UNKNOWN_ACTION").under("bidding")
    return IllegalAction("ALREADY_CALLED") if state.caller >= 0 else None


def _why_bid(state: State, action: Action) -> IllegalAction | None:
    amount = action.amount
    if state.rules.bidding != "bid_123":
        return IllegalAction("UNKNOWN_ACTION").under("bidding")
    if not isinstance(amount, int) or isinstance(amount, bool) or amount <= 0:
        return IllegalAction("BAD_AMOUNT")
    if amount > 3:
        return IllegalAction("BID_OUT_OF_RANGE", min=state.bid + 1, max=3)
    if amount <= state.bid:
        return IllegalAction("BID_TOO_LOW", bid=state.bid, min=state.bid + 1, max=3)
    return None


def _why_rob(state: State, action: Action) -> IllegalAction | None:
    if state.rules.bidding != "call_rob":
        return IllegalAction("UNKNOWN_ACTION").under("bidding")
    return IllegalAction("NOTHING_TO_ROB") if state.caller < 0 else None


def _why_pass(state: State, action: Action) -> IllegalAction | None:
    if state.phase == BIDDING:
        return IllegalAction("MUST_CALL").under("max_redeals") if _must_call(state) else None
    return IllegalAction("CANNOT_PASS_WHEN_LEADING") if leads(state) else None  # DZ-44


def _why_double(state: State, action: Action) -> IllegalAction | None:
    return None


def _why_open(state: State, action: Action) -> IllegalAction | None:
    if open_offer(state) is not None:
        return None
    no = IllegalAction("NOTHING_TO_OPEN")
    return no.under("open_hand") if state.rules.open_hand == "off" else no


def _why_play(state: State, action: Action) -> IllegalAction | None:
    cards = action.cards
    if not cards:
        return IllegalAction("EMPTY_PLAY")
    if not set(cards) <= set(state.hands[state.turn]):
        return IllegalAction("CARD_NOT_IN_HAND")
    if len(set(cards)) < len(cards):
        return IllegalAction("DUPLICATE_CARD")
    packed = pack(cards)
    found = state.rules.readings(packed)
    if not found:
        return IllegalAction("NOT_A_COMBINATION").under(state.rules.forbids(packed))
    if state.last is None:
        named = chosen(found, None, action.reading)
        return None if named is not None else IllegalAction("READING_NOT_POSSIBLE")
    return _too_weak(found, state.last.reading)


def _too_weak(found: tuple[Reading, ...], last: Reading) -> IllegalAction | None:
    """Return why no reading beats the last play, or None if one does."""
    if any(beats(reading, last) for reading in found):
        return None
    same = [reading for reading in found if reading.category == last.category]
    if not same:
        return IllegalAction("WRONG_CATEGORY", category=last.category)  # DZ-42
    if last.category != BOMB and all(reading.n != last.n for reading in same):
        return IllegalAction("WRONG_LENGTH")  # DZ-36
    return IllegalAction("RANK_TOO_LOW")  # DZ-41


_WHY: dict[str, Callable[[State, Action], IllegalAction | None]] = {
    "call": _why_call,
    "bid": _why_bid,
    "rob": _why_rob,
    "pass": _why_pass,
    "double": _why_double,
    "decline": _why_double,
    "open": _why_open,
    "play": _why_play,
}
assert set(_WHY) == KINDS


def reading_of(state: State, action: Action) -> Reading:
    """Return the reading of a legal play."""
    last = state.last.reading if state.last is not None else None
    found = chosen(state.rules.readings(pack(action.cards)), last, action.reading)
    assert found is not None
    return found
