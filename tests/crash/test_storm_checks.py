"""The storm's checks each find their kind of error, on histories with one planted error."""

import random
from collections import Counter
from dataclasses import replace

from benchmarks.storm import killer
from benchmarks.storm.checks import Act, Brought, Chips, Row, Story, faults
from benchmarks.storm.cluster import SHARES as CLUSTER_SHARES
from benchmarks.storm.cluster import silences
from benchmarks.storm.killer import SHARES, plan, recoveries
from benchmarks.storm.primaries import Write, two_primaries


def story():
    """Asha bet, was answered twice under one key, bought in for 200 and won 30."""
    act = Act("asha", "k1", received=[1, 1], hand="h", seq=0, kind="bet", amount=20)
    return Story(
        acts=[act, Act("asha", "k2", refused=1, hand="h", seq=1, kind="fold")],
        brought=[Brought("asha", "b1", received=[None], uid="buy-in:b1", amount=200)],
        rows=[
            Row("h", 1, "asha", "bet", 20, "", "k1"),
            Row("h", 2, "ravi", "fold", None, "timeout", ""),
        ],
        entries=[("buy-in:b1", 200)],
        people={"asha": Chips(before=1_000, wallet=830, at_tables=200, nets=30, received=830)},
        nets={("h", "asha"): 30},
        nets_told={("h", "asha"): 30},
        numbers={"t": [1, 2, 3]},
        accounts=[("bank", -1_030, -1_030), ("wallet 1", 830, 830), ("escrow", 200, 200)],
        escrows=[("escrow of t", 200, 200)],
        hands={"teen_patti": 1},
    )


def finders(received):
    """The names of the checks with findings."""
    return {name for name, found in faults(received).items() if found}


def test_a_correct_history_has_no_findings():
    assert finders(story()) == set()


def test_an_acknowledged_action_that_is_not_stored_is_lost():
    received = story()
    received.acts[1].received, received.acts[1].refused = [3], 0
    assert finders(received) == {"lost"}


def test_an_acknowledged_action_replaced_by_another_is_lost():
    received = story()
    received.rows[0] = replace(received.rows[0], amount=40)
    assert finders(received) == {"lost"}


def test_acknowledged_chips_without_an_entry_or_with_another_amount_are_lost():
    received = story()
    received.entries = []
    assert finders(received) == {"lost"}
    received.entries = [("buy-in:b1", 100)]
    assert finders(received) == {"lost"}


def test_a_shown_result_that_is_not_stored_is_lost():
    received = story()
    received.nets_told["h", "asha"] = 40
    assert finders(received) == {"lost"}


def test_a_key_stored_at_two_actions_was_done_twice():
    received = story()
    received.rows.append(replace(received.rows[0], seq=3))
    assert finders(received) == {"twice"}


def test_an_action_without_a_request_was_done_twice():
    """As if the key were not stored with the second action."""
    received = story()
    received.rows.append(replace(received.rows[0], seq=3, key="another"))
    assert finders(received) == {"twice"}


def test_one_key_acknowledged_at_two_positions_was_done_twice():
    received = story()
    received.acts[0].received = [1, 3]
    received.rows.append(replace(received.rows[0], seq=3, key="k1"))
    assert finders(received) == {"twice"}


def test_a_refused_command_must_not_be_stored():
    received = story()
    received.rows.append(Row("h", 3, "asha", "fold", None, "", "k2"))
    assert finders(received) == {"twice"}
    received.acts[1].unanswered = 1
    assert finders(received) == set(), "without an answer both outcomes are correct"


def test_a_buy_in_stored_twice_or_without_a_request_is_found():
    received = story()
    received.entries *= 2
    assert finders(received) == {"twice"}
    received.entries = [("buy-in:b1", 200), ("buy-in:b2", 200)]
    assert finders(received) == {"twice"}


def test_a_missing_number_of_an_action_or_a_hand_is_a_gap():
    received = story()
    received.rows[1] = replace(received.rows[1], seq=3)
    assert finders(received) == {"gaps"}
    received = story()
    received.numbers["t"] = [1, 3]
    assert finders(received) == {"gaps"}


def test_unexplained_chips_change_the_sum():
    received = story()
    received.accounts.append(("wallet 2", 5, 5))
    assert finders(received) == {"sums"}


def test_an_account_unequal_to_its_postings_or_seats_is_found():
    received = story()
    received.accounts[1:] = [("wallet 1", 820, 830), ("escrow", 210, 200)]
    assert finders(received) == {"drift"}
    received = story()
    received.escrows = [("escrow of t", 200, 0)]
    assert finders(received) == {"drift"}


def test_a_player_with_a_different_balance_is_found():
    received = story()
    received.people["asha"] = replace(received.people["asha"], at_tables=0)
    assert finders(received) == {"drift"}
    received.people["asha"] = replace(story().people["asha"], received=829)
    assert finders(received) == {"drift"}


def test_every_kind_of_process_is_killed_even_in_a_short_storm():
    for seed in range(20):
        assert set(plan(len(SHARES), random.Random(seed))) == set(SHARES)


def test_every_kind_of_process_is_killed_even_late(monkeypatch):
    monkeypatch.setattr(killer, "_WAYS", dict.fromkeys(SHARES, lambda _killer: True))
    slow = killer.Killer(None, None, plan(20, random.Random(1)), gap_s=0, seed=1)
    slow.run(until=0)
    assert Counter(kind for _, kind in slow.kills) == dict.fromkeys(SHARES, 1)


def test_play_resumes_with_the_first_answer_to_a_command_sent_after_the_kill():
    kills = [(10.0, "web"), (20.0, "valkey")]
    acknowledged = [(9.9, 10.1), (10.2, 11.0), (10.3, 10.5)]
    back = recoveries(kills, acknowledged, 24.0)
    assert back["web"] == [0.5]
    assert back["valkey"] == [4.0], "if no answer came, until the end"


def test_every_fault_of_a_cluster_is_there_even_in_a_short_storm():
    assert set(plan(len(CLUSTER_SHARES), random.Random(1), CLUSTER_SHARES)) == set(CLUSTER_SHARES)


def test_the_longest_silence_after_a_fault_ends_when_all_is_whole():
    kills = [(10.0, "server"), (30.0, "server")]
    acknowledged = [(9.0, 9.5), (9.9, 10.5), (13.0, 14.0), (14.0, 14.5), (31.0, 31.5)]
    assert silences(kills, [15.0, 32.0], acknowledged) == {"server": [3.5, 1.5]}


FAILED_OVER = [
    Write("machine1", 1, timeline=1, sent=1.0, answered=1.1),
    Write("machine2", 1, timeline=2, sent=5.0, answered=5.2),
    Write("machine1", 9, timeline=3, sent=9.0, answered=9.1),
]


def test_primaries_that_follow_each_other_are_no_two():
    assert list(two_primaries(FAILED_OVER)) == []
    # It was accepted before the promotion, and its answer was late.
    late = Write("machine1", 2, timeline=1, sent=4.0, answered=5.5)
    assert list(two_primaries([*FAILED_OVER, late])) == []


def test_a_row_accepted_by_the_primary_before_is_found():
    stale = Write("machine1", 2, timeline=1, sent=5.3, answered=5.4)
    (found,) = two_primaries([*FAILED_OVER, stale])
    assert found == "machine1 accepted row 2 after machine2 was the primary"


def test_two_nodes_on_one_timeline_are_found():
    other = Write("machine3", 1, timeline=2, sent=5.3, answered=5.4)
    (found,) = two_primaries([*FAILED_OVER, other])
    assert found == "machine2 and machine3 both accepted rows on timeline 2"
