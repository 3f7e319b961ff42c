// The guard of a table's page in Node: it processes given messages and returns its answers.
import { readFileSync } from "node:fs";

const { Guard } = await import(new URL("../../../static/js/fair/guard.js", import.meta.url));

/** Processes the messages of one story; `acks` answers its commands by type. */
async function heard({ messages, acks = {}, opened = {}, cuts = {} }) {
  const kept = new Map(Object.entries(cuts));
  const sent = [];
  const seals = [];
  const guard = new Guard({
    command: async (body) => {
      sent.push(body);
      return { ok: acks[body.type] ?? true };
    },
    resync: () => sent.push({ type: "resync" }),
    changed: (seal) => seals.push(structuredClone(seal)),
    opened: async (id) => opened[id] ?? null,
    store: { getItem: (key) => kept.get(key) ?? null, setItem: (key, v) => kept.set(key, v) },
    slug: "t",
  });
  for (const message of messages) await guard.hear(message);
  await new Promise((resolve) => setTimeout(resolve));
  return { sent, seal: seals.at(-1) ?? null, failed: guard.seal.failed?.check ?? null };
}

const stories = JSON.parse(readFileSync(0, "utf8"));
const told = [];
for (const story of stories) told.push(await heard(story));
process.stdout.write(JSON.stringify(told));
