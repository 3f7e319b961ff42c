"""A table with people in windows."""

import uuid

from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import (
    log_in,
    session_of,
    unhurried,
)
from tests.support.seated_table import SeatedTable


def three_people():
    """Asha and Binod play in windows; Chitra, the third a side show needs, plays by the actions."""
    plan = TablePlan(name="Marigold", options={"boot": 10}, min_buy_in=200, autostart=False)
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    seated = [create_guest(name=name) for name in ("Asha", "Binod", "Chitra")]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=1_000, key=uuid.uuid4())
    return SeatedTable(table, seated), {user.name: session_of(user) for user in seated[:2]}


async def arrive(visitors, room, name, session=None, **window):
    visitor = await visitors.arrive(name, **window)
    if session:
        await log_in(visitors, visitor, session)
    await visitor.page.goto(f"/t/{room.table.slug}/")
    await expect(visitor.page.locator("[data-seat='0'] .name")).to_contain_text("Asha")
    return visitor
