"""A primary that changes its role or freezes: people are told to try again, and nothing else."""

import signal
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import close_old_connections, connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from accounts.ledger import START_CHIPS
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Account
from accounts.people.actions.users import create_guest
from config.settings.base import database
from core.runtime import sql
from core.runtime.sql import Statement
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.transaction import transaction
from tests.support.cluster import Cluster
from tests.support.size import times
from tests.support.waiting import slowly, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.services]
PLAYERS = 4


@pytest.fixture(scope="module")
def cluster(django_db_blocker: DjangoDbBlocker) -> Iterator[Cluster]:
    """Django's connections go to whichever node of this cluster is the primary."""
    pair = Cluster()
    there = database(pair.url())
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        _leave()
        for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS"):
            patch.setitem(connection.settings_dict, key, there[key])
        yield pair
        _leave()
    pair.close()


def _leave() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


@pytest.fixture
def table(cluster: Cluster) -> str:
    """The address of a table for the players, by REST."""
    plan = TablePlan(
        name=f"Riverside {uuid.uuid4().hex[:6]}", game="teen_patti", seats=PLAYERS, autostart=False
    )
    return f"/api/v1/tables/{open_table(plan=plan, host=create_guest()).slug}"


class Player:
    """Sits down and gets up by REST, and sends each command until it is carried out."""

    def __init__(self, table: str, seat: int) -> None:
        self.table, self.seat = table, seat
        self.user = create_guest()
        self.http = Client(raise_request_exception=False)
        self.http.force_login(self.user)
        self.answers: Counter[str] = Counter()
        self.done = 0

    def command(self, name: str, **body: object) -> int:
        """Send a command once; the answer's status."""
        answer = self.http.post(f"{self.table}/{name}", body, content_type="application/json")
        close_old_connections()
        said = "" if answer.status_code < 400 else answer.json()["code"]
        after = answer.headers.get("Retry-After", "never")
        self.answers[f"{answer.status_code} {said} {after}" if said else "done"] += 1
        return answer.status_code

    def until_done(self, name: str, **body: object) -> None:
        """Send it under one key until it is carried out."""
        key = str(uuid.uuid4())
        wait_until(
            lambda: self.command(name, key=key, **body) < 300,
            f"{name} to be carried out: {self.answers}",
            15,
        )
        self.done += 1

    def play(self, over: threading.Event) -> None:
        """Go on until told to stop."""
        while not over.is_set():
            self.until_done("sit", seat=self.seat)
            self.until_done("leave")
        connection.close()


def test_a_switch_over_tells_people_to_try_again(cluster: Cluster, table: str) -> None:
    over = threading.Event()
    players = [Player(table, seat) for seat in range(PLAYERS)]
    with ThreadPoolExecutor(PLAYERS) as threads:
        playing = [threads.submit(player.play, over) for player in players]
        try:
            for _ in range(times(1, 20)):
                cluster.switch_over()
                before = [player.done for player in players]
                wait_until(
                    lambda: all(p.done > n for p, n in zip(players, before, strict=True)),  # noqa: B023
                    "everybody to go on",
                )
        finally:
            over.set()
        for one in playing:
            one.result()
    connection.close()  # this one has not asked since the switch-over
    answers = sum((player.answers for player in players), Counter())
    assert set(answers) <= {"done", "503 TRY_AGAIN 1"}, answers
    wallets = Account.objects.filter(user__in=[player.user for player in players])
    assert set(wallets.values_list("balance", flat=True)) == {START_CHIPS}
    assert audit_ledger() == []


def test_a_frozen_primary_is_given_up_and_the_command_counts_once(
    cluster: Cluster, table: str, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DB_ANSWER_S = 1
    player, key = Player(table, 0), str(uuid.uuid4())

    with monkeypatch.context() as patch:

        def freeze_and_commit(*statements: Statement) -> object:
            patch.undo()
            cluster.primary.signal(signal.SIGSTOP)
            return sql.run_and_commit(*statements)

        patch.setattr(transaction, "run_and_commit", freeze_and_commit)
        began = time.monotonic()
        assert player.command("sit", seat=0, key=key) == 503
    assert time.monotonic() - began < slowly(6)
    # Its statements are in the socket: the primary carries them out, and tells nobody.
    cluster.primary.signal(signal.SIGCONT)
    wait_until(lambda: cluster.primary.query("SELECT count(*) = 1 FROM lobby_seat"), "the seat")
    assert player.command("sit", seat=0, key=key) == 200
    assert cluster.primary.query("SELECT count(*) FROM lobby_seat") == 1
    assert audit_ledger() == []
