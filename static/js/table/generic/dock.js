// @ts-check
/**
 * Owns the action bar of any game: a button for each legal action with its price, and a stepper for
 * one with a range. Legal actions come from the server's view; nothing here knows any rules.
 */
import { chips } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { html, useLayoutEffect, useState } from "../../view.js";
import { ActionButton, arrowKeys, usePriceGuard } from "../dock/action_button.js";
import { Over, ToAct } from "../dock/pause.js";
import { Refusal } from "../dock/refusal.js";
import { Stepper } from "../dock/stepper.js";
import { mySeat, playing } from "../store.js";
import { title } from "./words.js";

const TONES = { fold: ["pack", "pack"], show: ["show", "show"] };

/** The legal amount nearest to a wish. */
export const snap = (wish, { min, max, step = 1 }) =>
  Math.min(max, Math.max(min, min + Math.round((wish - min) / step) * step));

/** The fields that are sent with an action. */
function extraOf(legal, amount) {
  if (legal.min !== undefined) return { amount };
  if (legal.cards) return { cards: legal.cards, reading: legal.reading };
  return legal.amount === undefined ? {} : { amount: legal.amount };
}

/** The amount chosen for the action with a range; back to the minimum at each new turn. */
function useAmount(state, range) {
  const turn = range ? `${state.hand.id}/${state.hand.seq}` : "";
  const [chosen, setChosen] = useState({ turn, amount: range?.min ?? 0 });
  const amount = range ? snap(chosen.turn === turn ? chosen.amount : range.min, range) : 0;
  return { amount, setAmount: (value) => setChosen({ turn, amount: value }) };
}

function Status({ state, name, actions, mine }) {
  const view = state.hand?.view;
  if (!view?.you) return "Waiting for the next hand.";
  if (!playing(state)) return html`<${Over} state=${state} actions=${actions} />`;
  if (mine) return html`<b class="your-turn">Your turn</b>`;
  return html`<${ToAct} state=${state} name=${name} actions=${actions} />`;
}

export function Dock({ state, name, actions }) {
  const legal = playing(state) ? (state.hand.view.you?.legal ?? []) : [];
  const range = legal.find((one) => one.min !== undefined);
  const { amount, setAmount } = useAmount(state, range);
  const guard = usePriceGuard(legal.map((one) => one.amount ?? one.min).join());
  const mine = legal.length > 0 && state.hand.view.turn === mySeat(state);
  const step = (direction) =>
    range && setAmount(snap(amount + direction * (range.step ?? 1), range));
  const act = (one) => () => !guard.guarded() && actions.act(one.kind, extraOf(one, amount));
  useLayoutEffect(() => {
    const byNumber = legal.slice(0, 9).map((one, i) => [String(i + 1), act(one)]);
    actions.keys.now = {
      ...Object.fromEntries(byNumber),
      ...(legal.length && { enter: act(legal[0]) }),
      ...arrowKeys(step),
    };
  });
  return html`<section class=${`dock ${mine ? "turn" : ""}`} aria-label="Your actions">
    <${Refusal} state=${state} />
    <div class="dock-top">
      <p class="status"><${Status} state=${state} name=${name} actions=${actions} mine=${mine} />
      </p>
      ${
        range &&
        html`<${Stepper} label="Amount" value=${amount} min=${range.min} max=${range.max} on
        onStep=${step} onCommit=${(wish) => setAmount(snap(wish, range))} />`
      }
    </div>
    <div class="places any-number">
      ${legal.map((one, i) => {
        const [tone, icon] = TONES[one.kind] ?? ["chaal", "chip"];
        const price = one.min === undefined ? one.amount : amount;
        return html`<${ActionButton} key=${`${one.kind}/${i}`} tone=${tone} icon=${icon}
          label=${title(one.kind)} amount=${price} hotkey=${String(i + 1)} on
          note=${one.cards ? cardsInWords(one.cards) : one.to && `to ${chips(one.to)}`}
          busy=${state.sending === one.kind} pulse=${guard.pulse} onDo=${act(one)} />`;
      })}
    </div>
  </section>`;
}
