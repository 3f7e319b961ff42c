"""The sounds of a table: each is soft and like no other, and their volume is followed at once."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from games.engines.core import registry
from tests.frontend.conftest import run
from tests.support.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROOT = Path(__file__).resolve().parents[2]
GAMES = {game.key for game in registry.all_games()} - {"dou_dizhu_four"}
SOUND = "table/page/sound.js"
PEAK_LIMIT = 0.6
"""Of full scale, at full volume."""
HEAR = """(() => {
  let seed = 1;  // the same noise in every run
  Math.random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
})() ?? Promise.all(Object.keys(m.SOUNDS).map(async (name) => {
  const rate = 16_000;
  const context = new OfflineAudioContext(1, rate * 2, rate);
  m.draw(name, context);
  const samples = (await context.startRendering()).getChannelData(0);
  let peak = 0, energy = 0, edges = 0, middle = 0;
  for (let i = 1; i < samples.length; i += 1) {
    peak = Math.max(peak, Math.abs(samples[i]));
    energy += samples[i] ** 2;
    middle += samples[i] ** 2 * i / rate;
    edges += (samples[i] - samples[i - 1]) ** 2;
  }
  return { name, peak, middle: middle / energy, bright: edges / energy };
}))"""
"""How each sound is heard: its loudest moment, the middle of its energy, how bright it is."""
PLAYED = """async ({heard, choices}) => {
  const {isHeard} = await import("/static/js/table/page/sound.js");
  const {settings} = await import("/static/js/settings.js");
  return choices.map((choice) => {
    Object.assign(settings, choice);
    return heard.filter(isHeard);
  });
}"""
WATCH = """() => {
  window.gains = [];
  const make = AudioContext.prototype.createGain;
  AudioContext.prototype.createGain = function () {
    const gain = make.call(this);
    gains.push(gain.gain);
    return gain;
  };
  addEventListener("pointerdown", async () => {
    const sound = await import("/static/js/table/page/sound.js");
    sound.start();
    window.started = true;
  }, { once: true });
}"""
CHOOSE = "async (x) => (await import('/static/js/settings.js')).choose(x)"


async def test_each_sound_is_soft_and_like_no_other(empty_page: Page) -> None:
    heard = await run(empty_page, SOUND, HEAR)
    assert len(heard) > 10
    for one in heard:
        assert 0.01 < one["peak"] < PEAK_LIMIT, one
    for one, other in itertools.combinations(heard, 2):
        differs = [
            abs(one[key] - other[key]) / max(one[key], other[key]) for key in ("middle", "bright")
        ]
        assert max(differs) > 0.2, (one, other)


async def named_by(empty_page: Page, game: str) -> set[str]:
    """The sounds of the events of a game."""
    texts = json.loads((ROOT / f"locale/en/{game}.json").read_text())
    kinds = {key.split(".")[1] for key in texts if key.startswith("event.")}
    events = [{"kind": kind} for kind in sorted(kinds)]
    if "play" in kinds:
        events += [{"kind": "play", "category": category} for category in ("bomb", "rocket")]
    body = "x.map((event) => m.sound(new Set([event.kind]), [event]))"
    return set(filter(None, await run(empty_page, f"table/{game}/extras.js", body, events)))


async def test_all_sounds_are_used_and_each_game_has_some(empty_page: Page) -> None:
    games = {game: await named_by(empty_page, game) for game in sorted(GAMES)}
    assert all(len(named) > 2 for named in games.values()), games
    page = re.findall(r'play\("(\w+)"\)', (ROOT / "static/js/table/page/attention.js").read_text())
    sounds = await run(empty_page, SOUND, "Object.keys(m.SOUNDS)")
    assert set().union(*games.values()) | set(page) == set(sounds)


async def test_only_my_turn_none_or_all_are_heard(page: Page) -> None:
    heard = ["turn", "chip", "bomb"]
    choices: list[dict[str, Any]] = [
        {"sound": "all", "volume": 40},
        {"sound": "turn"},
        {"sound": "off"},
        {"sound": "all", "volume": 0},
    ]
    played = await page.evaluate(PLAYED, {"heard": heard, "choices": choices})
    assert played == [heard, ["turn"], [], []]


async def test_the_volume_is_followed_while_sounds_are_heard(page: Page) -> None:
    await page.evaluate(CHOOSE, {"volume": 80})
    await page.evaluate(WATCH)
    await page.mouse.click(10, 10)
    await until(lambda: page.evaluate("Boolean(window.started)"), "the sounds to start")
    level = await run(page, SOUND, "[80, 20, 0].map(m.levelOf)")
    assert level == sorted(level, reverse=True)
    for volume, gain in zip((80, 20, 0), level, strict=True):
        await page.evaluate(CHOOSE, {"volume": volume})

        async def follows(gain: float = gain) -> bool:
            return abs(await page.evaluate("gains[0].value") - gain) < 0.01

        await until(follows, f"a volume of {volume}")
