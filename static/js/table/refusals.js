// @ts-check
/**
 * Owns why an action is impossible, made of the catalogue's messages as games/records/refusals.py
 * makes it on the server. Must not know the refusals of any game.
 */
import { chips } from "../chips.js";
import { has, text } from "../messages.js";
import { named } from "./sentences.js";

/** The value of a house rule in words. @param {Record<string, string>} choices */
export const inWords = (choices, value) =>
  [value]
    .flat()
    .map((part) => choices[part] ?? (Number.isInteger(part) ? chips(part) : part))
    .join(text("common.list_separator")) || choices.null;

/**
 * The sentence of a refusal with its house rule, if it has one.
 * @param {any} boot the page's table-data @param {{code: string, limits?: Record<string, any>}} no
 */
export function refusalText({ subject, options }, { code, limits }) {
  const facts = Object.entries(limits ?? {});
  const keys = [`${subject}.refusal.`, "refusals."].flatMap((base) => [
    ...facts.map(([name]) => `${base}${code}.${name}`),
    base + code,
  ]);
  const args = facts.map(([name, value]) => [name, named(`${subject}.${name}.${value}`, value)]);
  const said = text(keys.find(has) ?? code, Object.fromEntries(args));
  const { wording, rule } = limits ?? {};
  if (wording)
    return code === "UNKNOWN_ACTION" ? said : text(`refusals.wording.${wording}`, { text: said });
  if (!rule) return said;
  const { label, choices } = options[rule.name];
  return text("refusals.rule", { text: said, label, value: inWords(choices, rule.value) });
}
