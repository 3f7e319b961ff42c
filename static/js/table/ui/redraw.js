// @ts-check
/** Owns hooks that draw a component again: when asked, at an interval, once a time has come. */
import { useEffect, useState } from "../../view.js";
import { serverNow } from "../store.js";

/** A function that draws the component again. */
export function useRedraw() {
  const [, draw] = useState(0);
  return () => draw((n) => n + 1);
}

/** Draws at an interval in milliseconds. */
export function useTicks(every) {
  const redraw = useRedraw();
  useEffect(() => {
    const timer = setInterval(redraw, every);
    return () => clearInterval(timer);
  }, []);
}

/** Whether a server time has come; draws when it does. No time at all never comes. */
export function useMoment(at, state) {
  const redraw = useRedraw();
  const wait = at - serverNow(state);
  useEffect(() => {
    if (!(wait > 0)) return undefined;
    const timer = setTimeout(redraw, wait + 20);
    return () => clearTimeout(timer);
  }, [at]);
  return wait <= 0;
}
