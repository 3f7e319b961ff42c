"""Metrics of play: actions by game and outcome, the stages of their way, the dealer's lateness."""

import asyncio
import datetime

import pytest
from django.db.models import F

from config.processes import telemetry
from lobby.tables.models import TableHead
from lobby.tables.play.play import Answer, play
from lobby.tables.play.timers import run_due_timers
from lobby.tables.ws import hub
from tests.support.measured import measured

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def found():
    both = dict.fromkeys([*telemetry.declared("web"), *telemetry.declared("dealer")])
    with measured(both) as registry:
        yield registry


def test_actions_and_deals_are_counted_by_game_and_outcome(
    seat_table, found, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        room = seat_table(people=3)
        room.deal()
        first = room.turn
        room.act(first, "bet", 10)
        (refused,) = play([room.command(first, "bet", 10)])
    actions = "cardhouse_actions_total"
    assert found.value("cardhouse_hands_dealt_total", game="teen_patti") == 1
    assert found.value(actions, game="teen_patti", by="player", outcome="accepted") == 1
    assert found.value(actions, game="teen_patti", by="player", outcome=refused.code) == 1
    for stage in ("lock", "rules", "commit"):
        assert found.value("cardhouse_action_stage_seconds_count", stage=stage) >= 2


def test_a_time_out_is_the_houses_and_late_by_as_much_as_it_was_due(
    seat_table, found, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        room = seat_table(people=2)
        room.deal()
        TableHead.objects.update(
            turn_at=F("turn_at") - HOUR, next_timer_at=F("next_timer_at") - HOUR
        )
        assert run_due_timers().tables == 1
    assert (
        found.value("cardhouse_actions_total", game="teen_patti", by="house", outcome="accepted")
        == 1
    )
    assert found.value("cardhouse_dealer_lateness_seconds_count") == 1
    assert found.value("cardhouse_dealer_lateness_seconds_sum") > 3_000


async def test_commands_of_sockets_are_timed_until_their_answer(found, monkeypatch):
    monkeypatch.setattr(hub, "play", lambda commands, _pausing: [Answer(seq=1) for _ in commands])
    here = hub.Hub()
    serving = asyncio.create_task(here._serve())
    await asyncio.gather(*map(here.submit, "abc"))
    await asyncio.sleep(0)
    serving.cancel()
    for stage in ("wait", "total"):
        assert found.value("cardhouse_action_stage_seconds_count", stage=stage) == 3
    assert found.value("cardhouse_batch_commands_sum") == 3
