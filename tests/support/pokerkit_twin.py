"""A hand of hold'em beside PokerKit's."""

from games.engines.core.cards import texts_of

SMALL, BIG = 5, 10
AUTOMATED = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "HOLE_CARDS_SHOWING_OR_MUCKING",
    "RUNOUT_COUNT_SELECTION",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
)


class Twin:
    """PokerKit's hand beside ours; its player 0 is the first one left of the button."""

    def __init__(self, opening, state):
        from pokerkit import Automation, Mode, NoLimitTexasHoldem  # late: half a second

        self.count, self.first = len(opening.seats), state.first
        rules, order = opening.rules, self.order(opening.stacks)
        each = rules.ante_by == "each"
        antes = [rules.ante] * self.count if each else [0, rules.ante]
        automated = tuple(Automation[name] for name in AUTOMATED)
        self.kit = NoLimitTexasHoldem.create_state(
            automated, each, antes, (SMALL, BIG), BIG, order, self.count, mode=Mode.CASH_GAME
        )
        self.board = list(texts_of(state.deck[:5]))
        for cards in self.order(state.hands):
            self.kit.deal_hole("".join(texts_of(cards)))
        self.settle()

    def order(self, values):
        """Return values by player in PokerKit's order."""
        return [values[(self.first + n) % self.count] for n in range(self.count)]

    def settle(self):
        """Deal the cards that the board needs now."""
        while self.kit.card_burning_status:
            self.kit.burn_card("??")
            number = self.kit.board_dealing_count
            self.kit.deal_board("".join(self.board[:number]))
            del self.board[:number]

    def actor(self):
        """Return the player to act; a lone player with a free check and no raise has no choice."""
        return (
            None
            if self.kit.actor_index is None
            else ((self.kit.actor_index + self.first) % self.count)
        )

    def skip_until(self, place):
        while self.kit.status and self.actor() != place:
            assert self.kit.checking_or_calling_amount == 0
            assert self.raises() is None
            self.kit.check_or_call()
            self.settle()

    def raises(self):
        least = self.kit.min_completion_betting_or_raising_to_amount
        return (
            None
            if least is None
            else ((least, self.kit.max_completion_betting_or_raising_to_amount))
        )

    def act(self, kind, amount):
        if kind == "fold":
            self.kit.fold()
        elif kind in ("check", "call"):
            self.kit.check_or_call()
        else:
            self.kit.complete_bet_or_raise_to(amount)
        self.settle()


def shared_as_pokerkit_does(state, result, twin):
    """Return stacks from our pots, merged and with one odd-chip winner as in PokerKit."""
    alive = {seat for pot in result.pots for seat in pot.winners}
    pots = []
    for pot in reversed(result.pots):
        rivals = alive & set(pot.seats)
        if pots and pots[-1][1] == rivals:
            pots[-1][0] += pot.amount
        else:
            pots.append([pot.amount, rivals, pot.winners])
    stacks = dict(zip(state.seats, state.stacks, strict=True))
    for pot in result.pots:
        for seat, chips in pot.shares:
            stacks[seat] -= chips
    for amount, _rivals, winners in pots:
        each, odd = divmod(amount, len(winners))
        order = [seat for seat in twin.order(state.seats) if seat in winners]
        for seat in order:
            stacks[seat] += each + (odd if seat == order[0] else 0)
    return twin.order([stacks[seat] for seat in state.seats])
