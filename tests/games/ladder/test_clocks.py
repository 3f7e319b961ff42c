"""The clocks of a duel: when they run, and how a duel ends by them."""

import pytest

from games.ladder.clocks import Clock, outcome_of

NOW_MS = 1_000_000


def test_a_clock_runs_while_a_hand_waits_for_its_bot():
    clock = Clock(5_000).after(waits=True, now_ms=NOW_MS)
    assert clock == Clock(5_000, NOW_MS + 5_000)
    assert clock.left_at(NOW_MS + 2_000) == 3_000
    clock = clock.after(waits=True, now_ms=NOW_MS + 2_000)
    assert clock == Clock(3_000, NOW_MS + 5_000), "a move that leaves hands waiting gives no time"
    clock = clock.after(waits=False, now_ms=NOW_MS + 4_000)
    assert clock == Clock(1_000)
    assert clock.left_at(NOW_MS + 60_000) == 1_000
    assert Clock(1, NOW_MS).left_at(NOW_MS + 5) == 0


OUT, RUNNING, STOPPED = Clock(9, NOW_MS - 1), Clock(9, NOW_MS + 9), Clock(9)


@pytest.mark.parametrize(
    ("clocks", "mover", "outcome"),
    [
        ((RUNNING, STOPPED), 0, None),
        ((RUNNING, RUNNING), 1, None),
        ((OUT, STOPPED), None, "lost"),
        ((STOPPED, OUT), None, "won"),
        ((OUT, RUNNING), None, None),
        ((OUT, RUNNING), 0, None),
        ((OUT, RUNNING), 1, "lost"),
        ((RUNNING, OUT), 0, "won"),
        ((OUT, OUT), None, "void"),
        ((OUT, OUT), 1, "void"),
    ],
)
def test_a_bot_without_time_loses_to_a_rival_who_is_there(clocks, mover, outcome):
    assert outcome_of(clocks, NOW_MS, mover) == outcome
