// @ts-check
/** Owns the failure of a check of the dealing. */

/** A check that failed: `check` names it, the message says why. */
export class ProofFailed extends Error {
  /** @param {string} check @param {string} why */
  constructor(check, why) {
    super(`${check}: ${why}`);
    this.check = check;
    this.why = why;
  }
}
