// The door of a table's page in Node: it takes given messages and returns what became of them.
import { readFileSync } from "node:fs";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
const { Door } = await import(new URL("../../../static/js/fair/door.js", import.meta.url));
const tick = () => new Promise((done) => setTimeout(done));

/**
 * Plays a story. Its steps are messages; {know} what the page itself knows; {acks} answers by
 * command from now on; {ends} what is answered about missed decks; {reload} another window;
 * {wait} until the milliseconds are over.
 */
async function played({ steps, cuts = {} }) {
  kept.clear();
  for (const [name, list] of Object.entries(cuts))
    kept.set(`fair2:${name}:cuts`, JSON.stringify(list));
  const sent = [];
  const passed = [];
  const seals = [];
  let acks = {};
  let ends = null;
  const open = () =>
    new Door({
      command: async (body) => {
        sent.push(body);
        return acks[body.type] ?? { ok: true };
      },
      resync: () => sent.push({ type: "resync" }),
      ends: async (after) => {
        sent.push({ type: "ends", after });
        return ends;
      },
      live: () => true,
      changed: (seal) => seals.push(structuredClone(seal)),
      signed: async (_kind, _hash, signature) => signature !== "false",
    });
  let door = open();
  for (const step of steps) {
    if (step.know) door.know(step.know);
    else if (step.acks) ({ acks } = step);
    else if (step.ends !== undefined) ({ ends } = step);
    else if (step.reload) door = open();
    else if (step.wait) await new Promise((done) => setTimeout(done, step.wait));
    else passed.push(door.pass(step));
    await tick();
  }
  const { failed, trial } = door;
  const found = { passed, sent, seal: seals.at(-1) ?? null, seals: seals.length, failed };
  return { ...found, trial: trial !== null, ambers: door.real?.guard.ambers ?? [] };
}

const stories = JSON.parse(readFileSync(0, "utf8"));
const told = [];
for (const story of stories) told.push(await played(story));
// Doors that still ask what they missed would go on for a minute.
process.stdout.write(JSON.stringify(told), () => process.exit());
