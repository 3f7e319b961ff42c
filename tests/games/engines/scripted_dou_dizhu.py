"""Dou Dizhu openings with chosen hands, and games that are played in a few words.

Hands are named by ranks alone (`334BR`), because suits do not matter; this module chooses the
cards.
"""

import random
from collections.abc import Iterable
from dataclasses import replace

from games.engines.core import registry
from games.engines.core.contract import Action, Opening, SeatSnapshot, TableHistory
from games.engines.dou_dizhu.moves import Picker, open_offer, playable
from games.engines.dou_dizhu.ranks import RANKS, packed_text, rank_of
from games.engines.dou_dizhu.state import Played
from tests.games.engines.in_play import InPlay

GAME = registry.get("dou_dizhu")
PRESETS = ("default", "rlcard", "pagat", "more_kickers")
"""The presets with kicker rules of their own, in the order of the tables of rules 5.3 and 5.8."""

PACK = "".join(rank * 4 for rank in RANKS[:13]) + "BR"

LANDLORD = "33334444555566778899"
"""A hand for many endings: no bomb to three, and nothing that a peasant must pass on."""

WINNER = "TTTTJJJJQQQQKKKK2"
"""A peasant's hand that goes out after answering a solo with its two."""


def take(pool: list[int], ranks: str) -> tuple[int, ...]:
    """Take cards of these ranks out of a pool."""
    taken = []
    for rank in ranks:
        card = next(card for card in pool if RANKS[rank_of(card)] == rank)
        pool.remove(card)
        taken.append(card)
    return tuple(taken)


def ranks_in(cards: Iterable[int]) -> str:
    """Return the ranks of some cards, lowest first."""
    return "".join(RANKS[rank] for rank in sorted(map(rank_of, cards)))


def deck_of(hands=None, kitty="", *, first=0) -> tuple[int, ...]:
    """Return a deck that gives each player these ranks, and the rest from what is left."""
    pool = list(range(54))
    dealt = [list(take(pool, hand or "")) for hand in (hands or ("",) * 3)]
    kitty_cards = list(take(pool, kitty))
    for cards, count in zip((*dealt, kitty_cards), (17, 17, 17, 3), strict=True):
        assert len(cards) <= count
        while len(cards) < count:
            cards.append(pool.pop())
    order = [dealt[(first + n) % 3] for n in range(3)]
    return (*(order[n % 3][n // 3] for n in range(51)), *kitty_cards)


def opening(hands=None, stacks=(1_000,) * 3, *, kitty="", **table) -> Opening:
    """Return an opening; `first`, `seats`, `deck`, `must` and `rules` set the table.

    Anything else is an option.
    """
    seats = table.pop("seats", (0, 1, 2))
    first = table.pop("first", seats[0])
    terms = {"redeals": 0, "must": table.pop("must", False)}
    deck = table.pop("deck", None) or deck_of(hands, kitty, first=seats.index(first))
    rules = table.pop("rules", None) or GAME.Rules(**table)
    return Opening(GAME.key, rules, seats, tuple(stacks), first, deck, terms)


class Play(InPlay):
    """A game in progress: `play.call(0).play(0, "3344455")`, `play.refused(1, "pass")`."""

    game = GAME

    def __init__(self, hands=None, stacks=(1_000,) * 3, **table):
        super().__init__(opening(hands, stacks, **table))

    def code(self, action: Action) -> str:
        return self.refusal(action).code

    def refused(self, seat, kind, amount=None) -> str:
        return self.code(Action(seat, kind, amount))

    def refused_play(self, seat, ranks, reading="") -> str:
        return self.code(self.playing(seat, ranks, reading))

    def playing(self, seat, ranks, reading="") -> Action:
        """Return the action of playing these ranks: own cards, or any where the hand lacks them."""
        hand = list(self.state.hands[self.opening.seats.index(seat)])
        others = [card for card in range(self.game.deck_size) if card not in hand]
        own = "".join(
            rank
            for n, rank in enumerate(ranks)
            if ranks[:n].count(rank) < ranks_in(hand).count(rank)
        )
        more = list(ranks)
        for rank in own:
            more.remove(rank)
        cards = take(hand, own) + take(others, "".join(more))
        return Action(seat, "play", cards=cards, reading=reading)

    def call(self, *seats):
        return self.each(seats, "call")

    def rob(self, *seats):
        return self.each(seats, "rob")

    def pass_(self, *seats):
        return self.each(seats, "pass")

    def double(self, *seats):
        return self.each(seats, "double")

    def decline(self, *seats):
        return self.each(seats, "decline")

    def bid(self, seat, amount):
        return self.do(seat, "bid", amount)

    def play(self, seat, ranks, reading=""):
        return self.act(self.playing(seat, ranks, reading))

    def alone(self, seat, *combinations):
        """Let a seat play these one after the other while nobody answers."""
        for ranks in combinations:
            self.play(seat, ranks)
            while self.result is None and self.turn != seat:
                self.pass_(self.turn)
        return self

    def leave(self, seat):
        return self.do(seat, "leave")

    def facing(self, ranks, reading=""):
        """Continue as if the previous seat had just played this, even beyond one deck."""
        found = self.state.rules.readings(packed_text(ranks))
        meant = next(r for r in found if not reading or r.name() == reading)
        place = self.state.turn - 1
        self.state = self.state._replace(last=Played(place, (), meant))
        return self

    def hand(self, seat) -> str:
        return ranks_in(self.state.hands[self.opening.seats.index(seat)])

    def ask(self, seat, ranks):
        return self.game.ask(self.state, seat, self.playing(seat, ranks).cards)

    @property
    def net(self) -> tuple[int, ...]:
        return tuple(change for _seat, change in self.result.net)

    @property
    def chips(self) -> tuple[int, ...]:
        return tuple(chips for _seat, chips in self.result.chips)

    @property
    def landlord(self):
        return self.view()["landlord"]


def led_by_landlord(hands=None, **table) -> Play:
    """Return card play with seat 0 as the landlord, under any form of bidding."""
    play = Play(hands, **table)
    kind = {"bid_123": "bid", "first_call": "call", "call_rob": "call"}[play.state.rules.bidding]
    play.do(0, kind, 3 if kind == "bid" else None)
    if play.state.phase == "bidding":
        play.pass_(1, 2)
    if play.state.phase == "doubling":
        play.decline(0, 1, 2)
    return play


def holding(ranks: str, **table) -> Play:
    """Return a game in which seat 0 leads as the landlord with at least these ranks."""
    return led_by_landlord((ranks[:17], "", ""), kitty=ranks[17:], **table)


WINS = {  # how the landlord plays LANDLORD out, by the number of bombs
    0: ("33445566778899", "334455"),
    1: ("3333", "445566778899", "44", "55"),
    2: ("3333", "4444", "5566778899", "55"),
    3: ("3333", "4444", "5555", "66778899"),
}
LOSES = {  # how a peasant plays WINNER out
    0: ("2", "TTTJJJQQQKKK", "T", "J", "Q", "K"),
    1: ("2", "TTTT", "JJJQQQKKK", "J", "Q", "K"),
    3: ("2", "TTTT", "JJJJ", "QQQQ", "KKK", "K"),
}


def landlord_wins(bombs=0, **table) -> Play:
    return holding(LANDLORD, **table).alone(0, *WINS[bombs])


def peasants_win(out=1, bombs=0, *, leads=2, **table) -> Play:
    """Let the landlord lead threes `leads` times; then one peasant goes out."""
    hands = [LANDLORD[:17], "", ""]
    hands[out] = WINNER
    play = led_by_landlord(hands, kitty=LANDLORD[17:], **table)
    play.alone(0, *["3"] * (leads - 1)).play(0, "3")
    if out == 2:
        play.pass_(1)
    return play.alone(out, *LOSES[bombs])


def doubling(*says, **table) -> Play:
    play = Play((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], double_stage=True, **table).call(0)
    for seat, says_so in enumerate(says):
        play.do(seat, "double" if says_so else "decline")
    return play


def spoken(bidding, first, words) -> Play:
    """Return a game with these calls, each by the player whose turn it is."""
    kinds = {"P": "pass", "C": "call", "R": "rob"}
    play = Play(bidding=bidding, first=first)
    for word in words:
        assert play.state.phase == "bidding", words
        if word.isdigit():
            play.bid(play.turn, int(word))
        else:
            play.do(play.turn, kinds[word])
    return play


class Table:
    """Seats between games, and the memory that `next_hand` gets."""

    def __init__(self, *seats, stack=1_000, **options):
        self.rules = GAME.Rules(**options)
        self.taken = {seat: SeatSnapshot(seat, stack) for seat in seats or (0, 1, 2)}
        self.past = TableHistory()

    def put(self, seat, stack=1_000, *, ready=True):
        self.taken[seat] = SeatSnapshot(seat, stack, ready)
        return self

    def out(self, seat):
        del self.taken[seat]
        return self

    def next(self, chance=0):
        """Return the next hand, stored as a table does; None if there is none.

        `chance`: which of the seats among which the first bidder is drawn.
        """
        past = self.past
        ordered = tuple(self.taken[seat] for seat in sorted(self.taken))
        found = GAME.next_hand(self.rules, ordered, past)
        if found is not None:
            if found.drawn:
                found = replace(found, button=found.drawn[chance % len(found.drawn)])
            self.past = TableHistory(button=found.button, terms=found.terms, hands=past.hands + 1)
        return found

    def ended(self, ended_by, *winners):
        """Set how the game ended, as the table stores it."""
        past = self.past
        self.past = TableHistory(
            button=past.button,
            winners=winners,
            ended_by=ended_by,
            terms=past.terms,
            hands=past.hands,
        )
        return self

    def redeal(self):
        """Let everyone pass in the bidding."""
        return self.ended("all_pass")


def shuffled_opening(rng: random.Random, rules, stacks=None, game=GAME, **terms) -> Opening:
    """Return a random deal for seats with gaps and a random first bidder."""
    gaps = {3: ((0, 1, 2), (0, 1, 3), (1, 2, 5)), 4: ((0, 1, 2, 3), (0, 2, 3, 5))}
    seats = rng.choice(gaps[game.max_seats])
    deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
    stacks = tuple(stacks or (1_000,) * len(seats))
    return Opening(game.key, rules, seats, stacks, rng.choice(seats), deck, terms)


def quick_game(opening: Opening, rng: random.Random, *, leaves=False):
    """Yield a random game: (state before, action, step) as `random_hand`, without the full list."""
    game = registry.get(opening.game)
    step = game.deal(opening)
    yield None, None, step
    state = step.state
    while state.turn >= 0:
        action = quick_action(state, rng, game)
        if leaves and rng.random() < 0.01:
            action = Action(rng.choice(opening.seats), "leave")
        step = game.apply(state, action)
        yield state, action, step
        state = step.state


def quick_action(state, rng: random.Random, game=GAME) -> Action:
    """Return a legal action: random calls and passes, and few passes in card play."""
    seat = state.seats[state.turn]
    if state.phase != "play":
        option = rng.choice(game.legal(state, seat))
        return Action(seat, option.kind, option.min and rng.randint(option.min, option.max))
    if open_offer(state) and rng.random() < 0.3:
        return Action(seat, "open")
    if state.last is not None and rng.random() < 0.2:
        return Action(seat, "pass")
    found = playable(state)
    if not found:
        return Action(seat, "pass")
    reading = rng.choice(found)
    name = reading.name() if state.last is None else ""
    cards = Picker(state.hands[state.turn])(reading.cards)
    return Action(seat, "play", cards=cards, reading=name)
