"""The pages for authors of clients, and the page of devices: their statements are true."""

import html
import re
import subprocess
import sys

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from playwright.async_api import expect

from accounts.people.actions import users
from accounts.people.models import Device
from tests.browser.seated_table import log_in, session_of
from tests.support.app import app_of


def _examples(kind, page):
    return [
        html.unescape(text) for text in re.findall(rf"<code data-{kind}>(.*?)</code>", page, re.S)
    ]


def _page(url):
    return Client(SERVER_NAME=url.removeprefix("http://")).get("/api/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_commands_of_the_page_run_as_they_stand(live_server_without_dealer, settings):
    url = live_server_without_dealer.url
    settings.ALLOWED_HOSTS = ["*"]
    script = ["set -e -o pipefail"]
    for number, example in enumerate(_examples("shell", _page(url))):
        script += [example, f"echo; echo step {number}"]
    done = subprocess.run(["bash", "-c", "\n".join(script)], capture_output=True, text=True)
    steps = re.split(r"\nstep \d\n", done.stdout)
    assert done.returncode == 0, done.stderr
    assert '{"code"' not in done.stdout  # no step was refused
    expected = ['"kind":"guest"', "", '"items"', '"table"', '"at"', '"ticket"']
    assert len(steps) == len(expected) + 1
    for step, says in zip(steps, expected, strict=False):
        assert says in step, step


@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_page_plays(live, settings):
    settings.ALLOWED_HOSTS = ["*"]
    (bot,) = _examples("bot", _page(live.url))
    process = subprocess.Popen(
        [sys.executable, "-c", bot], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
    finally:
        process.kill()
        process.wait()
    assert said.endswith(" done\n"), said


@pytest.mark.django_db(transaction=True)
async def test_the_api_reference_has_its_own_policy_and_other_pages_stay_strict(visitors):
    reader = await visitors.arrive("reader", width=1440, height=900)
    await reader.page.goto("/api/v1/docs/")
    await expect(reader.page.locator(".opblock").first).to_be_visible()
    await reader.shoot("api-reference")
    await reader.page.goto("/api/")
    await expect(reader.page.locator("h1")).to_have_text("Write a client in ten minutes")
    await reader.shoot("api-ten-minutes")
    policy = (await reader.page.request.get("/api/")).headers["content-security-policy"]
    assert "unsafe" not in policy


@pytest.mark.django_db(transaction=True)
async def test_a_user_logs_a_lost_phone_out_on_their_page(visitors, transactional_db):
    anna = await sync_to_async(users.register_person)(name="Anna", password="correct-horse-42")
    app = await sync_to_async(app_of)(anna)
    window = await visitors.arrive("anna", width=375, height=812)
    await log_in(visitors, window, await sync_to_async(session_of)(anna))
    await window.page.goto("/me/devices/")
    await window.shoot("devices")
    await window.page.get_by_role("button", name="Log out Phone").click()
    await expect(window.page.get_by_text("not logged in with any app.")).to_be_visible()
    assert await sync_to_async(app.refused)("get", "me") == (401, "BAD_TOKEN")
    await window.page.get_by_role("button", name="Log out everywhere").click()
    await window.page.wait_for_url("**/accounts/login/")
    assert await sync_to_async(Device.objects.filter(revoked_at=None).count)() == 0
