import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Runs format, types, lint, and the tests nearest to a change. The change is the difference between
 * the work tree and HEAD, or the last commit if the work tree is clean. `--all` runs every test that
 * loads a changed file.
 */
const root = path.resolve(import.meta.dirname, "..");
const bin = path.join(root, "node_modules/.bin");

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const untracked = git("ls-files", "--others", "--exclude-standard");
const uncommitted = [...git("diff", "--name-only", "HEAD"), ...untracked];
const against = uncommitted.length > 0 ? "HEAD" : "HEAD~1";
const changed = [
  ...(uncommitted.length > 0 ? uncommitted : git("diff", "--name-only", "HEAD~1", "HEAD")),
].filter((file) => existsSync(path.join(root, file)));

const code = changed.filter((file) => /\.[cm]?tsx?$/.test(file));
const inJest = code.filter((file) => /^(bench|contract|server|scripts|src)\//.test(file));
const inBrowserTests = code.filter((file) => file.startsWith("e2e/"));

/** Every test that loads one of the files. */
function relatedTests(files: string[]): string[] {
  if (files.length === 0) return [];
  const args = ["--listTests", "--findRelatedTests", ...files];
  const list = execFileSync(path.join(bin, "jest"), args, { cwd: root, encoding: "utf8" });
  return list
    .split("\n")
    .filter(Boolean)
    .map((file) => path.relative(root, file));
}

/**
 * Of these tests, those that import the file itself. If there are none, those in the closest folder.
 */
function nearest(file: string, tests: string[]): string[] {
  const imported = `/${path.basename(file)}"`;
  const direct = tests.filter(
    (test) => test === file || readFileSync(path.join(root, test), "utf8").includes(imported),
  );
  if (direct.length > 0) return direct;
  for (let folder = path.dirname(file); folder !== "."; folder = path.dirname(folder)) {
    const inside = tests.filter((test) => test.startsWith(`${folder}/`));
    if (inside.length > 0) return inside;
  }
  return [];
}

const related = relatedTests(inJest);
const all = process.argv.includes("--all");
/** Listing the tests takes Jest a second, and the list for a single file is already known. */
const relatedTo = (file: string) => (inJest.length === 1 ? related : relatedTests([file]));
const tests = all
  ? related
  : [...new Set(inJest.flatMap((file) => nearest(file, relatedTo(file))))];

console.log(
  `${changed.length} changed against ${against}:\n  ${changed.join("\n  ") || "nothing"}`,
);

console.log(
  `${tests.length} of ${related.length} related tests:\n  ${tests.join("\n  ") || "none"}`,
);

const isOfBuild = (file: string) =>
  /^(?:src|contract|public|scripts\/webpack)\//.test(file) && !/\.test\.tsx?$/.test(file);

interface Check {
  name: string;
  command: string;
  args: string[];
  /** Whether a changed file concerns this check. */
  needed: boolean;
}

const checks: Check[] = [
  {
    name: "format",
    command: "biome",
    args: ["check", "--no-errors-on-unmatched", ...changed],
    needed: changed.length > 0,
  },
  {
    name: "types",
    command: "tsc",
    args: ["-p", "."],
    needed: code.length > 0,
  },
  {
    name: "lint",
    command: "oxlint",
    args: ["--type-aware", "--deny-warnings", ...code],
    needed: code.length > 0,
  },
  {
    // Fails if a page exceeds its budget, for which `npm run build` only prints a warning.
    name: "build",
    command: "node",
    args: ["scripts/build.ts", "--strict"],
    needed: changed.some(isOfBuild),
  },
  {
    name: "tests",
    command: "jest",
    args: ["--runTestsByPath", ...tests],
    needed: tests.length > 0,
  },
];

let failed = false;
for (const { name, command, args, needed } of checks) {
  if (!needed) continue;
  const since = performance.now();
  console.log(`\n── ${name} ──`);
  const { status } = spawnSync(path.join(bin, command), args, { cwd: root, stdio: "inherit" });
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  failed ||= status !== 0;
}
if (inBrowserTests.length > 0) {
  console.log(
    "\nChanged below e2e/: run the browser tests that use it, `npm run test:e2e -- FILE`.",
  );
}
process.exitCode = failed ? 1 : 0;
