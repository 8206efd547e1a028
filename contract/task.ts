import type { LabelMatch } from "./label.ts";

/** The three statuses of a task, in board order (§4). */
export const TASK_STATUSES = ["Todo", "In Progress", "Done"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The three priorities, lowest first (§4). */
export const TASK_PRIORITIES = ["Low", "Medium", "High"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** The defaults of a new task (§4). */
export const DEFAULT_STATUS: TaskStatus = "Todo";
export const DEFAULT_PRIORITY: TaskPriority = "Medium";

export const TITLE_MIN = 3;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;

/** The number of characters of the description that a task card shows before '...' (§9). */
export const DESCRIPTION_PREVIEW = 100;

/** The number of tasks on a page of the list (§9), and the maximum that a client may request. */
export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 100;
export const SEARCH_MAX = 100;
/** The server counts matching tasks up to this number, and serves no pages beyond it. */
export const COUNT_MAX = 10_000;

const SORT_KEYS = ["created", "due", "priority", "title", "changed", "assignee", "label"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/**
 * The orders of the list: a key, with a minus for descending. Tasks without a due date, assignee or
 * label come last in both directions. `assignee` keeps the tasks of each person together, and `label` those
 * with the same first label by name; `-label` counts a task's last one.
 */
export type Sort = SortKey | `-${SortKey}`;
export const SORTS: readonly Sort[] = SORT_KEYS.flatMap((key): Sort[] => [key, `-${key}`]);

/** Newest first (§7). */
export const DEFAULT_SORT: Sort = "-created";

/** The value of the filters `assignee` and `team` for tasks that have none. */
export const NOBODY = "none";

/** The maximum number of values of the filter `assignee`. */
export const ASSIGNEES_MAX = 20;

/** The values of a filter that accepts several, comma-separated. */
export const valuesOf = (filter: string): string[] =>
  Array.from(new Set(filter.split(",").filter((value) => value !== "")));

/**
 * Query of GET /api/tasks/search (§7). `assignee` is a user's id. Beyond §7, `priority`, `status` and
 * `assignee` accept several values, comma-separated. The last parameters, from `overdue` on, go beyond §7, so another
 * server may ignore them. `overdue` and `due` match the same tasks as the dashboard's counts.
 */
export interface TaskQuery {
  page: number;
  limit: number;
  search?: string;
  priority?: string;
  status?: string;
  /** Users' ids; {@link NOBODY} for tasks without an assignee. */
  assignee?: string;
  /** Only tasks that are not done and due before today. */
  overdue?: boolean;
  /**
   * Only tasks that are not done and due on a day (`yyyy-MM-dd`), in a range
   * (`2026-03-01..2026-03-07`), or in one of `DUE_RANGES`.
   */
  due?: string;
  /** A team's id; {@link NOBODY} for tasks without a team. */
  team?: string;
  /** Labels' ids, comma-separated; {@link NOBODY} for tasks without labels. */
  label?: string;
  /** Any of the labels by default. */
  label_match?: LabelMatch;
  /** The id of the user who created the tasks. */
  created_by?: string;
  /** Only tasks that are assigned to somebody other than their creator. */
  delegated?: boolean;
  sort?: Sort;
}

/**
 * Where the words of a search were found. `title`: the title has all of them. Otherwise some are
 * only in the description, in the name of a label or in a comment.
 */
export const FOUND_IN = ["title", "description", "label", "comment"] as const;

/** The maximum number of characters of an excerpt. */
export const EXCERPT_MAX = 160;
