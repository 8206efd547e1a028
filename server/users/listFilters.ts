import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import type { userListRule } from "#contract/rules/userList.ts";
import { DAY_MS } from "#contract/time.ts";
import { LAST_SEEN_DAYS, type LastSeen, NO_TEAM, type UserStatus } from "#contract/userList.ts";
import type { Database } from "#server/db/schema.ts";
import { containsText, searchText } from "#server/db/text/searchText.ts";

/** The filters of the admins' list of users. */
export type UserListFilters = Omit<InferType<typeof userListRule>, "limit" | "after" | "sort">;

type Users = ExpressionBuilder<Database, "users">;

function hasStatus(eb: Users, status: UserStatus): Expression<SqlBool> {
  if (status === "active") return eb("is_active", "=", 1);
  const inactive = eb("is_active", "=", 0);
  return status === "waiting" ? eb.and([inactive, eb("awaiting_approval", "=", 1)]) : inactive;
}

function wasSeen(seen: LastSeen, now: Date): Expression<SqlBool> {
  const at = sql<string>`coalesce(last_seen_at, '')`;
  if (seen === "never") return sql<SqlBool>`${at} = ''`;
  const since = new Date(now.getTime() - LAST_SEEN_DAYS[seen] * DAY_MS).toISOString();
  return seen.startsWith("not-") ? sql<SqlBool>`${at} < ${since}` : sql<SqlBool>`${at} >= ${since}`;
}

function isInTeam(eb: Users, team: string): Expression<SqlBool> {
  const memberships = eb
    .selectFrom("team_members")
    .select("team_id")
    .whereRef("team_members.user_id", "=", "users.id");
  return team === NO_TEAM
    ? eb.not(eb.exists(memberships))
    : eb.exists(memberships.where("team_id", "=", team));
}

/** All filters as one condition. */
export function matchesUser(db: Kysely<Database>, filters: UserListFilters, now: Date) {
  const { search, role, status, team, seen, registered } = filters;
  return (eb: Users) => {
    const all: Expression<SqlBool>[] = [];
    if (search) all.push(containsText(db, "search_text", searchText(search)));
    if (role) all.push(eb("role", "=", role));
    if (status) all.push(hasStatus(eb, status));
    if (team) all.push(isInTeam(eb, team));
    if (seen) all.push(wasSeen(seen, now));
    if (registered) all.push(eb("created_at", ">=", registered));
    return eb.and(all);
  };
}
