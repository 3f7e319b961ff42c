"""Teen Patti against the dealer, the casino game of docs/rules/dealer-teen-patti.md.

The house deals and is every player's opponent: seats bet, get three cards each, and raise or fold;
then the dealer's hand is opened. Legal actions are in `betting`, payments in `settlement`, views in
`view`.
"""

from collections.abc import Callable
from typing import ClassVar

from games.engines.core.base import BaseGame
from games.engines.core.cards import texts_of
from games.engines.core.contract import (
    EVERYONE,
    Action,
    Figures,
    NextHand,
    Opening,
    SeatSnapshot,
    Stake,
    Step,
    TableHistory,
)
from games.engines.core.deal_map import DealMap, in_rounds
from games.engines.dealer_teen_patti import betting, typed
from games.engines.dealer_teen_patti import view as views
from games.engines.dealer_teen_patti.manifest import MANIFEST
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


class DealerTeenPatti(BaseGame):
    """The game as the platform knows it; it has no state of its own."""

    key = "dealer_teen_patti"
    min_seats = 1
    max_seats = 5
    deck_size = 52
    deal_map = DealMap((1, 16), lambda order: in_rounds([*order, "dealer"], 3), in_seat_order=True)
    Rules = DealerRules
    presets: ClassVar[dict[str, DealerRules]] = PRESETS
    state_type = State
    action_kinds = betting.KINDS
    manifest = MANIFEST
    draft_type = Draft
    given_up = frozenset({"leave", "timeout"})
    legal = staticmethod(betting.legal)
    why_not = staticmethod(betting.why_not)
    view = staticmethod(views.view)
    read = staticmethod(typed.read)

    def entry_price(self, rules: DealerRules) -> int:
        """Return the chips of the smallest ante with its raise."""
        return rules.cost(rules.ante_min)

    def unit(self, rules: DealerRules) -> int:
        """Return the smallest ante."""
        return rules.ante_min

    def stakes(self, rules: DealerRules) -> Figures:
        """Return the least ante, and the most unless it is the same."""
        most = rules.ante_max if rules.ante_max > rules.ante_min else None
        return {"least": rules.ante_min, "most": most}

    def next_hand(
        self, rules: DealerRules, taken: tuple[SeatSnapshot, ...], past: TableHistory
    ) -> NextHand | None:
        """Deal in every ready player who can pay the smallest ante; one is enough.

        The house deals: the button stays with the first seat and has no meaning.
        """
        price = self.entry_price(rules)
        seats = tuple(one.seat for one in taken if one.ready and one.stack >= price)
        if not seats:
            return None
        return NextHand(seats, seats[0], {}, {one.seat: "" for one in taken})

    def deal(self, opening: Opening) -> Step:
        """Assign every player their cards, still undealt, and ask the first for their bets.

        Cards go one at a time in the order of the seats, the dealer's last.
        """
        rules, seats, deck = opening.rules, opening.seats, opening.deck
        assert isinstance(rules, DealerRules)
        count = len(seats)
        self.check_opening(opening, self.entry_price(rules), 3 * count + 3)
        hands = [deck[at : 3 * count + 3 : count + 1] for at in range(count + 1)]
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
        draft.emit("hand_start", EVERYONE, seats=seats)
        return draft.step()

    def act(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Bet, pass, raise or fold."""
        _ACTS.get(action.kind, _side_bet)(draft, player, action)
        _go_on(draft)

    def give_up(self, draft: Draft, player: int, state: State, action: Action) -> None:
        """Act for a seat whose player left, even out of turn, or whose time is up.

        Side bets are returned while there is no ante; afterwards the hand is folded. A player who
        raised stays in, as does everyone when nothing is left to decide.
        """
        reason = "left" if action.kind == "leave" else "timeout"
        if state.status[player] == BETTING:
            _sit_out(draft, player, reason)
        elif state.status[player] == IN and state.rules.pay_table.raise_multiple:
            _lay_down(draft, player, reason)
        _go_on(draft)

    def stake(self, state: State, seat: int) -> Stake:
        """Return the bets of the seat, and of all seats."""
        return Stake(sum(state.bets[state.seats.index(seat)]), sum(map(sum, state.bets)))

    def timeout(self, state: State, seat: int) -> Action:
        """Sit the seat out and return its bets before the deal; fold it afterwards (CA-14)."""
        return Action(seat, "timeout")

    def dealt(self, state: State) -> int:
        """Count three cards for each player and the dealer, once somebody has bet."""
        return 3 * len(state.seats) + 3 if is_dealt(state) else 0


def _go_on(draft: Draft) -> None:
    """Find the next player to act; deal when all have bet, settle when all have decided."""
    if draft.phase == BETTING:
        draft.turn = draft.next_of(BETTING)
        if draft.turn < 0:
            _deal_cards(draft)
    if draft.phase == DECISION:
        draft.turn = draft.next_of(IN)
        if draft.turn < 0 or not draft.rules.pay_table.raise_multiple:
            settle(draft)


def _deal_cards(draft: Draft) -> None:
    """Deal three cards to every bettor and the dealer; without a bet the hand is over."""
    dealt = [player for player, bets in enumerate(draft.bets) if bets[ANTE]]
    if not dealt:
        end(draft, (), "no_bets")
        return
    for player in dealt:
        draft.emit_public("deal", player, count=3)
    draft.emit("dealer_deal", EVERYONE, count=3)
    for player in dealt:
        seat = draft.seats[player]
        draft.emit("cards", (seat,), seat=seat, cards=texts_of(draft.hands[player]))
    draft.phase = DECISION


def _side_bet(draft: Draft, player: int, action: Action) -> None:
    assert action.amount is not None
    draft.stake(player, BETS.index(action.kind), action.amount)
    draft.emit_public("bet", player, bet=action.kind, amount=action.amount)


def _ante(draft: Draft, player: int, action: Action) -> None:
    assert action.amount is not None
    draft.stake(player, ANTE, action.amount)
    draft.status[player] = IN
    all_in = draft.stacks[player] == draft.rules.pay_table.raise_for(action.amount)
    draft.emit_public("ante", player, amount=action.amount, all_in=all_in)


def _pass(draft: Draft, player: int, action: Action) -> None:
    _sit_out(draft, player, "pass")


def _sit_out(draft: Draft, player: int, reason: str) -> None:
    for bet in range(PAIR_PLUS, len(BETS)):
        if draft.bets[player][bet]:
            draft.stake(player, bet, 0)
            draft.emit_public("bet", player, bet=BETS[bet], amount=0)
    draft.status[player] = OUT
    draft.emit_public("pass", player, reason=reason)


def _raise(draft: Draft, player: int, action: Action) -> None:
    amount = draft.rules.pay_table.raise_for(draft.bets[player][ANTE])
    draft.stake(player, RAISE, amount)
    draft.status[player] = RAISED
    draft.emit_public("raise", player, amount=amount)


def _fold(draft: Draft, player: int, action: Action) -> None:
    _lay_down(draft, player, "fold")


def _lay_down(draft: Draft, player: int, reason: str) -> None:
    draft.status[player] = FOLDED
    draft.emit_public("fold", player, reason=reason)


_ACTS: dict[str, Callable[[Draft, int, Action], None]] = {
    "ante": _ante,
    "pass": _pass,
    "raise": _raise,
    "fold": _fold,
}
"""Every other kind of action is a side bet."""


GAME = DealerTeenPatti()
