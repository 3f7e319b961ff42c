"""A QR code shows the address it is the picture of, to those who may know that address."""

import re

import pytest
import qrcode
from django.test import Client

from accounts.people.actions.users import create_guest

pytestmark = pytest.mark.django_db
BORDER = 2


def squares(svg):
    """Return the dark modules of a picture, as (column, row), without its border."""
    found = re.findall(r"M(\d+),(\d+)H\d+V\d+H\d+z", svg)
    return {(int(x) - BORDER, int(y) - BORDER) for x, y in found}


def expected(address):
    code = qrcode.QRCode(border=0)
    code.add_data(address)
    code.make()
    return {(x, y) for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark}


def test_the_picture_is_that_of_the_table_or_of_its_invitation(seat_table):
    room = seat_table(people=2)
    for path in (f"/t/{room.table.slug}/", f"/i/{room.table.invite}/"):
        answer = Client().get(f"{path}qr.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert "no-store" in answer["Cache-Control"]
        assert squares(answer.content.decode()) == expected(f"http://testserver{path}")


def test_a_private_table_has_a_picture_for_those_who_may_open_it(seat_table):
    room = seat_table(people=2, private=True)
    picture = f"/t/{room.table.slug}/qr.svg"
    for user, status in ((room.people[0], 200), (create_guest(name="Rosa"), 404)):
        client = Client()
        client.force_login(user)
        assert client.get(picture).status_code == status
    assert Client().get("/i/nothing/qr.svg").status_code == 404
