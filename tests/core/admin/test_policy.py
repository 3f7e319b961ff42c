"""The content security policy of the staff pages, and where it differs from the rest."""

import re

import pytest
from django.urls import reverse

from tests.core.admin.conftest import window

pytestmark = pytest.mark.django_db
POLICY = "Content-Security-Policy"


def test_only_staff_pages_may_evaluate_code(card_room):
    client = window(card_room.boss)
    staff = client.get(reverse("admin:index")).headers[POLICY]
    assert "script-src 'self' 'unsafe-eval';" in staff
    assert "unsafe-inline" not in staff
    for address in ("/", "/me/", "/administration/", "/accounts/login/?next=/admin/"):
        assert "unsafe" not in client.get(address).headers[POLICY], address


def test_no_staff_page_has_a_script_or_a_style_in_it(card_room):
    client = window(card_room.boss)
    addresses = [
        reverse("admin:index"),
        reverse("admin:lobby_table_changelist"),
        reverse("admin:games_hand_change", args=[card_room.live[0].pk]),
        reverse("admin:accounts_user_do", args=[card_room.person.pk, "user-mute"]),
    ]
    for address in addresses:
        body = client.get(address).content.decode()
        assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", body), address
