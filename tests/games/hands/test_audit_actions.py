"""The audit of stored actions and results: each belongs to a hand, and no key comes twice."""

import uuid

import pytest
from django.utils import timezone

from games.hands.audit import check_seats, check_sequence
from games.hands.models import HandAction, HandSeat
from tests.games.stored import store_hand

pytestmark = pytest.mark.django_db


def test_actions_without_a_hand_are_found():
    store_hand()
    assert list(check_sequence()) == []
    lost = uuid.uuid4()
    HandAction.objects.create(hand_id=lost, seq=1, seat=0, kind="fold", at=timezone.now())
    (finding,) = check_sequence()
    assert (finding.check, finding.subject) == ("hand.missing", f"hand {lost}")


def test_a_key_that_comes_twice_in_a_hand_is_found():
    hand, _people = store_hand()
    key = uuid.uuid4()
    last = HandAction.objects.filter(hand=hand).order_by("seq").last()
    start = last.seq if last is not None else 0
    for seq in (start + 1, start + 2):
        HandAction.objects.create(
            hand=hand, seq=seq, seat=0, kind="bet", key=key, at=timezone.now()
        )
    (finding,) = check_sequence([hand.pk])
    assert (finding.check, finding.hand_id) == ("hand.key", hand.pk)


@pytest.mark.parametrize("missing", ["hand", "user"])
def test_results_without_their_hand_or_user_are_found(missing):
    hand, _people = store_hand()
    assert list(check_seats()) == []
    seat = HandSeat.objects.filter(hand=hand).first()
    HandSeat.objects.filter(pk=seat.pk).update(**{f"{missing}_id": uuid.uuid4()})
    (finding,) = check_seats()
    assert finding.check == "hand.seat"
