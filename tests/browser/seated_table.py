"""Players in windows: sessions without the log-in form, received frames, and clicks."""

import re

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.async_api import expect

from lobby.tables.models import Table
from tests.support.staff import prove
from tests.support.waiting import PATIENCE_S, until

expect.set_options(timeout=PATIENCE_S * 1_000)
_CARD = re.compile(r'"([2-9TJQKA][cdhs]|BJ|RJ)"')


def session_of(user):
    """The key of a session in which this user is logged in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    if user.is_staff:
        prove(session, user)
    return session.session_key


def unhurried(table):
    """No time-out and no next hand interrupts a window at this table, however slow it is."""
    Table.objects.filter(pk=table.pk).update(clock_ms=3_600_000, pause_ms=3_600_000)
    return table


async def log_in(visitors, visitor, session):
    """Give a window this session."""
    await visitor.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": visitors.url}]
    )


def listen(visitor):
    """Collect every frame the window receives."""
    frames: list[str] = []
    visitor.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))),
    )
    return frames


def received_cards(frames):
    """Every card named in these frames."""
    return set(_CARD.findall("\n".join(frames)))


# True once a button has said the same for longer than the page ignores presses of a new price.
_STEADY = """button => {
    if (button.saidBefore !== button.textContent)
        Object.assign(button, { saidBefore: button.textContent, since: performance.now() });
    return performance.now() - button.since > 600;
}"""


async def click(visitor, place):
    """Press a button of the action bar once it is enabled and its price has been stable."""
    button = visitor.page.locator(f".place.{place}[aria-disabled=false]")
    await until(lambda: button.evaluate(_STEADY), f"a steady {place}")
    await button.click()


async def still(visitor):
    """Wait until nothing moves in the window."""
    moving = "() => !document.getAnimations().some(one => one.playState === 'running')"
    await until(lambda: visitor.page.evaluate(moving), "the motion to end")


async def wait_for_cards(frames, cards):
    """Wait until the frames have named exactly these cards."""
    await until(lambda: received_cards(frames) >= cards, f"{sorted(cards)}")
    assert received_cards(frames) == cards
