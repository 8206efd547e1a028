import { COUNT_MAX, type TaskInput } from "./task.ts";
import type { UserRunItemsQuery } from "./userRun.ts";

export type {
  TaskRun,
  TaskRunChange,
  TaskRunItem,
  TaskRunItemsResponse,
  TaskRunResponse,
  TaskRunsResponse,
} from "./shapes/taskRun.ts";

/** What a bulk action does with its tasks. Runs are not in §7, so another server may have none. */
export const TASK_RUN_ACTIONS = ["change", "delete", "hand_over"] as const;
export type TaskRunAction = (typeof TASK_RUN_ACTIONS)[number];
/** The actions that name their tasks. A hand-over is for all open tasks of a user. */
export const STARTED_ACTIONS = ["change", "delete"] as const satisfies readonly TaskRunAction[];

/** The maximum number of tasks in one run. A hand-over has no such limit. */
export const TASK_RUN_MAX = COUNT_MAX;
/** The maximum length of a list of tasks' ids, which are UUIDs, in characters. */
export const TASK_RUN_IDS_MAX = TASK_RUN_MAX * 37;

/** The fields of tasks that a run can change. */
export type TaskRunFields = Pick<
  Partial<TaskInput>,
  "status" | "priority" | "due_date" | "assignee_id" | "team_id"
>;

/** Body of POST /api/task-runs, beyond §7. `change` needs at least one field. */
export interface TaskRunInput extends TaskRunFields {
  action: (typeof STARTED_ACTIONS)[number];
  /** Tasks' ids, comma-separated. */
  task_ids: string;
}

/** Query of GET /api/task-runs/{id}/items. */
export type TaskRunItemsQuery = UserRunItemsQuery;
