"""The end of a game: who pays whom (rules.md 5.6)."""

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Pot, Result, Shown
from games.engines.dou_dizhu.state import SETTLED, Draft, multiplier


def spring_of(draft: Draft, landlord_won: bool) -> int:
    """The multiplier for losers who hardly played: spring, or counter-spring."""
    peasants = [place for place in range(3) if place != draft.landlord]
    if landlord_won:
        hardly = not any(draft.plays[place] for place in peasants)
    else:
        hardly = draft.plays[draft.landlord] == 1
    return draft.rules.spring if hardly else 1


def settle(draft: Draft, winner: int) -> None:
    """A hand is empty: the landlord won, or both peasants did."""
    landlord_won = winner == draft.landlord
    spring = spring_of(draft, landlord_won)
    if spring > 1:
        draft.tell("spring", EVERYONE, seat=draft.seats[winner], times=spring)
    wants = _stakes(draft, spring)
    if landlord_won:
        pays = _peasants_pay(draft, wants)
    else:
        pays = _landlord_pays(draft, wants, winner)
    winners: tuple[int, ...] = (draft.landlord,)
    if not landlord_won:
        winners = (winner, _other_peasant(draft, winner))
    _end(draft, pays, winners, "landlord" if landlord_won else "peasants")


def forfeit(draft: Draft, leaver: int) -> None:
    """The leaver's side loses at the present multiplier; a peasant pays for both."""
    wants = _stakes(draft, 1)
    winners = tuple(place for place in range(3) if place != draft.landlord)
    if leaver == draft.landlord:
        pays = _landlord_pays(draft, wants, winners[0])
    else:
        owed = sum(wants.values())
        pays = {leaver: _within(draft, owed, leaver, draft.landlord)}
        winners = (draft.landlord,)
    _end(draft, pays, winners, "forfeit")


def no_game(draft: Draft, ended_by: str) -> None:
    """Nobody became landlord: nothing is won or lost."""
    _end(draft, {}, (), ended_by)


def _other_peasant(draft: Draft, place: int) -> int:
    return next(p for p in range(3) if p not in (place, draft.landlord))


def _stakes(draft: Draft, spring: int) -> dict[int, int]:
    """What is played for between the landlord and each peasant, by the peasant's place."""
    rules = draft.rules
    stakes = {}
    for place in range(3):
        if place == draft.landlord:
            continue
        times = multiplier(draft) * spring
        times *= 2 ** (max(0, draft.doubled[place]) + max(0, draft.doubled[draft.landlord]))
        if rules.multiplier_cap is not None:
            times = min(times, rules.multiplier_cap)
        stakes[place] = rules.base_score * times
    return stakes


def _within(draft: Draft, amount: int, payer: int, winner: int) -> int:
    """Chips: losers pay at most their stack, which the price of a hand makes enough (rules.md 5.6).

    With `win_cap` nobody wins more than they began with.
    """
    if draft.rules.score_mode == "points":
        return amount
    amount = min(amount, draft.start[payer])
    return min(amount, draft.start[winner]) if draft.rules.win_cap else amount


def _peasants_pay(draft: Draft, wants: dict[int, int]) -> dict[int, int]:
    """Each peasant pays for himself; payments by place."""
    pays = {place: _within(draft, amount, place, draft.landlord) for place, amount in wants.items()}
    most = draft.start[draft.landlord]
    total = sum(pays.values())
    if draft.rules.score_mode == "chips" and draft.rules.win_cap and total > most:
        first, second = pays
        share = most * pays[first] // total
        pays = {first: share, second: most - share}
    return pays


def _landlord_pays(draft: Draft, wants: dict[int, int], out: int) -> dict[int, int]:
    """What each peasant gets, as negative payments; an odd chip goes to who went out."""
    other = _other_peasant(draft, out)
    total = sum(wants.values())
    have = total if draft.rules.score_mode == "points" else min(total, draft.start[draft.landlord])
    gets = dict(wants)
    if have < total:
        gets[other] = have * wants[other] // total
        gets[out] = have - gets[other]
    if draft.rules.score_mode == "chips" and draft.rules.win_cap:
        gets = {place: min(amount, draft.start[place]) for place, amount in gets.items()}
    return {place: -amount for place, amount in gets.items()}


def _end(draft: Draft, pays: dict[int, int], winners: tuple[int, ...], ended_by: str) -> None:
    """`pays` are the peasants' payments to the landlord, negative when he pays them."""
    net = [0, 0, 0]
    for place, amount in pays.items():
        net[place] -= amount
        net[draft.landlord] += amount
    seats = draft.seats
    stacks = [chips + change for chips, change in zip(draft.start, net, strict=True)]
    shown = []
    for place in range(3):
        if draft.hands[place]:
            role = "Landlord" if place == draft.landlord else "Peasant"
            cards = texts_of(draft.hands[place])
            draft.tell("reveal", EVERYONE, seat=seats[place], cards=cards, label=role)
            shown.append(Shown(seats[place], cards, role))
    shares = tuple((seats[place], net[place]) for place in winners)
    for place in winners:
        draft.tell("win", EVERYONE, seat=seats[place], amount=net[place])
    amount = sum(chips for _seat, chips in shares)
    draft.phase, draft.turn = SETTLED, -1
    draft.result = Result(
        chips=tuple(zip(seats, stacks, strict=True)),
        net=tuple(zip(seats, net, strict=True)),
        pots=(Pot(amount, seats, tuple(seats[place] for place in winners), shares),)
        if winners
        else (),
        shown=tuple(shown) if winners else (),
        ended_by=ended_by,
    )
    draft.tell("hand_end", EVERYONE, net=draft.result.net)
