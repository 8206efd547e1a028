import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runPostgres } from "#server/testing/postgres.ts";
import { ensureBrowsers } from "./browsers.ts";
import { ensureProxies } from "./proxies.ts";

/**
 * Runs every check of the project, even after one has failed, and prints a summary.
 * `npm test -- lint unit` runs only those steps.
 */
interface Step {
  name: string;
  run: () => Promise<boolean>;
}

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const root = path.resolve(import.meta.dirname, "..");
const reports = mkdtempSync(path.join(tmpdir(), "taskdeck-test-"));
const total: Count = { passed: 0, failed: 0, skipped: 0 };
/** Each failed test, or file of unit tests: for the summary. */
const failures: { title: string; error: string }[] = [];

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a tool of the project. Resolves with whether it succeeded. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const bin = path.join(root, "node_modules/.bin");
  const child = spawn(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, ...env },
  });
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Adds a report's counts to the total. Returns false without a report or passed tests. */
function addCounts(file: string, read: (report: never) => Count): boolean {
  try {
    const count = read(JSON.parse(readFileSync(file, "utf8")) as never);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    return count.passed > 0;
  } catch {
    return false;
  }
}

/** Keeps the beginning of an error, without the empty lines that would hide it. */
function addFailure(title: string, error = ""): void {
  const lines = stripVTControlCharacters(error).split("\n");
  failures.push({
    title,
    error: lines
      .filter((line) => line.trim())
      .join("\n")
      .slice(0, 1000),
  });
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string; message: string }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    tests: { projectName: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

function addBrowserFailures({ suites = [], specs }: PlaywrightSuite): void {
  suites.forEach(addBrowserFailures);
  for (const { title, file, tests } of specs) {
    for (const { projectName, results } of tests) {
      const error = results.flatMap(({ errors }) => errors)[0];
      if (error) addFailure(`${projectName}: ${file}: ${title}`, error.message);
    }
  }
}

/** Runs unit tests, and adds them to the total. */
async function jest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const file = path.join(reports, `jest-${total.passed}.json`);
  const ok = await run("jest", ["--json", `--outputFile=${file}`, ...args], env);
  const ran = addCounts(file, (report: JestReport) => {
    for (const { name, status, message } of report.testResults) {
      if (status === "failed") addFailure(path.relative(root, name), message);
    }
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests,
    };
  });
  return ok && ran;
}

/** Runs browser tests, and adds them to the total. */
async function playwright(): Promise<boolean> {
  const missing = ensureBrowsers() ?? ensureProxies();
  if (missing) {
    console.error(missing);
    return false;
  }
  const file = path.join(reports, "playwright.json");
  const ok = await run("playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const ran = addCounts(file, ({ stats, errors, suites }: PlaywrightReport) => {
    for (const suite of suites) addBrowserFailures(suite);
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + (stats.unexpected ? 0 : errors.length),
      skipped: stats.skipped,
    };
  });
  return ok && ran;
}

/** Real servers under faults and restarts. Counts as one test each. */
async function trials(): Promise<boolean> {
  let allRight = true;
  for (const name of ["faults", "rollingRestart"]) {
    const isRight = await run(process.execPath, [`scripts/trials/${name}.ts`]);
    total[isRight ? "passed" : "failed"] += 1;
    if (!isRight) addFailure(`scripts/trials/${name}.ts`);
    allRight &&= isRight;
  }
  return allRight;
}

const steps: Step[] = [
  { name: "format", run: () => run("biome", ["check", "."]) },
  { name: "lint", run: () => run("oxlint", ["--type-aware", "--deny-warnings"]) },
  {
    name: "types",
    run: async () => {
      const parts = [".", "contract", "src", "src/serviceWorker"].map((part) =>
        run("tsc", ["-p", part]),
      );
      return (await Promise.all(parts)).every(Boolean);
    },
  },
  { name: "unit", run: () => jest([]) },
  {
    name: "postgres",
    run: async () => {
      const postgres = await runPostgres().catch((failure: Error) =>
        console.error(failure.message),
      );
      if (!postgres) return false;
      try {
        const ofServer = ["--selectProjects=server", "--testPathPatterns", "/server/", "postgres"];
        return await jest(ofServer, { TEST_DATABASE_URL: postgres.url });
      } finally {
        await postgres.stop();
      }
    },
  },
  ...(process.env["TEST_DEEP"] ? [{ name: "trials", run: trials }] : []),
  { name: "build", run: () => run(process.execPath, ["scripts/build.ts", "--strict"]) },
  { name: "browsers", run: playwright },
];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  const names = steps.map((step) => step.name).join(", ");
  console.error(`No such step: ${unknown.join(", ")}. The steps are ${names}.`);
  process.exit(2);
}

const began = performance.now();
const summary: string[] = [];
let failed = 0;
for (const { name, run: check } of steps) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name} ──`);
  const since = performance.now();
  const ok = await check();
  if (!ok) failed++;
  summary.push(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(9)} ${seconds(since).padStart(8)}`);
}
rmSync(reports, { recursive: true });

if (failures.length > 0) console.log("\n── failures ──");
for (const { title, error } of failures) console.log(`${title}\n${error}\n`);
console.log(`\n${summary.join("\n")}\n\nAll in ${seconds(began)}.`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
// Once more at the very end: who sees only the last lines of a log still sees what failed.
for (const { title, error } of failures) console.log(`failed: ${title}: ${error.slice(0, 300)}`);
process.exitCode = failed > 0 ? 1 : 0;
