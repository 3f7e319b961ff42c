"""Teen Patti openings with chosen hands, and hands that are played in a few words."""

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Opening
from tests.games.engines.in_play import InPlay

GAME = registry.get("teen_patti")


def opening(hands, stacks, *, button=None, boot=1, seats=None, **options):
    """Give each seat its hand ("As Kh 2d", or None for any cards that are left)."""
    count = len(stacks)
    seats = tuple(range(count)) if seats is None else seats
    button = seats[-1] if button is None else button
    wanted = [parse_cards(hand) if hand else None for hand in (hands or [None] * count)]
    taken = {card for hand in wanted if hand for card in hand}
    rest = [card for card in range(52) if card not in taken]
    dealt = [hand or (rest.pop(), rest.pop(), rest.pop()) for hand in wanted]
    rules = GAME.Rules(boot=boot, **options)
    beyond = [seat for seat in seats if (seat - button) * rules.step > 0] or seats
    left = seats.index(beyond[0] if rules.step > 0 else beyond[-1])
    order = [dealt[(left + n * rules.step) % count] for n in range(count)]
    deck = [order[n][round_] for round_ in range(3) for n in range(count)]
    return Opening("teen_patti", rules, seats, tuple(stacks), button, (*deck, *rest))


class Play(InPlay):
    """A hand in progress: `play.bet(0, 2)`, `play.refused(1, "show")`."""

    game = GAME

    def __init__(self, hands=None, stacks=(100, 100, 100), **options):
        super().__init__(opening(hands, stacks, **options))

    def see(self, *seats):
        return self.each(seats, "see")

    def bet(self, seat, amount):
        return self.do(seat, "bet", amount)

    def bounds(self, seat):
        entry = self.legal(seat)["bet"]
        return entry.min, entry.max

    @property
    def pot(self):
        return self.state.pot + sum(self.state.frozen)
