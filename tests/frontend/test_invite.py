"""The dialog with the link to a table: its host replaces the link of a private one."""

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.frontend.conftest import run

DRAW = """(async () => {
    const { html, render } = await import('/static/js/view.js');
    document.body.innerHTML = '<input name="csrfmiddlewaretoken" value="t"><div></div>';
    window.sent = [];
    window.fetch = async (url, { body }) => {
        sent.push([url, body.get('do')]);
        return new Response('{}');
    };
    window.draw = (state) =>
        render(html`<${m.Invite} state=${state} />`, document.querySelector('div'));
    draw(x);
})()"""


def state(**changes: Any) -> dict[str, Any]:
    table = {"name": "Family", "private": True, "invite": "/i/first/", "host": "Asha"} | changes
    return {"table": table, "you": {"name": "Asha"}, "boot": {"host_url": "/t/family/host/"}}


async def test_the_host_replaces_the_link_with_two_presses_and_sees_the_new_one(
    page: Page,
) -> None:
    await run(page, "table/dialogs/invite.js", DRAW, state())
    await page.get_by_role("button", name="New link").click()
    assert await page.evaluate("sent") == []
    await page.get_by_role("button", name="Replace the link").click()
    assert await page.evaluate("sent") == [["/t/family/host/", "new_invite"]]
    await page.evaluate("draw", state(invite="/i/second/"))
    await expect(page.get_by_label("Invite link")).to_have_value(re.compile("/i/second/$"))
    await expect(page.get_by_role("button", name="New link")).to_be_visible()


@pytest.mark.parametrize("changes", [{"host": "Binod"}, {"private": False}], ids=str)
async def test_others_and_hosts_of_public_tables_only_pass_the_link_on(
    page: Page, changes: dict[str, Any]
) -> None:
    await run(page, "table/dialogs/invite.js", DRAW, state(**changes))
    await expect(page.get_by_label("Invite link")).to_be_visible()
    await expect(page.get_by_role("button", name="New link")).to_have_count(0)
