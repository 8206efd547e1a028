import { TASK_PRIORITIES, TASK_STATUSES } from "../task.ts";
import { TASK_RUN_ACTIONS } from "../taskRun.ts";
import { RUN_RESULTS } from "../userRun.ts";
import { NamedRecord } from "./id.ts";
import {
  count,
  day,
  enumOf,
  flag,
  id,
  listOf,
  named,
  nullable,
  object,
  onlyTrue,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";
import { runProgressFields } from "./userRun.ts";

/** The new values of the tasks, with the names of the assignee and the team. */
export const TaskRunChange = object({
  status: optional(enumOf(TASK_STATUSES)),
  priority: optional(enumOf(TASK_PRIORITIES)),
  due_date: optional(nullable(day)),
  assignee: optional(nullable(NamedRecord)),
  team: optional(nullable(NamedRecord)),
});
export type TaskRunChange = TypeOf<typeof TaskRunChange>;

/** A bulk action on tasks, which the server carries out. */
export const TaskRun = named(
  "TaskRun",
  object({
    ...runProgressFields,
    action: enumOf(TASK_RUN_ACTIONS),
    change: {
      ...TaskRunChange,
      description: "The new values. Missing fields stay as they are.",
    },
    /** Null for other actions. */
    from: {
      ...nullable(NamedRecord),
      description: "The user whose open tasks are handed over.",
    },
  }),
);
export type TaskRun = TypeOf<typeof TaskRun>;

/** POST /api/task-runs, GET /api/task-runs/{id}, and POST …/stop and …/undo. */
export const TaskRunResponse = object({ run: TaskRun });
export type TaskRunResponse = TypeOf<typeof TaskRunResponse>;

/** GET /api/task-runs: the caller's runs, the newest first. */
export const TaskRunsResponse = object({ runs: listOf(TaskRun) });
export type TaskRunsResponse = TypeOf<typeof TaskRunsResponse>;

/** A task in a run. Positions count from 1. The title is "" if there was no such task. */
export const TaskRunItem = named(
  "TaskRunItem",
  object({
    position: count,
    task: object({ id, title: text }),
    result: enumOf(RUN_RESULTS),
    /** Why the task was not changed, or not changed back. */
    reason: text,
    restorable: optional({
      ...onlyTrue,
      description: "Present in an item of a deletion while the task can be restored.",
    }),
  }),
);
export type TaskRunItem = TypeOf<typeof TaskRunItem>;

/** GET /api/task-runs/{id}/items */
export const TaskRunItemsResponse = object({
  items: listOf(TaskRunItem),
  left: { ...flag, description: "Another page follows: send the last position." },
});
export type TaskRunItemsResponse = TypeOf<typeof TaskRunItemsResponse>;
