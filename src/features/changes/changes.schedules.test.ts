import { it } from "@jest/globals";
import fc from "fast-check";
import { changeProperty, timeoutOf } from "#testing/schedules/changeProperty.ts";
import type { ServerKind } from "#testing/schedules/model/modelServer.ts";
import { runs } from "#testing/schedules/runs.ts";
import { moveSteps, saveSteps, twoListSteps } from "#testing/schedules/steps/changeSteps.ts";

const SCHEDULES = runs(120);
const MOVES = runs(660);

it.each(["ours", "withoutLive", "plain"] satisfies ServerKind[])(
  "changes of all kinds keep every rule in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind), SCHEDULES);
  },
  timeoutOf(SCHEDULES),
);

it(
  "moves on one page keep every rule in any order of events",
  async () => {
    await fc.assert(changeProperty("ours", moveSteps), MOVES);
  },
  timeoutOf(MOVES),
);

it.each(["ours", "plain"] satisfies ServerKind[])(
  "of two closed tabs' changes of a field the newer one counts, in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind, twoListSteps), SCHEDULES);
  },
  timeoutOf(SCHEDULES),
);

it.each(["ours", "plain"] satisfies ServerKind[])(
  "a change during the save of a task's form is sent after it, in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind, saveSteps), SCHEDULES);
  },
  timeoutOf(SCHEDULES),
);
