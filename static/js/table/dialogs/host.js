// @ts-check
/** Owns the host's actions on the table page. */
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { post } from "../net/post.js";
import { isPractice } from "../store.js";
import { Button } from "../ui/button.js";
import { Lesson } from "./lesson.js";
import { Problem, useSend } from "./parts.js";

/** @param {any} state */
export const isHost = ({ table, you }) => Boolean(you && table.host === you.name);

/** Sends the host's actions: what they `do`, and the `name` of a player. */
export const useHost = ({ boot }, actions) =>
  useSend(actions, (fields) => post(boot.host_url, fields));

/** A button pressed twice: the first press asks for confirmation. */
export function ConfirmButton({ label, sure, danger = false, what }) {
  const [asked, setAsked] = useState(false);
  const press = () => {
    setAsked(!asked);
    if (asked) what();
  };
  return html`<${Button} look=${danger && asked ? "wide danger" : "wide quiet"}
    onBlur=${() => setAsked(false)} onClick=${press}
    >${asked ? sure : label}</${Button}>`;
}

/** @param {{state: any, actions: any}} props */
export function Hosting({ state, actions }) {
  const { error, send } = useHost(state, actions);
  const { table, boot } = state;
  const paused = table.state === "paused";
  return html`<p class="soft">${text("table.about_hosting")}</p>
    ${table.teaching && html`<${Lesson} state=${state} actions=${actions} />`}
    ${
      !table.sit_and_go &&
      html`<${Button} look="primary wide"
      onClick=${() => send({ do: paused ? "resume" : "pause" })}>
      ${text(paused ? "table.resume" : "table.pause")}</${Button}>
      ${
        !isPractice(state) &&
        html`<a class="button quiet wide" href=${boot.change_url}>${text("table.change_rules")}</a>`
      }`
    }
    <${ConfirmButton} label=${text("table.close_table")} danger
    sure=${text("table.close_table_sure")}
    what=${() => send({ do: "close" })} />
    <${Problem} text=${error} />`;
}

/** The host's actions on a player. @param {{state: any, actions: any, person: any}} props */
export function HostActions({ state, actions, person }) {
  const { error, send } = useHost(state, actions);
  if (!isHost(state) || person.kind.endsWith("bot")) return null;
  const { name } = person;
  return html`<div class="choices two">
    <${ConfirmButton} label=${text("table.hand_over")} sure=${text("table.hand_over_sure")}
    what=${() => send({ do: "hand_over", name })} />
    <${ConfirmButton} label=${text("table.remove")} sure=${text("table.remove_sure")} danger
    what=${() => send({ do: "send_away", name })} /></div><${Problem} text=${error} />`;
}
