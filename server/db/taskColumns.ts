import { sql } from "kysely";
import { SUMMARY_FIELDS } from "#contract/taskFields.ts";
import { labelsOf } from "#server/db/taskLabels.ts";

/** The columns of the fields of a `TaskSummary`. */
const SUMMARY_FIELD_COLUMNS = SUMMARY_FIELDS.map((name) => `tasks.${name}` as const);

/** The columns of a `TaskSummary`. Its labels are still one text: see `withLabels`. */
export const SUMMARY_COLUMNS = [
  "tasks.id",
  ...SUMMARY_FIELD_COLUMNS,
  labelsOf("tasks"),
  "tasks.created_at",
] as const;

/** The columns of a `Task`. */
export const TASK_COLUMNS = [...SUMMARY_COLUMNS, "tasks.description"] as const;

/** The columns of the response to a change: the task and its new version. */
export const SAVED_COLUMNS = [...TASK_COLUMNS, "tasks.version"] as const;

/** The number of a task's files, which PostgreSQL gives as a text. */
export const FILE_COUNT = sql<number | string>`(
  select count(*) from files where files.task_id = tasks.id and files.deleted_at is null
)`.as("files");
