"""The staff pages in the API: the same rows, rights, second factor, second person and staff log."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Group

from accounts import ledger
from accounts.people.actions import devices
from accounts.people.models import Device, User
from accounts.people.queries import second_factor
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from core.admin.actions import _actions
from core.admin.api import kinds
from core.http.scopes import EVERY_SCOPE, STAFF
from core.staff import rights
from core.staff.models import Proposal
from games.hands.models import Hand
from lobby.moderation.actions.cases import report
from lobby.moderation.models import Report
from tests.support.app import PASSWORD, App, app_of
from tests.support.staff import REASON, Clock, give_factor, member, recorded, staff_app

pytestmark = pytest.mark.django_db


def do(app: App, path: str, **fields: Any) -> Any:
    """Carry out a staff action."""
    return app.post(f"staff/{path}", reason=REASON, fields=fields)


def refusal(app: App, path: str, **fields: Any) -> tuple[int, str]:
    """Status and code of a staff action that must be refused."""
    return app.refused("post", f"staff/{path}", reason=REASON, fields=fields)


def actions(page: Any) -> set[str]:
    return {one["action"] for one in page["actions"]}


@pytest.fixture
def case(seat_table: Any) -> Report:
    scene = seat_table(3)
    asha, binod, _chitra = scene.people
    return report(table=scene.table, user=asha, kind="chat", about=binod.name, text="insults")


def test_every_staff_page_and_every_staff_action_is_in_the_api(case: Report) -> None:
    """The sidebar's models by their names, and each action in the page of a row it applies to."""
    admin = staff_app(member("Admin"))
    home = admin.get("staff")
    assert {one["kind"] for one in home["kinds"]} == set(kinds())
    assert home["rights"] == [right.value for right in rights.Right]
    for kind, page in kinds().items():
        listed = admin.get(f"staff/{kind}")
        assert len(listed["heads"]) >= len(page.list_display)
        for one in listed["items"]:
            assert len(one["cells"]) == len(listed["heads"])
            shown = admin.get(f"staff/{kind}/{one['id']}")
            assert (shown["kind"], shown["id"]) == (kind, one["id"])
            assert shown["sections"]
            assert not any("<" in cell["text"] for cell in one["cells"])
    models = {page.model for page in kinds().values()}
    assert set(_actions) <= models


def test_every_choice_of_every_filter_lists_rows() -> None:
    admin = staff_app(member("Admin"))
    asked = [
        f"staff/{kind}?{urlencode({'filter': choice['filter']})}"
        for kind in kinds()
        for one in admin.get(f"staff/{kind}")["filters"]
        for choice in one["choices"]
    ]
    assert len(asked) > 50
    for path in asked:
        assert "items" in admin.get(path)


def test_the_filter_of_sanctions_finds_suspended_users(anna: User) -> None:
    admin = member("Admin")
    sanctions.ban(by=admin, user=anna, template="insults", reason=REASON)
    listed = staff_app(admin).get("staff/people?filter=sanction%3Dsuspended")
    assert [one["id"] for one in listed["items"]] == [str(anna.pk)]


def test_a_case_is_listed_read_taken_noted_and_closed(case: Report) -> None:
    mod = staff_app(member("Chat moderator"))
    other = report(table=case.table, user=case.about, kind="other")
    sanctioned = mod.get("staff/reports")
    assert {one["id"] for one in sanctioned["items"]} == {str(case.pk), str(other.pk)}
    (kind,) = [one for one in sanctioned["filters"] if "kind" in one["title"]]
    chat = next(one["filter"] for one in kind["choices"] if one["label"] == case.get_kind_display())
    found = mod.client.get(
        "/api/v1/staff/reports",
        {"filter": chat},
        headers={"Authorization": f"Bearer {mod.access}"},
    ).json()
    assert [one["id"] for one in found["items"]] == [str(case.pk)]
    page = mod.get(f"staff/reports/{case.pk}")
    cells = [cell for section in page["sections"] for row in section["rows"] for cell in row]
    assert {"kind": "people", "id": str(case.about_id)} in [cell["about"] for cell in cells]
    assert "insults" in {cell["text"] for cell in cells}
    with recorded("report.take", "report.note", "report.close"):
        do(mod, f"reports/{case.pk}/report-take")
        do(mod, f"reports/{case.pk}/report-note", text="asked both of them")
        closed = do(mod, f"reports/{case.pk}/report-close", verdict="founded")
    assert actions(closed) == {"report-note"}
    case.refresh_from_db()
    assert (case.state, case.verdict) == ("closed", "founded")
    assert refusal(mod, f"reports/{case.pk}/report-take") == (409, "REPORT_CLOSED")


def test_a_table_is_frozen_resumed_and_a_player_removed(seat_table: Any) -> None:
    scene = seat_table(3)
    mod = staff_app(member("Table moderator"))
    path, table = f"tables/{scene.table.pk}", scene.table
    with recorded("table.freeze", "table.thaw", "table.kick"):
        assert "table-thaw" in actions(do(mod, f"{path}/table-freeze"))
        table.head.refresh_from_db()
        assert table.head.frozen
        assert "table-freeze" in actions(do(mod, f"{path}/table-thaw"))
        do(mod, f"{path}/table-kick", person=str(scene.people[2].pk))
    assert not table.seats.filter(user=scene.people[2]).exists()
    viewer, chat = staff_app(member("Viewer")), staff_app(member("Chat moderator"))
    for app in (viewer, chat):
        assert actions(app.get(f"staff/{path}")) == set()
        with recorded():
            assert refusal(app, f"{path}/table-freeze") == (403, "NOT_ALLOWED")


def test_a_hand_is_voided_and_its_chips_return(seat_table: Any) -> None:
    scene = seat_table(3)
    scene.deal()
    scene.fold_down()
    hand = Hand.objects.get(table_id=scene.table.pk)
    mod = staff_app(member("Table moderator"))
    with recorded("hand.void"):
        do(mod, f"hands/{hand.pk}/hand-void")
    hand.refresh_from_db()
    assert hand.status == Hand.Status.VOID


def test_a_player_is_muted_appeals_and_is_answered_by_another(anna: User) -> None:
    first, second = (staff_app(member("Table moderator")) for _ in range(2))
    page = first.get(f"staff/people/{anna.pk}")
    (mute,) = [one for one in page["actions"] if one["action"] == "user-mute"]
    fields = {one["name"]: one["initial"] for one in mute["fields"]}
    choices = {one["name"]: one["choices"] for one in mute["fields"]}
    fields |= {name: values[0][0] for name, values in choices.items() if values}
    with recorded("user.mute"):
        do(first, f"people/{anna.pk}/user-mute", **fields)
    (sanction,) = Sanction.objects.filter(user=anna)
    sanctions.appeal(user=anna, sanction_id=sanction.pk, text="It was my brother.")
    path = f"sanctions/{sanction.pk}/sanction-answer"
    assert refusal(first, path, answer="grant") == (409, "OWN_DECISION")
    with recorded("sanction.answer"):
        do(second, path, answer="grant")
    sanction.refresh_from_db()
    assert sanction.verdict == Sanction.Verdict.GRANTED
    assert refusal(first, f"people/{first.user.pk}/user-mute", **fields)[1] == "OWN_ACCOUNT"


def test_a_balance_changes_only_with_a_second_person(anna: User) -> None:
    first, second = (staff_app(member("Economy moderator")) for _ in range(2))
    before = ledger.wallet(anna).balance
    with recorded("proposal.adjust"):
        do(first, f"people/{anna.pk}/proposal-adjust", amount=500)
    proposal = Proposal.objects.get()
    path = f"proposals/{proposal.pk}/proposal-approve"
    assert refusal(first, path) == (403, "NOT_ALLOWED")
    assert ledger.wallet(anna).balance == before
    with recorded("balance.adjust"):
        do(second, path)
    assert ledger.wallet(anna).balance == before + 500
    log = second.get("staff/staff-log")["items"]
    assert len(log) == 2


def test_bad_fields_and_reasons_change_nothing(seat_table: Any) -> None:
    table = seat_table(2).table
    mod = staff_app(member("Table moderator"))
    path = f"staff/tables/{table.pk}/table-kick"
    with recorded():
        for body in (
            {"reason": REASON, "fields": {"person": "nobody"}},
            {"reason": REASON, "fields": {"seat": 3}},
            {"reason": "", "fields": {}},
            {"reason": REASON, "fields": {"person": {}}},
        ):
            assert mod.refused("post", path, **body) == (400, "BAD_REQUEST")
        for wrong in ("tables/x/table-freeze", f"tables/{table.pk}/dance", f"cows/{table.pk}/x"):
            assert refusal(mod, wrong) == (404, "NOT_FOUND")
    for query in ("filter=nothing%3D1", "filter=users__password%3Da", "page=999"):
        assert mod.refused("get", f"staff/tables?{query}") == (400, "BAD_REQUEST")


def test_a_preview_changes_nothing(anna: User) -> None:
    mod = staff_app(member("Economy moderator"))
    path = f"staff/people/{anna.pk}/proposal-refund/preview"
    with recorded():
        received = mod.post(path, fields={"days": 30, "without": ""})
    assert [one["title"] for one in received["sections"]] == ["Effect", "Refunds"]


def test_only_staff_with_a_code_get_the_scope(visitor: App, clock: Clock) -> None:
    user = member("Chat moderator", "Floor")
    user.set_password(PASSWORD)
    user.save()
    device = {"name": "Desk", "scopes": [STAFF]}
    log_in = {"name": "Floor", "password": PASSWORD, "device": device}
    assert visitor.refused("post", "login", **log_in) == (403, "SECOND_FACTOR_NEEDED")
    asked = {"password": PASSWORD, **device}
    assert app_of(user).refused("post", "devices", **asked) == (403, "SCOPE_MISSING")
    give_factor(user)
    assert visitor.refused("post", "login", **log_in) == (403, "CODE_NEEDED")
    received = visitor.post("login", **log_in, code=clock.code_of(user))
    assert received["device"]["scopes"] == ["read", STAFF]
    app = App(received["access"], user)
    assert app.get("staff")["roles"] == ["Chat moderator"]
    assert "staff" not in app_of(user).get("devices")["items"][0]["scopes"]
    user.groups.set([])
    assert app.refused("get", "staff") == (404, "NOT_FOUND")


def test_nobody_else_gets_the_scope(anna: User, visitor: App, client: Any) -> None:
    device = {"name": "x", "scopes": ["play", STAFF]}
    people = User.objects.count()
    assert visitor.refused("post", "guest", device=device) == (403, "NO_RIGHT")
    body = {"name": "Newcomer", "password": PASSWORD, "device": device}
    assert visitor.refused("post", "register", **body) == (403, "NO_RIGHT")
    assert User.objects.count() == people
    log_in = {"name": "Anna", "password": PASSWORD, "device": device}
    assert visitor.refused("post", "login", **log_in) == (403, "NO_RIGHT")
    assert not Device.objects.exists()
    held = devices.log_in_device(user=anna, name="x", platform="", scopes=EVERY_SCOPE)
    assert App(held.access, anna).refused("get", "staff") == (404, "NOT_FOUND")
    client.force_login(anna)
    assert client.get("/api/v1/staff").status_code == 404


def test_a_browser_needs_the_code_too(client: Any) -> None:
    user = member("Viewer")
    client.force_login(user)
    assert client.get("/api/v1/staff").json()["code"] == "SECOND_FACTOR_NEEDED"


def test_a_new_factor_ends_the_old_log_ins_as_staff() -> None:
    user = member("Viewer")
    app = staff_app(user)
    assert app.get("staff")["rights"] == ["look"]
    second_factor.factors().filter(user=user).delete()
    assert app.refused("get", "staff") == (403, "SECOND_FACTOR_NEEDED")
    give_factor(user)
    assert app.refused("get", "staff") == (403, "SECOND_FACTOR_NEEDED")
    assert Group.objects.filter(user=user).exists()


def test_revealed_cards_are_for_the_two_who_revealed_them(seat_table: Any) -> None:
    scene = seat_table(3)
    scene.deal()
    scene.fold_down()
    hand = Hand.objects.get(table_id=scene.table.pk)
    first, second, third = (staff_app(member("Table moderator")) for _ in range(3))
    path = f"staff/hands/{hand.pk}/cards"
    do(first, f"hands/{hand.pk}/proposal-unseal")
    assert first.refused("get", path) == (409, "NOT_UNSEALED")
    do(second, f"proposals/{Proposal.objects.get().pk}/proposal-approve")
    for app in (first, second):
        seats = app.get(path)["frames"][0]["view"]["seats"]
        assert all("??" not in seat["cards"] for seat in seats)
    assert third.refused("get", path) == (409, "NOT_UNSEALED")
