import type { ErrorBody } from "./errors.ts";

/** The three statuses of a task, in board order (§4). */
export const TASK_STATUSES = ["Todo", "In Progress", "Done"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The three priorities, lowest first (§4). */
export const TASK_PRIORITIES = ["Low", "Medium", "High"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** What a new task starts with (§4). */
export const DEFAULT_STATUS: TaskStatus = "Todo";
export const DEFAULT_PRIORITY: TaskPriority = "Medium";

export const TITLE_MIN = 3;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;

/** Characters of a description that a task card shows before '...' (§9). */
export const DESCRIPTION_PREVIEW = 100;

/** Tasks on a page of the list (§9), and the most that the server hands out at once. */
export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 100;
export const SEARCH_MAX = 100;
/** The list is counted up to here, and has no pages beyond. */
export const COUNT_MAX = 10_000;

/**
 * A task (§3). `due_date` is a calendar day (`yyyy-MM-dd`), never an instant;
 * `created_at` is an ISO 8601 instant in UTC.
 */
export interface Task {
  id: string;
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  due_date: string | null;
  assignee_id: string | null;
  team_id: string | null;
  created_at: string;
}

/** A task as the board and the dashboard show it. */
export type TaskSummary = Omit<Task, "description">;

/** Body of POST and PUT /api/tasks (§7). Only admins may send `team_id` (§6). */
export interface TaskInput {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  due_date?: string | null;
  assignee_id?: string | null;
  team_id?: string | null;
}

/** GET /api/tasks/{id}, and the answer of POST and PUT. */
export interface TaskResponse {
  task: Task;
}

/**
 * 412, beyond §7: a PUT with `If-Match` met a task that somebody has changed since. `task` is what
 * it is now, as GET answers it; `ETag` is its present version.
 */
export interface TaskConflictResponse extends ErrorBody, TaskResponse {}

/**
 * Query of GET /api/tasks/search (§7). `assignee` is a user's id. The last three go beyond §7, so
 * another server may ignore them: `overdue` keeps tasks that are not done and due before today,
 * `due` those that are not done and due on that day (`yyyy-MM-dd`): together they count exactly what
 * the dashboard counts. `team` is a team's id.
 */
export interface TaskQuery {
  page: number;
  limit: number;
  search?: string;
  priority?: TaskPriority;
  status?: TaskStatus;
  assignee?: string;
  overdue?: boolean;
  due?: string;
  team?: string;
}

/**
 * Where a page stands among all (§3). `page` counts from 1. `atLeast`, beyond §3, says that more
 * tasks match than `total`: more than {@link COUNT_MAX}, or more than the server had time to count.
 */
export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  atLeast?: true;
}

/** GET /api/tasks/search */
export interface TaskPageResponse {
  tasks: Task[];
  pagination: Pagination;
}
