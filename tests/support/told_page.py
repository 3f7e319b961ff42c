"""A table's page without a server: the test says what its socket hears."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from playwright.async_api import Page

from core.messages import catalogue
from games.engines.core import registry
from games.engines.core.contract import Viewer
from games.records.sentences import subject_of
from games.rulebook.rule_words import RuleWords
from lobby.tables.report_kinds import ReportKind
from tests.games.fair.told_table import ToldTable
from tests.games.sessions import rules_of

FAKE = """() => {
  window.lines = [];
  window.sent = [];
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor(url) {
      this.url = url;
      lines.push(this);
    }
    send(text) {
      const message = JSON.parse(text);
      sent.push(message);
      setTimeout(() => {
        if (message.type === "ping") this.say({type: "pong", id: message.id});
        else if (message.id) this.say({type: "ok", id: message.id});
      });
    }
    close() { this.readyState = 3; }
    say(message) {
      if (this.readyState === 1) this.onmessage({data: JSON.stringify(message)});
    }
  };
  window.drawn = new Set();
  const look = (node) => {
    for (const one of node.querySelectorAll?.("[aria-label]") ?? [])
      drawn.add(one.getAttribute("aria-label"));
    drawn.add(node.textContent ?? "");
  };
  new MutationObserver((changes) => {
    for (const {target} of changes) look(target.parentElement ?? target);
  }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
}"""
"""A socket that does what a test says, and a record of all that was ever drawn."""
SHELL = """<!doctype html>
<html lang="{language}" data-deck="4" data-kept='{kept}' data-room="{room}"><head>
<meta charset="utf-8"><title>Marigold</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="stylesheet" href="/static/css/site.css">
<link rel="stylesheet" href="/static/css/table.css">
<link rel="stylesheet" href="/static/css/text.css">
<link rel="stylesheet" href="/static/css/{game}.css"><link rel="icon" href="data:,">
<link id="messages" href="{messages}">
<script type="importmap">{imports}</script></head>
<body class="{body}"><script type="application/json" id="table-data">{data}</script>
<div id="table"></div>{spoken}
<form hidden><input name="csrfmiddlewaretoken" value="x"></form>
{more}<script type="module" src="/static/js/table/main.js"></script></body></html>"""
SPOKEN = '<div id="spoken" class="visually-hidden" role="log"></div>'
TABLE: dict[str, Any] = {
    "name": "Marigold",
    "preset": "standard",
    "min_buy_in": 100,
    "max_buy_in": 1_000,
    "spectator_delay_s": 0,
    "slug": "told",
    "state": "open",
    "clock_ms": 20_000,
    "bank_ms": 0,
    "running": True,
    "unit": 10,
    "format": "cash",
    "restart": {"by": None, "seats": [], "needed": False},
    "sit_and_go": None,
    "can_prefer": {"post": False, "straddle": False, "top_up_to": False},
    "house_rules": [],
    "chat": "apart",
    "households": "apart",
    "phrases": [],
    "host": None,
    "version": 1,
    "min_players": 2,
    "can_start": False,
    "waiting": None,
    "next_at": None,
    "invite": None,
}
YOU: dict[str, Any] = {
    "id": "me",
    "name": "Meera",
    "kind": "guest",
    "wallet": 0,
    "tops_up_to": None,
    "rests": None,
    "short_by": 0,
    "buy_in": None,
    "seat_given_back": None,
    "seat_request": None,
    "seat_requests": [],
}
SEATS = {"holdem": 9, "teen_patti": 9, "dou_dizhu": 3, "dou_dizhu_four": 4, "dealer_teen_patti": 5}
NAMES = ["Asha", "Binod", "Chitra", "Meera", "Dev", "Esha", "Farid", "Gita", "Hari", "Isha"]


def whole(message: dict[str, Any], game: str, seats: int) -> dict[str, Any]:
    """The message with all that a page draws of a table besides the hand."""
    made = dict(message)
    if "table" in made:
        rows = [
            {
                **one,
                "name": NAMES[one["seat"] % len(NAMES)],
                "avatar": one["seat"],
                "kind": "guest",
                "stack": 500,
                "pending": None,
                "bank_ms": 0,
                "missed_blinds": "",
                "for_points": False,
                "posts": False,
                "straddles": False,
                "pressed_next": False,
                "place": None,
            }
            for one in made["table"]["seats"][:seats]
        ]
        about = {"game": game, "max_seats": seats, "seats": rows}
        made["table"] = TABLE | made["table"] | about
    if made.get("you"):
        made["you"] = YOU | made["you"]
    if made["type"] == "hello":
        made |= {"v": 1, "chat": [], "watching": 0}
    if made.get("hand"):
        made["hand"] = {"clock": None, "next_at": None} | made["hand"]
    return made


def page_of(
    game: str,
    *,
    user: bool,
    keys: Sequence[str] = (),
    text: bool = False,
    watches: bool = False,
    language: str = "en",
    room: str = "dark",
    options: Mapping[str, Any] | None = None,
    imports: Mapping[str, str] | None = None,
    more: str = "",
) -> str:
    """Return the page of a table that no server knows.

    With `text` it is the page of text; with `watches` one that stands in another page; `imports`
    names modules in the place of others; `more` comes before the page's scripts.
    """
    subject = subject_of(game)
    words = RuleWords(game, catalogue(language))
    data = {
        "slug": "told",
        "game_name": words.name,
        "preset_title": words.preset("standard"),
        "preset_text": words.preset_about("standard"),
        "game_module": f"/static/js/table/{game}/index.js",
        "subject": subject,
        "stakes": words.stakes_key,
        "options": options or {},
        "fair_keys": list(keys),
        "ws": "/ws/table/told/",
        "user": YOU if user else None,
        "watches": watches,
        "report_url": "/report",
        "report_kinds": [(kind, str(label)) for kind, label in ReportKind.choices],
        "nudge_after_s": 15,
    }
    if text:
        data |= {"page": f"/static/js/table/{game}/as_text.js", "english": {}}
        data |= {"table_url": "/told"}
    body, spoken = ("on-text", "") if text else ("on-table", SPOKEN)
    return SHELL.format(
        game=game,
        language=language,
        room=room,
        kept=json.dumps({"room": room}) if room != "dark" else "",
        messages=f"/static/messages/{language}/{'text' if text else 'table'}/{subject}.json",
        imports=json.dumps({"imports": dict(imports or {})}),
        data=json.dumps(data).replace("<", "\\u003c"),
        body=body,
        spoken=spoken,
        more=more,
    )


async def open_told(
    page: Page, files: str, game: str, *, cuts: Mapping[str, Any] | None = None, **about: Any
) -> None:
    """Open such a page, whose socket is silent; `cuts`: those that the browser keeps."""
    await page.add_init_script(f"({FAKE})()")
    for name, kept in (cuts or {}).items():
        keep = f"localStorage.setItem('fair2:{name}:cuts', {json.dumps(json.dumps(kept))})"
        await page.add_init_script(keep)
    await page.goto(f"{files}/told?{quote(page_of(game, **about))}")
    await page.wait_for_function("window.lines.length > 0")


async def say(page: Page, *messages: dict[str, Any]) -> None:
    """Let the page hear messages, one after the other."""
    for message in messages:
        await page.evaluate("(message) => lines.at(-1).say(message)", message)


def table_of(key: str, seed: int, hands: int = 1) -> ToldTable:
    rules = rules_of(registry.get(key), random.Random(f"{key} {seed}"))
    return ToldTable(key, seed, rules, hands)


def heard(table: ToldTable, viewer: Viewer) -> list[dict[str, Any]]:
    return [whole(one, table.key, SEATS[table.key]) for one in table.messages(viewer)]


def small_table(key: str, seats: int) -> ToldTable:
    """Return a table whose players all have a place on the page."""
    for seed in range(100):
        table = table_of(key, seed)
        if max(table.hands[0].fair["plan"]["seats"]) < seats and table.hands[0].opening.seats:
            return table
    raise AssertionError(key)
