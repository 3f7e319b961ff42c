// @ts-check
/**
 * Owns the list of games; a game's folder is loaded only where the game is played.
 * ../README.md describes the interface of a game's module.
 */
const GAMES = {
  teen_patti: () => import("./teen_patti/index.js"),
  holdem: () => import("./holdem/index.js"),
  dou_dizhu: () => import("./dou_dizhu/index.js"),
  dealer_teen_patti: () => import("./dealer_teen_patti/index.js"),
};

/** @param {string} key the game of a table or of a recorded hand @returns {Promise<any>} */
export const loadGame = (key) => (GAMES[key] ?? GAMES.teen_patti)().then((m) => m.default);
