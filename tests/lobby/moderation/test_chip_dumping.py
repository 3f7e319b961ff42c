"""Chip-dumping detection: how many scripted dumpers are found, false positives, and the cases."""

import datetime
import random
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.people.models import User
from benchmarks.dumping import HANDS, RingScore, Score, World, judged, light, real, ringed
from games.hands.models import Hand, HandAction, HandSeat
from lobby.moderation.actions.cases import take
from lobby.moderation.detection.chip_dumping import HANDS_MIN, SeatResult, Watch, flow
from lobby.moderation.models import Report
from lobby.moderation.queries.chip_dumping import watch
from tests.games.stored import stored_rules
from tests.support.owner import as_owner
from tests.support.seated_table import seat_table
from tests.support.size import times
from tests.support.staff import REASON, log_in, member, refused

__all__ = ["seat_table"]  # a fixture of the lobby's

DAY = datetime.timedelta(days=1)


@pytest.mark.slow
def test_chip_dumpers_are_found_and_honest_players_are_not():
    score = Score()
    seeds = times(1, 4)
    for seed in range(seeds):
        judged(light(seed), HANDS, score)
    assert score.pairs >= 19 * seeds
    assert score.good, score.words()


@pytest.mark.full
def test_chip_dumpers_are_found_among_bots_with_dealt_cards():
    score = Score()
    judged(real(0, honest=20), 700, score)
    assert score.pairs >= 3
    assert score.good, score.words()


@pytest.mark.full
def test_honest_wild_players_are_hardly_ever_reported():
    world = World(random.Random(1), 500, 0)
    world.people = [player._replace(wild=2 * player.wild) for player in world.people]
    world.play(HANDS)
    assert len(world.watch.suspicions()) <= 1


@pytest.mark.slow
def test_rings_of_new_accounts_are_found_and_newcomers_are_not():
    score = RingScore()
    for seed in range(2):
        score.take(ringed(seed))
    assert score.rings >= 46
    assert score.good, score.words()


def lost_by_five(*, apart):
    """A detector after ten rounds in which five new players lose to one, apart or together."""
    seen = Watch()
    for number in range(2_000):
        won = (20, -20)[number % 2]
        for one, other in (("c", "d"), ("c", "e"), ("d", "e"), ("a", "c")):
            seats = [SeatResult(one, won, False), SeatResult(other, -won, False)]
            seen.add(number, "holdem", 10, seats)
    newcomers = [f"new {at}" for at in range(5)]
    for number in range(10):
        for losers in [[one] for one in newcomers] if apart else [newcomers]:
            seats = [SeatResult(one, -300, False) for one in losers]
            seats.append(SeatResult("a", 300 * len(losers), False))
            seen.add(f"pot {number}", "holdem", 10, seats)
    return seen


@pytest.mark.slow
def test_losses_of_several_players_in_one_pot_count_as_one_event():
    assert not lost_by_five(apart=False).suspicions()
    (ring,) = lost_by_five(apart=True).suspicions()
    assert (ring.receiver, len(ring.givers), ring.hands) == ("a", 5, 50)
    assert ring.words().startswith("5 accounts that hardly played with anyone else.")
    assert len(ring.words()) <= 500


def pair_of(hands, winner="a", loser="b", chips=1_000, folded=False):
    """A detector after this many hands in which one loses to another, in even company."""
    seen = Watch()
    for number in range(2_000):
        won = (20, -20)[number % 2]
        for one, other in (("c", "d"), ("a", "c"), ("b", "d")):
            seats = [SeatResult(one, won, False), SeatResult(other, -won, False)]
            seen.add(number, "holdem", 10, seats)
    for number in range(hands):
        seats = [SeatResult(winner, chips, False), SeatResult(loser, -chips, folded)]
        seen.add(f"gift {number}", "holdem", 10, seats)
    return seen


def test_a_pair_is_reported_with_figures_and_reasons():
    (found,) = pair_of(8, folded=True).suspicions()
    assert (found.receiver, found.giver, found.hands) == ("a", "b", 8)
    assert (found.chips, found.stakes) == (8_000, 800)
    assert (found.ways, found.large, found.folds) == ((8, 0), (8, 0), (8, 0))
    assert str(found.hand).startswith("gift")
    assert "8,000 chips" in found.words()
    assert len(found.words()) <= 500
    (turned,) = pair_of(8, winner="b", loser="a").suspicions()
    assert (turned.receiver, turned.giver) == ("b", "a")


@pytest.mark.parametrize(("hands", "chips"), [(HANDS_MIN - 1, 9_000), (8, 180)])
def test_a_few_hands_or_few_chips_are_no_case(hands, chips):
    assert not pair_of(hands, chips=chips).suspicions()


def test_chips_won_back_are_no_case():
    seen = pair_of(30)
    for number in range(30):
        seats = [SeatResult("b", 1_000, False), SeatResult("a", -1_000, False)]
        seen.add(f"back {number}", "holdem", 10, seats)
    assert not seen.suspicions()


def test_chips_go_from_losers_to_winners_in_proportion():
    assert flow(300, -100, 400) == 75
    assert flow(-100, 300, 400) == -75
    assert flow(-100, -300, 400) == 0


# In the database ------------------------------------------------------------------------------
@pytest.fixture
def dumped(seat_table):
    """A table where Binod loses forty stacks to Asha, between hands that go back and forth."""
    room = seat_table(people=3)
    start = timezone.now() - 3 * DAY
    a, b, c = room.people
    stories = []
    for number in range(300):
        gift = number % 10 == 0
        nets = ((a, 5_000), (b, -5_000), (c, 0)) if gift else _even(number, room.people)
        stories.append((nets, start + datetime.timedelta(minutes=number), gift))
    keep(room, stories)
    return room


def _even(number, people):
    first, second, third = (people[(number + at) % 3] for at in range(3))
    won = 20 if number // 3 % 2 else -20
    return ((first, won), (second, -won), (third, 0))


def keep(room, stories):
    """Stored hands as settlement leaves them, for code that reads only results and folds.

    `stories` has (nets, when, fold) of each: the net of every seat, and whether the losers folded.
    """
    hands = Hand.objects.bulk_create(
        Hand(
            table_id=room.table.pk,
            number=number + 1_000,
            game=room.table.game,
            preset="standard",
            rules_hash=stored_rules(room.table.rules),
            clock_ms=25_000,
            opening={"seats": [], "button": 0},
            sealed=b"",
            started_at=at,
            finished_at=at,
            status="finished",
        )
        for number, (_nets, at, _fold) in enumerate(stories)
    )
    seats, folds = [], []
    for hand, (nets, at, fold) in zip(hands, stories, strict=True):
        for seat, (user, net) in enumerate(nets):
            seats.append(
                HandSeat(
                    hand=hand,
                    user=user,
                    seat=seat,
                    stack_start=5_000,
                    net=net,
                    won=net > 0,
                    pot=max(0, net),
                    finished_at=at,
                )
            )
            if fold and net < 0:
                folds.append(HandAction(hand=hand, seq=1, seat=seat, kind="fold", at=at))
    HandSeat.objects.bulk_create(seats)
    HandAction.objects.bulk_create(folds)


def search(days=30):
    out = StringIO()
    call_command("find_dumping", days=days, stdout=out)
    return out.getvalue()


def test_the_command_opens_one_case_for_a_pair_and_only_once(dumped):
    assert "1 cases opened" in search()
    case = Report.objects.get()
    asha, binod, _chitra = dumped.people
    assert (case.about, case.by, case.kind, case.state) == (asha, None, "collusion", "open")
    assert case.table == dumped.table
    assert HandSeat.objects.get(hand_id=case.hand_id, user=asha).net == 5_000
    assert case.figures["giver"] == str(binod.pk)
    assert case.figures["folds"] == [30, 0]
    assert "150,200 chips" in case.text
    assert "0 cases opened" in search()
    Report.objects.update(state="closed", verdict="founded", closed_at=timezone.now())
    assert "0 cases opened" in search(), "the period already has its case"
    Report.objects.update(at=timezone.now() - 40 * DAY)
    assert "1 cases opened" in search(), "another period"


def test_a_ring_is_one_case_with_all_its_givers(seat_table, client):
    room = seat_table(people=5)
    start = timezone.now() - DAY
    asha, *givers = room.people
    minute = datetime.timedelta(minutes=1)
    pots = [((asha, 600), (givers[number % 4], -600)) for number in range(48)]
    keep(room, [(nets, start + number * minute, False) for number, nets in enumerate(pots)])
    assert "1 cases opened" in search()
    case = Report.objects.get()
    assert case.about == asha
    assert set(case.figures["givers"]) == {str(user.pk) for user in givers}
    assert "0 cases opened" in search()
    case.hand_id = None
    with as_owner():
        case.save()
    log_in(client, member("Table moderator"))
    page = client.get(reverse("admin:lobby_report_change", args=[case.pk])).content.decode()
    assert all(user.name in page for user in givers)


def test_an_open_case_counts_for_the_pair_however_old(dumped):
    search()
    Report.objects.update(at=timezone.now() - 40 * DAY)
    assert "0 cases opened" in search()


@pytest.mark.parametrize("change", ["void", "old", "points", "bot"])
def test_void_hands_old_ones_points_and_bots_do_not_count(dumped, change):
    binod = User.objects.filter(pk=dumped.people[1].pk)
    {
        "void": lambda: Hand.objects.update(status="void"),
        "old": lambda: HandSeat.objects.update(finished_at=timezone.now() - 31 * DAY),
        "points": lambda: Hand.objects.update(plays_for="points"),
        "bot": lambda: binod.update(kind="bot", bot_level="easy"),
    }[change]()
    assert "0 cases opened" in search()


def test_reading_some_players_gives_the_same_as_reading_all(dumped):
    asha, binod, chitra = (one.pk for one in dumped.people)
    now = timezone.now()
    some = watch(since=now - 30 * DAY, until=now, people=[asha, binod])
    everybody = watch(since=now - 30 * DAY, until=now)
    assert some.exchange(asha, binod) == everybody.exchange(asha, binod)
    alone = watch(since=now - 30 * DAY, until=now, people=[chitra])
    assert alone.exchange(asha, binod) is None


def test_staff_read_the_figures_and_the_giver_cannot_take_the_case(dumped, client):
    search()
    # These hands have no deck: a page that shows a hand gets one that was dealt.
    with as_owner():
        Report.objects.update(hand_id=dumped.deal().id)
    case = Report.objects.get()
    log_in(client, member("Table moderator"))
    page = client.get(reverse("admin:lobby_report_change", args=[case.pk])).content.decode()
    assert "Evidence" in page
    assert "30 there, 0 back" in page
    own = member("Table moderator", name="Esha")
    case.figures["givers"].append(str(own.pk))
    with as_owner():
        case.save()
    refused("OWN_TABLE", take, by=own, report_id=case.pk, reason=REASON)


def test_the_pair_page_shows_folds_to_each_other(dumped, client):
    log_in(client, member("Viewer"))
    asha, binod, _chitra = dumped.people
    address = reverse("admin:pairs")
    page = client.get(address, {"people": f"{asha.name}, {binod.name}"}).content.decode()
    rows = [re.findall(r"<td>([^<]*)</td>", row) for row in page.split("<tr>")]
    assert [binod.name, asha.name, "300", "80", "30", "30"] in rows
    assert [asha.name, binod.name, "300", "40", "0", "0"] in rows
