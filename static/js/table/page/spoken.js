// @ts-check
/** Owns the lines that screen readers say: numbered, so that equal lines are said again. */

/** Lines that the table's page keeps in its live region. */
const SHOWN = 12;

/** @typedef {{number: number, text: string, kind: string}} Spoken */
let count = 0;
/** What shows each line; without one they go to the live region of the table's page. */
let show = inRegion;

/** @param {Spoken} line */
function inRegion({ number, text }) {
  const region = document.getElementById("spoken");
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = `${number}. ${text}`;
  region.append(line);
  while (region.childElementCount > SHOWN) region.firstElementChild?.remove();
}

/** Says a line. @param {string} text @param {string} [kind] what it is, for a page that shows it */
export function speak(text, kind = "event") {
  count += 1;
  show({ number: count, text, kind });
}

/** Lets another page show the lines. @param {(line: Spoken) => void} shows */
export function showWith(shows) {
  show = shows;
}
