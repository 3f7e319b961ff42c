// @ts-check
/** Owns the dialog with the link to the table. */
import { canShare, copied, shareLink } from "../../device.js";
import { text } from "../../messages.js";
import { html, useRef, useState } from "../../view.js";
import { Button } from "../ui/button.js";

/** An address to copy. @param {{url: string, label: string, look: string}} props */
export function Address({ url, label, look }) {
  const [done, setDone] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    if (!(await copied(url))) document.execCommand("copy");
    setDone(true);
  };
  return html`<input ref=${field} class="link-field" readonly value=${url} aria-label=${label} />
    <${Button} look=${look} onClick=${copy}>
    ${text(done ? "table.copied" : "table.copy_link")}</${Button}>`;
}

/** @param {{state: any}} props */
export function Invite({ state: { table } }) {
  const url = new URL(table.invite ?? location.pathname, location.href).href;
  const share = () => shareLink({ title: table.name, url });
  const about = text(table.private ? "table.invite_private" : "table.invite_all");
  return html`<p class="soft">${about}</p>
    <img class="qr" width="180" height="180" src=${`${url}qr.svg`} alt=${text("table.invite_qr")} />
    ${
      canShare &&
      html`<${Button} look="primary wide" onClick=${share}>${text("table.share_link")}</${Button}>`
    }
    <${Address} url=${url} label=${text("table.invite_link")}
    look=${canShare ? "quiet wide" : "primary wide"} />`;
}
