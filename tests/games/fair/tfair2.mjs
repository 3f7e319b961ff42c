// The browser's checks of TFAIR2 in Node: cases on standard input, what failed on standard output.
import { readFileSync } from "node:fs";

const folder = new URL("../../../static/js/fair/tfair2/", import.meta.url);
const load = (name) => import(new URL(`${name}.js`, folder));
const [{ checkRecord }, { checkThrown }, { checkChain, checkDays }] = await Promise.all(
  ["record", "thrown", "chain"].map(load),
);
const { Guard } = await load("guard");
const { nothingSeen } = await load("seen");
const { playersInOrder, placesOf, secondBoard } = await load("deal_map");
const { canonical } = await load("hashes");

function guarded(messages) {
  const guard = new Guard(nothingSeen());
  for (const message of messages) guard.take(message);
  return guard.ambers;
}

const CHECKS = {
  record: (value) => checkRecord(value) && [],
  thrown: (value) => checkThrown(value) ?? [],
  chain: (value) => checkChain(value) ?? [],
  days: (value) => checkDays(value) && [],
  trace: guarded,
  map: ({ game, seats, step, button, second = [] }) => {
    const plan = { game, seats, step };
    const boards = second.map(([common]) => secondBoard(plan, common));
    return [playersInOrder(plan, button), [...placesOf(plan, button)], boards];
  },
  canon: (value) => new TextDecoder().decode(canonical(value)),
};

function failed(kind, value) {
  try {
    return { passed: CHECKS[kind](value) };
  } catch (error) {
    return { failed: error.check ?? String(error.stack) };
  }
}

const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(([kind, value]) => failed(kind, value))));
