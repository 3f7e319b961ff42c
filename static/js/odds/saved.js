// @ts-check
/** Owns the list of saved designs: save this one under a name, load one, delete one. */
import { DESIGN_NAME_CHARS_MAX } from "../bounds.js";
import { text } from "../messages.js";
import { html, useState } from "../view.js";

/**
 * @param {{saved: any[] | null, answer: any, busy: boolean, choose: (design: any) => void,
 *   keep: (name: string) => Promise<string>, remove: (id: string) => void, table: string}} props
 * `saved` is null for a visitor; `keep` resolves to an error text, empty on success; `table` is
 * the address of the form that opens a table.
 */
export function Saved({ saved, answer, busy, choose, keep, remove, table }) {
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const same = ["text", "decks", "dealt_percent"];
  const now = saved?.find((design) => same.every((name) => design[name] === answer[name]))?.id;
  const save = async () => setWrong(await keep(name));
  const pick = (design) => {
    setName(design.name);
    choose(design);
  };
  const onEnter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    save();
  };
  const open = html`<a class="button quiet"
    href=${`${table}${encodeURIComponent(answer.text)}`}>${text("odds.form.open_table")}</a>${
      (answer.decks > 1 || answer.dealt_percent) &&
      html` <span class="soft">${text("odds.form.one_deck")}</span>`
    }`;
  if (!saved)
    return html`<div class="saved row">${open}
      <span class="soft">${text("odds.form.log_in")}</span></div>`;
  return html`<div class="saved">
    ${
      saved.length > 0 &&
      html`<ul class="row" aria-label=${text("odds.form.my_designs")}>${saved.map((design) => {
        const { id, name: called } = design;
        return html`<li key=${id}>
      <button type="button" class="chip" aria-pressed=${id === now}
      onClick=${() => pick(design)}>${called}</button>
      <button type="button" class="forget" title=${text("odds.form.delete")}
      aria-label=${text("odds.form.delete_named", { name: called })}
      onClick=${() => remove(id)}>×</button></li>`;
      })}</ul>`
    }
    <div class="row"><input aria-label=${text("odds.form.name")}
    placeholder=${text("odds.form.name")}
    maxlength=${DESIGN_NAME_CHARS_MAX} value=${name} aria-invalid=${wrong ? "true" : "false"}
        onInput=${(e) => setName(e.target.value)} onKeyDown=${onEnter} />
      <button type="button" class="button quiet" disabled=${busy} onClick=${save}>
      ${text("odds.form.save")}</button>
      ${open}</div>
    ${wrong && html`<p class="error" role="alert">${wrong}</p>`}
  </div>`;
}
