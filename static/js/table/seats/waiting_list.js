// @ts-check
/** Owns what a person sees of a table's waiting list: their place, and the seat held for them. */
import { html } from "../../view.js";
import { serverNow } from "../store.js";
import { useTicks } from "../ui/redraw.js";
import { mustAsk } from "./asking.js";

/**
 * How the waiting list looks to the reader: the empty seats, those free for them, whether one is
 * held for them, whether they can join the list, and how many people wait. @param {any} state
 */
export function lineLook(state) {
  const { table, you } = state;
  const taken = new Set(table.seats.filter((seat) => seat?.name).map(({ seat }) => seat));
  const vacant = Array.from({ length: table.max_seats }, (_, i) => i).filter((i) => !taken.has(i));
  const line = table.waiting_list;
  const mine = Boolean(you?.waiting?.until);
  const free = mine ? vacant.length : Math.max(0, vacant.length - line);
  const joins = !free && you && !you.waiting && !table.sit_and_go && !mustAsk(state);
  return { vacant, free, mine, line, joins };
}

/** The time left of the seat that is held for the reader. @param {{state: any}} props */
export function Held({ state }) {
  useTicks(1_000);
  const left = Math.max(0, Math.ceil((state.you.waiting.until - serverNow(state)) / 1_000));
  return html`<span class="num" aria-hidden="true">
    ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}</span>`;
}
