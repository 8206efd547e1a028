import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { TaskRow } from "#server/db/schema.ts";

/** What is known of every task. */
export type IndexedTask = Pick<
  TaskRow,
  "id" | "status" | "priority" | "due_date" | "assignee_id" | "team_id" | "created_at"
>;

/** A status with a priority: the number of one is its place. */
export const KINDS = TASK_STATUSES.flatMap((status) =>
  TASK_PRIORITIES.map((priority) => ({ status, priority })),
);

/** The kind of tasks that are there no more. */
export const GONE = KINDS.length;

export const kindOf = ({ status, priority }: Pick<IndexedTask, "status" | "priority">): number =>
  TASK_STATUSES.indexOf(status) * TASK_PRIORITIES.length + TASK_PRIORITIES.indexOf(priority);

/** A day as a number that is greater the later it is; 0 without one. */
export const dayNumber = (day: string | null | undefined): number =>
  day ? Number(day.replaceAll("-", "")) : 0;

/** How many tasks are of a status and a priority and due on a day, which is 0 for those that aren't. */
export interface TaskCount {
  status: IndexedTask["status"];
  priority: IndexedTask["priority"];
  due: number;
  count: number;
}
