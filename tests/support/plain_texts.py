"""Texts in plain Latin letters on a page that is in another language."""

import re
from typing import Any

PLAIN = """() => {
  const found = [];
  const say = (where, text) => {
    const words = (text ?? "").match(/[A-Za-z]{3,}/g);
    if (words) found.push([where, text.trim().slice(0, 120)]);
  };
  say("title", document.title);
  const skip = "script, style, noscript, bdi, body [lang], [translate=no], code, kbd, time, .name";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!element.closest(skip)) say(element.outerHTML.slice(0, 80), walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.closest("bdi, [translate=no], html > head"))
        say(`${element.tagName} ${name}`, element.getAttribute(name));
  const about = document.querySelector("meta[name=description]");
  say("description", about?.content);
  return found;
}"""
NAMES = re.compile(
    r"Cardhouse|Asha|Binod|Chitra|Dev|Marigold|Table \d+|PHH|PokerStars|API|SHA-256|REST|JSON|"
    r"TFAIR\d|Ed25519|English|WebSocket|CSV|(?:key|chain)\.json"
)
"""Names on a page, in Latin letters in every language. Times follow the browser's own words."""


async def plain_texts(page: Any) -> list[tuple[str, str]]:
    """The texts in plain letters of the page that is open, but for names."""
    found = await page.evaluate(PLAIN)
    return [(where, text) for where, text in found if re.search("[A-Za-z]{3}", NAMES.sub("", text))]
