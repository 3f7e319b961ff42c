/**
 * Writes the bundles of a release: for each game the modules of its table page, in one file for the
 * first view and one for each part that is loaded later. Developers need none of it.
 *
 *     node scripts/bundles.mjs [FOLDER]
 *
 * The folder (bundles/) also gets names.json, by which pages find the file of a game. Rollup cuts,
 * esbuild makes each file small. Names have a hash of their content.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { transform } from "esbuild";
import { rollup } from "@rollup/wasm-node";

const folder = resolve(process.argv[2] ?? "bundles");
const table = resolve(import.meta.dirname, "../static/js/table");
const main = join(table, "main.js");
/** The line by which the page finds its game; a bundle has the game in it. */
const LOADED = "const game = (await import(boot.game_module)).default;";
/** The line by which it finds how the table is shown: drawn, or as text. */
const SHOWN =
  "const Page = boot.page ? (await import(boot.page)).default : Table;";

/** The plugin that puts one game into the page, drawn or as text, and makes the code small. */
const small = (game, asText) => ({
  name: "small",
  transform(code, id) {
    // The lines of templates keep their breaks, which htm takes for nothing, but no indentation.
    const flat = code.replace(/\n\s+/g, "\n");
    if (id !== main) return { code: flat, map: null };
    for (const line of [LOADED, SHOWN])
      if (!flat.includes(line)) throw new Error(`${main} has no line "${line}"`);
    const page = asText ? `import Page from "./${game}/as_text.js";` : "const Page = Table;";
    const own = `import game from "./${game}/index.js";\n${page}`;
    return { code: `${own}\n${flat.replace(LOADED, "").replace(SHOWN, "")}`, map: null };
  },
  async renderChunk(code) {
    const found = await transform(code, { minify: true, format: "esm", target: "es2022" });
    return { code: found.code, map: null };
  },
});

async function bundle(game, page) {
  const bundled = await rollup({ input: main, plugins: [small(game, page === "text")] });
  const { output } = await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: `${page}-${game}-[hash].js`,
    chunkFileNames: "[name]-[hash].js",
  });
  await bundled.close();
  return output.find((one) => one.type === "chunk" && one.isEntry).fileName;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const games = readdirSync(table).filter((name) => existsSync(join(table, name, "index.js")));
/** The pages of a game: the table as it is drawn has the name of the game alone. */
const pages = games.flatMap((game) => [
  [game, game, "table"],
  [`text/${game}`, game, "text"],
]);
const names = await Promise.all(
  pages.map(async ([name, game, page]) => [name, await bundle(game, page)]),
);
writeFileSync(join(folder, "names.json"), `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`);
