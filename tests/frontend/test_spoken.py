"""Screen readers hear a hand in numbered lines, and nothing twice."""

import re

import pytest
from playwright.async_api import Page

from games.engines.core.contract import Viewer
from tests.support.size import some
from tests.support.told_page import SEATS, heard, open_told, say, small_table

LISTEN = """() => {
  window.said = [];
  window.elsewhere = [];
  const others = "[role=status], [role=alert], [role=alertdialog], [aria-live]";
  new MutationObserver((changes) => {
    for (const {target, addedNodes} of changes) {
      const from = target.nodeType === 1 ? target : target.parentElement;
      const region = from?.closest("#spoken");
      if (region) for (const line of addedNodes) said.push(line.textContent);
      else if (from?.closest(others)) elsewhere.push(from.closest(others).textContent);
      else for (const one of addedNodes)
        if (one.querySelector && (one.matches(others) || one.querySelector(others)))
          elsewhere.push((one.matches(others) ? one : one.querySelector(others)).textContent);
    }
  }).observe(document, {subtree: true, childList: true, characterData: true});
}"""
NUMBERED = re.compile(r"(\d+)\. .+", re.DOTALL)


@pytest.mark.parametrize("key", some(SEATS, 2))
async def test_a_hand_is_said_in_numbered_lines_alone(told: Page, files: str, key: str) -> None:
    table = small_table(key, SEATS[key])
    seat = table.hands[0].opening.seats[0]
    first, *messages = heard(table, Viewer(seat=seat))
    for at, message in enumerate(messages):
        if message.get("hand"):
            message["hand"]["seq"] = at
    await open_told(told, files, key, user=True, cuts=table.cuts_of(seat))
    await say(told, first)
    await told.locator(".table-bar").wait_for()
    await told.wait_for_timeout(300)
    await told.evaluate(LISTEN)
    await say(told, *messages)
    said: list[str] = []
    while not said or len(said) < len(await told.evaluate("said")):
        said = await told.evaluate("said")
        await told.wait_for_timeout(500)
    numbers = [int(found[1]) for line in said if (found := NUMBERED.fullmatch(line))]
    assert numbers == list(range(numbers[0], numbers[0] + len(said)))
    assert await told.evaluate("elsewhere") == []
