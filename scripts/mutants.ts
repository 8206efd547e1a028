import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * Measures what the tests protect. Each entry of testing/mutants.json is a mistake in a decision of the
 * code. The script makes the mistake in a copy of the working tree, and the tests of its room must
 * fail. An entry whose text isn't in the code exactly once fails the run.
 *
 * `npm run test:mutants -- server/auth src/session/drafts` measures some rooms or files. `--at <commit>`
 * measures an earlier version by the same entries, and leaves out those that don't apply to it.
 */
interface Mutant {
  /** The file in the room's folder. */
  file: string;
  find: string;
  replace: string;
  /** What users would notice. */
  means: string;
  /** Parts of the paths of the tests that should notice first. */
  tests: string[];
}

interface Room {
  /** Parts of the paths of all tests that protect the room. */
  tests: string[];
  mutants: Mutant[];
}

interface JestReport {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string }[];
    message: string;
  }[];
}

/** The time in ms after which a test fails that waits for ever, unless it has a timeout of its own. */
const TEST_TIMEOUT_MS = 60_000;
/** The time in ms after which tests that don't end are stopped. */
const LONGEST_MS = 10 * 60 * 1000;

type Result = "killed" | "survived" | "no longer applies";

const root = path.resolve(import.meta.dirname, "..");
const bin = path.join(root, "node_modules/.bin");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: "string" } },
});
const list = path.join(import.meta.dirname, "testing/mutants.json");
const rooms = JSON.parse(readFileSync(list, "utf8")) as Record<string, Room>;
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((chosen) => name.startsWith(chosen));

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** A copy of the tree, changes that are not committed included. It is deleted at the end. */
const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-mutants-"));
const copy = path.join(folder, "tree");
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  git("worktree", "prune");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
git(
  "worktree",
  "add",
  "--quiet",
  "--detach",
  copy,
  values.at ?? (git("stash", "create") || "HEAD"),
);
symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));

/** Runs tests. Returns the first that failed; undefined if all passed. */
async function failureOf(tests: readonly string[]): Promise<string | undefined> {
  const output = path.join(folder, "report.json");
  rmSync(output, { force: true });
  const timeout = `--testTimeout=${TEST_TIMEOUT_MS}`;
  const options = ["--silent", "--runInBand", "--passWithNoTests", "--json", timeout];
  const child = spawn("jest", [...options, `--outputFile=${output}`, ...tests], {
    cwd: copy,
    stdio: "ignore",
    timeout: LONGEST_MS,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
  });
  const [, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  if (signal !== null) return "the tests did not end";
  const { testResults } = JSON.parse(readFileSync(output, "utf8")) as JestReport;
  for (const { name, assertionResults, message } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed) return `${path.basename(name)}: ${failed.fullName}`;
    if (message !== "") throw new Error(`${path.relative(copy, name)} can't run:\n${message}`);
  }
  return undefined;
}

/** Makes a mistake in the copy, runs the nearest tests and then the room's, and undoes it. */
async function measure(room: string, { tests }: Room, mutant: Mutant): Promise<[Result, string?]> {
  const file = path.join(copy, room, mutant.file);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (source.split(mutant.find).length !== 2) return ["no longer applies"];
  writeFileSync(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    for (const some of [...mutant.tests.map((test) => [test]), tests]) {
      const failed = await failureOf(some);
      if (failed !== undefined) return ["killed", failed];
    }
    return ["survived"];
  } finally {
    writeFileSync(file, source);
  }
}

const lines: string[] = [];
let failures = 0;
for (const [name, room] of Object.entries(rooms)) {
  const mutants = room.mutants.filter(({ file }) => isChosen(`${name}/${file}`));
  if (mutants.length === 0) continue;
  const counts: Record<Result, number> = { killed: 0, survived: 0, "no longer applies": 0 };
  for (const mutant of mutants) {
    const [result, by] = await measure(name, room, mutant);
    counts[result] += 1;
    const what = `${result.padEnd(18)}${name}/${mutant.file}: ${mutant.means}`;
    console.log(by === undefined ? what : `${what} (${by})`);
    if (result === "survived" || (result === "no longer applies" && !values.at)) failures += 1;
  }
  const cells = [counts.killed, counts.survived, counts["no longer applies"]];
  lines.push(name.padEnd(22) + cells.map((count) => String(count).padStart(10)).join(""));
}
console.log(`\n${"".padEnd(22)}    killed  survived   missing\n${lines.join("\n")}`);
if (lines.length === 0) console.error("No entry has this room or file.");
process.exitCode = failures > 0 || lines.length === 0 ? 1 : 0;
