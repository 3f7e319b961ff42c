"""Free chips that one account gathers from others are found in the ledger, at any kind of table."""

import random
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.ledger.entries import hold as hold_of
from accounts.people.actions.users import create_guest
from accounts.people.models import User
from accounts.sanctions.actions import answer_appeal
from accounts.sanctions.models import Sanction
from lobby.moderation.actions.cases import close_report, take
from lobby.moderation.actions.gathered_chips import open_gathering_cases
from lobby.moderation.detection.gathered_chips import Giver, gathered, lost_to
from lobby.moderation.models import Report
from lobby.moderation.queries import gathered_chips as reads
from lobby.tables.models import Seat
from tests.support.gathered import START, by_sit_and_go, new_table, person, sit_and_go
from tests.support.staff import REASON, log_in, member


@pytest.fixture(autouse=True)
def _entries_are_settled(monkeypatch):
    monkeypatch.setattr(reads, "SETTLED_AFTER_S", 0)


def cash(players, winner, *, chips=START, seated=False, **plan):
    """A cash game in which the others lose all they brought; `seated`: the winner plays on."""
    table = new_table(**plan)
    for user in players:
        ledger.buy_in(user=user, table_id=table.pk, amount=chips, uid=f"buy-in:{uuid.uuid4()}")
    total = chips * len(players)
    if seated:
        left = 2_000
        Seat.objects.create(table=table, number=0, user=winner, stack=total - left)
        total = left
    ledger.cash_out(user=winner, table_id=table.pk, amount=total, uid=f"out:{uuid.uuid4()}")


def by_a_sit_and_go_each(main, others):
    for other in others:
        sit_and_go([main, other], main, entry=9_500)


def by_cash(main, others):
    cash([main, *others], main)


def by_heads_up(main, others):
    for other in others:
        cash([main, other], main, seats=2)


def by_cash_in_public(main, others):
    cash([main, *others], main, private=False)


def by_approval(main, others):
    cash([main, *others], main, private=False, approval=True)


def by_dou_dizhu(main, others):
    for pair in (others[:2], others[2:]):
        options = {"score_mode": "chips", "base_score": 2, "multiplier_cap": 32}
        plan = {"game": "dou_dizhu", "preset": "standard", "options": options}
        cash([main, *pair], main, seats=3, chips=9_000, **plan)


def while_the_winner_plays_on(main, others):
    cash([main, *others], main, seated=True)


def mixed(main, others):
    sit_and_go([main, others[0]], main)
    cash([main, *others[1:]], main)


WAYS = [
    by_sit_and_go,
    by_a_sit_and_go_each,
    by_cash,
    by_heads_up,
    by_cash_in_public,
    by_approval,
    by_dou_dizhu,
    while_the_winner_plays_on,
    mixed,
]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["guest", "person", "registered_bot"])
@pytest.mark.parametrize("way", WAYS)
def test_gathered_free_chips_are_a_case_at_the_next_run(way, kind):
    main, others = person(), [create_guest() for _ in range(3)]
    User.objects.filter(pk__in=[other.pk for other in others]).update(kind=kind)
    way(main, others)
    (case,) = open_gathering_cases()
    assert (case.about_id, case.by, case.state) == (main.pk, None, Report.State.OPEN)
    assert set(case.figures["givers"]) == {str(other.pk) for other in others}
    assert case.figures["chips"] >= 25_000
    assert open_gathering_cases() == [], "nothing is new"
    sit_and_go([create_guest()], main, entry=2_500)
    assert open_gathering_cases() == [], "the same givers are known"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("verdict", "main_has"), [("founded", START), ("unfounded", 4 * START), ("misuse", 4 * START)]
)
def test_the_chips_are_held_until_staff_decide(verdict, main_has):
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    (case,) = open_gathering_cases()
    assert ledger.wallet_balance(main.pk) == START, "the others can be played with"
    with pytest.raises(ledger.LedgerRefused):
        ledger.buy_in(user=main, table_id=case.table_id, amount=START + 1, uid="more")
    for _ in range(2):  # as a moderator who takes a case from the first
        take(by=member("Table moderator"), report_id=case.pk, reason=REASON)
    close_report(by=member("Table moderator"), report_id=case.pk, verdict=verdict, reason=REASON)
    assert ledger.wallet_balance(main.pk) == main_has
    assert ledger.balance(hold_of(main)) == 0
    assert Sanction.objects.get(user=main).ended_at is not None
    assert audit_ledger() == []


@pytest.mark.django_db
def test_chips_on_a_table_are_held_when_they_come_back():
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    table = new_table()
    ledger.buy_in(user=main, table_id=table.pk, amount=35_000, uid="in")
    Seat.objects.create(table=table, number=0, user=main, stack=35_000)
    assert len(open_gathering_cases()) == 1
    assert Sanction.objects.get().held == 5_000
    Seat.objects.all().delete()
    ledger.cash_out(user=main, table_id=table.pk, amount=35_000, uid="out")
    assert open_gathering_cases() == []
    assert (Sanction.objects.get().held, ledger.wallet_balance(main.pk)) == (30_000, 10_000)


@pytest.mark.django_db
def test_the_person_is_told_and_a_granted_appeal_gives_the_chips_back(client):
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    (case,) = open_gathering_cases()
    client.force_login(main)
    assert "30,000 of your chips are held" in client.get("/me/sanctions/").content.decode()
    assert "Chips held" in client.get("/me/statement/").content.decode()
    hold = Sanction.objects.get(user=main)
    client.post(f"/me/sanctions/{hold.pk}/", {"text": "We are four brothers who play."})
    staff = member("Table moderator")
    answer_appeal(by=staff, sanction_id=hold.pk, accept=True, reason=REASON)
    assert ledger.wallet_balance(main.pk) == 4 * START
    close_report(by=staff, report_id=case.pk, verdict="founded", reason=REASON)
    assert ledger.wallet_balance(main.pk) == 4 * START, "decided already"


@pytest.mark.django_db
def test_held_chips_of_an_erased_account_go_back_to_the_bank():
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    open_gathering_cases()
    ledger.reverse_entry(main)
    assert ledger.wallet_balance(main.pk) == ledger.balance(hold_of(main)) == 0
    assert audit_ledger() == []


@pytest.mark.django_db
def test_a_bot_of_ones_own_that_is_refilled_for_it_is_found():
    main, bot = person(), person()
    User.objects.filter(pk=bot.pk).update(kind=User.Kind.REGISTERED_BOT)
    for day in range(3):
        sit_and_go([main, bot], main)
        if not day:
            assert open_gathering_cases() == [], "one lost evening"
        if day < 2:
            postings = {ledger.bank(): -START, ledger.wallet(bot): START}
            ledger.transfer(kind="refill", uid=f"refill:{bot.pk}:{day}", postings=postings)
    (case,) = open_gathering_cases()
    assert case.figures["givers"] == [str(bot.pk)]


@pytest.mark.django_db
def test_staff_read_the_case():
    main, others = person(), [create_guest() for _ in range(3)]
    by_sit_and_go(main, others)
    (case,) = open_gathering_cases()
    staff, client = member("Table moderator"), Client()
    log_in(client, staff)
    page = client.get(reverse("admin:lobby_report_change", args=[case.pk])).content.decode()
    assert "3 accounts lost nearly all of their free chips" in page
    assert "30,000" in page


@pytest.mark.django_db
def test_friends_who_win_by_turns_are_no_case():
    friends = [person() for _ in range(4)]
    for winner in (0, 1, 2, 3, 0):
        sit_and_go(friends, friends[winner], entry=2_000)
        cash(friends, friends[-winner], chips=1_500)
    assert open_gathering_cases() == []
    assert not Report.objects.exists()


def test_few_friends_look_like_a_ring():
    """Worlds of friends who meet for sit and gos and cash, and are refilled when they are broke."""
    suspected = judged = 0
    for seed in range(300):
        rng = random.Random(seed)
        friends = list(range(rng.randint(3, 6)))
        skill = [rng.uniform(0.7, 1.5) for _ in friends]
        given, left, pools = [START] * len(friends), [START] * len(friends), []
        hands = 0
        for _evening in range(rng.randint(1, 10)):
            for _game in range(rng.randint(1, 4)):
                stake = rng.choice([500, 1_000, 2_000, 5_000])
                able = [one for one in friends if left[one] >= stake]
                if len(able) < 2:
                    break
                winner = rng.choices(able, [skill[one] for one in able])[0]
                nets = dict.fromkeys(able, -stake)
                nets[winner] += stake * len(able)
                hands += rng.randint(8, 50)
                pools.append(nets)
                for one, net in nets.items():
                    left[one] += net
            for one in friends:
                if left[one] < 1_000:
                    given[one], left[one] = given[one] + START - left[one], START
        for receiver in friends:
            lost = lost_to(receiver, pools)
            facts = {one: Giver(given[one], left[one], hands) for one in lost}
            judged += 1
            suspected += gathered(receiver, lost, facts) is not None
    assert judged > 1_000
    assert suspected <= judged / 500, suspected


@pytest.mark.parametrize(
    ("givers", "found"),
    [
        ({"a": Giver(10_000, 0, 4), "b": Giver(10_000, 0, 4)}, True),
        ({"a": Giver(10_000, 0, 4)}, False),  # one lost evening
        ({"a": Giver(30_000, 0, 30)}, True),  # refilled twice for it
        ({"a": Giver(10_000, 4_000, 4), "b": Giver(10_000, 5_000, 4)}, False),  # has chips left
        ({"a": Giver(10_000, 0, 90), "b": Giver(10_000, 0, 90)}, False),  # played for it
        ({"a": Giver(40_000, 0, 4), "b": Giver(40_000, 0, 4)}, False),  # lost most to others
    ],
)
def test_drained_accounts_are_those_that_gave_nearly_all_to_one(givers, found):
    lost = {
        one: 30_000 if len(givers) == 1 and facts.given > START else START
        for one, facts in givers.items()
    }
    assert (gathered("main", lost, givers) is not None) == found
