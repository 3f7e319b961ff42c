// @ts-check
/** Owns parts of the page that come when they are first drawn. */
import { html, useEffect, useState } from "../view.js";

/** A component in place of one that is loaded later. @param {() => Promise<any>} load */
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
