import { type Kysely, sql } from "kysely";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { presentProfile } from "#server/users/presenter.ts";
import { exportLists } from "./exportFile.ts";
import {
  COMMENTS,
  type Columns,
  HISTORY,
  ofLiveTask,
  type Section,
  section,
  TASKS,
  TEAMS,
  VIEWS,
} from "./tables.ts";

/** Tokens are made from a session's id, so it is left out. */
const SESSIONS: Columns<"sessions"> = {
  id: null,
  user_id: null,
  generation: null,
  superseded: null,
  created_at: "text",
  last_used_at: "text",
};

/**
 * The lists, with the rows that belong to a user. `|| ''` keeps the database from choosing an index,
 * with which every step would read all rows of the user.
 */
const listsOf = (id: string): Section[] => [
  section("teams", TEAMS, {
    where: sql`id || '' in (select team_id from team_members where user_id = ${id})`,
  }),
  section("tasks", TASKS, {
    where: sql`(assignee_id || '' = ${id} or created_by || '' = ${id})`,
  }),
  section(
    "task_labels",
    { task_id: "text", label_id: "text", name: "text" },
    {
      from: sql`(
        select task_id, label_id, labels.name, assignee_id, tasks.created_by from task_labels
        join tasks on tasks.id = task_id join labels on labels.id = label_id
        where root_id is not null
      ) as task_labels`,
      key: ["task_id", "label_id"],
      where: sql`(assignee_id || '' = ${id} or created_by || '' = ${id})`,
    },
  ),
  section("views", VIEWS, { where: sql`owner_id || '' = ${id}` }),
  section("comments", COMMENTS, { where: sql`user_id || '' = ${id} and ${ofLiveTask}` }),
  { ...HISTORY, where: sql`actor_id || '' = ${id}` },
  section("sessions", SESSIONS, { where: sql`user_id || '' = ${id}` }),
];

/**
 * The data of one user as JSON text, in pieces: the account, their teams, the tasks that they
 * created or are assigned, their views, comments and changes, and their sessions.
 *
 * @param db a snapshot
 */
export async function* personExport(
  db: Kysely<Database>,
  user: UserRow,
  now: Date,
): AsyncGenerator<string> {
  const head = { format: "taskdeck-person", version: 1, exported_at: now.toISOString() };
  yield* exportLists(db, { ...head, profile: presentProfile(user) }, listsOf(user.id));
  yield "}\n";
}
