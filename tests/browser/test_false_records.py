"""The page of a hand whose record is false, in real Chromium; the other checkers with it.

With PICTURES=1 each leaves a picture of what the reader sees in tests/artefacts.
"""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from cardhouse_client.fair import NotFair
from cardhouse_client.tfair2 import check_record
from games.hands.models import Hand
from games.hands.queries.export import record_json
from games.hands.viewers import viewer_of_finished
from games.records.check import check
from tests.browser.seated_table import log_in, session_of
from tests.support.cheated_tables import friends_table, sit_down, to_the_end
from tests.support.false_house import House
from tests.support.false_records import FALSE_RECORDS, invented_history
from tests.support.serial import SERIAL
from tests.support.verifiers import by_node, saved

pytestmark = pytest.mark.django_db(transaction=True)


def played():
    """Play a hand to its end; returns its row, its record and a session of its player."""
    while True:
        room = friends_table(House())
        user = create_guest(name=f"Asha{next(SERIAL)}")
        sit_down(room, user)
        room.deal()
        to_the_end(room)
        hand = Hand.objects.order_by("started_at").last()
        viewer = viewer_of_finished(hand, user.pk, now=timezone.now())
        record = json.loads(json.dumps(record_json(hand, viewer)))
        if all(chips for _seat, chips in record["result"]["net"]):  # no split pot
            return hand, record, session_of(user)


def noticed(record):
    """Return the check with which the Python client refuses a record, empty if it holds."""
    try:
        check_record(record)
    except NotFair as no:
        return no.check
    return ""


async def test_a_false_record_fails_on_the_page_of_its_hand(visitors):
    hand, record, session = await sync_to_async(played)()
    window = await visitors.arrive("record", width=375, height=812)
    await log_in(visitors, window, session)
    page, given = window.page, {"record": record}
    await page.route("**/record.json", lambda route: route.fulfill(json=given["record"]))
    found = page.locator("[data-fair-record]")
    await page.goto(f"/hands/{hand.pk}/")
    await found.scroll_into_view_if_needed()
    await expect(found).to_contain_text("cards checked, each at its place")
    assert noticed(record) == ""
    for falsify, checks in FALSE_RECORDS.items():
        given["record"], name = falsify(record), falsify.__name__
        assert noticed(given["record"]) in checks, name
        await page.reload()
        await found.scroll_into_view_if_needed()
        await expect(found, name).to_contain_text("This hand FAILED the check")
        said = re.compile("|".join(f"FAILED the check: {check}:" for check in checks))
        await expect(found, name).to_contain_text(said)
        await found.scroll_into_view_if_needed()
        await window.shoot(f"cheat-12-{name}")


def test_the_checker_in_node_refuses_each_false_record(transactional_db, tmp_path):
    _hand, record, _session = played()
    false = [falsify(record) for falsify in FALSE_RECORDS]
    status, lines = by_node(saved(tmp_path, [record, *false]))
    assert (status, len(lines)) == (1, len(false) + 1)
    for line, (falsify, checks) in zip(lines[1:], FALSE_RECORDS.items(), strict=True):
        assert any(f"{check}:" in line for check in checks), (falsify.__name__, line)


@sync_to_async
def rules_find(record):
    return check(record)


async def test_a_history_invented_with_all_its_hashes_is_noticed_by_the_rules(db):
    _hand, record, _session = await sync_to_async(played)()
    false = invented_history(record)
    assert noticed(false) == "", "no proof contradicts it until the day is closed"
    assert (await rules_find(record)).ok
    assert not (await rules_find(false)).ok
