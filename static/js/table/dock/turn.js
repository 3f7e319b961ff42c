// @ts-check
/**
 * Owns what the action bars of all games share: whether it is my turn, why a button is off, the
 * amount of this turn, and keys, which do what a tap on their button does.
 */
import { text } from "../../messages.js";
import { html, useLayoutEffect, useState } from "../../view.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "../store.js";
import { ActionButton, usePriceGuard } from "./action_button.js";

/**
 * One turn at the bar: what is legal, and a button for each action.
 * @param {{state: any, actions: any}} props
 * @param {{looks: Record<string, string[]>, gone?: any, price?: any, words?: string}} game
 *   `looks`: tone, icon and key by action; `gone`: messages why I no longer act, by my status;
 *   `price`: a tap just after it changed was not meant for it; `words`: the subject of the messages
 *   that name a hand
 */
export function useTurn({ state, actions }, { looks, gone = {}, price = "", words = "table" }) {
  const legal = legalByKind(state);
  const view = state.hand?.view;
  const me = handSeat(state, mySeat(state));
  const running = playing(state);
  const able = me && Object.keys(legal).length && (view.turn === me.seat || legal.accept);
  const turn = Boolean(running && able);
  const guard = usePriceGuard(price);
  const taps = {};

  /** Why an action is not possible now. */
  const why = (kind) => {
    const no = blockedText(state, kind);
    if (no || turn) return no ?? text("refusals.WRONG_PHASE");
    const mine = running && me && (gone[me.status] ?? "refusals.NOT_YOUR_TURN");
    return text(mine || `${words}.idle.${running ? "out" : "none"}`);
  };
  /** The button of an action. @param {string} kind @param {string} label @param {any} props */
  const place = (kind, label, props = {}) => {
    const look = looks[kind] ?? looks.any;
    const button = {
      look,
      label,
      hotkey: look[2],
      on: Boolean(legal[kind]),
      why: why(kind),
      busy: state.sending === kind,
      onDo: () => actions.act(kind),
      ...props,
    };
    const onTap = () => (button.on ? button.onDo() : actions.explain(button.why));
    taps[button.hotkey?.toLowerCase()] = onTap;
    return html`<${ActionButton} ...${button} onTap=${onTap} />`;
  };
  /** Sets the keys: those of the buttons, and more. @param {(taps: any) => any} more */
  const useKeys = (more) =>
    useLayoutEffect(() => {
      actions.keys.now = { ...taps, ...more(taps) };
    });
  return { legal, view, me, turn, guard, why, place, useKeys };
}

/**
 * The amount chosen for this turn; it starts at the least of its range. Without a range it is 0.
 * @param {any} state @param {any} range @param {(wish: number, range: any) => number} fit
 * @returns {[number, (wish: number) => void]}
 */
export function useAmount(state, range, fit) {
  const turn = `${state.hand?.id}/${state.hand?.seq}`;
  const [chosen, setChosen] = useState({ turn, amount: 0 });
  const amount = range ? fit(chosen.turn === turn ? chosen.amount : range.min, range) : 0;
  return [amount, (wish) => range && setChosen({ turn, amount: fit(wish, range) })];
}

/** The status when I am asked. @param {any} [what] @param {string} [head] the message before it */
export const asked = (what, head = "table.your_turn") =>
  html`<b class="your-turn">${text(head)}</b> ${what}`;

/** The frame of a bar, with what was refused. @param {any} props */
export const Bar = ({ state: { refusal }, turn, look = "", label, children }) =>
  html`<section class=${`dock ${look} ${turn ? "turn" : ""}`}
    aria-label=${label ?? text("table.your_actions")}>
    ${
      refusal &&
      html`<p class="refusal" role=${!refusal.told && "alert"} key=${refusal.at}>
        ${refusal.text}</p>`
    }${children}
  </section>`;
