"""Whose turn it is, what ends a street, and the run-out once everybody is all-in."""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE
from games.engines.holdem import betting
from games.engines.holdem.ranking import label
from games.engines.holdem.settlement import collect, showdown, win_unseen
from games.engines.holdem.state import ALL_IN, BOARD_AT, IN, RIVER, STREETS, Draft


def begin(draft: Draft) -> None:
    """Find who acts first before the flop."""
    before = draft.straddle if draft.straddle >= 0 else draft.big
    if draft.rules.preflop_first_actor == "small_blind" and draft.small >= 0:
        before = draft.small - 1
    go_on(draft, before)


def go_on(draft: Draft, place: int) -> None:
    """The turn of the next place after `place` that the street waits for, or what follows it."""
    live = draft.live()
    if len(live) == 1:
        win_unseen(draft, live[0])
        return
    count = len(draft.seats)
    for step in range(1, count + 1):
        other = (place + step) % count
        if betting.needs_to_act(draft, other):
            draft.turn = other
            return
    _end_street(draft)


def _end_street(draft: Draft) -> None:
    collect(draft)
    able = sum(status == IN for status in draft.status)
    if draft.street == RIVER:
        draft.open = ALL_IN in draft.status
        showdown(draft, "all_in" if draft.open else "showdown")
    elif able > 1:
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
    draft.tell("street", EVERYONE, street=STREETS[street], cards=cards, board=1)


# -- all-in: no more betting -----------------------------------------------------------------


def _open_hands(draft: Draft) -> None:
    """Betting is closed: the live hands are opened and the board is completed."""
    draft.open = True
    draft.shown = tuple(draft.live())
    for place in draft.clockwise(draft.live()):
        cards = draft.hands[place]
        known = (*cards, *draft.deck[: draft.board])
        draft.tell(
            "open", EVERYONE, seat=draft.seats[place], cards=texts_of(cards), label=label(known)
        )
    if draft.rules.run_it_twice:
        draft.votes = 0
        draft.turn = draft.clockwise(draft.live())[0]
    else:
        _run_out(draft)


def vote(draft: Draft, place: int, *, twice: bool) -> None:
    """One after the other is asked; a single "once" decides."""
    draft.tell("vote", EVERYONE, seat=draft.seats[place], twice=twice)
    order = draft.clockwise(draft.live())
    if twice and draft.votes + 1 < len(order):
        draft.votes += 1
        draft.turn = order[draft.votes]
        return
    draft.twice = twice
    draft.votes = -1
    _run_out(draft)


def _run_out(draft: Draft) -> None:
    draft.turn = -1
    common = draft.board
    if draft.rules.run_it_twice:
        draft.tell("run", EVERYONE, boards=2 if draft.twice else 1)
    for street in range(draft.street + 1, RIVER + 1):
        _deal_street(draft, street)
    if draft.twice:
        at = 5
        for street in range(draft.street + 1, RIVER + 1):
            more = BOARD_AT[street] - max(common, BOARD_AT[street - 1])
            cards = texts_of(draft.deck[at : at + more])
            at += more
            draft.tell("street", EVERYONE, street=STREETS[street], cards=cards, board=2)
    showdown(draft, "all_in")
