"""Turns, the end of a street, and the rest of the board once everyone is all-in."""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE
from games.engines.holdem.ranking import hand_value_of
from games.engines.holdem.settlement import collect, showdown, win_unseen
from games.engines.holdem.state import ALL_IN, BOARD_AT, IN, RIVER, STREETS, Draft, order_from


def begin(draft: Draft) -> None:
    """Find the first player to act before the flop."""
    before = draft.straddle if draft.straddle >= 0 else draft.big
    if draft.rules.preflop_first_actor == "small_blind" and draft.small >= 0:
        before = draft.small - 1
    go_on(draft, before)


def go_on(draft: Draft, player: int) -> None:
    """Give the turn to the next player after `player` whom the street waits for, or go on."""
    draft.turn = waits_for(draft, player + 1)
    if draft.turn < 0:
        _end_street(draft)


def waits_for(draft: Draft, first: int) -> int:
    """Return the first player from `first` on for whom the street waits, -1 for none.

    A player facing only all-in opponents never has to match more than their bets, and the last
    player left has nothing to match.
    """
    status, bets, acted, current = draft.status, draft.bets, draft.acted, draft.current
    alone = status.count(IN) == 1
    for player in order_from(len(status), first):
        if status[player] != IN or (acted[player] and bets[player] >= current):
            continue
        if not alone or max(bets[rival] for rival in draft.live()) > bets[player]:
            return player
    return -1


def _end_street(draft: Draft) -> None:
    live = draft.live()
    if len(live) == 1:
        win_unseen(draft, live[0])
        return
    collect(draft)
    if draft.street == RIVER:
        draft.open = ALL_IN in draft.status
        showdown(draft, "all_in" if draft.open else "showdown")
    elif draft.status.count(IN) > 1:
        _next_street(draft)
        go_on(draft, draft.first - 1)
    else:
        _open_hands(draft)


def _next_street(draft: Draft) -> None:
    draft.street += 1
    _deal_street(draft, draft.street)
    count = len(draft.seats)
    draft.acted = [False] * count
    draft.last = [
        last if status != IN else None
        for last, status in zip(draft.last, draft.status, strict=True)
    ]
    draft.current, draft.last_full, draft.aggressor = 0, draft.blinds[1], -1


def _deal_street(draft: Draft, street: int) -> None:
    before, draft.board = draft.board, BOARD_AT[street]
    cards = texts_of(draft.deck[before : draft.board])
    draft.emit("street", EVERYONE, street=STREETS[street], cards=cards, board=1)


# -- all-in: no more betting -----------------------------------------------------------------


def _open_hands(draft: Draft) -> None:
    """Close the betting: open the live hands and complete the board (TH-38)."""
    draft.open = True
    draft.shown = tuple(draft.live())
    for player in draft.clockwise(draft.live()):
        cards = draft.hands[player]
        known = (*cards, *draft.deck[: draft.board])
        draft.emit(
            "open",
            EVERYONE,
            seat=draft.seats[player],
            cards=texts_of(cards),
            hand_value=hand_value_of(known),
        )
    if draft.rules.run_it_twice:
        draft.votes = 0
        draft.turn = draft.clockwise(draft.live())[0]
    else:
        _deal_rest(draft)


def vote(draft: Draft, player: int, *, twice: bool) -> None:
    """Ask each player in turn to run it twice; a single "once" decides."""
    draft.emit("vote", EVERYONE, seat=draft.seats[player], twice=twice)
    order = draft.clockwise(draft.live())
    if twice and draft.votes + 1 < len(order):
        draft.votes += 1
        draft.turn = order[draft.votes]
        return
    draft.twice = twice
    draft.votes = -1
    _deal_rest(draft)


def _deal_rest(draft: Draft) -> None:
    draft.turn = -1
    common = draft.board
    if draft.rules.run_it_twice:
        draft.emit("run", EVERYONE, boards=2 if draft.twice else 1)
    for street in range(draft.street + 1, RIVER + 1):
        _deal_street(draft, street)
    if draft.twice:
        at = 5
        for street in range(draft.street + 1, RIVER + 1):
            more = BOARD_AT[street] - max(common, BOARD_AT[street - 1])
            cards = texts_of(draft.deck[at : at + more])
            at += more
            draft.emit("street", EVERYONE, street=STREETS[street], cards=cards, board=2)
    showdown(draft, "all_in")
