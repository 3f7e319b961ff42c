"""Rooms, felts, backs and decks: every choice is drawn, and texts are read in each of them."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page

from core.preferences import CHOICES, LOOK
from tests.frontend.conftest import run

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static/css"
ROOMS = ("dark", "light")
CONTRAST_MIN = 4.5
"""What WCAG asks of text in AA."""
LARGE_MIN = 3.0
"""The same for large text, as figures on cards are."""

SURFACES = ("night", "room", "wall", "panel", "panel-high")
INKS = ("ink", "ink-soft", "ink-faint", "ink-blue", "gold", "gold-pale", "good", "warn", "bad",
        "blind")  # fmt: skip
FELTS = ("felt-18", "felt-22", "felt-edge", "felt-deep", "felt-38", "felt", "felt-49")
FELT_INKS = ("ink", "gold-pale", "felt-91", "white")
DEEP = ("felt-18", "felt-22", "felt-edge", "felt-deep")
DEEP_INKS = ("ink-soft", "gold", "felt-84", "good", "warn", "blind", "face-edge")
FURNITURE = {"table", "teen_patti", "dealer_teen_patti", "holdem", "dou_dizhu", "dou_dizhu_four"}
"""Folders of sheets for what stands in the room and is the same by day."""
OF_THE_ROOM = {"side.css", "frame.css", "fair.css", "other_tables.css"}
"""Sheets in those folders for what is not furniture."""
TOKENS = set(re.findall(r"(--[\w-]+):", (CSS / "tokens.css").read_text()))
NO_TEXT = {"choices.css .swatch", "menu.css .edge-felt"}
"""Felts without a word on them."""
INSIDE = {"page.css .sample-felt", "featured.css .hero-oval"}
"""Felts in furniture."""
COLOUR = r"var\(--[\w-]+\)|color-mix\((?:[^()]|\([^()]*\))*\)|\btransparent\b"

MEASURE = """([look, pairs]) => {
  for (const [name, value] of Object.entries(look)) document.documentElement.dataset[name] = value;
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const probe = document.body.appendChild(document.createElement("i"));
  const paint = (expression) => {
    probe.style.color = "";
    probe.style.color = expression;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
  };
  const light = (stack) => {
    for (const one of stack) paint(one);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => {
      const c = v / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = pairs.map(([ink, ...ground]) => {
    const [a, b] = [light([...ground, ink]), light(ground)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
  probe.remove();
  return found;
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def dressed(empty_page: Page, files: str) -> Page:
    """A page with the sheets of every page."""
    await empty_page.add_style_tag(url=f"{files}/static/css/site.css")
    await empty_page.evaluate("document.styleSheets[0].cssRules.length")
    return empty_page


async def contrasts(page: Page, pairs: list[tuple[str, ...]], **look: str) -> list[float]:
    """The contrast of each (ink, ground, what is laid over it, …) of CSS colours."""
    measured: list[float] = await page.evaluate(MEASURE, [look, pairs])
    return measured


def named(inks: tuple[str, ...], grounds: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [(f"var(--{ink})", f"var(--{ground})") for ink, ground in product(inks, grounds)]


@pytest.mark.parametrize("room", ROOMS)
async def test_texts_are_read_on_every_surface_of_a_room(dressed: Page, room: str) -> None:
    pairs = named(INKS, SURFACES)
    found = await contrasts(dressed, pairs, room=room)
    assert {p: round(c, 2) for p, c in zip(pairs, found, strict=True) if c < CONTRAST_MIN} == {}


@pytest.mark.parametrize(("room", "felt"), list(product(ROOMS, CHOICES["felt"])))
async def test_texts_are_read_on_every_felt(dressed: Page, room: str, felt: str) -> None:
    """Furniture is dark in both rooms; the room must not reach it."""
    await dressed.evaluate("document.body.className = 'stage'")
    pairs = named(FELT_INKS, FELTS) + named(DEEP_INKS, DEEP)
    found = await contrasts(dressed, pairs, room=room, felt=felt)
    assert {p: round(c, 2) for p, c in zip(pairs, found, strict=True) if c < CONTRAST_MIN} == {}
    (large,) = await contrasts(dressed, named(("ink",), ("felt-60",)), room=room, felt=felt)
    assert large >= LARGE_MIN, "the middle under the lamp, which has large words only"


def blocks(text: str) -> list[tuple[str, str]]:
    """(selector, its own declarations) of each block; sheets are nested."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found, stack, start = [], [["", ""]], 0
    for match in re.finditer(r"[{};]", text):
        part = text[start : match.start()].strip()
        start = match.end()
        if match[0] == "{":
            stack.append([part, ""])
        else:
            stack[-1][1] += f"{part};"
            if match[0] == "}":
                found.append(tuple(stack.pop()))
    return [(selector, own) for selector, own in found]


def pairs_of(sheet: Path) -> dict[str, list[tuple[str, ...]]]:
    """The colours of text and grounds that a block of a sheet sets together."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for selector, own in blocks(sheet.read_text()):
        ink = re.search(rf"(?:^|;)color:\s*({COLOUR})", own)
        ground = re.search(r"(?:^|;)background(?:-color)?:\s*([^;]+)", own)
        if ink is None or ground is None or re.search(r"disabled|\.off\b|::", selector):
            continue
        if not set(re.findall(r"--[\w-]+", ink[1])) <= TOKENS:
            continue  # a colour of the component's own, which its modifiers set
        grounds = [one for one in re.findall(COLOUR, ground[1]) if "sheen" not in one]
        base = "var(--felt-deep)" if is_furniture(sheet) else "var(--panel)"
        dark = " (dark)" * ("color-scheme: dark" in own)
        found[f"{sheet.relative_to(CSS)} {selector}{dark}"] = [
            (ink[1], base, one) for one in grounds
        ]
    return found


def is_furniture(sheet: Path) -> bool:
    return sheet.parent.name in FURNITURE and sheet.name not in OF_THE_ROOM


async def test_texts_are_read_on_the_grounds_that_come_with_them(dressed: Page) -> None:
    rules = {
        rule: (sheet, pairs)
        for sheet in sorted(CSS.rglob("*.css"))
        if "staff" not in sheet.name
        for rule, pairs in pairs_of(sheet).items()
        if pairs
    }
    assert len(rules) > 50
    faint: dict[Any, Any] = {}
    for room in ROOMS:
        for rule, (sheet, pairs) in rules.items():
            kind = "stage" if is_furniture(sheet) or is_dark(rule) else ""
            await dressed.evaluate(f"document.body.className = '{kind}'")
            found = await contrasts(dressed, pairs, room=room)
            low = [round(c, 2) for c in found if c < CONTRAST_MIN]
            if low:
                faint[room, rule] = low
    assert faint == {}


def is_dark(rule: str) -> bool:
    """Whether a rule is for furniture that pages without a table have too."""
    return bool(re.search(r"button\.css|plate\.css|menu\.css|\.skip|\(dark\)", rule))


async def test_a_ground_of_felt_is_dark_in_both_rooms() -> None:
    """Else its texts would have the ink of a light room."""
    ((dark, _),) = [b for b in blocks((CSS / "base.css").read_text()) if "color-scheme" in b[1]]
    furniture = set(re.findall(r"\.([\w-]+)", dark))
    assert furniture >= {"stage", "dock", "still-felt"}
    bare = []
    for sheet in CSS.rglob("*.css"):
        if is_furniture(sheet) or sheet.name == "staff.css":
            continue
        for selector, own in blocks(sheet.read_text()):
            ground = re.search(r"background:\s*([^;]+)", own)
            if ground is None or not re.search(r"(?<!srgb, )var\(--felt", ground[1]):
                continue
            if "color-scheme: dark" not in own and not furniture & set(
                re.findall(r"\.([\w-]+)", selector)
            ):
                bare.append(f"{sheet.name} {selector}")
    assert set(bare) == NO_TEXT | INSIDE


async def test_every_choice_is_drawn(dressed: Page) -> None:
    sheets = "".join(sheet.read_text() for sheet in CSS.rglob("*.css"))
    for name in sorted(set(LOOK) - {"digits"}):  # those are written, not drawn
        first, *others = CHOICES[name]
        chosen = set(re.findall(rf'\[data-{name}="(\w+)"\]', sheets))
        assert set(others) - {"large"} <= chosen <= {first, *others}, name
    backs = {file.stem: file for file in (ROOT / "static/img/backs").glob("*.svg")}
    assert set(backs) == set(CHOICES["back"])
    assert all(file.stat().st_size < 2500 for file in backs.values())
    drawn = {
        await dressed.evaluate(
            f"""(document.documentElement.dataset.back = "{back}",
              getComputedStyle(document.documentElement).getPropertyValue("--back"))"""
        )
        for back in CHOICES["back"]
    }
    assert len(drawn) == len(CHOICES["back"])


@pytest.mark.parametrize("deck", CHOICES["deck"])
async def test_suits_of_a_deck_differ_without_colour(dressed: Page, deck: str) -> None:
    """By the shape of the pips, and in the large deck by a letter too."""
    faces = await run(
        dressed, "faces.js", f"[...'shdc'].map((s) => m.faceSvg('7' + s, false, '{deck}'))"
    )
    shapes = {re.search(r'<path d="([^"]+)"', face)[1] for face in faces}  # type: ignore[index]
    assert len(shapes) == 4
    letters = [re.findall(r">(\w+)</text>", face) for face in faces]
    assert all("7" in texts for texts in letters)
    if deck == "large":
        assert len({texts[-1] for texts in letters}) == 4
        size = min(int(n) for n in re.findall(r'font-size="(\d+)"', faces[0]))
        assert size * 44 / 200 >= 11, "a letter on a card of 44 pixels is as large as any text"
    pairs = [(f"var(--suit-{suit})", "var(--face)") for suit in "shdc"]
    assert min(await contrasts(dressed, pairs, deck=deck)) >= LARGE_MIN
