"""Periodic tasks: any dealer runs each one once when it is due, and failures are survived."""

import datetime
import threading
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from core.errors import RequestRefused
from core.management.commands import periodic_tasks as command
from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from core.periodic_tasks.runner import TaskRunner
from core.periodic_tasks.task import DAY, MINUTE, TASKS, Task
from lobby.tables.play import dealer
from tests.support.live import LiveDealer
from tests.support.people import in_threads
from tests.support.waiting import wait_until

SOON = datetime.timedelta(seconds=5)


@pytest.fixture
def dishes(monkeypatch):
    """The only periodic task, due now; returns the times when it ran."""
    done = []

    def wash():
        done.append(timezone.now())
        return f"{len(done)} washed"

    tasks = {"dishes": Task("dishes", "Wash the dishes", wash)}
    for module in (periodic_tasks, command):
        monkeypatch.setattr(module, "TASKS", tasks)
    return done


def row():
    return PeriodicTask.objects.get(name="dishes")


def pass_time(span):
    """Move all times of the task back."""
    task = row()
    task.due_at -= span
    task.started_at = task.started_at and task.started_at - span
    task.finished_at = task.finished_at and task.finished_at - span
    task.save()


def do_due():
    claimed = periodic_tasks.claim(["dishes"])
    return claimed and periodic_tasks.carry_out(claimed)


def test_a_task_runs_when_it_is_due_and_again_later(db, dishes):
    periodic_tasks.create_missing_rows()
    task = do_due()
    assert (task.outcome, task.failed, task.under_way) == ("1 washed", 0, False)
    assert task.took_ms >= 0
    assert abs(task.due_at - task.finished_at - MINUTE) < SOON
    assert do_due() is None
    pass_time(MINUTE)
    assert do_due().outcome == "2 washed"


@pytest.mark.django_db(transaction=True)
def test_eight_concurrent_dealers_run_a_task_once(dishes):
    periodic_tasks.create_missing_rows()
    start = threading.Barrier(8)

    def look(_):
        start.wait()
        do_due()
        connection.close()

    for round_ in range(5):
        in_threads(8, look)
        assert len(dishes) == round_ + 1
        pass_time(MINUTE)


@pytest.mark.django_db(transaction=True)
def test_a_running_task_holds_no_lock(dishes):
    periodic_tasks.create_missing_rows()

    def read_from_outside():
        in_threads(1, lambda _: PeriodicTask.objects.update(outcome="seen"))
        return f"{row().outcome} meanwhile"

    assert (
        periodic_tasks.carry_out(periodic_tasks.claim(["dishes"]), read_from_outside).outcome
        == "seen meanwhile"
    )


def test_another_dealer_runs_the_task_of_a_killed_one_after_its_lease(db, dishes):
    periodic_tasks.create_missing_rows()
    killed = periodic_tasks.claim(["dishes"])
    assert row().under_way
    lease = killed.task.lease
    pass_time(lease - MINUTE)
    assert do_due() is None
    pass_time(MINUTE)
    assert do_due().outcome == "1 washed"
    # The first process was only slow: its late result must not overwrite the other's.
    periodic_tasks.carry_out(killed, lambda: "late")
    assert row().outcome == "1 washed"


def test_a_failed_task_is_logged_and_retried_with_growing_delays(db, dishes, caplog):
    periodic_tasks.create_missing_rows()

    def fail():
        raise ValueError("no water")

    waits = []
    for times in range(1, 10):
        task = periodic_tasks.carry_out(periodic_tasks.claim(["dishes"]), fail)
        assert (task.failed, task.outcome) == (times, "ValueError: no water")
        waits.append(round((task.due_at - task.finished_at) / MINUTE))
        pass_time(DAY)
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert "a periodic task failed" in caplog.text
    assert (do_due().failed, row().outcome) == (0, "1 washed")


def test_daily_tasks_run_at_their_hour():
    daily = Task("sweep", "Sweep", str, DAY, datetime.time(2, 30))
    noon = datetime.datetime(2026, 3, 4, 12, tzinfo=datetime.UTC)
    assert daily.next_after(noon) == datetime.datetime(2026, 3, 5, 2, 30, tzinfo=datetime.UTC)
    early = noon.replace(hour=1)
    assert daily.next_after(early) == early.replace(hour=2, minute=30)


def test_a_new_platform_runs_light_tasks_first(db):
    periodic_tasks.create_missing_rows()
    due = set(
        PeriodicTask.objects.filter(due_at__lte=timezone.now()).values_list("name", flat=True)
    )
    minutely = {"audit_new", "close_tables", "erase_people", "find_gathered_chips"}
    assert due == minutely | {"publish_delayed_hands", "end_late_ladder_matches"}
    assert PeriodicTask.objects.count() == len(TASKS)


@pytest.fixture
def hurried(transactional_db, dishes, monkeypatch):
    monkeypatch.setattr(periodic_tasks, "FIRST_LOOK_AFTER_S", 0)
    monkeypatch.setattr(periodic_tasks, "LOOK_EVERY_S", 0.01)


@pytest.fixture
def task_runner(hurried):
    one = TaskRunner()
    one.start()
    yield one
    one.stop()


def test_the_runner_continues_after_a_database_outage(hurried, dishes, monkeypatch, caplog):
    real, away = periodic_tasks.claim, []

    def claim(names):
        if not away:
            away.append(names)
            raise ConnectionError
        return real(names)

    monkeypatch.setattr(periodic_tasks, "claim", claim)
    task_runner = TaskRunner()
    task_runner.start()
    wait_until(lambda: dishes, "the dishes")
    task_runner.stop()
    assert "periodic tasks could not be run" in caplog.text


@pytest.fixture
def sweeping(hurried, monkeypatch, tmp_path, settings):
    """A heavy task beside the other one; the test decides what `manage.py` does."""
    heavy = Task("sweep", "Sweep", str, heavy=True)
    monkeypatch.setitem(periodic_tasks.TASKS, "sweep", heavy)
    monkeypatch.setattr(periodic_tasks, "HEAVY_AFTER_S", 0)
    settings.BASE_DIR = tmp_path
    return (tmp_path / "manage.py").write_text


def sweep():
    return PeriodicTask.objects.get(name="sweep")


def test_heavy_tasks_run_in_their_own_process(sweeping, request):
    sweeping("import sys; print('noise'); print('swept by', *sys.argv[1:])")
    request.getfixturevalue("task_runner")
    wait_until(lambda: PeriodicTask.objects.exclude(outcome="").count() == 2, "two outcomes")
    assert sweep().outcome == "swept by periodic_tasks do sweep"


@pytest.mark.parametrize("much", [True, False])
def test_a_task_with_much_work_gets_its_own_process(sweeping, monkeypatch, request, much):
    monkeypatch.setitem(
        periodic_tasks.TASKS,
        "sweep",
        Task("sweep", "Sweep", lambda: "swept here", apart=lambda: much),
    )
    sweeping("import sys; print('swept by', *sys.argv[1:])")
    request.getfixturevalue("task_runner")
    wait_until(lambda: PeriodicTask.objects.exclude(outcome="").count() == 2, "two outcomes")
    assert sweep().outcome == ("swept by periodic_tasks do sweep" if much else "swept here")


def test_a_heavy_task_does_not_delay_others(sweeping, dishes, request):
    sweeping("import signal; signal.pause()")
    request.getfixturevalue("task_runner")
    begun = PeriodicTask.objects.filter(name="sweep", started_at__isnull=False)
    wait_until(begun.exists, "the start")
    for times in (1, 2):
        wait_until(lambda times=times: len(dishes) == times, "the dishes")
        wait_until(lambda times=times: row().outcome == f"{times} washed", "the outcome")
        pass_time(MINUTE)


def test_heavy_tasks_wait_until_the_platform_has_run_for_a_while(
    sweeping, dishes, monkeypatch, request
):
    monkeypatch.setattr(periodic_tasks, "HEAVY_AFTER_S", 3_600)
    request.getfixturevalue("task_runner")
    wait_until(lambda: PeriodicTask.objects.filter(outcome="1 washed").exists(), "the outcome")
    pass_time(MINUTE)
    wait_until(lambda: len(dishes) == 2, "the dishes again")
    assert sweep().started_at is None


def test_a_stopping_runner_terminates_its_heavy_task(sweeping, tmp_path):
    sweeping("import pathlib, signal; pathlib.Path(__file__ + '.on').touch(); signal.pause()")
    task_runner = TaskRunner()
    task_runner.start()
    wait_until((tmp_path / "manage.py.on").exists, "the command")
    task_runner.stop()
    assert (sweep().failed, sweep().outcome) == (1, "RuntimeError: its process exited with -15")


@pytest.mark.parametrize("on", [True, False])
def test_a_dealer_runs_tasks_if_the_settings_allow_it(hurried, dishes, settings, on):
    settings.PERIODIC_TASKS = on
    one = LiveDealer()
    one.start(dealer.run)
    if on:
        wait_until(lambda: dishes, "the dishes")
    one.stop()
    assert bool(dishes) == on


def test_the_command_lists_tasks_and_runs_one(db, dishes):
    periodic_tasks.create_missing_rows()
    do_due()
    out = StringIO()
    call_command("periodic_tasks", "run", "dishes", stdout=out)
    assert out.getvalue().startswith("2 washed (")
    call_command("periodic_tasks", stdout=out)
    assert "dishes" in out.getvalue()
    assert out.getvalue().endswith("2 washed\n")
    periodic_tasks.carry_out(periodic_tasks.claim(["dishes"], due=False), lambda: 1 / 0)
    out = StringIO()
    call_command("periodic_tasks", stdout=out)
    assert "failed × 1: ZeroDivisionError" in out.getvalue()


def test_a_running_or_unknown_task_is_not_started(db, dishes):
    periodic_tasks.create_missing_rows()
    periodic_tasks.claim(["dishes"])
    with pytest.raises(CommandError, match="already running"):
        call_command("periodic_tasks", "run", "dishes")
    with pytest.raises(RequestRefused, match="dishes") as no:
        periodic_tasks.run_now("windows")
    assert no.value.code == "NO_SUCH_TASK"


@pytest.mark.parametrize("name", list(TASKS))
def test_every_registered_task_can_run(db, name):
    task = periodic_tasks.run_now(name)
    assert (task.failed, bool(task.outcome)) == (0, True)
