"""Text of users is text on every page: it never becomes markup, a link or a script."""

import datetime

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from playwright.async_api import expect

from accounts.people.models import User
from accounts.people.names import spelling
from accounts.sanctions import actions as sanctions
from games.designer.actions import save_design
from games.designer.models import Design
from games.engines.dealer_teen_patti.designs import PRESETS
from lobby.moderation.actions.cases import report
from lobby.moderation.admin.chat import ChatLineAdmin
from lobby.moderation.models import Report
from lobby.tables.chat import chat
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import ChatLine, Table
from tests.browser.payloads import SHORT, payloads
from tests.browser.seated_table import log_in, session_of
from tests.support.owner import as_owner
from tests.support.size import times
from tests.support.staff import REASON, member
from tests.support.three_people import three_people
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

PAYLOADS = payloads()
SPOKEN = [*PAYLOADS[:50], *PAYLOADS[50 :: times(3, 1)]]
"""Lines of chat. Neither the openings nor the calls of payloads repeat after three."""
TABLES = [name for name in PAYLOADS[4:] if len(name) <= 40][:30]
BATCH = 90  # a page that comes late gets the last hundred lines
TRACES = """
window.found = [];
window.ran = (what) => { window.found.push(`ran ${what}`); };
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.ran(name);
document.addEventListener("securitypolicyviolation", (event) => {
  window.found.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
LOOK = """() => [
  ...window.found,
  ...[...document.querySelectorAll("[q]")].map((made) => made.outerHTML),
  ...[...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"))
    .filter((to) => /x\\.invalid|script\\s*:|^data:/i.test(to)),
  ...(document.documentElement.innerHTML.includes("36863") ? ["191*193 was worked out"] : []),
]"""


async def window(visitors, name, user=None):
    visitor = await visitors.arrive(name, width=1440, height=900)
    await visitor.context.add_init_script(TRACES)
    if user is not None:
        await log_in(visitors, visitor, await sync_to_async(session_of)(user))
    return visitor


async def look(visitor, address, *, holds):
    """Open the address and check that the payload is there only as text."""
    await visitor.page.goto(address)
    await expect(visitor.page.locator("body")).to_contain_text(holds)
    assert await visitor.page.evaluate(LOOK) == [], address


def dressed():
    """A room whose users, tables and designs have payloads as names, written past the actions."""
    room, _sessions = three_people()
    for user, name in zip(room.people, SHORT, strict=False):
        User.objects.filter(pk=user.pk).update(name=name, name_key=spelling.name_key(name))
    Table.objects.filter(pk=room.table.pk).update(autostart=True)
    room.deal()
    for number, name in enumerate(TABLES):
        table = open_table(plan=TablePlan(name=f"Table {number}"), host=None, is_house_table=True)
        Table.objects.filter(pk=table.pk).update(name=name)
    Table.objects.filter(pk=room.table.pk).update(name=SHORT[0])
    for number, name in enumerate(SHORT):
        design = save_design(
            owner=room.people[0], name=f"Design {number}", pay_table=PRESETS["tcp"].table
        )
        Design.objects.filter(pk=design.pk).update(name=name)
    for number, name in enumerate(SHORT[3:]):
        User.objects.filter(pk=member("Viewer", f"Member {number}").pk).update(name=name)
    return room


def judged(room):
    """A report and a sanction with an appeal, written in payloads too; (report, sanction)."""
    boss = member("Admin", "Big Boss")
    asha, binod, _chitra = room.people
    case = report(table=room.table, user=binod, kind="chat", text="It was him.")
    with transaction.atomic(), as_owner():
        Report.objects.filter(pk=case.pk).update(text=" ".join(PAYLOADS)[:500], about=asha)
    until = timezone.now() + datetime.timedelta(days=1)
    muted = sanctions.mute(
        by=boss, user=asha, until=until, template="spam", reason=REASON, note=PAYLOADS[0]
    )
    sanctions.appeal(user=asha, sanction_id=muted.pk, text=" ".join(PAYLOADS[60:])[:1_000])
    return boss, case, muted


def say_all(room, numbers):
    """Insert all lines at once; the last line goes the usual way and notifies the page."""
    *others, last = [f"{number}: {chat.clean(SPOKEN[number])}" for number in numbers]
    speaker = room.people[numbers[0] // BATCH % 3]
    ChatLine.objects.bulk_create(
        ChatLine(table=room.table, user=speaker, room=ChatLine.Room.PLAYERS, text=text)
        for text in others
    )
    ChatLine.objects.update(at=timezone.now() - datetime.timedelta(minutes=5))
    chat.say(table_id=room.table.pk, user=speaker, text=last)


async def test_text_of_users_is_never_markup_on_any_page(visitors, monkeypatch):
    monkeypatch.setattr(ChatLineAdmin, "list_per_page", 2 * len(SPOKEN))
    assert len(PAYLOADS) == 500
    room = await sync_to_async(dressed)()
    asha = room.people[0]
    spectator = await window(visitors, "spectator")
    await spectator.page.goto(f"/t/{room.table.slug}/")
    await (
        spectator.page.get_by_role("tab", name="Players")
        .or_(spectator.page.get_by_role("tab", name="Chat"))
        .first.click()
    )
    for begin in range(0, len(SPOKEN), BATCH):
        numbers = range(begin, min(begin + BATCH, len(SPOKEN)))
        await sync_to_async(say_all)(room, numbers)
        await expect(spectator.page.locator(".chat")).to_contain_text(f"{numbers[-1]}: ")
        assert await spectator.page.evaluate(LOOK) == [], numbers
        assert await spectator.page.locator(".chat a, .chat script, .chat img").count() == 0
    await spectator.shoot("markup-chat")

    boss, case, muted = await sync_to_async(judged)(room)
    hand = await sync_to_async(lambda: room.hand)()
    member_of_room = await window(visitors, "asha", asha)
    for address, holds in (
        (f"/t/{room.table.slug}/", SHORT[0]),
        ("/", TABLES[0]),
        ("/me/", SHORT[0]),
        ("/me/sanctions/", PAYLOADS[0]),
        (reverse("games:odds_design"), SHORT[1]),
    ):
        await look(member_of_room, address, holds=holds)
    await sync_to_async(room.fold_down)()
    await look(member_of_room, f"/hands/{hand.id}/", holds=SHORT[0])
    await look(spectator, reverse("accounts:player", args=[SHORT[1]]), holds=SHORT[1])

    staff = await window(visitors, "boss", boss)
    line = await sync_to_async(ChatLine.objects.exclude(user=None).latest)("id")
    for address, holds in (
        (reverse("admin:lobby_chatline_changelist"), PAYLOADS[0]),
        (reverse("admin:lobby_chatline_change", args=[line.pk]), SPOKEN[-1][:20]),
        (reverse("admin:lobby_report_changelist"), SHORT[0]),
        (reverse("admin:lobby_report_change", args=[case.pk]), PAYLOADS[0]),
        (reverse("admin:accounts_user_changelist"), SHORT[3]),
        (reverse("admin:accounts_user_change", args=[asha.pk]), SHORT[0]),
        (reverse("admin:accounts_sanction_change", args=[muted.pk]), PAYLOADS[60]),
        (reverse("admin:lobby_table_changelist"), TABLES[0]),
        (reverse("admin:index"), SHORT[0]),
    ):
        await look(staff, address, holds=holds)


async def test_control_markup_would_be_detected(visitors):
    """The control: the same payloads put into a page as markup leave traces of every kind."""
    room, _sessions = await sync_to_async(three_people)()
    control = await window(visitors, "control")
    control.allow.append(".*")
    await control.page.goto(f"/t/{room.table.slug}/hands/")
    await control.page.evaluate(
        "(all) => { document.body.innerHTML = all.join('') }",
        [text for text in PAYLOADS if text.startswith("<") and "refresh" not in text][:300],
    )
    await until(lambda: control.page.evaluate("window.found.length > 5"), "the traces")
    found = await control.page.evaluate(LOOK)
    assert any("policy: script-src" in trace for trace in found)
    assert any(trace.startswith("<img") for trace in found)
    assert any("x.invalid" in trace for trace in found)
