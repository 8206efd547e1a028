/** What the contract's card is made of: a row of these columns is one. */
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

/** Likewise, of the contract's task. */
export const TASK_COLUMNS = [...SUMMARY_COLUMNS, "tasks.description"] as const;

/** What a changed task is answered with: the contract's task, and which version it is now. */
export const SAVED_COLUMNS = [...TASK_COLUMNS, "tasks.version"] as const;
