// @ts-check
/**
 * Owns the action bar of any game: a button for each legal action with its price, and a stepper for
 * one with a range. Legal actions come from the server's view; nothing here knows any rules.
 */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { arrowKeys } from "../dock/action_button.js";
import { Over, ToAct } from "../dock/pause.js";
import { Stepper } from "../dock/stepper.js";
import { asked, Bar, useAmount, useTurn } from "../dock/turn.js";
import { playing } from "../store.js";
import { named } from "./words.js";

/** Tone and icon of the kinds that many games have, and of any other. */
const LOOKS = { fold: ["pack", "pack"], show: ["show", "show"], any: ["chaal", "chip"] };

/** The legal amount nearest to a wish. */
export const snap = (wish, { min, max, step = 1 }) =>
  Math.min(max, Math.max(min, min + Math.round((wish - min) / step) * step));

/** The fields that are sent with an action. */
function extraOf(legal, amount) {
  if (legal.min !== undefined) return { amount };
  if (legal.cards) return { cards: legal.cards, reading: legal.reading };
  return legal.amount === undefined ? {} : { amount: legal.amount };
}

function Status({ state, name, actions, mine }) {
  const view = state.hand?.view;
  if (!view?.you) return text("table.next_hand_waits");
  if (!playing(state)) return html`<${Over} state=${state} actions=${actions} />`;
  if (mine) return asked();
  return html`<${ToAct} state=${state} name=${name} actions=${actions} />`;
}

export function Dock({ state, name, actions }) {
  const all = playing(state) ? (state.hand.view.you?.legal ?? []) : [];
  const range = all.find((one) => one.min !== undefined);
  const [amount, setAmount] = useAmount(state, range, snap);
  const price = all.map((one) => one.amount ?? one.min).join();
  const { turn, guard, place, useKeys } = useTurn({ state, actions }, { looks: LOOKS, price });
  const step = (direction) => range && setAmount(amount + direction * (range.step ?? 1));
  const act = (one) => () => !guard.guarded() && actions.act(one.kind, extraOf(one, amount));
  useKeys(() => ({ ...(all.length && { enter: act(all[0]) }), ...arrowKeys(step) }));
  return html`<${Bar} state=${state} turn=${turn}>
    <div class="dock-top">
      <p class="status"><${Status} state=${state} name=${name} actions=${actions} mine=${turn} />
      </p>
      ${
        range &&
        html`<${Stepper} label=${text("table.amount")} value=${amount}
        min=${range.min} max=${range.max} explain=${actions.explain}
        onStep=${step} onCommit=${setAmount} />`
      }
    </div>
    <div class="places any-number">
      ${all.map((one, i) =>
        place(one.kind, named(one.kind), {
          key: `${one.kind}/${i}`,
          amount: one.min === undefined ? one.amount : amount,
          hotkey: i < 9 ? String(i + 1) : "",
          on: true,
          note: one.cards ? cardsInWords(one.cards) : one.to && text("table.to", one),
          pulse: guard.pulse,
          onDo: act(one),
        }),
      )}
    </div>
  </${Bar}>`;
}
