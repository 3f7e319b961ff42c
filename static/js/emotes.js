// @ts-check
/** Owns the pictures of emotes: the faces of one file, which move unless nothing should. */
import { still } from "./settings.js";

const FACES = new URL("../img/emotes.svg", import.meta.url).href;

/** As the server knows them. */
export const EMOTES = ["laugh", "cheer", "cool", "gasp", "think", "cry", "grumpy", "sleep"];

/** The address of an emote's picture. @param {string} name */
export const faceOf = (name) => `${FACES}#${name}${still() ? "-still" : ""}`;

/** The emote that a line of the chat is, if it is one. @param {{code?: string}} line */
export const emoteOf = ({ code }) => (code?.startsWith("emote.") ? code.slice(6) : null);
