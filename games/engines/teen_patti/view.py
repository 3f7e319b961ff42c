"""What each viewer may see of a Teen Patti hand, built from nothing by allow-list.

A blind player's own cards are not in his view. Every view of a role has the same keys, and a
hidden card is as long as a shown one.
"""

from typing import Any

from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Action, Viewer
from games.engines.teen_patti.betting import KINDS, legal, minimum, why_not
from games.engines.teen_patti.ranking import label
from games.engines.teen_patti.state import COVERED, FOLDED, State

_BACKS = [HIDDEN] * 3
_OFFERED = ("see", "bet", "fold", "show", "side_show", "cover")
assert set(_OFFERED) < KINDS


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The hand as `viewer` may see it, as JSON values."""
    seats = state.seats
    own = seats.index(viewer.seat) if viewer.seat in seats else -1
    over = state.result is not None
    data: dict[str, Any] = {
        "game": "teen_patti",
        "phase": "settled" if over else "side_show" if state.asker >= 0 else "betting",
        "button": state.button,
        "turn": seats[state.turn] if state.turn >= 0 else None,
        "stake": state.stake,
        "pot": state.pot + sum(state.frozen),
        "pots": _pots(state),
        "seats": [_seat(state, place, own, viewer) for place in range(len(seats))],
        "side_show": None
        if state.asker < 0
        else {"asker": seats[state.asker], "asked": seats[state.turn]},
        "result": state.result.to_json() if state.result is not None else None,
    }
    if own >= 0:
        data["you"] = _you(state, own)
    return data


def _pots(state: State) -> list[dict[str, Any]]:
    live = [place for place, status in enumerate(state.status) if status != FOLDED]
    return [
        {
            "amount": amount,
            "seats": [
                state.seats[place]
                for place in live
                if state.status[place] != COVERED or state.level[place] >= number
            ],
        }
        for number, amount in enumerate((*state.frozen, state.pot))
        if amount or number == len(state.frozen)
    ]


def _may_see(state: State, place: int, own: int, viewer: Viewer) -> bool:
    if viewer.all_cards or place in state.shown:
        return True
    if own < 0:
        return False
    if place == own:
        return state.seen[place]
    return (own, place) in state.known or (place, own) in state.known


def _seat(state: State, place: int, own: int, viewer: Viewer) -> dict[str, Any]:
    open_ = _may_see(state, place, own, viewer)
    last = state.last[place]
    return {
        "seat": state.seats[place],
        "stack": state.stacks[place],
        "paid": state.paid[place],
        "status": state.status[place],
        "blind": not state.seen[place],
        "blind_bets": state.blind_bets[place],
        "cards": list(texts_of(state.hands[place])) if open_ else _BACKS,
        "label": label(state.hands[place], state.rules) if open_ else None,
        "last": {"kind": last[0], "amount": last[1]} if last is not None else None,
    }


def _you(state: State, own: int) -> dict[str, Any]:
    seat = state.seats[own]
    options = legal(state, seat)
    blocked = []
    if own == state.turn and state.asker < 0:
        possible = {option.kind for option in options}
        for kind in _OFFERED:
            if kind not in possible:
                # A bet of the minimum says best why there is no bet at all.
                amount = minimum(state, own) if kind == "bet" else None
                no = why_not(state, Action(seat, kind, amount))
                if no is not None:
                    blocked.append({"kind": kind, "code": no.code, "text": no.text})
    return {
        "seat": seat,
        "legal": [option.to_json() for option in options],
        "blocked": blocked,
        "label": label(state.hands[own], state.rules) if state.seen[own] else None,
    }
