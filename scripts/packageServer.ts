import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

const SOURCES = ["server/**/*.ts", "contract/**/*.ts", "scripts/commands/**/*.ts"];
const notPacked = (name: string) => /\.test\.ts$|^server\/testing\//.test(name);

/** A module's name at the end of `from "…"`, `import "…"` or `import("…")`. */
const IMPORTED = /((?:\bfrom|\bimport)\s*\(?\s*"[.#][^"]*)\.ts"/g;

/**
 * Writes the server and the commands of the checkout `root` to `target` as JavaScript, because Node
 * doesn't run TypeScript below node_modules.
 */
export function packageServer(root: string, target: string): void {
  for (const name of globSync(SOURCES, { cwd: root })) {
    if (notPacked(name)) continue;
    const code = stripTypeScriptTypes(readFileSync(path.join(root, name), "utf8"));
    const file = path.join(target, name.replace(/\.ts$/, ".js"));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code.replace(IMPORTED, '$1.js"'));
  }
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const imports = { "#contract/*": "./contract/*", "#server/*": "./server/*" };
  writeFileSync(
    path.join(target, "package.json"),
    `${JSON.stringify({ private: true, version, type: "module", imports }, null, 2)}\n`,
  );
}
