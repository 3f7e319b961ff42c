/**
 * The faults in the layout of a table's page as it is drawn now: a list of texts.
 *
 * A fact is a text, or the index of a card. None of them may be cut, covered, or lie on another.
 */
() => {
  const LEAST_TEXT = 11;
  const LEAST_TARGET = 44;
  /** Targets that may be smaller: cards lie in a fan, of which a swipe takes several. */
  const SMALL = ".own";
  /** What is no fact: ornaments, and what a reader scrolls. */
  const NO_FACT = ".felt-mark, .visually-hidden, .skip, .log, .chat, option, script";
  /** Facts that may be cut at their end: the whole is in the name of the element, or one press away. */
  const MAY_END = ".name .text, .table-bar .facts *, .ddz-end th, .before b, .winner .who";
  /** What lies over the table and says itself what it covers. */
  const PANELS = ".ddz-end, .before";
  /** What is seen of them all the same. */
  const LEAST_SEEN = 34;
  /** Labels that a second line would push over what is beside them. */
  const ONE_LINE = ".all-in, .stack, .badge";
  const faults = [];
  const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 40);
  const named = (one) => {
    let at = one;
    while (at && !(typeof at.className === "string" && at.className)) at = at.parentElement;
    const own = at ? `.${at.className.split(" ").join(".")}` : one.localName;
    return `${own.slice(0, 40)} "${short(one.getAttribute?.("aria-label") ?? one.textContent)}"`;
  };
  const say = (kind, what) => faults.push(`${kind}: ${what}`);
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const inside = (box, { left, top, right, bottom }, by = 1) =>
    box.left > left - by && box.top > top - by && box.right < right + by && box.bottom < bottom + by;
  const meets = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const part = document.querySelector("#table");

  // The page does not scroll.
  scrollTo(999, 999);
  if (scrollX || scrollY) say("scrolls", "the page");
  scrollTo(0, 0);

  // For this look, what is painted is what a point hits.
  const passed = [...document.querySelectorAll("body *")].filter(
    (one) => getComputedStyle(one).pointerEvents === "none",
  );
  for (const one of passed) one.style.setProperty("pointer-events", "auto", "important");
  try {
    const facts = [];
    const known = (make, kept = new Map()) => (one) => {
      if (!kept.has(one)) kept.set(one, make(one));
      return kept.get(one);
    };
    const clipping = known((one) => {
      if (!one || one === document.documentElement) return [];
      const { overflowX, overflowY } = getComputedStyle(one);
      const open = overflowX === "visible" && overflowY === "visible";
      const more = clipping(one.parentElement);
      return open ? more : [[one, one.getBoundingClientRect()], ...more];
    });
    const clips = (box, one) => clipping(one).find(([, edge]) => !inside(box, edge, 1.5))?.[0];

    // Texts, line by line.
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const one = node.parentElement;
      if (!node.textContent.trim() || one.closest(NO_FACT) || !seen(one)) continue;
      if (getComputedStyle(one).clipPath.startsWith("inset(50")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (!boxes.length) continue;
      if (one.closest(ONE_LINE) && boxes.at(-1).top > boxes[0].bottom - 2) say("broken", named(one));
      const svg = one.closest("svg");
      const style = getComputedStyle(one);
      let scale = 1;
      if (svg) scale = Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b);
      else {
        let block = one;
        while (!block.offsetWidth) block = block.parentElement;
        const width = block.getBoundingClientRect().width;
        if (width < block.offsetWidth - 1) scale = width / block.offsetWidth;
      }
      const size = Number.parseFloat(style.fontSize) * scale;
      const card = one.closest(".face");
      if (card?.matches(".face-BJ, .face-RJ")) continue; // the figure says it
      if (size < LEAST_TEXT - 0.05) say("small", `${size.toFixed(1)} px ${named(card ?? one)}`);
      if (card) continue;
      for (const box of boxes) {
        const trim = Math.min(box.height * 0.18, 4);
        facts.push({
          one,
          text: true,
          whole: box,
          box: { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim },
        });
      }
    }
    // Cards by their indices.
    for (const face of part.querySelectorAll(".face:not(.face-BJ, .face-RJ)")) {
      const holder = face.closest("button, .card, .slip") ?? face;
      if (!seen(face) || Number(getComputedStyle(holder).opacity) < 0.6) continue;
      const marks = face.querySelectorAll("text, text + path");
      const mark = marks[0]?.getBoundingClientRect();
      if (mark) facts.push({ one: face, box: mark, whole: mark });
    }

    for (const fact of facts) {
      const { one, whole, box, text } = fact;
      const cut = clips(whole, one.closest("svg")?.parentElement ?? one);
      const may = text && one.closest(MAY_END);
      if (cut && !may) say("cut", `${named(one)} by ${named(cut)}`);
      const shown = cut ? cut.getBoundingClientRect() : whole;
      const left = Math.min(whole.right, shown.right) - Math.max(whole.left, shown.left);
      if (cut && one.closest(".name, .who") && left < LEAST_SEEN && left < whole.width) {
        const none = shown.bottom < whole.top + 3 || shown.top > whole.bottom - 3;
        if (!none) say("cut", `${left.toFixed(0)} px are left of ${named(one)}`);
      }
      fact.seen = {
        left: Math.max(box.left, cut ? shown.left : box.left),
        right: Math.min(box.right, cut ? shown.right : box.right),
        top: Math.max(box.top, cut ? shown.top : box.top),
        bottom: Math.min(box.bottom, cut ? shown.bottom : box.bottom),
      };
      if (fact.seen.right - fact.seen.left < 1 || fact.seen.bottom - fact.seen.top < 1) {
        fact.gone = true;
        continue;
      }
      if (!inside(fact.seen, page, 0.5)) say("outside", named(one));
    }

    // Nothing lies on a fact.
    const paints = known((one) => {
      if (one.closest("svg")) return one.localName !== "svg" && one.localName !== "g";
      const style = getComputedStyle(one);
      const alpha = /rgba?\(.*[,/]\s*([\d.]+)\)$/.exec(style.backgroundColor);
      return style.backgroundImage !== "none" || (style.backgroundColor !== "rgba(0, 0, 0, 0)"
        && (!alpha || !/rgba|\//.test(style.backgroundColor) || Number(alpha[1]) > 0.3));
    });
    const cover = (one, x, y) => {
      for (const hit of document.elementsFromPoint(x, y)) {
        if (hit === one || one.contains(hit) || hit.contains(one)) return null;
        if (hit.closest(".face") && hit.closest(".face") === one.closest(".face")) return null;
        if (hit.closest(PANELS)) return PANELS;
        if (paints(hit) && seen(hit)) return hit;
      }
      return null;
    };
    const told = new Set();
    for (const fact of facts) {
      const { one, seen: box } = fact;
      if (fact.gone) continue;
      const [mx, my] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const points = [[mx, my], [box.left + 2, my], [box.right - 2, my]];
      const over = points.map(([x, y]) => inside({ left: x, right: x, top: y, bottom: y }, page, 0)
        && cover(one, x, y)).find(Boolean);
      if (!over) continue;
      if (over === PANELS) {
        fact.gone = true;
        continue;
      }
      const what = `${named(one)} by ${named(over)}`;
      if (!told.has(what)) say("covered", what);
      told.add(what);
    }
    // No two facts lie on each other.
    for (let i = 0; i < facts.length; i += 1)
      for (let j = i + 1; j < facts.length; j += 1) {
        const [a, b] = [facts[i], facts[j]];
        if (a.gone || b.gone || a.one === b.one || !meets(a.seen, b.seen)) continue;
        const what = `${named(a.one)} and ${named(b.one)}`;
        if (!told.has(what)) say("meet", what);
        told.add(what);
      }
  } finally {
    for (const one of passed) one.style.removeProperty("pointer-events");
  }

  // Every control that works can be pressed.
  const scroller = (one) => {
    let at = one;
    while ((at = at.parentElement) && at !== document.body)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    return null;
  };
  for (const one of part.querySelectorAll("button, a[href], input, select, textarea, summary")) {
    const off = one.disabled || one.getAttribute("aria-disabled") === "true";
    if (!seen(one) || one.matches(".visually-hidden, .visually-hidden *, .skip")) continue;
    const around = scroller(one); // what it holds can be scrolled into sight
    if (around) one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const target = one.closest("label")?.getBoundingClientRect() ?? box;
    if (!one.matches(SMALL) && (target.width < LEAST_TARGET - 0.5 || target.height < LEAST_TARGET - 0.5))
      say("target", `${target.width.toFixed(0)} x ${target.height.toFixed(0)} px ${named(one)}`);
    if (off) continue;
    if (!inside(box, page) || (around && !inside(box, around.getBoundingClientRect())))
      say("outside", `the control ${named(one)}`);
    // Cards and labels may lie on a person, who is a button as a whole.
    if (one.matches(".about")) continue;
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!one.contains(hit) && !hit?.closest("label")?.contains(one))
      say("covered", `the control ${named(one)} by ${hit ? named(hit) : "the edge"}`);
  }
  return faults;
};
