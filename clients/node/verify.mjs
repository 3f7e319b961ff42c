#!/usr/bin/env node
// node verify.mjs [--chain CHAIN] [--keys KEYS] FILE... checks hands' records, decks that were thrown
// away, lists of a table's decks, and days with their items. Exits with 1 if one fails. CHAIN is a
// copy of /fair/chain.json, in which each day must be, KEYS one of /fair/key.json (CHAIN has them too).
import { readFileSync } from "node:fs";
import { CHAIN, checkSigned, DAY, keysInWords, readKeys } from "./signatures.mjs";
import * as tfair1 from "./tfair1.mjs";
import * as tfair2 from "./tfair2.mjs";

const NOT_COMPARED = "its day's root was not compared with a copy of yours";
const NOT_CHECKED =
  "Not checked here: the words of events, and the balances between actions; " +
  "by the rules of the game manage.py check_record does";
const need = (holds, check, why) => {
  if (!holds) throw new tfair2.NotFair(check, why);
};
const dayOf = (date) => Date.parse(date) / 864e5;
const dateOf = (day) => new Date(864e5 * day).toISOString().slice(0, 10);
const joined = (...parts) => parts.filter(Boolean).join(", ");

/** The days of a chain, each following from the one before; the day of the change is there twice. */
function checkChain({ days, keys = [] }, given) {
  const known = given.length ? given : readKeys({ keys });
  const found = new Map();
  const words = new Set();
  let [head, last, newer] = ["0".repeat(64), null, false];
  for (const one of days) {
    const { scheme = "TFAIR1" } = one;
    need(scheme === "TFAIR2" || (scheme === "TFAIR1" && !newer), "chain", `${scheme} in the chain`);
    const [older, changes] = [scheme === "TFAIR1", scheme === "TFAIR2" && !newer];
    const day = older ? dayOf(one.day) : one.day;
    const next = last === null || day === last + 1 || (changes && day === last);
    need(next && Number.isInteger(day), "chain", `a day before ${one.day} is missing`);
    head = older ? tfair1.headAfter(head, one) : tfair2.headOf(head, day, one.leaves, one.root);
    need(head === one.head, "chain", `${dateOf(day)} does not follow from the day before`);
    if (!older) words.add(checkSigned(known, DAY, head, one.signature));
    found.set(one.day, one);
    [last, newer] = [day, !older];
  }
  return { days: found, keys: known, words: joined(`${found.size} days hold`, ...words) };
}

/** Compares a day with that of the chain; says which it is. */
function kept(own, days, count) {
  need(own || !days, "day", "it states no day: save the file again when its day is over");
  if (!own) return "its day is not closed";
  const date = typeof own.day === "string" ? own.day : dateOf(own.day);
  if (!days) return `in the root of ${date}, ${NOT_COMPARED}`;
  const same = [count, "root", "head"].every((name) => days.get(own.day)?.[name] === own[name]);
  need(same, "day", `${date} differs from the chain`);
  return `in the root of ${date}`;
}

function check(value, days, keys) {
  const signed = (deck) => checkSigned(keys, CHAIN, deck.chain, deck.signature);
  if (Array.isArray(value)) {
    tfair2.checkChain(value);
    const words = value.map(signed);
    for (const { day } of value) if (day) kept(day, days, "leaves");
    return joined(`${value.length} decks hold, none is missing`, ...new Set(words));
  }
  if ("items" in value) {
    tfair2.checkItems(value);
    const alone = days ? "" : "its head was not checked: that needs the chain of days";
    if (days) kept(value, days, "leaves");
    const words = checkSigned(keys, DAY, value.head, value.signature);
    return joined(
      `${value.items.length} decks give the root of ${dateOf(value.day)}`,
      alone,
      words,
    );
  }
  if ("reason" in value) {
    tfair2.checkThrown(value);
    const whose = value.blamed.map((seat) => `seat ${seat}`).join(", ");
    const why = `for reason ${value.reason}${whose && `, because of ${whose}`}`;
    const day = kept(value.day, days, "leaves");
    return joined(`deck ${value.no}, thrown away ${why}, holds`, day, signed(value));
  }
  const { fair, version = 1 } = value;
  need(fair, "scheme", "this record has no proof of its deal");
  if (fair.scheme === "TFAIR1") {
    need(version === 1, "scheme", "this record is newer than its scheme");
    const found = `${tfair1.checkRecord(value)}, checked by the older, weaker scheme`;
    return joined(found, kept(fair.day, days, "hands"));
  }
  const { plan, opened } = tfair2.checkRecord(value);
  const cut = fair.cuts.length ? `cut by ${fair.cuts.length} of ${plan.seats.length}` : "uncut";
  const day = kept(fair.day, days, "leaves");
  return joined(cut, `${opened} cards hold, each at its place`, day, signed(fair));
}

function tried(file, work) {
  try {
    return work(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    process.exitCode = 1;
    const why = error instanceof tfair2.NotFair ? "DOES NOT HOLD" : "cannot be read";
    console.log(`${file}: ${why}: ${error.message}`);
    return undefined;
  }
}

const files = process.argv.slice(2);
const options = new Map();
while (["--chain", "--keys"].includes(files[0])) options.set(...files.splice(0, 2));
const [chainFile, keysFile] = [options.get("--chain"), options.get("--keys")];
const given = keysFile ? tried(keysFile, (file) => [readKeys(file), keysInWords(file)]) : [[]];
const keys = given?.[0];
if (keysFile && keys) console.log(`${keysFile}: ${given[1]}`);
const chain =
  chainFile && keys ? tried(chainFile, (one) => checkChain(one, keys)) : { days: null, keys };
if (chain?.days) console.log(`${chainFile}: ${chain.words}`);
let records = 0;
if (keys && chain)
  for (const file of files)
    tried(file, (value) => {
      const found = check(value, chain.days, chain.keys);
      records += found.includes("cards hold");
      console.log(`${file}: ${found}`);
    });
if (records) console.log(NOT_CHECKED);
