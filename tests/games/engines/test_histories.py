"""The checker replays the histories in `histories/`, and they end as expected."""

import json
from pathlib import Path

from games.records.check import check
from games.records.record import plain
from tests.games.engines.histories.plays import PLAYS, record_of_play
from tests.support.cases import for_each

FILES = sorted((Path(__file__).parent / "histories").glob("*.json"))


def test_both_games_have_enough_histories():
    games = [json.loads(file.read_text())["record"]["game"] for file in FILES]
    assert games.count("holdem") >= 14
    assert games.count("teen_patti") >= 6
    assert sorted(play.name for play in PLAYS) == [file.stem for file in FILES]


@for_each("file", FILES, ids=lambda file: file.stem)
def test_a_history_replays_to_the_expected_balances(file):
    history = json.loads(file.read_text())
    report = check(history["record"])
    assert report.ok, f"{history['note']}: {report}"
    expected = {int(seat): chips for seat, chips in history["expected"].items()}
    assert dict(history["record"]["result"]["chips"]) == expected, history["note"]
    assert history["note"]
    assert history["source"]


def test_a_record_from_before_the_winning_cards_were_kept_still_agrees():
    history = json.loads(next(file for file in FILES if file.stem == "run_twice").read_text())
    record = history["record"]
    assert [pot["board"] for pot in record["result"]["pots"]] == [1, 2]
    spoilt = json.loads(json.dumps(record))
    spoilt["result"]["pots"][1]["best"][0][1][0] = "2s"
    assert not check(spoilt).ok
    for pot in record["result"]["pots"]:
        del pot["best"], pot["board"]
    assert check(record).ok


def in_words(value):
    """A value of a record as it was before hands had values in codes."""
    if isinstance(value, list):
        return [in_words(part) for part in value]
    if not isinstance(value, dict):
        return value
    named = {key: in_words(part) for key, part in value.items() if key != "hand_value"}
    return named | ({"label": "Pair of fives"} if value.get("hand_value") else {})


def test_a_record_from_before_hands_had_values_in_codes_still_agrees():
    history = json.loads(next(file for file in FILES if file.stem == "side_pots").read_text())
    record = history["record"]
    old = in_words(record)
    assert json.dumps(old).count("label") == json.dumps(record).count("hand_value") > 5
    assert check(old).ok
    spoilt = json.loads(json.dumps(record).replace('"pair"', '"two_pair"'))
    assert spoilt != record
    assert not check(spoilt).ok


@for_each("play", PLAYS, ids=lambda play: play.name)
def test_a_history_file_matches_its_play(play):
    """If this fails after a change of the format: `python -m tests.games.engines.histories`."""
    file = next(file for file in FILES if file.stem == play.name)
    assert json.loads(file.read_text())["record"] == plain(record_of_play(play))
