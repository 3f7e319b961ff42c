// @ts-check
/**
 * Owns SHA-256 and HMAC-SHA-256 for browsers without WebCrypto (pages without https). FIPS 180-4
 * and RFC 2104, one whole message at a time.
 */
const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function fractions(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    const root = n ** power;
    if (prime) found.push(((root - Math.floor(root)) * 2 ** 32) | 0);
  }
  return Int32Array.from(found);
}

const K = fractions(64, 1 / 3);
const START = fractions(8, 1 / 2);

const turn = (x, by) => (x >>> by) | (x << (32 - by));

/** The schedule of one block: nothing here runs at the same time as itself. */
const w = new Int32Array(64);

/** @param {Int32Array} state @param {Uint8Array} bytes @param {number} at */
function compress(state, bytes, at) {
  for (let i = 0, k = at; i < 16; i += 1, k += 4)
    w[i] = (bytes[k] << 24) | (bytes[k + 1] << 16) | (bytes[k + 2] << 8) | bytes[k + 3];
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The end of a message: at most two blocks. */
const tail = new Uint8Array(2 * BLOCK);

/**
 * The digest of a message that goes on after `before` bytes, a number of whole blocks.
 * @param {Int32Array} start the state after those bytes @param {Uint8Array} message
 */
function digestOf(start, message, before) {
  const state = start.slice();
  const whole = message.length - (message.length % BLOCK);
  for (let at = 0; at < whole; at += BLOCK) compress(state, message, at);
  const rest = message.length - whole;
  const end = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
  tail.fill(0, rest, end);
  for (let i = 0; i < rest; i += 1) tail[i] = message[whole + i];
  tail[rest] = 0x80;
  const length = before + message.length;
  for (let i = 0; i < 6; i += 1) tail[end - 1 - i] = Math.floor((length * 8) / 2 ** (8 * i));
  for (let at = 0; at < end; at += BLOCK) compress(state, tail, at);
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) digest[i] = state[i >> 2] >>> (24 - 8 * (i & 3));
  return digest;
}

/** @param {Uint8Array} message @returns {Uint8Array<ArrayBuffer>} 32 bytes */
export const sha256 = (message) => digestOf(START, message, 0);

/** The state after a key's block. @param {Uint8Array} key @param {number} pad */
function keyed(key, pad) {
  const block = new Uint8Array(BLOCK).fill(pad);
  key.forEach((byte, i) => {
    block[i] ^= byte;
  });
  const state = START.slice();
  compress(state, block, 0);
  return state;
}

/**
 * HMAC with one key, for many messages.
 * @param {Uint8Array} key at most 64 bytes
 * @returns {(message: Uint8Array) => Uint8Array<ArrayBuffer>}
 */
export function hmacOf(key) {
  const inner = keyed(key, 0x36);
  const outer = keyed(key, 0x5c);
  return (message) => digestOf(outer, digestOf(inner, message, BLOCK), BLOCK);
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} message */
export const hmac = (key, message) => hmacOf(key)(message);
