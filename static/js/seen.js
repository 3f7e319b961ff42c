// @ts-check
/** Owns work that waits until a part of the page is seen, or nearly. */

/** How far below the window a part counts as seen. */
const NEAR = "200px";

/** @param {Element} place @param {() => unknown} work done once */
export function whenSeen(place, work) {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      work();
    },
    { rootMargin: NEAR },
  );
  watch.observe(place);
}
