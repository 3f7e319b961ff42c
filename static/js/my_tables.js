// @ts-check
/** Owns my tables below the header: asks again from time to time whether it is my turn at one. */
import { load, text } from "./messages.js";

const EVERY_MS = 8_000;
const place = document.getElementById("my-tables");

/** @param {{slug: string, name: string, my_turn: boolean}} table */
function link({ slug, name, my_turn: turn }) {
  const found = document.createElement("a");
  found.href = `/t/${slug}/`;
  found.textContent = name;
  if (turn) {
    found.className = "turn";
    found.append(
      " ",
      Object.assign(document.createElement("b"), { textContent: text("pages.your_turn") }),
    );
  }
  return found;
}

async function refresh() {
  if (!place || document.hidden) return;
  try {
    const answer = await fetch("/api/v1/tables/mine", { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    await load();
    const { items } = await answer.json();
    const title = Object.assign(document.createElement("span"), {
      textContent: text("pages.my_tables"),
    });
    place.replaceChildren(...(items.length ? [title, ...items.map(link)] : []));
  } catch {
    // No network: the next try may have one.
  }
}

if (place) {
  setInterval(refresh, EVERY_MS);
  document.addEventListener("visibilitychange", refresh);
}
