"""Hands of past days."""

import datetime
from functools import partial

from django.utils import timezone

from games.hands.models import Hand
from tests.games.stored import store_hand

DAY = datetime.timedelta(days=1)


def today():
    return timezone.now().astimezone(datetime.UTC).date()


def at(day, hour=12):
    return datetime.datetime.combine(day, datetime.time(hour), datetime.UTC)


def ended(day, *, hour=12, **options):
    """A hand that ended on a day and that leaderboards count."""
    hand, _people = store_hand(**options)
    Hand.objects.filter(pk=hand.pk).update(finished_at=at(day, hour), ranked=True)
    hand.refresh_from_db()
    return hand


ended_tfair1 = partial(ended, tfair1=True)
"""`ended`, dealt by the scheme before TFAIR2."""
