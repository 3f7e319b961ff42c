"""The public status: from real checks, the same for people and apps, and cheap to ask for."""

import asyncio
import datetime
from typing import Any

import pytest
from django.test import AsyncClient
from django.utils import timezone

from config.web import health, status
from core.periodic_tasks.models import PeriodicTask
from core.runtime import single_flight
from lobby.moderation.models import AuditFinding

READY = {"database": True, "valkey": True, "dealer": True}


@pytest.fixture(autouse=True)
def _asks_anew() -> Any:
    status._audits.clear()
    yield
    status._audits.clear()


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """The parts of `/readyz`, all well; a test may change them."""
    parts = dict(READY)

    async def current() -> dict[str, bool]:
        return parts

    monkeypatch.setattr(health, "current", current)
    return parts


@pytest.fixture
def audited(transactional_db: None) -> PeriodicTask:
    now = timezone.now()
    return PeriodicTask.objects.create(name="audit_new", due_at=now, finished_at=now)


async def told() -> tuple[str, dict[str, str], dict[str, Any]]:
    """The status for apps: the whole, each part, and all of it."""
    answer = await AsyncClient().get("/api/v1/status")
    assert answer.status_code == 200
    said = answer.json()
    return said["status"], {one["part"]: one["status"] for one in said["parts"]}, said


async def read(**headers: str) -> str:
    page = await AsyncClient().get("/status/", headers=headers)
    assert page.status_code == 200
    assert page["Cache-Control"] == "public, max-age=10"
    return page.content.decode()


async def test_apps_and_people_are_told_the_same(ready: Any, audited: PeriodicTask) -> None:
    whole, parts, said = await told()
    assert whole == "ok"
    assert parts == dict.fromkeys(("play", "live", "dealer", "ledger"), "ok")
    assert said["ledger_checked_at"] == int(audited.finished_at.timestamp() * 1_000)
    page = await read()
    assert "Everything works" in page
    assert page.count("<td>Works</td>") == 4
    assert "सब कुछ काम कर रहा है" in await read(accept_language="hi")
    assert "一切正常" in await read(accept_language="zh-hans")


async def test_a_part_that_does_not_work_is_named(ready: Any, audited: PeriodicTask) -> None:
    ready["dealer"] = False
    whole, parts, _said = await told()
    assert (whole, parts["dealer"], parts["play"]) == ("degraded", "down", "ok")
    page = await read()
    assert "Some parts do not work right now" in page
    assert page.count("Does not work") == 1


async def test_a_finding_of_the_audit_is_public_without_what_it_is_about(
    ready: Any, audited: PeriodicTask
) -> None:
    await AuditFinding.objects.acreate(kind="ledger", subject="account 7", text="a chip too many")
    whole, parts, said = await told()
    assert (whole, parts["ledger"]) == ("degraded", "down")
    assert "account 7" not in str(said) + await read()


@pytest.mark.parametrize("changes", [{"age": 16}, {"failed": 1}, {"finished_at": None}])
async def test_an_audit_that_is_late_or_failed_says_nothing(
    ready: Any, audited: PeriodicTask, changes: dict[str, Any]
) -> None:
    if age := changes.pop("age", 0):
        changes["finished_at"] = timezone.now() - datetime.timedelta(minutes=age)
    await PeriodicTask.objects.aupdate(**changes)
    whole, parts, _said = await told()
    assert (whole, parts["ledger"]) == ("ok", "unknown")
    assert "Not known" in await read()
    assert "Everything works" not in await read(**{"accept-language": "en"})


async def test_it_is_shown_without_a_database_and_names_no_machine(
    ready: Any, settings: Any
) -> None:
    """No database: a query here would be an error of the test."""
    ready.update(database=False, valkey=False)
    whole, parts, said = await told()
    assert (whole, parts["play"], parts["ledger"]) == ("down", "down", "unknown")
    page = await read(cookie=f"{settings.SESSION_COOKIE_NAME}=somebody")
    assert "You can&#x27;t play right now" in page or "You can't play right now" in page
    for secret in (settings.DATABASES["default"]["HOST"], settings.VALKEY_URL):
        assert secret not in page + str(said)


async def test_many_who_ask_cost_one_reading(
    ready: Any, audited: PeriodicTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_times, rendered, audits = [], [], status._audited

    def counted() -> Any:
        read_times.append(1)
        return audits()

    monkeypatch.setattr(status, "_audited", counted)
    monkeypatch.setattr(
        status, "render_to_string", lambda *_a: rendered.append(1) or f"page {len(rendered)}"
    )
    status._page.cache_clear()
    try:
        await asyncio.gather(*(told() for _ in range(10)), *(read() for _ in range(10)))
        assert (len(read_times), len(rendered)) == (1, 1)
        clock = single_flight.monotonic() + status.SHARED_S + 1
        monkeypatch.setattr(single_flight, "monotonic", lambda: clock)
        await told()
        assert len(read_times) == 2
    finally:
        status._page.cache_clear()
