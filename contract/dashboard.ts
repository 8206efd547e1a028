import type { Task, TaskPriority, TaskStatus, TaskSummary } from "./task.ts";

/** Days ahead that the deadlines chart looks (§9), today included. */
export const DEADLINE_DAYS = 14;
/** Overdue tasks that the dashboard lists (§9). */
export const OVERDUE_SHOWN = 5;
/** Overdue tasks that the server hands out at most: those that are overdue the longest. */
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
 * GET /api/tasks/overdue: not done and due before today, the longest overdue first; of very many, the
 * first {@link OVERDUE_MAX}. How many there are in all is among the figures. With
 * `?descriptions=none`, which goes beyond §7, without their descriptions.
 */
export interface OverdueResponse<T extends TaskSummary = Task> {
  overdueTasks: T[];
}
