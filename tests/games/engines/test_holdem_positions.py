"""Positions, posts and missed blinds (rule 4.4), case by case and over many hands."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.engines.core.contract import SPECTATOR, Opening, SeatSnapshot, TableHistory
from tests.games.engines.random_play import random_hand
from tests.games.engines.scripted_holdem import GAME, Table, left_of, opening, rules_of
from tests.support.cases import for_each
from tests.support.size import times

BOTH_RULES = pytest.mark.parametrize("button_rule", ["dead_button", "moving_button"])


def after(seats: str, button: int, small: int, big: int, **options) -> Table:
    """Return a table of seats ("0 1 3") whose last hand had these positions."""
    return Table(*map(int, seats.split()), **options).after(button, small, big)


# -- how a game begins -----------------------------------------------------------------------


def test_one_player_is_no_game():
    assert Table(3).next() is None
    assert Table().next() is None
    assert Table(1, 2).away(2).next() is None
    assert Table(1, 2).put(2, stack=0).next() is None


def test_the_first_hand_has_its_blinds_beside_the_button():
    assert Table(0, 2, 5, 7).positions() == (7, 0, 2)
    assert Table(4, 6).positions() == (6, 6, 4)


def test_nobody_owes_anything_in_the_first_hand():
    table = Table(0).put(1, missed_blinds="new").put(2, missed_blinds="new")
    assert table.next().seats == (0, 1, 2)
    assert table.next().terms["posts"] == []


def test_the_next_game_begins_left_of_the_last_button():
    table = Table(0, 2, 5)
    table.past = TableHistory(button=2)
    assert table.positions() == (5, 0, 2)


@pytest.mark.parametrize("seats", [(2, 6), (0, 4, 9), (1, 2, 5, 7)])
def test_an_opening_without_terms_is_dealt_like_a_first_hand(seats):
    for button in seats:
        known = opening(stacks=(500,) * len(seats), seats=seats, button=button)
        plain, with_terms = (
            GAME.view(GAME.deal(one).state, SPECTATOR) for one in (replace(known, terms={}), known)
        )
        for name in ("button", "small_blind", "big_blind", "turn", "pot"):
            assert plain[name] == with_terms[name]


# -- the dead button -------------------------------------------------------------------------


def test_four_rounds_with_nobody_out():
    table = Table(0, 1, 2, 3)
    assert [table.positions() for _hand in range(5)] == [
        (3, 0, 1),
        (0, 1, 2),
        (1, 2, 3),
        (2, 3, 0),
        (3, 0, 1),
    ]


def test_two_neighbours_bust_one_hand_after_the_other():
    table = after("0 1 2 3 4", 0, 1, 2)
    assert table.out(2).positions() == (1, None, 3)
    assert table.out(3).positions() == (2, None, 4)
    assert table.positions() == (3, 4, 0)
    assert table.positions() == (4, 0, 1)


def test_the_big_blind_and_the_next_player_bust():
    table = after("0 1 4", 0, 1, 2)
    assert [table.positions() for _hand in range(3)] == [(1, None, 4), (2, 4, 0), (4, 0, 1)]


def test_heads_up_the_blinds_change_every_hand():
    table = Table(2, 6)
    assert [table.positions() for _hand in range(3)] == [(6, 6, 2), (2, 2, 6), (6, 6, 2)]


@pytest.mark.parametrize("left", ["0 1", "0 2", "1 2"])
@BOTH_RULES
def test_from_three_to_two_nobody_is_big_blind_twice(left, button_rule):
    table = after(left, 0, 1, 2, button_rule=button_rule)
    button, small, big = table.positions()
    assert big != 2
    assert button == small
    assert table.positions() == (big, big, button)


@BOTH_RULES
def test_from_two_to_three_the_newcomer_is_the_next_big_blind(button_rule):
    table = after("0 1", 0, 0, 1, button_rule=button_rule).put(2)
    assert table.positions() == (0, 1, 2)


@BOTH_RULES
def test_from_two_to_three_the_newcomer_waits_between_the_blinds(button_rule):
    table = after("0 2", 0, 0, 2, button_rule=button_rule).put(1, wishes=["post"])
    assert table.positions() == (2, 2, 0)
    assert table.positions() == (2, 0, 1)


@BOTH_RULES
def test_three_at_a_sit_and_go_from_the_first_hand(button_rule):
    table = Table(1, 4, 8, format="sit_and_go", button_rule=button_rule)
    bigs = [table.positions()[2] for _hand in range(6)]
    assert bigs == [4, 8, 1, 4, 8, 1]


# -- the moving button -----------------------------------------------------------------------


def test_the_moving_button_goes_to_the_next_player():
    moving = {"button_rule": "moving_button"}
    assert after("0 1 2 3", 0, 1, 2, **moving).positions() == (1, 2, 3)
    assert after("0 1 3", 0, 1, 2, **moving).positions() == (1, 3, 0)
    assert after("0 2 3", 0, 1, 2, **moving).positions() == (2, 3, 0)
    assert after("1 2 3", 0, 1, 2, **moving).positions() == (1, 2, 3)


# -- missed blinds ---------------------------------------------------------------------------


def test_sitting_out_without_missing_a_blind_costs_nothing():
    table = after("0 1 2 3 4", 0, 1, 2).away(0)
    assert 0 not in table.next().seats
    found = table.back(0).next()
    assert 0 in found.seats
    assert found.terms["posts"] == []


def test_a_missed_small_blind_is_posted_dead():
    table = after("0 1 2 3 4", 0, 1, 2).away(2)
    assert table.positions() == (1, None, 3)
    assert table.owed(2) == "small"
    table.back(2, wishes=["post"])
    table.next()  # the seat would be the button: not between it and the big blind
    assert table.past.terms["posts"] == [[2, 0, 5]]
    assert table.owed(2) == ""


def test_missed_blinds_are_posted_one_live_and_one_dead():
    table = after("0 1 2 3 4", 0, 1, 2).away(3)
    for big in (4, 0, 1):
        assert table.positions()[2] == big
        assert table.owed(3) == "both"
    found = table.back(3, wishes=["post"]).next()
    assert found.terms["big_at"] == 2
    assert found.terms["posts"] == [[3, 10, 5]]


def test_a_missed_small_blind_becomes_both_when_the_big_one_passes_too():
    table = after("0 1 2 3", 0, 1, 2).away(2)
    for owed in ("small", "small", "small", "both"):
        table.next()
        assert table.owed(2) == owed


def test_waiting_for_the_big_blind_is_free():
    table = after("0 1 2 3 4", 0, 1, 2).away(3)
    table.next()
    table.back(3)
    seats = [3 in table.next().seats for _hand in range(4)]
    assert seats == [False, False, False, True]
    assert table.past.terms["big_at"] == 3
    assert table.past.terms["posts"] == []
    assert table.owed(3) == ""


def test_a_new_player_posts_a_live_big_blind():
    found = after("0 1 2 3 5", 0, 1, 2).put(4, wishes=["post"]).next()
    assert found.terms["posts"] == [[4, 10, 0]]
    assert 4 in found.seats


def test_a_new_player_may_wait():
    table = after("0 1 2 3 5", 0, 1, 2).put(4)
    found = table.next()
    assert 4 not in found.seats
    assert table.owed(4) == "new"
    assert table.positions()[2] == 4


@pytest.mark.parametrize("seat", [2, 4])
@BOTH_RULES
def test_nobody_comes_in_between_the_button_and_the_big_blind(seat, button_rule):
    table = after("0 1 3 5 7", 7, 0, 1, button_rule=button_rule)
    table.next()
    assert (table.past.button, table.past.terms["big_at"]) == (0, 3)
    table.put(seat, wishes=["post"])
    assert (seat in table.next().seats) == (seat == 4)  # 4 is the big blind itself
    assert table.past.terms["posts"] == []


@for_each(
    ("rule", "wish", "posts"),
    [
        ("wait_for_bb", "post", False),
        ("wait_for_bb", "", False),
        ("post", "", True),
        ("post", "post", True),
        ("players_choice", "", False),
        ("players_choice", "post", True),
    ],
)
def test_the_way_in_is_chosen_by_the_table_or_the_player(rule, wish, posts):
    table = after("0 1 2 3 5", 0, 1, 2, missed_blinds=rule).put(4, wishes=filter(None, [wish]))
    assert (4 in table.next().seats) == posts


def test_a_busted_player_buying_in_again_owes_the_missed_blinds():
    table = after("0 1 2 3 4", 0, 1, 2).put(3, stack=0)
    assert table.positions() == (1, 2, 4)
    table.put(3, stack=1_000)
    assert 3 not in table.next().seats
    assert table.owed(3) == "both"


def test_a_sit_and_go_has_no_missed_blinds():
    table = after("0 1 2 3", 0, 1, 2, format="sit_and_go").put(3, missed_blinds="both")
    found = table.next()
    assert found.seats == (0, 1, 2, 3)
    assert found.terms["posts"] == []
    assert set(found.missed_blinds.values()) == {""}
    table.away(3)
    assert set(table.next().missed_blinds.values()) == {""}


@BOTH_RULES
def test_two_play_on_while_others_wait_and_the_big_blind_reaches_them(button_rule):
    table = after("0 1", 0, 0, 1, button_rule=button_rule).put(2).put(3)
    dealt = [table.next().seats for _hand in range(6)]
    assert dealt[-1] == (0, 1, 2, 3)


def test_a_new_start_among_newcomers_does_not_repeat_the_big_blind():
    table = after("0", 1, 1, 0).put(2).put(3)
    found = table.next()
    assert found.seats == (0, 2, 3)
    assert found.terms["big_at"] != 0


def test_the_last_big_blind_who_sits_out_heads_up_missed_the_small_blind():
    table = after("0 1 2", 0, 1, 2).away(2)
    assert table.positions() == (1, 1, 0)
    assert table.owed(2) == "small"


def test_nobody_is_dealt_in_between_the_button_and_the_small_blind():
    """Seat 3 was away for one hand of a new game; the blinds were on both its sides."""
    table = after("1", 0, 3, 5).put(3, missed_blinds="", ready=False).put(6).put(7)
    assert table.positions() == (7, 1, 6)
    table.back(3)
    assert table.positions() == (3, 6, 7)


def test_with_a_moving_button_a_blind_that_stays_passes_nobody():
    table = after("5 7 8", 8, 5, 7, button_rule="moving_button")
    table.put(4, missed_blinds="").put(3, missed_blinds="", ready=False)
    assert table.positions() == (4, 5, 7)
    assert table.owed(3) == ""


# -- straddles and levels --------------------------------------------------------------------


def straddler(*, wishes=("straddle",), stack=1_000, straddle=True, **options):
    """Return the straddler when seat 3 is under the gun."""
    table = after("0 1 2 3", 3, 0, 1, straddle=straddle, **options)
    table.put(3, wishes=wishes, stack=stack)
    found = table.next()
    assert found.terms["big_at"] == 2
    return found.terms["straddle"]


def test_a_straddle_is_optional_under_the_gun():
    assert straddler() == 3
    assert straddler(wishes=()) is None
    assert straddler(straddle=False) is None
    assert straddler(format="sit_and_go") is None
    assert straddler(stack=19) is None
    assert straddler(stack=20) == 3


def test_no_straddle_heads_up_or_with_a_post():
    table = after("0 1", 0, 0, 1, straddle=True)
    table.put(0, wishes=["straddle"]).put(1, wishes=["straddle"])
    assert table.next().terms["straddle"] is None
    table = after("0 1 2", 2, 0, 1, straddle=True).put(3, wishes=["straddle", "post"])
    found = table.next()
    assert (found.terms["posts"], found.terms["straddle"]) == ([[3, 10, 0]], None)


@pytest.mark.parametrize("unit", ["hands", "minutes"])
def test_a_level_lasts_a_number_of_hands_or_minutes(unit):
    rules = rules_of(
        small_blind=10, blind_schedule=(10, 15, 40), level_unit=unit, level_length=4, ante=2
    )
    taken = (SeatSnapshot(0, 500), SeatSnapshot(1, 500))

    def terms(played):
        past = TableHistory(
            hands=played if unit == "hands" else 0, minutes=played * (unit == "minutes")
        )
        found = GAME.next_hand(rules, taken, past).terms
        return found["level"], found["small"], found["big"], found["ante"]

    assert terms(0) == terms(3) == (1, 10, 20, 2)
    assert terms(4) == terms(7) == (2, 15, 30, 3)
    assert terms(8) == terms(500) == (3, 40, 80, 8)


def test_a_cash_table_has_no_levels():
    terms = Table(0, 1, blind_schedule=(10, 20), small_blind=5).next().terms
    assert (terms["level"], terms["small"], terms["big"]) == (None, 5, 10)


# -- many hands ------------------------------------------------------------------------------

SEATS = 10
WISHES = ("post", "straddle")
DEBTS = {"new": [10, 0], "small": [0, 5], "both": [10, 5]}


def strictly_between(first: int, seat: int, last: int) -> bool:
    """Return whether a seat lies on the way clockwise from one seat to another."""
    return 0 < (seat - first) % SEATS < (last - first) % SEATS


class Life:
    """A table at which people join, leave, sit out, bust and buy in again."""

    def __init__(self, rules, rng, taken=()):
        self.rules, self.rng = rules, rng
        self.taken = {one.seat: one for one in taken}
        self.past, self.waits = TableHistory(), Counter()

    def happen(self):
        """Let people act between two hands."""
        for seat in range(SEATS):
            one, dice = self.taken.get(seat), self.rng.random()
            if one is None:
                if dice < 0.08:
                    self.taken[seat] = SeatSnapshot(seat, self.some_chips(), missed_blinds="new")
            elif dice < 0.04:
                del self.taken[seat]
            elif one.stack == 0:
                self.taken[seat] = replace(one, stack=self.some_chips() if dice < 0.4 else 0)
            elif dice < 0.15:
                self.taken[seat] = replace(one, ready=not one.ready)
            elif dice < 0.25:
                wishes = frozenset(wish for wish in WISHES if self.rng.random() < 0.5)
                self.taken[seat] = replace(one, wishes=wishes)

    def some_chips(self):
        return self.rng.choice((3, 7, 60, 500))

    def next_hand(self):
        before = tuple(self.taken[seat] for seat in sorted(self.taken))
        found = GAME.next_hand(self.rules, before, self.past)
        if found is not None:
            check_next_hand(self.rules, before, self.past, found)
            self.check_that_nobody_waits_for_ever(before, found)
            for seat, missed_blinds in found.missed_blinds.items():
                self.taken[seat] = replace(self.taken[seat], missed_blinds=missed_blinds)
            hands = self.past.hands + 1
            self.past = TableHistory(button=found.button, terms=found.terms, hands=hands)
        return found

    def check_that_nobody_waits_for_ever(self, before, found):
        for seat in range(SEATS):
            waiting = [one for one in before if one.seat == seat and one.ready and one.stack]
            self.waits[seat] = self.waits[seat] + 1 if waiting and seat not in found.seats else 0
            assert self.waits[seat] < 2 * SEATS

    def play(self, found):
        """Play a random hand with these seats."""
        stacks = tuple(self.taken[seat].stack for seat in found.seats)
        deck = tuple(self.rng.sample(range(52), 52))
        dealt = Opening("holdem", self.rules, found.seats, stacks, found.button, deck, found.terms)
        step = None
        for _before, _action, step in random_hand(GAME, dealt, self.rng, leaves=True):
            view = GAME.view(step.state, SPECTATOR)
            assert sum(seat["stack"] for seat in view["seats"]) + view["pot"] == sum(stacks)
        for seat, chips in GAME.result(step.state).chips:
            self.taken[seat] = replace(self.taken[seat], stack=chips)


def check_next_hand(rules, before, past, found):
    able = {one.seat: one for one in before if one.ready and one.stack}
    seats, terms = found.seats, found.terms
    assert list(seats) == sorted(set(seats))
    assert len(seats) > 1
    assert set(seats) <= set(able)
    check_dealt_in(rules, able, past, found)
    check_positions(rules, able, past, found)
    if rules.format == "cash":
        check_debts(before, past, found)
    first = left_of(seats, terms["big_at"])
    straddles = (
        rules.straddle
        and rules.format == "cash"
        and len(seats) > 2
        and "straddle" in able[first].wishes
        and able[first].stack >= 20
        and first not in [post[0] for post in terms["posts"]]
    )
    assert terms["straddle"] == (first if straddles else None)


def clear_seats(rules, able):
    return [s for s in able if rules.format == "sit_and_go" or not able[s].missed_blinds]


def check_dealt_in(rules, able, past, found):
    """Check that nobody without debts is left out, and nobody with debts is let in."""
    clear, terms = clear_seats(rules, able), found.terms
    assert set(clear) <= set(found.seats)
    if not past.terms or len(clear) < 2:
        assert set(found.seats) == set(able)
        assert terms["posts"] == []
        return
    posts = {seat: chips for seat, *chips in terms["posts"]}
    assert set(found.seats) == {*clear, *posts, terms["big_at"]}
    assert not set(posts) & {*clear, terms["big_at"]}
    for seat, chips in posts.items():
        assert chips == DEBTS[able[seat].missed_blinds]
        assert rules.missed_blinds != "wait_for_bb"
        assert rules.missed_blinds == "post" or "post" in able[seat].wishes
        assert not strictly_between(found.button, seat, terms["big_at"])


def check_positions(rules, able, past, found):
    seats, button = found.seats, found.button
    small, big = found.terms["small_at"], found.terms["big_at"]
    assert big in seats
    if len(seats) == 2:
        assert button == small == left_of(seats, big)
    else:
        # Clockwise: button, small blind, big blind, and nobody is dealt in between them.
        assert strictly_between(button, small, big)
        assert left_of(seats, button) in (small, big)
        assert left_of(seats, small) == big
    moving = rules.button_rule == "moving_button"
    if moving:
        assert {button, small} <= set(seats)
    last = past.terms.get("big_at")
    if last is None:
        return
    if not moving or len(seats) == 2:
        assert big != last
    clear = clear_seats(rules, able)
    if moving:
        if len(clear) > 2:
            assert button == left_of(clear, past.button)
        return
    # The big blind moves to the next player, the others follow; the button is further back when a
    # player sits between its position and the small blind's.
    assert big == left_of(sorted(able), last)
    follows = past.terms["small_at"]
    if len(seats) > 2 and len(clear) > 1:
        assert small == last
        if strictly_between(big, follows, small) and left_of(seats, follows) in (small, big):
            assert button == follows


def check_debts(before, past, found):
    big, last = found.terms["big_at"], past.terms.get("big_at")
    assert set(found.missed_blinds) == {one.seat for one in before}
    for one in before:
        owed = one.missed_blinds
        if one.seat in found.seats:
            owed = ""
        elif owed in ("", "small") and last is not None:
            if strictly_between(last, one.seat, big):
                owed = "both"
            elif owed == "" and one.seat == last:
                owed = "small"
        assert found.missed_blinds[one.seat] == owed


@pytest.mark.parametrize("missed_blinds", ["players_choice", "wait_for_bb", "post"])
@BOTH_RULES
def test_positions_hold_while_players_come_and_go(button_rule, missed_blinds):
    rng = random.Random(f"{button_rule} {missed_blinds}")
    rules = rules_of(
        format="cash", button_rule=button_rule, missed_blinds=missed_blinds, straddle=True
    )
    life, hands = Life(rules, rng), 0
    while hands < times(200, 1_000):
        for _event in range(rng.choice((0, 1, 1, 2))):
            life.happen()
        found = life.next_hand()
        if found is not None:
            life.play(found)
            hands += 1


@BOTH_RULES
def test_random_sit_and_gos_end(button_rule):
    rng = random.Random(button_rule)
    rules = rules_of(button_rule=button_rule, blind_schedule=(5, 10, 20, 50), level_length=4)
    for _game in range(times(20, 60)):
        seats = rng.sample(range(SEATS), rng.randint(2, SEATS))
        life = Life(rules, rng, [SeatSnapshot(seat, rng.choice((60, 200))) for seat in seats])
        total = sum(one.stack for one in life.taken.values())
        while (found := life.next_hand()) is not None:
            life.play(found)
        assert sorted(one.stack for one in life.taken.values())[-1] == total
