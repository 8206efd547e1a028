import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, UserRow } from "#server/db/schema.ts";
import { presentProfile } from "#server/users/presenter.ts";
import { listLines } from "./fullExport.ts";
import { readRows } from "./readRows.ts";
import { COMMENTS, type Columns, HISTORY, type Section, TASKS, TEAMS } from "./tables.ts";

/** Tokens are made from a session's id, so it is left out. */
const SESSIONS: Columns<"sessions"> = {
  id: null,
  user_id: null,
  generation: null,
  superseded: null,
  created_at: "text",
  last_used_at: "text",
};

interface PersonSection extends Section {
  /**
   * The rows that belong to a user. `|| ''` keeps the database from choosing an index, with which
   * every step would read all rows of the user.
   */
  of: (userId: string) => RawBuilder<SqlBool>;
}

const SECTIONS: readonly PersonSection[] = [
  {
    name: "teams",
    table: "teams",
    columns: TEAMS,
    key: ["id"],
    of: (id) => sql`id || '' in (select team_id from team_members where user_id = ${id})`,
  },
  {
    name: "tasks",
    table: "tasks",
    columns: TASKS,
    key: ["id"],
    of: (id) => sql`(assignee_id || '' = ${id} or created_by || '' = ${id})`,
  },
  {
    name: "comments",
    table: "comments",
    columns: COMMENTS,
    key: ["id"],
    of: (id) => sql`user_id || '' = ${id}`,
  },
  { ...HISTORY, of: (id) => sql`actor_id || '' = ${id}` },
  {
    name: "sessions",
    table: "sessions",
    columns: SESSIONS,
    key: ["id"],
    of: (id) => sql`user_id || '' = ${id}`,
  },
];

/**
 * The data of one user as JSON text, in pieces: the account, their teams, the tasks that they
 * created or are assigned, their comments and changes, and their sessions.
 *
 * @param db a snapshot
 */
export async function* personExport(
  db: Kysely<Database>,
  user: UserRow,
  now: Date,
): AsyncGenerator<string> {
  const head = { format: "taskdeck-person", version: 1, exported_at: now.toISOString() };
  yield JSON.stringify({ ...head, profile: presentProfile(user) }).slice(0, -1);
  for (const section of SECTIONS) {
    yield `,\n"${section.name}":[`;
    yield* listLines(section, readRows(db, { ...section, where: section.of(user.id) }));
    yield "\n]";
  }
  yield "}\n";
}
