"""Marks beside names at a table: of staff, and of near copies of an older account's name."""

from typing import Any

import pytest

from accounts.people.models import User
from accounts.people.names import spelling
from lobby.tables.models import Seat
from lobby.tables.view.table_view import read_table, render_table


def rename(user: User, name: str) -> None:
    User.objects.filter(pk=user.pk).update(name=name, name_key=spelling.name_key(name) + name)


def marks(room: Any) -> dict[str, str]:
    snapshot = read_table(room.table.pk)
    assert snapshot is not None
    return {seat.name: seat.mark for seat in render_table(snapshot, invite=False).seats}


@pytest.mark.parametrize("copy", ["Meera1", "Meeraa", "Méera", "mee-ra", "7Meera"])
@pytest.mark.django_db
def test_a_near_copy_of_an_older_name_is_marked(seat_table: Any, copy: str) -> None:
    room = seat_table(people=3)
    by_age = list(User.objects.filter(pk__in=[one.pk for one in room.people]))
    by_age.sort(key=lambda user: user.date_joined)
    rename(by_age[0], "Meera")
    rename(by_age[1], copy)
    assert marks(room) == {"Meera": "", copy: "near", by_age[2].name: ""}


@pytest.mark.django_db
def test_staff_are_marked_and_their_near_copies_too(seat_table: Any) -> None:
    room = seat_table(people=2)
    older, younger = sorted(room.people, key=lambda user: user.date_joined)
    User.objects.filter(pk=younger.pk).update(is_staff=True)
    rename(younger, "Moderator")
    rename(older, "Moderatorr")
    assert marks(room) == {"Moderator": "staff", "Moderatorr": "near"}
    Seat.objects.filter(user=younger).delete()
    assert marks(room) == {"Moderatorr": ""}
