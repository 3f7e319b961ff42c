"""No view and no event of hold'em contains or depends on a card its viewer may not know.

The methods are those of `test_leaks`. The oracle follows the text of the rules: players know their
own cards, hands that were opened or shown, the open board, and the cards of a rabbit hunt where the
table allows it.
"""

import random
from collections import Counter

import pytest

from games.engines.core.cards import texts_of
from games.engines.core.contract import OPEN, SPECTATOR, Opening, Viewer
from tests.games.engines.scripted_holdem import GAME, calm_hand, plain_terms, rules_of
from tests.support.leaks import (
    assert_the_same_is_sent,
    cards_in,
    dealt_to,
    played_again,
    reshuffled,
    sent,
)
from tests.support.size import times

SEEDS = range(times(1, 8))
HANDS_EACH = times(100, 260, quick=50)  # 2,080 hands at full size
NEW_ON = {"flop": 3, "turn": 1, "river": 1}
COMPARING = ("open", "show", "muck")


def some_opening(rng: random.Random) -> Opening:
    """Return an opening with any house rules and two to eight seats; most stacks are deep."""
    rules = rules_of(
        ante=rng.choice((0, 0, 3)),
        ante_by=rng.choice(("each", "big_blind")),
        format=rng.choice(("cash", "sit_and_go")),
        show_losing_hands=rng.choice(("muck", "muck", "show_all")),
        run_it_twice=rng.random() < 0.5,
        rabbit=rng.random() < 0.5,
    )
    seats = tuple(sorted(rng.sample(range(10), rng.choice((2, 2, 3, 3, 4, 5, 8)))))
    button, chips = rng.choice(seats), rng.choice(((900, 2_000), (900, 2_000), (1, 15, 100, 400)))
    return Opening(
        "holdem",
        rules,
        seats,
        tuple(rng.choice(chips) for _ in seats),
        button,
        tuple(rng.sample(range(52), 52)),
        plain_terms(rules, seats, button),
    )


def some_hands(seed):
    rng = random.Random(seed)
    for number in range(HANDS_EACH):
        opening = some_opening(rng)
        yield opening, list(calm_hand(opening, rng, leaves=number % 5 == 0)), rng


class Oracle:
    """The deck positions that are open to everyone, derived from the public events alone."""

    def __init__(self, opening: Opening):
        self.opening = opening
        self.board_at = 2 * len(opening.seats)
        self.board = self.more = 0
        self.folded: set[int] = set()
        self.mucked: set[int] = set()
        self.public: set[int] = set()

    def observe(self, events):
        for event in events:
            data = dict(event.data)
            if event.kind == "fold":
                self.folded.add(data["seat"])
            elif event.kind == "muck":
                self.mucked.add(data["seat"])
            elif event.kind in ("open", "show"):
                assert data["seat"] not in self.folded | self.mucked
                self.public |= set(dealt_to(self.opening, data["seat"], 2))
            elif event.kind == "street":
                self.turn_up(NEW_ON[data["street"]], second=data["board"] == 2)
            elif event.kind == "rabbit":
                assert self.opening.rules.rabbit
                assert len(self.folded) == len(self.opening.seats) - 1
                self.turn_up(5 - self.board)

    def turn_up(self, count, *, second=False):
        """Turn up board cards; the second board takes the cards after the first one's five."""
        first = self.board_at + (5 + self.more if second else self.board)
        self.public |= set(range(first, first + count))
        if second:
            self.more += count
        else:
            self.board += count

    def places(self, viewer: Viewer) -> set[int]:
        own = [] if viewer.seat is None else dealt_to(self.opening, viewer.seat, 2)
        return {*self.public, *own}

    def allowed(self, viewer: Viewer) -> set[str]:
        return set(texts_of(tuple(self.opening.deck[at] for at in self.places(viewer))))


def viewers_of(opening):
    return [SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed):
    happened: Counter = Counter()
    for opening, steps, _rng in some_hands(seed):
        oracle = Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
            happened.update(event.kind for event in step.events)
            for viewer in viewers_of(opening):
                found = cards_in(sent(GAME, step.state, step.events, viewer))
                assert found <= oracle.allowed(viewer), (opening, viewer)
        happened["second board"] += oracle.more > 0
    for kind in (*COMPARING, "fold", "rabbit", "vote", "second board"):
        assert happened[kind] > 5, kind


@pytest.mark.slow
def test_a_viewer_is_shown_every_card_they_may_know():
    for opening, steps, _rng in some_hands("shown"):
        oracle = Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
            for viewer in viewers_of(opening):
                assert cards_in(sent(GAME, step.state, (), viewer)) == oracle.allowed(viewer)


def comparison(steps) -> int:
    """Return the number of the step at which hands are first compared or opened."""
    for number, (_before, _action, step) in enumerate(steps):
        if any(event.kind in COMPARING for event in step.events):
            return number
    return len(steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_depends_on_hidden_cards_before_the_showdown(seed):
    compared = 0
    for opening, steps, rng in some_hands(100 + seed):
        steps = steps[: comparison(steps)]
        viewer, oracle = rng.choice(viewers_of(opening)), Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
        other = reshuffled(opening, oracle.places(viewer), rng)
        twins = played_again(GAME, other, steps)
        compared += assert_the_same_is_sent(GAME, steps, twins, viewer)
    assert compared > 3.8 * HANDS_EACH


@pytest.mark.parametrize("seed", SEEDS)
def test_folded_hands_and_undealt_cards_never_matter(seed):
    """Compare to the end of the hand, and for folded hands also after it."""
    compared = 0
    for opening, steps, rng in some_hands(200 + seed):
        if comparison(steps) == len(steps):
            continue
        viewer, oracle = rng.choice(viewers_of(opening)), Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
        rivals = set(opening.seats) - oracle.folded
        fixed = {at for seat in rivals for at in dealt_to(opening, seat, 2)}
        other = reshuffled(opening, fixed | oracle.places(viewer), rng)
        twins = played_again(GAME, other, steps)
        compared += assert_the_same_is_sent(GAME, steps, twins, viewer)
    assert compared > 1.9 * HANDS_EACH


def story(twins):
    """Return the events of a hand without the cards."""
    return [
        (event.kind, dict(event.data).get("seat"), dict(event.data).get("amount"))
        for twin in twins
        for event in twin.events
    ]


def test_a_mucked_hand_is_the_same_as_any_other_beaten_hand():
    compared = 0
    for opening, steps, rng in some_hands("muck"):
        oracle = Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
        if not oracle.mucked:
            continue
        viewer = rng.choice([v for v in viewers_of(opening) if v.seat not in oracle.mucked])
        other = reshuffled(opening, oracle.places(viewer), rng)
        twins = list(played_again(GAME, other, steps))
        if story(twins) == story(step for _before, _action, step in steps):
            compared += assert_the_same_is_sent(GAME, steps, twins, viewer)
    assert compared > 0.38 * HANDS_EACH


def test_a_viewer_of_all_cards_sees_every_card():
    opening, steps, _rng = next(some_hands("open"))
    hands = {text for seat in GAME.view(steps[0][2].state, OPEN)["seats"] for text in seat["cards"]}
    assert hands == set(texts_of(opening.deck[: 2 * len(opening.seats)]))
