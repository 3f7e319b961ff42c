"""Names from right to left are drawn before what follows them, wherever they stand."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import Page, expect

from accounts.people.models import User
from accounts.people.names import spelling
from lobby.tables.models import Table
from tests.browser.seated_table import session_of
from tests.support.three_people import arrive, three_people

pytestmark = pytest.mark.django_db(transaction=True)

OMAR, COPY = "عمر", "Asha1"
ORDER = """([selector, name]) => [...document.querySelectorAll(selector)]
  .filter((element) => element.textContent.includes(name) && element.getClientRects().length)
  .map((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const left = { name: null, after: null };
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      const range = document.createRange();
      const take = (from, to) => {
        range.setStart(texts.currentNode, from);
        range.setEnd(texts.currentNode, to);
        return range.getBoundingClientRect().left;
      };
      let from = 0;
      if (left.name === null) {
        if (!data.includes(name)) continue;
        left.name = take(data.indexOf(name), data.indexOf(name) + name.length);
        from = data.indexOf(name) + name.length;
      }
      const after = data.slice(from).search(/[0-9A-Za-z]/);
      if (left.after === null && after >= 0) left.after = take(from + after, from + after + 1);
    }
    return left.after === null || left.name < left.after || element.textContent;
  })"""
"""Whether each visible element draws the name left of the first letter or digit after it."""


def room_of_omar():
    room, _sessions = three_people()
    for user, name in zip(room.people, ("Asha", OMAR, COPY), strict=True):
        User.objects.filter(pk=user.pk).update(name=name, name_key=spelling.name_key(name))
        user.refresh_from_db()
    Table.objects.filter(pk=room.table.pk).update(autostart=True)
    room.deal()
    hand = room.hand
    room.fold_down()
    return room, hand, session_of(room.people[0])


async def drawn_in_order(page: Page, selector: str) -> None:
    await expect(page.locator(selector).filter(has_text=OMAR).first).to_be_attached()
    found = await page.evaluate(ORDER, [selector, OMAR])
    assert found
    assert set(found) == {True}, (selector, found)


async def test_a_name_from_right_to_left_is_drawn_first_everywhere(visitors) -> None:
    room, hand, session = await sync_to_async(room_of_omar)()
    asha = await arrive(visitors, room, "asha", session, width=1440, height=900)
    page = asha.page
    for selector in ("[data-seat='1'] .plate", ".log li"):
        await drawn_in_order(page, selector)
    mark = page.locator("[data-seat='2'] .badge")
    await expect(mark).to_have_attribute("title", "name almost like another player's")
    await expect(page.locator("[data-seat='1'] .badge")).to_have_count(0)
    await page.goto("/")
    await drawn_in_order(page, "body")
    await page.goto(f"/hands/{hand.id}/")
    await drawn_in_order(page, "table td, table th, ol li")
