"""A page made of kept fragments is the same as one that was made for its reader alone."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.people.models import User
from core.templatetags import fragments
from games.hands.models import Hand
from games.stats.queries import leaderboards
from lobby.tables.hosting.tables import TablePlan, open_table

pytestmark = pytest.mark.django_db
PAGES = (
    "/",
    "/me/",
    "/me/hands/",
    "/hands/{hand}/",
    "/leaderboards/",
    "/odds/design/",
    "/t/{slug}/hands/",
)
ALWAYS_NEW = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w{64}|(?<=/h/)[^/"]+')
"""Tokens of forms, and links to share a hand, which are encrypted anew."""


def pages(user: User | None, addresses: list[str]) -> dict[str, str]:
    """The pages of a user; those that need a log-in are left out for visitors."""
    client = Client()
    if user is not None:
        client.force_login(user)
    found = {one: client.get(one) for one in addresses if user or not one.startswith("/me/")}
    assert {page.status_code for page in found.values()} == {200}
    return {one: ALWAYS_NEW.sub("", page.content.decode()) for one, page in found.items()}


def forget() -> None:
    fragments._kept.cache_clear()
    leaderboards._rows.clear()
    leaderboards._places.clear()


def test_pages_of_one_user_show_nothing_of_another(seat_table: Any, settings: Any) -> None:
    room = seat_table(people=3, name="Marigold")
    room.deal()
    room.fold_down()
    asha, bruno, _carla = room.people
    User.objects.filter(pk=asha.pk).update(is_staff=True)
    open_table(plan=TablePlan(name="Only Asha's", private=True), host=asha)
    settings.SHARED_ANSWERS = True
    hand = Hand.objects.get()
    addresses = [one.format(hand=hand.pk, slug=room.table.slug) for one in PAGES]
    alone = {}
    for user in (asha, bruno, None):
        forget()
        alone[user] = pages(user, addresses)
    assert alone[asha]["/"] != alone[bruno]["/"] != alone[None]["/"]
    assert "Only Asha's" not in alone[bruno]["/"] + alone[None]["/"]
    forget()
    for user in (asha, bruno, asha, bruno):
        assert pages(user, addresses) == alone[user]
    assert fragments._kept.cache_info().hits > 0
