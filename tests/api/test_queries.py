"""A long list takes as many queries as a short one."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import ledger
from accounts.ledger.models import Entry
from accounts.people.actions.users import create_guest
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import ChatLine
from lobby.tables.seats.seats import sit
from tests.support.app import app_of
from tests.support.serial import SERIAL


def _more_tables(app, room):
    for _ in range(6):
        plan = TablePlan(name=f"Table {next(SERIAL)}")
        table = open_table(plan=plan, host=None, is_house_table=True)
        for number in range(2):
            key = uuid.uuid4()
            sit(table_id=table.pk, user=create_guest(), number=number, buy_in=200, key=key)


def _more_movements(app, room):
    bank, wallet = ledger.bank(), ledger.wallet(app.user)
    for _ in range(30):
        postings = {bank: -1, wallet: 1}
        ledger.transfer(kind=Entry.Kind.CORRECTION, uid=uuid.uuid4().hex, postings=postings)


def _more_devices(app, room):
    for _ in range(6):
        app_of(app.user)


def _more_lines(app, room):
    for number in range(20):
        ChatLine.objects.create(
            table=room.table, user=app.user, room=ChatLine.Room.PLAYERS, text=str(number)
        )
    head = room.head
    head.chat_id = ChatLine.objects.latest("id").pk
    head.save()


def _more_people(app, room):
    for number in range(2, 6):
        key = uuid.uuid4()
        sit(table_id=room.table.pk, user=create_guest(), number=number, buy_in=200, key=key)
    _more_lines(app, room)


@pytest.mark.parametrize(
    ("path", "grow"),
    [
        ("tables", _more_tables),
        ("me", _more_tables),
        ("me/statement", _more_movements),
        ("devices", _more_devices),
        ("tables/{slug}/chat", _more_lines),
        ("tables/{slug}/state", _more_people),
        ("tables/{slug}", _more_people),
    ],
)
def test_queries_do_not_grow_with_the_length_of_the_answer(seat_table, path, grow):
    room = seat_table(2)
    room.deal()
    app = app_of(room.people[0])
    _more_lines(app, room)
    path = path.format(slug=room.table.slug)

    def asked():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            size = len(app.ask("get", path).content)
        return len(captured), size

    asked()  # the first request stores the user's presence
    before, small = asked()
    grow(app, room)
    after, large = asked()
    assert large > small or path == "me"
    assert after == before <= 12
