// @ts-check
/** Owns four-player Dou Dizhu on the table page: the three-player game, with four seats. */
import three from "../dou_dizhu/index.js";

export default { ...three, drawnLike: "dou_dizhu" };
