"""The right to see and use pages: every page of the URLconf, for every role of `test_access`.

A page without a row fails. Staff pages have matrix tests of their own (`tests/core/admin`).
"""

import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.engines.core.contract import Viewer
from games.hands.models import Hand
from games.hands.queries.sharing import share_code
from tests.browser.seated_table import session_of
from tests.support.access import ROLES, Room
from tests.support.dou_dizhu_cards import cards_in
from tests.support.page_routes import pages
from tests.support.size import FULL, some

OK, LOG_IN, NAME, KEEP, NONE = "ok", "log in", "name", "keep", "none"
"""Allowed (an answer, or a refusal by the rules), redirected to log in, to choose a name or to sign
up, or not found."""


def outcome(response: Any) -> str:
    """The kind of a response."""
    if response.status_code == 404:
        return NONE
    url = response.headers.get("Location", "")
    if url.startswith(reverse("account_login")):
        return LOG_IN
    if url.startswith(f"{reverse('accounts:guest')}?next="):
        return NAME
    if url.startswith(reverse("accounts:guest_sign_up")):
        return KEEP
    return OK if response.status_code in (200, 302, 400, 409, 422) else str(response.status_code)


class Browsers:
    """A browser for each role; changes of a request are rolled back, cookies included."""

    def __init__(self, room: Room) -> None:
        self.room = room
        hand = Hand.objects.get(pk=room.hand.id)
        # Asha, on the first seat, shared the link. A live hand has none.
        self.shared = "x" * 12 if hand.status == "live" else share_code(hand, Viewer(seat=0))
        self.sessions = {
            role: session_of(app.user) if app.user else "" for role, app in room.apps.items()
        }
        invited = Client()
        invited.cookies[django_settings.SESSION_COOKIE_NAME] = self.sessions["spectator"]
        session = invited.session
        session["invites"] = [room.invite]
        session.save()

    def ask(self, role: str, method: str, path: str, body: dict[str, Any]) -> Any:
        """One request of one role."""
        values = {
            "<uuid:hand_id>": str(self.room.hand.id),
            "<uuid:sanction_id>": str(uuid.uuid4()),
            "<uuid:design_id>": str(uuid.uuid4()),
            "<str:day>": "2026-11-20",
            "<int:part>": "1",
            "<str:name>": "Asha",
            "<slug:slug>": self.room.slug,
            "<slug:code>": "aaaaaaaa",
            "<str:code>": self.shared,
            "<slug:game>": "teen_patti",
            "<slug:size>": "precomposed",
            "<slug:key>": "holdem",
            "<slug:spot>": "first",
            "<str:ending>": "csv",
            "<uidb36>": "1",
            "<key>": "x",
            "<str:token>": "x",
        }
        for name, value in values.items():
            path = path.replace(name, value)
        browser = Client()
        if self.sessions[role]:
            browser.cookies[django_settings.SESSION_COOKIE_NAME] = self.sessions[role]
        with transaction.atomic():
            response = getattr(browser, method.lower())(f"/{path}", body)
            transaction.set_rollback(True)
        return response


def row(usual: str = OK, **but: str) -> dict[str, str]:
    """The response to each role; staff and moderators get no more than others."""
    but.setdefault("moderator", but.get("staff", usual))
    return {role: but.get(role, usual) for role in ROLES}


def personal(usual: str = OK, **but: str) -> dict[str, str]:
    return row(usual, visitor=LOG_IN, **but)


GUESTS = ("other", "spectator", "player", "folded", "owner")
PUBLIC, PERSONAL, NOWHERE = row(), personal(), row(NONE)
REGISTERED = personal(**dict.fromkeys(GUESTS, KEEP))
FACTOR = personal(**dict.fromkeys(GUESTS, NONE))
PASSWORD = personal(**dict.fromkeys(GUESTS, "403"))
INVITED = row(visitor=NONE, other=NONE, staff=NONE)
OWN_HAND = row(NONE, player=OK, folded=OK)
SHARED = "h/<str:code>/"
"""A link shared by Asha: its readers see the cards that Asha may see."""

MATRIX: dict[str, dict[str, str]] = {
    "GET healthz": PUBLIC,
    "POST healthz": PUBLIC,
    "GET readyz": row("503"),  # without a server there is no hub
    "POST readyz": row("503"),
    "GET api/": PUBLIC,
    **{
        f"GET {path}": PUBLIC
        for path in (
            "favicon.ico",
            "apple-touch-icon.png",
            "apple-touch-icon-<slug:size>.png",
            "robots.txt",
            "sitemap.xml",
            "manifest.webmanifest",
            "service-worker.js",
            "offline/",
            "security.txt",
            ".well-known/security.txt",
        )
    },
    **{
        f"{method} accounts/signup/": row(**dict.fromkeys(GUESTS, KEEP))
        for method in ("GET", "POST")
    },
    **{
        f"{method} accounts/{page}/": PUBLIC
        for method in ("GET", "POST")
        for page in ("login", "logout", "password/reset", "password/reset/key/<uidb36>-<key>")
    },
    **{
        f"{method} accounts/{page}/": REGISTERED
        for method in ("GET", "POST")
        for page in ("password/change", "password/set", "email", "2fa/totp/activate")
    },
    **{
        f"{method} accounts/{page}/": PASSWORD
        for method in ("GET", "POST")
        for page in ("reauthenticate", "2fa/reauthenticate")
    },
    **{
        # Guests cannot have a second factor: its pages redirect them.
        f"{method} accounts/{page}/": expected
        for method in ("GET", "POST")
        for page, expected in {
            "2fa/authenticate": personal(**dict.fromkeys(GUESTS, LOG_IN)),
            "2fa/totp/deactivate": FACTOR,
            "2fa/recovery-codes/generate": PERSONAL,
            "login/code/confirm": PERSONAL,
        }.items()
    },
    "GET accounts/2fa/": REGISTERED,
    "GET accounts/2fa/recovery-codes/": personal(NONE),
    "GET accounts/2fa/recovery-codes/download/": personal(NONE),
    "GET accounts/inactive/": PUBLIC,
    "GET unsubscribe/<str:token>/": NOWHERE,
    "POST unsubscribe/<str:token>/": NOWHERE,
    "GET accounts/confirm-email/": PUBLIC,
    "POST accounts/confirm-email/": row("405"),
    "GET accounts/confirm-email/<key>/": PUBLIC,
    "POST accounts/confirm-email/<key>/": NOWHERE,
    "GET accounts/password/reset/key/done/": PUBLIC,
    "GET accounts/password/reset/done/": PUBLIC,
    "GET conduct/": PUBLIC,
    "GET settings/": PUBLIC,
    "GET guest/": PUBLIC,
    "POST guest/": PUBLIC,
    "GET me/": PERSONAL,
    "GET me/sign-up/": PERSONAL,
    "POST me/sign-up/": PERSONAL,
    "GET me/statement/": PERSONAL,
    "POST me/refill/": PERSONAL,
    "POST me/avatar/": PERSONAL,
    "GET me/sanctions/": row(visitor=NONE),
    "POST me/sanctions/<uuid:sanction_id>/": row(visitor=NONE),
    "GET me/limits/": PERSONAL,
    "POST me/limits/": PERSONAL,
    "POST me/data/": PERSONAL,
    "GET me/account/": REGISTERED,
    "POST me/account/": REGISTERED,
    "POST me/reopen/": row(LOG_IN, visitor=NONE),
    "POST me/watching/": PERSONAL,
    "POST language/": PUBLIC,
    "GET me/devices/": PERSONAL,
    "POST me/devices/": PERSONAL,
    "GET me/hands/": PERSONAL,
    "GET me/hands/pokerstars.txt": PERSONAL,
    "GET players/<str:name>/": PUBLIC,
    "POST players/<str:name>/block/": PERSONAL,
    "POST players/<str:name>/note/": PERSONAL,
    "POST hands/<uuid:hand_id>/note/": {**OWN_HAND, "visitor": LOG_IN},
    f"GET {SHARED}": PUBLIC,
    "GET s/<str:code>/": PUBLIC,
    # Pictures are neutral where strangers may see nothing.
    f"GET {SHARED}picture.png": PUBLIC,
    "GET hands/<uuid:hand_id>/picture.png": PUBLIC,
    "GET t/<slug:slug>/picture.png": PUBLIC,
    "GET i/<slug:code>/picture.png": PUBLIC,
    **{f"GET hands/<uuid:hand_id>/{part}": OWN_HAND for part in ("", "record.json", "hand.txt")},
    "GET hands/<uuid:hand_id>/hand.phh": NOWHERE,  # it is no game of that format
    "GET hands/<uuid:hand_id>/pokerstars.txt": NOWHERE,  # it is no game of that format
    "GET fair/": PUBLIC,
    "GET fair/cheat/": PUBLIC,
    "GET fair/chain.json": PUBLIC,
    "GET fair/key.json": PUBLIC,
    "GET fair/days/<str:day>/<int:part>.ndjson": NOWHERE,  # no day is over
    "GET ladder/": PUBLIC,
    "GET leaderboards/": PUBLIC,
    "GET statistics/": PUBLIC,
    "GET status/": PUBLIC,
    "GET odds/": PUBLIC,
    "GET odds/rows/": PUBLIC,
    "GET odds/table.<str:ending>": PUBLIC,
    "GET odds/design/": PUBLIC,
    "POST odds/design/save/": row(visitor="401"),
    "POST odds/design/<uuid:design_id>/delete/": row(visitor="401"),
    "GET odds/design.csv": NOWHERE,  # it says which design
    "POST odds/analyse/": PUBLIC,
    "POST odds/simulate/": PUBLIC,
    "GET rules/<slug:key>/": PUBLIC,
    "GET rules/<slug:key>/quiz/": PUBLIC,
    "GET rules/<slug:key>/try/<slug:spot>/": PUBLIC,
    "GET ": PUBLIC,
    "GET tables/new/": row(visitor=NAME),
    "POST tables/new/": row(visitor=NAME),
    "POST tables/join/": PUBLIC,
    "POST tables/sit/": NOWHERE,  # it says at which table
    "GET play/<slug:game>/": row(visitor=NAME),
    "POST play/<slug:game>/": row(visitor=NAME),
    "GET practice/<slug:game>/": row(visitor=NAME),
    "POST practice/<slug:game>/": row(visitor=NAME),
    "GET poker/": PUBLIC,
    "POST poker/": PUBLIC,
    "GET t/<slug:slug>/": INVITED,
    "GET t/<slug:slug>/text/": INVITED,
    "GET t/<slug:slug>/overlay/": INVITED,
    "GET t/<slug:slug>/hands/": INVITED,
    "POST t/<slug:slug>/report/": {**INVITED, "visitor": LOG_IN},
    "POST t/<slug:slug>/host/": {**INVITED, "visitor": LOG_IN},
    **{
        f"{method} t/<slug:slug>/edit/": row(NONE, visitor=LOG_IN, owner=OK)
        for method in ("GET", "POST")
    },
    "GET i/<slug:code>/": NOWHERE,
    "GET i/<slug:code>/qr.svg": NOWHERE,
    "GET t/<slug:slug>/qr.svg": INVITED,
}
PATHS_WITH_HANDS = ("t/", "hands/", "h/", "s/", "me/", "players/")
"""Pages that may differ once a hand is over."""
FEW = ("visitor", "player", "staff")
"""The roles that request all other pages, except at full size: a seat makes no difference there."""
SIGNS = str.maketrans("♠♥♦♣", "shdc")
OF_ALL_CARDS = ("odds/", "rules/")
"""Pages that do not depend on any table and name every card."""


def test_every_page_has_a_row_and_every_row_a_page() -> None:
    assert set(MATRIX) == {
        f"{method} {page.path}" for page in pages().values() for method in page.methods
    }


def cards_on_page(response: Any) -> set[str]:
    """The cards in a page, except the pictures in its header and in the lobby."""
    if response.streaming or response.status_code != 200 or "image/" in response["Content-Type"]:
        return set()
    pictures = r'<ch-cards[^>]*>|"picture": "[^"]*"'
    words = r"\bAs (?:[a-z]|First call\b)"  # "As an opponent": no ace of spades
    content = re.sub(f"{pictures}|{words}", "", response.content.decode())
    return cards_in(content) | cards_in(re.sub("10(?=[♠♥♦♣])", "T", content).translate(SIGNS))


@pytest.mark.parametrize("live", some([True, False], 1))
def test_every_role_gets_the_pages_of_its_row_and_no_card_of_others(
    seat_table: Any, settings: Any, live: bool
) -> None:
    settings.GUESTS_PER_HOUR = 1_000
    room = Room(seat_table)
    if not live:
        room.seat_table.fold_down()
    browsers, wrong = Browsers(room), []
    everybody = set().union(*room.held.values())
    for page, expected in MATRIX.items():
        method, path = page.split(" ", 1)
        if not live and (method == "POST" or not path.startswith(PATHS_WITH_HANDS)):
            continue
        for role in ROLES if FULL or path.startswith(PATHS_WITH_HANDS) else FEW:
            response = browsers.ask(role, method, path, {})
            wanted = expected[role]
            hides = path.startswith(("hands/", "h/", "s/")) and not path.endswith(".png")
            if live and hides and wanted == OK:
                wanted = NONE
            if outcome(response) != wanted:
                wrong.append(f"{page} by {role}: {outcome(response)}, not {wanted}")
            seen_by = "player" if path == SHARED else role
            leaked = cards_on_page(response) & everybody - room.may_see(seen_by)
            if leaked and not path.startswith(OF_ALL_CARDS):
                wrong.append(f"{page} by {role}: cards {leaked}")
    assert wrong == []
