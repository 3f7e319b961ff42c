"""Views of a hand against the dealer, built from nothing by allow-list.

Nobody sees a card before all bets are made. Every view of a role has the same keys, and a hidden
card is as long as a shown one.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.engines.core.cards import HIDDEN, texts_of
from games.engines.core.contract import Action, Viewer
from games.engines.dealer_teen_patti.betting import (
    DECISIONS,
    legal,
    side_bets_of,
    why_not,
)
from games.engines.dealer_teen_patti.paytable import PayTable
from games.engines.dealer_teen_patti.ranking import hand_value_of
from games.engines.dealer_teen_patti.rules import design_of
from games.engines.dealer_teen_patti.settlement import lines
from games.engines.dealer_teen_patti.state import ANTE, BETS, BETTING, SIDE_BETS, State, is_dealt

_BACKS = [HIDDEN] * 3


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the hand as `viewer` may see it, as JSON values."""
    seats, rules, result = state.seats, state.rules, state.result
    own = seats.index(viewer.seat) if viewer.seat in seats else -1
    data: dict[str, Any] = {
        "game": "dealer_teen_patti",
        "phase": state.phase,
        "turn": seats[state.turn] if state.turn >= 0 else None,
        "pot": sum(map(sum, state.bets)) if result is None else 0,
        "pots": [],
        "dealer": _dealer(state, viewer),
        "stakes": {
            "ante_min": rules.ante_min,
            "ante_max": rules.ante_max,
            "side_bet_max": rules.side_bet_max,
            "raise_multiple": str(rules.pay_table.raise_multiple),
        },
        "pay_table": printed(rules.pay_table),
        "seats": [_seat(state, player, own, viewer) for player in range(len(seats))],
        "result": None if result is None else {"house": 0, **result.to_json()},
    }
    if own >= 0:
        data["you"] = _you(state, own)
    return data


@lru_cache(maxsize=256)
def printed(pay_table: PayTable) -> Mapping[str, Any]:
    """Return a pay table as the felt shows it; a shared object, which callers must not change."""
    pays: list[tuple[str, str, Any]] = [("ante", "wins", pay_table.win_ante)]
    if pay_table.dealer_qualifies != "always":
        pays.append(("ante", "not_qualified", pay_table.no_qualify))
    if pay_table.raise_multiple:
        pays.append(("raise", "wins", pay_table.win_raise))
    tables = (
        ("bonus", pay_table.ante_bonus),
        ("pair_plus", pay_table.pair_plus_lines()),
        ("six_card", pay_table.six_card_bonus),
    )
    pays += [(bet, name, odds) for bet, table in tables for name, odds in table]
    if pay_table.tie_bet is not None:
        pays.append(("tie_bet", "equal", pay_table.tie_bet))
    return {
        "qualifier": pay_table.dealer_qualifies,
        "name": design_of(pay_table),
        "lines": [{"bet": bet, "line": line, "pays": str(odds)} for bet, line, odds in pays],
    }


def _dealer(state: State, viewer: Viewer) -> dict[str, Any]:
    open_ = state.opened or (viewer.all_cards and is_dealt(state))
    pay_table = state.rules.pay_table
    return {
        "cards": list(texts_of(state.dealer)) if open_ else _BACKS if is_dealt(state) else [],
        "hand_value": hand_value_of(state.dealer, pay_table.ranking()) if open_ else None,
        "qualifies": pay_table.qualifies(state.dealer) if open_ else None,
    }


def _seat(state: State, player: int, own: int, viewer: Viewer) -> dict[str, Any]:
    dealt = is_dealt(state) and state.bets[player][ANTE] > 0
    open_ = dealt and (viewer.all_cards or player == own or player in state.shown)
    hand, over = state.hands[player], state.result is not None
    return {
        "seat": state.seats[player],
        "stack": state.stacks[player],
        "status": state.status[player],
        "bets": dict(zip(BETS, state.bets[player], strict=True)),
        "cards": list(texts_of(hand)) if open_ else _BACKS if dealt else [],
        "hand_value": hand_value_of(hand, state.rules.pay_table.ranking()) if open_ else None,
        "shown": player in state.shown,
        "pays": [line.to_json() for line in lines(state, player)] if over else None,
        "net": state.stacks[player] - state.start[player] if over else None,
    }


def _you(state: State, own: int) -> dict[str, Any]:
    seat = state.seats[own]
    options = legal(state, seat)
    return {
        "seat": seat,
        "legal": [option.to_json() for option in options],
        "blocked": _blocked(state, own) if own == state.turn else [],
        "last_bets": None,
    }


def _blocked(state: State, own: int) -> list[dict[str, Any]]:
    """Return the actions of this phase that are impossible now, with the reason."""
    offered: tuple[str, ...] = DECISIONS
    if state.phase == BETTING:
        offered = (*side_bets_of(state.rules.pay_table), "ante", "pass")
    blocked = []
    for kind in offered:
        amount = state.rules.ante_min if kind == "ante" else 1 if kind in SIDE_BETS else None
        no = why_not(state, own, Action(state.seats[own], kind, amount))
        if no is not None:
            blocked.append({"kind": kind, **no.quoting(state.rules).to_json()})
    return blocked
