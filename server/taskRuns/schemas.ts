import {
  count,
  day,
  enumOf,
  id,
  listOf,
  named,
  namedRecord,
  nullable,
  type Schema,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import {
  TASK_RUN_ACTIONS,
  type TaskRun,
  type TaskRunChange,
  type TaskRunItem,
} from "#contract/taskRun.ts";
import { RUN_RESULTS } from "#contract/userRun.ts";
import { PROGRESS } from "#server/jobs/schemas.ts";

export const TASK_RUN = named(
  "TaskRun",
  shape<TaskRun>({
    ...PROGRESS,
    action: enumOf(TASK_RUN_ACTIONS),
    change: {
      ...shape<TaskRunChange>(
        {
          status: enumOf(TASK_STATUSES),
          priority: enumOf(TASK_PRIORITIES),
          due_date: nullable(day),
          assignee: nullable(namedRecord),
          team: nullable(namedRecord),
        },
        ["status", "priority", "due_date", "assignee", "team"],
      ),
      description: "The new values. Missing fields stay as they are.",
    },
    from: {
      ...nullable(namedRecord),
      description: "The user whose open tasks are handed over.",
    },
  }),
);

const ITEM = named(
  "TaskRunItem",
  shape<TaskRunItem>({
    position: count,
    task: shape<TaskRunItem["task"]>({ id, title: text }),
    result: enumOf(RUN_RESULTS),
    reason: text,
  }),
);

/** A page of items. */
export const ITEMS_PAGE: { items: Schema; left: Schema } = {
  items: listOf(ITEM),
  left: { type: "boolean", description: "Another page follows: send the last position." },
};
