// @ts-check
/** Owns the dialog that seats bots and sends them away. */

import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { Button } from "../ui/button.js";
import { Problem, useSend } from "./parts.js";

const LEVELS = [
  ["easy", "Easy", "plays many hands and calls a lot"],
  ["medium", "Steady", "plays solid hands"],
  ["hard", "Sharp", "weighs the odds and bluffs"],
];

/** @param {{state: any, actions: any}} props */
export function Bots({ state: { table }, actions }) {
  const free = table.max_seats - table.seats.filter((seat) => seat?.name).length;
  const [number, setNumber] = useState(Math.min(free, 3));
  const [level, setLevel] = useState("medium");
  const { error, busy, send } = useSend(actions);
  const bots = text("table.bots", { count: number });
  return html`<p class="soft">Bots always carry a BOT badge, play with their own chips, and leave
    when people want the seats.</p>
    <div class="count"><button type="button" class="round" aria-label="Fewer"
    onClick=${() => setNumber(Math.max(1, number - 1))}>−</button><b class="num">${bots}</b>
    <button type="button" class="round" aria-label="More"
    onClick=${() => setNumber(Math.min(free, number + 1))}>+</button></div>
    <fieldset class="options"><legend>Level</legend>${LEVELS.map(
      ([value, label, help]) => html`<label class="option">
      <input type="radio" name="level" checked=${level === value}
      onChange=${() => setLevel(value)} /><span><b>${label}</b><small>${help}</small></span>
      </label>`,
    )}</fieldset>
    <${Problem} text=${error} />
    <${Button} look="primary wide" disabled=${busy || free < 1}
    onClick=${() => send({ type: "add_bots", count: number, level })}>
    ${free < 1 ? "No free seat" : `Seat ${bots}`}</${Button}>
    ${
      table.seats.some((seat) => seat?.kind === "bot") &&
      html`<${Button} look="quiet wide" onClick=${() => send({ type: "remove_bots" })}>Remove the
      bots</${Button}>`
    }`;
}
