import type { Generated, Selectable } from "kysely";
import type { RunResult } from "#contract/run.ts";

/* Long work, and bulk actions. */

/** What a job does (server/jobs). */
export type JobKind =
  | "user_run"
  | "user_run_undo"
  | "task_run"
  | "task_run_undo"
  | "import_upload"
  | "import_check"
  | "import"
  | "import_undo"
  | "import_discard"
  | "backup"
  | "files_sweep";

/**
 * Long work on a subject, such as a bulk action, in the name of its maker. Until `lease_until` only
 * `lease_owner` works on it. The next step of a job with a `stop_reason` stops it.
 */
export interface JobsTable {
  id: string;
  kind: JobKind;
  subject_id: string;
  state: "running" | "done" | "stopped";
  made_at: string;
  made_by: string;
  made_by_name: string;
  ended_at: string | null;
  stop_reason: string;
  lease_owner: string | null;
  lease_until: string | null;
  /** The number of failures since the last successful step. */
  failures: Generated<number>;
  /** The number of changed items of which entries of the audit log tell. */
  recorded: Generated<number>;
  /** The request that has begun the job, and the hash of its body. */
  request_id: string | null;
  body_hash: string | null;
}

/**
 * A bulk action on users or on tasks. `details` is the JSON of what it does, as the API shows it. A job carries
 * it out, another one undoes it.
 */
export interface RunsTable {
  id: string;
  kind: "user" | "task";
  details: string;
}

/**
 * A user or a task of a bulk action, with the name or title and the e-mail address that it had at the beginning.
 * `before` is what an undo needs: a role or a status of a user, the JSON of a `Former` (server/runs) of a task,
 * or empty.
 */
export interface RunItemsTable {
  run_id: string;
  position: number;
  item_id: string;
  name: string;
  email: Generated<string>;
  result: RunResult;
  reason: string;
  before: Generated<string>;
  changed_at: string | null;
}

export type JobRow = Selectable<JobsTable>;

export type RunRow = Selectable<RunsTable>;

export type RunItemRow = Selectable<RunItemsTable>;
