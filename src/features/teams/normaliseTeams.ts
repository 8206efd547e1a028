import type { Team, TeamResponse } from "#contract/team.ts";
import { normaliseUsers } from "#features/users/usersApi.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

/** Null without an id. */
function normaliseTeam(raw: unknown): Team | null {
  if (!isObject(raw) || (typeof raw.id !== "string" && typeof raw.id !== "number")) return null;
  return {
    id: String(raw.id),
    name: textOf(raw.name),
    description: textOf(raw.description),
    created_at: textOf(raw.created_at),
  };
}

/** Reads the response of GET /api/teams (§7): `{ teams }` or the bare list. */
export const normaliseTeams = (raw: unknown): Team[] => readList(raw, "teams", normaliseTeam);

/**
 * Reads the response of GET /api/teams/{id} (§3): `{ team, members }`, or a bare team with its
 * members. Throws without a team.
 */
export function normaliseTeamResponse(raw: unknown): TeamResponse {
  const response = isObject(raw) ? raw : {};
  const bare = isObject(response.team) ? response.team : response;
  const team = normaliseTeam(bare);
  if (!team) throw new Error("The response holds no team");
  const members = normaliseUsers(response.members ?? bare.members);
  return {
    team,
    members: members.map(({ id, name, email, role }) => ({ id, name, email, role })),
  };
}
