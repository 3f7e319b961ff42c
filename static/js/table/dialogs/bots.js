// @ts-check
/** Owns the dialog that seats bots and sends them away. */

import { BOT_LEVELS } from "../../bounds.js";
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { Button } from "../ui/button.js";
import { Problem, useSend } from "./parts.js";

/** @param {{state: any, actions: any}} props */
export function Bots({ state: { table }, actions }) {
  const free = table.max_seats - table.seats.filter((seat) => seat?.name).length;
  const [number, setNumber] = useState(Math.min(free, 3));
  const [level, setLevel] = useState("medium");
  const { error, busy, send } = useSend(actions);
  return html`<p class="soft">${text("table.about_bots")}</p>
    <div class="count"><button type="button" class="round" aria-label=${text("table.fewer")}
    onClick=${() => setNumber(Math.max(1, number - 1))}>−</button>
    <b class="num">${text("table.bots", { count: number })}</b>
    <button type="button" class="round" aria-label=${text("table.more")}
    onClick=${() => setNumber(Math.min(free, number + 1))}>+</button></div>
    <fieldset class="options"><legend>${text("table.bot_level")}</legend>${BOT_LEVELS.map(
      (value) => html`<label class="option">
      <input type="radio" name="level" checked=${level === value}
      onChange=${() => setLevel(value)} /><span><b>${text(`table.level.${value}`)}</b>
      <small>${text(`table.level_help.${value}`)}</small></span>
      </label>`,
    )}</fieldset>
    <${Problem} text=${error} />
    <${Button} look="primary wide" disabled=${busy || free < 1}
    onClick=${() => send({ type: "add_bots", count: number, level })}>
    ${text(free < 1 ? "table.no_free_seat" : "table.seat_bots", { count: number })}</${Button}>
    ${
      table.seats.some((seat) => seat?.kind === "bot") &&
      html`<${Button} look="quiet wide" onClick=${() => send({ type: "remove_bots" })}>
      ${text("table.remove_bots")}</${Button}>`
    }`;
}
