// @ts-check
/** Owns the frame of the table page's dialogs, and their list. */
import "../../counted.js";
import { SealDetails } from "../../fair/seal.js";
import { text } from "../../messages.js";
import { html, useEffect, useRef } from "../../view.js";
import { Icon } from "../ui/icons.js";
import { later } from "../ui/later.js";
import { Bots } from "./bots.js";
import { Hosting } from "./host.js";
import { HouseRules } from "./house_rules.js";
import { Invite } from "./invite.js";
import { Join } from "./join.js";
import { LastHand } from "./last_hand.js";
import { PlayerCard } from "./player.js";
import { Reactions } from "./reactions.js";
import { Report } from "./report.js";
import { Settings } from "./settings.js";
import { Sit, TopUp } from "./sit.js";
import { Spectators } from "./spectators.js";
import { Leave, Menu } from "./table_menu.js";

/** The body of each dialog. @type {Record<string, any>} */
const DIALOGS = {
  sit: Sit,
  join: Join,
  topup: TopUp,
  bots: Bots,
  invite: Invite,
  rules: HouseRules,
  reactions: Reactions,
  ranking: later(() => import("./ranking.js").then((m) => m.Ranking)),
  report: Report,
  player: PlayerCard,
  settings: Settings,
  hosting: Hosting,
  leave: Leave,
  spectators: Spectators,
  menu: Menu,
  last: LastHand,
  fair: SealDetails,
};

function Dialog({ name, title, onClose, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => element.current?.showModal(), []);
  const closeOutside = (event) => event.target === element.current && element.current?.close();
  return html`<dialog ref=${element} class=${`dialog is-${name}`} aria-label=${title}
    onClose=${onClose} onClick=${closeOutside}>
    <form method="dialog" class="dialog-head"><h2>${title}</h2>
    <button class="icon-button" aria-label=${text("table.close")}>
    <${Icon} name="close" /></button></form>
    <div class="dialog-body" tabindex="-1" autofocus>${children}</div>
  </dialog>`;
}

/**
 * @param {{state: any, actions: any, name: (seat: number) => string, open: {name: string,
 *   seat?: number, extras: any}}} props
 */
export function OpenDialog({ open, ...given }) {
  const Body = DIALOGS[open.name];
  const title = text(`table.dialog.${open.name}`);
  return html`<${Dialog} key=${open.name} name=${open.name} title=${title}
    onClose=${given.actions.close}>
    <${Body} ...${given} seat=${open.seat} extras=${open.extras} />
  </${Dialog}>`;
}
