"""The modules of hold'em's table, run inside a real browser without a server of ours."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run

THREE_NINES = {"kind": "three_of_a_kind", "ranks": ["9"]}
TWO_PAIR = {"kind": "two_pair", "ranks": ["A", "9"]}
NINES = {"kind": "pair", "ranks": ["9"]}
ACE_KING = {"kind": "suited", "ranks": ["A", "K"]}
AMOUNTS = "table/holdem/amounts.js"
AHEAD = "table/holdem/armed.js"
WORDS = "table/holdem/labels.js"


async def test_the_slider_ends_exactly_at_the_stack(empty_page: Page) -> None:
    for least, most in ((20, 960), (10, 10), (7, 13), (2, 99_999), (40, 41)):
        offer = {"min": least, "max": most}
        body = "[0, 250, 500, 999, m.SLIDER].map((at) => m.fromSlider(at, x))"
        found = await run(empty_page, AMOUNTS, body, offer)
        assert found[0] == least
        assert found[-1] == most
        assert found == sorted(found)
        assert all(isinstance(amount, int) for amount in found)
        assert await run(empty_page, AMOUNTS, "m.toSlider(x.max, x) === m.SLIDER", offer)


async def test_a_typed_size_stays_between_the_minimum_and_the_stack(empty_page: Page) -> None:
    offer = {"min": 20, "max": 960}
    for wish, legal in ((0, 20), (33.4, 33), (5_000, 960), (None, 20)):
        assert await run(empty_page, AMOUNTS, "m.keep(x[0] ?? NaN, x[1])", [wish, offer]) == legal


@pytest.mark.parametrize(
    ("view", "call", "offer", "labels", "amounts", "off"),
    [
        # Blinds 5/10 and nobody raised: 2.5 and 3 big blinds; the pot is 15 and my call 10.
        (
            {"phase": "preflop", "pot": 15, "current_bet": 10},
            10,
            {"min": 20, "max": 1_000},
            ["2.5×", "3×", "Pot", "Max"],
            [25, 30, 35, 1_000],
            [False] * 4,
        ),
        # First to bet into 90.
        (
            {"phase": "flop", "pot": 90, "current_bet": 0},
            0,
            {"min": 10, "max": 960},
            ["⅓", "½", "⅔", "Pot", "Max"],
            [30, 45, 60, 90, 960],
            [False] * 5,
        ),
        # Facing 60 in a pot of 150: the pot after my call is 210.
        (
            {"phase": "turn", "pot": 150, "current_bet": 60},
            60,
            {"min": 120, "max": 200},
            ["⅓", "½", "⅔", "Pot", "Max"],
            [130, 165, 200, 200, 200],
            [False, False, False, True, False],
        ),
        # Sizes below the least legal one are off.
        (
            {"phase": "river", "pot": 20, "current_bet": 0},
            0,
            {"min": 10, "max": 300},
            ["⅓", "½", "⅔", "Pot", "Max"],
            [10, 10, 13, 20, 300],
            [True, False, False, False, False],
        ),
    ],
)
async def test_bet_presets_have_their_amounts(
    empty_page: Page,
    view: dict[str, Any],
    call: int,
    offer: dict[str, int],
    labels: list[str],
    amounts: list[int],
    off: list[bool],
) -> None:
    found = await run(empty_page, AMOUNTS, "m.presets(...x)", [view, call, offer])
    assert [preset["label"] for preset in found] == labels
    assert [preset["amount"] for preset in found] == amounts
    least, most = offer["min"], offer["max"]
    why = f"The amount must be between {least} and {most}."
    assert [preset["why"] for preset in found] == [why if one else False for one in off]


async def test_amounts_are_shown_in_big_blinds(empty_page: Page) -> None:
    body = "x.map((amount) => m.inBlinds(amount, 10))"
    assert await run(empty_page, AMOUNTS, body, [10, 25, 120, 1_234]) == [
        "1 BB",
        "2.5 BB",
        "12 BB",
        "123 BB",
    ]


@pytest.mark.parametrize(
    ("wish", "price", "now", "alive"),
    [
        ("check", 0, {"price": 0, "at": "h/flop"}, True),
        ("check", 0, {"price": 40, "at": "h/flop"}, False),
        ("check_fold", 0, {"price": 40, "at": "h/flop"}, True),
        ("call", 40, {"price": 40, "at": "h/flop"}, True),
        ("call", 40, {"price": 120, "at": "h/flop"}, False),
        ("call_any", 40, {"price": 120, "at": "h/flop"}, True),
        ("call_any", 40, {"price": 40, "at": "h/turn"}, False),
        ("check_fold", 0, {"price": 0, "at": "next/flop"}, False),
    ],
)
async def test_an_action_chosen_ahead_is_dropped_when_its_price_changes(
    empty_page: Page, wish: str, price: int, now: dict[str, Any], alive: bool
) -> None:
    armed = {"wish": wish, "price": price, "at": "h/flop"}
    assert await run(empty_page, AHEAD, "m.holds(...x)", [armed, now]) is alive


@pytest.mark.parametrize(
    ("wish", "legal", "action"),
    [
        ("check_fold", ["fold", "check"], "check"),
        ("check_fold", ["fold", "call"], "fold"),
        ("check", ["fold", "check"], "check"),
        ("check", ["fold", "call"], None),
        ("call", ["fold", "call"], "call"),
        ("call_any", ["fold", "call"], "call"),
        ("call_any", ["fold", "check"], "check"),
    ],
)
async def test_an_action_chosen_ahead_is_played_on_turn(
    empty_page: Page, wish: str, legal: list[str], action: str | None
) -> None:
    kinds = {kind: {"kind": kind} for kind in legal}
    assert await run(empty_page, AHEAD, "m.actionOf({wish: x[0]}, x[1])", [wish, kinds]) == action


FLOP, TURN, RIVER = ["As", "7d", "2c"], ["Kh"], ["9s"]


def run_out(boards: int = 1) -> dict[str, Any]:
    """Two are all-in before the flop: the message that completes the board and settles the hand."""
    streets = [
        {"kind": "street", "street": street, "cards": cards, "board": 1}
        for street, cards in (("flop", FLOP), ("turn", TURN), ("river", RIVER))
    ]
    second = [
        {"kind": "street", "street": street, "cards": cards, "board": 2}
        for street, cards in (("turn", ["3d"]), ("river", ["3s"]))
    ]
    each = 1_000 // boards
    pot = {"amount": each, "seats": [0, 1], "winners": [1], "shares": [[1, each]]}
    pots = [{**pot, "hand_value": THREE_NINES}] * boards
    loser = {"seat": 0, "stack": 0, "bet": 0, "cards": ["Ad", "Kd"], "hand_value": TWO_PAIR}
    winner = {"seat": 1, "stack": 1_000, "bet": 0, "cards": ["9c", "9h"], "hand_value": THREE_NINES}
    view = {
        "phase": "settled",
        "turn": None,
        "board": FLOP + TURN + RIVER,
        "board2": [*FLOP, "3d", "3s"] if boards == 2 else [],
        "rabbit": [],
        "pot": 0,
        "pots": [],
        "seats": [{**loser, "best": []}, {**winner, "best": []}],
        "result": {"pots": pots, "net": [[0, -500], [1, 500]]},
        "you": {"seat": 0, "legal": [], "blocked": []},
    }
    events = [
        {"kind": "call", "seat": 0, "amount": 400, "all_in": True},
        {"kind": "collect", "pots": [1_000]},
        {"kind": "open", "seat": 0, "cards": ["Ad", "Kd"], "hand_value": ACE_KING},
        {"kind": "open", "seat": 1, "cards": ["9c", "9h"], "hand_value": NINES},
        *streets,
        *(second if boards == 2 else []),
        {"kind": "show", "seat": 1, "cards": ["9c", "9h"], "hand_value": THREE_NINES},
        *[
            {
                "kind": "win",
                "seat": 1,
                "amount": each,
                "pot": 0,
                "board": n + 1,
                "hand_value": THREE_NINES,
            }
            for n in range(boards)
        ],
        {"kind": "hand_end", "net": [[0, -500], [1, 500]]},
    ]
    return {"type": "hand", "hand": {"id": "h", "seq": 5, "view": view}, "events": events}


async def test_a_run_out_shows_hands_then_streets_then_the_result(empty_page: Page) -> None:
    steps = await run(empty_page, "table/holdem/runout.js", "m.steps(null, x, false)", run_out())
    views = [step["message"]["hand"]["view"] for step in steps]
    assert [view["phase"] for view in views] == ["preflop", "flop", "turn", "river", "settled"]
    assert [len(view["board"]) for view in views] == [0, 3, 4, 5, 5]
    assert [step["wait"] for step in steps] == [1_000, 1_000, 1_200, 1_300, 2_000]
    assert all(view["result"] is None and view["pot"] == 1_000 for view in views[:-1])
    # Nothing tells the winner before the end: not a stack, a label, nor the best five.
    assert all(view["seats"][1]["stack"] == 0 for view in views[:-1])
    assert all(seat["best"] is None for view in views[:-1] for seat in view["seats"])
    assert views[0]["seats"][1]["hand_value"] == NINES
    assert all(seat["hand_value"] is None for view in views[1:-1] for seat in view["seats"])
    assert views[-1] == run_out()["hand"]["view"]
    received = [event for step in steps for event in step["message"]["events"]]
    assert received == run_out()["events"]


async def test_the_five_that_won_each_board_are_raised(empty_page: Page) -> None:
    """Run it twice: aces win the first board, kings the second; nothing is raised while it runs."""
    view = run_out(boards=2)["hand"]["view"]
    aces, kings = ["As", "Ah", "9c", "8s", "4h"], ["Ks", "Kh", "Kd", "9s", "8h"]
    one, two = view["result"]["pots"]
    view["result"]["pots"] = [
        {**one, "board": 1, "best": [[0, aces]]},
        {**two, "board": 2, "best": [[1, kings]]},
    ]
    winning = "m.winningCards(...x)"
    for board, cards in ((1, aces), (2, kings), (None, aces + kings)):
        of = [view] if board is None else [view, board]
        found = await run(empty_page, "table/holdem/winning.js", f"[...{winning}]", of)
        assert sorted(found) == sorted(cards)
    unseen = {**view, "result": {"pots": [{"amount": 5, "winners": [1], "seats": [1]}]}}
    assert await run(empty_page, "table/holdem/winning.js", f"[...{winning}]", [unseen]) == []
    running = {**view, "result": None}
    assert await run(empty_page, "table/holdem/winning.js", f"[...{winning}]", [running, 1]) == []


async def test_two_boards_are_dealt_one_after_the_other(empty_page: Page) -> None:
    steps = await run(
        empty_page, "table/holdem/runout.js", "m.steps(null, x, true)", run_out(boards=2)
    )
    views = [step["message"]["hand"]["view"] for step in steps]
    assert [len(view["board"]) for view in views] == [0, 3, 4, 5, 5, 5, 5]
    assert [len(view["board2"]) for view in views] == [0, 0, 0, 0, 4, 5, 5]
    assert all(view["pots"] == [{"amount": 1_000, "seats": [0, 1]}] for view in views[:-1])
    assert {step["wait"] for step in steps} == {300}


async def test_messages_without_a_street_are_shown_as_they_are(empty_page: Page) -> None:
    message = run_out()
    message["events"] = [e for e in message["events"] if e["kind"] != "street"]
    assert (
        await run(empty_page, "table/holdem/runout.js", "m.steps(null, x, false)", message) is None
    )


async def test_a_newer_hand_ends_the_run_out_and_the_table_waits_for_it(empty_page: Page) -> None:
    body = """(() => {
      const shown = [];
      const step = (n) => ({ wait: 50, message: { type: "hand", hand: { id: "a", seq: 5 }, n } });
      const split = (message) => message.hand.id === "a" ? [step(1), step(2), step(3)] : null;
      const take = m.createPace((message) => shown.push(message.n ?? message.type), split);
      take({ type: "hand", hand: { id: "a", seq: 5 } });
      take({ type: "table", table: {} });
      take({ type: "chat" });
      const during = [...shown];
      take({ type: "hand", hand: { id: "b", seq: 0 }, n: "next" });
      return { during, shown };
    })()"""
    found = await run(empty_page, "table/felt/pace.js", body)
    assert found == {"during": [1, "chat"], "shown": [1, "chat", 2, 3, "table", "next"]}


async def test_labels_on_seats_last_for_a_street(empty_page: Page) -> None:
    events = [
        {"kind": "blind", "seat": 1, "amount": 10, "which": "big"},
        {"kind": "raise_to", "seat": 2, "amount": 30},
        {"kind": "bet", "seat": 3, "amount": 960, "all_in": True},
        {"kind": "fold", "seat": 1, "reason": "fold"},
    ]
    body = "x.reduce(m.labels, {})"
    found = await run(empty_page, WORDS, body, events)
    assert {seat: label["text"] for seat, label in found.items()} == {
        "1": "Fold",
        "2": "Raise to 30",
        "3": "All-in 960",
    }
    street = {"kind": "street", "street": "flop", "cards": FLOP, "board": 1}
    assert set(await run(empty_page, WORDS, body, [*events, street])) == {"1", "3"}


async def test_bets_lie_on_the_felt_and_never_on_the_board(empty_page: Page) -> None:
    tables = [
        [count, mine, tall, edge]
        for count in range(2, 11)
        for mine in (None, 0, count - 1)
        for tall in (False, True)
        for edge in ("bottom", "left", "top", "right")
    ]
    body = """x.map(async ([count, mine, tall, edge]) => {
      const { seatPositions } = await import("/static/js/table/seats/layout.js");
      return m.betPlaces(seatPositions(count, mine, tall, edge), mine, tall);
    })"""
    found = await run(empty_page, "table/holdem/layout.js", f"await Promise.all({body})", tables)
    board = {"x": 50, "y": 50, "rx": 19, "ry": 9}
    for table, bets in zip(tables, found, strict=True):
        assert len(bets) == table[0]
        for bet in bets:
            assert 5 < bet["x"] < 95, table
            assert 5 < bet["y"] < 95, table
            beside = abs(bet["x"] - board["x"]) >= board["rx"] - 0.01
            assert beside or abs(bet["y"] - board["y"]) >= board["ry"] - 0.01, table


VOTE = """async () => {
  const { html, render } = await import('/static/js/view.js');
  const { Dock } = await import('/static/js/table/holdem/dock.js');
  const legal = [{kind: 'run_once'}, {kind: 'run_twice'}];
  const view = {phase: 'run_vote', turn: 0, current_bet: 0, board: [], board2: [], rabbit: []};
  const seats = [{seat: 0, status: 'all_in', stack: 0, bet: 0}, {seat: 1, status: 'all_in'}];
  const hand = {id: 'h', seq: 1, view: {...view, seats, you: {legal, blocked: []}}};
  const state = {hand, you: {seat: 0}, table: {unit: 10, seats: []}, boot: {}, sending: null};
  window.acts = [];
  const actions = {act: (kind) => acts.push(kind), explain() {}, keys: {}};
  render(html`<${Dock} ...${{state, actions, name: String}} />`, document.body);
}"""


async def test_the_board_is_run_as_often_as_the_player_chooses(page: Page) -> None:
    await page.evaluate(VOTE)
    await page.get_by_role("button", name="Run it once").click()
    await page.get_by_role("button", name="Run it twice").click()
    assert await page.evaluate("acts") == ["run_once", "run_twice"]


async def test_amounts_are_in_big_blinds_for_who_wants_them(page: Page) -> None:
    body = """(async () => {
      const { settings } = await import('/static/js/settings.js');
      settings.amounts = x;
      const state = { table: { unit: 20 }, hand: null };
      return [2_400, 250, 0, null].map((amount) => m.shown(state, amount));
    })()"""
    assert await run(page, AMOUNTS, body, "chips") == ["2,400", "250", "0", ""]
    assert await run(page, AMOUNTS, body, "blinds") == ["120 BB", "12.5 BB", "0 BB", ""]
