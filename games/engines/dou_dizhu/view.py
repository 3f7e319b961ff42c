"""Views of a Dou Dizhu game, built from nothing by allow-list.

Only its owner sees a hand until the game is over; others see its number of cards. Every view of a
role has the same keys, and a hidden card is as long as a shown one.
"""

from typing import Any

from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Action, Viewer
from games.engines.core.errors import IllegalAction
from games.engines.dou_dizhu.combos import chosen
from games.engines.dou_dizhu.moves import (
    Picker,
    legal,
    open_offer,
    playable,
    weakest_first,
    why_not,
)
from games.engines.dou_dizhu.ranks import pack
from games.engines.dou_dizhu.state import PLAY, SETTLED, State, capped

HINTS = 40
"""The largest number of plays that a view offers as hints."""
_OFFERED = ("call", "bid", "rob", "pass", "double", "decline", "open", "play")


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the game as `viewer` may see it, as JSON values."""
    seats = state.seats
    own = seats.index(viewer.seat) if viewer.seat in seats else -1
    data: dict[str, Any] = {
        "game": state.rules.GAME,
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
        "seats": [_seat(state, player, own, viewer) for player in range(len(seats))],
        "result": state.result.to_json() if state.result is not None else None,
    }
    if own >= 0:
        data["you"] = _you(state, own)
    return data


def _kitty(state: State, own: int, viewer: Viewer) -> list[str]:
    known = state.landlord >= 0 and (state.rules.show_kitty or own == state.landlord)
    if known or viewer.all_cards:
        return list(texts_of(state.kitty))
    return [HIDDEN] * len(state.kitty)


def _last(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    reading = state.last.reading
    return {
        "seat": state.seats[state.last.player],
        "cards": list(texts_of(state.last.cards)),
        "category": reading.category,
        "n": reading.n,
    }


def _round(
    state: State, moves: tuple[tuple[int, tuple[int, ...], str], ...]
) -> list[dict[str, Any]]:
    return [
        {"seat": state.seats[player], "cards": list(texts_of(cards)), "category": category or None}
        for player, cards, category in moves
    ]


def _seat(state: State, player: int, own: int, viewer: Viewer) -> dict[str, Any]:
    hand = state.hands[player]
    over = state.phase == SETTLED
    laid_open = player == state.opened
    visible = player == own or viewer.all_cards or laid_open or over
    role = None
    if state.landlord >= 0:
        role = "landlord" if player == state.landlord else "peasant"
    stacks = dict(state.result.chips) if state.result is not None else {}
    return {
        "seat": state.seats[player],
        "stack": stacks.get(state.seats[player], state.start[player]),
        "role": role,
        "status": "in",
        "count": len(hand),
        "cards": list(texts_of(hand)) if visible else [HIDDEN] * len(hand),
        "said": state.said[player] or None,
        "doubled": None if state.doubled[player] < 0 else bool(state.doubled[player]),
        "open": laid_open,
        "plays": state.plays[player],
        "last": _last_of(state, player),
    }


def _last_of(state: State, player: int) -> dict[str, Any] | None:
    """Return the last move of a player in this round."""
    for who, cards, category in reversed(state.trick):
        if who == player:
            if not cards:
                return {"kind": "pass", "cards": [], "category": None}
            return {"kind": "play", "cards": list(texts_of(cards)), "category": category}
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
        if why_not(state, own, Action(seat, "open")) is None:
            options.append({"kind": "open"})
        if found:
            options.append({"kind": "play"})
    else:
        options = [option.to_json() for option in legal(state, seat)]
    blocked = []
    if mine:
        possible = {option["kind"] for option in options}
        for kind in _OFFERED:
            no = None if kind in possible else why_not(state, own, Action(seat, kind))
            if no is None or no.code in ("WRONG_PHASE", "UNKNOWN_ACTION"):
                continue  # impossible at this moment or at this table
            if kind == "play":
                blocked.append({"kind": kind, "code": "RANK_TOO_LOW", "limits": {"nothing": True}})
            elif kind != "open" or state.rules.open_hand != "off":
                blocked.append({"kind": kind, **no.quoting(state.rules).to_json()})
    return {
        "seat": seat,
        "legal": options,
        "blocked": blocked,
        "hints": hints,
        "can_beat": bool(hints),
    }


def ask(state: State, seat: int, cards: tuple[int, ...]) -> dict[str, Any]:
    """Describe a selection: `category`, `readings`, and why it cannot be played now.

    It reads only the seat's own cards, so the answer reveals nothing about others.
    """
    player = state.seats.index(seat)
    if not cards or not set(cards) <= set(state.hands[player]) or len(set(cards)) < len(cards):
        return {"category": None, "readings": [], "code": "CARD_NOT_IN_HAND"}
    found = state.rules.readings(pack(cards))
    no = why_not(state, player, Action(seat, "play", cards=cards))
    if state.result is not None:
        no = IllegalAction("NO_HAND_IN_PROGRESS")
    last = state.last.reading if state.last is not None else None
    best = chosen(found, last, "") or chosen(found, None, "")
    return {
        "category": best.category if best is not None else None,
        "readings": [{"reading": r.name(), "category": r.category} for r in found],
        **({"code": None} if no is None else no.quoting(state.rules).to_json()),
    }
