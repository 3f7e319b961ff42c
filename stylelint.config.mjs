/** Rules for static/css: the standard set, less what our layers and nesting make untrue. */

/** The widths and heights at which pages break; tokens.css says what each is for. */
const WIDTHS = ["700px", "900px", "1100px"];
const HEIGHTS = ["500px", "790px"];

/** A length of its own: pixels or rems, but not the hairline of 1px. */
const LENGTH = /(?<![\w.-])-?(?!1px)(\d*\.)?\d+(px|rem)\b/;
/** A shadow that blurs. Rings and lines do not: they are borders that take no room. */
const BLURRED = /(^|,|\(|inset)\s*-?[\d.]+(px)?\s+-?[\d.]+(px)?\s+[\d.]*[1-9]\d*[a-z]/;
/** A time of its own; 0ms and 1ms are for people who want no motion. */
const TIME = /(?<![\w.-])-?(?!0m?s|1ms)(\d*\.)?\d+m?s\b/;
/** A flexible column that grows with its content, and pushes what is beside it off the screen. */
const GREEDY = /(?<!minmax\([^()]*(\([^()]*\))?[^()]*)(?<![\w.])[\d.]+fr/;
const EASING =
  /(?<![\w-])((ease(-in)?(-out)?|linear|step-start|step-end)(?![\w-])|(cubic-bezier|steps)\()/;

export default {
  extends: "stylelint-config-standard",
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    // Cascade layers and nesting decide here, not the order of specificities in a file.
    "no-descending-specificity": null,
    // Biome writes the white space.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Classes named by the server's words: .dealer_teen_patti, .face-BJ.
    "selector-class-pattern": null,
    // Plain strings, as Biome writes them.
    "import-notation": "string",
    // Safari knows this property by its prefix alone.
    "property-no-vendor-prefix": [
      true,
      { ignoreProperties: ["-webkit-text-size-adjust", "text-size-adjust"] },
    ],
    // Colours, type, space, corners, depth, motion, layers of a stage: all from tokens.css.
    "color-no-hex": true,
    "color-named": "never",
    "function-disallowed-list": [
      ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"],
      { message: "Take a colour of tokens.css, or mix two of them with color-mix()" },
    ],
    "declaration-property-value-allowed-list": { "z-index": ["auto", "/^var\\(--/"] },
    "declaration-property-value-disallowed-list": {
      "/^font(-size)?$/": ["/^(?!.*clamp)(.*\\s)?[\\d.]+rem/"],
      "/^((row|column)-)?gap$|^(scroll-)?(margin|padding)(-|$)/": [LENGTH],
      "/radius$/": [LENGTH],
      "/(^box-shadow|^text-shadow|filter)$/": [BLURRED],
      "/^(animation|transition)/": [TIME, EASING],
      "grid-template-columns": [GREEDY],
    },
    "media-feature-name-value-allowed-list": { width: WIDTHS, height: HEIGHTS },
    // What a person reads is no hook for styles: it changes, and it is translated.
    "selector-attribute-name-disallowed-list": ["aria-label", "title", "alt", "placeholder"],
  },
  overrides: [
    {
      files: ["static/css/tokens.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
  ],
};
