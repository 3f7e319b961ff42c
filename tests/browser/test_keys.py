"""Keys of one's own: chosen in the settings, shown on the buttons, kept for the next visit."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.browser.test_table import arrive, three_people

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_shortcut_gets_another_key_and_gives_its_own_away(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await arrive(visitors, room, "asha", sessions["Asha"], width=1440, height=900)
    page = asha.page
    await page.keyboard.press("?")  # opens the settings
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
