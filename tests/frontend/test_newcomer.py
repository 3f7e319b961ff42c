"""Help for newcomers at the table: the log, the connection light, messages."""

import pytest
from playwright.async_api import Page

from games.records.hand_names import a_hand
from games.records.sentences import subject_of
from tests.frontend.conftest import run

LOG = """(await (async () => {
  const { html, render } = await import('/static/js/view.js');
  document.body.innerHTML = '<div id="here"></div>';
  const style = document.createElement('style');
  style.textContent = '.log { height: 200px; overflow: auto } .line { height: 30px }';
  document.head.append(style);
  const place = document.getElementById('here');
  let log = [];
  const draw = (count) => {
    for (let i = 0; i < count; i += 1) log = [...log, {id: (log.at(-1)?.id ?? 0) + 1, text: 'x'}];
    log = log.slice(-300);
    const state = {log, chat: [], you: {seat: 0}};
    render(html`<${m.Side} state=${state} actions=${{}} tab="log" setTab=${() => {}} />`, place);
    const list = document.querySelector('.log');
    return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  };
  const scrollTo = (top) => new Promise((done) => {
    const list = document.querySelector('.log');
    list.addEventListener('scroll', done, {once: true});
    list.scrollTop = top;
  });
  %s
})())"""


async def test_the_log_follows_also_when_many_lines_arrive_together(page: Page) -> None:
    body = LOG % "return [draw(3), draw(9), draw(12), draw(1), draw(290), draw(1), draw(40)];"
    assert await run(page, "table/page/side.js", body) == [-0.0] * 7


async def test_the_log_stays_where_a_reader_scrolled_back_and_follows_again(page: Page) -> None:
    body = (
        LOG
        % """
      draw(40);
      const list = document.querySelector('.log');
      await scrollTo(100);
      draw(6);
      const back = list.scrollTop;
      await scrollTo(list.scrollHeight);
      return [back, draw(20)];
    """
    )
    assert await run(page, "table/page/side.js", body) == [100, 0]


SOCKET = """(() => {
  window.sockets = [];
  window.lights = [];
  class Fake {
    constructor() { this.readyState = 1; this.sent = []; sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.readyState = 2; }
    say(message) { this.onmessage({data: JSON.stringify(message)}); }
  }
  window.WebSocket = Object.assign(Fake, {OPEN: 1});
  window.table = new m.TableSocket('/ws/', {message: () => {}, light: (l) => lights.push(l)});
  sockets[0].say({type: 'hello'});
})()"""


async def test_the_connection_light_stays_green_at_most_three_seconds_without_a_network(
    still_page: Page,
) -> None:
    page = still_page
    await run(page, "table/net/socket.js", SOCKET)
    assert await page.evaluate("lights") == ["connecting", "good"]
    await page.clock.run_for(3_000)
    assert await page.evaluate("lights.at(-1)") == "slow"
    await page.clock.run_for(8_000)
    assert await page.evaluate("lights.includes('lost')")
    assert await page.evaluate("sockets.length") > 1


async def test_answers_keep_the_light_green(still_page: Page) -> None:
    page = still_page
    await run(page, "table/net/socket.js", SOCKET)
    for _ in range(20):
        await page.clock.run_for(2_000)
        await page.evaluate("sockets[0].sent.at(-1) && sockets[0].say({type: 'pong'})")
    assert await page.evaluate("lights.slice(1).every((light) => light === 'good')")
    assert await page.evaluate("sockets.length") == 1


async def test_going_offline_shows_at_once_and_going_online_reconnects(still_page: Page) -> None:
    page = still_page
    await run(page, "table/net/socket.js", SOCKET)
    await page.evaluate("dispatchEvent(new Event('offline'))")
    assert await page.evaluate("lights.at(-1)") == "lost"
    await page.evaluate("sockets[0].say({type: 'pong'})")
    assert await page.evaluate("lights.at(-1)") != "good", (
        "messages of the old connection do not count"
    )
    await page.evaluate("dispatchEvent(new Event('online')), sockets.at(-1).say({type: 'hello'})")
    assert await page.evaluate("lights.at(-1)") == "good"


AUTOMATIC = """(async () => {
  const { default: game } = await import(`/static/js/table/${%r}/index.js`);
  const { say } = await import('/static/js/table/sentences.js');
  const spoken = document.createElement('div');
  spoken.id = 'spoken';
  document.body.append(spoken);
  const who = {subject: %r, name: () => 'Asha', mine: 0};
  const state = {boot: {}, game: {myTurn: () => ''}, table: {seats: []}, you: {seat: 0, wallet: 0}};
  return [['timeout', 0], ['timeout', 1], ['away', 0], [undefined, 0]].map(([auto, seat]) => {
    const line = say(game, {...%s, seat, asked: seat, ...(auto && {auto})}, who);
    let told = '';
    m.announce({type: 'hand'}, [line], state, (text) => { told = text; });
    return [line.text, spoken.lastChild.textContent.replace(/^[0-9]+[.] /, ''), told];
  });
})()"""


@pytest.mark.parametrize(
    ("game", "event", "mine", "hers"),
    [
        ("teen_patti", "{kind: 'fold', reason: 'fold'}", "You pack", "Asha packs"),
        (
            "teen_patti",
            "{kind: 'side_show_answer', accepted: false}",
            "You refuse the side show",
            "Asha refuses the side show",
        ),
        ("holdem", "{kind: 'check'}", "You check", "Asha checks"),
        ("holdem", "{kind: 'fold', reason: 'timeout'}", "You fold", "Asha folds"),
        ("dou_dizhu", "{kind: 'pass'}", "You pass", "Asha passes"),
        ("dou_dizhu_four", "{kind: 'pass'}", "You pass", "Asha passes"),
        ("dealer_teen_patti", "{kind: 'fold', reason: 'timeout'}", "You fold", "Asha folds"),
    ],
)
async def test_an_action_by_the_platform_says_why(
    page: Page, game: str, event: str, mine: str, hers: str
) -> None:
    late, automatic = f"{mine} (timed out)", f"{mine} (automatic)"
    script = AUTOMATIC % (game, subject_of(game), event)
    assert await run(page, "table/page/attention.js", script) == [
        [late, late, "Your time ran out."],
        [f"{hers} (timed out)", f"{hers} (timed out)", ""],
        [automatic, automatic, ""],
        [mine, mine, ""],
    ]


async def test_a_player_is_told_of_a_lost_seat(page: Page) -> None:
    body = """(() => {
      const state = {boot: {}, game: {myTurn: () => ''}, table: {seats: []}, chat: [], unread: 0};
      return [false, true].map((leaving) => {
        m.updateAttention(Object.assign(state, {you: {seat: 0, wallet: 0}}));
        m.updateAttention(Object.assign(state, {leaving, you: {seat: null, wallet: 0}}));
        return state.stoodUp;
      });
    })()"""
    assert await run(page, "table/page/attention.js", body) == [True, False]


async def test_the_next_hand_is_announced_by_the_newer_message(empty_page: Page) -> None:
    body = """[
      m.nextHandAt({hand: {next_at: 5}, table: {next_at: null}, handStamp: 1, tableStamp: 2}),
      m.nextHandAt({hand: {next_at: 5}, table: {next_at: 9}, handStamp: 3, tableStamp: 2}),
      m.nextHandAt({hand: {next_at: null}, table: {next_at: 9}, handStamp: 1, tableStamp: 2}),
    ]"""
    assert await run(empty_page, "table/store.js", body) == [None, 5, None]


@pytest.mark.parametrize(
    ("kind", "ranks", "said"),
    [
        ("pair", "9", "a pair of nines"),
        ("full_house", "96", "a full house, nines over sixes"),
        ("two_pair", "AK", "two pair, aces and kings"),
        ("straight", "A", "a straight, ace high"),
        ("pure_sequence", "QJT", "a pure sequence, Q-J-10"),
        ("high_card", "KQ4", "king high, K-Q-4"),
        ("high_card", "K", "king high"),
        ("points", "910", "9-1-0"),
    ],
)
async def test_the_name_of_a_hand_stands_in_a_sentence(
    empty_page: Page, kind: str, ranks: str, said: str
) -> None:
    value = {"kind": kind, "ranks": list(ranks)}
    assert await run(empty_page, "table/hand_name.js", "m.aHand(x)", value) == said
    assert a_hand(value) == said, "records say the same"
