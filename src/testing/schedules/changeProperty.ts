import fc from "fast-check";
import { ChangeWorld } from "./changeWorld.ts";
import { RULES } from "./checkers/rules.ts";
import type { ServerKind } from "./model/modelServer.ts";
import { runs } from "./runs.ts";
import { anyChangeSteps, type ChangeStep } from "./steps/changeSteps.ts";
import { anyEventFates, anyFates, anyProcesses } from "./steps/steps.ts";

/** The property that the app keeps the rules for changes of all kinds, in every order of events. */
export function changeProperty(
  kind: ServerKind,
  steps: fc.Arbitrary<ChangeStep[]> = anyChangeSteps,
) {
  const plan = fc.record({
    scheduler: fc.scheduler(),
    steps,
    writeFates: anyFates,
    readFates: anyFates,
    eventFates: anyEventFates,
    processes: anyProcesses,
  });
  return fc.asyncProperty(plan, async (given) => {
    await new ChangeWorld(kind, given, new Set(RULES)).run();
  });
}

/** The number of schedules for each kind of server. */
export const CHANGE_SCHEDULES = runs(40);

/** The timeout for all schedules, in ms. */
export const CHANGE_TIMEOUT_MS = 600_000 + CHANGE_SCHEDULES.numRuns * 600;
