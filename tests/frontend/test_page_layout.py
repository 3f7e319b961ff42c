"""The check of a page's layout finds what does not fit."""

import pytest
from playwright.async_api import Page

from tests.support.page_layout import misfits

pytestmark = pytest.mark.asyncio(loop_scope="session")
LONG = "W" * 60
CASES = [
    (f"<h1>{LONG}</h1>", "outside: h1. W"),
    (f"<main style='overflow: hidden'><p>{LONG}</p></main>", "cut: p. W"),
    ("<div style='width: 500px'><b>short</b></div>", "wide: <div"),
    ("<p style='position: absolute; left: 350px'>Some words</p>", "outside: p. Some"),
    ("<p style='height: 9px; overflow: hidden'>One<br>two</p>", "cut: p. two"),
    (f"<p style='overflow-x: auto'>{LONG}</p>", ""),
    (f"<p class=visually-hidden style='overflow: hidden; width: 1px'>{LONG}</p>", ""),
    ("<h1>Some words that break into lines where they must</h1>", ""),
]


async def test_texts_that_do_not_fit_are_found(page: Page) -> None:
    for body, expected in CASES:
        await page.set_content(f"<!doctype html><body style='margin: 0'>{body}")
        found = await misfits(page, 320)
        assert any(expected in one for one in found) if expected else found == [], (body, found)
