"""Two players and a spectator at one table, in three windows."""

import asyncio
import uuid

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from accounts.people.queries.social import note_on
from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import Viewer
from games.hands.models import Hand
from games.hands.queries.record import page_of
from games.hands.queries.replay import replay
from games.records.hand_names import hand_title
from games.rulebook.rule_words import RuleWords
from lobby.tables.chat.chat import say
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.play.play import play
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import (
    click,
    listen,
    log_in,
    received_cards,
    session_of,
    still,
    unhurried,
    wait_for_cards,
)
from tests.support.seated_table import SeatedTable, audit_findings
from tests.support.three_people import arrive, three_people
from tests.support.waiting import slowly, until, wait_until


@pytest.mark.django_db(transaction=True)
async def test_players_and_a_spectator_see_only_their_own_cards(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900, reduced_motion="no-preference")
    binod = await visitors.arrive("binod", width=375, height=812)
    spectator = await visitors.arrive("spectator", width=1440, height=900)
    frames = {viewer.name: listen(viewer) for viewer in (asha, binod, spectator)}
    for viewer, session in (
        (asha, sessions["Asha"]),
        (binod, sessions["Binod"]),
        (spectator, None),
    ):
        if session:
            await log_in(visitors, viewer, session)
        await viewer.page.goto(f"/t/{room.table.slug}/")
        await expect(viewer.page.locator("[data-seat='0'] .name")).to_contain_text("Asha")

    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await asha.page.locator(".see-button[aria-disabled=false]").wait_for()
    await asha.shoot("1-blind")
    hand = await sync_to_async(lambda: room.hand)()
    own = {n: set(texts_of(hand.state.hands[n])) for n in range(3)}
    assert received_cards(frames["asha"]) == set(), "a blind player's cards are in their browser"

    await asha.page.locator(".see-button").click()
    await expect(asha.page.locator(".place.chaal")).to_contain_text("20")
    await click(asha, "chaal")
    await binod.page.locator(".see-button[aria-disabled=false]").click()
    await expect(binod.page.locator(".place.chaal")).to_contain_text("20")
    await click(binod, "chaal")
    await binod.shoot("2-seen")
    await asyncio.to_thread(chitra_sees_and_bets, room)

    await click(asha, "show")  # with three in the hand this place is the side show
    await until(sync_to_async(lambda: room.head.turn_seat == 2), "Chitra is asked")
    await asha.shoot("3-side-show-asked")
    await wait_for_cards(frames["asha"], own[0])
    await wait_for_cards(frames["binod"], own[1])
    assert received_cards(frames["spectator"]) == set()
    await asyncio.to_thread(chitra_answers, room, "refuse")

    await click(binod, "show")  # Binod asks Asha, who bet last
    await asha.page.locator(".asked").get_by_role("button", name="Accept").click()
    await spectator.shoot("4-side-show")
    await wait_for_cards(frames["asha"], own[0] | own[1])
    await wait_for_cards(frames["binod"], own[0] | own[1])
    assert received_cards(frames["spectator"]) == set()

    await finish(room, asha, binod)
    result = spectator.page.locator(".result")
    await result.wait_for()
    for viewer in (asha, binod, spectator):
        await viewer.shoot("5-result")
    stored = await sync_to_async(Hand.objects.get)()
    public = {card for shown in stored.result["shown"] for card in shown["cards"]}
    assert len(public) == 6
    await wait_for_cards(frames["spectator"], public)
    await wait_for_cards(frames["asha"], own[0] | own[1] | public)
    (winner,) = stored.result["pots"][0]["winners"]
    await expect(result).to_contain_text(("Asha", "Binod", "Chitra")[winner])
    record = await sync_to_async(lambda: page_of(replay(stored, Viewer())))()
    await expect(result).to_contain_text(hand_title(record["pots"][0]["hand_value"]))
    chips = await sync_to_async(room.chips)()
    assert sum(chips.values()) == 3_000
    for number, name in enumerate(("Asha", "Binod", "Chitra")):
        plate = spectator.page.locator(f"[data-seat='{number}'] .stack")
        await expect(plate).to_contain_text(f"{chips[name]:,}")
    assert await sync_to_async(audit_findings)() == []

    await asha.page.goto(f"/hands/{stored.pk}/")
    await expect(asha.page.locator("body")).to_contain_text("side show")
    await asha.page.get_by_role("link", name="Watch the replay").click()
    await expect(asha.page.locator("#replay .stage")).to_be_visible()
    await asha.shoot("6-replay")


def chitra_sees_and_bets(room):
    chitra = room.people[2]
    wait_until(lambda: room.head.turn_seat == 2, "the click to be stored")
    assert room.act(chitra, "see").seq
    assert room.act(chitra, "bet", 20).seq


def chitra_answers(room, answer):
    (done,) = play([room.command(room.people[2], answer)])
    assert done.seq, done


async def finish(room, asha, binod):
    """Two players are left after the side show: the one on turn pays for the show."""
    turn = await sync_to_async(lambda: room.turn.name)()
    if turn == "Chitra":
        answer = await asyncio.to_thread(room.act, room.people[2], "show")
        assert answer.seq, answer
    else:
        await click(asha if turn == "Asha" else binod, "show")
    over = sync_to_async(lambda: not TableHead.objects.get().live)
    await until(over, "the end of the hand")


@pytest.mark.parametrize("released", [None], ids=["modules"])  # one test without the bundles
@pytest.mark.django_db(transaction=True)
async def test_a_new_visitor_plays_a_hand_against_bots_within_a_minute(visitors):
    plan = TablePlan(name="Marigold", options={"boot": 10}, min_buy_in=200, bots=3)
    await sync_to_async(open_table)(plan=plan, host=None, is_house_table=True)
    guest = await visitors.arrive("guest", width=375, height=812)
    async with asyncio.timeout(slowly(60)):
        await guest.page.goto("/")
        await guest.shoot("lobby")
        await guest.page.locator(".game-tiles a").first.click()
        await guest.page.get_by_label("Your name").fill("Rosa Luna")
        await guest.shoot("name")
        await guest.page.get_by_role("button", name="Play", exact=True).click()
        await guest.page.wait_for_url("**/t/**")
        await guest.page.locator(".see-button[aria-disabled=false]").wait_for()
        await guest.page.locator(".see-button").click()
        await expect(guest.page.locator(".see-button[aria-disabled=false]")).to_have_count(0)
        await click(guest, "pack")
        await guest.page.locator(".result").wait_for()
        await guest.shoot("result")
        await guest.page.goto("/me/hands/")
        await expect(guest.page.locator("a[href^='/hands/']").first).to_be_visible()
    kinds = await sync_to_async(lambda: sorted(Seat.objects.values_list("user__kind", flat=True)))()
    assert kinds == ["bot", "bot", "bot", "guest"]
    assert await Seat.objects.filter(user__name="Rosa Luna").aexists()


@pytest.mark.django_db(transaction=True)
async def test_an_invited_visitor_sits_on_the_seat_they_chose_under_the_name_they_typed(visitors):
    room, _sessions = await sync_to_async(three_people)()
    await Table.objects.filter(pk=room.table.pk).aupdate(private=True)
    rosa = await visitors.arrive("rosa", width=375, height=812)
    rosa.allow.append("422")
    await rosa.page.goto(f"/i/{room.table.invite}/")
    await rosa.page.get_by_role("button", name="Sit in seat 5").click()
    dialog = rosa.page.get_by_role("dialog")
    await dialog.locator("ch-avatar").nth(2).click()
    await dialog.get_by_label("Your name").fill("Asha")
    await dialog.get_by_role("button", name="Play as Asha").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("taken")
    await rosa.shoot("name-taken")
    await dialog.get_by_label("Your name").fill("Rosa Luna")
    face = int(await dialog.locator("input:checked").get_attribute("value") or 0)
    await dialog.get_by_role("button", name="Play as Rosa Luna").click()
    await expect(dialog).to_contain_text("Seat 5")
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(rosa.page.locator(".hero .name")).to_have_text("Rosa Luna")
    await rosa.shoot("seated")
    seat = await Seat.objects.select_related("user").aget(user__name="Rosa Luna")
    assert (seat.number, seat.user.avatar) == (4, face)


@pytest.mark.django_db(transaction=True)
async def test_a_refusal_is_shown_next_to_the_hand(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await arrive(visitors, room, "asha-phone", sessions["Asha"], width=375, height=812)
    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await asha.page.locator(".see-button[aria-disabled=false]").wait_for()
    # Buttons that are off stay in place and say why when they are tapped.
    await asha.page.locator(".place.show").click(force=True)
    await expect(asha.page.locator(".refusal")).to_contain_text("side show")
    await asha.shoot("refusal")


@pytest.mark.django_db(transaction=True)
async def test_a_seat_opens_the_players_card_and_one_window_plays(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await arrive(visitors, room, "asha", sessions["Asha"], width=1440, height=900)
    await asha.page.get_by_role("button", name="About Binod").click()
    card = asha.page.get_by_role("dialog")
    await expect(card).to_contain_text("0 hands")
    await card.get_by_label("My note").fill("Calls with anything")
    await card.get_by_role("button", name="Save note").click()
    await expect(card.get_by_role("status")).to_have_text("Saved.")
    await card.get_by_role("button", name="Mute").click()
    await sync_to_async(say)(table_id=room.table.pk, user=room.people[1], text="noise")
    await sync_to_async(say)(table_id=room.table.pk, user=room.people[2], text="good luck")
    await asha.shoot("card")
    await card.get_by_role("button", name="Close").click()
    await asha.page.get_by_role("tab", name="Chat").click()
    await expect(asha.page.locator(".chat")).to_contain_text("good luck")
    await expect(asha.page.locator(".chat")).not_to_contain_text("noise")
    assert await sync_to_async(note_on)(room.people[0].pk, room.people[1].pk)

    tab = await asha.context.new_page()
    await tab.goto(f"/t/{room.table.slug}/")
    phone = await visitors.arrive("asha-phone", width=375, height=812)
    await expect(asha.page.locator(".dock")).to_contain_text("You opened this table in another")
    await log_in(visitors, phone, await sync_to_async(session_of)(room.people[0]))
    await expect(tab.locator(".dock .place").first).to_be_visible()
    await phone.page.goto(f"/t/{room.table.slug}/")
    await expect(tab.locator(".dock")).to_contain_text("You opened this table in another window.")
    await expect(phone.page.locator(".dock .place").first).to_be_visible()
    await asha.shoot("elsewhere")
    await asha.page.get_by_role("button", name="Play here").click()
    await expect(phone.page.locator(".dock")).to_contain_text("You opened this table in another")
    await expect(asha.page.locator(".dock .place").first).to_be_visible()
    await phone.shoot("elsewhere")
    await tab.reload()  # the window that is opened last plays, also one that played before
    await expect(asha.page.locator(".dock")).to_contain_text("You opened this table in another")
    await expect(tab.locator(".dock .place").first).to_be_visible()


@pytest.mark.django_db(transaction=True)
async def test_the_form_for_a_table_follows_the_server_and_the_lobby_its_filters(visitors):
    rosa = await visitors.arrive("rosa", width=1440, height=900)
    session = await sync_to_async(lambda: session_of(create_guest(name="Rosa")))()
    await log_in(visitors, rosa, session)
    await rosa.page.goto("/tables/new/?game=dou_dizhu")
    await rosa.page.locator("#option_score_mode").select_option("chips")
    await expect(rosa.page.locator("#min_buy_in")).to_have_value("640")
    await expect(rosa.page.locator("#min_buy_in-error")).to_have_count(0)
    lost: list[str] = []

    async def lose_one(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            await route.abort()
        else:
            await route.continue_()

    rosa.allow.append("ERR_FAILED")
    await rosa.page.route("**/tables/new/**", lose_one)
    await rosa.page.locator("#min_buy_in").fill("600")
    await expect(rosa.page.locator("#min_buy_in-error")).to_contain_text("at least 640")
    assert lost, "an unanswered question is asked again"
    # Again and again: an answer may change nothing but what is refused.
    for amount, refused in (("700", 0), ("620", 1), ("700", 0)):
        await rosa.page.locator("#min_buy_in").fill(amount)
        await expect(rosa.page.locator("#min_buy_in-error")).to_have_count(refused)
    await rosa.page.get_by_role("button", name="Open and sit down").click()
    await rosa.page.wait_for_url("**/t/**")
    await expect(rosa.page.locator(".hero")).to_be_visible()
    loaded = (
        "performance.getEntriesByType('resource').some((one) => one.name.includes('departing'))"
    )
    await until(lambda: rosa.page.evaluate(loaded), "the module that asks before leaving")
    await rosa.page.locator("body").press("Shift")  # browsers ask only after a gesture
    await rosa.page.locator(".table-bar h1").click()  # a seat would open reactions
    asked: list[str] = []

    async def stay(dialog):
        asked.append(dialog.type)
        await dialog.dismiss()

    rosa.page.on("dialog", stay)
    async with rosa.page.expect_event("dialog"):
        await rosa.page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    await rosa.page.get_by_title("Go to lobby").click()
    await expect(rosa.page.get_by_text("Leave the table or keep your seat?")).to_be_visible()
    await rosa.page.get_by_role("button", name="Keep my seat").click()
    await expect(rosa.page.locator("#my-tables a")).to_have_count(1)
    assert asked == ["beforeunload"], "it asks once"

    stranger = await visitors.arrive("stranger", width=1440, height=900)
    await stranger.page.goto("/")
    filters = stranger.page.locator(".filters")
    await filters.get_by_label("Game").select_option("holdem")
    await stranger.page.reload()
    await expect(filters.get_by_label("Game")).to_have_value("holdem")
    await stranger.page.get_by_role("button", name="Show all tables").click()
    await expect(stranger.page.locator(".group-title svg").first).to_be_visible()


NARROW = {"width": 320, "height": 640}
PASSES_THE_EDGE = """() => [...document.querySelectorAll('.table-page *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width && (left < -0.5 || right > innerWidth + 0.5);
  }).filter((one) => one.matches('button, .plate, .back, .card, .tool, .stack, h1'))
  .map((one) => `${one.className}: ${one.textContent.trim()}`)"""


def a_table_of_each_game():
    """A table with a hand under way for each game; Asha's session."""
    asha = create_guest(name="Asha Ramanujan")
    paths = []
    for game in registry.all_games():
        seats = min(4, game.max_seats)
        plan = TablePlan(
            name=f"The {RuleWords(game.key).name} Table",
            game=game.key,
            preset=next(key for key in ("chips", "cash", "standard") if key in game.presets),
            seats=seats,
            min_buy_in=1_000,
            max_buy_in=2_000,
        )
        table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
        others = [create_guest(name=f"Rani {table.pk.hex[:6]} {n}") for n in range(seats - 1)]
        seated = [asha, *others]
        for number, user in enumerate(seated):
            sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
        SeatedTable(table, seated).deal()
        paths.append(f"/t/{table.slug}/")
    return session_of(asha), paths


@pytest.mark.django_db(transaction=True)
async def test_each_game_fits_a_window_of_320_pixels(visitors, settings):
    settings.MAX_SEATS_PER_USER = 9
    session, paths = await sync_to_async(a_table_of_each_game)()
    asha = await visitors.arrive("asha", **NARROW)
    await log_in(visitors, asha, session)
    for path in paths:
        await asha.page.goto(path)
        await expect(asha.page.locator(".dock .place").first).to_be_visible()
        await expect(asha.page.locator(".plate").nth(2)).to_be_visible()
        await still(asha)
        assert await asha.page.evaluate(PASSES_THE_EDGE) == [], path
