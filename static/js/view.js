// @ts-check
/** Owns the one import of the rendering module; everything that draws imports it from here. */
export {
  html,
  render,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../vendor/htm/3.1.1/preact-standalone.module.js";
