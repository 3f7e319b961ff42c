"""The routes of the API, and the roles that may use each."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.urls import URLPattern, URLResolver
from rest_framework.views import APIView

from accounts.people.actions import devices, users
from config.api import urls as api
from games.dealing.actions import decks
from games.engines.core.cards import texts_of
from games.fair.tfair2.proof import Reason
from lobby.tables.models import Table
from tests.support.app import App, app_of
from tests.support.push_service import Browser
from tests.support.staff import member, staff_app

ROLES = ("visitor", "other", "spectator", "player", "folded", "owner", "staff", "moderator")
OK = "ok"
"""Allowed: an answer, or a refusal by the rules (409, 400)."""


def row(body: dict[str, Any] | None = None, usual: str = OK, **but: str) -> "Row":
    but.setdefault("moderator", but.get("staff", usual))  # the API gives staff no more than others
    return Row({role: but.get(role, usual) for role in ROLES}, body)


@dataclass
class Row:
    """The answer of each role, and the body of its request."""

    expected: dict[str, str]
    body: dict[str, Any] | None = None
    path: dict[str, str] = field(default_factory=dict)


def personal(body: dict[str, Any] | None = None, **but: str) -> Row:
    return row(body, visitor="LOG_IN_REQUIRED", **but)


def registered(body: dict[str, Any]) -> Row:
    """Routes that guests may not use; of the roles only the two members of staff are registered."""
    return personal(body, usual="NEEDS_ACCOUNT", staff=OK)


HIDDEN = {"visitor": "PRIVATE_TABLE", "other": "PRIVATE_TABLE", "staff": "PRIVATE_TABLE"}
HIDDEN_TO_WRITE = {**HIDDEN, "visitor": "LOG_IN_REQUIRED"}
SEATED = {**HIDDEN_TO_WRITE, "spectator": "NOT_SEATED", "owner": "NOT_SEATED"}
HOSTS = {**HIDDEN_TO_WRITE, **dict.fromkeys(("spectator", "player", "folded"), "NOT_THE_HOST")}
SUBSCRIPTION = {
    "endpoint": "https://push.example.org/send/1",
    "keys": Browser().keys,
    "name": "Phone",
}
ACT = {"seq": 999, "action": "bet", "key": str(uuid.uuid4()), "hand": str(uuid.uuid4())}
MATRIX: dict[str, Row] = {
    "post register": row({"name": "Newcomer", "password": "correct-horse-42"}),
    "get guest": row(),
    "post guest": row(),
    "post login": row({"name": "Nobody", "password": "x"}, usual="BAD_LOGIN"),
    "post refresh": row({"refresh": "x"}, usual="BAD_TOKEN"),
    "post logout": personal({}),
    "post ticket": personal(),
    "get devices": personal(),
    "post devices": personal({"name": "Statistics", "scopes": ["read"]}),
    "delete devices/browsers/{browser_id}": personal(usual="NO_SUCH_DEVICE"),
    "delete devices/{device_id}": personal(usual="NO_SUCH_DEVICE"),
    "get me": personal(),
    "patch me": personal({"avatar": 7}),
    "post me/sign-up": personal({"name": "Newcomer", "password": "correct-horse-42"}),
    "post me/bot": personal(),
    "post me/password": personal({"old": "x", "new": "correct-horse-42"}, usual=OK),
    "get me/balance": personal(),
    "post me/refill": personal(),
    "get me/statement": personal(),
    "get me/emails": personal(),
    "post me/emails": registered({"email": "a@example.org", "password": "no"}),
    "post me/emails/link": personal({"email": "a@example.org"}, usual="NO_SUCH_ADDRESS"),
    "post me/emails/remove": registered({"email": "a@example.org", "password": "no"}),
    "post emails/confirm": row({"key": "x"}),
    "post password/reset": row({"email": "a@example.org"}),
    "post password/reset/confirm": row({"key": "x", "password": "correct-horse-42"}),
    "get me/second-factor": personal(),
    "post me/second-factor": registered({"setup": "x", "code": "123456"}),
    "post me/second-factor/begin": registered({"password": "no"}),
    "post me/second-factor/remove": personal({"code": "123456"}, moderator="BAD_CODE"),
    "post me/second-factor/codes": personal({"code": "123456"}, moderator="BAD_CODE"),
    "get me/responsible-play": personal(),
    "put me/limits": personal({"loss": 100, "minutes": None, "stake": None}),
    "post me/breaks": personal({"length": "day", "sure": True}),
    "put me/reminder": personal({"minutes": 30}),
    "put me/blocks/{name}": personal(),
    "delete me/blocks/{name}": personal(),
    "get me/notifications": personal(),
    "patch me/notifications": personal({"push": []}),
    "post me/notifications/devices": personal(SUBSCRIPTION),
    "delete me/notifications/devices/{subscription_id}": personal(usual="NO_SUCH_DEVICE"),
    "get me/sanctions": personal(),
    "post me/sanctions/{sanction_id}": personal(
        {"text": "It was not me."}, usual="NO_SUCH_SANCTION"
    ),
    "post me/close": registered({"password": "no"}),
    "post me/reopen": personal(),
    "post me/export": personal(),
    "get players/{name}": row(),
    "get players/{name}/note": personal(),
    "put players/{name}/note": personal({"text": "Calls everything."}),
    "get tables": row(),
    "post tables": personal({"name": "Another"}),
    "get tables/options": row(),
    "get tables/mine": personal(),
    "get tables/quick": personal(),
    "post tables/check": personal({"name": "Another"}),
    "post tables/quick": personal({"game": "teen_patti"}),
    "post tables/practice": personal({"game": "teen_patti"}),
    "post tables/join": personal({"name": "Family"}, other="PRIVATE_TABLE", staff="PRIVATE_TABLE"),
    "post invites/{code}": personal(usual="NO_SUCH_TABLE"),
    "get tables/{slug}": row(**HIDDEN),
    "patch tables/{slug}": row({"private": False}, **HOSTS),
    "delete tables/{slug}": row(**HOSTS),
    "post tables/{slug}/pause": row({}, **HOSTS),
    # A player may resume the table if the host has no seat.
    "post tables/{slug}/resume": row({}, **{**HIDDEN_TO_WRITE, "spectator": "NOT_THE_HOST"}),
    "post tables/{slug}/ask_seat": row({}, **HIDDEN_TO_WRITE),
    "post tables/{slug}/waiting_list": row({}, **HIDDEN_TO_WRITE),
    "delete tables/{slug}/waiting_list": row(**HIDDEN_TO_WRITE),
    "post tables/{slug}/answer_request": row({"name": "Binod", "approve": True}, **HOSTS),
    "post tables/{slug}/new_invite": row({}, **HOSTS),
    "post tables/{slug}/hand_over": row({"name": "Binod"}, **HOSTS),
    "post tables/{slug}/send_away": row({"name": "Binod"}, **HOSTS),
    "post tables/{slug}/open_hands": row({"on": True}, **HOSTS),
    "post tables/{slug}/set_cards": row({"cards": {"0": "As"}}, **HOSTS),
    "post tables/{slug}/step_back": row({"seq": 999, "hand": ACT["hand"]}, **HOSTS),
    "get tables/{slug}/state": row(**HIDDEN),
    "get tables/{slug}/chat": row(**HIDDEN),
    "post tables/{slug}/chat": row({"text": "good evening"}, **HIDDEN_TO_WRITE),
    "post tables/{slug}/react": row({"reaction": "laugh"}, **HIDDEN_TO_WRITE),
    "get tables/{slug}/spectators": row(**HIDDEN),
    "post tables/{slug}/reports": row({"kind": "chat"}, **HIDDEN_TO_WRITE),
    "post tables/{slug}/act": row(ACT, **HIDDEN_TO_WRITE),
    "post tables/{slug}/ask": row(
        {"cards": []}, **{**SEATED, "spectator": "NOT_IN_HAND", "owner": "NOT_IN_HAND"}
    ),
    "post tables/{slug}/sit": row({"seat": 5}, **HIDDEN_TO_WRITE),
    "post tables/{slug}/leave": row({}, **SEATED),
    "post tables/{slug}/cut_commit": row({"commit": "0" * 64, "hash": "0" * 64}, **SEATED),
    "post tables/{slug}/cut": row({"commit": "0" * 64, "cut": "0" * 64}, **SEATED),
    "post tables/{slug}/top_up": row({"amount": 1}, **SEATED),
    "post tables/{slug}/sit_out": row({}, **SEATED),
    "post tables/{slug}/sit_in": row({}, **SEATED),
    "post tables/{slug}/start": row({}, **SEATED),
    "post tables/{slug}/prefer": row({"post": True}, **SEATED),
    "post tables/{slug}/again": row({}, **SEATED),
    "post tables/{slug}/next": row({}, **SEATED),
    "post tables/{slug}/nudge": row({}, **SEATED),
    "get tables/{slug}/missed": personal(other="PRIVATE_TABLE", staff="PRIVATE_TABLE"),
    "post tables/{slug}/bots": row({"count": 1}, **{**HIDDEN_TO_WRITE, "spectator": "NOT_SEATED"}),
    "delete tables/{slug}/bots": row(**{**HIDDEN_TO_WRITE, "spectator": "NOT_SEATED"}),
}
NOT_MINE = dict.fromkeys(("visitor", "other", "spectator", "owner", "staff"), "NOT_FOUND")
"""A finished private hand is for its players alone; a live one is for nobody."""
DESIGN = {"name": "Diwali", "design": {}}
MATRIX |= {
    "get games": row(),
    "get games/{key}/rules": row(),
    "get games/{key}/rules/text": row(),
    "get games/{key}/ranking": row(),
    "get games/{key}/quiz": row(),
    "post games/{key}/quiz": row({"seed": "abc", "answers": []}),
    "get games/{key}/spots": row(),
    "post games/{key}/spots/{spot}": row({"action": "call"}),
    "get shared-hands/{code}": row(usual="NOT_FOUND"),
    "get shared-hands/{code}/replay": row(usual="NOT_FOUND"),
    "get conduct": row(),
    "get hands": personal(),
    "get hands/pokerstars": personal(),
    "get tables/{slug}/hands": row(**HIDDEN),
    "get tables/{slug}/decks/ends": row(**HIDDEN),
    **{
        f"get hands/{{hand_id}}{part}": row(**NOT_MINE)
        for part in ("", "/replay", "/record", "/text", "/phh", "/pokerstars", "/share")
    },
    "get decks/{deck_id}": row(),
    "get fair/hands": row(),
    "get fair/keys": row(),
    "get fair/days": row(),
    "get fair/days/{day}": row(usual="NOT_FOUND"),  # no day is over
    "get hands/{hand_id}/note": row(**{**NOT_MINE, "visitor": "LOG_IN_REQUIRED"}),
    "put hands/{hand_id}/note": row(
        {"text": "Fold this."}, **{**NOT_MINE, "visitor": "LOG_IN_REQUIRED"}
    ),
    "get odds": row(),
    "get odds/summary": row(),
    "get odds/table.csv": row(),
    "get odds/table.json": row(),
    "get odds/table.notebook": row(),
    "get odds/hands/{cards}": row(),
    "get paytables/presets": row(),
    "post paytables/analyse": row({"design": {}}),
    "post paytables/simulate": row({"design": {}, "hands": 10}),
    "get designs": personal(),
    "post designs": personal(DESIGN),
    "get designs/{design_id}": personal(usual="NOT_FOUND"),
    "put designs/{design_id}": personal(DESIGN, usual="NOT_FOUND"),
    "delete designs/{design_id}": personal(usual="NOT_FOUND"),
    "get me/statistics": personal(),
    "get me/today": personal(),
    "get me/bankroll": personal(),
    "get players/{name}/statistics": row(),
    "get ratings": personal(),
    "get leaderboards": row(),
    "get ladder": row(),
    "post ladder/matches": personal({"game": "holdem", "level": "easy"}, usual="BOTS_ONLY"),
    "post ladder/duels": personal({"game": "holdem"}, usual="BOTS_ONLY"),
    "get ladder/matches/{match_id}": personal(usual="NOT_FOUND"),
    "post ladder/matches/{match_id}/moves": personal(
        {"moves": [{"hand": 0, "seq": 0, "action": "fold"}]}, usual="NOT_FOUND"
    ),
    "get statistics": row(),
    "get status": row(),
}
STAFF_ACTION = {"reason": "the clock of this table hangs"}


def of_staff(body: dict[str, Any] | None = None) -> Row:
    """Routes for staff with the scope `staff`, which only the moderator asked for."""
    return personal(body, usual="SCOPE_MISSING", moderator=OK)


MATRIX |= {
    "get staff": of_staff(),
    "get staff/{kind}": of_staff(),
    "get staff/hands/{hand_id}/cards": of_staff(),
    "get staff/{kind}/{row_id}": of_staff(),
    "post staff/{kind}/{row_id}/{action}": of_staff(STAFF_ACTION),
    "post staff/{kind}/{row_id}/{action}/preview": of_staff(STAFF_ACTION),
}
DOCUMENTS = {"get schema/", "get docs/", "get sockets/", "get "}
"""Public pages without any user's data."""


def routes(patterns: Any = api.urlpatterns, prefix: str = "") -> dict[str, Any]:
    """Every method and path of the API as `get tables/{slug}`, with its view class."""
    found: dict[str, Any] = {}
    for pattern in patterns:
        path = prefix + str(pattern.pattern).removeprefix("v1/").removeprefix("^v")
        if isinstance(pattern, URLResolver):
            found |= routes(pattern.url_patterns, path)
            continue
        assert isinstance(pattern, URLPattern)
        for converter in ("slug", "uuid", "str", "int"):
            path = path.replace(f"<{converter}:", "{").replace(">", "}")
        view = getattr(pattern.callback, "cls", None)
        methods = ("get", "post", "put", "patch", "delete")
        for method in methods if issubclass(view or object, APIView) else ("get",):
            if view is None or hasattr(view, method):
                found[f"{method} {path}"] = view
    return found


class Room:
    """A private table with its players, and one app for each role."""

    def __init__(self, seat_table: Any) -> None:
        self.seat_table = seat_table(3, name="Family", private=True)
        table = self.seat_table.table
        asha, binod, _chitra = self.seat_table.people
        owner = users.create_guest(name="Hosea")
        Table.objects.filter(pk=table.pk).update(host=owner, is_house_table=False)
        spectator = devices.log_in_device(user=users.create_guest(), name="x", platform="")
        devices.remember_invite(device=spectator.device, code=table.invite)
        self.apps = {
            "visitor": App(),
            "other": app_of(users.create_guest()),
            "spectator": App(spectator.access, spectator.device.user),
            "player": app_of(asha),
            "folded": app_of(binod),
            "owner": app_of(owner),
            "staff": app_of(users.register_person(name="Floor", password="x", staff=True)),
            "moderator": staff_app(member("Table moderator")),
        }
        self.slug, self.table_id = table.slug, table.pk
        self.invite = table.invite
        unplayed = decks.first(table_id=uuid.uuid4(), game="holdem", n=52)
        decks.throw(unplayed, Reason.TABLE_CLOSED)
        self.opened_deck = unplayed.deck_id
        self._play(asha, binod)
        self.hand = self.seat_table.hand
        self.held = {
            user.name: set(texts_of(self.hand.state.hands[seat]))
            for user, seat in zip(self.seat_table.people, range(3), strict=True)
        }

    def _play(self, asha: Any, binod: Any) -> None:
        """Binod folds on their turn, Asha looks at their cards, and the hand goes on."""
        self.seat_table.deal()
        self.seat_table.act(asha, "see")
        while self.seat_table.turn != binod:
            amount = 20 if self.seat_table.turn == asha else 10
            assert self.seat_table.act(self.seat_table.turn, "bet", amount).seq is not None
        assert self.seat_table.act(binod, "fold").seq is not None

    def may_see(self, role: str) -> set[str]:
        """The cards that a role may read: Asha their own; Binod, who folded blind, none."""
        return self.held["Asha"] if role == "player" else set()

    def ask(self, role: str, route: str, row: Row) -> Any:
        """One request of one role, rolled back afterwards."""
        method, path = route.split(" ", 1)
        named = {
            "slug": self.slug,
            "name": "Asha",
            "code": "aaaaaaaa",
            "device_id": str(uuid.uuid4()),
            "browser_id": "1",
            "subscription_id": "1",
            "sanction_id": str(uuid.uuid4()),
            "key": "holdem",
            "spot": "first",
            "hand_id": str(self.hand.id),
            "design_id": str(uuid.uuid4()),
            "match_id": str(uuid.uuid4()),
            "day": "2026-11-20",
            "deck_id": str(self.opened_deck),
            "ending": "csv",
            "cards": "AsKhQd",
            "kind": "tables",
            "row_id": str(self.table_id),
            "action": "table-freeze",
        }
        with transaction.atomic():
            response = self.apps[role].ask(method, path.format(**named), row.body)
            transaction.set_rollback(True)
        return response
