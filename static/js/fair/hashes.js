// @ts-check
/** Owns the choice of a hash implementation: WebCrypto, or our own code where a page has none. */
import * as own from "./sha256.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const subtle = globalThis.crypto?.subtle;

const byWebCrypto = {
  /** @param {Bytes} message @returns {Promise<Bytes>} */
  sha256: async (message) => new Uint8Array(await subtle.digest("SHA-256", message)),
  /** A function that authenticates messages with this key. @param {Bytes} key */
  hmacWith: async (key) => {
    const usable = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    /** @param {Bytes} message @returns {Promise<Bytes>} */
    return async (message) => new Uint8Array(await subtle.sign("HMAC", usable, message));
  },
};

export const byOurselves = {
  /** @param {Bytes} message @returns {Promise<Bytes>} */
  sha256: async (message) => own.sha256(message),
  /** @param {Bytes} key */
  hmacWith: async (key) => {
    /** @param {Bytes} message @returns {Promise<Bytes>} */
    return async (message) => own.hmac(key, message);
  },
};

export const hashes = subtle ? byWebCrypto : byOurselves;
