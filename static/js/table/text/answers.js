// @ts-check
/** Owns the answers to questions about the table, each a list of lines. Changes nothing. */
import { cardsInWords } from "../../faces.js";
import { has, text } from "../../messages.js";
import { cutMissing } from "../felt/clock.js";
import { handTitle } from "../hand_name.js";
import { handSeat, mySeat, nextHandAt, playing, seated, serverNow, stackOf } from "../store.js";
import { numberIn } from "./commands.js";

/** The most lines that one question repeats. */
const LINES_MAX = 30;

const joined = (parts) => parts.filter(Boolean).join(text("common.list_separator"));

/** Why there is nothing to say of a hand of mine; empty if there is. */
export function without(state) {
  if (mySeat(state) === null) return text("text.no_seat");
  if (!state.hand) return text("table.idle.none");
  return handSeat(state, mySeat(state)) ? "" : text("table.idle.out");
}

const seconds = (until, state) => Math.max(0, Math.ceil((until - serverNow(state)) / 1000));

/** The time of the one who has to act. */
function timeLeft({ state }) {
  const { until, bank_until: bank } = state.hand?.clock ?? {};
  if (!playing(state) || !until) return "";
  const left = seconds(until, state);
  const saved = bank > until ? seconds(bank, state) - left : 0;
  return text("text.time", { seconds: left, saved });
}

/** What the table waits for between two hands. */
function waitsFor({ state }) {
  const { table, hand } = state;
  const next = hand && nextHandAt(state);
  if (cutMissing(state)) return cutMissing(state);
  if (next) return text("table.next_hand_in", { seconds: seconds(next, state) });
  return table.waiting || text("table.next_hand_waits");
}

function cards({ state, game }) {
  const none = without(state);
  if (none) return [none];
  const me = handSeat(state, mySeat(state));
  if (!me.cards?.length) return [text("text.no_cards")];
  if (game.cards) return [game.cards(me)];
  const hand = handTitle(me.hand_value);
  const held = text("table.your_cards", { cards: cardsInWords(me.cards) });
  return [held, ...(hand ? [text("text.your_hand", { hand })] : [])];
}

function pot({ state, game }) {
  if (!state.hand) return [text("table.idle.none")];
  if (game.pot) return [game.pot(state)];
  const { pot: all = 0, pots = [] } = state.hand.view;
  const parts = pots.map(({ amount }, number) => text("text.pot_part", { number, amount }));
  return [text("text.pot", { pot: all }), ...(parts.length > 1 ? [joined(parts)] : [])];
}

/** The seats with a player, mine first and then in the order in which they act. */
function seats(state) {
  const { seats, max_seats: all } = state.table;
  const mine = mySeat(state) ?? 0;
  const turns = ({ seat }) => (seat - mine + all) % all;
  return seats.filter((one) => one?.name).sort((a, b) => turns(a) - turns(b));
}

const who = (seat, { state, name }) => (seat === mySeat(state) ? text("text.you") : name(seat));

function stacks(talk) {
  const { state } = talk;
  const parts = seats(state).map(({ seat }) => {
    const stack = stackOf(state, seat);
    const known = stack !== null && stack !== undefined;
    const args = { name: who(seat, talk), stack: known ? stack : 0, known };
    return text("text.stack", args);
  });
  return [joined(parts) || text("text.nobody")];
}

/** What a player does in the hand, in words. */
function standing(seat, state) {
  const inHand = handSeat(state, seat);
  const person = seated(state, seat);
  const away = `table.away.${person ? person.status : "left"}`;
  if (!inHand) return has(away) ? text(away) : text("text.waits");
  const facts = { inHand, person, seat, folded: inHand.status === "folded" };
  const label = state.labels[seat]?.text;
  const spoken = state.game.spoken(facts);
  return joined([...new Set([spoken, label])]);
}

function players(talk) {
  const { state } = talk;
  const lines = seats(state).map(({ seat }) => {
    const marks = state.game.marks(state.hand?.view, seat);
    const named = marks.map((mark) => text(`table.mark_name.${mark}`));
    const what = joined([...named, standing(seat, state)]);
    return text("text.player", { name: who(seat, talk), seat: seat + 1, what: what || null });
  });
  return lines.length ? lines : [text("text.nobody")];
}

function last({ state }, rest) {
  const many = Math.min(LINES_MAX, numberIn(rest) ?? 1);
  const lines = state.log.slice(-many).map((line) => line.spoken ?? line.text);
  return lines.length ? lines : [text("table.log_empty")];
}

function turn(talk) {
  const { state, name } = talk;
  if (!playing(state)) return [waitsFor(talk)];
  const { turn } = state.hand.view;
  const mine = state.game.myTurn(state);
  const whose = mine || (turn === null ? "" : text("text.to_act", { name: name(turn) }));
  return [whose, timeLeft(talk)].filter(Boolean);
}

const time = (talk) => [
  timeLeft(talk) || (playing(talk.state) ? text("text.no_clock") : waitsFor(talk)),
];

function table(talk) {
  const { state, game, name } = talk;
  const lines = state.hand ? game.table(state, name).filter(Boolean) : [waitsFor(talk)];
  return lines.length ? lines : pot(talk);
}

/** What I can do now, as it is typed. */
function moves(talk) {
  const { state } = talk;
  const can = talk.moves();
  if (can.length) return [text("text.moves", { moves: joined(can) })];
  return without(state) ? [without(state)] : turn(talk);
}

function repeat(talk, rest) {
  const wanted = numberIn(rest);
  const line = wanted === null ? talk.recall(-1) : talk.recall(wanted);
  return [line ? line.text : text("text.no_line")];
}

function help(talk) {
  const shown = (kinds) => joined(kinds.map((kind) => talk.word(kind)));
  return [
    text("text.help.about"),
    text("text.help.actions", { words: shown(talk.actionKinds()) }),
    text("text.help.questions", { words: shown(Object.keys(QUESTIONS)) }),
    text("text.help.seat", { words: shown(talk.seatKinds()) }),
  ];
}

/**
 * The answer to each question.
 * @type {Record<string, (talk: any, rest: string) => string[] | Promise<string[]>>}
 */
export const QUESTIONS = {
  moves,
  cards,
  table,
  pot,
  stacks,
  players,
  last,
  turn,
  time,
  ranking: (talk) => import("./ranking.js").then((m) => m.ranking(talk)),
  repeat,
  help,
};
