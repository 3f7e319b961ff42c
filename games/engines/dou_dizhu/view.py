"""What each viewer may see of a Dou Dizhu game, built from nothing by allow-list.

A hand is its owner's alone until the game is over; of the others there is the number of cards.
Every view of a role has the same keys, and a hidden card is as long as a shown one.
"""

from typing import Any

from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Action, Viewer
from games.engines.dou_dizhu.combos import chosen, readings
from games.engines.dou_dizhu.moves import (
    NAMES,
    Picker,
    legal,
    open_offer,
    playable,
    weakest_first,
    why_not,
)
from games.engines.dou_dizhu.ranks import pack
from games.engines.dou_dizhu.state import PLAY, SETTLED, State, capped

_NOTHING = "Nothing in your hand beats it."
HINTS = 40
"""At most so many plays are offered as hints."""
_OFFERED = ("call", "bid", "rob", "pass", "double", "decline", "open", "play")


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The game as `viewer` may see it, as JSON values."""
    seats = state.seats
    own = seats.index(viewer.seat) if viewer.seat in seats else -1
    data: dict[str, Any] = {
        "game": "dou_dizhu",
        "phase": state.phase,
        "button": seats[state.first],
        "turn": seats[state.turn] if state.turn >= 0 else None,
        "landlord": seats[state.landlord] if state.landlord >= 0 else None,
        "base": state.rules.base_score,
        "bid": state.bid,
        "multiplier": capped(state),
        "opened": state.times,
        "offer": open_offer(state),
        "bombs": state.bombs,
        "rockets": state.rockets,
        "kitty": _kitty(state, own, viewer),
        "last": _last(state),
        "trick": _round(state, state.trick),
        "before": _round(state, state.before),
        "played": [state.played >> 4 * rank & 15 for rank in range(15)],
        "pot": 0,
        "pots": [],
        "seats": [_seat(state, place, own, viewer) for place in range(3)],
        "result": state.result.to_json() if state.result is not None else None,
    }
    if own >= 0:
        data["you"] = _you(state, own)
    return data


def _kitty(state: State, own: int, viewer: Viewer) -> list[str]:
    known = state.landlord >= 0 and (state.rules.show_kitty or own == state.landlord)
    if known or viewer.all_cards:
        return list(texts_of(state.kitty))
    return [HIDDEN] * 3


def _last(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    reading = state.last.reading
    return {
        "seat": state.seats[state.last.place],
        "cards": list(texts_of(state.last.cards)),
        "category": reading.category,
        "n": reading.n,
        "name": NAMES[reading.category],
    }


def _round(
    state: State, moves: tuple[tuple[int, tuple[int, ...], str], ...]
) -> list[dict[str, Any]]:
    return [
        {"seat": state.seats[place], "cards": list(texts_of(cards)), "name": NAMES.get(name)}
        for place, cards, name in moves
    ]


def _seat(state: State, place: int, own: int, viewer: Viewer) -> dict[str, Any]:
    hand = state.hands[place]
    over = state.phase == SETTLED
    laid_open = place == state.opened
    visible = place == own or viewer.all_cards or laid_open or over
    role = None
    if state.landlord >= 0:
        role = "landlord" if place == state.landlord else "peasant"
    stacks = dict(state.result.chips) if state.result is not None else {}
    return {
        "seat": state.seats[place],
        "stack": stacks.get(state.seats[place], state.start[place]),
        "role": role,
        "status": "in",
        "count": len(hand),
        "cards": list(texts_of(hand)) if visible else [HIDDEN] * len(hand),
        "label": None,
        "said": state.said[place] or None,
        "doubled": None if state.doubled[place] < 0 else bool(state.doubled[place]),
        "open": laid_open,
        "plays": state.plays[place],
        "last": _last_of(state, place),
    }


def _last_of(state: State, place: int) -> dict[str, Any] | None:
    """What lies in front of a seat: its last move of this round."""
    for who, cards, name in reversed(state.trick):
        if who == place:
            if not cards:
                return {"kind": "pass", "cards": [], "name": None}
            return {"kind": "play", "cards": list(texts_of(cards)), "name": NAMES[name]}
    return None


def _you(state: State, own: int) -> dict[str, Any]:
    seat = state.seats[own]
    mine = own == state.turn
    options: list[dict[str, Any]] = []
    hints: list[list[str]] = []
    if mine and state.phase == PLAY:
        found = playable(state)
        pick = Picker(state.hands[own])
        sets = dict.fromkeys(reading.cards for reading in weakest_first(found))
        hints = [list(texts_of(pick(cards))) for cards in list(sets)[:HINTS]]
        if state.last is not None:
            options.append({"kind": "pass"})
        if why_not(state, Action(seat, "open")) is None:
            options.append({"kind": "open"})
        if found:
            options.append({"kind": "play"})
    else:
        options = [option.to_json() for option in legal(state, seat)]
    blocked = []
    if mine:
        possible = {option["kind"] for option in options}
        for kind in _OFFERED:
            no = None if kind in possible else why_not(state, Action(seat, kind))
            if no is None or no.code in ("WRONG_PHASE", "UNKNOWN_ACTION"):
                continue  # not of this moment, or not of this table
            if kind == "play":
                blocked.append({"kind": kind, "code": "RANK_TOO_LOW", "text": _NOTHING})
            elif kind != "open" or state.rules.open_hand != "off":
                blocked.append({"kind": kind, "code": no.code, "text": no.text})
    return {
        "seat": seat,
        "legal": options,
        "blocked": blocked,
        "hints": hints,
        "can_beat": bool(hints),
        "label": None,
    }


def ask(state: State, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
    """What a selection is (`name`, `readings`), and why it may not be played now (`code`, `text`).

    Only one's own cards are looked at, so the answer tells nothing of anybody else's.
    """
    place = state.seats.index(seat)
    if not cards or not set(cards) <= set(state.hands[place]) or len(set(cards)) < len(cards):
        return {"name": None, "readings": [], "code": "CARD_NOT_IN_HAND", "text": ""}
    found = readings(pack(cards), state.rules.kickers())
    no = why_not(state, Action(seat, "play", cards=cards))
    last = state.last.reading if state.last is not None else None
    best = chosen(found, last, "") or chosen(found, None, "")
    return {
        "name": NAMES[best.category] if best is not None else None,
        "readings": [{"reading": r.name(), "name": NAMES[r.category]} for r in found],
        "code": no.code if no is not None else None,
        "text": no.text if no is not None else None,
    }
