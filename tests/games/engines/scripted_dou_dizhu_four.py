"""Games of four with chosen hands, in the few words of `scripted_dou_dizhu`."""

from games.engines.core import registry
from games.engines.core.contract import Opening
from tests.games.engines import scripted_dou_dizhu
from tests.games.engines.scripted_dou_dizhu import take

GAME = registry.get("dou_dizhu_four")
PLAYERS, HAND, KITTY = 4, 25, 8

LANDLORD = "333344445555666677778888999TTTJJJ"
"""A landlord's hand with six bombs of four and an airplane, 33 cards."""


def deck_of(hands=None, kitty="", *, first=0) -> tuple[int, ...]:
    """Return a deck that gives each player these ranks, and the rest from what is left."""
    pool = list(range(GAME.deck_size))
    dealt = [list(take(pool, hand or "")) for hand in (hands or ("",) * PLAYERS)]
    kitty_cards = list(take(pool, kitty))
    for cards, count in zip((*dealt, kitty_cards), (*[HAND] * PLAYERS, KITTY), strict=True):
        assert len(cards) <= count
        while len(cards) < count:
            cards.append(pool.pop())
    order = [dealt[(first + n) % PLAYERS] for n in range(PLAYERS)]
    return (*(order[n % PLAYERS][n // PLAYERS] for n in range(PLAYERS * HAND)), *kitty_cards)


class Play(scripted_dou_dizhu.Play):
    """A game of four in progress: `Play(hands).bid(0, 3).play(0, "34567")`."""

    game = GAME

    def __init__(self, hands=None, stacks=(1_000,) * PLAYERS, *, kitty="", **table):
        seats, first = tuple(range(PLAYERS)), table.pop("first", 0)
        terms = {"redeals": 0, "must": table.pop("must", False)}
        deck, rules = deck_of(hands, kitty, first=first), GAME.Rules(**table)
        opening = Opening(GAME.key, rules, seats, tuple(stacks), first, deck, terms)
        super(scripted_dou_dizhu.Play, self).__init__(opening)

    def pass_ahead(self) -> "Play":
        """Give the turn to seat 1, who is to answer a play that `facing` puts there."""
        self.state = self.state._replace(turn=1)
        return self


def led_by_landlord(hands=None, *, bid=3, **table) -> Play:
    """Return card play with seat 0 as the landlord, who bid this much."""
    play = Play(hands, **table).bid(0, bid)
    if bid < 3:
        play.pass_(1, 2, 3)
    if play.state.phase == "doubling":
        play.decline(0, 1, 2, 3)
    return play


def holding(ranks: str, **table) -> Play:
    """Return a game in which seat 0 leads as the landlord with at least these ranks."""
    return led_by_landlord((ranks[:HAND], "", "", ""), kitty=ranks[HAND:], **table)


def landlord_wins(*combinations: str, bid=1, **table) -> Play:
    """Let the landlord play LANDLORD out, these combinations first, then the rest as it falls."""
    play = holding(LANDLORD, bid=bid, **table).alone(0, *combinations)
    left = play.hand(0)
    while left and play.result is None:
        rank = left[0]
        play.alone(0, rank * min(3, left.count(rank)))
        left = play.hand(0)
    return play


def peasants_win(*bombs: str, out=1, leads=2, bid=1, **table) -> Play:
    """Let the landlord lead threes `leads` times; then one peasant goes out, these bombs first."""
    hands: list[str] = ["33333" + "4" * 8 + "5" * 8 + "7777", "", "", ""]
    hands[out] = "6666JJJJJJQQQQQKKKKKAAAA2"
    play = led_by_landlord(hands, bid=bid, **table)
    play.alone(0, *["3"] * (leads - 1)).play(0, "3")
    play.pass_(*range(1, out))
    play.play(out, "2")
    play.pass_(*[(out + n) % PLAYERS for n in range(1, PLAYERS)])
    play.alone(out, *bombs)
    left = play.hand(out)
    while left and play.result is None:
        play.alone(out, left[0] * min(3, left.count(left[0])))
        left = play.hand(out)
    return play
