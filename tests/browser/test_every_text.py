"""No page has a text that a translator does not get, and all fit where texts are two fifths longer.

Both are seen in a machine-made language.
"""

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone
from playwright.async_api import expect

from games.ladder.models import LadderMatch, LadderRating
from lobby.tables.models import Table
from tests.browser.seated_table import log_in
from tests.support.page_layout import misfits
from tests.support.plain_texts import plain_texts
from tests.support.size import some
from tests.support.three_people import three_people

WIDTHS = some((320, 1440, 375, 768), 2)


def met_on_the_ladder(user, rival):
    """Two have places with wide figures, and have met in a duel."""
    game, now = "teen_patti", timezone.now()
    for one in (user, rival):
        LadderRating.objects.create(
            user=one, game=game, mu=25, sigma=4, matches=1_234, won=1_230, drawn=1
        )
    LadderMatch.objects.create(
        user=user, rival=rival, game=game, preset="standard", level="hard", deals=40, seed="seed",
        is_sandbox=False, outcome="won", hands=[], clocks=[], started_at=now, ends_at=now,
        finished_at=now,
    )  # fmt: skip


def a_played_hand():
    room, sessions = three_people()
    Table.objects.filter(pk=room.table.pk).update(autostart=True)
    hand = room.deal()
    room.fold_down()
    slug = room.table.slug
    met_on_the_ladder(*room.people[:2])
    pages = [
        "/",
        "/tables/new/",
        f"/hands/{hand.id}/",
        f"/t/{slug}/",
        "/me/",
        "/odds/",
        "/statistics/",
        "/leaderboards/",
        "/ladder/",
        "/rules/teen_patti/",
        "/guest/",
        "/accounts/login/",
        "/me/hands/",
        "/me/limits/",
        "/me/account/",
        "/me/devices/",
        "/me/statement/",
        "/conduct/",
        "/fair/",
        "/fair/cheat/",
        "/players/Binod/",
        "/rules/holdem/",
        "/rules/dou_dizhu/",
        "/rules/dou_dizhu_four/",
        "/rules/dealer_teen_patti/",
        "/poker/",
        "/nowhere/",
    ]
    return sessions["Asha"], pages


@pytest.mark.django_db(transaction=True)
async def test_every_text_is_a_message_and_fits(visitors, pseudo_language):
    session, paths = await sync_to_async(a_played_hand)()
    asha = await visitors.arrive("asha")
    asha.allow += ["404"]
    await log_in(visitors, asha, session)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": pseudo_language, "url": visitors.url}
    await asha.context.add_cookies([cookie])
    found, broken = {}, []
    for path in paths:
        await asha.page.goto(path)
        await expect(asha.page.locator("h1, .table-main, .felt").first).to_be_visible()
        broken += [f"{path} {one}" for one in await misfits(asha.page, *WIDTHS)]
        if texts := await plain_texts(asha.page):
            found[path] = texts
    assert not found, "\n".join(
        f"{path}\n" + "\n".join(f"    {text!r}  {where}" for where, text in texts)
        for path, texts in found.items()
    )
    assert not broken, "\n".join(broken)
