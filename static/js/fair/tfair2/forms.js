// @ts-check
/** Owns the reading of published values: what is missing or of another type fails as `form`. */
import { bytesOf, need } from "./hashes.js";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A field of an object that must have it. */
export function field(value, name) {
  need(isObject(value) && Object.hasOwn(value, name), "form", `${name} is missing`);
  return value[name];
}

/** @param {unknown} digits @param {number} size in bytes */
export function hexBytes(digits, size, name = "a value") {
  const good =
    typeof digits === "string" && digits.length === 2 * size && /^[0-9a-f]*$/.test(digits);
  need(good, "form", `${name} is not ${size} bytes in hexadecimal digits`);
  return bytesOf(/** @type {string} */ (digits));
}

export const bytesIn = (value, name, size = 32) => hexBytes(field(value, name), size, name);

/** Digits of a field that were checked. @returns {string} */
export function hexIn(value, name, size = 32) {
  bytesIn(value, name, size);
  return value[name];
}

/** @returns {number} */
export function whole(value, name, least = 0, most = 2 ** 32 - 1) {
  const good = Number.isInteger(value) && value >= least && value <= most;
  need(good, "form", `${name} is not a whole number from ${least} to ${most}`);
  return value;
}

export const wholeIn = (value, name, least = 0, most = 2 ** 32 - 1) =>
  whole(field(value, name), name, least, most);

/** @returns {any[]} */
export function listIn(value, name) {
  const found = field(value, name);
  need(Array.isArray(found), "form", `${name} is not a list`);
  return found;
}

export const seatsIn = (value, name) =>
  listIn(value, name).map((seat) => whole(seat, name, 0, 255));

/** A list of [seat, bytes]. @returns {[number, string][]} */
export function bySeat(value, name) {
  return listIn(value, name).map((pair) => {
    need(Array.isArray(pair) && pair.length === 2, "form", `${name} has an entry that is no pair`);
    hexBytes(pair[1], 32, name);
    return [whole(pair[0], name, 0, 255), pair[1]];
  });
}

export const ascending = (values) => values.every((one, i) => i === 0 || values[i - 1] < one);

/** An object with these fields and no others. @param {string[]} names */
export function exactly(value, names, what) {
  const good = isObject(value) && Object.keys(value).sort().join() === [...names].sort().join();
  need(good, "form", `${what} has other fields`);
}

/** Whether two values are written in the same way, whatever the order of their fields. */
export function same(one, other) {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, i) => same(part, other[i]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}
