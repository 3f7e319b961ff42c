// @ts-check
/**
 * Owns the pace of a message with several streets: shows its steps one by one. Must not change
 * what a message says; a newer hand ends the playback and shows the final state at once.
 */

/**
 * @param {(message: any, late: boolean) => void} show late: skipped over, needs no motion
 * @param {(message: any) => {message: any, wait: number}[] | null | undefined} split
 */
export function createPace(show, split) {
  /** @type {{message: any, wait: number}[]} */
  let rest = [];
  /** What comes after the hand, held back until the hand has been shown. @type {any[]} */
  const held = [];
  let timer = 0;

  function next() {
    const step = rest.shift();
    if (step) show(step.message, false);
    if (rest.length) timer = setTimeout(next, rest[0].wait);
    else release();
  }
  function release() {
    for (const message of held.splice(0)) show(message, true);
  }
  function finish() {
    clearTimeout(timer);
    for (const step of rest.splice(0)) show(step.message, true);
    release();
  }

  /** Takes one message of the server. @param {any} message */
  return function take(message) {
    const last = rest.at(-1)?.message;
    if (last && ["table", "deck"].includes(message.type)) {
      held.push(message);
      return;
    }
    if (last && message.type === "hand" && same(message.hand, last.hand)) {
      last.hand = message.hand; // the clock moved, nothing else
      return;
    }
    if (last && ["hand", "hello", "closed"].includes(message.type)) finish();
    const steps = message.type === "hand" ? split(message) : null;
    if (!steps) return show(message, false);
    rest = steps;
    next();
  };
}

const same = (hand, other) => hand && hand.id === other.id && hand.seq <= other.seq;
