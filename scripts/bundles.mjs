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

/** The plugin that puts one game into the page, and makes the code small. */
const small = (game) => ({
  name: "small",
  transform(code, id) {
    // The lines of templates keep their breaks, which htm takes for nothing, but no indentation.
    const flat = code.replace(/\n\s+/g, "\n");
    if (id !== main) return { code: flat, map: null };
    if (!flat.includes(LOADED)) throw new Error(`${main} has no line "${LOADED}"`);
    const own = `import game from "./${game}/index.js";`;
    return { code: `${own}\n${flat.replace(LOADED, "")}`, map: null };
  },
  async renderChunk(code) {
    const found = await transform(code, { minify: true, format: "esm", target: "es2022" });
    return { code: found.code, map: null };
  },
});

async function bundle(game) {
  const bundled = await rollup({ input: main, plugins: [small(game)] });
  const { output } = await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: `table-${game}-[hash].js`,
    chunkFileNames: "[name]-[hash].js",
  });
  await bundled.close();
  return output.find((one) => one.type === "chunk" && one.isEntry).fileName;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const games = readdirSync(table).filter((name) => existsSync(join(table, name, "index.js")));
const names = await Promise.all(games.map(async (game) => [game, await bundle(game)]));
writeFileSync(join(folder, "names.json"), `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`);
