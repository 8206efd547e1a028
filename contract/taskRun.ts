import type { NamedRecord } from "./id.ts";
import { COUNT_MAX, type Task, type TaskInput } from "./task.ts";
import type { RunProgress, RunResult, UserRunItemsQuery } from "./userRun.ts";

/** What a bulk action does with its tasks. Runs are not in §7, so another server may have none. */
export const TASK_RUN_ACTIONS = ["change", "delete", "hand_over"] as const;
export type TaskRunAction = (typeof TASK_RUN_ACTIONS)[number];
/** The actions that name their tasks. A hand-over is for all open tasks of a user. */
export const STARTED_ACTIONS = ["change", "delete"] as const satisfies readonly TaskRunAction[];

/** The maximum number of tasks in one run. A hand-over has no such limit. */
export const TASK_RUN_MAX = COUNT_MAX;
/** The maximum length of a list of tasks' ids, which are UUIDs, in characters. */
export const TASK_RUN_IDS_MAX = TASK_RUN_MAX * 37;
/** The number of days for which the results of a run are kept. */
export const TASK_RUN_DAYS = 30;

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

/** The new values of the tasks, with the names of the assignee and the team. */
export interface TaskRunChange {
  status?: Task["status"];
  priority?: Task["priority"];
  due_date?: string | null;
  assignee?: NamedRecord | null;
  team?: NamedRecord | null;
}

/** A bulk action on tasks, which the server carries out. */
export interface TaskRun extends RunProgress {
  action: TaskRunAction;
  change: TaskRunChange;
  /** The user whose open tasks are handed over; null for other actions. */
  from: NamedRecord | null;
}

/** POST /api/task-runs, GET /api/task-runs/{id}, and POST …/stop and …/undo. */
export interface TaskRunResponse {
  run: TaskRun;
}

/** GET /api/task-runs: the caller's runs, the newest first. */
export interface TaskRunsResponse {
  runs: TaskRun[];
}

/** A task in a run. Positions count from 1. The title is "" if there was no such task. */
export interface TaskRunItem {
  position: number;
  task: { id: string; title: string };
  result: RunResult;
  /** Why the task was not changed, or not changed back. */
  reason: string;
}

/** Query of GET /api/task-runs/{id}/items. */
export type TaskRunItemsQuery = UserRunItemsQuery;

/** GET /api/task-runs/{id}/items */
export interface TaskRunItemsResponse {
  items: TaskRunItem[];
  /** Whether another page follows. */
  left: boolean;
}
