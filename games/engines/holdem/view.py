"""Views of a hold'em hand, built from nothing by allow-list.

No other player's view contains a folded or mucked hand. Every view of a role has the same keys, and
a hidden card is as long as a shown one.
"""

from typing import Any

from games.engines.core.base import once_per_state
from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Action, Viewer
from games.engines.holdem.betting import full_raise, legal, price_to_call, why_not
from games.engines.holdem.pots import side_pots
from games.engines.holdem.ranking import best_five, hand_value_of
from games.engines.holdem.state import FOLDED, IN, STREETS, State, boards, shows_rabbit

_BACKS = [HIDDEN] * 2
_OFFERED = ("fold", "check", "call", "bet", "raise_to", "all_in")


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the hand as `viewer` may see it, as JSON values."""
    own = state.seats.index(viewer.seat) if viewer.seat in state.seats else -1
    data = dict(_public(state))
    seats = data["seats"] = list(data["seats"])
    for player in range(len(seats)) if viewer.all_cards else {*state.shown, own} - {-1}:
        seats[player] = _open(state, player, seats[player])
    if own >= 0:
        data["you"] = _you(state, own)
    if viewer.course:
        data["course"] = [(street, state.seats[at], bet) for street, at, bet in state.course]
    return data


@once_per_state
def _public(state: State) -> dict[str, Any]:
    """Return what everybody may see, with each hand face down."""
    seats, over = state.seats, state.result is not None
    runs = boards(state)
    small, big, ante = state.blinds
    return {
        "game": "holdem",
        "phase": "settled" if over else "run_vote" if state.votes >= 0 else STREETS[state.street],
        "button": state.button,
        "small_blind": seats[state.small] if state.small >= 0 else None,
        "big_blind": seats[state.big],
        "blinds": {
            "small": small,
            "big": big,
            "ante": ante,
            "straddle": 2 * big if state.straddle >= 0 else None,
            "level": state.level,
        },
        "straddle": seats[state.straddle] if state.straddle >= 0 else None,
        "turn": seats[state.turn] if state.turn >= 0 else None,
        "board": list(texts_of(runs[0])),
        "board2": list(texts_of(runs[1])) if len(runs) > 1 else [],
        "rabbit": _rabbit(state),
        "current_bet": state.current,
        "min_raise_to": full_raise(state) if state.current and not over else None,
        "pot": 0 if over else sum(state.paid) + sum(state.dead),
        "pots": [] if over else _pots(state),
        "seats": _seats(state),
        "result": state.result.to_json() if state.result is not None else None,
    }


def _pots(state: State) -> list[dict[str, Any]]:
    live = [player for player, status in enumerate(state.status) if status != FOLDED]
    before = [paid - bet for paid, bet in zip(state.paid, state.bets, strict=True)]
    return [
        {"amount": pot.amount, "seats": [state.seats[player] for player in pot.rivals]}
        for pot in side_pots(before, live, sum(state.dead))
    ]


def _rabbit(state: State) -> list[str]:
    return list(texts_of(state.deck[state.board : 5])) if shows_rabbit(state) else []


def _known(state: State, player: int) -> tuple[int, ...]:
    return (*state.hands[player], *state.deck[: state.board])


def _seats(state: State) -> list[dict[str, Any]]:
    shown = state.shown
    return [
        {
            "seat": seat,
            "stack": stack,
            "bet": bet,
            "paid": paid + dead,
            "status": status,
            "cards": _BACKS,
            "hand_value": None,
            "best": _best(state, player) if player in shown else None,
            "shown": player in shown,
            "last": {"kind": last[0], "amount": last[1]} if last is not None else None,
        }
        for player, (seat, stack, bet, paid, dead, status, last) in enumerate(
            zip(
                state.seats,
                state.stacks,
                state.bets,
                state.paid,
                state.dead,
                state.status,
                state.last,
                strict=True,
            )
        )
    ]


def _open(state: State, player: int, seat: dict[str, Any]) -> dict[str, Any]:
    cards = list(texts_of(state.hands[player]))
    return {**seat, "cards": cards, "hand_value": hand_value_of(_known(state, player))}


def _best(state: State, player: int) -> list[str] | None:
    if state.result is None or state.board < 5:
        return None
    return list(texts_of(best_five(_known(state, player))))


def _you(state: State, own: int) -> dict[str, Any]:
    """Return what a player may do."""
    seat = state.seats[own]
    options = legal(state, seat)
    blocked = []
    if own == state.turn and state.votes < 0:
        possible = {option.kind for option in options}
        for kind in _OFFERED:
            if kind not in possible:
                # Betting all chips gives the clearest reason why no bet or raise is possible.
                amount = state.bets[own] + state.stacks[own]
                no = why_not(state, own, Action(seat, kind, amount))
                if no is not None:
                    blocked.append({"kind": kind, **no.quoting(state.rules).to_json()})
    playing = state.result is None and state.status[own] == IN
    return {
        "seat": seat,
        "to_call": price_to_call(state, own) if playing else 0,
        "legal": [option.to_json() for option in options],
        "blocked": blocked,
    }
