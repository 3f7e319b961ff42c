"""The end of a game: who pays whom (docs/rules/dou-dizhu.md 5.6)."""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.dou_dizhu.state import SETTLED, Draft, multiplier


def spring_of(draft: Draft, landlord_won: bool) -> int:
    """Return the multiplier for spring or counter-spring, 1 for neither."""
    if landlord_won:
        hardly = not any(draft.plays[player] for player in _peasants(draft))
    else:
        hardly = draft.plays[draft.landlord] == 1
    return draft.rules.spring if hardly else 1


def settle(draft: Draft, winner: int) -> None:
    """End the game after a player went out: the landlord or the peasants won (DZ-45)."""
    landlord_won = winner == draft.landlord
    spring = spring_of(draft, landlord_won)
    if spring > 1:
        draft.emit("spring", EVERYONE, seat=draft.seats[winner], times=spring)
    wants = _stakes(draft, spring)
    if landlord_won:
        pays = _peasants_pay(draft, wants)
    else:
        pays = _landlord_pays(draft, wants, winner)
    winners: tuple[int, ...] = (draft.landlord,)
    if not landlord_won:
        winners = (winner, *_after(draft, winner))
    _end(draft, pays, winners, "landlord" if landlord_won else "peasants")


def forfeit(draft: Draft, leaver: int) -> None:
    """End the game after a forfeit: the leaver's side loses at the present multiplier.

    A peasant who leaves pays for all peasants.
    """
    wants = _stakes(draft, 1)
    winners = _peasants(draft)
    if leaver == draft.landlord:
        pays = _landlord_pays(draft, wants, winners[0])
    else:
        owed = sum(wants.values())
        pays = {leaver: _within(draft, owed, leaver, draft.landlord)}
        winners = (draft.landlord,)
    _end(draft, pays, winners, "forfeit")


def no_game(draft: Draft, ended_by: str) -> None:
    """End a deal without a landlord: nothing is won or lost."""
    _end(draft, {}, (), ended_by)


def _peasants(draft: Draft) -> tuple[int, ...]:
    return tuple(player for player in range(len(draft.seats)) if player != draft.landlord)


def _after(draft: Draft, player: int) -> tuple[int, ...]:
    """Return the other peasants in the order of the seats."""
    return tuple(peasant for peasant in _peasants(draft) if peasant != player)


def _stakes(draft: Draft, spring: int) -> dict[int, int]:
    """Return the amount between the landlord and each peasant, by the peasant's index."""
    rules = draft.rules
    stakes = {}
    for player in _peasants(draft):
        times = multiplier(draft) * spring  # DZ-46, DZ-47
        times *= 2 ** (max(0, draft.doubled[player]) + max(0, draft.doubled[draft.landlord]))
        if rules.multiplier_cap is not None:
            times = min(times, rules.multiplier_cap)
        stakes[player] = rules.base_score * times
    return stakes


def _within(draft: Draft, amount: int, payer: int, winner: int) -> int:
    """Limit a payment in chips: losers pay at most their stack (rule 5.6).

    The price of a hand makes the stack sufficient. With `win_cap` nobody wins more than they began
    with.
    """
    if draft.rules.score_mode == "points":
        return amount
    amount = min(amount, draft.start[payer])
    return min(amount, draft.start[winner]) if draft.rules.win_cap else amount


def _peasants_pay(draft: Draft, wants: dict[int, int]) -> dict[int, int]:
    """Return what each peasant pays on their own, by player."""
    pays = {
        player: _within(draft, amount, player, draft.landlord) for player, amount in wants.items()
    }
    most = draft.start[draft.landlord]
    total = sum(pays.values())
    if draft.rules.score_mode == "chips" and draft.rules.win_cap and total > most:
        *others, last = pays
        shares = {player: most * pays[player] // total for player in others}
        pays = {**shares, last: most - sum(shares.values())}
    return pays


def _landlord_pays(draft: Draft, wants: dict[int, int], out: int) -> dict[int, int]:
    """Return what each peasant gets, as negative payments.

    Odd chips go to the peasant who went out (DZ-48).
    """
    total = sum(wants.values())
    have = total if draft.rules.score_mode == "points" else min(total, draft.start[draft.landlord])
    gets = dict(wants)
    if have < total:
        for other in _after(draft, out):
            gets[other] = have * wants[other] // total
        gets[out] = have - sum(gets[other] for other in _after(draft, out))
    if draft.rules.score_mode == "chips" and draft.rules.win_cap:
        gets = {player: min(amount, draft.start[player]) for player, amount in gets.items()}
    return {player: -amount for player, amount in gets.items()}


def _end(draft: Draft, pays: dict[int, int], winners: tuple[int, ...], ended_by: str) -> None:
    """End the game; `pays` are the peasants' payments to the landlord, or negative."""
    net = [0] * len(draft.seats)
    for player, amount in pays.items():
        net[player] -= amount
        net[draft.landlord] += amount
    seats = draft.seats
    stacks = [chips + change for chips, change in zip(draft.start, net, strict=True)]
    shown = []
    for player in range(len(draft.seats)):
        if draft.hands[player]:
            cards = texts_of(draft.hands[player])
            draft.emit("reveal", EVERYONE, seat=seats[player], cards=cards)
            shown.append(Shown(seats[player], cards))
    shares = tuple((seats[player], net[player]) for player in winners)
    for player in winners:
        draft.emit("win", EVERYONE, seat=seats[player], amount=net[player])
    amount = sum(chips for _seat, chips in shares)
    draft.phase, draft.turn = SETTLED, -1
    draft.result = Result(
        chips=tuple(zip(seats, stacks, strict=True)),
        net=tuple(zip(seats, net, strict=True)),
        pots=(Pot(amount, seats, tuple(seats[player] for player in winners), shares),)
        if winners
        else (),
        shown=tuple(shown) if winners else (),
        ended_by=ended_by,
    )
    draft.emit("hand_end", EVERYONE, net=draft.result.net)
