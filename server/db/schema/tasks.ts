import type { Generated, Selectable } from "kysely";
import type { LabelColor } from "#contract/label.ts";
import type { SingleFieldValues } from "#contract/taskFields.ts";

/* Teams, tasks and comments. */

export interface TeamsTable {
  id: string;
  name: string;
  description: string;
  created_at: string;
}

export interface TeamMembersTable {
  team_id: string;
  user_id: string;
  added_at: string;
}

/**
 * `status_changed_at` is when the task arrived in its column. `version` counts its writes.
 * `search_text` is title and description in lower case, because databases fold case differently.
 */
export interface TasksTable extends SingleFieldValues {
  id: string;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  status_changed_at: string;
  version: Generated<number>;
  search_text: Generated<string>;
}

/** The progress of a checklist in a description. A task without one has no row. */
export interface TaskChecklistsTable {
  task_id: string;
  done: number;
  total: number;
}

/**
 * `user_name` remains when the author's account is deleted. `search_text` is the comment in lower
 * case.
 */
export interface CommentsTable {
  id: string;
  task_id: string;
  user_id: string | null;
  user_name: string;
  comment: string;
  created_at: string;
  edited_at: string | null;
  search_text: Generated<string>;
}

/**
 * A deleted task that can still be restored. Its users and team may no longer exist, and its comments
 * stay in their table.
 */
export interface DeletedTasksTable extends Omit<TasksTable, "search_text" | "version"> {
  version: number;
  deleted_at: string;
}

/**
 * A label, or one that was deleted or merged and can still be restored: it has `deleted_at`, and a merged one
 * the label that took its place. `root_id` is the label as which tasks show it: its own id, that of the one
 * into which it was merged, or null. `search_text` is the name as searches compare it, `name_key` what makes
 * names equal.
 */
export interface LabelsTable {
  id: string;
  name: string;
  name_key: string;
  search_text: string;
  color: LabelColor;
  created_at: string;
  created_by: string | null;
  deleted_at: string | null;
  merged_into: string | null;
  root_id: string | null;
}

/** The labels of tasks, also those of deleted tasks, and of labels that were deleted or merged. */
export interface TaskLabelsTable {
  task_id: string;
  label_id: string;
}

/** A task, with the ids of the labels that it shows. */
export type TaskRow = Selectable<TasksTable> & { labels: string[] };

export type LabelRow = Selectable<LabelsTable>;

export type ChecklistRow = Selectable<TaskChecklistsTable>;

export type CommentRow = Selectable<CommentsTable>;
