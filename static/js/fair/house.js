// @ts-check
/** Owns the house of an open page: its keys, and those that it has published since. */
import { isSigned } from "./signatures.js";

/** The kind of a signature of the next key, by the key before it. */
const NEXT_KEY = 6;
/** How often the published keys are asked for, and the milliseconds between. */
const ASKS = 12;
const PAUSE_MS = 5_000;

/** The house's keys: those that the page came with, and those that it published since. */
export class House {
  /** @type {Promise<void> | null} */
  #learning = null;

  /**
   * @param {string[]} keys of the page; later ones are added
   * @param {() => Promise<{keys: {key: string, signature: string | null}[]}>} read all public keys
   */
  constructor(keys, read, pause = PAUSE_MS) {
    this.keys = keys;
    this.read = read;
    this.pause = pause;
  }

  /**
   * Whether the house has signed; null where this browser cannot tell. The house may have replaced
   * its key while the page was open.
   * @param {number} kind @param {string} hash @param {string} signature
   */
  async isSigned(kind, hash, signature) {
    const known = await isSigned(this.keys, kind, hash, signature);
    if (known !== false) return known;
    this.#learning ??= this.#learn()
      .catch(() => {}) // an answer without keys
      .finally(() => {
        this.#learning = null;
      });
    await this.#learning;
    return isSigned(this.keys, kind, hash, signature);
  }

  /** Adds the keys that follow the last known one, each signed by the one before. */
  async #learn() {
    const keys = await this.#published();
    const next = keys.findIndex(({ key }) => key === this.keys.at(-1)) + 1;
    for (const { key, signature } of next ? keys.slice(next) : []) {
      if (!(await isSigned(this.keys.slice(-1), NEXT_KEY, key, signature ?? ""))) return;
      this.keys.push(key);
    }
  }

  /** All public keys; none if they do not come, so that what cannot be checked has failed. */
  async #published() {
    for (let asked = 1; asked <= ASKS; asked += 1) {
      try {
        return (await this.read()).keys;
      } catch {
        if (asked < ASKS) await new Promise((done) => setTimeout(done, this.pause));
      }
    }
    return [];
  }
}

const published = async () => (await fetch("/fair/key.json")).json();
/** The house of this page. @type {House | undefined} */
let house;
/**
 * Whether the house whose page this is has signed; null where this browser cannot tell.
 * @param {string[]} keys of the page; later ones are added
 * @param {[kind: number, hash: string, signature: string]} said
 */
export function isByHouse(keys, ...said) {
  house ??= new House(keys, published);
  return house.isSigned(...said);
}
