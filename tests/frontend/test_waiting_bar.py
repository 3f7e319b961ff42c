"""The action bar while waiting: actions chosen ahead, the next hand, the deck, missed hands."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run

TEEN_PATTI = "table/teen_patti/armed.js"
DOU_DIZHU, ORDER = "table/dou_dizhu/armed.js", "table/dou_dizhu/order.js"


def armed(wish: str, price: Any, at: str = "hand") -> dict[str, Any]:
    return {"wish": wish, "label": wish, "price": price, "at": at}


@pytest.mark.parametrize(
    ("wish", "now", "holds"),
    [
        ("bet", {"price": 20, "at": "hand"}, True),
        ("bet", {"price": 40, "at": "hand"}, False),
        ("bet", {"price": 10, "at": "hand"}, False),
        ("bet", {"price": None, "at": ""}, False),
        ("fold", {"price": 40, "at": "hand"}, True),
        ("fold", {"price": 20, "at": "next"}, False),
    ],
)
async def test_a_chaal_chosen_ahead_is_dropped_with_its_price(
    empty_page: Page, wish: str, now: dict[str, Any], holds: bool
) -> None:
    said = await run(empty_page, TEEN_PATTI, "m.holds(x[0], x[1])", [armed(wish, 20), now])
    assert said is holds


async def test_a_chaal_chosen_ahead_bets_its_price_and_no_other(empty_page: Page) -> None:
    legal = {"fold": {}, "bet": {"min": 20, "max": 40}}
    does = "m.does(x[0], x[1])"
    assert await run(empty_page, TEEN_PATTI, does, [armed("bet", 20), legal]) == [
        "bet",
        {"amount": 20},
    ]
    assert await run(empty_page, TEEN_PATTI, does, [armed("bet", 10), legal]) is None
    assert await run(empty_page, TEEN_PATTI, does, [armed("bet", 20), {"fold": {}}]) is None
    assert await run(empty_page, TEEN_PATTI, does, [armed("fold", 10), legal]) == ["fold"]
    assert await run(empty_page, TEEN_PATTI, does, [armed("fold", 10), {"accept": {}}]) is None


BIDDING: dict[str, Any] = {"phase": "bidding", "seats": [{"seat": 0}, {"seat": 1, "said": "pass"}]}
LYING: dict[str, Any] = {"phase": "play", "seats": [], "last": {"seat": 2, "cards": ["5c", "5d"]}}


async def test_a_pass_is_chosen_for_the_bidding_or_the_last_play(empty_page: Page) -> None:
    passable = "m.passable(x[0], x[1])"
    assert await run(empty_page, ORDER, passable, [BIDDING, 0]) == "bidding"
    assert await run(empty_page, ORDER, passable, [BIDDING, 1]) is None
    assert await run(empty_page, ORDER, passable, [LYING, 0]) == "2 5c 5d"
    assert await run(empty_page, ORDER, passable, [LYING, 2]) is None
    assert await run(empty_page, ORDER, passable, [{**LYING, "last": None}, 0]) is None


async def test_a_pass_chosen_ahead_is_dropped_with_its_play(empty_page: Page) -> None:
    chosen = armed("pass", "2 5c 5d", "hand/play")
    holds = "m.holds(x[0], x[1])"
    same = {"price": "2 5c 5d", "at": "hand/play"}
    assert await run(empty_page, DOU_DIZHU, holds, [chosen, same])
    assert not await run(empty_page, DOU_DIZHU, holds, [chosen, {**same, "price": "1 9c 9d"}])
    assert not await run(empty_page, DOU_DIZHU, holds, [chosen, {**same, "price": None}])
    assert await run(empty_page, DOU_DIZHU, "m.does(x, {pass: {}, play: {}})", chosen) == ["pass"]
    assert await run(empty_page, DOU_DIZHU, "m.does(x, {play: {}})", chosen) is None


async def test_the_deck_counts_undealt_cards(empty_page: Page) -> None:
    view = {"seats": [{}] * 4, "board": ["2c", "3c", "4c"], "board2": [], "rabbit": []}
    deck = "table/holdem/deck.js"
    assert await run(empty_page, deck, "m.inDeck(x)", view) == 52 - 8 - 3
    twice = {
        **view,
        "board": ["2c", "3c", "4c", "5c", "6c"],
        "board2": ["2c", "3c", "4c", "7c", "8c"],
    }
    assert await run(empty_page, deck, "m.inDeck(x)", twice) == 52 - 8 - 7
    assert (
        await run(empty_page, deck, "m.inDeck(x)", {**view, "rabbit": ["9c", "Tc"]}) == 52 - 8 - 5
    )


async def test_the_next_hand_waits_for_ready_players(empty_page: Page) -> None:
    def seat(number: int, **other: Any) -> dict[str, Any]:
        usual = {"seat": number, "name": f"P{number}", "kind": "guest", "status": "ready"}
        return {**usual, "pressed_next": False, **other}

    table = {
        "seats": [
            seat(0),
            seat(1, pressed_next=True),
            seat(2, status="sitting_out"),
            seat(3, kind="bot"),
            seat(4, kind="user"),
        ]
    }
    body = "m.playersNotReady(x).map((one) => one.seat)"
    assert await run(empty_page, "table/dock/pause.js", body, table) == [0, 4]


@pytest.mark.parametrize(
    ("received", "text"),
    [
        ({}, ""),
        ({"hands": 1}, "While you were away: 1 hand, 0 of them yours."),
        (
            {"hands": 3, "played": 3, "won": 1, "net": -1_250, "by_clock": 1},
            "While you were away: 3 hands, 1 won, −1,250 chips, the clock acted for you 1 time.",
        ),
        ({"by_clock": 2}, "While you were away: the clock acted for you 2 times."),
    ],
)
async def test_missed_hands_have_a_sentence(
    empty_page: Page, received: dict[str, int], text: str
) -> None:
    nothing = {"hands": 0, "played": 0, "won": 0, "net": 0, "by_clock": 0}
    facts = {**nothing, **received}
    said = await run(empty_page, "table/bar/missed.js", 'm.summary(x, "chips")', facts)
    assert said == text
