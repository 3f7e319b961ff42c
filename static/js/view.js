// @ts-check
/** Owns the one import of the rendering module; everything that draws imports it from here. */
export {
  html,
  render,
  useState,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
} from "../vendor/htm/3.1.1/preact-standalone.module.js";
