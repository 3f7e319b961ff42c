"""Opening tables, finding a seat, and the lobby's list."""

import uuid

import pytest

from accounts.people.actions.users import create_guest
from core.runtime.single_flight import SharedCopies
from lobby.tables.access.access import may_open
from lobby.tables.hosting.tables import PlanErrors, TablePlan, find_open, open_table, quick_seat
from lobby.tables.list import table_list
from lobby.tables.list.table_list import read_tables, tables_for
from lobby.tables.models import Seat, Table
from lobby.tables.seats.seats import leave, sit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "x"}, "name"),
        ({"name": "\u200b\u200b\u200b"}, "name"),
        ({"game": "bridge"}, "game"),
        ({"preset": "nobody's"}, "preset"),
        ({"options": {"boot": 0}}, "option_boot"),
        ({"options": {"run_order": "backwards"}}, "option_run_order"),
        ({"seats": 1}, "seats"),
        ({"seats": 99}, "seats"),
        ({"clock_s": 1}, "clock_s"),
        ({"max_buy_in": 100}, "max_buy_in"),
        ({"options": {"boot": 500}}, "min_buy_in"),
        ({"spectators": "open"}, "spectators"),
        ({"spectators": "delayed", "spectator_delay_s": 1}, "spectator_delay_s"),
        ({"bots": 6}, "bots"),
        ({"bot_level": "godlike"}, "bot_level"),
    ],
)
def test_an_invalid_table_plan_names_the_field(change, field):
    with pytest.raises(PlanErrors) as no:
        open_table(plan=TablePlan(**({"name": "Marigold"} | change)), host=None)
    assert field in no.value.fields
    assert not Table.objects.exists()


def test_two_open_tables_never_have_one_name():
    open_table(plan=TablePlan(name="Marigold"), host=None)
    with pytest.raises(PlanErrors) as no:
        open_table(plan=TablePlan(name="  MARIGOLD "), host=None)
    assert no.value.fields == {"name": "An open table already has that name."}


def test_a_table_name_is_found_in_any_case():
    table = open_table(plan=TablePlan(name="Blue Lotus"), host=None)
    assert find_open(" blue  LOTUS") == table
    assert find_open("Red Lotus") is None


def test_quick_seat_prefers_company_and_returns_to_the_own_seat():
    empty = open_table(plan=TablePlan(name="Only bots", bots=3), host=None, is_house_table=True)
    lively = open_table(plan=TablePlan(name="Lively", bots=1), host=None, is_house_table=True)
    from lobby.tables.play.timers import run_timer

    for table in (empty, lively):
        run_timer(table.pk)
    asha, binod = create_guest(name="Asha"), create_guest(name="Binod")
    free = next(n for n in range(6) if not Seat.objects.filter(table=lively, number=n).exists())
    sit(table_id=lively.pk, user=binod, number=free, buy_in=500, key=uuid.uuid4())
    assert quick_seat(game="teen_patti", user=asha, key=uuid.uuid4()) == lively
    assert quick_seat(game="teen_patti", user=asha, key=uuid.uuid4()) == lively
    assert Seat.objects.filter(user=asha).count() == 1


def test_quick_seat_opens_a_table_with_three_bots_if_there_is_none():
    asha = create_guest(name="Asha")
    table = quick_seat(game="teen_patti", user=asha, key=uuid.uuid4())
    from lobby.tables.play.timers import run_timer

    run_timer(table.pk)
    kinds = sorted(seat.user.kind for seat in Seat.objects.filter(table=table))
    assert kinds == ["bot", "bot", "bot", "guest"]


def test_a_private_table_is_listed_and_opened_only_for_invited_users():
    host, stranger = create_guest(name="Asha"), create_guest(name="Binod")
    table = open_table(plan=TablePlan(name="Family", private=True), host=host)
    tables = tables_for(None, {})
    assert tables.rows(None) == [] == tables.rows(stranger.pk)
    assert [row.slug for row in tables.rows(host.pk)] == [table.slug]
    assert may_open(table, host.pk, [])
    assert not may_open(table, stranger.pk, [])
    assert not may_open(table, None, ["wrong"])
    assert may_open(table, None, [table.invite])


def test_the_list_takes_three_queries_at_any_length(django_assert_num_queries):
    """The third reads how the tables play, and its answer is kept for a while (`pace`)."""
    for number in range(5):
        open_table(plan=TablePlan(name=f"Table {number}"), host=None)
    with django_assert_num_queries(3):
        assert len(tables_for(None, {}).rows(None)) == 5


def test_a_host_who_left_still_finds_their_table():
    host = create_guest(name="Asha")
    table = quick_seat(game="teen_patti", user=host, key=uuid.uuid4())
    leave(table_id=table.pk, user=host)
    (row,) = tables_for(host.pk, {}).rows(host.pk)
    assert row.mine


def test_house_rules_may_fix_the_buy_in():
    table = open_table(plan=TablePlan(name="Equal stacks", preset="equal_stacks"), host=None)
    assert (table.min_buy_in, table.max_buy_in) == (1_000, 1_000)


def test_users_see_their_own_tables_as_they_are_now(
    monkeypatch: pytest.MonkeyPatch, settings, django_assert_num_queries
):
    settings.SHARED_ANSWERS = True
    monkeypatch.setattr(table_list, "_copies", SharedCopies(lifetime_s=60, most=1))
    host, guest = create_guest(name="Asha"), create_guest(name="Binod")
    left, kept = (open_table(plan=TablePlan(name=name), host=None) for name in ("Left", "Kept"))
    for number, table in enumerate((left, kept)):
        sit(table_id=table.pk, user=guest, number=number, buy_in=500, key=uuid.uuid4())
    tables_for(None, {})  # the shared reading
    leave(table_id=left.pk, user=guest)
    open_table(plan=TablePlan(name="New", private=True), host=host)
    with django_assert_num_queries(2):
        mine = {row.name: (row.mine, row.taken) for row in tables_for(guest.pk, {}).rows(guest.pk)}
    assert mine == {"Left": (False, 0), "Kept": (True, 1)}
    assert [row.name for row in tables_for(host.pk, {}).own(host.pk)] == ["New"]
    assert len(tables_for(None, {}).rows(None)) == 2


def test_a_reading_of_some_tables_is_that_part_of_the_list():
    names = ("One", "Two", "Three")
    tables = [open_table(plan=TablePlan(name=name), host=None) for name in names]
    everything = read_tables({tables[1].pk: 4})
    assert [listing.row.name for listing in everything.values()] == list(names)
    ids = [tables[1].pk, tables[2].pk, uuid.uuid4()]
    Table.objects.filter(pk=tables[2].pk).update(state="closed")
    assert read_tables({tables[1].pk: 4}, only=ids) == {ids[0]: everything[ids[0]]}
    assert everything[ids[0]].row.watching == 4
