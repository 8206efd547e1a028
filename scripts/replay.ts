import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { BugReport } from "#app/devtools/bugReport.ts";
import { installStoreParts, type LateSlice } from "#lib/storeParts.ts";

/**
 * `npm run replay -- report.json`: replays a bug report with the app's reducers. Prints the actions,
 * and their effects on the state machines. Names the first action whose state differs from the user's;
 * exits with 1 if there is one, and with 2 for a file that is no bug report.
 */

const root = path.resolve(import.meta.dirname, "..");

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}

function readReport(file: string): BugReport {
  let report: Partial<BugReport>;
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Partial<BugReport>;
  } catch (failure) {
    fail(`${file}: ${(failure as Error).message}`);
  }
  if (report?.format !== "taskdeck-bug-report" || report.version !== 1) {
    fail(`${file} is not a bug report of this version of Taskdeck.`);
  }
  return report as BugReport;
}

const isSlice = (part: unknown): part is LateSlice =>
  part instanceof Object && "reducer" in part && "name" in part;

/** Loads the slices (by name) and endpoints of all screens. Their modules expect a page. */
async function loadApp() {
  Object.assign(globalThis, {
    window: { location: { origin: "http://localhost" } },
    document: { querySelector: () => null },
  });
  const { rootReducer } = await import("#app/state/rootReducer.ts");
  const lateSlices = new Map<string, LateSlice>();
  // Of the slices of the changes, the whole one is the later one.
  for (const name of globSync("src/{features,session}/**/*.ts", { cwd: root }).toSorted()) {
    const text = name.endsWith(".test.ts") ? "" : readFileSync(path.join(root, name), "utf8");
    if (!/injectEndpoints\(|create\w*Slice\(|= createBulk</.test(text)) continue;
    const module = (await import(pathToFileURL(path.join(root, name)).href)) as object;
    for (const part of Object.values(module) as unknown[]) {
      if (isSlice(part)) lateSlices.set(part.name, part);
    }
  }
  const { digestsOf } = await import("#app/devtools/bugReport.ts");
  const { isInternal, tellsNothing } = await import("#app/devtools/internalActions.ts");
  const { machineEvents } = await import("#app/devtools/machineEvents.ts");
  const { withCallName } = await import("#app/state/callNames.ts");
  const isHidden = (state: unknown, action: UnknownAction) =>
    isInternal(action) || tellsNothing(state, action);
  return { rootReducer, lateSlices, digestsOf, isHidden, machineEvents, withCallName };
}

const file = process.argv[2];
if (file === undefined) fail("Usage: npm run replay -- report.json");
const report = readReport(file);
const app = await loadApp();
const { rootReducer, lateSlices, digestsOf, isHidden, machineEvents, withCallName } = app;

console.log(`${report.at}, ${report.path}, build ${report.build || "unknown"}`);
console.log(`${report.browser}, ${report.viewport}`);
if (report.error !== null) console.log(report.error);
console.log("");

const began = report.actions[0]?.at ?? 0;
let state = report.before;
let differs = false;
for (const [index, { action, at, slices, digests }] of report.actions.entries()) {
  const before = state;
  installStoreParts({
    storeParts: { slices: slices.flatMap((name) => lateSlices.get(name) ?? []) },
  });
  state = rootReducer(before, action);
  const changes = machineEvents(before, state, action).map(
    ({ instance, from, to }) => `${instance}: ${from} → ${to}`,
  );
  const shown = `${((at - began) / 1000).toFixed(3).padStart(9)} s  ${withCallName(action).type}`;
  if (!isHidden(state, action)) console.log([shown, ...changes].join("\n             "));
  const replayed = digestsOf(state);
  const differing = Object.keys(digests).filter((slice) => digests[slice] !== replayed[slice]);
  if (differing.length === 0) continue;
  differs = true;
  console.log(
    `\nAfter action ${index + 1}, ${withCallName(action).type}, the user's state differs in: ${differing.join(", ")}`,
  );
  break;
}
if (differs) process.exitCode = 1;
else console.log(`\nThe ${report.actions.length} actions lead to the user's state.`);
