// @ts-check
/** Owns the table itself: rail, felt, seats, pot, stake and the result of a hand. */
import { chips, chipsSvg } from "../chips.js";
import { html, useEffect, useState } from "../view.js";
import { Countdown } from "./clock.js";
import { Icon } from "./icons.js";
import { places } from "./layout.js";
import { Seat } from "./seat.js";
import { mySeat, playing } from "./store.js";

const upright = matchMedia("(max-width: 700px), (max-aspect-ratio: 4/5)");

/** True on an upright phone; follows the device when it is turned. */
export function useUpright() {
  const [tall, setTall] = useState(upright.matches);
  useEffect(() => {
    const turn = () => setTall(upright.matches);
    upright.addEventListener("change", turn);
    return () => upright.removeEventListener("change", turn);
  }, []);
  return tall;
}

/** What a turn costs now, blind and seen, mine marked. */
function Price({ state }) {
  const { view } = state.hand;
  const stake = view.stake;
  const limit = state.table.rules?.raise_limit ?? (state.table.rules ? null : 2);
  const range = (least) =>
    limit ? `${chips(least)}–${chips(least * limit)}` : `from ${chips(least)}`;
  const mine = view.seats.find((seat) => seat.seat === mySeat(state) && seat.status === "in");
  return html`<dl class="price">
    <div class=${mine?.blind ? "mine" : ""}><dt>Blind</dt><dd class="num">${range(stake)}</dd></div>
    <div class=${mine && !mine.blind ? "mine" : ""}><dt>Seen</dt><dd class="num">${range(stake * 2)}</dd></div>
  </dl>`;
}

function Pot({ state }) {
  const { view } = state.hand;
  const several = (view.pots?.length ?? 0) > 1;
  const settled = view.phase === "settled";
  const paid = view.result ? view.result.pots.reduce((sum, pot) => sum + pot.amount, 0) : 0;
  const amount = settled ? paid : view.pot;
  return html`<div class="pot">
    <span class=${`pile ${settled ? "gone" : ""}`} data-pot dangerouslySetInnerHTML=${{ __html: chipsSvg(amount, 5, 5) }}></span>
    <span class="pot-amount"><span class="word">Pot</span> <b class="num">${chips(amount)}</b></span>
    ${several && !settled && html`<ol class="side-pots">${view.pots.map((pot, i) => html`<li>${i === 0 ? "Main" : `Side ${i}`} <b class="num">${chips(pot.amount)}</b></li>`)}</ol>`}
  </div>`;
}

const HOW = {
  fold: "everyone else packed",
  show: "show",
  forced_show: "the pot limit forced a show",
  side_show: "side show",
};

/** Who won, with what, and when the next hand starts. */
function Result({ state, name }) {
  const { hand, you } = state;
  const { result } = hand.view;
  const several = result.pots.length > 1;
  const lines = result.pots.map((pot, i) => {
    const mine = pot.winners.includes(you?.seat);
    const alone = pot.winners.length === 1;
    const who =
      alone && mine
        ? "You win"
        : alone
          ? `${name(pot.winners[0])} wins`
          : `${pot.winners.map(name).join(" and ")} split`;
    return {
      who,
      amount: pot.amount,
      label: pot.label,
      pot: several ? (i === 0 ? "main pot" : `side pot ${i}`) : "",
    };
  });
  const my = result.net.find(([seat]) => seat === you?.seat);
  return html`<div class="result" role="status">
    ${lines.map(
      (
        line,
      ) => html`<p class="winner"><${Icon} name="cup" />${line.who} <b class="num">${chips(line.amount)}</b>${line.pot && html` <small>${line.pot}</small>`}</p>
      ${line.label && html`<p class="with">${line.label}</p>`}`,
    )}
    ${!lines.some((line) => line.label) && HOW[result.ended_by] && html`<p class="with quiet">${HOW[result.ended_by]}</p>`}
    ${my && html`<p class="net num">${my[1] >= 0 ? `You are up ${chips(my[1])}` : `You are down ${chips(-my[1])}`}</p>`}
    ${hand.next_at && html`<p class="next">Next hand in <${Countdown} until=${hand.next_at} state=${state} /></p>`}
  </div>`;
}

function Waiting({ state, actions }) {
  const { table } = state;
  const mine = mySeat(state) !== null;
  const next = table.next_at;
  return html`<div class="waiting">
    <p class="big">${next ? html`Next hand in <${Countdown} until=${next} state=${state} />` : table.waiting || (table.can_start ? "Ready to deal" : "Waiting for players")}</p>
    ${
      mine &&
      !state.boot.replay &&
      html`<div class="waiting-buttons">
      ${table.can_start && html`<button type="button" class="button primary" onClick=${actions.start}>Deal the first hand</button>`}
      ${table.seats.filter((s) => s?.name).length < table.max_seats && html`<button type="button" class="button quiet" onClick=${() => actions.open("bots")}>Add bots</button>`}
      ${table.invite && html`<button type="button" class="button quiet" onClick=${() => actions.open("invite")}>Invite</button>`}
    </div>`
    }
  </div>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function Stage({ state, name, actions }) {
  const tall = useUpright();
  const mine = mySeat(state);
  const { table, hand } = state;
  const where = places(table.max_seats, mine, tall);
  const settled = hand?.view.phase === "settled";
  return html`<section class=${`stage ${tall ? "tall" : "wide"} ${mine === null ? "watching" : "seated"} seats-${table.max_seats}`} aria-label="Table">
    <div class="oval"><div class="felt"><span class="felt-mark" aria-hidden="true">Cardhouse</span></div></div>
    <div class="middle">
      ${
        hand
          ? html`${settled ? html`<${Result} state=${state} name=${name} />` : html`<${Pot} state=${state} />`}
        ${playing(state) && html`<${Price} state=${state} />`}`
          : html`<${Waiting} state=${state} actions=${actions} />`
      }
      ${settled && html`<span class="pot-place" data-pot></span>`}
    </div>
    <ol class="seats">
      ${where.map((place, seat) => (seat === mine ? null : html`<${Seat} key=${seat} state=${state} seat=${seat} place=${place} onSit=${actions.sit} />`))}
    </ol>
  </section>`;
}
