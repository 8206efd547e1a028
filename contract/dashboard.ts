import type { Task, TaskPriority, TaskStatus, TaskSummary } from "./task.ts";

/** The number of days in the deadlines chart (§9), including today. */
export const DEADLINE_DAYS = 14;
/** The maximum number of overdue tasks in the dashboard's panel (§9). */
export const OVERDUE_SHOWN = 5;
/** The maximum number of overdue tasks in one response. */
export const OVERDUE_MAX = 1_000;

/** GET /api/dashboard/stats (§3). `date` is a calendar day (`yyyy-MM-dd`). */
export interface DashboardStats {
  total: number;
  overdue: number;
  byStatus: { status: TaskStatus; count: number }[];
  byPriority: { priority: TaskPriority; count: number }[];
  deadlines: { date: string; count: number }[];
}

/**
 * GET /api/tasks/overdue: tasks that are not done and due before today. It holds the
 * {@link OVERDUE_MAX} that have been overdue the longest, the longest first. Beyond §7,
 * `?descriptions=none` leaves the descriptions out.
 */
export interface OverdueResponse<T extends TaskSummary = Task> {
  overdueTasks: T[];
}
