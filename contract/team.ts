export const TEAM_NAME_MAX = 100;
export const TEAM_DESCRIPTION_MAX = 1_000;

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
