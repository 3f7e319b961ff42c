"""Legal actions against the dealer: bounds, prices, and the reason for each refusal.

Reads states and changes nothing. The order of the checks is that of docs/rules/common.md 1.4; the
game's own codes are in docs/rules/dealer-teen-patti.md 3.1.
"""

from collections.abc import Callable

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction, between
from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.state import (
    ANTE,
    BETS,
    BETTING,
    FOLDED,
    OUT,
    RAISED,
    SIDE_BETS,
    State,
)

BETTING_KINDS = (*SIDE_BETS, "ante", "pass")
DECISIONS = ("raise", "fold")
KINDS = frozenset((*BETTING_KINDS, *DECISIONS))


def side_bets_of(pay_table: PayTable) -> tuple[str, ...]:
    """Return the side bets of a pay table."""
    there = (pay_table.pair_plus, pay_table.six_card_bonus, pay_table.tie_bet is not None)
    return tuple(bet for bet, is_on in zip(SIDE_BETS, there, strict=True) if is_on)


def ante_bounds(state: State, player: int) -> tuple[int, int]:
    """Return the smallest and the largest ante that the chips and the raise allow."""
    rules, stack = state.rules, state.stacks[player]
    return rules.ante_min, min(rules.ante_max, int(stack / (1 + rules.pay_table.raise_multiple)))


def raise_of(state: State, player: int) -> int:
    """Return the chips of a player's raise."""
    return state.rules.pay_table.raise_for(state.bets[player][ANTE])


def side_bet_chips(state: State, player: int, bet: str) -> int:
    """Return the chips for one side bet: those that other bets and the smallest ante leave."""
    placed = state.bets[player][BETS.index(bet)]
    return state.stacks[player] + placed - state.rules.cost(state.rules.ante_min)


def why_not(state: State, player: int, action: Action) -> IllegalAction | None:
    """Return the refusal of an action; None when the action is legal."""
    if state.status[player] == OUT:
        return IllegalAction("NOT_IN_HAND")
    if state.status[player] == FOLDED:
        return IllegalAction("ALREADY_FOLDED")
    if state.status[player] == RAISED:
        return IllegalAction("ALREADY_DECIDED")
    if action.kind in (DECISIONS if state.phase == BETTING else BETTING_KINDS):
        return IllegalAction("WRONG_PHASE")
    if player != state.turn:
        return IllegalAction("NOT_YOUR_TURN")
    if action.kind in SIDE_BETS:
        return _why_no_side_bet(state, player, action.kind, action.amount)
    check = _CHECKS.get(action.kind)
    return IllegalAction("UNKNOWN_ACTION") if check is None else check(state, player, action.amount)


def _is_chips(amount: object, least: int) -> bool:
    return isinstance(amount, int) and not isinstance(amount, bool) and amount >= least


def _why_no_ante(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if amount is None or not _is_chips(amount, 1):
        return IllegalAction("BAD_AMOUNT")
    rules, stack = state.rules, state.stacks[player]
    needed = rules.cost(amount)
    if needed > stack:  # CA-15
        return IllegalAction("INSUFFICIENT_CHIPS", stack=stack, ante=amount, needed=needed)
    limits = {"min": rules.ante_min, "max": rules.ante_max}
    if amount < rules.ante_min:
        return IllegalAction("ANTE_TOO_SMALL", **limits).under("ante_min")
    if amount > rules.ante_max:
        return IllegalAction("ANTE_TOO_LARGE", **limits).under("ante_max")
    return None


def _why_no_side_bet(
    state: State, player: int, bet: str, amount: int | None
) -> IllegalAction | None:
    most = state.rules.side_bet_max
    if amount is None or not _is_chips(amount, 0):
        return IllegalAction("BAD_AMOUNT")
    if bet not in side_bets_of(state.rules.pay_table) or not most:
        option = "pay_table" if most else "side_bet_max"
        return IllegalAction("SIDE_BET_OFF", bet=bet).under(option)
    if max(amount, 1) > side_bet_chips(state, player, bet):
        stack, needed = state.stacks[player], state.rules.cost(state.rules.ante_min)
        return IllegalAction("INSUFFICIENT_CHIPS", stack=stack, needed=needed)
    if amount > most:
        return IllegalAction("SIDE_BET_TOO_LARGE", min=0, max=most).under("side_bet_max")
    return None


def _why_no_raise(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if amount is None:
        return None
    if not _is_chips(amount, 1):
        return IllegalAction("BAD_AMOUNT")
    stack = state.stacks[player]
    if amount > stack:
        return IllegalAction("INSUFFICIENT_CHIPS", stack=stack)
    price = raise_of(state, player)
    return between(amount, price, price)


def _why_no_pass(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if not any(state.bets[player]):
        return None
    return IllegalAction("SIDE_BET_WITHOUT_ANTE")


def _fold(state: State, player: int, amount: int | None) -> IllegalAction | None:
    return None


_CHECKS: dict[str, Callable[[State, int, int | None], IllegalAction | None]] = {
    "ante": _why_no_ante,
    "pass": _why_no_pass,
    "raise": _why_no_raise,
    "fold": _fold,
}


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Return exactly what a seat may do now, with bounds and prices."""
    if state.result is not None or state.turn < 0 or state.seats[state.turn] != seat:
        return ()
    player, rules = state.turn, state.rules
    if state.phase != BETTING:
        return (Legal("raise", amount=raise_of(state, player)), Legal("fold"))
    options = [Legal("ante", *ante_bounds(state, player))]
    for bet in side_bets_of(rules.pay_table):
        most = min(rules.side_bet_max, side_bet_chips(state, player, bet))
        if most > 0:
            options.append(Legal(bet, 0, most))
    if not any(state.bets[player]):
        options.append(Legal("pass"))
    return tuple(options)
