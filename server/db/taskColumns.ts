/** The columns of a `TaskSummary`. */
export const SUMMARY_COLUMNS = [
  "tasks.id",
  "tasks.title",
  "tasks.status",
  "tasks.priority",
  "tasks.due_date",
  "tasks.assignee_id",
  "tasks.team_id",
  "tasks.created_at",
] as const;

/** The columns of a `Task`. */
export const TASK_COLUMNS = [...SUMMARY_COLUMNS, "tasks.description"] as const;

/** The columns of the response to a change: the task and its new version. */
export const SAVED_COLUMNS = [...TASK_COLUMNS, "tasks.version"] as const;
