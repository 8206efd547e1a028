import { COUNT_MAX } from "./task.ts";
import type { TaskRun } from "./taskRun.ts";

/** The maximum number of users in one request for their counts of open tasks. */
export const OPEN_TASKS_USERS_MAX = 100;
/** Open tasks are counted up to this number for each user. */
export const OPEN_TASKS_MAX = COUNT_MAX / 10;

/** The number of open tasks assigned to a user. With `atLeast` there are more than `count`. */
export interface OpenTasks {
  id: string;
  count: number;
  atLeast?: true;
}

/** GET /api/users/open-tasks?ids=…, beyond §7, for admins. */
export interface OpenTasksResponse {
  users: OpenTasks[];
}

/** POST /api/users/{id}/hand-over, beyond §7, for admins. `to` null leaves the tasks unassigned. */
export interface HandOverInput {
  to: string | null;
}

export interface HandOverResponse {
  /** The number of tasks that were handed over within the request. */
  tasks: number;
  /** The server goes on with the others while the run is `running`. */
  run: TaskRun;
}
