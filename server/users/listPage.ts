import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import { OPEN_TASKS_MAX } from "#contract/handOver.ts";
import type { userListRule } from "#contract/rules/userList.ts";
import type { ListedUser, UserPageResponse } from "#contract/shapes/userList.ts";
import { type UserSortKey } from "#contract/userList.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import { countRows } from "#server/db/countRows.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { refused } from "#server/refusals.ts";
import { matchesUser, type UserListFilters } from "./listFilters.ts";
import { presentUserTo } from "./presenter.ts";

type Order = { key: UserSortKey; descending: boolean };

const TEAMS = sql<number | string>`
  (select count(*) from team_members where team_members.user_id = users.id)
`;
/** Counted up to the limit, so that a user with very many tasks doesn't slow the list down. */
const OPEN_TASKS = sql<number | string>`
  (select count(*) from (
    select 1 from tasks where tasks.assignee_id = users.id and tasks.status <> 'Done'
    limit ${sql.lit(OPEN_TASKS_MAX)}
  ) as open)
`;

/**
 * The values that the list is sorted by. Unless a comment says otherwise, an index has this order.
 */
const SORT_KEYS: Readonly<Record<UserSortKey, RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  email: sql`email_key`,
  created: sql`created_at`,
  seen: sql`coalesce(last_seen_at, '')`,
  // No index has these orders, so the database sorts the users.
  role: sql`role`,
  status: sql`case when is_active = 1 then 'a' when awaiting_approval = 1 then 'c' else 'b' end`,
  teams: TEAMS,
  tasks: OPEN_TASKS,
};

const orderOf = (sort = "name"): Order => ({
  key: sort.replace("-", "") as UserSortKey,
  descending: sort.startsWith("-"),
});

/** The users after a cursor: an id, a space, and the value that the list is sorted by. */
function isAfter(after: string, { key, descending }: Order) {
  const end = after.indexOf(" ");
  const [id, text] = [after.slice(0, end), after.slice(end + 1)];
  const isCount = key === "teams" || key === "tasks";
  if (isCount && !/^\d{1,9}$/.test(text)) {
    throw refused([{ param: "after", msg: "After must be the next of a page" }]);
  }
  const value = isCount ? Number(text) : text;
  const sign = sql.raw(descending ? "<" : ">");
  return sql<SqlBool>`(${SORT_KEYS[key]}, id) ${sign} (${value}, ${id})`;
}

type ListedRow = UserRow & { teams: number | string; open_tasks: number | string };

const presentListed = (caller: UserRow, row: ListedRow): ListedUser =>
  Object.assign(presentUserTo(caller, row), {
    last_seen_at: row.last_seen_at,
    teams: Number(row.teams),
    open_tasks: Number(row.open_tasks),
  });

/** A page of the admins' list of users, by keyset pagination. */
export async function listUserPage(
  db: Kysely<Database>,
  caller: UserRow,
  query: InferType<typeof userListRule> & { limit: number },
  now: Date,
): Promise<UserPageResponse> {
  const { limit, after, sort, ...filters } = query;
  const order = orderOf(sort);
  const direction = order.descending ? "desc" : "asc";
  const where = matchesUser(db, filters satisfies UserListFilters, now);
  const rows = await db
    .selectFrom("users")
    .where(where)
    .$if(after !== undefined, (some) => some.where(isAfter(after ?? "", order)))
    .selectAll()
    .select([TEAMS.as("teams"), OPEN_TASKS.as("open_tasks"), SORT_KEYS[order.key].as("sort_value")])
    .orderBy(SORT_KEYS[order.key], direction)
    .orderBy("id", direction)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    users: shown.map((row) => presentListed(caller, row)),
    page: {
      total: await countRows(db, db.selectFrom("users").select("id").where(where)),
      next: last ? `${last.id} ${String(last.sort_value)}` : null,
      active_admins: await countRows(db, activeAdmins(db).limit(2)),
    },
  };
}
