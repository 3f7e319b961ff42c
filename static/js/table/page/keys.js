// @ts-check
/** Owns the keyboard shortcuts: the game's own, and those of every table. */

import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { mySeat } from "../store.js";
import { meant } from "./bindings.js";

const SKIPS = "input:not([type=range]), textarea, select, dialog";

/**
 * @param {KeyboardEvent} event
 * @param {any} state
 * @param {any} actions
 * @param {(tab: string) => void} setTab
 * @param {string | false} shown the open tab of the panel
 */
export function press(event, state, actions, setTab, shown) {
  const target = /** @type {HTMLElement} */ (event.target);
  const key = event.key.toLowerCase();
  const arrow = key.startsWith("arrow");
  if (event.ctrlKey || event.metaKey || event.altKey || (event.repeat && !arrow)) return;
  if (target.closest(SKIPS)) {
    if (key === "escape") target.blur();
    return;
  }
  if (key === "enter" && target.closest("button, a, summary")) return;
  const does = {
    ...(mySeat(state) === null ? {} : actions.keys.now),
    "?": () => actions.open("settings"),
    m: () => {
      const [sound, loud] =
        settings.sound === "off" ? [settings.loud, settings.loud] : ["off", settings.sound];
      choose({ sound, loud });
      actions.explain(text("table.sound_now", { sound }));
    },
    l: () => {
      setTab("log");
      actions.side(shown !== "log");
    },
    i: () => actions.open("ranking"),
    e: () => state.you && actions.open("reactions"),
    t: () => {
      const apart = mySeat(state) === null && state.table.chat !== "shared";
      setTab(apart ? "spectators" : "players");
      actions.side(true);
      const field = () => /** @type {HTMLElement | null} */ (document.querySelector(".say input"));
      setTimeout(() => field()?.focus(), 60);
    },
  }[meant(key)];
  if (!does || (arrow && target.closest("[role=tablist], .log, .chat, input"))) return;
  event.preventDefault();
  does();
}
