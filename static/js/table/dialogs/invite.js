// @ts-check
/** Owns the dialog with the link to the table. */
import { copied } from "../../device.js";
import { text } from "../../messages.js";
import { html, useRef, useState } from "../../view.js";
import { Button } from "../ui/button.js";

/** @param {{state: any}} props */
export function Invite({ state: { table } }) {
  const url = new URL(table.invite ?? location.pathname, location.href).href;
  const [done, setDone] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    if (!(await copied(url))) document.execCommand("copy");
    setDone(true);
  };
  const about = text(table.private ? "table.invite_private" : "table.invite_all");
  return html`<p class="soft">${about}</p>
    <input ref=${field} class="link-field" readonly value=${url}
    aria-label=${text("table.invite_link")} />
    <${Button} look="primary wide" onClick=${copy}>
    ${text(done ? "table.copied" : "table.copy_link")}</${Button}>`;
}
