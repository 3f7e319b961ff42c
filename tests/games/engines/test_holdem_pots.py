"""Pots, shares and uncalled bets, against a reference that goes chip by chip."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.engines.holdem.pots import Stake, shares, side_pots, uncalled
from tests.games.engines.scripted_holdem import Play


def test_th_17_one_pot_for_each_amount():
    assert side_pots((100, 300, 600, 600), range(4)) == [
        Stake(400, (0, 1, 2, 3)),
        Stake(600, (1, 2, 3)),
        Stake(600, (2, 3)),
    ]


def test_th_18_a_folders_chips_lie_in_the_pots_they_reached():
    assert side_pots((100, 500, 200, 500), (0, 1, 3)) == [
        Stake(400, (0, 1, 3)),
        Stake(900, (1, 3)),
    ]


def test_th_19_the_uncalled_part():
    assert uncalled((1_000, 400)) == (0, 600)
    assert side_pots((400, 400), (0, 1)) == [Stake(800, (0, 1))]


def test_th_20_a_folder_paid_more_than_the_all_in():
    assert side_pots((60, 50, 60), (1, 2)) == [Stake(150, (1, 2)), Stake(20, (2,))]


def test_th_21_a_main_and_a_later_side_pot():
    assert side_pots((700, 1_700, 1_700), range(3)) == [
        Stake(2_100, (0, 1, 2)),
        Stake(2_000, (1, 2)),
    ]


def test_th_22_to_24_odd_chips_one_each_in_order():
    assert shares(15, (0, 1)) == [(0, 8), (1, 7)]
    assert shares(100, (4, 1, 3)) == [(4, 34), (1, 33), (3, 33)]
    assert shares(101, (4, 1, 3)) == [(4, 34), (1, 34), (3, 33)]


def test_th_25_a_raise_over_both_blinds():
    assert uncalled((1, 2, 100)) == (2, 98)
    assert uncalled((2, 2, 2)) is None
    assert uncalled((100, 30, 100)) is None


def test_folded_chips_above_the_highest_live_bet_join_the_top_pot():
    assert side_pots((100, 40, 60), (1, 2)) == [Stake(120, (1, 2)), Stake(80, (2,))]


def test_dead_money_lies_in_the_main_pot_alone():
    assert side_pots((10, 50, 50), range(3), 7) == [Stake(37, (0, 1, 2)), Stake(80, (1, 2))]


CHIPS = st.integers(0, 40)


@st.composite
def contributions(draw):
    """Draw chips by player, and who is still in; at least one of these has paid."""
    paid = draw(st.lists(CHIPS, min_size=2, max_size=10))
    live = draw(st.sets(st.integers(0, len(paid) - 1), min_size=1))
    return paid, live


def chip_by_chip(paid, live, dead) -> dict[tuple[int, ...], int]:
    """Put each player's n-th chip with the n-th chips of the others, for those who paid n chips."""
    pots: dict[tuple[int, ...], int] = {}
    lowest = min(paid[place] for place in live)
    main = tuple(sorted(live))
    top = main
    for number in range(1, max(paid) + 1):
        rivals = tuple(sorted(place for place in live if paid[place] >= number))
        top = rivals or top
        pots[top] = pots.get(top, 0) + sum(chips >= number for chips in paid)
    if dead:
        pots[main] = pots.get(main, 0) + dead
    assert lowest == 0 or main in pots
    return {rivals: chips for rivals, chips in pots.items() if chips}


@given(contributions(), st.sampled_from((0, 0, 1, 7)))
def test_pots_are_those_of_counting_chip_by_chip(case, dead):
    paid, live = case
    pots = side_pots(paid, live, dead)
    assert {pot.rivals: pot.amount for pot in pots} == chip_by_chip(paid, live, dead)
    assert len({pot.rivals for pot in pots}) == len(pots)
    assert sum(pot.amount for pot in pots) == sum(paid) + dead
    for wider, narrower in pairwise(pots):
        assert set(narrower.rivals) < set(wider.rivals)


@given(st.lists(CHIPS, min_size=2, max_size=10))
def test_the_uncalled_part_is_put_in_by_one_player_alone(bets):
    alone = [
        max(range(len(bets)), key=bets.__getitem__)
        for number in range(1, max(bets) + 1)
        if sum(chips >= number for chips in bets) == 1
    ]
    assert uncalled(bets) == ((alone[0], len(alone)) if alone else None)


@given(st.integers(1, 10_000), st.permutations(range(10)), st.integers(1, 10))
def test_shares_are_equal_but_for_one_chip_and_the_first_get_it(amount, places, count):
    winners = places[:count]
    split = shares(amount, winners)
    assert [place for place, _chips in split] == list(winners)
    chips = [chips for _place, chips in split]
    assert sum(chips) == amount
    assert chips == sorted(chips, reverse=True)
    assert chips[0] - chips[-1] <= 1


@given(st.lists(st.integers(1, 60), min_size=2, max_size=6))
def test_all_in_the_pots_are_those_of_the_stacks(stacks):
    play = Play(stacks=stacks, small_blind=1)
    while play.result is None:
        seat = play.turn
        play.do(seat, "all_in" if "all_in" in play.legal(seat) else "call")
    put_in = sorted(stacks)
    put_in = [min(chips, put_in[-2]) for chips in stacks]
    everyone = chip_by_chip(put_in, range(len(stacks)), 0)
    assert {pot.seats: pot.amount for pot in play.result.pots} == everyone
