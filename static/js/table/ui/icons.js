// @ts-check
/** Owns the line icons of the table page. Each is decoration; the button carries the name. */
import { html } from "../../view.js";

const PATHS = {
  eye: `M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zm10 3.2
    a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z`,
  pack: "M5 5l14 14M19 5L5 19",
  show: "M4 6h9v13H4zM13 8l6.5 1.6-3 11.4-3.5-.9",
  chip: `M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v5m0 8v5M3 12
    h5m8 0h5`,
  people: `M8.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 6.5-6s6.5 2 6.5 6m1-8.5
      a3 3 0 1 0-1-5.8M17 14.3c3 .4 5 2.4 5 5.7`,
  gear: `M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM19.4 13.5
    l1.8 1.4-2 3.4-2.1-.8-1.7 1-.4 2.3h-4l-.4-2.3-1.7-1-2.1.8-2-3.4 1.8-1.4v-3
    l-1.8-1.4 2-3.4 2.1.8 1.7-1 .4-2.3h4l.4 2.3 1.7 1 2.1-.8 2 3.4-1.8 1.4z`,
  book: "M12 6c-2-1.6-4.7-2-8-2v14c3.3 0 6 .4 8 2 2-1.6 4.7-2 8-2V4c-3.3 0-6 .4-8 2zm0 0v14",
  link: `M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5
    a4 4 0 0 0 5.7 5.7l1.5-1.5`,
  menu: "M4 6h16M4 12h16M4 18h16",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  smile: `M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 9.5v.5M15.5 9.5v.5M8 14.5c1 1.6 2.4 2.3 4 2.3
    s3-.7 4-2.3`,
  past: "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2",
  back: "M15 5l-7 7 7 7",
  turn: "M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15M4 20v-5h5",
  check: "M4 13l5 5L20 6",
  up: "M12 20V5M5 12l7-7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  crown: "M4 18h16M4 15 3 7l5 4 4-7 4 7 5-4-1 8z",
  cup: "M7 4h10v5a5 5 0 0 1-10 0zM7 5H4c0 4 1 5 3.5 5.5M17 5h3c0 4-1 5-3.5 5.5M12 14v4m-4 2h8",
};

/** An icon. @param {{name: string}} props one of ours, or any path */
export const Icon = ({ name }) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name] ?? name} /></svg>`;
