// @ts-check
/** Owns what a message of the lobby's socket does to the list, and the address of what is shown. */

/**
 * The list after a message: a whole page of it, or what has changed since the last one.
 * @param {Messages.Tables | null} list
 * @param {Messages.Tables | Messages.TablesChanged} message
 * @returns {Messages.Tables | null}
 */
export function listAfter(list, message) {
  if (message.type === "tables") return message;
  if (!list) return null;
  const { rows, order, ...counts } = message;
  const known = new Map([...list.tables, ...rows].map((row) => [row.slug, row]));
  const slugs = order ?? list.tables.map((row) => row.slug);
  const tables = slugs.flatMap((slug) => known.get(slug) ?? []);
  return { ...counts, type: "tables", tables };
}

/** @typedef {Record<string, string>} Look the filters and the page, as in the page's address */
const NAMES = ["game", "free", "people", "bots", "search", "page"];

/** The part of the list that an address shows. @param {string} query @returns {Look} */
export function lookOf(query) {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
}

/** The query of an address: "" for the first page without filters. @param {Look} look */
export function queryOf({ page, ...filters }) {
  const shown = { ...filters, ...(page && page !== "1" ? { page } : {}) };
  const query = new URLSearchParams(shown).toString();
  return query && `?${query}`;
}

/** The socket's message that asks for it. @param {Look} look */
export function lookMessage({ page, ...filters }) {
  /** @type {Record<string, any>} */
  const message = {
    ...filters,
    type: "look",
    page: Math.max(1, Math.trunc(Number(page ?? 1)) || 1),
  };
  for (const name of ["free", "people", "bots"])
    if (name in message) message[name] = message[name] === "true";
  return message;
}
