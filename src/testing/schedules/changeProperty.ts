import fc from "fast-check";
import { ChangeWorld } from "./changeWorld.ts";
import type { ServerKind } from "./model/modelServer.ts";
import type { runs } from "./runs.ts";
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
    await new ChangeWorld(kind, given).run();
  });
}

/** The timeout for all schedules, in ms. */
export const timeoutOf = ({ numRuns }: ReturnType<typeof runs>): number => 600_000 + numRuns * 600;
