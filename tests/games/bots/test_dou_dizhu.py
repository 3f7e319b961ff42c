"""Dou Dizhu bots: legal under every rule set, sensible where one play is clearly right, ordered."""

import random
import time

import pytest

from games import bots
from games.bots import dou_dizhu_expert
from games.bots.dou_dizhu_bidding import BIDS
from games.bots.dou_dizhu_net.ratings import hand_chances
from games.bots.dou_dizhu_plan import FULL, Planner, Values
from games.engines.core import registry
from games.engines.core.cards import text_of
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dou_dizhu.combos import readings
from games.engines.dou_dizhu.ranks import RANKS, pack, packed_text, rank_of, size
from games.engines.dou_dizhu.state import Played
from tests.games.engines.random_play import random_action, random_opening, random_rules
from tests.support.cases import for_each
from tests.support.size import times

GAME = registry.get("dou_dizhu")
RULES = GAME.presets["default"]
THINKING = bots.LEVELS[1:]


@pytest.fixture
def thin(monkeypatch):
    """Let hard and expert try less where their strength does not matter."""
    monkeypatch.setattr(dou_dizhu_expert, "STAGES", ((8, 3), (2, 3)))


def decide(state, level, rng):
    seat = GAME.turn(state)
    choice = bots.decide("dou_dizhu", GAME.view(state, Viewer(seat=seat)), state.rules, level, rng)
    return Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)


def play(opening, levels, rng):
    """Play one game among bots by player; an illegal choice makes `apply` raise."""
    state, actions = GAME.deal(opening).state, []
    while GAME.turn(state) is not None:
        actions.append(decide(state, levels[state.turn], rng))
        state = GAME.apply(state, actions[-1]).state
    return state, actions


@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_are_legal_under_random_rules(level, thin):
    rng = random.Random(level)
    for _ in range(times(6, 60)):
        play(random_opening(GAME, random_rules(GAME, rng), rng), (level,) * 3, rng)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_are_legal_wherever_others_lead_them(level, thin):
    rng = random.Random(level)
    for _ in range(times(6, 40)):
        opening = random_opening(GAME, random_rules(GAME, rng), rng)
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            own = seat == opening.seats[0]
            action = decide(state, level, rng) if own else random_action(GAME, state, seat, rng)
            state = GAME.apply(state, action).state


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_does_not_open_a_partial_hand(level):
    rng = random.Random(1)
    start = random_opening(GAME, GAME.Rules(open_hand="moments"), rng)
    state = GAME.deal(start).state
    for _ in range(9):
        assert state.phase == "dealing"
        state = GAME.apply(state, decide(state, level, rng)).state
    assert (state.phase, state.times) == ("bidding", 1)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_calls_when_it_must(level):
    for bidding in ("first_call", "bid_123", "call_rob"):
        rules = GAME.rules_from_json({"bidding": bidding, "all_pass": "first_bidder_must"})
        deck = deck_of("345678934567789T")
        opening = Opening("dou_dizhu", rules, (0, 1, 2), (0,) * 3, 0, deck, {"must": True})
        state = GAME.deal(opening).state
        assert decide(state, level, random.Random(1)).kind != "pass"


def deck_of(*hands):
    """Return a deck that deals these ranks to players 0, 1, 2 (first bidder 0)."""
    rest = sorted(range(54), key=lambda card: (rank_of(card), card))
    dealt = []
    for text in (*hands, *[""] * (3 - len(hands))):
        dealt.append([rest.pop(at_rank(rest, letter)) for letter in text])
    for hand in dealt:
        while len(hand) < 17:
            hand.append(rest.pop(0))
    return (*(dealt[n % 3][n // 3] for n in range(51)), *rest)


def at_rank(cards, letter):
    return next(n for n, card in enumerate(cards) if RANKS[rank_of(card)] == letter)


def position(landlord, turn, hands, last=None, by=None, rules=RULES):
    """Return a game in which only these cards are left, and `by` has just played `last`."""
    rest = sorted(range(54), key=lambda card: (rank_of(card), card))
    held = []
    for text in hands:
        cards = [rest.pop(at_rank(rest, letter)) for letter in text]
        held.append(tuple(sorted(cards, key=lambda card: (rank_of(card), card), reverse=True)))
    state = GAME.deal(Opening("dou_dizhu", rules, (0, 1, 2), (0,) * 3, 0, tuple(range(54)))).state
    played = None
    if last is not None:
        lies = tuple(rest.pop(at_rank(rest, letter)) for letter in last)
        reading = max(readings(pack(lies), rules.kickers()), key=lambda found: found.rank)
        played = Played(by, lies, reading)
    return state._replace(
        phase="play",
        turn=turn,
        landlord=landlord,
        hands=tuple(held),
        kitty=(0, 1, 2),
        packed=tuple(pack(cards) for cards in held),
        plays=(3, 3, 3),
        last=played,
        played=FULL - sum(pack(cards) for cards in held),
        passes=(turn - by - 1) % 3 if by is not None else 0,
    )


def answer(state, level, seed=1):
    """Return the ranks that a bot plays, lowest first; empty for a pass."""
    action = decide(state, level, random.Random(seed))
    GAME.apply(state, action)
    return "".join(RANKS[rank] for rank in sorted(rank_of(card) for card in action.cards))


@for_each("level", bots.LEVELS)
@for_each("whole", ["34567", "333444", "55", "7778", "3334445566", "2222", "BR"])
def test_a_bot_goes_out_when_it_can(level, whole):
    state = position(0, 0, (whole, "9TJQKA", "9TJQKA"))
    assert answer(state, level) == whole
    following = position(0, 1, ("89TJK", "A", "89T"), "6", 0)
    assert answer(following, level) == "A"


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_does_not_bomb_the_partner(level):
    state = position(0, 2, ("346789TJ", "8TJJ", "5555679Q"), "KK", 1)
    for seed in range(5):
        assert answer(state, level, seed) == ""


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_passes_on_the_partners_high_pair(level):
    state = position(0, 2, ("3456789TJQ", "468", "5579TJAA"), "KK", 1)
    for seed in range(5):
        assert answer(state, level, seed) == ""


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_blocks_a_landlord_with_one_card(level):
    # The landlord plays next and has one card: the partner's 5 must not let them go out.
    state = position(0, 2, ("K", "6678", "9JJ2"), "5", 1)
    assert answer(state, level) == "2"
    # A player who leads to the landlord leads pairs.
    leading = position(0, 2, ("K", "6678", "5599Q"))
    assert len(answer(leading, level)) == 2


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_feeds_a_partner_with_one_card(level):
    state = position(1, 2, ("9", "TTJJQQKK", "34677"))
    assert answer(state, level) == "3"


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_plays_unbeatable_cards_and_goes_out(level):
    state = position(0, 0, ("5R", "7899TJQ", "6789TJQ"))
    assert answer(state, level) == "R"
    bomb = position(0, 0, ("35555", "89TJ", "78TK"), "K", 2)
    assert answer(bomb, level) == "5555"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_calls_with_two_jokers_two_twos_and_a_bomb(level):
    deck = deck_of("BR22KKKK3456789TJ")
    for bidding, kind in (("first_call", "call"), ("call_rob", "call"), ("bid_123", "bid")):
        rules = GAME.rules_from_json({"bidding": bidding})
        state = GAME.deal(Opening("dou_dizhu", rules, (0, 1, 2), (0,) * 3, 0, deck)).state
        action = decide(state, level, random.Random(1))
        assert (action.kind, action.amount) == (kind, 3 if kind == "bid" else None)


@pytest.mark.parametrize("level", THINKING)
def test_a_bot_passes_the_bidding_with_a_weak_hand(level):
    deck = deck_of("33455678899TJJQQK")
    for bidding in ("first_call", "call_rob", "bid_123"):
        rules = GAME.rules_from_json({"bidding": bidding})
        state = GAME.deal(Opening("dou_dizhu", rules, (0, 1, 2), (0,) * 3, 0, deck)).state
        assert decide(state, level, random.Random(1)).kind == "pass"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_same_random_numbers_give_the_same_play(level, thin):
    opening = random_opening(GAME, RULES, random.Random(8))
    first = play(opening, (level,) * 3, random.Random(9))[1]
    assert play(opening, (level,) * 3, random.Random(9))[1] == first


def test_a_bot_does_not_depend_on_hidden_cards():
    """Check that the same view over other hidden cards gets the same answer."""
    state = position(0, 0, ("3345678TTQK2", "99JJQKA", "4455AAB"))
    swapped = state._replace(
        hands=(state.hands[0], state.hands[2], state.hands[1]),
        packed=(state.packed[0], state.packed[2], state.packed[1]),
    )
    for level in bots.LEVELS:
        assert answer(state, level) == answer(swapped, level)


def points(one, other, deals, seed):
    """Return bases per game of `one` in duplicate deals, as landlord and as peasants."""
    rng, total = random.Random(seed), 0
    for _ in range(deals):
        deck = tuple(rng.sample(range(54), 54))
        for levels, sign in (((one, other, other), 1), ((other, one, one), -1)):
            state = GAME.deal(Opening("dou_dizhu", RULES, (0, 1, 2), (0,) * 3, 0, deck)).state
            state = GAME.apply(state, Action(0, "call")).state
            while GAME.turn(state) is not None:
                action = decide(state, levels[state.turn], rng)
                state = GAME.apply(state, action).state
            total += sign * dict(GAME.result(state).net)[0] / RULES.base_score
    return total / deals / 2


@pytest.mark.slow
def test_the_medium_bot_beats_the_easy_one():
    assert points("medium", "easy", times(12, 50), 1) > 0.2


@pytest.mark.slow
def test_the_hard_bot_beats_the_medium_one():
    assert points("hard", "medium", times(10, 60), 2) > 0.2


@pytest.mark.slow
def test_the_bots_bid_more_with_better_hands():
    rng = random.Random(7)
    hands = [pack(rng.sample(range(54), 17)) for _ in range(200)]
    chances = [hand_chances("dou_dizhu", hand) for hand in hands]
    bids = [next((bid for least, bid in BIDS[3] if one > least), 0) for one, _other in chances]
    assert [bids.count(bid) > 10 for bid in range(4)] == [True] * 4
    strong, weak = packed_text("BR22AAKKQJT987654"), packed_text("3344556678899TTJQ")
    for role, more in ((0, 0.4), (1, 0.2)):
        better = hand_chances("dou_dizhu", strong)[role]
        assert better > hand_chances("dou_dizhu", weak)[role] + more


@pytest.mark.slow
def test_a_decision_is_cheap():
    rng = random.Random(5)
    for level, most in (("easy", 0.005), ("medium", 0.01), ("hard", 0.01)):
        start, decisions = time.process_time(), 0
        for _ in range(2):
            decisions += len(play(random_opening(GAME, RULES, rng), (level,) * 3, rng)[1])
        assert (time.process_time() - start) / decisions < most


def test_a_plan_uses_the_whole_hand():
    rng = random.Random(6)
    for _ in range(200):
        hand = pack(rng.sample(range(54), rng.randint(1, 20)))
        planner = Planner(Values(FULL - hand, 54 - size(hand), 1.0))
        parts = planner.parts(hand)
        assert sum(part.cards for part in parts) == hand
        kickers = RULES.kickers()
        assert all(
            part.category in {r.category for r in readings(part.cards, kickers)} for part in parts
        )


def test_a_plan_finds_the_fewest_turns():
    for text, turns in (
        ("3456789TJQKA", 1),
        ("33445566778", 2),
        ("34567456789", 2),
        ("333444555", 1),
        ("34556677889", 2),
        ("BR2222", 2),
    ):
        hand = packed_text(text)
        planner = Planner(Values(FULL - hand, 54 - size(hand), 1.0))
        assert len(planner.parts(hand)) == turns, text


def test_cards_are_named_as_they_are_shown():
    assert [text_of(card) for card in deck_of("BR")[:4:3]] == ["BJ", "RJ"]
