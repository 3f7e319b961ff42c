"""The staff log: linear, append-only, tamper-evident; roles and proposals."""

import contextvars
import io
import json
import random
import uuid
import zipfile

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import ledger
from accounts.ledger import LedgerRefused
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Entry
from accounts.people.actions import sign_ins, users
from accounts.people.actions.roles import set_roles
from accounts.people.models import User
from accounts.privacy.export import archive
from core import request_context
from core.errors import RequestRefused
from core.staff import proposals
from core.staff import rights as staff
from core.staff.actions import (
    make_roles,
    staff_action,
)
from core.staff.log import address_of, check_chain, head, rows
from core.staff.models import (
    Proposal,
    StaffLogAddress,
    StaffLogEntry,
)
from core.staff.proposal_queries import waiting_for
from tests.support.owner import no_triggers
from tests.support.people import in_threads
from tests.support.size import times
from tests.support.staff import REASON, member, recorded


def note(by: User, text: str = REASON) -> None:
    with staff_action(
        by=by, action="table.freeze", kind="table", target=uuid.uuid4(), reason=text
    ) as acting:
        acting.before = {"n": 1, "ü": "श", "list": [1, None, True]}
        acting.after = {"z": {"b": 1, "a": 2}}


@pytest.fixture
def warden(db: None) -> User:
    return member("Admin")


def test_rows_follow_each_other_and_the_chain_is_intact(warden: User) -> None:
    for _ in range(5):
        note(warden)
    assert list(rows(actor_id=warden.pk).values_list("id", flat=True)) == [5, 4, 3, 2, 1]
    assert list(check_chain()) == []
    assert head() == (5, StaffLogEntry.objects.get(id=5).hash)


def test_the_database_refuses_to_change_or_remove_a_row(warden: User) -> None:
    note(warden)
    with pytest.raises(DatabaseError), transaction.atomic():
        StaffLogEntry.objects.update(reason="nothing happened")
    with pytest.raises(DatabaseError), transaction.atomic():
        StaffLogEntry.objects.all().delete()


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "another"},
        {"action": "table.thaw"},
        {"role": "Viewer"},
        {"before": {}},
        {"after": {"z": {"b": 1, "a": 3}}},
        {"at": timezone.now()},
        {"target_id": "x"},
        {"target_kind": "hand"},
        {"hash": "0" * 64},
        {"prev_hash": "1" * 64},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_altered_row_is_found(warden: User, change: dict) -> None:
    for _ in range(4):
        note(warden)
    with no_triggers():
        StaffLogEntry.objects.filter(id=3).update(**change)
    assert "row 3" in {finding.subject for finding in check_chain()}


def test_any_altered_row_of_many_is_found(warden: User) -> None:
    for _ in range(times(30, 10_000)):
        note(warden)
    kept = list(StaffLogEntry.objects.order_by("id"))
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    for row in rng.sample(kept, times(15, 1_000)):
        with no_triggers():
            StaffLogEntry.objects.filter(id=row.id).update(reason=f"{row.reason}!")
        assert [finding.subject for finding in check_chain()] == [f"row {row.id}"], f"seed {seed}"
        with no_triggers():
            StaffLogEntry.objects.filter(id=row.id).update(reason=row.reason)


def test_a_removed_row_and_a_rewritten_row_are_found(warden: User) -> None:
    for _ in range(4):
        note(warden)
    with no_triggers():
        StaffLogEntry.objects.filter(id=2).delete()
        assert [finding.subject for finding in check_chain()] == ["row 3"]
        forged = StaffLogEntry.objects.get(id=3)
        forged.pk, forged.reason = 2, "forged"
        forged.hash = forged.digest()
        forged.save(force_insert=True)
    assert list(check_chain())


@pytest.mark.django_db(transaction=True)
def test_rows_written_at_the_same_moment_make_one_chain() -> None:
    wardens = [member("Admin") for _ in range(8)]
    in_threads(8, lambda number: [note(wardens[number]) for _ in range(5)])
    assert head()[0] == 40
    assert list(check_chain()) == []


def test_addresses_of_actions_are_kept_for_90_days_outside_the_chain(
    warden: User, rf: RequestFactory
) -> None:
    def from_outside(address: str) -> None:
        request_context.begin(rf.post("/admin/", REMOTE_ADDR=address))
        note(warden)

    contextvars.Context().run(note, warden)  # a command: no address
    contextvars.copy_context().run(from_outside, "203.0.113.9")
    contextvars.copy_context().run(from_outside, "2001:db8::7")
    assert [address_of(row) for row in rows()] == ["2001:db8::7", "203.0.113.9", None]
    assert [one["address"] for one in exported(warden)] == [None, "203.0.113.9", "2001:db8::7"]
    assert sign_ins.purge_addresses() == 0
    with no_triggers(), transaction.atomic():
        first = StaffLogEntry.objects.get(id=2)
        first.at -= sign_ins.ADDRESS_LIFETIME
        StaffLogEntry.objects.filter(id=2).update(at=first.at)
    assert sign_ins.purge_addresses() == 1
    assert [address_of(row) for row in rows()] == ["2001:db8::7", None, None]
    StaffLogAddress.objects.all().delete()
    with no_triggers():
        StaffLogEntry.objects.filter(id=2).update(at=first.at + sign_ins.ADDRESS_LIFETIME)
    assert list(check_chain()) == []


def test_an_action_without_an_address_is_logged_without_one(
    warden: User, rf: RequestFactory
) -> None:
    def by_a_unix_socket() -> None:
        request_context.begin(rf.post("/admin/", REMOTE_ADDR=""))
        note(warden)

    contextvars.copy_context().run(by_a_unix_socket)
    assert [address_of(row) for row in rows()] == [None]


def test_an_answered_request_is_no_longer_the_current_one(db: None, client: Client) -> None:
    assert client.get("/conduct/").status_code == 200
    assert request_context.current() is None


def exported(user: User) -> list[dict]:
    with zipfile.ZipFile(io.BytesIO(b"".join(archive(user)))) as packed:
        return [json.loads(line) for line in packed.read("staff-acts.jsonl").splitlines()]


def test_an_action_that_fails_leaves_neither_effect_nor_row(warden: User, anna: User) -> None:
    def half() -> None:
        with staff_action(
            by=warden, action="user.roles", kind="person", target=anna.pk, reason=REASON
        ):
            users.set_avatar(user=anna, seed=7)
            raise RuntimeError

    with recorded(), pytest.raises(RuntimeError):
        half()
    assert User.objects.get(pk=anna.pk).avatar != 7


def test_no_action_without_a_right_and_a_reason(warden: User) -> None:
    viewer, plain = member("Viewer"), users.register_person(name="Plain", password=None)
    with recorded():
        for by in (viewer, plain):
            with pytest.raises(RequestRefused, match="role") as no:
                note(by)
            assert no.value.code == "NO_RIGHT"
        for text in ("", "  x ", "y" * 501):
            with pytest.raises(RequestRefused) as no:
                note(warden, text)
            assert no.value.code == "REASON_NEEDED"


def test_each_role_has_its_rights_and_no_other(db: None) -> None:
    for role, rights in staff.ROLES.items():
        user = member(role)
        assert {right for right in staff.Right if staff.may(user, right)} == set(rights)
        for action, declared in staff.STAFF_ACTIONS.items():
            assert staff.may_act(user, action) == (declared.right in rights), action


def test_users_who_are_no_longer_staff_or_suspended_have_no_rights(db: None) -> None:
    user = member("Admin")
    user.is_staff = False
    assert not staff.may(user, staff.Right.LOOK)
    user = member("Admin")
    user.suspended_until = timezone.now() + timezone.timedelta(hours=1)
    assert not staff.may(user, staff.Right.LOOK)


def test_giving_and_taking_roles_is_logged(warden: User, anna: User) -> None:
    with recorded("user.roles"):
        set_roles(by=warden, user=anna, roles=["Chat moderator"], reason=REASON)
    anna = User.objects.get(pk=anna.pk)
    assert anna.is_staff
    assert staff.may(anna, staff.Right.CHAT)
    with recorded():
        set_roles(by=warden, user=anna, roles=["Chat moderator"], reason=REASON)
    with recorded("user.roles"):
        set_roles(by=warden, user=anna, roles=[], reason=REASON)
    assert not User.objects.get(pk=anna.pk).is_staff
    row = StaffLogEntry.objects.order_by("-id")[0]
    assert (row.before, row.after) == ({"roles": ["Chat moderator"]}, {"roles": []})


def test_roles_are_not_given_to_oneself_guests_or_bots(warden: User, guest: User) -> None:
    for user, roles, code in (
        (warden, ["Viewer"], "OWN_ACCOUNT"),
        (guest, ["Viewer"], "NOT_FOR_PLAYERS"),
        (member("Viewer"), ["King"], "UNKNOWN_ROLE"),
    ):
        with recorded(), pytest.raises(RequestRefused) as no:
            set_roles(by=warden, user=user, roles=roles, reason=REASON)
        assert no.value.code == code


def test_make_roles_can_be_repeated_and_repairs(db: None) -> None:
    Group.objects.get(name="Viewer").permissions.clear()
    make_roles()
    assert staff.may(member("Viewer"), staff.Right.LOOK)
    assert Group.objects.filter(name__in=staff.ROLES).count() == len(staff.ROLES)


# -- proposals --------------------------------------------------------------------------------


@pytest.fixture
def proposer(db: None) -> User:
    return member("Economy moderator")


@pytest.fixture
def second(db: None) -> User:
    return member("Economy moderator")


def adjust(by: User, user: User, amount: int) -> Proposal:
    asked = {"user": str(user.pk), "amount": amount}
    return proposals.propose(by=by, kind="adjust", payload=asked, reason=REASON)


def test_a_balance_moves_only_when_a_second_person_agrees(
    proposer: User, second: User, anna: User
) -> None:
    with recorded("proposal.adjust"):
        proposal = adjust(proposer, anna, 500)
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert list(waiting_for(proposer)) == []
    assert list(waiting_for(second)) == [proposal]
    with recorded("balance.adjust"):
        proposals.approve(by=second, proposal_id=proposal.pk, reason=REASON)
    assert ledger.wallet_balance(anna.pk) == 10_500
    entry = Entry.objects.get(uid=f"adjust:{proposal.pk}")
    assert (entry.kind, entry.by) == ("correction", second)
    row = StaffLogEntry.objects.order_by("-id")[0]
    assert (row.before["wallet"], row.after["wallet"]) == (10_000, 10_500)
    assert row.after["proposed_by"] == str(proposer.pk)
    assert audit_ledger() == []
    with recorded(), pytest.raises(RequestRefused) as no:
        proposals.approve(by=second, proposal_id=proposal.pk, reason=REASON)
    assert no.value.code == "PROPOSAL_CLOSED"


def test_approving_ones_own_proposal_is_refused_also_by_the_database(
    proposer: User, anna: User
) -> None:
    proposal = adjust(proposer, anna, 500)
    with recorded(), pytest.raises(RequestRefused) as no:
        proposals.approve(by=proposer, proposal_id=proposal.pk, reason=REASON)
    assert no.value.code == "OWN_PROPOSAL"
    with pytest.raises(DatabaseError), transaction.atomic():
        Proposal.objects.update(approved_by=proposer)
    with pytest.raises(DatabaseError), transaction.atomic():
        Proposal.objects.update(state="done")


def test_invalid_proposals_are_refused(proposer: User, anna: User) -> None:
    for payload in (
        {"user": str(anna.pk), "amount": 0},
        {"user": str(anna.pk), "amount": "5"},
        {"user": str(anna.pk), "amount": True},
        {"user": str(anna.pk), "amount": 10**9},
    ):
        with recorded(), pytest.raises(RequestRefused) as no:
            proposals.propose(by=proposer, kind="adjust", payload=payload, reason=REASON)
        assert no.value.code == "BAD_PROPOSAL"
    with pytest.raises(RequestRefused) as no:
        adjust(proposer, User(), 5)
    assert no.value.code == "NO_SUCH_USER"
    adjust(proposer, anna, 5)
    with pytest.raises(RequestRefused) as no:
        adjust(proposer, anna, 6)
    assert no.value.code == "ALREADY_PROPOSED"


def test_a_wallet_never_goes_below_zero_and_the_proposal_stays_open(
    proposer: User, second: User, anna: User
) -> None:
    proposal = adjust(proposer, anna, -10_001)
    with recorded(), pytest.raises(LedgerRefused) as no:
        proposals.approve(by=second, proposal_id=proposal.pk, reason=REASON)
    assert no.value.code == "INSUFFICIENT_CHIPS"
    proposal.refresh_from_db()
    assert proposal.state == Proposal.State.OPEN
    with recorded("proposal.decline"):
        proposals.decline(by=second, proposal_id=proposal.pk, reason=REASON)


def test_a_proposal_by_a_former_admin_is_refused(proposer: User, second: User, anna: User) -> None:
    proposal = adjust(proposer, anna, 500)
    proposer.groups.clear()
    with recorded(), pytest.raises(RequestRefused) as no:
        proposals.approve(by=second, proposal_id=proposal.pk, reason=REASON)
    assert no.value.code == "NO_RIGHT"
    assert ledger.wallet_balance(anna.pk) == 10_000
