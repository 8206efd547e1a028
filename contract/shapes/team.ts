import { ROLES } from "../user.ts";
import { NamedRecord } from "./id.ts";
import {
  added,
  count,
  enumOf,
  id,
  instant,
  listOf,
  named,
  object,
  type TypeOf,
  text,
} from "./shape.ts";

const teamFields = { id, name: text, description: text, created_at: instant };

/** A team (§3). */
export const Team = named("Team", object(teamFields));
export type Team = TypeOf<typeof Team>;

/** A team of the list, with counts beyond §7. */
export const ListedTeam = named(
  "ListedTeam",
  object({ ...teamFields, member_count: added(count), open_tasks: added(count) }),
);
export type ListedTeam = TypeOf<typeof ListedTeam>;

/** A member in the team's details (§3). */
export const TeamMember = named(
  "TeamMember",
  object({ id, name: text, email: text, role: enumOf(ROLES) }),
);
export type TeamMember = TypeOf<typeof TeamMember>;

/** GET /api/teams */
export const TeamsResponse = object({ teams: listOf(ListedTeam) });
export type TeamsResponse = TypeOf<typeof TeamsResponse>;

/** GET /api/teams/names, beyond §7: for every signed-in user, because tasks show their team. */
export const TeamNamesResponse = object({ teams: listOf(NamedRecord) });
export type TeamNamesResponse = TypeOf<typeof TeamNamesResponse>;

/** GET /api/teams/{id} */
export const TeamResponse = object({ team: Team, members: listOf(TeamMember) });
export type TeamResponse = TypeOf<typeof TeamResponse>;
