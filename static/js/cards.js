// @ts-check
/** Owns <ch-cards>: a row of cards inside a page of text. How a card is drawn is in faces.js. */
import { cardsInWords, faceSvg } from "./faces.js";
import "./jokers.js";
import { load } from "./messages.js";

export * from "./faces.js";

/**
 * <ch-cards codes="As Ks Qs" small>: cards inside a page; its text is what shows without script.
 */
class CardRow extends HTMLElement {
  connectedCallback() {
    this.draw();
    addEventListener("settings", this);
  }

  disconnectedCallback() {
    removeEventListener("settings", this);
  }

  handleEvent() {
    this.draw();
  }

  draw() {
    const codes = (this.getAttribute("codes") || "").split(/[\s,]+/).filter(Boolean);
    const small = this.hasAttribute("small");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardsInWords(codes));
    this.innerHTML = codes
      .map((code) => (code === "??" ? '<span class="card-back"></span>' : faceSvg(code, small)))
      .join("");
  }
}
load().then(() => {
  if (!customElements.get("ch-cards")) customElements.define("ch-cards", CardRow);
});
