"""Three people with three languages play a hand together, and each reads it whole in theirs."""

import random
import re

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from playwright.async_api import expect

from core.templatetags import fragments
from games.engines.core import registry
from lobby.tables.plans import least_buy_in
from lobby.tables.play.timers import run_timer
from tests.browser.seated_table import log_in, session_of, unhurried
from tests.support.plain_texts import plain_texts
from tests.support.seated_table import make_seated_table
from tests.support.size import some
from tests.support.waiting import until, wait_until

GAMES = [game.key for game in registry.all_games()]
SCRIPTS = {"en": r"[A-Za-z]", "hi": r"[\u0900-\u097f]", "zh-hans": r"[\u4e00-\u9fff]"}


@pytest.fixture(autouse=True)
def _three_languages(settings):
    settings.LANGUAGES = [(code, code) for code in SCRIPTS]
    fragments._kept.cache_clear()
    yield
    fragments._kept.cache_clear()


def table_for_three(key):
    """A table of a game with three people, or four where the game needs them."""
    game = registry.get(key)
    preset = next(name for name, rules in game.presets.items() if game.sit_and_go(rules) is None)
    least = least_buy_in(game, game.presets[preset])
    brings = {} if least is None else {"min_buy_in": least, "max_buy_in": 10 * least}
    chosen = least is not None and game.fixed_buy_in(game.presets[preset]) is None
    room = make_seated_table(
        max(3, game.min_seats),
        buy_in=2 * least if chosen else None,
        game=key,
        preset=preset,
        options={},
        seats=max(3, game.min_seats),
        **brings,
    )
    unhurried(room.table)
    return room, [session_of(user) for user in room.people]


def play_a_hand(room):
    rng = random.Random("three languages")
    wait_until(lambda: run_timer(room.table.pk) or room.head.live, "the cuts of the pages")
    while room.head.live:
        room.act_somehow(rng)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", some(GAMES, 2))
async def test_each_reads_the_hand_in_their_language(visitors, key):
    room, sessions = await sync_to_async(table_for_three)(key)
    windows = {}
    for code, session in zip(SCRIPTS, sessions, strict=False):
        windows[code] = window = await visitors.arrive(code, width=1440, height=900)
        await log_in(visitors, window, session)
        name = django_settings.LANGUAGE_COOKIE_NAME
        await window.context.add_cookies([{"name": name, "value": code, "url": visitors.url}])
        await window.page.goto(f"/t/{room.table.slug}/")
        await expect(window.page.locator("[data-seat='0'] .name")).to_contain_text("Asha")
    await sync_to_async(play_a_hand)(room)
    for code, window in windows.items():
        lines = window.page.locator(".log li:not(.none)")
        await expect(window.page.locator(".result, .ddz-end").first).to_be_visible()
        await until(lambda lines=lines: lines.count(), "the log")
        texts = await lines.all_inner_texts()
        for text in texts:
            plain = re.sub("Asha|Binod|Chitra|Dev", "", text)
            assert re.search(SCRIPTS[code], plain) or not re.search(r"\w{3}", plain), text
            if code != "en":
                assert not re.search("[A-Za-z]{3}", plain), text
            else:
                assert not re.search(f"{SCRIPTS['hi']}|{SCRIPTS['zh-hans']}", plain), text
        if code != "en":
            assert not await plain_texts(window.page)
        await window.shoot(f"languages-{key}")
