"""What a seat may do and what it costs: prices, bounds, and the reason for each refusal.

Reads states and changes nothing. The order of the checks is that of rules.md 1.4; codes of the
game itself are those of rules.md 2.4.
"""

from collections.abc import Callable
from dataclasses import replace

from games.engines.core.contract import Action, Legal
from games.engines.core.errors import IllegalAction, between, refusal
from games.engines.teen_patti.state import FOLDED, IN, State

KINDS = frozenset({"see", "bet", "fold", "show", "side_show", "cover", "accept", "refuse"})
ANSWERS = ("accept", "refuse")
REFUSED_TWICE = 2


def minimum(state: State, place: int) -> int:
    """The least this place must bet: the stake, twice that once it has seen its cards."""
    return state.stake * 2 if state.seen[place] else state.stake


def bounds(state: State, place: int) -> tuple[int, int, int]:
    """Least bet, most, and the step between amounts; the most is below the least when short."""
    rules, stack = state.rules, state.stacks[place]
    least = minimum(state, place)
    most = stack if rules.raise_limit is None else least * rules.raise_limit
    if rules.stake_cap is not None:
        # At the cap only the minimum may be bet.
        cap = rules.stake_cap * rules.boot * (2 if state.seen[place] else 1)
        most = min(most, max(cap, least))
    most = min(most, stack)
    if state.seen[place]:
        return least, most - most % 2, 2
    return least, most, 1


def show_price(state: State, place: int) -> int:
    """What a show costs this place now (rules.md 2.1 point 8)."""
    price = minimum(state, place) * state.rules.show_price
    if state.rules.short_stack == "must_fold" and state.stacks[place] < minimum(state, place):
        return state.stacks[place]
    return price


def able(state: State) -> list[int]:
    """Places that can still act."""
    return [place for place, status in enumerate(state.status) if status == IN]


def previous_bettor(state: State, place: int) -> int:
    """Who bet last before this place and is still in; -1 when nobody did."""
    for other in reversed(state.bettors):
        if other != place and state.status[other] == IN:
            return other
    return -1


def must_accept(state: State) -> bool:
    """Whether the open request is one that cannot be refused."""
    until_third = state.rules.side_show_refusable == "until_third"
    return until_third and state.requests > REFUSED_TWICE


def why_not(state: State, action: Action) -> IllegalAction | None:
    """The reason why an action is refused now, with its house rule; None when it is legal."""
    no = _why_not(state, action)
    return no.quoting(state.rules) if no is not None else None


def _why_not(state: State, action: Action) -> IllegalAction | None:
    if state.result is not None:
        return refusal("NO_HAND_IN_PROGRESS")
    if action.seat not in state.seats:
        return refusal("NOT_IN_HAND")
    place = state.seats.index(action.seat)
    if state.status[place] == FOLDED:
        return refusal("ALREADY_FOLDED")
    if state.asker >= 0:
        return _why_no_answer(state, place, action)
    if action.kind in ANSWERS:
        return refusal("WRONG_PHASE")
    anytime = action.kind == "see" and state.rules.see_when == "any_time"
    if place != state.turn and not (anytime and state.status[place] == IN):
        no = refusal("NOT_YOUR_TURN")
        return no.under("see_when") if action.kind == "see" else no
    check = _CHECKS.get(action.kind)
    return refusal("UNKNOWN_ACTION") if check is None else check(state, place, action.amount)


def _why_no_answer(state: State, place: int, action: Action) -> IllegalAction | None:
    if action.kind not in ANSWERS:
        return IllegalAction("SIDE_SHOW_PENDING", "A side show is being answered.")
    if place != state.turn:
        return IllegalAction("NOT_ASKED", "You were not asked for this side show.")
    if action.kind == "refuse" and must_accept(state):
        return IllegalAction(
            "SIDE_SHOW_NOT_REFUSABLE", "The third side show of a hand must be accepted."
        ).under("side_show_refusable")
    return None


def _is_chips(amount: object, least: int = 1) -> bool:
    return isinstance(amount, int) and not isinstance(amount, bool) and amount >= least


def _too_few(stack: int) -> IllegalAction:
    return IllegalAction("INSUFFICIENT_CHIPS", f"You have only {stack:,} chips.", stack=stack)


def _see(state: State, place: int, amount: int | None) -> IllegalAction | None:
    if state.seen[place]:
        return IllegalAction("ALREADY_SEEN", "You have already looked at your cards.")
    return None


def _fold(state: State, place: int, amount: int | None) -> IllegalAction | None:
    return None


def _bet(state: State, place: int, amount: int | None) -> IllegalAction | None:
    if amount is None or not _is_chips(amount):
        return refusal("BAD_AMOUNT")
    stack = state.stacks[place]
    if amount > stack:
        return _too_few(stack)
    least, most, step = bounds(state, place)
    wrong = between(amount, least, max(least, most))
    if wrong is not None and amount > most:
        wrong.under(_limit_on(state, place, amount))
    if wrong is None and step == 2 and amount % 2:
        wrong = IllegalAction(
            "SEEN_BET_MUST_BE_EVEN",
            "A seen bet must be an even number of chips.",
            min=least,
            max=most,
        )
    return wrong


def _limit_on(state: State, place: int, amount: int) -> str:
    """The option without which a place might bet so much; empty where none is the cause."""
    uncapped = replace(state.rules, stake_cap=None)
    if amount <= bounds(state._replace(rules=uncapped), place)[1]:
        return "stake_cap"
    free = replace(uncapped, raise_limit=None)
    return "raise_limit" if amount <= bounds(state._replace(rules=free), place)[1] else ""


def _show(state: State, place: int, amount: int | None) -> IllegalAction | None:
    price = show_price(state, place)
    if amount is not None and not _is_chips(amount, min(price, 1)):
        return refusal("BAD_AMOUNT")
    if price > state.stacks[place]:
        return _too_few(state.stacks[place])
    if amount is not None and (wrong := between(amount, price, price)):
        return wrong.under("show_price") if state.rules.show_price > 1 else wrong
    others = [other for other in able(state) if other != place]
    if len(others) != 1:
        return IllegalAction(
            "SHOW_NEEDS_TWO_PLAYERS", "A show is possible when only two players are left."
        )
    seen_against_blind = state.seen[place] and not state.seen[others[0]]
    if seen_against_blind and not state.rules.seen_may_show_vs_blind:
        return IllegalAction(
            "SEEN_CANNOT_SHOW_BLIND", "You have seen your cards and cannot show a blind player."
        ).under("seen_may_show_vs_blind")
    return None


def _side_show(state: State, place: int, amount: int | None) -> IllegalAction | None:
    price = minimum(state, place)
    if amount is not None and not _is_chips(amount):
        return refusal("BAD_AMOUNT")
    if price > state.stacks[place]:
        return _too_few(state.stacks[place])
    if state.rules.side_show == "off":
        return IllegalAction("SIDE_SHOW_OFF", "This table has no side shows.").under("side_show")
    others = able(state)
    if len(others) < 3:
        return IllegalAction(
            "SIDE_SHOW_NEEDS_THREE", "A side show needs at least three players in the hand."
        )
    asked = previous_bettor(state, place)
    all_seen = state.rules.side_show == "all_seen"
    concerned = others if all_seen else [place, *([asked] if asked >= 0 else [])]
    if not all(state.seen[other] for other in concerned):
        text = "everybody" if all_seen else "both players"
        return IllegalAction(
            "SIDE_SHOW_ALL_MUST_BE_SEEN",
            f"A side show is possible once {text} have seen."
            if not all_seen
            else f"A side show is possible once {text} has seen their cards.",
        ).under("side_show")
    if amount is not None and amount != price:
        return IllegalAction(
            "SIDE_SHOW_NEEDS_MIN_BET",
            f"A side show costs exactly {price:,}.",
            min=price,
            max=price,
        )
    if asked < 0:
        return IllegalAction(
            "SIDE_SHOW_NO_PREVIOUS_BET", "Nobody has bet before you whom you could ask."
        )
    return None


def _cover(state: State, place: int, amount: int | None) -> IllegalAction | None:
    stack = state.stacks[place]
    if amount is not None and not _is_chips(amount):
        return refusal("BAD_AMOUNT")
    if amount is not None and (wrong := between(amount, stack, stack)):
        return wrong
    if state.rules.short_stack == "must_fold":
        text = "This table does not let a short stack cover the pot."
        return IllegalAction("COVER_OFF", text).under("short_stack")
    if stack >= minimum(state, place):
        return IllegalAction("CAN_AFFORD_MINIMUM", "You can still pay the minimum bet.")
    return None


_CHECKS: dict[str, Callable[[State, int, int | None], IllegalAction | None]] = {
    "see": _see,
    "fold": _fold,
    "bet": _bet,
    "show": _show,
    "side_show": _side_show,
    "cover": _cover,
}


def legal(state: State, seat: int) -> tuple[Legal, ...]:
    """Exactly what a seat may do now, with its bounds and prices."""
    if state.result is not None or seat not in state.seats:
        return ()
    place = state.seats.index(seat)
    if state.asker >= 0:
        if place != state.turn:
            return ()
        return (Legal("accept"),) if must_accept(state) else (Legal("accept"), Legal("refuse"))
    if place != state.turn:
        anytime = state.rules.see_when == "any_time" and state.status[place] == IN
        return (Legal("see"),) if anytime and not state.seen[place] else ()
    return tuple(_options(state, place))


def _options(state: State, place: int) -> list[Legal]:
    options = [Legal("fold")]
    if not state.seen[place]:
        options.append(Legal("see"))
    least, most, step = bounds(state, place)
    if most >= least:
        options.append(Legal("bet", least, most, step))
    elif _cover(state, place, None) is None:
        options.append(Legal("cover", amount=state.stacks[place]))
    playing = len(able(state))
    if playing == 2 and _show(state, place, None) is None:
        options.append(Legal("show", amount=show_price(state, place)))
    if playing > 2 and _side_show(state, place, None) is None:
        asked = state.seats[previous_bettor(state, place)]
        options.append(Legal("side_show", amount=minimum(state, place), to=asked))
    return options
