"""Keys of one's own: chosen in the settings, shown on the buttons, kept for the next visit."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.browser.seated_table import log_in
from tests.support.three_people import three_people

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
    async with page.expect_response("**/api/v1/me"):  # the account keeps it before the next page
        await page.keyboard.press("s")  # another shortcut has it: they change places
    await expect(keys.get_by_role("button", name="key S, change").first).to_be_visible()
    after = await keys.locator("dt kbd").all_inner_texts()
    assert sorted(after) == sorted(before)
    assert after != before
    await page.reload()
    kept = await page.evaluate("JSON.parse(localStorage.getItem('cardhouse.settings')).keys")
    assert kept == {"f": "s", "s": "f"}


async def test_every_key_of_every_table_does_what_the_settings_say(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    await log_in(visitors, asha, sessions["Asha"])
    page = asha.page
    await page.goto(f"/t/{room.table.slug}/")
    await expect(page.locator(".dock")).to_be_visible()
    side = page.locator("aside.side")
    log, field = side.get_by_role("tab", name="Hand"), page.locator(".say input")
    sound = "JSON.parse(localStorage.getItem('cardhouse.settings') ?? '{}').sound"

    async def pressed(key: str) -> None:
        await page.locator("body").press(key)

    await expect(side).to_be_visible()  # it is loaded after the table
    tried = set()
    for shown in (False, True):  # the panel is open at first
        await pressed("l")
        await expect(side).to_have_count(int(shown))
    await expect(log).to_have_attribute("aria-selected", "true")
    tried.add("L")
    await pressed("t")
    await expect(field).to_be_focused()
    await page.keyboard.press("Escape")
    tried.add("T")
    await pressed("l")  # from the chat to the log
    await expect(log).to_have_attribute("aria-selected", "true")
    for setting, received in (("off", "Sound: off"), ("turn", "Sound: my turn")):
        await pressed("m")
        await expect(page.get_by_text(received)).to_be_visible()
        assert await page.evaluate(sound) == setting
    tried.add("M")
    await pressed("e")
    await expect(page.get_by_role("dialog", name="Reactions")).to_be_visible()
    await page.keyboard.press("Escape")
    tried.add("E")
    await pressed("i")
    ranking = page.get_by_role("dialog", name="What beats what")
    await expect(ranking.locator("ol.ranking ch-cards svg").first).to_be_visible()
    await page.keyboard.press("Escape")
    tried.add("I")
    await pressed("?")
    dialog = page.get_by_role("dialog", name="Settings")
    await expect(dialog).to_be_visible()
    tried.add("?")
    listed = await dialog.locator(".keys dl div").all_inner_texts()
    own = {line.split()[0] for line in listed[-6:]}
    assert own == tried
