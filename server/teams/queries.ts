import { type Kysely, sql, type Transaction } from "kysely";
import { OPEN_TASKS_MAX } from "#contract/handOver.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ListedTeam, Team, TeamMember } from "#contract/shapes/team.ts";
import type { TeamInput } from "#contract/team.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { type Change, record, teamSubject, userSubject } from "#server/changes/record.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound, refused } from "#server/refusals.ts";

const TEAM_COLUMNS = ["id", "name", "description", "created_at"] as const;
const MEMBER_COLUMNS = ["users.id", "users.name", "users.email", "users.role"] as const;

/** Sorts by name here, because databases order names differently; ids break ties. */
const { compare } = new Intl.Collator("en", { numeric: true });
const byName = (a: { id: string; name: string }, b: { id: string; name: string }) =>
  compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

const oldestTeams = (db: Kysely<Database>, limit: number) =>
  db.selectFrom("teams").orderBy("created_at").orderBy("id").limit(limit);

const MEMBERS = sql<number | string>`
  (select count(*) from team_members where team_members.team_id = teams.id)
`;
/** Counted up to the limit, as in the list of users. */
const OPEN_TASKS = sql<number | string>`
  (select count(*) from (
    select 1 from tasks where tasks.team_id = teams.id and tasks.status <> 'Done'
    limit ${sql.lit(OPEN_TASKS_MAX)}
  ) as open)
`;

/** Teams by name, with the numbers of their members and open tasks; beyond `limit`, the oldest. */
export async function listTeams(db: Kysely<Database>, limit: number): Promise<ListedTeam[]> {
  const teams = await oldestTeams(db, limit)
    .select(TEAM_COLUMNS)
    .select([MEMBERS.as("member_count"), OPEN_TASKS.as("open_tasks")])
    .execute();
  return teams
    .map(({ id, name, description, created_at, member_count, open_tasks }) => ({
      id,
      name,
      description,
      created_at,
      member_count: Number(member_count),
      open_tasks: Number(open_tasks),
    }))
    .sort(byName);
}

/** The names of the teams, in the same order. */
export async function listTeamNames(db: Kysely<Database>, limit: number): Promise<NamedRecord[]> {
  return (await oldestTeams(db, limit).select(["id", "name"]).execute()).sort(byName);
}

export async function findTeam(db: Kysely<Database>, id: string): Promise<Team | undefined> {
  return await db.selectFrom("teams").select(TEAM_COLUMNS).where("id", "=", id).executeTakeFirst();
}

/** The members of a team by name; beyond `limit`, those who joined first. */
export async function listMembers(
  db: Kysely<Database>,
  teamId: string,
  limit: number,
): Promise<TeamMember[]> {
  const members = await db
    .selectFrom("team_members")
    .innerJoin("users", "users.id", "team_members.user_id")
    .select(MEMBER_COLUMNS)
    .where("team_members.team_id", "=", teamId)
    .orderBy("team_members.added_at")
    .orderBy("users.id")
    .limit(limit)
    .execute();
  return members.sort(byName);
}

/**
 * Creates a team. A retried request gets the existing one.
 */
export async function createTeam(
  db: Kysely<Database>,
  { name, description }: TeamInput,
  context: ChangeContext,
  id: string,
): Promise<Team> {
  const team = { id, name, description, created_at: context.at.toISOString() };
  return await transaction(db, async (trx) => {
    const existing = (await isRecorded(trx, context)) && (await findTeam(trx, id));
    if (existing) return existing;
    await trx.insertInto("teams").values(team).execute();
    await record(trx, context, { kind: "team.created", subject: teamSubject(team) });
    return team;
  });
}

/** A user with the fields of a team member. */
async function findCandidate(
  trx: Transaction<Database>,
  userId: string,
): Promise<TeamMember | undefined> {
  return await trx
    .selectFrom("users")
    .select(MEMBER_COLUMNS)
    .where("id", "=", userId)
    .executeTakeFirst();
}

/**
 * Adds a user to a team and returns the member. If it refuses (400, 404, 409 or 422), it throws before
 * it writes.
 */
export async function insertMember(
  trx: Transaction<Database>,
  teamId: string,
  userId: string,
  context: ChangeContext,
): Promise<TeamMember> {
  const team = await findTeam(trx, teamId);
  if (!team) throw notFound("Team not found");
  const candidate = await findCandidate(trx, userId);
  if (!candidate) throw refused([{ param: "userId", msg: "User does not exist" }]);
  if (await isRecorded(trx, context)) return candidate;
  const added = await trx
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId, added_at: context.at.toISOString() })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!added) throw conflict("User is already a member of this team");
  await record(trx, context, { kind: "team.member_added", ...memberChange(candidate, team) });
  return candidate;
}

/** {@link insertMember} in a transaction of its own. */
export async function addMember(
  db: Kysely<Database>,
  teamId: string,
  userId: string,
  context: ChangeContext,
): Promise<TeamMember> {
  return await transaction(db, (trx) => insertMember(trx, teamId, userId, context));
}

/** Removes a member from a team. If there is no such member, it throws a 404 before it writes. */
export async function deleteMember(
  trx: Transaction<Database>,
  teamId: string,
  userId: string,
  context: ChangeContext,
): Promise<void> {
  if (await isRecorded(trx, context)) return;
  const removed = await trx
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  const team = removed && (await findTeam(trx, teamId));
  const member = removed && (await findCandidate(trx, userId));
  if (!team || !member) throw notFound("User is not a member of this team");
  await record(trx, context, { kind: "team.member_removed", ...memberChange(member, team) });
}

/** {@link deleteMember} in a transaction of its own. */
export async function removeMember(
  db: Kysely<Database>,
  teamId: string,
  userId: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, (trx) => deleteMember(trx, teamId, userId, context));
}

const memberChange = (member: TeamMember, { id, name }: Team): Omit<Change, "kind"> => ({
  subject: userSubject(member),
  details: { team: { id, name } },
});
