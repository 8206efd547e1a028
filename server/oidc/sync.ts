import type { Kysely } from "kysely";
import type { ChangeContext } from "#server/changes/context.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { Refusal } from "#server/refusals.ts";
import { addMember, removeMember } from "#server/teams/queries.ts";
import { updateUser } from "#server/users/changeUser.ts";
import type { DecidingClaims } from "./claims.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** Runs a change. A refusal means that the change was already made or isn't allowed. */
async function attempt(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (failure) {
    if (!(failure instanceof Refusal && failure.kind !== "busy")) throw failure;
  }
}

/** The teams that the provider decides about, with the user's membership. */
async function decidedTeams(db: Kysely<Database>, user: UserRow, { teams }: OidcProvider) {
  const query = db
    .selectFrom("teams")
    .leftJoin("team_members", (join) =>
      join.onRef("team_members.team_id", "=", "teams.id").on("team_members.user_id", "=", user.id),
    )
    .select(["teams.id", "teams.name", "team_members.user_id as member"]);
  const names = teams?.map && Object.values(teams.map);
  if (names?.length === 0) return [];
  return await (names ? query.where("teams.name", "in", names) : query).execute();
}

/**
 * Sets role and teams as the provider's claims say. The last active admin keeps the role. Only teams
 * of the provider's `map`, or without one all teams, are joined and left.
 */
export async function syncUser(
  db: Kysely<Database>,
  provider: OidcProvider,
  user: UserRow,
  { role, teams }: DecidingClaims,
  at: Date,
): Promise<void> {
  const { id: providerId, label: name } = provider;
  const origin = { kind: "provider", id: providerId, name } as const;
  const context: ChangeContext = { by: { id: `oidc:${providerId}`, name }, at, origin };
  if (role !== undefined && role !== user.role) {
    await attempt(() => updateUser(db, user.id, { role }, context));
  }
  if (!teams) return;
  const names = new Set(teams);
  for (const { id, name, member } of await decidedTeams(db, user, provider)) {
    const isMember = member !== null;
    if (names.has(name) === isMember) continue;
    const change = isMember ? removeMember : addMember;
    await attempt(async () => await change(db, id, user.id, context));
  }
}
