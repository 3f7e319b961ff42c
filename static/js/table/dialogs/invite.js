// @ts-check
/** Owns the dialog with the link to the table. */
import { copied } from "../../device.js";
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
  return html`<p class="soft">Anyone with this link
    can ${table.private ? "join this private table" : "join or watch"}.</p>
    <input ref=${field} class="link-field" readonly value=${url} aria-label="Invite link" />
    <${Button} look="primary wide" onClick=${copy}>${done ? "Copied ✓" : "Copy the link"}
    </${Button}>`;
}
