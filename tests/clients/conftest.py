"""Tables of the live server for clients: no players yet, and no pause between hands."""

import pytest
from asgiref.sync import sync_to_async

from cardhouse_client import http
from core.http.throttles import RATES
from examples.load import CHIP_PRESETS
from games.engines.core import registry
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Table
from lobby.tables.play import dealer
from tests.support.waiting import PATIENCE_S

SEATS = {game.key: max(2, game.min_seats) for game in registry.all_games()}


@pytest.fixture(autouse=True)
def _nobody_is_too_fast(settings, monkeypatch):
    """Lift the limits: these players act at once from one address, and the dealer hardly sleeps."""
    settings.THROTTLE_RATES = dict.fromkeys(RATES, (100_000, 60))
    settings.GUESTS_PER_HOUR = 100_000
    settings.SOCKET_BURST = settings.SOCKET_EACH_SECOND = 100_000
    monkeypatch.setattr(dealer, "SLEEP_S_MAX", 0.01)
    for limit in ("TIMEOUT_S", "REFRESH_TIMEOUT_S"):  # a loaded machine is slow, not wrong
        monkeypatch.setattr(http, limit, PATIENCE_S)


@pytest.fixture
def brisk_table(live):
    """Open a table without pauses between hands; return its slug."""

    @sync_to_async
    def make(game: str) -> str:
        preset = CHIP_PRESETS.get(game, "standard")
        plan = TablePlan(name=f"Brisk {game}", game=game, preset=preset, seats=SEATS[game])
        table = open_table(plan=plan, host=None, is_house_table=True)
        Table.objects.filter(pk=table.pk).update(pause_ms=0)
        return table.slug

    return make
