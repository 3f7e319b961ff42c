"""A browser tells its user's account of preferences until it has them, and no other account."""

import json
from typing import Any

import pytest
from playwright.async_api import Page

FOLLOW = """async ([kept, status]) => {
  localStorage.setItem("cardhouse.untold", JSON.stringify({deck: "large"}));
  if (kept !== null) document.documentElement.dataset.kept = kept;
  document.body.innerHTML = '<input name="csrfmiddlewaretoken" value="x">';
  const told = [];
  window.fetch = async (_address, {body}) => {
    told.push(JSON.parse(body).preferences);
    return new Response(null, {status});
  };
  const {settings} = await import("/static/js/settings.js");
  await new Promise((done) => setTimeout(done));
  const untold = JSON.parse(localStorage.getItem("cardhouse.untold") ?? "{}");
  return {deck: settings.deck, told, untold};
}"""
KEPT = json.dumps({"deck": "2"})
LARGE = {"deck": "large"}


@pytest.mark.parametrize(
    ("kept", "status", "expected"),
    [
        (KEPT, 200, {"deck": "large", "told": [LARGE], "untold": {}}),
        (KEPT, 503, {"deck": "large", "told": [LARGE], "untold": LARGE}),
        (None, 200, {"deck": "4", "told": [], "untold": {}}),
    ],
    ids=["acknowledged", "not answered", "another visitor"],
)
async def test_preferences_are_told_until_the_account_has_them(
    page: Page, kept: str | None, status: int, expected: dict[str, Any]
) -> None:
    assert await page.evaluate(FOLLOW, [kept, status]) == expected
