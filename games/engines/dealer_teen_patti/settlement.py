"""The end of a hand: the result of each bet, and the result of the house (rule 3.1).

Every bet is paid on its own. A payment that is not a whole number of chips is rounded down in
favour of the house, and its line states the remainder.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from games.engines.core.cards import texts_of
from games.engines.core.contract import EVERYONE, Result, Shown
from games.engines.dealer_teen_patti.payouts import paid
from games.engines.dealer_teen_patti.ranking import group_of, hand_key, hand_value_of
from games.engines.dealer_teen_patti.state import (
    ANTE,
    FOLDED,
    OUT,
    PAIR_PLUS,
    RAISE,
    SETTLED,
    SIX_CARD,
    TIE_BET,
    Draft,
    State,
)
from games.engines.holdem import ranking as poker

_SIX_CARD_KINDS = {
    poker.TRIPS: "trips",
    poker.STRAIGHT: "straight",
    poker.FLUSH: "flush",
    poker.FULL: "full_house",
    poker.QUADS: "quads",
    poker.STRAIGHT_FLUSH: "straight_flush",
}
_ROYAL = poker.value([rank * 4 for rank in (12, 11, 10, 9, 8)])


class Paid(NamedTuple):
    """The result of one bet: `pays` to 1 where it was paid, `rest` the part of a chip not paid.

    `outcome` is why, one of those in `games/wire`; `details` has what else explains it.
    """

    bet: str
    stake: int
    pays: Fraction | None
    net: int
    rest: Fraction
    outcome: str
    details: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the line as views and events show it."""
        return {
            "bet": self.bet,
            "stake": self.stake,
            "pays": None if self.pays is None else str(self.pays),
            "net": self.net,
            "outcome": self.outcome,
            **self.details,
            **({"rest": str(self.rest)} if self.rest else {}),
        }


def _won(bet: str, stake: int, pays: Fraction, outcome: str = "wins", **details: Any) -> Paid:
    exact = stake * pays
    return Paid(bet, stake, pays, floor(exact), exact - floor(exact), outcome, details)


def _lost(bet: str, stake: int, outcome: str = "loses") -> Paid:
    return Paid(bet, stake, None, -stake, Fraction(0), outcome, {})


def _side_bet(bet: str, stake: int, pays: Fraction | None, **details: Any) -> Paid:
    return _lost(bet, stake) if pays is None else _won(bet, stake, pays, **details)


def lines(state: State | Draft, player: int) -> tuple[Paid, ...]:
    """Return the result of each bet of a player, once all have decided."""
    if state.status[player] == OUT:
        return ()
    parts = (*_main(state, player), *_side_bets(state, player))
    return tuple(line for line in parts if line.stake)


def _main(state: State | Draft, player: int) -> Iterator[Paid]:
    """Yield the results of ante, raise and ante bonus."""
    pay_table, bets = state.rules.pay_table, state.bets[player]
    ante, raised = bets[ANTE], bets[RAISE]
    if state.status[player] == FOLDED:  # CA-5
        yield _lost("ante", ante, "folded")
        return
    ranking, hand = pay_table.ranking(), state.hands[player]
    mine, theirs = hand_key(hand, ranking), hand_key(state.dealer, ranking)
    left = 1 - pay_table.commission
    kept = {"commission": str(pay_table.commission)} if pay_table.commission else {}
    if not pay_table.qualifies(state.dealer):  # CA-2
        yield _won("ante", ante, pay_table.no_qualify * left, "not_qualified", **kept)
        yield _won("raise", raised, Fraction(0), "returned")
    elif mine > theirs:  # CA-1
        yield _won("ante", ante, pay_table.win_ante * left, **kept)
        yield _won("raise", raised, pay_table.win_raise * left, **kept)
    elif mine < theirs or pay_table.tie == "dealer_wins":  # CA-3
        outcome = "equal_loses" if mine == theirs else "loses"
        yield _lost("ante", ante, outcome)
        yield _lost("raise", raised, outcome)
    else:  # CA-4
        yield _won("ante", ante, Fraction(0), "equal_returned")
        yield _won("raise", raised, Fraction(0), "returned")
    bonus = paid(pay_table.ante_bonus, group_of(hand, ranking))
    if bonus:  # CA-6 to CA-8
        yield _won("bonus", ante, bonus, hand_value=hand_value_of(hand, ranking))


def _side_bets(state: State | Draft, player: int) -> Iterator[Paid]:
    pay_table, bets, hand = state.rules.pay_table, state.bets[player], state.hands[player]
    ranking = pay_table.ranking()
    if stake := bets[PAIR_PLUS]:  # CA-11
        if state.status[player] == FOLDED and pay_table.pair_plus_on_fold == "forfeit":
            yield _lost("pair_plus", stake, "folded")
        else:
            pays = paid(pay_table.pair_plus_lines(), group_of(hand, ranking))
            yield _side_bet("pair_plus", stake, pays, hand_value=hand_value_of(hand, ranking))
    if stake := bets[SIX_CARD]:
        kind = six_card_kind((*hand, *state.dealer))
        yield _side_bet("six_card", stake, paid(pay_table.six_card_bonus, kind), line=kind)
    if stake := bets[TIE_BET]:
        equal = hand_key(hand, ranking) == hand_key(state.dealer, ranking)
        yield _side_bet("tie_bet", stake, pay_table.tie_bet if equal else None)


def six_card_kind(cards: tuple[int, ...]) -> str:
    """Return the category of the best five of six cards (`payouts.SIX_CARD_LINES`), "" for less."""
    found = poker.value(cards)
    kind = _SIX_CARD_KINDS.get(poker.category(found), "")
    return "royal" if found == _ROYAL else kind


def needs_dealer(draft: Draft) -> bool:
    """Return whether any bet depends on the dealer's cards."""
    return any(
        status not in (FOLDED, OUT) or bets[SIX_CARD] or bets[TIE_BET]
        for status, bets in zip(draft.status, draft.bets, strict=True)
    )


def settle(draft: Draft) -> None:
    """Open the dealer's cards if a bet needs them, pay every seat, end the hand."""
    ranking = draft.rules.pay_table.ranking()
    draft.opened = needs_dealer(draft)
    if draft.opened:
        draft.emit(
            "dealer",
            EVERYONE,
            cards=texts_of(draft.dealer),
            hand_value=hand_value_of(draft.dealer, ranking),
            qualifies=draft.rules.pay_table.qualifies(draft.dealer),
        )
    paid_out = [lines(draft, player) for player in range(len(draft.seats))]
    draft.shown = tuple(
        player
        for player, status in enumerate(draft.status)
        if status not in (FOLDED, OUT) or _pays(paid_out[player])
    )
    shown = []
    for player in draft.shown:
        hand = draft.hands[player]
        cards, named = texts_of(hand), hand_value_of(hand, ranking)
        draft.emit_public("show", player, cards=cards, hand_value=named)
        shown.append(Shown(draft.seats[player], cards, named))
    for player, parts in enumerate(paid_out):
        if parts:
            net = sum(line.net for line in parts)
            draft.stacks[player] += sum(draft.bets[player]) + net
            draft.emit_public("pay", player, lines=[line.to_json() for line in parts], net=net)
    end(draft, tuple(shown), "dealer" if draft.opened else "folds")


def _pays(parts: tuple[Paid, ...]) -> bool:
    """Return whether a bet is paid that requires folded cards to be shown."""
    return any(line.pays is not None for line in parts)


def end(draft: Draft, shown: tuple[Shown, ...], ended_by: str) -> None:
    """End the hand with the present stacks."""
    draft.phase, draft.turn = SETTLED, -1
    net = tuple(
        (seat, stack - begin)
        for seat, stack, begin in zip(draft.seats, draft.stacks, draft.start, strict=True)
    )
    house = -sum(change for _seat, change in net)
    draft.result = Result(
        chips=tuple(zip(draft.seats, draft.stacks, strict=True)),
        net=net,
        pots=(),
        shown=shown,
        ended_by=ended_by,
        house=house,
    )
    draft.emit("hand_end", EVERYONE, net=net, house=house)
