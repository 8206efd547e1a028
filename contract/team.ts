import type { Role } from "./user.ts";

export const TEAM_NAME_MAX = 100;
export const TEAM_DESCRIPTION_MAX = 1_000;

/** A team (§3). `created_at` is an ISO 8601 instant in UTC. */
export interface Team {
  id: string;
  name: string;
  description: string;
  created_at: string;
}

/** A member in the team's details (§3). */
export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** POST /api/teams */
export interface TeamInput {
  name: string;
  description: string;
}

/** POST /api/teams/{id}/members */
export interface MemberInput {
  userId: string;
}

/** The maximum number of teams in one response. If there are more, it has the oldest. */
export const TEAMS_MAX = 2_000;
/**
 * The maximum number of members in one response. If there are more, it has those who joined first.
 */
export const MEMBERS_MAX = 10_000;

/** GET /api/teams */
export interface TeamsResponse {
  teams: Team[];
}

/** A team's id and name. */
export type TeamName = Pick<Team, "id" | "name">;

/** GET /api/teams/names, beyond §7: for every signed-in user, because tasks show their team. */
export interface TeamNamesResponse {
  teams: TeamName[];
}

/** GET /api/teams/{id} */
export interface TeamResponse {
  team: Team;
  members: TeamMember[];
}
