import { object } from "yup";
import { valuesOf } from "../task.ts";
import { STARTED_ACTIONS, TASK_RUN_IDS_MAX, TASK_RUN_MAX } from "../taskRun.ts";
import { RUN_RESULTS } from "../userRun.ts";
import {
  atMost,
  choice,
  emptyIsAbsent,
  isIdList,
  oneOf,
  trimmedText,
  wholeNumber,
} from "./common.ts";
import { commonFields, newPriority, status } from "./task.ts";

const actionMessage = `Action must be one of ${STARTED_ACTIONS.join(", ")}`;
const idsMessage = `Task ids must be 1 to ${TASK_RUN_MAX} tasks' ids, comma-separated`;

/**
 * Body of POST /api/task-runs.
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 */
export const taskRunRule = (today: string) =>
  object({
    action: oneOf(STARTED_ACTIONS, actionMessage).required(actionMessage),
    task_ids: trimmedText(idsMessage, atMost("Task ids", TASK_RUN_IDS_MAX))
      .required(idsMessage)
      .test("ids", idsMessage, (list) => valuesOf(list).length > 0 && isIdList(list, TASK_RUN_MAX)),
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
