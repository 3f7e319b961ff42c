// @ts-check
/** Owns the simulation: requests batches of hands, adds them up, and plots the convergence. */
import { number, text } from "../messages.js";
import { html } from "../view.js";
import { NARROW, percent, plus } from "./format.js";

const STEPS = [500, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 100_000];
export const MAX_HANDS = 1_000_000;
/** The 95 % interval: so many standard errors on both sides of the observed edge. */
const Z_95 = 1.959963984540054;
const [WIDE, HIGH, LEFT, FOOT, HEAD] = [NARROW ? 340 : 560, 240, 52, 36, 12];

/** Adds one answer's observations to a bet's sums. */
function add(sums, bet) {
  const { hands, edge, standard_error: error } = bet;
  sums.hands += hands;
  sums.lost += edge * hands;
  sums.squares += (error * error * Math.max(hands - 1, 1) + edge * edge) * hands;
}

function measured(sums) {
  const edge = sums.lost / sums.hands;
  const spread = Math.max(sums.squares / sums.hands - edge * edge, 0);
  return { hands: sums.hands, edge, error: Math.sqrt(spread / Math.max(sums.hands - 1, 1)) };
}

/** Adds one answer's whole shoes, whose variances weigh as much as they have shoes. */
function addShoes(sums, found) {
  if (!found || found.shoes < 2) return;
  sums.rounds = found.rounds;
  sums.shuffled = found.sd_if_shuffled;
  sums.shoes += found.shoes;
  sums.free += found.shoes - 1;
  sums.squares += found.sd ** 2 * (found.shoes - 1);
}

/**
 * Plays until `MAX_HANDS` hands or until `wanted()` is false; `show` gets the state after each
 * answer.
 * @param {(hands: number, seed: number) => Promise<any>} ask
 */
export async function play(ask, wanted, show) {
  const bets = new Map();
  const path = [];
  const shoes = { shoes: 0, free: 0, squares: 0 };
  const seed = newSeed();
  for (let turn = 0, hands = 0; hands < MAX_HANDS && wanted(); turn++) {
    const count = Math.min(STEPS[Math.min(turn, STEPS.length - 1)], MAX_HANDS - hands);
    const answer = await ask(count, seed + turn);
    if (!answer || !wanted()) break;
    for (const bet of answer.bets) {
      if (!bets.has(bet.key))
        bets.set(bet.key, {
          key: bet.key,
          label: bet.label,
          exact: bet.exact,
          hands: 0,
          lost: 0,
          squares: 0,
        });
      add(bets.get(bet.key), bet);
    }
    addShoes(shoes, answer.shoes);
    hands += answer.hands;
    path.push(measured(bets.get("main")));
    show({
      running: hands < MAX_HANDS,
      hands,
      seed,
      path: [...path],
      bets: [...bets.values()].map((sums) => ({ ...sums, ...measured(sums) })),
      shoes: shoes.free ? shoes : null,
    });
  }
}

/** How many seeds there are to choose from: as many as can be copied by hand. */
const SEEDS = 1_000_000_000;

/** The seed of a new simulation; its batches have this one and the next ones. */
function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
}

/** The observed edge with its 95 % interval, over the logarithm of the hands. */
function Plot({ state }) {
  const { path, bets } = state;
  const exact = bets[0].exact;
  const reach =
    Math.max(
      ...path
        .slice(Math.min(2, path.length - 1))
        .map((p) => Math.max(Z_95 * p.error, Math.abs(p.edge - exact))),
    ) * 1.15;
  const [from, to] = [
    Math.log10(path[0].hands),
    Math.log10(Math.max(path.at(-1).hands, path[0].hands * 10)),
  ];
  const x = (hands) => LEFT + ((Math.log10(hands) - from) / (to - from)) * (WIDE - LEFT - 10);
  const y = (edge) =>
    HEAD +
    ((exact + reach - Math.min(Math.max(edge, exact - reach), exact + reach)) / (2 * reach)) *
      (HIGH - FOOT - HEAD);
  const at = (p, by) => `${x(p.hands).toFixed(1)},${y(p.edge + by * p.error).toFixed(1)}`;
  const band = [
    ...path.map((p) => at(p, Z_95)),
    ...[...path].reverse().map((p) => at(p, -Z_95)),
  ].join(" ");
  const ticks = [1_000, 10_000, 100_000, 1_000_000]
    .filter((hands) => !NARROW || hands !== 1_000)
    .filter((hands) => Math.log10(hands) >= from && Math.log10(hands) <= to + 0.001);
  const { edge, hands } = path.at(-1);
  const seen = { observed: percent(edge), hands, exact: percent(exact) };
  return html`<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img"
    aria-label=${text("odds.plot.simulation_label", seen)}>
    ${[-1, 0, 1].map(
      (part) => html`<g class="grid">
    <line x1=${LEFT} x2=${WIDE - 10} y1=${y(exact + part * reach)} y2=${y(exact + part * reach)} />
    <text x=${LEFT - 6} y=${y(exact + part * reach) + 4} text-anchor="end">
    ${percent(exact + part * reach, 1)}</text></g>`,
    )}
    ${ticks.map(
      (hands) => html`<text x=${x(hands)} y=${HIGH - FOOT + 18}
    text-anchor=${hands === 1_000_000 ? "end" : "middle"}>${number(hands)}</text>`,
    )}
    <text x=${WIDE / 2} y=${HIGH - 2} text-anchor="middle">${text("odds.plot.hands")}</text>
    <polygon class="band" points=${band} /><line class="exact-line" x1=${LEFT} x2=${WIDE - 10}
    y1=${y(exact)} y2=${y(exact)} />
    <polyline class="observed" points=${path.map((p) => at(p, 0)).join(" ")} />
    <circle class="observed-end" cx=${x(path.at(-1).hands)} cy=${y(path.at(-1).edge)} r="4" />
    </svg>`;
}

const HEADS = ["odds.head.observed", "odds.head.interval", "odds.head.exact", "odds.head.off"];

const interval = ({ edge, error }) =>
  text("odds.number.range", {
    from: percent(edge - Z_95 * error, 3),
    to: percent(edge + Z_95 * error, 3),
  });

/** What whole shoes brought, beside as many rounds that are each dealt from a full shoe. */
function Shoes({ sums }) {
  const { rounds, shoes, free, squares, shuffled } = sums;
  const sd = Math.sqrt(squares / free);
  const error = sd / Math.sqrt(2 * free);
  const written = (value) => value.toFixed(3);
  return html`<p>${text("odds.plot.shoes", {
    shoes,
    rounds,
    sd: written(sd),
    from: written(sd - Z_95 * error),
    to: written(sd + Z_95 * error),
    shuffled: written(shuffled),
  })}</p>`;
}

/** The panel of one simulated design. */
export function Simulation({ side, state }) {
  if (!state?.path?.length) return null;
  return html`<figure class="plot panel closing">
    <h2>${text("odds.plot.simulation")}${
      side &&
      html` <span class="badge gold">${text("odds.form.design", { side: side.toUpperCase() })}
    </span>`
    }</h2>
    <${Plot} state=${state} />
    <figcaption><ul class="legend"><li><i class="dot observed-dot">
    </i>${text("odds.plot.observed")}</li><li><i class="dot exact-dot">
    </i>${text("odds.plot.exact")}</li></ul>
    <div class="scroller"><table class="facts">
    <thead><tr><th scope="col">${text("odds.plot.count", { hands: state.hands })}</th>
    ${HEADS.map((key) => html`<th scope="col" class="num">${text(key)}</th>`)}</tr></thead>
    <tbody>${state.bets.map(
      (bet) => html`<tr><th scope="row">${bet.label}</th>
    <td class="num">${percent(bet.edge, 3)}</td><td class="num">${interval(bet)}</td>
    <td class="num">${percent(bet.exact, 3)}</td>
    <td class="num">
    ${text("odds.number.errors", {
      count: plus((bet.edge - bet.exact) / (bet.error || 1), 2),
    })}</td></tr>`,
    )}
    </tbody></table></div>${state.shoes && html`<${Shoes} sums=${state.shoes} />`}
    <p class="soft">${text("odds.plot.seed", {
      seed: String(state.seed),
      last: String(state.seed + state.path.length - 1),
    })}</p></figcaption></figure>`;
}
