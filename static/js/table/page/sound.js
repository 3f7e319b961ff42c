// @ts-check
/**
 * Owns the sounds, made with Web Audio so that no file is loaded. Silent until the first gesture.
 */
import { settings } from "../../settings.js";

/** @type {AudioContext | null} */
let audio = null;

function tone(at, frequency, length, gain, type = "sine") {
  if (!audio) return;
  const source = audio.createOscillator();
  const level = audio.createGain();
  const start = audio.currentTime + at;
  source.type = /** @type {OscillatorType} */ (type);
  source.frequency.setValueAtTime(frequency, start);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(gain, start + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(level).connect(audio.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

const SOUNDS = {
  turn: () => {
    tone(0, 660, 0.22, 0.12);
    tone(0.13, 990, 0.4, 0.12);
  },
  warning: () => {
    tone(0, 880, 0.12, 0.1, "triangle");
    tone(0.18, 880, 0.12, 0.1, "triangle");
  },
  chip: () => {
    tone(0, 2600, 0.05, 0.05, "triangle");
    tone(0.04, 3300, 0.05, 0.04, "triangle");
  },
  card: () => tone(0, 320, 0.05, 0.05, "sawtooth"),
  pack: () => tone(0, 180, 0.12, 0.06, "triangle"),
  win: () => {
    for (const [i, f] of [523, 659, 784, 1047].entries()) tone(i * 0.1, f, 0.5, 0.09);
  },
};

/** Plays a sound if the person's choice allows it. @param {keyof typeof SOUNDS | null} name */
export function play(name) {
  if (
    !name ||
    settings.sound === "off" ||
    (settings.sound === "turn" && name !== "turn" && name !== "warning")
  )
    return;
  if (audio?.state !== "running") return;
  SOUNDS[name]();
}

/** Opens the audio device; called at the first gesture, as browsers require. */
export function start() {
  if (!("AudioContext" in window)) return;
  audio ??= new AudioContext();
  audio.resume();
}
