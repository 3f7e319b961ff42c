// @ts-check
/** Owns which emotes and quick phrases stand at seats for a moment; each is said once. */
import { emoteOf, faceOf } from "../../emotes.js";
import { isolate } from "../../isolate.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { isMuted } from "../store.js";
import { speak } from "./spoken.js";

const SHOWN_MS = 4000;
/** The lines that were shown, by number: one may be told twice. */
const known = new Set();

/**
 * Shows the reactions among new lines of the chat.
 * @param {any} store @param {Messages.ChatView[]} lines
 */
export function showReactions(store, lines) {
  const { state } = store;
  if (settings.reactions === "off") return;
  for (const line of lines) {
    if (!/^(emote|phrase)\./.test(line.code ?? "") || isMuted(line) || known.has(line.id)) continue;
    known.add(line.id);
    const emote = emoteOf(line);
    const words = text(`house.${line.code}`);
    if (line.who !== state.you?.name)
      speak(text("table.said", { name: isolate(line.who), text: words }));
    const seat = state.table.seats.find((one) => one?.name === line.who)?.seat;
    if (seat === undefined) continue;
    const shown = { id: line.id, face: emote && faceOf(emote), words };
    store.set({ reactions: { ...state.reactions, [seat]: shown } });
    setTimeout(() => {
      const { [seat]: last, ...others } = state.reactions;
      if (last === shown) store.set({ reactions: others });
    }, SHOWN_MS);
  }
}
