"""Records of random hands: they contain only what their viewer saw, and they can be replayed."""

import json
import random
import re
from functools import cache

import pytest

from games.engines.core import registry
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from games.engines.core.fold import fold
from games.records.check import check, folded
from games.records.record import About, InvalidRecord, read, record_of
from tests.games.engines.random_play import random_opening, random_rules
from tests.games.sessions import played, some_hands
from tests.support.size import times

GAMES = registry.all_games()
_CARD = re.compile(r"\b(?:[2-9TJQKA][cdhsCDHS])\b")
ABOUT = About(names={seat: f"Name {seat}" for seat in range(10)}, number=7)


@cache
def kept(game, count):
    """Hands that several tests read."""
    return tuple(hands(game, count))


def hands(game, count, leaves=0.01):
    """(opening, moves, last state) of sessions, and of hands under random rules."""
    yield from some_hands(game, "records", count, leaves=leaves)
    for seed in range(count // 4):
        rng = random.Random(f"record {game.key} {seed}")
        opening = random_opening(game, random_rules(game, rng), rng)
        moves, state = played(game, opening, rng, leaves=leaves)
        yield opening, moves, state


def written(game, opening, moves, viewer):
    """The record as a file has it."""
    return json.loads(json.dumps(record_of(game, opening, moves, viewer, ABOUT)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_record_is_consistent_for_every_viewer(game):
    unknown, count = 0, times(6, 80)
    for opening, moves, _state in kept(game, count):
        for viewer in (SPECTATOR, OPEN, *(Viewer(seat=seat) for seat in opening.seats[:2])):
            report = check(written(game, opening, moves, viewer))
            assert report.ok, (opening, viewer, str(report))
            assert report.cards_unknown == 0 or not viewer.all_cards
            unknown += report.cards_unknown
    # At the end of Dou Dizhu all cards are shown, against the dealer those that are not folded.
    assert (
        unknown
        >= {"dou_dizhu": 0, "dou_dizhu_four": 0, "dealer_teen_patti": 2}.get(game.key, 6) * count
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_record_with_all_cards_restores_the_same_states(game):
    for opening, moves, last in kept(game, times(6, 40)):
        again = read(written(game, opening, moves, OPEN))
        deck, difference = folded(again)
        assert difference is None
        state = fold(game, again.opening(deck), [move.action for move in again.moves])
        assert game.result(state) == game.result(last)
        assert game.view(state, OPEN) == game.view(last, OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_record_contains_no_card_its_viewer_never_saw(game):
    for opening, moves, _state in kept(game, times(6, 40))[:: times(2, 1)]:
        for viewer in (SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)):
            state, seen = None, set()
            for step in steps(game, opening, moves):
                state = step.state
                shown = [event.to_json() for event in step.events if event.visible_to(viewer)]
                seen |= set(_CARD.findall(json.dumps([game.view(state, viewer), shown])))
            text = json.dumps(written(game, opening, moves, viewer))
            assert set(_CARD.findall(text)) <= seen


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_record_does_not_depend_on_cards_its_viewer_never_saw(game):
    """The loser's unseen hand is exchanged for other cards that lose as well."""
    for opening, moves, _state in kept(game, times(6, 40)):
        record = written(game, opening, moves, SPECTATOR)
        deck, _difference = folded(read(record))
        other = read(record).opening(deck)
        assert written(game, other, moves, SPECTATOR) == record


def steps(game, opening, moves):
    step = game.deal(opening)
    yield step
    for move in moves:
        step = game.apply(step.state, move.action)
        yield step


def spoil(record, rng):
    """Change one number, kind or card of the play or the result; returns a description."""
    actions = record["actions"]
    entry = rng.choice([record["deal"], *actions])
    change = rng.choice(("stack", "pot", "seat", "kind", "order", "result", "chips", "hash", "cut"))
    if change == "stack":
        entry["stacks"][0] += 1
    elif change == "pot":
        entry["pot"] += 1
    elif change == "seat":
        actions[0]["seat"] = 99
    elif change == "kind":
        actions[-1]["kind"] = "dance"
    elif change == "order":
        entry["events"].append({"kind": "win", "seat": 1})
    elif change == "result":
        record["result"]["chips"][0][1] += 1
    elif change == "chips":
        record["seats"][0]["stack"] += 1
    elif change == "hash":
        record["rules_hash"] = "0" * 64
    else:
        actions.pop()
    return change


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_any_change_is_found(game):
    rng = random.Random(5)
    for opening, moves, _state in hands(game, times(6, 30), leaves=0):
        if not moves:
            continue
        record = written(game, opening, moves, rng.choice((SPECTATOR, OPEN)))
        change = spoil(record, rng)
        report = check(record)
        assert not report.ok, change
        assert "\n" not in str(report)


@pytest.mark.slow
def test_a_mucked_hand_that_had_to_win_is_found():
    """The pot goes to the second best of two shown hands: no hidden cards can explain that."""
    game = registry.get("holdem")
    for opening, moves, _state in hands(game, 200, leaves=0):
        record = written(game, opening, moves, SPECTATOR)
        kinds = [event["kind"] for entry in record["actions"] for event in entry["events"]]
        if "muck" in kinds and len(record["result"]["pots"]) == 1:
            break
    (pot,) = record["result"]["pots"]
    loser = next(seat for seat in pot["seats"] if seat not in pot["winners"])
    record["result"]["pots"][0]["winners"] = [loser]
    record["result"]["pots"][0]["shares"] = [[loser, pot["amount"]]]
    assert "result" in check(record).difference


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"format": "cardhouse-hand"}, {"format": "cardhouse-hand", "version": 2}],
)
def test_an_invalid_record_is_refused_with_a_message(data):
    with pytest.raises(InvalidRecord):
        read(data)
    assert "not a record" in str(check(data))


def test_broken_records_never_raise():
    game = registry.get("holdem")
    opening, moves, _state = next(hands(game, 10))
    record = written(game, opening, moves, OPEN)
    for path in ("rules", "viewer", "seats", "deck", "deal", "actions", "terms", "hand", "button"):
        for junk in (None, 5, "x", [1], {"a": 1}, [[]]):
            report = check({**record, path: junk})
            assert not report.ok or path == "hand", (path, junk)
