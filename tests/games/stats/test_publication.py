"""No public figure tells the result of a delayed hand before its spectators have seen it."""

import datetime
import re

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.hands.models import Hand, HandSeat
from games.stats.actions import player_stats
from games.stats.actions.publication import publish_due
from games.stats.audit import check_player_stats
from games.stats.models import PlayerStats, Rating, WithheldHand
from games.stats.queries.today import today_of
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Table
from tests.games.room import as_people, play_hands
from tests.support.owner import as_owner
from tests.support.seated_table import seat_table
from tests.support.staff import REASON, member

__all__ = ["seat_table"]

pytestmark = pytest.mark.django_db

DELAY = datetime.timedelta(seconds=300)
NOISE = re.compile(
    r'<time.*?</time>|csrf\w*"[^>]*|nonce="[^"]*"|"(?:now|at)":\d+|\d+ (?:seconds?|minutes?)'
)


def surfaces(room):
    """Return every public page and answer with figures of players, as a stranger reads them."""
    cache.clear()
    names = [user.name for user in room.people]
    slug = room.table.slug
    paths = [
        *(f"/players/{name}/" for name in names),
        *(f"/api/v1/players/{name}" for name in names),
        *(f"/api/v1/players/{name}/statistics?period=day" for name in names),
        *(f"/api/v1/ratings?player={name}" for name in names),
        *(f"/leaderboards/?game={room.table.game}&period={one}" for one in ("day", "all")),
        f"/api/v1/leaderboards?game={room.table.game}&period=day",
        f"/api/v1/leaderboards?game={room.table.game}&period=day&measure=best_pot",
        "/statistics/",
        "/api/v1/statistics",
        f"/t/{slug}/hands/",
        f"/api/v1/tables/{slug}/hands",
        "/api/v1/fair/hands",
        "/fair/",
    ]
    found = {}
    for path in paths:
        answer = Client().get(path)
        assert answer.status_code in {200, 404}, (path, answer.status_code)
        found[path] = NOISE.sub("", answer.content.decode())
    for hand in Hand.objects.all():
        for ending in (f"/hands/{hand.pk}/", f"/api/v1/hands/{hand.pk}"):
            assert Client().get(ending).status_code in {302, 401, 403, 404}, ending
    return found


@pytest.fixture
def delayed(seat_table):
    room = seat_table(3)
    Table.objects.filter(pk=room.table.pk).update(
        spectators="delayed", spectator_delay_s=DELAY.total_seconds()
    )
    as_people(*room.people)
    return room


def let_delay_pass():
    """The delay is over; the hands stay in their day, which may have begun a minute ago."""
    WithheldHand.objects.update(due_at=F("due_at") - DELAY)
    Table.objects.update(spectator_delay_s=0)


def test_no_public_page_changes_before_spectators_have_seen_the_hand(delayed, monkeypatch):
    monkeypatch.setattr(
        "games.stats.queries.leaderboards.LEAST_HANDS",
        dict.fromkeys(("day", "week", "month", "all"), 1),
    )
    before = surfaces(delayed)
    play_hands(delayed, 2)
    assert surfaces(delayed) == before
    assert publish_due() == 0
    assert surfaces(delayed) == before
    let_delay_pass()
    assert publish_due() == 2
    after = {path for path, text in surfaces_after(delayed).items() if before.get(path) != text}
    for name in (user.name for user in delayed.people):
        assert f"/api/v1/players/{name}/statistics?period=day" in after
        assert f"/players/{name}/" in after


def surfaces_after(room):
    with as_owner():
        Hand.objects.update(spectators="closed")  # their pages are not asked for again
    return surfaces(room)


def test_figures_are_the_sums_of_the_hands_before_and_after(delayed):
    play_hands(delayed, 3)
    assert list(check_player_stats()) == []
    assert PlayerStats.objects.count() == 0
    assert player_stats.rebuild() == 0
    let_delay_pass()
    assert publish_due() == 3
    assert list(check_player_stats()) == []
    assert set(PlayerStats.objects.values_list("hands", flat=True)) == {3}
    assert publish_due() == 0


def test_ratings_wait_too(delayed):
    play_hands(delayed, 20)
    assert not Rating.objects.exists()
    let_delay_pass()
    publish_due()
    assert Rating.objects.exists()


def test_a_withheld_hand_can_be_voided(delayed):
    play_hands(delayed, 2)
    first, second = Hand.objects.order_by("number")
    void_hand(by=member("Table moderator"), hand_id=second.pk, reason=REASON)
    let_delay_pass()
    assert publish_due() == 1
    assert set(PlayerStats.objects.values_list("hands", flat=True)) == {1}
    void_hand(by=member("Table moderator"), hand_id=first.pk, reason=REASON)
    assert set(PlayerStats.objects.values_list("hands", "net")) == {(0, 0)}
    assert list(check_player_stats()) == []


def test_play_limits_do_not_wait(delayed):
    play_hands(delayed, 2)
    nets = {user.pk: 0 for user in delayed.people}
    for row in HandSeat.objects.all():
        nets[row.user_id] += row.net
    found = today_of(nets)
    assert {user: -today.lost for user, today in found.items()} == nets
    let_delay_pass()
    publish_due()
    assert today_of(nets) == found


def test_a_hand_without_a_delay_counts_at_once(seat_table):
    room = seat_table(2)
    play_hands(room, 1)
    assert not WithheldHand.objects.exists()
    assert PlayerStats.objects.exists()
    assert timezone.now() > Hand.objects.get().finished_at
