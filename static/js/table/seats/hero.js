// @ts-check
/** Owns my own seat at the bottom, or at the edge I chose: my chips; the game adds my cards. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html } from "../../view.js";
import { mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { amount, Head, seatFacts } from "./seat.js";

const SittingOut = later(() => import("./sitting_out.js").then((m) => m.SittingOut));

export function Hero({ state, actions }) {
  const mine = mySeat(state);
  const facts = seatFacts(state, mine);
  const { inHand, says, won, folded } = facts;
  const { HeroCards, HeroNote, Badge } = state.game;
  const given = { state, facts, actions };
  const status = facts.person?.status;
  const classes = [
    "hero",
    `edge-${settings.edge}`,
    facts.turn && "turn",
    folded && "folded",
    won && "won",
    !inHand?.cards?.length && "no-cards",
  ];
  const out = status === "sitting_out" || (!playing(state) && state.you.short_by > 0);
  const next = !inHand && playing(state) && status !== "sitting_out" && status !== "out";
  return html`<section class=${classes.filter(Boolean).join(" ")} data-seat=${mine}
    aria-label=${text("table.your_seat")}>
    <div class="hero-plate">
      <${Head} ...${given} />
      <div class="plate">
        <span class="name"><bdi class="text">${facts.who?.name ?? text("table.you")}</bdi></span>
        <span class="stack num" title=${chips(facts.stack)}><i class="coin"></i>${amount(
          state,
          facts.stack,
          chips,
        )}</span>
      </div>
      <${Badge} ...${given} />
      ${
        says &&
        (won || !folded) &&
        html`<span class=${`says ${says.tone}`} key=${says.text}>${says.text}</span>`
      }
      ${
        !state.boot.replay &&
        html`<button type="button" class="about" aria-label=${text("table.dialog.reactions")}
      title=${text("table.dialog.reactions")} onClick=${() => actions.open("reactions")}></button>`
      }
    </div>
    <${HeroCards} ...${given} />
    ${out && html`<${SittingOut} state=${state} actions=${actions} />`}
    ${
      HeroNote
        ? html`<${HeroNote} ...${given} next=${next} />`
        : next && html`<p class="hero-note">${text("table.dealt_in_next")}</p>`
    }
  </section>`;
}
