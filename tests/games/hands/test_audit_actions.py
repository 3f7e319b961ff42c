"""The audit of stored actions and results: each belongs to a hand, and no key comes twice."""

import uuid

import pytest
from django.utils import timezone

from games.hands.audit import check_seats, check_seqs
from games.hands.models import HandAction, HandSeat
from games.hands.queries.stored import stored_hands
from tests.games.stored import store_hand
from tests.support.owner import as_owner

pytestmark = pytest.mark.django_db


def test_actions_without_a_hand_are_found():
    store_hand()
    assert list(check_seats()) == []
    lost = uuid.uuid4()
    HandAction.objects.create(hand_id=lost, seq=1, seat=0, kind="fold", at=timezone.now())
    (finding,) = check_seats()
    assert (finding.check, finding.subject) == ("hand.missing", f"hand {lost}")


@pytest.mark.parametrize(("left_out", "found"), [(0, ["hand.key"]), (1, ["hand.gap", "hand.key"])])
def test_a_key_that_comes_twice_in_a_hand_is_found(left_out, found):
    hand, _people = store_hand()
    key, last = uuid.uuid4(), hand.actions.count() + left_out
    for seq in (last + 1, last + 2):
        HandAction.objects.create(
            hand=hand, seq=seq, seat=0, kind="bet", key=key, at=timezone.now()
        )
    findings = list(check_seqs(stored_hands([hand.pk])))
    assert [finding.check for finding in findings] == found
    assert {finding.hand_id for finding in findings} == {hand.pk}


@pytest.mark.parametrize("missing", ["hand", "user"])
def test_results_without_their_hand_or_user_are_found(missing):
    hand, _people = store_hand()
    assert list(check_seats()) == []
    seat = HandSeat.objects.filter(hand=hand).first()
    with as_owner():
        HandSeat.objects.filter(pk=seat.pk).update(**{f"{missing}_id": uuid.uuid4()})
    (finding,) = check_seats()
    assert finding.check == "hand.seat"
