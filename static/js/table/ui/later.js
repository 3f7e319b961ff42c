// @ts-check
/** Owns lazy loading: a component whose module is loaded when it is first drawn. */
import { html, useEffect, useState } from "../../view.js";

/** A component that loads the real one when it is first drawn. @param {() => Promise<any>} load */
export function later(load) {
  let Part = null;
  return (props) => {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (Part) return;
      load().then((part) => {
        Part = part;
        redraw(1);
      });
    }, []);
    return Part && html`<${Part} ...${props} />`;
  };
}
