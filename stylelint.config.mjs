/** Rules for static/css: the standard set, less what our layers and nesting make untrue. */
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
    // Safari knows this property by its prefix alone.
    "property-no-vendor-prefix": [
      true,
      { ignoreProperties: ["-webkit-text-size-adjust", "text-size-adjust"] },
    ],
  },
};
