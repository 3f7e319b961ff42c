"""Texts of a page that do not fit its window; a table's stage has its own check."""

from typing import Any

MISFITS = """() => {
  const found = new Set();
  const width = document.documentElement.clientWidth;
  const whole = document.documentElement.scrollWidth;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  if (whole > width + 1) {
    const scrolled = (one) =>
      one !== document.body && (scrolls(one) || scrolled(one.parentElement));
    const far = [...document.body.querySelectorAll("*")].filter(
      (one) => one.getBoundingClientRect().right > width + 1 && !scrolled(one.parentElement),
    );
    found.add(`the page is ${whole} wide: ${far.at(-1)?.outerHTML.slice(0, 120)}`);
  }
  const skipped = "script, style, svg, .visually-hidden, .skip, [aria-hidden=true], .stage";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim();
    const element = walk.currentNode.parentElement;
    if (!text || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    if (element.closest(skipped)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const say = (what) => found.add(`${what}: ${element.localName}.${element.className} ${text}`);
    let box = element;
    for (; box && box !== document.body; box = box.parentElement) {
      if (scrolls(box)) break;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
      if (textOverflow === "ellipsis") break; // a name that says itself that it is cut
      const edge = box.getBoundingClientRect();
      const over = overflowX !== "visible" && (left < edge.left - 1 || right > edge.right + 1);
      const below = overflowY !== "visible" && (top < edge.top - 4 || bottom > edge.bottom + 4);
      if (over || below) {
        say("cut");
        break;
      }
    }
    if (box === document.body && (left < -1 || right > width + 1)) say("outside");
  }
  return [...found];
}"""


async def misfits(page: Any, *widths: int, height: int = 812) -> list[str]:
    """Texts that are cut or outside at these widths of the window, and pages that scroll aside."""
    found = []
    for width in widths:
        await page.set_viewport_size({"width": width, "height": height})
        # With reduced motion each change takes a millisecond, not none.
        await page.evaluate("new Promise((done) => setTimeout(done, 30))")
        found += [f"{width}: {one}" for one in await page.evaluate(MISFITS)]
    return found
