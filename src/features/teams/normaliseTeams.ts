import type { Team, TeamResponse } from "#contract/team.ts";
import { normaliseUsers } from "#features/users/usersApi.ts";
import { type Fields, isObject, textOf } from "#lib/json.ts";

const hasId = (value: unknown): value is Fields & { id: string | number } =>
  isObject(value) && (typeof value.id === "string" || typeof value.id === "number");
function normaliseTeam(raw: Fields & { id: string | number }): Team {
  return {
    id: String(raw.id),
    name: textOf(raw.name),
    description: textOf(raw.description),
    created_at: textOf(raw.created_at),
  };
}

/** Reads the response of GET /api/teams (§7): `{ teams }` or the bare list. */
export function normaliseTeams(raw: unknown): Team[] {
  const list = isObject(raw) ? raw.teams : raw;
  return Array.isArray(list) ? list.filter(hasId).map(normaliseTeam) : [];
}

/**
 * Reads the response of GET /api/teams/{id} (§3): `{ team, members }`, or a bare team with its
 * members. Throws without a team.
 */
export function normaliseTeamResponse(raw: unknown): TeamResponse {
  const response = isObject(raw) ? raw : {};
  const team = isObject(response.team) ? response.team : response;
  if (!hasId(team)) throw new Error("The response holds no team");
  const members = normaliseUsers(response.members ?? team.members);
  return {
    team: normaliseTeam(team),
    members: members.map(({ id, name, email, role }) => ({ id, name, email, role })),
  };
}
