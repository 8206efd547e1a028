import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Name of the file in dist/ that says what the build was made from. */
export const STAMP = "build-stamp.txt";

/** Everything that a build depends on. */
const FOLDERS = ["src", "contract", "public", "scripts/webpack"];
const FILES = ["webpack.config.ts", "package.json", "package-lock.json"];

/** Tests and what only they use are in src/ too, but are no part of the app. */
const notBuilt = (name: string): boolean => /\.test\.tsx?$|^src\/testing\//.test(name);

/** A hash of all the sources of the app, and of the API host that is built into it. */
export function sourcesHash(root: string, apiHost: string): string {
  const hash = createHash("sha256").update(apiHost);
  for (const name of [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))]) {
    hash.update(`\0${name}\0`).update(readFileSync(path.join(root, name)));
  }
  return hash.digest("hex");
}

/** Whether dist/ was built from the sources as they are now. */
export function isBuilt(root: string, apiHost: string): boolean {
  try {
    const stamp = readFileSync(path.join(root, "dist", STAMP), "utf8").trim();
    return stamp === sourcesHash(root, apiHost);
  } catch {
    return false;
  }
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
    )
    .filter((name) => !notBuilt(name))
    .sort();
}
