"""No view and no event of Dou Dizhu has or depends on a card that its viewer may not know.

Both games are tested, that of three and that of four players.

The methods are those of `test_leaks`. The oracle follows the text of the rules: players know their
own cards, all played cards, the kitty once there is a landlord (or only the landlord knows it, if
the rules say so), an open hand, and all hands after the game. Exchanged hidden cards exclude those
that are played later, since a play fixes who holds them.
"""

import json
import random

import pytest

from games.engines.core import registry
from games.engines.core.cards import TEXTS, texts_of
from games.engines.core.contract import EVERYONE, OPEN, SPECTATOR, Action, Opening, Viewer
from games.engines.core.errors import IllegalAction
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    Play,
    quick_game,
    shuffled_opening,
)
from tests.support.dou_dizhu_cards import DEALT, cards_in, in_order
from tests.support.leaks import assert_the_same_is_sent, played_again, reshuffled, sent
from tests.support.size import times

SEEDS = range(times(1, 6))
FEW = {"dou_dizhu": times(15, 50), "dou_dizhu_four": times(10, 20)}
"""How many games of each kind are played; those of four are longer."""
GAMES = ("dou_dizhu", "dou_dizhu_four")


def kitty_of(opening: Opening) -> set[int]:
    """Return the deck positions of the kitty."""
    return set(range(DEALT[len(opening.seats)], len(opening.deck)))


def some_rules(game, rng: random.Random):
    """Return house rules that decide who sees what, and which moves exist."""
    three = game.key == "dou_dizhu"
    more = {"solo_kicker_repeat": rng.choice(("free", "distinct"))} if three else {}
    return game.Rules(
        bidding=rng.choice(("first_call", "bid_123", "call_rob")),
        show_kitty=rng.random() < 0.5,
        open_hand=rng.choice(("off", "landlord", "moments")[: 3 if three else 2]),
        double_stage=rng.random() < 0.3,
        spring=2,
        score_mode=rng.choice(("points", "chips")),
        leaver=rng.choice(("auto_play", "forfeits")),
        **more,
    )


def some_games(game, seed, count, *, leaves=False):
    rng = random.Random(f"leaks {seed}")
    for _ in range(count):
        opening = shuffled_opening(rng, some_rules(game, rng), game=game)
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

    def observe(self, events):
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
        return dealt | (kitty_of(self.opening) if seat == self.landlord else set())

    def places(self, viewer: Viewer) -> set[int]:
        known = set(self.played)
        if viewer.seat is not None:
            known |= self.hand(viewer.seat)
        if self.kitty:
            known |= kitty_of(self.opening)
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
            known |= kitty_of(self.opening)
        return self.texts(known)


@pytest.fixture(params=GAMES)
def game(request):
    return registry.get(request.param)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed, game):
    happened = set()
    for opening, steps, _rng in some_games(game, seed, FEW[game.key], leaves=True):
        oracle = Oracle(opening)
        for _before, _action, step in steps:
            oracle.observe(step.events)
            happened |= {event.kind for event in step.events}
            for viewer in viewers_of(opening):
                found = cards_in(sent(game, step.state, step.events, viewer))
                assert found <= oracle.allowed(viewer), (opening, viewer)
                assert oracle.shown(viewer) <= found, (opening, viewer)
    asked = {"closed"} if game.key == "dou_dizhu" else set()
    assert {"open", *asked, "kitty", "reveal", "double", "left"} <= happened


def test_events_with_hidden_cards_are_private(game):
    for opening, steps, _rng in some_games(game, "private", FEW[game.key]):
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
        oracle.observe(step.events)
    return oracle.places(viewer)


def prefixes(game, seed, count):
    """Yield (opening, some steps, viewer, other opening) with hidden cards exchanged."""
    for opening, steps, rng in some_games(game, seed, count):
        steps = before_the_end(steps)
        for _ in range(2):
            some = steps[: rng.randint(1, len(steps))]
            viewer = rng.choice(viewers_of(opening))
            other = reshuffled(opening, fixed_for(opening, some, viewer), rng)
            yield opening, some, viewer, other, rng


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_depends_on_unknown_cards(seed, game):
    compared = exchanged = 0
    count = FEW[game.key]
    for opening, steps, viewer, other, _rng in prefixes(game, 100 + seed, count):
        twins = list(played_again(game, other, steps))
        exchanged += twins[-1].state.packed != steps[-1][2].state.packed
        compared += assert_the_same_is_sent(game, steps, twins, viewer)
        assert other.rules is opening.rules
    assert compared > 20 * count
    assert exchanged >= count


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_legal_actions_and_answers_depend_only_on_own_cards_and_public_play(seed, game):
    """Compare legal actions, refusals, hints and answers about selections at each step."""
    compared = 0
    for opening, steps, viewer, other, rng in prefixes(game, 200 + seed, FEW[game.key] // 2):
        if viewer.seat is None:
            continue
        place = opening.seats.index(viewer.seat)
        for (_before, _action, step), twin in zip(
            steps, played_again(game, other, steps), strict=True
        ):
            hand = step.state.hands[place]
            assert twin.state.hands[place] == hand
            for _ in range(3):
                cards = tuple(rng.sample(hand, rng.randint(0, min(6, len(hand)))))
                cards += (rng.randrange(game.deck_size),) * (rng.random() < 0.2)
                one = game.ask(step.state, viewer.seat, cards)
                assert one == game.ask(twin.state, viewer.seat, cards)
                play = Action(viewer.seat, "play", cards=cards)
                received = outcome(game, step.state, play, viewer)
                assert received == outcome(game, twin.state, play, viewer)
                compared += 1
            assert game.legal(step.state, viewer.seat) == game.legal(twin.state, viewer.seat)
            if game.turn(step.state) == viewer.seat:
                clock = game.timeout(step.state, viewer.seat)
                assert clock == game.timeout(twin.state, viewer.seat)
    assert compared > 500


def outcome(game, state, action, viewer):
    """Return the refusal of an action, or what is sent after it (the end opens everything)."""
    try:
        step = game.apply(state, action)
    except IllegalAction as no:
        return no.code, no.limits
    return "over" if step.state.result else sent(game, step.state, step.events, viewer)


def test_refusals_and_events_do_not_depend_on_cards_of_others():
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


def test_a_viewer_of_all_cards_sees_every_card(game):
    for opening, steps, _rng in some_games(game, "open", 10):
        dealt = next(step.state for *_before, step in steps if step.state.phase == "bidding")
        first = game.view(dealt, OPEN)
        hands = {text for seat in first["seats"] for text in seat["cards"]}
        assert hands | set(first["kitty"]) == set(TEXTS[: game.deck_size])
        assert len(opening.seats) == game.max_seats
