// @ts-check
/**
 * Owns the ways in which the house of the demonstration cheats. Each makes a story in which it does
 * one thing that it must not, with all that follows made to fit, as a cheat would who knows the
 * scheme.
 */
import { placesOf, readPlan } from "../tfair2/deal_map.js";
import { chainAfter, dayLeaf, dealtEnd, headAfter } from "../tfair2/ends.js";
import { bytesOf, canonical, climb, hexOf, tagged, u32 } from "../tfair2/hashes.js";
import { REASONS } from "../tfair2/thrown.js";
import * as house from "./house.js";
import { cardSteps, cutOf, dealtStep, honest, lockedSteps, sealedSteps } from "./story.js";

/** @typedef {import("./story.js").Sample} Sample */
/** @typedef {import("./story.js").Story} Story */
/**
 * `tries`: how many cuts the house tried. `winner`: the seat that wins in it.
 * @typedef {Story & {tries?: number, winner?: number}} Cheated
 */

const ACES = [48, 49, 50, 51];
const TRIES_MAX = 5_000;
const copyOf = (value) => structuredClone(value);

/** All cuts of the sample, with another one at a seat. @returns {[number, string][]} */
const cutsWith = ({ fair }, seat, cut) =>
  fair.cuts.map(([one, own]) => [one, one === seat ? cut : own]);

/** A cut that the house makes up. @param {number} number */
const madeUp = (number) => hexOf(tagged(0xff, u32(number)));

/** @param {Sample} sample @param {any} lock @param {[number, string][]} cuts */
function dealtBy(sample, lock, cuts, changes = {}) {
  const { fair, masters, deck } = sample;
  return house.dealt(deck, lock, cuts, masters, { ...fair, ...changes });
}

/** The story in which the house deals by another lock than the one that was shown. */
function relocked(sample, plan, cuts) {
  const lock = house.locked(sample.deck, plan, house.promised(sample.deck.commit, cuts));
  const steps = [...sealedSteps(sample), ...lockedSteps(sample.lock)];
  return { steps: [...steps, dealtStep(dealtBy(sample, lock, cuts))], files: {} };
}

/** Cuts of the friend until both cards that the friend gets are aces. */
function chosenCut(sample) {
  const { fair, friend, deck, candidates } = sample;
  const own = placesOf(readPlan(fair.plan), fair.button).get(friend) ?? [];
  for (let tries = 1; tries < TRIES_MAX; tries += 1) {
    const cuts = cutsWith(sample, friend, madeUp(tries));
    const { lock } = house.locked(deck, fair.plan, house.promised(deck.commit, cuts));
    const { pick, places } = house.drawn(lock, fair.plan, cuts, deck.n);
    const order = places();
    const cards = own.map((p) => candidates[pick].order[order[p]]);
    if (cards.every((card) => ACES.includes(card))) return { cuts, tries };
  }
  throw Error("no cut gives two aces");
}

/** The hand with another message for the cards of a place. @returns {Cheated} */
function withCards(sample, [place, index, cards], openings) {
  const story = honest(sample);
  const from = place === "board1" ? index : null;
  const isIt = ({ message }) =>
    message.t === "cards" && message.shown[0][0] === place && message.shown[0][1] === from;
  const message = { t: "cards", openings, shown: [[place, from, cards]] };
  story.steps[story.steps.findIndex(isIt)] = { stage: "Cards", message };
  return story;
}

/** The true proof of any card of the dealt deck. @param {Sample} sample @param {number} card */
export function trueProof({ deal, candidates }, card) {
  const all = Array.from({ length: deal.n }, (_, p) => p);
  const places = house.drawn(deal.lock, deal.plan, deal.cuts, deal.n).places();
  const p = all.find((one) => candidates[deal.pick].order[places[one]] === card);
  return house.opening(deal, candidates, /** @type {number} */ (p));
}

/** A record in which the friend wins. @param {Sample} sample */
function withWinner(sample) {
  const record = copyOf(sample.record);
  const { result } = record;
  const [pot] = result.pots;
  const [loser] = pot.winners;
  const { friend, board } = sample;
  const own = record.seats.find(({ seat }) => seat === friend).cards;
  const shared = record.deck.split(" ").slice(-board.length);
  Object.assign(pot, {
    winners: [friend],
    shares: [[friend, pot.amount]],
    best: [[friend, [...own, shared[0], shared[2], shared[3]]]],
  });
  for (const list of [result.net, result.chips])
    for (const entry of list)
      if (entry[0] === friend) entry[1] += pot.amount;
      else if (entry[0] === loser) entry[1] -= pot.amount;
  record.fair.play.result = copyOf(result);
  return record;
}

/** The same record with its play hash, end and chain made again, and a day that fits. */
function rewritten(sample) {
  const record = withWinner(sample);
  const { fair } = record;
  const { day } = fair;
  fair.play_hash = hexOf(tagged(11, bytesOf(fair.record_salt), canonical(fair.play)));
  fair.end = dealtEnd(fair.digest, fair.play_hash);
  fair.chain = chainAfter(fair.chain_before, fair.no, fair.end);
  const slot = tagged(14, bytesOf(fair.table_id), u32(fair.no));
  const leaf = dayLeaf(slot, bytesOf(fair.chain));
  const root = climb(leaf, day.place, day.leaves, day.path.map(bytesOf)) ?? leaf;
  day.root = hexOf(root);
  day.head = headAfter(day.before, day.day, day.leaves, root);
  return record;
}

/** A story that is honest until its record is saved. @param {Sample} sample @returns {Cheated} */
function saved(sample, record, more = {}) {
  return { ...honest(sample), files: { "the record": record, ...more } };
}

/**
 * A deck of 26 black cards, each twice, in the place of one of the four. The first attempt has the
 * cuts of the sample and is never picked; others have new cuts.
 * @param {Sample} sample @returns {Cheated}
 */
export function twiceTheBlack(sample, attempt) {
  const { fair, masters, me, seats } = sample;
  /** @type {[number, string][]} */
  const cuts = attempt ? seats.map((seat) => [seat, madeUp(attempt * 256 + seat)]) : fair.cuts;
  const all = masters.map((_, k) => stackedDeal(sample, k, cuts));
  const { deal, deck, lock, candidates } = attempt
    ? all[1]
    : all.find(({ deal: { pick } }, k) => pick !== k);
  const steps = sealedSteps(sample).map((step) => ownDeck(step, deck, cuts, me));
  const places = placesOf(readPlan(fair.plan), fair.button);
  const cards = (place, positions) => {
    const openings = positions.map((p) => house.opening(deal, candidates, p));
    const shown = [[place, place === "board1" ? 0 : null, openings.map(({ card }) => card)]];
    return { stage: "Cards", message: { t: "cards", openings, shown } };
  };
  const shown = [me, "board", ...seats.filter((seat) => seat !== me)].map((place) =>
    cards(place === "board" ? "board1" : place, places.get(place) ?? []),
  );
  return { steps: [...steps, ...lockedSteps(lock), dealtStep(deal), ...shown], files: {} };
}

/** The deal of a deck whose candidate `k` is stacked. @param {Sample} sample */
function stackedDeal({ fair, masters, candidates: honestOnes }, k, cuts) {
  const black = honestOnes[k].order.filter((card) => card % 4 === 0 || card % 4 === 3);
  const order = [...black, ...black];
  const made = house.candidateOf(fair.deck_id, k, masters[k], fair.n, order);
  const candidates = honestOnes.with(k, made);
  const deck = house.sealed(fair, candidates);
  const lock = house.locked(deck, fair.plan, house.promised(deck.commit, cuts));
  return { deck, lock, candidates, deal: house.dealt(deck, lock, cuts, masters, fair) };
}

/** The steps before the lock with another deck and another cut of mine. */
function ownDeck(step, deck, cuts, me) {
  const { message } = step;
  if (message.t === "deck") return { ...step, message: { ...message, deck } };
  if (message.t !== "commit_sent") return step;
  const own = cuts.find(([seat]) => seat === me)?.[1];
  return { ...step, message: { ...message, cut: own } };
}

/** A deck thrown away after its lock, and the next one too. @param {Sample} sample */
export function thrownTwice(sample) {
  const { fair, masters, me } = sample;
  const reason = REASONS.other;
  const first = house.thrown(sample.deck, sample.lock, fair.cuts, masters, { ...fair, reason });
  const next = { ...fair, no: fair.no + 1 };
  const deck = house.sealed(next, sample.candidates);
  const lock = house.locked(deck, fair.plan, house.promised(deck.commit, fair.cuts));
  const chain = { reason, chain_before: first.chain };
  const second = house.thrown(deck, lock, fair.cuts, masters, chain);
  const steps = [
    ...sealedSteps(sample),
    ...lockedSteps(sample.lock),
    { stage: "Dealt", message: { t: "thrown", deck: first } },
    { stage: "Sealed", message: { t: "deck", game: fair.plan.game, deck } },
    { stage: "Cut", message: { t: "commit_sent", no: next.no, cut: cutOf(sample, me), ack: "ok" } },
    ...lockedSteps(lock),
    { stage: "Dealt", message: { t: "thrown", deck: second } },
  ];
  return { steps, files: {} };
}

/** How the house can cover up another card, from the plainest way on. */
export const COVERS = ["none", "true", "forged", "resealed"];

/**
 * Another card at a place. @param {Sample} sample @param {number | string} place a seat or board1
 * @param {number} index of the card there @param {number} card @param {string} cover one of COVERS
 * @returns {Cheated}
 */
export function otherCard(sample, place, index, card, cover) {
  const street = place === "board1" ? [0, 3, 4].findLast((from) => from <= index) : 0;
  const from = street ?? 0;
  const to = { 0: 3, 3: 4, 4: 5 }[from];
  const before = place === "board1" ? sample.board.slice(from, to) : sample.hole(place);
  const cards = before.with(index - from, card);
  const openings = before.map((old, i) => {
    if (old === cards[i] || cover === "none") return sample.proof(old);
    if (cover === "true") return trueProof(sample, card);
    return { ...sample.proof(old), card };
  });
  const story = withCards(sample, [place, place === "board1" ? from : 0, cards], openings);
  if (cover !== "resealed") return story;
  return resealed(sample, before[index - from], card);
}

/** The deck sealed again, in which two cards have changed places. @returns {Story} */
function resealed(sample, one, other) {
  const { fair, masters, candidates } = sample;
  const order = candidates[fair.pick].order.map((card) => {
    if (card === one) return other;
    return card === other ? one : card;
  });
  const made = house.candidateOf(fair.deck_id, fair.pick, masters[fair.pick], fair.n, order);
  const deck = house.sealed(fair, candidates.with(fair.pick, made));
  const lock = house.locked(deck, fair.plan, house.promised(deck.commit, fair.cuts));
  const deal = house.dealt(deck, lock, fair.cuts, masters, fair);
  const steps = [...sealedSteps(sample), ...lockedSteps(sample.lock), dealtStep(deal)];
  return { steps: [...steps, ...cardSteps(sample)], files: {} };
}

// -- before the cards ------------------------------------------------------------------------

/** @param {Sample} sample @returns {Cheated} */
function lockedBy(sample, cutCommits) {
  const lock = house.locked(sample.deck, sample.fair.plan, cutCommits);
  return { steps: [...sealedSteps(sample), ...lockedSteps(lock)], files: {} };
}

/** @param {Sample} sample @returns {Cheated} */
const afterTheLock = (sample, ...steps) => ({
  steps: [...sealedSteps(sample), ...lockedSteps(sample.lock), ...steps],
  files: {},
});

/** The lock without my cut. @param {Sample} sample */
export const leftOut = (sample) =>
  lockedBy(
    sample,
    sample.fair.cut_commits.filter(([seat]) => seat !== sample.me),
  );

/** The lock with a cut in my name. @param {Sample} sample */
export const inMyName = (sample) =>
  lockedBy(sample, house.promised(sample.deck.commit, cutsWith(sample, sample.me, madeUp(1))));

/** The deal by another lock, in which the friend's cut was chosen last. @param {Sample} sample */
export function otherLock(sample) {
  const { cuts, tries } = chosenCut(sample);
  return { ...relocked(sample, sample.fair.plan, cuts), tries };
}

/** The deal of a deck with another id. @param {Sample} sample @returns {Cheated} */
export function unpublished(sample) {
  const { fair, masters } = sample;
  const own = { ...fair, deck_id: madeUp(2).slice(0, 32) };
  const made = masters.map((key, k) => house.candidateOf(own.deck_id, k, key, fair.n));
  const deck = house.sealed(own, made);
  const lock = house.locked(deck, fair.plan, house.promised(deck.commit, fair.cuts));
  return afterTheLock(sample, dealtStep(house.dealt(deck, lock, fair.cuts, masters, fair)));
}

/** The deal from another button. @param {Sample} sample */
export const movedButton = (sample) =>
  relocked(sample, { ...sample.fair.plan, button: [sample.me] }, sample.fair.cuts);

/** The deal without me. @param {Sample} sample */
export function saidToLeave(sample) {
  const deal = dealtBy(sample, sample.lock, sample.fair.cuts, { absent: [sample.me] });
  return afterTheLock(sample, dealtStep(deal));
}

/** The deck thrown away as if it had never been locked. @param {Sample} sample */
export function denied(sample) {
  const how = { reason: REASONS.rulesChanged, chain_before: sample.fair.chain_before };
  const deck = house.thrown(sample.deck, null, [], sample.masters, how);
  return afterTheLock(sample, { stage: "Dealt", message: { t: "thrown", deck } });
}

/** The deal by the older scheme. @param {Sample} sample */
export const older = (sample) =>
  afterTheLock(sample, dealtStep({ ...sample.deal, scheme: "TFAIR1" }));

// -- the cards -------------------------------------------------------------------------------

/** My second card for the friend's, with its true proof. @param {Sample} sample */
export const swapped = (sample) =>
  otherCard(sample, sample.me, 1, sample.hole(sample.friend)[1], "true");

/** The river that helps the friend most, with its true proof. @param {Sample} sample */
export const helpingRiver = (sample) => otherCard(sample, "board1", 4, sample.helpingRiver, "true");

/** A friend's card rewritten as an ace that nobody has. @param {Sample} sample */
export function anotherAce(sample) {
  const { friend, fair } = sample;
  const dealt = fair.openings.map(({ card }) => card);
  const ace = ACES.find((card) => !dealt.includes(card)) ?? ACES[0];
  return otherCard(sample, friend, 1, ace, "forged");
}

/** The river without its proof. @param {Sample} sample */
export function withoutProof(sample) {
  const river = sample.board[4];
  return withCards(sample, ["board1", 4, [river]], []);
}

// -- afterwards ------------------------------------------------------------------------------

/** @param {Sample} sample */
export const otherWinner = (sample) => saved(sample, withWinner(sample));

/** The friend's chips at the start. @param {Sample} sample */
export function otherStack(sample) {
  const record = copyOf(sample.record);
  record.seats.find(({ seat }) => seat === sample.friend).stack *= 5;
  return saved(sample, record);
}

/** Hole cards of two seats exchanged wherever the record names them. @param {Sample} sample */
export function swappedInRecord(sample) {
  const record = copyOf(sample.record);
  const seats = [sample.me, sample.friend];
  const [one, other] = seats.map((seat) => record.seats.find((entry) => entry.seat === seat));
  [one.cards, other.cards] = [other.cards, one.cards];
  return saved(sample, record);
}

/** The chain rewritten, with another winner, before I come back. @param {Sample} sample */
export function otherChain(sample) {
  const { no, chain } = rewritten(sample).fair;
  const story = honest(sample);
  const back = { stage: "Ended", message: { t: "hello", no, chain } };
  const reload = { stage: "Ended", message: { t: "reload" } };
  return { ...story, steps: [...story.steps, reload, back], winner: sample.friend };
}

/** A record that fits in itself, of a day that nobody else was told. @param {Sample} sample */
export const otherDay = (sample) =>
  saved(sample, rewritten(sample), { "your copy of the chain of days": sample.keptCopy });
