"""The lobby's pages, as a browser without scripts gets them."""

import re

import pytest
from django.test import Client

from accounts.people import admin as people_pages
from accounts.people.actions.users import create_guest
from accounts.sanctions import code_of_conduct
from accounts.sanctions.models import Sanction
from games.engines.core import registry
from lobby.tables.hosting.forms import table_spec
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import Seat, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def asha(client: Client):
    user = create_guest(name="Asha")
    client.force_login(user)
    return user


FORM = {
    "name": "Marigold",
    "game": "teen_patti",
    "preset": "standard",
    "seats": "6",
    "bots": "2",
    "min_buy_in": "200",
    "max_buy_in": "2,000",
    "clock_s": "25",
    "bank_s": "30",
    "spectators": "public",
    "bot_level": "easy",
    "autostart": "on",
    "option_boot": "10",
}


def test_a_form_opens_a_table_with_its_options(client, asha):
    answer = client.post("/tables/new/", {**FORM, "option_max_blind_bets": "4"})
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.slug}/"
    assert (table.host, table.rules["max_blind_bets"], table.max_buy_in) == (asha, 4, 2_000)
    assert client.get(f"/t/{table.slug}/").status_code == 200


def test_the_rules_of_conduct_name_consequences_and_are_linked(client, asha):
    page = client.get("/conduct/")
    assert page.status_code == 200
    seen = page.content.decode()
    assert all(breach in seen for breach in Sanction.Template.labels)
    for offence, steps in code_of_conduct.usual():
        row = seen[seen.index(offence) :].split("</tr>")[0]
        assert [step for step in steps if f"<td>{step}</td>" not in row] == []
    assert "/conduct/" in Client().get("/accounts/signup/").content.decode()
    for address in ("/", "/rules/holdem/", "/conduct/"):
        assert 'href="/conduct/"' in client.get(address).content.decode(), address


def test_staff_choices_match_the_rules_of_conduct():
    assert set(code_of_conduct.USUAL) == set(Sanction.Template)
    assert all(
        hours is None or hours in code_of_conduct.SPANS
        for steps in code_of_conduct.USUAL.values()
        for _kind, hours in steps
    )
    form = people_pages.SpanForm(None, row=None)
    offered = dict(form.fields["template"].choices)
    assert offered["spam"] == (
        "Flooding the chat. Usually: muted, 1 hour, then muted, 1 day, then muted, 1 week"
    )
    assert {int(hours) for hours, _ in form.fields["span"].choices} == set(code_of_conduct.SPANS)


def test_an_invalid_form_keeps_its_values_and_has_a_message_at_each_field(client, asha):
    wrong = {**FORM, "seats": "many", "option_boot": "0"}
    answer = client.post("/tables/new/", wrong)
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {"seats", "option_boot"}
    assert answer.context["values"]["name"] == "Marigold"
    assert not Table.objects.exists()


DEALER_FORM = {
    **FORM,
    "game": "dealer_teen_patti",
    "seats": "3",
    "bots": "0",
    "min_buy_in": "500",
}


@pytest.mark.parametrize("text", ["double", "tcp~dealer_qualifies=jack_high"])
def test_a_pay_table_is_chosen_or_typed(client, asha, text):
    client.post("/tables/new/", {**DEALER_FORM, "option_pay_table": text})
    table = Table.objects.get()
    (changed,) = (
        registry.get(table.game)
        .rules_from_json(table.rules)
        .differences_from(registry.get(table.game).presets["standard"])
    )
    assert (changed.name, table.rules["pay_table"]["dealer_qualifies"]) == (
        "pay_table",
        "queen_high" if text == "double" else "jack_high",
    )


def test_an_invalid_pay_table_is_reported_at_its_field(client, asha):
    answer = client.post("/tables/new/", {**DEALER_FORM, "option_pay_table": "tcp~win_ante=-1"})
    assert answer.status_code == 422
    assert "between 0 and" in answer.context["errors"]["option_pay_table"]


def posted(shown):
    """The value of a shown field, as the form posts it."""
    if isinstance(shown, list):
        return [str(part) for part in shown] or "none"
    return str(shown).lower() if shown is None or isinstance(shown, bool) else str(shown)


def test_the_form_shows_each_preset_exactly():
    offered = {game.key: game.presets for game in table_spec().games}
    for game in registry.all_games():
        for name, shown in offered[game.key].items():
            parsed = {
                option.name: option.parse(posted(shown[option.name]))
                for option in game.Rules.OPTIONS
            }
            assert game.Rules(**parsed) == game.presets[name]


def test_a_table_without_a_name_gets_one(client, asha):
    client.post("/tables/new/", {**FORM, "name": " "})
    assert Table.objects.get().name == "Asha's table"


def test_a_table_without_a_name_gets_one_in_the_language_of_its_host(client, asha):
    client.post("/tables/new/", {**FORM, "name": " "}, headers={"Accept-Language": "hi"})
    assert Table.objects.get().name == "Asha की टेबल"


def test_joining_by_name_finds_a_table_or_offers_to_open_one(client, asha):
    table = open_table(plan=TablePlan(name="Blue Lotus"), host=None)
    assert client.post("/tables/join/", {"name": "blue lotus"})["Location"] == f"/t/{table.slug}/"
    offered = client.post("/tables/join/", {"name": "Red Lotus"})["Location"]
    assert offered == "/tables/new/?name=Red+Lotus"


def test_quick_seat_gives_a_seat(client, asha):
    open_table(plan=TablePlan(name="Marigold", bots=3), host=None, is_house_table=True)
    answer = client.post("/play/teen_patti/")
    seat = Seat.objects.get(user=asha)
    assert answer["Location"] == f"/t/{seat.table.slug}/"
    assert client.post("/play/bridge/").status_code == 404


def test_an_invitation_opens_a_private_table(client):
    table = open_table(plan=TablePlan(name="Family", private=True), host=None)
    assert client.get(f"/t/{table.slug}/").status_code == 404
    first = client.get(f"/i/{table.invite}/").content.decode()
    assert f'http-equiv="refresh" content="0; url=/t/{table.slug}/"' in first
    assert client.get(f"/i/{table.invite}/")["Location"] == f"/t/{table.slug}/"
    assert client.get(f"/t/{table.slug}/").status_code == 200


def test_an_invitation_that_opens_nothing_says_why(client):
    table = open_table(plan=TablePlan(name="Family", private=True), host=None)
    Table.objects.filter(pk=table.pk).update(state="closed")
    for code, why in ((table.invite, "a table that has closed"), ("nonsense", "link is wrong")):
        for path in (f"/i/{code}/", f"/i/{code}/qr.svg"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert why in answer.content.decode()


@pytest.mark.parametrize("page", ["/", "/rules/teen_patti/"])
def test_visitors_may_watch(client, page):
    answer = client.get(page)
    assert answer.status_code == 200
    assert "no cash value" in answer.content.decode()


def test_hands_of_others_are_shown_as_spectators_saw_them(client, seat_table):
    room = seat_table(people=3)
    room.deal()
    live_hand = room.hand
    assert client.get(f"/hands/{live_hand.id}/").status_code == 404, "a live hand is not shown"
    first = room.turn
    room.act(first, "see")
    room.fold_down()
    shown = client.get(f"/hands/{live_hand.id}/")
    assert all(set(p["cards"]) == {"??"} for p in shown.context["record"]["players"])
    client.force_login(first)
    own = client.get(f"/hands/{live_hand.id}/").context["record"]["players"]
    assert [set(p["cards"]) == {"??"} for p in own].count(False) == 1
    assert client.get("/me/hands/").context["hands"][0].id == live_hand.id


def test_an_empty_limit_means_no_limit_under_any_preset(client, asha):
    client.post("/tables/new/", {**FORM, "preset": "equal_stacks", "option_starting_chips": ""})
    table = Table.objects.get()
    assert table.rules["starting_chips"] is None
    assert (table.min_buy_in, table.max_buy_in) == (200, 2_000)


def test_a_tables_hands_are_listed_at_the_table(client, seat_table):
    room = seat_table(people=3)
    for _ in range(2):
        room.deal()
        room.fold_down()
    page = f"/t/{room.table.slug}/hands/"
    assert [hand.number for hand in client.get(page).context["hands"]] == [2, 1]
    assert client.get(page).context["hands"][0].net is None
    client.force_login(room.people[0])
    nets = [hand.net for hand in client.get(page).context["hands"]]
    assert sum(nets) == room.chips()["Asha"] - 1_000
    Table.objects.update(spectators="closed")
    client.logout()
    room.deal()
    room.fold_down()
    assert [hand.number for hand in client.get(page).context["hands"]] == [2, 1]


def test_the_lobby_is_paged_and_filtered_by_its_address(client, settings):
    settings.LOBBY_PAGE = 2
    for number in range(5):
        open_table(plan=TablePlan(name=f"Lotus {number}", game="holdem"), host=None)
    open_table(plan=TablePlan(name="Marigold", game="teen_patti"), host=None)

    def seen(query: str) -> tuple[list[str], str]:
        text = client.get(f"/{query}").content.decode()
        cards = text.split('id="tables"')[1]
        return re.findall(r'<b class="title"><bdi>(.*?)</bdi>', cards), text

    names, text = seen("?game=holdem&page=2")
    assert names == ["Lotus 2", "Lotus 3"]
    assert "5 of 6 tables" in text
    assert "Page 2 of 3" in text
    assert 'rel="prev" href="?game=holdem"' in text
    assert 'rel="next" href="?game=holdem&amp;page=3"' in text
    assert '<option value="holdem" selected>' in text
    assert seen("?game=holdem&page=3")[0] == ["Lotus 4"] == seen("?game=holdem&page=9")[0]
    assert seen("?search=MARI&free=true&bots=false")[0] == ["Marigold"]
    names, text = seen("?people=true&page=none")
    assert names == []
    assert "No table matches these filters." in text
    assert text.count(" checked") == 1


def test_the_lobbys_page_has_the_same_size_with_many_tables(client, django_assert_num_queries):
    sizes = []
    for count in (30, 60):
        for number in range(Table.objects.count(), count):
            open_table(plan=TablePlan(name=f"Table {number:02}"), host=None)
        with django_assert_num_queries(3):
            sizes.append(len(client.get("/").content))
    assert abs(sizes[1] - sizes[0]) < 50
