// @ts-check
/** Owns what any game without a page of text of its own shows there: its pot. */
import { text } from "../../messages.js";
import { textPage } from "../text/page.js";

export default textPage({
  kinds: [],
  table: ({ hand: { view } }) => [text("text.pot", { pot: view.pot ?? 0 })],
});
