// @ts-check
/**
 * Owns the sounds, made with Web Audio so that no file is loaded. Silent until the first gesture.
 */
import { settings } from "../../settings.js";

/** The level at full volume: soft beside whatever else is heard. */
const LEVEL_LIMIT = 0.9;
const SILENT_LEVEL = 0.0001;
const NOISE_S = 1;

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const hisses = new WeakMap();

/** A second of noise, made once. @param {BaseAudioContext} context */
function hiss(context) {
  const made = hisses.get(context);
  if (made) return made;
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  hisses.set(context, buffer);
  return buffer;
}

/** What draws sounds at one place: tones and noise that swell at once and die away. */
function instrument(/** @type {BaseAudioContext} */ context, /** @type {AudioNode} */ out) {
  function play(source, at, length, gain, rise) {
    const level = context.createGain();
    const start = context.currentTime + at;
    level.gain.setValueAtTime(SILENT_LEVEL, start);
    level.gain.exponentialRampToValueAtTime(gain, start + rise);
    level.gain.exponentialRampToValueAtTime(SILENT_LEVEL, start + length);
    level.connect(out);
    source.start(start);
    source.stop(start + length);
    return level;
  }
  /** @param {AudioParam} parameter @param {number[]} pitch */
  function slide(parameter, at, length, pitch) {
    parameter.setValueAtTime(pitch[0], context.currentTime + at);
    parameter.exponentialRampToValueAtTime(pitch.at(-1) ?? 0, context.currentTime + at + length);
  }
  return {
    /** @param {number[]} pitch in Hz, from and to @param {OscillatorType} [type] */
    tone(at, pitch, length, gain, type = "sine", rise = 0.012) {
      const source = context.createOscillator();
      source.type = type;
      slide(source.frequency, at, length, pitch);
      source.connect(play(source, at, length, gain, rise));
    },
    /** @param {number[]} pitch in Hz, from and to @param {BiquadFilterType} [type] */
    noise(at, pitch, length, gain, type = "bandpass", rise = 0.008) {
      const source = context.createBufferSource();
      source.buffer = hiss(context);
      const filter = context.createBiquadFilter();
      filter.type = type;
      slide(filter.frequency, at, length, pitch);
      source.connect(filter).connect(play(source, at, length, gain, rise));
    },
  };
}

/** @type {Record<string, (on: ReturnType<typeof instrument>) => void>} */
export const SOUNDS = {
  turn: ({ tone }) => {
    tone(0, [660], 0.3, 0.12);
    tone(0.13, [990], 0.5, 0.12);
  },
  warning: ({ tone }) => {
    for (const at of [0, 0.17, 0.34]) tone(at, [880], 0.12, 0.09, "triangle");
  },
  chip: ({ tone }) => {
    for (const [i, pitch] of [2900, 3700, 3300].entries()) {
      tone(i * 0.045, [pitch], 0.07, 0.05, "triangle", 0.003);
      tone(i * 0.045, [pitch * 1.5], 0.04, 0.02, "sine", 0.003);
    }
  },
  /** One card, laid or turned. */
  card: ({ noise }) => noise(0, [2600, 1200], 0.09, 0.16),
  /** Cards from the deck, one after the other. */
  deal: ({ noise }) => {
    for (let i = 0; i < 5; i += 1) noise(i * 0.09, [3200, 1700], 0.07, 0.12);
  },
  /** A knock on the table: check, pass. */
  pass: ({ tone }) => {
    for (const at of [0, 0.13]) tone(at, [190, 120], 0.09, 0.2, "sine", 0.004);
  },
  /** Cards given up, pushed over the cloth. */
  pack: ({ noise }) => noise(0, [900, 350], 0.26, 0.16, "lowpass", 0.06),
  /** A heart that beats while the board is awaited. */
  tension: ({ tone }) => {
    for (const at of [0, 0.2, 0.85, 1.05]) tone(at, [75, 52], 0.2, 0.3, "sine", 0.02);
  },
  win: ({ tone }) => {
    for (const [i, pitch] of [523, 659, 784, 1047].entries()) {
      tone(i * 0.1, [pitch], 0.7, 0.08);
      tone(i * 0.1, [pitch * 2], 0.4, 0.02);
    }
  },
  bomb: ({ tone, noise }) => {
    noise(0, [1400, 90], 0.9, 0.27, "lowpass", 0.02);
    tone(0, [110, 38], 0.7, 0.3, "sine", 0.01);
  },
  rocket: ({ tone, noise }) => {
    noise(0, [350, 3600], 0.85, 0.16, "bandpass", 0.3);
    tone(0, [220, 1500], 0.8, 0.05, "sine", 0.2);
    for (const [i, pitch] of [2093, 2637, 3136, 2349].entries())
      tone(0.85 + i * 0.07, [pitch], 0.3, 0.04);
  },
  spring: ({ tone }) => {
    for (const [i, pitch] of [587, 659, 784, 880, 1175, 1319].entries())
      tone(i * 0.09, [pitch], 0.6, 0.07, "triangle", 0.004);
  },
};

/** Heard even where only my turn sounds. */
const MINE = new Set(["turn", "warning"]);

/** The level of a volume of 0 to 100; the ear hears its square as even. @param {number} volume */
export const levelOf = (volume) => (volume / 100) ** 2 * LEVEL_LIMIT;

/** Draws a sound into any context. @param {string} name @param {BaseAudioContext} context */
export function draw(name, context, out = /** @type {AudioNode} */ (context.destination)) {
  SOUNDS[name](instrument(context, out));
}

/** @type {AudioContext | null} */
let audio = null;
/** Everything passes through it. @type {GainNode | null} */
let master = null;

/** Follows the volume at once, also in a sound that is heard now. */
function follow() {
  if (!audio || !master) return;
  master.gain.setTargetAtTime(levelOf(settings.volume), audio.currentTime, 0.02);
}

/** Whether my choice lets a sound be heard. @param {string} name */
export const isHeard = (name) =>
  settings.volume > 0 && settings.sound !== "off" && (settings.sound !== "turn" || MINE.has(name));

/** Plays a sound if my choice allows it. @param {string | null} name */
export function play(name) {
  if (!name || !isHeard(name) || !audio || !master || audio.state !== "running") return;
  draw(name, audio, master);
}

/** Opens the audio device; called at the first gesture, as browsers require. */
export function start() {
  if (!("AudioContext" in window)) return;
  if (!audio) {
    audio = new AudioContext();
    master = audio.createGain();
    master.gain.value = levelOf(settings.volume);
    master.connect(audio.destination);
    addEventListener("settings", follow);
  }
  audio.resume();
}
