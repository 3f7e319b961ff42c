"""Hold'em openings with chosen cards and positions, and hands that are played in a few words."""

from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, NextHand, Opening, SeatSnapshot, TableHistory
from tests.games.engines.in_play import InPlay

GAME = registry.get("holdem")


def rules_of(small_blind=5, **options):
    """Return rules whose starting points always cover the big blind."""
    options.setdefault("starting_points", max(1_500, 2 * small_blind))
    return GAME.Rules(small_blind=small_blind, **options)


def left_of(seats, seat, steps=1):
    """Return the seat `steps` seats clockwise of another, which may be empty."""
    first = next((i for i, s in enumerate(seats) if s > seat), 0)
    return seats[(first + steps - 1) % len(seats)]


def plain_terms(rules, seats, button):
    """Return terms with blinds next to the button; heads-up the button is the small blind."""
    small, big, ante = rules.blinds(0)
    small_at = button if len(seats) == 2 else left_of(seats, button)
    return {
        "small": small,
        "big": big,
        "ante": ante,
        "level": None,
        "small_at": small_at,
        "big_at": left_of(seats, small_at),
        "posts": [],
        "straddle": None,
    }


def opening(hands=None, stacks=(1_000,) * 3, *, board="", board2="", **table):
    """Give each seat its hand ("As Kh", or None for any cards left), and the board its cards.

    `button`, `seats` and `terms` (which add to the plain ones) set the table; anything else is an
    option. `board2` is the second board's own part.
    """
    count = len(stacks)
    seats = table.pop("seats", tuple(range(count)))
    button = table.pop("button", seats[0])
    terms = table.pop("terms", {})
    rules = table.pop("rules", None) or rules_of(**table)
    wanted = [parse_cards(hand) if hand else None for hand in (hands or [None] * count)]
    first, second = parse_cards(board), parse_cards(board2)
    taken = {*first, *second, *(card for hand in wanted if hand for card in hand)}
    rest = [card for card in range(52) if card not in taken]
    dealt = [hand or (rest.pop(), rest.pop()) for hand in wanted]
    first += tuple(rest.pop() for _ in range(5 - len(first)))
    at = [seats.index(left_of(seats, button, n + 1)) for n in range(count)]
    deck = [dealt[place][round_] for round_ in range(2) for place in at]
    return Opening(
        "holdem",
        rules,
        seats,
        tuple(stacks),
        button,
        (*deck, *first, *second, *rest),
        plain_terms(rules, seats, button) | terms,
    )


class Play(InPlay):
    """A hand in progress: `play.raise_to(3, 40).fold(0, 1)`, `play.refused(2, "check")`."""

    game = GAME

    def __init__(self, hands=None, stacks=(1_000,) * 3, **table):
        super().__init__(opening(hands, stacks, **table))

    def act(self, action):
        super().act(action)
        assert sum(self.stacks) + self.pot == sum(self.opening.stacks)
        return self

    def fold(self, *seats):
        return self.each(seats, "fold")

    def check(self, *seats):
        return self.each(seats, "check")

    def call(self, *seats):
        return self.each(seats, "call")

    def all_in(self, *seats):
        return self.each(seats, "all_in")

    def bet(self, seat, amount):
        return self.do(seat, "bet", amount)

    def raise_to(self, seat, amount):
        return self.do(seat, "raise_to", amount)

    def limp(self, phase="flop"):
        """Let everyone check or call until a phase is reached."""
        while self.phase != phase:
            self.do(self.turn, "call" if "call" in self.legal(self.turn) else "check")
        return self

    def bounds(self, seat):
        legal = self.legal(seat)
        entry = legal.get("bet") or legal["raise_to"]
        return entry.min, entry.max

    def may_raise(self, seat):
        return "raise_to" in self.legal(seat)

    @property
    def phase(self):
        return self.view()["phase"]

    @property
    def board(self):
        return " ".join(self.view()["board"])

    @property
    def pot(self):
        return self.view()["pot"]

    @property
    def pots(self):
        """Return (chips, seats) of the pots, the main pot first."""
        return [(pot["amount"], tuple(pot["seats"])) for pot in self.view()["pots"]]

    @property
    def won(self):
        """Return (chips, seats, winners) of each pot, in the order of payment."""
        return [(pot.amount, pot.seats, pot.winners) for pot in self.result.pots]

    def order_of(self, *kinds):
        """Return (kind, seat) of events of these kinds in the last step."""
        return [(e.kind, dict(e.data).get("seat")) for e in self.events if e.kind in kinds]


class Table:
    """Seats between hands, and the memory that `next_hand` gets."""

    def __init__(self, *seats, stack=1_000, **options):
        options.setdefault("format", "cash")
        self.rules = rules_of(**options)
        self.taken = {seat: SeatSnapshot(seat, stack) for seat in seats}
        self.past = TableHistory()

    def put(self, seat, **change):
        """Seat a player, or change the data of a seat."""
        old = self.taken.get(seat)
        stack = change.pop("stack", old.stack if old else 1_000)
        ready = change.pop("ready", old.ready if old else True)
        missed_blinds = change.pop("missed_blinds", old.missed_blinds if old else "new")
        wishes = frozenset(change.pop("wishes", old.wishes if old else ()))
        self.taken[seat] = SeatSnapshot(seat, stack, ready, missed_blinds, wishes)
        return self

    def out(self, *seats):
        """Remove players who are broke or gone for good."""
        for seat in seats:
            del self.taken[seat]
        return self

    def away(self, *seats):
        for seat in seats:
            self.put(seat, ready=False)
        return self

    def back(self, *seats, wishes=()):
        for seat in seats:
            self.put(seat, ready=True, wishes=wishes)
        return self

    def after(self, button, small, big):
        """Continue as if the last hand had had these positions."""
        self.past = TableHistory(button=button, terms={"small_at": small, "big_at": big}, hands=1)
        return self

    def next(self) -> NextHand | None:
        """Return the next hand, stored as the table does."""
        ordered = tuple(self.taken[seat] for seat in sorted(self.taken))
        found = GAME.next_hand(self.rules, ordered, self.past)
        if found is not None:
            self.past = TableHistory(
                button=found.button,
                terms=found.terms,
                hands=self.past.hands + 1,
                minutes=self.past.minutes,
            )
            for seat, missed_blinds in found.missed_blinds.items():
                self.put(seat, missed_blinds=missed_blinds)
        return found

    def positions(self):
        """Return button, small blind (None if nobody posts it) and big blind of the next hand."""
        found = self.next()
        small = found.terms["small_at"]
        return found.button, small if small in found.seats else None, found.terms["big_at"]

    def owed(self, seat):
        return self.taken[seat].missed_blinds


def calm_hand(opening, rng, *, leaves=False):
    """Yield a random hand with few all-ins: (state before, action, step) as `random_hand`."""
    step = GAME.deal(opening)
    yield None, None, step
    state = step.state
    while (seat := GAME.turn(state)) is not None:
        action = _calm_action(state, seat, rng)
        if leaves and rng.random() < 0.05:
            action = Action(rng.choice(opening.seats), "leave")
        step = GAME.apply(state, action)
        yield state, action, step
        state = step.state


_WEIGHTS = {
    "fold": 6,
    "call": 40,
    "check": 40,
    "bet": 8,
    "raise_to": 5,
    "all_in": 2,
    "run_twice": 40,
}


def _calm_action(state, seat, rng):
    options = GAME.legal(state, seat)
    (option,) = rng.choices(options, [_WEIGHTS.get(option.kind, 5) for option in options])
    if option.min is None:
        return Action(seat, option.kind)
    return Action(seat, option.kind, rng.randint(option.min, min(option.max, 3 * option.min)))
