"""The end of a hand: who wins which pot (docs/rules/teen-patti.md 2.5 and 2.6).

Only this module and side shows compare hands, never before betting is closed.
"""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.teen_patti.ranking import hand_key, hand_value_of
from games.engines.teen_patti.state import COVERED, Draft

Stake = tuple[int, list[int]]
"""The chips of a pot and the players who may win it."""


def win_unseen(draft: Draft, survivor: int) -> None:
    """Give everything to the last player left; cards stay hidden."""
    draft.frozen.append(draft.pot)
    amount = sum(draft.frozen)
    draft.pot, draft.frozen = 0, []
    draft.stacks[survivor] += amount
    seat = draft.seats[survivor]
    draft.emit("win", EVERYONE, seat=seat, amount=amount, pot=0, hand_value=None)
    _end(draft, (Pot(amount, (seat,), (seat,), ((seat, amount),)),), (), "fold")


def showdown(draft: Draft, ended_by: str, payer: int = -1) -> None:
    """Compare the remaining hands and pay every pot, the newest first.

    `payer` is the player who paid for a show, -1 for a showdown that nobody paid for.
    """
    pots = _pots(draft)
    players = sorted({player for _amount, rivals in pots if len(rivals) > 1 for player in rivals})
    shown = [
        Shown(
            draft.seats[player],
            texts_of(draft.hands[player]),
            hand_value_of(draft.hands[player], draft.rules),
        )
        for player in players
    ]
    for one in shown:
        draft.emit("reveal", EVERYONE, seat=one.seat, cards=one.cards, hand_value=one.hand_value)
    draft.shown = tuple(players)
    paid: list[Pot] = []
    newer: list[int] = []
    for number in range(len(pots) - 1, -1, -1):
        amount, rivals = pots[number]
        winners = _winners(draft, rivals, newer, payer)
        newer = winners
        shares = _share(draft, amount, winners)
        seats = draft.seats
        named = hand_value_of(draft.hands[winners[0]], draft.rules) if len(rivals) > 1 else None
        for player, chips in shares:
            draft.stacks[player] += chips
            draft.emit(
                "win", EVERYONE, seat=seats[player], amount=chips, pot=number, hand_value=named
            )
        paid.append(
            Pot(
                amount,
                tuple(seats[player] for player in rivals),
                tuple(seats[player] for player in winners),
                tuple((seats[player], chips) for player, chips in shares),
                named,
            )
        )
    draft.pot, draft.frozen = 0, []
    _end(draft, tuple(paid), tuple(shown), ended_by)


def _pots(draft: Draft) -> list[Stake]:
    """Return every pot, the oldest first, with the live players who may win it."""
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
    """Return poker side pots for `contribution_cap`.

    A short player wins from each opponent at most what they themselves paid.
    """
    caps = sorted({draft.paid[player] for player in live if draft.status[player] == COVERED})
    pots: list[Stake] = []
    below = 0
    for cap in [*caps, max(draft.paid)]:
        amount = sum(max(0, min(paid, cap) - below) for paid in draft.paid)
        last = cap == max(draft.paid) and cap not in caps
        rivals = [
            player
            for player in live
            if draft.status[player] != COVERED or (not last and draft.paid[player] >= cap)
        ]
        below = max(below, cap)
        if amount and rivals:
            pots.append((amount, rivals))
        elif amount:
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
    return pots


def _winners(draft: Draft, rivals: list[int], newer: list[int], payer: int) -> list[int]:
    """Return the best of the rivals; ties follow rule 2.6 (TP-29).

    The payer of a show loses every tie. The winner of a newer pot wins a tie against a player who
    covered. Any other tie is split.
    """
    if len(rivals) == 1:
        return rivals
    keys = {player: hand_key(draft.hands[player], draft.rules) for player in rivals}
    best = max(keys.values())
    tied = [player for player in rivals if keys[player] == best]
    # TP-17, TP-18
    if len(tied) > 1 and payer in tied and draft.rules.show_tie == "payer_loses":
        tied.remove(payer)
    if any(player in newer for player in tied):  # TP-29
        tied = [player for player in tied if player in newer or draft.status[player] != COVERED]
    return tied


def _share(draft: Draft, amount: int, winners: list[int]) -> list[tuple[int, int]]:
    """Return equal shares; odd chips go one each in the direction of play after the dealer."""
    each, odd = divmod(amount, len(winners))
    count = len(draft.seats)
    step = draft.rules.step
    order = sorted(winners, key=lambda player: (player - draft.first) * step % count)
    return [(player, each + (1 if n < odd else 0)) for n, player in enumerate(order)]


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
    draft.emit("hand_end", EVERYONE, net=net)
