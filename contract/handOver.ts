import { COUNT_MAX } from "./task.ts";

/** The maximum number of users in one request for their counts of open tasks. */
export const OPEN_TASKS_USERS_MAX = 100;
/** Open tasks are counted up to this number for each user. */
export const OPEN_TASKS_MAX = COUNT_MAX / 10;

/** POST /api/users/{id}/hand-over, beyond §7, for admins. `to` null leaves the tasks unassigned. */
export interface HandOverInput {
  to: string | null;
}
