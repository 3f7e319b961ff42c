"""Rights on the staff pages: each role's pages and actions; only actions write."""

import pytest
from django.contrib import admin
from django.contrib.admin.sites import AdminSite
from django.contrib.auth.models import AnonymousUser, Group
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.ledger.models import Account, Entry
from accounts.people.actions.users import register_person
from accounts.people.models import User
from accounts.sanctions.models import Sanction
from core.admin import actions as admin_actions
from core.admin.base import StaffAdmin
from core.admin.pages import pages
from core.staff import rights as staff
from core.staff.models import (
    Proposal,
    StaffLogEntry,
)
from core.word_filter.models import WordList
from games.hands.models import Hand
from lobby.moderation.models import Report
from lobby.tables.models import ChatLine, Table
from tests.core.admin.conftest import PASSWORD, member, window
from tests.support.admin_lists import listed

pytestmark = pytest.mark.django_db

USUAL_ROLES = {"Viewer", "Table moderator", "Admin"}
"""No right to act, some rights, and all."""
ROLES = (*staff.ROLES, "superuser")
SOME_ROLES = [
    role if role in USUAL_ROLES else pytest.param(role, marks=pytest.mark.full) for role in ROLES
]
FOR_ALL = {User, Table, Hand, Account, Entry, Proposal, Sanction, StaffLogEntry}
CHAT = {ChatLine, Report, WordList}
SEEN_BY = {
    "Viewer": FOR_ALL,
    "Economy moderator": FOR_ALL,
    "Chat moderator": FOR_ALL | CHAT,
    "Table moderator": FOR_ALL | CHAT,
    "Admin": FOR_ALL | CHAT,
    "superuser": FOR_ALL | CHAT,
}


def could_write(page: admin.ModelAdmin, request: object) -> list[str]:
    """The parts of an admin page that would allow writing without an action."""
    found = [
        name
        for name in ("has_add_permission", "has_change_permission", "has_delete_permission")
        if getattr(page, name)(request)
    ]
    found += [name for name in ("actions", "list_editable", "inlines") if getattr(page, name)]
    found += [f"action {name}" for name in page.get_actions(request)]
    named = {url.name.rsplit("_", 1)[-1] for url in page.get_urls() if url.name}
    found += sorted(named - {"changelist", "change", "do", "opened"})
    if not isinstance(page, StaffAdmin):
        found.append("not of the base")
    return found


def test_no_admin_page_can_write(card_room):
    request = RequestFactory().get("/admin/")
    request.user = card_room.boss
    assert admin.site._registry.keys() == FOR_ALL | CHAT
    for page in admin.site._registry.values():
        assert could_write(page, request) == [], page
    plain = admin.ModelAdmin(Group, AdminSite())
    assert len(could_write(plain, request)) > 6, "the test itself would see nothing"


def test_posting_to_lists_and_pages_is_refused(card_room):
    client, rows = window(card_room.boss), StaffLogEntry.objects.count()
    for model in admin.site._registry:
        row = model._default_manager.first()
        page = reverse(f"{listed_name(model)}_change", args=[row.pk])
        for address in (listed(model), page):
            assert client.post(address, {"action": "delete_selected"}).status_code == 403
        for gone in ("add/", f"{row.pk}/delete/", f"{row.pk}/history/"):
            assert client.get(listed(model) + gone).status_code == 404
    assert StaffLogEntry.objects.count() == rows


def listed_name(model: type) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


@pytest.mark.parametrize("role", SOME_ROLES)
def test_each_role_sees_its_sections_and_no_other(card_room, role):
    client = window(member(role))
    home = client.get(reverse("admin:index"))
    assert home.status_code == 200
    for model in admin.site._registry:
        seen = model in SEEN_BY[role]
        assert client.get(listed(model)).status_code == (200 if seen else 403), model
        assert (f'href="{listed(model)}"' in home.content.decode()) is seen, model
    for page in pages():
        assert client.get(reverse(f"admin:{page.name}")).status_code == 200


@pytest.mark.parametrize("role", SOME_ROLES)
def test_each_role_may_use_only_its_rights(card_room, role):
    user = member(role)
    client, rights = window(user), staff.ROLES.get(role, tuple(staff.Right))
    for model, actions in admin_actions._actions.items():
        row = model._default_manager.order_by("pk").first()
        page = client.get(reverse(f"{listed_name(model)}_change", args=[row.pk]))
        for action in actions:
            address = reverse(f"{listed_name(model)}_do", args=[row.pk, action.slug])
            code = action.code if action.allowed is None else f"proposal.{row.kind}"
            may = staff.STAFF_ACTIONS[code].right in rights and model in SEEN_BY[role]
            answer = client.post(address, {"reason": ""})
            assert answer.status_code == (200 if may else 403), (role, action.code)
            offered = f'href="{address}"' in page.content.decode()
            assert offered is (may and action.applies(row)), (role, action.code)


def test_users_who_are_not_staff_are_refused(card_room):
    asha = register_person(name="Asha Player", password=PASSWORD)
    every = [reverse("admin:index"), *(listed(model) for model in admin.site._registry)]
    for address in every:
        assert window(asha).get(address, follow=True).status_code == 403
        to_login = Client().get(address, follow=True)
        assert to_login.redirect_chain[-1][0].startswith("/accounts/login/?next=%2Fadmin%2F")
    assert staff.may(AnonymousUser(), staff.Right.LOOK) is False


def test_a_mere_flag_without_a_role_opens_nothing(card_room):
    flagged = register_person(name="Asha Flagged", password=PASSWORD, staff=True)
    assert window(flagged).get(reverse("admin:index"), follow=True).status_code == 403


def test_losing_a_role_closes_the_pages_at_once(card_room):
    viewer = member("Viewer")
    client = window(viewer)
    assert client.get(listed(Hand)).status_code == 200
    viewer.groups.clear()
    assert client.get(listed(Hand), follow=True).status_code == 403


def test_sign_ins_are_for_staff_who_may_suspend(card_room):
    page = reverse("admin:accounts_user_change", args=[card_room.person.pk])
    seen = {role: b"192.0.2.7" in window(member(role)).get(page).content for role in ROLES}
    assert {role for role, saw in seen.items() if saw} == {"Table moderator", "Admin", "superuser"}
