"""The seal at a live table: quiet while all proofs hold, and a final alarm if one does not."""

import json

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from games.dealing.models import NextDeck
from games.fair.tfair2 import hashes
from games.fair.tfair2.deck import SealedDeck
from games.fair.tfair2.proof import published
from games.hands.models import Hand
from lobby.moderation.models import Report
from tests.browser.seated_table import click, log_in
from tests.games.fair.dealing import candidates
from tests.support.size import times
from tests.support.three_people import arrive, three_people
from tests.support.waiting import until

SIZES = (("wide", 1440, 900), ("middle", 768, 1024), ("narrow", 375, 812))


@sync_to_async
def have_committed(table_id, people):
    return len(NextDeck.objects.get(pk=table_id).cut_commits) == people


@pytest.mark.django_db(transaction=True)
async def test_the_seal_detects_every_tampering(visitors, settings):
    settings.CUTS_WAIT_MS = 60_000  # on any load; all cuts shown end the wait
    room, sessions = await sync_to_async(three_people)()
    asha = await arrive(visitors, room, "asha", sessions["Asha"], width=1440, height=900)
    binod = await arrive(visitors, room, "binod", sessions["Binod"], width=375, height=812)
    await until(lambda: have_committed(room.table.pk, 2), "both commitments")
    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await asha.page.locator(".see-button[aria-disabled=false]").click()
    seal = asha.page.locator(".fair-seal")
    await expect(seal).to_have_attribute("title", "All cards checked (2 of 3 players cut the deck)")
    await seal.click()
    dialog = asha.page.locator("dialog.dialog")
    await expect(dialog).to_contain_text("Your own cut is among them")
    await expect(dialog).to_contain_text("3 cards you have seen so far")
    await expect(dialog).to_contain_text("does not prove")
    await asha.shoot("fair-1-seal")
    await binod.page.locator(".fair-seal").click()
    await expect(binod.page.locator("dialog.dialog")).to_contain_text("Asha, Binod")
    await binod.shoot("fair-1-seal")
    stored = await sync_to_async(Hand.objects.get)()
    assert [seat for seat, _cut in stored.opening["deal"]["cuts"]] == [0, 1]

    await asha.page.keyboard.press("Escape")
    await click(asha, "chaal")

    for name in list(TAMPERED)[: times(3, len(TAMPERED))]:
        meet, check = TAMPERED[name]
        window = await visitors.arrive(f"tampered-{name}", width=1440, height=900)
        window.allow.append("404.*/api/v1/decks/")  # a deck that nobody opened
        await log_in(visitors, window, sessions["Asha"])
        await window.page.route_web_socket("**/ws/table/**", meet)
        await window.page.goto(f"/t/{room.table.slug}/")
        failure = window.page.locator(".fair-failure")
        await expect(failure, name).to_contain_text("This page has stopped")
        await expect(failure.locator(".fair-why"), name).to_contain_text(check)
        if name == "card":
            await window.shoot("fair-2-failure")
            await failure.get_by_role("button", name="Report this").click()
            await expect(failure.get_by_role("status")).to_be_visible()
            report = await sync_to_async(Report.objects.get)()
            assert (report.kind, report.hand_id) == ("cheating", stored.pk)
            assert report.text.startswith("Fair dealing: path:")
        await window.context.close()
    assert not await asha.page.locator(".fair-failure").count(), "the honest window goes on"


def between(tamper):
    """A false server in the middle: the page gets `tamper(message)` instead of each message."""

    def meet(socket):
        server = socket.connect_to_server()

        def pass_on(text):
            message = json.loads(text)
            for one in tamper(message) if message["type"] == "hello" else [message]:
                socket.send(json.dumps(one))

        server.on_message(pass_on)

    return meet


def in_hello(change):
    """The first message with one thing changed."""

    def tamper(message):
        change(message["hand"])
        return [message]

    return between(tamper)


def then(make):
    """The first message as it was, and a false one after it."""
    return between(lambda hello: [hello, make(hello)])


def swap_cards(hand):
    one, other = hand["openings"][:2]
    one["card"], other["card"] = other["card"], one["card"]


def move_card(hand):
    """The first opened card at the next position of the deck."""
    opening = hand["openings"][0]
    opening["p"] = (opening["p"] + 1) % hand["fair"]["n"]


def another_deck(hello):
    """Another deck of the same number, good in itself."""
    shown = hello["table"]["next_deck"]
    known = shown["deck"]
    made = candidates("another", scheme=hashes.TFAIR2)
    sealed = SealedDeck(
        bytes.fromhex(known["table_id"]), known["no"], made.deck_id, made.n, made.roots
    )
    fresh = shown | {"deck": published(sealed)}
    return {"type": "table", "now": 1, "table": hello["table"] | {"next_deck": fresh}}


def as_seat(hand, cards):
    seat = next(one for one in hand["view"]["seats"] if one["seat"] == hand["view"]["you"]["seat"])
    seat["cards"] = cards


TAMPERED = {
    # Only the page knows of earlier messages; a proof by itself is checked in tests/games/fair too.
    "swapped deck": (then(another_deck), "another deck was published before"),
    "card": (in_hello(swap_cards), "is not in the deck"),
    "lock of another plan": (
        in_hello(lambda h: h["fair"]["plan"]["seats"].pop()),
        "not the hash of the plan",
    ),
    # Only in `make full`.
    "cut taken out": (in_hello(lambda h: h["fair"]["cuts"].pop()), "a locked cut is missing"),
    "salt": (in_hello(lambda h: h["openings"][0].update(salt="0" * 32)), "is not in the deck"),
    "path": (in_hello(lambda h: h["openings"][0]["path"].reverse()), "is not in the deck"),
    "permutation": (in_hello(move_card), "is not in the deck"),
    "no opening": (in_hello(lambda h: h["openings"].pop()), "without its opening"),
    "other cards": (in_hello(lambda h: as_seat(h, ["As", "Ah", "Ad"])), "without its opening"),
    "replaced root": (
        in_hello(lambda h: h["fair"]["roots"].__setitem__(0, "0" * 64)),
        "not the hash of the deck",
    ),
    "older scheme": (in_hello(lambda h: h["fair"].update(scheme="TFAIR1")), "older scheme"),
}
