"""The edge against what a line pays: equal to an analysis of the changed pay table, everywhere."""

from fractions import Fraction

import pytest

from games.engines.dealer_teen_patti.designs import PRESETS
from games.odds.analysis import analyse
from games.odds.sensitivity import REACH_MAX, edge_curves


def table_with(table, curve, pays):
    """The pay table in which the line of a curve pays otherwise."""
    bet, line = curve.bet, curve.line
    if bet == "tie_bet" or line == "mini_royal":
        return table.changed(**{bet if bet == "tie_bet" else line: pays})
    option = line.partition(".")[0] if bet == "main" else bet
    if option == line:
        return table.changed(**{line: pays})
    lines = {**dict(getattr(table, option)), line.rpartition(".")[2]: pays}
    return table.changed(**{option: lines})


def edge_of(table, bet):
    found = analyse(table)
    return {"main": found.house_edge, **{one.key: one.house_edge for one in found.side_bets}}[bet]


@pytest.mark.parametrize("key", ["tcp_royal", "tcp_six", "twenty_twenty", "commission"])
def test_each_point_is_the_edge_of_the_pay_table_with_that_payout(key):
    table = PRESETS[key].table
    for curve in edge_curves(table):
        ends = (curve.points[0], curve.points[-1])
        for pays, edge in (*ends, (curve.pays, dict(curve.points)[curve.pays])):
            changed = table_with(table, curve, pays)
            assert edge == edge_of(changed, curve.bet), (curve.bet, curve.line, pays)


@pytest.mark.parametrize("key", PRESETS)
def test_curves_fall_and_change_as_the_analysis_says(key):
    found = analyse(PRESETS[key].table)
    curves = edge_curves(PRESETS[key].table)
    sensitivity = {line.key: line.sensitivity for line in found.lines if line.pays is not None}
    assert [curve.line for curve in curves if curve.bet == "main"] == list(sensitivity)
    for curve in curves:
        points = dict(curve.points)
        assert list(points) == sorted(points)
        edges = list(points.values())
        # An ante bonus of 0 is no line, so its hands may be paid by another one.
        falling = edges if curve.bet != "main" or min(points) else edges[1:]
        assert falling == sorted(falling, reverse=True)
        assert len(points) <= 2 * REACH_MAX + 2
        if curve.bet == "main":
            more = points.get(curve.pays + 1)
            assert more is None or more - points[curve.pays] == sensitivity[curve.line]


def test_a_payout_that_is_no_whole_number_is_among_the_points():
    (curve,) = [c for c in edge_curves(PRESETS["twenty_twenty"].table) if c.line == "win_ante"]
    assert [pays for pays, _edge in curve.points] == [0, Fraction(19, 20), 1, 2]
