"""A name from right to left does not move the number beside it."""

from playwright.async_api import Page

from tests.frontend.conftest import run

ISOLATE = "isolate.js"


async def test_the_number_stays_after_the_name(empty_page: Page) -> None:
    body = """(() => {
      document.body.innerHTML = '<p style="font: 20px serif; width: 500px">Bo raises to 50, ' +
        m.isolate(x) + ' <span>200</span> all-in</p>';
      const text = document.querySelector("p").firstChild;
      const range = document.createRange();
      const at = text.data.indexOf(x);
      range.setStart(text, at); range.setEnd(text, at + x.length);
      const name = range.getBoundingClientRect();
      const number = document.querySelector("span").getBoundingClientRect();
      document.body.replaceChildren();
      return number.left >= name.right - 1;
    })()"""
    for name in ("عمر", "דוד", "Anna"):
        assert await run(empty_page, ISOLATE, body, name), name
    assert await run(empty_page, ISOLATE, "m.isolate('Anna') + m.isolate('王伟')") == "Anna王伟"
