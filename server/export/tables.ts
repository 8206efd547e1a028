import { type SqlBool, sql } from "kysely";
import { mapFields, SINGLE_FIELDS, TASK_FIELDS } from "#contract/taskFields.ts";
import { KIND_OF_ENTRY } from "#server/changes/kinds.ts";
import type { RowList } from "#server/db/rows/readRows.ts";
import type { Database } from "#server/db/schema.ts";

/*
 * The format of a full export, version 3: which columns of which tables it has. TypeScript requires
 * an entry for every table and every column, so that a new one is never exported by accident.
 */

/** How a column's value is written: a flag as true or false, JSON as the value that it holds. */
export type ColumnKind = "text" | "nullable" | "integer" | "flag" | "json";

/** The kinds of a table's columns. `null`: the column is secret or derived, and is left out. */
export type Columns<T extends keyof Database> = {
  readonly [Name in keyof Database[T] & string]: ColumnKind | null;
};

const USERS: Columns<"users"> = {
  id: "text",
  name: "text",
  email: "text",
  email_key: null,
  search_text: null,
  role: "text",
  is_active: "flag",
  awaiting_approval: "flag",
  pending_email: null,
  pending_email_key: null,
  password_hash: null,
  created_at: "text",
  last_seen_at: null,
  activity_seen: null,
  setup_closed: null,
  email_verified: null,
  start_view: null,
};

export const TEAMS: Columns<"teams"> = {
  id: "text",
  name: "text",
  description: "text",
  created_at: "text",
};

const MEMBERSHIPS: Columns<"team_members"> = {
  team_id: "text",
  user_id: "text",
  added_at: "text",
};

export const TASKS: Columns<"tasks"> = {
  id: "text",
  ...mapFields(SINGLE_FIELDS, (name) =>
    ["text", "choice"].includes(TASK_FIELDS[name].kind) ? "text" : "nullable",
  ),
  created_by: "nullable",
  created_at: "text",
  updated_at: "text",
  status_changed_at: "text",
  version: "integer",
  search_text: null,
};

export const COMMENTS: Columns<"comments"> = {
  id: "text",
  task_id: "text",
  user_id: "nullable",
  user_name: "text",
  comment: "text",
  created_at: "text",
  edited_at: "nullable",
  search_text: null,
};

const FILES: Columns<"files"> = {
  id: "text",
  task_id: "text",
  name: "text",
  alt: "text",
  type: "text",
  size: "integer",
  sha256: "text",
  created_at: "text",
  user_id: "text",
  user_name: "text",
  deleted_at: null,
};

const LABELS: Columns<"labels"> = {
  id: "text",
  name: "text",
  name_key: null,
  search_text: null,
  color: "text",
  created_at: "text",
  created_by: "nullable",
  deleted_at: "nullable",
  merged_into: "nullable",
  root_id: "nullable",
};

const TASK_LABELS: Columns<"task_labels"> = { task_id: "text", label_id: "text" };

export const VIEWS: Columns<"views"> = {
  id: "text",
  owner_id: "nullable",
  name: "text",
  screen: "text",
  query: "text",
  shared: "flag",
  version: "integer",
  created_at: "text",
  deleted_at: "nullable",
};

/** Comments and history of a deleted task remain until the task is purged. */
export const ofLiveTask = sql<SqlBool>`exists (select 1 from tasks where tasks.id = task_id)`;

/** A list of the export. `kinds` has its columns in their order, `table` is where an import writes it. */
export interface Section extends RowList {
  table: string;
  kinds: Readonly<Record<string, ColumnKind>>;
  /** The first version of the format that has the list, unless all have it. */
  since?: number;
}

/** A list that is exported, of the columns that are not secret or derived. */
export function section(
  name: string,
  columns: Readonly<Record<string, ColumnKind | null>>,
  { table = name, ...more }: Partial<Section> = {},
): Section {
  const entries = Object.entries(columns);
  const exported = entries.filter((entry): entry is [string, ColumnKind] => entry[1] !== null);
  const names = exported.map(([column]) => column);
  const kinds = Object.fromEntries(exported);
  return { name, table, from: sql.table(table), columns: names, kinds, key: ["id"], ...more };
}

/** The column `kind` in the words of the history, or of the record of changes. */
export const mapKind = (words: readonly (readonly [from: string, to: string])[]) =>
  sql`case kind ${sql.join(
    words.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} end`;
const ENTRY_OF_KIND = mapKind(Object.entries(KIND_OF_ENTRY).map(([entry, kind]) => [kind, entry]));
const HISTORY_KINDS = sql.join(Object.values(KIND_OF_ENTRY).map((kind) => sql.lit(kind)));

/** The history of tasks, which is a part of the record of changes. */
export const HISTORY = section(
  "history",
  {
    id: "text",
    task_id: "text",
    at: "text",
    actor_id: "text",
    actor_name: "text",
    kind: "text",
    changes: "json",
  },
  {
    from: sql`(
      select id, subject_id as task_id, at, actor_id, actor_name,
        ${ENTRY_OF_KIND} as kind, fields as changes
      from changes where kind in (${HISTORY_KINDS})
    ) as history`,
  },
);

/** The list of the export for each table; null if a table is not exported. */
const EXPORTED: Readonly<Record<keyof Database, Section | null>> = {
  users: section("users", USERS),
  teams: section("teams", TEAMS),
  team_members: section("memberships", MEMBERSHIPS, {
    table: "team_members",
    key: ["team_id", "user_id"],
  }),
  tasks: section("tasks", TASKS),
  labels: section("labels", LABELS, { since: 2 }),
  task_labels: section("task_labels", TASK_LABELS, {
    key: ["task_id", "label_id"],
    where: ofLiveTask,
    since: 2,
  }),
  views: section("views", VIEWS, { since: 3 }),
  comments: section("comments", COMMENTS, { where: ofLiveTask }),
  // A list: an import doesn't have their bytes, so it makes no files.
  files: section("files", FILES, {
    where: sql`deleted_at is null and ${ofLiveTask}`,
    since: 4,
  }),
  changes: { ...HISTORY, where: ofLiveTask },
  // These tables hold secrets.
  sessions: null,
  sign_in_failures: null,
  settings: null,
  secrets: null,
  oidc_sessions: null,
  webhooks: null,
  task_states: null,
  webhook_deliveries: null,
  // The server that imports the file may name its providers differently.
  identities: null,
  // Derived from the tasks.
  task_checklists: null,
  // The following tables are only in backups.
  imports: null,
  import_items: null,
  import_sources: null,
  jobs: null,
  runs: null,
  run_items: null,
  deleted_tasks: null,
  notifications: null,
  muted_notifications: null,
};

/** The lists of a full export in their order: a list comes after those that its rows refer to. */
export const SECTIONS: readonly Section[] = Object.values(EXPORTED).filter(
  (section) => section !== null,
);
