// The Node checker of TFAIR2: cases on standard input, what failed on standard output.
import { readFileSync } from "node:fs";
import * as checker from "../../../clients/node/tfair2.mjs";

const CHECKS = {
  record: checker.checkRecord,
  thrown: checker.checkThrown,
  chain: checker.checkChain,
  days: checker.checkDays,
  canon: checker.json,
  map: ({ game, seats, step, button, second = [] }) => {
    const plan = { game, seats, step };
    const boards = second.map(([common]) => checker.boardTwo(plan, common));
    return [checker.dealOrder(plan, button), checker.placesBy(plan, button), boards];
  },
};

function failed(kind, value) {
  try {
    return { passed: CHECKS[kind](value) ?? null };
  } catch (error) {
    return { failed: error.check ?? String(error.stack) };
  }
}

const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(([kind, value]) => failed(kind, value))));
