"""A seat whose stack is hidden: a mark in place of the chips, and words for screen readers."""

from typing import Any

from playwright.async_api import Page

from tests.frontend.conftest import run

DRAW = """(async () => {
  const { html, render } = await import('/static/js/view.js');
  const game = (await import('/static/js/table/teen_patti/index.js')).default;
  const person = { name: 'Binod', avatar: 1, kind: 'person', status: 'ready' };
  const seats = [{ ...person, seat: 1, stack: x.table }];
  const inHand = { seat: 1, stack: x.hand, status: 'in', blind: true, cards: ['??', '??', '??'] };
  const view = { phase: x.phase, turn: 0, seats: [inHand] };
  const state = {
    game, boot: {}, you: { seat: 0 }, table: { seats, format: 'cash' }, people: {}, labels: {},
    reactions: {},
    hand: { id: 'h', view }, tableStamp: x.stamps[0], handStamp: x.stamps[1], dealing: null,
  };
  const place = { x: 0, y: 0, dx: 0, dy: 0 };
  const root = document.createElement('ul');
  render(html`<${m.Seat} state=${state} seat=${1} place=${place} />`, root);
  return {
    shown: root.querySelector('.stack').textContent,
    marks: [...root.querySelectorAll('.stack i')].map((mark) => mark.className),
    spoken: root.querySelector(':scope > li > .visually-hidden').textContent,
  };
})()"""


async def drawn(page: Page, **changes: Any) -> dict[str, Any]:
    facts = {"table": None, "hand": None, "phase": "betting", "stamps": [1, 2]}
    seat: dict[str, Any] = await run(page, "table/seats/seat.js", DRAW, facts | changes)
    return seat


async def test_a_hidden_stack_has_a_mark_and_is_said_to_be_hidden(page: Page) -> None:
    for phase, stamps in (("betting", [1, 2]), ("settled", [1, 2]), ("settled", [2, 1])):
        seat = await drawn(page, phase=phase, stamps=stamps)
        assert (seat["shown"], seat["marks"]) == ("", ["stack-hidden"])
        assert seat["spoken"].startswith("Binod, chips hidden,")


async def test_a_stack_that_is_told_is_the_newer_of_hand_and_table(page: Page) -> None:
    received = {"table": 1_000, "hand": 990}
    for phase, stamps, chips in (
        ("betting", [2, 1], "990"),
        ("settled", [1, 2], "990"),
        ("settled", [2, 1], "1,000"),
    ):
        seat = await drawn(page, **received, phase=phase, stamps=stamps)
        assert (seat["shown"], seat["marks"]) == (chips, ["coin"])
        assert seat["spoken"].startswith(f"Binod, {chips} chips,")
    assert (await drawn(page, table=0, hand=0))["shown"] == "0", "no chips are no secret"
