import fc from "fast-check";
import { RULES, type Rule } from "./checkers/rules.ts";
import type { MakeClient } from "./clients/client.ts";
import { MoveWorld } from "./moveWorld.ts";
import { runs } from "./runs.ts";
import { anyEventFates, anyFates, anyProcesses, anySteps } from "./steps/steps.ts";

/** Whether the connection stays, or also breaks and returns. */
export type Connectivity = "stable" | "outages";

/** The property that an app keeps the rules in every order of events. */
export function moveProperty(
  makeClient: MakeClient,
  connectivity: Connectivity,
  rules: readonly Rule[] = RULES,
) {
  const plan = fc.record({
    scheduler: fc.scheduler(),
    steps: anySteps(connectivity === "outages"),
    writeFates: anyFates,
    readFates: anyFates,
    eventFates: anyEventFates,
    processes: anyProcesses,
  });
  return fc.asyncProperty(plan, async (given) => {
    await new MoveWorld(makeClient, given, new Set(rules)).run();
  });
}

/** The number of schedules, with and without outages. */
export const SCHEDULES = runs(750);

/** The timeout for all schedules, in ms. */
export const SCHEDULES_TIMEOUT_MS = 300_000 + SCHEDULES.numRuns * 400;
