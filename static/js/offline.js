// @ts-check
/** Owns a page's side of the time without a network: the worker, and going on when it is over. */

import { startWorker } from "./device.js";

const AGAIN_MS = 3000;

addEventListener("load", startWorker);

if (document.querySelector("[data-offline]")) {
  // Devices say that they are online before they are.
  const look = () =>
    fetch(location.href, { method: "HEAD" }).then(
      () => location.reload(),
      () => {},
    );
  addEventListener("online", look);
  setInterval(look, AGAIN_MS);
}
