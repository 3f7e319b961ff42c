"""Computations on measurements: the budget, what costs more, and the table of servers."""

import copy

import pytest

from benchmarks import budget, compare
from benchmarks.budget_parts import Cost
from benchmarks.load import Report, merged


def costs() -> dict[str, Cost]:
    names = [part.name for part in budget.PARTS]
    return {
        name: Cost(
            own_s=0.017 * n, postgres_s=0.0085 * n, statements=34, wal=1700, count=17, calls=2
        )
        for n, name in enumerate(names, 1)
    }


def test_parts_are_measured_each_time_and_statements_for_each_call() -> None:
    found = budget.figures_of(costs(), stick_ms=100)
    one = found["action in a batch"]
    assert one["own_ms"] == pytest.approx(2)
    assert one["ratio"] == pytest.approx(0.03)
    assert (one["statements"], one["wal"]) == (17, 100)


def test_an_action_bears_its_share_of_the_end_of_the_hand() -> None:
    found = budget.figures_of(costs(), stick_ms=100)
    by_name = {name: one["own_ms"] for name, one in found.items()}
    once = ("end of a hand in a batch", "room after the end")
    deal = ("next hand in a batch", "room after the deal")
    each = 16 * (by_name["action in a batch"] + by_name["views of a step"])
    whole = each + sum(by_name[name] for name in (*once, *deal))
    assert by_name[budget.ACTION] == pytest.approx(whole / 17)
    assert found[budget.ACTION]["statements"] == pytest.approx(2 * (32 + 4) / 17)


def test_higher_costs_are_found_and_lower_costs_are_not() -> None:
    then = {"parts": budget.figures_of(costs(), 100)}
    assert budget.worse(then, then) == []
    now = copy.deepcopy(then)
    now["parts"][budget.ACTION]["ratio"] *= 1.2
    now["parts"]["bot's move"]["statements"] += 4
    now["parts"]["action alone"]["wal"] *= 0.5
    now["parts"]["action alone"]["ratio"] *= 1.1
    found = budget.worse(now, then)
    assert [line.split(":")[0] for line in found] == ["bot's move", budget.ACTION]


def test_least_leaves_out_what_disturbed_a_round() -> None:
    calm, disturbed = budget.figures_of(costs(), 100), budget.figures_of(costs(), 100)
    calm["action alone"]["wal"] += 8_000  # a checkpoint
    disturbed["action alone"]["ratio"] *= 2
    expected = budget.figures_of(costs(), 100)["action alone"]
    assert budget.least([calm, disturbed])["action alone"] == expected


def report(**changed: object) -> Report:
    values = {
        "moves": 100,
        "hands": 5,
        "frames": 400,
        "seconds": 2.0,
        "latency": [1.0, 2.0, 9.0],
        "gaps": 0,
        "stuck": 0,
        "undealt": 0,
        "refused": {},
        "wrong": {},
        "cpu": 0.5,
    }
    return Report(**{**values, **changed})  # type: ignore[arg-type]


def test_reports_of_several_generators_are_one() -> None:
    both = merged([report(wrong={"a": 1}), report(wrong={"a": 1, "b": 2}, cpu=1.5, gaps=1)])
    assert (both.moves, both.gaps, both.cpu) == (200, 1, 1.5)
    assert both.wrong == {"a": 2, "b": 2}
    assert len(both.latency) == 6


def test_the_table_has_medians_spread_and_the_ratio_to_each_peer() -> None:
    rows = {
        name: [compare._row(report(moves=moves), {"web": 0.1}, 2.0) for moves in counts]
        for name, counts in (("cardhouse", (100, 120, 300)), ("boardgame.io", (200, 200, 200)))
    }
    ours, peer = compare.table({"50": rows}).splitlines()[2:]
    assert "| 60 (50-150) |" in ours
    assert peer.endswith("| 0.60 (0.50-1.50) |")


def test_a_measurement_names_its_caveats() -> None:
    good = compare._row(report(), {"web": 0.1}, 2.0)
    assert compare.troubles(good) == []
    bad = compare._row(report(gaps=2, stuck=1, refused={"X": 3}, cpu=1.99), {"web": 0.1}, 2.0)
    assert compare.troubles(bad) == [
        "X: 3",
        "2 gaps",
        "1 stuck tables",
        "the generator took 100% of a core",
    ]
