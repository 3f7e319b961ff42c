// The demonstration of cheating in Node: tasks on standard input, results on standard output.
import { readFileSync } from "node:fs";

const folder = new URL("../../../static/js/fair/cheat/", import.meta.url);
const load = (name) => import(new URL(`${name}.js`, folder));
const [{ CHEATS }, { COVERS, otherCard, trueProof, twiceTheBlack }, house, { Sample, honest, judge }] =
  await Promise.all(["cheats", "forgeries", "house", "story"].map(load));
const sample = new Sample(JSON.parse(readFileSync(new URL("../../../static/fair/sample.json", import.meta.url))));

const cheats = async () => {
  const found = [];
  for (const { key, check, make } of CHEATS) found.push([key, check, await judge(make(sample, 0))]);
  return found;
};

/** Each card of the table made a quarter of all others, covered up in every way. */
const others = async () => {
  const found = [];
  const places = [...sample.seats.flatMap((seat) => [[seat, 0], [seat, 1]]), ...[0, 1, 2, 3, 4].map((i) => ["board1", i])];
  for (const [place, index] of places)
    for (const cover of COVERS)
      for (let card = found.length % 4; card < 52; card += 4) {
        const own = place === "board1" ? sample.board[index] : sample.hole(place)[index];
        const { check } = await judge(otherCard(sample, place, index, card, cover));
        found.push([card === own, cover, check]);
      }
  return found;
};

/** What the house makes of the sample's inputs, which the server made before. */
const again = () => {
  const { fair, masters, candidates } = sample;
  const deck = house.sealed(fair, candidates);
  const lock = house.locked(deck, fair.plan, house.promised(deck.commit, fair.cuts));
  const deal = house.dealt(deck, lock, fair.cuts, masters, fair);
  return { deal, openings: fair.openings.map(({ card }) => trueProof(sample, card)) };
};

const TASKS = {
  honest: () => judge(honest(sample)),
  cheats,
  others,
  again,
  lucky: async () => {
    const found = [];
    for (let attempt = 1; attempt <= 200; attempt += 1)
      found.push((await judge(twiceTheBlack(sample, attempt))).check);
    return found;
  },
};
const task = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(await TASKS[task]()));
