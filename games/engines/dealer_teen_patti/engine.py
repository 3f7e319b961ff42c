"""Teen Patti against the dealer: the casino game of rules.md section 3, on the contract.

The house deals and is everybody's opponent: seats bet, get three cards each, raise or fold, and
then the dealer's hand is opened. What may be done is in `betting`, payments in `settlement`,
viewers in `view`.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Legal,
    LineUp,
    Opening,
    Past,
    Stake,
    Step,
    Taken,
    Typed,
    Viewer,
)
from games.engines.core.errors import refusal
from games.engines.dealer_teen_patti import betting
from games.engines.dealer_teen_patti.rules import PRESETS, DealerRules
from games.engines.dealer_teen_patti.settlement import end, settle
from games.engines.dealer_teen_patti.state import (
    ANTE,
    BETS,
    BETTING,
    DECISION,
    FOLDED,
    IN,
    NOTHING,
    OUT,
    PAIR_PLUS,
    RAISE,
    RAISED,
    Draft,
    State,
    is_dealt,
)
from games.engines.dealer_teen_patti.view import view
from games.engines.dealer_teen_patti.words import read, say


class DealerTeenPatti(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "dealer_teen_patti"
    name = "Teen Patti against the dealer"
    min_seats = 1
    max_seats = 5
    deck_size = 52
    Rules = DealerRules
    presets: ClassVar[dict[str, DealerRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS

    def entry_price(self, rules: DealerRules) -> int:
        """What the least ante needs with its raise."""
        return rules.cost(rules.ante_min)

    def unit(self, rules: DealerRules) -> int:
        """The least ante."""
        return rules.ante_min

    def stakes(self, rules: DealerRules) -> str:
        """The antes in words."""
        if rules.ante_min == rules.ante_max:
            return f"Ante {rules.ante_min:,}"
        return f"Ante {rules.ante_min:,}-{rules.ante_max:,}"

    def line_up(self, rules: DealerRules, taken: tuple[Taken, ...], past: Past) -> LineUp | None:
        """Everybody who is ready and can pay the least ante; one is enough.

        The house deals: the button stays with the first seat and means nothing.
        """
        price = self.entry_price(rules)
        seats = tuple(one.seat for one in taken if one.ready and one.stack >= price)
        if not seats:
            return None
        return LineUp(seats, seats[0], {}, {one.seat: "" for one in taken})

    def deal(self, opening: Opening) -> Step:
        """Give every place its cards, still in the pack, and ask the first for its bets.

        One card at a time in the order of the seats, the dealer's last.
        """
        rules, seats, deck = opening.rules, opening.seats, opening.deck
        assert isinstance(rules, DealerRules)
        count = len(seats)
        if not 1 <= count <= 16 or list(seats) != sorted(set(seats)):
            raise ValueError("not an opening: seats")
        if len(opening.stacks) != count or min(opening.stacks) < self.entry_price(rules):
            raise ValueError("not an opening: chips")
        hands = [deck[at : 3 * count + 3 : count + 1] for at in range(count + 1)]
        if len({card for hand in hands for card in hand}) < 3 * count + 3:
            raise ValueError("not an opening: cards")
        state = State(
            rules=rules,
            seats=seats,
            start=opening.stacks,
            hands=tuple((hand[0], hand[1], hand[2]) for hand in hands[:count]),
            dealer=(hands[count][0], hands[count][1], hands[count][2]),
            stacks=opening.stacks,
            bets=(NOTHING,) * count,
            status=(BETTING,) * count,
            phase=BETTING,
            turn=0,
            opened=False,
            shown=(),
            result=None,
        )
        draft = Draft(state)
        draft.tell("hand_start", EVERYONE, seats=seats)
        return Step(state, tuple(draft.events))

    def legal(self, state: State, seat: int) -> tuple[Legal, ...]:
        """Exactly what `apply` accepts from this seat now."""
        return betting.legal(state, seat)

    def apply(self, state: State, action: Action) -> Step:
        """The state after an action; raises `IllegalAction` and changes nothing."""
        if action.kind in ("leave", "timeout"):
            return _give_up(state, action)
        no = betting.why_not(state, action)
        if no is not None:
            raise no
        draft = Draft(state)
        _ACTS.get(action.kind, _side_bet)(draft, state.turn, action)
        _go_on(draft)
        return Step(draft.freeze(), tuple(draft.events))

    def stake(self, state: State, seat: int) -> Stake:
        """The bets of the seat, and of all."""
        return Stake(sum(state.bets[state.seats.index(seat)]), sum(map(sum, state.bets)))

    def timeout(self, state: State, seat: int) -> Action:
        """Before the deal bets go back and the seat sits out; then it folds (CA-14)."""
        return Action(seat, "timeout")

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see."""
        return view(state, viewer)

    def dealt(self, state: State) -> int:
        """Three cards each and the dealer's, once somebody has bet."""
        return 3 * len(state.seats) + 3 if is_dealt(state) else 0

    def say(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """An event in a sentence."""
        return say(event, names)

    def read(self, words: list[str], view: Mapping[str, Any], rules: DealerRules) -> Typed | None:
        """The action of a typed line."""
        return read(words)


def _go_on(draft: Draft) -> None:
    """Find who must act next; deal when all have bet, settle when all have decided."""
    if draft.phase == BETTING:
        draft.turn = draft.next_of(BETTING)
        if draft.turn < 0:
            _deal_cards(draft)
    if draft.phase == DECISION:
        draft.turn = draft.next_of(IN)
        if draft.turn < 0 or not draft.rules.pay_table.raise_multiple:
            settle(draft)


def _deal_cards(draft: Draft) -> None:
    """Three cards for everybody who bet and for the dealer; without a bet the hand is over."""
    dealt = [place for place, bets in enumerate(draft.bets) if bets[ANTE]]
    if not dealt:
        end(draft, (), "no_bets")
        return
    for place in dealt:
        draft.everyone("deal", place, count=3)
    draft.tell("dealer_deal", EVERYONE, count=3)
    for place in dealt:
        seat = draft.seats[place]
        draft.tell("cards", (seat,), seat=seat, cards=texts_of(draft.hands[place]))
    draft.phase = DECISION


def _side_bet(draft: Draft, place: int, action: Action) -> None:
    assert action.amount is not None
    draft.stake(place, BETS.index(action.kind), action.amount)
    draft.everyone("bet", place, bet=action.kind, amount=action.amount)


def _ante(draft: Draft, place: int, action: Action) -> None:
    assert action.amount is not None
    draft.stake(place, ANTE, action.amount)
    draft.status[place] = IN
    all_in = draft.stacks[place] == draft.rules.pay_table.raise_for(action.amount)
    draft.everyone("ante", place, amount=action.amount, all_in=all_in)


def _pass(draft: Draft, place: int, action: Action) -> None:
    _sit_out(draft, place, "pass")


def _sit_out(draft: Draft, place: int, reason: str) -> None:
    for bet in range(PAIR_PLUS, len(BETS)):
        if draft.bets[place][bet]:
            draft.stake(place, bet, 0)
            draft.everyone("bet", place, bet=BETS[bet], amount=0)
    draft.status[place] = OUT
    draft.everyone("pass", place, reason=reason)


def _raise(draft: Draft, place: int, action: Action) -> None:
    amount = draft.rules.pay_table.raise_for(draft.bets[place][ANTE])
    draft.stake(place, RAISE, amount)
    draft.status[place] = RAISED
    draft.everyone("raise", place, amount=amount)


def _fold(draft: Draft, place: int, action: Action) -> None:
    _lay_down(draft, place, "fold")


def _lay_down(draft: Draft, place: int, reason: str) -> None:
    draft.status[place] = FOLDED
    draft.everyone("fold", place, reason=reason)


_ACTS: dict[str, Callable[[Draft, int, Action], None]] = {
    "ante": _ante,
    "pass": _pass,
    "raise": _raise,
    "fold": _fold,
}
"""All other kinds are side bets."""


def _give_up(state: State, action: Action) -> Step:
    """The platform acts for a seat: its person left, also out of turn, or its time is out.

    Side bets go back as long as there is no ante; then the hand is folded. Who has raised stays
    in, and so does everybody where there is nothing to decide.
    """
    if state.result is not None:
        raise refusal("NO_HAND_IN_PROGRESS")
    if action.seat not in state.seats:
        raise refusal("NOT_IN_HAND")
    place = state.seats.index(action.seat)
    if action.kind == "timeout" and place != state.turn:
        raise refusal("NOT_YOUR_TURN")
    draft, reason = Draft(state), "left" if action.kind == "leave" else "timeout"
    if state.status[place] == BETTING:
        _sit_out(draft, place, reason)
    elif state.status[place] == IN and state.rules.pay_table.raise_multiple:
        _lay_down(draft, place, reason)
    _go_on(draft)
    return Step(draft.freeze(), tuple(draft.events))
