// @ts-check
/**
 * Owns the form for a new table, drawn from the specification in the page. The server names the
 * fields and decides what is allowed.
 */
import {
  errorOf,
  Field,
  fieldOf,
  NumberField,
  Option,
  Preset,
  Switch,
  setErrors,
  setFields,
} from "./fields.js";
import { load, text } from "./messages.js";
import { html, render, useEffect, useRef, useState } from "./view.js";

const spec = JSON.parse(document.getElementById("table-spec")?.textContent || "{}");
setErrors(spec.errors ?? {});
setFields(spec.fields ?? {});
const first = spec.values ?? {};

const seatsHelp = (min, max) => {
  if (min === max) return text("lobby.form.players", { count: max });
  return text(max > 6 ? "lobby.form.players_many" : "lobby.form.players_from", { min, max });
};

/** The switches that cannot change once the table is open. */
const FIXED = spec.changes ? ["unrated"] : [];
/** The switches that are drawn together; `autostart` is beside the clock. */
const SWITCHES = (spec.switches ?? []).filter((name) => ![...FIXED, "autostart"].includes(name));

function startOptions(game, preset) {
  const rules = { ...(game.presets[preset] ?? Object.values(game.presets)[0]) };
  for (const option of game.options) {
    const posted = first[`option_${option.name}`];
    if (posted !== undefined)
      rules[option.name] = option.kind === "bool" ? posted === "true" || posted === "on" : posted;
    else if (!(option.name in rules)) rules[option.name] = option.default;
  }
  return rules;
}

/** The presets of a game as [key, name, sentence], the default first. */
const presetsOf = (game) => spec.words[game.key];

/**
 * The options of a game that the form treats in a special way.
 * @param {any} game
 * @returns {{first: string[], first_for: Record<string, string[]>, plays_for: string,
 *   seats: string, buy_in: string}}
 */
const formOf = (game) => spec.forms[game.key];

/** How many seats a table can have under these rules. */
const mostSeats = (game, rules) =>
  Math.min(game.max_seats, Number(rules[formOf(game).seats]) || game.max_seats);

/** Delay between a change and its validation. */
const VALIDATE_AFTER_MS = 250;
/** Delay before another try when there was no answer. */
const RETRY_AFTER_MS = 2_000;

/** The server's validation of the form; null without an answer. */
async function validate() {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("table-form"));
  try {
    const answer = await fetch(location.pathname, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Asks the server after each change which fields it would refuse. The buy-in follows the stakes
 * until the user types one.
 */
function useValidation(values, options, setValues) {
  const [minBuyIn, setMinBuyIn] = useState(/** @type {number | null} */ (null));
  const [, setAnswer] = useState(null);
  const typed = useRef({ min_buy_in: spec.changes, max_buy_in: spec.changes });
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    let timer = setTimeout(ask, VALIDATE_AFTER_MS);
    async function ask() {
      const answer = await validate();
      if (mine !== asked.current) return;
      if (!answer) {
        timer = setTimeout(ask, RETRY_AFTER_MS); // busy, or no network
        return;
      }
      setErrors(answer.errors);
      setAnswer(answer); // draws the errors, also when nothing else changes
      setMinBuyIn(answer.least_buy_in);
      setValues((old) => {
        const fit = { ...old };
        const lowest = answer.least_buy_in;
        if (lowest && !typed.current.min_buy_in) fit.min_buy_in = lowest;
        if (lowest && !typed.current.max_buy_in)
          fit.max_buy_in = spec.max_to_min_buy_in * Math.max(lowest, Number(fit.min_buy_in));
        const same = fit.min_buy_in === old.min_buy_in && fit.max_buy_in === old.max_buy_in;
        return same ? old : fit;
      });
    }
    return () => clearTimeout(timer);
  }, [values, options]);
  return { minBuyIn, typed: typed.current };
}

const back = document.getElementById("table-form")?.dataset.back ?? "/";

function Form() {
  const [values, setValues] = useState({ ...first });
  const set = (name, value) => {
    if (name in typed) typed[name] = true;
    setValues((old) => ({
      ...old,
      [name]: value,
      ...(name === "spectators" &&
        value === "delayed" && {
          spectator_delay_s: Math.max(spec.usual_delay_s, old.spectator_delay_s ?? 0),
        }),
    }));
  };
  const game = spec.games.find((entry) => entry.key === values.game) ?? spec.games[0];
  const preset = game.presets[values.preset] ? values.preset : presetsOf(game)[0][0];
  const [options, setOptions] = useState(startOptions(game, preset));
  const { minBuyIn, typed } = useValidation(values, options, setValues);
  const standard = game.presets[preset];
  const most = mostSeats(game, options);
  const choose = (key, name) => {
    const next = spec.games.find((entry) => entry.key === key) ?? game;
    const rules = next.presets[name];
    const most = mostSeats(next, rules);
    setValues((old) => ({
      ...old,
      game: key,
      preset: name,
      seats: Math.min(next === game ? Number(old.seats) || most : next.defaults.seats, most),
      bots: Math.min(Number(old.bots) || 0, most - 1),
    }));
    setOptions({ ...rules, ...(spec.changes && kept) });
  };
  const draw = (option) =>
    html`<${Option} key=${option.name} option=${option} value=${options[option.name]}
      standard=${standard[option.name]}
      onChange=${(value) => setOptions({ ...options, [option.name]: value })} />`;
  const form = formOf(game);
  const playsFor = options[form.plays_for];
  const sitAndGo = playsFor === "sit_and_go";
  const points = playsFor === "points";
  const safe = points || values.unrated === "on"; // no chips are at stake
  const startingChips = Number(options[form.buy_in]) || null;
  useEffect(() => {
    // At tables for chips live cards stay hidden.
    if (values.spectators === "open" && !safe) set("spectators", "public");
  }, [safe]);
  const front = form.first_for[playsFor] ?? form.first;
  const fixed = spec.changes ? [form.plays_for] : []; // cannot change once the table is open
  const offered = game.options.filter((option) => !fixed.includes(option.name));
  const folded = offered.filter((option) => !front.includes(option.name));
  const kept = Object.fromEntries(
    fixed.filter((kind) => kind in options).map((kind) => [kind, options[kind]]),
  );
  const alike = presetsOf(game).filter(([name]) =>
    Object.entries(kept).every(([kind, value]) => game.presets[name][kind] === value),
  );
  const presets = alike.length ? alike : presetsOf(game);
  const open = folded.some((option) => errorOf(`option_${option.name}`));
  return html`
    <fieldset class="panel group"><legend>${text("lobby.form.table")}</legend>
      <${Field} name="name">
      <input id="name" name="name" maxlength=${fieldOf("name").max} value=${values.name ?? ""}
      aria-invalid=${errorOf("name") ? "true" : "false"}
      onInput=${(e) => set("name", e.target.value)} /></${Field}>
      ${
        spec.games.length > 1 && !spec.changes
          ? html`<${Field} name="game">
            <select id="game" name="game" value=${game.key}
            onChange=${(e) =>
              choose(
                e.target.value,
                spec.words[e.target.value][0][0],
              )}>${spec.games.map((g) => html`<option value=${g.key}>${g.name}</option>`)}</select>
                </${Field}>`
          : html`<input type="hidden" name="game" value=${game.key} />`
      }
      <div class="columns">
        <${NumberField} name="seats" help=${seatsHelp(game.min_seats, most)} values=${values}
        set=${set} min=${game.min_seats} max=${most} />
        <${NumberField} name="bots" values=${values} set=${set}
        max=${Math.max(0, (Number(values.seats) || most) - 1)} />
        ${
          Number(values.bots) > 0 &&
          html`<${Field} name="bot_level">
            <select id="bot_level" name="bot_level" value=${values.bot_level}>${(
              spec.bot_levels ?? []
            ).map((level) => {
              const value = Array.isArray(level) ? level[0] : level;
              return html`<option value=${value} selected=${value === values.bot_level}>
              ${text(`lobby.bot_level.${value}`)}</option>`;
            })}</select></${Field}>`
        }
      </div>
    </fieldset>
    <fieldset class="panel group"><legend>${text("lobby.form.rules")}</legend>
      <div class="presets" role="radiogroup"
      aria-label=${text("lobby.form.preset")}>${presets.map(
        ([name, label, about]) =>
          html`<${Preset} name=${name} label=${label} about=${about} chosen=${name === preset}
          onChoose=${() => choose(game.key, name)} />`,
      )}</div>
      ${errorOf("preset") && html`<p class="error">${errorOf("preset")}</p>`}
      <div class="columns">${offered.filter((option) => front.includes(option.name)).map(draw)}
      </div>
      <details class="more" open=${open}><summary>${text("lobby.form.more_rules")}
      ${" "}<small>${text("lobby.form.options", { count: folded.length })}</small></summary><div
      class="columns">${folded.map(draw)}</div>
      </details>
    </fieldset>
    <fieldset class="panel group"><legend>${text("lobby.form.chips_and_time")}</legend>
      <div class="columns">
        ${
          points
            ? html`<p class="help">${text("lobby.form.points")}</p>`
            : sitAndGo
              ? html`<${NumberField} name="min_buy_in"
                label=${text("lobby.form.entry")} help=${text("lobby.form.entry_help")}
                values=${values} set=${set} />`
              : startingChips
                ? html`<p class="help">
                ${text("lobby.form.starting_chips", { count: startingChips })}</p>`
                : html`<${NumberField} name="min_buy_in" values=${values} set=${set}
                help=${minBuyIn ? text("lobby.form.min_buy_in", { amount: minBuyIn }) : ""}
                min=${minBuyIn ?? undefined} />
                <${NumberField} name="max_buy_in" values=${values} set=${set}
                min=${Number(values.min_buy_in) || undefined} />`
        }
        <${NumberField} name="clock_s" values=${values} set=${set} />
        <${NumberField} name="bank_s" values=${values} set=${set} />
      </div>
      ${
        sitAndGo
          ? values.autostart && html`<input type="hidden" name="autostart" value="on" />`
          : html`<${Switch} name="autostart" values=${values} set=${set} />`
      }
    </fieldset>
    <fieldset class="panel group"><legend>${text("lobby.form.spectators")}</legend>
      <div class="rails" role="radiogroup" aria-label=${text("lobby.form.spectators")}>
      ${(spec.spectator_modes ?? [])
        .filter((mode) => safe || mode.value !== "open")
        .map(
          (mode) =>
            html`<label class=${`preset ${values.spectators === mode.value ? "on" : ""}`}>
              <input type="radio" name="spectators" value=${mode.value}
              checked=${values.spectators === mode.value}
              onChange=${() => set("spectators", mode.value)} />
              <b>${mode.label}</b><small><span>${mode.help}</span></small></label>`,
        )}</div>
      ${
        values.spectators === "delayed" &&
        html`<${NumberField} name="spectator_delay_s" values=${values} set=${set} />`
      }
      ${errorOf("spectators") && html`<p class="error">${errorOf("spectators")}</p>`}
      ${SWITCHES.map(
        (name) => html`<${Switch} key=${name} name=${name} values=${values} set=${set} />`,
      )}
      <${Field} name="chat">
      <select id="chat" name="chat">
      ${(spec.chats ?? []).map(
        ({ value, label }) => html`<option value=${value}
      selected=${value === values.chat}>${label}</option>`,
      )}</select></${Field}>
      <${Field} name="households">
      <select id="households" name="households">
      ${(spec.households ?? []).map(
        ({ value, label }) => html`<option value=${value}
      selected=${value === values.households}>${label}</option>`,
      )}</select></${Field}>
    </fieldset>
    ${FIXED.filter((name) => first[name]).map(
      (name) => html`<input type="hidden" name=${name} value="on" />`,
    )}
    ${Object.entries(kept).map(
      ([kind, value]) => html`<input type="hidden" name=${`option_${kind}`} value=${value} />`,
    )}
    <div class="form-end">${
      spec.changes
        ? html`<button class="button primary big">${text("lobby.form.save")}</button>`
        : html`<button class="button primary big" name="sit" value="on">
          ${text("lobby.form.open_and_sit")}</button>
          <button class="button big">${text("lobby.form.open")}</button>`
    }
    <a class="button quiet big" href=${back}>${text("lobby.form.back")}</a></div>`;
}

const place = document.getElementById("table-fields");
if (place && spec.games?.length) {
  await load();
  place.replaceChildren();
  render(html`<${Form} />`, place);
}
