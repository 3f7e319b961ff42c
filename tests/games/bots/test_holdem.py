"""Hold'em bots: legal under any rules, sound where the answer is clear, better with each level."""

import random
import time
from collections import Counter

import pytest

from games import bots
from games.bots.holdem_cards import SHARE, outs, share_beaten
from games.bots.holdem_ranges import Range, draw_outs, survey, worlds
from games.bots.holdem_reads import calls, shows_weakness, stays_after_check
from games.bots.holdem_spot import read
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Opening, SeatSnapshot, TableHistory, Viewer
from tests.games.engines.random_play import random_action, random_opening, random_rules
from tests.support.size import some, times

GAME = registry.get("holdem")
CASH = GAME.presets["cash"]
STRONGER = bots.LEVELS[1:]


def decide(state, rules, level, rng):
    """Return the choice of the seat to act; it must be legal, its amount within the bounds."""
    seat = GAME.turn(state)
    choice = bots.decide(
        "holdem", GAME.view(state, Viewer(seat=seat, course=True)), rules, level, rng
    )
    options = {option.kind: option for option in GAME.legal(state, seat)}
    option = options[choice.kind]
    if option.min is not None:
        assert option.min <= choice.amount <= option.max
    else:
        assert choice.amount is None
    # A fold where checking is free gives chips away.
    assert choice.kind != "fold" or "check" not in options
    return Action(seat, choice.kind, choice.amount)


def play(opening, levels, rng):
    """Play one hand among bots with the levels in rotation; return the net results."""
    state, decisions = GAME.deal(opening).state, 0
    while (seat := GAME.turn(state)) is not None:
        level = levels[opening.seats.index(seat) % len(levels)]
        state = GAME.apply(state, decide(state, opening.rules, level, rng)).state
        decisions += 1
        assert decisions < 400, "the hand does not end"
    return [net for _seat, net in GAME.result(state).net]


def full_table(rules, rng, count):
    """Return stacks from less than a blind to 200 blinds."""
    blind = GAME.unit(rules)
    stacks = tuple(max(1, int(blind * rng.choice((0.3, 2, 8, 15, 40, 200)))) for _ in range(count))
    seats = tuple(sorted(rng.sample(range(10), count)))
    deck = tuple(rng.sample(range(52), 52))
    return Opening("holdem", rules, seats, stacks, rng.choice(seats), deck)


# -- legal -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_are_legal_under_every_preset(preset, level):
    rng = random.Random(f"{preset} {level}")
    for _ in range(times(2, 6)):
        play(random_opening(GAME, GAME.presets[preset], rng), (level,), rng)
        play(full_table(GAME.presets[preset], rng, rng.randint(2, 10)), (level,), rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(3, 12)))
def test_bots_are_legal_under_any_rules(seed):
    rng = random.Random(seed)
    rules = random_rules(GAME, rng)
    for number in range(8):
        turned = bots.LEVELS[number % 4 :] + bots.LEVELS
        play(random_opening(GAME, rules, rng), turned, rng)
        play(full_table(rules, rng, 2 + number), bots.LEVELS, rng)


@pytest.mark.parametrize("seed", range(times(3, 6)))
def test_bots_are_legal_among_random_players(seed):
    """Let every second seat act at random, and leave now and then."""
    rng = random.Random(f"people {seed}")
    rules = random_rules(GAME, rng)
    for _ in range(12):
        opening = full_table(rules, rng, rng.randint(2, 7))
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            if opening.seats.index(seat) % 2 == 0:
                action = decide(state, rules, rng.choice(bots.LEVELS), rng)
            elif rng.random() < 0.05:
                action = Action(seat, "leave")
            else:
                action = random_action(GAME, state, seat, rng)
            state = GAME.apply(state, action).state


def table(rules, stacks, rng, hands):
    """Play hands in a row as a table deals them; seats that come and go post and straddle."""
    past, missed_blinds = TableHistory(), dict.fromkeys(stacks, "")
    for _ in range(hands):
        taken = tuple(
            SeatSnapshot(
                seat,
                stacks[seat],
                rng.random() < 0.8 or rules.format == "sit_and_go",
                missed_blinds[seat],
                frozenset(("post", "straddle")),
            )
            for seat in sorted(stacks)
        )
        line = GAME.next_hand(rules, taken, past)
        if line is None:
            continue
        missed_blinds = dict(line.missed_blinds)
        chips = tuple(stacks[seat] for seat in line.seats)
        deck = tuple(rng.sample(range(52), 52))
        yield Opening("holdem", rules, line.seats, chips, line.button, deck, line.terms)
        past = TableHistory(button=line.button, terms=line.terms, hands=past.hands + 1)


@pytest.mark.slow
def test_bots_are_legal_with_straddles_and_posts():
    rng = random.Random("straddle")
    rules = GAME.rules_from_json({"format": "cash", "straddle": True, "run_it_twice": True})
    straddles = posts = 0
    for opening in table(rules, dict.fromkeys(range(6), 600), rng, 25):
        play(opening, bots.LEVELS, rng)
        straddles += opening.terms["straddle"] is not None
        posts += bool(opening.terms["posts"])
    assert straddles
    assert posts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "levels", "chips", "longest"),
    some(
        [("turbo", ("hard", "medium"), 1500, 120), ("four_handed", ("medium", "easy"), 300, 200)], 1
    ),
)
def test_a_sit_and_go_of_bots_ends(preset, levels, chips, longest):
    rules, rng = GAME.presets[preset], random.Random(preset)
    stacks, hands = dict.fromkeys(range(4), chips), 0
    for opening in table(rules, stacks, rng, longest):
        nets = play(opening, levels, rng)
        for seat, net in zip(opening.seats, nets, strict=True):
            stacks[seat] += net
        hands += 1
    assert sorted(stacks.values()) == [0, 0, 0, 4 * chips]
    assert hands < longest


# -- plain decisions -------------------------------------------------------------------------


def spot(hands, board="", actions=(), *, stacks=1_000, rules=CASH):
    """Return the state after some actions; `hands` by seat, the last seat is the button.

    Actions are texts such as `call` or `raise_to 40`, by the player to act.
    """
    count = len(hands)
    cards = [parse_cards(hand) for hand in hands]
    known = [hand[0] for hand in cards] + [hand[1] for hand in cards] + list(parse_cards(board))
    deck = (*known, *(card for card in range(52) if card not in known))
    chips = (stacks,) * count if isinstance(stacks, int) else stacks
    opening = Opening("holdem", rules, tuple(range(count)), chips, count - 1, deck)
    state = GAME.deal(opening).state
    for text in actions:
        kind, _, amount = text.partition(" ")
        act = Action(GAME.turn(state), kind, int(amount) if amount else None)
        state = GAME.apply(state, act).state
    return state


TRIES = times(6, 40)


def answers(state, level, rules=CASH, tries=TRIES):
    """Count how often each kind of action is the answer, over many seeds."""
    return Counter(decide(state, rules, level, random.Random(n)).kind for n in range(tries))


TRASH, OTHERS = "7h 2c", ["9c 4d", "Tc 3h", "8d 5s", "Jc 6d", "Qh 4c"]


def under_the_gun(hand, **options):
    """Return six players at blinds 5 and 10: the third seat from the button has this hand."""
    hands = [*OTHERS[:2], hand, *OTHERS[2:]]
    return spot(hands, **options)


@pytest.mark.parametrize("level", STRONGER)
def test_trash_is_folded_under_the_gun(level):
    assert answers(under_the_gun(TRASH), level) == {"fold": TRIES}


@pytest.mark.parametrize("level", STRONGER)
def test_aces_are_raised_under_the_gun(level):
    assert answers(under_the_gun("As Ah"), level) == {"raise_to": TRIES}


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("blinds", [5, 30, 100])
def test_aces_call_an_all_in(level, blinds):
    state = spot(["As Ah", TRASH], actions=["all_in"], stacks=10 * blinds)
    assert answers(state, level)["fold"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("level", bots.LEVELS)
def test_nobody_calls_a_large_all_in_with_trash(level):
    assert answers(spot([TRASH, "As Ah"], actions=["all_in"]), level) == {"fold": TRIES}
    raised = ["fold", "fold", "fold", "raise_to 30", "all_in"]
    assert answers(under_the_gun("As Ah", actions=raised), level)["call"] == 0


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_big_blind_never_folds_for_free(level):
    state = spot([*OTHERS[:1], TRASH, "9d 8h"], actions=["call", "call"])
    assert answers(state, level)["fold"] == 0


RIVER = ["call", "check", "check", "check", "check", "check"]
"""Heads-up, checked to the river, where the first to act is seat 0."""


@pytest.mark.slow
@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("bet", [10, 200, 990])
def test_the_nuts_are_never_folded(level, bet):
    board = "Ks Qs 4s 2h 9d"
    state = spot(["7h 7d", "As Js"], board, [*RIVER, f"bet {bet}"])
    found = answers(state, level)
    assert found["fold"] == 0
    if bet == 10:
        assert found["raise_to"] >= TRIES * (0.35 if level == "easy" else 0.6)


@pytest.mark.parametrize("level", STRONGER)
def test_a_weak_hand_is_folded_to_a_large_bet(level):
    state = spot(["Kh Qd", "4c 3d"], "Ks Qs 9s 8h Td", [*RIVER, "bet 100"])
    assert answers(state, level)["fold"] >= 0.95 * TRIES


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONGER)
def test_pot_odds_decide_over_a_bluff_catcher(level):
    """Check that a middle pair pays a bet of half the pot, but rarely one of five pots."""
    hands, board = ["7h 5h", "9c 8d"], "Ks 9s 4d 2h 5c"
    small = answers(spot(hands, board, [*RIVER, "bet 10"]), level)
    large = answers(spot(hands, board, [*RIVER, "bet 100"]), level)
    assert small["fold"] == 0
    assert large["fold"] >= TRIES / 4


@pytest.mark.slow
def test_a_flush_draw_calls_a_small_bet_and_folds_to_a_huge_one():
    hands, flop = ["Ac Kd", "7h 6h"], "Ah Qh 2c 9d 9c"
    for level in STRONGER:
        cheap = spot(hands, flop, ["raise_to 30", "call", "bet 20"])
        assert answers(cheap, level)["fold"] == 0
        dear = spot(hands, flop, ["raise_to 30", "call", "all_in"])
        assert answers(dear, level)["fold"] >= 0.95 * TRIES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "kind"), [("Ah 9h", "raise_to"), ("Kd Td", "raise_to"), ("7d 2c", "fold")]
)
def test_the_hard_bot_is_all_in_or_folds_when_short(hand, kind):
    """Eight big blinds each, three players, the button acts first."""
    state = spot([*OTHERS[:2], hand], stacks=80)
    assert answers(state, "hard") == {kind: TRIES}
    amounts = {decide(state, CASH, "hard", random.Random(n)).amount for n in range(9)}
    assert amounts == {80 if kind == "raise_to" else None}


@pytest.mark.slow
def test_the_hard_bot_calls_a_player_who_is_always_all_in():
    """Check heads-up at 100 blinds: it calls with a tenth of its hands, not only with aces."""
    rng, calls, hands = random.Random(8), 0, times(60, 150)
    for _ in range(hands):
        deck = tuple(rng.sample(range(52), 52))
        state = GAME.deal(Opening("holdem", CASH, (0, 1), (1_000, 1_000), 1, deck)).state
        state = GAME.apply(state, Action(1, "all_in")).state
        calls += decide(state, CASH, "hard", rng).kind != "fold"
    assert 0.05 <= calls / hands <= 0.33


@pytest.mark.slow
@pytest.mark.parametrize("level", bots.LEVELS)
def test_equal_seeds_give_equal_play_and_other_seeds_vary_it(level):
    """Check that equal seeds give the same hand, and other seeds another one."""
    opening = full_table(CASH, random.Random(9), 6)

    def story(seed):
        rng, state, actions = random.Random(seed), GAME.deal(opening).state, []
        while GAME.turn(state) is not None:
            actions.append(decide(state, CASH, level, rng))
            state = GAME.apply(state, actions[-1]).state
        return actions

    assert story(1) == story(1)
    assert len({tuple(story(seed)) for seed in range(times(4, 12))}) > 1


# -- what it knows ---------------------------------------------------------------------------


def test_shares_cover_all_starting_hands():
    assert len(SHARE) == 2 * 1_326
    assert sum(SHARE.values()) == pytest.approx(1_326)
    assert SHARE[parse_cards("As Ah")] < SHARE[parse_cards("Ks Kh")] < 0.01
    assert SHARE[parse_cards("As Ks")] < SHARE[parse_cards("As Kh")]


def test_hand_strength_and_outs():
    board = parse_cards("Ah Kh 2c")
    assert share_beaten(parse_cards("As Ad"), board) > 0.995
    assert outs(parse_cards("7h 6h"), board) == 9
    assert outs(parse_cards("Qs Jd"), board) == 4
    assert outs(parse_cards("Qh Jh"), board) == 12  # nine hearts, three more tens
    assert outs(parse_cards("9s 9d"), board) == 0
    assert outs(parse_cards("7h 6h"), parse_cards("Ah Kh 2c 3d 9s")) == 0


def view_of(state):
    return GAME.view(state, Viewer(seat=GAME.turn(state), course=True))


def test_a_bet_is_read_as_a_stronger_hand():
    hands, board = ["Ac Kd", "7h 6h"], "Ah Qh 2c 9d 9c"
    checked = read(view_of(spot(hands, board, ["raise_to 30", "call", "check"])))
    bet = read(view_of(spot(hands, board, ["raise_to 30", "call", "bet 45"])))
    assert draw_outs(bet) == 9

    def wins(one):
        ranked = survey(one)
        known = worlds(one, ranked, [Range(ranked, one, one.rivals[0])], random.Random(3))
        return sum(world.beats[0] for world in known) / len(known)

    assert wins(bet) < wins(checked) - 0.05


def test_a_player_who_called_is_expected_to_fold_less():
    hands, board = ["Ac Kd", "7h 6h"], "9h Qh 2c 9d 4c"
    flop = ["raise_to 30", "call", "check"]
    first = read(view_of(spot(hands, board, flop)))
    second = read(view_of(spot(hands, board, [*flop, "bet 30", "call", "check"])))
    assert shows_weakness(first)
    assert shows_weakness(second)
    assert (calls(first, first.rivals[0]), calls(second, second.rivals[0])) == (0, 1)
    half = [stays_after_check(one, one.rivals[0], one.pot / 2) for one in (first, second)]
    assert half[0] < 0.3 < half[1]
    whole = stays_after_check(first, first.rivals[0], first.pot)
    assert whole < half[0]


def test_only_a_check_of_all_who_can_bet_invites_one():
    hands, board = ["Ac Kd", "9s 8s", "7h 6h"], "9h Qh 2c 9d 4c"
    actions = ["raise_to 30", "call", "call"]
    assert not shows_weakness(read(view_of(spot(hands, board, actions))))
    one = [*actions, "check"]
    assert not shows_weakness(read(view_of(spot(hands, board, one))))
    assert shows_weakness(read(view_of(spot(hands, board, [*one, "check"]))))
    bet = [*one, "bet 40"]
    assert not shows_weakness(read(view_of(spot(hands, board, bet))))


def test_a_street_without_a_bet_invites_one_on_the_next():
    hands, board = ["Ac Kd", "7h 6h"], "9h Qh 2c 9d 4c"
    through = ["raise_to 30", "call", "check", "check"]
    assert shows_weakness(read(view_of(spot(hands, board, through))))
    assert not shows_weakness(read(view_of(spot(hands, board, [*through, "bet 30"]))))
    called = ["raise_to 30", "call", "check", "bet 30", "call"]
    assert not shows_weakness(read(view_of(spot(hands, board, called))))


@pytest.mark.slow
def test_the_expert_bets_when_others_check_and_stops_when_they_call():
    """Give it a hand without a pair or a draw."""
    hands, board = ["Kc 9d", "Jd 8h"], "As Qs 4c 2h 6d"
    checked = ["raise_to 30", "call", "check"]
    assert answers(spot(hands, board, checked), "expert")["bet"] >= 0.8 * TRIES
    called = [*checked, "bet 30", "call", "check", "bet 90", "call", "check"]
    assert answers(spot(hands, board, called), "expert")["bet"] <= 0.2 * TRIES


# -- strength and cost -----------------------------------------------------------------------


def duplicate(one, other, decks, seed):
    """Return big blinds per 100 hands heads-up: every deck from both seats."""
    rng, won = random.Random(seed), 0.0
    for _ in range(decks):
        deck = tuple(rng.sample(range(52), 52))
        opening = Opening("holdem", CASH, (0, 1), (1_000, 1_000), 0, deck)
        won += play(opening, (one, other), rng)[0] + play(opening, (other, one), rng)[1]
    return won / 10 / (2 * decks) * 100


@pytest.mark.slow
def test_each_level_beats_the_one_below():
    """Play few hands with fixed seeds; `manage.py arena` plays enough to be sure."""
    assert duplicate("medium", "easy", times(60, 700), 1) > 0
    assert duplicate("hard", "medium", times(20, 120), 3) > 0


@pytest.mark.slow
def test_a_decision_is_cheap():
    rng, slowest = random.Random(5), 0.0
    play(full_table(CASH, rng, 6), ("hard",), rng)
    start, decisions = time.process_time(), 0
    for _ in range(12):
        state = GAME.deal(full_table(CASH, rng, rng.choice((2, 6, 10)))).state
        while GAME.turn(state) is not None:
            before = time.process_time()
            state = GAME.apply(state, decide(state, CASH, "hard", rng)).state
            slowest = max(slowest, time.process_time() - before)
            decisions += 1
    assert (time.process_time() - start) / decisions < 0.03
    assert slowest < 0.15
