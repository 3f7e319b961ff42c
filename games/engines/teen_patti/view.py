"""Views of a Teen Patti hand, built from nothing by allow-list.

The view of a blind player does not contain their own cards. Every view of a role has the same keys,
and a hidden card is as long as a shown one.
"""

from collections.abc import Collection
from typing import Any

from games.engines.core.base import once_per_state
from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Viewer
from games.engines.teen_patti.betting import blocked, is_choosing, legal
from games.engines.teen_patti.ranking import hand_value_of
from games.engines.teen_patti.state import COVERED, FOLDED, State

_BACKS = [HIDDEN] * 3


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the hand as `viewer` may see it, as JSON values."""
    own = state.seats.index(viewer.seat) if viewer.seat in state.seats else -1
    data = dict(_public(state))
    if seen := _seen(state, own, viewer):
        seats = data["seats"] = list(data["seats"])
        for player in seen:
            seats[player] = _open(state, player, seats[player])
    if state.rules.hidden_stacks:
        _tell_stacks(data, state, viewer)
    if own >= 0:
        data["you"] = _you(state, own)
    return data


def _tell_stacks(data: dict[str, Any], state: State, viewer: Viewer) -> None:
    """Add the stacks that a viewer sees to a view without any (TP-55, TP-56)."""
    visible = [seat for seat in state.seats if viewer.sees_stack(seat)]
    data["seats"] = [
        {**seat, "stack": stack} if seat["seat"] in visible else seat
        for seat, stack in zip(data["seats"], state.stacks, strict=True)
    ]
    if state.result is not None and visible:
        data["result"] = state.result.to_json(visible)


@once_per_state
def _public(state: State) -> dict[str, Any]:
    """Return what everybody may see, with each hand face down and hidden stacks left out."""
    seats = state.seats
    over = state.result is not None
    return {
        "game": "teen_patti",
        "phase": "settled" if over else _phase(state),
        "variant": state.rules.variant,
        "button": state.button,
        "turn": seats[state.turn] if state.turn >= 0 else None,
        "stake": state.stake,
        "pot": state.pot + sum(state.frozen),
        "pots": _pots(state),
        "seats": _seats(state),
        "side_show": None
        if state.asker < 0
        else {"asker": seats[state.asker], "asked": seats[state.turn]},
        "result": _result(state),
    }


def _result(state: State) -> dict[str, Any] | None:
    if state.result is None:
        return None
    return state.result.to_json(() if state.rules.hidden_stacks else None)


def _phase(state: State) -> str:
    if is_choosing(state):
        return "choosing"
    return "side_show" if state.asker >= 0 else "betting"


def _pots(state: State) -> list[dict[str, Any]]:
    live = [player for player, status in enumerate(state.status) if status != FOLDED]
    return [
        {
            "amount": amount,
            "seats": [
                state.seats[player]
                for player in live
                if state.status[player] != COVERED or state.level[player] >= number
            ],
        }
        for number, amount in enumerate((*state.frozen, state.pot))
        if amount or number == len(state.frozen)
    ]


def _seen(state: State, own: int, viewer: Viewer) -> Collection[int]:
    """Return the players whose cards a viewer sees; `own` is the viewer's, -1 for none."""
    if viewer.all_cards:
        return range(len(state.seats))
    seen = set(state.shown)
    if own >= 0:
        if state.seen[own]:
            seen.add(own)
        for one, other in state.known:
            if own in (one, other):
                seen.add(other if one == own else one)
    return seen


def _seats(state: State) -> list[dict[str, Any]]:
    hidden = state.rules.hidden_stacks
    return [
        {
            "seat": seat,
            "stack": None if hidden else stack,
            "paid": paid,
            "status": status,
            "blind": not seen,
            "blind_bets": blind_bets,
            "cards": _BACKS,
            "hand_value": None,
            "last": {"kind": last[0], "amount": last[1]} if last is not None else None,
        }
        for seat, stack, paid, status, seen, blind_bets, last in zip(
            state.seats,
            state.stacks,
            state.paid,
            state.status,
            state.seen,
            state.blind_bets,
            state.last,
            strict=True,
        )
    ]


def _open(state: State, player: int, seat: dict[str, Any]) -> dict[str, Any]:
    cards = state.hands[player]
    return {**seat, "cards": list(texts_of(cards)), "hand_value": hand_value_of(cards, state.rules)}


def _you(state: State, own: int) -> dict[str, Any]:
    """Return what a player may do."""
    seat = state.seats[own]
    options = legal(state, seat)
    return {
        "seat": seat,
        "legal": [option.to_json() for option in options],
        "blocked": [
            {"kind": kind, **no.to_json()}
            for kind, no in (blocked(state, options) if own == state.turn else ())
        ],
    }
