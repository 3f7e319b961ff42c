"""Bot detection by decision times: how many bots are found, false positives, and the cases."""

import datetime
import random
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.people.models import User
from benchmarks.timing import GAMES, PROGRAMS, TEMPERS, false_alarms, found, person, played
from games.hands.models import Hand, HandAction, HandSeat, PlayedAction
from lobby.moderation.detection.bots import HANDS_MIN, Decision, suspicion
from lobby.moderation.models import Report
from lobby.moderation.queries.bots import decisions
from tests.games.stored import stored_rules
from tests.support.owner import as_owner, no_triggers
from tests.support.seated_table import seat_table
from tests.support.staff import log_in, member

__all__ = ["seat_table"]  # a fixture of the lobby's

DAY = datetime.timedelta(days=1)


@pytest.mark.slow
@pytest.mark.parametrize("make", PROGRAMS)
def test_undeclared_bots_are_found_within_200_hands(make):
    hits = found(make, 32, random.Random(make.__name__))
    assert sum(hits[game] for game in GAMES) >= 0.9 * 32, dict(hits)


@pytest.mark.slow
@pytest.mark.parametrize(
    "world", [*(pytest.param(temper, marks=pytest.mark.full) for temper in TEMPERS), None]
)
def test_humans_are_not_reported(world):
    signs = false_alarms(TEMPERS.get(world), 60, random.Random(f"alone {world}"))
    assert signs.total() <= 1, dict(signs)


def times_of(took, *, game="teen_patti", kind="bet", hands=100, clock_ms=25_000.0):
    """Two choices of a kind in each hand, half a minute apart; `took(number)` in milliseconds."""
    return [
        Decision(
            number // 2, game, kind, 30.0 * number + 3_000 * (number // 40), took(number), clock_ms
        )
        for number in range(2 * hands)
    ]


def between(least, most):
    """Times drawn uniformly, always the same."""
    return lambda number: random.Random(number).uniform(least, most)


@pytest.mark.parametrize(
    ("took", "reason"),
    [
        (lambda n: 1_500 + n % 7, "even"),
        (between(1_000, 2_500), "level"),
        (lambda n: 1_000 * (1, 2, 2, 3, 5, 9)[n % 6] + n % 5, "beats"),
        (lambda n: 40 + n % 60 if n % 3 else 2_500 * 1.01**n, "instant"),
    ],
)
def test_a_case_states_its_reasons_in_figures(took, reason):
    case = suspicion("a", times_of(took))
    assert case.reason == reason
    assert (case.decisions, case.hands, case.hand) == (200, 100, 99)
    assert "200 decisions in 100 hands" in case.words()
    assert len(case.words()) <= 500


def test_play_without_a_pause_is_a_case_and_with_pauses_none():
    people = random.Random(3)
    took = [1_200 * people.lognormvariate(0, 0.6) for _ in range(1_000)]
    straight = [Decision(n, "teen_patti", "bet", 55.0 * n, ms, 25e3) for n, ms in enumerate(took)]
    case = suspicion("a", straight)
    assert case.reason == "tireless"
    assert 15 < case.hours < 15.5
    rests = [one._replace(at=one.at + one.hand // 100 * 1_800) for one in straight]
    assert suspicion("a", rests) is None


def test_few_hands_are_no_case():
    assert suspicion("a", times_of(lambda n: 1_500, hands=HANDS_MIN + 10))
    some = times_of(lambda n: 1_500, hands=100)
    assert suspicion("a", [one._replace(hand=one.hand % (HANDS_MIN - 1)) for one in some]) is None
    assert suspicion("a", some[:50]) is None


def test_automatic_actions_of_the_page_do_not_count():
    by_page = times_of(
        lambda n: random.Random(n).uniform(800, 2_500), game="dou_dizhu", kind="pass"
    )
    assert suspicion("a", by_page) is None
    ahead = times_of(lambda n: random.Random(n).uniform(200, 650), game="holdem", kind="call")
    assert suspicion("a", ahead) is None
    assert suspicion("a", [one._replace(kind="bet") for one in ahead])


def test_a_player_who_needs_the_whole_clock_is_not_a_bot():
    hurried = times_of(between(19_000, 20_500))
    assert suspicion("a", hurried) is None
    assert suspicion("a", [one._replace(clock_ms=120_000) for one in hurried])


# In the database ------------------------------------------------------------------------------
@pytest.fixture
def slow_and_steady(seat_table):
    """Asha answers after 1.5 s in each of 60 hands; Binod as humans do."""
    room = seat_table(people=2)
    start = timezone.now() - 3 * DAY
    rng = random.Random(5)
    draw = person("teen_patti", TEMPERS["tuned"], rng)
    human = [one.took_ms for one in played("teen_patti", draw, rng)]
    keep(room, [(start + n * datetime.timedelta(minutes=2), human[4 * n :]) for n in range(60)])
    return room


def keep(room, stories):
    """Stored hands of eight bets in turn: seat 1, 0, 1, 0 and so on.

    `stories` has the start of each, and after how many milliseconds seat 1 acts.
    """
    hands = Hand.objects.bulk_create(
        Hand(
            table_id=room.table.pk,
            number=number + 1_000,
            game="teen_patti",
            preset="standard",
            rules_hash=stored_rules(room.table.rules),
            clock_ms=25_000,
            sealed=b"",
            started_at=at,
            opening={"seats": [], "button": 0},
            finished_at=at + DAY / 1_000,
            status="finished",
        )
        for number, (at, _human) in enumerate(stories)
    )
    seats, bets = [], []
    for hand, (now, human) in zip(hands, stories, strict=True):
        for seat, user in enumerate(room.people):
            seats.append(
                HandSeat(
                    hand=hand,
                    user=user,
                    seat=seat,
                    stack_start=100,
                    net=0,
                    won=False,
                    pot=0,
                    finished_at=hand.finished_at,
                )
            )
        for seq in range(1, 9):
            seat = seq % 2
            now += datetime.timedelta(milliseconds=human[seq // 2] if seat else 1_500 + seq)
            bets.append(HandAction(hand=hand, seq=seq, seat=seat, kind="bet", at=now))
    HandSeat.objects.bulk_create(seats)
    HandAction.objects.bulk_create(bets)


def read(room, person=0):
    now = timezone.now()
    return dict(decisions(since=now - 30 * DAY, until=now)).get(room.people[person].pk, [])


def search(days=30):
    out = StringIO()
    call_command("find_bots", days=days, stdout=out)
    return out.getvalue()


def test_the_command_opens_one_case_for_a_player_and_only_once(slow_and_steady):
    assert "1 cases opened" in search()
    case = Report.objects.get()
    asha, _binod = slow_and_steady.people
    assert (case.about, case.by, case.kind, case.state) == (asha, None, "undeclared_bot", "open")
    assert case.table == slow_and_steady.table
    assert "240 decisions in 60 hands: half between 1.50 and 1.51 s" in case.text
    assert "0 cases opened" in search()
    Report.objects.update(state="closed", verdict="unfounded", closed_at=timezone.now())
    assert "0 cases opened" in search(), "the period already has its case"
    Report.objects.update(at=timezone.now() - 40 * DAY)
    assert "1 cases opened" in search(), "another period"


@pytest.mark.parametrize("change", ["void", "old", "bot", "registered_bot", "auto", "frozen"])
def test_registered_bots_and_automatic_actions_do_not_count(slow_and_steady, change):
    asha = User.objects.filter(pk=slow_and_steady.people[0].pk)
    actions = HandAction.objects.filter(hand__number__gte=1_000, seat=0)
    changes = {
        "void": lambda: Hand.objects.update(status="void"),
        "old": lambda: Hand.objects.update(started_at=timezone.now() - 31 * DAY),
        "bot": lambda: asha.update(kind="bot", bot_level="easy"),
        "registered_bot": lambda: asha.update(kind="registered_bot"),
        "auto": lambda: actions.update(kind="bet:timeout"),
        "frozen": lambda: Hand.objects.update(clock_ms=100),
    }
    with no_triggers():
        changes[change]()
    assert "0 cases opened" in search()


def test_a_decision_starts_at_the_previous_turn_and_looking_does_not_count(slow_and_steady):
    hand = Hand.objects.filter(number=1_000)
    Hand.objects.exclude(number=1_000).update(status="void")
    times = list(PlayedAction.objects.filter(hand__in=hand).order_by("seq").values_list("at"))
    gaps = [(b - a).total_seconds() * 1000 for (a,), (b,) in pairwise(times)]
    own = gaps[::2]  # seat 1 begins; its first choice waits for the deal and is excluded
    assert [one.took_ms for one in read(slow_and_steady)] == pytest.approx(own)
    third = HandAction.objects.filter(hand__in=hand, seq=3)
    with no_triggers():
        third.update(kind="see")
    with_see = [one.took_ms for one in read(slow_and_steady)]
    assert with_see == pytest.approx([own[0], own[1] + gaps[1], *own[2:]])
    with no_triggers():
        third.update(kind="leave:leave")
    assert len(read(slow_and_steady)) == 3


def test_reading_some_players_gives_the_same_as_reading_all(slow_and_steady):
    now = timezone.now()
    asha, binod = slow_and_steady.people
    alone = dict(decisions(since=now - 30 * DAY, until=now, people=[binod.pk]))
    assert alone == {binod.pk: read(slow_and_steady, 1)}
    assert asha.pk not in alone


def test_staff_read_the_figures_and_the_bars(slow_and_steady, client):
    search()
    with as_owner():
        Report.objects.update(hand_id=slow_and_steady.deal().id)  # a hand that was actually dealt
    case = Report.objects.get()
    log_in(client, member("Table moderator"))
    page = client.get(reverse("admin:lobby_report_change", args=[case.pk])).content.decode()
    assert "Evidence" in page
    assert "240 in 60 hands" in page
    page = client.get(reverse("admin:accounts_user_change", args=[case.about_id])).content.decode()
    assert "Time taken for 240 decisions" in page
    assert page.count("<rect") == page.count("from 0.1 s") * 29
