"""No view and no event of Dou Dizhu contains or depends on a card its viewer may not know.

The methods are those of `test_leaks`. The oracle follows the text of the rules: players know their
own cards, all played cards, the kitty once there is a landlord (or only the landlord knows it, if
the rules say so), an open hand, and all hands after the game. Exchanged hidden cards exclude those
that are played later, since a play fixes who holds them.
"""

import json
import random
import re

import pytest

from games.engines.core.cards import TEXTS, texts_of
from games.engines.core.contract import EVERYONE, OPEN, SPECTATOR, Action, Opening, Viewer
from games.engines.core.errors import IllegalAction
from tests.games.engines.cast_dou_dizhu import GAME, LANDLORD, Play, quick_game, shuffled_opening
from tests.games.engines.test_leaks import assert_the_same_is_sent, played_again, reshuffled, sent
from tests.support.size import times

SEEDS = range(times(2, 6))
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|[BR]J)\b")
KITTY = {51, 52, 53}


def cards_in(message: str) -> set[str]:
    return set(CARD.findall(message)) & set(TEXTS)


def dealt_to(opening: Opening, seat: int) -> set[int]:
    """Return the deck positions of a seat's 17 cards, dealt one at a time from the first bidder."""
    return set(in_order(opening, seat))


def in_order(opening: Opening, seat: int) -> range:
    at = (opening.seats.index(seat) - opening.seats.index(opening.button)) % 3
    return range(at, 51, 3)


def some_rules(rng: random.Random):
    """Return house rules that decide who sees what, and which moves exist."""
    return GAME.Rules(
        auction=rng.choice(("first_call", "bid_123", "call_rob")),
        show_kitty=rng.random() < 0.5,
        open_hand=rng.choice(("off", "landlord", "moments")),
        double_stage=rng.random() < 0.3,
        spring=2,
        score_mode=rng.choice(("points", "chips")),
        solo_kicker_repeat=rng.choice(("free", "distinct")),
        leaver=rng.choice(("auto_play", "forfeits")),
    )


def some_games(seed, count, *, leaves=False):
    rng = random.Random(f"leaks {seed}")
    for _ in range(count):
        opening = shuffled_opening(rng, some_rules(rng))
        yield opening, list(quick_game(opening, rng, leaves=leaves)), rng


def viewers_of(opening):
    return [SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)]


class Oracle:
    """The deck positions that a viewer knows, derived from the public events and the rules."""

    def __init__(self, opening: Opening):
        self.opening = opening
        self.place = {text: at for at, text in enumerate(texts_of(opening.deck))}
        self.landlord: int | None = None
        self.kitty = self.over = False
        self.opened: int | None = None
        self.dealt = dict.fromkeys(opening.seats, 0)
        self.played: set[int] = set()

    def hear(self, events):
        for event in events:
            data = dict(event.data)
            if event.kind == "deal":
                self.dealt[data["seat"]] += data["count"]
            elif event.kind == "landlord":
                self.landlord = data["seat"]
                self.kitty = self.opening.rules.show_kitty
            elif event.kind == "open":
                assert not self.played
                assert data["seat"] == self.landlord or self.landlord is None
                assert self.opened is None
                self.opened = data["seat"]
            elif event.kind == "play":
                cards = {self.place[text] for text in data["cards"]}
                assert cards <= self.hand(data["seat"]) - self.played
                self.played |= cards
            elif event.kind == "hand_end":
                self.over = True

    def hand(self, seat: int) -> set[int]:
        """Return all cards that a seat has held."""
        dealt = set(in_order(self.opening, seat)[: self.dealt[seat]])
        return dealt | (KITTY if seat == self.landlord else set())

    def places(self, viewer: Viewer) -> set[int]:
        known = set(self.played)
        if viewer.seat is not None:
            known |= self.hand(viewer.seat)
        if self.kitty:
            known |= KITTY
        if self.opened is not None:
            known |= self.hand(self.opened)
        if self.over:
            known |= set().union(*(self.hand(seat) for seat in self.opening.seats))
        return known

    def texts(self, places: set[int]) -> set[str]:
        return set(texts_of(tuple(self.opening.deck[at] for at in places)))

    def allowed(self, viewer: Viewer) -> set[str]:
        return self.texts(self.places(viewer))

    def shown(self, viewer: Viewer) -> set[str]:
        """Return what a view must contain: the known hands, without the cards played."""
        seats = [] if viewer.seat is None else [viewer.seat]
        if self.over:
            seats = list(self.opening.seats)
        elif self.opened is not None:
            seats.append(self.opened)
        known = set().union(*(self.hand(seat) for seat in seats)) - self.played
        if self.landlord is not None and (self.kitty or viewer.seat == self.landlord):
            known |= KITTY
        return self.texts(known)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed):
    happened = set()
    for opening, steps, _rng in some_games(seed, 40, leaves=True):
        oracle = Oracle(opening)
        for _before, _action, step in steps:
            oracle.hear(step.events)
            happened |= {event.kind for event in step.events}
            for viewer in viewers_of(opening):
                found = cards_in(sent(GAME, step.state, step.events, viewer))
                assert found <= oracle.allowed(viewer), (opening, viewer)
                assert oracle.shown(viewer) <= found, (opening, viewer)
    assert {"open", "closed", "kitty", "reveal", "double", "all_pass", "left"} <= happened


def test_events_with_closed_cards_are_private():
    for opening, steps, _rng in some_games("private", 60):
        opened = None
        for _before, _action, step in steps:
            for event in step.events:
                seat = dict(event.data).get("seat")
                opened = seat if event.kind == "open" else opened
                closed = event.kind == "kitty" and not opening.rules.show_kitty
                if closed or (event.kind == "cards" and seat != opened):
                    assert event.audience == (seat,)
                else:
                    assert event.audience == EVERYONE


def before_the_end(steps):
    """Return the steps without the one that ends the game and opens all hands."""
    return [one for one in steps if one[2].state.result is None]


def fixed_for(opening, steps, viewer):
    """Return positions whose cards must stay: those the viewer knows, and those played."""
    oracle = Oracle(opening)
    for _before, _action, step in steps:
        oracle.hear(step.events)
    return oracle.places(viewer)


def prefixes(seed, count):
    """Yield (opening, some steps, viewer, other opening) with hidden cards exchanged."""
    for opening, steps, rng in some_games(seed, count):
        steps = before_the_end(steps)
        for _ in range(2):
            some = steps[: rng.randint(1, len(steps))]
            viewer = rng.choice(viewers_of(opening))
            other = reshuffled(opening, fixed_for(opening, some, viewer), rng)
            yield opening, some, viewer, other, rng


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_depends_on_cards_that_are_not_known(seed):
    compared = exchanged = 0
    for opening, steps, viewer, other, _rng in prefixes(100 + seed, 50):
        twins = list(played_again(GAME, other, steps))
        exchanged += twins[-1].state.packed != steps[-1][2].state.packed
        compared += assert_the_same_is_sent(GAME, steps, twins, viewer)
        assert other.rules is opening.rules
    assert compared > 1_000
    assert exchanged > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_what_one_may_do_and_asks_depends_on_own_cards_and_public_play_only(seed):
    """Compare legal actions, refusals, hints and answers about selections at each step."""
    compared = 0
    for opening, steps, viewer, other, rng in prefixes(200 + seed, 25):
        if viewer.seat is None:
            continue
        place = opening.seats.index(viewer.seat)
        for (_before, _action, step), twin in zip(
            steps, played_again(GAME, other, steps), strict=True
        ):
            hand = step.state.hands[place]
            assert twin.state.hands[place] == hand
            for _ in range(3):
                cards = tuple(rng.sample(hand, rng.randint(0, min(6, len(hand)))))
                cards += (rng.randrange(54),) * (rng.random() < 0.2)
                one = GAME.ask(step.state, viewer.seat, cards)
                assert one == GAME.ask(twin.state, viewer.seat, cards)
                play = Action(viewer.seat, "play", cards=cards)
                assert outcome(step.state, play, viewer) == outcome(twin.state, play, viewer)
                compared += 1
            assert GAME.legal(step.state, viewer.seat) == GAME.legal(twin.state, viewer.seat)
            if GAME.turn(step.state) == viewer.seat:
                clock = GAME.timeout(step.state, viewer.seat)
                assert clock == GAME.timeout(twin.state, viewer.seat)
    assert compared > 500


def outcome(state, action, viewer):
    """Return the refusal of an action, or what is sent after it (the end opens everything)."""
    try:
        step = GAME.apply(state, action)
    except IllegalAction as no:
        return no.code, no.text, no.limits
    return "over" if step.state.result else sent(GAME, step.state, step.events, viewer)


def test_what_others_hold_decides_nothing_that_one_is_told():
    """Check that only a peasant's own view shows whether they can beat the last play."""
    strong = Play((LANDLORD[:17], "BRAAAAKKKKQQQQJJJ", ""), kitty="899").call(0).play(0, "99")
    weak = Play((LANDLORD[:17], "", "BRAAAAKKKKQQQQJJJ"), kitty="899").call(0).play(0, "99")
    assert strong.view(1)["you"]["can_beat"] != weak.view(1)["you"]["can_beat"] or (
        strong.view(1)["you"]["hints"] != weak.view(1)["you"]["hints"]
    )
    for viewer in (SPECTATOR, Viewer(seat=0)):
        one, other = (
            json.dumps(GAME.view(play.state, viewer), sort_keys=True) for play in (strong, weak)
        )
        assert one == other


def test_a_hidden_card_is_as_long_as_a_shown_one():
    assert {len(text) for text in TEXTS} == {2}
    play = Play().call(0)
    lengths = {
        len(json.dumps(GAME.view(play.state, viewer)["seats"])) for viewer in (SPECTATOR, OPEN)
    }
    assert len(lengths) == 1


def test_who_may_see_all_cards_does():
    for opening, steps, _rng in some_games("open", 10):
        dealt = next(step.state for *_before, step in steps if step.state.phase == "auction")
        first = GAME.view(dealt, OPEN)
        hands = {text for seat in first["seats"] for text in seat["cards"]}
        assert hands | set(first["kitty"]) == set(TEXTS)
        assert len(opening.seats) == 3
