import type { Team, TeamMember, TeamResponse } from "#contract/team.ts";
import { ROLES } from "#contract/user.ts";
import { type Fields, isObject, textOf } from "#lib/json.ts";

const hasId = (value: unknown): value is Fields & { id: string | number } =>
  isObject(value) && (typeof value.id === "string" || typeof value.id === "number");
const listed = (value: unknown) => (Array.isArray(value) ? value.filter(hasId) : []);

function normaliseTeam(raw: Fields & { id: string | number }): Team {
  return {
    id: String(raw.id),
    name: textOf(raw.name),
    description: textOf(raw.description),
    created_at: textOf(raw.created_at),
  };
}

function normaliseMember(raw: Fields & { id: string | number }): TeamMember {
  return {
    id: String(raw.id),
    name: textOf(raw.name) || textOf(raw.email),
    email: textOf(raw.email),
    role: ROLES.find((role) => role === raw.role) ?? "member",
  };
}

/** Answer of GET /api/teams (§7): `{ teams }` or the bare list. */
export function normaliseTeams(raw: unknown): Team[] {
  return listed(isObject(raw) ? raw.teams : raw).map(normaliseTeam);
}

/**
 * Answer of GET /api/teams/{id} (§3): `{ team, members }`, or a bare team that carries its members.
 * Throws when it holds no team.
 */
export function normaliseTeamResponse(raw: unknown): TeamResponse {
  const answer = isObject(raw) ? raw : {};
  const team = isObject(answer.team) ? answer.team : answer;
  if (!hasId(team)) throw new Error("The server's answer holds no team");
  return {
    team: normaliseTeam(team),
    members: listed(answer.members ?? team.members).map(normaliseMember),
  };
}
