// @ts-check
/**
 * Owns an action chosen ahead: cancels it when it no longer holds, and sends it when my turn comes.
 * Draws nothing.
 */
import { text } from "../../messages.js";
import { useEffect } from "../../view.js";

/** A random delay within these bounds, so nobody can tell that the choice was made ahead. */
const DELAY_MS = [150, 600];

/**
 * @param {{ahead: any, now: {price: any, at: string}, turn: boolean, legal: Record<string, any>,
 *   act: (kind: string, extra?: any) => void}} props
 * @param {{holds: (armed: any, now: any) => boolean, does: (armed: any, legal: any) =>
 *   [string, any?] | null, changed?: string, after?: number[]}} game
 */
export function useArmed({ ahead, now, turn, legal, act }, game) {
  const { armed } = ahead;
  const alive = game.holds(armed, now);
  useEffect(() => {
    const why = () => text(game.changed ?? "table.price_changed", { action: armed.label });
    if (!alive) ahead.cancel(armed.at === now.at ? why() : "");
  }, [alive]);
  useEffect(() => {
    if (!alive || !turn) return undefined;
    const [least, most] = game.after ?? DELAY_MS;
    const does = () => {
      const action = game.does(armed, legal);
      ahead.drop();
      if (action) act(...action);
    };
    const timer = setTimeout(does, least + Math.random() * (most - least));
    return () => clearTimeout(timer);
  }, [alive, turn, armed.wish]);
}
