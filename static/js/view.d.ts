/** The types of view.js: Preact's own, and htm's template bound to it. */
import type { VNode } from "preact";

export { render } from "preact";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Markup as a tagged template; its values are not checked, because htm takes anything. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
