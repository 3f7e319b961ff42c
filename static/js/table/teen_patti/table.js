// @ts-check
/** Owns what only Teen Patti shows on the table: blind and seen, the stake, pot and result. */
import { chips } from "../../chips.js";
import { has, text } from "../../messages.js";
import { bound } from "../../settings.js";
import { html } from "../../view.js";
import { off } from "../dock/action_button.js";
import { OwnFan } from "../felt/fan.js";
import { Pile, SidePots } from "../felt/middle.js";
import { Net, NextHand, winners } from "../felt/outcome.js";
import { handTitle } from "../hand_name.js";
import { blockedText, legalByKind, mySeat, playing } from "../store.js";
import { Icon } from "../ui/icons.js";
import { variantName } from "./labels.js";

const BLIND = `m3 3 18 18M9.9 5.3A10 10 0 0 1 12 5c6.4 0 10 7 10 7a17 17 0 0 1-3.2 4M6.3 6.8
    A16.6 16.6 0 0 0 2 12s3.6 7 10 7c1.8 0 3.3-.5 4.7-1.3M9.8 9.9a3.2 3.2 0 0 0 4.4 4.5`;

/** Blind or seen, as icon and word. */
export function Badge({ facts: { inHand, folded } }) {
  if (!inHand || folded) return null;
  const sight = inHand.status === "covered" ? "covered" : inHand.blind ? "blind" : "seen";
  const icon = { blind: BLIND, seen: "eye" }[sight];
  return html`<span class=${`sight ${sight}`}>${icon && html`<${Icon} name=${icon} />`}
    <span>${text(`teen_patti.sight.${sight}`)}</span></span>`;
}

/** My own three cards, with See while they lie face down. */
export function HeroCards({ state, facts, actions }) {
  const { see } = legalByKind(state);
  const why = blockedText(state, "see") ?? text("teen_patti.look_later");
  return html`<${OwnFan} state=${state} facts=${facts} given=${text("teen_patti.sight.folded")}>
    ${
      !facts.folded &&
      playing(state) &&
      !state.boot.replay &&
      html`<button type="button" class=${`see-button ${see ? "" : "off"}`}
        ...${off(!see && why)}
        onClick=${() => (see ? actions.act("see") : actions.explain(why))}>
      <${Icon} name="eye" /><span>${text("teen_patti.button.see")}</span>
      <kbd>${bound("S")}</kbd></button>`
    }
  </${OwnFan}>`;
}

/** The prices of a turn, blind and seen, with mine marked. */
function Price({ state }) {
  const { view } = state.hand;
  const stake = view.stake;
  const limit = state.table.rules?.raise_limit ?? (state.table.rules ? null : 2);
  const range = (min) =>
    limit ? text("table.range", { min, max: min * limit }) : text("table.from", { min });
  const mine = view.seats.find((seat) => seat.seat === mySeat(state) && seat.status === "in");
  const chosen = state.table.rules?.variant === "dealers_choice" && variantName(view.variant);
  return html`<dl class="price">
    ${
      chosen &&
      html`<div class="variant"><dt>${text("teen_patti.variant_row")}</dt>
    <dd>${chosen}</dd></div>`
    }
    <div class=${mine?.blind ? "mine" : ""}>
    <dt>${text("teen_patti.sight.blind")}</dt><dd class="num">${range(stake)}</dd></div>
    <div class=${mine && !mine.blind ? "mine" : ""}><dt>${text("teen_patti.sight.seen")}</dt>
    <dd class="num">${range(stake * 2)}</dd></div>
  </dl>`;
}

/** The winners with their hands, and the countdown to the next hand. */
function Result({ state, name }) {
  const { result } = state.hand.view;
  const several = result.pots.length > 1;
  const lines = result.pots.map((pot, i) => ({
    who: winners(state, pot, name),
    amount: pot.amount,
    hand: handTitle(pot.hand_value),
    pot: several ? text("table.pot.named", { number: i }) : "",
  }));
  const how = `teen_patti.ended.${result.ended_by}`;
  return html`<div class="result">
    ${lines.map(
      (line) => html`<p class="winner"><${Icon} name="cup" />
        ${line.who} <b class="num">${chips(line.amount)}</b>
        ${line.pot && html` <small>${line.pot}</small>`}</p>
      ${line.hand && html`<p class="with">${line.hand}</p>`}`,
    )}
    ${!lines.some((line) => line.hand) && has(how) && html`<p class="with quiet">${text(how)}</p>`}
    <${Net} state=${state} /><${NextHand} state=${state} />
  </div>`;
}

/** The middle of the felt: pot and price, or the result. */
export function Middle({ state, name }) {
  const { view } = state.hand;
  const settled = !playing(state);
  if (settled)
    return html`<${Result} state=${state} name=${name} /><span class="pot-place" data-pot></span>`;
  return html`<div class="pot"><${Pile} amount=${view.pot} /><${SidePots} pots=${view.pots} /></div>
    <${Price} state=${state} />`;
}
