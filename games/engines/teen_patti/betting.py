"""Legal actions and their prices, with the reason for each refusal (docs/rules/teen-patti.md 2.4).

Reads states and changes nothing: what a bet does, and the pot limit, are in `engine`. The order of
the checks is that of docs/rules/common.md 1.4.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction, between
from games.engines.teen_patti.rules import DEALERS_CHOICE, VARIANTS
from games.engines.teen_patti.state import FOLDED, IN, State

KINDS = frozenset(
    {"see", "bet", "fold", "show", "side_show", "cover", "accept", "refuse", "choose"}
)
ANSWERS = ("accept", "refuse")
_OUTSIDE_BETTING = (*ANSWERS, "choose")
REFUSED_TWICE = 2


def minimum(state: State, player: int) -> int:
    """Return the smallest bet of a player: the stake, doubled once they have seen their cards."""
    return state.stake * 2 if state.seen[player] else state.stake


def bounds(state: State, player: int) -> tuple[int, int, int]:
    """Return the smallest bet, the largest, and the step; largest < smallest if chips are short."""
    rules, stack = state.rules, state.stacks[player]
    least = minimum(state, player)
    most = stack if rules.raise_limit is None else least * rules.raise_limit  # TP-21
    if rules.stake_cap is not None:
        # At the stake cap only the minimum may be bet.
        cap = rules.stake_cap * rules.boot * (2 if state.seen[player] else 1)
        most = min(most, max(cap, least))
    most = min(most, stack)
    if state.seen[player]:
        return least, most - most % 2, 2  # TP-12: a seen bet is even
    return least, most, 1


def show_price(state: State, player: int) -> int:
    """Return the price of a show for this player (rule 2.1, point 8)."""
    price = minimum(state, player) * state.rules.show_price  # TP-19
    if state.rules.short_stack == "must_fold" and state.stacks[player] < minimum(state, player):
        return state.stacks[player]
    return price


def able(state: State) -> list[int]:
    """Return the players who can still act."""
    return [player for player, status in enumerate(state.status) if status == IN]


def previous_bettor(state: State, player: int) -> int:
    """Return the last bettor before this player who is still in, -1 for none."""
    for other in reversed(state.bettors):
        if other != player and state.status[other] == IN:
            return other
    return -1


def is_choosing(state: State) -> bool:
    """Return whether the dealer must still choose the variant of this hand (dealer's choice)."""
    return state.rules.variant == DEALERS_CHOICE and state.result is None


def must_accept(state: State) -> bool:
    """Return whether the open side show request cannot be refused."""
    until_third = state.rules.side_show_refusable == "until_third"
    return until_third and state.requests > REFUSED_TWICE


def blocked(state: State, options: Sequence[Legal]) -> list[tuple[str, IllegalAction]]:
    """Return why the player to act may not do the rest of what a turn offers, by kind.

    `options` are what they may do.
    """
    possible, player = {option.kind for option in options}, state.turn
    answers = ANSWERS if state.asker >= 0 else ()
    refused = []
    for kind in (*_CHECKS, *answers):
        if kind not in possible:
            # A bet of the minimum gives the clearest reason why no bet is possible.
            amount = minimum(state, player) if kind == "bet" else None
            no = why_not(state, player, Action(state.seats[player], kind, amount))
            if no is not None:
                refused.append((kind, no.quoting(state.rules)))
    return refused


def why_not(state: State, player: int, action: Action) -> IllegalAction | None:
    """Return the refusal of an action; None when the action is legal."""
    if state.status[player] == FOLDED:
        return IllegalAction("ALREADY_FOLDED")
    if state.asker >= 0:
        return _why_no_answer(state, player, action)
    if is_choosing(state):
        return _why_no_choice(state, player, action)
    if action.kind in _OUTSIDE_BETTING:
        return IllegalAction("WRONG_PHASE")
    anytime = action.kind == "see" and state.rules.see_when == "any_time"
    # TP-10
    if player != state.turn and not (anytime and state.status[player] == IN):
        no = IllegalAction("NOT_YOUR_TURN")
        return no.under("see_when") if action.kind == "see" else no
    check = _CHECKS.get(action.kind)
    return IllegalAction("UNKNOWN_ACTION") if check is None else check(state, player, action.amount)


def _why_no_answer(state: State, player: int, action: Action) -> IllegalAction | None:
    if action.kind not in ANSWERS:
        # TP-23
        return IllegalAction("SIDE_SHOW_PENDING")
    if player != state.turn:
        return IllegalAction("NOT_ASKED")
    if action.kind == "refuse" and must_accept(state):
        return IllegalAction("SIDE_SHOW_NOT_REFUSABLE").under("side_show_refusable")
    return None


def _why_no_choice(state: State, player: int, action: Action) -> IllegalAction | None:
    if action.kind not in KINDS:
        return IllegalAction("UNKNOWN_ACTION")
    if action.kind != "choose":
        return _pending()
    if player != state.turn:
        return IllegalAction("NOT_YOUR_TURN")
    if action.reading not in VARIANTS:
        return IllegalAction("UNKNOWN_VARIANT")
    return None


def _pending() -> IllegalAction:
    """Return the refusal of everything else until the dealer has chosen (TP-51)."""
    return IllegalAction("VARIANT_PENDING").under("variant")


def _is_chips(amount: object, least: int = 1) -> bool:
    return isinstance(amount, int) and not isinstance(amount, bool) and amount >= least


def _too_few(stack: int) -> IllegalAction:
    return IllegalAction("INSUFFICIENT_CHIPS", stack=stack)


def _see(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if state.seen[player]:  # TP-14
        return IllegalAction("ALREADY_SEEN")
    return None


def _fold(state: State, player: int, amount: int | None) -> IllegalAction | None:
    return None


def _bet(state: State, player: int, amount: int | None) -> IllegalAction | None:
    if amount is None or not _is_chips(amount):  # TP-11
        return IllegalAction("BAD_AMOUNT")
    stack = state.stacks[player]
    if amount > stack:
        return _too_few(stack)
    least, most, step = bounds(state, player)
    wrong = between(amount, least, max(least, most))
    if wrong is not None and amount > most:
        wrong.under(_limit_on(state, player, amount))
    if wrong is None and step == 2 and amount % 2:
        wrong = IllegalAction("SEEN_BET_MUST_BE_EVEN", min=least, max=most)
    return wrong


def _limit_on(state: State, player: int, amount: int) -> str:
    """Return the option that forbids a bet of this amount, or ""."""
    uncapped = replace(state.rules, stake_cap=None)
    if amount <= bounds(state._replace(rules=uncapped), player)[1]:
        return "stake_cap"
    free = replace(uncapped, raise_limit=None)
    return "raise_limit" if amount <= bounds(state._replace(rules=free), player)[1] else ""


def _show(state: State, player: int, amount: int | None) -> IllegalAction | None:
    price = show_price(state, player)
    if amount is not None and not _is_chips(amount, min(price, 1)):
        return IllegalAction("BAD_AMOUNT")
    if price > state.stacks[player]:
        return _too_few(state.stacks[player])
    if amount is not None and (wrong := between(amount, price, price)):
        return wrong.under("show_price") if state.rules.show_price > 1 else wrong
    if state.status.count(IN) != 2:  # TP-15
        return IllegalAction("SHOW_NEEDS_TWO_PLAYERS")
    (other,) = (other for other in able(state) if other != player)
    seen_against_blind = state.seen[player] and not state.seen[other]
    if seen_against_blind and not state.rules.seen_may_show_vs_blind:  # TP-16
        return IllegalAction("SEEN_CANNOT_SHOW_BLIND").under("seen_may_show_vs_blind")
    return None


def _side_show(state: State, player: int, amount: int | None) -> IllegalAction | None:
    price = minimum(state, player)
    if amount is not None and not _is_chips(amount):
        return IllegalAction("BAD_AMOUNT")
    if price > state.stacks[player]:
        return _too_few(state.stacks[player])
    if state.rules.side_show == "off":
        return IllegalAction("SIDE_SHOW_OFF").under("side_show")
    if state.status.count(IN) < 3:
        return IllegalAction("SIDE_SHOW_NEEDS_THREE")
    asked = previous_bettor(state, player)
    all_seen = state.rules.side_show == "all_seen"
    concerned = able(state) if all_seen else [player, *([asked] if asked >= 0 else [])]
    if not all(state.seen[other] for other in concerned):  # TP-27
        needed = "all" if all_seen else "both"
        return IllegalAction("SIDE_SHOW_ALL_MUST_BE_SEEN", needed=needed).under("side_show")
    if amount is not None and amount != price:  # TP-22
        return IllegalAction("SIDE_SHOW_NEEDS_MIN_BET", min=price, max=price)
    if asked < 0:
        return IllegalAction("SIDE_SHOW_NO_PREVIOUS_BET")
    return None


def _cover(state: State, player: int, amount: int | None) -> IllegalAction | None:
    stack = state.stacks[player]
    if amount is not None and not _is_chips(amount):
        return IllegalAction("BAD_AMOUNT")
    if amount is not None and (wrong := between(amount, stack, stack)):
        return wrong
    if state.rules.short_stack == "must_fold":
        return IllegalAction("COVER_OFF").under("short_stack")
    if stack >= minimum(state, player):
        return IllegalAction("CAN_AFFORD_MINIMUM")
    return None


_CHECKS: dict[str, Callable[[State, int, int | None], IllegalAction | None]] = {
    "see": _see,
    "bet": _bet,
    "fold": _fold,
    "show": _show,
    "side_show": _side_show,
    "cover": _cover,
}
"""What a turn offers, in the order in which players read why they may not do it."""


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Return exactly what a seat may do now, with bounds and prices."""
    if state.result is not None or seat not in state.seats:
        return ()
    player = state.seats.index(seat)
    if state.asker >= 0:
        if player != state.turn:
            return ()
        return (Legal("accept"),) if must_accept(state) else (Legal("accept"), Legal("refuse"))
    if is_choosing(state):
        if player != state.turn:
            return ()
        return tuple(Legal("choose", reading=variant) for variant in VARIANTS)
    if player != state.turn:
        anytime = state.rules.see_when == "any_time" and state.status[player] == IN
        return (Legal("see"),) if anytime and not state.seen[player] else ()
    return tuple(_options(state, player))


def _options(state: State, player: int) -> list[Legal]:
    options = [Legal("fold")]
    if not state.seen[player]:
        options.append(Legal("see"))
    least, most, step = bounds(state, player)
    if most >= least:
        options.append(Legal("bet", least, most, step))
    elif _cover(state, player, None) is None:
        options.append(Legal("cover", amount=state.stacks[player]))
    playing = state.status.count(IN)
    if playing == 2 and _show(state, player, None) is None:
        options.append(Legal("show", amount=show_price(state, player)))
    if playing > 2 and _side_show(state, player, None) is None:
        asked = state.seats[previous_bettor(state, player)]
        options.append(Legal("side_show", amount=minimum(state, player), to=asked))
    return options
