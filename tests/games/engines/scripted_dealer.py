"""Openings against the dealer with chosen hands, and hands that are played in a few words."""

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Opening
from tests.games.engines.in_play import InPlay

GAME = registry.get("dealer_teen_patti")
STANDARD = GAME.presets["standard"]


def rules_of(design="teen_patti", **options):
    """Return rules with a pay table by its text; `changes` change the pay table."""
    changes = options.pop("changes", {})
    table = GAME.rules_from_json({"pay_table": design}).pay_table.changed(**changes)
    return GAME.Rules(pay_table=table, **options)


def opening(hands, dealer, stacks, *, seats=None, rules=STANDARD):
    """Give each seat and the dealer a hand ("As Kh 2d", or None for any cards that are left)."""
    count = len(stacks)
    wanted = [parse_cards(hand) if hand else None for hand in (*hands, dealer)]
    taken = {card for hand in wanted if hand for card in hand}
    rest = [card for card in range(52) if card not in taken]
    dealt = [hand or (rest.pop(), rest.pop(), rest.pop()) for hand in wanted]
    deck = [hand[round_] for round_ in range(3) for hand in dealt]
    seats = tuple(range(count)) if seats is None else seats
    return Opening(GAME.key, rules, seats, tuple(stacks), seats[0], (*deck, *rest))


class Play(InPlay):
    """A hand in progress: `play.ante(0, 1).up(0).fold(1)`; each seat begins with 1,000 chips."""

    game = GAME

    def __init__(self, *hands, dealer=None, stacks=None, seats=None, rules=None, **options):
        rules = rules or rules_of(**options)
        stacks = stacks or (1_000,) * len(hands)
        super().__init__(opening(hands, dealer, stacks, seats=seats, rules=rules))

    def ante(self, *seats, amount=10):
        for seat in seats:
            self.do(seat, "ante", amount)
        return self

    def up(self, *seats):
        """Raise."""
        return self.each(seats, "raise")

    def fold(self, *seats):
        return self.each(seats, "fold")

    def net(self, seat=0):
        return dict(self.result.net)[seat]

    def paid(self, seat=0):
        """Return the net result of each bet of a seat, by its name."""
        own = next(entry for entry in self.view()["seats"] if entry["seat"] == seat)
        return {line["bet"]: line["net"] for line in own["pays"]}


def against(hand, dealer, decision="raise", *, bets=None, **options):
    """Play one seat's hand against the dealer's with an ante of 10."""
    play = Play(hand, dealer=dealer, **options)
    for bet, amount in (bets or {}).items():
        play.do(0, bet, amount)
    play.ante(0)
    return play.do(0, decision) if play.result is None else play
