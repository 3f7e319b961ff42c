// @ts-check
/** Owns the check of a deck that was thrown away: opened in full, with its reason and its blame. */
import { checkCuts, checkDeck, checkLock, checkMasters } from "./deal.js";
import { GAMES, readPlan } from "./deal_map.js";
import { checkEnd, checkOwnDay } from "./ends.js";
import { ascending, bySeat, field, seatsIn, wholeIn } from "./forms.js";
import { bytesOf, hexOf, NO_CHAIN, need, tagged } from "./hashes.js";

export const REASONS = { cutMissing: 1, closed: 2, tooFewLeft: 3, rulesChanged: 4, other: 5 };

/** Checks a deck that was thrown away, its end, chain and day. */
export function checkThrown(deck) {
  checkEnd(deck, checkThrownDeck(deck));
  checkOwnDay(deck);
}

/** Checks all but end, chain and day; gives the end that follows. @returns {string} */
export function checkThrownDeck(deck) {
  const written = field(deck, "plan");
  const commit = checkDeck(deck, written?.game);
  checkMasters(deck, null);
  const plan = written === null ? null : readPlan(written);
  const lock = plan ? checkLock(deck, commit, plan) : NO_CHAIN;
  if (plan) checkCuts(deck, commit, { all: false });
  const reason = wholeIn(deck, "reason", 0, 255);
  const blamed = seatsIn(deck, "blamed");
  checkReason(deck, plan, reason, blamed);
  const parts = [[reason], bytesOf(lock), [blamed.length], blamed];
  return hexOf(tagged(12, bytesOf(commit), ...parts));
}

function checkReason(deck, plan, reason, blamed) {
  const cuts = bySeat(deck, "cuts").map(([seat]) => seat);
  const promised = bySeat(deck, "cut_commits").map(([seat]) => seat);
  const missing = promised.filter((seat) => !cuts.includes(seat));
  need(ascending(blamed), "thrown", "the blamed seats are out of order");
  let holds = [REASONS.closed, REASONS.other].includes(reason) && !blamed.length;
  if (!plan) {
    const unlocked = field(deck, "lock") === null && !cuts.length && !promised.length;
    need(unlocked, "thrown", "it was never locked and yet has a list or cuts");
    holds ||= reason === REASONS.rulesChanged && !blamed.length;
  } else if (reason === REASONS.cutMissing) {
    holds = missing.length > 0 && blamed.join() === missing.join();
  } else if (reason === REASONS.tooFewLeft) {
    const left = plan.seats.filter((seat) => !blamed.includes(seat)).length;
    const known = blamed.length && blamed.every((seat) => plan.seats.includes(seat));
    holds = known && !missing.length && left < GAMES[plan.game].seats[0];
  }
  need(holds, "thrown", "its reason does not hold, or not those are blamed who caused it");
}
