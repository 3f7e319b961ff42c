// @ts-check
/**
 * Owns what this browser keeps of the tables that it has watched, by table id: what their guards
 * have seen, and the cuts that it made. All its windows share it.
 */
import { local } from "../storage.js";
import { need } from "./tfair2/hashes.js";
import { nothingSeen } from "./tfair2/seen.js";

/** @typedef {ReturnType<typeof nothingSeen>} Seen */
/** @typedef {{no: number, seat: number, cut: string, commit: string}} OwnCut */

const INDEX = "fair2";
const TABLES_MAX = 30;
const CUTS_MAX = 60;

/** What is kept at a key; null for nothing, and for what is no JSON. */
function read(key) {
  try {
    return JSON.parse(local.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Remembers that a table is kept, and forgets the one that was used longest ago. */
function list(name) {
  const names = (read(INDEX) ?? []).filter((one) => one !== name);
  for (const old of names.splice(TABLES_MAX - 1))
    for (const part of ["seen", "cuts"]) local.removeItem(`${INDEX}:${old}:${part}`);
  local.setItem(INDEX, JSON.stringify([name, ...names]));
}

const PROVED = "fair2:proved";
const PROVED_MAX = 200;
const proved = () => read(PROVED) ?? [];

/** Whether this browser has seen the decks of a table be proved. @param {string} slug */
export const isProved = (slug) => proved().includes(slug);

/** @param {string} slug */
export function noteProved(slug) {
  const others = proved().filter((one) => one !== slug);
  local.setItem(PROVED, JSON.stringify([slug, ...others].slice(0, PROVED_MAX)));
}

export class Kept {
  /** @param {string} name of the table, and of the way in which it is watched */
  constructor(name) {
    this.seenKey = `${INDEX}:${name}:seen`;
    this.cutsKey = `${INDEX}:${name}:cuts`;
    this.list = () => list(name);
  }

  /** @returns {Seen} */
  seen() {
    return { ...nothingSeen(), ...read(this.seenKey) };
  }

  /** Keeps what this window has seen together with what another one has. @param {Seen} seen */
  save(seen) {
    const other = /** @type {Seen | null} */ (read(this.seenKey));
    if (other) this.compare(seen, other);
    else this.list();
    const [first, then] = (other?.last ?? 0) > (seen.last ?? 0) ? [seen, other] : [other, seen];
    const both = (name) => ({ ...first?.[name], ...then?.[name] });
    const kept = { ...then, commits: both("commits"), locks: both("locks"), cuts: both("cuts") };
    local.setItem(this.seenKey, JSON.stringify(kept));
  }

  /** What two windows were shown must be the same. @param {Seen} seen @param {Seen} other */
  compare(seen, other) {
    const told = seen.last === other.last && seen.last !== null;
    need(!told || seen.chain === other.chain, "chain", "another window was shown another chain");
    for (const name of /** @type {const} */ (["commits", "locks"]))
      for (const [no, hash] of Object.entries(other[name])) {
        const same = (seen[name][no] ?? hash) === hash;
        const check = name === "commits" ? "noted" : "relock";
        need(same, check, `another window was shown another deck ${no}`);
      }
  }

  /** @returns {OwnCut[]} */
  cuts() {
    return read(this.cutsKey) ?? [];
  }

  /** @param {OwnCut} cut */
  addCut(cut) {
    const others = this.cuts().filter(({ commit }) => commit !== cut.commit);
    local.setItem(this.cutsKey, JSON.stringify([...others, cut].slice(-CUTS_MAX)));
  }
}
