import { TASK_PRIORITIES, TASK_STATUSES } from "../task.ts";
import { count, day, eitherOf, enumOf, listOf, named, object, type TypeOf } from "./shape.ts";
import { Task, TaskSummary } from "./task.ts";

/** GET /api/dashboard/stats (§3). */
export const DashboardStats = named(
  "DashboardStats",
  object({
    total: count,
    overdue: count,
    byStatus: listOf(object({ status: enumOf(TASK_STATUSES), count })),
    byPriority: listOf(object({ priority: enumOf(TASK_PRIORITIES), count })),
    deadlines: listOf(object({ date: day, count })),
  }),
);
export type DashboardStats = TypeOf<typeof DashboardStats>;

/**
 * GET /api/tasks/overdue: tasks that are not done and due before today. It holds the `OVERDUE_MAX`
 * that have been overdue the longest, the longest first. Beyond §7, `?descriptions=none` leaves the
 * descriptions out.
 */
export const OverdueResponse = object({
  overdueTasks: eitherOf(listOf(Task), listOf(TaskSummary)),
});
export type OverdueResponse = TypeOf<typeof OverdueResponse>;
