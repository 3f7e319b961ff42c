"""`docs/add-a-game.md` is followed step by step: its files alone are a game that is played.

The game of the page keeps the contract, is played through the API, and in a browser on the page
that draws any game. No other file of the project knows it.
"""

import importlib
import random
import re
import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from playwright.async_api import expect

import games.bots
import games.engines
import games.wire
from accounts.people.actions.users import create_guest
from core.messages import catalogue, catalogues
from core.wire import components
from games.bots import LEVELS
from games.engines.core import registry
from games.engines.core.contract import EVERYONE, Action, Game, Viewer
from games.hands.models import Hand
from games.records.sentences import say
from games.wire.registry import OPTIONS, VIEWS, events_of
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import log_in, session_of, unhurried
from tests.games.engines import test_conformance as conformance
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.games.wire import test_shapes as shapes
from tests.support.app import app_of
from tests.support.rest_play import dealt, play_hand
from tests.support.seated_table import SeatedTable, audit_findings
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/add-a-game.md").read_text()
FILE = re.compile(r"^`([\w/.]+)`:\n\n```(?:python|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = FILE.findall(PAGE)
KEY = "high_card"
HAND_CHECKS = [
    conformance.test_chips_are_kept_and_hands_end,
    conformance.test_legal_lists_exactly_the_actions_that_apply_accepts,
    conformance.test_illegal_actions_change_nothing,
    conformance.test_states_survive_json_and_folding_equals_playing,
    conformance.test_the_clock_always_has_an_answer,
    conformance.test_views_for_one_role_have_the_same_keys,
]
GAME_CHECKS = [
    conformance.test_rules_survive_json_and_are_hashed_by_their_content,
    conformance.test_every_option_refuses_invalid_values,
]


def look_again() -> None:
    """Let the registry look for the games anew, as it does when a process starts."""
    registry._games.cache_clear()
    catalogues._complete.cache_clear()
    registry.module_of.cache_clear()
    cache.clear()  # pages that list the games


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Game, Any]]:
    """The game and the policy of the page, found by the registry among the files of the page."""
    folder = tmp_path_factory.mktemp("tutorial")
    for path, text in FILES:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    shutil.copytree(ROOT / "locale", folder / "locale", dirs_exist_ok=True)
    catalogues.LOCALE = folder / "locale"
    packages = {
        package: folder / package.__name__.replace(".", "/")
        for package in (games.engines, games.bots, games.wire)
    }
    for package, place in packages.items():
        package.__path__.append(str(place))
    importlib.invalidate_caches()
    look_again()
    try:
        yield registry.get(KEY), registry.module_of("games.bots", KEY)
    finally:
        for package, place in packages.items():
            package.__path__.remove(str(place))
        for name in [name for name in sys.modules if KEY in name]:
            del sys.modules[name]
        catalogues.LOCALE = ROOT / "locale"
        look_again()


def openings(game: Game, count: int = 8) -> Iterator[tuple[Any, random.Random]]:
    for rules in (*game.presets.values(), random_rules(game, random.Random("tutorial"))):
        rng = random.Random(rules.hash())
        yield [random_opening(game, rules, rng) for _ in range(count)], rng


def test_the_page_has_every_file_of_the_game_and_no_others() -> None:
    written = [path for path, _text in FILES]
    assert len(written) == len(set(written)) == 12
    assert all(re.search(rf"[/.]{KEY}\b", path) for path in written)
    assert "```diff" not in PAGE
    assert not list((ROOT / "games").rglob(f"{KEY}*"))


@pytest.mark.parametrize("check", HAND_CHECKS, ids=lambda check: check.__name__)
def test_the_game_keeps_the_contract_in_every_hand(tutorial: Any, check: Any) -> None:
    game, _policy = tutorial
    for hands, rng in openings(game):
        check((game, hands, rng))


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
def test_the_rules_of_the_game_keep_the_contract(tutorial: Any, check: Any) -> None:
    check(tutorial[0])


def test_the_game_has_the_shapes_of_what_it_sends(tutorial: Any) -> None:
    events, legal = shapes.sightings(KEY)
    assert events == {one.__struct_config__.tag for one in events_of(KEY).members()}
    assert legal == tutorial[0].action_kinds == shapes.kinds_of_legal(KEY)
    shapes.test_terms_have_their_shape(KEY)
    shapes.test_every_field_of_a_game_says_what_it_is(KEY)
    assert "HighCardView" in components([VIEWS])
    assert "HighCardOptions" in components([OPTIONS])


def test_the_bots_of_the_game_find_a_legal_action(tutorial: Any) -> None:
    game, policy = tutorial
    for hands, rng in openings(game):
        for opening in hands:
            state = game.deal(opening).state
            while (seat := game.turn(state)) is not None:
                view = game.view(state, Viewer(seat=seat))
                level = rng.choice(LEVELS)
                choice = policy.decide(view, opening.rules, level, rng)
                state = game.apply(state, Action(seat, choice.kind, choice.amount)).state


def test_the_game_shows_cards_only_to_their_seat_and_at_a_showdown(tutorial: Any) -> None:
    game, _policy = tutorial
    for hands, rng in openings(game):
        for opening in hands:
            for _before, _action, step in random_hand(game, opening, rng, leaves=True):
                for viewer in (None, *opening.seats):
                    check_secrets(game, opening, step, Viewer(seat=viewer))


def check_secrets(game: Game, opening: Any, step: Any, viewer: Viewer) -> None:
    result = game.result(step.state)
    shown = {one.seat for one in result.shown} if result else set()
    view = game.view(step.state, viewer)
    seen = {seat["seat"] for seat in view["seats"] if seat["cards"] != ["??"] * 3}
    assert seen == shown | ({viewer.seat} & set(opening.seats))
    for event in step.events:
        if event.visible_to(viewer) and "cards" in dict(event.data):
            assert event.kind == "reveal" or event.audience == (viewer.seat,) != EVERYONE


def test_every_event_for_players_has_a_sentence(tutorial: Any) -> None:
    game, _policy = tutorial
    names = dict.fromkeys(range(game.max_seats), "Meera")
    said = set()
    for hands, rng in openings(game):
        for opening in hands:
            for _before, _action, step in random_hand(game, opening, rng, leaves=True):
                for event in step.events:
                    text = say(catalogue(), KEY, event.to_json(), names)
                    said.add((event.kind, bool(text)))
    assert said >= {("ante", True), ("play", True), ("fold", True), ("reveal", True), ("win", True)}
    assert {kind for kind, has_text in said if not has_text} == {"hand_start", "cards"}


@pytest.mark.django_db
def test_a_hand_is_played_through_the_api(tutorial: Any) -> None:
    apps = [app_of(create_guest(name=name)) for name in ("Asha", "Binod", "Chitra")]
    listed = {one["key"]: one for one in apps[0].get("games")["items"]}
    assert listed[KEY]["presets"] == ["standard", "low_aces"]
    path = dealt(apps, game=KEY)
    assert play_hand(apps, path, random.Random(KEY)) > 1
    hand = Hand.objects.get()
    record = apps[0].get(f"hands/{hand.pk}/record")
    assert record["game"] == KEY
    assert sum(net for _seat, net in record["result"]["net"]) == 0
    assert "the ante of 10" in apps[0].ask("get", f"hands/{hand.pk}/text").content.decode()
    assert apps[0].refused("get", f"hands/{hand.pk}/phh") == (409, "NOT_SAYABLE")
    assert audit_findings() == []


@pytest.mark.django_db
def test_the_game_has_its_pages(tutorial: Any) -> None:
    client, user = Client(), create_guest()
    client.force_login(user)
    home = client.get("/").content.decode()
    assert "Three cards, one decision." in home
    assert "Dou Dizhu and High Card with friends" in home
    rules = client.get(f"/rules/{KEY}/").content.decode()
    assert "Aces high" in rules
    form = client.get(f"/tables/new/?game={KEY}").context["spec"]
    assert [words[1] for words in form["words"][KEY]] == ["Aces high", "Aces low"]
    assert form["forms"][KEY]["first"] == ("ante", "ace")


def two_players() -> tuple[SeatedTable, dict[str, str]]:
    """Asha and Binod at a table of the game, one of them to act."""
    plan = TablePlan(name="Tutorial", game=KEY, seats=2, autostart=False)
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    seated = [create_guest(name=name) for name in ("Asha", "Binod")]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=200, key=uuid.uuid4())
    return SeatedTable(table, seated), {user.name: session_of(user) for user in seated}


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
async def test_a_hand_is_played_on_the_page(tutorial: Any, visitors: Any) -> None:
    room, sessions = await sync_to_async(two_players)()
    windows = {}
    for name, size in (("Asha", (1440, 900)), ("Binod", (375, 812))):
        window = await visitors.arrive(name.lower(), width=size[0], height=size[1])
        await log_in(visitors, window, sessions[name])
        await window.page.goto(f"/t/{room.table.slug}/")
        await expect(window.page.locator(".hero .name")).to_contain_text(name)
        windows[name] = window.page, window
    page, window = windows["Asha"]
    await page.get_by_role("button", name="Deal the first hand").first.click()
    await until(sync_to_async(lambda: room.head.live), "the deal")
    for _turn in room.people:
        name = (await sync_to_async(lambda: room.turn)()).name
        page, window = windows[name]
        await expect(page.locator(".dock .your-turn")).to_be_visible()
        await expect(page.locator(".hero-cards .card")).to_have_count(3)
        await window.shoot("high-card")
        await page.get_by_role("button", name="Play 10").click()
        await expect(page.locator(".dock .your-turn")).to_be_hidden()
    for page, window in windows.values():
        await expect(page.locator(".result .winner").first).to_contain_text("win")
        await expect(page.locator(".seat .seat-cards.shown .card")).to_have_count(3)
        await window.shoot("high-card-end")
    hand = await sync_to_async(Hand.objects.get)()
    assert sorted(chips for _seat, chips in hand.result["chips"]) in ([180, 220], [200, 200])
    page, _window = windows["Asha"]
    await page.goto(f"/hands/{hand.pk}/")
    await expect(page.locator("#replay .stage")).to_be_visible()
