"""What a seat may do and what it costs: bounds, and the reason for each refusal.

Reads states and changes nothing. The order of the checks is that of rules.md 1.4; codes of the
game itself are those of rules.md 3.1.
"""

from collections.abc import Callable

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction, between, refusal
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
NAMES = {"pair_plus": "Pair Plus", "six_card": "six-card bonus", "tie_bet": "tie bet"}


def side_bets_of(pay_table: PayTable) -> tuple[str, ...]:
    """The side bets that a pay table has."""
    there = (pay_table.pair_plus, pay_table.six_card_bonus, pay_table.tie_bet is not None)
    return tuple(bet for bet, is_on in zip(SIDE_BETS, there, strict=True) if is_on)


def ante_bounds(state: State, place: int) -> tuple[int, int]:
    """The least ante and the most: what the chips and its raise allow."""
    rules, stack = state.rules, state.stacks[place]
    return rules.ante_min, min(rules.ante_max, int(stack / (1 + rules.pay_table.raise_multiple)))


def raise_of(state: State, place: int) -> int:
    """The chips of a place's raise."""
    return state.rules.pay_table.raise_for(state.bets[place][ANTE])


def side_bet_chips(state: State, place: int, bet: str) -> int:
    """The chips for one side bet: all but the other bets and what the least ante needs."""
    standing = state.bets[place][BETS.index(bet)]
    return state.stacks[place] + standing - state.rules.cost(state.rules.ante_min)


def why_not(state: State, action: Action) -> IllegalAction | None:
    """The reason why an action is refused now, with its house rule; None when it is legal."""
    no = _why_not(state, action)
    return no.quoting(state.rules) if no is not None else None


def _why_not(state: State, action: Action) -> IllegalAction | None:
    if state.result is not None:
        return refusal("NO_HAND_IN_PROGRESS")
    place = state.seats.index(action.seat) if action.seat in state.seats else -1
    if place < 0 or state.status[place] == OUT:
        return refusal("NOT_IN_HAND")
    if state.status[place] == FOLDED:
        return refusal("ALREADY_FOLDED")
    if state.status[place] == RAISED:
        return IllegalAction("ALREADY_DECIDED", "You have raised; the dealer's cards decide.")
    if action.kind in (DECISIONS if state.phase == BETTING else BETTING_KINDS):
        return refusal("WRONG_PHASE")
    if place != state.turn:
        return refusal("NOT_YOUR_TURN")
    if action.kind in SIDE_BETS:
        return _why_no_side_bet(state, place, action.kind, action.amount)
    check = _CHECKS.get(action.kind)
    return refusal("UNKNOWN_ACTION") if check is None else check(state, place, action.amount)


def _is_chips(amount: object, least: int) -> bool:
    return isinstance(amount, int) and not isinstance(amount, bool) and amount >= least


def _too_few(stack: int, text: str) -> IllegalAction:
    return IllegalAction("INSUFFICIENT_CHIPS", text, stack=stack)


def _why_no_ante(state: State, place: int, amount: int | None) -> IllegalAction | None:
    if amount is None or not _is_chips(amount, 1):
        return refusal("BAD_AMOUNT")
    rules, stack = state.rules, state.stacks[place]
    needed = rules.cost(amount)
    if needed > stack:
        text = f"An ante of {amount:,} needs {needed:,} chips with its raise; you have {stack:,}."
        return _too_few(stack, text)
    limits = {"min": rules.ante_min, "max": rules.ante_max}
    if amount < rules.ante_min:
        text = f"The ante must be at least {rules.ante_min:,}."
        return IllegalAction("ANTE_TOO_SMALL", text, **limits).under("ante_min")
    if amount > rules.ante_max:
        text = f"The ante must be at most {rules.ante_max:,}."
        return IllegalAction("ANTE_TOO_LARGE", text, **limits).under("ante_max")
    return None


def _why_no_side_bet(
    state: State, place: int, bet: str, amount: int | None
) -> IllegalAction | None:
    most = state.rules.side_bet_max
    if amount is None or not _is_chips(amount, 0):
        return refusal("BAD_AMOUNT")
    if bet not in side_bets_of(state.rules.pay_table) or not most:
        text = f"This table has no {NAMES[bet]}."
        return IllegalAction("SIDE_BET_OFF", text).under("pay_table" if most else "side_bet_max")
    if max(amount, 1) > side_bet_chips(state, place, bet):
        stack, needed = state.stacks[place], state.rules.cost(state.rules.ante_min)
        text = f"You have {stack:,} chips, and the least ante with its raise needs {needed:,}."
        return _too_few(stack, text)
    if amount > most:
        text = f"A side bet must be at most {most:,}."
        return IllegalAction("SIDE_BET_TOO_LARGE", text, min=0, max=most).under("side_bet_max")
    return None


def _why_no_raise(state: State, place: int, amount: int | None) -> IllegalAction | None:
    if amount is None:
        return None
    if not _is_chips(amount, 1):
        return refusal("BAD_AMOUNT")
    stack = state.stacks[place]
    if amount > stack:
        return _too_few(stack, f"You have only {stack:,} chips.")
    price = raise_of(state, place)
    return between(amount, price, price)


def _why_no_pass(state: State, place: int, amount: int | None) -> IllegalAction | None:
    if not any(state.bets[place]):
        return None
    return IllegalAction(
        "SIDE_BET_WITHOUT_ANTE", "A side bet needs an ante; take it back to sit this hand out."
    )


def _fold(state: State, place: int, amount: int | None) -> IllegalAction | None:
    return None


_CHECKS: dict[str, Callable[[State, int, int | None], IllegalAction | None]] = {
    "ante": _why_no_ante,
    "pass": _why_no_pass,
    "raise": _why_no_raise,
    "fold": _fold,
}


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Exactly what a seat may do now, with its bounds and prices."""
    if state.result is not None or state.turn < 0 or state.seats[state.turn] != seat:
        return ()
    place, rules = state.turn, state.rules
    if state.phase != BETTING:
        return (Legal("raise", amount=raise_of(state, place)), Legal("fold"))
    options = [Legal("ante", *ante_bounds(state, place))]
    for bet in side_bets_of(rules.pay_table):
        most = min(rules.side_bet_max, side_bet_chips(state, place, bet))
        if most > 0:
            options.append(Legal(bet, 0, most))
    if not any(state.bets[place]):
        options.append(Legal("pass"))
    return tuple(options)
