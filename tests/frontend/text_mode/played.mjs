// The page of text in Node, without a window: it takes messages of a table and typed lines, one JSON
// a line, and answers each with what was said and what was sent.
import { createInterface } from "node:readline";

const noop = () => {};
const page = {
  title: "",
  getElementById: () => null,
  addEventListener: noop,
  documentElement: { dataset: {} },
};
Object.assign(globalThis, {
  document: page,
  addEventListener: noop,
  dispatchEvent: noop,
  matchMedia: () => ({ matches: false, addEventListener: noop }),
  HTMLElement: class {},
  customElements: { define: noop, get: noop },
});
const static_ = (path) => import(new URL(`../../../static/js/${path}`, import.meta.url));
const [messages, { createStore }, spoken, { announce }, { Talk }] = await Promise.all(
  ["messages.js", "table/store.js", "table/page/spoken.js", "table/page/attention.js",
    "table/text/talk.js"].map(static_),
);

let store, talk, lines = [], sent = [], fresh = 0;
const all = [];
spoken.showWith((line) => {
  all.push(line);
  lines.push(`${line.number}. ${line.text}`);
});
const explain = (text, told = false) => text && store.set({ refusal: { text, at: 0, told } });
const command = async (body) => {
  sent.push(body);
  process.stdout.write(`${JSON.stringify({ ask: body })}\n`);
  const answer = await next();
  return answer.answer;
};
const tell = async (body) => {
  const answer = await command(body);
  if (!answer.ok) explain(answer.text);
  return answer;
};
globalThis.fetch = async (asked) => {
  const found = await command({ type: "fetch", address: String(asked) });
  return { ok: true, json: async () => found };
};
const actions = {
  tell,
  command,
  act: (action, extra) => tell({ type: "act", action, ...extra }),
  open: (name) => sent.push({ open: name }),
  sit: (seat) => sent.push({ open: "join", seat }),
};

const heard = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => {
  const { value, done } = await heard.next();
  return done ? process.exit() : JSON.parse(value);
};

const does = {
  async begin({ catalogue, boot, folder }) {
    messages.take(catalogue);
    const [game, words] = await Promise.all([
      static_(`table/${folder}/index.js`),
      static_(`table/${folder}/as_text.js`),
    ]);
    store = createStore(boot, game.default);
    talk = new Talk({
      state: store.state,
      actions,
      name: store.name,
      game: words.default.words,
      speak: spoken.speak,
      recall: (number) => (number < 0 ? all.at(number) : all.find((line) => line.number === number)),
    });
  },
  async hear({ message }) {
    store.receive(message);
    const { log } = store.state;
    const news = message.type === "hello" ? [] : log.filter(({ id }) => id > fresh);
    fresh = log.at(-1)?.id ?? fresh;
    announce(message, news, store.state, explain);
    if (message.type === "hello") talk.welcome();
    talk.hear();
  },
  async type({ line, began }) {
    await talk.type(line, began);
    talk.hear();
  },
};
for (;;) {
  const [[what, given]] = Object.entries(await next());
  lines = [];
  sent = [];
  await does[what](given);
  process.stdout.write(`${JSON.stringify({ said: lines, price: talk.price() })}\n`);
}
