// @ts-check
/** Owns the typed commands about my seat at the table: to sit, to leave, to rest, to speak. */
import { EMOTES } from "../../emotes.js";
import { text } from "../../messages.js";
import { mustAsk, requestText } from "../seats/asking.js";
import { lineLook } from "../seats/waiting_list.js";
import { forPoints, isUnrated, mySeat } from "../store.js";
import { numberIn, plain } from "./commands.js";

/** Tells the server, and says what that did. @param {any} talk @param {any} body */
async function tell(talk, body, done = "", args = {}) {
  const answer = await talk.actions.tell(body);
  if (answer.ok && done) talk.say(text(done, args));
  return answer.ok;
}

/** The buy-in of a seat: what was typed, or the usual one. */
function buyIn({ table, you }, wish) {
  if (table.sit_and_go) return table.sit_and_go.entry;
  if (forPoints({ table }) || isUnrated({ table })) return table.min_buy_in;
  return wish ?? you.buy_in?.usual ?? table.min_buy_in;
}

async function sit(talk, rest) {
  const { state, actions } = talk;
  const { you } = state;
  const { vacant: free, line } = lineLook(state);
  if (mySeat(state) !== null) return talk.say(text("text.sits"));
  if (!free.length)
    return talk.say(text(line ? "table.watch.line" : "table.watch.full", { count: line }));
  if (!you) {
    actions.sit(free[0]);
    return talk.say(text("text.name_first"));
  }
  if (mustAsk(state)) {
    if (!you.seat_request) await actions.tell({ type: "ask_seat" });
    return talk.say(requestText(talk.state));
  }
  const [wish, place] = (rest.match(/\d[\d,]*/g) ?? []).map(numberIn);
  const seat = free.includes(place - 1) ? place - 1 : free[0];
  const amount = buyIn(state, wish);
  await tell(talk, { type: "sit", seat, buy_in: amount }, "text.sat", { seat: seat + 1, amount });
}

/** Joins the waiting list, or says the reader's place in it. @param {any} talk */
async function wait(talk) {
  if (!talk.state.you) return talk.say(text("text.name_first"));
  if (!talk.state.you.waiting && !(await tell(talk, { type: "join_waiting_list" }))) return;
  const { waiting } = talk.state.you;
  if (waiting) talk.say(text(waiting.until ? "table.line.held" : "table.line.place", waiting));
}

async function leave(talk) {
  if (talk.state.you?.waiting) return tell(talk, { type: "leave_waiting_list" });

  const { state } = talk;
  if (mySeat(state) === null) return talk.say(text("text.no_seat"));
  if (!talk.isSure("leave", text("text.leaves"))) return;
  state.leaving = true;
  await tell(talk, { type: "leave" }, "text.left");
}

async function topUp(talk, rest) {
  const amount = numberIn(rest);
  if (amount === null) return talk.say(text("text.how_much", { word: talk.word("top_up") }));
  await tell(talk, { type: "top_up", amount }, "text.added", { amount });
}

const say = async (talk, _rest, raw) =>
  raw ? void (await tell(talk, { type: "chat", text: raw })) : talk.say(text("text.say_what"));

/** Sends an emote or a quick phrase, by its number or the beginning of its words. */
async function react(talk, rest) {
  const phrases = talk.state.boot.phrases ?? [];
  const all = [
    ...EMOTES.map((code) => ({ code, words: text(`house.emote.${code}`) })),
    ...phrases.map((code) => ({ code, words: text(`house.phrase.${code}`) })),
  ];
  const found = /^\d+$/.test(rest)
    ? all[Number(rest) - 1]
    : rest && all.find(({ words }) => plain(words).startsWith(plain(rest)));
  if (found) return void (await tell(talk, { type: "react", reaction: found.code }));
  const list = all.map(({ words }, i) => `${i + 1} ${words.replace(/[.!。！]+$/u, "")}`);
  talk.say(text("text.reactions", { list: list.join(text("common.list_separator")) }));
}

/** What each command does. @type {Record<string, (talk: any, rest: string, raw: string) => any>} */
export const SEAT = {
  sit,
  wait,
  leave,
  away: (talk) => tell(talk, { type: "sit_out" }, "text.is_away"),
  back: (talk) => tell(talk, { type: "sit_in" }, "text.is_back"),
  start: (talk) => tell(talk, { type: "start" }),
  next: (talk) => tell(talk, { type: "next" }, "text.pressed_next"),
  top_up: topUp,
  say,
  react,
  menu: (talk) => talk.actions.open("menu"),
};
