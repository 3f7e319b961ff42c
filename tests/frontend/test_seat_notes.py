"""Notes at a player's seat: missing chips, the buy-in, the question before they leave."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run

YOU = {"wallet": 5_000, "short_by": 20, "rests": None}


async def drawn(page: Page, module: str, part: str, props: dict[str, Any]) -> str:
    """The text of a component; what it commands is kept in `window.sent`."""
    body = f"""(async () => {{
        const {{ html, render }} = await import('/static/js/view.js');
        window.sent = [];
        const note = (what) => async (...more) => (window.sent.push([what, ...more]), {{ok: true}});
        const actions = {{
            tell: note('command'), open: note('open'), close: note('close'), sitIn: note('in'),
        }};
        const place = document.body.appendChild(document.createElement('div'));
        place.id = 'drawn';
        render(html`<${{m.{part}}} ...${{x}} actions=${{actions}} />`, place);
        return place.textContent.replace(/\\s+/g, ' ').trim();
    }})()"""
    return str(await run(page, module, body, props))


async def test_a_short_player_adds_what_is_missing_with_one_press(page: Page) -> None:
    text = await drawn(page, "table/seats/sitting_out.js", "SittingOut", {"state": {"you": YOU}})
    assert "Add 20 chips to be dealt in" in text
    await page.get_by_role("button", name="Add 20 chips to be dealt in").click()
    assert await page.evaluate("sent") == [["command", {"type": "top_up", "amount": 20}]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"wallet": 5}, "You need 20 more chips to be dealt in"), ({"short_by": 0}, "I'm back")],
)
async def test_others_who_sit_out_read_what_helps_them(
    page: Page, change: dict[str, Any], expected: str
) -> None:
    shown = await drawn(
        page, "table/seats/sitting_out.js", "SittingOut", {"state": {"you": YOU | change}}
    )
    assert expected in shown
    assert "Add 20" not in shown


@pytest.mark.parametrize(
    ("least", "most", "choices"),
    [(200, 2_000, ["Min 200", "Half 1,000", "Max 2,000"]), (800, 1_500, ["Min 800", "Max 1,500"])],
)
async def test_half_is_half_of_the_maximum_or_is_not_offered(
    page: Page, least: int, most: int, choices: list[str]
) -> None:
    props = {"label": "Buy-in", "min": least, "max": most, "value": least}
    await drawn(page, "table/dialogs/parts.js", "AmountField", props)
    assert await page.locator("#drawn .choices button").all_inner_texts() == choices


@pytest.mark.parametrize(
    ("link", "seat", "asks"),
    [
        ('<a href="/">Lobby</a>', 0, True),
        ('<a href="/rules/holdem/">Rules</a>', 0, True),
        ('<a href="/">Lobby</a>', None, False),
        ('<a href="/t/other/" data-stays>Other</a>', 0, False),
        ('<a href="#log">Log</a>', 0, False),
        ('<a href="/conduct/" target="_blank">Rules of conduct</a>', 0, False),
    ],
)
async def test_a_link_away_from_a_seat_asks_first(
    page: Page, link: str, seat: int | None, asks: bool
) -> None:
    opened = await run(
        page,
        "table/dialogs/departing.js",
        """(() => {
            document.body.innerHTML = x.link;
            const opened = [];
            m.askBeforeLeaving(x.state, { open: (name) => opened.push(name) });
            addEventListener('click', (event) => event.preventDefault(), { once: true });
            document.querySelector('a').click();
            return opened;
        })()""",
        {"link": link, "state": {"table": {}, "you": {"seat": seat}}},
    )
    assert opened == (["leave"] if asks else [])


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        ({"table": {}, "you": {"seat": 0}}, True),
        ({"table": {}, "you": {"seat": 0}, "departs": True}, False),
        ({"table": {}, "you": {"seat": 0}, "elsewhere": True}, False),
        ({"table": {}, "you": {"seat": None}}, False),
        ({"table": None, "you": None}, False),
    ],
)
async def test_the_browser_asks_once_on_every_other_way_out(
    page: Page, state: dict[str, object], asks: bool
) -> None:
    asked = await run(
        page,
        "table/dialogs/departing.js",
        """(() => {
            m.askBeforeLeaving(x, {});
            return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
        })()""",
        state,
    )
    assert asked is asks
