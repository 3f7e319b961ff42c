"""The notes of a newcomer's first turn, as a made table shows them."""

from typing import Any

from playwright.async_api import Page

from tests.frontend.conftest import run

GUIDE = "table/page/guide.js"
TABLE = """(async () => {
  const {html, render} = await import('/static/js/view.js');
  const {settings} = await import('/static/js/settings.js');
  document.body.innerHTML = `<p id="spoken"></p><div id="here"></div>
    <div class="room" style="position:fixed;inset:0 0 200px 0">
      <section class="hero"><div class="hero-cards"><i class="face"
        style="position:fixed;left:300px;top:400px;width:200px;height:100px"></i></div></section>
      <div class="pot" style="position:fixed;left:400px;top:200px;width:80px;height:40px"></div>
    </div>
    <div class="dock" style="position:fixed;inset:auto 0 0 0;height:200px"><div class="places">
      <button>Fold</button></div></div>`;
  const view = {phase: 'preflop', turn: 0};
  const state = {
    boot: {subject: 'holdem'}, table: {game: 'holdem'}, you: {seat: 0}, teach: true,
    hand: {id: 'h', view, clock: {until: 1}},
  };
  const here = document.getElementById('here');
  const after = () => new Promise((done) => setTimeout(done, 30));
  const draw = async () => {
    render(html`<${m.Guide} state=${state} />`, here);
    await after();
  };
  const note = () => document.querySelector('.guide-note');
  const press = async (key) => {
    dispatchEvent(new KeyboardEvent('keydown', {key}));
    await after();
  };
  const covers = () => {
    const own = note().getBoundingClientRect();
    return ['.face', '.dock'].some((one) => {
      const box = document.querySelector(one).getBoundingClientRect();
      return own.left < box.right && box.left < own.right && own.top < box.bottom
        && box.top < own.bottom;
    });
  };
  const said = () => note()?.querySelector('p').textContent.replace(/\\s+/g, ' ').trim();
  const spoken = () => document.getElementById('spoken').childElementCount;
  await draw();
  %s
})()"""


async def _at(page: Page, script: str) -> Any:
    await page.add_style_tag(content=".guide-note{position:fixed;left:0;top:0;width:260px}")
    return await run(page, GUIDE, TABLE % script)


async def test_three_notes_follow_each_other_and_are_spoken_once(page: Page) -> None:
    said = await _at(
        page,
        """const all = [said(), covers()];
        await press('Escape'); all.push(said(), covers());
        note().click(); await after(); all.push(said(), covers());
        await press('Escape'); all.push(state.teach, settings.taught, spoken());
        return all;""",
    )
    notes, covered, rest = said[:6:2], said[1:6:2], said[6:]
    assert [note[:3] for note in notes] == ["1/3", "2/3", "3/3"]
    assert "two cards" in notes[0]
    assert "time" in notes[2]
    assert covered == [False] * 3
    assert rest == [False, ["holdem"], 1]


async def test_the_notes_go_with_the_turn_and_with_skip(page: Page) -> None:
    gone = await _at(
        page,
        """view.turn = 1; await draw();
        return [said() ?? null, settings.taught];""",
    )
    assert gone == [None, ["holdem"]]
    skipped = await _at(
        page,
        """settings.taught = []; note().querySelector('button').click(); await after();
        return [settings.taught, state.teach];""",
    )
    assert skipped == [["holdem"], False]


async def test_without_a_clock_nobody_is_told_of_one(page: Page) -> None:
    said = await _at(
        page,
        """state.hand.clock = null;
        await press('Escape'); await press('Escape');
        return said();""",
    )
    assert said.startswith("3/3")
    assert "time" not in said
