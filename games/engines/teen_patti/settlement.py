"""The end of a hand: who wins which pot (rules.md 2.5 and 2.6).

Hands are compared here and in side shows, never before betting is closed.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.teen_patti.ranking import hand_key, label
from games.engines.teen_patti.state import COVERED, Draft

Stake = tuple[int, list[int]]
"""A pot's chips and the places that may win it."""


def win_unseen(draft: Draft, survivor: int) -> None:
    """All others packed: the survivor takes everything, cards stay hidden."""
    draft.frozen.append(draft.pot)
    amount = sum(draft.frozen)
    draft.pot, draft.frozen = 0, []
    draft.stacks[survivor] += amount
    seat = draft.seats[survivor]
    draft.tell("win", EVERYONE, seat=seat, amount=amount, pot=0, label=None)
    _end(draft, (Pot(amount, (seat,), (seat,), ((seat, amount),)),), (), "fold")


def showdown(draft: Draft, ended_by: str) -> None:
    """Compare the hands that are still in and pay every pot, the newest first.

    `draft.payer` is the place that paid for a show, -1 for a showdown that nobody asked for.
    """
    pots = _pots(draft)
    shown = sorted({place for _amount, rivals in pots if len(rivals) > 1 for place in rivals})
    for place in shown:
        cards = texts_of(draft.hands[place])
        name = label(draft.hands[place], draft.rules)
        draft.tell("reveal", EVERYONE, seat=draft.seats[place], cards=cards, label=name)
    draft.shown = tuple(shown)
    paid: list[Pot] = []
    newer: list[int] = []
    for number in range(len(pots) - 1, -1, -1):
        amount, rivals = pots[number]
        winners = _winners(draft, rivals, newer)
        newer = winners
        shares = _share(draft, amount, winners)
        seats = draft.seats
        named = label(draft.hands[winners[0]], draft.rules) if len(rivals) > 1 else None
        for place, chips in shares:
            draft.stacks[place] += chips
            draft.tell("win", EVERYONE, seat=seats[place], amount=chips, pot=number, label=named)
        paid.append(
            Pot(
                amount,
                tuple(seats[place] for place in rivals),
                tuple(seats[place] for place in winners),
                tuple((seats[place], chips) for place, chips in shares),
                named,
            )
        )
    draft.pot, draft.frozen = 0, []
    _end(
        draft,
        tuple(paid),
        tuple(
            Shown(
                draft.seats[place],
                texts_of(draft.hands[place]),
                label(draft.hands[place], draft.rules),
            )
            for place in shown
        ),
        ended_by,
    )


def _pots(draft: Draft) -> list[Stake]:
    """Every pot, the oldest first, with the live places that may win it."""
    live = draft.live()
    if draft.rules.short_stack == "contribution_cap":
        return _pots_by_contribution(draft, live)
    pots = []
    for number, amount in enumerate([*draft.frozen, draft.pot]):
        rivals = [p for p in live if draft.status[p] != COVERED or draft.level[p] >= number]
        if amount and rivals:
            pots.append((amount, rivals))
        elif amount:
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
    return pots


def _pots_by_contribution(draft: Draft, live: list[int]) -> list[Stake]:
    """Poker's way for `contribution_cap`: a short player wins from each what he himself paid."""
    caps = sorted({draft.paid[place] for place in live if draft.status[place] == COVERED})
    pots: list[Stake] = []
    below = 0
    for cap in [*caps, max(draft.paid)]:
        amount = sum(max(0, min(paid, cap) - below) for paid in draft.paid)
        last = cap == max(draft.paid) and cap not in caps
        rivals = [
            place
            for place in live
            if draft.status[place] != COVERED or (not last and draft.paid[place] >= cap)
        ]
        below = max(below, cap)
        if amount and rivals:
            pots.append((amount, rivals))
        elif amount:
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
    return pots


def _winners(draft: Draft, rivals: list[int], newer: list[int]) -> list[int]:
    """The best of the rivals; ties as in rules.md 2.6.

    The payer of a show loses to everybody he ties with; the winner of a newer pot beats, at a
    tie, a player who covered; any other tie is split.
    """
    if len(rivals) == 1:
        return rivals
    keys = {place: hand_key(draft.hands[place], draft.rules) for place in rivals}
    best = max(keys.values())
    tied = [place for place in rivals if keys[place] == best]
    if len(tied) > 1 and draft.payer in tied and draft.rules.show_tie == "payer_loses":
        tied.remove(draft.payer)
    if any(place in newer for place in tied):
        tied = [place for place in tied if place in newer or draft.status[place] != COVERED]
    return tied


def _share(draft: Draft, amount: int, winners: list[int]) -> list[tuple[int, int]]:
    """Equal shares; odd chips one each in the direction of play, from next to the dealer."""
    each, odd = divmod(amount, len(winners))
    count = len(draft.seats)
    step = draft.rules.step
    order = sorted(winners, key=lambda place: (place - draft.first) * step % count)
    return [(place, each + (1 if n < odd else 0)) for n, place in enumerate(order)]


def _end(draft: Draft, pots: tuple[Pot, ...], shown: tuple[Shown, ...], ended_by: str) -> None:
    draft.turn, draft.asker = -1, -1
    net = tuple(
        (seat, end - begin)
        for seat, end, begin in zip(draft.seats, draft.stacks, draft.start, strict=True)
    )
    draft.result = Result(
        chips=tuple(zip(draft.seats, draft.stacks, strict=True)),
        net=net,
        pots=pots,
        shown=shown,
        ended_by=ended_by,
    )
    draft.tell("hand_end", EVERYONE, net=net)
