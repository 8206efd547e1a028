import { object } from "yup";
import { STARTED_ACTIONS, TASK_RUN_IDS_MAX, TASK_RUN_MAX } from "../taskRun.ts";
import { RUN_RESULTS } from "../userRun.ts";
import { choice, emptyIsAbsent, oneOf, requiredIds, wholeNumber } from "./common.ts";
import { commonFields, newPriority, status } from "./task.ts";

const actionMessage = `Action must be one of ${STARTED_ACTIONS.join(", ")}`;

/**
 * Body of POST /api/task-runs.
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 */
export const taskRunRule = (today: string) =>
  object({
    action: oneOf(STARTED_ACTIONS, actionMessage).required(actionMessage),
    task_ids: requiredIds("Task", TASK_RUN_MAX, TASK_RUN_IDS_MAX),
    status,
    priority: newPriority,
    ...commonFields(today, null),
  }).test({
    name: "not-empty",
    message: "Nothing to change",
    test: ({ action, task_ids: _ids, ...fields }) =>
      action !== "change" || Object.values(fields).some((value) => value !== undefined),
  });

/** Query of GET /api/task-runs/{id}/items. */
export const taskRunItemsRule = object({
  after: wholeNumber("After", 1_000_000_000).transform(emptyIsAbsent),
  result: choice("Result", RUN_RESULTS),
});
