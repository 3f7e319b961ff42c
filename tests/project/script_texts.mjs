// Prints texts in scripts that people would see and no key names, as JSON: [file, line, text].
// Arguments: files. In html`…` each text and label counts; elsewhere what reads like a sentence.
import { readFileSync } from "node:fs";
import ts from "typescript";

const LABELS = /\s(?:aria-label|title|placeholder|alt|label)="([^"]*[A-Za-z]{2}[^"]*)"/g;
const SENTENCE = /^[A-Z][\w'’]*(?: [\w'’(]|[.!?]$)|[a-z] [a-z]+ [a-z].*[.!?]$/;
/** Calls whose texts go to developers. */
const FOR_DEVELOPERS = /(?:Error|error|warn|log|assert|fail|refuse|check)$/;
/** The path of a drawing. */
const PATH = /^M\d[\d\s.-]*[\s\S]*$/;
const found = [];

const called = (node) => node.expression?.name?.text ?? node.expression?.text ?? "";

/** Whether a literal is an argument of an error, a log line or a check. */
function isForDevelopers(node) {
  for (let one = node.parent; one && !ts.isBlock(one); one = one.parent) {
    if (ts.isThrowStatement(one)) return true;
    if ((ts.isCallExpression(one) || ts.isNewExpression(one)) && FOR_DEVELOPERS.test(called(one)))
      return true;
  }
  return false;
}

function textsOf(template) {
  const pieces = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map((span) => span.literal.text)];
  return pieces.join("\u0001");
}

function lookAt(file, source, node) {
  const say = (text) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push([file, line + 1, text.replaceAll("\u0001", "…").trim()]);
  };
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html") {
    const markup = textsOf(node.template).replace(/=(?=[\s\u0001>])/g, "=x");
    for (const label of markup.matchAll(LABELS)) say(label[1]);
    // Attributes may hold a `>` in quotes.
    const plain = markup.replace(/<(?:"[^"]*"|'[^']*'|[^>"'])*>/g, "\u0001");
    for (const text of plain.split("\u0001")) if (/[A-Za-z]{2}/.test(text)) say(text);
  } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    const tagged = ts.isTaggedTemplateExpression(node.parent);
    if (!tagged && !PATH.test(node.text) && SENTENCE.test(node.text) && !isForDevelopers(node)) say(node.text);
  } else if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    const text = textsOf(node);
    if (SENTENCE.test(text) && !isForDevelopers(node)) say(text);
  }
  ts.forEachChild(node, (child) => lookAt(file, source, child));
}

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  lookAt(file, source, source);
}
console.log(JSON.stringify(found));
