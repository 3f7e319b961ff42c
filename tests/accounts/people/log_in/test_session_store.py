"""Sessions are read from the database each time, and only until they expire."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.people.log_in.session_store import SessionStore

pytestmark = pytest.mark.django_db


def stored() -> str:
    session = SessionStore()
    session["seat"] = 3
    session.create()
    assert session.session_key is not None
    return session.session_key


def test_a_session_is_what_djangos_own_store_reads() -> None:
    key = stored()
    assert dict(SessionStore(key).items()) == {"seat": 3} == dict(db.SessionStore(key).items())


def test_an_expired_and_an_unknown_session_are_empty_and_lose_their_key() -> None:
    key = stored()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    for one in (key, "unknown"):
        session = SessionStore(one)
        assert list(session.items()) == []
        assert session.session_key is None
