// @ts-check
/**
 * Owns the status of my action bar while I wait: when the next hand starts, with a button to start
 * it now, and whose turn it is, with a nudge for a slow player.
 */
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { cutMissing, NextHandIn } from "../felt/clock.js";
import { handSeat, mySeat, nextHandAt, seated } from "../store.js";
import { Button } from "../ui/button.js";
import { useMoment } from "../ui/redraw.js";

const isPerson = (seat) => Boolean(seat?.name) && !seat.kind.endsWith("bot");

/** The people who have not yet pressed Next. */
export const playersNotReady = (table) =>
  table.seats.filter((seat) => isPerson(seat) && seat.status === "ready" && !seat.pressed_next);

/**
 * The hand is over, as the message `over` says; `timed` where nothing else on the page counts down
 * to the next one.
 * @param {{state: any, actions: any, over?: string, timed?: boolean}} props
 */
export function Over({ state, actions, over = "table.hand_over_now", timed }) {
  const next = nextHandAt(state);
  const me = seated(state, mySeat(state));
  const waiting = playersNotReady(state.table).length;
  const missing = cutMissing(state);
  const said = text(over);
  return html`<span>${
    missing
      ? text("table.over_waits", { over: said, missing })
      : html`${said}${next && timed && html` <${NextHandIn} until=${next} state=${state} />`}`
  }</span>${
    next &&
    me?.status === "ready" &&
    !state.boot.replay &&
    html` <${Button} look="small quiet next" disabled=${me.pressed_next}
    onClick=${actions.next}>
    ${text(me.pressed_next ? "table.next_waits" : "table.next", { count: waiting })}</${Button}>`
  }`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function ToAct({ state, name, actions }) {
  const { view, clock } = state.hand;
  const slow = useMoment(clock?.from + 1000 * state.boot.nudge_after_s, state);
  const [asked, ask] = useState("");
  if (view.turn === null) return "…";
  const turn = `${state.hand.id}/${clock?.from}`;
  const theirs = view.turn !== mySeat(state) && isPerson(seated(state, view.turn));
  const may = slow && clock && theirs && handSeat(state, mySeat(state)) && !state.boot.replay;
  const nudge = () => {
    ask(turn);
    actions.tell({ type: "nudge" });
  };
  return html`<span>${text("table.to_act", { name: name(view.turn) })}</span>${
    may &&
    html` <${Button} look="small quiet nudge" disabled=${asked === turn}
    onClick=${nudge}>${text(asked === turn ? "table.nudged" : "table.nudge")}</${Button}>`
  }`;
}
