"""The audit of stored actions: each belongs to a hand."""

import uuid

import pytest
from django.utils import timezone

from games.hands.audit import check_sequence
from games.hands.models import HandAction
from tests.games.stored import store_hand

pytestmark = pytest.mark.django_db


def test_actions_without_a_hand_are_found():
    store_hand()
    assert list(check_sequence()) == []
    lost = uuid.uuid4()
    HandAction.objects.create(hand_id=lost, seq=1, seat=0, kind="fold", at=timezone.now())
    (finding,) = check_sequence()
    assert (finding.check, finding.subject) == ("hand.missing", f"hand {lost}")
