"""Simple players of no-limit hold'em."""

import random
from collections.abc import Mapping
from typing import Any

from games.arena.players import Decision, first_of, legal_of, own_cards
from games.bots import Choice
from games.bots.holdem_cards import SHARE, share_beaten
from games.engines.core.cards import parse_card
from games.engines.holdem.ranking import value
from games.engines.holdem.state import FOLDED

_RUN_OUTS_COUNT = 60
"""How many ways to deal the rest of the board tell the shares of the pot."""


def luck(before: Any, after: Any, hero: int, rng: random.Random) -> float:
    """Return how many chips the cards that came to the board have won a player, if nobody bets.

    Shares of the pot are as for all players who have not folded, whoever covers whom.
    """
    if after.board == before.board or after.twice or after.status[hero] == FOLDED:
        return 0.0
    known = {*after.deck[: before.board], *(card for hand in after.hands for card in hand)}
    rest = [card for card in range(52) if card not in known]
    left = [card for card in rest if card not in after.deck[: after.board]]
    now = _share(after, after.deck[: after.board], left, hero, rng)
    pot: int = sum(after.paid) + sum(after.dead)
    return pot * (now - _share(after, after.deck[: before.board], rest, hero, rng))


def _share(
    state: Any, board: tuple[int, ...], rest: list[int], hero: int, rng: random.Random
) -> float:
    """Return a player's mean share of the pot over ways to deal the board to its end."""
    missing = 5 - len(board)
    ends = [rng.sample(rest, missing) for _ in range(_RUN_OUTS_COUNT)]
    if missing < 2:
        ends = [[card] for card in rest] if missing else [[]]
    rivals = [
        hand
        for player, hand in enumerate(state.hands)
        if player != hero and state.status[player] != FOLDED
    ]
    total = 0.0
    for end in ends:
        own = value((*board, *end, *state.hands[hero]))
        others = [value((*board, *end, *hand)) for hand in rivals]
        if max(others) <= own:
            total += 1 / (1 + others.count(own))
    return total / len(ends)


def _stay(view: Mapping[str, Any]) -> Choice:
    return first_of(legal_of(view), "check", "call", "run_once")


def _leave(view: Mapping[str, Any]) -> Choice:
    return first_of(legal_of(view), "check", "fold", "call", "run_once")


def _raise(view: Mapping[str, Any], total: float) -> Choice:
    """Bet or raise to about `total`, else stay."""
    legal = legal_of(view)
    kind = next((kind for kind in ("bet", "raise_to") if kind in legal), None)
    if kind is None:
        return _stay(view)
    return Choice(kind, min(max(round(total), legal[kind]["min"]), legal[kind]["max"]))


def caller(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Call at any price."""
    return _stay(view)


def shover(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Go all-in at every turn."""
    return Choice("all_in") if "all_in" in legal_of(view) else _stay(view)


def minbettor(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Make the smallest bet or raise at every turn, up to three on a street; then call."""
    return _raise(view, 0) if view["current_bet"] <= 8 * view["blinds"]["big"] else _stay(view)


def _has_pair(view: Mapping[str, Any]) -> bool:
    """Return whether a hole card makes a pair with the other one or with the board."""
    one, other = (card >> 2 for card in own_cards(view))
    return one == other or bool({one, other} & {parse_card(card) >> 2 for card in view["board"]})


def bully(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Raise any two cards, bet three quarters of the pot, fold to a raise without a pair."""
    if view["phase"] == "run_vote":
        return _stay(view)
    big = view["blinds"]["big"]
    if view["current_bet"] > (big if view["phase"] == "preflop" else 0):
        return _stay(view) if _has_pair(view) else _leave(view)
    return _raise(view, 3 * big if view["phase"] == "preflop" else 0.75 * view["pot"])


def tight_aggressive(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Raise a sixth of the hands, bet top pairs, fold the rest to any bet."""
    if view["phase"] == "run_vote":
        return _stay(view)
    one, other = own_cards(view)
    now = view["current_bet"]
    if view["phase"] == "preflop":
        share = SHARE[one, other]
        if share < (0.17 if now <= view["blinds"]["big"] else 0.05):
            return _raise(view, 3 * max(now, view["blinds"]["big"]))
        return _stay(view) if share < 0.12 and now <= 5 * view["blinds"]["big"] else _leave(view)
    beats = share_beaten((one, other), [parse_card(card) for card in view["board"]])
    if beats > (0.8 if view["you"]["to_call"] == 0 else 0.95):
        return _raise(view, 0.7 * view["pot"] if not now else 3 * now)
    return _stay(view) if beats > 0.82 else _leave(view)


def pot_odds(view: Mapping[str, Any], _rules: Any, _rng: random.Random) -> Choice:
    """Call whatever the chance against random hands pays for; bet half the pot when ahead."""
    if view["phase"] == "run_vote":
        return _stay(view)
    one, other = own_cards(view)
    rivals = sum(entry["status"] != "folded" for entry in view["seats"]) - 1
    if view["phase"] == "preflop":
        win = (0.75 - 0.45 * SHARE[one, other]) ** rivals
    else:
        win = share_beaten((one, other), [parse_card(card) for card in view["board"]]) ** rivals
    price = view["you"]["to_call"] / max(1, view["pot"] + view["you"]["to_call"])
    if win > 0.66 and view["current_bet"] <= 6 * view["blinds"]["big"]:
        return _raise(view, view["current_bet"] + 0.5 * view["pot"])
    return _stay(view) if win > price else _leave(view)


def changing(view: Mapping[str, Any], rules: Any, rng: random.Random) -> Choice:
    """Play one of the other styles, another one in each hand and against each opponent."""
    styles = (bully, caller, tight_aggressive, pot_odds)
    key = f"{view['button']} {sum(own_cards(view))}"
    return random.Random(key).choice(styles)(view, rules, rng)


OPPONENTS: dict[str, Decision] = {
    "bully": bully,
    "caller": caller,
    "tight": tight_aggressive,
    "pot_odds": pot_odds,
    "changing": changing,
    "shover": shover,
    "minbettor": minbettor,
}
