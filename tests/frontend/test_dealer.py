"""Teen Patti against the dealer: its modules and its table in a real browser, with made views."""

from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.frontend.conftest import run

FOLDER = "table/dealer_teen_patti"
BETS = f"{FOLDER}/bets.js"
EXTRAS = f"{FOLDER}/extras.js"
LAYOUT = f"{FOLDER}/layout.js"
WORDS = f"{FOLDER}/words.js"

NONE = {"ante": 0, "raise": 0, "pair_plus": 0, "six_card": 0, "tie_bet": 0}
LINES = [
    {"bet": bet, "line": line, "pays": pays}
    for bet, line, pays in (
        ("ante", "wins", "1"),
        ("ante", "not_qualified", "1"),
        ("raise", "wins", "1"),
        ("bonus", "trail", "4"),
        ("pair_plus", "trail", "30"),
        ("pair_plus", "pair", "1"),
        ("tie_bet", "equal", "800"),
    )
]
STAKES = {"ante_min": 10, "ante_max": 100, "side_bet_max": 50, "raise_multiple": "1"}
KING_HIGH = {"kind": "high_card", "ranks": ["K", "Q", "7"]}
DEALER = {"cards": ["Ks", "Qd", "7c"], "hand_value": KING_HIGH, "qualifies": True}
ACE_HIGH = {"kind": "high_card", "ranks": ["A", "K", "J"]}
PAIR = {"kind": "pair", "ranks": ["9"]}
NINES = {"kind": "trail", "ranks": ["9"]}


def _view(phase: str, *, seat: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """One seat against the dealer; `more` overrides fields of the view."""
    mine = {
        "seat": 0,
        "stack": 1_000,
        "status": "betting",
        "bets": NONE,
        "cards": [],
        "hand_value": None,
        "shown": False,
        "pays": None,
        "net": None,
    }
    pay_table = {"qualifier": "queen_high", "name": "tcp", "lines": LINES}
    return {
        "game": "dealer_teen_patti",
        "phase": phase,
        "turn": 0,
        "pot": 0,
        "pots": [],
        "dealer": {"cards": [], "hand_value": None, "qualifies": None},
        "stakes": STAKES,
        "pay_table": pay_table,
        "seats": [{**mine, **(seat or {})}],
        "result": None,
        "you": {"seat": 0, "legal": [], "blocked": []},
        **more,
    }


# -- bets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "funds", "multiple", "fits"),
    [
        ({"ante": 20, "pair_plus": 5}, 1_000, "1", [20, 5, 0]),
        ({"ante": 500, "pair_plus": 500, "tie_bet": 7}, 1_000, "1", [100, 50, 7]),
        ({}, 1_000, "1", [10, 0, 0]),
        ({"ante": 100, "pair_plus": 50}, 70, "1", [35, 0, 0]),  # the raise is kept ready
        ({"ante": 20, "pair_plus": 50, "tie_bet": 50}, 70, "1", [20, 30, 0]),
        ({"ante": 100}, 59, "2", [19, 0, 0]),
        ({"ante": 100}, 51, "3/2", [20, 0, 0]),
        ({"ante": 100}, 61, "0", [61, 0, 0]),
    ],
)
async def test_bets_fit_the_limits_and_leave_chips_for_the_raise(
    empty_page: Page, wish: dict[str, int], funds: int, multiple: str, fits: list[int]
) -> None:
    view = _view("betting", stakes={**STAKES, "raise_multiple": multiple})
    body = "[m.fit(x[0], x[1], x[2]), m.cost(m.fit(x[0], x[1], x[2]), x[1])]"
    bets, cost = await run(empty_page, BETS, body, [wish, view, funds])
    assert list(bets) == ["ante", "pair_plus", "tie_bet"]  # those the pay table has
    assert list(bets.values()) == fits
    assert cost <= funds


async def test_one_bet_moves_between_its_bounds_beside_the_others(empty_page: Page) -> None:
    view = _view("betting")
    laid = {"ante": 20, "pair_plus": 5, "tie_bet": 0}
    moves = [
        ["ante", 15],
        ["ante", 5],
        ["ante", 999],
        ["pair_plus", -5],
        ["tie_bet", 99],
        ["ante", None],
    ]
    body = "x[1].map(([bet, wish]) => m.put(bet, wish, x[0], x[2], 65)[bet])"
    assert await run(empty_page, BETS, body, [laid, moves, view]) == [15, 10, 30, 0, 20, 10]


async def test_only_changed_bets_are_sent_and_the_ante_last(empty_page: Page) -> None:
    laid = {"ante": 20, "pair_plus": 0, "tie_bet": 5, "six_card": 3}
    placed = {**NONE, "pair_plus": 9, "six_card": 3}
    assert await run(empty_page, BETS, "m.steps(...x)", [laid, placed]) == [
        ["pair_plus", {"amount": 0}],
        ["tie_bet", {"amount": 5}],
        ["ante", {"amount": 20}],
    ]


# -- words --------------------------------------------------------------------------------------

PAY = {
    "kind": "pay",
    "seat": 0,
    "net": -15,
    "lines": [
        {"bet": "ante", "stake": 10, "pays": "0", "net": -10, "outcome": "loses"},
        {"bet": "pair_plus", "stake": 5, "pays": "0", "net": -5, "outcome": "loses"},
    ],
}


async def test_seat_labels_follow_the_state_also_after_a_reconnection(empty_page: Page) -> None:
    events = [
        {"kind": "ante", "seat": 0, "amount": 10},
        {"kind": "fold", "seat": 1},
        {"kind": "raise", "seat": 0, "amount": 10},
        {"kind": "dealer"},
    ]
    labels = await run(empty_page, WORDS, "x.reduce(m.labels, {})", events)
    assert {seat: label["text"] for seat, label in labels.items()} == {
        "0": "Raise 10",
        "1": "Folded",
    }
    labels = await run(empty_page, WORDS, "m.labels(x[0], x[1])", [labels, PAY])
    assert labels["0"] == {"seat": 0, "text": "−15", "tone": "lost"}
    seats = [
        {"seat": 0, "status": status, "net": net, "bets": {**NONE, "ante": 10, "raise": 20}}
        for status, net in (
            ("betting", None),
            ("in", None),
            ("raised", None),
            ("folded", None),
            ("raised", 30),
            ("raised", 0),
            ("out", 0),
        )
    ]
    assert await run(
        empty_page, WORDS, "x.map((s) => m.labelFromView(s)?.text ?? null)", seats
    ) == [
        None,
        "Ante 10",
        "Raise 20",
        "Folded",
        "+30",
        "Even",
        None,
    ]


async def test_odds_are_printed_as_on_felt(empty_page: Page) -> None:
    assert await run(empty_page, WORDS, "x.map(m.odds)", ["4", "19/20", "800"]) == [
        "4 to 1",
        "19 to 20",
        "800 to 1",
    ]


# -- places -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tall", [True, False])
@pytest.mark.parametrize("count", range(1, 6))
async def test_seats_stand_apart_on_the_near_side_with_their_bets(
    empty_page: Page, count: int, tall: bool
) -> None:
    for mine in (None, *range(count)):
        spots = await run(empty_page, LAYOUT, "m.seatPositions(...x)", [count, mine, tall])
        assert len({(spot["x"], spot["y"]) for spot in spots}) == count
        assert len({tuple(spot["bets"]) for spot in spots}) == count
        for spot in spots:
            assert spot["y"] > 33, "the upper third is the dealer's"
            assert 5 < spot["bets"][0] < 95
            assert 35 < spot["bets"][1] < 95
        if mine is not None:
            assert spots[mine]["x"] == 50
            assert spots[mine]["y"] == max(spot["y"] for spot in spots)
            if count > 1:
                assert spots[(mine + 1) % count]["x"] < 50, "the next to act is on my left"


async def test_spectators_see_the_deal_go_from_the_right(empty_page: Page) -> None:
    for count in range(2, 6):
        spots = await run(empty_page, LAYOUT, "m.seatPositions(...x)", [count, None, False])
        across = [spot["x"] for spot in spots]
        assert across == sorted(across, reverse=True)


# -- motion -------------------------------------------------------------------------------------


async def test_chips_move_between_the_circles_and_the_rack(empty_page: Page) -> None:
    events = [
        {"kind": "bet", "seat": 1, "bet": "tie_bet", "amount": 5},
        {"kind": "bet", "seat": 1, "bet": "tie_bet", "amount": 0},
        {"kind": "raise", "seat": 1, "amount": 10},
        {
            "kind": "pay",
            "seat": 1,
            "net": 25,
            "lines": [
                {"bet": "ante", "net": -10},
                {"bet": "bonus", "net": 40},
                {"bet": "raise", "net": 0},
            ],
        },
    ]
    ways = await run(
        empty_page, EXTRAS, "m.move(x).map(({from, to, amount}) => [from, to, amount])", events
    )
    ante = {"bet": "1-ante"}
    assert ways == [
        [1, {"bet": "1-tie_bet"}, 5],
        [1, {"bet": "1-raise"}, 10],
        [ante, "pot", 10],
        ["pot", ante, 40],
    ]


async def test_events_have_sounds(empty_page: Page) -> None:
    sets = [["ante", "cards"], ["ante"], ["pay", "dealer"], ["fold"], ["hand_start"]]
    body = "x.map((kinds) => m.sound(new Set(kinds)))"
    assert await run(empty_page, EXTRAS, body, sets) == ["deal", "chip", "card", "pack", None]


# -- the table, with keyboard and mouse -----------------------------------------------------------

TABLEAU = """async () => {
  const {html, render} = await import('/static/js/view.js');
  const game = (await import('/static/js/table/dealer_teen_patti/index.js')).default;
  const {createStore} = await import('/static/js/table/store.js');
  const {Stage} = await import('/static/js/table/felt/stage.js');
  const {Hero} = await import('/static/js/table/seats/hero.js');
  const store = createStore({subject: 'dealer_teen_patti'}, game);
  const {state} = store;
  const seats = [{seat: 0, name: 'Asha', status: 'ready', stack: 1000, avatar: 1, kind: 'person'}];
  const table = {game: 'dealer_teen_patti', max_seats: 1, seats};
  store.receive({type: 'hello', you: {seat: 0}, table, hand: null});
  window.acts = [];
  window.answers = [];
  let seq = 3;
  const act = async (kind, extra) => {
    acts.push([kind, extra]);
    return answers.shift() ?? {ok: true, seq: (seq += 1)};
  };
  window.actions = {keys: {now: {}}, act, explain: (text) => acts.push(['explain', text])};
  const all = {state, name: store.name, actions};
  const draw = () => render(
    html`<${Stage} ...${all} /><${Hero} ...${all} /><${game.Dock} ...${all} />`, document.body);
  addEventListener('settings', draw);
  window.show = (view, id = 'h') => {
    store.receive({type: 'hand', events: [], hand: {id, number: 1, seq: seq += 1, view}});
    draw();
  };
}"""

BETTING = _view(
    "betting",
    you={
        "seat": 0,
        "blocked": [],
        "legal": [
            {"kind": "ante", "min": 10, "max": 100, "step": 1},
            {"kind": "pair_plus", "min": 0, "max": 50, "step": 1},
            {"kind": "tie_bet", "min": 0, "max": 50, "step": 1},
            {"kind": "pass"},
        ],
    },
)
IN = {
    "status": "in",
    "stack": 980,
    "bets": {**NONE, "ante": 10, "pair_plus": 10},
    "cards": ["9s", "9h", "9d"],
    "hand_value": NINES,
}
DECISION = _view(
    "decision",
    seat=IN,
    you={
        "seat": 0,
        "blocked": [],
        "legal": [{"kind": "raise", "amount": 10}, {"kind": "fold"}],
    },
)
PAYS = [
    {"bet": "ante", "stake": 10, "pays": "1", "net": 10, "outcome": "wins"},
    {"bet": "raise", "stake": 10, "pays": "0", "net": 0, "outcome": "returned"},
    {"bet": "bonus", "stake": 10, "pays": "4", "net": 40, "outcome": "wins", "hand_value": NINES},
    {"bet": "pair_plus", "stake": 10, "pays": "0", "net": -10, "outcome": "loses"},
]
SETTLED = _view(
    "settled",
    turn=None,
    dealer={**DEALER, "qualifies": False},
    seat={**IN, "status": "raised", "bets": {**IN["bets"], "raise": 10}, "pays": PAYS, "net": 40},
    result={"ended_by": "dealer", "chips": 0, "net": [[0, 40]], "house": -40, "pots": []},
)


@pytest_asyncio.fixture(loop_scope="session")
async def table(page: Page) -> Page:
    """The viewer's seat without a hand; `show(view)` shows one."""
    await page.set_viewport_size({"width": 1200, "height": 800})
    await page.evaluate(TABLEAU)
    return page


async def _show(page: Page, view: dict[str, Any], hand: str = "h") -> None:
    await page.evaluate("([view, hand]) => show(view, hand)", [view, hand])


async def _press(page: Page, key: str) -> None:
    await page.evaluate("(key) => actions.keys.now[key]?.()", key)


async def _done(page: Page, count: int) -> list[Any]:
    await page.wait_for_function("(count) => acts.length >= count", arg=count)
    acts: list[Any] = await page.evaluate("acts.splice(0)")
    assert len(acts) == count
    return acts


async def _later(page: Page) -> None:
    """Wait until a press no longer counts for the previous phase."""
    await page.evaluate(
        "performance.now = ((now) => () => now() + 1000)(performance.now.bind(performance))"
    )


async def test_bets_are_laid_out_and_dealt_side_bets_first(table: Page) -> None:
    await _show(table, BETTING)
    ante = table.get_by_role("group", name="Ante", exact=True)
    plus = table.get_by_role("group", name="Pair Plus")
    await table.get_by_role("button", name="Ante: ×2").click()
    await ante.get_by_role("button", name="More").click()
    await plus.get_by_role("textbox").fill("7")
    await plus.get_by_role("textbox").press("Enter")
    await table.locator(".place", has_text="Deal 37").wait_for()
    ring = table.locator("[data-bet='0-pair_plus'].laid", has_text="7")
    await ring.locator("svg.chips").wait_for()
    await _press(table, "enter")
    assert await _done(table, 2) == [
        ["pair_plus", {"amount": 7}],
        ["ante", {"amount": 30, "seq": 5}],
    ]
    remembered = await table.evaluate("JSON.parse(localStorage['cardhouse.settings']).placed")
    assert remembered == {"ante": 30, "pair_plus": 7, "tie_bet": 0}


async def test_a_refusal_ends_the_betting(table: Page) -> None:
    await _show(table, BETTING)
    await table.get_by_role("group", name="Tie").get_by_role("button", name="More").click()
    await table.evaluate("answers.push({ok: false, code: 'SIDE_BET_TOO_LARGE'})")
    await table.locator(".place", has_text="Deal").click()
    assert await _done(table, 1) == [["tie_bet", {"amount": 10}]]
    await table.evaluate("new Promise((done) => setTimeout(done))")
    assert await table.evaluate("acts") == []


async def test_same_again_places_the_last_bets_as_far_as_they_fit(table: Page) -> None:
    await _show(table, BETTING)
    again = table.locator(".place", has_text="Same again")
    await again.click(force=True)  # it is disabled, and gives its reason
    assert await _done(table, 1) == [["explain", "You have not placed a bet yet."]]
    await table.get_by_role("button", name="Ante: Max").click()
    await _press(table, "enter")
    await _done(table, 1)
    await _show(table, SETTLED)
    await _show(table, {**BETTING, "seats": [{**BETTING["seats"][0], "stack": 90}]}, "next")
    await _later(table)
    await table.locator(".place", has_text="Same again 45").wait_for()
    await _press(table, "r")
    assert (await _done(table, 1))[0][1]["amount"] == 45


async def test_sitting_out_takes_side_bets_back_first(table: Page) -> None:
    placed = {**BETTING["seats"][0], "bets": {**NONE, "tie_bet": 5}, "stack": 995}
    await _show(table, {**BETTING, "seats": [placed]})
    await _press(table, "f")
    assert await _done(table, 2) == [["tie_bet", {"amount": 0}], ["pass", {"seq": 5}]]


async def test_raise_and_fold_have_keys_and_the_hand_is_named(table: Page) -> None:
    await _show(table, DECISION)
    await table.locator(".mine-now", has_text="Trail of nines").wait_for()
    await table.locator(".place", has_text="Raise 10").wait_for()
    await _press(table, "r")
    await _press(table, "f")
    await _press(table, "enter")
    assert [kind for kind, _ in await _done(table, 2)] == ["raise", "fold"]


async def test_a_second_press_of_r_does_not_raise_cards_just_dealt(table: Page) -> None:
    await _show(table, BETTING)
    await _show(table, DECISION)
    await _press(table, "r")
    assert await table.evaluate("acts") == []
    await _later(table)
    await _press(table, "r")
    assert [kind for kind, _ in await _done(table, 1)] == ["raise"]


@pytest.mark.parametrize(
    ("view", "place", "text"),
    [
        (
            {**BETTING, "turn": 1, "you": {**BETTING["you"], "legal": []}},
            "Deal",
            "It is not your turn.",
        ),
        (
            {**BETTING, "seats": [{**BETTING["seats"][0], "stack": 15}]},
            "Deal",
            "The ante and its raise need 20 chips; you have 15.",
        ),
        (
            {
                **DECISION,
                "seats": [{**DECISION["seats"][0], "status": "raised"}],
                "turn": 1,
                "you": {**DECISION["you"], "legal": []},
            },
            "Fold",
            "You have raised.",
        ),
        (
            {
                **DECISION,
                "you": {
                    **DECISION["you"],
                    "legal": [{"kind": "fold"}],
                    "blocked": [
                        {"kind": "raise", "code": "INSUFFICIENT_CHIPS", "limits": {"stack": 3}}
                    ],
                },
            },
            "Raise",
            "You have only 3 chips.",
        ),
        (SETTLED, "Sit this hand out", "There is no hand in progress."),
    ],
)
async def test_a_disabled_button_gives_its_reason(
    table: Page, view: dict[str, Any], place: str, text: str
) -> None:
    await _show(table, view)
    button = table.locator(".place", has_text=place)
    assert await button.get_attribute("aria-disabled") == "true"
    assert await button.get_attribute("aria-description") == text
    await button.click(force=True)
    assert await _done(table, 1) == [["explain", text]]


async def test_the_end_shows_the_net_of_each_bet_and_the_dealers_hand(table: Page) -> None:
    await _show(table, DECISION)
    await _show(table, SETTLED)
    lines = table.locator(".slip li")
    await lines.first.wait_for()
    assert [" ".join((await line.inner_text()).split()) for line in await lines.all()] == [
        "▲ Ante wins · 1 to 1 +10",
        "= Raise returned 0",
        "▲ Ante bonus: Trail of nines · 4 to 1 +40",
        "▼ Pair Plus loses −10",
    ]
    assert await table.locator(".slip .total").inner_text() == "You win 40"
    dealer = table.locator(".dealer-place")
    assert await dealer.get_attribute("aria-label") == (
        "Dealer: king of spades, queen of diamonds, seven of clubs"
    )
    assert await dealer.locator(".hand-name").inner_text() == "King high, K-Q-7 · does not qualify"
    circles = {bet: table.locator(f"[data-bet='0-{bet}']") for bet in ("ante", "pair_plus")}
    assert await circles["ante"].locator("b").inner_text() == "+50"  # with its bonus
    assert "lost" in (await circles["pair_plus"].get_attribute("class") or "")
    assert await circles["pair_plus"].locator(".stack-of").count() == 0


async def test_the_pay_table_is_printed_on_the_felt(table: Page) -> None:
    await _show(table, BETTING)
    printed = table.get_by_role("region", name="Pay table")
    text = " ".join((await printed.inner_text()).split())
    assert text.startswith("Dealer plays with queen high")
    assert "Ante wins 1 to 1 Raise wins 1 to 1 Equal hands 800 to 1" in text
    assert "Pair Plus Trail 30 to 1 Pair 1 to 1" in text
    assert await table.locator("[data-bet^='0-']").count() == 4  # no six-card bet here
    weak = [{**line, "pays": "1/2"} if "qualified" in line["line"] else line for line in LINES]
    pay_table = {**BETTING["pay_table"], "lines": weak}
    await _show(table, {**BETTING, "pay_table": pay_table, "stakes": {**STAKES, "side_bet_max": 0}})
    text = " ".join((await printed.inner_text()).split())
    assert "Dealer does not qualify 1 to 2" in text
    assert "Pair Plus" not in text
    assert await table.locator("[data-bet^='0-']").count() == 2
