import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The file in dist/ with the hash of the build's sources. */
export const STAMP = "build-stamp.txt";

/** The sources of a build. */
const FOLDERS = ["src", "contract", "public", "scripts/webpack"];
const FILES = ["webpack.config.ts", "package.json", "package-lock.json"];

/** Tests and test support in src/ are not part of the build. */
const notBuilt = (name: string): boolean => /\.test\.tsx?$|^src\/testing\//.test(name);

/** A hash of the app's sources and of the API host. */
export function sourcesHash(root: string, apiHost: string): string {
  const hash = createHash("sha256").update(apiHost);
  for (const name of [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))]) {
    hash.update(`\0${name}\0`).update(readFileSync(path.join(root, name)));
  }
  return hash.digest("hex");
}

/** Whether dist/ was built from the current sources. */
export function isBuilt(root: string, apiHost: string): boolean {
  try {
    const stamp = readFileSync(path.join(root, "dist", STAMP), "utf8").trim();
    return stamp === sourcesHash(root, apiHost);
  } catch {
    return false;
  }
}

/**
 * Builds dist/ unless it is up to date. Exits if that fails. The container image and the package have
 * no sources to build, and no packages to do it.
 */
export function buildIfStale(root: string, apiHost = process.env["API_HOST"] ?? ""): void {
  if (!existsSync(path.join(root, "webpack.config.ts")) || isBuilt(root, apiHost)) return;
  console.error("Building the app…");
  // In a separate process, so that the server doesn't keep the build's memory.
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts/build.ts")], {
    cwd: root,
    // The caller's own output may be read by a program.
    stdio: ["ignore", 2, 2],
    env: { ...process.env, API_HOST: apiHost },
  });
  if (status === 0) return;
  console.error("The app could not be built; see above.");
  process.exit(status ?? 1);
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
