// @ts-check
/** Owns the dialog with the link to the table. */
import { canShare, copied, shareLink } from "../../device.js";
import { text } from "../../messages.js";
import { html, useRef, useState } from "../../view.js";
import { Button } from "../ui/button.js";
import { ConfirmButton, isHost, useHost } from "./host.js";
import { Problem } from "./parts.js";

/** The whole address of a path. @param {string} path */
const whole = (path) => new URL(path, location.href).href;

/** An address to copy. @param {{path: string, label: string, look: string}} props */
export function Address({ path, label, look }) {
  const url = whole(path);
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

/** The host's button for another link, which the dialog stays open to show. */
function NewLink({ state }) {
  const { error, send } = useHost(state, { close() {} });
  return html`<p class="soft">${text("table.new_invite_about")}</p>
    <${ConfirmButton} label=${text("table.new_invite")} sure=${text("table.new_invite_sure")}
    what=${() => send({ do: "new_invite" })} /><${Problem} text=${error} />`;
}

/** @param {{state: any}} props */
export function Invite({ state }) {
  const { table } = state;
  const path = table.invite ?? location.pathname;
  const share = () => shareLink({ title: table.name, url: whole(path) });
  const about = text(table.private ? "table.invite_private" : "table.invite_all");
  return html`<p class="soft">${about}</p>
    <img class="qr" width="180" height="180" src=${`${path}qr.svg`}
      alt=${text("table.invite_qr")} />
    ${
      canShare &&
      html`<${Button} look="primary wide" onClick=${share}>${text("table.share_link")}</${Button}>`
    }
    <${Address} key=${path} path=${path} label=${text("table.invite_link")}
    look=${canShare ? "quiet wide" : "primary wide"} />
    ${table.private && isHost(state) && html`<${NewLink} state=${state} />`}`;
}
