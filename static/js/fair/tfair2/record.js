// @ts-check
/**
 * Owns the check of a hand's record (version 2): the deal, each card by its place, the play, the
 * chain. Only the engine can check what the actions mean (`manage.py check_record`).
 */
import { CARDS } from "../cards.js";
import { Deal } from "./deal.js";
import { checkEnd, checkOwnDay, dealtEnd } from "./ends.js";
import { bytesIn, exactly, field, hexIn, listIn, same, wholeIn } from "./forms.js";
import { canonical, hexOf, jsonHash, need, tagged } from "./hashes.js";

const HIDDEN = "??";
const STREET_AT = { flop: 0, turn: 3, river: 4 };

/** Checks the record of a hand; gives its deal. Throws `ProofFailed` naming what failed. */
export function checkRecord(record) {
  const fair = field(record, "fair");
  const deal = new Deal(fair);
  deal.open(listIn(fair, "openings"));
  new Cards(record, deal).check();
  checkSayings(record, deal);
  const play = checkPlay(record, deal);
  const salt = bytesIn(fair, "record_salt", 16);
  const hash = hexIn(fair, "play_hash");
  need(hexOf(tagged(11, salt, canonical(play))) === hash, "play", "its hash is another");
  checkEnd(fair, dealtEnd(deal.digest, hash));
  checkOwnDay(fair);
  return deal;
}

/** The cards that a record names, each against the place where it was dealt. */
class Cards {
  /** @param {any} record @param {Deal} deal */
  constructor(record, deal) {
    this.record = record;
    this.deal = deal;
    this.events = [
      ...listIn(field(record, "deal"), "events"),
      ...listIn(record, "actions").flatMap((action) => listIn(action, "events")),
    ];
  }

  /** That each card was opened, then that it was dealt to its place. */
  check() {
    for (const text of named(this.record)) {
      const known = this.deal.positions.has(CARDS.get(text) ?? -1);
      need(known, "card", `${text} was not opened`);
    }
    this.checkDeck();
    for (const seat of listIn(this.record, "seats")) {
      const own = this.at(wholeIn(seat, "seat"));
      for (const text of listIn(seat, "cards")) if (text !== HIDDEN) this.lies(text, own);
    }
    const boards = this.boards();
    for (const event of this.events) this.checkEvent(event, boards);
    for (const action of this.record.actions)
      this.lieAt(action.cards, () => this.at(wholeIn(action, "seat")));
    this.checkResult(boards);
  }

  /** The text lists the positions ascending, those of absent seats at the end. */
  checkDeck() {
    const text = field(this.record, "deck");
    need(typeof text === "string", "form", "deck is not a text");
    const { gone, opened, positions, fair } = this.deal;
    const others = Array.from({ length: fair.n }, (_, p) => p).filter((p) => !gone.includes(p));
    const order = [...others, ...gone.sort((one, other) => one - other)];
    const cards = text.split(" ").filter(Boolean);
    need(cards.length <= fair.n, "form", "deck has too many cards");
    let known = 0;
    cards.forEach((name, i) => {
      const card = CARDS.get(name);
      if (card === undefined) return;
      known += 1;
      need(positions.get(card) === order[i], "place", `the deck has ${name} elsewhere`);
    });
    need(known === opened.size, "card", "the deck lacks a card that was opened");
  }

  /** The positions of a place. @returns {number[]} */
  at(place) {
    const positions = this.deal.at(place);
    need(positions, "place", `nothing was dealt to ${place}`);
    return positions;
  }

  lies(text, positions) {
    const p = this.deal.positions.get(CARDS.get(text) ?? -1);
    need(p !== undefined && positions.includes(p), "place", `${text} was not dealt to this place`);
  }

  /** @param {string[] | undefined} cards @param {() => number[]} positions */
  lieAt(cards, positions) {
    if (cards?.length) for (const text of cards) this.lies(text, positions());
  }

  /** The positions of both boards' cards, by their index. @returns {[number[], number[]]} */
  boards() {
    let [common, out] = [0, 0];
    for (const event of this.events) {
      if (field(event, "kind") === "street" && event.board === 1) out += event.cards.length;
      else if (event.kind === "run") common = out;
    }
    return [this.deal.places.get("board") ?? [], this.deal.secondBoard(common)];
  }

  checkEvent(event, [first, second]) {
    if (event.kind === "landlord") this.deal.landlord = wholeIn(event, "seat");
    if (!event.cards?.length) return;
    if (event.kind === "street" || event.kind === "rabbit") {
      const board = event.board === 2 ? second : first;
      // A rabbit hunt shows the rest of the board; of the second board only what is its own.
      let from = first.length - event.cards.length;
      if (event.kind === "street") from = STREET_AT[field(event, "street")] ?? first.length;
      event.cards.forEach((text, i) => {
        this.lies(text, board.slice(from + i, from + i + 1));
      });
      return;
    }
    const place = event.kind === "kitty" || event.kind === "dealer" ? event.kind : undefined;
    this.lieAt(event.cards, () => this.at(place ?? wholeIn(event, "seat")));
  }

  checkResult([first, second]) {
    const result = field(this.record, "result");
    if (result === null) return;
    for (const shown of listIn(result, "shown"))
      this.lieAt(listIn(shown, "cards"), () => this.at(wholeIn(shown, "seat")));
    for (const pot of listIn(result, "pots")) {
      const board = pot.board === 2 ? second : first;
      for (const [seat, cards] of pot.best ?? [])
        this.lieAt(cards, () => [...this.at(seat), ...board]);
    }
  }
}

/** Each known card in the lists and the deck's text of a record, but not of its proof. */
function* named(value) {
  if (Array.isArray(value)) {
    const cards = value.filter((part) => CARDS.has(part));
    need(new Set(cards).size === cards.length, "card", "a list names a card twice");
    yield* cards;
    for (const part of value) if (typeof part !== "string") yield* named(part);
  } else if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) {
      if (name === "deck" && typeof part === "string")
        yield* part.split(" ").filter((text) => text && text !== HIDDEN);
      else if (name !== "fair" && name !== "rules") yield* named(part);
    }
  }
}

/** The record says the same of the hand as the plan and the deal. @param {Deal} deal */
function checkSayings(record, deal) {
  const hand = field(record, "hand");
  const rules = field(record, "rules");
  const rulesHash = field(record, "rules_hash");
  const direction = rules?.direction === "counter_clockwise" ? -1 : 1;
  const seats = record.seats.map((seat) => seat.seat);
  const claims = {
    game: field(record, "game") === deal.plan.game,
    rules: rulesHash === deal.plan.rules && jsonHash(rules) === rulesHash,
    id: String(field(hand, "id")).replaceAll("-", "") === deal.fair.hand_id,
    number: wholeIn(hand, "number") === deal.number,
    button: wholeIn(record, "button") === deal.button,
    seats: seats.join() === deal.present.join(),
    direction: deal.plan.game !== "teen_patti" || direction === deal.plan.step,
  };
  for (const [name, holds] of Object.entries(claims))
    need(holds, "record", `its ${name} is not that of the deal`);
}

/** The record tells what the play, whose hash is in the chain, tells. @param {Deal} deal */
function checkPlay(record, deal) {
  const play = field(deal.fair, "play");
  need(play !== null, "play", "it can be checked once the table is closed");
  exactly(play, ["actions", "result", "stacks", "terms", "void"], "the play");
  const isVoid = field(record.hand, "void");
  const known = typeof isVoid === "boolean" && typeof play.void === "boolean";
  need(known, "form", "void is no yes or no");
  const stacks = record.seats.map((seat) => wholeIn(seat, "stack", -(2 ** 31)));
  const claims = {
    stacks: same(stacks, play.stacks),
    terms: same(field(record, "terms"), play.terms),
    actions: same(record.actions.map(actionIn), play.actions),
  };
  for (const [name, holds] of Object.entries(claims))
    need(holds, "record", `its ${name} are not those of the play`);
  need((play.result === null) === play.void, "record", "only a void hand has no result");
  need(isVoid || !play.void, "record", "a void hand is shown as played");
  const shown = isVoid ? null : play.result;
  need(same(record.result, shown), "record", "its result is not that of the play");
  if (play.result !== null) checkSums(play.result, deal.present, stacks);
  return play;
}

function actionIn(action) {
  const cards = (action.cards ?? []).map((text) => CARDS.get(text) ?? null);
  const amount = action.amount ?? null;
  return [wholeIn(action, "seat"), field(action, "kind"), amount, cards, action.reading ?? ""];
}

function checkSums(result, seats, stacks) {
  const net = new Map(listIn(result, "net"));
  const chips = new Map(listIn(result, "chips"));
  const known = [net, chips].every((one) => [...one.keys()].join() === seats.join());
  need(known, "record", "the result names other seats");
  const sum = [...net.values()].reduce((total, one) => total + one, result.house ?? 0);
  need(sum === 0, "record", "chips came from nowhere");
  const follows = seats.every((seat, i) => chips.get(seat) === stacks[i] + net.get(seat));
  need(follows, "record", "the final stacks do not follow");
}
