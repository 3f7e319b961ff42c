"""Legal actions and their amounts, with the reason for each refusal (docs/rules/holdem.md 4.5).

`legal` and `why_not` ask the same small questions, so that both agree on what is legal. Amounts of
bets and raises are totals for the street ("raise to").
"""

from collections.abc import Callable

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction
from games.engines.holdem.state import FOLDED, IN, PREFLOP, Draft, State

KINDS = frozenset(("fold", "check", "call", "bet", "raise_to", "all_in", "run_once", "run_twice"))
_VOTES = frozenset(("run_once", "run_twice"))
_BETS = KINDS - _VOTES
_FOLD, _CHECK = Legal("fold"), Legal("check")
_VOTE = (Legal("run_once"), Legal("run_twice"))


def to_call(state: State | Draft, player: int) -> int:
    """Return what a player must add to stay in, regardless of their stack."""
    missing = state.current - state.bets[player]
    return missing if missing > 0 else 0  # max() takes twice as long


def price_to_call(state: State | Draft, player: int) -> int:
    """Return what a call costs: what is missing, or all-in for less."""
    missing, stack = to_call(state, player), state.stacks[player]
    return missing if missing < stack else stack


def least_bet(state: State, player: int) -> int:
    """Return the smallest bet: the big blind, or all-in for less."""
    return min(state.blinds[1], state.stacks[player])


def full_raise(state: State) -> int:
    """Return the smallest total of a raise that is not all-in."""
    kind = state.rules.min_raise
    if kind == "last_full_raise":
        return state.current + state.last_full  # TH-3 to TH-5
    # TH-36
    return 2 * state.current + (1 if kind == "more_than_double" else 0)


def _all(state: State, player: int) -> int:
    """Return the total of all of a player's chips on this street."""
    return state.bets[player] + state.stacks[player]


def _may_raise(state: State, player: int) -> bool:
    """Return whether raising is open: not yet acted, or a full raise to call (TDA 47-A, TH-6)."""
    return not state.acted[player] or state.current - state.bets[player] >= state.last_full


def _someone_can_answer(state: State) -> bool:
    """Return whether an opponent of the player to act still has chips."""
    return state.status.count(IN) > 1


def _may_fold(state: State, player: int) -> bool:
    if state.rules.blinds_may_fold_preflop or state.street != PREFLOP:
        return True
    return player not in (state.small, state.big)  # TH-35


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Return exactly the actions that `apply` accepts from this seat now."""
    player = state.turn
    if player < 0 or state.seats[player] != seat:
        return ()
    if state.votes >= 0:
        return _VOTE
    stack, own, current = state.stacks[player], state.bets[player], state.current
    missing, most = current - own, own + stack
    over = state.rules.bet_over_stack == "clip_to_all_in"
    options = [_FOLD] if _may_fold(state, player) else []
    if missing >= stack:
        return (*options, _priced("call", stack), _priced("all_in", most))
    options.append(_priced("call", missing) if missing > 0 else _CHECK)
    if current == 0:
        options.append(_ranged("bet", least_bet(state, player), most, over))
    elif _may_raise(state, player) and _someone_can_answer(state):
        options.append(_ranged("raise_to", min(full_raise(state), most), most, over))
    else:
        return tuple(options)
    options.append(_priced("all_in", most))
    return tuple(options)


def _priced(kind: str, price: int) -> Legal:
    """Return an action with a price; calling `Legal` itself takes twice as long."""
    return tuple.__new__(Legal, (kind, None, None, 1, price, None, False, (), ""))


def _ranged(kind: str, least: int, most: int, over: bool) -> Legal:
    """Return an action with a range, as fast as `_priced`."""
    return tuple.__new__(Legal, (kind, least, most, 1, None, None, over, (), ""))


def why_not(state: State, player: int, action: Action) -> IllegalAction | None:
    """Return the refusal of an action, in the fixed order of the checks; None for a legal one."""
    kinds = _BETS if state.votes < 0 else _VOTES
    if player == state.turn and action.kind in kinds:
        no = _WHY[action.kind](state, player, action.amount)
    else:
        no = _why_no_turn(state, player, action)
    if no is not None and state.rules.wording == "invalid_option":
        no.limits["wording"] = state.rules.wording
    return no


def _why_no_turn(state: State, player: int, action: Action) -> IllegalAction:
    """Return why this player may do nothing of this kind now."""
    if state.status[player] == FOLDED:
        return IllegalAction("ALREADY_FOLDED")
    if action.kind in (_VOTES if state.votes < 0 else _BETS):
        return IllegalAction("WRONG_PHASE")
    if player != state.turn:
        return IllegalAction("NOT_YOUR_TURN")
    return IllegalAction("UNKNOWN_ACTION")


def _why_fold(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if _may_fold(state, player):
        return None
    return IllegalAction("BLIND_CANNOT_FOLD").under("blinds_may_fold_preflop")


def _why_check(state: State, player: int, amount: int | None) -> IllegalAction | None:
    missing = to_call(state, player)
    return IllegalAction("CANNOT_CHECK_FACING_BET", bet=missing) if missing else None  # TH-14


def _why_call(state: State, player: int, amount: int | None) -> IllegalAction | None:
    price = price_to_call(state, player)
    return _wrong_price(amount, price) if price else IllegalAction("NOTHING_TO_CALL")


def _wrong_price(amount: int | None, price: int) -> IllegalAction | None:
    """Refuse a price other than the true one, where a client states the price it means to pay."""
    if amount is None or amount == price:
        return None
    return IllegalAction("BAD_AMOUNT", min=price, max=price)


def _why_bet(state: State, player: int, amount: int | None) -> IllegalAction | None:
    no = _why_amount(state, player, amount)
    if no is not None:
        return no
    assert amount is not None
    if state.current:
        return IllegalAction("BET_NOT_ALLOWED_USE_RAISE")
    least, most = least_bet(state, player), _all(state, player)
    if amount < least:
        return IllegalAction("AMOUNT_TOO_SMALL", min=least, max=most)
    return None


def _why_raise(state: State, player: int, amount: int | None) -> IllegalAction | None:
    no = _why_amount(state, player, amount)
    if no is not None:
        return no
    assert amount is not None
    if state.current == 0:
        return IllegalAction("RAISE_NOT_ALLOWED_USE_BET")
    if not _someone_can_answer(state):
        return IllegalAction("NO_ONE_TO_RAISE")
    if not _may_raise(state, player):  # TH-7, TH-12
        return IllegalAction("RAISE_NOT_REOPENED")
    least, most = full_raise(state), _all(state, player)
    if min(amount, most) < least and (amount < most or most <= state.current):  # TH-16
        short = {"short": True} if most < least else {}
        return IllegalAction("RAISE_TOO_SMALL", min=least, max=most, **short).under("min_raise")
    return None


def _why_amount(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if not isinstance(amount, int) or isinstance(amount, bool) or amount <= 0:
        return IllegalAction("BAD_AMOUNT")
    most = _all(state, player)
    if amount > most and state.rules.bet_over_stack == "error":  # TH-15
        return IllegalAction("INSUFFICIENT_CHIPS", stack=most)
    return None


def _why_all_in(state: State, player: int, amount: int | None) -> IllegalAction | None:
    most = _all(state, player)
    if state.current == 0 or state.stacks[player] <= to_call(state, player):
        return _wrong_price(amount, most)
    return _why_raise(state, player, most) or _wrong_price(amount, most)


def _why_vote(state: State, player: int, amount: int | None) -> IllegalAction | None:
    return None


_WHY: dict[str, Callable[[State, int, int | None], IllegalAction | None]] = {
    "fold": _why_fold,
    "check": _why_check,
    "call": _why_call,
    "bet": _why_bet,
    "raise_to": _why_raise,
    "all_in": _why_all_in,
    "run_once": _why_vote,
    "run_twice": _why_vote,
}
assert set(_WHY) == KINDS
