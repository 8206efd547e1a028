import type { Kysely } from "kysely";
import { COMMENT_MAX } from "#contract/comment.ts";
import { DESCRIPTION_MAX, TASK_STATUSES } from "#contract/task.ts";
import { TEAM_DESCRIPTION_MAX } from "#contract/team.ts";
import { EMAIL_MAX, NAME_MAX } from "#contract/user.ts";
import type { Database } from "#server/db/schema.ts";
import { insertRows } from "./rows.ts";

/** Takes six bytes in JSON. Older versions accepted such characters. */
const LONGEST_IN_JSON = "\u0001";
const AT = "2026-03-15T12:00:00.000Z";
const TASKS = 2_000;
export const COMMENTS = 600;
const USERS = 4_000;
const TEAMS = 1_500;

/** The numbers from 0 up to a count. */
export const numbers = (count: number) => Array.from({ length: count }, (_none, at) => at);

/** Fills each table with the longest allowed texts, and with more rows than fit into a response. */
export async function fillWithLongTexts(db: Kysely<Database>): Promise<void> {
  const task = (at: number) => ({
    id: `task-${at}`,
    title: `Task ${at}`,
    description: LONGEST_IN_JSON.repeat(DESCRIPTION_MAX),
    status: TASK_STATUSES[at % 3] ?? "Todo",
    priority: "Low" as const,
    due_date: "2020-01-01",
    created_at: AT,
    updated_at: AT,
    status_changed_at: AT,
    search_text: "",
  });
  await insertRows(db, "tasks", numbers(TASKS).map(task));
  const comment = (at: number) => ({
    id: `comment-${at}`,
    task_id: "task-0",
    user_name: "",
    comment: LONGEST_IN_JSON.repeat(COMMENT_MAX),
    // Several comments have the same instant.
    created_at: new Date(Date.parse(AT) + 1_000 * Math.floor(at / 7)).toISOString(),
  });
  await insertRows(db, "comments", numbers(COMMENTS).map(comment));
  const user = (at: number) => ({
    id: `user-${at}`,
    name: LONGEST_IN_JSON.repeat(NAME_MAX),
    email: `${at}@${LONGEST_IN_JSON.repeat(EMAIL_MAX - 9)}.org`,
    email_key: `${at}`,
    role: "member" as const,
    is_active: 1 as const,
    password_hash: "",
    created_at: AT,
  });
  await insertRows(db, "users", numbers(USERS).map(user));
  const team = (at: number) => ({
    id: `team-${at}`,
    name: `Team ${at}`,
    description: LONGEST_IN_JSON.repeat(TEAM_DESCRIPTION_MAX),
    created_at: AT,
  });
  await insertRows(db, "teams", numbers(TEAMS).map(team));
  const member = (at: number) => ({ team_id: "team-0", user_id: `user-${at}`, added_at: AT });
  await insertRows(db, "team_members", numbers(USERS).map(member));
}
