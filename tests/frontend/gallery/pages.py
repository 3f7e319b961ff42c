"""The pages of the gallery: a list, and each state as the table's page draws it."""

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.template import RequestContext, Template
from django.utils.translation import override

from config.web import error_pages
from core.messages import catalogue
from core.wire import shown
from games.engines.core import registry
from games.hands.api.rules import GameRanking
from games.rulebook.ranking import ranking_of
from tests.frontend.gallery.states import STATES, State
from tests.frontend.layout_gate import unproved
from tests.support.scenes import SCENES
from tests.support.told_page import FAKE, page_of

INLINE = "default-src 'self'; script-src 'self' 'unsafe-inline' data:; style-src 'self'; img-src *"
"""The policy of these pages, whose scripts stand in them."""
PLAYER = {"games": [], "summary": {"hands": 412, "won": 97}, "note": "", "blocked": False}
"""What the page is told of a player."""
TELL = """(async () => {{
  const told = {told}, steps = {steps}, then = {then}, answers = {answers};
  const ask = window.fetch;
  window.fetch = (address, how) => {{
    const known = Object.keys(answers).find((part) => String(address).includes(part));
    return known ? Promise.resolve(Response.json(answers[known])) : ask(address, how);
  }};
  Storage.prototype.setItem = () => {{}};  // the developer's own settings stay
  const until = async (found) => {{
    for (;;) {{
      const one = found();
      if (one) return one;
      await new Promise((done) => setTimeout(done, 20));
    }}
  }};
  (await until(() => window.lines?.at(-1))).say(told);
  await until(() => document.querySelector(".stage"));
  for (const step of steps) {{
    const named = (one) => one.textContent.trim() === step.slice(1);
    const buttons = () => [...document.querySelectorAll("dialog button")];
    (await until(() => step.startsWith("=")
      ? buttons().find(named)
      : document.querySelector(step))).click();
  }}
  if (then === "lost") window.lines.at(-1).onclose({{ code: 1006 }});
  await document.fonts.ready;
  document.documentElement.dataset.shown = "";
}})();"""


@cache
def _scenes(game: str) -> dict[str, Any]:
    return SCENES[game]()


def html_of(state: State) -> str:
    """Return the page that draws a state."""
    if state.status:
        with override(state.language):
            return error_pages.plain(state.status).decode()
    told = _scenes(state.game)[state.moment]
    texts = catalogue(state.language)
    steps = [f"={texts.text(step[1:])}" if step.startswith("=") else step for step in state.steps]
    rules = told["table"]["rules"]
    answers = {"/ranking?": _ranking(state.game, rules), "/players/": PLAYER}
    script = TELL.format(
        told=_safe(told), steps=_safe(steps), then=_safe(state.then), answers=_safe(answers)
    )
    about = unproved(state.game, rules, state.language)
    more = f"<script>({FAKE})()</script><script>{script}</script>"
    return page_of(state.game, **about, room=state.room, more=more)


def _ranking(game: str, rules: dict[str, Any]) -> Any:
    """Return the card with the ranking, as the API gives it."""
    found = registry.get(game)
    card = ranking_of(found, found.rules_from_json(rules))
    return msgspec.to_builtins(shown(GameRanking, card))


def _safe(value: Any) -> str:
    return json.dumps(value).replace("<", "\\u003c")


def one(_request: HttpRequest, name: str) -> HttpResponse:
    """Draw a state."""
    if (state := STATES.get(name)) is None:
        raise Http404
    return HttpResponse(html_of(state), headers={"Content-Security-Policy": INLINE})


def index(request: HttpRequest) -> HttpResponse:
    """List all states."""
    groups = groupby(STATES.items(), key=lambda named: named[0].partition("-")[0])
    states = {group: list(named) for group, named in groups}
    template = Template((Path(__file__).parent / "index.html").read_text())
    return HttpResponse(template.render(RequestContext(request, {"groups": states})))
