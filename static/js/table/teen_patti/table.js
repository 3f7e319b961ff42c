// @ts-check
/** Owns what only Teen Patti shows on the table: blind and seen, the stake, pot and result. */
import { chips } from "../../chips.js";
import { bound } from "../../settings.js";
import { html } from "../../view.js";
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
  if (inHand.status === "covered") return html`<span class="sight covered">Covered</span>`;
  return inHand.blind
    ? html`<span class="sight blind"><${Icon} name=${BLIND} /><span>Blind</span></span>`
    : html`<span class="sight seen"><${Icon} name="eye" /><span>Seen</span></span>`;
}

/** My own three cards, with See while they lie face down. */
export function HeroCards({ state, facts, actions }) {
  const { see } = legalByKind(state);
  const why = blockedText(state, "see") ?? "You can look at your cards on your turn.";
  return html`<${OwnFan} state=${state} facts=${facts} given="Packed">
    ${
      !facts.folded &&
      playing(state) &&
      !state.boot.replay &&
      html`<button type="button" class=${`see-button ${see ? "" : "off"}`}
        aria-disabled=${see ? "false" : "true"}
        onClick=${() => (see ? actions.act("see") : actions.explain(why))}>
      <${Icon} name="eye" /><span>See</span><kbd>${bound("S")}</kbd></button>`
    }
  </${OwnFan}>`;
}

/** The prices of a turn, blind and seen, with mine marked. */
function Price({ state }) {
  const { view } = state.hand;
  const stake = view.stake;
  const limit = state.table.rules?.raise_limit ?? (state.table.rules ? null : 2);
  const range = (least) =>
    limit ? `${chips(least)}–${chips(least * limit)}` : `from ${chips(least)}`;
  const mine = view.seats.find((seat) => seat.seat === mySeat(state) && seat.status === "in");
  const chosen = state.table.rules?.variant === "dealers_choice" && variantName(view.variant);
  return html`<dl class="price">
    ${chosen && html`<div class="variant"><dt>Variant</dt><dd>${chosen}</dd></div>`}
    <div class=${mine?.blind ? "mine" : ""}><dt>Blind</dt><dd class="num">${range(stake)}</dd></div>
    <div class=${mine && !mine.blind ? "mine" : ""}><dt>Seen</dt>
    <dd class="num">${range(stake * 2)}</dd></div>
  </dl>`;
}

const HOW = {
  fold: "everyone else packed",
  show: "show",
  forced_show: "the pot limit forced a show",
  side_show: "side show",
};

/** The winners with their hands, and the countdown to the next hand. */
function Result({ state, name }) {
  const { result } = state.hand.view;
  const several = result.pots.length > 1;
  const lines = result.pots.map((pot, i) => ({
    who: winners(state, pot, name),
    amount: pot.amount,
    hand: handTitle(pot.hand_value),
    pot: several ? (i === 0 ? "main pot" : `side pot ${i}`) : "",
  }));
  return html`<div class="result" role="status">
    ${lines.map(
      (line) => html`<p class="winner"><${Icon} name="cup" />
        ${line.who} <b class="num">${chips(line.amount)}</b>
        ${line.pot && html` <small>${line.pot}</small>`}</p>
      ${line.hand && html`<p class="with">${line.hand}</p>`}`,
    )}
    ${
      !lines.some((line) => line.hand) &&
      HOW[result.ended_by] &&
      html`<p class="with quiet">
    ${HOW[result.ended_by]}</p>`
    }
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
