"""Each game in small and landscape windows: every control is inside, whole and not covered.

A fault has the size and the scene in its message; `PICTURES=1` keeps a picture of each.
"""

import random
import uuid

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from games.engines.core import registry
from games.rulebook.rule_words import RuleWords
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats.seats import sit, start
from tests.browser.seated_table import log_in, session_of, unhurried
from tests.support.seated_table import SeatedTable
from tests.support.waiting import wait_until

SIZES = (
    (812, 375),  # phones in landscape
    (667, 375),
    (844, 390),
    (720, 450),  # a window of 1440 x 900 at a zoom of 200 %
    (320, 568),
    (360, 740),
    (375, 812),
    (768, 1024),
)
FEW = ((812, 375), (720, 450), (320, 568))
"""For dialogs, which are the same in every game."""
DIALOGS = ("Add chips", "Add or remove bots", "Invite", "House rules", "Settings", "Leave")
PATIENT = ("check", "call", "see", "bid", "rob", "ante", "raise", "bet", "play", "pass", "decline")
"""Actions that make a hand long, the best first."""

FAULTS = """() => {
  const faults = [];
  const say = (one, what) => {
    const name = one.getAttribute("aria-label") || one.textContent || one.type;
    faults.push(`${what}: ${one.localName}.${one.className} ${name.replace(/\\s+/g, " ")}`);
  };
  scrollTo(999, 999);
  if (scrollX || scrollY) faults.push("the page scrolls");
  scrollTo(0, 0);
  const scroller = (one) => {
    while ((one = one.parentElement) && one !== document.body)
      if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
    return null;
  };
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const inside = (box, { left, top, right, bottom }) =>
    box.left > left - 1 && box.top > top - 1 && box.right < right + 1 && box.bottom < bottom + 1;
  const part = document.querySelector("dialog:modal")
    || (innerWidth < 1100 && document.querySelector(".side")) || document;
  for (const one of part.querySelectorAll("button, a[href], input, select, textarea, summary")) {
    const off = one.disabled || one.getAttribute("aria-disabled") === "true";
    const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (off || !seen || one.matches(".visually-hidden, .visually-hidden *, .skip")) continue;
    const around = scroller(one); // what it holds can be scrolled into sight
    if (around) one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    if (!inside(box, page) || (around && !inside(box, around.getBoundingClientRect())))
      say(one, "outside");
    // Cards and labels may lie on a person, who is a button as a whole.
    if (one.matches(".about")) continue;
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!one.contains(hit) && !hit?.closest("label")?.contains(one))
      say(one, `covered by ${hit?.localName}.${hit?.getAttribute("class")}`);
  }
  return faults;
}"""
SETTLED = """([width, height]) => {
  const { right, bottom } = document.querySelector(".table-page").getBoundingClientRect();
  const tall = matchMedia("(width <= 700px) and (aspect-ratio < 5/4), (aspect-ratio <= 4/5)");
  return right === width && bottom === height
    && Boolean(document.querySelector(".stage.tall")) === tall.matches;
}"""
"""The page is drawn for the size that its window has now."""


def table_of(game):
    """A table of this game with a free seat where it can have one; the host's and a guest's key."""
    people = min(4, game.max_seats)
    plan = TablePlan(
        name=f"The {RuleWords(game.key).name} Table",
        game=game.key,
        preset=next(key for key in ("chips", "cash", "standard") if key in game.presets),
        seats=min(people + 1, game.max_seats),
        min_buy_in=1_000,
        max_buy_in=2_000,
        autostart=False,
    )
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    names = ["Asha Ramanujan", *(f"Guest {n} of Room" for n in range(1, people))]
    seated = [create_guest(name=name) for name in names]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    return (
        SeatedTable(table, seated),
        session_of(seated[0]),
        session_of(create_guest(name="Rosa Luna")),
    )


def deal(room):
    start(table_id=room.table.pk, user=room.people[0])
    wait_until(lambda: room.head.live, "the deal")


def go_on(room):
    """The player whose turn it is takes the action that makes the hand longest."""
    hand = room.hand
    legal = {one.kind: one for one in hand.game.legal(hand.state, hand.game.turn(hand.state))}
    kind = next((kind for kind in PATIENT if kind in legal), None)
    if kind is None or legal[kind].cards:
        room.act_somehow(random.Random(hand.seq))
    else:
        answer = room.act(room.turn, kind, legal[kind].min)
        assert answer.seq is not None, answer


def until_my_turn(room):
    while room.head.live and room.turn != room.people[0]:
        go_on(room)
    return room.head.live


def finish(room):
    while room.head.live:
        go_on(room)


class Looks:
    """Collects the faults of one window in its scenes."""

    def __init__(self, window, game):
        self.window, self.game, self.found, self.count = window, game, [], 0

    async def at(self, scene, sizes=SIZES):
        self.count += 1
        for width, height in sizes:
            await self.window.page.set_viewport_size({"width": width, "height": height})
            await self.window.page.wait_for_function(SETTLED, arg=[width, height])
            title = f"{self.game.key}-{self.count}-{scene}-{width}x{height}"
            faults = await self.window.page.evaluate(FAULTS)
            self.found += [f"{title}: {fault}" for fault in faults]
            await self.window.shoot(title)


async def arrive(visitors, room, name, session):
    window = await visitors.arrive(name, width=812, height=375)
    await log_in(visitors, window, session)
    await window.page.goto(f"/t/{room.table.slug}/")
    await expect(window.page.locator(".dock").first).to_be_visible()
    return window


@pytest.mark.full
@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
@pytest.mark.django_db(transaction=True)
async def test_every_control_is_whole_in_small_and_landscape_windows(visitors, game):
    room, session, _ = await sync_to_async(table_of)(game)
    asha = await arrive(visitors, room, "asha", session)
    looks = Looks(asha, game)
    await looks.at("waiting")
    await sync_to_async(deal)(room)
    for _ in range(3):
        if not await sync_to_async(until_my_turn)(room):
            break
        await expect(asha.page.locator(".dock.turn")).to_be_visible()
        await looks.at("turn")
        await sync_to_async(go_on)(room)
    await sync_to_async(finish)(room)
    await expect(asha.page.locator(".result, .ddz-end").first).to_be_visible()
    await looks.at("result")
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.django_db(transaction=True)
async def test_every_control_of_a_dialog_can_be_reached_in_small_windows(visitors):
    game = registry.get("holdem")
    room, session, strangers = await sync_to_async(table_of)(game)
    asha = await arrive(visitors, room, "asha", session)
    rosa = await arrive(visitors, room, "rosa", strangers)
    looks = Looks(asha, game)
    menu = asha.page.get_by_role("button", name="Table menu")
    dialog = asha.page.get_by_role("dialog")
    for entry in ("", *DIALOGS):
        await menu.click()
        await expect(dialog.get_by_text("Go to lobby")).to_be_visible()
        if entry:
            await dialog.get_by_role("button", name=entry).click()
            await expect(dialog.get_by_text("Go to lobby")).to_have_count(0)
        await looks.at(entry or "menu", FEW)
        await dialog.get_by_role("button", name="Close").click()
        await expect(dialog).to_have_count(0)
    await asha.page.get_by_role("button", name="Log and chat").click()
    await looks.at("chat", FEW)
    watching = Looks(rosa, game)
    await watching.at("watching", FEW)
    await rosa.page.get_by_role("button", name="Take a seat").click()
    await expect(rosa.page.get_by_role("dialog")).to_be_visible()
    await watching.at("sit", FEW)
    assert not looks.found + watching.found, "\n".join(looks.found + watching.found)
