// @ts-check
/** Owns the control of a bet's size: slider, figure, steps, presets; back to the least each turn. */
import { html, useState } from "../../view.js";
import { AmountInput } from "../place.js";
import { legalByKind } from "../store.js";
import { fromSlider, keep, presets, SLIDER, toSlider } from "./amounts.js";

/** What the right place offers: a bet, a raise, or only all the chips. */
function offerOf(state) {
  const legal = legalByKind(state);
  const { kind, amount } = legal.all_in ?? {};
  const shove = amount > state.hand?.view.current_bet ? { kind, min: amount, max: amount } : null;
  return legal.bet ?? legal.raise_to ?? shove;
}

/** The size chosen for this turn. */
export function useBet(state) {
  const offer = offerOf(state);
  const turn = offer ? `${state.hand.id}/${state.hand.seq}` : "";
  const [chosen, setChosen] = useState({ turn, amount: 0 });
  const amount = offer ? keep(chosen.turn === turn ? chosen.amount : offer.min, offer) : 0;
  const set = (wish) => offer && setChosen({ turn, amount: keep(wish, offer) });
  const unit = state.table.unit || state.hand?.view.blinds?.big || 1;
  return {
    offer,
    amount,
    set,
    unit,
    step: (direction) => set(amount + direction * unit),
    presets: offer ? presets(state.hand.view, state.hand.view.you.to_call ?? 0, offer) : [],
  };
}

export function BetControl({ bet }) {
  const { offer, amount, set, step } = bet;
  const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  const at = offer ? toSlider(amount, offer) : 0;
  const limit = (at) => (!offer || amount === at ? "true" : "false");
  return html`<div class=${`bet-size ${offer ? "" : "off"}`} role="group" aria-label="Size of the bet" onWheel=${(e) => {
    e.preventDefault();
    step(e.deltaY > 0 ? -1 : 1);
  }}>
    <button type="button" aria-label="One big blind less" aria-disabled=${limit(offer?.min)} onClick=${() => step(-1)}>−</button>
    <input type="range" aria-label="Size of the bet" min="0" max=${SLIDER} disabled=${!offer} aria-valuetext=${String(amount)}
      value=${at} style=${{ "--at": `${at / 10}%` }}
      onInput=${(e) => offer && set(fromSlider(Number(e.target.value), offer))}
      onKeyDown=${(e) => {
        if (!keys[e.key]) return;
        e.preventDefault();
        e.stopPropagation();
        step(keys[e.key]);
      }} />
    <button type="button" aria-label="One big blind more" aria-disabled=${limit(offer?.max)} onClick=${() => step(1)}>+</button>
    <${AmountInput} value=${amount} on=${Boolean(offer)} onCommit=${set} onStep=${step} />
  </div>`;
}

/** Sizes at one tap. */
export const Presets = ({ bet }) =>
  html`<div class="presets" role="group" aria-label="Sizes">${bet.presets.map(
    ({ label, amount, off }, i) =>
      html`<button type="button" class=${`preset ${bet.amount === amount && !off ? "on" : ""}`} aria-disabled=${off ? "true" : "false"} onClick=${() => !off && bet.set(amount)}>${label}<kbd>${i + 1}</kbd></button>`,
  )}</div>`;
