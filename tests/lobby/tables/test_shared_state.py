"""A table's state for visitors is rendered once at each position, and only for visitors."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from django.test import Client

from core.runtime.single_flight import SharedCopies
from lobby.tables.api import play
from lobby.tables.chat.chat import speak
from lobby.tables.view.table_state import state_for
from tests.support.seated_table import SeatedTable
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[Any]:
    """The users for whom states were rendered, in order."""
    settings.SHARED_ANSWERS = True
    monkeypatch.setattr(play, "_strangers", SharedCopies(lifetime_s=60, most=8))
    calls: list[Any] = []

    def counted(table_id: Any, user: Any, **named: Any) -> Any:
        calls.append(user)
        return state_for(table_id, user, **named)

    monkeypatch.setattr(play, "state_for", counted)
    return calls


@pytest.mark.django_db
def test_visitors_share_a_state_and_players_have_their_own(
    seat_table: Callable[..., SeatedTable], made: list[Any]
) -> None:
    seated = seat_table()
    seated.deal()
    path = f"/api/v1/tables/{seated.table.slug}/state"
    first, second = (Client().get(path).json() for _ in range(2))
    assert made == [None]
    assert {**first, "now": 0} == {**second, "now": 0}
    assert second["now"] > first["now"]
    own = {**msgspec.to_builtins(state_for(seated.table.pk, None, watching=0)), "now": 0}
    assert {**first, "now": 0} == own
    player = Client()
    player.force_login(seated.people[0])
    assert player.get(path).json()["you"]["seat"] is not None
    assert made == [None, seated.people[0]]
    speak(table_id=seated.table.pk, user=seated.people[0], text="hello")
    assert Client().get(path).json()["at"] != first["at"]
    assert made == [None, seated.people[0], None]


@pytest.mark.django_db(transaction=True)
def test_concurrent_visitors_share_one_rendering(
    seat_table: Callable[..., SeatedTable], made: list[Any]
) -> None:
    seated = seat_table()
    seated.deal()
    begin = threading.Barrier(6)

    def ask() -> str:
        from django.db import connections

        try:
            begin.wait(PATIENCE_S)
            return str(play.state_now(seated.table.pk, None).at)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(ask) for _ in range(6)]
        assert len({one.result() for one in asked}) == 1
    assert made == [None]
