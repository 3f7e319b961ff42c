// @ts-check
/**
 * Owns the check of several files together, without a network: records of hands, decks that were
 * thrown away, ends of a table's decks, lists of days, kept copies of the chain of days.
 */
import { checkCopy, dateOf, nameOf, rootOfList } from "./day_chain.js";
import { readEvidence } from "./evidence.js";
import { compareKeys, KIND, keysIn, signedText } from "./house_keys.js";
import { checkRecord, foundText, scopeOf } from "./record.js";
import { checkUnplayed } from "./tfair1.js";
import { checkChain, checkDays as checkTreesOfDays } from "./tfair2/chain.js";
import { Deal } from "./tfair2/deal.js";
import { chainAfter } from "./tfair2/ends.js";
import { hexBytes, hexIn, listIn, whole, wholeIn } from "./tfair2/forms.js";
import { bytesOf, hexOf, need, tagged, u32 } from "./tfair2/hashes.js";
import { checkThrown, REASONS } from "./tfair2/thrown.js";

/** @typedef {import("./day_chain.js").Closed} Closed */
/**
 * What one file was found to be. `check`: the name of the check that failed, null if all passed.
 * @typedef {{name: string, check: string | null, text: string, notes: string[]}} Verdict
 */
/** A closed day that a file speaks of. @typedef {{name: string} & Closed} OwnDay */
/** @typedef {{file: GivenFile, fair: any, day: OwnDay | null}} Deck */

const REASON_TEXTS = new Map([
  [REASONS.cutMissing, "a locked cut did not come"],
  [REASONS.closed, "the table closed"],
  [REASONS.tooFewLeft, "too many players left after the lock"],
  [REASONS.rulesChanged, "the rules changed"],
  [REASONS.other, "the house gave no reason"],
]);

/** One of the files, and what it adds to the check of all. */
class GivenFile {
  /** @type {string | null} */
  check = null;
  text = "";
  /** @type {string[]} */
  notes = [];
  /** @type {Deck[]} */
  decks = [];
  /** A kept copy of the chain of days. @type {Map<string, Closed> | null} */
  copy = null;
  /** The list of a day. @type {{date: string, items: any[], root?: string} | null} */
  list = null;
  /** Ends of decks by their number. @type {Map<number, string> | null} */
  ends = null;
  /** What the house said in it. @type {import("./house_keys.js").Said[]} */
  said = [];
  /** Keys of the house, from the oldest on. @type {string[] | null} */
  keys = null;
  /** The evidence of a failure. @type {any} */
  evidence = null;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.check) return; // the first failure is told
    const { check, why, message } = /** @type {any} */ (error);
    this.check = check ?? "form";
    this.text = why ?? `it cannot be read: ${message ?? error}`;
  }

  /** @param {string} text of a note, which is told once */
  note(text) {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Notes a failure instead of throwing it. @param {() => void} check */
  try(check) {
    try {
      check();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @returns {Verdict} */
  get verdict() {
    const { name, check, text, notes } = this;
    return { name, check, text, notes: check && !this.evidence ? [] : notes };
  }
}

/**
 * Checks each file, and all of them against each other. A file that cannot be checked fails.
 * @param {{name: string, text: string}[]} given @returns {Promise<Verdict[]>}
 */
export async function checkFiles(given) {
  const files = await Promise.all(given.map(read));
  const copies = files.filter((file) => file.copy && !file.check);
  compareCopies(copies);
  const copy = copies[0]?.copy ?? null;
  await checkLists(files, copy);
  checkDays(files, copy);
  checkTables(files);
  await checkSigned(files);
  return files.map((file) => file.verdict);
}

async function read({ name, text }) {
  const file = new GivenFile(name);
  try {
    if (name.endsWith(".ndjson")) readLines(file, text);
    else await take(file, JSON.parse(text));
  } catch (error) {
    file.fail(error);
  }
  return file;
}

/** A part of a day's list: its name has the date. @param {GivenFile} file @param {string} text */
function readLines(file, text) {
  const date = /\d{4}-\d\d-\d\d/.exec(file.name)?.[0];
  need(date, "form", "the name of a day's list must have its date, as it was downloaded");
  const items = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  file.list = { date, items };
}

/** @param {GivenFile} file @param {any} value */
async function take(file, value) {
  if (Array.isArray(value))
    return Object.hasOwn(value[0] ?? {}, "items") ? takeDays(file, value) : takeTable(file, value);
  need(value && typeof value === "object", "form", "this page knows no such file");
  if (Object.hasOwn(value, "fair")) return takeRecord(file, value);
  if (Object.hasOwn(value, "reason")) return takeThrown(file, value);
  if (Object.hasOwn(value, "days")) return takeCopy(file, value);
  if (Object.hasOwn(value, "items")) return takeList(file, value);
  if (Object.hasOwn(value, "ends")) return takeEnds(file, value);
  if (Object.hasOwn(value, "failed")) return takeEvidence(file, value);
  if (Object.hasOwn(value, "keys")) return takeKeys(file, value);
  need(Object.hasOwn(value, "masters"), "form", "this page knows no such file");
  need(value.scheme === "TFAIR1", "scheme", "this is not TFAIR1");
  await checkUnplayed(value);
  file.text = "a deck of the older, weaker scheme that was never dealt: all its cards are right";
}

async function takeRecord(file, record) {
  const found = await checkRecord(record);
  file.text = foundText(found);
  const { fair } = record;
  const day = found.isOlder ? olderDay(fair.day) : ownDay(fair);
  file.decks.push({ file, fair: found.isOlder ? null : fair, day });
  if (!found.isOlder) file.said.push([KIND.chain, fair.chain, fair.signature]);
  file.notes = scopeOf(found, true);
}

const olderDay = (day) =>
  day && { name: nameOf(true, day.day), leaves: day.hands, root: day.root, head: day.head };

/** @returns {OwnDay | null} */
const ownDay = ({ day }) =>
  day && {
    name: nameOf(false, dateOf(day.day)),
    leaves: day.leaves,
    root: day.root,
    head: day.head,
  };

function takeThrown(file, deck) {
  checkThrown(deck);
  file.decks.push({ file, fair: deck, day: ownDay(deck) });
  file.said.push([KIND.chain, deck.chain, deck.signature]);
  const blamed = deck.blamed.length ? ` by seat ${deck.blamed.join(", ")}` : "";
  const locked = deck.lock === null ? "before it was locked" : "after its lock";
  const why = REASON_TEXTS.get(deck.reason);
  file.text = `deck ${deck.no} was thrown away ${locked}: ${why}${blamed}; all its cards are right`;
}

/** All decks of a table from the first on. @param {GivenFile} file @param {any[]} decks */
async function takeTable(file, decks) {
  need(decks.length, "form", "the list is empty");
  for (const one of decks) {
    if (Object.hasOwn(one ?? {}, "fair")) await takeRecord(file, one);
    else if (Object.hasOwn(one ?? {}, "reason")) takeThrown(file, one);
    else file.decks.push({ file, fair: new Deal(one).fair, day: ownDay(one) });
  }
  const fairs = file.decks.map(({ fair }) => fair);
  need(fairs.every(Boolean), "scheme", "a table's chain of the older scheme is not checked here");
  checkChain(fairs);
  const dealt = fairs.filter((fair) => !Object.hasOwn(fair, "reason")).length;
  const counts = `${dealt} dealt, ${fairs.length - dealt} thrown away, none missing`;
  file.text = `all ${fairs.length} decks of a table from the first on: ${counts}`;
}

/** Days with all their leaves, from the first on. @param {GivenFile} file @param {any[]} days */
function takeDays(file, days) {
  const last = [...checkTreesOfDays(days).keys()].at(-1) ?? 0;
  const what = "each follows from its decks and the day before";
  file.text = `${days.length} days up to ${dateOf(last)}: ${what}`;
}

async function takeCopy(file, value) {
  file.copy = await checkCopy(value);
  if (Object.hasOwn(value, "keys")) await takeKeys(file, value);
  for (const { scheme, head, signature } of value.days)
    if (scheme === "TFAIR2") file.said.push([KIND.day, head, signature]);
  const last = [...file.copy.keys()].at(-1)?.split(" ")[1];
  file.text = last
    ? `a copy of the chain of days up to ${last}: each day follows from the one before`
    : "a copy of the chain of days without any day";
}

async function takeKeys(file, value) {
  const { keys, notes } = await keysIn(value);
  file.keys = keys;
  file.notes.push(...notes);
  file.text = `${keys.length} keys of the house`;
}

function takeEvidence(file, value) {
  file.evidence = value;
}

function takeList(file, value) {
  const items = listIn(value, "items");
  const all = items.length === wholeIn(value, "leaves");
  need(all, "day", "not all leaves of the day are in the list");
  file.list = { date: dateOf(wholeIn(value, "day")), items, root: hexIn(value, "root") };
}

function takeEnds(file, value) {
  for (const deck of listIn(value, "thrown")) takeThrown(file, deck);
  file.ends = new Map();
  for (const pair of listIn(value, "ends")) {
    need(Array.isArray(pair) && pair.length === 2, "form", "an end is a pair");
    file.ends.set(whole(pair[0], "no", 1), hexOf(hexBytes(pair[1], 32, "an end")));
  }
  file.text = `the ends of ${file.ends.size} decks of a table`;
}

/** What the house signed, by the keys of any of the files. @param {GivenFile[]} files */
async function checkSigned(files) {
  const known = files.filter((file) => file.keys?.length && !file.check);
  for (const [i, file] of known.entries())
    for (const other of known.slice(0, i))
      file.try(() => compareKeys(file.keys ?? [], other.keys ?? [], other.name));
  const keys = known.reduce((most, one) => longer(most, one.keys), /** @type {any} */ (null));
  for (const file of files) {
    try {
      if (file.said.length && !file.check) file.note(await signedText(keys, file.said));
      if (file.evidence) await checkEvidence(file, keys);
    } catch (error) {
      file.fail(error);
    }
  }
}

const longer = (one, other) => ((one?.length ?? 0) < (other?.length ?? 0) ? other : one);

/** Evidence always shows a failure: the one that the messages give again, or that of the page. */
async function checkEvidence(file, keys) {
  const { found, claimed, sentences } = await readEvidence(file.evidence, keys);
  file.check = found?.check ?? claimed;
  file.text = found
    ? `the messages of the table fail again: ${found.why}`
    : "the messages alone don't show this failure: it needs what the device remembered";
  file.notes = sentences;
}

/** Two copies of the chain have no different day. @param {GivenFile[]} copies */
function compareCopies(copies) {
  copies.forEach((one, i) => {
    for (const other of copies.slice(0, i))
      for (const [name, closed] of one.copy ?? []) {
        const kept = other.copy?.get(name);
        one.try(() =>
          need(!kept || isSame(closed, kept), "day", `${name} is not that of ${other.name}`),
        );
      }
  });
}

/** @param {Closed} one @param {Closed} other */
const isSame = (one, other) =>
  ["leaves", "root", "head"].every((field) => one[field] === other[field]);

/**
 * Lists of days, each against its root: its own, and that of the copy. Parts of a day are joined.
 * Notes the decks of each day. @param {GivenFile[]} files @param {Map<string, Closed> | null} copy
 */
async function checkLists(files, copy) {
  /** @type {Map<string, GivenFile[]>} */
  const lists = new Map();
  for (const file of files) {
    if (!file.list || file.check) continue;
    const name = file.list.root ? file.name : file.list.date;
    lists.set(name, [...(lists.get(name) ?? []), file]);
  }
  const found = [];
  for (const parts of lists.values()) {
    try {
      found.push(await checkList(parts, copy));
    } catch (error) {
      for (const file of parts) file.fail(error);
    }
  }
  for (const { name, chains } of found)
    for (const { file, fair, day } of files.flatMap(({ decks }) => decks)) {
      if (day?.name !== name || !fair) continue;
      const slot = hexOf(tagged(14, bytesOf(fair.table_id), u32(fair.no)));
      const listed = chains.get(slot) === fair.chain;
      file.try(() => need(listed, "day", `deck ${fair.no} is not in the list of its day`));
    }
}

/** @param {GivenFile[]} parts @param {Map<string, Closed> | null} copy */
async function checkList(parts, copy) {
  const ordered = [...parts].sort((one, other) => (one.name < other.name ? -1 : 1));
  const items = ordered.flatMap(({ list }) => list?.items ?? []);
  const { list } = parts[0];
  const { isOlder, root } = await rootOfList(items);
  const name = nameOf(isOlder, list?.date ?? "");
  const kept = copy?.get(name);
  const own = list?.root;
  need(own || kept, "day", "the list has no root: choose a copy of the chain of days with it");
  need(!own || own === root, "day", `${name}: the root is not that of the list`);
  const isKept = !kept || (kept.root === root && kept.leaves === items.length);
  need(isKept, "day", `${name} is not that of your copy`);
  for (const file of parts) {
    file.text = `the list of ${name}: its ${items.length} decks give its root`;
    if (!kept) file.notes.push("This day was not compared with a copy of yours.");
  }
  return { name, chains: new Map(isOlder ? [] : items) };
}

/**
 * Days of decks against the copy.
 * @param {GivenFile[]} files @param {Map<string, Closed> | null} copy
 */
function checkDays(files, copy) {
  const last = [...(copy?.keys() ?? [])].at(-1);
  for (const { file, day } of files.flatMap(({ decks }) => decks)) {
    if (!day) continue;
    const kept = copy?.get(day.name);
    const date = day.name.split(" ")[1];
    if (kept) {
      file.try(() => need(isSame(day, kept), "day", `${day.name} is not that of your copy`));
      file.note(`The root of ${date} is that of your copy.`);
    } else if (!copy || (last && date > last.split(" ")[1])) {
      file.note("Its day's root was not compared with a copy of yours.");
    } else {
      file.try(() => need(false, "day", `${day.name} is not in your copy`));
    }
  }
}

/**
 * Decks of one table: no number has two histories, and each deck follows from the one before.
 * @param {GivenFile[]} files
 */
function checkTables(files) {
  /** @type {Map<string, Deck[]>} */
  const tables = new Map();
  for (const deck of files.flatMap(({ decks }) => decks)) {
    if (!deck.fair) continue;
    const id = deck.fair.table_id;
    tables.set(id, [...(tables.get(id) ?? []), deck]);
  }
  // Ends name no table: they are of use if all decks are of one.
  const ends = tables.size === 1 ? files.flatMap((file) => [...(file.ends ?? [])]) : [];
  for (const decks of tables.values()) {
    const sorted = decks.sort((one, other) => one.fair.no - other.fair.no);
    for (const [i, deck] of sorted.entries())
      if (i) deck.file.try(() => checkNext(sorted[i - 1], deck, new Map(ends)));
  }
}

/** @param {Deck} before @param {Deck} deck @param {Map<number, string>} ends */
function checkNext({ file, fair: earlier }, { file: own, fair }, ends) {
  if (fair.no === earlier.no) {
    const same = fair.chain === earlier.chain;
    need(same, "chain", `deck ${fair.no} has another history in ${file.name}`);
    return;
  }
  let [no, chain] = [earlier.no, earlier.chain];
  for (; no + 1 < fair.no; no += 1) {
    const end = ends.get(no + 1);
    if (!end) {
      const missing =
        no + 2 < fair.no ? `Decks ${no + 1} to ${fair.no - 1} are` : `Deck ${no + 1} is`;
      own.note(`${missing} not among these files: the chain was not followed there.`);
      return;
    }
    chain = chainAfter(chain, no + 1, end);
  }
  const follows = hexIn(fair, "chain_before") === chain;
  need(follows, "chain", `deck ${fair.no} does not follow from deck ${earlier.no} in ${file.name}`);
  if (file !== own) own.note(`It follows from deck ${earlier.no} in the table's chain.`);
}
