"""Each state of the gallery looks as in its reference, which somebody has looked at.

`WRITE_PICTURES=1 make full` writes the references anew; they are half as wide and high.
"""

import base64
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
from django.test import Client
from playwright.async_api import Browser, Page

from tests.frontend.gallery.pages import INLINE, html_of
from tests.frontend.gallery.states import STATES
from tests.frontend.layout_gate import all_loaded
from tests.support.size import some
from tests.support.waiting import PATIENCE_S

REFERENCES = Path(__file__).parent / "references"
WRITES = os.environ.get("WRITE_PICTURES") == "1"
SHOWN = sorted(STATES, key=lambda name: not name.endswith(("-showdown", "menu", "404")))
BLOCK_PX = 8
"""Blocks of a picture that are compared by their mean colour: letters are drawn a little otherwise
by another version of the browser.
"""
DIFFERENCE_MAX, SHARE_MAX = 24, 0.01
"""How far the mean of a block may be, of 255; the share of blocks that may be further."""
HIDE = ".clock, .seconds, .time, .next-hand { visibility: hidden !important }"
"""What depends on the time."""
HALF = """async ([picture, kind, half, block]) => {
  const bytes = await (await fetch(picture)).blob();
  const image = await createImageBitmap(bytes);
  const [width, height] = [image.width / half, image.height / half].map(Math.round);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  if (kind) {
    const blob = await canvas.convertToBlob({ type: kind, quality: 0.85 });
    const data = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  }
  const { data } = context.getImageData(0, 0, width, height);
  const means = [];
  for (let y = 0; y < height; y += block)
    for (let x = 0; x < width; x += block) {
      const sums = [0, 0, 0];
      let count = 0;
      for (let j = y; j < Math.min(y + block, height); j += 1)
        for (let i = x; i < Math.min(x + block, width); i += 1, count += 1)
          for (const part of [0, 1, 2]) sums[part] += data[(j * width + i) * 4 + part];
      means.push(sums.map((sum) => sum / count));
    }
  return means;
}"""
"""A picture made smaller, as WebP or as the mean colour of each block."""


@pytest_asyncio.fixture(loop_scope="session", name="drawn")
async def drawn_page(chromium: Browser) -> AsyncIterator[Page]:
    """A window in which nothing moves."""
    page = await chromium.new_page(reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_S * 1_000)
    yield page
    await page.close()


def address_of(kind: str, picture: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


async def picture_of(page: Page, files: str, name: str) -> bytes:
    """Return the picture of a state, as PNG."""
    state = STATES[name]
    width, height = state.size
    await page.set_viewport_size({"width": width, "height": height})
    async with all_loaded(page):
        await page.goto(f"{files}/told?{quote(html_of(state))}")
        if not state.status:
            await page.wait_for_selector("html[data-shown]", state="attached")
    await page.evaluate("document.fonts.ready")
    await page.add_style_tag(content=HIDE)
    return await page.screenshot(animations="disabled")


@pytest.mark.parametrize("name", some(SHOWN, 4))
async def test_a_state_looks_as_in_its_reference(
    drawn: Page, empty_page: Page, files: str, name: str
) -> None:
    picture = address_of("png", await picture_of(drawn, files, name))
    reference = REFERENCES / f"{name}.webp"
    if WRITES:
        half = await empty_page.evaluate(HALF, [picture, "image/webp", 2, 0])
        reference.write_bytes(base64.b64decode(half))
    known = address_of("webp", reference.read_bytes())
    now = await empty_page.evaluate(HALF, [picture, "", 2, BLOCK_PX])
    then = await empty_page.evaluate(HALF, [known, "", 1, BLOCK_PX])
    assert len(now) == len(then), "another size"
    far = [
        at
        for at, (one, other) in enumerate(zip(now, then, strict=True))
        if max(abs(a - b) for a, b in zip(one, other, strict=True)) > DIFFERENCE_MAX
    ]
    assert len(far) <= SHARE_MAX * len(now), f"{len(far)} of {len(now)} blocks: {far[:20]}"


def test_every_state_has_a_reference() -> None:
    assert {file.stem for file in REFERENCES.glob("*.webp")} == set(STATES)
    assert len(STATES) >= 60


@pytest.mark.django_db
@pytest.mark.urls("tests.frontend.gallery.urls")
def test_development_has_the_gallery_and_other_settings_have_not(
    client: Client, settings: Any
) -> None:
    page = client.get("/gallery/")
    assert all(f"/gallery/{name}/" in page.content.decode() for name in STATES)
    answer = client.get("/gallery/holdem-turn/")
    assert answer.content.decode() == html_of(STATES["holdem-turn"])
    assert answer["Content-Security-Policy"] == INLINE
    assert client.get("/gallery/nothing/").status_code == 404
    settings.ROOT_URLCONF = "config.urls"
    assert client.get("/gallery/").status_code == 404
