import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { isBuilt, STAMP } from "./buildStamp.ts";

/**
 * `npm pack` runs this before it packs. It writes package/: the built app, and the server as
 * JavaScript, because Node doesn't run TypeScript below node_modules.
 */
const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "package");

const SOURCES = ["server/**/*.ts", "contract/**/*.ts", "scripts/*.ts"];
const notPacked = (name: string) => /\.test\.ts$|^server\/testing\//.test(name);

/** The commands of the package (bin/taskdeck.mjs), and what they import. */
const SCRIPTS =
  /^scripts\/(?:backup|restore|admin|restoreTask|rotateKey|migratePostgres|operatorCommand|onDatabase)\.ts$/;

/** A module's name at the end of `from "…"`, `import "…"` or `import("…")`. */
const IMPORTED = /((?:\bfrom|\bimport)\s*\(?\s*"[.#][^"]*)\.ts"/g;

if (!isBuilt(root, "")) {
  const build = spawnSync(process.execPath, [path.join(root, "scripts/build.ts")], {
    cwd: root,
    // npm prints the package's description to the standard output.
    stdio: ["ignore", 2, 2],
    env: { ...process.env, API_HOST: "" },
  });
  if (build.status !== 0) process.exit(1);
}

rmSync(target, { recursive: true, force: true });
cpSync(path.join(root, "dist"), path.join(target, "dist"), {
  recursive: true,
  filter: (file) => !file.endsWith(".map") && path.basename(file) !== STAMP,
});

for (const name of globSync(SOURCES, { cwd: root })) {
  if (notPacked(name) || (name.startsWith("scripts/") && !SCRIPTS.test(name))) continue;
  const code = stripTypeScriptTypes(readFileSync(path.join(root, name), "utf8"));
  const file = path.join(target, name.replace(/\.ts$/, ".js"));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, code.replace(IMPORTED, '$1.js"'));
}

const imports = { "#contract/*": "./contract/*", "#server/*": "./server/*" };
writeFileSync(
  path.join(target, "package.json"),
  `${JSON.stringify({ private: true, type: "module", imports }, null, 2)}\n`,
);
