import { openTasksFields, TaskRun } from "./run.ts";
import { count, id, listOf, object, type TypeOf } from "./shape.ts";

/** The number of open tasks assigned to a user. */
export const OpenTasks = object({ id, ...openTasksFields });
export type OpenTasks = TypeOf<typeof OpenTasks>;

/** GET /api/users/open-tasks?ids=…, beyond §7, for admins. */
export const OpenTasksResponse = object({ users: listOf(OpenTasks) });
export type OpenTasksResponse = TypeOf<typeof OpenTasksResponse>;

/** POST /api/users/{id}/hand-over. The server goes on with the other tasks while the run is `running`. */
export const HandOverResponse = object({
  tasks: { ...count, description: "Those that were handed over within the request." },
  run: TaskRun,
});
export type HandOverResponse = TypeOf<typeof HandOverResponse>;
