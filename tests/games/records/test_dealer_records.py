"""Records and transcripts against the dealer contain the house, but no hidden cards."""

import json

from games.engines.core.contract import OPEN, SPECTATOR, Action, Viewer
from games.records.check import check
from games.records.record import About, Move, record_of
from games.records.transcript import transcript
from tests.games.engines.scripted_dealer import GAME, opening, rules_of

AKJ, LOW, DEALER = "As Kh Jc", "7s 4h 2d", "Kd Qd 7c"
RULES = rules_of(ante_min=10)
BETS = [(0, "ante", 10), (1, "pair_plus", 5), (1, "ante", 10), (2, "pass", None)]


def written(viewer, *decisions):
    """The record of two hands that bet and one that does not, after these decisions."""
    start = opening((AKJ, LOW, None), DEALER, (1_000,) * 3, rules=RULES)
    moves = [Move(Action(*done)) for done in (*BETS, *decisions)]
    about = About(names={0: "Asha", 1: "Binod", 2: "Chitra"}, number=7)
    return json.loads(json.dumps(record_of(GAME, start, moves, viewer, about)))


RAISED = ((0, "raise", None), (1, "fold", None))
FOLDED = ((0, "fold", None), (1, "fold", None))


def test_a_record_contains_the_players_who_were_dealt_cards():
    record = written(SPECTATOR, *RAISED)
    assert [seat["cards"] for seat in record["seats"]] == [AKJ.split(), ["??"] * 3, []]
    assert record["cards_unknown"] == {"count": 3, "seats": [1]}
    assert record["result"]["house"] == 15 - 20
    assert check(record).ok


def test_a_record_contains_the_dealers_cards_once_opened():
    assert set(DEALER.split()) < set(written(SPECTATOR, *RAISED)["deck"].split())
    own = written(Viewer(seat=0), *FOLDED)
    assert set(own["deck"].split()) == {*AKJ.split(), "??"}
    assert check(own).ok
    assert set(DEALER.split()) < set(written(OPEN, *FOLDED)["deck"].split())


def test_cards_that_are_filled_in_do_not_win_a_bet_that_was_lost():
    """Every fourth hand would be paid by Pair Plus; Binod's was not."""
    record = written(SPECTATOR, *FOLDED)
    assert record["cards_unknown"]["count"] == 6
    assert check(record).ok
    record["actions"][-1]["events"][-2]["net"] += 5
    assert "pay" in check(record).difference


def test_a_record_with_invalid_bets_is_reported_and_never_raises():
    record = written(SPECTATOR, *RAISED)
    record["actions"][0]["amount"] = 5_000
    assert check(record).difference.startswith("INSUFFICIENT_CHIPS before the cards")


def test_a_transcript_names_the_house():
    lines = transcript(written(SPECTATOR, *RAISED)).splitlines()
    assert "Ante 10–100, rules: Teen Patti, queen high" in lines
    assert "The dealer shows Kd Qd 7c: king high, K-Q-7, and qualifies" in lines
    assert lines[lines.index("Result") :][:5] == [
        "Result",
        "Asha: 1,020 (+20), held As Kh Jc",
        "Binod: 985 (−15)",
        "Chitra: 1,000 (0)",
        "The house: −5",
    ]
