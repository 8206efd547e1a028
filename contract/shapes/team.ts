import { ROLES } from "../user.ts";
import { NamedRecord } from "./id.ts";
import { enumOf, id, instant, listOf, named, object, type TypeOf, text } from "./shape.ts";

/** A team (§3). */
export const Team = named(
  "Team",
  object({ id, name: text, description: text, created_at: instant }),
);
export type Team = TypeOf<typeof Team>;

/** A member in the team's details (§3). */
export const TeamMember = named(
  "TeamMember",
  object({ id, name: text, email: text, role: enumOf(ROLES) }),
);
export type TeamMember = TypeOf<typeof TeamMember>;

/** GET /api/teams */
export const TeamsResponse = object({ teams: listOf(Team) });
export type TeamsResponse = TypeOf<typeof TeamsResponse>;

/** GET /api/teams/names, beyond §7: for every signed-in user, because tasks show their team. */
export const TeamNamesResponse = object({ teams: listOf(NamedRecord) });
export type TeamNamesResponse = TypeOf<typeof TeamNamesResponse>;

/** GET /api/teams/{id} */
export const TeamResponse = object({ team: Team, members: listOf(TeamMember) });
export type TeamResponse = TypeOf<typeof TeamResponse>;
