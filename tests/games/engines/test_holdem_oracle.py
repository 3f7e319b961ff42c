"""Random hold'em hands played through PokerKit 0.7.7 as well: legal ranges and stacks must agree.

Where PokerKit reads the rules differently (rule 4.9), the test checks the difference itself, so
that nothing else can hide behind it:

* `reopened`: it takes a short all-in over the blinds, or a bet below the big blind, for a full
  raise and lets players raise who have acted. Such a player calls or folds here.
* `chained`: a short all-in after several that together made a full raise closes the betting again
  for a player who faces more than a full raise. Such a player calls or folds here.
* `pointless`: it refuses a raise above all chips of the opponents, even while one has yet to
  act. A raise of ours is a call of its there: the rest is returned.
* `odd_chips`: the whole remainder of a split goes to one player, and pots are merged once beaten
  hands are dead. Its stacks are computed from our pots.
* `short_blind`: with a short big blind the call is only what was posted. Such hands are left out.
"""

import random
from collections import Counter

import pytest

from games.engines.core import registry
from games.engines.core.contract import Action, Opening
from games.engines.holdem.betting import why_not
from tests.support.pokerkit_twin import BIG, SMALL, Twin, shared_as_pokerkit_does
from tests.support.size import times

GAME = registry.get("holdem")
SEEDS, HANDS_EACH = range(times(1, 8)), times(100, 260)  # 2,080 hands at full size


pytestmark = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")


def some_opening(rng):
    count = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9))
    seats = tuple(sorted(rng.sample(range(10), count)))
    ante = rng.choice((0, 0, 0, 1, 3, 10))
    ante_by = rng.choice(("each", "each", "big_blind"))
    rules = GAME.Rules(small_blind=SMALL, format="cash", ante=ante, ante_by=ante_by)
    sizes = rng.choice(((1, 30), (10, 100), (20, 200), (100, 600), (1_000, 3_000), (8, 3_000)))
    stacks = tuple(rng.randint(*sizes) for _ in seats)
    deck = tuple(rng.sample(range(52), 52))
    return Opening(GAME.key, rules, seats, stacks, rng.choice(seats), deck)


def options_of(state, seat):
    """Return the price of a check or call, and the range of a bet or raise; check `legal`."""
    legal = {option.kind: option for option in GAME.legal(state, seat)}
    assert "fold" in legal
    assert ("check" in legal) != ("call" in legal)
    assert not ("bet" in legal and "raise_to" in legal)
    price = legal["call"].amount if "call" in legal else 0
    raising = legal.get("bet") or legal.get("raise_to")
    place = state.turn
    most = state.stacks[place] + state.bets[place]
    if raising:
        assert raising.max == legal["all_in"].amount == most
    else:
        assert ("all_in" in legal) == (price == state.stacks[place])
    return price, (raising.min, raising.max) if raising else None


def difference(state, kit, ours, theirs):
    """Return the name of a known disagreement about the right to raise; fail on any other."""
    place = state.turn
    facing = state.current - state.bets[place]
    shorts = sum(kit.consecutive_short_all_in_amounts)
    if ours is None:
        seat, most = state.seats[place], state.bets[place] + state.stacks[place]
        no = why_not(state, place, Action(seat, "raise_to", most))
        assert no.code == "RAISE_NOT_REOPENED"
        # PokerKit has seen no full raise on this street, only all-ins for less than the big blind.
        assert kit.completion_betting_or_raising_amount < state.last_full == BIG > facing
        return "reopened"
    assert theirs is None
    totals = [bet + stack for bet, stack in zip(state.bets, state.stacks, strict=True)]
    rivals = [p for p, status in enumerate(state.status) if status != "folded" and p != place]
    if all(totals[rival] <= state.current for rival in rivals):
        assert any(state.status[rival] == "in" for rival in rivals)
        return "pointless"
    assert state.acted[place]
    assert 0 < shorts < state.last_full <= facing
    return "chained"


def choose(rng, price, raises):
    """Return (kind of move, total) for long hands with many all-ins."""
    dice = rng.random()
    if raises and dice < 0.25:
        least, most = raises
        near = min(most, least + rng.choice((0, 0, 1, 7, 40)))
        return "raise", most if rng.random() < 0.1 else near
    if dice > (0.97 if price == 0 else 0.8):
        return "fold", None
    return ("call" if price else "check"), None


def play(opening, rng, seen):
    """Play one hand through both; count in `seen` what occurred."""
    state = GAME.deal(opening).state
    big = state.big
    if opening.stacks[big] < BIG + (opening.rules.ante if opening.rules.ante else 0):
        seen["short_blind"] += 1
        return
    twin = Twin(opening, state)
    met = set()
    while (seat := GAME.turn(state)) is not None:
        twin.skip_until(state.turn)
        assert twin.kit.status, "PokerKit is done before us"
        price, raises = options_of(state, seat)
        assert twin.kit.checking_or_calling_amount == price
        theirs, known = twin.raises(), None
        if raises != theirs:
            known = difference(state, twin.kit, raises, theirs)
            met.add(known)
        seen["decisions"] += 1
        kind, amount = choose(rng, price, raises if known in (None, "pointless") else None)
        twin.act("call" if kind == "raise" and known else kind, amount)
        if kind == "raise":
            kind = "raise_to" if state.current else "bet"
        state = GAME.apply(state, Action(seat, kind, amount)).state
    twin.skip_until(-1)
    result = GAME.result(state)
    seen[result.ended_by] += 1
    seen["side pots"] += len(result.pots) > 1
    if twin.kit.stacks != twin.order(state.stacks):
        met.add("odd_chips")
        assert twin.kit.stacks == shared_as_pokerkit_does(state, result, twin)
    seen.update(met)
    seen["differing"] += bool(met - {"pointless"})


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_hands_agree_with_pokerkit(seed):
    rng, seen = random.Random(f"oracle {seed}"), Counter()
    for _ in range(HANDS_EACH):
        play(some_opening(rng), rng, seen)
    assert seen["short_blind"] + seen["differing"] < 0.15 * HANDS_EACH, seen
    assert seen["decisions"] > 5 * HANDS_EACH
    kinds = ("fold", "all_in", "showdown", "side pots")
    assert min(seen[kind] for kind in kinds) > times(10, 20), seen


def line(stacks, *moves):
    """Start both with a hand-made beginning, seat 0 left of the button; moves are (kind, total)."""
    rules, count = GAME.Rules(small_blind=SMALL, format="cash"), len(stacks)
    deck = tuple(range(52))
    opening = Opening(GAME.key, rules, tuple(range(count)), stacks, count - 1, deck)
    state = GAME.deal(opening).state
    twin = Twin(opening, state)
    for kind, total in moves:
        state = GAME.apply(state, Action(GAME.turn(state), kind, total)).state
        twin.act(kind, total)
    return state, twin


LIMPS = [("call", None)] * 4 + [("check", None)]
DIFFERENCES = {
    # TH-10: limp, all-in for less than a full raise, the big blind calls: the limper.
    "reopened": (
        (900, 900, 900, 17),
        [("call", None), ("raise_to", 17), ("fold", None), ("call", None)],
    ),
    # A bet of 30, all-ins to 48, 66 and 70: the bettor faces 40, more than a full raise.
    "chained": (
        (900, 58, 76, 80, 900),
        [*LIMPS, ("bet", 30), ("raise_to", 48), ("raise_to", 66), ("raise_to", 70), ("call", None)],
    ),
    # Seat 2 is all-in with 100; seat 1 has yet to act, with 60.
    "pointless": ((900, 60, 100), [("raise_to", 100)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_known_difference_is_exactly_as_described(name):
    stacks, moves = DIFFERENCES[name]
    state, twin = line(stacks, *moves)
    price, raises = options_of(state, GAME.turn(state))
    assert twin.kit.checking_or_calling_amount == price
    assert raises != twin.raises()
    assert difference(state, twin.kit, raises, twin.raises()) == name


def test_a_short_big_blind_is_called_in_full():
    """TH-39."""
    rules = GAME.Rules(small_blind=2, format="cash")
    opening = Opening(GAME.key, rules, (0, 1, 2), (100, 3, 100), 2, tuple(range(52)))
    assert options_of(GAME.deal(opening).state, 2) == (4, (8, 100))
