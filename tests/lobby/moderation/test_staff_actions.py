"""Every staff action: found by search, carried out once, and checked by its row in the log.

A new function that takes `by: User` and has no scene here fails. So does an action without a row,
or one that admits a user without the right, with a seat at the table, or dealt into the hand.
"""

import copy
import datetime
import importlib
import inspect
import pkgutil
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone

import accounts
import core
import games
import lobby
from accounts.people.actions.roles import set_roles
from accounts.people.actions.second_factor import take_away
from accounts.people.actions.users import register_person
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from core.staff import proposals
from core.staff import rights as staff
from core.staff.log import check_chain
from core.staff.models import (
    Proposal,
    StaffLogEntry,
)
from core.word_filter import actions as words
from games.dealing.actions.retention import keep_deck, release_deck
from lobby.moderation.actions import cases as reports
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.void import void_hand
from lobby.tables.models import Seat
from lobby.tables.seats.seats import sit
from tests.support.seated_table import audit_findings, make_seated_table
from tests.support.shared import forget_hands, shared_rows
from tests.support.staff import REASON, give_factor, member, recorded, refused

Act = Callable[..., Any]
Prepared = tuple[Act, dict[str, Any]]


class Scene:
    """A table in the middle of its second hand, a user who broke the rules, and two admins."""

    def __init__(self) -> None:
        self.room = make_seated_table(people=3)
        self.first = self.room.deal()
        self.room.fold_down()
        self.second = self.room.deal()
        self.offender = max(self.room.people, key=lambda user: self.room.chips()[user.name])
        self.other = member("Admin", "Other Admin")

    def sanction(self, **more: Any) -> Sanction:
        end = timezone.now() + datetime.timedelta(hours=1)
        return sanctions.mute(
            by=self.other, user=self.offender, until=end, template="spam", reason=REASON
        )

    def proposal(self, kind: str) -> Proposal:
        return proposals.propose(by=self.other, reason=REASON, **self.asked(kind))

    def asked(self, kind: str) -> dict[str, Any]:
        payload = {
            "adjust": {"user": str(self.offender.pk), "amount": 5},
            "refund": {"user": str(self.offender.pk), "days": 1},
            "unseal": {"hand": str(self.first.id)},
        }
        return {"kind": kind, "payload": payload[kind]}

    def report(self) -> uuid.UUID:
        by = next(user for user in self.room.people if user != self.offender)
        return reports.report(table=self.room.table, user=by, kind="chat").pk


def at_table(act: Act) -> Callable[[Scene], Prepared]:
    return lambda scene: (act, {"table_id": scene.room.table.pk})


def frozen(scene: Scene) -> Prepared:
    moderate.freeze(by=scene.other, table_id=scene.room.table.pk, reason=REASON)
    return moderate.thaw, {"table_id": scene.room.table.pk}


def kept(scene: Scene) -> Prepared:
    keep_deck(by=scene.other, hand_id=scene.first.id, reason=REASON)
    return release_deck, {"hand_id": scene.first.id}


def between_hands(scene: Scene) -> Prepared:
    scene.room.fold_down()
    return moderate.close, {"table_id": scene.room.table.pk}


def sanctioning(act: Act, **named: Any) -> Callable[[Scene], Prepared]:
    return lambda scene: (act, {"user": scene.offender, "template": "spam", **named})


def with_factor(scene: Scene) -> Prepared:
    give_factor(scene.offender)
    return take_away, {"user": scene.offender}


def appealed(scene: Scene) -> Prepared:
    sanction = scene.sanction()
    sanctions.appeal(user=scene.offender, sanction_id=sanction.pk, text="I did not do it.")
    return sanctions.answer_appeal, {"sanction_id": sanction.pk, "accept": True}


def proposing(kind: str) -> Callable[[Scene], Prepared]:
    return lambda scene: (proposals.propose, scene.asked(kind))


def deciding(act: Act, kind: str) -> Callable[[Scene], Prepared]:
    return lambda scene: (act, {"proposal_id": scene.proposal(kind).pk})


SOON = timezone.now() + datetime.timedelta(hours=2)
SCENES: dict[str, Callable[[Scene], Prepared]] = {
    "user.roles": lambda scene: (
        set_roles,
        {"user": register_person(name="New One", password=None), "roles": ["Viewer"]},
    ),
    "user.factor": with_factor,
    "user.mute": sanctioning(sanctions.mute, until=SOON),
    "user.suspend": sanctioning(sanctions.suspend, until=SOON),
    "user.ban": sanctioning(sanctions.ban),
    "sanction.end": lambda scene: (
        sanctions.end_sanction,
        {"sanction_id": scene.sanction().pk},
    ),
    "sanction.answer": appealed,
    "proposal.adjust": proposing("adjust"),
    "proposal.refund": proposing("refund"),
    "proposal.unseal": proposing("unseal"),
    "proposal.decline": deciding(proposals.decline, "adjust"),
    "balance.adjust": deciding(proposals.approve, "adjust"),
    "balance.refund": deciding(proposals.approve, "refund"),
    "hand.unseal": deciding(proposals.approve, "unseal"),
    "hand.keep": lambda scene: (keep_deck, {"hand_id": scene.first.id}),
    "hand.release": kept,
    "hand.void": lambda scene: (void_hand, {"hand_id": scene.first.id}),
    "table.drain": at_table(moderate.drain),
    "table.freeze": at_table(moderate.freeze),
    "table.thaw": frozen,
    "table.close": between_hands,
    "table.kick": lambda scene: (
        moderate.kick,
        {"table_id": scene.room.table.pk, "user_id": scene.offender.pk},
    ),
    "words.change": lambda scene: (words.change, {"written": "humbug", "verdict": "unwanted"}),
    "report.take": lambda scene: (reports.take, {"report_id": scene.report()}),
    "report.note": lambda scene: (reports.note, {"report_id": scene.report(), "text": "Seen."}),
    "report.close": lambda scene: (
        reports.close_report,
        {"report_id": scene.report(), "verdict": "founded"},
    ),
}


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    with shared_rows(django_db_blocker):
        yield Scene()


@pytest.fixture
def scene(made: Scene, db: None) -> Scene:
    """The scene that all tests here share, with users as they are in the database."""
    forget_hands()
    return copy.deepcopy(made)


def staff_functions() -> set[str]:
    """Public functions of all actions that take the acting staff member."""
    found = set()
    for package in (core, accounts, games, lobby):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if (
                not {"actions", "proposals"} & set(module.name.split("."))
                or ".admin." in module.name
            ):
                continue
            for name, function in inspect.getmembers(
                importlib.import_module(module.name), inspect.isfunction
            ):
                here = function.__module__ == module.name and not name.startswith("_")
                if here and "by" in inspect.signature(function).parameters:
                    found.add(f"{module.name}.{name}")
    return found


def test_every_staff_action_has_a_scene() -> None:
    assert set(SCENES) == set(staff.STAFF_ACTIONS)


@pytest.mark.parametrize("action", SCENES)
def test_a_staff_action_needs_its_right_and_a_reason_and_logs_one_row(
    scene: Scene, action: str
) -> None:
    act, named = SCENES[action](scene)
    by, right = member("Admin"), staff.STAFF_ACTIONS[action].right
    for role, rights in staff.ROLES.items():
        if right not in rights:
            refused("NO_RIGHT", act, by=member(role), reason=REASON, **named)
    refused("NO_RIGHT", act, by=scene.room.people[0], reason=REASON, **named)
    refused("REASON_NEEDED", act, by=by, reason=" ", **named)
    with recorded(action):
        act(by=by, reason=REASON, **named)
    row = StaffLogEntry.objects.order_by("-id")[0]
    assert (row.actor, row.role, row.reason) == (by, "Admin", REASON)
    assert row.before != row.after
    assert list(check_chain()) == []
    assert audit_findings() == []


def test_every_staff_function_has_a_scene(scene: Scene) -> None:
    played = set()
    for prepare in SCENES.values():
        with transaction.atomic():
            act, _named = prepare(scene)
            transaction.set_rollback(True)  # one scene's data must not be there for the next
        played.add(f"{act.__module__}.{act.__name__}")
    assert staff_functions() - {"core.staff.actions.staff_action"} == played


def test_the_admin_site_writes_only_by_staff_actions(rf: RequestFactory) -> None:
    request = rf.get("/admin/")
    request.user = User(is_staff=True, is_superuser=True)
    for model, pages in admin.site._registry.items():
        if model._meta.app_label in ("accounts", "games", "lobby"):
            for may in (pages.has_add_permission, pages.has_change_permission):
                assert not may(request), model
            assert not pages.has_delete_permission(request), model
            assert pages.get_actions(request).keys() <= {"delete_selected"}, model


ABOUT_NOBODY = ("user.roles", "words.change")
"""Staff actions that concern nobody at the table."""


@pytest.mark.parametrize("action", [one for one in SCENES if one not in ABOUT_NOBODY])
def test_no_staff_action_at_the_moderators_own_table(scene: Scene, action: str) -> None:
    act, named = SCENES[action](scene)
    by = member("Admin")
    seat = Seat.objects.get(user=scene.room.people[0])
    Seat.objects.create(table=seat.table, number=5, user=by, stack=0, status="sitting_out")
    refused("OWN_TABLE", act, by=by, reason=REASON, **named)


def test_a_player_of_a_hand_does_not_void_it_later(scene: Scene) -> None:
    room, by = scene.room, member("Admin")
    room.fold_down()
    sit(table_id=room.table.pk, user=by, number=4, buy_in=500, key=uuid.uuid4())
    hand = room.deal()
    room.fold_down()
    Seat.objects.filter(user=by).update(status="leaving")
    room.deal()
    assert not Seat.objects.filter(user=by).exists()
    refused("OWN_TABLE", void_hand, by=by, hand_id=hand.id, reason=REASON)
