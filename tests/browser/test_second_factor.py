"""A user sets up a second factor and logs in with it; no page violates the policy."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import register_person
from tests.support.staff import Clock

PASSWORD = "correct-horse-42"
SIZES = [("-phone", (375, 812)), ("", (1440, 900))]
"""Narrow ones first: what fits a phone fits a wide window."""


async def look(visitor, name):
    """Take pictures of the page in windows which it must not exceed."""
    for ending, (width, height) in SIZES:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await visitor.shoot(name + ending)
        wide = await visitor.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is wider than its window"


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
async def test_a_second_factor_is_set_up_and_used_to_log_in(visitors, clock: Clock):
    floor = await sync_to_async(register_person)(
        name="Fatima", password=PASSWORD, email="fatima@example.org", staff=True, superuser=True
    )
    fatima = await visitors.arrive("fatima", width=1440, height=900)
    page = fatima.page
    await page.goto("/admin/")
    await page.get_by_label("Name").fill("Fatima")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Log in", exact=True).click()
    await expect(page.get_by_role("heading", name="Confirm it's you")).to_be_visible()
    await look(fatima, "1-password")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Continue").click()
    secret = await page.locator(".secret").text_content()
    await expect(page.locator(".code-picture svg path")).to_be_visible()
    await look(fatima, "2-set-up")
    await page.get_by_label("Code from the app").fill(clock.code(secret))
    await page.get_by_role("button", name="Turn on").click()
    await expect(page.get_by_text("The second factor is on.")).to_be_visible()
    await expect(page.locator(".recovery li")).to_have_count(10)
    await look(fatima, "3-recovery-codes")
    await page.get_by_role("link", name="Go to staff pages").click()
    await expect(page.get_by_text("hands in progress at")).to_be_visible()
    for number, path in enumerate(
        (
            "/accounts/2fa/",
            "/accounts/2fa/totp/deactivate/",
            "/accounts/2fa/recovery-codes/generate/",
            "/accounts/email/",
            "/me/",
        ),
        4,
    ):
        await page.goto(path)
        await look(fatima, f"{number}{path.replace('/', '-').rstrip('-')}")

    clock.counter += 1
    later = await visitors.arrive("later", width=1440, height=900)
    await later.page.goto("/accounts/login/?next=/me/")
    await later.page.get_by_label("Name").fill("Fatima")
    await later.page.get_by_label("Password").fill(PASSWORD)
    await later.page.get_by_role("button", name="Log in", exact=True).click()
    await later.page.get_by_label("Code").fill("000000")
    await later.page.get_by_role("button", name="Log in", exact=True).click()
    await expect(later.page.get_by_text("Wrong code.")).to_be_visible()
    await look(later, "9-code")
    await later.page.get_by_label("Code").fill(await sync_to_async(clock.code_of)(floor))
    await later.page.get_by_role("button", name="Log in", exact=True).click()
    await expect(later.page.get_by_role("heading", name="Fatima")).to_be_visible()
