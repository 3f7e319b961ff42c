"""The rules of WCAG 2.2 AA that axe can check, on an open page."""

from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.async_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES = {
    rule: {"enabled": True} for rule in ("landmark-one-main", "region", "page-has-heading-one")
}
RUN = """async ([tags, rules]) => {
  const options = { runOnly: tags, rules, resultTypes: ["violations"], preload: false };
  const found = await axe.run(options);
  return found.violations.map((one) => [
    one.id,
    one.nodes.length,
    ...one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 200)}: ${node.failureSummary}`),
  ]);
}"""
TOO_WIDE = """() => [...document.querySelectorAll("html, .panel")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => ["wider than its place", one.outerHTML.slice(0, 200)])"""
"""Panels whose last columns a reader has to find by scrolling sideways."""


async def violations(page: Page, *sizes: tuple[int, int]) -> list[Any]:
    """The rules that the page breaks at each size, with how often and three examples."""
    found: list[Any] = []
    for width, height in sizes:
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(AXE)
        found += await page.evaluate(RUN, [TAGS, RULES])
        found += await page.evaluate(TOO_WIDE)
    return found
