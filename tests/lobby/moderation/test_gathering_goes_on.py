"""Free chips that are gathered by other means, and what a gatherer does while chips are held."""

import random
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.ledger.entries import hold as hold_of
from accounts.people.actions.users import create_guest
from accounts.sanctions.models import Sanction
from benchmarks.gathering import SCHEMES, friends, launderers
from games.hands.models import HandSeat
from lobby.moderation.actions.cases import close_report
from lobby.moderation.actions.gathered_chips import open_gathering_cases
from lobby.moderation.models import Report
from lobby.moderation.queries import gathered_chips as reads
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.seats.seats import sit
from tests.games.stored import store_hand
from tests.support.gathered import (
    START,
    by_sit_and_go,
    new_table,
    person,
    sit_and_go,
)
from tests.support.serial import SERIAL
from tests.support.size import times
from tests.support.staff import REASON, member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _entries_are_settled(monkeypatch):
    monkeypatch.setattr(reads, "SETTLED_AFTER_S", 0)


def held(user):
    return ledger.balance(hold_of(user))


def refill(user):
    """Another day's free chips."""
    postings = {ledger.bank(): -START, ledger.wallet(user): START}
    ledger.transfer(kind="refill", uid=f"refill:{user.pk}:{next(SERIAL)}", postings=postings)


def test_a_further_giver_adds_what_they_gave_and_no_more():
    main, others = person(), [create_guest() for _ in range(4)]
    by_sit_and_go(main, others[:3])
    open_gathering_cases()
    assert (ledger.wallet_balance(main.pk), held(main)) == (START, 3 * START)
    sit_and_go([main, others[3]], main)
    (more,) = open_gathering_cases()
    assert more.figures["chips"] == START
    assert (ledger.wallet_balance(main.pk), held(main)) == (START, 4 * START)
    assert open_gathering_cases() == []


def test_known_givers_who_are_refilled_and_give_again_are_a_case_again():
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    (first,) = open_gathering_cases()
    for other in others:
        refill(other)
    by_sit_and_go(main, others)
    (second,) = open_gathering_cases()
    assert second.figures["chips"] == 3 * START
    assert (ledger.wallet_balance(main.pk), held(main)) == (START, 6 * START)
    staff = member("Table moderator")
    for case, verdict in ((first, "founded"), (second, "unfounded")):
        close_report(by=staff, report_id=case.pk, verdict=verdict, reason=REASON)
    assert (ledger.wallet_balance(main.pk), held(main)) == (4 * START, 0)
    assert audit_ledger() == []


def test_nothing_is_staked_before_all_chips_are_held(django_capture_on_commit_callbacks):
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    table = new_table(max_buy_in=40_000)
    sit(table_id=table.pk, user=main, number=0, buy_in=40_000, key=uuid.uuid4())
    with django_capture_on_commit_callbacks(execute=True):
        open_gathering_cases()
    assert not Seat.objects.filter(user=main).exists(), "they leave, and their chips come back"
    with pytest.raises(TableRefused) as no:
        sit(table_id=new_table().pk, user=main, number=0, buy_in=200, key=uuid.uuid4())
    assert (no.value.code, no.value.limits["need"]) == ("CHIPS_HELD", 3 * START)
    open_gathering_cases()
    assert (ledger.wallet_balance(main.pk), held(main)) == (START, 3 * START)
    sit(table_id=new_table().pk, user=main, number=0, buy_in=200, key=uuid.uuid4())


def test_points_are_played_while_chips_are_missing(django_capture_on_commit_callbacks):
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    table = new_table()
    ledger.buy_in(user=main, table_id=table.pk, amount=40_000, uid="in")
    open_gathering_cases()
    points = new_table(game="dou_dizhu", preset="standard", seats=3)
    sit(table_id=points.pk, user=main, number=0, buy_in=None, key=uuid.uuid4())


def test_every_page_tells_that_chips_are_held_until_they_are_not():
    main, others = person(), [create_guest() for _ in range(3)]
    client = Client()
    client.force_login(main)
    assert "chips are held" not in client.get("/statistics/").content.decode()
    by_sit_and_go(main, others)
    (case,) = open_gathering_cases()
    with CaptureQueriesContext(connection) as received:
        page = client.get("/statistics/").content.decode()
    assert "30,000 of your chips are held" in page
    assert "/me/sanctions/" in page
    close_report(
        by=member("Table moderator"), report_id=case.pk, verdict="unfounded", reason=REASON
    )
    with CaptureQueriesContext(connection) as plain:
        assert "chips are held" not in client.get("/statistics/").content.decode()
    assert len(received) == len(plain)


def folded(people, winner, table, hands=60):
    """So many hands at a table, of which the winner won nearly all."""
    for number in range(1, hands + 1):
        hand, _people = store_hand(people=people, table_id=table.pk, number=number)
        HandSeat.objects.filter(hand=hand).update(won=False)
        HandSeat.objects.filter(hand=hand, user=winner).update(won=True)


def test_folding_for_an_hour_is_not_playing():
    main, others = person(), [create_guest() for _ in range(3)]
    folded([main, *others], main, new_table())
    by_sit_and_go(main, others)
    (case,) = open_gathering_cases()
    assert case.figures["chips"] == 3 * START


def test_givers_of_a_fair_share_of_hands_have_played():
    main, others = person(), [create_guest() for _ in range(3)]
    table = new_table()
    for number in range(1, 61):
        hand, _people = store_hand(people=[main, *others], table_id=table.pk, number=number)
        HandSeat.objects.filter(hand=hand).update(won=False)
        who = [main, *others][number % 4]
        HandSeat.objects.filter(hand=hand, user=who).update(won=True)
    by_sit_and_go(main, others)
    assert open_gathering_cases() == []


def pass_on(mule, main, chips):
    """Lose chips at a table."""
    table = new_table()
    for user, amount in ((mule, chips), (main, 1_000)):
        ledger.buy_in(user=user, table_id=table.pk, amount=amount, uid=f"in:{uuid.uuid4()}")
    ledger.cash_out(user=main, table_id=table.pk, amount=chips + 1_000, uid=f"{uuid.uuid4()}")


def test_gathered_chips_that_are_passed_on_are_held_where_they_went():
    main, mule, others = person(), person(), [create_guest() for _ in range(2)]
    sit_and_go([mule, *others], mule)
    pass_on(mule, main, 18_000)
    cases = {case.about_id: case for case in open_gathering_cases()}
    assert cases.keys() == {mule.pk, main.pk}
    assert held(main) == 18_000
    assert held(mule) + ledger.wallet_balance(mule.pk) == 3 * START - 18_000


def test_they_are_held_also_if_they_are_passed_on_later():
    main, mule, others = person(), person(), [create_guest() for _ in range(2)]
    table = new_table()
    sit_and_go([mule, *others], mule)
    ledger.buy_in(user=mule, table_id=table.pk, amount=30_000, uid="in")
    open_gathering_cases()
    ledger.buy_in(user=main, table_id=table.pk, amount=200, uid="main in")
    Seat.objects.create(table=table, number=0, user=mule, stack=12_000)
    ledger.cash_out(user=main, table_id=table.pk, amount=18_200, uid="main out")
    (case,) = open_gathering_cases()
    assert (case.about_id, held(main)) == (main.pk, 18_000)


def test_an_honest_winner_of_a_part_of_gathered_chips_keeps_them():
    main, mule, others = person(), person(), [create_guest() for _ in range(2)]
    sit_and_go([mule, *others], mule)
    pass_on(mule, main, 9_000)
    (case,) = open_gathering_cases()
    assert (case.about_id, held(main)) == (mule.pk, 0)


def test_a_run_costs_the_same_however_many_were_paid_and_however_long_tables_are():
    """One receiver or six, at a table with few or with many movements: the same statements."""
    table = new_table(private=False)
    people = [create_guest() for _ in range(6)]

    def paid(number):
        for user in people[:number]:
            for amount in (2_500, 2_500):
                ledger.buy_in(user=user, table_id=table.pk, amount=amount, uid=f"in:{uuid.uuid4()}")
            ledger.cash_out(user=user, table_id=table.pk, amount=5_000, uid=f"{uuid.uuid4()}")
        with CaptureQueriesContext(connection) as statements:
            open_gathering_cases()
        return len(statements)

    paid(1)
    assert paid(1) == paid(6)
    assert not Report.objects.exists()
    assert Sanction.objects.count() == 0


def test_new_friends_are_hardly_ever_part_of_a_case_and_launderers_are():
    """One game in ten of the friends is for all that they have."""
    rng, groups = random.Random(35), times(400, 10_000)
    wrong = sum(bool(friends(rng).cases()) for _ in range(groups))
    assert wrong <= groups / 100
    for scheme, least in zip(SCHEMES, (1.0, 0.4, 0.7), strict=True):
        found = sum(bool(launderers(rng, scheme).cases()) for _ in range(groups // 5))
        assert found >= least * (groups // 5), scheme.__name__
