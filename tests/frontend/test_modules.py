"""The pure modules of the pages, run inside a real browser without a server of ours."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.frontend.conftest import run, stop_clock

LADDER = "table/teen_patti/ladder.js"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


async def test_bet_steps_stay_legal_and_reach_both_ends(empty_page: Page) -> None:
    for low, high, step in (
        (10, 20, 1),
        (20, 40, 2),
        (1, 2, 1),
        (7, 7, 1),
        (20, 39, 2),
        (2, 640, 2),
    ):
        rungs = await run(empty_page, LADDER, "m.rungs(x)", {"min": low, "max": high, "step": step})
        assert rungs == sorted(set(rungs))
        assert rungs[0] == low
        assert high - step < rungs[-1] <= high
        assert all((rung - low) % step == 0 for rung in rungs)
        assert len(rungs) <= 24


async def test_a_typed_amount_becomes_the_nearest_legal_one(empty_page: Page) -> None:
    seen = {"min": 20, "max": 40, "step": 2}
    for wish, legal in ((0, 20), (21, 22), (33.2, 34), (4000, 40), (None, 20)):
        assert await run(empty_page, LADDER, "m.snap(x[0] ?? NaN, x[1])", [wish, seen]) == legal


async def test_seats_stand_apart_and_on_the_stage(empty_page: Page) -> None:
    for tall in (False, True):
        for count in (*range(2, 11), 14, 17):
            for mine in (None, 0, count - 1):
                spots = await run(
                    empty_page,
                    "table/seats/layout.js",
                    "m.seatPositions(...x)",
                    [count, mine, tall],
                )
                assert len(spots) == count
                assert all(4 < spot["x"] < 96 and 4 < spot["y"] < 96 for spot in spots)
                apart = [
                    abs(a["x"] - b["x"]) + abs(a["y"] - b["y"])
                    for i, a in enumerate(spots)
                    for b in spots[:i]
                ]
                assert min(apart) > (12 if count <= 10 else 7), (count, mine, tall)


async def test_the_own_seat_is_at_the_bottom_and_the_next_to_its_left(empty_page: Page) -> None:
    spots = await run(empty_page, "table/seats/layout.js", "m.seatPositions(6, 3, false)")
    assert spots[3]["x"] == 50
    assert spots[3]["y"] == max(spot["y"] for spot in spots)
    assert spots[4]["x"] < 50 < spots[2]["x"]


async def test_every_card_has_an_image_and_a_name(empty_page: Page) -> None:
    faces = await run(
        empty_page, "cards.js", "x.map((c) => m.faceSvg(c) + m.faceSvg(c, true))", CARDS
    )
    assert len(set(faces)) == 52
    assert all(face.count("<svg") == 2 for face in faces)
    words = await run(empty_page, "cards.js", "x.map(m.cardWords)", ["Ts", "??", "Ah"])
    assert words == ["ten of spades", "a card face down", "ace of hearts"]
    assert await run(empty_page, "cards.js", "m.faceSvg('<b')") == ""


async def test_chip_stacks_add_up_to_their_amount(empty_page: Page) -> None:
    for amount in (0, 1, 37, 1284, 99_999):
        assert sum(await run(empty_page, "chips.js", "m.breakDown(x, 999)", amount)) == amount


async def test_an_avatar_depends_only_on_its_seed(empty_page: Page) -> None:
    body = "x.map((seed) => m.avatarOf(seed).svg)"
    first = await run(empty_page, "avatar.js", body, list(range(40)))
    assert first == await run(empty_page, "avatar.js", body, list(range(40)))
    assert len(set(first)) > 30


STORE = """(await (async () => {
  const game = await import('/static/js/table/teen_patti/labels.js');
  const s = m.createStore({subject: 'teen_patti'}, game);
  const seats = [{seat: 0, name: 'Asha', stack: 100}, {seat: 1, name: 'Ravi', stack: 100}];
  const table = {seats, max_seats: 2};
  const view = (seq, phase) => ({phase, seats: [{seat: 0, stack: 90 - seq}], turn: 0});
  const hand = (id, seq, phase = 'betting') => ({id, seq, number: 1, view: view(seq, phase)});
  const hello = {type: 'hello', now: Date.now() + 5000, you: {seat: 0}, hand: null};
  s.receive({...hello, table, chat: [], watching: 3});
  const bet = {kind: 'bet', seat: 0, amount: 10, blind: true};
  const start = {kind: 'hand_start', button: 0, boot: 1, seats: [0, 1]};
  %s
})())"""


async def test_the_store_detects_a_gap_and_ignores_old_messages(empty_page: Page) -> None:
    body = (
        STORE
        % """
      const first = s.receive({type: 'hand', hand: hand('a', 0), events: [start]}).gap;
      const next = s.receive({type: 'hand', hand: hand('a', 1), events: [bet]}).gap;
      const batch = s.receive({type: 'hand', hand: hand('a', 3), events: [bet, bet]}).gap;
      const gap = s.receive({type: 'hand', hand: hand('a', 5), events: []}).gap;
      s.receive({type: 'hand', hand: hand('a', 2), events: [bet]});
      return {first, next, batch, gap, seq: s.state.hand.seq, lines: s.state.log.length};
    """
    )
    found = await run(empty_page, "table/store.js", body)
    assert found == {
        "first": False,
        "next": False,
        "batch": False,
        "gap": True,
        "seq": 5,
        "lines": 4,
    }


async def test_the_store_shows_the_newest_stack_and_the_servers_clock(empty_page: Page) -> None:
    body = (
        STORE
        % """
      s.receive({type: 'hand', hand: hand('a', 0), events: [start]});
      const during = m.stackOf(s.state, 0);
      s.receive({type: 'hand', hand: hand('a', 1, 'settled'), events: [bet]});
      const settled = m.stackOf(s.state, 0);
      s.receive({type: 'table', table: {...table, seats: [{seat: 0, name: 'Asha', stack: 500}]}});
      const after = m.stackOf(s.state, 0);
      const ahead = Math.round((m.serverNow(s.state) - Date.now()) / 1000);
      return {during, settled, after, ahead};
    """
    )
    found = await run(empty_page, "table/store.js", body)
    assert found == {"during": 90, "settled": 89, "after": 500, "ahead": 5}


@pytest.mark.parametrize(("every", "shown_time"), [(60, "1 h 1 min"), (45, "46 min")])
async def test_a_player_sees_their_own_time_at_the_table(
    page: Page, every: int, shown_time: str
) -> None:
    body = """((every) => {
      const began = Date.now();
      const boot = {user: {remind_minutes: every}};
      const state = {boot, game: {myTurn: () => ""},
        table: {seats: [{seat: 0, stack: 500, pending: 0}]}, you: {seat: 0, wallet: 100},
        chat: [], unread: 0, offset: 0};
      m.updateAttention(state);
      const early = state.chat.length;
      state.table.seats[0].stack = 620;
      for (const minutes of [-1, 1, 1]) {
        Date.now = () => began + (every + minutes) * 60_000 + 5_000;
        m.updateAttention(state);
      }
      return [early, state.unread, ...state.chat.map(({text}) => text)];
    })(x)"""
    early, unread, *received = await run(page, "table/page/attention.js", body, every)
    assert (early, unread, len(received)) == (0, 1, 1)
    assert received[0].startswith(f"{shown_time} at this table · +120 chips")


async def test_a_players_break_is_shown_at_their_seat_with_its_end(empty_page: Page) -> None:
    body = """(() => {
      const offset = Date.now() - performance.now();
      const drawn = (rests) => {
        const node = m.SittingOut({state: {offset, you: {rests, short_by: 0}}, actions: {}});
        return JSON.stringify(typeof node.type === "function" ? node.type(node.props) : node);
      };
      const ends = [Date.now() + 60_000, Date.now() - 1];
      return ends.map((until) => drawn({text: "Own words.", until}));
    })()"""
    resting, over = await run(empty_page, "table/seats/sitting_out.js", body, None)
    assert "Own words." in resting
    assert "dateTime" in resting or "datetime" in resting
    assert "I'm back" not in resting
    assert "I'm back" in over


async def test_no_animation_repeats_for_ever_under_reduced_motion(own_page: Page) -> None:
    await own_page.emulate_media(reduced_motion="reduce")
    await own_page.evaluate(
        """async () => {
          const sheet = document.createElement('link');
          Object.assign(sheet, {rel: 'stylesheet', href: '/static/css/base.css'});
          document.head.append(sheet);
          await new Promise((done) => { sheet.onload = done; });
          document.body.innerHTML = '<style>@keyframes blink { to { opacity: 0 } }'
            + ' b { animation: blink 1s infinite alternate }</style><b>x</b>';
        }"""
    )
    await own_page.wait_for_function("document.getAnimations().length === 0")


@pytest.mark.parametrize(("motion", "least", "most"), [("reduce", 2, 4), ("no-preference", 20, 31)])
async def test_the_clock_ring_steps_by_the_second_under_reduced_motion(
    own_page: Page, motion: Any, least: int, most: int
) -> None:
    await stop_clock(own_page)
    await own_page.emulate_media(reduced_motion=motion)
    body = """(await (async () => {
      const { html, render } = await import('/static/js/view.js');
      const now = Date.now();
      const clock = {from: now, until: now + 60_000, bank_until: now + 60_000};
      render(html`<${m.ClockRing} clock=${clock} state=${{offset: 0}} />`, document.body);
      const time = document.querySelector('.time');
      window.steps = 0;
      const watch = new MutationObserver((found) => { steps += found.length; });
      watch.observe(time, {attributes: true});
    })())"""
    await run(own_page, "table/felt/clock.js", body)
    await own_page.clock.run_for(3_000)
    assert least <= await own_page.evaluate("steps") <= most


async def test_a_list_of_tables_takes_changes_as_the_python_client_does(empty_page: Page) -> None:
    rows = [{"slug": slug, "taken": 0} for slug in "abc"]
    counts = {"page": 1, "pages": 1, "found": 3, "open": 3, "online": 1}
    messages = [
        {"type": "tables_changed", "rows": [], "order": None, **counts},  # before any list
        {"type": "tables", "tables": rows, **counts},
        {"type": "tables_changed", "rows": [{"slug": "b", "taken": 2}], "order": None, **counts},
        {
            "type": "tables_changed",
            "rows": [{"slug": "d", "taken": 1}],
            "order": ["d", "b", "a"],
            **counts,
            "found": 4,
        },
    ]
    body = "x.reduce((list, message) => m.listAfter(list, message), null)"
    assert await run(empty_page, "lobby_list.js", body, messages) == {
        "type": "tables",
        "tables": [{"slug": "d", "taken": 1}, {"slug": "b", "taken": 2}, rows[0]],
        **counts,
        "found": 4,
    }


@pytest.mark.parametrize(
    ("query", "address", "message"),
    [
        ("", "", {}),
        ("?quick=holdem&page=1", "", {}),
        (
            "?page=x&free=true&bots=false",
            "?free=true&bots=false&page=x",
            {"free": True, "bots": False},
        ),
        ("?search=true&page=3", "?search=true&page=3", {"search": "true", "page": 3}),
        (
            "?people=true&game=holdem",
            "?game=holdem&people=true",
            {"game": "holdem", "people": True},
        ),
    ],
)
async def test_the_lobbys_address_is_what_its_socket_asks_for(
    empty_page: Page, query: str, address: str, message: dict[str, Any]
) -> None:
    body = "[m.queryOf(m.lookOf(x)), m.lookMessage(m.lookOf(x))]"
    asked = {"type": "look", "page": 1, **message}
    assert await run(empty_page, "lobby_list.js", body, query) == [address, asked]
