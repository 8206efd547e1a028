import { it } from "@jest/globals";
import fc from "fast-check";
import {
  CHANGE_SCHEDULES,
  CHANGE_TIMEOUT_MS,
  changeProperty,
} from "#testing/schedules/changeProperty.ts";
import type { ServerKind } from "#testing/schedules/model/modelServer.ts";
import { saveSteps, twoListSteps } from "#testing/schedules/steps/changeSteps.ts";

it.each(["ours", "withoutLive", "plain"] satisfies ServerKind[])(
  "changes of all kinds keep every rule in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind), CHANGE_SCHEDULES);
  },
  CHANGE_TIMEOUT_MS,
);

it.each(["ours", "plain"] satisfies ServerKind[])(
  "of two closed tabs' changes of a field the newer one counts, in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind, twoListSteps), CHANGE_SCHEDULES);
  },
  CHANGE_TIMEOUT_MS,
);

it.each(["ours", "plain"] satisfies ServerKind[])(
  "a change during the save of a task's form is sent after it, in any order of events: server %s",
  async (kind) => {
    await fc.assert(changeProperty(kind, saveSteps), CHANGE_SCHEDULES);
  },
  CHANGE_TIMEOUT_MS,
);
