"""The modules of the Dou Dizhu table, run inside a real browser without a server of ours."""

from typing import Any, cast

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run, stop_clock
from tests.support.waiting import until

ORDER = "table/dou_dizhu/order.js"
COUNTER = "table/dou_dizhu/counter.js"
READINGS = "table/dou_dizhu/readings.js"
RESULT = "table/dou_dizhu/result.js"
TABLE = "table/dou_dizhu/table.js"
WORDS = "table/dou_dizhu/words.js"

HAND = ["RJ", "BJ", "2h", "Ac", "Kh", "Kd", "Kc", "9s", "9h", "4d", "4c", "4h", "4s", "3c"]


# -- order, counter, sweeping -----------------------------------------------------------------


async def test_cards_are_sorted_by_rank_and_by_count(empty_page: Page) -> None:
    mixed = sorted(HAND)
    assert " ".join(await run(empty_page, ORDER, "m.byRank(x)", mixed)) == (
        "RJ BJ 2h Ac Kh Kd Kc 9s 9h 4s 4h 4d 4c 3c"
    )
    assert " ".join(await run(empty_page, ORDER, "m.byCount(x)", mixed)) == (
        "RJ BJ 4s 4h 4d 4c Kh Kd Kc 9s 9h 2h Ac 3c"
    )
    assert await run(empty_page, ORDER, "m.byCount(x)", ["BJ", "3c", "3d"]) == ["3d", "3c", "BJ"]


async def test_the_counter_counts_the_cards_of_the_others(empty_page: Page) -> None:
    before = {"seats": [{}] * 3, "played": [0] * 15}
    assert await run(empty_page, COUNTER, "m.stillOut(x[0], x[1])", [before, HAND]) == (
        [3, 0, 4, 4, 4, 4, 2, 4, 4, 4, 1, 3, 3, 0, 0]
    )
    # The kitty is in the landlord's hand until it is played; then it is counted once.
    after = {"seats": [{}] * 3, "played": [1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
    assert (await run(empty_page, COUNTER, "m.stillOut(x[0], x[1])", [after, []]))[:3] == [3, 0, 4]


@pytest.mark.parametrize(
    ("base", "start", "end", "chosen"),
    [
        ([], 1, 3, "bcd"),
        ([], 3, 1, "bcd"),
        (["b", "c"], 0, 3, "ad"),  # crossing a chosen card lowers it
        (["a"], 2, 2, "ac"),
        (["z"], 0, 1, "abz"),  # cards of the other row stay
    ],
)
async def test_a_swipe_toggles_the_cards_it_crosses(
    empty_page: Page, base: list[str], start: int, end: int, chosen: str
) -> None:
    body = "m.sweep(x[0], ['a', 'b', 'c', 'd', 'e'], x[1], x[2]).sort().join('')"
    assert await run(empty_page, ORDER, body, [base, start, end]) == chosen


async def test_a_full_hand_lies_in_two_rows_on_a_phone(empty_page: Page) -> None:
    body = "x.map((n) => [m.rows(n, 'narrow'), m.rows(n, 'wide')])"
    assert await run(empty_page, ORDER, body, [20, 17, 10, 1]) == [
        [[10, 10], [20]],
        [[9, 8], [17]],
        [[10], [10]],
        [[1], [1]],
    ]


async def test_33_cards_lie_in_three_rows_on_a_phone_and_in_two_elsewhere(empty_page: Page) -> None:
    body = "['narrow', 'middle', 'wide'].map((width) => x.map((n) => m.rows(n, width)))"
    assert await run(empty_page, ORDER, body, [33, 25]) == [
        [[11, 11, 11], [9, 9, 7]],
        [[17, 16], [13, 12]],
        [[17, 16], [25]],
    ]


async def test_equal_cards_of_two_packs_lie_together_and_look_alike(empty_page: Page) -> None:
    cards = ["3c", "AS", "Rj", "Ah", "BJ", "As", "RJ"]
    order = ["RJ", "Rj", "BJ", "AS", "As", "Ah", "3c"]
    assert await run(empty_page, ORDER, "m.byRank(x)", cards) == order
    assert await run(empty_page, "cards.js", "m.cardsInWords(['AS', 'Rj'])") == (
        "ace of spades, big joker"
    )
    same = "['AS', 'Bj'].every((code, i) => m.faceSvg(code) === m.faceSvg(['As', 'BJ'][i]))"
    assert await run(empty_page, "cards.js", same) is True


async def test_four_seats_have_four_sides_and_a_counter_of_two_packs(empty_page: Page) -> None:
    body = "m.seatPositions(4, 2, false).map(({x, y}) => [x < 40, x > 70, y < 30, y > 80])"
    left, right = [True, False, False, False], [False, True, False, False]
    assert await run(empty_page, "table/dou_dizhu/table.js", body) == [
        [False, False, True, False],
        left,
        [False, False, False, True],
        right,
    ]
    played = [0] * 15
    body = "m.stillOut({played: x, seats: [1, 2, 3, 4]}, ['3c', '3C', 'RJ'])"
    out = await run(empty_page, "table/dou_dizhu/counter.js", body, played)
    assert out == [6, *[8] * 12, 2, 1]


async def test_hints_follow_each_other_and_start_over(empty_page: Page) -> None:
    hints = [["3c"], ["4d", "4c"], ["2h"]]
    body = "x[1].map((chosen) => m.nextHint(x[0], chosen).join(' '))"
    chosen = [[], ["3c"], ["4c", "4d"], ["2h"], ["Kh"]]
    assert await run(empty_page, ORDER, body, [hints, chosen]) == ["3c", "4d 4c", "2h", "3c", "3c"]


# -- readings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("readings", "count", "usual"),
    [
        (["airplane_with_solos@3", "airplane@3", "airplane_with_solos@4"], 12, "airplane@3"),
        (["airplane_with_solos@3", "airplane_with_solos@4"], 16, "airplane_with_solos@4"),
        (["four_with_two_pairs@4", "airplane_with_solos@3"], 8, "airplane_with_solos@3"),
        (["four_with_two_pairs@3", "four_with_two_pairs@8"], 8, "four_with_two_pairs@8"),
        ([], 4, ""),
    ],
)
async def test_the_usual_reading_is_chosen_first(
    empty_page: Page, readings: list[str], count: int, usual: str
) -> None:
    body = "m.usual(x[0].map((reading) => ({reading})), x[1])"
    assert await run(empty_page, READINGS, body, [readings, count]) == usual


async def test_readings_have_different_names(empty_page: Page) -> None:
    options = [
        {"reading": "airplane@3", "category": "airplane"},
        {"reading": "airplane_with_solos@4", "category": "airplane_with_solos"},
    ]
    body = "x.map((option) => m.readingName(option, 12))"
    assert await run(empty_page, READINGS, body, options) == [
        "Airplane 3–6",
        "Airplane with solos 4–6",
    ]


# -- words ----------------------------------------------------------------------------------------

PLAY = {"kind": "play", "seat": 0, "cards": ["3c", "7c", "7d", "7h"], "left": 12}


async def test_bidding_labels_stay_until_there_is_a_landlord(empty_page: Page) -> None:
    body = "x.reduce((steps, e) => [...steps, m.labels(steps.at(-1), e)], [{}])"
    steps = await run(
        empty_page,
        WORDS,
        body,
        [
            {"kind": "pass", "seat": 0},
            {"kind": "bid", "seat": 1, "amount": 2},
            {"kind": "landlord", "seat": 1},
            {"kind": "pass", "seat": 2},
            {"kind": "hand_end", "net": [[0, -10], [1, 20], [2, -10]]},
        ],
    )
    assert steps[2]["0"]["text"] == "Pass"
    assert steps[2]["1"]["text"] == "Bid 2"
    assert steps[3] == steps[4] == {"playing": True}
    assert {seat: label["text"] for seat, label in steps[5].items()} == {"0": "−10", "2": "−10"}
    said = [{"said": "3"}, {"said": "rob"}, {"said": None}, {"said": "call", "role": "landlord"}]
    labels = await run(
        empty_page, WORDS, "x.map((seat) => m.labelFromView(seat)?.text ?? null)", said
    )
    assert labels == ["Bid 3", "Rob", None, None]


async def test_it_waits_in_words_for_three(empty_page: Page) -> None:
    seats = "Array(n).fill({name: 'A'})"
    table = f"{{state: 'open', max_seats, seats: {seats}}}"
    body = f"x.map(([n, max_seats]) => m.waiting({{table: {table}}}))"
    assert await run(empty_page, WORDS, body, [[1, 3], [3, 3], [3, 4]]) == [
        "Waiting for 2 more players (1 of 3)",
        None,
        "Waiting for 1 more player (3 of 4)",
    ]


async def test_the_viewer_sits_below_and_the_next_player_on_the_right(empty_page: Page) -> None:
    for mine in range(3):
        for tall in (True, False):
            spots = await run(empty_page, TABLE, "m.seatPositions(3, ...x)", [mine, tall])
            assert len(spots) == 3
            right, left = spots[(mine + 1) % 3], spots[(mine + 2) % 3]
            assert left["x"] < spots[mine]["x"] == 50 < right["x"]
            assert spots[mine]["y"] > left["y"] == right["y"]


async def test_jokers_have_faces_and_names(empty_page: Page) -> None:
    faces = await run(empty_page, "cards.js", "x.map((c) => m.faceSvg(c))", ["BJ", "RJ"])
    assert len(set(faces)) == 2
    assert all("#BJ" in face or "#RJ" in face for face in faces)
    assert (
        await run(empty_page, "cards.js", "m.cardsInWords(['BJ', 'RJ'])")
        == "small joker, big joker"
    )


# -- the end ------------------------------------------------------------------------------------


def _over(
    net: list[int], *, plays: list[int], doubles: tuple[int, ...] = (), **more: Any
) -> dict[str, Any]:
    roles = ["landlord", "peasant", "peasant"]
    seats = [
        {
            "seat": i,
            "role": roles[i],
            "plays": plays[i],
            "doubled": i in doubles,
            "said": None,
            "open": False,
        }
        for i in range(3)
    ]
    result = {
        "ended_by": "landlord" if net[0] > 0 else "peasants",
        "net": [[i, net[i]] for i in range(3)],
    }
    rest = {"base": 5, "bid": 0, "bombs": 0, "rockets": 0, "multiplier": 1}
    return {**rest, **more, "seats": seats, "result": result}


@pytest.mark.parametrize(
    ("view", "factors"),
    [
        (_over([10, -5, -5], plays=[4, 2, 0]), [["base", 5]]),
        (
            _over([80, -40, -40], plays=[4, 2, 0], bombs=2, rockets=1, multiplier=8),
            [["base", 5], ["bombs", 4, 2], ["rocket", 2]],
        ),
        (
            _over([120, -60, -60], plays=[5, 0, 0], bid=3, bombs=1, multiplier=6),
            [["base", 5], ["bid", 3], ["bombs", 2, 1], ["spring", 2]],
        ),
        (
            _over([40, -20, -20], plays=[5, 1, 0], multiplier=2, rockets=1, doubles=(0,)),
            [["base", 5], ["rocket", 2], ["landlord_doubled", 2]],
        ),
        (_over([-30, 15, 15], plays=[1, 5, 3]), [["base", 5], ["spring", 3]]),
        (
            _over([100, -50, -50], plays=[4, 2, 0], bombs=1, opened=5, multiplier=10),
            [["base", 5], ["open", 5], ["bombs", 2, 1]],
        ),
    ],
)
async def test_the_score_is_explained_factor_by_factor(
    page: Page, view: dict[str, Any], factors: list[list[Any]]
) -> None:
    assert await run(page, RESULT, "m.breakdown(x)", view) == factors


ENDED = """(await (async () => {
  const { html, render } = await import('/static/js/view.js');
  const names = ['Asha', 'Binod', 'Chitra'];
  const table = {state: 'open', max_seats: 3, rules: {}, restart: {needed: true, seats: [0]},
    seats: names.map((name, number) => ({number, name}))};
  const seats = x.seats.map((seat) => ({...seat, stack: 500}));
  const view = {...x, seats, landlord: 0, result: {...x.result, pots: [{}]}};
  return [0, 1, null].map((seat) => {
    document.body.innerHTML = '';
    const state = {boot: {}, table, you: {seat}, hand: {view}};
    let started = 0;
    render(html`<${m.Result} state=${state} name=${(n) => names[n]}
      actions=${{start: () => { started += 1; }}} />`, document.body);
    document.querySelector('button')?.click();
    const text = (found) => document.querySelector(found)?.textContent.replace(/\\s+/g, ' ');
    return [text('h2'), text('.change'), text('button') ?? text('.next'), started];
  });
})())"""


async def test_a_winner_may_start_the_next_game_and_the_others_wait(page: Page) -> None:
    title, waiting = "The landlord wins", "Waiting for Asha to start the next game"
    view = _over([80, -40, -40], plays=[4, 2, 0], multiplier=8)
    assert await run(page, RESULT, ENDED, view) == [
        [title, "+80", "Play again", 1],
        [title, "+80", waiting, 0],
        [title, "+80", waiting, 0],
    ]


# -- my hand, with a mouse ------------------------------------------------------------------------

TABLEAU = """async (x) => {
  for (const sheet of ['site', 'table', 'dou_dizhu']) {
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet'});
    const loaded = new Promise((resolve, reject) => {
      [link.onload, link.onerror] = [resolve, reject];
    });
    link.href = `/static/css/${sheet}.css`;
    document.head.append(link);
    await loaded;
  }
  await import('/static/js/jokers.js');
  const {html, render} = await import('/static/js/view.js');
  const {HeroCards} = await import('/static/js/table/dou_dizhu/hand.js');
  const {Dock} = await import('/static/js/table/dou_dizhu/dock.js');
  const choice = await import('/static/js/table/dou_dizhu/choice.js');
  const seat = {seat: 0, cards: x.cards, role: 'landlord', plays: 1, said: 'call', last: null};
  const view = {phase: 'play', turn: 0, landlord: 0, kitty: [], before: [], bid: 0,
    last: x.last ?? null,
    seats: [seat, {seat: 1}, {seat: 2}],
    you: {legal: x.legal ?? [{kind: 'play'}], blocked: [], hints: x.hints ?? [],
      can_beat: !x.last}};
  const state = {boot: {subject: 'dou_dizhu'}, you: {seat: 0}, hand: {id: 'h', seq: 3, view},
    table: {seats: [{seat: 0, name: 'Asha', status: 'ready'}], rules: {}}};
  window.acts = [];
  window.asked = 0;
  const actions = {
    keys: {now: {}},
    act: (kind, extra) => acts.push([kind, extra ?? null]),
    explain: (text) => acts.push(['explain', text]),
    command: async () => (asked += 1, {ok: true, code: null, ...x.answer}),
  };
  document.body.innerHTML = '<div class="table-main"></div>';
  document.body.style.paddingTop = '200px';
  const facts = {inHand: seat, dealing: false};
  const all = {state, facts, actions, name: () => 'Asha'};
  const cards = html`<i class="hero-plate"></i><${HeroCards} ...${all} />`;
  const hero = html`<section class="hero">${cards}</section>`;
  const main = document.querySelector('.table-main');
  render(html`${hero}<${Dock} ...${all} />`, main);
  window.chosen = () => choice.chosen().join(' ');
  window.choose = choice.choose;
  window.actions = actions;
}"""
OWN = ["2h", "Ac", "Kh", "9s", "9h", "8d", "7c", "6c", "5s", "3c"]
PAIR = {"category": "pair", "readings": [{"reading": "pair@9", "category": "pair"}]}


async def _spot(page: Page, code: str) -> tuple[float, float]:
    box = await page.locator(f'[data-card="{code}"]').bounding_box()
    assert box is not None
    return box["x"] + 7, box["y"] + 40


async def _tap(page: Page, *codes: str) -> None:
    for code in codes:
        await page.mouse.click(*await _spot(page, code))
        await page.clock.run_for(340)  # two quick taps would play


async def _acts(page: Page) -> list[Any]:
    """The actions since the last time, of which there is at least one."""
    await page.wait_for_function("acts.length")
    return cast(list[Any], await page.evaluate("acts.splice(0)"))


async def _stroke(page: Page, first: str, last: str) -> None:
    await page.mouse.move(*await _spot(page, first))
    await page.mouse.down()
    await page.mouse.move(*await _spot(page, last), steps=8)
    await page.mouse.up()


async def _lay(page: Page, **how: Any) -> None:
    await page.set_viewport_size({"width": 1200, "height": 700})
    await page.evaluate(TABLEAU, {"cards": OWN, "answer": PAIR, **how})


async def test_a_tap_toggles_a_card_and_a_swipe_chooses_a_run(still_page: Page) -> None:
    page = still_page
    await _lay(page)
    await _tap(page, "9s")
    assert await page.evaluate("chosen()") == "9s"
    await _tap(page, "9s")
    assert await page.evaluate("chosen()") == ""
    await _stroke(page, "9h", "5s")
    assert await page.evaluate("chosen()") == "9h 8d 7c 6c 5s"
    await _stroke(page, "6c", "7c")
    assert await page.evaluate("chosen()") == "9h 8d 5s"
    await page.mouse.click(*await _spot(page, "2h"), button="right")
    assert await page.evaluate("chosen()") == ""
    assert await page.evaluate("acts") == []


async def test_a_drag_upwards_and_a_double_tap_play(still_page: Page) -> None:
    page = still_page
    await _lay(page)
    await _tap(page, "9s")
    x, y = await _spot(page, "9h")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 4, y - 90, steps=6)
    await page.mouse.up()
    assert await _acts(page) == [["play", {"cards": ["9s", "9h"]}]]
    await page.mouse.dblclick(*await _spot(page, "9h"))
    assert await _acts(page) == [["play", {"cards": ["9s", "9h"]}]]


async def test_a_selection_is_asked_about_once_and_named(still_page: Page) -> None:
    page = still_page
    await _lay(page)
    await page.evaluate("choose(['9s', '9h'])")
    await page.clock.run_for(1_000)
    await page.locator(".combination", has_text="Pair").wait_for()
    assert await page.evaluate("asked") == 1
    await page.locator(".place.lit", has_text="Play").wait_for()
    await page.evaluate("choose(['9s'])")
    await page.clock.run_for(1_000)
    assert await page.evaluate("asked") == 2
    await page.evaluate("choose(['9h', '9s'])")
    await page.clock.run_for(1_000)
    assert await page.evaluate("asked") == 2  # the pair was known


async def test_the_button_names_the_refusal(page: Page) -> None:
    text = "It must be higher than the last play."
    await _lay(page, answer={**PAIR, "code": "RANK_TOO_LOW"})
    await _stroke(page, "9s", "9h")
    button = page.locator(".place", has_text="Play")
    await page.locator(".place small", has_text=text).wait_for()
    assert await button.get_attribute("aria-disabled") == "true"
    await button.click(force=True)  # it is disabled, and gives its reason
    await page.evaluate("actions.keys.now.enter()")
    assert await page.evaluate("acts") == [["explain", text]] * 2


async def test_the_player_chooses_between_readings(page: Page) -> None:
    readings = [
        {"reading": f"{category}@{low}", "category": category}
        for category, low in (
            ("airplane", "3"),
            ("airplane_with_solos", "3"),
            ("airplane_with_solos", "4"),
        )
    ]
    cards = [rank + suit for rank in "6543" for suit in "hdc"]
    await _lay(page, cards=cards, answer={"category": "airplane", "readings": readings})
    await _stroke(page, "6h", "3c")
    await page.get_by_role("radio", name="Airplane 3–6", checked=True).wait_for()
    await page.get_by_role("radio", name="Airplane with solos 4–6").click()
    await page.locator(".place", has_text="Play").click()
    sent = {"cards": cards, "reading": "airplane_with_solos@4"}
    assert await _acts(page) == [["play", sent]]


async def test_hints_are_chosen_and_escape_clears(page: Page) -> None:
    await _lay(page, hints=[["3c"], ["9h", "9s"]])
    for chosen in ("3c", "9s 9h", "3c"):
        await page.evaluate("actions.keys.now.h()")
        assert await page.evaluate("chosen()") == chosen
    await page.evaluate("actions.keys.now.escape()")
    assert await page.evaluate("chosen()") == ""


async def test_sorting_by_count_is_remembered(page: Page) -> None:
    await _lay(page)
    order = """[...document.querySelectorAll('[data-card]')]
        .sort((a, b) => a.dataset.at - b.dataset.at).map((c) => c.dataset.card).join(' ')"""
    assert await page.evaluate(order) == " ".join(OWN)
    await page.get_by_role("button", name="Sorted by rank. Sort by count").click()
    saved = "localStorage['cardhouse.settings']?.includes('\"sorting\":\"count\"')"
    await page.wait_for_function(saved)


async def test_an_automatic_pass_comes_after_a_random_delay(own_page: Page) -> None:
    await stop_clock(own_page)
    await own_page.evaluate("localStorage['cardhouse.settings'] = '{\"autopass\": true}'")
    await own_page.evaluate("Math.random = () => 0.5")  # the middle of 800 to 4,000 ms
    await own_page.evaluate("""() => {
      const later = setTimeout;
      window.delays = [];
      window.setTimeout = (job, ms) => { delays.push(ms); return later(job, ms); };
    }""")
    last = {"seat": 2, "cards": ["RJ"], "category": "solo", "n": 1}
    await _lay(own_page, legal=[{"kind": "pass"}], last=last)
    await own_page.get_by_text("You can't beat it: passing…").wait_for()

    async def waits() -> bool:
        await own_page.clock.run_for(50)
        return 2_400 in await own_page.evaluate("delays")

    await until(waits, "the delay to begin")
    await own_page.clock.run_for(2_300)
    assert await own_page.evaluate("acts") == []
    await own_page.clock.run_for(150)
    assert await own_page.evaluate("acts") == [["pass", None]]
