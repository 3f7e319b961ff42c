"""Openings with chosen hands, and a hand that is played in a few words."""

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Event, Opening, Viewer
from games.engines.core.errors import IllegalAction

GAME = registry.get("teen_patti")


def opening(hands, stacks, *, button=None, boot=1, seats=None, **options):
    """Give each seat its hand ("As Kh 2d", or None for whatever is left)."""
    count = len(stacks)
    seats = tuple(range(count)) if seats is None else seats
    button = seats[-1] if button is None else button
    wanted = [parse_cards(hand) if hand else None for hand in (hands or [None] * count)]
    taken = {card for hand in wanted if hand for card in hand}
    rest = [card for card in range(52) if card not in taken]
    dealt = [hand or (rest.pop(), rest.pop(), rest.pop()) for hand in wanted]
    left = next((i for i, seat in enumerate(seats) if seat > button), 0)
    order = [dealt[(left + n) % count] for n in range(count)]
    deck = [order[n][round_] for round_ in range(3) for n in range(count)]
    rules = GAME.Rules(boot=boot, **options)
    return Opening("teen_patti", rules, seats, tuple(stacks), button, (*deck, *rest))


class Play:
    """A hand in progress: `play.bet(0, 2)`, `play.refused(1, "show")`."""

    def __init__(self, hands=None, stacks=(100, 100, 100), **options):
        step = GAME.deal(opening(hands, stacks, **options))
        self.state = step.state
        self.events: list[Event] = list(step.events)

    def do(self, seat, kind, amount=None):
        step = GAME.apply(self.state, Action(seat, kind, amount))
        self.state = step.state
        self.events = list(step.events)
        return self

    def refused(self, seat, kind, amount=None):
        before = self.state
        try:
            GAME.apply(self.state, Action(seat, kind, amount))
        except IllegalAction as no:
            assert self.state == before
            return no
        raise AssertionError(f"{kind} {amount} of seat {seat} was accepted")

    def see(self, *seats):
        for seat in seats:
            self.do(seat, "see")
        return self

    def bet(self, seat, amount):
        return self.do(seat, "bet", amount)

    def legal(self, seat):
        return {entry.kind: entry for entry in GAME.legal(self.state, seat)}

    def bounds(self, seat):
        entry = self.legal(seat)["bet"]
        return entry.min, entry.max

    def view(self, seat=None, **viewer):
        return GAME.view(self.state, Viewer(seat=seat, **viewer))

    @property
    def stacks(self):
        return self.state.stacks

    @property
    def pot(self):
        return self.state.pot + sum(self.state.frozen)

    @property
    def turn(self):
        return GAME.turn(self.state)

    @property
    def result(self):
        return GAME.result(self.state)

    def told(self, kind):
        return [dict(event.data) for event in self.events if event.kind == kind]
