import fc from "fast-check";
import type { MakeClient } from "./client.ts";
import { MoveWorld } from "./moveWorld.ts";
import { RULES, type Rule } from "./rules.ts";
import { runs } from "./runs.ts";
import { anyFates, anySteps } from "./steps.ts";

/** Whether the connection also goes and comes back. */
export type Weather = "calm" | "outages";

/** That an app keeps the rules, whatever the order in which things happen. */
export function moveProperty(
  makeClient: MakeClient,
  weather: Weather,
  rules: readonly Rule[] = RULES,
) {
  const plan = fc.record({
    scheduler: fc.scheduler(),
    steps: anySteps(weather === "outages"),
    moveFates: anyFates,
    boardFates: anyFates,
  });
  return fc.asyncProperty(plan, async (given) => {
    await new MoveWorld(makeClient, given, new Set(rules)).run();
  });
}

/** The schedules of each weather. */
export const SCHEDULES = runs(2_500);

/** The end of patience with all of them, in ms. */
export const PATIENCE = 300_000 + SCHEDULES.numRuns * 400;
