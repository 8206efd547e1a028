import { randomUUID } from "node:crypto";
import type { Team, TeamInput, TeamMember } from "#contract/team.ts";
import type { Database } from "#server/db/schema.ts";
import type { Kysely } from "kysely";

const TEAM_COLUMNS = ["id", "name", "description", "created_at"] as const;
const MEMBER_COLUMNS = ["users.id", "users.name", "users.email", "users.role"] as const;

/** Databases disagree about the order of names, so it is made here; ids settle namesakes. */
const { compare } = new Intl.Collator("en", { numeric: true });
const byName = (a: { id: string; name: string }, b: { id: string; name: string }) =>
  compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** All teams, by name. */
export async function allTeams(db: Kysely<Database>): Promise<Team[]> {
  const teams = await db.selectFrom("teams").select(TEAM_COLUMNS).execute();
  return teams.sort(byName);
}

export async function findTeam(db: Kysely<Database>, id: string): Promise<Team | undefined> {
  return await db.selectFrom("teams").select(TEAM_COLUMNS).where("id", "=", id).executeTakeFirst();
}

/** The members of a team, by name. */
export async function membersOf(db: Kysely<Database>, teamId: string): Promise<TeamMember[]> {
  const members = await db
    .selectFrom("team_members")
    .innerJoin("users", "users.id", "team_members.user_id")
    .select(MEMBER_COLUMNS)
    .where("team_members.team_id", "=", teamId)
    .execute();
  return members.sort(byName);
}

export async function insertTeam(
  db: Kysely<Database>,
  { name, description }: TeamInput,
  now: Date,
): Promise<Team> {
  return await db
    .insertInto("teams")
    .values({ id: randomUUID(), name, description, created_at: now.toISOString() })
    .returning(TEAM_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** A user, as a member of a team would be listed. */
export async function findCandidate(
  db: Kysely<Database>,
  userId: string,
): Promise<TeamMember | undefined> {
  return await db
    .selectFrom("users")
    .select(MEMBER_COLUMNS)
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Whether the user was added; false when they were a member already. */
export async function addMember(
  db: Kysely<Database>,
  teamId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const added = await db
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId, added_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .returning("user_id")
    .execute();
  return added.length > 0;
}

/** Whether the user was a member. */
export async function removeMember(
  db: Kysely<Database>,
  teamId: string,
  userId: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .returning("user_id")
    .execute();
  return removed.length > 0;
}
