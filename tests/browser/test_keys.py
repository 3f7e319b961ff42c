"""Keys of one's own: chosen in the settings, shown on the buttons, kept for the next visit."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.browser.company import log_in
from tests.browser.test_table import three_people

pytestmark = pytest.mark.django_db(transaction=True)

PRESS_AT_ONCE = """new MutationObserver((changes, watch) => {
  if (!changes.some((one) => one.target.id === "table" && one.removedNodes.length)) return;
  watch.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}).observe(document, { childList: true, subtree: true });"""
"""Press ? when the page is first drawn, in place of the loading text."""


async def test_keys_work_at_once_and_a_shortcut_gets_another(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    await log_in(visitors, asha, sessions["Asha"])
    page = asha.page
    await page.add_init_script(PRESS_AT_ONCE)  # opens the settings
    await page.goto(f"/t/{room.table.slug}/")
    dialog = page.get_by_role("dialog", name="Settings")
    keys = dialog.locator(".keys")
    await expect(keys.locator("summary")).to_contain_text("Keyboard shortcuts")
    pack = keys.get_by_role("button", name="key F, change")
    before = await keys.locator("dt kbd").all_inner_texts()
    await pack.click()
    await expect(pack).to_contain_text("press a key")
    await page.keyboard.press("s")  # another shortcut has it: they change places
    await expect(keys.get_by_role("button", name="key S, change").first).to_be_visible()
    after = await keys.locator("dt kbd").all_inner_texts()
    assert sorted(after) == sorted(before)
    assert after != before
    await page.reload()
    kept = await page.evaluate("JSON.parse(localStorage.getItem('cardhouse.settings')).keys")
    assert kept == {"f": "s", "s": "f"}
