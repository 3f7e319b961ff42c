"""The pages of the odds: search, files, the designer's answers, and both in a browser."""

import hashlib
import json

import numpy as np
import pytest
from django.test import Client
from django.utils.translation import override
from playwright.async_api import expect

from core.messages import catalogue, languages
from games import odds
from games.engines.dealer_teen_patti.designs import PRESETS, to_text
from games.odds.hands import cards_of
from games.odds.search import NotFound, search
from games.odds.summary import by_category, spread
from tests.support.designer_forms import post
from tests.support.pay_table_hashes import HASHES
from tests.support.waiting import PATIENCE_S

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 22_100),
        ("A K Q", 64),
        ("AKQ", 64),
        ("a-k-q", 64),
        ("A♠ K♠ Q♠", 1),
        ("A♠K♠Q♠", 1),
        ("As Kh", 50),
        ("A♠ A K", 12),
        ("10 10 4", 24),
        ("10♠", 1_275),
        ("pair", 3_744),
        ("a pair of 7s", 288),
        ("pair of sevens", 288),
        ("pair of sixes", 288),
        ("pair of tens with 4", 24),
        ("trail", 52),
        ("trail of aces", 4),
        ("aces", 4_804),
        ("pure sequence", 48),
        ("sequence", 768),
        ("color hearts", 274),
        ("high card", 16_440),
        ("queen high", 2_640),
        ("K-high color", 216),
        ("Flush of clubs", 274),
        ("A A A", 4),
    ],
)
def test_hands_are_found_by_words(text: str, count: int):
    assert int(search(text, odds.table()).sum()) == count


@pytest.mark.parametrize("text", ["banana", "A K Q J", "7x", "<script>", "A♠♠", "queen 11"])
def test_searches_without_a_match_are_refused(text: str):
    with pytest.raises(NotFound):
        search(text, odds.table())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("इक्का बादशाह बेगम", 64),
        ("7 का पेयर", 288),
        ("सत्ते का पेयर", 288),
        ("पेयर दहला, 4 के साथ", 24),
        ("इक्के की ट्रेल", 4),
        ("प्योर सीक्वेंस", 48),
        ("हाई कार्ड", 16_440),
        ("चौका हाई", 0),
        ("बेगम हाई", 2_640),
        ("पान का कलर", 274),
        ("一对7", 288),
        ("10 对子，带 4", 24),
        ("豹子 A", 4),
        ("同花顺", 48),
        ("顺子", 768),
        ("单张", 16_440),
        ("Q高", 2_640),
        ("红桃金花", 274),
        ("Ａ、Ｋ，Ｑ", 64),
    ],
)
def test_hands_are_found_by_words_of_other_languages(text: str, count: int):
    assert int(search(text, odds.table()).sum()) == count


@pytest.mark.parametrize("name", ["pair", "high", "color", "trail"])
@pytest.mark.parametrize("language", languages())
def test_the_examples_find_the_same_in_every_language(name: str, language: str):
    key = f"odds.example.{name}"
    found, english = (search(catalogue(one).text(key), odds.table()) for one in (language, "en"))
    assert english.any()
    assert (found == english).all()


def test_a_search_is_refused_in_the_readers_language():
    with pytest.raises(NotFound) as refused:
        search("banana", odds.table())
    with override("hi"):
        theirs = catalogue("hi").text("odds.not_found.unknown", {"word": "banana"})
        assert str(refused.value) == theirs
    assert str(refused.value) == "“banana” is neither a card nor a kind of hand."


def test_a_searched_pair_finds_that_pair():
    found = np.flatnonzero(search("pair of 7s", odds.table()))
    assert all(sum(card[0] == "7" for card in cards_of(int(n))) == 2 for n in found)


@pytest.mark.parametrize("order", ["a23_top", "no_a23"])
def test_the_plots_show_every_hand(order: str):
    table = odds.table(order)
    assert sum(part.hands for part in by_category(table)) == 22_100
    cells = spread(table)
    assert [sum(row) for row in cells] == [part.hands for part in by_category(table)]
    assert all(
        part.win + part.lose + part.tie == 18_424 * part.hands for part in by_category(table)
    )


def test_the_page_of_all_hands_works_without_scripts(client: Client):
    page = client.get("/odds/", {"q": "A K Q", "run_order": "akq_a23"}).content.decode()
    assert "64 of 22,100 hands" in page
    assert "pure sequence A-K-Q" in page
    assert page.count('<th scope="row">') == 25
    page = client.get("/odds/", {"q": "<b>"}).content.decode()
    assert "is neither a card nor a kind of hand" in page
    assert "<b>" not in page.split("odds-app")[1].split("</div>")[0]


def test_the_plots_are_on_the_page_and_come_with_another_ranking(client: Client):
    def drawn(html: str) -> int:
        return html.split("</figure>")[0].count('<rect class="kind-')

    cells = sum(1 for row in spread(odds.table("akq_a23")) for hands in row if hands)
    query = {"run_order": "akq_a23", "plots": "1"}
    page = client.get("/odds/", query).content.decode()
    assert drawn(page) == cells
    answer = client.get("/odds/rows/", query).json()
    assert drawn(answer["plots"]) == cells
    assert answer["plots"].strip() in page
    assert odds.table("akq_a23").sha256() in answer["plots"]
    assert "Trail: wins 99.8697 %, ties 0.0000 %, loses 0.1303 %" in answer["plots"]
    assert "plots" not in client.get("/odds/rows/", {"run_order": "akq_a23"}).json()


def test_rows_are_sorted_and_paged(client: Client):
    def asked(**query: str) -> dict:
        return client.get("/odds/rows/", query).json()["found"]

    best = asked()
    assert [row["name"] for row in best["rows"][:4]] == ["trail of aces"] * 4
    worst = asked(sort="win")
    assert worst["rows"][0]["name"] == "5-3-2"
    assert asked(sort="win", down="1")["rows"][0]["win"] == 18_424
    assert asked(sort="deck")["rows"][2]["cards"] == ["Ad", "Ac", "Kd"]
    last = asked(page="99999", q="pair")
    assert (last["page"], last["pages"], len(last["rows"])) == (150, 150, 3_744 - 149 * 25)
    assert asked(page="x", sort="sideways")["page"] == 1
    assert asked(q="A♠ K♠ Q♠")["rows"][0]["win"] == 18_375
    assert asked(q="A♠ K♠ Q♠", run_order="akq_a23")["rows"][0]["win"] == 18_378
    assert asked(q="A♠ A♥ K♦", suits="s,d,h,c")["rows"][0]["tie"] == 0


def test_the_average_of_found_rows_is_shown(client: Client):
    average = client.get("/odds/rows/").json()["found"]["average"]
    assert average["win"] == average["lose"] == 203_359_936 / 407_170_400
    assert client.get("/odds/rows/", {"q": "zzz"}).json()["found"]["average"]["win"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "/odds/?run_order=up",
        "/odds/?suits=s",
        "/odds/table.xml",
        "/odds/table.csv?suits=x",
        "/odds/design.csv?a=nothing",
    ],
)
def test_unknown_addresses_are_not_found(client: Client, path: str):
    assert client.get(path).status_code == 404


def test_wrong_rankings_are_refused_as_json(client: Client):
    answer = client.get("/odds/rows/", {"run_order": "up"})
    assert (answer.status_code, answer.json()["field"]) == (422, "run_order")


def test_files_equal_those_of_the_library(client: Client):
    answer = client.get("/odds/table.csv", {"run_order": "akq_a23"})
    assert answer["Content-Disposition"] == 'attachment; filename="odds-akq_a23.csv"'
    text = answer.content.decode()
    lines = "\n".join(",".join(line.split(",")[6:]) for line in text.splitlines()[1:])
    assert hashlib.sha256(lines.encode()).hexdigest() == HASHES["akq_a23"]
    whole = json.loads(client.get("/odds/table.json").content)
    assert len(whole["rows"]) == 22_100


def test_the_designer_begins_with_the_design_of_the_link(client: Client):
    page = client.get("/odds/design/").content.decode()
    assert "686689/20358520" in page
    page = client.get("/odds/design/?a=teen_patti_jack&b=even_money").content.decode()
    assert "11367/581672" in page
    assert "-6760077/50896300" in page
    page = client.get("/odds/design/?a=damaged&b=tcp~tie").content.decode()
    assert "There is no preset" in page
    assert "The link is damaged" in page


@pytest.mark.parametrize("text", ["tcp~suits=" + "s" * 3_000, "tcp~ante_bonus=pure:5~" * 200])
def test_a_link_that_is_too_long_is_refused_and_not_cut(client: Client, text: str):
    page = client.get("/odds/design/", {"v": "1", "a": text})
    assert page.context["notes"] == ["The link is damaged: a value is missing."]
    assert client.get("/odds/design.csv", {"a": text}).status_code == 404


@pytest.mark.parametrize(("version", "told"), [("1", 0), ("2", 1), ("", 1), ("x" * 500, 1)])
def test_a_link_says_its_version(client: Client, version: str, told: int):
    page = client.get("/odds/design/", {"v": version, "a": "tcp", "b": "teen_patti"})
    assert len(page.context["notes"]) == told
    assert page.context["data"]["version"] == "1"


def test_a_link_has_the_shoe_of_each_design(client: Client):
    query = {"a": "tcp", "a_decks": "6", "b": "tcp", "b_decks": "8", "b_dealt_percent": "75"}
    designs = client.get("/odds/design/", query).context["data"]["designs"]
    assert [(one["decks"], one["dealt_percent"]) for one in designs.values()] == [
        (6, None),
        (8, 75),
    ]
    exact = [one["result"]["house_edge"]["exact"] for one in designs.values()]
    assert exact == [str(odds.analyse(PRESETS["tcp"].table, n).house_edge) for n in (6, 8)]
    for wrong, told in (("9", "between 1 and 8"), ("x", "between 1 and 8"), ("1" * 99, "1 and 8")):
        page = client.get("/odds/design/", {"a": "tcp", "a_decks": wrong})
        assert told in page.context["notes"][0]
        assert page.context["data"]["designs"]["a"]["decks"] == 1
    lines = client.get("/odds/design.csv", {"a": "tcp", "decks": "6"}).getvalue().decode()
    assert f"result,raised_hands,,{designs['a']['result']['raised_hands']}," in lines
    assert "option,decks,6,," in lines


def test_a_design_is_answered_with_its_edge(client: Client):
    design = PRESETS["tcp"].table.to_json() | {"dealer_qualifies": "jack_high", "ante_bonus": {}}
    answer = post(client, "/odds/analyse/", {"design": design}).json()
    assert answer["result"]["house_edge"]["exact"] == "11367/581672"
    assert answer["text"] == "tcp~dealer_qualifies=jack_high~ante_bonus="
    assert answer["hash"] == odds.PayTable.from_json(design).hash()
    assert answer["result"]["warnings"] == []
    favoured = post(client, "/odds/analyse/", {"design": {}}).json()["result"]
    assert "the player is favoured by 13.2821 %" in favoured["warnings"][0]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"design": {"win_ante": "x"}}, "win_ante"),
        ({"design": {"ante_bonus": {"trail": -4}}}, "ante_bonus.trail"),
        ({"design": {"boot": 1}}, "boot"),
        ({"design": []}, "pay_table"),
        ([], ""),
        ("{", ""),
        ("[" * 5_000, ""),
        ({"design": {"suits": "s" * 30_000}}, ""),
        ({"design": {"suits": 7}}, "suits"),
        ({"design": {"run_order": ["a23_top"]}}, "run_order"),
        ({"design": {"win_raise": 1e400}}, "win_raise"),
        ({"design": {"tie": None}}, "tie"),
    ],
)
def test_wrong_designs_are_refused_by_name(client: Client, body: object, field: str):
    text = body if isinstance(body, str) else json.dumps(body)
    for path in ("/odds/analyse/", "/odds/simulate/"):
        answer = post(client, path, text)
        assert (answer.status_code, answer.json()["field"]) == (422, field)
        assert answer.json()["text"]


def test_a_simulation_can_be_played_again(client: Client):
    body = {"design": PRESETS["tcp"].table.to_json(), "hands": 4_000}
    one = post(client, "/odds/simulate/", body).json()
    other = post(client, "/odds/simulate/", body | {"seed": one["seed"]}).json()
    assert one == other
    assert [bet["key"] for bet in one["bets"]] == ["main", "pair_plus"]
    for bet in one["bets"]:
        low, high = bet["interval"]
        assert low + high == pytest.approx(2 * bet["edge"])
        assert high - low == pytest.approx(2 * 1.96 * bet["standard_error"], rel=1e-4)
    assert post(client, "/odds/simulate/", body).json()["bets"] != one["bets"]


def test_whole_shoes_are_simulated_with_the_spread_of_their_results(client: Client):
    body = {"design": PRESETS["tcp"].table.to_json(), "decks": 6, "dealt_percent": 75, "seed": 3}
    told = post(client, "/odds/simulate/", body | {"hands": 4_000}).json()
    assert told["hands"] == 39 * told["shoes"]["shoes"] >= 4_000
    low, high = told["shoes"]["interval"]
    assert low < told["shoes"]["sd"] < high
    assert low < told["shoes"]["sd_if_shuffled"] < high
    assert post(client, "/odds/simulate/", {"design": {}, "decks": 6}).json()["shoes"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": 0},
        {"hands": 100_001},
        {"hands": True},
        {"hands": "9"},
        {"seed": -1},
        {"seed": 0.5},
        {"decks": 0},
        {"decks": "6"},
        {"dealt_percent": 100},
    ],
)
def test_the_size_of_a_simulation_is_limited(client: Client, wrong: dict):
    assert post(client, "/odds/simulate/", wrong).status_code == 422


def test_only_posts_with_a_token_are_answered():
    strict = Client(enforce_csrf_checks=True)
    assert post(strict, "/odds/analyse/", {"design": {}}).status_code == 403
    assert strict.get("/odds/analyse/").status_code == 405


def test_a_design_is_downloaded_as_a_file(client: Client):
    text = to_text(PRESETS["tcp_six"].table)
    file = client.get("/odds/design.csv", {"a": text}).getvalue().decode()
    lines = file.splitlines()
    assert lines[0] == "part,what,pays,value,exact"
    assert "result,house_edge,,0.042779583,870929/20358520" in lines
    assert any(line.startswith("six_card_bonus.royal,probability") for line in lines)


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 200);
})"""
"""How far parts of the page have moved by themselves (CLS)."""
WINDOWS = [pytest.param("tx", 1440, 900, marks=pytest.mark.full), ("phone", 375, 812)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "width", "height"), WINDOWS)
async def test_the_table_in_a_browser(visitors, name: str, width: int, height: int):
    window = await visitors.arrive(name, width=width, height=height, reduced_motion="reduce")
    page = window.page
    await page.goto("/odds/")
    rows = page.locator(".odds-table tbody tr")
    await expect(rows).to_have_count(25)
    await page.fill("#q", "A♠ K♠ Q♠")
    await expect(rows).to_have_count(1)
    await expect(rows.first).to_contain_text("18,375")
    await page.select_option("#run_order", "akq_a23")
    await expect(rows.first).to_contain_text("18,378")
    assert "run_order=akq_a23" in page.url
    await page.get_by_text("Check it yourself").click()
    await expect(page.locator(".hash")).to_have_text(odds.table("akq_a23").sha256())
    await page.fill("#q", "pair")
    await expect(page.locator(".found")).to_contain_text("3,744")
    await page.get_by_role("button", name="Wins").click()
    await expect(rows.first).to_contain_text("pair of twos with 3")
    await page.get_by_role("button", name="Next").click()
    await expect(page.locator(".pager")).to_contain_text("Page 2 of 150")
    await expect(page.locator(".plots svg")).to_have_count(2)
    await window.shoot("odds-table")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "width", "height"), WINDOWS)
async def test_the_designer_in_a_browser(visitors, name: str, width: int, height: int):
    window = await visitors.arrive(name, width=width, height=height, reduced_motion="reduce")
    window.allow.append("422")  # a wrong number is typed on purpose
    page = window.page
    await page.goto("/odds/design/")
    figures = page.locator(".edge .figure")
    await expect(figures).to_have_text(["3.3730 %"])
    assert await page.evaluate(SHIFTS) <= 0.01
    await expect(page.locator(".curve-grid svg")).to_have_count(13)
    await page.get_by_role("button", name="Compare with a second design").click()
    await page.fill("#win_ante", "0.9x")
    await expect(page.locator(".field .error")).to_contain_text("enter a number")
    await page.fill("#win_ante", "1")
    await page.select_option("#dealer_qualifies", "jack_high")
    await expect(figures).to_have_text(["3.3730 %", "−3.3309 %"])
    await expect(page.locator(".warning")).to_contain_text("the player is favoured")
    await expect(page.locator(".differences tbody tr")).to_have_text(
        ["Dealer plays withqueen highjack high"]
    )
    await expect(page.locator(".field.differs .other")).to_have_text(["≠ A: queen high"])
    assert page.url.endswith("?v=1&a=tcp&b=tcp~dealer_qualifies=jack_high")
    await page.reload()
    await expect(figures).to_have_text(["3.3730 %", "−3.3309 %"])
    await page.select_option("#decks", "6")
    edge = odds.analyse(PRESETS["tcp"].table, 6).house_edge
    await expect(figures).to_have_text([f"{float(edge * 100):.4f} %", "−3.3309 %"])
    await page.select_option("#dealt_percent", "75")
    await page.wait_for_url("**&a_decks=6&a_dealt_percent=75&b=**")
    await page.get_by_role("button", name="Simulate").click()
    ended = page.locator(".closing th", has_text="1,000,0")  # whole shoes may be some more
    await expect(ended).to_have_count(2, timeout=5 * PATIENCE_S * 1_000)  # much to compute
    await expect(page.locator(".closing").first).to_contain_text("the same seed deals the same")
    await expect(page.locator(".closing").first).to_contain_text("shoes of 39 rounds")
    await page.locator(".closing").first.scroll_into_view_if_needed()
    await window.shoot("odds-design")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.emulate_media(media="print")
    await expect(page.locator(".design-form")).to_be_hidden()
    await expect(page.locator(".printed")).to_have_text(page.url)
