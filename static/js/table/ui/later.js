// @ts-check
/** Owns lazy loading: a component whose module is loaded when it is first drawn. */
import { html, useEffect, useState } from "../../view.js";

/**
 * A component that loads the real one when it is first drawn, or when `load` is called before.
 * @param {() => Promise<any>} found
 */
/* @__NO_SIDE_EFFECTS__ */
export function later(found) {
  let Part = null;
  const load = async () => {
    Part ??= await found();
  };
  const Later = (props) => {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (!Part) load().then(() => redraw(1));
    }, []);
    return Part && html`<${Part} ...${props} />`;
  };
  Later.load = load;
  return Later;
}
